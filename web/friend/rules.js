// What the rules, which the worker knows, say of the moves that arrive.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { CheckMoves } from './arrivals.js' */

import { isLegal } from '../game/game.js';

/** More new moves than this are judged at once: a game that is opened anew. */
const FEW = 4;

/** @param {Pick<EngineClient, 'view'>} client @returns {CheckMoves} */
export const checkedBy = (client) => async (game, moves, known) => {
  const viewAfter = (/** @type {number} */ count) =>
    client.view({ game, fen: null, moves: moves.slice(0, count) });
  if (moves.length - known > FEW) {
    try {
      await viewAfter(moves.length);
      return null;
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      if (code === 'illegal_move' || code === 'invalid_move') return 'illegal';
      throw error;
    }
  }
  for (let at = known; at < moves.length; at += 1) {
    const view = await viewAfter(at);
    if (view.outcome) return 'over';
    if (!isLegal(view, moves[at])) return 'illegal';
  }
  return null;
};
