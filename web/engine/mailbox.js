// How a page reaches a worker that is busy searching. A worker's event loop stands still while it computes, so
// an ordinary message waits until the search is over. The search polls every few milliseconds; what a poll can
// do depends on the browser, and these are the ways, best first:
//
//   suspend  WebAssembly can be suspended (JSPI): the event loop turns during a poll
//   shared   the page is cross-origin isolated, which it is from the second visit on: the poll looks into shared memory
//   restart  nothing: the page ends the worker and starts another one
//
// In the second way a message is sent twice, as a message and as mail, and the worker takes the first that comes: so
// none is lost when the search ends in between.

/** @import { Request } from './messages.js' */

/** @typedef {'suspend' | 'shared' | 'restart'} StopWay */

/** @type {readonly StopWay[]} */
export const STOP_WAYS = ['suspend', 'shared', 'restart'];

const CAPACITY = 65_536;
const HEADER_BYTES = 8;
/** Header of the shared memory, in int32: the length of the mail in it in bytes, 0 when the worker has taken it. */
const LENGTH = 0;
const RETRY_MS = 10;

/** @returns {SharedArrayBuffer | null} memory for mail, where the browser allows it */
export function sharedMemory() {
  if (typeof SharedArrayBuffer !== 'function' || !globalThis.crossOriginIsolated) return null;
  return new SharedArrayBuffer(HEADER_BYTES + CAPACITY);
}

/** The page's side. */
export class Outbox {
  #worker;
  #shared;
  /** @type {string[]} mail that waits for room in the shared memory */
  #waiting = [];
  #serial = 0;
  /** @type {any} */
  #timer = null;
  /** @type {StopWay | null} as the worker has reported it */
  way = null;
  /** Whether the worker has said anything yet. */
  heard = false;
  /** The flag in shared memory that a search of several threads polls: 0 ends it. @type {Int32Array | null} */
  flag = null;

  /** @param {Worker} worker @param {SharedArrayBuffer | null} shared */
  constructor(worker, shared) {
    this.#worker = worker;
    this.#shared = shared;
  }

  /** @param {Request} request @param {boolean} busy  whether the worker may be in a search */
  send(request, busy) {
    // A running search ends now instead of at its next poll.
    if (this.flag && /^(go|stop)$/.test(request.type)) Atomics.store(this.flag, 0, 0);
    if (!busy || this.way !== 'shared') {
      this.#worker.postMessage(request);
      return;
    }
    this.#serial += 1;
    const twice = { ...request, mail: this.#serial };
    this.#worker.postMessage(twice);
    this.#waiting.push(JSON.stringify(twice));
    this.#deliver();
  }

  close() {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #deliver() {
    clearTimeout(this.#timer);
    if (!this.#shared || this.#waiting.length === 0) return;
    const header = new Int32Array(this.#shared, 0, 2);
    if (Atomics.load(header, LENGTH) === 0) {
      const bytes = new TextEncoder().encode(`[${this.#waiting.join(',')}]`);
      this.#waiting = [];
      if (bytes.length > CAPACITY) return; // it comes as an ordinary message, after the search
      new Uint8Array(this.#shared, HEADER_BYTES).set(bytes);
      Atomics.store(header, LENGTH, bytes.length);
    } else {
      this.#timer = setTimeout(() => this.#deliver(), RETRY_MS);
    }
  }
}

/** The worker's side. */
export class Inbox {
  #shared;
  /** @type {Set<number>} mail that has come one way and is still to come the other */
  #once = new Set();

  /** @param {SharedArrayBuffer | null} [shared] */
  constructor(shared = null) {
    this.#shared = shared;
  }

  /** The best way that this worker has among the allowed ones. @param {readonly StopWay[]} allowed @returns {StopWay} */
  way(allowed) {
    if (allowed.includes('suspend') && canSuspend()) return 'suspend';
    return allowed.includes('shared') && this.#shared ? 'shared' : 'restart';
  }

  /** The mail that has come since the last call, without waiting for the event loop. @returns {any[]} */
  collect() {
    if (!this.#shared) return [];
    const header = new Int32Array(this.#shared, 0, 2);
    const length = Atomics.load(header, LENGTH);
    if (length === 0) return [];
    // A copy: the decoder refuses shared memory.
    const text = new TextDecoder().decode(new Uint8Array(this.#shared, HEADER_BYTES, length).slice());
    Atomics.store(header, LENGTH, 0);
    return JSON.parse(text);
  }

  /** Whether this message comes for the first time. @param {any} message */
  isNew(message) {
    const mail = message?.mail;
    if (mail === undefined || this.#once.delete(mail)) return mail === undefined;
    this.#once.add(mail);
    return true;
  }
}

/** Whether WebAssembly can be suspended while the event loop turns. */
export function canSuspend() {
  return 'Suspending' in WebAssembly && 'promising' in WebAssembly;
}
