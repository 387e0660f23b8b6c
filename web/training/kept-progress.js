// Progress with puzzles. Every change is applied to the present state of the
// database, in a transaction, so that tabs do not undo each other's changes.

/** @import { Keeping, Progress, Scale } from './progress.js' */
/** @import { Attempt, Card, Database, PuzzlePlace, Store, Transaction } from '../storage/database.js' */

import { rowsOf, StorageError } from '../storage/database.js';
import { asideAs } from '../storage/set-aside.js';
import { NOTHING, progressFrom, SCHEMA } from './progress.js';

const PROGRESS_STORES = /** @type {const} */ (['progress', 'attempts', 'cards']);

/** @typedef {(progress: Progress) => Progress} ProgressChange */

/** Progress with the puzzles of one scale. Changes show at once and are saved in the background. */
export class KeptProgress {
  #database;
  #scale;
  /** @type {Progress} */
  #now = NOTHING;
  /** Changes that are not in the database yet. @type {ProgressChange[]} */
  #unsaved = [];
  #saving = false;
  /** @type {Keeping} */
  keeping = 'kept';
  /** What was set aside because it could not be read, and why. @type {{ text: string, reason: string } | null} */
  aside = null;
  /** Called after loading, also when another tab has changed the progress, and after saving. */
  onChange = () => {};

  /**
   * @param {Database} database
   * @param {Scale} scale  of the puzzles: strength in one game says nothing of another
   */
  constructor(database, scale) {
    this.#database = database;
    this.#scale = scale;
    database.onChange(({ store, of }) => {
      if (store === 'progress' && of === scale) this.load();
    });
  }

  async load() {
    try {
      const read = await this.#database.run(PROGRESS_STORES, 'readonly', (tx) =>
        readProgress(tx, this.#scale),
      );
      if (this.#unsaved.length === 0) this.#now = read;
    } catch (error) {
      if (error instanceof StorageError && error.cause instanceof ProgressError)
        await this.#setAside(error.cause);
      else this.#failed(error);
    }
    this.onChange();
  }

  /** @returns {Progress} */
  read() {
    return this.#now;
  }

  /** @param {ProgressChange} change @returns {Progress} the new progress, as this tab knows it */
  change(change) {
    this.#now = change(this.#now);
    this.#unsaved.push(change);
    if (!this.#saving) this.#save();
    return this.#now;
  }

  async #save() {
    this.#saving = true;
    try {
      while (this.#unsaved.length > 0) {
        const changes = [...this.#unsaved];
        const all = (/** @type {Progress} */ progress) =>
          changes.reduce((now, change) => change(now), progress);
        const saved = await this.#database.run(PROGRESS_STORES, 'readwrite', (tx) =>
          changeProgress(tx, this.#scale, all),
        );
        this.#unsaved.splice(0, changes.length);
        if (this.#unsaved.length === 0) this.#now = saved;
        if (this.keeping !== 'unreadable') this.keeping = 'kept';
      }
      this.#database.tell({ store: 'progress', of: this.#scale });
    } catch (error) {
      this.#failed(error); // the next change tries to save these, too
    }
    this.#saving = false;
    this.onChange();
  }

  /** @param {unknown} error */
  #failed(error) {
    this.keeping = error instanceof StorageError && error.trouble === 'full' ? 'full' : 'refused';
  }

  /** @param {ProgressError} error */
  async #setAside({ text, message: reason }) {
    this.keeping = 'unreadable';
    this.aside = { text, reason };
    const stores = /** @type {Store[]} */ ([...PROGRESS_STORES, 'unreadable']);
    await this.#database
      .run(stores, 'readwrite', async (tx) => {
        await asideAs(tx, { from: `progress ${this.#scale}`, text, reason });
        await Promise.all([
          tx.objectStore('progress').delete(this.#scale),
          tx.objectStore('attempts').delete(rowsOf(this.#scale)),
          tx.objectStore('cards').delete(rowsOf(this.#scale)),
        ]);
      })
      .catch((error) => this.#failed(error));
  }
}

/** Rows that cannot be read as progress. */
class ProgressError extends Error {
  /** @param {string} reason @param {string} text */
  constructor(reason, text) {
    super(reason);
    this.text = text;
  }
}

/** @param {Transaction} tx @param {Scale} game @returns {Promise<Progress>} */
async function readProgress(tx, game) {
  const [row, attempts, cards] = await Promise.all([
    tx.objectStore('progress').get(game),
    tx.objectStore('attempts').getAll(rowsOf(game)),
    tx.objectStore('cards').getAll(rowsOf(game)),
  ]);
  if (!row) return NOTHING;
  const data = {
    ...row,
    schema: SCHEMA,
    attempts: attempts.map(({ game: _, ...attempt }) => attempt),
    cards: Object.fromEntries(cards.map(({ game: _, id, ...card }) => [id, card])),
  };
  try {
    return progressFrom(data);
  } catch (error) {
    throw new ProgressError(/** @type {Error} */ (error).message, JSON.stringify(data));
  }
}

/** @param {Transaction} tx @param {Scale} game @param {ProgressChange} change @returns {Promise<Progress>} */
async function changeProgress(tx, game, change) {
  const before = await readProgress(tx, game);
  const next = change(before);
  const { rating, streak, daily, placed, runs, votes } = next;
  const [attempts, cards] = [tx.objectStore('attempts'), tx.objectStore('cards')];
  const keyOf = (/** @type {Attempt} */ { at, id }) =>
    /** @type {[string, number, string]} */ ([game, at, id]);
  const [old, now] = [before, next].map(
    (each) => new Set(each.attempts.map((attempt) => String(keyOf(attempt)))),
  );
  const isNew = (/** @type {[string, Card]} */ [id, card]) =>
    JSON.stringify(card) !== JSON.stringify(before.cards[id]);
  await Promise.all([
    tx.objectStore('progress').put({ game, rating, streak, daily, placed, runs, votes }),
    ...next.attempts
      .filter((each) => !old.has(String(keyOf(each))))
      .map((each) => attempts.put({ game, ...each })),
    ...before.attempts
      .filter((each) => !now.has(String(keyOf(each))))
      .map((each) => attempts.delete(keyOf(each))),
    ...Object.entries(next.cards)
      .filter(isNew)
      .map(([id, card]) => cards.put({ game, id, ...card })),
    ...Object.keys(before.cards)
      .filter((id) => !next.cards[id])
      .map((id) => cards.delete([game, id])),
  ]);
  return next;
}
