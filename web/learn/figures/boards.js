// Positions to be stepped through, each with a sentence.

/** @import { Figure } from './index.js' */
/** @import { GameName } from '../../game/types.js' */

import { element } from '../../board/element.js';
import { geometryOf, pointOf } from '../../board/geometry.js';
import { drawStaticBoard } from '../../board/static-board.js';
import { observe } from '../../ui/reactive.js';
import { html, mount } from '../../ui/view.js';
import { framesOf } from './steps.js';

/** @type {Figure} */
export default function draw({ page, place, attributes, frames }) {
  const { state, controls } = framesOf(page, frames.length - 1);
  const board = element('div', { class: 'positions' });
  board.setAttribute('role', 'img');
  place.append(board);
  observe(() => {
    const { fen, move = '', marks = '', text } = frames[state.at];
    board.setAttribute('aria-label', text);
    const { wrap } = drawStaticBoard(board, {
      game: /** @type {GameName} */ (attributes.game),
      fen,
      lastMove: move ? [move.slice(0, 2), move.slice(2, 4)] : undefined,
      flipped: false,
      pieces: page.pieces,
      coordinates: 'squares',
    });
    for (const square of marks.split(' ').filter(Boolean)) {
      const mark = element('i', { class: 'mark' });
      const { x, y } = pointOf(geometryOf(attributes.game), square, false);
      mark.style.transform = `translate(calc(${x} * var(--u)), calc(${y} * var(--u)))`;
      wrap.querySelector('cg-board')?.append(mark);
    }
  });
  mount(place, () => html`<p class="say" role="status">${frames[state.at].text}</p>`, controls);
}
