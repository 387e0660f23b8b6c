// The Lab's worker: Python with an engine that visitors have edited. It runs in a sandboxed frame
// (sandbox.js), has no network and no storage, and is handed all that it needs. The script is one file that
// includes Pyodide, and a classic one: Chromium starts no module workers in an opaque origin.

/** @import { Start } from './worker.js' */

import './no-scripts.js';
import { loadPyodide } from 'pyodide';
// @ts-expect-error it has no types
import createPyodideModule from 'pyodide/pyodide.asm.mjs';
import { failing } from './errors.js';
import { openSession } from './host.js';
import { Inbox } from './mailbox.js';

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
  const fail = failing(post);
  self.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
  port.onmessage = ({ data: message }) => start(data, message, post).catch(fail);
};

/** @param {Handed} handed @param {Partial<Start>} options @param {(message: any) => void} post */
async function start({ port, base, files, python, memory }, options, post) {
  const { game = 'xiangqi', stopWays, execution } = options;
  /** @type {any[]} */
  const early = [];
  port.onmessage = ({ data }) => early.push(data);
  const given = { files, python, pyodide, memory };
  const how = { base: new URL(base), inbox: new Inbox(), post, stopWays, execution, given };
  const { session } = await openSession({ ...how, snapshot: 'off' });
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
