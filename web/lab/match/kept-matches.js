// Matches in the Lab: the last one of each game. Its games are rows of their own, so that a finished game costs one.

/** @import { Database, MatchRow, Transaction } from '../../storage/database.js' */

import { rowsOf } from '../../storage/database.js';

const STORES = /** @type {const} */ (['matches', 'match_games']);

export class Matches {
  #database;

  /** @param {Database} database */
  constructor(database) {
    this.#database = database;
  }

  /** Rejects with a StorageError. @param {string} game @returns {Promise<MatchRow | null>} */
  read(game) {
    return this.#database.run(STORES, 'readonly', async (transaction) => {
      const stored = await transaction.objectStore('matches').get(game);
      return stored ? { ...stored, played: await gamesOf(transaction, game) } : null;
    });
  }

  /**
   * Save a match unless a newer one of its game is there. Games of the same match that another tab has saved stay as
   * they are. Rejects with a StorageError.
   * @param {MatchRow} match @returns {Promise<MatchRow>} what is there now
   */
  async save({ played, ...match }) {
    const { game } = match;
    const saved = await this.#database.run(STORES, 'readwrite', async (transaction) => {
      const matches = transaction.objectStore('matches');
      const games = transaction.objectStore('match_games');
      const stored = await matches.get(game);
      if (stored && stored.startedAt > match.startedAt)
        return { ...stored, played: await gamesOf(transaction, game) };
      if (stored?.startedAt !== match.startedAt) await games.delete(rowsOf(game));
      else if (stored.openings.length > 0) match.openings = stored.openings;
      const numbers = new Set((await games.getAllKeys(rowsOf(game))).map(([, number]) => number));
      const news = played.filter(({ number }) => !numbers.has(number));
      await Promise.all([matches.put(match), ...news.map((each) => games.put({ ...each, game }))]);
      const others = numbers.size + news.length > played.length;
      return { ...match, played: others ? await gamesOf(transaction, game) : played };
    });
    this.#database.tell({ store: 'matches', of: game });
    return saved;
  }

  /** @param {(game: string) => void} listener  called when another tab has saved a match */
  onChange(listener) {
    return this.#database.onChange(({ store, of }) => {
      if (store === 'matches' && of) listener(of);
    });
  }
}

/** The games of a match in the order of their numbers. @param {Transaction} transaction @param {string} game */
async function gamesOf(transaction, game) {
  const rows = await transaction.objectStore('match_games').getAll(rowsOf(game));
  return rows.map(({ game: _, ...each }) => each);
}
