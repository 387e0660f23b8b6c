import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mtdfSteps, treeSteps } from '../../../../../web/learn/figures/tree-search.js';

const TREES = [
  [
    [3, 5],
    [6, 2, 9],
    [1, 7],
    [8, 4],
  ],
  [
    [0, 1],
    [-1, 0],
    [1, -1],
  ],
  [[[2, 7], [4]], [[9, 1], 3], 5],
];

test('alpha-beta and MTD(f), from every guess, find the value of minimax', () => {
  for (const tree of TREES) {
    const { value } = treeSteps(tree, { cuts: false });
    assert.equal(treeSteps(tree, { cuts: true }).value, value);
    for (let guess = -1; guess < 10; guess += 1) assert.equal(mtdfSteps(tree, guess).value, value);
  }
});

test('a pass of MTD(f) asks within its bounds, and the last one makes them meet', () => {
  const { steps, value, seen, leaves } = mtdfSteps(TREES[0], 6);
  const passes = steps.map(({ pass }) => pass);
  for (const { beta, lower, upper } of passes.slice(0, -1)) {
    assert.ok(lower <= value && value <= upper);
    assert.ok(beta > lower);
  }
  assert.deepEqual(passes.at(-1), { number: 2, beta: 4, lower: value, upper: value });
  assert.ok(seen < leaves);
});

test('a cut passes over leaves and never those that are needed', () => {
  const { seen, leaves, steps } = treeSteps(TREES[0], { cuts: true });
  const cut = Object.values(steps.at(-1).states).filter((state) => state === 'cut');
  assert.equal(seen + cut.length, leaves);
});
