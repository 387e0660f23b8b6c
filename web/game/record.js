// Converts between a move tree and the game record that the worker reads and writes (see engine/messages.js).

/** @import { GameRecord, Notes } from '../engine/messages.js' */
/** @import { Game, Node, Outcome, Side, Tree, View } from './types.js' */

import { ROOT } from './tree.js';

/**
 * The tree of a game that was read; the end of its main line is the current position.
 * @param {Pick<GameRecord, 'fen' | 'comment' | 'commands' | 'moves'>} record
 * @param {View | null} startView  of the game's own start
 * @returns {Tree}
 */
export function treeOf({ fen, comment, commands, moves }, startView) {
  /** @type {Node[]} */
  const nodes = [rootNode({ comment, commands }, fen === null ? startView : null)];
  for (const [parent, move, notes = null] of moves) {
    const from = nodes[parent];
    const id = nodes.length;
    from.children.push(id);
    nodes.push({ id, parent, move, ply: from.ply + 1, children: [], view: null, ...(notes && { notes }) });
  }
  let end = nodes[ROOT];
  while (end.children.length > 0) end = nodes[end.children[0]];
  return { fen, nodes: new Map(nodes.map((node) => [node.id, node])), current: end.id, next: nodes.length };
}

/** @param {Notes} notes @param {View | null} view @returns {Node} */
function rootNode({ comment, commands }, view) {
  const root = { id: ROOT, parent: null, move: null, ply: 0, children: [], view };
  const notes = { ...(comment && { comment }), ...(commands && { commands }) };
  return comment || commands ? { ...root, notes } : root;
}

/** The ids of a tree's nodes in the order of a record: parents before their children, the main line first. @param {Tree} tree */
export function inOrder({ nodes }) {
  const ids = [];
  const waiting = [ROOT];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    ids.push(id);
    waiting.push(...[.../** @type {Node} */ (nodes.get(id)).children].reverse());
  }
  return ids;
}

/**
 * The record of a game; parents come before their children.
 * @param {Game} game
 * @param {Record<string, string>} headers
 * @returns {GameRecord}
 */
export function recordOf({ game, tree }, headers) {
  /** @type {Map<number, number>} */
  const numbers = new Map([[ROOT, 0]]);
  /** @type {GameRecord['moves']} */
  const moves = [];
  const root = /** @type {Node} */ (tree.nodes.get(ROOT));
  for (const id of inOrder(tree).slice(1)) {
    const { parent, move, notes } = /** @type {Node} */ (tree.nodes.get(id));
    numbers.set(id, numbers.size);
    const from = numbers.get(parent ?? ROOT) ?? 0;
    moves.push(notes ? [from, move ?? '', notes] : [from, move ?? '']);
  }
  const { comment = '', commands } = root.notes ?? {};
  return { game, fen: tree.fen, headers, comment, ...(commands && { commands }), moves };
}

const RESULTS = /** @type {const} */ ({ '1-0': 0, '0-1': 1, '1/2-1/2': null });

/**
 * The outcome that a recorded result stands for, or null if there is none.
 * @param {string | undefined} result
 * @param {readonly [Side, Side]} sides  of the game, first mover first
 * @returns {{ winner: Side | null, termination: 'recorded' } | null}
 */
export function recordedOutcome(result, sides) {
  const winner = RESULTS[/** @type {keyof typeof RESULTS} */ (result)];
  if (winner === undefined) return null;
  return { winner: winner === null ? null : sides[winner], termination: 'recorded' };
}

/** The result of a record for an outcome. @param {Outcome | null} outcome @param {readonly [Side, Side]} sides */
export function resultOf(outcome, sides) {
  if (!outcome) return '*';
  if (!outcome.winner) return '1/2-1/2';
  return outcome.winner === sides[0] ? '1-0' : '0-1';
}
