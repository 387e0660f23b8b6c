// Chooses the next puzzle: the daily one, one that is due again, or a new one near the person's rating.

/** @import { Progress } from '../training/progress.js' */
/** @import { Row } from './site-puzzles.js' */

import { PLACEMENTS } from '../training/progress.js';
import { daysBetween, latestDay } from '../ui/dates.js';

/** The puzzles to train. `theme` null: any. @typedef {{ theme: string | null, from: number, to: number }} TrainingFilter */

/** @type {TrainingFilter} */
export const ANY = Object.freeze({ theme: null, from: 0, to: 5000 });

/** Whether a filter leaves anything out. @param {TrainingFilter} filter */
export const isNarrow = ({ theme, from, to }) => theme !== null || from > ANY.from || to < ANY.to;

/** The largest rating difference of a fair puzzle. Others come only when these are used up. */
export const NEAR = 150;
const FIRST_DAY = '2020-01-01';

/** Whether there is a puzzle of that day: not before it has begun somewhere. @param {string} day @param {Date} now */
export const hasPuzzle = (day, now) => day >= FIRST_DAY && day <= latestDay(now);

/**
 * The index of a day's puzzle among `count`: the same for everybody, each once before any comes again.
 * @param {string} day
 * @param {number} count
 * @returns {number}
 */
export function placeOfDay(day, count) {
  // Steps of about the golden section spread neighbouring days. One coprime to `count` reaches every index.
  let step = Math.max(1, Math.round(count * 0.618));
  while (greatestFactor(step, count) !== 1) step += 1;
  const number = daysBetween(FIRST_DAY, day);
  return (((number * step) % count) + count) % count;
}

/** @param {number} a @param {number} b @returns {number} */
const greatestFactor = (a, b) => (b === 0 ? a : greatestFactor(b, a % b));

/** @param {Row} puzzle @param {TrainingFilter} filter */
export function fits(puzzle, { theme, from, to }) {
  return puzzle.rating >= from && puzzle.rating <= to && (theme === null || puzzle.themes.includes(theme));
}

/** Whether the solver has at most two moves. @param {Row} puzzle */
const isQuick = ({ themes }) => themes.includes('oneMove') || themes.includes('short');

/**
 * The next puzzle, or null when nothing fits: a new one near the person's rating, else the nearest new one,
 * else the one that was met longest ago. Placement uses quick puzzles.
 * @template {Row} R
 * @param {readonly R[]} puzzles
 * @param {Progress} progress
 * @param {TrainingFilter} filter
 * @param {{ random?: () => number, but?: string | null }} [options]  but: not this one, if there is another
 * @returns {R | null}
 */
export function nextPuzzle(puzzles, progress, filter, { random = Math.random, but = null } = {}) {
  const fitting = puzzles.filter((puzzle) => fits(puzzle, filter));
  const others = fitting.filter(({ id }) => id !== but);
  if (others.length === 0) return fitting[0] ?? null;
  /** @type {Map<string, number>} */
  const met = new Map(progress.attempts.map(({ id, at }) => [id, at]));
  const unmet = others.filter(({ id }) => !met.has(id));
  const quick = progress.placed < PLACEMENTS ? unmet.filter(isQuick) : [];
  const fresh = quick.length > 0 ? quick : unmet;
  const near = fresh.filter(({ rating }) => Math.abs(rating - progress.rating.rating) <= NEAR);
  if (near.length > 0) return near[Math.floor(random() * near.length)];
  const target = progress.rating.rating;
  const distance = (/** @type {Row} */ { rating }) => Math.abs(rating - target);
  if (fresh.length > 0) return fresh.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return others.reduce((a, b) => ((met.get(b.id) ?? 0) < (met.get(a.id) ?? 0) ? b : a));
}
