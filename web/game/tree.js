// The move tree: pure functions on values that are never changed. It knows no rules: a move is a text, and
// what may be played comes from the view that the rules put on a node.

/** @import { Notes } from '../engine/messages.js' */
/** @import { Node, Tree, View } from './types.js' */

export const ROOT = 0;

/**
 * A tree that holds only its start position.
 * @param {{ fen?: string | null, view?: View | null }} [start]
 * @returns {Tree}
 */
export function newTree({ fen = null, view = null } = {}) {
  const root = { id: ROOT, parent: null, move: null, ply: 0, children: [], view };
  return { fen, nodes: new Map([[ROOT, root]]), current: ROOT, next: ROOT + 1 };
}

/**
 * The node of that id. Throws RangeError when the tree has none: a stale id is a fault of the caller.
 * @param {Tree} tree
 * @param {number} [id] the current node when left out
 * @returns {Node}
 */
export function nodeOf(tree, id = tree.current) {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`no node ${id} in this tree`);
  return node;
}

/**
 * @param {Tree} tree
 * @param {Node[]} changed
 * @param {Partial<Tree>} [more]
 * @returns {Tree}
 */
export function replaced(tree, changed, more = {}) {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, ...more, nodes };
}

/**
 * Play a move from a node, which need not be the current one. If the move is already there, its node is
 * returned. Neither the current node nor the order of the children changes.
 * @param {Tree} tree
 * @param {number} parent
 * @param {string} move
 * @param {View | null} [view]
 * @returns {{ tree: Tree, id: number }}
 */
export function addMove(tree, parent, move, view = null) {
  const from = nodeOf(tree, parent);
  const known = from.children.find((child) => nodeOf(tree, child).move === move);
  if (known !== undefined) return { tree: view ? withView(tree, known, view) : tree, id: known };
  const id = tree.next;
  const node = { id, parent, move, ply: from.ply + 1, children: [], view };
  return {
    tree: replaced(tree, [{ ...from, children: [...from.children, id] }, node], { next: id + 1 }),
    id,
  };
}

/**
 * Several moves, one after the other. `id` is the last one's.
 * @param {Tree} tree
 * @param {number} id  the node before them
 * @param {readonly string[]} moves
 */
export function addLine(tree, id, moves) {
  let added = { tree, id };
  for (const move of moves) added = addMove(added.tree, added.id, move);
  return added;
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @param {View} view
 * @returns {Tree}
 */
export function withView(tree, id, view) {
  return replaced(tree, [{ ...nodeOf(tree, id), view }]);
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function goTo(tree, id) {
  return { ...tree, current: nodeOf(tree, id).id };
}

/**
 * The nodes from the root to this one, both included.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Node[]}
 */
export function pathTo(tree, id = tree.current) {
  const path = [];
  for (let node = nodeOf(tree, id); ; node = nodeOf(tree, node.parent)) {
    path.push(node);
    if (node.parent === null) return path.reverse();
  }
}

/**
 * The moves from the root to this node: with `tree.fen` they say everything about a position, repetitions too.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {string[]}
 */
export function movesTo(tree, id = tree.current) {
  return pathTo(tree, id).flatMap((node) => node.move ?? []);
}

/** Notes without the empty ones. @param {Notes} notes @returns {Notes} */
export const trimmedNotes = ({ comment, before, nags = [], clock, commands }) => ({
  ...(comment && { comment }),
  ...(before && { before }),
  ...(nags.length > 0 && { nags }),
  ...(clock !== undefined && { clock }),
  ...(commands && { commands }),
});

/** Whether a tree is one line without comments: clocks are none. @param {Tree} tree */
export const isLine = ({ nodes }) =>
  [...nodes.values()].every(
    ({ children, notes = {} }) => children.length < 2 && Object.keys(notes).every((key) => key === 'clock'),
  );

/**
 * The place of a node, which the order of moves alone decides: how often the first move is taken, which other move
 * then (1 is the second), how often the first one again, and so on: `12.1.5`.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {string}
 */
export function placeOf(tree, id = tree.current) {
  const path = pathTo(tree, id);
  const turns = path.slice(1).map((node, at) => path[at].children.indexOf(node.id));
  const parts = [0];
  for (const turn of turns) {
    if (turn === 0) parts[parts.length - 1] += 1;
    else parts.push(turn, 0);
  }
  return parts.join('.');
}

/** The node at a place, or as far as the tree goes. @param {Tree} tree @param {string} place @returns {number} */
export function nodeAt(tree, place) {
  let node = nodeOf(tree, ROOT);
  const go = (/** @type {number} */ turn) => {
    const next = node.children[turn];
    if (next !== undefined) node = nodeOf(tree, next);
    return next !== undefined;
  };
  for (const [at, part] of place.split('.').map(Number).entries()) {
    if (at % 2 === 1) {
      if (!go(part)) break;
    } else for (let i = 0; i < part && go(0); i += 1);
  }
  return node.id;
}

/**
 * The line being played: the path to a node and, beyond it, every first continuation.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Node[]}
 */
export function lineThrough(tree, id = tree.current) {
  const line = pathTo(tree, id);
  for (let node = nodeOf(tree, id); node.children.length > 0; ) {
    node = nodeOf(tree, node.children[0]);
    line.push(node);
  }
  return line;
}

/**
 * The last position of the line through a node.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Node}
 */
export function tipOf(tree, id = tree.current) {
  return /** @type {Node} */ (lineThrough(tree, id).at(-1));
}

/**
 * Make the path to a node the first choice at every fork, so that it is the line from then on.
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {Tree}
 */
export function promote(tree, id = tree.current) {
  const changed = [];
  for (const node of pathTo(tree, id)) {
    if (node.parent === null) continue;
    const parent = nodeOf(tree, node.parent);
    if (parent.children[0] === node.id) continue;
    changed.push({ ...parent, children: [node.id, ...parent.children.filter((child) => child !== node.id)] });
  }
  return changed.length > 0 ? replaced(tree, changed) : tree;
}

/**
 * Remove a node and everything after it. If the current node goes with it, its parent becomes current.
 * @param {Tree} tree
 * @param {number} id  not the root
 * @returns {Tree}
 */
export function removeNode(tree, id) {
  const node = nodeOf(tree, id);
  if (node.parent === null) throw new RangeError('the root of a tree cannot be removed');
  const nodes = new Map(tree.nodes);
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    doomed.push(...nodeOf(tree, next).children);
    nodes.delete(next);
  }
  const parent = nodeOf(tree, node.parent);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  return { ...tree, nodes, current: nodes.has(tree.current) ? tree.current : parent.id };
}

/**
 * The variations beside a node of a line: the lines of its siblings.
 * @param {Tree} tree
 * @param {Node} node
 * @returns {Node[][]}
 */
export function variationsBeside(tree, node) {
  if (node.parent === null) return [];
  return nodeOf(tree, node.parent)
    .children.filter((id) => id !== node.id)
    .map((id) => lineThrough(tree, id).slice(node.ply));
}
