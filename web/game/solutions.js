// The values of the moves of a solved game. The rules are asked once for each position.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { MoveValue, Position } from '../engine/messages.js' */

import { reactive, update } from '../ui/reactive.js';

export class Solutions {
  /** `known` changes whenever more is known; `failed` is the last error. */
  state = reactive(/** @type {{ known: number, failed: string | null }} */ ({ known: 0, failed: null }));
  #client;
  /** @type {Map<string, MoveValue[]>} by the FEN, which is the whole position in a solved game */
  #values = new Map();
  /** @type {Set<string>} */
  #asked = new Set();

  /** @param {Pick<EngineClient, 'solve'>} client */
  constructor(client) {
    this.#client = client;
  }

  /** The moves of a position, best first, or null while they are unknown. @param {string} fen @returns {MoveValue[] | null} */
  of(fen) {
    this.state.known; // read, so that a view of the values is rendered again when more is known
    return this.#values.get(fen) ?? null;
  }

  /**
   * Ask about a position, unless it has been asked about; `state` changes when the answer is there.
   * @param {string} fen  of the position
   * @param {Position} position  the same for the engine
   */
  async want(fen, position) {
    if (this.#asked.has(fen)) return;
    this.#asked.add(fen);
    try {
      this.#values.set(fen, await this.#client.solve(position));
      update(this.state, { known: this.#values.size, failed: null });
    } catch (error) {
      update(this.state, { failed: /** @type {Error} */ (error).message });
    }
  }

  /** After a failure: positions without an answer can be asked about again. */
  retry() {
    this.#asked = new Set(this.#values.keys());
    update(this.state, { failed: null });
  }
}
