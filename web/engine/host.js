// The start of the engine in a worker, and the host functions of a running search: the time, and polls for messages
// from the page.

/** @import { Inbox, StopWay } from './mailbox.js' */

import { fetchBytes } from '../ui/load.js';
import { boot } from './boot.js';
import { STOP_WAYS } from './mailbox.js';

const ALIVE_EVERY_MS = 250;
/** The answer of every poll: the engine stops a search itself when the message arrives during the poll. */
const GO_ON = 0;

/**
 * Given to Python unchanged; compiled code calls `now` and `poll` without any Python in between.
 * @typedef {object} Host
 * @property {() => number} now  milliseconds since the host was made
 * @property {() => number | Promise<number>} poll  a promise where it suspends
 * @property {boolean} suspends
 * @property {(name: string) => Promise<Uint8Array>} fetch  a file of the site's data
 */

export class SearchHost {
  #inbox;
  #deliver;
  #post;
  #data;
  #alive = 0;
  /** @type {StopWay} */
  way = 'restart';

  /**
   * @param {Inbox} inbox
   * @param {(message: any) => void} deliver  takes mail that comes while the event loop stands still
   * @param {(message: any) => void} post
   * @param {URL} data  the folder of files that games may need
   */
  constructor(inbox, deliver, post, data) {
    this.#inbox = inbox;
    this.#deliver = deliver;
    this.#post = post;
    this.#data = data;
  }

  /** @returns {Host} */
  face() {
    const started = performance.now();
    const suspends = this.way === 'suspend';
    return {
      now: () => Math.floor(performance.now() - started),
      poll: suspends ? () => this.#turn() : () => this.#look(),
      suspends,
      fetch: (name) => fetchBytes(new URL(name, this.#data)),
    };
  }

  async #turn() {
    this.#showLife();
    await turn();
    return GO_ON;
  }

  #look() {
    this.#showLife();
    for (const message of this.#inbox.collect()) this.#deliver(message);
    return GO_ON;
  }

  /** So that the page can tell a long search from a dead worker. */
  #showLife() {
    const now = performance.now();
    if (now - this.#alive < ALIVE_EVERY_MS) return;
    this.#alive = now;
    this.#post({ type: 'alive' });
  }
}

/**
 * Start the engine, and open the session that answers messages.
 * @param {object} options
 * @param {URL} options.base  the root of the site
 * @param {Inbox} options.inbox
 * @param {(message: any) => void} [options.receive]  takes mail that comes while the event loop stands still
 * @param {(message: any) => void} options.post
 * @param {readonly StopWay[]} [options.stopWays]
 * @param {string} [options.execution]
 * @param {Parameters<typeof boot>[0]['snapshot']} options.snapshot
 * @param {Parameters<typeof boot>[0]['given']} [options.given]  the Lab's session, and all that it needs
 * @param {Promise<object | undefined> | null} [options.threads]
 */
export async function openSession({ base, inbox, receive = () => {}, post, execution = 'auto', ...more }) {
  const { stopWays = STOP_WAYS, snapshot, given = null, threads } = more;
  const report = (/** @type {string} */ stage, /** @type {number} */ progress) =>
    post({ type: 'state', state: 'loading', stage, progress });
  report('python', 0);
  const { engine, snapshot: made, complete } = await boot({ base, snapshot, given, report });
  if (given) await complete();
  const host = new SearchHost(inbox, receive, post, new URL('data/', base));
  host.way = inbox.way(stopWays);
  const tell = (/** @type {string} */ text) => post(JSON.parse(text));
  const session = engine.open_session(
    tell,
    { ...host.face(), ...(await threads) },
    execution,
    given !== null,
  );
  const { way: stopWay } = host;
  post({ type: 'state', state: 'loading', stage: 'kernel', progress: 0.95, stopWay, snapshot: made });
  return { session, complete };
}

/** @type {Array<() => void>} */
const waiting = [];
const turns = new MessageChannel();
turns.port1.onmessage = () => waiting.shift()?.();

/** One turn of the event loop, without the delay that timers have. @returns {Promise<void>} */
function turn() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });
}
