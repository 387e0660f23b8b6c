// @ts-check
// What a person has done with puzzles, as plain data: attempts, the rating, what comes back and when. It lives in the
// browser's storage, and leaves it as a file only.

/** @import { GameName } from '../game/types.js' */
/** @import { Rating } from './rating.js' */
/** @import { Card } from './schedule.js' */

import { USUAL } from '../game/games.js';
import { afterPuzzle, aged, UNKNOWN } from './rating.js';
import { dayOf, daysBetween, scheduled } from './schedule.js';

export const SCHEMA = 1;
/** Attempts that are remembered one by one; older ones have left their mark on the rating. */
const MOST_ATTEMPTS = 4000;

/**
 * `solved`: at the first try and alone; `helped`: in the end, with a hint, or nobody could judge a move on the way.
 * @typedef {'solved' | 'helped' | 'failed'} Result
 */

/** `at`: milliseconds since 1970; `rating`: of the person, afterwards. @typedef {{ id: string, at: number, result: Result, rating: number }} Attempt */

/**
 * @typedef {object} Progress
 * @property {Rating} rating
 * @property {readonly Attempt[]} attempts  the oldest first
 * @property {Readonly<Record<string, Card>>} cards  what comes back, by the puzzle's id
 * @property {{ now: number, best: number }} streak  puzzles solved in a row
 * @property {string | null} daily  the last day whose puzzle was done
 */

/**
 * Where everybody begins: in the middle of the puzzles that there are. The deviation of an unknown player (350) would
 * cost 200 points for the first mistake; this one costs 36, and ten mistakes in a row 270.
 * @type {Rating}
 */
export const START = Object.freeze({ ...UNKNOWN, rating: 1000, deviation: 120 });

/** @type {Progress} */
export const NOTHING = Object.freeze({
  rating: START,
  attempts: [],
  cards: {},
  streak: { now: 0, best: 0 },
  daily: null,
});

/** In chess, whose puzzles are rated on lichess' scale. @type {Progress} */
const NOTHING_IN_CHESS = Object.freeze({ ...NOTHING, rating: { ...START, rating: 1500 } });

/** Where everybody begins with the puzzles of a game. @param {GameName} game */
export const startOf = (game) => (game === 'chess' ? NOTHING_IN_CHESS : NOTHING);

/**
 * Progress after an attempt. A help changes no rating, but the puzzle comes back.
 * @param {Progress} before
 * @param {{ id: string, rating: number, result: Result, at: Date, daily?: string | null }} attempt
 * @returns {Progress}
 */
export function recorded(before, { id, rating, result, at, daily = null }) {
  const today = dayOf(at);
  const last = before.attempts.at(-1);
  const days = last ? Math.max(0, daysBetween(dayOf(new Date(last.at)), today)) : 0;
  const solved = result === 'solved';
  // A puzzle that was met before measures memory, not strength.
  const known = before.attempts.some((attempt) => attempt.id === id);
  const counts = result !== 'helped' && !known;
  const now = counts ? afterPuzzle(aged(before.rating, days), { rating, solved }) : before.rating;
  const { [id]: card = null, ...cards } = before.cards;
  const next = scheduled(card, { solved, today });
  const row = solved ? before.streak.now + 1 : 0;
  const attempt = { id, at: at.getTime(), result, rating: Math.round(now.rating) };
  return {
    rating: now,
    attempts: [...before.attempts, attempt].slice(-MOST_ATTEMPTS),
    cards: next ? { ...cards, [id]: next } : cards,
    streak: { now: row, best: Math.max(row, before.streak.best) },
    daily: daily ?? before.daily,
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
 * Progress from anything; throws where it is none, and the message says what is wrong.
 * @param {any} data
 * @returns {Progress}
 */
export function progressFrom(data) {
  check(typeof data === 'object' && data !== null, 'no object');
  check(data.schema === SCHEMA, `schema ${data.schema} is not ${SCHEMA}`);
  const { rating, attempts, cards, streak, daily = null } = data;
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
  for (const [id, card] of Object.entries(cards)) {
    const { box, due } = /** @type {any} */ (card ?? {});
    check(Number.isInteger(box) && box >= 0 && isDay(due), `cards.${id}`);
  }
  check(Number.isInteger(streak?.now) && Number.isInteger(streak?.best), 'streak');
  check(daily === null || isDay(daily), 'daily');
  return { rating, attempts, cards, streak, daily };
}

/** @param {unknown} value */
const isDay = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** @param {unknown} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new Error(what);
}

/**
 * Two lots of progress as one: every attempt of both, what is the same only once; the rest from the later one.
 * @param {Progress} mine
 * @param {Progress} other
 * @returns {Progress}
 */
export function merged(mine, other) {
  const later = (other.attempts.at(-1)?.at ?? 0) > (mine.attempts.at(-1)?.at ?? 0) ? other : mine;
  const earlier = later === mine ? other : mine;
  const attempts = new Map(
    [...earlier.attempts, ...later.attempts].map((attempt) => [`${attempt.at} ${attempt.id}`, attempt]),
  );
  return {
    rating: later.rating,
    attempts: [...attempts.values()].sort((a, b) => a.at - b.at).slice(-MOST_ATTEMPTS),
    cards: { ...earlier.cards, ...later.cards },
    streak: { now: later.streak.now, best: Math.max(mine.streak.best, other.streak.best) },
    daily: [mine.daily, other.daily].reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null),
  };
}

/** As a file holds it. @param {Progress} progress @param {GameName} [game]  whose puzzles they are */
export const asText = (progress, game = USUAL) =>
  JSON.stringify({ schema: SCHEMA, game, ...progress }, null, 1);

/**
 * How keeping went: `refused`: this browser keeps nothing; `full`: no room; `unreadable`: what was kept could not be
 * read, lies aside as it was, and progress begins anew.
 * @typedef {'kept' | 'refused' | 'full' | 'unreadable'} Keeping
 */

/**
 * Progress with the puzzles of one game, as it is kept; see storage/puzzles.js.
 * @typedef {object} KeptProgress
 * @property {Keeping} keeping
 * @property {{ text: string, reason: string } | null} aside  what could not be read and was set aside, and why
 * @property {() => void} onChange  called when something else is known
 * @property {() => Promise<void>} load
 * @property {() => Progress} read  what is known
 * @property {(change: (progress: Progress) => Progress) => Progress} change  shows at once and is saved behind it
 */
