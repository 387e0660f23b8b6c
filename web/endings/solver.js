// The current ending: its size, whether it is solved, solving it, and keeping the tables. Tables live in the
// engine's worker; the browser keeps copies and gives them back on the next visit, or after a breakdown.

/** @import { EngineClient, EngineError } from '../engine/client.js' */
/** @import { EndingFacts, Id, ProgressMessage } from '../engine/messages.js' */
/** @import { Failure } from '../game/types.js' */

import { failureOf } from '../game/session-base.js';
import { addKeptTables } from '../tablebase/follow-tables.js';
import { reactive, update } from '../ui/reactive.js';

/** Where tables are kept; see tablebase/kept-tables.js. @typedef {{ read: (name: string) => Promise<string | null>, write: (name: string, table: string) => Promise<'kept' | 'full' | 'refused'>, remove: (name: string) => Promise<void> }} KeptTables */
/** Positions a second, as it was measured last. @typedef {{ now: number | null, change: (speed: number) => unknown }} KeptSpeed */

/** @typedef {{ ending: string, done: number, total: number, finished: number }} Solving  finished: endings that are solved already */

/**
 * @typedef {object} EndingState
 * @property {EndingFacts | null} facts  null while nothing is known
 * @property {Solving | null} solving
 * @property {(Failure & { finished?: number }) | null} fault  code `died`: the worker broke down while it was solving
 * @property {'kept' | 'full' | 'refused'} keeping
 * @property {number} renewed  counts the changes of the tables that the worker knows
 */

/** Positions a second where nothing has been measured yet: a quiet laptop does twice as many. */
const USUAL_SPEED = 750_000;
/** Before the first position the solver has to be compiled. */
const START_SECONDS = 0.5;
/** Below this a measurement says more of the start than of the speed. */
const LEAST_MEASURED = 300_000;

export class EndingSolver {
  #client;
  #kept;
  #speed;
  /** Identifies the latest request. */
  #token = {};
  /** The id of the request that solves. @type {Id | null} */
  #work = null;
  /** That request, until it has ended. @type {Promise<unknown> | null} */
  #running = null;
  /** Why that request has to end. @type {'stopped' | 'died' | null} */
  #ending = null;
  #restarted = false;

  /** @param {{ client: Pick<EngineClient, 'request' | 'state' | 'addEventListener'>, kept: KeptTables, speed: KeptSpeed }} parts */
  constructor({ client, kept, speed }) {
    this.#client = client;
    this.#kept = kept;
    this.#speed = speed;
    /** @type {EndingState} */
    this.state = reactive({
      facts: /** @type {EndingFacts | null} */ (null),
      solving: /** @type {Solving | null} */ (null),
      fault: /** @type {EndingState['fault']} */ (null),
      keeping: /** @type {EndingState['keeping']} */ ('kept'),
      renewed: 0,
    });
    client.addEventListener('state', () => this.#engineChanged());
  }

  /** The estimated seconds of solving an ending here. @param {EndingFacts} facts */
  seconds({ todo }) {
    return START_SECONDS + todo / (this.#speed.now ?? USUAL_SPEED);
  }

  /**
   * Turn to an ending and load its kept tables; solving another one is stopped.
   * @param {{ name: string } | { fen: string }} asked
   * @returns {Promise<boolean>} false if another ending has been asked for since
   */
  async look(asked) {
    const token = {};
    this.#token = token;
    this.stop();
    await this.#running?.catch(() => {});
    if (this.#token !== token) return false;
    update(this.state, { fault: null });
    try {
      const facts = await this.#facts(asked, token);
      if (facts) update(this.state, { facts, renewed: this.state.renewed + 1 });
    } catch (error) {
      if (this.#token === token) update(this.state, { fault: failureOf(error) });
    }
    return this.#token === token;
  }

  /** Solve the ending at hand, with the smaller ones that are missing. @returns {Promise<boolean>} whether it is solved now */
  async solve() {
    const { facts, solving } = this.state;
    if (!facts || solving) return false;
    if (facts.statistics) return true;
    const token = this.#token;
    let finished = 0;
    this.#work = null;
    this.#ending = null;
    update(this.state, {
      fault: null,
      solving: { ending: facts.missing[0], done: 0, total: facts.todo, finished },
    });
    const started = performance.now();
    const onNews = (
      /** @type {ProgressMessage} */ { ending = '', table, done, total },
      /** @type {Id} */ id,
    ) => {
      this.#work = id;
      if (this.#ending) this.#end();
      if (table) {
        finished += 1;
        this.#keep(ending, table);
      } else if (!this.#ending) {
        update(this.state, { solving: { ending, done, total, finished } });
      }
    };
    let fault = null;
    try {
      const request = this.#client.request({ type: 'solveEnding', name: facts.name }, onNews);
      this.#running = request;
      const found = await request;
      const seconds = (performance.now() - started) / 1000 - START_SECONDS;
      if (facts.todo > LEAST_MEASURED && seconds > 0) this.#speed.change(Math.round(facts.todo / seconds));
      if (this.#token === token) {
        update(this.state, { facts: asFacts(found), renewed: this.state.renewed + 1 });
        return true;
      }
    } catch (error) {
      const { code } = /** @type {EngineError} */ (error);
      if (this.#ending === 'died') fault = { code: 'died', message: '', finished };
      else if (code !== 'cancelled') fault = { ...failureOf(error), finished };
    } finally {
      this.#work = null;
      this.#running = null;
      update(this.state, { solving: null });
    }
    if (this.#token === token) {
      await this.look({ name: facts.name });
      if (fault && !this.state.solving) update(this.state, { fault });
    }
    return false;
  }

  /** End the solving; finished smaller endings stay. */
  stop() {
    if (!this.state.solving) return;
    this.#ending ??= 'stopped';
    this.#end();
  }

  /**
   * A random position of the ending at hand; null if there is none.
   * @param {'red' | 'black'} turn
   * @param {'win' | 'draw' | 'loss'} result  for the side to move
   * @returns {Promise<string | null>}
   */
  async pick(turn, result) {
    const name = this.state.facts?.name;
    return (await this.#client.request({ type: 'pickEnding', name, turn, result })).fen ?? null;
  }

  #end() {
    if (this.#work !== null) this.#client.request({ type: 'stop', work: this.#work }).catch(() => {});
  }

  /** @param {{ name: string } | { fen: string }} asked @param {object} token @returns {Promise<EndingFacts | null>} null if something else is asked for by now */
  async #facts(asked, token) {
    const facts = asFacts(await this.#client.request({ type: 'ending', ...asked }));
    const isWanted = () => this.#token === token;
    const added = await addKeptTables(this.#client, this.#kept, facts.missing, isWanted);
    if (!isWanted()) return null;
    const now = added > 0 ? asFacts(await this.#client.request({ type: 'ending', name: facts.name })) : facts;
    return isWanted() ? now : null;
  }

  /** @param {string} name @param {string} table */
  async #keep(name, table) {
    update(this.state, { keeping: await this.#kept.write(name, table) });
  }

  /** A new worker knows no tables and repeats the solving that its predecessor had begun; that is stopped. */
  #engineChanged() {
    const { state, restarted } = this.#client.state;
    if (restarted && state === 'loading') {
      this.#restarted = true;
      if (this.state.solving) this.#ending = 'died';
    } else if (this.#restarted && state === 'idle') {
      this.#restarted = false;
      const { facts, solving } = this.state;
      if (facts && !solving) this.look({ name: facts.name });
    }
  }
}

/** @param {any} reply @returns {EndingFacts} */
function asFacts({ name, positions, limit, todo, missing, smaller, fen, statistics }) {
  return { name, positions, limit, todo, missing, smaller, fen: fen ?? null, statistics: statistics ?? null };
}
