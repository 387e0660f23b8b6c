// Blindfold: the pieces are hidden, and shown while a button is held down.

/** @import { PositionApp as App } from './app.js' */
/** @import { View } from '../ui/view.js' */

import { update } from '../ui/reactive.js';
import { html } from '../ui/view.js';

/** @param {App} app @param {{ now: boolean }} peek  a reactive state: whether the pieces are shown @returns {View} */
export function peekButton(app, peek) {
  const show = (/** @type {boolean} */ now) => () => update(peek, { now });
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    update(peek, { now: event.type === 'keydown' });
  };
  return () => html`<div class="blindfold">
    <button
      class="btn"
      type="button"
      aria-pressed=${peek.now}
      @pointerdown=${show(true)}
      @pointerup=${show(false)}
      @pointerleave=${show(false)}
      @pointercancel=${show(false)}
      @keydown=${onKey}
      @keyup=${onKey}
      @blur=${show(false)}
      @contextmenu=${(/** @type {Event} */ event) => event.preventDefault()}
    >${app.t('game-view.blindfold')}</button>
  </div>`;
}
