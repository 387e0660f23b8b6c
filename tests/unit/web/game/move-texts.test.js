import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MoveTexts } from '../../../../web/game/move-texts.js';
import { notationFor, offerOf, typedNotation } from '../../../../web/game/notations.js';
import { treeOf } from '../../../../web/game/record.js';
import { addMove, newTree } from '../../../../web/game/tree.js';
import { onChange } from '../../../../web/ui/reactive.js';

const START = { game: 'xiangqi', fen: null };
const line = (/** @type {string[]} */ ...moves) => ({ ...START, moves });

/** An engine that writes a move in capitals, and remembers what it was asked. */
function scribe() {
  /** @type {any[]} */
  const asked = [];
  return {
    asked,
    fails: false,
    /** @param {any} request */
    async notate({ moves, first }) {
      asked.push({ moves, first });
      if (this.fails) throw new Error('gone');
      return moves.slice(first).map((/** @type {string} */ uci) => ({ uci, wxf: uci.toUpperCase() }));
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a line is asked for once, and tells about everything that it begins with', async () => {
  const engine = scribe();
  const texts = new MoveTexts(engine);
  texts.want(line('a'));
  texts.want(line('a', 'b', 'c'));
  texts.want(line('a', 'b'));
  texts.want(line('a', 'b', 'c'));
  assert.equal(texts.of(line('a')), null);
  await settled();
  assert.deepEqual(engine.asked, [{ moves: ['a', 'b', 'c'], first: 0 }]);
  assert.deepEqual(texts.of(line('a', 'b')), { uci: 'b', wxf: 'B' });
  assert.equal(texts.of({ ...line('a'), fen: 'another' }), null);
});

test('only what is not known is asked for', async () => {
  const engine = scribe();
  const texts = new MoveTexts(engine);
  texts.learn(line('a', 'b'), [{ uci: 'a' }, { uci: 'b' }]);
  texts.want(line('a', 'b', 'c'));
  await settled();
  assert.deepEqual(engine.asked, [{ moves: ['a', 'b', 'c'], first: 2 }]);
});

test('listeners hear that something is known', async () => {
  const texts = new MoveTexts(scribe());
  let heard = 0;
  onChange(
    () => texts.of(line('a')),
    () => (heard += 1),
  );
  texts.want(line('a'));
  await settled();
  assert.equal(heard, 1);
});

test('after a failure the same may be asked again', async () => {
  const engine = scribe();
  const texts = new MoveTexts(engine);
  engine.fails = true;
  texts.want(line('a'));
  await settled();
  engine.fails = false;
  texts.want(line('a'));
  await settled();
  assert.equal(engine.asked.length, 2);
  assert.deepEqual(texts.of(line('a')), { uci: 'a', wxf: 'A' });
});

test('a game is written in the chosen notation where it has it, else as its readers expect', () => {
  assert.equal(notationFor('xiangqi', null, 'en'), 'uci');
  assert.equal(notationFor('xiangqi', null, 'zh-Hans'), 'chinese');
  assert.equal(notationFor('xiangqi', null, 'zh-Hant'), 'traditional');
  assert.equal(notationFor('xiangqi', null, 'vi'), 'vietnamese');
  assert.equal(notationFor('xiangqi', 'wxf', 'zh-Hans'), 'wxf');
  assert.equal(notationFor('chess', 'wxf', 'zh-Hans'), 'san');
  assert.equal(notationFor('chess', 'uci', 'en'), 'uci');
  assert.deepEqual(offerOf('chess').formats, ['pgn']);
});

test('a typed move is in the chosen notation, and in that of the language where coordinates are chosen', () => {
  assert.equal(typedNotation('xiangqi', null, 'vi'), 'vietnamese');
  assert.equal(typedNotation('xiangqi', 'uci', 'vi'), 'vietnamese');
  assert.equal(typedNotation('xiangqi', 'wxf', 'vi'), 'wxf');
  assert.equal(typedNotation('xiangqi', null, 'en'), 'uci');
  assert.equal(typedNotation('chess', null, 'vi'), 'san');
});

test('a game is asked for at the ends of its lines, where something is missing', async () => {
  const engine = scribe();
  const texts = new MoveTexts(engine);
  let tree = newTree();
  const play = (/** @type {number} */ from, /** @type {string} */ move) => {
    const added = addMove(tree, from, move);
    tree = added.tree;
    return added.id;
  };
  const a = play(0, 'a');
  const b = play(a, 'b');
  const c = play(b, 'c');
  const d = play(a, 'd');
  const e = play(d, 'e');
  const ofTree = () => texts.ofTree('xiangqi', tree, (id) => id === e);
  assert.equal(ofTree().size, 0);
  await settled();
  const asked = engine.asked.map(({ moves }) => moves.join(''));
  assert.deepEqual(asked.sort(), ['abc', 'ad'], 'what comes after the variation was told by its view');
  const found = ofTree();
  assert.deepEqual(
    [a, b, c, d, e].map((id) => found.get(id)?.wxf),
    ['A', 'B', 'C', 'D', undefined],
  );
});

test('5,000 moves are asked for at once, and told one by one', async () => {
  // The list of moves wrote the line before each of its moves: opening such a game took 20 seconds.
  const engine = scribe();
  const texts = new MoveTexts(engine);
  const moves = Array.from({ length: 5000 }, (_, at) => `m${at}`);
  const tree = treeOf({ fen: null, comment: '', moves: moves.map((move, at) => [at, move]) }, null);
  texts.ofTree('xiangqi', tree, () => false);
  await settled();
  assert.deepEqual(
    engine.asked.map(({ moves, first }) => [moves.length, first]),
    [[5000, 0]],
  );
  assert.equal(texts.ofTree('xiangqi', tree, () => false).get(5000)?.wxf, 'M4999');
});
