// Matches between players of known strength, played by dice, for a figure.

/** The share of draws between equals. */
const DRAWS = 0.3;

/** @param {number} elo */
const scoreOf = (elo) => 1 / (1 + 10 ** (-elo / 400));

/** The chances of a draw and a win, and the deviation of one game. @param {number} elo */
export function chances(elo) {
  const score = scoreOf(elo);
  const draw = DRAWS * (1 - Math.abs(2 * score - 1));
  const win = score - draw / 2;
  return { score, draw, win, deviation: Math.sqrt(win + draw / 4 - score * score) };
}

/** The score after each game of a match. @param {number} elo @param {number} games @param {() => number} dice */
export function match(elo, games, dice = Math.random) {
  const { draw, win } = chances(elo);
  let points = 0;
  return Array.from({ length: games }, (_, game) => {
    const thrown = dice();
    points += thrown < win ? 1 : thrown < win + draw ? 0.5 : 0;
    return points / (game + 1);
  });
}
