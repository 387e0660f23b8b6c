// The page's IndexedDB: the schema, opening it, and every way in which it can fail. All tabs of the site share it and
// tell each other about changes.

/** @import { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb' */
/** @import { Game, GameClock, GameReview, Trouble, View } from '../game/types.js' */
/** @import { Notes } from '../engine/messages.js' */

import { openDB } from 'idb';

const NAME = 'cannonfish';
const VERSION = 7;
/**
 * Some private windows never answer a request to open; after this time the page goes on without storage. Two
 * seconds were too few for a busy machine.
 */
export const PATIENCE_MS = 5000;

/**
 * A game without its moves.
 * @typedef {Pick<Game, 'id' | 'game' | 'players' | 'level' | 'orientation' | 'ending' | 'headers'> & { slot:
 *   string | null, fen: string | null, title: string | null, opening: Record<string, string> | null, result:
 *   string, createdAt: number, review?: GameReview, clock?: string }} GameRow  `slot`: null for a game that
 *   is only in the library. `clock`: the controls
 */

/**
 * A node of a game's tree. `order`: its children in order of preference, where that is not the order of their ids.
 * @typedef {{ game: string, id: number, parent: number | null, move: string | null, notes?: Notes, order?: number[] }} MoveRow
 */

/**
 * What changes with every step or move: the current node, the length of the main line, the time of the last
 * change to the game itself, and a number that grows with every write; `clock`: its position and times left.
 * @typedef {{ game: string, node: number, plies: number, savedAt: number, revision: number,
 *   clock?: Pick<GameClock, 'node' | 'left'> }} CursorRow
 */

/** A puzzle as a line of a puzzle file. @typedef {{ place: PuzzlePlace, id: string, order: number, line: string }} PuzzleRow */

/** `own`: made by the visitor; `file`: imported from a file. @typedef {'own' | 'file'} PuzzlePlace */

/** An attempt at a puzzle. `at`: milliseconds since 1970; `rating`: of the person, afterwards. @typedef {{ id: string, at: number, result: 'solved' | 'helped' | 'failed', rating: number }} Attempt */

/**
 * Something to repeat, see training/schedule.js. `stability`: days after which it is still known with a chance of 90 %;
 * `difficulty`: 1 to 10; `seen` last, and `due`: days, as 2026-01-31.
 * @typedef {{ stability: number, difficulty: number, seen: string, due: string }} Card
 */

/** A run that is over. `at`: milliseconds since 1970, 0 if unknown. @typedef {{ kind: string, at: number, solved: number, mistakes: number, spent: number }} RunResult */

/** The part of somebody's progress that is neither an attempt nor a card. @typedef {{ game: string } & { rating: { rating: number, deviation: number, volatility: number }, streak: { now: number, best: number },
 * daily: string | null, placed?: number, runs?: readonly RunResult[], votes?: Readonly<Record<string, 1 | -1>> }} ProgressRow */

/** An engine with edited files: their texts by path. @typedef {{ id: string, game: string, name: string, files: Record<string, string>, changedAt: number }} VariantRow */

/**
 * A game of a match. `number`: the games of a pair are 2n, in which `a` has the first move, and 2n + 1.
 * @typedef {{ number: number, result: string, ending: string, plies: number, moves: string, fault?: string }} MatchGame
 */

/**
 * The last match of a game, whose players are engines with edited files. `sprt`: the two differences in Elo.
 * `stops`: whether it ends once the test has decided. `standing`: as lab_match.py gives it.
 * @typedef {{ game: string, a: MatchPlayer, b: MatchPlayer, limit: string, games: number, sprt: [number, number],
 *   stops: boolean, openings: string[][], played: MatchGame[], standing: any, startedAt: number }} MatchRow
 * @typedef {{ name: string, files: Record<string, string> }} MatchPlayer
 */

/**
 * A game between friends: the record that both sides sign, see friend/protocol.js. `secret`: of the inviter, where the
 * first move is drawn by lot. `notes`: what was said with an event, by its number. `last`: what signed the last own
 * event. `revision` grows with every write. `live`: moves are sent at once; `turnAt`: since when the player to move
 * thinks, by this browser.
 * @typedef {{ id: string, record: { invitation: any, guest: any, events: readonly string[] }, secret: string,
 *   notes: Readonly<Record<number, string>>, last: { note: string, signature: string } | null, over: boolean,
 *   savedAt: number, revision: number, live?: boolean, turnAt?: number, line?: any }} FriendGameRow
 */

/**
 * A study: its chapters are games of the library, in order. `side`: whose repertoire it is, the first or the second player's.
 * @typedef {{ id: string, title: string, side: 'first' | 'second' | null, chapters: string[], createdAt: number }} StudyRow
 */

/** A file of games, kept whole in `parts`. `bytes`: its length. @typedef {{ id: string, title: string, game: string, parts: number, bytes: number, createdAt: number }} CollectionRow */

/** A part of the file of a collection, which ends between two games. @typedef {{ collection: string, part: number, data: Uint8Array }} CollectionPartRow */

/**
 * An index of the openings of the games of a part, made from it, or from own games: the entry `at` says that `names[moves[at]]`
 * was played in the position `positions[at]`, of which there may be several, of the game `numbers[at]`.
 * `from`: what it was made of. `ids`: of own games.
 * @typedef {{ collection: string, part: number, from: string, games: IndexedGame[], ids?: string[], names: string[],
 *   positions: BigUint64Array, numbers: Uint32Array, moves: Uint16Array }} OpeningsRow
 * @typedef {{ first: string, second: string, date: string, result: string, event: string }} IndexedGame
 */

/** Data that could not be read, unchanged. `from`: a slot, or another source. @typedef {{ from: string, text: string, reason: string, at: number }} UnreadableRow */

/**
 * @typedef {object} Stores
 * @property {{ key: string, value: GameRow, indexes: { slot: string } }} games
 * @property {{ key: [string, number], value: MoveRow }} moves
 * @property {{ key: string, value: CursorRow }} cursors
 * @property {{ key: [string, number], value: View }} views  a cache; see GameStorage.tidy
 * @property {{ key: string, value: any }} settings  values of pages; see value.js
 * @property {{ key: string, value: ProgressRow }} progress
 * @property {{ key: [string, number, string], value: Attempt & { game: string } }} attempts
 * @property {{ key: [string, string], value: Card & { game: string, id: string } }} cards
 * @property {{ key: [PuzzlePlace, string], value: PuzzleRow }} puzzles
 * @property {{ key: number, value: UnreadableRow }} unreadable
 * @property {{ key: string, value: VariantRow }} variants
 * @property {{ key: string, value: Omit<MatchRow, 'played'> }} matches
 * @property {{ key: [string, number], value: MatchGame & { game: string } }} match_games
 * @property {{ key: string, value: FriendGameRow }} friend_games
 * @property {{ key: string, value: StudyRow }} studies
 * @property {{ key: string, value: CollectionRow }} collections
 * @property {{ key: [string, number], value: CollectionPartRow }} collection_parts
 * @property {{ key: [string, number], value: OpeningsRow }} openings  can be made again
 */

/** @typedef {DBSchema & Stores} Schema */
/** @typedef {Exclude<StoreNames<Schema>, number>} Store */
/** @typedef {IDBPTransaction<Schema, Store[], 'readwrite'>} Transaction */

/** What has changed: `games` also names the slot, `puzzles` the place, `progress` the game. @typedef {{ store: Store, of?: string | null }} Change */

export class StorageError extends Error {
  /** @param {Trouble} trouble @param {unknown} [cause] */
  constructor(trouble, cause) {
    super(`storage is ${trouble}`, { cause });
    this.trouble = trouble;
  }
}

export class Database {
  #name;
  #version;
  #patience;
  /** @type {Promise<IDBPDatabase<Schema>> | null} */
  #opening = null;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** @type {Set<(change: Change) => void>} */
  #listeners = new Set();
  #outdated = false;

  /**
   * @param {object} [options]
   * @param {string} [options.name]
   * @param {number} [options.version]
   * @param {number} [options.patience]  milliseconds
   */
  constructor({ name = NAME, version = VERSION, patience = PATIENCE_MS } = {}) {
    this.#name = name;
    this.#version = version;
    this.#patience = patience;
    if (typeof BroadcastChannel === 'function') {
      this.#channel = new BroadcastChannel(name);
      this.#channel.onmessage = ({ data }) => {
        for (const listener of this.#listeners) listener(data);
      };
    }
  }

  /** Open it before it is needed; the first transaction tells what went wrong. */
  open() {
    this.#opened().catch(() => {});
  }

  /**
   * Run one transaction. Rejects with a StorageError if it could not be completed; then nothing has changed.
   * @template T
   * @param {readonly Store[]} stores
   * @param {IDBTransactionMode} mode
   * @param {(transaction: Transaction) => Promise<T>} action  may await requests of the transaction only
   * @returns {Promise<T>}
   */
  async run(stores, mode, action) {
    try {
      return await transact(await this.#opened(), stores, mode, action);
    } catch (error) {
      throw error instanceof StorageError ? error : new StorageError(troubleOf(error), error);
    }
  }

  /** Tell the other tabs. @param {Change} change */
  tell(change) {
    this.#channel?.postMessage(change);
  }

  /** @param {(change: Change) => void} listener  called when another tab has changed something */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close() {
    this.#channel?.close();
    (await this.#opening?.catch(() => null))?.close();
  }

  async #opened() {
    if (this.#outdated) throw new StorageError('outdated');
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open() {
    let blocked = false;
    const opening = openDB(this.#name, this.#version, {
      upgrade,
      blocked: () => (blocked = true),
      blocking: (_, wanted, event) => {
        if (wanted === null)
          this.#opening = null; // it is being deleted, and made again when it is needed
        else this.#outdated = true;
        /** @type {IDBDatabase} */ (event.target).close();
      },
      // The browser itself has closed it.
      terminated: () => (this.#opening = null),
    });
    return inTime(opening, this.#patience, () => {
      opening.then(
        (late) => late.close(),
        () => {},
      );
      return new StorageError(blocked ? 'blocked' : 'refused');
    });
  }
}

/**
 * @template T
 * @param {IDBPDatabase<Schema>} db
 * @param {readonly Store[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(transaction: Transaction) => Promise<T>} action
 * @returns {Promise<T>}
 */
async function transact(db, stores, mode, action) {
  const transaction = /** @type {Transaction} */ (/** @type {unknown} */ (db.transaction([...stores], mode)));
  const { done } = transaction;
  done.catch(() => {}); // awaited below, unless `action` fails first
  try {
    const result = await action(transaction);
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has been aborted already.
    }
    throw error;
  }
}

/** All keys that begin with this. @param {string} first */
export const rowsOf = (first) => IDBKeyRange.bound([first], [first, []]);

/**
 * @param {IDBPDatabase<Schema>} db
 * @param {number} from
 * @param {number | null} _
 * @param {IDBPTransaction<Schema, Store[], 'versionchange'>} transaction
 */
async function upgrade(db, from, _, transaction) {
  if (from < 1) {
    db.createObjectStore('games', { keyPath: 'id' }).createIndex('slot', 'slot', { unique: true });
    db.createObjectStore('moves', { keyPath: ['game', 'id'] });
    db.createObjectStore('cursors', { keyPath: 'game' });
    db.createObjectStore('views');
    db.createObjectStore('settings');
    db.createObjectStore('progress', { keyPath: 'game' });
    db.createObjectStore('attempts', { keyPath: ['game', 'at', 'id'] });
    db.createObjectStore('cards', { keyPath: ['game', 'id'] });
    db.createObjectStore('puzzles', { keyPath: ['place', 'id'] });
    db.createObjectStore('unreadable', { autoIncrement: true });
  }
  if (from < 2) db.createObjectStore('variants', { keyPath: 'id' });
  if (from < 3) db.createObjectStore('matches', { keyPath: 'game' });
  if (from < 4) {
    const games = db.createObjectStore('match_games', { keyPath: ['game', 'number'] });
    const matches = transaction.objectStore('matches');
    for (const { played, ...match } of /** @type {MatchRow[]} */ (await matches.getAll())) {
      for (const each of played) games.put({ ...each, game: match.game });
      matches.put(match);
    }
  }
  if (from < 5) db.createObjectStore('friend_games', { keyPath: 'id' });
  if (from < 6) db.createObjectStore('studies', { keyPath: 'id' });
  if (from < 7) {
    db.createObjectStore('collections', { keyPath: 'id' });
    for (const store of /** @type {const} */ (['collection_parts', 'openings']))
      db.createObjectStore(store, { keyPath: ['collection', 'part'] });
  }
}

/**
 * A promise that rejects when it has taken too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @param {() => Error} late
 * @returns {Promise<T>}
 */
export function inTime(promise, ms, late) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {unknown} error @returns {Trouble} */
function troubleOf(error) {
  const { name = '' } = /** @type {Error} */ (error ?? {});
  if (name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED') return 'full';
  return name === 'VersionError' ? 'outdated' : 'refused';
}
