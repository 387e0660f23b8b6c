// What the rules, which the worker knows, say of the moves that arrive.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { CheckMoves } from './arrivals.js' */

import { isLegal } from '../game/game.js';

/** Every position is asked for, as a law may have ended the game before the last one. @param {Pick<EngineClient, 'view'>} client @returns {CheckMoves} */
export const checkedBy = (client) => async (game, moves, known) => {
  for (let at = known; at < moves.length; at += 1) {
    const view = await client.view({ game, fen: null, moves: moves.slice(0, at) });
    if (view.outcome) return 'over';
    if (!isLegal(view, moves[at])) return 'illegal';
  }
  return null;
};
