// Time controls: what people write, and what a clock shows by them. Times are in milliseconds.

/**
 * The time control of a side. A side that has used up its time plays on in byo-yomi, where a move within a
 * period costs nothing, and a longer one costs a period or more.
 * @typedef {object} Control
 * @property {number} time  at the start
 * @property {number} increment  for every move before byo-yomi
 * @property {number} byoyomi  the length of a period; 0 without byo-yomi
 * @property {number} periods
 * @property {number} move  the most for a move, while so much time is left; 0: no limit
 */

/** What a clock shows. `period`: periods left in byo-yomi, else 0. `move`: time left for this move, null without a limit. @typedef {{ time: number, period: number, move: number | null }} ClockReading */

const CONTROL =
  /^(?<minutes>\d{1,3}(?:\.\d)?)(?:\+(?:(?<periods>[1-9])x)?(?<seconds>\d{1,3})(?<byoyomi>b)?)?(?:\/(?<move>\d{1,3}))?$/;

/**
 * A control as people choose it: minutes at the start, seconds of increment (of a byo-yomi period if there
 * are `periods`), and the most seconds for a move.
 * @typedef {{ minutes: number, seconds: number, periods: number, most: number }} Choice
 */

/**
 * Parses a control. `5+3`: five minutes and three seconds for every move; `10+30b`: ten minutes, then thirty
 * seconds of byo-yomi; `10+3x30b`: three such periods; `10+30b/60`: at most a minute for a move.
 * @param {string} text
 * @returns {Choice | null}  null: not a control
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
 * The control that a text stands for. A side without minutes begins with the increment of one move.
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
 * The controls of both sides, the first player's first; a single one is for both.
 * @param {string} text  `5+3`, or `5+3,1+0`
 * @returns {[Control, Control] | null}
 */
export function controlsOf(text) {
  const [first, second = first, ...rest] = text.split(',').map(controlOf);
  return first && second && rest.length === 0 ? [first, second] : null;
}

/** All the time of a side, periods of byo-yomi included. @param {Control} control */
export const totalTime = ({ time, byoyomi, periods }) => time + byoyomi * periods;

/**
 * What a clock shows with so much left of the total time.
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

/** What is left of the total time after a move. @param {Control} control @param {number} left */
export function afterMove(control, left) {
  const { time, period } = readingOf(control, left);
  return period > 0 ? left - time + control.byoyomi : left + control.increment;
}
