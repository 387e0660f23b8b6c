import assert from 'node:assert/strict';
import test from 'node:test';
import { merged, promoteOnce, withNotes } from '../../../../web/analysis/edits.js';
import { treeOf as recordTree } from '../../../../web/game/record.js';
import { addMove, lineThrough, movesTo, newTree, nodeOf, ROOT } from '../../../../web/game/tree.js';
import { randomGame, seeded, TOY_MOVES } from '../game_fakes.js';

/** A tree that holds these lines. */
function treeOf(...lines) {
  let tree = newTree();
  for (const line of lines) {
    let id = ROOT;
    for (const move of line.split(' ')) ({ tree, id } = addMove(tree, id, move));
  }
  return tree;
}

/** All lines of a tree, in order of preference. */
const linesOf = (tree) =>
  [...tree.nodes.values()]
    .filter(({ children }) => children.length === 0)
    .map(({ id }) => movesTo(tree, id).join(' '));
const mainLine = (tree) =>
  lineThrough(tree, ROOT)
    .map(({ move }) => move)
    .slice(1)
    .join(' ');
const idOf = (tree, line) => [...tree.nodes.keys()].find((id) => movesTo(tree, id).join(' ') === line);

test('a variation is promoted at its own fork first, then at the one before', () => {
  const tree = treeOf('a0a1 b0b1', 'a0a2 b0b1 a0a1', 'a0a2 b0b1 a0a2');
  const inner = idOf(tree, 'a0a2 b0b1 a0a2');
  const once = promoteOnce(tree, inner);
  assert.equal(mainLine(once), 'a0a1 b0b1', 'the main line is what it was');
  assert.deepEqual(nodeOf(once, idOf(once, 'a0a2 b0b1')).children.at(0), inner);
  const first = promoteOnce(once, inner);
  assert.equal(mainLine(first), 'a0a2 b0b1 a0a2');
  assert.equal(promoteOnce(first, inner), first, 'there is nothing left to promote');
});

test('notes that say nothing are no notes', () => {
  const tree = treeOf('a0a1');
  const noted = withNotes(tree, 1, { comment: 'well', nags: [1] });
  assert.deepEqual(nodeOf(noted, 1).notes, { comment: 'well', nags: [1] });
  assert.equal('notes' in nodeOf(withNotes(noted, 1, { comment: '', nags: [] }), 1), false);
});

test('merging adds what the other tree has, and keeps the main line and every comment', () => {
  const ours = withNotes(treeOf('a0a1 b0b1'), 1, { comment: 'ours', nags: [1] });
  const theirs = withNotes(treeOf('a0a1 a0a2', 'b0b1'), 1, { comment: 'theirs', nags: [1, 10] });
  const both = merged(ours, theirs);
  assert.equal(mainLine(both), 'a0a1 b0b1');
  assert.deepEqual(linesOf(both).sort(), ['a0a1 a0a2', 'a0a1 b0b1', 'b0b1']);
  assert.deepEqual(nodeOf(both, 1).notes, { comment: 'ours\ntheirs', nags: [1, 10] });
});

test('merging does not continue a main line with what the other tree has beside its last move', () => {
  const repeated = (/** @type {any} */ notes) =>
    recordTree(
      {
        fen: null,
        comment: '',
        moves: [
          [0, 'a0a1'],
          [0, 'a0a1', notes],
          [2, 'b0b1'],
        ],
      },
      null,
    );
  const both = merged(repeated({ before: 'or' }), repeated({ comment: 'now' }));
  assert.equal(mainLine(both), 'a0a1');
  assert.deepEqual(linesOf(both), ['a0a1', 'a0a1 b0b1']);
  assert.deepEqual(nodeOf(both, 2).notes, { before: 'or', comment: 'now' });
});

test('merging random trees: every line of both is there once, a second time adds nothing', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const [ours, theirs] = [randomGame(seed).tree, randomGame(seed + 1000).tree];
    const both = merged(ours, theirs);
    const found = [...both.nodes.keys()].map((id) => movesTo(both, id).join(' '));
    assert.equal(new Set(found).size, found.length);
    for (const tree of [ours, theirs])
      for (const id of tree.nodes.keys()) assert.ok(found.includes(movesTo(tree, id).join(' ')));
    assert.deepEqual(linesOf(merged(both, theirs)), linesOf(both));
    assert.equal(mainLine(both).startsWith(mainLine(ours)), true);
  }
});

test('variations that are nested 500 deep are merged like others', () => {
  let tree = newTree();
  let id = ROOT;
  const random = seeded(3);
  for (let depth = 0; depth < 500; depth++) {
    const [first, second] = random() < 0.5 ? TOY_MOVES : [...TOY_MOVES].reverse();
    ({ tree } = addMove(tree, id, first));
    ({ tree, id } = addMove(tree, id, second));
  }
  assert.equal(merged(newTree(), tree).nodes.size, 1001);
});
