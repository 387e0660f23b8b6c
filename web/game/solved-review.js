// The review of a finished game, for games that are solved: the moves that gave away a win or a draw.

/** @import { MoveValue } from '../engine/messages.js' */
/** @import { Game, Node, Side } from './types.js' */

import { outcomeAt, turnAt } from './game.js';
import { factsOf } from './games.js';
import { lineThrough, tipOf } from './tree.js';

/** @typedef {'lostDraw' | 'lostWin' | 'lostAll'} Blunder */
/** @typedef {{ node: number, side: Side, kind: Blunder }} Finding  the node that the move led to */

/** @type {Record<string, Blunder>} by the results of the best move and of the played one, for the mover */
const BLUNDERS = { 'draw loss': 'lostDraw', 'win draw': 'lostWin', 'win loss': 'lostAll' };

/** Whether there is a review: the game is solved, and its line has come to an end. @param {Game} game */
export function isReviewed(game) {
  const tip = tipOf(game.tree);
  return factsOf(game.game).perfect !== null && tip.ply > 0 && outcomeAt(game, tip.id) !== null;
}

/** The moves of the line, each as the nodes before and after it. @param {Game} game @returns {Array<{ before: Node, after: Node }>} */
export function stepsOf(game) {
  const line = lineThrough(game.tree);
  return line.slice(1).map((after, index) => ({ before: line[index], after }));
}

/**
 * @param {Game} game
 * @param {(fen: string) => MoveValue[] | null} valuesOf
 * @returns {Finding[] | null} null while something is not known yet
 */
export function review(game, valuesOf) {
  /** @type {Finding[]} */
  const findings = [];
  for (const { before, after } of stepsOf(game)) {
    const values = before.view && valuesOf(before.view.fen);
    if (!values) return null;
    const best = values[0]?.result;
    const played = values.find(({ uci }) => uci === after.move)?.result;
    const kind = BLUNDERS[`${best} ${played}`];
    if (kind) findings.push({ node: after.id, side: turnAt(game, before.id), kind });
  }
  return findings;
}
