// The host functions of a running search: the time, and polls for messages from the page.

/** @import { Inbox, StopWay } from './mailbox.js' */

import { fetchBytes } from '../ui/load.js';

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
