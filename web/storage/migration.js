// Moves the data that version 0.1 kept in localStorage into the database. The old keys are removed after the
// transaction. A tab of version 0.1 that is still open may write them again; then they are moved again, and
// the newer data wins. (The settings stay where they are: see settings.js.)

/** @import { IDBPDatabase } from 'idb' */
/** @import { Scale } from '../puzzle/progress.js' */
/** @import { PuzzlePlace, Schema, Store, Transaction } from './database.js' */

import '../game/common.js';
import './common.js';
import { progressFrom } from '../puzzle/progress.js';
import { withProgress } from '../puzzle/progress-file.js';
import { readPuzzles } from '../puzzle/puzzle.js';
import { transact } from './database.js';
import { addGame, hasBegun, plyCount, removeGame, toGameRow, vacate } from './games.js';
import { changeProgress, putPuzzles } from './puzzles.js';
import { fromRecord } from './save-format.js';
import { putSettings } from './settings.js';
import { asideAs } from './unreadable.js';

const GAME = 'cannonfish.game.';
/** The puzzles of chess came from files. @type {Readonly<Record<string, Scale>>} */
const PROGRESS = { 'cannonfish.puzzles': 'xiangqi', 'cannonfish.puzzles.chess': 'file' };
/** @type {Readonly<Record<string, PuzzlePlace>>} */
const PUZZLES = { 'cannonfish.puzzles.own': 'own', 'cannonfish.puzzles.file': 'file' };
/** Values of the puzzle page: their new names by the old ones. @type {Readonly<Record<string, string>>} */
const VALUES = { 'cannonfish.puzzle': 'puzzle.resumed', 'cannonfish.puzzles.wish': 'puzzle.filter' };
const SET_ASIDE = [
  'cannonfish.unreadable',
  'cannonfish.puzzles.unreadable',
  'cannonfish.puzzles.own.unreadable',
];

const STORES = /** @type {const} */ ([
  'games',
  'moves',
  'cursors',
  'views',
  'settings',
  'progress',
  'attempts',
  'cards',
  'puzzles',
  'unreadable',
]);

/** Writes one of the old texts. @typedef {(tx: Transaction) => Promise<unknown>} Step */

/**
 * @param {IDBPDatabase<Schema>} db
 * @param {() => Storage} open gives localStorage, or throws
 */
export async function migrate(db, open) {
  /** @type {Array<{ key: string, text: string, step: Step }>} */
  const found = [];
  /** @type {Storage} */
  let storage;
  try {
    storage = open();
    for (const key of Object.keys(storage)) {
      const text = storage.getItem(key) ?? '';
      const step = stepOf(key, text);
      if (step) found.push({ key, text, step });
    }
  } catch {
    return; // a browser without storage has no old games
  }
  if (found.length === 0) return;
  await transact(db, STORES, 'readwrite', async (tx) => {
    for (const { step } of found) await step(tx);
  });
  for (const { key, text } of found) if (storage.getItem(key) === text) storage.removeItem(key);
}

/** The step that writes a text; null if it is not of version 0.1. @param {string} key @param {string} text @returns {Step | null} */
function stepOf(key, text) {
  if (key.startsWith(GAME))
    return orAside(key.slice(GAME.length), text, () => gameStep(key.slice(GAME.length), text));
  if (key in PROGRESS)
    return orAside(`progress ${PROGRESS[key]}`, text, () => progressStep(PROGRESS[key], text));
  if (key in PUZZLES) return puzzleStep(PUZZLES[key], text);
  if (key in VALUES) return orAside(VALUES[key], text, () => valueStep(VALUES[key], text));
  if (!SET_ASIDE.includes(key)) return null;
  return (tx) => asideAs(tx, { from: key, text, reason: '', told: true });
}

/** The step that `make` returns; a text that it cannot read is set aside. @param {string} from @param {string} text @param {() => Step} make @returns {Step} */
function orAside(from, text, make) {
  try {
    return make();
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    return (tx) => asideAs(tx, { from, text, reason });
  }
}

/** @param {string} slot @param {string} text @returns {Step} */
function gameStep(slot, text) {
  const record = JSON.parse(text);
  const game = fromRecord(record);
  const savedAt = Number.isFinite(record.savedAt) ? record.savedAt : 0;
  const row = { ...toGameRow(game), slot, title: null, createdAt: savedAt };
  return async (tx) => {
    const [games, cursors] = [tx.objectStore('games'), tx.objectStore('cursors')];
    const here = await cursors.get(game.id);
    if (here && here.savedAt >= savedAt) return;
    await removeGame(tx, game.id);
    const holder = await games.index('slot').get(slot);
    const cursor = holder && (await cursors.get(holder.id));
    if (holder && cursor && cursor.savedAt >= savedAt) {
      if (hasBegun(row, plyCount(game))) await addGame(tx, game, { ...row, slot: null }, savedAt);
      return;
    }
    if (holder) await vacate(tx, holder, cursor?.plies ?? 0);
    await addGame(tx, game, row, savedAt);
  };
}

/** @param {Scale} scale @param {string} text @returns {Step} */
function progressStep(scale, text) {
  const old = progressFrom(JSON.parse(text));
  return (tx) => changeProgress(tx, scale, (mine) => withProgress(mine, old));
}

/** Lines that are no puzzles are set aside. @param {PuzzlePlace} place @param {string} text @returns {Step} */
function puzzleStep(place, text) {
  const { puzzles, faults } = readPuzzles(text);
  const lines = text.split(/\r?\n/);
  const bad = faults.map(({ line }) => lines[line - 1]).join('\n');
  return async (tx) => {
    await putPuzzles(tx, place, puzzles);
    if (bad) await asideAs(tx, { from: `puzzles ${place}`, text: bad, reason: faults[0].error.message });
  };
}

/** @param {string} name @param {string} text @returns {Step} */
function valueStep(name, text) {
  const value = JSON.parse(text);
  return (tx) => putSettings(tx, [[name, value]]);
}
