// @ts-check
// Two chess clocks: how much time each side has left, and whose runs. Times are in milliseconds.

/** @import { Side } from './types.js' */

/**
 * The time of a side. A side that has used up its time plays on in byo-yomi, where a move within a period costs nothing,
 * and any other a period or more.
 * @typedef {object} Control
 * @property {number} time  to begin with
 * @property {number} increment  what every move brings before byo-yomi
 * @property {number} byoyomi  a period; 0 without byo-yomi
 * @property {number} periods
 * @property {number} move  the most for a move, as long as there is so much time; 0: no limit
 */

/** What a clock shows. `period`: how many are left in byo-yomi, else 0. `move`: what is left of the most for a move, or null. @typedef {{ time: number, period: number, move: number | null }} ClockReading */

/** An event of the running clock: `left` milliseconds remain, or a period of byo-yomi has begun. @typedef {{ left: number } | { periods: number }} ClockEvent */

/** With so little left a clock shows tenths. */
export const LOW_MS = 10_000;
/** When it is told how much is left. */
const TOLD_MS = [60_000, LOW_MS];
/** A timer that is so late has slept, and with it the machine. */
const ASLEEP_MS = 4000;

const CONTROL =
  /^(?<minutes>\d{1,3}(?:\.\d)?)(?:\+(?:(?<periods>[1-9])x)?(?<seconds>\d{1,3})(?<byoyomi>b)?)?(?:\/(?<move>\d{1,3}))?$/;

/**
 * A control as people choose it: minutes to begin with, seconds that each move brings or, with `periods`, that byo-yomi
 * gives to each, and the most seconds for a move.
 * @typedef {{ minutes: number, seconds: number, periods: number, most: number }} Choice
 */

/**
 * The choice that a text stands for: `5+3`, five minutes and three seconds for every move; `10+30b`, then thirty seconds
 * of byo-yomi; `10+3x30b`, three times; `10+30b/60`, and never more than a minute for a move.
 * @param {string} text
 * @returns {Choice | null}  null: it stands for none
 */
export function choiceOf(text) {
  const found = CONTROL.exec(text)?.groups;
  if (!found || (found.periods && !found.byoyomi)) return null;
  const { minutes, seconds = 0, byoyomi, periods = 1, move = 0 } = found;
  const choice = { minutes: Number(minutes), seconds: Number(seconds), most: Number(move) };
  if (choice.minutes + choice.seconds === 0) return null;
  return { ...choice, periods: byoyomi ? Number(periods) : 0 };
}

/** @param {Choice} choice */
export const textOf = ({ minutes, seconds, periods, most }) =>
  `${minutes}+${periods > 1 ? `${periods}x` : ''}${seconds}${periods > 0 ? 'b' : ''}${most > 0 ? `/${most}` : ''}`;

/**
 * The control that a text stands for. Who begins with no minutes has the seconds of one move.
 * @param {string} text
 * @returns {Control | null}
 */
export function controlOf(text) {
  const choice = choiceOf(text);
  if (!choice) return null;
  const { periods } = choice;
  const [time, extra, move] = [choice.minutes * 60_000, choice.seconds * 1000, choice.most * 1000];
  if (periods > 0) return { time, increment: 0, byoyomi: extra, periods: extra && periods, move };
  return { time: time || extra, increment: extra, byoyomi: 0, periods: 0, move };
}

/**
 * The controls of both sides, the first player's first; one that stands alone is that of both.
 * @param {string} text  `5+3`, or `5+3,1+0`
 * @returns {[Control, Control] | null}
 */
export function controlsOf(text) {
  const [first, second = first, ...rest] = text.split(',').map(controlOf);
  return first && second && rest.length === 0 ? [first, second] : null;
}

/** All that a side has, periods of byo-yomi included. @param {Control} control */
export const budget = ({ time, byoyomi, periods }) => time + byoyomi * periods;

/**
 * What a clock shows with so much left of the budget.
 * @param {Control} control
 * @param {number} left
 * @returns {Pick<ClockReading, 'time' | 'period'>}
 */
export function readingOf({ byoyomi, periods }, left) {
  const extra = byoyomi * periods;
  if (left > extra || extra === 0) return { time: left - extra, period: 0 };
  const period = Math.max(1, Math.ceil(left / byoyomi));
  return { time: left - (period - 1) * byoyomi, period };
}

/** What is left of the budget after a move. @param {Control} control @param {number} left */
export function afterMove(control, left) {
  const { time, period } = readingOf(control, left);
  return period > 0 ? left - time + control.byoyomi : left + control.increment;
}

/** What is left until something happens: the flag falls, or a period begins. @param {ClockReading} reading */
export const timeToNextEvent = ({ time, move }) => Math.min(time, move ?? time);

export class Clock {
  /** @type {ReadonlyMap<Side, Control>} */ #controls;
  /** What is left of the budgets. @type {Map<Side, number>} */ #left = new Map();
  /** The same when the side got its turn. @type {Map<Side, number>} */ #before = new Map();
  /** @type {Side | null} */ #running = null;
  /** When `#left` was true, and for how long the timer was set. */
  #since = 0;
  #set = 0;
  #cancel = () => {};
  #now;
  #alarm;
  #on;

  /**
   * @param {object} parts
   * @param {readonly [Control, Control]} parts.controls
   * @param {readonly [Side, Side]} parts.sides
   * @param {(side: Side) => void} parts.onFlag  somebody's time is up, and no clock runs any more
   * @param {() => void} [parts.onTick]  the clock that runs shows something else
   * @param {(side: Side, event: ClockEvent) => void} [parts.onEvent]
   * @param {() => void} [parts.onSlept]  the machine has slept, and that has cost nobody anything
   * @param {() => number} [parts.now]
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]  returns what calls it off
   */
  constructor({ controls, sides, now = () => performance.now(), alarm = timer, ...listeners }) {
    const none = () => {};
    this.#controls = new Map(sides.map((side, at) => [side, controls[at]]));
    this.#on = { onTick: none, onEvent: none, onSlept: none, ...listeners };
    this.#now = now;
    this.#alarm = alarm;
    this.set(controls.map(budget));
  }

  /** Whose clock runs. */
  get running() {
    return this.#running;
  }

  /** What a side has left of its budget now, never less than nothing. @param {Side} side */
  left(side) {
    const spent = side === this.#running ? this.#spent() : 0;
    return Math.max(0, (this.#left.get(side) ?? 0) - spent);
  }

  /** What the clock of a side shows. @param {Side} side @param {number} [left]  of its budget @returns {ClockReading} */
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

  /** A side has moved: its clock stands, and has more on it. @param {Side} side */
  moved(side) {
    this.#stop();
    const left = afterMove(/** @type {Control} */ (this.#controls.get(side)), this.left(side));
    this.#left.set(side, left);
    this.#before.set(side, left);
  }

  /**
   * Both clocks stand, and have so much on them.
   * @param {readonly number[]} left  of the budgets, the first player's first
   * @param {readonly number[]} [before]  the same when each side got its turn
   */
  set(left, before = left) {
    this.#stop();
    for (const [at, side] of [...this.#controls.keys()].entries()) {
      this.#left.set(side, left[at]);
      this.#before.set(side, before[at]);
    }
  }

  /** What has gone since the last look. */
  #spent() {
    const spent = this.#now() - this.#since;
    return spent > this.#set + ASLEEP_MS ? this.#set : spent;
  }

  /** Count what has gone. */
  #count() {
    if (!this.#running) return;
    const slept = this.#now() - this.#since > this.#set + ASLEEP_MS;
    this.#left.set(this.#running, this.left(this.#running));
    this.#since = this.#now();
    if (slept) this.#on.onSlept();
  }

  #stop() {
    this.#count();
    this.#cancel();
    this.#running = null;
  }

  /** Until the clock shows something else, or its flag falls. */
  #wait() {
    const least = timeToNextEvent(this.reading(/** @type {Side} */ (this.#running)));
    const step = least <= LOW_MS ? 100 : 1000;
    this.#since = this.#now();
    this.#set = Math.min(least, least % step || step);
    this.#cancel = this.#alarm(this.#set, () => this.#ring());
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
