import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addMove } from '../../../../web/game/tree.js';
import { toGameRow, toMoveRow } from '../../../../web/storage/games.js';
import { fromRecord, fromRows, toRecord } from '../../../../web/storage/record-format.js';
import { RecordError } from '../../../../web/storage/set-aside.js';
import { randomGame, toyView } from '../game_fakes.js';

const copied = (data) => JSON.parse(JSON.stringify(data));
const stored = (game) => copied(toRecord(game));

/** A game as it comes back: views are left out, and a new tree may reuse the numbers of removed nodes. */
function essence({ tree, ...game }, { views = false } = {}) {
  const nodes = [...tree.nodes.values()].sort((a, b) => a.id - b.id);
  return {
    ...game,
    fen: tree.fen,
    current: tree.current,
    nodes: views ? nodes : nodes.map(({ view, ...node }) => node),
  };
}

test('a game comes back from its record as it was, without the views', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const game = randomGame(seed);
    const back = fromRecord(stored(game));
    assert.deepEqual(essence(back), essence(game));
    assert.ok([...back.tree.nodes.values()].every(({ view }) => view === null));
  }
});

test('a game comes back from its rows as it was, whatever their order', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const game = randomGame(seed);
    const nodes = [...game.tree.nodes.values()];
    const moves = nodes.map((node) => toMoveRow(game.id, node));
    const views = new Map(nodes.filter(({ view }) => view).map(({ id, view }) => [id, view]));
    const back = fromRows(
      copied(toGameRow(game)),
      { node: game.tree.current },
      copied(moves).reverse(),
      views,
    );
    assert.deepEqual(essence(back, { views: true }), essence(game, { views: true }));
  }
});

test('a cached view of an unknown shape is asked for again, a missing move is refused', () => {
  const game = randomGame(1);
  const moves = [...game.tree.nodes.values()].map((node) => toMoveRow(game.id, node));
  const back = fromRows(toGameRow(game), { node: 0 }, moves, new Map([[0, { fen: 7 }]]));
  assert.equal(back.tree.nodes.get(0).view, null);
  const rest = moves.filter(({ id }) => id !== 1);
  assert.throws(() => fromRows(toGameRow(game), { node: 0 }, rest, new Map()), RecordError);
});

test('a damaged record is refused by name, whatever is damaged', () => {
  const damage = {
    'schema 99 is not 2': (record) => (record.schema = 99),
    'schema 1 is not 2': (record) => (record.schema = 1),
    'unknown game go': (record) => (record.game = 'go'),
    'no player for white': (record) => (record.game = 'chess'),
    'level 0': (record) => (record.level = 0),
    'level 13': (record) => (record.level = 13),
    'level 2.5': (record) => (record.level = 2.5),
    'orientation up': (record) => (record.orientation = 'up'),
    'no player for black': (record) => (record.players = { red: 'person' }),
    'the tree is missing': (record) => delete record.tree,
    'no current node 99': (record) => (record.tree.current = 99),
    'the first node is not the root': (record) => (record.tree.nodes[0][2] = 'h2e2'),
    'node 1 has no parent': (record) => (record.tree.nodes[1][1] = 77),
    'the move of node 1': (record) => (record.tree.nodes[1][2] = '<b>'),
    'the view of node 1': (record) => (record.tree.nodes[1][3] = { fen: 7 }),
    'node id 0': (record) => (record.tree.nodes[1][0] = 0),
    'the game ended at no node 9': (record) => (record.ending = { node: 9, outcome: null }),
  };
  const game = newGame({ opponent: 'engine', side: 'red', level: 3, id: 'x', view: toyView([]) });
  const played = { ...game, tree: addMove(game.tree, 0, 'a0a1', toyView(['a0a1'])).tree };
  fromRecord(stored(played));
  for (const [reason, apply] of Object.entries(damage)) {
    const record = stored(played);
    apply(record);
    assert.throws(
      () => fromRecord(record),
      (error) => error instanceof RecordError && error.message === reason,
    );
  }
  for (const value of [null, 7, 'text', [], {}]) assert.throws(() => fromRecord(value), RecordError);
});
