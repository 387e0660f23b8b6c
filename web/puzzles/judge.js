// Judges moves outside the solution. The engine tells how the mate or the advantage stands after them.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Limits } from '../engine/messages.js' */
/** @import { Info, View } from '../game/types.js' */
/** @import { Puzzle } from './puzzle.js' */

import { mateIn, PuzzleError, solverOf } from './puzzle.js';

/** @typedef {Pick<EngineClient, 'view' | 'go'>} Client */
/** A value for the solver: `mate` in moves, counting the one just made; negative if he is mated. @typedef {{ mate: number } | { cp: number }} Worth */

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

/** Limits for judging a move; in nodes, so that every device gives the same verdict. */
const LOOK = Object.freeze({ depth: 30, nodes: 250_000 });
/** The longest mate, in moves, that an exhaustive search proves; longer ones would take too long. */
const PROVABLE = 4;
/** Centipawns by which a good move may be worse than the solution. */
const STILL_GOOD = 120;
/** Centipawns of an advantage that wins, even without a mate in sight. */
const WINNING = 500;

/**
 * Read the position after a move.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves  from the puzzle's position; the last one is the move to judge
 * @param {Limits} [limits]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reading>}
 */
export async function read(client, puzzle, moves, limits = LOOK, signal) {
  const position = { game: puzzle.game, fen: puzzle.fen, moves };
  const view = await client.view(position);
  if (view.outcome) {
    const { winner } = view.outcome;
    const solver = solverOf(puzzle);
    const worth = winner === null ? { cp: 0 } : winner === solver ? { mate: 1 } : { mate: -1 };
    return { view, worth, reply: null, next: null };
  }
  signal?.throwIfAborted(); // the search would end a newer one
  const { bestmove, info } = await client.go({ ...position, limits }).result;
  return { view, worth: worthOf(info), reply: bestmove, next: info?.pv[1] ?? null };
}

/** The score of the other side's search, for the side that has just moved. @param {Info | null} info @returns {Worth} */
function worthOf(info) {
  const score = info?.score ?? { cp: 0 };
  if ('cp' in score) return { cp: -score.cp };
  return { mate: score.mate < 0 ? 1 - score.mate : -score.mate };
}

/**
 * Limits of a search that proves or refutes a mate in `moves` by the side that has just moved. The engine's
 * usual search prunes, so it may find only a longer mate; this one searches every move.
 * @param {number} moves
 * @returns {Limits}
 */
export const proofOf = (moves) => ({ algorithm: 'mtdf', depth: 2 * moves + 1, nodes: 6_000_000 });

/**
 * Read the position after a move that should mate in `left` moves, counting itself.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 * @param {number} left
 * @param {AbortSignal} signal
 */
export async function readMate(client, puzzle, moves, left, signal) {
  if (left > 1 && left <= PROVABLE) {
    const proven = await read(client, puzzle, moves, proofOf(left - 1), signal);
    if (isMate(proven.worth, left)) return proven;
  }
  return read(client, puzzle, moves, LOOK, signal);
}

/**
 * Judge a move that the solution does not name.
 * @param {Client} client
 * @param {Puzzle} puzzle
 * @param {string[]} moves  with the move
 * @param {{ left: number, instead: string | null }} due  left: the solver's remaining moves, counting the judged
 *   one; instead: the move of the solution, null once the line has been left
 * @param {AbortSignal} signal
 * @returns {Promise<{ verdict: Verdict, reading: Reading }>}
 */
export async function judge(client, puzzle, moves, { left, instead }, signal) {
  if (mateIn(puzzle) !== null) {
    const reading = await readMate(client, puzzle, moves, left, signal);
    return { verdict: mateVerdict(reading.worth, left), reading };
  }
  const reading = await read(client, puzzle, moves, LOOK, signal);
  const { worth } = reading;
  // A table's solution names every move that keeps the result; our search may misjudge the others.
  if (puzzle.check?.how === 'table' && instead !== null) return { verdict: 'wrong', reading };
  if (instead === null) return { verdict: cp(worth) >= WINNING ? 'better' : 'wrong', reading };
  const best = await read(client, puzzle, [...moves.slice(0, -1), instead], LOOK, signal);
  const gap = cp(best.worth) - cp(worth);
  // An imported solution rests on a longer search than ours: only an immediate win is surely as good.
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

/** The worth in centipawns. A mate exceeds every score, and the shorter mate is worth more. @param {Worth} worth */
export const cp = (worth) =>
  'cp' in worth ? worth.cp : Math.sign(worth.mate) * (100_000 - Math.abs(worth.mate));

/**
 * The views of all positions of a puzzle's line, from the rules. PuzzleError names the first illegal move.
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
