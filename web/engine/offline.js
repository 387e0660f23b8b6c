// Whether this page works without a network, and whether a newer version of it is ready. No DOM: the page shows
// `state`, and calls `update` when the person wants the new version.

import { ownScript } from './trusted-types.js';

/**
 * @typedef {object} OfflineState
 * @property {'off' | 'unsupported' | 'installing' | 'ready' | 'updateAvailable' | 'failed'} state
 *   `ready`: everything is kept. `updateAvailable`: the same, and a newer version waits. `failed`: the page
 *   works, but only with a network
 * @property {string | null} reason  of `unsupported` and `failed`: 'no_service_worker', 'refused' (in a frame of
 *   another site, by the settings of the browser, ...) or 'not_kept' (no room, or a file is missing)
 * @property {string | null} detail  for people who look into it
 * @property {Readonly<Record<string, readonly [kept: number, all: number]>>} parts  how many files of each part of the
 *   site are kept, and how many there are. A part that not every visit needs is kept when it is first opened
 */

/** @type {OfflineState} */
const OFF = Object.freeze({ state: 'off', reason: null, detail: null, parts: Object.freeze({}) });

export class Offline extends EventTarget {
  #script;
  #parts;
  #more;
  #returns = false;
  #container;
  #reload;
  /** @type {OfflineState} */
  #state = OFF;
  /** @type {ServiceWorkerRegistration | null} */
  #registration = null;
  #updating = false;
  /** @type {WeakSet<ServiceWorker>} */
  #watched = new WeakSet();

  /**
   * @param {object} options
   * @param {string | URL} options.base  the root of the site, where `sw.js` is
   * @param {ServiceWorkerContainer} [options.container]
   * @param {() => void} [options.reload]
   * @param {() => string[]} [options.parts]  parts of the site that this page needs and not every visit does
   * @param {() => string[]} [options.more]  further parts that a returning visitor may need
   */
  constructor({
    base,
    parts = () => [],
    more = () => [],
    container = globalThis.navigator?.serviceWorker,
    reload = () => globalThis.location.reload(),
  }) {
    super();
    this.#script = new URL('sw.js', base);
    this.#parts = parts;
    this.#more = more;
    this.#container = container;
    this.#reload = reload;
  }

  /** A new object after every change. */
  get state() {
    return this.#state;
  }

  /** Keep the site for use without a network. Best called when the page is on the screen. */
  async start() {
    if (!this.#container) return this.#set('unsupported', 'no_service_worker');
    this.#returns = Boolean(this.#container.controller);
    try {
      this.#registration = await this.#container.register(ownScript(this.#script));
    } catch (error) {
      return this.#set('unsupported', 'refused', String(error));
    }
    this.#container.addEventListener('controllerchange', () => {
      // Another version has taken over: the files of this page are gone.
      if (this.#returns || this.#updating) this.#reload();
    });
    this.#container.addEventListener('message', ({ data }) => data?.type === 'kept' && this.look());
    this.#registration.addEventListener('updatefound', () => this.#watch());
    this.#watch();
  }

  /**
   * Switch to the waiting version and reload. Resolves to false if other tabs still use the present one.
   * @returns {Promise<boolean>}
   */
  async update() {
    const waiting = this.#registration?.waiting;
    if (!waiting) return false;
    this.#updating = true;
    const done = await ask(waiting, { type: 'activate' });
    this.#updating = Boolean(done);
    return waiting.state === 'redundant' ? this.update() : this.#updating; // a still newer one has come
  }

  /** Look again at what is kept. */
  look() {
    const active = this.#registration?.active;
    if (active) this.#check(active);
  }

  /** Follow a new version from its installation to its use. */
  #watch() {
    const { installing, waiting, active } = /** @type {ServiceWorkerRegistration} */ (this.#registration);
    if (waiting && active) this.#set('updateAvailable');
    if (active) this.#check(active);
    else if (installing) this.#set('installing');
    if (!installing || this.#watched.has(installing)) return;
    this.#watched.add(installing);
    // The page may be closed before the first version is in use.
    if (!active) installing.postMessage({ type: 'keep', parts: this.#parts() });
    installing.addEventListener('statechange', () => {
      if (installing.state !== 'redundant') this.#watch();
      else if (this.#state.state === 'installing') this.#set('failed', 'not_kept');
    });
  }

  /** @param {ServiceWorker} worker the one in use */
  async #check(worker) {
    const question = { type: 'status', parts: this.#parts(), more: this.#returns ? this.#more() : [] };
    const { complete, fault, parts = {} } = (await ask(worker, question)) ?? {};
    if (this.#state.state === 'updateAvailable') this.#set('updateAvailable', null, null, parts);
    else if (complete) this.#set('ready', null, null, parts);
    else this.#set('failed', 'not_kept', fault ?? 'no answer', parts);
  }

  /**
   * @param {OfflineState['state']} state @param {string | null} [reason] @param {string | null} [detail]
   * @param {OfflineState['parts']} [parts]
   */
  #set(state, reason = null, detail = null, parts = this.#state.parts) {
    const before = this.#state;
    const same = JSON.stringify(parts) === JSON.stringify(before.parts);
    if (state === before.state && reason === before.reason && same) return;
    this.#state = Object.freeze({ state, reason, detail, parts });
    this.dispatchEvent(new Event('state'));
  }
}

const PATIENCE_MS = 60_000;

/** @param {ServiceWorker} worker @param {object} question @returns {Promise<any>} null without an answer */
function ask(worker, question) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(data);
    };
    worker.addEventListener('statechange', () => worker.state === 'redundant' && resolve(null));
    worker.postMessage(question, [port2]);
  });
}
