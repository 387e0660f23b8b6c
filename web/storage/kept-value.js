// A single value of a page.

/** @import { Database, Transaction } from './database.js' */

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
    const put = async (/** @type {Transaction} */ tx) => {
      const settings = tx.objectStore('settings');
      // A full storage still takes a deletion.
      const done = value === null ? settings.delete(this.#name) : settings.put(value, this.#name);
      tx.commit(); // at once, as the page may be about to close
      await done;
    };
    await this.#database.run(['settings'], 'readwrite', put).catch(() => {}); // it lasts as long as the page
  }
}
