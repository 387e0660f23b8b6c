// @ts-check
// What a frame says of a position that nobody has touched yet, before there is a game: the same as it would say then.

/** @import { EmbedOptions } from './embed-options.js' */

import { factsOf, sideIn, turnOfFen } from './games.js';

/**
 * The state as messages carry it, see `BoardState` in embed/cannonfish-embed.d.ts. What only the rules know is null.
 * @param {Pick<EmbedOptions, 'game' | 'mode' | 'fen' | 'color' | 'orientation' | 'level'>} options
 */
export function openingState({ game, mode, fen, color, orientation, level }) {
  const facts = factsOf(game);
  const [first] = facts.sides;
  const turn = turnOfFen(game, fen);
  const drawn = fen ?? facts.fen;
  const alone = mode === 'play' && color !== 'both';
  return {
    game,
    mode,
    start: fen,
    fen: drawn.includes(' ') ? drawn : `${drawn} ${turn === 'black' ? 'b' : 'w'}`,
    moves: [],
    ply: 0,
    turn,
    toMove: alone && turn !== sideIn(game, color) ? 'engine' : 'person',
    orientation: sideIn(game, orientation ?? (color === 'both' ? first : color)),
    level: Math.min(level, facts.levels),
    legal: null,
    check: null,
    outcome: null,
    engine: 'off',
    execution: null,
    thinking: false,
    problem: null,
    clock: null,
  };
}
