// Solved tables of endings, in a database of their own. They can be made again, so nothing else should give
// way to them, and a tab with an older version of the site cannot block them. Small and common ones come with
// the site; they are fetched when they are first asked for, and kept like the others.

/** @import { IDBPDatabase } from 'idb' */

import { openDB } from 'idb';
import { inTime, PATIENCE_MS } from '../storage/database.js';
import { fetchBytes } from '../ui/load.js';
import { SHIPPED } from './shipped.js';

const NAME = 'cannonfish endings';
const STORE = 'tables';

export class KeptTables {
  #name;
  #patience;
  #shipped;
  #fetchTable;
  /** @type {Promise<IDBPDatabase> | null} */
  #opening = null;

  /**
   * @param {object} [options]
   * @param {string} [options.name]  of the database
   * @param {number} [options.patience]  in milliseconds
   * @param {ReadonlySet<string>} [options.shipped]  the endings that come with the site
   * @param {(name: string) => Promise<string>} [options.fetchTable]
   */
  constructor({
    name = NAME,
    patience = PATIENCE_MS,
    shipped = SHIPPED,
    fetchTable = fetchShippedTable,
  } = {}) {
    this.#name = name;
    this.#patience = patience;
    this.#shipped = shipped;
    this.#fetchTable = fetchTable;
  }

  /** A table in base 64; null if it is not here. @param {string} name @returns {Promise<string | null>} */
  async read(name) {
    const kept = await this.#ask((database) => database.get(STORE, name));
    if (kept || !this.#shipped.has(name)) return kept ?? null;
    const table = await this.#fetchTable(name).catch(() => null); // without a network, it can still be solved
    if (table !== null) await this.write(name, table);
    return table;
  }

  /** The endings that are here, or come with the site. @returns {Promise<string[]>} */
  async names() {
    const kept = await this.#ask((database) => database.getAllKeys(STORE));
    return [...new Set([...this.#shipped, .../** @type {string[]} */ (kept ?? [])])];
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

  /** The answer of the database; undefined if it fails. @template T @param {(database: IDBPDatabase) => Promise<T>} question */
  async #ask(question) {
    try {
      return await question(await this.#open());
    } catch {
      return undefined;
    }
  }

  #open() {
    this.#opening ??= this.#connect();
    this.#opening.catch(() => {
      this.#opening = null; // the next call tries again
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

/** @param {string} name @returns {Promise<string>} in base 64 */
async function fetchShippedTable(name) {
  const bytes = await fetchBytes(new URL(`endings/tables/${name}.xqe`, document.baseURI));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
