// The Glicko-2 rating system: a rating, how sure it is (its deviation), and how much it swings (its volatility).
// M. E. Glickman, "Example of the Glicko-2 system", 2013, glicko.net; the comments number its steps.

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rating */
/** A game against somebody of that rating: 1 won, 0.5 drawn, 0 lost. @typedef {{ rating: number, deviation: number, score: number }} Result */

/** Somebody of whom nothing is known. @type {Readonly<Rating>} */
export const UNKNOWN = Object.freeze({ rating: 1500, deviation: 350, volatility: 0.06 });

/** How far the volatility may change; Glickman proposes 0.3 to 1.2. */
const TAU = 0.5;
/** Points of the familiar scale in one of Glicko-2's own. */
const SCALE = 173.7178;
const CENTRE = 1500;
const PRECISION = 1e-6;
/** With less, a rating would hardly move any more. */
const LEAST_DEVIATION = 45;

/**
 * The rating after a period with these results. Without results it only becomes less sure.
 * @param {Rating} player
 * @param {readonly Result[]} results
 * @returns {Rating}
 */
export function rated({ rating, deviation, volatility }, results) {
  // Step 2: the scale of Glicko-2.
  const mu = (rating - CENTRE) / SCALE;
  const phi = deviation / SCALE;
  if (results.length === 0) return aged({ rating, deviation, volatility }, 1);
  // Steps 3 and 4: what the results tell, and how much they can tell.
  let information = 0;
  let surprise = 0;
  for (const result of results) {
    const g = 1 / Math.sqrt(1 + (3 * (result.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (result.rating - CENTRE) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (result.score - expected);
  }
  const variance = 1 / information;
  // Step 5: the volatility; steps 6 and 7: the deviation and the rating.
  const swing = newVolatility(phi, volatility, variance, variance * surprise);
  const before = Math.sqrt(phi ** 2 + swing ** 2);
  const after = 1 / Math.sqrt(1 / before ** 2 + 1 / variance);
  return {
    rating: CENTRE + SCALE * (mu + after ** 2 * surprise),
    deviation: SCALE * after,
    volatility: swing,
  };
}

/**
 * A rating after periods without a result: the same, and less sure.
 * @param {Rating} player
 * @param {number} periods
 * @returns {Rating}
 */
export function aged({ rating, deviation, volatility }, periods) {
  const phi = Math.sqrt((deviation / SCALE) ** 2 + Math.max(0, periods) * volatility ** 2);
  return { rating, deviation: Math.min(UNKNOWN.deviation, phi * SCALE), volatility };
}

/**
 * A rating after one puzzle, which is a period of its own. Its rating is as sure as an established player's.
 * @param {Rating} player
 * @param {{ rating: number, solved: boolean }} puzzle
 * @returns {Rating}
 */
export function afterPuzzle(player, { rating, solved }) {
  const next = rated(player, [{ rating, deviation: PUZZLE_DEVIATION, score: solved ? 1 : 0 }]);
  return { ...next, deviation: Math.max(LEAST_DEVIATION, next.deviation) };
}

const PUZZLE_DEVIATION = 80;

/** Step 5: the root of Glickman's f by the Illinois algorithm. @param {number} phi @param {number} sigma @param {number} v @param {number} delta */
function newVolatility(phi, sigma, v, delta) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi ** 2 + v + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - v);
  if (!(delta ** 2 > phi ** 2 + v)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
