// A game against the engine that is being edited. The site's own engine, which runs outside the sandbox,
// provides the rules: the variant only names its move, and an illegal one is refused.

/** @import { BestMove, Info, Limits } from '../engine/messages.js' */
/** @import { Client } from '../game/session.js' */
/** @import { Session, View } from '../game/types.js' */
/** @import { VariantEngine } from './variant-engine.js' */

import { PlaySession } from '../game/session.js';
import { addLine, goTo } from '../game/tree.js';

/** How long the variant thinks: `time` in milliseconds. @typedef {typeof PLAY_LIMITS[number]} PlayLimit */

export const PLAY_LIMITS = /** @type {const} */ ([
  'nodes 1000',
  'nodes 5000',
  'nodes 20000',
  'nodes 100000',
  'nodes 1000000',
  'time 200',
  'time 1000',
  'time 3000',
]);

/** @param {PlayLimit} limit @returns {Limits} */
export function limitsOf(limit) {
  const [kind, number] = limit.split(' ');
  return kind === 'time' ? { movetime: Number(number) } : { nodes: Number(number) };
}

/**
 * The client of a game in which the variant thinks and the rules are those of the site's own engine.
 * @implements {Client}
 */
export class LabClient {
  #rules;
  #engine;
  #limit;
  #serial = 0;

  /** @param {Client} rules @param {VariantEngine} engine @param {() => PlayLimit} limit */
  constructor(rules, engine, limit) {
    this.#rules = rules;
    this.#engine = engine;
    this.#limit = limit;
  }

  get state() {
    return this.#engine.client.state;
  }

  /** @type {Client['addEventListener']} */
  addEventListener(...listener) {
    this.#engine.client.addEventListener(...listener);
  }

  /** @type {Client['view']} */
  view(position) {
    return this.#rules.view(position);
  }

  /** @type {Client['play']} */
  play(position) {
    return this.#rules.play(position);
  }

  /** @type {Client['read']} */
  read(source) {
    return this.#rules.read(source);
  }

  retry() {
    this.#engine.again();
  }

  /** After a failure of the site's own engine: start it again. */
  retryRules() {
    this.#rules.retry();
  }

  /** @type {Client['go']} */
  go({ limits: _, ...position }, listener) {
    this.#serial += 1;
    const serial = this.#serial;
    return { id: serial, result: this.#answer(serial, position, listener) };
  }

  async stop() {
    this.#serial += 1;
    return this.#engine.client.stop();
  }

  /** @param {number} serial @param {any} position @param {any} listener @returns {Promise<BestMove>} */
  async #answer(serial, position, listener) {
    await this.#engine.ready();
    if (serial !== this.#serial) throw Object.assign(new Error('a newer search'), { code: 'cancelled' });
    const limits = limitsOf(this.#limit());
    const { bestmove, ponder, info } = await this.#engine.client
      .go({ ...position, limits }, listener)
      .result.catch((error) => {
        if (error.reason === 'silent') this.#engine.hung();
        throw error;
      });
    const view = bestmove
      ? await this.#rules.play({ ...position, move: String(bestmove) })
      : await this.#rules.view(position);
    return { bestmove, ponder, view, info };
  }
}

/** @implements {Session} */
export class LabSession extends PlaySession {
  #client;

  /** @param {ConstructorParameters<typeof PlaySession>[0] & { client: LabClient }} parts */
  constructor(parts) {
    super(parts);
    this.#client = parts.client;
  }

  /**
   * Play moves from a node, as when a line of the engine is pressed.
   * @param {number} from @param {readonly string[]} moves  legal ones, one after the other
   */
  playLine(from, moves) {
    const { tree, id } = addLine(this.state.game.tree, from, moves);
    this.change({ ...this.state.game, tree: goTo(tree, id) });
  }

  /** The rules may have failed, and not only the variant. @override */
  retry() {
    this.#client.retryRules();
    super.retry();
  }

  /** The variant has changed: ask it again if it is to move. */
  goOn() {
    this.dismiss('engine_refused');
    this.settle();
  }
}
