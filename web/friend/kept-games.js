// The games between friends that this browser keeps. A game is only ever replaced by what was made from the state that
// is kept: of two tabs that go on at once, the second is told.

/** @import { Database, FriendGameRow, Transaction } from '../storage/database.js' */
/** @import { Line } from './live/connection.js' */
/** @import { GameRecord } from './protocol.js' */

/** @typedef {Omit<FriendGameRow, 'record' | 'line'> & { record: GameRecord, line?: Line | null }} KeptGame */

const STORE = /** @type {const} */ (['friend_games']);

export class KeptGames {
  #database;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** Rejects with a StorageError. @param {string} id @returns {Promise<KeptGame | null>} */
  async find(id) {
    const read = (/** @type {Transaction} */ tx) => tx.objectStore('friend_games').get(id);
    return (await this.#database.run(STORE, 'readonly', read)) ?? null;
  }

  /** The games, the last changed first. @returns {Promise<KeptGame[]>} */
  async list() {
    const all = await this.#database.run(STORE, 'readonly', (tx) => tx.objectStore('friend_games').getAll());
    return all.sort((a, b) => b.savedAt - a.savedAt);
  }

  /**
   * Keep a game. Rejects with a StorageError.
   * @param {KeptGame} game  as it was found, with its changes
   * @returns {Promise<KeptGame | null>}  null: another tab has changed it since, and nothing was written
   */
  async keep(game) {
    const next = { ...game, revision: game.revision + 1, savedAt: Date.now() };
    const done = await this.#database.run(STORE, 'readwrite', async (tx) => {
      const games = tx.objectStore('friend_games');
      const there = await games.get(game.id);
      if ((there?.revision ?? 0) !== game.revision) return false;
      await games.put(next);
      return true;
    });
    if (!done) return null;
    this.#database.tell({ store: 'friend_games', of: game.id });
    return next;
  }

  /** @param {string} id */
  async remove(id) {
    await this.#database.run(STORE, 'readwrite', (tx) => tx.objectStore('friend_games').delete(id));
    this.#database.tell({ store: 'friend_games', of: id });
  }

  /** @param {(id: string) => void} listener  called when another tab has changed a game */
  onChange(listener) {
    return this.#database.onChange(({ store, of }) => store === 'friend_games' && listener(of ?? ''));
  }
}
