import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedOutcome, recordOf, resultOf, treeOf } from '../../../../web/game/record.js';
import { lineThrough, movesTo, nodeOf } from '../../../../web/game/tree.js';
import { fromRecord, toRecord } from '../../../../web/storage/record-format.js';

const SIDES = /** @type {const} */ (['red', 'black']);
/** @type {any} */
const RECORD = {
  game: 'xiangqi',
  fen: null,
  headers: { Red: '甲' },
  comment: 'before all',
  commands: '[%csl Re2]',
  moves: [
    [0, 'h2e2', { comment: 'good', nags: [1] }],
    [1, 'h9g7'],
    [2, 'h0g2', { commands: '[%eval 0.17] [%cal Gb9c7]' }],
    [1, 'h7e7', { before: 'or' }],
    [4, 'e2e6'],
    [0, 'b2e2'],
  ],
};

test('a game that was read becomes a tree, shown at the end of its main line', () => {
  const tree = treeOf(RECORD, null);
  assert.deepEqual(movesTo(tree), ['h2e2', 'h9g7', 'h0g2']);
  assert.deepEqual(
    lineThrough(tree, 4).map(({ move, ply }) => `${ply}${move}`),
    ['0null', '1h2e2', '2h7e7', '3e2e6'],
  );
  assert.deepEqual(nodeOf(tree, 4).notes, { before: 'or' });
  assert.equal(nodeOf(tree, 0).notes?.comment, 'before all');
});

test('the tree is written as it was read', () => {
  /** @type {any} */
  const game = { game: 'xiangqi', tree: treeOf(RECORD, null) };
  assert.deepEqual(recordOf(game, RECORD.headers), RECORD);
});

test('comments, glyphs and headers survive being saved', () => {
  /** @type {any} */
  const game = {
    id: 'x',
    game: 'xiangqi',
    players: { red: 'person', black: 'person' },
    level: 3,
    orientation: 'red',
    tree: treeOf(RECORD, null),
    ending: null,
    headers: RECORD.headers,
  };
  const saved = JSON.parse(JSON.stringify(toRecord(game)));
  assert.deepEqual(recordOf(fromRecord(saved), fromRecord(saved).headers ?? {}), RECORD);
  saved.tree.nodes[1][4] = { comment: 7 };
  assert.throws(() => fromRecord(saved), /the comments of node 1/);
});

test('a record that repeats the last move of its main line survives being saved', () => {
  /** @type {any} */
  const moves = [
    [0, 'h2e2'],
    [0, 'h2e2'],
    [2, 'h9g7'],
  ];
  /** @type {any} */
  const record = { ...RECORD, comment: '', moves };
  const tree = treeOf(record, null);
  assert.deepEqual(movesTo(tree), ['h2e2'], 'the main line ends where it ended');
  /** @type {any} */
  const game = { id: 'x', game: 'xiangqi', players: { red: 'person', black: 'person' }, level: 3 };
  const saved = toRecord({ ...game, orientation: 'red', tree, ending: null, headers: record.headers });
  assert.deepEqual(recordOf(fromRecord(JSON.parse(JSON.stringify(saved))), record.headers), record);
});

test('results are understood both ways', () => {
  assert.deepEqual(recordedOutcome('0-1', SIDES), { winner: 'black', termination: 'recorded' });
  assert.deepEqual(recordedOutcome('1/2-1/2', SIDES), { winner: null, termination: 'recorded' });
  assert.equal(recordedOutcome('*', SIDES), null);
  assert.equal(recordedOutcome(undefined, SIDES), null);
  assert.equal(resultOf(null, SIDES), '*');
  assert.equal(resultOf({ winner: 'red', termination: 'checkmate' }, SIDES), '1-0');
  assert.equal(resultOf({ winner: null, termination: 'repetition' }, SIDES), '1/2-1/2');
});
