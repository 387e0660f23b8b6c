// The visitor's own puzzles, and those imported from a file. Every change is applied to the present state of the
// database, in a transaction, so that tabs do not undo each other's changes.

/** @import { Puzzle } from './puzzle.js' */
/** @import { Database, PuzzlePlace, Transaction } from '../storage/database.js' */

import { rowsOf } from '../storage/database.js';
import { lineOf } from './puzzle.js';

/** The most puzzles that are kept; a longer list is of no use to anybody. @type {Readonly<Record<PuzzlePlace, number>>} */
export const MOST_PUZZLES = { own: 200, file: 2000 };

/** The visitor's own puzzles, or those imported from a file, in the order in which they came. */
export class KeptPuzzles {
  #database;
  #place;

  /** @param {Database} database @param {PuzzlePlace} place */
  constructor(database, place) {
    this.#database = database;
    this.#place = place;
  }

  /** How many are kept. */
  get most() {
    return MOST_PUZZLES[this.#place];
  }

  /** @param {() => void} listener  called when another tab has changed them */
  onChange(listener) {
    this.#database.onChange(({ store, of }) => {
      if (store === 'puzzles' && of === this.#place) listener();
    });
  }

  /** One puzzle in a line; an empty text without storage. @returns {Promise<string>} */
  async load() {
    try {
      const rows = await this.#database.run(['puzzles'], 'readonly', (tx) =>
        tx.objectStore('puzzles').getAll(rowsOf(this.#place)),
      );
      const sorted = rows.sort((a, b) => a.order - b.order);
      return sorted.map(({ line }) => line).join('\n');
    } catch {
      return '';
    }
  }

  /** Add puzzles as far as there is room. @param {readonly Puzzle[]} puzzles @returns {Promise<boolean>} whether they are kept beyond this visit */
  add(puzzles) {
    return this.#change((tx) => putPuzzles(tx, this.#place, puzzles));
  }

  /** @param {string} id */
  remove(id) {
    return this.#change((tx) => tx.objectStore('puzzles').delete([this.#place, id]));
  }

  clear() {
    return this.#change((tx) => tx.objectStore('puzzles').delete(rowsOf(this.#place)));
  }

  /** @param {(tx: Transaction) => Promise<unknown>} change @returns {Promise<boolean>} */
  async #change(change) {
    try {
      await this.#database.run(['puzzles'], 'readwrite', change);
      this.#database.tell({ store: 'puzzles', of: this.#place });
      return true;
    } catch {
      return false;
    }
  }
}

/** Add puzzles as far as there is room. @param {Transaction} tx @param {PuzzlePlace} place @param {readonly Puzzle[]} puzzles */
async function putPuzzles(tx, place, puzzles) {
  const store = tx.objectStore('puzzles');
  const rows = await store.getAll(rowsOf(place));
  const known = new Set(rows.map(({ id }) => id));
  const first = Math.max(0, ...rows.map(({ order }) => order + 1));
  const fresh = puzzles
    .filter(({ id }) => !known.has(id))
    .slice(0, Math.max(0, MOST_PUZZLES[place] - rows.length));
  await Promise.all(
    fresh.map((puzzle, at) => store.put({ place, id: puzzle.id, order: first + at, line: lineOf(puzzle) })),
  );
}
