// Progress with puzzles as a file, and what such a file adds to the progress of this browser.

/** @import { Progress, Scale } from './progress.js' */

import { laterDay, MOST_ATTEMPTS, MOST_RUNS, progressFrom, SCHEMA } from './progress.js';

/** @type {readonly Scale[]} */
const SCALES = ['xiangqi', 'chess', 'file'];

/** The text of a progress file. @param {Progress} progress @param {Scale} scale */
export const asText = (progress, scale) =>
  JSON.stringify({ schema: SCHEMA, game: scale, ...progress }, null, 1);

/**
 * Add the progress of a file to that of this browser; throws where it is none.
 * @param {{ changeProgress: (scale: Scale, change: (progress: Progress) => Progress) => unknown }} trainer
 * @param {string} text
 * @returns {number} the attempts in the file
 */
export function importProgress(trainer, text) {
  const data = JSON.parse(text);
  const given = progressFrom(data);
  if (!SCALES.includes(data.game)) throw new Error(`game ${data.game}`);
  trainer.changeProgress(data.game, (mine) => (mine.attempts.length === 0 ? given : merged(mine, given)));
  return given.attempts.length;
}

/**
 * Two sets of progress as one: every attempt of both without duplicates; the rest from the later one.
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
    daily: laterDay(mine.daily, other.daily),
    placed: Math.max(mine.placed, other.placed),
    runs: [
      ...new Map(
        [...mine.runs, ...other.runs].map((run) => [`${run.at} ${run.kind} ${run.spent}`, run]),
      ).values(),
    ]
      .sort((a, b) => a.at - b.at)
      .slice(-MOST_RUNS),
    votes: { ...earlier.votes, ...later.votes },
  };
}
