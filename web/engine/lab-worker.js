// The Lab's worker: Python with an engine that visitors have edited. It runs in a sandboxed frame
// (sandbox.js), has no network and no storage, and is handed all that it needs. The script is one file that
// includes Pyodide, and a classic one: Chromium starts no module workers in an opaque origin.

/** @import { Start } from './worker.js' */

import './no-scripts.js';
import { loadPyodide } from 'pyodide';
// @ts-expect-error it has no types
import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { boot } from './boot.js';
import { reasonOf } from './errors.js';
import { SearchHost } from './host.js';
import { Inbox, STOP_WAYS } from './mailbox.js';

/**
 * @typedef {object} Handed
 * @property {MessagePort} port  to the page
 * @property {string} base  the root of the site, which names the files
 * @property {Map<string, Uint8Array<ArrayBuffer>>} files
 * @property {WebAssembly.Module} python
 * @property {Uint8Array | null} memory
 */

/** Most memory that Python may have, in pages of 64 KB: half a gigabyte. */
const MOST_PAGES = 8192;

const pyodide = {
  loadPyodide: (/** @type {any} */ options) => loadPyodide({ ...options, createPyodideModule }),
};

self.onmessage = ({ data }) => {
  self.onmessage = null;
  const { port } = /** @type {Handed} */ (data);
  const post = (/** @type {any} */ message) => port.postMessage(message);
  const fail = (/** @type {unknown} */ error) => {
    console.error(error);
    post({ type: 'state', state: 'failed', reason: reasonOf(error), detail: String(error).slice(-2000) });
  };
  self.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  port.onmessage = ({ data: message }) => start(data, message, post).catch(fail);
};

/** @param {Handed} handed @param {Partial<Start>} options @param {(message: any) => void} post */
async function start({ port, base, files, python, memory }, options, post) {
  const { stopWays = STOP_WAYS, execution = 'auto', game = 'xiangqi' } = options;
  /** @type {any[]} */
  const early = [];
  port.onmessage = ({ data }) => early.push(data);
  const report = (/** @type {string} */ stage, /** @type {number} */ progress) =>
    post({ type: 'state', state: 'loading', stage, progress });
  report('python', 0);
  const given = { files, python, pyodide, memory };
  const { engine, complete, snapshot } = await boot({ base: new URL(base), snapshot: 'off', given, report });
  await complete();
  const inbox = new Inbox();
  const host = new SearchHost(inbox, () => {}, post, new URL('data/', base));
  host.way = inbox.way(stopWays);
  const session = engine.open_session(
    (/** @type {string} */ text) => post(JSON.parse(text)),
    host.face(),
    execution,
    true,
  );
  post({ type: 'state', state: 'loading', stage: 'kernel', progress: 0.95, stopWay: host.way, snapshot });
  session.prepare(game);
  const answer = (/** @type {any} */ message) => {
    if (message?.lab) session.receive_lab(JSON.stringify(message));
    else session.receive_text(JSON.stringify(message));
  };
  port.onmessage = ({ data }) => answer(data);
  for (const message of early) answer(message);
}

// Limits Python's memory: an edited file can ask for a list of any size.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength / 65_536 + pages > MOST_PAGES) throw new RangeError('out of memory');
  return grow.call(this, pages);
};
