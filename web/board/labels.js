// @ts-check
// What the board says to people who do not see it. The page hands in the words of its language; these are the
// English ones, so that a board without a page speaks too.

/** @typedef {import('./geometry.js').Piece} Piece */
/** @typedef {import('./geometry.js').Square} Square */

/** @typedef {'selected' | 'dest' | 'capture' | 'lastMove' | 'check' | 'queued'} PointState */

/**
 * What the person just did; `drop`: the queued move turned out to be impossible and was forgotten.
 * @typedef {{ type: 'lift', square: Square, piece: Piece, dests: number }
 *   | { type: 'cancel', square: Square, piece: Piece }
 *   | { type: 'refuse', square: Square, piece: Piece | null }
 *   | { type: 'queue', orig: Square, dest: Square, piece: Piece }
 *   | { type: 'drop', orig: Square, dest: Square, piece: Piece | null }} BoardEvent
 */

/**
 * @typedef {object} Labels
 * @property {string} board  the name of the grid
 * @property {string} help  how to use it by keyboard
 * @property {(square: Square, piece: Piece | null) => string} point  the name of a point: `b2, red cannon`
 * @property {Record<PointState, string>} states  said after the name
 * @property {(event: BoardEvent) => string} announce  a sentence for a live region; empty says nothing
 */

/** @type {Record<import('./geometry.js').GameName, Record<string, string>>} */
const ROLES = {
  xiangqi: {
    k: 'general',
    a: 'advisor',
    b: 'elephant',
    n: 'horse',
    r: 'chariot',
    c: 'cannon',
    p: 'soldier',
  },
  chess: { k: 'king', q: 'queen', b: 'bishop', n: 'knight', r: 'rook', p: 'pawn' },
  liuzichong: { p: 'stone' },
};

/**
 * @param {import('./geometry.js').GameName} game
 * @returns {Labels}
 */
export function englishLabels(game) {
  const man = (/** @type {Piece} */ { side, role }) => `${side} ${ROLES[game][role] ?? role}`;
  return {
    board: 'Board',
    help: 'Move around the board with the arrow keys, pick up and place a piece with Enter, cancel with Escape.',
    point: (square, piece) => (piece ? `${square}, ${man(piece)}` : square),
    states: {
      selected: 'selected',
      dest: 'can move here',
      capture: 'can capture',
      lastMove: 'last move',
      check: 'in check',
      queued: 'premove',
    },
    announce(event) {
      switch (event.type) {
        case 'lift': {
          const moves = event.dests === 1 ? '1 move' : `${event.dests} moves`;
          return `${man(event.piece)} picked up, ${moves}`;
        }
        case 'cancel':
          return `${man(event.piece)} put back`;
        case 'refuse':
          return event.piece
            ? `${man(event.piece)} cannot move to ${event.square}`
            : `nothing to move on ${event.square}`;
        case 'queue':
          return `premove: ${man(event.piece)} to ${event.dest}`;
        case 'drop':
          return 'Your premove is not legal here and was cancelled.';
      }
    },
  };
}
