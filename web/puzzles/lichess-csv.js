// Chess puzzles in the CSV layout of lichess' puzzle database (https://database.lichess.org/#puzzles), from a file of
// the visitor's own:
//
//   PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
//
// The first move is the opponent's: the puzzle begins after it. The public file has millions of rows, so they
// are read one by one, and the rules check only the wanted ones: whether the moves are legal, which position
// they lead to, and whether it is mate.

/** @import { View } from '../game/types.js' */
/** @import { Puzzle } from './puzzle.js' */

import { linesOf } from './lines.js';
import { FILE_PREFIX, PuzzleError, puzzleFrom } from './puzzle.js';

/** @typedef {{ view: (position: { game: string, fen: string, moves: string[] }) => Promise<View> }} Rules */

/** A row that is no puzzle. @typedef {{ line: number, error: PuzzleError }} RowFault */

/** A row before the rules have seen it. @typedef {{ id: string, fen: string, moves: string[], rating: number, themes: string[], url: string }} Row */

/** The wanted puzzles of a file: how many, in which rating range, with which theme. @typedef {{ count: number, from: number, to: number, theme: string | null }} Choice */

/**
 * The result of an import.
 * @typedef {object} Import
 * @property {Puzzle[]} puzzles
 * @property {number} rows  that were read, including broken ones
 * @property {number} others  that were not wanted
 * @property {number} known  that are here already
 * @property {number} faults  that are no puzzles
 * @property {RowFault[]} first  the first of these errors
 * @property {boolean} whole  whether the file was read to its end
 */

const COLUMNS = [
  ...['PuzzleId', 'FEN', 'Moves', 'Rating', 'RatingDeviation'],
  ...['Popularity', 'NbPlays', 'Themes', 'GameUrl', 'OpeningTags'],
];
const NEEDED = COLUMNS.slice(0, 4);
/** The licence of lichess' database. */
const LICENCE = 'CC0-1.0';
const FAULTS_TOLD = 20;
const LONGEST_FIELD = 1000;
const MOST_MOVES = 100;
const MOST_THEMES = 40;
const RATINGS = { least: 100, most: 4000 };

const FEN = /^[pnbrqkPNBRQK1-8]+(?:\/[pnbrqkPNBRQK1-8]+){7} [wb](?: |$)/;
const MOVE = /^[a-h][1-8][a-h][1-8][qrbn]?$/;
/** Themes that are computed anew from the solution. */
const COUNTED = /^(?:mate(?:In\d+)?|oneMove|short|long|veryLong|advantage)$/;
/** Themes of puzzles whose goal is not to lose. */
const DEFENDS = ['defensiveMove', 'equality'];
const LENGTHS = ['', 'oneMove', 'short', 'long'];

/** The first bytes of compressed files. @type {ReadonlyArray<readonly number[]>} */
const PACKED = [
  [0x28, 0xb5, 0x2f, 0xfd], // zstd, as lichess packs them
  [0x1f, 0x8b], // gzip
  [0x42, 0x5a, 0x68], // bzip2
  [0x50, 0x4b, 0x03, 0x04], // zip
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0xfd, 0x37, 0x7a, 0x58], // xz
];

/**
 * The kind of a puzzle file: lines of JSON, or such a table. PuzzleError `packed` if it is compressed.
 * @param {Blob & { name?: string }} file
 * @returns {Promise<'table' | 'lines'>}
 */
export async function kindOfFile(file) {
  const head = new Uint8Array(await file.slice(0, 2000).arrayBuffer());
  const packed = PACKED.some((bytes) => bytes.every((byte, at) => head[at] === byte));
  if (packed) throw new PuzzleError('packed', file.name ?? '');
  const [line] = new TextDecoder().decode(head).trimStart().split(/\r?\n/);
  if (line.startsWith('{')) return 'lines';
  return /\.csv$/i.test(file.name ?? '') || line.split(',').length >= NEEDED.length ? 'table' : 'lines';
}

/**
 * Import the first puzzles of a file that are wanted and not known yet. Rejects with the signal's reason when
 * aborted, with PuzzleError `csv_columns` if a needed column is missing, and with the engine's error if it
 * cannot run.
 * @param {Blob} file
 * @param {Choice} choice
 * @param {object} parts
 * @param {Rules} parts.rules
 * @param {ReadonlySet<string>} [parts.known]  ids that are here already
 * @param {AbortSignal} [parts.signal]
 * @param {(share: number, found: Import) => void} [parts.onProgress]
 * @param {() => Promise<void>} [parts.pause]
 * @returns {Promise<Import>}
 */
export async function importPuzzles(file, choice, { rules, known, signal, onProgress, pause }) {
  const ids = new Set(known);
  /** @type {Import} */
  const found = { puzzles: [], rows: 0, others: 0, known: 0, faults: 0, first: [], whole: false };
  let columns = COLUMNS;
  // A stop does not wait for an engine that is still loading.
  const stopped = new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  stopped.catch(() => {});
  for await (const { lines, share } of linesOf(file, { signal, pause })) {
    for (const { number, text, long } of lines) {
      if (text.trim() === '') continue;
      try {
        const names = number === 1 ? headOf(text) : null;
        if (names) {
          columns = names;
          continue;
        }
        found.rows += 1;
        if (long) throw new PuzzleError('csv_long');
        const row = rowFrom(text, columns);
        if (!isWanted(row, choice)) found.others += 1;
        else if (ids.has(row.id)) found.known += 1;
        else {
          const puzzle = /** @type {Puzzle} */ (await Promise.race([puzzleOf(row, rules), stopped]));
          signal?.throwIfAborted();
          ids.add(row.id);
          found.puzzles.push(puzzle);
          onProgress?.(Math.max(share, found.puzzles.length / choice.count), found);
          if (found.puzzles.length === choice.count) return found;
        }
      } catch (error) {
        if (!(error instanceof PuzzleError) || error.code === 'csv_columns') throw error;
        found.faults += 1;
        if (found.first.length < FAULTS_TOLD) found.first.push({ line: number, error });
      }
    }
    onProgress?.(Math.max(share, found.puzzles.length / choice.count), found);
  }
  return { ...found, whole: true };
}

/** The column names if the line is a header. @param {string} text @returns {string[] | null} */
function headOf(text) {
  if (!text.includes('PuzzleId')) return null;
  const names = fieldsOf(text).map((name) => name.trim());
  if (!names.includes('PuzzleId')) return null;
  for (const name of NEEDED) check(names.includes(name), 'csv_columns', name);
  return names;
}

/** @param {string} text @param {readonly string[]} columns @returns {Row} */
function rowFrom(text, columns) {
  const fields = fieldsOf(text);
  const field = (/** @type {string} */ name) => {
    const value = fields[columns.indexOf(name)]?.trim() ?? '';
    check(value !== '' || !NEEDED.includes(name), 'csv_missing', name);
    check(value.length <= LONGEST_FIELD, 'csv_long', name);
    return value;
  };
  const [id, fen, rating] = [field('PuzzleId'), field('FEN'), field('Rating')];
  const moves = field('Moves').split(/\s+/);
  check(/^[A-Za-z0-9][\w-]{0,23}$/.test(id), 'id', id);
  check(FEN.test(fen), 'fen', fen);
  for (const move of moves) check(MOVE.test(move), 'moves', move);
  check(moves.length % 2 === 0 && moves.length <= MOST_MOVES, 'csv_moves', moves.join(' '));
  const { least, most } = RATINGS;
  check(/^\d{1,4}$/.test(rating) && +rating >= least && +rating <= most, 'rating', rating);
  const themes = field('Themes').split(/\s+/).filter(Boolean);
  check(
    themes.length <= MOST_THEMES && themes.every((theme) => /^\w{1,40}$/.test(theme)),
    'themes',
    themes.join(' '),
  );
  return { id: FILE_PREFIX + id, fen, moves, rating: +rating, themes, url: field('GameUrl') };
}

/** The fields of a line; a quoted field may hold commas and doubled quotes. @param {string} text @returns {string[]} */
function fieldsOf(text) {
  if (!text.includes('"')) return text.split(',');
  const fields = [];
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y;
  for (let more = true; more; ) {
    const match = field.exec(text);
    check(match, 'csv_quote', text.slice(0, 60));
    const [, quoted, plain, end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    more = end === ',';
  }
  return fields;
}

/** @param {Row} row @param {Choice} choice */
function isWanted({ rating, themes }, { from, to, theme }) {
  return rating >= from && rating <= to && (theme === null || themes.includes(theme));
}

/**
 * The puzzle of a row, checked by the rules. PuzzleError if they refuse it.
 * @param {Row} row
 * @param {Rules} rules
 * @returns {Promise<Puzzle>}
 */
async function puzzleOf({ id, fen, moves, rating, themes, url }, rules) {
  const [lead, ...solution] = moves;
  const [start, end] = await Promise.all([
    rules.view({ game: 'chess', fen, moves: [lead] }),
    rules.view({ game: 'chess', fen, moves }),
  ]).catch((error) => {
    throw refusal(error, { fen, moves });
  });
  const mates = themes.some((theme) => /^mate(In\d+)?$/.test(theme));
  const winner = end.outcome?.winner ?? null;
  check(!mates || winner === start.turn, 'no_mate', moves[moves.length - 1]);
  return puzzleFrom({
    id,
    game: 'chess',
    fen: start.fen,
    lead,
    moves: solution,
    themes: themesOf(themes, (solution.length + 1) / 2, mates),
    rating,
    source: url || 'lichess.org',
    licence: LICENCE,
    check: { how: 'imported', depth: 0 },
  });
}

/** @param {{ code?: string, text?: string, details?: any }} error @param {{ fen: string, moves: string[] }} row */
function refusal(error, { fen, moves }) {
  if (error.code === 'invalid_fen') return new PuzzleError('fen', fen);
  if (error.code !== 'illegal_move') return error;
  return new PuzzleError('solution', error.text ?? moves.join(' '));
}

/** The themes of a puzzle: its goal, its length, and the file's other themes. @param {string[]} given @param {number} count @param {boolean} mates */
function themesOf(given, count, mates) {
  const goal = mates ? 'mate' : given.some((theme) => DEFENDS.includes(theme)) ? 'defence' : 'advantage';
  const others = given.filter((theme) => !COUNTED.test(theme));
  return [...new Set([goal, ...(mates ? [`mateIn${count}`] : []), ...others, LENGTHS[count] ?? 'veryLong'])];
}

/** @param {unknown} holds @param {string} code @param {string} [about] @returns {asserts holds} */
function check(holds, code, about = '') {
  if (!holds) throw new PuzzleError(code, about);
}
