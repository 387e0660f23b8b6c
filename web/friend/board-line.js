// The moves of a record as the line of a game on the board: with the times of the clocks, and what was said at the moves.

/** @import { Game } from '../game/types.js' */
/** @import { KeptGame } from './kept-games.js' */
/** @import { Standing } from './protocol.js' */

import { addMove, goTo, movesTo, newTree, nodeOf, ROOT, replaced } from '../game/tree.js';
import { standingOf } from './protocol.js';

/** A tree of one line, with the views that are known. @param {Standing} standing @param {Game} known */
export function lineOf({ moves, clocks }, known) {
  let tree = newTree({ view: nodeOf(known.tree, ROOT).view });
  /** @type {number | undefined} */
  let old = ROOT;
  for (const [at, move] of moves.entries()) {
    old =
      old === undefined
        ? old
        : nodeOf(known.tree, old).children.find((id) => nodeOf(known.tree, id).move === move);
    const view = old === undefined ? null : nodeOf(known.tree, old).view;
    const added = addMove(tree, tree.current, move, view);
    const clock = clocks[at];
    const timed = clock === null ? [] : [{ ...nodeOf(added.tree, added.id), notes: { clock } }];
    tree = goTo(replaced(added.tree, timed), added.id);
  }
  return tree;
}

/** With what was said at the moves. @param {import('../game/types.js').Tree} tree @param {KeptGame | null} kept */
export function withNotes(tree, kept) {
  if (!kept || Object.keys(kept.notes).length === 0) return tree;
  const { record, notes } = kept;
  const changed = Object.entries(notes).flatMap(([count, comment]) => {
    const events = record.events.slice(0, Number(count));
    const { moves } = standingOf({ ...record, events });
    const node = [...tree.nodes.values()][moves.length];
    const isThere =
      moves.length > 0 && node && movesTo(tree, node.id).every((move, at) => move === moves[at]);
    return isThere ? [{ ...node, notes: { ...node.notes, comment } }] : [];
  });
  return replaced(tree, changed);
}
