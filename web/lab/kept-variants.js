// Variants of the engine that visitors have made in the Lab.

/** @import { Database, VariantRow } from '../storage/database.js' */

export class Variants {
  #database;
  #newId;

  /** @param {Database} database @param {() => string} [newId] */
  constructor(database, newId = () => crypto.randomUUID()) {
    this.#database = database;
    this.#newId = newId;
  }

  /** The variants of a game, the last changed one first. Rejects with a StorageError. @param {string} game @returns {Promise<VariantRow[]>} */
  async list(game) {
    const rows = await this.#run('readonly', (store) => store.getAll());
    return rows
      .filter((/** @type {VariantRow} */ row) => row.game === game)
      .sort((/** @type {VariantRow} */ a, /** @type {VariantRow} */ b) => b.changedAt - a.changedAt);
  }

  /**
   * Keep a new or changed variant. Rejects with a StorageError.
   * @param {Omit<VariantRow, 'id' | 'changedAt'> & { id: string | null }} variant
   * @returns {Promise<VariantRow>}
   */
  async keep(variant) {
    const row = { ...variant, id: variant.id ?? this.#newId(), changedAt: Date.now() };
    await this.#run('readwrite', (store) => store.put(row));
    this.#database.tell({ store: 'variants' });
    return row;
  }

  /** @param {string} id */
  async remove(id) {
    await this.#run('readwrite', (store) => store.delete(id));
    this.#database.tell({ store: 'variants' });
  }

  /** @param {() => void} listener  called when another tab has changed a variant */
  onChange(listener) {
    return this.#database.onChange(({ store }) => store === 'variants' && listener());
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: any) => Promise<T>} act */
  #run(mode, act) {
    return this.#database.run(['variants'], mode, (transaction) => act(transaction.objectStore('variants')));
  }
}
