// The common part of all sessions: their state, which includes the engine's, notices, and turning the board.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Failure, Notice, SessionState } from './types.js' */

import { reactive, update } from '../ui/reactive.js';
import { other } from './games.js';

/** @template {SessionState} State */
export class SessionBase {
  #client;

  /**
   * @param {Pick<EngineClient, 'state' | 'addEventListener' | 'retry'>} client
   * @param {Omit<State, 'engine' | 'hint' | 'notices'>} fields
   */
  constructor(client, fields) {
    this.#client = client;
    const common = { engine: client.state, hint: null, notices: [] };
    this.state = reactive(/** @type {State} */ (/** @type {unknown} */ ({ ...fields, ...common })));
    client.addEventListener('state', () => {
      const failed = this.state.engine.state === 'failed';
      this.#update({ engine: client.state });
      if (failed && client.state.state !== 'failed') this.runsAgain();
    });
  }

  /** Called when the engine runs again after a failure. @protected */
  runsAgain() {}

  flip() {
    const { game } = this.state;
    this.#update({ game: { ...game, orientation: other(game.game, game.orientation) } });
  }

  /** After a failure: start the engine again. */
  retry() {
    if (this.state.engine.state === 'failed') this.#client.retry();
  }

  /** @param {...string} kinds */
  dismiss(...kinds) {
    const notices = this.state.notices.filter(({ kind }) => !kinds.includes(kind));
    if (notices.length !== this.state.notices.length) this.#update({ notices });
  }

  /** A notice replaces an older one of its kind. @param {Notice} notice */
  notify(notice) {
    const others = this.state.notices.filter(({ kind }) => kind !== notice.kind);
    this.#update({ notices: [...others, notice] });
  }

  /** @param {Partial<SessionState>} changes */
  #update(changes) {
    update(/** @type {SessionState} */ (this.state), changes);
  }
}

/** An error as plain data. @param {unknown} error @returns {Failure} */
export function failureOf(error) {
  const { code = 'unknown', reason, message, text, details } = /** @type {Failure} */ (error);
  return { code, reason, message, text, details };
}

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
