// The state of a game as a frame tells it to the page around it: `BoardState` in embed/cannonfish-embed.d.ts.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @import { Game } from '../game/types.js' */

import { legalMoves, newGame, playerAt, turnAt } from '../game/game.js';
import { factsOf, levelIn, sideIn } from '../game/games.js';
import { treeOf } from '../game/record.js';
import { goTo, lineThrough, movesTo, nodeOf, pathTo } from '../game/tree.js';
import { fenAt } from '../game-view/piece-words.js';

/** Why a frame does not show its position. @typedef {{ code: string, reason: string | null, message: string }} Problem */

/**
 * The game that options ask for, before the rules have answered.
 * @param {Pick<EmbedOptions, 'game' | 'mode' | 'fen' | 'moves' | 'ply' | 'color' | 'orientation' | 'level'>} options
 * @returns {Game}
 */
export function openingGame({ game, mode, fen, moves, ply, color, orientation, level }) {
  const [first] = factsOf(game).sides;
  const side = color === 'both' ? first : color;
  const opponent = mode === 'play' && color !== 'both' ? 'engine' : 'person';
  const opening = newGame({ id: 'opening', game, opponent, side, level: levelIn(game, level), fen });
  const tree = treeOf({ fen, comment: '', moves: moves.map((move, at) => [at, move]) }, null);
  const line = lineThrough(tree);
  const shown = line[ply ?? line.length - 1] ?? line[line.length - 1];
  return { ...opening, orientation: sideIn(game, orientation ?? side), tree: goTo(tree, shown.id) };
}

/**
 * The part of the state that does not depend on an engine. Without a view, fields from the rules are null.
 * @param {Game} game
 * @param {EmbedOptions['mode']} mode
 */
export function stateOfGame(game, mode) {
  const node = nodeOf(game.tree);
  return {
    game: game.game,
    mode,
    start: game.tree.fen,
    fen: fenAt(game),
    moves: movesTo(game.tree),
    ply: pathTo(game.tree).length - 1,
    turn: turnAt(game),
    toMove: playerAt(game),
    orientation: game.orientation,
    level: game.level,
    legal: node.view ? legalMoves(node.view) : null,
    check: node.view?.check ?? null,
  };
}

/**
 * The whole state of an untouched frame.
 * @param {Game} game
 * @param {EmbedOptions['mode']} mode
 */
export function openingState(game, mode) {
  return {
    ...stateOfGame(game, mode),
    outcome: null,
    engine: 'off',
    execution: null,
    thinking: false,
    problem: null,
    clock: null,
  };
}
