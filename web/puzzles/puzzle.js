// A puzzle as plain data, from this site or from anywhere. Data from outside may be cut off, edited by hand
// or made for another game, so reading checks all that can be checked without the rules, and names the error.

/** @import { GameName, Outcome, Side, View } from '../game/types.js' */

import { geometryOf, placementOf } from '../board/geometry.js';
import { isGame, turnOfFen } from '../game/games.js';

/**
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {GameName} game
 * @property {string} fen  the solver is to move
 * @property {string} [lead]  the other side's move that led to the position, to be shown
 * @property {string[]} moves  UCI; the solver's and the replies in turn, the first and the last are the solver's
 * @property {string[][]} alternatives  for each move of the solver, the equally good ones
 * @property {string[]} themes
 * @property {number} rating
 * @property {Record<string, string>} [name]  by language
 * @property {string} source
 * @property {string} licence
 * @property {{ how: string, depth: number } | null} check  how it was proven; null: not at all
 * @property {View[] | null} views  of every position of the line; null: the rules have to be asked
 */

/**
 * Why something is no puzzle: `code` is a message of web/texts, `puzzles.fault.${code}`.
 */
export class PuzzleError extends Error {
  /** @param {string} code @param {string} [text]  what it is about, as it was given */
  constructor(code, text = '') {
    super(`${code}${text && `: ${text}`}`);
    this.code = code;
    this.text = text.slice(0, 200);
  }
}

/** The prefix of ids of puzzles from lichess' files; no id of this site has it. */
export const FILE_PREFIX = 'lichess-';

/** Whether a puzzle came from such a file. @param {{ id: string }} puzzle */
export const isFromFile = ({ id }) => id.startsWith(FILE_PREFIX);

/** The id of such a puzzle as its file has it. @param {{ id: string }} puzzle */
export const fileId = ({ id }) => id.slice(FILE_PREFIX.length);

const MOVE = /^[a-z]\d{1,2}[a-z]\d{1,2}[a-z]?$/;
const MOST_MOVES = 99;
const LONGEST = 4000;

/** The moves that the solver makes. @param {Pick<Puzzle, 'moves'>} puzzle */
export const solverMoves = ({ moves }) => (moves.length + 1) / 2;

/** Whether the puzzle asks for a mate, in how many moves. @param {Puzzle} puzzle @returns {number | null} */
export const mateIn = (puzzle) => (puzzle.themes.includes('mate') ? solverMoves(puzzle) : null);

/** Whether nothing is left to solve. @param {import('./session.js').Phase} phase */
export const isDone = (phase) => phase === 'solved' || phase === 'shown';

/** The side that solves. @param {Pick<Puzzle, 'game' | 'fen'>} puzzle @returns {Side} */
export const solverOf = ({ game, fen }) => turnOfFen(game, fen);

/**
 * A puzzle from plain data; PuzzleError says what is wrong.
 * @param {any} data
 * @returns {Puzzle}
 */
export function puzzleFrom(data) {
  check(typeof data === 'object' && data !== null && !Array.isArray(data), 'no_object');
  const game = data.game ?? 'xiangqi';
  check(isGame(game), 'game', game);
  check(isText(data.id) && /^[\w.-]+$/.test(data.id), 'id', data.id);
  check(isText(data.fen) && /^\S+ \S/.test(data.fen.trim()), 'fen', data.fen);
  const { moves, alternatives = [] } = data;
  check(Array.isArray(moves) && moves.length > 0 && moves.length <= MOST_MOVES, 'moves', moves);
  for (const move of moves) check(isText(move) && MOVE.test(move), 'moves', move);
  check(moves.length % 2 === 1, 'ends_with_reply', moves.join(' '));
  check(Array.isArray(alternatives), 'alternatives', alternatives);
  const others = Array.from({ length: (moves.length + 1) / 2 }, (_, at) => alternatives[at] ?? []);
  for (const list of others) {
    check(Array.isArray(list) && list.every((move) => isText(move) && MOVE.test(move)), 'alternatives', list);
  }
  const { lead } = data;
  check(lead === undefined || (isText(lead) && MOVE.test(lead)), 'moves', lead);
  const themes = data.themes ?? [];
  check(Array.isArray(themes) && themes.every(isText), 'themes', themes);
  const rating = data.rating ?? 1500;
  check(Number.isFinite(rating) && rating >= 0 && rating <= 5000, 'rating', rating);
  const puzzle = {
    id: data.id,
    game,
    fen: data.fen.trim(),
    moves: [...moves],
    alternatives: others,
    themes: [...themes],
    rating,
    source: isText(data.source) ? data.source : '',
    licence: isText(data.licence) ? data.licence : '',
    check: isText(data.check?.how) ? { how: data.check.how, depth: Number(data.check.depth) || 0 } : null,
    ...(isNames(data.name) && { name: data.name }),
    ...(lead && { lead }),
  };
  const rows = data.views ?? null;
  if (rows) checkRows(puzzle, rows);
  else checkMover(puzzle);
  /** @type {View[] | null} */
  let views = null;
  return {
    ...puzzle,
    // Made when asked for: few of a thousand puzzles are opened in a visit.
    get views() {
      views ??= rows && viewsFrom(puzzle, rows);
      return views;
    },
  };
}

/** The first move of the solution must start from a piece of the side to move. @param {Pick<Puzzle, 'game' | 'fen' | 'moves'>} puzzle */
function checkMover({ game, fen, moves }) {
  const men = placementOf(geometryOf(game), fen);
  check(men !== null, 'fen', fen);
  const man = men.get(moves[0].slice(0, 2));
  check(man !== undefined, 'solution', moves[0]);
  check(man.side === turnOfFen(game, fen), 'wrong_side', moves[0]);
}

/** The solution must fit the short views. @param {Pick<Puzzle, 'moves'>} puzzle @param {any} rows */
function checkRows({ moves }, rows) {
  check(Array.isArray(rows) && rows.length === moves.length + 1, 'views');
  for (const row of rows) check(isText(row?.fen) && isText(row.dests ?? ''), 'views');
  moves.forEach((move, ply) => {
    if (ply % 2 === 1) return;
    const from = (rows[ply].dests ?? '')
      .split(' ')
      .find((/** @type {string} */ group) => group.startsWith(move.slice(0, 2)));
    const to = from?.indexOf(move.slice(2, 4), 2) ?? -1;
    check(to > 0 && to % 2 === 0, 'solution', move);
  });
}

/**
 * Views from the short form that build.py writes: see tools/puzzle_views.py.
 * @param {Pick<Puzzle, 'game' | 'fen' | 'moves'>} puzzle
 * @param {any[]} rows
 * @returns {View[]}
 */
function viewsFrom({ game, moves }, rows) {
  return rows.map((row, ply) => {
    const last = moves[ply - 1];
    /** @type {View} */
    const view = {
      game,
      fen: row.fen,
      turn: turnOfFen(game, row.fen),
      dests: destsFrom(row.dests ?? ''),
      promotions: row.promotions ?? {},
      check: row.check ?? null,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : null,
      outcome: /** @type {Outcome | null} */ (row.outcome ?? null),
      warning: null,
      move: last ? { uci: last, ...row.move } : null,
      captured: row.captured ?? [],
      ply,
      opening: null,
    };
    return view;
  });
}

/** `h2e2f2 b0c2` is h2 to e2 or f2, b0 to c2. @param {string} text @returns {Record<string, string[]>} */
function destsFrom(text) {
  const groups = text.split(' ').filter(Boolean);
  return Object.fromEntries(groups.map((group) => [group.slice(0, 2), group.slice(2).match(/../g) ?? []]));
}

/**
 * The contents of a file: its puzzles, and the errors of the lines that are none.
 * @typedef {{ puzzles: Puzzle[], faults: Array<{ line: number, error: PuzzleError }> }} FileContents
 */

/**
 * Read a file of puzzles, one JSON object in a line. Lines that are no puzzles are left out and become faults.
 * @param {string} text
 * @returns {FileContents}
 */
export function readPuzzles(text) {
  const reading = slicesOf(text, Number.POSITIVE_INFINITY).next();
  return /** @type {FileContents} */ (reading.value);
}

/**
 * The same with a pause after every `slice` lines.
 * @param {string} text
 * @param {number} slice
 * @param {() => Promise<void>} pause  lets other tasks run
 */
export async function readInSlices(text, slice, pause) {
  const reading = slicesOf(text, slice);
  let step = reading.next();
  for (; !step.done; step = reading.next()) await pause();
  return step.value;
}

/** @param {string} text @param {number} slice @returns {Generator<null, FileContents>} */
function* slicesOf(text, slice) {
  /** @type {FileContents} */
  const found = { puzzles: [], faults: [] };
  const seen = new Set();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (at > 0 && at % slice === 0) yield null;
    if (!line.trim()) continue;
    try {
      const puzzle = puzzleFrom(parsed(line));
      check(!seen.has(puzzle.id), 'twice', puzzle.id);
      seen.add(puzzle.id);
      found.puzzles.push(puzzle);
    } catch (error) {
      if (!(error instanceof PuzzleError)) throw error;
      found.faults.push({ line: at + 1, error });
    }
  }
  return found;
}

/** @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new PuzzleError('no_json', line.slice(0, 60));
  }
}

/** A puzzle as a line of a file, without its views. @param {Puzzle} puzzle @returns {string} */
export function lineOf({ views: _, ...puzzle }) {
  return JSON.stringify(puzzle);
}

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string' && value.length <= LONGEST;

/** @param {any} value */
const isNames = (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText);

/** @param {unknown} holds @param {string} code @param {unknown} [about] @returns {asserts holds} */
function check(holds, code, about = '') {
  if (!holds) throw new PuzzleError(code, String(about));
}
