// The engine's answers to a question about positions: asked for the position wanted last, and kept.

/** @import { Position } from '../engine/messages.js' */

import { untracked } from '@preact/signals-core';
import { reactive, update } from '../ui/reactive.js';

/** Answers that are kept; the oldest go. */
const MOST = 500;

/** @template Answer */
export class Answers {
  /** Counts the changes of answers. */
  state = reactive({ known: 0 });
  #ask;
  /** @type {Map<string, { answer: Answer } | { error: string }>} by position */
  #found = new Map();
  /** @type {{ game?: string, answer: Answer } | null} */
  #last = null;
  #asking = false;

  /** @param {(position: Position) => Promise<Answer>} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * The answer about a position. If there is none yet, asks the engine, and returns the last answer about a
   * position of the game until then. Only one question is on its way, so none waits behind outdated ones.
   * @param {Position} position
   * @returns {{ answer: Answer | null, current: boolean, error: string | null }}  current: the answer is about this position
   */
  of(position) {
    this.state.known; // read, so that a view is rendered again when more is known
    const key = keyOf(position);
    const found = this.#found.get(key);
    if (!found && !this.#asking) untracked(() => this.#want(key, position));
    if (found && 'error' in found) return { answer: null, current: true, error: found.error };
    if (found) {
      this.#last = { game: position.game, answer: found.answer };
      return { answer: found.answer, current: true, error: null };
    }
    const last = this.#last?.game === position.game ? this.#last : null;
    return { answer: last?.answer ?? null, current: false, error: null };
  }

  /** Ask again after an error. @param {Position} position */
  retry(position) {
    this.#found.delete(keyOf(position));
    update(this.state, { known: this.state.known + 1 });
  }

  /** @param {string} key @param {Position} position */
  async #want(key, position) {
    this.#asking = true;
    try {
      this.#found.set(key, { answer: await this.#ask(position) });
    } catch (error) {
      this.#found.set(key, { error: /** @type {Error} */ (error).message });
    }
    this.#asking = false;
    if (this.#found.size > MOST) this.#found.delete(this.#found.keys().next().value ?? '');
    update(this.state, { known: this.state.known + 1 });
  }
}

/** @param {Position} position */
const keyOf = ({ game, fen, moves = [] }) => `${game} ${fen ?? ''} ${moves.join(' ')}`;
