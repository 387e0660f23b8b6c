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

  /**
   * Save a match unless a newer one of its game is there. Games of the same match that another tab has saved stay as
   * they are. Rejects with a StorageError.
   * @param {MatchRow} match @returns {Promise<MatchRow>} what is there now
   */
  async save(match) {
    const saved = await this.#run('readwrite', async (store) => {
      const stored = await store.get(match.game);
      if (stored && stored.startedAt > match.startedAt) return stored;
      const row = stored?.startedAt === match.startedAt ? merged(stored, match) : match;
      await store.put(row);
      return row;
    });
    this.#database.tell({ store: 'matches', of: match.game });
    return saved;
  }

  /** @param {(game: string) => void} listener  called when another tab has saved a match */
  onChange(listener) {
    return this.#database.onChange(({ store, of }) => {
      if (store === 'matches' && of) listener(of);
    });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: any) => Promise<T>} act */
  #run(mode, act) {
    return this.#database.run(['matches'], mode, (transaction) => act(transaction.objectStore('matches')));
  }
}

/** A match with the games of both states. @param {MatchRow} stored  its results win @param {MatchRow} match @returns {MatchRow} */
function merged(stored, match) {
  const games = new Map([...match.played, ...stored.played].map((game) => [game.number, game]));
  return {
    ...match,
    openings: stored.openings.length > 0 ? stored.openings : match.openings,
    played: [...games.values()].sort((one, other) => one.number - other.number),
  };
}
