// @ts-check
// What an analysis does to a move tree beyond playing moves: pure functions, like those of game/tree.js.

/** @import { Notes } from '../engine/messages.js' */
/** @import { Node, Tree } from '../game/types.js' */

import { nodeOf, pathTo, ROOT, replaced } from '../game/tree.js';

/**
 * Make a variation the first choice at its own fork alone.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function promoteOnce(tree, id) {
  const path = pathTo(tree, id);
  const fork = path.findLast(({ id, parent }) => parent !== null && nodeOf(tree, parent).children[0] !== id);
  if (!fork) return tree;
  const parent = nodeOf(tree, fork.parent ?? ROOT);
  const others = parent.children.filter((child) => child !== fork.id);
  return replaced(tree, [{ ...parent, children: [fork.id, ...others] }]);
}

/**
 * A tree with the notes of a node replaced; empty ones are left out.
 * @param {Tree} tree
 * @param {number} id
 * @param {Notes} notes
 * @returns {Tree}
 */
export function withNotes(tree, id, { comment, before, nags = [] }) {
  const { notes: _, ...node } = nodeOf(tree, id);
  const kept = { ...(comment && { comment }), ...(before && { before }), ...(nags.length > 0 && { nags }) };
  return replaced(tree, [Object.keys(kept).length > 0 ? { ...node, notes: kept } : node]);
}

/**
 * A tree with the moves and notes of another one that starts in the same position. What differs in both is kept: other
 * moves become variations, another comment follows the first. The current node stays.
 * @param {Tree} tree
 * @param {Tree} other
 * @returns {Tree}
 */
export function merged(tree, other) {
  const nodes = new Map(tree.nodes);
  let { next } = tree;
  /** @type {Array<[theirs: number, ours: number]>} */
  const waiting = [[ROOT, ROOT]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const theirs = nodeOf(other, pair[0]);
    let ours = /** @type {Node} */ (nodes.get(pair[1]));
    ours = { ...ours, view: ours.view ?? theirs.view, ...mergedNotes(ours.notes, theirs.notes) };
    const known = new Map(ours.children.map((id) => [nodes.get(id)?.move, id]));
    const children = [...ours.children];
    for (const id of theirs.children) {
      const { move } = nodeOf(other, id);
      const same = known.get(move);
      waiting.push([id, same ?? next]);
      if (same !== undefined) continue;
      nodes.set(next, { id: next, parent: ours.id, move, ply: ours.ply + 1, children: [], view: null });
      children.push(next);
      next += 1;
    }
    nodes.set(ours.id, { ...ours, children });
  }
  return { ...tree, nodes, next };
}

/** @param {Notes} [ours] @param {Notes} [theirs] @returns {{ notes?: Notes }} */
function mergedNotes(ours = {}, theirs = {}) {
  const texts = (/** @type {'comment' | 'before'} */ name) =>
    [...new Set([ours[name], theirs[name]].filter(Boolean))].join('\n');
  const [comment, before] = [texts('comment'), texts('before')];
  const nags = [...new Set([...(ours.nags ?? []), ...(theirs.nags ?? [])])];
  const notes = { ...(comment && { comment }), ...(before && { before }), ...(nags.length > 0 && { nags }) };
  return Object.keys(notes).length > 0 ? { notes } : {};
}
