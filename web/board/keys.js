// The library's names for squares, pieces and colours. Only this folder ever sees them.
//
// Its ranks are one character each, counted from '1': '1' to '9', then ':' for the tenth. A square's key is thus
// its file letter and the character that lies (rank index) places after '1'. Both sides are 'white' and 'black'.

/** @import { Geometry, Piece, Side, Square } from './geometry.js' */
/** @import { Key } from 'chessgroundx/types' */

const FIRST = '1'.charCodeAt(0);

/**
 * @param {Geometry} geometry
 * @param {Square} square
 * @returns {Key}
 */
export function toKey({ firstRank }, square) {
  const rank = Number(square.slice(1)) - firstRank;
  return /** @type {Key} */ (square[0] + String.fromCharCode(FIRST + rank));
}

/**
 * @param {Geometry} geometry
 * @param {string} key
 * @returns {Square}
 */
export function toSquare({ firstRank }, key) {
  return key[0] + (key.charCodeAt(1) - FIRST + firstRank);
}

/**
 * @param {Geometry} geometry
 * @param {Record<Square, Square[]>} dests
 * @returns {Map<Key, Key[]>}
 */
export function toKeyDests(geometry, dests) {
  return new Map(
    Object.entries(dests).map(([orig, list]) => [
      toKey(geometry, orig),
      list.map((dest) => toKey(geometry, dest)),
    ]),
  );
}

/**
 * @param {Side} side
 * @returns {'white' | 'black'}
 */
export function toColor(side) {
  return side === 'black' ? 'black' : 'white';
}

/**
 * The men that the library has on its board; one that is dragged from elsewhere stands on a square of its own.
 * @param {Geometry} geometry
 * @param {import('chessgroundx/types').Pieces} pieces
 * @returns {Map<Square, Piece>}
 */
export function fromLibraryPieces(geometry, pieces) {
  const [first, second] = geometry.sides;
  return new Map(
    [...pieces].map(([key, { role, color }]) => [
      toSquare(geometry, key),
      { side: color === 'white' ? first : second, role: role[0] },
    ]),
  );
}

/**
 * The placement as the library reads it.
 * @param {Geometry} geometry
 * @param {Map<Square, Piece>} pieces
 */
export function toLibraryFen({ files, ranks, firstRank }, pieces) {
  const rows = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < files; file++) {
      const piece = pieces.get(`${'abcdefghi'[file]}${rank + firstRank}`);
      if (!piece) {
        empty += 1;
        continue;
      }
      if (empty) row += empty;
      empty = 0;
      row += toColor(piece.side) === 'white' ? piece.role.toUpperCase() : piece.role;
    }
    rows.push(empty ? row + empty : row);
  }
  return rows.join('/');
}
