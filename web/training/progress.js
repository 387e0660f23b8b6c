// A person's progress with puzzles, as plain data: attempts, the rating, and the puzzles to repeat. It stays
// in the browser's storage and leaves it only as a file.

/** @import { Rating } from './rating.js' */
/** @import { Attempt, Card, RunResult } from '../storage/database.js' */

import { dayOf, daysBetween, isDay, latestDay } from '../ui/dates.js';
import { afterPuzzle, aged, UNKNOWN } from './rating.js';
import { RUN_KINDS } from './runs.js';
import { cardFrom, reviewed } from './schedule.js';

/** Of progress files; those of version 1 have other cards, which are read as well. */
export const SCHEMA = 2;
/** Attempts that are remembered one by one; older ones have left their mark on the rating. */
export const MOST_ATTEMPTS = 4000;
/** Runs that are remembered. */
export const MOST_RUNS = 500;
/** The deviation before each of the first puzzles: they place the visitor, and may move the rating far. */
const PLACING = Object.freeze([350, 250, 180]);

/**
 * `solved`: at the first try without help; `helped`: with a hint, or with a move that could not be judged.
 * @typedef {Attempt['result']} Result
 */

/**
 * @typedef {object} Progress
 * @property {Rating} rating
 * @property {readonly Attempt[]} attempts  the oldest first
 * @property {Readonly<Record<string, Card>>} cards  puzzles to repeat, by id
 * @property {{ now: number, best: number }} streak  puzzles solved in a row
 * @property {string | null} daily  the last day whose puzzle was done
 * @property {number} placed  how many of the placement puzzles are done
 * @property {readonly RunResult[]} runs  the oldest first
 * @property {Readonly<Record<string, 1 | -1>>} votes  on puzzles, by id
 */

/**
 * Puzzles that are rated on one scale: those of a game on this site, or those from files, which others have rated.
 * @typedef {'xiangqi' | 'chess' | 'file'} Scale
 */

/**
 * Everybody's first rating, until the ratings of the puzzles are known; see `begun`. Three puzzles place the
 * visitor, beginning with the deviation of an unknown player. After them the deviation is at most this one,
 * so that no mistake costs a hundred points: about 31 in a puzzle of the visitor's rating, less than 70 in
 * the easiest one. Without that limit it was 106 for anybody after a year away.
 * @type {Rating}
 */
export const START = Object.freeze({ ...UNKNOWN, rating: 1000, deviation: 110 });

/** @type {Progress} */
export const NOTHING = Object.freeze({
  rating: START,
  attempts: [],
  cards: {},
  streak: { now: 0, best: 0 },
  daily: null,
  placed: 0,
  runs: [],
  votes: {},
});

/** How many puzzles place a visitor. */
export const PLACEMENTS = PLACING.length;

/**
 * Progress with these puzzles. Until the first rated attempt, the visitor's rating is their median.
 * @param {Progress} progress
 * @param {readonly { rating: number }[]} puzzles
 * @returns {Progress}
 */
export function begun(progress, puzzles) {
  if (progress.placed || !puzzles.length) return progress;
  const ratings = puzzles.map(({ rating }) => rating).sort((a, b) => a - b);
  return { ...progress, rating: { ...START, rating: ratings[ratings.length >> 1] } };
}

/**
 * Progress after an attempt. An attempt in a run, or with help, does not change the rating. After help the
 * puzzle comes back.
 * @param {Progress} before
 * @param {{ id: string, rating: number, result: Result, at: Date, daily?: string | null, rated?: boolean }} attempt
 * @returns {Progress}
 */
export function recorded(before, { id, rating, result, at, daily = null, rated = true }) {
  const today = dayOf(at);
  const last = before.attempts.at(-1);
  const days = last ? Math.max(0, daysBetween(dayOf(new Date(last.at)), today)) : 0;
  const solved = result === 'solved';
  // A puzzle that was met before measures memory, not strength.
  const known = before.attempts.some((attempt) => attempt.id === id);
  const counts = rated && result !== 'helped' && !known;
  const now = counts ? ratingAfter(before, days, { rating, solved }) : before.rating;
  const { [id]: card = null, ...cards } = before.cards;
  // What was solved at once need not come back.
  const next = card || !solved ? reviewed(card, { known: solved, today }) : null;
  const row = solved ? before.streak.now + 1 : 0;
  const attempt = { id, at: at.getTime(), result, rating: Math.round(now.rating) };
  return {
    ...before,
    rating: now,
    attempts: [...before.attempts, attempt].slice(-MOST_ATTEMPTS),
    cards: next ? { ...cards, [id]: next } : cards,
    streak: rated ? { now: row, best: Math.max(row, before.streak.best) } : before.streak,
    daily: laterDay(until(today, daily), until(latestDay(at), before.daily)),
    placed: Math.min(PLACEMENTS, before.placed + Number(counts)),
  };
}

/** @param {Progress} before @param {number} days  since the last attempt @param {{ rating: number, solved: boolean }} puzzle */
function ratingAfter({ rating, placed }, days, puzzle) {
  if (placed >= PLACEMENTS) {
    const now = aged(rating, days);
    return afterPuzzle({ ...now, deviation: Math.min(START.deviation, now.deviation) }, puzzle);
  }
  const next = afterPuzzle({ ...rating, deviation: PLACING[placed] }, puzzle);
  // After the last placement puzzle the deviation is the usual one.
  return placed < PLACEMENTS - 1 ? next : { ...next, deviation: START.deviation };
}

/** Progress after a run. @param {Progress} before @param {RunResult} run @returns {Progress} */
export const withRun = (before, run) => ({ ...before, runs: [...before.runs, run].slice(-MOST_RUNS) });

/** Progress after a vote; the same one again takes it back. @param {Progress} before @param {string} id @param {1 | -1} vote @returns {Progress} */
export function withVote(before, id, vote) {
  const { [id]: old, ...others } = before.votes;
  return { ...before, votes: old === vote ? others : { ...others, [id]: vote } };
}

/**
 * Progress in which former ids of puzzles are replaced by the current ones.
 * @param {Progress} before
 * @param {ReadonlyMap<string, string>} former
 * @returns {Progress} the same object where nothing changes
 */
export function renamed(before, former) {
  const isOld = (/** @type {string} */ id) => former.has(id);
  const { attempts, cards, votes } = before;
  const ids = [...attempts.map(({ id }) => id), ...Object.keys(cards), ...Object.keys(votes)];
  if (!ids.some(isOld)) return before;
  const now = (/** @type {string} */ id) => former.get(id) ?? id;
  /** @template Value @param {Record<string, Value>} known */
  const moved = (known) => Object.fromEntries(Object.entries(known).map(([id, value]) => [now(id), value]));
  return {
    ...before,
    attempts: attempts.map((attempt) => ({ ...attempt, id: now(attempt.id) })),
    cards: moved(cards),
    votes: moved(votes),
  };
}

/** Days in a row, up to today or yesterday, on which a puzzle was solved. @param {Progress} progress @param {string} today */
export function daysInARow({ attempts }, today) {
  const days = [
    ...new Set(attempts.filter(({ result }) => result !== 'failed').map(({ at }) => dayOf(new Date(at)))),
  ];
  let count = 0;
  let next = today;
  for (const day of days.reverse()) {
    const gap = daysBetween(day, next);
    if (gap < 0) continue;
    if (gap > 1) break;
    count += 1;
    next = day;
  }
  return count;
}

/**
 * Progress from untrusted data. Throws if it is invalid; the message says what is wrong.
 * @param {any} data
 * @returns {Progress}
 */
export function progressFrom(data) {
  check(typeof data === 'object' && data !== null, 'no object');
  check([1, SCHEMA].includes(data.schema), `schema ${data.schema} is not ${SCHEMA}`);
  const { rating, attempts, cards, streak, daily = null, placed = 0, runs = [], votes = {} } = data;
  for (const name of ['rating', 'deviation', 'volatility'])
    check(Number.isFinite(rating?.[name]) && rating[name] > 0, `rating.${name}`);
  check(Array.isArray(attempts), 'attempts');
  attempts.forEach((/** @type {any} */ attempt, /** @type {number} */ at) => {
    const right =
      typeof attempt?.id === 'string' &&
      Number.isFinite(attempt.at) &&
      Number.isFinite(attempt.rating) &&
      ['solved', 'helped', 'failed'].includes(attempt.result);
    check(right, `attempts[${at}]`);
  });
  check(typeof cards === 'object' && cards !== null, 'cards');
  /** @type {Record<string, Card>} */
  const read = {};
  for (const [id, value] of Object.entries(cards)) {
    const card = cardFrom(value);
    check(card !== null, `cards.${id}`);
    read[id] = card;
  }
  check(Number.isInteger(streak?.now) && Number.isInteger(streak?.best), 'streak');
  check(daily === null || isDay(daily), 'daily');
  check(Number.isInteger(placed) && placed >= 0, 'placed');
  check(Array.isArray(runs), 'runs');
  const dated = runs.map((/** @type {any} */ run, /** @type {number} */ index) => {
    const known = { at: 0, ...run };
    const numbers = ['at', 'solved', 'mistakes', 'spent'].every((name) => Number.isFinite(known[name]));
    check(numbers && RUN_KINDS.includes(known.kind), `runs[${index}]`);
    return known;
  });
  check(typeof votes === 'object' && votes !== null, 'votes');
  for (const [id, vote] of Object.entries(votes)) check(vote === 1 || vote === -1, `votes.${id}`);
  return { rating, attempts, cards: read, streak, daily, placed, runs: dated, votes };
}

/** @param {unknown} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new Error(what);
}

/**
 * Whether progress is kept: `refused`: this browser keeps nothing; `full`: no room; `unreadable`: the kept
 * progress could not be read and was set aside unchanged, and progress begins anew.
 * @typedef {'kept' | 'refused' | 'full' | 'unreadable'} Keeping
 */

/**
 * Progress with the puzzles of one scale, as it is kept; see training/kept-progress.js.
 * @typedef {object} KeptProgress
 * @property {Keeping} keeping
 * @property {{ text: string, reason: string } | null} aside  what could not be read and was set aside, and why
 * @property {() => void} onChange  called when the progress or `keeping` has changed
 * @property {() => Promise<void>} load
 * @property {() => Progress} read  what is known
 * @property {(change: (progress: Progress) => Progress) => Progress} change  takes effect at once and is saved in the background
 */

/** The day, unless it has yet to come: its puzzle is not done by then. @param {string} last @param {string | null} day */
const until = (last, day) => (day !== null && day <= last ? day : null);

/** @param {string | null} a @param {string | null} b @returns {string | null} */
export const laterDay = (a, b) => ((a ?? '') > (b ?? '') ? a : b);
