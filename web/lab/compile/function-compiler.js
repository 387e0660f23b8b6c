// A function being compiled: one of the kernel as it is edited, or of a program of the visitor's own. It runs in a
// worker of its own in the sandbox, so that a hang does not end the engine.

/** @import { SandboxWorker } from '../../engine/sandbox.js' */
/** @import { Sample } from './samples.js' */
/** @import { Fault, VariantEngine } from '../variant-engine.js' */

import { reactive, update } from '../../ui/reactive.js';

/** The file of one's own program, in faults. */
export const OWN_FILE = 'program.py';

/**
 * A compiled function: `listing` has pairs of a line of the source and a line of WebAssembly text.
 * @typedef {object} Compiled
 * @property {string} function
 * @property {{ name: string, path: string, parameters: string[] }[]} functions
 * @property {string} path
 * @property {number} first  line of the file
 * @property {number} last
 * @property {[number, string][]} listing
 * @property {string[]} source  the lines from first to last
 */

/** A call; `seconds` is null where it is too short. @typedef {{ result: number, seconds: number | null, execution: string }} CallTime */

/** `silent`: it hung, and was ended. @typedef {'idle' | 'compiling' | 'ready' | 'faulty' | 'silent' | 'broken'} Status */

const PAUSE_MS = 150;
/** Python may be this slow, once the compiled function has ended. */
const INTERPRETED_MS = 10_000;
/** More patience with the kernel, which is linked and compiled anew for each call. It is known to run. */
const KERNEL_TIMES = 6;

export class FunctionCompiler {
  state = reactive({
    own: false,
    /** One's own program. */
    text: '',
    sample: '',
    /** The chosen function of the kernel, and of one's own program. */
    wanted: { engine: 'evaluate', own: '' },
    status: /** @type {Status} */ ('idle'),
    faults: /** @type {Fault[]} */ ([]),
    trouble: '',
    compiled: /** @type {Compiled | null} */ (null),
    arguments: /** @type {readonly number[]} */ ([]),
    measuring: false,
    /** Null: it took too long. */
    times: /** @type {{ compiled?: CallTime, interpreted?: CallTime | null }} */ ({}),
  });
  #engine;
  #createWorker;
  #position;
  #samples;
  /** @type {SandboxWorker | null} */
  #worker = null;
  #serial = 0;
  /** @type {any} */
  #timer = null;
  /** The engine build that has been compiled; a newer one needs to be compiled again. */
  #built = -1;

  /**
   * @param {VariantEngine} engine
   * @param {() => SandboxWorker} createWorker
   * @param {() => { fen: string | null, moves: string[] }} position  in which functions of the kernel are called
   * @param {readonly Sample[]} samples  the first is one's own program to begin with
   */
  constructor(engine, createWorker, position, samples) {
    this.#engine = engine;
    this.#createWorker = createWorker;
    this.#position = position;
    this.#samples = samples;
    update(this.state, { text: samples[0].text, sample: samples[0].name });
    engine.suspendWhile(() => this.state.status === 'compiling' || this.state.measuring);
  }

  get #patience() {
    return (this.state.own ? 1 : KERNEL_TIMES) * this.#engine.patience;
  }

  /** Compile unless the shown function is up to date. */
  refresh() {
    const { own, status } = this.state;
    if (!own && this.#engine.state.status !== 'ready') return;
    if (status === 'idle' || (!own && this.#built !== this.#engine.state.built)) this.compile();
  }

  /** @param {boolean} own */
  turnTo(own) {
    const none = { compiled: null, arguments: [], times: {}, faults: [], measuring: false };
    update(this.state, { own, ...none, status: 'idle' });
    this.#serial += 1;
    if (own) this.#useSample(this.#samples.find(({ name }) => name === this.state.sample));
    this.refresh();
  }

  /** @param {string} name  of a function */
  choose(name) {
    const { own, wanted } = this.state;
    update(this.state, { wanted: { ...wanted, [own ? 'own' : 'engine']: name }, arguments: [] });
    this.compile();
  }

  /** @param {Sample} sample */
  open(sample) {
    update(this.state, { text: sample.text, sample: sample.name });
    this.#useSample(sample);
    this.compile();
  }

  /** @param {string} text */
  edit(text) {
    update(this.state, { text, sample: '' });
    this.#serial += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.compile(), PAUSE_MS);
  }

  /** @param {number} at @param {number} value */
  setArgument(at, value) {
    update(this.state, { arguments: this.state.arguments.with(at, value) });
    this.measure();
  }

  /** @param {Sample | undefined} sample */
  #useSample(sample) {
    if (sample === undefined) return;
    const { wanted } = this.state;
    update(this.state, { wanted: { ...wanted, own: sample.function }, arguments: sample.arguments });
  }

  async compile() {
    clearTimeout(this.#timer);
    this.#serial += 1;
    const serial = this.#serial;
    const { own, text, wanted } = this.state;
    const { texts: sources, built } = this.#engine.state;
    this.#built = built;
    update(this.state, { status: 'compiling', times: {}, measuring: false });
    const question = {
      sources,
      text: own ? text : null,
      function: wanted[own ? 'own' : 'engine'],
      ...this.#position(),
    };
    const reply = await this.#ask('compile', question, this.#patience, serial);
    if (!reply) return;
    const { faults, arguments: usual, ...compiled } = reply;
    if (faults.length > 0) return update(this.state, { faults, status: 'faulty', compiled: null });
    const lines = (own ? text : this.#engine.text(compiled.path)).split('\n');
    const known = this.state.arguments;
    update(this.state, {
      faults: [],
      status: 'ready',
      compiled: { ...compiled, source: lines.slice(compiled.first - 1, compiled.last) },
      arguments: known.length === usual.length ? known : usual,
      wanted: { ...wanted, [own ? 'own' : 'engine']: compiled.function },
    });
    if (compiled.function) await this.measure();
  }

  /** Measure the call with these arguments, compiled and then interpreted. */
  async measure() {
    const { compiled } = this.state;
    if (!compiled) return;
    if (this.#worker?.ended) return this.compile(); // the next worker has compiled nothing yet
    this.#serial += 1;
    const serial = this.#serial;
    update(this.state, { measuring: true, times: {}, faults: [], status: 'ready' });
    const waits = { compiled: this.#patience, interpreted: INTERPRETED_MS };
    for (const execution of /** @type {const} */ (['compiled', 'interpreted'])) {
      const question = { arguments: this.state.arguments, execution };
      const reply = await this.#ask('time', question, waits[execution], serial);
      if (serial !== this.#serial) return;
      if (!reply) break;
      const { faults, ...time } = reply;
      if (faults.length > 0) {
        update(this.state, { faults, status: 'faulty' });
        break;
      }
      update(this.state, { times: { ...this.state.times, [execution]: time } });
    }
    update(this.state, { measuring: false });
  }

  /** The answer; null if there is none, or if a newer question has come. @param {string} question @param {object} fields @param {number} silence @param {number} serial */
  async #ask(question, fields, silence, serial) {
    const { game } = this.#engine.state;
    try {
      if (!this.#worker || this.#worker.ended) this.#worker = this.#start(game);
      const reply = await this.#worker.ask(question, { game, ...fields }, silence);
      return serial === this.#serial ? reply : null;
    } catch (/** @type {any} */ error) {
      if (serial !== this.#serial) return null;
      const interpreted = question === 'time' && this.state.times.compiled;
      if (error.reason === 'silent' && interpreted) {
        // The compiled function has ended, so it does not hang; it is only too slow in Python.
        this.state.times = { ...this.state.times, interpreted: null };
      } else {
        const status = error.reason === 'silent' ? 'silent' : 'broken';
        update(this.state, { status, trouble: String(error.message), measuring: false });
      }
      return null;
    }
  }

  /** @param {string} game */
  #start(game) {
    const worker = this.#createWorker();
    worker.postMessage({ type: 'start', game, execution: 'auto' });
    return worker;
  }
}
