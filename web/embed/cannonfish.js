// SPDX-License-Identifier: MIT
// The engine for programs, without a board and without our page:
//
//   import { load } from 'https://.../cannonfish/embed/cannonfish.js';
//   const engine = await load();
//   const { bestmove } = await engine.go({ moves: ['h2e2'], limits: { level: 7 } });
//
// The npm package `cannonfish` holds the whole site, so the engine comes with it. If a bundler moves this file, say
// where the site is: load({ base }).
//
// It talks to the engine's worker, whose messages are described in engine/messages.js. From another origin, where a
// worker may not be started by its address, a worker of the page's own imports it instead.

/**
 * @typedef {object} Position  a game as far as it has been played: moves (UCI) from a FEN, or from the start
 * @property {string} [game]  'xiangqi' (where left out), 'chess' or 'liuzichong'
 * @property {string | null} [fen]
 * @property {readonly string[]} [moves]
 */

/** When a page is left, its loads fail first, and `pagehide` comes up to this many milliseconds later. */
const LEAVING_MS = 100;

/** A refusal: `code` and `reason` for programs, `message` for people. */
export class CannonfishError extends Error {
  /** @param {{ code: string, message: string, [detail: string]: unknown }} failure */
  constructor({ code, message, ...details }) {
    super(message);
    this.name = 'CannonfishError';
    this.code = code;
    this.details = details;
  }
}

/**
 * Start an engine. Resolves when it is ready; rejects with a CannonfishError.
 * @param {object} [options]
 * @param {string | URL} [options.base]  the root of a site of Cannonfish; the one that this file comes from
 * @param {(progress: number) => void} [options.onProgress]  told how far it has come, 0 to 1
 * @param {'auto' | 'interpreted' | 'compiled'} [options.execution]
 */
export async function load({ base = new URL('..', import.meta.url), onProgress, execution = 'auto' } = {}) {
  const root = new URL(String(base).replace(/\/?$/, '/'), globalThis.location?.href);
  const url = new URL('engine/worker.js', root);
  const engine = new Cannonfish(() => new Worker(...workerFor(url)), onProgress);
  await engine.start(execution);
  return engine;
}

/** @param {URL} url @returns {[URL | string, WorkerOptions]} */
function workerFor(url) {
  const options = { type: /** @type {const} */ ('module'), name: 'cannonfish' };
  if (url.origin === globalThis.location?.origin) return [url, options];
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  return [URL.createObjectURL(script), options];
}

/** An engine that runs. Searches come one at a time: a newer one waits for the one before. */
export class Cannonfish {
  /** Which execution is in use: 'compiled' or 'interpreted'. @type {string | null} */
  execution = null;
  #newWorker;
  /** @type {Worker | null} */
  #worker = null;
  #onProgress;
  #serial = 0;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: Error) => void, onInfo?: (info: any) => void }>} */
  #asked = new Map();
  /** @type {(error: CannonfishError | null) => void} */
  #started = () => {};
  #searches = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** @type {CannonfishError | null} */
  #end = null;

  /** @param {() => Worker} newWorker @param {(progress: number) => void} [onProgress] */
  constructor(newWorker, onProgress) {
    this.#newWorker = newWorker;
    this.#onProgress = onProgress;
  }

  /** @param {string} execution @returns {Promise<void>} */
  async start(execution) {
    // A page that is left while its worker still fetches files is kept by Firefox for the visitor's return, and the
    // files with it: the next page would wait for the same files for ever.
    const leave = () => this.#dismiss();
    const comeBack = (/** @type {PageTransitionEvent} */ { persisted }) =>
      persisted && this.#launch(execution);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', comeBack);
    try {
      await new Promise((resolve, reject) => {
        this.#started = (error) => (error ? reject(error) : resolve(undefined));
        this.#launch(execution);
      });
    } finally {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', comeBack);
    }
  }

  /** Everything about a position: FEN, turn, legal destinations, check, outcome. @param {Position} [position] */
  async view(position = {}) {
    return (await this.#ask('view', position)).view;
  }

  /** The view after one more move; rejects with the code illegal_move. @param {Position & { move: string }} position */
  async play(position) {
    return (await this.#ask('play', position)).view;
  }

  /** What a text means as a move, in any notation. @param {Position & { text: string }} position */
  async parse(position) {
    return (await this.#ask('parse', position)).moves;
  }

  /** The moves in every notation. @param {Position} position */
  async notate(position) {
    return (await this.#ask('notate', position)).moves;
  }

  /**
   * The best move of a position. Limits: level 1 to 12, depth, nodes, movetime in ms; without any, about a second.
   * @param {Position & { limits?: { level?: number, depth?: number, nodes?: number, movetime?: number, infinite?: boolean } }} [position]
   * @param {{ onInfo?: (info: any) => void }} [listener]
   */
  go(position = {}, { onInfo } = {}) {
    const search = () => this.#ask('go', position, onInfo);
    const over = () => {
      this.#searches -= 1;
    };
    // The first is sent at once, so that a stop that follows it comes after it.
    const result = this.#searches > 0 ? this.#last.then(search) : search();
    this.#searches += 1;
    this.#last = result.then(over, over);
    return result;
  }

  /** Let the search answer with what it has. */
  async stop() {
    await this.#ask('stop', {});
  }

  /** End the worker. What it has not answered is rejected. */
  close() {
    this.#fail('closed', 'the engine was closed');
  }

  /** End the worker. The listeners go first: WebKit still delivers messages after terminate(). */
  #dismiss() {
    if (!this.#worker) return;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#worker = null;
  }

  /** @param {string} execution */
  #launch(execution) {
    this.#worker = this.#newWorker();
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) =>
      this.#fail('not_started', event.message || 'the script of the worker is out of reach');
    this.#worker.postMessage({ type: 'start', execution });
  }

  /** @param {string} type @param {object} fields @param {(info: any) => void} [onInfo] @returns {Promise<any>} */
  #ask(type, fields, onInfo) {
    if (this.#end) return Promise.reject(this.#end);
    this.#serial += 1;
    const id = this.#serial;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, onInfo });
      this.#worker?.postMessage({ ...fields, id, type });
    });
  }

  /** @param {any} message */
  #hear(message) {
    const asked = this.#asked.get(message.id);
    if (message.type === 'state') this.#hearState(message);
    else if (message.type === 'info') asked?.onInfo?.(message);
    else if (asked && 'ok' in message) {
      this.#asked.delete(message.id);
      if (message.ok) asked.resolve(message);
      else asked.reject(new CannonfishError(message.error));
    }
  }

  /** @param {any} message */
  #hearState({ state, progress, execution, reason, detail }) {
    if (progress !== undefined) this.#onProgress?.(progress);
    if (execution) this.execution = execution;
    if (state === 'idle') this.#started(null);
    if (state !== 'failed') return;
    // Loads also fail when the page is being left: `pagehide` comes a moment later, and ends this worker.
    const worker = this.#worker;
    setTimeout(() => worker === this.#worker && this.#fail(reason, detail), LEAVING_MS);
  }

  /** @param {string} code @param {string} message */
  #fail(code, message) {
    this.#dismiss();
    this.#end ??= new CannonfishError({ code, message });
    this.#started(this.#end);
    for (const { reject } of this.#asked.values()) reject(this.#end);
    this.#asked.clear();
  }
}
