// The engine being edited: its files, their errors, and the engine that has been built from them. Edits are
// checked as soon as the typing pauses, and built if there are no errors. A shared variant is not even
// checked before it has been accepted, because linking its files runs their module-level code.

/** @import { SandboxWorker } from '../engine/sandbox.js' */
/** @import { GameName } from '../game/types.js' */

import { EngineClient } from '../engine/client.js';
import { SILENCE_MS } from '../engine/sandbox.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { applied, difference } from './patch.js';

/**
 * An error and its place: `line`, `column` and `end` count from 1, `end` is 0 where it is not known.
 * @typedef {{ kind: 'dialect' | 'link' | 'trap', path: string | null, line: number, column: number, end: number, reason: string }} Fault
 */

/** Nodes per second. @typedef {{ compiled?: number, interpreted?: number }} Speed */

/**
 * loading: the engine or its files are on their way; unread: waits until it is accepted; checking, building;
 * faulty: see `faults`; ready: it plays; silent: it hung, and was ended; broken: see `trouble`.
 * @typedef {'loading' | 'unread' | 'checking' | 'building' | 'faulty' | 'ready' | 'silent' | 'broken'} Status
 */

/** After this pause in the typing the files are checked. */
const PAUSE_MS = 60;
/** Longer silence means that the page's own code hangs, not an edit. */
const LOAD_SILENCE_MS = 60_000;
const SPEED_MS = 80;

export class VariantEngine {
  state = reactive({
    game: /** @type {GameName} */ ('xiangqi'),
    status: /** @type {Status} */ ('loading'),
    originals: /** @type {Record<string, string>} */ ({}),
    /** Edited files only. */
    texts: /** @type {Record<string, string>} */ ({}),
    faults: /** @type {Fault[]} */ ([]),
    trouble: '',
    /** A new number for every engine that has been built; 0 while there is none. */
    built: 0,
    /** The time from the edit to the built engine. */
    ms: 0,
    measuring: false,
    /** An experiment needs the processor: no analysis and no measuring meanwhile. */
    suspended: false,
    speeds: /** @type {{ variant: Speed, original: Speed } | null} */ (null),
    engine: /** @type {EngineClient['state']} */ ({}),
  });
  /** The client of the variant. */
  client;
  /** @type {SandboxWorker | null} */
  #worker = null;
  #edits = 0;
  #editedAt = 0;
  #working = false;
  /** @type {any} */
  #timer = null;
  /** How long the worker may be silent, measured on the original engine; at least SILENCE_MS. */
  #patience = LOAD_SILENCE_MS;
  #position;
  #wait;
  /** Called when there is another worker. */
  #started = () => {};
  #opened = 0;
  /** The experiments under way. @type {Set<object>} */
  #experiments = new Set();

  /**
   * @param {object} parts
   * @param {URL} parts.base  the root of the site
   * @param {() => SandboxWorker} parts.createWorker
   * @param {() => { fen: string | null, moves: string[] }} [parts.position]  in which speeds are measured
   * @param {'auto' | 'interpreted'} [parts.execution]
   * @param {number} [parts.pause]
   */
  constructor({
    base,
    createWorker,
    position = () => ({ fen: null, moves: [] }),
    execution,
    pause = PAUSE_MS,
  }) {
    this.#position = position;
    this.#wait = pause;
    this.client = new EngineClient({
      base,
      execution,
      silence: SILENCE_MS,
      loadSilence: LOAD_SILENCE_MS,
      repeat: false,
      createWorker: () => {
        this.#worker = createWorker();
        this.#started();
        return /** @type {Worker} */ (/** @type {unknown} */ (this.#worker));
      },
    });
    update(this.state, { engine: this.client.state });
    this.client.addEventListener('state', () => this.#engineChanged());
  }

  /**
   * Load the files of a game, from the next engine if this one fails.
   * @param {GameName} game
   * @returns {Promise<boolean>}  false if there are none: another game was opened meanwhile, or reading them failed
   */
  async open(game) {
    this.#opened += 1;
    const opened = this.#opened;
    this.#edits += 1;
    update(this.state, {
      game,
      status: 'loading',
      originals: {},
      texts: {},
      faults: [],
      built: 0,
      speeds: null,
    });
    this.client.start(game);
    while (opened === this.#opened) {
      const worker = this.#worker;
      try {
        const { files } = await this.#ask('files', {});
        if (opened !== this.#opened) break;
        update(this.state, { originals: files });
        return true;
      } catch (error) {
        if (opened === this.#opened) this.#fail(error);
        if (worker && !worker.ended) break;
        if (worker === this.#worker) await new Promise((resolve) => this.#nextWorker(resolve));
      }
    }
    return false;
  }

  /** @param {(value?: any) => void} act */
  #nextWorker(act) {
    const others = this.#started;
    this.#started = () => {
      this.#started = () => {};
      others();
      act();
    };
  }

  /** Work on these files from now on. @param {Record<string, string>} texts @param {{ accepted: boolean }} options  whether they may run */
  load(texts, { accepted }) {
    this.#edits += 1;
    const { originals } = this.state;
    const edited = Object.entries(texts).filter(
      ([path, text]) => path in originals && originals[path] !== text,
    );
    update(this.state, {
      texts: Object.fromEntries(edited),
      faults: [],
      built: 0,
      speeds: null,
      status: accepted ? 'checking' : 'unread',
    });
    if (accepted) this.#buildAfter(0);
  }

  /** Let a shared variant run. */
  accept() {
    if (this.state.status === 'unread') this.load(this.state.texts, { accepted: true });
  }

  /** @param {string} path @param {string} text */
  edit(path, text) {
    const { originals, texts, status } = this.state;
    if (status === 'unread' || !(path in originals)) return;
    const { [path]: _, ...others } = texts;
    update(this.state, { texts: text === originals[path] ? others : { ...others, [path]: text } });
    this.#buildAfter(this.#wait);
  }

  /** Build again after a hang or a failure. */
  again() {
    if (this.state.status === 'silent' || this.state.status === 'broken') this.#buildAfter(0);
    if (this.client.state.state === 'failed') this.client.retry();
  }

  /** How long an engine that is edited may be silent, in milliseconds. */
  get patience() {
    return this.#patience === LOAD_SILENCE_MS ? SILENCE_MS : this.#patience;
  }

  /** Leave the processor to an experiment. Experiments may overlap. @returns {() => void} ends it */
  suspend() {
    const experiment = {};
    const count = () => update(this.state, { suspended: this.#experiments.size > 0 });
    this.#experiments.add(experiment);
    count();
    return () => {
      this.#experiments.delete(experiment);
      count();
    };
  }

  /** Leave the processor to an experiment while it runs. @param {() => boolean} isRunning  reads signals */
  suspendWhile(isRunning) {
    let resume = () => {};
    onChange(isRunning, (runs) => {
      resume();
      if (runs) resume = this.suspend();
    });
  }

  /** The text of a file as it is now. @param {string} path */
  text(path) {
    return this.state.texts[path] ?? this.state.originals[path] ?? '';
  }

  /** The difference from the original engine, as a patch. */
  get patch() {
    return difference(this.state.originals, this.state.texts);
  }

  /** The files that a patch makes; see `applied`. @param {string} patch */
  patched(patch) {
    return applied(this.state.originals, patch);
  }

  /** Resolves when there is an engine to play with. @returns {Promise<void>} */
  ready() {
    return new Promise((resolve) => {
      if (this.state.status === 'ready') return resolve();
      const stop = onChange(
        () => this.state.status === 'ready',
        (ready) => {
          if (!ready) return;
          stop();
          resolve();
        },
      );
    });
  }

  /** The engine has hung in a search, and was ended. */
  hung() {
    update(this.state, { status: 'silent', built: 0 });
  }

  /** Measure the speed of the variant and of the original, interpreted and compiled; again if it is edited meanwhile. */
  async measure() {
    if (this.state.measuring || this.state.suspended || this.state.status !== 'ready') return;
    update(this.state, { measuring: true });
    let edits;
    do {
      edits = this.#edits;
      await this.#measure(edits);
    } while (edits !== this.#edits && this.state.status === 'ready');
    update(this.state, { measuring: false });
  }

  /** @param {number} edits  if their number has changed, the result is dropped */
  async #measure(edits) {
    try {
      const { speeds } = await this.#ask('speed', { ...this.#position(), ms: SPEED_MS });
      if (edits === this.#edits) update(this.state, { speeds });
    } catch (error) {
      if (edits === this.#edits) this.#fail(error);
    }
  }

  /** @param {number} wait */
  #buildAfter(wait) {
    this.#edits += 1;
    this.#editedAt = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#work(), wait);
  }

  /** Check and build until the build contains the latest edit. */
  async #work() {
    if (this.#working) return;
    this.#working = true;
    let done;
    do {
      done = this.#edits;
      try {
        await this.#build(done);
      } catch (error) {
        if (done === this.#edits) this.#fail(error);
      }
    } while (done !== this.#edits && this.state.status !== 'unread' && this.state.status !== 'loading');
    this.#working = false;
  }

  /** @param {number} edits  if their number has changed, the build is dropped */
  async #build(edits) {
    const { texts: sources } = this.state;
    // The original first: it tells how fast this machine is, and makes edits cheap.
    if (this.#patience === LOAD_SILENCE_MS && Object.keys(sources).length > 0) {
      const began = performance.now();
      await this.#ask('check', { sources: {} });
      this.#learnPatience(2 * (performance.now() - began));
    }
    if (this.state.status !== 'ready') update(this.state, { status: 'checking' });
    const check = await this.#ask('check', { sources });
    if (edits !== this.#edits) return;
    update(this.state, { faults: check.faults, status: check.faults.length > 0 ? 'faulty' : 'building' });
    if (check.faults.length > 0) return;
    const { faults } = await this.#ask('build', { sources });
    if (edits !== this.#edits) return;
    const ms = Math.round(performance.now() - this.#editedAt);
    if (this.#patience === LOAD_SILENCE_MS) this.#learnPatience(ms);
    if (faults.length > 0) update(this.state, { faults, status: 'faulty' });
    else update(this.state, { status: 'ready', built: edits, ms, speeds: null });
  }

  /** The engine may be this silent from now on, at least. @param {number} ms */
  #learnPatience(ms) {
    this.#patience = Math.max(SILENCE_MS, ms);
    this.client.patience = this.#patience;
  }

  /** @param {string} question @param {object} fields */
  #ask(question, fields) {
    if (!this.#worker) throw new Error('the engine does not run');
    // The original engine cannot hang: if it is silent, the machine is slow.
    const isEdited = Object.keys(this.state.texts).length > 0;
    const patience = isEdited ? this.#patience : LOAD_SILENCE_MS;
    return this.#worker.ask(question, { game: this.state.game, ...fields }, patience);
  }

  /** @param {any} error */
  #fail(error) {
    if (error?.reason === 'ended') return; // the engine's state says why
    const silent = error?.reason === 'silent';
    update(this.state, { status: silent ? 'silent' : 'broken', trouble: String(error?.message), built: 0 });
  }

  #engineChanged() {
    const engine = this.client.state;
    update(this.state, { engine });
    if (engine.state === 'failed')
      update(this.state, { status: 'broken', trouble: engine.detail ?? '', built: 0 });
    // Another worker has taken over, which has built nothing.
    else if (engine.state === 'loading' && this.state.built > 0) this.hung();
  }
}
