// Sentences about pieces, moves and scores, made from messages. No DOM.

/** @import { Game, GameName, Info, Side } from '../game/types.js' */
/** @import { Key, Words } from '../ui/words.js' */
/** @import { Labels } from '../board/labels.js' */

import {
  carry,
  geometryFor,
  geometryOf,
  pieceOf,
  placementOf,
  readPlacement,
  writePlacement,
} from '../board/geometry.js';
import { factsOf, other, turnOfFen } from '../game/games.js';
import { exampleOf } from '../game/notations.js';
import { readFields, withFields } from '../game/setup.js';
import { nodeOf, pathTo } from '../game/tree.js';

/** @typedef {{ side: Side, role: string, game?: GameName }} Piece  of Xiangqi where no game is named */

/** The name of a man, which in Xiangqi may depend on its side. @param {Words} words @param {Piece} piece */
export function manName(words, { side, role, game }) {
  const key = firstKey(words, `game-view.piece.${game}.${role}`, `game-view.piece.${side}.${role}`);
  return key ? words.t(key) : role;
}

/** @param {Words} words @param {Piece} piece @returns {string} */
export const pieceName = (words, piece) =>
  words.t(`game-view.piece.of.${piece.side}`, { man: manName(words, piece) });

/**
 * The piece on a square of a position, or null; also when the FEN cannot be read.
 * @param {string} fen
 * @param {string} square
 * @returns {Piece | null}
 */
export function pieceAt(fen, square) {
  const geometry = geometryFor(fen);
  const piece = placementOf(geometry, fen)?.get(square);
  return piece ? { ...piece, game: geometry.game } : null;
}

/** The pieces that a pawn can become, the most wanted first. */
export const PROMOTIONS = ['q', 'n', 'r', 'b'];

/** Numbers as Chinese players write Red's. */
const NUMERALS = '一二三四五六七八九十';

/**
 * The file and rank of a square as a side counts them: files from its right, ranks from its own edge.
 * @param {Words} words
 * @param {string} square
 * @param {Side} side
 */
function countedBy(words, square, side) {
  const file = square.charCodeAt(0) - 'a'.charCodeAt(0);
  const rank = Number(square.slice(1));
  const counts = side === 'red' ? { file: 9 - file, rank: rank + 1 } : { file: file + 1, rank: 10 - rank };
  const chinese = side === 'red' && words.language.startsWith('zh');
  const write = (/** @type {number} */ n) => (chinese ? NUMERALS[n - 1] : String(n));
  return { file: write(counts.file), rank: write(counts.rank) };
}

/**
 * A square as players of the language name it: `h2`; in Chinese a point of Xiangqi has no letter, each side counts
 * files and ranks of its own half: 红方二路三线, 黑方8路3线.
 * @param {Words} words
 * @param {string} square
 * @param {GameName} [game]
 */
export function squareName(words, square, game = 'xiangqi') {
  if (game !== 'xiangqi') return square;
  const side = Number(square.slice(1)) < 5 ? 'red' : 'black';
  return words.t('game-view.board.square', {
    square,
    side: words.t(`game-view.side.${side}`),
    ...countedBy(words, square, side),
  });
}

/**
 * A piece by its name and where it stands: `red cannon on h2`; in Chinese by its file as its own side counts it
 * (二路炮), or as the front or back one (前炮) of two on a file.
 * @param {Words} words
 * @param {string} fen
 * @param {string} square
 * @param {{ ofSide?: boolean }} [how]  whether languages that may leave out the side name it
 * @returns {string}
 */
export function pieceOn(words, fen, square, { ofSide = true } = {}) {
  const piece = pieceAt(fen, square);
  if (!piece) return squareName(words, square, geometryFor(fen).game);
  const { side, game = 'xiangqi' } = piece;
  const params = {
    piece: pieceName(words, piece),
    man: manName(words, piece),
    side: ofSide ? words.t(`game-view.side.${side}`) : '',
    square,
    point: squareName(words, square, game),
    file: game === 'xiangqi' ? countedBy(words, square, side).file : '',
  };
  return words.t(game === 'xiangqi' ? placeOf(fen, square, piece) : 'game-view.piece.point', params).trim();
}

/**
 * How a piece of Xiangqi is told from those of its kind.
 * @param {string} fen
 * @param {string} square
 * @param {Piece} piece
 * @returns {Key}
 */
function placeOf(fen, square, { side, role }) {
  if (role === 'k') return 'game-view.piece.king';
  const alike = [...readPlacement(geometryOf('xiangqi'), fen)]
    .filter(([, other]) => other.side === side && other.role === role)
    .map(([at]) => at);
  const onFile = (/** @type {string} */ file) => alike.filter((at) => at[0] === file);
  const column = onFile(square[0]).sort();
  if (column.length === 1) return 'game-view.piece.at';
  const clear = column.length === 2 && alike.every((at) => at[0] === square[0] || onFile(at[0]).length === 1);
  if (!clear) return 'game-view.piece.point';
  return (column[1] === square) === (side === 'red') ? 'game-view.piece.front' : 'game-view.piece.back';
}

/** @param {string} uci @returns {[string, string]} */
export function squaresOf(uci) {
  return [uci.slice(0, 2), uci.slice(2, 4)];
}

/**
 * A move in words: who moves, from where to where, and what is taken.
 * @param {Words} words
 * @param {string} fen the position before the move
 * @param {string} uci
 */
export function moveInWords(words, fen, uci) {
  const [orig, dest] = squaresOf(uci);
  const mover = pieceAt(fen, orig);
  if (!mover) return uci;
  const taken = pieceAt(fen, dest);
  const who = { piece: pieceName(words, mover), mover: pieceOn(words, fen, orig), orig };
  if (!taken) return words.t('game-view.move.quiet', { ...who, dest: squareName(words, dest, mover.game) });
  const whom = { captured: pieceName(words, taken), victim: pieceOn(words, fen, dest) };
  return words.t('game-view.move.capture', { ...who, ...whom, dest });
}

/** @type {{ go: Key, take: Key }} */
const ADVICE = { go: 'game-view.hint.go', take: 'game-view.hint.take' };

/**
 * A move as advice: what to move, or to take, and where.
 * @param {Words} words
 * @param {string} fen the position before the move
 * @param {string} uci
 * @param {{ go: Key, take: Key }} sentences
 */
export function moveAdvised(words, fen, uci, { go, take } = ADVICE) {
  const [orig, dest] = squaresOf(uci);
  const [mover, taken] = [pieceAt(fen, orig), pieceAt(fen, dest)];
  if (!mover) return words.t('game-view.hint.move', { move: uci });
  const place = (/** @type {string} */ square) => squareName(words, square, mover.game);
  const who = { man: manName(words, mover), mover: pieceOn(words, fen, orig, { ofSide: false }) };
  const where = { orig: place(orig), dest: place(dest) };
  if (!taken) return words.t(go, { ...who, ...where });
  const whom = { taken: manName(words, taken), victim: pieceOn(words, fen, dest, { ofSide: false }) };
  return words.t(take, { ...who, ...whom, ...where });
}

/**
 * A score in words, from no side's view: who is better, by how much, or who mates.
 * @param {Words} words
 * @param {Info['score']} score from the side to move
 * @param {Side} turn
 * @param {GameName} [game]
 */
export function scoreInWords(words, score, turn, game = 'xiangqi') {
  const value = 'mate' in score ? score.mate : score.cp;
  if (value === 0 && 'cp' in score) return words.t('game-view.score.even');
  const side = words.t(`game-view.side.${value > 0 ? turn : other(game, turn)}`);
  const end = game === 'liuzichong' ? 'game-view.score.wins' : 'game-view.score.mate';
  if ('mate' in score) return words.t(end, { side, moves: Math.abs(value) });
  if (score.rule) return words.t('game-view.score.rule', { side, moves: Math.abs(score.rule) });
  return words.t('game-view.score.better', { side, value: `+${words.number(Math.abs(value) / 100, 2)}` });
}

/** Centipawns from which a side is so much better. @type {ReadonlyArray<[number, Key]>} */
const BALANCE = [
  [300, 'game-view.score.winning'],
  [120, 'game-view.score.clearly'],
  [40, 'game-view.score.slightly'],
];

/**
 * A score for people who read no numbers: `Red is slightly better`.
 * @param {Words} words
 * @param {Info['score']} score  from the side to move
 * @param {Side} turn
 * @param {GameName} game
 */
export function balanceInWords(words, score, turn, game) {
  if ('mate' in score || score.rule) return scoreInWords(words, score, turn, game);
  const [, key] = BALANCE.find(([least]) => Math.abs(score.cp) >= least) ?? [0, 'game-view.score.even'];
  const side = words.t(`game-view.side.${score.cp > 0 ? turn : other(game, turn)}`);
  return words.t(/** @type {Key} */ (key), { side });
}

/**
 * A score as chess sites write it, positive where the first side stands better: `+0.13`, `−2.40`, `#5`, `#−3`.
 * @param {Words} words
 * @param {Info['score']} score  from the side to move
 * @param {Side} turn
 * @param {GameName} game
 */
export function scoreShort(words, score, turn, game) {
  const sign = turn === factsOf(game).sides[0] ? 1 : -1;
  const signed = (/** @type {number} */ value, /** @type {string} */ text) => (value < 0 ? `−${text}` : text);
  if ('mate' in score) return `#${signed(sign * score.mate, String(Math.abs(score.mate)))}`;
  const text = words.number(Math.abs(score.cp) / 100, 2);
  return score.cp === 0 ? text : sign * score.cp > 0 ? `+${text}` : `−${text}`;
}

/**
 * The first of these keys with a message, or null. A game's own key comes before the shared one.
 * @param {Words} words
 * @param {string[]} keys
 * @returns {Key | null}
 */
export function firstKey(words, ...keys) {
  return /** @type {Key | undefined} */ (keys.find((key) => words.has(key))) ?? null;
}

/** The piece that a letter of a FEN stands for. @param {Words} words @param {string} letter @param {GameName} [game] */
export function letterName(words, letter, game = 'xiangqi') {
  return pieceName(words, { ...pieceOf(geometryOf(game), letter), game });
}

/** The name of a notation of a game, with an example. @param {Words} words @param {string} game @param {string} notation */
export function notationName(words, game, notation) {
  const name = words.t(/** @type {Key} */ (`shell.settings.notation.${notation}`));
  return `${name} · ${exampleOf(game, notation)}`;
}

/** @param {GameName} game @param {number} level */
const levelKey = (game, level) =>
  factsOf(game).perfect ? `game-view.level.${game}.${level}` : `game-view.level.${level}`;

/** @param {GameName} game @param {number} level what the level is called */
export const levelName = (game, level) => /** @type {Key} */ (`${levelKey(game, level)}.name`);

/** @param {GameName} game @param {number} level what the level is like */
export const levelText = (game, level) => /** @type {Key} */ (`${levelKey(game, level)}.text`);

/** A level by its number and name. @param {Words} words @param {GameName} game @param {number} level */
export const levelTitle = (words, game, level) =>
  words.t('game-view.level.named', { level, name: words.t(levelName(game, level)) });

/**
 * The board's words.
 * @param {Words} words
 * @param {GameName} game
 * @returns {Labels}
 */
export function boardLabels(words, game) {
  const name = (/** @type {{ side: Side, role: string }} */ piece) => pieceName(words, { ...piece, game });
  const place = (/** @type {string} */ square) => squareName(words, square, game);
  return {
    board: words.t('game-view.board.name'),
    help: words.t('game-view.board.help'),
    point: (square, piece) =>
      piece
        ? words.t('game-view.board.point', { square: place(square), piece: name(piece) })
        : words.t('game-view.board.empty', { square: place(square) }),
    states: {
      selected: words.t('game-view.board.state.selected'),
      dest: words.t('game-view.board.state.dest'),
      capture: words.t('game-view.board.state.capture'),
      lastMove: words.t('game-view.board.state.lastMove'),
      check: words.t('game-view.board.state.check'),
      queued: words.t('game-view.board.state.queued'),
    },
    announce(event) {
      const piece = event.piece ? name(event.piece) : '';
      switch (event.type) {
        case 'lift':
          return words.t('game-view.board.lift', { piece, count: event.dests });
        case 'cancel':
          return words.t('game-view.board.cancel', { piece });
        case 'nothing':
          return words.t('game-view.board.nothing', { square: place(event.square) });
        case 'queue':
          return words.t('game-view.board.queue.set', { piece, square: place(event.dest) });
        case 'drop':
          return words.t('game-view.board.queue.dropped');
      }
    },
  };
}

/**
 * A position by its FEN and the moves after it, while the rules have not answered: men are carried from square to
 * square, plies are counted from the last capture, and nobody castles.
 * @param {string} fen
 * @param {string[]} moves
 * @returns {string} a whole FEN
 */
export function carried(fen, moves) {
  const geometry = geometryFor(fen);
  const { game } = geometry;
  const men = readPlacement(geometry, fen);
  const fields = readFields(fen);
  let turn = turnOfFen(game, fen) === 'black' ? 'b' : 'w';
  let [halfmoves, fullmove] = [Number(fields.halfmoves), Number(fields.fullmove)];
  for (const move of moves) {
    const before = men.size;
    carry(men, [squaresOf(move)]);
    halfmoves = men.size < before ? 0 : halfmoves + 1;
    if (turn === 'b') fullmove += 1;
    turn = turn === 'b' ? 'w' : 'b';
  }
  return withFields(game, fen, {
    placement: writePlacement(geometry, men),
    turn,
    halfmoves: String(halfmoves),
    fullmove: String(fullmove),
    ...(moves.length > 0 && { castling: '-', enPassant: '-' }),
  });
}

/**
 * The FEN of a node's position, or, while the rules have not told it, what can be said without them.
 * @param {Game} game
 * @param {number} [id]
 * @returns {string}
 */
export function fenAt(game, id) {
  const path = pathTo(game.tree, id);
  const known = path.findLastIndex((node) => node.view);
  const moves = path.slice(known + 1).flatMap((node) => node.move ?? []);
  return path[known]?.view && moves.length === 0
    ? path[known].view.fen
    : carried(path[known]?.view?.fen ?? game.tree.fen ?? factsOf(game.game).fen, moves);
}

/**
 * The same for many nodes of a game: each position is worked out once, from the one before it.
 * @param {Game} game
 * @returns {(id: number) => string}
 */
export function fensOf(game) {
  /** @type {Map<number, string>} */
  const known = new Map();
  return (id) => {
    const nodes = [];
    let node = nodeOf(game.tree, id);
    for (; !node.view && !known.has(node.id) && node.parent !== null; node = nodeOf(game.tree, node.parent))
      nodes.push(node);
    let fen = node.view?.fen ?? known.get(node.id) ?? game.tree.fen ?? factsOf(game.game).fen;
    for (const { id, move } of nodes.reverse()) {
      fen = carried(fen, [move ?? '']);
      known.set(id, fen);
    }
    return fen;
  };
}
