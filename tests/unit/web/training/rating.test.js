import assert from 'node:assert/strict';
import test from 'node:test';
import { afterPuzzle, aged, rated, UNKNOWN } from '../../../../web/training/rating.js';

const near = (actual, expected, within) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);

test("Glickman's own example comes out as he prints it", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const results = [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ];
  const after = rated(player, results);
  near(after.rating, 1464.06, 0.01);
  near(after.deviation, 151.52, 0.01);
  near(after.volatility, 0.05999, 0.00001);
});

test('a period without a result leaves the rating and makes it less sure', () => {
  const player = { rating: 1700, deviation: 60, volatility: 0.06 };
  const after = rated(player, []);
  assert.equal(after.rating, 1700);
  near(after.deviation, Math.sqrt(60 ** 2 + (0.06 * 173.7178) ** 2), 1e-9);
  assert.equal(aged(player, 1e6).deviation, UNKNOWN.deviation);
});

test('a big surprise raises the volatility, as the other branch of step 5 has it', () => {
  const player = { rating: 1500, deviation: 50, volatility: 0.06 };
  const wins = Array.from({ length: 8 }, () => ({ rating: 2300, deviation: 30, score: 1 }));
  assert.ok(rated(player, wins).volatility > 0.06);
});

test('puzzles move a new rating far, and an old one little', () => {
  let player = UNKNOWN;
  const first = afterPuzzle(player, { rating: 1500, solved: true });
  assert.ok(first.rating > 1600);
  assert.ok(afterPuzzle(player, { rating: 1500, solved: false }).rating < 1400);
  for (let i = 0; i < 200; i++) player = afterPuzzle(player, { rating: 1500, solved: i % 2 === 0 });
  near(player.rating, 1500, 60);
  assert.ok(player.deviation >= 45 && player.deviation < 100);
});
