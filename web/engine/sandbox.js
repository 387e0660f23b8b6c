// Runs edited engines in a worker inside a frame with an opaque origin, which has no access to the
// network or to this site's storage. The document contains the frame (`<iframe sandbox="allow-scripts"
// srcdoc="...">`). The frame's script only starts and ends workers. Python is handed over as bytes.

import { fetchBytes } from '../ui/load.js';
import { Snapshots } from './snapshots.js';

const PYTHON = 'pyodide/pyodide.asm.wasm';
const SCRIPT = 'engine/lab-worker.js';
const FILES = ['pyodide/python_stdlib.zip', 'pyodide/pyodide-lock.json'];
const BUILD = 'data/build.json';

/** A question to the Lab counts as hung after this time without a sign of life. */
export const SILENCE_MS = 1750;
/** Time is counted in checks, which slow down with the machine. */
const CHECKS = 7;

/** A question that could not be answered. `reason`: 'silent', 'failed' or 'ended'. */
export class LabError extends Error {
  /** @param {string} reason @param {string} message */
  constructor(reason, message) {
    super(message);
    this.name = 'LabError';
    this.reason = reason;
  }
}

export class Sandbox {
  #base;
  #frame;
  #serial = 0;
  /** @type {Map<number, SandboxWorker>} */
  #workers = new Map();
  /** @type {Promise<void> | null} */
  #loading = null;

  /** @param {{ base: URL, frame: HTMLIFrameElement }} options  frame: the sandboxed one of the document */
  constructor({ base, frame }) {
    this.#base = base;
    this.#frame = frame;
    addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) this.#workers.get(data?.id)?.failed(String(data.fault));
    });
  }

  /** A worker for an EngineClient. */
  createWorker() {
    this.#serial += 1;
    const id = this.#serial;
    const { port1, port2 } = new MessageChannel();
    const worker = new SandboxWorker(port1, () => {
      this.#workers.delete(id);
      this.#tell({ end: id });
    });
    this.#workers.set(id, worker);
    this.#loading ??= this.#load();
    this.#loading.then(
      () => this.#workers.has(id) && this.#tell({ start: id, port: port2 }, [port2]),
      (error) => {
        this.#loading = null;
        worker.failed(String(error), 'download_failed');
      },
    );
    return worker;
  }

  /** Give the frame all that its workers need. */
  async #load() {
    const [build, python, script] = await Promise.all([
      this.#fetch(BUILD),
      this.#fetch(PYTHON),
      this.#fetch(SCRIPT),
      ready(this.#frame),
    ]);
    const { version, names } = JSON.parse(new TextDecoder().decode(build));
    const wheels = Object.keys(names).filter((name) => name.startsWith('wheels/'));
    const paths = [...FILES, ...wheels];
    const [memory, ...contents] = await Promise.all([
      new Snapshots(this.#base, version).read(),
      ...paths.map((path) => this.#fetch(path)),
    ]);
    const files = new Map([
      [BUILD, build],
      ...paths.map((path, at) => /** @type {const} */ ([path, contents[at]])),
    ]);
    this.#tell({ load: { base: this.#base.href, files, memory }, script, python });
  }

  /** @param {string} path */
  #fetch(path) {
    return fetchBytes(new URL(path, this.#base));
  }

  /** @param {any} message @param {Transferable[]} [transfer] */
  #tell(message, transfer = []) {
    // An opaque origin cannot be named as the target. The frame is ours, and no message holds a secret.
    this.#frame.contentWindow?.postMessage(message, '*', transfer);
  }
}

/** Resolves when the script of the frame listens. @param {HTMLIFrameElement} frame @returns {Promise<any>} */
function ready(frame) {
  return new Promise((resolve) => {
    const ask = () => frame.contentWindow?.postMessage('hello', '*');
    addEventListener('message', function hear({ source, data }) {
      if (source !== frame.contentWindow || data !== 'hello') return;
      removeEventListener('message', hear);
      resolve(null);
    });
    frame.addEventListener('load', ask, { once: true });
    ask();
  });
}

/**
 * A worker in the sandbox. It offers what an EngineClient uses of a worker, and the Lab's own questions.
 * @implements {Pick<Worker, 'postMessage' | 'terminate'>}
 */
export class SandboxWorker {
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  /** @type {((event: any) => void) | null} */
  onmessageerror = null;
  /** What is printed while a question is answered, or the cell that begins. @type {((text: string, cell?: string) => void) | null} */
  onoutput = null;
  #port;
  #end;
  #serial = 0;
  /** @type {Map<number, { resolve: (reply: any) => void, reject: (error: LabError) => void, silence: number }>} */
  #asked = new Map();
  #ready = false;
  /** Whether it has been ended, or has ended itself; it answers nothing any more. */
  ended = false;
  /** @type {any} */
  #timer = null;

  /** @param {MessagePort} port @param {() => void} end */
  constructor(port, end) {
    this.#port = port;
    this.#end = end;
    port.onmessage = ({ data }) => this.#hear(data);
  }

  /** Memory cannot be shared with another origin: a message with it would be lost. @param {any} message */
  postMessage({ shared: _, ...message }) {
    this.#port.postMessage(message);
  }

  terminate() {
    this.#finish(new LabError('ended', 'the engine was ended'));
  }

  /** The worker or its script is broken. @param {string} detail @param {string} [reason] */
  failed(detail, reason = 'crashed') {
    this.onmessage?.({ data: { type: 'state', state: 'failed', reason, detail } });
    this.#finish(new LabError('failed', detail));
  }

  /**
   * Ask one of the questions of cannonfish/protocol/page/lab.py. Rejects with a LabError: `silent` when there was no sign of
   * life for too long; the worker is ended then.
   * @param {string} question @param {object} fields @param {number} [silence]  milliseconds @returns {Promise<any>}
   */
  ask(question, fields, silence = SILENCE_MS) {
    if (this.ended) return Promise.reject(new LabError('ended', 'the engine was ended'));
    this.#serial += 1;
    const id = this.#serial;
    const asked = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject, silence }));
    this.#port.postMessage({ ...fields, id, lab: question });
    this.#watch();
    return asked;
  }

  /** @param {any} message */
  #hear(message) {
    if (message?.type === 'state' && message.state === 'idle') this.#ready = true;
    if (message?.type === 'lab') {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      if (message.ok) asked?.resolve(message);
      else asked?.reject(new LabError('failed', String(message.error)));
    } else if (message?.type === 'output') {
      this.onoutput?.(String(message.text), message.cell);
    } else {
      this.onmessage?.({ data: message });
      if (message?.type === 'state' && message.state === 'failed')
        this.#finish(new LabError('failed', String(message.detail ?? '')));
    }
    this.#watch();
  }

  /** Restart the count of time without a sign of life. */
  #watch() {
    clearInterval(this.#timer);
    if (!this.#ready || this.#asked.size === 0) return;
    const silence = Math.max(...[...this.#asked.values()].map((asked) => asked.silence));
    let quiet = 0;
    this.#timer = setInterval(() => {
      quiet += 1;
      if (quiet < CHECKS) return;
      const fault = new LabError('silent', `no sign of life for ${silence} ms`);
      this.#finish(fault);
      this.onerror?.({ message: fault.message });
    }, silence / CHECKS);
  }

  /** @param {LabError} fault */
  #finish(fault) {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.#timer);
    this.#port.onmessage = null;
    this.#port.close();
    this.#end();
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of asked) reject(fault);
  }
}
