// What the rules, which the worker knows, say of the moves that arrive.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { CheckMoves } from './arrivals.js' */

import { isLegal } from '../game/game.js';

/**
 * Every position is looked at, as a law may have ended the game before the last one.
 * @param {Pick<EngineClient, 'view'>} client
 * @param {Partial<Record<import('../game/types.js').GameName, import('../game/types.js').View>>} [startViews]  so that
 *   the first move is judged before Python is there
 * @returns {CheckMoves}
 */
export const checkedBy =
  (client, startViews = {}) =>
  async (game, moves, known) => {
    for (let at = known; at < moves.length; at += 1) {
      const start = at === 0 ? startViews[game] : null;
      const view = start ?? (await client.view({ game, fen: null, moves: moves.slice(0, at) }));
      if (view.outcome) return 'over';
      if (!isLegal(view, moves[at])) return 'illegal';
    }
    return null;
  };
