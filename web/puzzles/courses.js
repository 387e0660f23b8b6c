// Courses: for each of twelve basic mating patterns (基本杀法) up to twenty puzzles, from easy to hard.

/** @import { Row } from './site-puzzles.js' */

export const COURSES = /** @type {const} */ ([
  'faceToFaceMate',
  'ironBoltMate',
  'twoChariotMate',
  'horseCannonMate',
  'doubleCannonMate',
  'smotheredPalaceMate',
  'corralHorseMate',
  'cornerHorseMate',
  'anglerHorseMate',
  'octagonHorseMate',
  'heartThrustMate',
  'heavenEarthCannonMate',
]);

/** @typedef {typeof COURSES[number]} Course */

export const COURSE_LENGTH = 20;

/**
 * The puzzles of a course: up to COURSE_LENGTH with its theme, spread over all ratings.
 * @template {Row} R
 * @param {readonly R[]} rows
 * @param {Course} course
 * @returns {R[]}
 */
export function courseOf(rows, course) {
  const themed = rows.filter(({ themes }) => themes.includes(course));
  themed.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const count = Math.min(COURSE_LENGTH, themed.length);
  return Array.from({ length: count }, (_, at) => themed[Math.floor((at * themed.length) / count)]);
}

/** The ids that the visitor has solved. @param {readonly { id: string, result: string }[]} attempts */
export const solvedIds = (attempts) =>
  new Set(attempts.filter(({ result }) => result !== 'failed').map(({ id }) => id));
