// @ts-check
// The run under way: its clock, its puzzles, what is kept of it. One tab at a time has a run; a reload goes on with it.

/** @import { KeptProgress } from './progress.js' */
/** @import { Library } from './library.js' */
/** @import { KeptValue, Trainer } from './trainer.js' */
/** @import { Run, RunKind } from './runs.js' */

import { reactive, update } from '../game/reactive.js';
import { counted, endOf, newRun, nextOfRun, resultOf, runFrom, ticked } from './runs.js';

/**
 * `run`: null when there is none; `over`: why it is over, it is shown until it is closed; `elsewhere`: another tab has
 * one.
 * @typedef {object} RunnerState
 * @property {Run | null} run
 * @property {'time' | 'mistakes' | 'stopped' | 'exhausted' | null} over
 * @property {boolean} elsewhere
 */

/** @typedef {{ acquire: () => Promise<boolean>, dispose: () => void }} Lock */

/** How long a result stands before the next puzzle comes. */
const PAUSE = { right: 350, wrong: 900 };
const TICK = 250;

export class Runner {
  state = reactive(/** @type {RunnerState} */ ({ run: null, over: null, elsewhere: false }));
  #trainer;
  #value;
  #newLock;
  #now;
  #isSeen;
  #wait;
  /** @type {Lock | null} */
  #lock = null;
  #last = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {object} parts
   * @param {Trainer} parts.trainer
   * @param {KeptValue} parts.value  keeps the run under way
   * @param {() => Lock} parts.newLock  held by the tab that has the run
   * @param {() => number} [parts.now]  milliseconds, by a clock that nobody sets
   * @param {() => boolean} [parts.isSeen]  whether the page is visible
   * @param {(ms: number) => Promise<void>} [parts.wait]
   */
  constructor({
    trainer,
    value,
    newLock,
    now = () => performance.now(),
    isSeen = () => document.visibilityState === 'visible',
    wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }) {
    this.#trainer = trainer;
    this.#value = value;
    this.#newLock = newLock;
    this.#now = now;
    this.#isSeen = isSeen;
    this.#wait = wait;
    trainer.onRunResult = (solved) => this.#count(solved);
  }

  /** Whether a run is under way or its result is shown. */
  get isOn() {
    return this.state.run !== null;
  }

  /** @param {RunKind} kind */
  async start(kind) {
    if (!(await this.#acquire())) return;
    update(this.state, { run: newRun(kind, this.#trainer.game), over: null });
    this.#begin();
    await this.#next();
  }

  /** Go on with a run that a reload has interrupted. @returns {Promise<boolean>} whether there was one */
  async resume() {
    await this.#value.load();
    const run = runFrom(this.#value.now);
    if (!run || endOf(run) || !(await this.#acquire())) return false;
    update(this.state, { run, over: null });
    this.#begin();
    const at = run.seen.at(-1);
    // The puzzle at hand comes again; it is not counted twice.
    if (at) await this.#trainer.openForRun(at);
    else await this.#next();
    return true;
  }

  /** End the run before its time; what was solved counts. */
  stop() {
    if (this.state.run && !this.state.over) this.#end('stopped');
  }

  /** Put the result away and go on training. */
  async close() {
    if (!this.state.over) this.stop();
    update(this.state, { run: null, over: null });
    await this.#trainer.next();
  }

  dismissElsewhere() {
    update(this.state, { elsewhere: false });
  }

  /** Let time pass; called by the timer, and by tests. */
  tick() {
    const { run, over } = this.state;
    if (!run || over) return;
    const now = this.#now();
    const next = ticked(run, now - this.#last, this.#isSeen());
    this.#last = now;
    update(this.state, { run: next });
    if (endOf(next) === 'time') this.#end('time');
  }

  async #acquire() {
    if (this.#lock) return true;
    const lock = this.#newLock();
    if (await lock.acquire()) {
      this.#lock = lock;
      update(this.state, { elsewhere: false });
      return true;
    }
    lock.dispose();
    update(this.state, { elsewhere: true });
    return false;
  }

  #begin() {
    this.#last = this.#now();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.tick(), TICK);
  }

  /** @param {boolean} solved */
  async #count(solved) {
    if (!this.state.run || this.state.over) return;
    this.tick();
    const { run, over } = this.state;
    if (!run || over) return;
    const next = counted(run, solved);
    update(this.state, { run: next });
    this.#value.change(next);
    const end = endOf(next);
    if (end) return this.#end(end);
    await this.#wait(solved ? PAUSE.right : PAUSE.wrong);
    if (this.state.run === null || this.state.over) return;
    await this.#next();
  }

  async #next() {
    const { run } = this.state;
    if (!run) return;
    const found = nextOfRun(this.#trainer.rowsOfGame, run, { met: this.#trainer.metIds });
    if (!found) return this.#end('exhausted');
    const next = { ...run, seen: [...run.seen, found.id] };
    update(this.state, { run: next });
    this.#value.change(next);
    await this.#trainer.openForRun(found.id);
    this.#last = this.#now(); // loading costs nothing
  }

  /** @param {NonNullable<RunnerState['over']>} over */
  #end(over) {
    const { run } = this.state;
    clearInterval(this.#timer);
    update(this.state, { over });
    this.#value.change(null);
    this.#lock?.dispose();
    this.#lock = null;
    if (run && run.solved + run.mistakes > 0) this.#trainer.recordRun(run.game, (at) => resultOf(run, at));
  }
}
