// @ts-check
// An engine that is not there until somebody needs it, and can be put to sleep: what is asked of it meanwhile waits.
// It has the face of EngineClient, so that a game does not notice. A frame with a board costs nothing but the board.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Limits, Position, View } from '../engine/messages.js' */

import { EngineError } from '../engine/client.js';

/** Stands for a search: whoever waits for its result can be told that it will not come. @typedef {{ over: boolean, cancel: () => void, cancelled: Promise<never> }} Ticket */

export class LazyEngine extends EventTarget {
  #create;
  #built;
  #limits;
  #wakesToSearch;
  /** @type {EngineClient} */
  #client;
  #awake = false;
  /** @type {Promise<void>} */
  #morning = Promise.resolve();
  /** @type {() => void} */
  #ring = () => {};
  /** The search that is under way or waits for the engine. @type {Ticket | null} */
  #ticket = null;
  #serial = 0;

  /**
   * @param {object} parts
   * @param {() => EngineClient} parts.create  a client that has not been started
   * @param {() => Promise<Record<string, View>>} [parts.built]  the views of start positions, which need no engine
   * @param {(limits: Limits) => Limits} [parts.limits]  changes the limits of a level's search
   * @param {boolean} [parts.wakesToSearch]  whether a search needs no other sign that somebody wants the engine
   */
  constructor({ create, built = async () => ({}), limits = (given) => given, wakesToSearch = false }) {
    super();
    this.#wakesToSearch = wakesToSearch;
    this.#create = create;
    this.#built = built;
    this.#limits = limits;
    this.#client = this.#fresh();
  }

  get state() {
    return this.#client.state;
  }

  /** Whether it has been needed, and not been put to sleep since. */
  get awake() {
    return this.#awake;
  }

  /** Somebody needs the engine: start it, and answer what has been asked. @param {string} [game] */
  wake(game) {
    if (this.#awake) return;
    this.#awake = true;
    this.#client.start(game);
    this.#ring();
  }

  /** End the worker. What it has not answered it is asked again when it wakes. */
  sleep() {
    if (!this.#awake) return;
    const client = this.#client;
    this.#awake = false;
    this.#client = this.#fresh();
    client.dispose();
    this.dispatchEvent(new Event('state'));
  }

  // ---- the face of EngineClient ----

  /** @param {Position} [position] @returns {Promise<View>} */
  async view(position = {}) {
    const { game = 'xiangqi', fen = null, moves = [] } = position;
    if (fen === null && moves.length === 0) {
      const built = (await this.#built())[game];
      if (built) return built;
    }
    return this.#ask((client) => client.view(position));
  }

  /** @param {Position & { move: string }} position */
  play(position) {
    return this.#ask((client) => client.play(position));
  }

  /** @param {Position} position */
  judge(position) {
    return this.#ask((client) => client.judge(position));
  }

  /** @param {Position & { first?: number }} position */
  notate(position) {
    return this.#ask((client) => client.notate(position));
  }

  /** @param {Position & { text: string }} position */
  parse(position) {
    return this.#ask((client) => client.parse(position));
  }

  /** @param {Parameters<EngineClient['read']>[0]} source */
  read(source) {
    return this.#ask((client) => client.read(source));
  }

  /** @param {Parameters<EngineClient['write']>[0]} wanted */
  write(wanted) {
    return this.#ask((client) => client.write(wanted));
  }

  /** @param {Position} position */
  solve(position) {
    return this.#ask((client) => client.solve(position));
  }

  /**
   * @param {Parameters<EngineClient['go']>[0]} request
   * @param {Parameters<EngineClient['go']>[1]} [listener]
   * @returns {ReturnType<EngineClient['go']>}
   */
  go({ limits, ...position }, listener) {
    this.#ticket?.cancel();
    const ticket = newTicket();
    this.#ticket = ticket;
    if (this.#wakesToSearch) this.wake(position.game);
    const wanted = { ...position, ...(limits && { limits: this.#limits(limits) }) };
    const result = Promise.race([
      ticket.cancelled,
      this.#ask((client) => (ticket.over ? ticket.cancelled : client.go(wanted, listener).result)),
    ]);
    const ended = () => {
      ticket.over = true;
      if (this.#ticket === ticket) this.#ticket = null;
    };
    result.then(ended, ended);
    this.#serial += 1;
    return { id: `lazy ${this.#serial}`, result };
  }

  async stop() {
    if (this.#awake) return this.#client.stop();
    this.#ticket?.cancel();
    this.#ticket = null;
    return null;
  }

  retry() {
    this.#client.retry();
  }

  /**
   * @template T
   * @param {(client: EngineClient) => Promise<T>} act
   * @returns {Promise<T>}
   */
  async #ask(act) {
    for (;;) {
      await this.#morning;
      const client = this.#client;
      try {
        return await act(client);
      } catch (error) {
        // Put to sleep over it: once more, when the next one wakes.
        if (client === this.#client || /** @type {EngineError} */ (error).code !== 'disposed') throw error;
      }
    }
  }

  #fresh() {
    this.#morning = new Promise((resolve) => {
      this.#ring = () => resolve();
    });
    const client = this.#create();
    client.addEventListener('state', () => {
      if (client === this.#client) this.dispatchEvent(new Event('state'));
    });
    return client;
  }
}

/** @returns {Ticket} */
function newTicket() {
  const ticket = {
    over: false,
    cancel: () => {},
    cancelled: /** @type {Promise<never>} */ (new Promise(() => {})),
  };
  ticket.cancelled = new Promise((_, reject) => {
    ticket.cancel = () => {
      ticket.over = true;
      reject(new EngineError({ code: 'cancelled', message: 'a newer search took its place' }));
    };
  });
  ticket.cancelled.catch(() => {}); // whoever waits for it is told
  return ticket;
}
