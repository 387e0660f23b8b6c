// @ts-check
// Matches in the Lab: the last one of each game.

/** @import { Database, MatchRow } from './database.js' */

export class Matches {
  #database;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** Rejects with a StorageError. @param {string} game @returns {Promise<MatchRow | null>} */
  async read(game) {
    return (await this.#run('readonly', (store) => store.get(game))) ?? null;
  }

  /** Rejects with a StorageError. @param {MatchRow} match */
  keep(match) {
    return this.#run('readwrite', (store) => store.put(match));
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: any) => Promise<T>} act */
  #run(mode, act) {
    return this.#database.run(['matches'], mode, (transaction) => act(transaction.objectStore('matches')));
  }
}
