import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../web/game/game.js';
import { MAX_LEVEL } from '../../../web/game/games.js';
import { fromRecord, RecordError, toRecord } from '../../../web/game/record.js';
import { forgetOldAddresses, SavedGame } from '../../../web/game/saves.js';
import { addMove, goTo, promote } from '../../../web/game/tree.js';
import { FakeStorage, quotaError, seeded, TOY_MOVES, toyView } from './game_fakes.js';

function randomGame(seed) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const setup = {
    opponent: pick(['engine', 'person']),
    side: pick(['red', 'black']),
    level: 1 + (seed % MAX_LEVEL),
  };
  let game = newGame({ ...setup, id: `g${seed}`, fen: pick([null, 'some/fen w']), view: toyView([]) });
  for (let step = 0; step < 40; step++) {
    const ids = [...game.tree.nodes.keys()];
    const { tree, id } = addMove(game.tree, pick(ids), pick(TOY_MOVES), pick([null, toyView(['a0a1'])]));
    game = { ...game, tree: random() < 0.3 ? promote(goTo(tree, id)) : tree };
  }
  const outcome = { winner: 'red', termination: 'resignation' };
  return random() < 0.5 ? game : { ...game, ending: { node: game.tree.current, outcome } };
}
const stored = (game) => JSON.parse(JSON.stringify(toRecord(game)));

test('a game comes back from its record as it was', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const game = randomGame(seed);
    const back = fromRecord(stored(game));
    // A new tree may reuse the numbers of removed nodes; everything else is equal.
    assert.deepEqual(
      { ...back, tree: { ...back.tree, next: 0 } },
      { ...game, tree: { ...game.tree, next: 0 } },
    );
  }
});

test('the levels of a record of version 1 have their new numbers', () => {
  const record = { ...stored(newGame({ opponent: 'engine', side: 'red', level: 1, id: 'x' })), schema: 1 };
  const levels = [-4, -1, 1, 8].map((level) => fromRecord({ ...record, level }).level);
  assert.deepEqual(levels, [1, 4, 5, 12]);
  assert.throws(() => fromRecord({ ...record, level: 9 }), RecordError);
  const stones = stored(
    newGame({ game: 'liuzichong', opponent: 'engine', side: 'white', level: 2, id: 'x' }),
  );
  assert.equal(fromRecord({ ...stones, schema: 1 }).level, 2);
});

test('a damaged record is refused by name, whatever is damaged', () => {
  const damage = {
    'schema 99 is not 2': (record) => (record.schema = 99),
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

test('what is saved is read back, also by another tab', () => {
  const storage = new FakeStorage();
  const saved = new SavedGame(() => storage);
  assert.deepEqual(saved.read(), { status: 'none' });
  assert.equal(saved.write(randomGame(3)), 'saved');
  const read = new SavedGame(() => storage).read();
  assert.equal(read.status, 'read');
  assert.equal(read.game.id, 'g3');
});

test('slots do not disturb each other', () => {
  const storage = new FakeStorage();
  const main = new SavedGame(() => storage);
  const link = new SavedGame(() => storage, 'some/fen w||');
  main.write(randomGame(1));
  assert.deepEqual(link.read(), { status: 'none' });
  link.write(randomGame(2));
  assert.equal(main.read().game.id, 'g1');
});

test('a full, a refusing and a missing storage are told apart', () => {
  const storage = new FakeStorage();
  const saved = new SavedGame(() => storage);
  storage.fails = quotaError();
  assert.equal(saved.write(randomGame(1)), 'full');
  storage.fails = new DOMException('no', 'SecurityError');
  assert.equal(saved.write(randomGame(1)), 'refused');
  const none = new SavedGame(() => {
    throw new DOMException('no', 'SecurityError');
  });
  assert.deepEqual(none.read(), { status: 'refused' });
  assert.equal(none.write(randomGame(1)), 'refused');
});

test('the last writer does not destroy what another tab wrote', () => {
  const storage = new FakeStorage();
  const [one, two] = [new SavedGame(() => storage), new SavedGame(() => storage)];
  one.write(randomGame(1));
  two.read();
  one.write(randomGame(2));
  assert.equal(two.write(randomGame(5)), 'taken');
  assert.equal(one.read().game.id, 'g2');
  assert.equal(two.write(randomGame(5), { force: true }), 'saved');
  assert.equal(one.write(randomGame(2)), 'taken');
});

test('an unreadable save is set aside, not overwritten', () => {
  const storage = new FakeStorage();
  storage.setItem('cannonfish.game.main', '{"schema":1,"tree"');
  const saved = new SavedGame(() => storage);
  const read = saved.read();
  assert.equal(read.status, 'unreadable');
  assert.equal(read.text, '{"schema":1,"tree"');
  assert.equal(saved.write(randomGame(1)), 'saved');
  assert.equal(storage.getItem('cannonfish.unreadable'), '{"schema":1,"tree"');
});

test('of the games that addresses asked for, the oldest are forgotten; the main game never is', () => {
  const storage = new FakeStorage();
  new SavedGame(() => storage).write(randomGame(1), { now: 1 });
  for (let i = 0; i < 45; i++) new SavedGame(() => storage, `fen${i}`).write(randomGame(2), { now: 100 + i });
  forgetOldAddresses(() => storage);
  assert.equal(storage.length, 41);
  assert.equal(new SavedGame(() => storage).read().status, 'read');
  assert.equal(new SavedGame(() => storage, 'fen4').read().status, 'none');
  assert.equal(new SavedGame(() => storage, 'fen5').read().status, 'read');
});
