// Two chess clocks: how much time each side has left, and whose runs. Times are in milliseconds.

/** @import { ClockReading, Control } from './time-control.js' */
/** @import { Side } from './types.js' */

import { afterMove, readingOf, totalTime } from './time-control.js';

/** An event of the running clock: `left` milliseconds remain, or a period of byo-yomi has begun. @typedef {{ left: number } | { periods: number }} ClockEvent */

/** With this little left, a clock shows tenths. */
export const LOW_MS = 10_000;
/** The times left that are announced. */
const TOLD_MS = [60_000, LOW_MS];
/** Time reserved for a move's way from the engine to the clock, at least; a busy machine needs more. */
const LAG_MS = 100;
const LAG_SHARE = 0.05;
const LEAST_MS = 50;
/** A timer this late means that the machine has slept. */
const ASLEEP_MS = 4000;

/** The time until the flag falls or a period begins. @param {ClockReading} reading */
export const timeToNextEvent = ({ time, move }) => Math.min(time, move ?? time);

/** What an engine is told of the time that its clock shows. @param {number} ms */
export const timeToThink = (ms) => Math.max(LEAST_MS, Math.round(ms - Math.max(LAG_MS, ms * LAG_SHARE)));

export class Clock {
  /** @type {ReadonlyMap<Side, Control>} */ #controls;
  /** What is left of the total times. @type {Map<Side, number>} */ #left = new Map();
  /** The same at the start of the side's turn. @type {Map<Side, number>} */ #before = new Map();
  /** @type {Side | null} */ #running = null;
  /** When `#left` was last counted, and for how long the timer was set. */
  #since = 0;
  #interval = 0;
  #cancel = () => {};
  #now;
  #alarm;
  #asleep;
  #on;

  /**
   * @param {object} parts
   * @param {readonly [Control, Control]} parts.controls
   * @param {readonly [Side, Side]} parts.sides
   * @param {(side: Side) => void} parts.onFlag  somebody's time is up, and no clock runs any more
   * @param {() => void} [parts.onTick]  the running clock shows a new value
   * @param {(side: Side, event: ClockEvent) => void} [parts.onEvent]
   * @param {() => void} [parts.onSlept]  the machine has slept, which has cost nobody any time
   * @param {number} [parts.asleep]  milliseconds by which a timer is late then; Infinity: time always counts
   * @param {() => number} [parts.now]
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]  returns a function that cancels it
   */
  constructor({
    controls,
    sides,
    now = () => performance.now(),
    alarm = timer,
    asleep = ASLEEP_MS,
    ...listeners
  }) {
    const none = () => {};
    this.#controls = new Map(sides.map((side, at) => [side, controls[at]]));
    this.#on = { onTick: none, onEvent: none, onSlept: none, ...listeners };
    this.#now = now;
    this.#alarm = alarm;
    this.#asleep = asleep;
    this.set(controls.map(totalTime));
  }

  /** Whose clock runs. */
  get running() {
    return this.#running;
  }

  /** What a side has left of its total time now, never negative. @param {Side} side */
  left(side) {
    const spent = side === this.#running ? this.#spent() : 0;
    return Math.max(0, (this.#left.get(side) ?? 0) - spent);
  }

  /** What the clock of a side shows. @param {Side} side @param {number} [left]  of its total time @returns {ClockReading} */
  reading(side, left = this.left(side)) {
    const control = /** @type {Control} */ (this.#controls.get(side));
    const before = this.#before.get(side) ?? 0;
    const { time, period } = readingOf(control, before);
    const limited = control.move > 0 && period === 0 && time >= control.move;
    return {
      ...readingOf(control, left),
      move: limited ? Math.max(0, control.move - (before - left)) : null,
    };
  }

  /** Let one clock run, or none. @param {Side | null} side */
  run(side) {
    if (side === this.#running) return;
    this.#stop();
    this.#running = side;
    if (side !== null) this.#wait();
  }

  /** A side has moved: stop its clock, and add the increment or restore the period. @param {Side} side */
  moved(side) {
    this.#stop();
    const left = afterMove(/** @type {Control} */ (this.#controls.get(side)), this.left(side));
    this.#left.set(side, left);
    this.#before.set(side, left);
  }

  /**
   * Stop both clocks and set them.
   * @param {readonly number[]} left  of the budgets, the first player's first
   * @param {readonly number[]} [before]  the same at the start of each side's turn
   */
  set(left, before = left) {
    this.#stop();
    for (const [at, side] of [...this.#controls.keys()].entries()) {
      this.#left.set(side, left[at]);
      this.#before.set(side, before[at]);
    }
  }

  /** The time since the last count. */
  #spent() {
    const spent = this.#now() - this.#since;
    return spent > this.#interval + this.#asleep ? this.#interval : spent;
  }

  /** Take the time that has passed off the running clock. */
  #count() {
    if (!this.#running) return;
    const slept = this.#now() - this.#since > this.#interval + this.#asleep;
    this.#left.set(this.#running, this.left(this.#running));
    this.#since = this.#now();
    if (slept) this.#on.onSlept();
  }

  #stop() {
    this.#count();
    this.#cancel();
    this.#running = null;
  }

  /** Set the timer to when the clock shows a new value or its flag falls. */
  #wait() {
    const least = timeToNextEvent(this.reading(/** @type {Side} */ (this.#running)));
    const step = least <= LOW_MS ? 100 : 1000;
    this.#since = this.#now();
    this.#interval = Math.min(least, least % step || step);
    this.#cancel = this.#alarm(this.#interval, () => this.#ring());
  }

  #ring() {
    const side = this.#running;
    if (!side) return;
    const before = this.reading(side, this.#left.get(side));
    this.#count();
    const now = this.reading(side);
    if (this.left(side) === 0 || now.move === 0) {
      this.#stop();
      this.#left.set(side, 0);
      this.#on.onFlag(side);
      return;
    }
    if (now.period !== before.period) this.#on.onEvent(side, { periods: now.period });
    else {
      const passed = TOLD_MS.find((left) => timeToNextEvent(before) > left && timeToNextEvent(now) <= left);
      if (passed) this.#on.onEvent(side, { left: passed });
    }
    this.#wait();
    this.#on.onTick();
  }
}

/** @param {number} ms @param {() => void} act */
function timer(ms, act) {
  const id = setTimeout(act, Math.ceil(ms));
  return () => clearTimeout(id);
}
