// Collections: files of many games, kept as they are, and the index of openings that is made from them.

/** @import { CollectionRow, Database, OpeningsRow } from './database.js' */

import { randomId } from '../ui/random-id.js';
import { rowsOf } from './database.js';

const STORES = /** @type {const} */ (['collections', 'collection_parts', 'openings']);

export class Collections {
  #database;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** @param {() => void} listener  called when another tab has changed a collection or the index */
  onChange(listener) {
    return this.#database.onChange(
      ({ store }) => (store === 'collections' || store === 'openings') && listener(),
    );
  }

  /** The oldest first. @returns {Promise<CollectionRow[]>} */
  async list() {
    const rows = await this.#database.run(['collections'], 'readonly', (tx) =>
      tx.objectStore('collections').getAll(),
    );
    return rows.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Keep a file, or nothing of it: rejects with a StorageError. @param {Pick<CollectionRow, 'title' | 'game'>} facts @param {readonly Uint8Array[]} parts */
  async add({ title, game }, parts) {
    const id = randomId();
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const row = { id, title, game, parts: parts.length, bytes, createdAt: Date.now() };
    await this.#database.run(STORES, 'readwrite', async (tx) => {
      await tx.objectStore('collections').put(row);
      for (const [part, data] of parts.entries())
        await tx.objectStore('collection_parts').put({ collection: id, part, data });
    });
    this.#database.tell({ store: 'collections' });
    return row;
  }

  /** @param {string} id */
  async remove(id) {
    await this.#database.run(STORES, 'readwrite', (tx) =>
      Promise.all([
        tx.objectStore('collections').delete(id),
        tx.objectStore('collection_parts').delete(rowsOf(id)),
        tx.objectStore('openings').delete(rowsOf(id)),
      ]),
    );
    this.#database.tell({ store: 'collections' });
  }

  /** A part of the file, or null. @param {string} collection @param {number} part */
  async part(collection, part) {
    const row = await this.#database.run(['collection_parts'], 'readonly', (tx) =>
      tx.objectStore('collection_parts').get([collection, part]),
    );
    return row?.data ?? null;
  }

  /** Which parts are indexed. @returns {Promise<Array<[string, number]>>} */
  indexed() {
    return this.#database.run(['openings'], 'readonly', (tx) => tx.objectStore('openings').getAllKeys());
  }

  /** @param {string} collection @param {number} part @returns {Promise<OpeningsRow | undefined>} */
  openings(collection, part) {
    return this.#database.run(['openings'], 'readonly', (tx) =>
      tx.objectStore('openings').get([collection, part]),
    );
  }

  /** Keep a part of the index, unless its collection is gone. @param {OpeningsRow} row @param {boolean} own  whether it is about own games */
  async keep(row, own) {
    await this.#database.run(STORES, 'readwrite', async (tx) => {
      if (own || (await tx.objectStore('collections').get(row.collection)))
        await tx.objectStore('openings').put(row);
    });
    this.#database.tell({ store: 'openings' });
  }
}
