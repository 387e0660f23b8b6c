// A board for looking only: a few elements, put where the library would put them, so that the styles draw
// both alike. It stands in for the board of board.js until that has been loaded.

import { drawEdges } from './edges.js';
import { element } from './element.js';
import { carry, geometryOf, placementOf, pointOf } from './geometry.js';

/** @import { Square } from './geometry.js' */

/**
 * @param {HTMLElement} place
 * @param {object} position
 * @param {import('./geometry.js').GameName} position.game
 * @param {string | null} position.fen  null, or one that does not fit the board: no men
 * @param {ReadonlyArray<readonly [Square, Square]>} [position.moves]  each carries one man, as moves of Xiangqi do
 * @param {readonly [Square, Square]} [position.lastMove]  by default the last of `moves`
 * @param {ReadonlyArray<readonly [string, Square]>} [position.marks]  other marks, by their classes in board.css
 * @param {boolean} position.flipped
 * @param {string} position.pieces
 * @param {'files' | 'squares' | 'none'} position.coordinates
 * @param {boolean} [position.ranksFromOne]  as in `BoardStyle`
 * @returns {{ board: HTMLElement, wrap: HTMLElement, men: number }} the element, its part inside the edges, and how
 *   many men are on it
 */
export function drawStaticBoard(place, position) {
  const { game, fen, moves = [], lastMove = moves.at(-1), marks = [], flipped, pieces } = position;
  const { coordinates, ranksFromOne } = position;
  const geometry = geometryOf(game);
  const frame = element('div', { class: 'board' });
  frame.dataset.game = game;
  drawEdges(frame, geometry, { pieces, coordinates, ranksFromOne, flipped });
  const surface = element('cg-board');
  const put = (/** @type {HTMLElement} */ node, /** @type {Square} */ square) => {
    const { x, y } = pointOf(geometry, square, flipped);
    node.style.transform = `translate(calc(${x} * var(--u)), calc(${y} * var(--u)))`;
    surface.append(node);
  };
  for (const square of lastMove ?? []) put(element('square', { class: 'last-move' }), square);
  for (const [mark, square] of marks) put(element('square', { class: mark }), square);
  const standing = men(geometry, fen, moves);
  for (const [square, man] of standing) put(element('piece', { class: classOf(man) }), square);
  const wrap = element('div', { class: `cg-wrap orientation-${flipped ? 'black' : 'white'}` }, surface);
  frame.append(wrap);
  place.replaceChildren(frame);
  return { board: frame, wrap, men: standing.size };
}

/** The classes of a man in the styles. @param {import('./geometry.js').Piece} man */
const classOf = ({ side, role }) => `${side === 'black' ? 'black' : 'white'} ${role}-piece`;

/** @param {import('./geometry.js').Geometry} geometry @param {string | null} fen @param {ReadonlyArray<readonly [Square, Square]>} moves */
function men(geometry, fen, moves) {
  const found = placementOf(geometry, fen ?? '') ?? new Map();
  carry(found, moves);
  return found;
}
