// @ts-check
// The shapes that the page's game is made of. No code: only names that the other modules import as types.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Explanation, Notes } from '../engine/messages.js' */

/** @typedef {'xiangqi' | 'chess' | 'liuzichong'} GameName */
/** @typedef {'red' | 'white' | 'black'} Side  the first player is red in Xiangqi, white elsewhere */
/** @typedef {'person' | 'engine'} Player */

/**
 * How a game ended. The engine's laws give `winner` and `termination` (`checkmate`, `stalemate`, ...); what the
 * players do themselves (`resignation`, `agreement`), or what a file says (`recorded`), the page adds.
 * @typedef {{ winner: Side | null, termination: string, explanation?: Explanation | null }} Outcome
 */

/**
 * Everything the page needs to know about a position, as the Python rules answered it. The page looks things up
 * here and never works them out.
 * @typedef {Awaited<ReturnType<EngineClient['view']>>} View
 */

/** What the engine answers to a search. @typedef {Awaited<ReturnType<EngineClient['go']>['result']>} BestMove */

/** What the engine says while it thinks; scores are from the side to move. @typedef {NonNullable<BestMove['info']>} Info */

/**
 * One position of the move tree. Nodes are never changed, only replaced.
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move  the move that led here, as UCI; null at the root
 * @property {number} ply  moves from the root
 * @property {number[]} children  in order of preference: the first continues the line
 * @property {View | null} view  null until the rules have answered
 * @property {Notes} [notes]  comments and glyphs of an imported game
 */

/**
 * @typedef {object} Tree
 * @property {string | null} fen  where the game starts; null is the game's own start position
 * @property {ReadonlyMap<number, Node>} nodes
 * @property {number} current
 * @property {number} next  the id of the next new node
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {GameName} game
 * @property {Partial<Record<Side, Player>>} players  of the game's two sides
 * @property {number} level  one of `levelsOf`
 * @property {Side} orientation  the side shown at the bottom
 * @property {Tree} tree
 * @property {{ node: number, outcome: Outcome } | null} ending  a game that the players ended, and where
 * @property {Record<string, string>} [headers]  what an imported game says of itself, named as in PGN
 */

export {};
