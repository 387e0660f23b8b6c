// The Python of a lesson: a worker in the sandbox, started with the first cell that is run. It runs one thing at a
// time; a run that is silent for too long is ended, and the next one has a new worker.

/** @import { Sandbox, SandboxWorker } from '../engine/sandbox.js' */

import { LabError } from '../engine/sandbox.js';
import { reactive, update } from '../ui/reactive.js';

/** A cell and its current text. @typedef {{ name: string, code: string }} Code */
/** Where an error is: `cell` is null where no cell is to blame. @typedef {{ cell: string | null, line: number, column: number, reason: string }} CellFault */
/**
 * A question of protocol/page/cells.py.
 * @typedef {object} Run
 * @property {string} book
 * @property {readonly Code[]} cells
 * @property {string} [check]
 * @property {{ name: string, arguments: readonly unknown[] }} [call]
 */
/** @typedef {{ fault: CellFault | null, hint: string[] | null, result: any, seconds: number }} Answer */
/** `signal`: stops the run, or drops it if it waits for others. @typedef {{ onOutput?: (text: string) => void, signal?: AbortSignal }} Listener */
/** `silent`: it hung; `ended`: it was stopped; `failed`: Python could not be started, or broke. @typedef {'silent' | 'ended' | 'failed'} Trouble */

/** As long as a slow phone may take between two lines of output. */
const SILENCE_MS = 5000;

/** Why a run that is stopped gives no answer. */
export const ended = () => new LabError('ended', 'it was stopped');

/** @param {AbortSignal} signal @returns {Promise<never>} */
const stopped = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

export class LessonPython {
  state = reactive({
    status: /** @type {'off' | 'loading' | 'ready' | 'running'} */ ('off'),
    /** Of loading, 0 to 1. */
    progress: 0,
  });
  #createWorker;
  /** @type {SandboxWorker | null} */
  #worker = null;
  /** @type {Promise<SandboxWorker> | null} */
  #starting = null;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Ends the wait for Python to start. */
  #abort = (/** @type {LabError} */ _error) => {};

  /** @param {Pick<Sandbox, 'createWorker'>} sandbox */
  constructor(sandbox) {
    this.#createWorker = () => sandbox.createWorker();
  }

  /**
   * Rejects with a LabError, whose `reason` is a Trouble; `cell` is the one that ran.
   * @param {Run} run
   * @param {Listener} [listener]
   * @returns {Promise<Answer>}
   */
  run(run, { onOutput = () => {}, signal } = {}) {
    const answer = this.#last.then(() => this.#run(run, onOutput, signal));
    this.#last = answer.catch(() => {});
    return signal ? Promise.race([answer, stopped(signal)]) : answer;
  }

  /** End what runs. */
  stop() {
    this.#worker?.terminate();
    this.#abort(ended());
    this.#forget();
  }

  /** @param {Run} run @param {(text: string) => void} onOutput @param {AbortSignal} [signal] */
  async #run(run, onOutput, signal) {
    signal?.throwIfAborted();
    const stop = () => this.stop();
    signal?.addEventListener('abort', stop);
    let running = run.cells.at(-1)?.name;
    try {
      this.#starting ??= this.#start();
      const worker = await this.#starting;
      worker.onoutput = (text, cell) => {
        running = cell ?? running;
        onOutput(text);
      };
      return await this.#ask(worker, run);
    } catch (error) {
      throw Object.assign(/** @type {LabError} */ (error), { cell: running });
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** @param {SandboxWorker} worker @param {Run} run */
  async #ask(worker, run) {
    update(this.state, { status: 'running' });
    try {
      return await worker.ask('run', run, SILENCE_MS);
    } catch (error) {
      if (worker === this.#worker) this.#forget();
      throw error;
    } finally {
      if (worker === this.#worker) update(this.state, { status: 'ready' });
    }
  }

  /** @returns {Promise<SandboxWorker>} */
  #start() {
    update(this.state, { status: 'loading', progress: 0 });
    const worker = this.#createWorker();
    this.#worker = worker;
    return new Promise((resolve, reject) => {
      this.#abort = reject;
      worker.onmessage = ({ data }) => {
        if (data?.type !== 'state') return;
        if (data.state === 'loading') update(this.state, { progress: data.progress ?? 0 });
        if (data.state === 'idle') resolve(worker);
        if (data.state === 'failed') {
          if (worker === this.#worker) this.#forget();
          reject(new LabError('failed', data.detail ?? ''));
        }
      };
      worker.postMessage({ type: 'start', stopWays: [] });
    });
  }

  #forget() {
    this.#worker = null;
    this.#starting = null;
    update(this.state, { status: 'off', progress: 0 });
  }
}
