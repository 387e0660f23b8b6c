// The board of each game: its size, its squares, the places of the men of a FEN, the labels of its edges.
// Nothing here knows how anything moves.

/** @typedef {'xiangqi' | 'chess' | 'liuzichong'} GameName */
/** @typedef {'red' | 'white' | 'black'} Side  the side that moves first is red in Xiangqi, white elsewhere */
/** @typedef {string} Square  file letter and rank as the game writes it: `a0` to `i9` in Xiangqi, `a1` to `h8` in chess */
/** @typedef {{ side: Side, role: string }} Piece  role is the lower-case letter of the FEN: k a b n r c p */
/** @typedef {{ x: number, y: number }} Point  column and row on the screen, from the top left corner */

/**
 * @typedef {object} Geometry
 * @property {GameName} game
 * @property {number} files
 * @property {number} ranks
 * @property {number} firstRank  the number of the rank nearest to the first player
 * @property {[Side, Side]} sides  first and second player
 * @property {boolean} castles  whether a king's move may carry a rook along, for the animation alone
 */

/** @type {Record<GameName, Geometry>} */
const GEOMETRIES = {
  xiangqi: { game: 'xiangqi', files: 9, ranks: 10, firstRank: 0, sides: ['red', 'black'], castles: false },
  chess: { game: 'chess', files: 8, ranks: 8, firstRank: 1, sides: ['white', 'black'], castles: true },
  liuzichong: {
    game: 'liuzichong',
    files: 4,
    ranks: 4,
    firstRank: 1,
    sides: ['white', 'black'],
    castles: false,
  },
};

const FILES = 'abcdefghi';

/**
 * @param {string} game
 * @returns {Geometry}
 */
export function geometryOf(game) {
  const geometry = GEOMETRIES[/** @type {GameName} */ (game)];
  if (!geometry) throw new RangeError(`no board for the game "${game}"`);
  return geometry;
}

/**
 * The square at a place on the screen.
 * @param {Geometry} geometry
 * @param {Point} point
 * @param {boolean} flipped  whether the second player sits at the bottom
 * @returns {Square}
 */
export function squareAt({ files, ranks, firstRank }, { x, y }, flipped) {
  const file = flipped ? files - 1 - x : x;
  const rank = flipped ? y : ranks - 1 - y;
  return FILES[file] + (rank + firstRank);
}

/**
 * Every square, from the top left corner of the first player's view.
 * @param {Geometry} geometry
 * @returns {Square[]}
 */
export function squaresOf(geometry) {
  const { files, ranks } = geometry;
  return Array.from({ length: files * ranks }, (_, i) =>
    squareAt(geometry, { x: i % files, y: Math.floor(i / files) }, false),
  );
}

/**
 * Where a square is on the screen.
 * @param {Geometry} geometry
 * @param {Square} square
 * @param {boolean} flipped
 * @returns {Point}
 */
export function pointOf({ files, ranks, firstRank }, square, flipped) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square.slice(1)) - firstRank;
  return flipped ? { x: files - 1 - file, y: rank } : { x: file, y: ranks - 1 - rank };
}

/**
 * The board of a placement, recognised by its shape: a text without slashes is Liuzichong's, and the others
 * have as many rows as ranks.
 * @param {string} fen
 * @returns {Geometry}
 */
export function geometryFor(fen) {
  const rows = fen.trim().split(/\s+/)[0].split('/').length;
  const found = Object.values(GEOMETRIES).find((each) => each.ranks === rows);
  return rows === 1 ? GEOMETRIES.liuzichong : (found ?? GEOMETRIES.xiangqi);
}

/**
 * The placement as the game writes it.
 * @param {Geometry} geometry
 * @param {Map<Square, Piece>} pieces
 */
export function writePlacement(geometry, pieces) {
  const { files, game, sides } = geometry;
  const letters = squaresOf(geometry).map((square) => {
    const piece = pieces.get(square);
    if (!piece) return '.';
    if (game === 'liuzichong') return piece.side === sides[0] ? 'W' : 'B';
    return piece.side === sides[0] ? piece.role.toUpperCase() : piece.role;
  });
  if (game === 'liuzichong') return letters.join('');
  const rows = Array.from({ length: letters.length / files }, (_, y) =>
    letters.slice(y * files, (y + 1) * files).join(''),
  );
  return rows.join('/').replace(/\.+/g, (run) => String(run.length));
}

/**
 * The men of a position.
 * @param {Geometry} geometry
 * @param {string} fen  only the placement is read; Liuzichong's text form has no slashes between its rows
 * @returns {Map<Square, Piece>}
 * @throws {RangeError} when the placement does not fill the board exactly
 */
export function readPlacement(geometry, fen) {
  const { files, ranks, game } = geometry;
  const placement = fen.trim().split(/\s+/)[0];
  const rows = game === 'liuzichong' ? (placement.match(/.{4}/g) ?? []) : placement.split('/');
  /** @type {Map<Square, Piece>} */
  const pieces = new Map();
  let filled = 0;
  rows.forEach((row, y) => {
    let x = 0;
    for (const char of row) {
      if (/[1-9]/.test(char)) x += Number(char);
      else if (char === '.') x += 1;
      else if (/[a-z]/i.test(char)) {
        if (x < files && y < ranks) pieces.set(squareAt(geometry, { x, y }, false), pieceOf(geometry, char));
        x += 1;
      } else throw new RangeError(`"${char}" is not a piece: ${placement}`);
    }
    if (x === files) filled += 1;
  });
  if (rows.length !== ranks || filled !== ranks) {
    throw new RangeError(`not a board of ${files} by ${ranks}: ${placement}`);
  }
  return pieces;
}

/** The same; null when the placement does not fill the board exactly. @param {Geometry} geometry @param {string} fen */
export function placementOf(geometry, fen) {
  try {
    return readPlacement(geometry, fen);
  } catch {
    return null;
  }
}

/**
 * Carry men from square to square, which is all that a move of Xiangqi does: for drawing a position before
 * the rules have answered.
 * @param {Map<Square, Piece>} men  changed
 * @param {ReadonlyArray<readonly [Square, Square]>} moves
 * @returns {number} the index of the first move that carries no man; -1 if there is none
 */
export function carry(men, moves) {
  let stray = -1;
  for (const [at, [orig, dest]] of moves.entries()) {
    const man = men.get(orig);
    if (man) men.set(dest, man);
    else if (stray < 0) stray = at;
    men.delete(orig);
  }
  return stray;
}

/**
 * The piece that a letter of a FEN stands for.
 * @param {Geometry} geometry
 * @param {string} char
 * @returns {Piece}
 */
export function pieceOf({ game, sides: [first, second] }, char) {
  if (game === 'liuzichong') return { side: char === 'W' ? first : second, role: 'p' };
  return { side: char < 'a' ? first : second, role: char.toLowerCase() };
}

const NUMERALS = '一二三四五六七八九';

/**
 * The labels along the edges, from left to right and from top to bottom.
 *
 * Style `files` is each game's own: Xiangqi numbers its files from each player's right, Red's in Chinese numerals
 * if `numerals` says so, and has no ranks. Style `squares` names every file and rank, as coordinates do.
 * @param {Geometry} geometry
 * @param {{ flipped: boolean, style: 'files' | 'squares', numerals: boolean }} options
 * @returns {{ top: string[], bottom: string[], left: string[] }}
 */
export function edgeLabels({ game, files, ranks, firstRank }, { flipped, style, numerals }) {
  const turned = (/** @type {string[]} */ names) => (flipped ? names.toReversed() : names);
  if (game === 'xiangqi' && style === 'files') {
    const black = [...'123456789'];
    const red = (numerals ? [...NUMERALS] : black).toReversed();
    return flipped
      ? { top: turned(red), bottom: turned(black), left: [] }
      : { top: black, bottom: red, left: [] };
  }
  const rows = Array.from({ length: ranks }, (_, y) => String(ranks - 1 - y + firstRank));
  return { top: [], bottom: turned([...FILES.slice(0, files)]), left: turned(rows) };
}
