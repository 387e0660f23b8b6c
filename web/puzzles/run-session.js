// The current run: its clock, its puzzles and its saved state. Only one tab at a time has a run; a reload
// continues it.

/** @import { KeptValue, Trainer } from './trainer.js' */
/** @import { Run, RunKind } from '../training/runs.js' */

import { sleep } from '../game/session-base.js';
import { counted, endOf, newRun, nextOfRun, resultOf, runFrom, ticked } from '../training/runs.js';
import { onChange, reactive, update } from '../ui/reactive.js';

/**
 * `run`: null when there is none; `over`: why it has ended, its result is shown until closed; `halted`: no
 * puzzle can be fetched; `elsewhere`: another tab has a run.
 * @typedef {object} RunnerState
 * @property {Run | null} run
 * @property {'time' | 'mistakes' | 'stopped' | 'exhausted' | null} over
 * @property {boolean} halted
 * @property {boolean} elsewhere
 */

/** @typedef {{ acquire: () => Promise<boolean>, dispose: () => void }} Lock */

/** How long a result stands before the next puzzle comes. */
const PAUSE = { right: 350, wrong: 900 };
const TICK = 250;
/** The most time that a reload gives back. */
const KEEP = 2000;

export class RunSession {
  state = reactive(/** @type {RunnerState} */ ({ run: null, over: null, halted: false, elsewhere: false }));
  #trainer;
  #value;
  #newLock;
  #now;
  #isSeen;
  #wait;
  /** @type {Lock | null} */
  #lock = null;
  #last = 0;
  /** Whether the time since `#last` counts. */
  #counts = false;
  /** The spent time that was saved last. */
  #keptSpent = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {object} parts
   * @param {Trainer} parts.trainer
   * @param {KeptValue} parts.value  keeps the run under way
   * @param {() => Lock} parts.newLock  held by the tab that has the run
   * @param {() => number} [parts.now]  milliseconds of a monotonic clock
   * @param {() => boolean} [parts.isSeen]  whether the page is visible
   * @param {(ms: number) => Promise<void>} [parts.wait]
   */
  constructor({
    trainer,
    value,
    newLock,
    now = () => performance.now(),
    isSeen = () => document.visibilityState === 'visible',
    wait = sleep,
  }) {
    this.#trainer = trainer;
    this.#value = value;
    this.#newLock = newLock;
    this.#now = now;
    this.#isSeen = isSeen;
    this.#wait = wait;
    trainer.onRunResult = (solved) => this.#count(solved);
    onChange(
      () => trainer.isSolving,
      () => this.tick(),
    );
    onChange(
      () => trainer.state.mode,
      (mode) => mode !== 'run' && this.#abandon(),
    );
  }

  /** Whether a run is under way or its result is shown. */
  get isOn() {
    return this.state.run !== null;
  }

  get isUnderWay() {
    return this.isOn && this.state.over === null;
  }

  /** @param {RunKind} kind @param {Run['game']} [game] */
  async start(kind, game = this.#trainer.game) {
    this.stop();
    if (!(await this.#acquire())) return;
    await this.#value.load();
    this.#record(runFrom(this.#value.now)); // one that was left and not resumed
    this.#begin(newRun(kind, game));
    await this.#next();
  }

  /** Go on with a run that a reload has interrupted. @returns {Promise<boolean>} whether there was one */
  async resume() {
    await this.#value.load();
    const run = runFrom(this.#value.now);
    if (!run || endOf(run) || !(await this.#acquire())) return false;
    // The puzzle at hand comes again, unless it has been counted.
    const [at, seen] = run.open ? [run.seen.at(-1), run.seen.slice(0, -1)] : [undefined, run.seen];
    this.#begin({ ...run, seen, open: false });
    if (!at || (await this.#open(at)) === 'missing') await this.#next();
    return true;
  }

  /** Try again to fetch a puzzle. */
  async goOn() {
    if (this.state.halted) await this.#next();
  }

  /** End the run before its time; what was solved counts. */
  stop() {
    if (this.state.run && !this.state.over) this.#end('stopped');
  }

  /** Put the result away and go on training. */
  async close() {
    if (!this.state.over) this.stop();
    update(this.state, { run: null, over: null, halted: false });
    await this.#trainer.next();
  }

  dismissElsewhere() {
    update(this.state, { elsewhere: false });
  }

  /** Advance the clock; called by the timer and by tests. */
  tick() {
    const { run, over } = this.state;
    const [last, counts] = [this.#last, this.#counts];
    this.#setOff();
    if (!run || over || !counts) return;
    const next = ticked(run, this.#last - last, this.#isSeen());
    update(this.state, { run: next });
    if (endOf(next) === 'time') this.#end('time');
    else if (next.spent - this.#keptSpent >= KEEP) this.#keep();
  }

  /** Save the spent time, as the page may be about to close. */
  leave() {
    this.tick();
    if (this.state.run && !this.state.over) this.#keep();
  }

  /** Count from now on, but only time in which the visitor is to move: not loading, replies and pauses. */
  #setOff() {
    const { run, over } = this.state;
    this.#last = this.#now();
    this.#counts = Boolean(run?.open && !over && this.#trainer.isSolving);
  }

  #keep() {
    const { run } = this.state;
    this.#keptSpent = run?.spent ?? 0;
    this.#value.change(run);
  }

  /** @param {Run} run */
  #change(run) {
    update(this.state, { run });
    this.#setOff();
    this.#keep();
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

  /** @param {Run} run */
  #begin(run) {
    update(this.state, { run, over: null, halted: false });
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.tick(), TICK);
  }

  /** @param {boolean | null} solved  null: nobody could judge it */
  async #count(solved) {
    this.tick();
    const { run, over } = this.state;
    if (!run?.open || over) return;
    const next = counted(run, solved);
    this.#change(next);
    const end = endOf(next);
    if (end) return this.#end(end);
    await this.#wait(solved ? PAUSE.right : PAUSE.wrong);
    if (this.#isAt(next)) await this.#next();
  }

  /** Open the next puzzle. If its file cannot be fetched, open one from a file that is here. */
  async #next() {
    const { run } = this.state;
    if (!run) return;
    const known = { met: this.#trainer.metOf(run.game) };
    const rows = this.#trainer.rowsOf(run.game);
    const found = nextOfRun(rows, run, known);
    // Without the index there are no rows yet, and the run waits.
    if (!found && rows.length > 0) return this.#end('exhausted');
    if ((await this.#open(found?.id ?? '')) !== 'missing') return;
    const here = await this.#trainer.rowsHere(run.game);
    if (!this.#isAt(run)) return;
    const other = nextOfRun(
      here.filter(({ id }) => id !== found?.id),
      run,
      known,
    );
    if (other && (await this.#open(other.id)) !== 'missing') return;
    if (this.#isAt(run)) update(this.state, { halted: true });
  }

  /** @param {string} id @returns {Promise<'open' | 'missing' | 'late'>} late: the run was ended or begun again meanwhile */
  async #open(id) {
    const { run } = this.state;
    if (!run) return 'late';
    const isWanted = () => this.#isAt(run);
    const isOpen = await this.#trainer.openForRun(id, run.game, isWanted);
    if (!isWanted()) return 'late';
    if (!isOpen) return 'missing';
    update(this.state, { halted: false });
    this.#change({ ...run, seen: [...run.seen, id], open: true });
    return 'open';
  }

  /** Whether the run has not changed, nor its clock, and is not over. @param {Run | null} run */
  #isAt(run) {
    return this.state.run === run && !this.state.over;
  }

  /** Another puzzle was opened, by a link or from a file. */
  #abandon() {
    if (!this.isUnderWay) return;
    this.#end('stopped');
    update(this.state, { run: null, over: null });
  }

  /** @param {NonNullable<RunnerState['over']>} over */
  #end(over) {
    const { run } = this.state;
    clearInterval(this.#timer);
    const holds = this.#trainer.state.mode === 'run' || this.#trainer.isOpening;
    if (over !== 'mistakes' && holds) this.#trainer.endPuzzle();
    update(this.state, { over, halted: false });
    this.#value.change(null);
    this.#lock?.dispose();
    this.#lock = null;
    this.#record(run);
  }

  /** Add a run to the history, unless nothing was done in it. @param {Run | null} run */
  #record(run) {
    if (run && run.solved + run.mistakes > 0) this.#trainer.recordRun(run.game, (at) => resultOf(run, at));
  }
}
