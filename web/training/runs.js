// Runs: puzzles one after the other, harder each time. A streak ends with the first mistake; a rush with the third, or
// when its time is up. Nothing here knows the page: the caller tells the time, and a run is plain data.

/** @import { GameName } from '../game/types.js' */
/** @import { RunResult } from '../storage/database.js' */

/** @typedef {keyof typeof RULES} RunKind */
/** What a run has to know of a puzzle. @typedef {{ id: string, rating: number, themes: readonly string[] }} Row */

/**
 * @typedef {object} Run
 * @property {RunKind} kind
 * @property {GameName} game
 * @property {readonly string[]} seen  ids, in the order of opening
 * @property {boolean} open  whether the last of these is still to be solved
 * @property {Readonly<Record<string, boolean | null>>} results  by id; null: nobody could judge it
 * @property {number} solved
 * @property {number} mistakes
 * @property {number} spent  milliseconds on its clock
 * @property {number} pauses  how often its clock stood still, because the page was hidden or the machine slept
 */

const MINUTE = 60_000;
/**
 * The kinds of runs: the time there is and the mistakes that end them, the rating of the first puzzle, and by how much
 * the next ones are harder.
 */
export const RULES = {
  streak: { time: /** @type {number | null} */ (null), mistakes: 1, from: 500, step: 35 },
  rush3: { time: 3 * MINUTE, mistakes: 3, from: 400, step: 40 },
  rush5: { time: 5 * MINUTE, mistakes: 3, from: 400, step: 40 },
  survival: { time: null, mistakes: 3, from: 500, step: 35 },
};
export const RUN_KINDS = /** @type {RunKind[]} */ (Object.keys(RULES));
/** Puzzles within this distance of the wanted rating are equally good. */
const NEAR = 60;
/** A longer time between two looks at the clock means that the page slept; it counts as this much. */
const LONGEST_TICK = 1500;

/** @param {RunKind} kind @param {GameName} game @returns {Run} */
export const newRun = (kind, game) => ({
  kind,
  game,
  seen: [],
  open: false,
  results: {},
  solved: 0,
  mistakes: 0,
  spent: 0,
  pauses: 0,
});

/** The run after a puzzle. @param {Run} run @param {boolean | null} solved  null: nobody could judge it @returns {Run} */
export const counted = (run, solved) => ({
  ...run,
  open: false,
  results: { ...run.results, [run.seen.at(-1) ?? '']: solved },
  solved: run.solved + Number(solved === true),
  mistakes: run.mistakes + Number(solved === false),
});

/** Milliseconds that are left; null where time does not count. @param {Run} run */
export function timeLeft({ kind, spent }) {
  const { time } = RULES[kind];
  return time === null ? null : Math.max(0, time - spent);
}

/** Why a run is over; null while it goes on. @param {Run} run @returns {'time' | 'mistakes' | null} */
export function endOf(run) {
  if (run.mistakes >= RULES[run.kind].mistakes) return 'mistakes';
  return timeLeft(run) === 0 ? 'time' : null;
}

/**
 * The run after some time. Time counts only while the page is visible, and at most LONGEST_TICK at once:
 * neither a sleeping machine nor a changed clock costs anything.
 * @param {Run} run
 * @param {number} passed  milliseconds since the last call, by a monotonic clock
 * @param {boolean} seen
 * @returns {Run}
 */
export function ticked(run, passed, seen) {
  const stops = RULES[run.kind].time !== null && (!seen || passed > LONGEST_TICK);
  const time = seen ? Math.min(Math.max(0, passed), LONGEST_TICK) : 0;
  return { ...run, spent: run.spent + time, pauses: run.pauses + Number(stops && passed > 0) };
}

/**
 * The next puzzle of a run: an unseen one near the rating that the length of the run asks for; null when none
 * is left.
 * @template {Row} R
 * @param {readonly R[]} rows
 * @param {Run} run
 * @param {{ met?: ReadonlySet<string>, random?: () => number }} [options]  met: known to the visitor
 * @returns {R | null}
 */
export function nextOfRun(rows, run, { met = new Set(), random = Math.random } = {}) {
  const { from, step } = RULES[run.kind];
  const target = from + step * (run.solved + run.mistakes);
  const seen = new Set(run.seen);
  const open = rows.filter(({ id }) => !seen.has(id));
  const distance = (/** @type {Row} */ { rating }) => Math.abs(rating - target);
  const near = open.filter((row) => distance(row) <= NEAR);
  const fresh = near.filter(({ id }) => !met.has(id));
  const pool = fresh.length > 0 ? fresh : near;
  if (pool.length > 0) return pool[Math.floor(random() * pool.length)];
  return open.reduce(
    (best, row) => (best && distance(best) <= distance(row) ? best : row),
    /** @type {R | null} */ (null),
  );
}

/** The puzzles of a run for review: failed ones first, then those without a result, then solved ones. @param {Run} run */
export function afterRun({ seen, results }) {
  const all = seen.map((id) => ({ id, solved: results[id] ?? null }));
  return [false, null, true].flatMap((which) => all.filter(({ solved }) => solved === which));
}

/** What is remembered of a run. @param {Run} run @param {Date} at @returns {RunResult} */
export const resultOf = ({ kind, solved, mistakes, spent }, at) => ({
  kind,
  at: at.getTime(),
  solved,
  mistakes,
  spent: Math.round(spent),
});

/** The most solved in a run of a kind. @param {readonly RunResult[]} results @param {RunKind} kind */
export const bestOf = (results, kind) =>
  Math.max(0, ...results.filter((each) => each.kind === kind).map(({ solved }) => solved));

/** A run from stored data; null if it is invalid. @param {any} value @returns {Run | null} */
export function runFrom(value) {
  const numbers = ['solved', 'mistakes', 'spent', 'pauses'].every(
    (name) => Number.isFinite(value?.[name]) && value[name] >= 0,
  );
  const right =
    numbers &&
    RUN_KINDS.includes(value.kind) &&
    Array.isArray(value.seen) &&
    value.seen.every((/** @type {unknown} */ id) => typeof id === 'string');
  // Earlier versions stored neither `open` nor `results`.
  return right ? { open: true, results: {}, ...value } : null;
}
