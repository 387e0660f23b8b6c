// Shared by figures that step through their frames, by hand or as a film.

/** @import { SitePage } from '../../shell/text-page.js' */

import { button } from '../../ui/controls.js';
import { reactive, update } from '../../ui/reactive.js';
import { html } from '../../ui/view.js';

const FRAME_MS = 1600;

/** @param {SitePage} page @param {number} last  the number of the last frame */
export function framesOf(page, last) {
  const state = reactive({ at: 0, playing: false });
  /** @type {any} */
  let timer;
  const stop = () => {
    clearInterval(timer);
    state.playing = false;
  };
  const play = () => {
    clearInterval(timer);
    update(state, { at: state.at === last ? 0 : state.at, playing: true });
    timer = setInterval(() => {
      if (state.at === last) stop();
      else state.at += 1;
    }, FRAME_MS);
  };
  const go = (/** @type {number} */ by) => () => {
    stop();
    state.at = Math.min(last, Math.max(0, state.at + by));
  };
  const controls = () => html`<div class="controls">
      ${button('previous', page.t('learn.back'), go(-1), { disabled: state.at === 0 })}
      ${
        state.playing
          ? button('stop', page.t('learn.stop'), stop)
          : button('skip', page.t('learn.watch'), play)
      }
      ${button('next', page.t('learn.step'), go(1), { disabled: state.at === last })}
    </div>`;
  return { state, controls };
}
