import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addMove,
  goTo,
  lineThrough,
  movesTo,
  newTree,
  nodeAt,
  nodeOf,
  pathTo,
  placeOf,
  promote,
  ROOT,
  removeNode,
  tipOf,
  variationsBeside,
} from '../../../../web/game/tree.js';
import { seeded, TOY_MOVES } from '../game_fakes.js';

/** Plays moves one after the other from the current node. */
function play(tree, ...moves) {
  let now = tree;
  for (const move of moves) {
    const added = addMove(now, now.current, move);
    now = goTo(added.tree, added.id);
  }
  return now;
}
const texts = (nodes) => nodes.map((node) => node.move);

test('a line of moves is read back from any of its nodes', () => {
  const tree = play(newTree(), 'h2e2', 'h9g7', 'h0g2');
  assert.deepEqual(movesTo(tree), ['h2e2', 'h9g7', 'h0g2']);
  assert.deepEqual(movesTo(tree, 1), ['h2e2']);
  assert.deepEqual(texts(lineThrough(tree, ROOT)), [null, 'h2e2', 'h9g7', 'h0g2']);
});

test('a move that is there already is found again', () => {
  const tree = play(newTree(), 'h2e2');
  const again = addMove(tree, ROOT, 'h2e2');
  assert.equal(again.id, tree.current);
  assert.equal(again.tree, tree);
});

test('another move beside the first becomes a variation, and the line when promoted', () => {
  const first = play(newTree(), 'h2e2', 'h9g7');
  const tree = play(goTo(first, ROOT), 'c3c4', 'g6g5');
  assert.deepEqual(texts(lineThrough(goTo(tree, ROOT))), [null, 'h2e2', 'h9g7']);
  const promoted = promote(tree);
  assert.deepEqual(texts(lineThrough(promoted, ROOT)), [null, 'c3c4', 'g6g5']);
  const beside = variationsBeside(promoted, lineThrough(promoted, ROOT)[1]);
  assert.deepEqual(beside.map(texts), [['h2e2', 'h9g7']]);
});

test('removing a node takes its continuation along and steps back to its parent', () => {
  const tree = removeNode(play(newTree(), 'h2e2', 'h9g7', 'h0g2'), 2);
  assert.deepEqual([...tree.nodes.keys()], [ROOT, 1]);
  assert.equal(tree.current, 1);
  assert.throws(() => removeNode(tree, ROOT), RangeError);
});

test('an unknown node is an error, not undefined', () => {
  assert.throws(() => nodeOf(newTree(), 7), RangeError);
});

test('random trees keep their invariants, and no operation changes its argument', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seeded(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    let tree = newTree();
    for (let step = 0; step < 60; step++) {
      const before = JSON.stringify([...tree.nodes]);
      const id = pick([...tree.nodes.keys()]);
      const kind = random();
      let next = goTo(tree, id);
      if (kind < 0.6) next = addMove(tree, id, pick(TOY_MOVES)).tree;
      else if (kind < 0.75) next = promote(tree, id);
      else if (kind < 0.85 && id !== ROOT) next = removeNode(tree, id);
      assert.equal(JSON.stringify([...tree.nodes]), before, `seed ${seed} step ${step}`);
      tree = next;

      assert.ok(tree.nodes.has(tree.current));
      for (const node of tree.nodes.values()) {
        assert.ok(node.id < tree.next);
        const parent = node.parent === null ? null : nodeOf(tree, node.parent);
        assert.equal(node.ply, parent ? parent.ply + 1 : 0);
        if (parent) assert.equal(parent.children.filter((child) => child === node.id).length, 1);
        assert.equal(
          new Set(node.children.map((child) => nodeOf(tree, child).move)).size,
          node.children.length,
        );
        const line = lineThrough(tree, node.id);
        assert.deepEqual(line.slice(0, node.ply + 1), pathTo(tree, node.id));
        assert.equal(line.at(-1), tipOf(tree, node.id));
        assert.equal(lineThrough(promote(tree, node.id), ROOT)[node.ply].id, node.id);
      }
    }
  }
});

test('a place finds its node, also when the tree is built anew', () => {
  const random = seeded(11);
  let tree = newTree();
  for (let i = 0; i < 200; i += 1) {
    const from = [...tree.nodes.keys()][Math.floor(random() * tree.nodes.size)];
    tree = addMove(tree, from, TOY_MOVES[Math.floor(random() * TOY_MOVES.length)]).tree;
  }
  for (const id of tree.nodes.keys()) assert.equal(nodeAt(tree, placeOf(tree, id)), id);
  assert.equal(placeOf(tree, ROOT), '0');
  assert.equal(nodeAt(tree, ''), ROOT);
  assert.equal(nodeAt(tree, '0.9999'), ROOT);
  assert.equal(nodeAt(tree, 'x.y'), ROOT);
});
