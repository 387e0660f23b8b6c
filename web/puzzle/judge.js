// @ts-check
// What a move is worth that the solution does not name: the engine is asked, and says how the mate or the advantage
// stands after it.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Limits } from '../engine/messages.js' */
/** @import { Info, View } from '../game/types.js' */
/** @import { Puzzle } from './puzzle.js' */

import { mateIn, PuzzleError, solverOf } from './puzzle.js';

/** @typedef {Pick<EngineClient, 'view' | 'go'>} Client */
/** A value to the solver: `mate` in moves from now on, the one just made among them; negative if he is mated. @typedef {{ mate: number } | { cp: number }} Worth */

/**
 * What is known after a move.
 * @typedef {object} Reading
 * @property {View} view
 * @property {Worth} worth
 * @property {string | null} reply  the best one, null when the game is over
 * @property {string | null} next  what the engine would play after it
 */

/**
 * `equal`: as good as the solution; `slower`: a mate, but a longer one; `better`: good, but there is better;
 * `wrong`: neither.
 * @typedef {'equal' | 'slower' | 'better' | 'wrong'} Verdict
 */

/** Enough to see what a move is worth; by nodes, so that every device says the same. */
const LOOK = Object.freeze({ depth: 30, nodes: 250_000 });
/** Mates of so many moves are proven by a search that leaves nothing out; it would take too long for longer ones. */
const PROVABLE = 4;
/** Centipawns: so much less than the solution is still good. */
const STILL_GOOD = 120;
/** Who has so much more wins, though it is no mate. */
const WINNING = 500;

/**
 * Read the position after a move.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves  from the puzzle's position, the move to be judged the last of them
 * @param {Limits} [limits]
 * @returns {Promise<Reading>}
 */
export async function read(client, puzzle, moves, limits = LOOK) {
  const position = { game: puzzle.game, fen: puzzle.fen, moves };
  const view = await client.view(position);
  if (view.outcome) {
    const { winner } = view.outcome;
    const solver = solverOf(puzzle);
    const worth = winner === null ? { cp: 0 } : winner === solver ? { mate: 1 } : { mate: -1 };
    return { view, worth, reply: null, next: null };
  }
  const { bestmove, info } = await client.go({ ...position, limits }).result;
  return { view, worth: worthOf(info), reply: bestmove, next: info?.pv[1] ?? null };
}

/** The score of the other side's search, to the one who has just moved. @param {Info | null} info @returns {Worth} */
function worthOf(info) {
  const score = info?.score ?? { cp: 0 };
  if ('cp' in score) return { cp: -score.cp };
  return { mate: score.mate < 0 ? 1 - score.mate : -score.mate };
}

/**
 * What proves a mate in so many moves of the side that has just moved, or that there is none. The engine's own search
 * leaves out what looks bad, and may see a longer mate than there is; this one looks at everything.
 * @param {number} moves
 * @returns {Limits}
 */
export const proofOf = (moves) => ({ algorithm: 'mtdf', depth: 2 * moves + 1, nodes: 6_000_000 });

/**
 * Read the position after a move that should mate in so many moves, itself among them.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @param {number} left
 */
export async function readMate(client, puzzle, moves, left) {
  if (left > 1 && left <= PROVABLE) {
    const proven = await read(client, puzzle, moves, proofOf(left - 1));
    if (isMate(proven.worth, left)) return proven;
  }
  return read(client, puzzle, moves);
}

/**
 * Judge a move that the solution does not name.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves  with the move
 * @param {{ left: number, instead: string | null }} due  left: moves of the solver that the puzzle has left, the
 *   judged one among them; instead: the move of the solution, null where the line was left before
 * @returns {Promise<{ verdict: Verdict, reading: Reading }>}
 */
export async function judge(client, puzzle, moves, { left, instead }) {
  if (mateIn(puzzle) !== null) {
    const reading = await readMate(client, puzzle, moves, left);
    return { verdict: mateVerdict(reading.worth, left), reading };
  }
  const reading = await read(client, puzzle, moves);
  const { worth } = reading;
  // The solution names every move that keeps the result; a search of ours may not see where another one leads.
  if (puzzle.check?.how === 'table' && instead !== null) return { verdict: 'wrong', reading };
  if (instead === null) return { verdict: cp(worth) >= WINNING ? 'better' : 'wrong', reading };
  const best = await read(client, puzzle, [...moves.slice(0, -1), instead]);
  const gap = cp(best.worth) - cp(worth);
  // Whoever says so elsewhere has looked longer than we do here: only what ends the game is surely as good.
  const trusted = puzzle.check?.how !== 'imported' || ('mate' in worth && worth.mate === 1);
  if (gap <= 0 && trusted) return { verdict: 'equal', reading };
  return { verdict: gap <= STILL_GOOD ? 'better' : 'wrong', reading };
}

/** @param {Worth} worth @param {number} left @returns {Verdict} */
function mateVerdict(worth, left) {
  if ('mate' in worth) return worth.mate < 0 ? 'wrong' : worth.mate <= left ? 'equal' : 'slower';
  return worth.cp >= WINNING ? 'better' : 'wrong';
}

/** @param {Worth} worth @param {number} left */
const isMate = (worth, left) => 'mate' in worth && worth.mate > 0 && worth.mate <= left;

/** A mate as a number that exceeds every score, the shorter the more. @param {Worth} worth */
export const cp = (worth) =>
  'cp' in worth ? worth.cp : Math.sign(worth.mate) * (100_000 - Math.abs(worth.mate));

/**
 * The views of all positions of a puzzle's line, from the rules. PuzzleError names the first move that does not fit.
 * @param {Pick<Client, 'view'>} client
 * @param {Puzzle} puzzle
 * @returns {Promise<View[]>}
 */
export async function viewsOf(client, { game, fen, moves, lead }) {
  /** @type {View[]} */
  const views = [];
  for (let ply = 0; ply <= moves.length; ply++) {
    try {
      const view = await client.view({ game, fen, moves: moves.slice(0, ply) });
      views.push(ply === 0 && lead ? { ...view, lastMove: [lead.slice(0, 2), lead.slice(2, 4)] } : view);
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      if (code === 'illegal_move') throw new PuzzleError('solution', moves[ply - 1]);
      throw error;
    }
  }
  return views;
}
