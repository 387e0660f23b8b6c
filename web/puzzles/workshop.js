// Makes puzzles of the visitor's own. Finds the puzzle in a position, whether it is unique and how far it is
// proven, and the moments of a game that are worth a puzzle. The engine in the page does all of it.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { GameName, Info, View } from '../game/types.js' */
/** @import { Client } from './judge.js' */
/** @import { Puzzle } from './puzzle.js' */

import { legalMoves } from '../game/game.js';
import { treeOf } from '../game/record.js';
import { movesTo } from '../game/tree.js';
import { ownId } from './address.js';
import { cp, proofOf, read } from './judge.js';
import { PuzzleError, readPuzzles } from './puzzle.js';

/** @typedef {{ game: GameName, fen: string }} Position */
/** `onProgress` gets the share that is done, 0 to 1; `signal` aborts. @typedef {{ onProgress?: (share: number) => void, signal?: AbortSignal }} Listener */

/**
 * What was found in a position.
 * @typedef {object} Finding
 * @property {Puzzle} puzzle
 * @property {boolean} unique  whether no other first move is as good
 * @property {number | null} gap  centipawns between the best move and the next; null where it is a mate
 */

/** Centipawns by which the best move must exceed every other to be worth a puzzle. */
export const CLEAR = 250;
/** To see what is in a position. */
const LOOK = Object.freeze({ depth: 30, nodes: 400_000 });
/** To compare the moves of a position with each other. */
const COMPARE = Object.freeze({ depth: 30, nodes: 40_000 });
/** To walk through a game. */
const GLANCE = Object.freeze({ depth: 30, nodes: 60_000 });
/** The longest mate, in moves, that an exhaustive search proves; longer ones rest on the usual search. */
const PROVABLE = 3;
const LONGEST_MATE = 8;
/** The most moves of the solver in a puzzle that is no mate. */
const LONGEST_LINE = 3;
/** Centipawns of a lead that has decided the game: no move is worth a puzzle any more. */
const DECIDED = 1500;
const MOST_MOMENTS = 8;
/** Stands for a second move where there is none. */
const LOST = { worth: -10_000 };
/** Bytes; a longer file has more puzzles than are kept. */
const LONGEST_FILE = 4_000_000;

/**
 * Find the puzzle in a position. Rejects with the error of an invalid FEN, or with a PuzzleError: `over` when
 * the game has ended there, `no_puzzle` when nothing stands out.
 * @param {Client} client
 * @param {Position} position
 * @param {Listener} [listener]
 * @returns {Promise<Finding>}
 */
export async function findPuzzle(client, { game, fen }, { onProgress = () => {}, signal } = {}) {
  const draft = draftOf(game, fen);
  const view = await client.view({ game, fen, moves: [] });
  if (view.outcome) throw new PuzzleError('over');
  const { info } = await client.go({ game, fen, moves: [], limits: LOOK }).result;
  signal?.throwIfAborted();
  const mate = info && 'mate' in info.score && info.score.mate > 0 ? info.score.mate : null;
  if (mate !== null && mate <= LONGEST_MATE) {
    const length = await shortestMate(client, draft, mate);
    return mateLine(client, draft, view, length, { onProgress, signal });
  }
  return advantageLine(client, draft, view, info, { onProgress, signal });
}

/** The shortest mate, which the engine's own search may overlook. @param {Client} client @param {Puzzle} draft @param {number} seen */
async function shortestMate(client, { game, fen }, seen) {
  for (let moves = 1; moves < Math.min(seen, PROVABLE + 1); moves++) {
    const limits = { ...proofOf(moves), depth: 2 * moves };
    const { info } = await client.go({ game, fen, moves: [], limits }).result;
    if (info && 'mate' in info.score && info.score.mate > 0 && info.score.mate <= moves) return moves;
  }
  return seen;
}

/**
 * @param {Client} client @param {Puzzle} draft @param {View} start @param {number} length
 * @param {Required<Pick<Listener, 'onProgress'>> & Listener} listener
 * @returns {Promise<Finding>}
 */
async function mateLine(client, draft, start, length, { onProgress, signal }) {
  const proven = length <= PROVABLE;
  /** @type {string[]} */
  const moves = [];
  /** @type {string[][]} */
  const alternatives = [];
  let view = start;
  for (let left = length; left > 0; left--) {
    /** @type {Array<{ move: string, reply: string | null, lasts: number }>} */
    const good = [];
    const legal = legalMoves(view);
    for (const [at, move] of legal.entries()) {
      signal?.throwIfAborted();
      const limits = proven ? proofOf(Math.max(0, left - 1)) : COMPARE;
      const { worth, reply } = await read(client, draft, [...moves, move], limits);
      if ('mate' in worth && worth.mate > 0 && worth.mate <= left)
        good.push({ move, reply, lasts: worth.mate });
      onProgress((length - left + (at + 1) / legal.length) / length);
    }
    if (good.length === 0) throw new PuzzleError('no_puzzle');
    const [best, ...others] = good;
    moves.push(best.move);
    alternatives.push(others.map(({ move }) => move));
    if (!best.reply || left === 1) break;
    moves.push(best.reply);
    view = await client.view({ game: draft.game, fen: draft.fen, moves });
  }
  const how = proven ? 'exhaustive' : 'search';
  const puzzle = finished(draft, moves, alternatives, ['mate', `mateIn${(moves.length + 1) / 2}`]);
  return {
    puzzle: { ...puzzle, check: { how, depth: 2 * length - 1 } },
    unique: alternatives.every((list, at) => list.length === 0 || at === alternatives.length - 1),
    gap: null,
  };
}

/**
 * @param {Client} client @param {Puzzle} draft @param {View} start @param {Info | null} seen
 * @param {Required<Pick<Listener, 'onProgress'>> & Listener} listener
 * @returns {Promise<Finding>}
 */
async function advantageLine(client, draft, start, seen, { onProgress, signal }) {
  /** @type {string[]} */
  const moves = [];
  let view = start;
  let first = null;
  for (let step = 0; step < LONGEST_LINE; step++) {
    const found = await compared(client, draft, moves, view, {
      signal,
      onProgress: (share) => onProgress((step + share) / LONGEST_LINE),
    });
    if (step === 0) first = found;
    else if (found.gap < CLEAR) break;
    moves.push(found.best);
    if (!found.reply) break;
    moves.push(found.reply);
    view = await client.view({ game: draft.game, fen: draft.fen, moves });
    if (view.outcome) break;
  }
  if (!first) throw new PuzzleError('no_puzzle');
  if (moves.length % 2 === 0) moves.pop();
  onProgress(1);
  const themes = first.second <= -CLEAR && Math.abs(first.worth) < CLEAR ? ['defence'] : ['advantage'];
  const alternatives = Array.from({ length: (moves.length + 1) / 2 }, () => /** @type {string[]} */ ([]));
  const puzzle = finished(draft, moves, alternatives, themes);
  return {
    puzzle: { ...puzzle, check: { how: 'search', depth: seen?.depth ?? 0 } },
    unique: first.gap >= CLEAR,
    gap: first.gap,
  };
}

/**
 * Evaluates every move of a position. Returns the best one, and how much better it is than the next.
 * @param {Client} client @param {Puzzle} draft @param {string[]} before @param {View} view @param {Listener} listener
 */
async function compared(client, draft, before, view, { onProgress = () => {}, signal }) {
  const legal = legalMoves(view);
  const found = [];
  for (const [at, move] of legal.entries()) {
    signal?.throwIfAborted();
    const { worth, reply } = await read(client, draft, [...before, move], COMPARE);
    found.push({ move, reply, worth: cp(worth) });
    onProgress((at + 1) / legal.length);
  }
  found.sort((a, b) => b.worth - a.worth);
  const [{ move: best, reply, worth }, { worth: second } = LOST] = found;
  return { best, reply, worth, second, gap: worth - second };
}

/** @typedef {Finding & { ply: number }} Moment  after how many moves of the game it is */

/**
 * The moments of a game in which one move was better than all others by `CLEAR`, or mated.
 * @param {Client} client
 * @param {{ game: GameName, fen: string | null, moves: readonly string[] }} record
 * @param {Listener} [listener]
 * @returns {Promise<Moment[]>}
 */
export async function findMoments(client, { game, fen, moves }, { onProgress = () => {}, signal } = {}) {
  /** @type {Array<{ ply: number, worth: number, view: View }>} */
  const seen = [];
  for (let ply = 0; ply <= moves.length; ply++) {
    signal?.throwIfAborted();
    const position = { game, fen, moves: moves.slice(0, ply) };
    const view = await client.view(position);
    if (view.outcome) break;
    const { info } = await client.go({ ...position, limits: GLANCE }).result;
    const score = info?.score ?? { cp: 0 };
    seen.push({ ply, view, worth: cp(score) });
    onProgress((0.5 * (ply + 1)) / (moves.length + 1));
  }
  // Either the other side has just made a mistake, or the side to move misses its chance.
  const chances = seen.filter(({ worth }, at) => {
    const before = at > 0 ? -seen[at - 1].worth : 0;
    const after = at + 1 < seen.length ? -seen[at + 1].worth : worth;
    const won = worth >= CLEAR && before < DECIDED;
    return won && (worth - before >= CLEAR || worth - after >= CLEAR);
  });
  chances.sort((a, b) => b.worth - a.worth);
  /** @type {Moment[]} */
  const moments = [];
  for (const [at, { ply, view }] of chances.slice(0, 2 * MOST_MOMENTS).entries()) {
    signal?.throwIfAborted();
    try {
      const finding = await findPuzzle(client, { game, fen: view.fen }, { signal });
      if (finding.unique) moments.push({ ...finding, ply });
    } catch (error) {
      if (!(error instanceof PuzzleError)) throw error;
    }
    onProgress(0.5 + (0.5 * (at + 1)) / Math.min(chances.length, 2 * MOST_MOMENTS));
    if (moments.length === MOST_MOMENTS) break;
  }
  return moments.sort((a, b) => a.ply - b.ply);
}

/**
 * Find puzzles in a text: at the moments of a game, or in a position; null if it is neither.
 * @param {Client & Pick<EngineClient, 'read'>} client
 * @param {{ game: GameName, text: string }} given
 * @param {Listener} listener
 * @returns {Promise<Finding | Moment[] | null>}
 */
export async function findInText(client, { game, text }, listener) {
  const { game: record } = await client.read({ game, text, pick: 0 });
  if (!record) return null;
  const position = { game: /** @type {GameName} */ (record.game), fen: record.fen };
  const moves = movesTo(treeOf(record, null));
  if (moves.length > 0) return findMoments(client, { ...position, moves }, listener);
  const { fen } = await client.view({ ...position, moves });
  return findPuzzle(client, { ...position, fen }, listener);
}

/** The puzzles of a file of JSON lines, as the visitor's own, with new ids. @param {File} file */
export async function readOwnPuzzles(file) {
  if (file.size > LONGEST_FILE) throw new PuzzleError('too_long', file.name);
  const { puzzles, faults } = readPuzzles(await file.text());
  const own = puzzles.map((puzzle) => ({ ...puzzle, id: ownId(puzzle.fen, puzzle.moves), views: null }));
  return { puzzles: own, faults };
}

/** @param {Position['game']} game @param {string} fen @returns {Puzzle} */
const draftOf = (game, fen) => ({
  id: 'own-draft',
  game,
  fen,
  moves: [],
  alternatives: [],
  themes: [],
  rating: 1500,
  source: 'own',
  licence: '',
  check: null,
  views: null,
});

/** @param {Puzzle} draft @param {string[]} moves @param {string[][]} alternatives @param {string[]} themes @returns {Puzzle} */
const finished = (draft, moves, alternatives, themes) => ({
  ...draft,
  id: ownId(draft.fen, moves),
  moves,
  alternatives,
  themes,
});
