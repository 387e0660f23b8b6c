// A single value of a page.

/** @import { Database, Transaction } from './database.js' */

import { putSettings } from './settings.js';

/** A value of one page, kept between visits; the last tab to change it wins. @template T */
export class KeptValue {
  #database;
  #name;
  /** @type {T | null} */
  now = null;

  /** @param {Database} database @param {string} name */
  constructor(database, name) {
    this.#database = database;
    this.#name = name;
  }

  async load() {
    try {
      this.now =
        (await this.#database.run(['settings'], 'readonly', (tx) =>
          tx.objectStore('settings').get(this.#name),
        )) ?? null;
    } catch {
      // Without storage there is none.
    }
  }

  /** @param {T} value */
  async change(value) {
    this.now = value;
    // A full storage still takes a deletion.
    const put = (/** @type {Transaction} */ tx) =>
      value === null ? tx.objectStore('settings').delete(this.#name) : putSettings(tx, [[this.#name, value]]);
    await this.#database.run(['settings'], 'readwrite', put).catch(() => {}); // it lasts as long as the page
  }
}
