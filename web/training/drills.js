// Drills: an ending to be won in time, or to be held, against perfect play. Data and judgement, no board.

/** @import { Card } from '../storage/database.js' */
/** @import { Progress } from './progress.js' */
/** @import { MoveValue } from '../engine/messages.js' */

import { dueOn } from './schedule.js';

/** The prefix that tells ids of drills from those of puzzles. */
const MARK = 'ending-';

/** `goal`: what the side to move has to reach; `plies`: to the end with best play, 0 of a draw. @typedef {{ id: string, ending: string, fen: string, goal: 'win' | 'draw', plies: number, rating: number }} Drill */

/** @typedef {'easy' | 'medium' | 'hard'} Grade */

/** Moves that are allowed beyond the shortest win: this many, or this part of it. */
const SPARE = 3;
const SPARE_PART = 0.3;
/** The moves for which a draw has to be held. */
const HOLD = 12;

/** The drills of a file; see py/lab. @param {any} file @returns {Drill[]} */
export function drillsFrom(file) {
  const rows = /** @type {[string, string, number, number][]} */ (file.drills);
  const numbers = new Map();
  return rows.map(([ending, fen, plies, rating]) => {
    const number = (numbers.get(ending) ?? 0) + 1;
    numbers.set(ending, number);
    return { id: `${MARK}${ending}-${number}`, ending, fen, goal: plies > 0 ? 'win' : 'draw', plies, rating };
  });
}

/** The moves that a drill allows, or for which a draw has to be held. @param {Drill} drill */
export function movesAllowed({ goal, plies }) {
  const shortest = Math.ceil(plies / 2);
  return goal === 'draw' ? HOLD : shortest + Math.max(SPARE, Math.ceil(shortest * SPARE_PART));
}

/** @param {Drill} drill @returns {Grade} */
export const gradeOf = ({ rating }) => (rating < 1000 ? 'easy' : rating < 1350 ? 'medium' : 'hard');

/**
 * Whether a move keeps what the drill asks for.
 * @param {Drill} drill
 * @param {MoveValue} value
 */
export const keeps = ({ goal }, { result }) => (goal === 'win' ? result === 'win' : result !== 'loss');

/**
 * The moves that a win still takes after a move, and those that the drill still allows; null if it may take that long.
 * @param {Drill} drill
 * @param {MoveValue} value
 * @param {number} used  moves before this one
 */
export function tooSlow(drill, { distance }, used) {
  const needed = Math.ceil((distance ?? 0) / 2) - 1;
  const left = movesAllowed(drill) - used - 1;
  return drill.goal === 'win' && needed > left ? { needed, left } : null;
}

/**
 * The move of the other side: the one that lasts longest or is hardest to answer. It does not take back the
 * last move if another one is as good.
 * @param {readonly MoveValue[]} values  best first
 * @param {string | null} last  the move that it made before
 * @returns {MoveValue | undefined}
 */
export function replyOf(values, last) {
  const [best] = values;
  const back = last ? last.slice(2, 4) + last.slice(0, 2) : '';
  const equal = values.filter(({ result, distance }) => result === best.result && distance === best.distance);
  return equal.find(({ uci }) => uci !== back) ?? best;
}

/** Whether an id is that of a drill, not of a puzzle. @param {string} id */
export const isDrill = (id) => id.startsWith(MARK);

/** What a drill is called: `KN-ka 3`. @param {string} id */
export const drillName = (id) => id.slice(MARK.length).replace(/-(\d+)$/, ' $1');

/** The ids of the drills that are due again. @param {Readonly<Record<string, Card>>} cards @param {string} today */
export const dueDrills = (cards, today) => dueOn(cards, today).filter(isDrill);

/**
 * The next drill: one near the person's rating that is new, else the one that was met the longest time ago.
 * @param {readonly Drill[]} drills
 * @param {Progress} progress
 * @param {{ grade: Grade | null, but: string | null, random?: () => number }} wanted
 * @returns {Drill | null}
 */
export function nextDrill(drills, progress, { grade, but, random = Math.random }) {
  const fitting = drills.filter((drill) => drill.id !== but && (!grade || gradeOf(drill) === grade));
  const met = new Map(progress.attempts.map(({ id, at }) => [id, at]));
  const fresh = fitting.filter(({ id }) => !met.has(id));
  if (fresh.length > 0) {
    const target = progress.rating.rating;
    const near = fresh.filter(({ rating }) => Math.abs(rating - target) <= 200);
    const from = grade || near.length === 0 ? fresh : near;
    return from[Math.floor(random() * from.length)];
  }
  return fitting.sort((a, b) => (met.get(a.id) ?? 0) - (met.get(b.id) ?? 0))[0] ?? null;
}
