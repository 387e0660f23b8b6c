// The race of the algorithms as it stands: the laps of each, and what they save. No DOM.

/** @import { Algorithm, Lap } from '../experiments.js' */

/** What bars and chart show. @typedef {'nodes' | 'ms'} Measure */

/** Laps by algorithm, in order; the last one may be under way. @typedef {Readonly<Partial<Record<Algorithm, readonly Lap[]>>>} Standing */

/** @param {Standing} standing @param {Lap} lap @returns {Standing} */
export function withLap(standing, lap) {
  const before = (standing[lap.algorithm] ?? []).filter(({ depth }) => depth < lap.depth);
  return { ...standing, [lap.algorithm]: [...before, lap] };
}

/** @param {Standing} standing @param {Algorithm} algorithm */
export const lastLap = (standing, algorithm) => standing[algorithm]?.at(-1) ?? null;

/** The largest value of the last laps. @param {Standing} standing @param {Measure} measure */
export const largest = (standing, measure) =>
  Math.max(0, ...Object.values(standing).map((laps) => laps.at(-1)?.[measure] ?? 0));

/**
 * The greatest depth that two algorithms have completed, and the share of the nodes of the first that the second does
 * without: 0.9 for a tenth of them, negative where it visits more. Null before there is one.
 * @param {Standing} standing @param {Algorithm} base @param {Algorithm} algorithm
 */
export function saving(standing, base, algorithm) {
  const done = (/** @type {Algorithm} */ name) => (standing[name] ?? []).filter(({ finished }) => finished);
  const mine = done(algorithm);
  const both = done(base).filter(({ depth }) => mine.some((lap) => lap.depth === depth));
  const last = both.at(-1);
  const own = mine.find(({ depth }) => depth === last?.depth);
  return last && own ? { depth: last.depth, share: 1 - own.nodes / last.nodes } : null;
}

/**
 * The place of a value on a logarithmic scale: 0 for 1 or less, 1 for `most`.
 * @param {number} value @param {number} most
 */
export const logPlace = (value, most) => (value <= 1 || most <= 1 ? 0 : Math.log(value) / Math.log(most));

/** The power of ten that is at least this large. @param {number} value */
export const powerAbove = (value) => 10 ** Math.max(1, Math.ceil(Math.log10(Math.max(value, 1))));
