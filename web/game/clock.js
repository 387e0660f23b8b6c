// @ts-check
// Two chess clocks: how much time each side has left, and whose runs. Times are in milliseconds.

/** @import { Side } from './types.js' */

/** @typedef {{ time: number, increment: number }} Control  to begin with, and what every move brings */

/**
 * What `5+3` means: five minutes, and three seconds for every move. Who begins with no minutes has the seconds of
 * one move.
 * @param {string} text
 * @returns {Control}
 */
export function controlOf(text) {
  const [minutes, seconds = 0] = text.split('+').map(Number);
  const increment = seconds * 1000;
  return { time: minutes * 60_000 || increment, increment };
}

export class Clock {
  /** @type {Map<Side, number>} */ #left;
  /** What was left when a position came onto the board. @type {Map<number, Map<Side, number>>} */ #kept =
    new Map();
  /** @type {Side | null} */ #running = null;
  #since = 0;
  #cancel = () => {};
  #increment;
  #now;
  #alarm;
  #onFlag;

  /**
   * @param {object} parts
   * @param {Control} parts.control
   * @param {readonly Side[]} parts.sides
   * @param {(side: Side) => void} parts.onFlag  somebody's time is up, and no clock runs any more
   * @param {() => number} [parts.now]
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]  returns what calls it off
   */
  constructor({ control, sides, onFlag, now = () => performance.now(), alarm = timer }) {
    this.#left = new Map(sides.map((side) => [side, control.time]));
    this.#increment = control.increment;
    this.#onFlag = onFlag;
    this.#now = now;
    this.#alarm = alarm;
  }

  /** Whose clock runs. */
  get running() {
    return this.#running;
  }

  /** What a side has left now, never less than nothing. @param {Side} side */
  left(side) {
    const spent = side === this.#running ? this.#now() - this.#since : 0;
    return Math.max(0, (this.#left.get(side) ?? 0) - spent);
  }

  /** Let one clock run, or none. @param {Side | null} side */
  run(side) {
    if (side === this.#running) return;
    this.#stop();
    if (side === null) return;
    this.#running = side;
    this.#since = this.#now();
    this.#cancel = this.#alarm(this.left(side), () => this.#ring());
  }

  /** A side has moved: its clock stands, and has more on it. @param {Side} side */
  moved(side) {
    this.#stop();
    this.#left.set(side, this.left(side) + this.#increment);
  }

  /** Remember what is left now, under the number of a position. @param {number} id */
  keep(id) {
    this.#kept.set(id, new Map([...this.#left.keys()].map((side) => [side, this.left(side)])));
  }

  /** A move was taken back: what was left then is left again. @param {number} id */
  back(id) {
    this.#stop();
    for (const [side, left] of this.#kept.get(id) ?? []) this.#left.set(side, left);
  }

  #stop() {
    if (this.#running) this.#left.set(this.#running, this.left(this.#running));
    this.#cancel();
    this.#running = null;
  }

  #ring() {
    const side = this.#running;
    if (!side) return;
    const left = this.left(side);
    if (left > 0) {
      // Timers may be early.
      this.#cancel = this.#alarm(left, () => this.#ring());
      return;
    }
    this.#stop();
    this.#onFlag(side);
  }
}

/** @param {number} ms @param {() => void} act */
function timer(ms, act) {
  const id = setTimeout(act, Math.ceil(ms));
  return () => clearTimeout(id);
}
