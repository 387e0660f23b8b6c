import assert from 'node:assert/strict';
import test from 'node:test';
import { OpeningTree } from '../../../../web/records/opening-tree.js';

const game = (first, second, result, date) => ({ first, second, result, date, event: '' });

/** @param {Array<[bigint, number, string]>} entries  sorted by position */
function row(collection, part, games, entries) {
  const names = [...new Set(entries.map(([, , move]) => move))];
  return {
    collection,
    part,
    from: '1',
    games,
    names,
    positions: BigUint64Array.from(entries, ([position]) => position),
    numbers: Uint32Array.from(entries, ([, number]) => number),
    moves: Uint16Array.from(entries, ([, , move]) => names.indexOf(move)),
  };
}

const START = 2n ** 63n + 5n;

function tree() {
  const made = new OpeningTree();
  made.put(
    row(
      'one',
      0,
      [game('Hu', 'Xu', '1-0', '2020-05-01'), game('Xu', 'Hu', '1/2-1/2', '1999'), game('Hu', 'Li', '*', '')],
      [
        [3n, 0, 'h9g7'],
        [START, 0, 'h2e2'],
        [START, 1, 'c3c4'],
        [START, 2, 'h2e2'],
      ],
    ),
  );
  made.put(row('two', 0, [game('Li', 'hu', '0-1', '2024-11')], [[START, 0, 'h2e2']]));
  return made;
}

test('the moves of a position are counted over all parts, with results and years', () => {
  const { moves, games, total } = tree().at(START);
  assert.equal(total, 4);
  assert.deepEqual(moves, [
    { uci: 'h2e2', games: 3, results: { won: 1, drawn: 0, lost: 1 }, years: [2020, 2024] },
    { uci: 'c3c4', games: 1, results: { won: 0, drawn: 1, lost: 0 }, years: [1999, 1999] },
  ]);
  assert.deepEqual(
    games.map(({ collection, number, date }) => [collection, number, date]),
    [
      ['two', 0, '2024-11'],
      ['one', 0, '2020-05-01'],
      ['one', 1, '1999'],
      ['one', 2, ''],
    ],
  );
  assert.deepEqual(tree().at(4n), { moves: [], games: [], total: 0 });
  assert.equal(tree().at(3n).total, 1);
});

test('games are filtered by player, side, result, date and collection', () => {
  const made = tree();
  const counted = (filter) => made.at(START, filter).total;
  assert.equal(counted({ player: 'HU' }), 4);
  assert.equal(counted({ player: 'hu', side: 'first' }), 2);
  assert.equal(counted({ player: 'hu', side: 'second' }), 2);
  assert.equal(counted({ side: 'second' }), 4);
  assert.equal(counted({ result: '0-1' }), 1);
  assert.equal(counted({ from: '2020-01-01' }), 2);
  assert.equal(counted({ to: '2020' }), 2);
  assert.equal(counted({ from: '1999-06-01', to: '1999-12-31' }), 1);
  assert.equal(counted({ from: '2024-11-20' }), 1);
  assert.equal(counted({ from: '2024-12-01' }), 0);
  assert.equal(counted({ collection: 'two' }), 1);
  assert.equal(counted({}), 4);
});

test('a part that is gone is forgotten, and one made anew replaces the old one', () => {
  const made = tree();
  made.put(row('two', 0, [], []));
  assert.equal(made.at(START).total, 3);
  made.keepOnly(new Set(['two 0']));
  assert.equal(made.at(START).total, 0);
  assert.equal(made.size, 0);
});
