// The library of games played and imported. It finds them by date, opponent, opening and result, renames and
// deletes them, and exports all of them as one file.

/** @import { Game, GameName } from '../game/types.js' */
/** @import { CursorRow, Database, GameRow, StudyRow, Transaction } from './database.js' */

import { engineSide } from '../game/game.js';
import { analysisIdOf, friendIdOf, gameIdOf, isAnalysisId } from '../game/games.js';
import { dayOf } from '../ui/dates.js';
import { addGame, GAME_STORES, gameOf, gameRows, hasBegun, removeGame, toGameRow } from './games.js';
import { fromRecord, toRecord } from './record-format.js';
import { RecordError } from './set-aside.js';

export const FORMAT = 'cannonfish-library';
const VERSION = 1;
const LONGEST_TITLE = 200;

/** A game in the list. @typedef {GameRow & Pick<CursorRow, 'plies' | 'savedAt'>} Entry */

/**
 * The conditions of a list; a condition that is left out matches every game.
 * @typedef {object} Filter
 * @property {GameName} [game]
 * @property {string} [from]  the first day, such as 2026-01-31
 * @property {string} [to]  the last day
 * @property {'engine' | 'person' | 'imported'} [opponent]
 * @property {string} [text]  part of the title, a player's name, the event or the opening
 * @property {string} [result]  as in PGN
 */

/**
 * Why a file is not a library: `no_json`, `no_library`, `version` (of a newer site).
 */
export class LibraryError extends Error {
  /** @param {'no_json' | 'no_library' | 'version'} code @param {string} text */
  constructor(code, text) {
    super(`${code}: ${text}`);
    this.code = code;
    this.text = text;
  }
}

/** `known`: games that were here already; `faults`: invalid games, with their numbers in the file. @typedef {{ added: number, known: number, faults: Array<{ number: number, reason: string }> }} Imported */

export class Library {
  #database;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {() => void} listener  called when another tab has changed a game */
  onChange(listener) {
    this.#database.onChange(({ store }) => store === 'games' && listener());
  }

  /**
   * The last played game first. An analysis goes with its game, where that is here, too; the chapters of studies are
   * listed with these. Rejects with a StorageError.
   * @param {Filter} [filter]
   * @returns {Promise<Entry[]>}
   */
  async list(filter = {}) {
    const [entries, studies] = await Promise.all([this.#all(), this.#studies()]);
    const ids = new Set(entries.map(({ id }) => id));
    const chapters = new Set(studies.flatMap((study) => study.chapters));
    return entries.filter(
      (entry) =>
        (gameIdOf(entry.id) === entry.id || !ids.has(gameIdOf(entry.id))) &&
        !chapters.has(entry.id) &&
        matches(entry, filter),
    );
  }

  /** @returns {Promise<StudyRow[]>} */
  #studies() {
    return this.#database.run(['studies'], 'readonly', (tx) => tx.objectStore('studies').getAll());
  }

  /** @returns {Promise<Entry[]>} */
  async #all() {
    const [rows, cursors] = await this.#database.run(['games', 'cursors'], 'readonly', (tx) =>
      Promise.all([tx.objectStore('games').getAll(), tx.objectStore('cursors').getAll()]),
    );
    const cursorOf = new Map(cursors.map((cursor) => [cursor.game, cursor]));
    return rows
      .map((row) => ({ ...row, plies: 0, savedAt: row.createdAt, ...progressOf(cursorOf.get(row.id)) }))
      .filter((entry) => hasBegun(entry, entry.plies))
      .sort((a, b) => b.savedAt - a.savedAt);
  }

  /** The game of that id, or null. Rejects with a StorageError or a RecordError. @param {string} id @returns {Promise<Game | null>} */
  async find(id) {
    const rows = await this.#database.run(GAME_STORES, 'readonly', (tx) => gameRows(tx, id));
    return rows && gameOf(rows).game;
  }

  /** @param {string} id @param {string} title  an empty one restores the usual title */
  async rename(id, title) {
    await this.#database.run(['games'], 'readwrite', async (tx) => {
      const row = await tx.objectStore('games').get(id);
      if (row)
        await tx.objectStore('games').put({ ...row, title: title.trim().slice(0, LONGEST_TITLE) || null });
    });
    this.#database.tell({ store: 'games' });
  }

  /** Remove a game and its analysis. @param {string} id */
  async remove(id) {
    await this.#database.run(GAME_STORES, 'readwrite', (tx) =>
      Promise.all([removeGame(tx, id), removeGame(tx, analysisIdOf(id))]),
    );
    this.#database.tell({ store: 'games' });
  }

  /**
   * All games and studies as one file. `unreadable`: the number of games left out. Rejects with a StorageError.
   * @returns {Promise<{ text: string, unreadable: number }>}
   */
  async exportAll() {
    const [entries, studies] = await Promise.all([this.#all(), this.#studies()]);
    /** @type {object[]} */
    const games = [];
    let unreadable = 0;
    for (const { id, title, createdAt, savedAt, opening, result } of entries) {
      const game = await this.find(id).catch((error) => {
        if (!(error instanceof RecordError)) throw error;
        unreadable += 1;
      });
      if (game) games.push({ ...toRecord(game), title, createdAt, savedAt, opening, result });
    }
    return { text: JSON.stringify({ format: FORMAT, version: VERSION, games, studies }), unreadable };
  }

  /**
   * Add the games and studies of a file. A game that is here already stays as it is; if the file has a later state of it, that is
   * added as another game. Rejects with a LibraryError if the file is no library, or with a StorageError; then nothing
   * was added.
   * @param {string} text
   * @returns {Promise<Imported>}
   */
  async importAll(text) {
    const { games, studies, faults } = readLibrary(text);
    const stores = /** @type {const} */ (['studies', ...GAME_STORES]);
    const counts = await this.#database.run(stores, 'readwrite', async (tx) => {
      let added = 0;
      /** @type {Map<string, string>} */
      const here = new Map();
      for (const { row, game, savedAt } of games) {
        const cursors = tx.objectStore('cursors');
        const cursor = await cursors.get(game.id);
        // The later state has the same id whenever the file is imported.
        const id = cursor && cursor.savedAt < savedAt ? laterId(game.id, savedAt) : game.id;
        here.set(game.id, id);
        if (await cursors.get(id)) continue;
        await addGame(tx, { ...game, id }, { ...row, id }, savedAt);
        added += 1;
      }
      await addStudies(tx, studies, here);
      return { added, known: games.length - added };
    });
    this.#database.tell({ store: 'games' });
    return { ...counts, faults };
  }
}

/** @param {string} text */
function readLibrary(text) {
  const data = parsed(text);
  if (data?.format !== FORMAT || !Array.isArray(data.games))
    throw new LibraryError('no_library', text.slice(0, 60));
  if (data.version !== VERSION) throw new LibraryError('version', String(data.version));
  const faults = [];
  const games = [];
  for (const [at, record] of data.games.entries()) {
    try {
      const game = fromRecord(record);
      const { title, createdAt, savedAt, result } = record;
      const time = Number.isFinite(savedAt) ? savedAt : 0;
      const known = {
        opening: isTexts(record.opening) ? record.opening : null,
        result: ['1-0', '0-1', '1/2-1/2'].includes(result) ? result : '*',
      };
      const row = {
        ...toGameRow(game, known),
        slot: null,
        title: typeof title === 'string' ? title.slice(0, LONGEST_TITLE) : null,
        createdAt: Number.isFinite(createdAt) ? createdAt : time,
      };
      games.push({ game, row, savedAt: time });
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      faults.push({ number: at + 1, reason: error.message });
    }
  }
  return { games, studies: Array.isArray(data.studies) ? data.studies.filter(isStudy) : [], faults };
}

/** @param {any} value @returns {value is StudyRow} */
const isStudy = (value) =>
  typeof value?.id === 'string' &&
  typeof value.title === 'string' &&
  Number.isFinite(value.createdAt) &&
  [null, 'first', 'second'].includes(value.side) &&
  Array.isArray(value.chapters) &&
  value.chapters.every((/** @type {unknown} */ id) => typeof id === 'string');

/** The id of a later state of a game: that of a chapter stays one of an analysis. @param {string} id @param {number} savedAt */
const laterId = (id, savedAt) =>
  isAnalysisId(id) ? analysisIdOf(`${gameIdOf(id)} ${savedAt}`) : `${id} ${savedAt}`;

/**
 * Add studies; one that is here already gets the chapters that it lacks.
 * @param {Transaction} tx
 * @param {readonly StudyRow[]} studies
 * @param {ReadonlyMap<string, string>} here  the ids of the games of the file, as they are here
 */
async function addStudies(tx, studies, here) {
  for (const { id, title, side, chapters, createdAt } of studies) {
    const known = await tx.objectStore('studies').get(id);
    const all = [...(known?.chapters ?? []), ...chapters.flatMap((each) => here.get(each) ?? [])];
    const row = known ?? { id, title: title.slice(0, LONGEST_TITLE), side, createdAt };
    await tx.objectStore('studies').put({ ...row, chapters: [...new Set(all)] });
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new LibraryError('no_json', text.slice(0, 60));
  }
}

/** @param {CursorRow | undefined} cursor */
const progressOf = (cursor) => cursor && { plies: cursor.plies, savedAt: cursor.savedAt };

/** @param {any} value @returns {value is Record<string, string>} */
const isTexts = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');

/** @param {Entry} entry @param {Filter} filter */
function matches(entry, filter) {
  const { game, from, to, opponent, text = '', result } = filter;
  const { headers = {}, title, opening } = entry;
  const words = [
    title,
    headers.Red,
    headers.White,
    headers.Black,
    headers.Event,
    ...Object.values(opening ?? {}),
  ];
  const wanted = text.trim().toLowerCase();
  return (
    (!game || entry.game === game) &&
    (!from || dayOf(new Date(timeOf(entry))) >= from) &&
    (!to || dayOf(new Date(timeOf(entry))) <= to) &&
    (!opponent || opponentOf(entry) === opponent) &&
    (!wanted || words.some((word) => word?.toLowerCase().includes(wanted))) &&
    (!result || entry.result === result)
  );
}

/** The date of a game according to its headers, or else the time of its last change. @param {Entry} entry @returns {number} milliseconds since 1970 */
export function timeOf({ headers, savedAt }) {
  const [, year, month, day] = headers?.Date?.match(/^(\d{4})\.(\d\d)\.(\d\d)$/) ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(day)).getTime() : savedAt;
}

/** @param {Entry} entry @returns {'engine' | 'person' | 'imported'} */
export function opponentOf(entry) {
  if (engineSide(entry)) return 'engine';
  return entry.headers && !friendIdOf(entry.id) ? 'imported' : 'person';
}
