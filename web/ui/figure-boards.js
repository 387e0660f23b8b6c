// @ts-check
// Positions to be stepped through, each with a sentence.

/** @import { Figure } from './figures.js' */
/** @import { GameName } from '../game/types.js' */

import './common.js';
import { geometryOf, pointOf } from '../board/geometry.js';
import { drawStaticBoard } from '../board/static-board.js';
import { observe, reactive, update } from '../game/reactive.js';
import { button } from './buttons.js';
import { html, mount } from './view.js';

const FRAME_MS = 1600;

/** @type {Figure} */
export default function draw({ page, place, attributes, frames }) {
  const state = reactive({ at: 0, playing: false });
  const last = frames.length - 1;
  const board = document.createElement('div');
  board.className = 'positions';
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
      const mark = document.createElement('i');
      mark.className = 'mark';
      const { x, y } = pointOf(geometryOf(attributes.game), square, false);
      mark.style.transform = `translate(calc(${x} * var(--u)), calc(${y} * var(--u)))`;
      wrap.querySelector('cg-board')?.append(mark);
    }
  });
  /** @type {any} */
  let timer;
  const play = () => {
    clearInterval(timer);
    update(state, { at: state.at === last ? 0 : state.at, playing: true });
    timer = setInterval(() => {
      if (state.at === last) stop();
      else state.at += 1;
    }, FRAME_MS);
  };
  const stop = () => {
    clearInterval(timer);
    state.playing = false;
  };
  const go = (/** @type {number} */ by) => () => {
    stop();
    state.at = Math.min(last, Math.max(0, state.at + by));
  };
  mount(
    place,
    () => html`<p class="say" role="status">${frames[state.at].text}</p>`,
    () => html`<div class="controls">
      ${button('previous', page.t('learn.back'), go(-1), { disabled: state.at === 0 })}
      ${
        state.playing
          ? button('stop', page.t('learn.stop'), stop)
          : button('skip', page.t('learn.watch'), play)
      }
      ${button('next', page.t('learn.step'), go(1), { disabled: state.at === last })}
    </div>`,
  );
}
