// Work that takes a while: one at a time, with a bar, a button that stops it, and a sentence on how it went.

/** @import { Page } from './unloaded.js' */

import { button } from './controls.js';
import { reactive, update } from './reactive.js';
import { html, nothing } from './view.js';

/** @typedef {{ signal: AbortSignal, onProgress: (share: number, text: string) => void }} Listener */

export class Task {
  /** `share`: how much is done, 0 to 1; null while nothing is under way. */
  state = reactive({ share: /** @type {number | null} */ (null), text: '', bad: false });
  #app;
  #faultText;
  #onStop;
  /** @type {AbortController | null} */
  #work = null;

  /** @param {Page} app @param {(error: any) => string} faultText @param {() => void} [onStop] */
  constructor(app, faultText, onStop = () => {}) {
    this.#app = app;
    this.#faultText = faultText;
    this.#onStop = onStop;
  }

  /** @param {string} text @param {boolean} [bad] */
  tell(text, bad = false) {
    update(this.state, { text, bad });
  }

  /**
   * Start, in place of what is under way.
   * @param {(listener: Listener) => Promise<void>} act
   * @param {{ start: string, stopped: string }} texts
   */
  async run(act, { start, stopped }) {
    this.#work?.abort();
    const mine = new AbortController();
    const { signal } = mine;
    this.#work = mine;
    update(this.state, { share: 0, text: start, bad: false });
    try {
      await act({ signal, onProgress: (share, text) => update(this.state, { share, text }) });
    } catch (error) {
      if (this.#work !== mine) return;
      if (signal.aborted) this.tell(stopped);
      else this.tell(this.#faultText(error), true);
    } finally {
      if (this.#work === mine) this.state.share = null;
    }
  }

  stop() {
    if (this.state.share === null) return;
    this.#work?.abort();
    this.#onStop();
  }

  /** @param {string} label  of the bar */
  bar(label) {
    if (this.state.share === null) return nothing;
    return html`<div class="busy">
      <progress max="1" .value=${this.state.share} aria-label=${label}></progress>
      ${button('stop', this.#app.t('game-view.engine.stop.short'), () => this.stop())}
    </div>`;
  }

  /** @param {string} kind  a class */
  news(kind) {
    return html`<p class="${kind} ${this.state.bad ? 'fault' : ''}" role="status">${this.state.text}</p>`;
  }
}
