// A position from which any piece can be taken off, to see the network's evaluation without it.

/** @import { Figure } from './index.js' */

import { element } from '../../board/element.js';
import { geometryOf, pointOf, readPlacement } from '../../board/geometry.js';
import { drawStaticBoard } from '../../board/static-board.js';
import { observe, reactive } from '../../ui/reactive.js';
import { html, mount } from '../../ui/view.js';

/** @type {Figure} */
export default function draw({ page, place, attributes }) {
  const { fen, score, pieces } =
    /** @type {{ fen: string, score: number, pieces: Record<string, number> }} */ (
      /** @type {any} */ (attributes)
    );
  const geometry = geometryOf('xiangqi');
  const placement = readPlacement(geometry, fen);
  const state = reactive({ off: /** @type {string | null} */ (null) });
  const board = element('div', { class: 'positions weighed' });
  place.append(board);

  observe(() => {
    const { wrap } = drawStaticBoard(board, {
      game: 'xiangqi',
      fen,
      flipped: false,
      pieces: page.pieces,
      coordinates: 'squares',
    });
    const surface = wrap.querySelector('cg-board');
    for (const square of Object.keys(pieces)) {
      const press = element('button', { type: 'button' });
      press.setAttribute('aria-label', `${square}: ${pieces[square]}`);
      const { x, y } = pointOf(geometry, square, false);
      press.style.transform = `translate(calc(${x} * var(--u)), calc(${y} * var(--u)))`;
      press.addEventListener('click', () => {
        state.off = state.off === square ? null : square;
      });
      surface?.append(press);
    }
  });
  observe(() => {
    for (const [at, square] of Object.keys(pieces).entries()) {
      const press = board.querySelectorAll('button')[at];
      press.setAttribute('aria-pressed', String(square === state.off));
    }
  });

  const caption = () => {
    const { off } = state;
    if (off === null) return attributes.start.replace('{0}', signed(score));
    const without = score - pieces[off] * (placement.get(off)?.side === 'black' ? -1 : 1);
    const values = [off, signed(score), signed(without), pieces[off]];
    return attributes.says.replace(/\{(\d)\}/g, (_, which) => String(values[Number(which)]));
  };
  mount(place, () => html`<p class="say" role="status">${caption()}</p>`);
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value)}`;
