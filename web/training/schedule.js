// When a failed puzzle comes back: Leitner's boxes (S. Leitner, "So lernt man lernen", 1972). It begins in
// the first box. If it is solved when due, it moves to the next box, else back to the first. After the last
// box it is known.

/** @import { Card } from '../storage/database.js' */

import { daysAfter } from '../ui/dates.js';

/** Days that a puzzle waits in each box. */
export const DAYS = Object.freeze([1, 3, 7, 14, 30]);

/**
 * The card after an attempt, or null when there is nothing to repeat.
 * @param {Card | null} card
 * @param {{ solved: boolean, today: string }} attempt
 * @returns {Card | null}
 */
export function scheduled(card, { solved, today }) {
  if (!solved) return { box: 0, due: daysAfter(today, DAYS[0]) };
  if (!card) return null;
  // Solved before it was due: that proves nothing yet.
  if (card.due > today) return card;
  const box = card.box + 1;
  return box < DAYS.length ? { box, due: daysAfter(today, DAYS[box]) } : null;
}

/**
 * The puzzles that are due, the longest waiting first.
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
