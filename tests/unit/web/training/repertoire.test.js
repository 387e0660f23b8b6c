import assert from 'node:assert/strict';
import test from 'node:test';
import { inOrder, treeOf } from '../../../../web/game/record.js';
import {
  keysOf,
  leaving,
  Repertoire,
  Sitting,
  SOON,
  standingOf,
  wantedToday,
} from '../../../../web/training/repertoire.js';
import { reviewed } from '../../../../web/training/schedule.js';

/** A chapter of these lines, in which the order of moves does not matter: `w`, and the sorted moves of both sides. */
function chapterOf(id, ...lines) {
  const numbers = new Map([['', 0]]);
  const moves = [];
  for (const line of lines) {
    let parent = '';
    for (const move of line.split(' ')) {
      const path = `${parent} ${move}`;
      if (!numbers.has(path)) {
        moves.push([numbers.get(parent), move]);
        numbers.set(path, moves.length);
      }
      parent = path;
    }
  }
  const tree = treeOf({ fen: null, comment: '', moves }, null);
  const keys = inOrder(tree).map((node) => {
    const moves = [];
    for (let at = tree.nodes.get(node); at.parent !== null; at = tree.nodes.get(at.parent))
      moves.push(at.move);
    return `${moves.length % 2 ? 'b' : 'w'} ${moves.sort().join(' ')}`;
  });
  return { id, tree, keys: keysOf(tree, keys) };
}
const firstMoves = (key) => key.startsWith('w');
const repertoireOf = (...chapters) => new Repertoire(chapters, firstMoves);

test('a position is one card, however it was reached, with the answers of all its places', () => {
  const repertoire = repertoireOf(
    chapterOf('a', 'e4 e5 f3 c6 b5', 'f3 c6 e4 e5 c4'),
    chapterOf('b', 'e4 e5 f3'),
  );
  const position = repertoire.positions.get('w c6 e4 e5 f3');
  assert.deepEqual(position.answers, ['b5', 'c4']);
  assert.equal(position.places.length, 2);
  assert.deepEqual([...repertoire.positions.keys()], ['w ', 'w e4 e5', 'w c6 e4 e5 f3', 'w c6 f3']);
  assert.deepEqual(
    repertoire.conflicts.map(({ answers }) => answers),
    [
      ['e4', 'f3'],
      ['b5', 'c4'],
    ],
  );
  const [first] = position.places;
  const next = repertoire.after(first, 'c4');
  assert.equal(repertoire.nodeAt(next.chapter, next.node).move, 'c4', 'in the other line');
  assert.equal(repertoire.after(first, 'a3'), null);
});

test('a line that ends with a move of the other side is open, unless the position is answered elsewhere', () => {
  const repertoire = repertoireOf(chapterOf('a', 'e4 e5', 'e4 c5 f3', 'f3 c5 e4', 'f3 c5 e4 e5', 'e4 e5 f3'));
  assert.deepEqual(
    repertoire.open.map(({ key }) => key),
    ['w c5 e4 e5 f3'],
  );
});

test('the other side has a reply wherever one is asked further on; what is known is passed over', () => {
  const repertoire = repertoireOf(chapterOf('a', 'e4 e5 f3 c6 b5', 'e4 c5 c3'));
  const sitting = new Sitting(repertoire, new Set(['w c5 e4']));
  const place = sitting.next();
  assert.deepEqual(repertoire.movesTo(place), ['e4', 'c5']);
  const [start] = repertoire.places;
  const after = repertoire.after(start, 'e4');
  const reply = sitting.reply(after);
  assert.equal(repertoire.nodeAt(reply.chapter, reply.node).move, 'c5');
  sitting.answered('w c5 e4', true);
  assert.equal(sitting.reply(after), null);
  assert.equal(sitting.next(), null);
});

test('what was missed comes again soon, and first when nothing else is left', () => {
  const lines = Array.from({ length: SOON + 3 }, (_, at) => `m${at} r${at} n${at}`);
  const repertoire = repertoireOf(chapterOf('a', ...lines));
  const keys = [...repertoire.positions.keys()];
  const sitting = new Sitting(repertoire, new Set(keys));
  assert.equal(sitting.next().key, keys[0]);
  sitting.answered(keys[0], false);
  const order = [];
  while (sitting.left > 0 && order.length < 50) {
    const { key } = sitting.next();
    order.push(keys.indexOf(key));
    sitting.answered(key, true);
  }
  assert.deepEqual(order.slice(0, SOON + 1), [1, 2, 3, 4, 0]);
  assert.deepEqual([sitting.mistakes, sitting.asked], [1, keys.length + 1]);
  const short = new Sitting(repertoire, new Set([keys[1]]));
  short.answered(keys[1], false);
  assert.equal(short.next().key, keys[1], 'nothing else is left');
});

test('a game leaves the repertoire with the first move after which nothing of it is reached again', () => {
  const repertoire = repertoireOf(chapterOf('a', 'e4 e5 f3 c6 b5', 'e4 c5 f3'));
  const left = (...moves) => {
    const keys = moves.map(
      (_, at) =>
        `${(at + 1) % 2 ? 'b' : 'w'} ${moves
          .slice(0, at + 1)
          .sort()
          .join(' ')}`,
    );
    return leaving(repertoire, ['w ', ...keys], moves);
  };
  assert.deepEqual(left('e4', 'e5', 'd4', 'd5'), { ply: 2, answers: ['f3'] }, 'by an own move');
  assert.deepEqual(left('e4', 'e6', 'd4'), { ply: 1, answers: [] }, 'by a move of the other side');
  assert.deepEqual(
    left('f3', 'e5', 'e4', 'c6', 'c4'),
    { ply: 4, answers: ['b5'] },
    'by another order of moves',
  );
  assert.equal(left('e4', 'c5', 'f3', 'd6'), null, 'where its line ends');
  assert.deepEqual(left('d4', 'd5'), { ply: 0, answers: ['e4'] });
});

test('due positions are asked, and only so many new ones', () => {
  const repertoire = repertoireOf(chapterOf('a', 'e4 e5 f3 c6 b5', 'e4 c5 c3'));
  const keys = [...repertoire.positions.keys()];
  const today = '2026-05-10';
  const cards = {
    [keys[0]]: reviewed(null, { known: true, today }),
    [keys[1]]: reviewed(null, { known: false, today: '2026-05-01' }),
  };
  assert.deepEqual([...wantedToday(repertoire, cards, today, 1)], [keys[1], keys[2]]);
  const all = standingOf(repertoire, cards, today);
  assert.deepEqual([all.positions, all.due, all.fresh], [4, 1, 2]);
  assert.ok(all.known > 0.5 && all.known < 1);
  assert.equal(standingOf(repertoire, {}, today, 0).known, null);
});

test('a repertoire of ten thousand positions is walked without looking at all of it each time', () => {
  const lines = Array.from({ length: 1000 }, (_, at) =>
    Array.from({ length: 20 }, (_, ply) => `${at % 2 ** Math.min(10, ply + 1)}.${ply}`).join(' '),
  );
  const repertoire = repertoireOf(chapterOf('big', ...lines));
  assert.ok(repertoire.positions.size > 5000);
  const sitting = new Sitting(repertoire, new Set(repertoire.positions.keys()));
  for (let asked = 0; asked < 500; asked++) {
    const place = sitting.next();
    sitting.answered(place.key, asked % 3 > 0);
    const [answer] = repertoire.positions.get(place.key).answers;
    sitting.reply(repertoire.after(place, answer));
  }
  assert.equal(sitting.asked, 500);
});
