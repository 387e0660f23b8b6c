// A drawn piece and what the reader of pictures makes of it: the newest drawing is looked at, the others are left out. No DOM.

/** @import { Look, Pixels } from '../../engine/reader.js' */

import { LoadError } from '../../ui/load.js';
import { reactive, update } from '../../ui/reactive.js';

export class Drawing {
  state = reactive({
    look: /** @type {Look | null} */ (null),
    fault: /** @type {'failed' | 'not_loaded' | null} */ (null),
  });
  #reader;
  /** @type {Pixels | null} */ #waiting = null;
  #busy = false;

  /** @param {{ look: (pixels: Pixels) => Promise<Look> }} reader */
  constructor(reader) {
    this.#reader = reader;
  }

  /** Let the reader look, as soon as it has nothing else to look at. @param {Pixels} pixels */
  async show(pixels) {
    this.#waiting = pixels;
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting) {
      const now = this.#waiting;
      this.#waiting = null;
      try {
        update(this.state, { look: await this.#reader.look(now), fault: null });
      } catch (error) {
        update(this.state, { look: null, fault: error instanceof LoadError ? 'not_loaded' : 'failed' });
      }
    }
    this.#busy = false;
  }

  /** The number of the likeliest piece; -1 before there is one. */
  get best() {
    const chances = this.state.look?.chances ?? [];
    return chances.indexOf(Math.max(...chances));
  }
}
