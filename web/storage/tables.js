// @ts-check
// Solved tables of endings, in a database of their own: they can be made again, so that nothing else has to give way to
// them, and no tab with an older version of the site keeps them from being read.

/** @import { IDBPDatabase } from 'idb' */

import { openDB } from 'idb';
import { inTime, PATIENCE_MS } from './database.js';

const NAME = 'cannonfish endings';
const STORE = 'tables';

export class KeptTables {
  #name;
  #patience;
  /** @type {Promise<IDBPDatabase> | null} */
  #opening = null;

  /** @param {{ name?: string, patience?: number }} [options] */
  constructor({ name = NAME, patience = PATIENCE_MS } = {}) {
    this.#name = name;
    this.#patience = patience;
  }

  /** A table in base 64; null if it is not here. @param {string} name @returns {Promise<string | null>} */
  async read(name) {
    try {
      return (await (await this.#open()).get(STORE, name)) ?? null;
    } catch {
      return null;
    }
  }

  /** The endings that are here. @returns {Promise<string[]>} */
  async names() {
    try {
      return /** @type {string[]} */ (await (await this.#open()).getAllKeys(STORE));
    } catch {
      return [];
    }
  }

  /** @param {string} name @param {string} table  in base 64 @returns {Promise<'kept' | 'full' | 'refused'>} */
  async write(name, table) {
    try {
      await (await this.#open()).put(STORE, table, name);
      return 'kept';
    } catch (error) {
      return /** @type {Error} */ (error).name === 'QuotaExceededError' ? 'full' : 'refused';
    }
  }

  /** @param {string} name */
  async remove(name) {
    await (await this.#open().catch(() => null))?.delete(STORE, name).catch(() => {});
  }

  #open() {
    this.#opening ??= this.#connect();
    this.#opening.catch(() => {
      this.#opening = null; // the next one tries again
    });
    return this.#opening;
  }

  /** @returns {Promise<IDBPDatabase>} */
  async #connect() {
    const opening = openDB(this.#name, 1, {
      upgrade: (db) => void db.createObjectStore(STORE),
      blocking: (_, __, event) => {
        this.#opening = null; // it is being deleted
        /** @type {IDBDatabase} */ (event.target).close();
      },
      terminated: () => {
        this.#opening = null;
      },
    });
    return inTime(opening, this.#patience, () => new Error('no answer'));
  }
}
