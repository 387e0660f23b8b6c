// One game between two players: who plays, which side is below, where it ended. Pure functions, like the tree's.

/** @import { Game, GameName, Node, Outcome, Player, Side, View } from './types.js' */

import { factsOf, levelIn, other, sideIn, turnOfFen, USUAL } from './games.js';
import { lineThrough, newTree, nodeOf, pathTo, ROOT } from './tree.js';

/**
 * What is asked for when a game begins. `side` is the person's side against the engine; with two persons it is
 * the side at the bottom.
 * @typedef {{ game: GameName, opponent: Player, side: Side, level: number, clock?: string | null }} Setup  clock: the
 *   person's control first, see controlsOf in time-control.js; null: no clocks
 */

/** A setup as it is asked for: `either` side is drawn by lot. @typedef {Omit<Setup, 'side'> & { side: Side | 'either' }} SetupRequest */

/**
 * @param {Setup & { id: string, fen?: string | null, view?: View | null }} options
 * @returns {Game}
 */
export function newGame({ id, game = USUAL, opponent, side, level, clock, fen = null, view = null }) {
  const mine = sideIn(game, side);
  const control = mine === factsOf(game).sides[0] ? clock : clock?.split(',').reverse().join();
  return {
    id,
    game,
    players: { [mine]: 'person', [other(game, mine)]: opponent },
    level: levelIn(game, level),
    orientation: mine,
    tree: newTree({ fen, view }),
    ending: null,
    ...(control && { clock: { control, node: ROOT, from: null, left: null } }),
  };
}

/** The FNV-1a hash of a text, below 2 ** 32. @param {string} text */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

/**
 * The seed of the engine's random choices in a game, from 1 to 2 ** 31 - 1. A game goes on in the same way
 * after a reload, and the next one does not repeat it.
 * @param {string} id
 */
export const seedOf = (id) => hashOf(id) >>> 1 || 1;

/**
 * The game with its clocks, if any, running in another position.
 * @param {Game} game
 * @param {number} node
 * @param {number | null} [from]  the position before the move just made; null: the clocks are set to `node`
 * @returns {Game}
 */
export const clockAt = (game, node, from = null) =>
  game.clock ? { ...game, clock: { ...game.clock, node, from } } : game;

/** All moves of a view. @param {Pick<View, 'dests' | 'promotions'>} view */
export function legalMoves({ dests, promotions = {} }) {
  return Object.entries(dests).flatMap(([orig, found]) =>
    found.flatMap((dest) => (promotions[orig + dest] ?? ['']).map((letter) => orig + dest + letter)),
  );
}

/** Whether a view allows a move. @param {View} view @param {string} uci */
export const isLegal = (view, uci) => legalMoves(view).includes(uci);

/** The side that the engine plays, if it plays one. @param {Pick<Game, 'game' | 'players'>} game @returns {Side | undefined} */
export function engineSide(game) {
  return factsOf(game.game).sides.find((side) => game.players[side] === 'engine');
}

/** The setup that would begin a game like this one. @param {Game} game @returns {Setup} */
export function setupOf(game) {
  const engine = engineSide(game);
  return {
    game: game.game,
    opponent: engine ? 'engine' : 'person',
    side: engine ? other(game.game, engine) : game.orientation,
    level: game.level,
  };
}

/**
 * Whose turn it is at a node. Without a view, this is counted from the last known position before it.
 * @param {Game} game
 * @param {number} [id]
 * @returns {Side}
 */
export function turnAt(game, id) {
  const path = pathTo(game.tree, id);
  const known = path.findLast((node) => node.view);
  const last = /** @type {Node} */ (path.at(-1));
  const turn = known?.view ? known.view.turn : turnOfFen(game.game, game.tree.fen);
  return (last.ply - (known?.ply ?? 0)) % 2 === 0 ? turn : other(game.game, turn);
}

/**
 * The number of the move pair that a move belongs to, counted from the number in the FEN.
 * @param {Game} game
 * @param {Node} node
 */
export function numberOf(game, node) {
  const start = Number(game.tree.fen?.trim().split(/\s+/)[5]) || 1;
  const offset = turnAt(game, ROOT) === factsOf(game.game).sides[0] ? 0 : 1;
  const ply = 2 * (start - 1) + node.ply - 1 + offset;
  return { move: Math.floor(ply / 2) + 1, first: ply % 2 === 0 };
}

/**
 * How the game stands at a node: ended by the laws, ended by the players, or (null) going on.
 * @param {Game} game
 * @param {number} [id]
 * @returns {Outcome | null}
 */
export function outcomeAt(game, id = game.tree.current) {
  const byLaw = nodeOf(game.tree, id).view?.outcome ?? null;
  if (game.ending?.node !== id) return byLaw;
  const { outcome } = game.ending;
  return outcome.termination === 'recorded' ? (byLaw ?? outcome) : outcome;
}

/** @param {Game} game @param {number} [id] @returns {Player} */
export function playerAt(game, id) {
  return game.players[turnAt(game, id)] ?? 'person';
}

/**
 * Where "take back" leads: the nearest earlier position in which a person is to move, or null.
 * @param {Game} game
 * @returns {number | null}
 */
export function takeBackTarget(game) {
  const before = pathTo(game.tree).slice(0, -1);
  return before.findLast((node) => playerAt(game, node.id) === 'person')?.id ?? null;
}

/**
 * Where "redo" leads: the next later position of the line in which a person is to move, else its end, or null.
 * @param {Game} game
 * @returns {number | null}
 */
export function redoTarget(game) {
  const after = lineThrough(game.tree).slice(nodeOf(game.tree).ply + 1);
  return (after.find((node) => playerAt(game, node.id) === 'person') ?? after.at(-1))?.id ?? null;
}

/** NAGs up to this one are about moves, those that follow about positions. */
const LAST_OF_MOVES = 9;

/**
 * The glyphs of a move: that of the review stands where the move has none of its own.
 * @param {Pick<Game, 'review'>} game
 * @param {Node} node
 */
export function nagsOf({ review }, { id, notes: { nags = [] } = {} }) {
  const found = review?.nags?.[id];
  return found && nags.every((nag) => nag > LAST_OF_MOVES) ? [found, ...nags] : nags;
}
