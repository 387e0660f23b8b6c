// The edits of a move tree in an analysis, beyond playing moves: pure functions, like those of game/tree.js.

/** @import { Notes, Review } from '../engine/messages.js' */
/** @import { Game, Node, Tree } from '../game/types.js' */

import { nagsOf } from '../game/game.js';
import { addLine, lineThrough, nodeOf, pathTo, ROOT, replaced, trimmedNotes } from '../game/tree.js';

/** NAGs of moves beside which the better line is shown. */
const FAULTS = new Set([2, 4, 6]);

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
export function withNotes(tree, id, notes) {
  const { notes: _, ...node } = nodeOf(tree, id);
  return replaced(tree, [{ ...node, ...given(notes) }]);
}

/** The notes of a node, if there are any. @param {Notes} notes @returns {{ notes?: Notes }} */
function given(notes) {
  const trimmed = trimmedNotes(notes);
  return Object.keys(trimmed).length > 0 ? { notes: trimmed } : {};
}

/**
 * The tree of a game with its main line annotated by a review: glyphs, PGN scores, and the better line beside a fault.
 * @param {Game} game
 * @param {Review} review
 * @returns {Tree}
 */
export function annotated(game, { moves, positions }) {
  let next = game.tree;
  for (const [ply, node] of lineThrough(game.tree, ROOT).entries()) {
    if (ply > 0) {
      const score = positions[ply]?.eval;
      const kept = (node.notes?.commands ?? '').replace(/\[%eval [^\]]*\] ?/, '');
      const commands = score ? `[%eval ${score}] ${kept}`.trim() : node.notes?.commands;
      next = withNotes(next, node.id, { ...node.notes, nags: nagsOf(game, node), commands });
    }
    if (!FAULTS.has(moves[ply]?.nag ?? 0)) continue;
    next = addLine(next, node.id, game.review?.evaluations[ply]?.pv ?? []).tree;
  }
  return next;
}

/**
 * A tree with the moves and notes of another one that starts in the same position. What differs in both is kept: other
 * moves become variations, another comment follows the first. The current node stays.
 * @param {Tree} tree
 * @param {Tree} other
 * @param {{ keep?: boolean }} [how]  whether the tree's own nodes keep their notes as they are
 * @returns {Tree}
 */
export function merged(tree, other, { keep = false } = {}) {
  const nodes = new Map(tree.nodes);
  let { next } = tree;
  /** @type {Array<[theirs: number, ours: number]>} */
  const waiting = [[ROOT, ROOT]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const theirs = nodeOf(other, pair[0]);
    let ours = /** @type {Node} */ (nodes.get(pair[1]));
    const notes = keep && ours.id < tree.next ? {} : mergedNotes(ours.notes, theirs.notes);
    ours = { ...ours, view: ours.view ?? theirs.view, ...notes };
    const known = new Map(numbered(ours.children, nodes));
    const children = [...ours.children];
    for (const [key, id] of numbered(theirs.children, other.nodes)) {
      const { move } = nodeOf(other, id);
      const same = known.get(key);
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

/**
 * Children by their moves. A record may repeat the last move of the main line to continue it: the second one
 * has a number.
 * @param {readonly number[]} children
 * @param {ReadonlyMap<number, Node>} nodes
 * @returns {Array<[key: string, id: number]>}
 */
function numbered(children, nodes) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return children.map((id) => {
    const move = nodes.get(id)?.move ?? '';
    const count = (seen.get(move) ?? 0) + 1;
    seen.set(move, count);
    return [count === 1 ? move : `${move} ${count}`, id];
  });
}

/** @param {Notes} [ours] @param {Notes} [theirs] @returns {{ notes?: Notes }} */
function mergedNotes(ours = {}, theirs = {}) {
  const texts = (/** @type {'comment' | 'before' | 'commands'} */ name) =>
    [...new Set([ours[name], theirs[name]].filter(Boolean))].join('\n');
  return given({
    comment: texts('comment'),
    before: texts('before'),
    nags: [...new Set([...(ours.nags ?? []), ...(theirs.nags ?? [])])],
    clock: ours.clock ?? theirs.clock,
    commands: texts('commands'),
  });
}
