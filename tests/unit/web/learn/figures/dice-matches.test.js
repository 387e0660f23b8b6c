import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chances, match } from '../../../../../web/learn/figures/dice-matches.js';

test('the chances of a game add up to the score that Elo expects', () => {
  for (const [elo, expected] of [
    [0, 0.5],
    [100, 0.6401],
    [200, 0.7597],
  ]) {
    const { score, draw, win } = chances(elo);
    assert.ok(Math.abs(score - expected) < 1e-4);
    assert.ok(Math.abs(win + draw / 2 - score) < 1e-12);
    assert.ok(win + draw <= 1);
  }
});

test('a match counts wins, draws and losses by what the dice show', () => {
  const { draw, win } = chances(0);
  const thrown = [win - 0.01, win + draw - 0.01, win + draw + 0.01];
  const scores = match(0, 3, () => /** @type {number} */ (thrown.shift()));
  assert.deepEqual(scores, [1, 0.75, 0.5]);
});
