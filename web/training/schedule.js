// When something comes back: puzzles, endings and positions of a repertoire, all by FSRS, the free spaced repetition
// scheduler, which foresees how well each is remembered. Days count, not hours.

/** @import { Card } from '../storage/database.js' */

import { FSRSAlgorithm, Rating } from 'ts-fsrs';
import { daysAfter, daysBetween, isDay } from '../ui/dates.js';

/** The chance that a card is still known on the day when it is due. */
export const RETENTION = 0.9;

const fsrs = new FSRSAlgorithm({ request_retention: RETENTION, enable_short_term: false });

/**
 * The card after a review.
 * @param {Card | null} card  null: it is met for the first time
 * @param {{ known: boolean, today: string }} review
 * @returns {Card}
 */
export function reviewed(card, { known, today }) {
  const elapsed = card ? Math.max(0, daysBetween(card.seen, today)) : 0;
  const { stability, difficulty } = fsrs.next_state(card, elapsed, known ? Rating.Good : Rating.Again);
  const due = daysAfter(today, fsrs.next_interval(stability, elapsed));
  return { stability: rounded(stability), difficulty: rounded(difficulty), seen: today, due };
}

/** The chance that a card is known on a day. @param {Card} card @param {string} today */
export const retrievability = ({ stability, seen }, today) =>
  fsrs.forgetting_curve(Math.max(0, daysBetween(seen, today)), stability);

/** @param {number} value */
const rounded = (value) => Math.round(value * 10_000) / 10_000;

/** Days that a card waited in each of Leitner's boxes, by which puzzles were scheduled before FSRS. */
const BOXES = Object.freeze([1, 3, 7, 14, 30]);
const MIDDLING = 5;

/** A card from stored data; null if it is none. @param {any} value @returns {Card | null} */
export function cardFrom(value) {
  const { stability, difficulty, seen, due, box } = value ?? {};
  if (!isDay(due)) return null;
  if (Number.isInteger(box) && box >= 0) {
    const waited = BOXES[Math.min(box, BOXES.length - 1)];
    return { stability: waited, difficulty: MIDDLING, seen: daysAfter(due, -waited), due };
  }
  const fits = stability > 0 && difficulty >= 1 && difficulty <= 10 && isDay(seen);
  return fits ? { stability, difficulty, seen, due } : null;
}

/**
 * The cards that are due, the longest waiting first.
 * @param {Readonly<Record<string, Card>>} cards
 * @param {string} today
 * @returns {string[]}
 */
export function dueOn(cards, today) {
  return Object.entries(cards)
    .filter(([, { due }]) => due <= today)
    .sort(([, a], [, b]) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
    .map(([id]) => id);
}
