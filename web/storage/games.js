// The current games, one in each slot. The tab that has the right to play a game saves it after every change.
// A step through the moves writes only the cursor; a new move also writes a row of its own.

/** @import { Game, Node, ReadResult, SaveListener, Trouble, View, WriteResult } from '../game/types.js' */
/** @import { CursorRow, Database, GameRow, MoveRow, Store, Transaction } from './database.js' */
/** @import { Locks } from './tab-lock.js' */

import { outcomeAt } from '../game/game.js';
import { factsOf, isMainSlot } from '../game/games.js';
import { resultOf } from '../game/record.js';
import { lineThrough, ROOT } from '../game/tree.js';
import { rowsOf, StorageError } from './database.js';
import { fromRows } from './record-format.js';
import { asideAs, RecordError } from './set-aside.js';
import { TabLock } from './tab-lock.js';

const LOCK = 'cannonfish.game.';
/** The most games from addresses; older ones leave their slots. */
const MAX_ADDRESSES = 40;
/** Views in the cache: at about 700 bytes each, no more than a few megabytes. */
const MAX_VIEWS = 4000;

export const GAME_STORES = /** @type {const} */ (['games', 'moves', 'cursors', 'views']);

/** One game as the database holds it. @typedef {{ row: GameRow, cursor: CursorRow, game: Game }} StoredGame */
/** The rows of a game. @typedef {{ row: GameRow, cursor?: CursorRow, moves: MoveRow[], views: Map<number, View> }} Rows */

export class GameStorage {
  #database;
  #locks;

  /**
   * @param {Database} database
   * @param {Locks} [locks]
   */
  constructor(database, locks) {
    this.#database = database;
    this.#locks = locks;
  }

  /**
   * Switch to a slot. Nothing is written there before the returned SavedGame is used. The caller keeps his
   * previous slot until he releases it.
   * @param {string} slot
   * @param {SaveListener} listener
   * @returns {Promise<{ saved: SavedGame, read: ReadResult }>}
   */
  async open(slot, listener) {
    const saved = new SavedGame(this.#database, this.#locks, slot, listener);
    await saved.acquire();
    return { saved, read: await saved.read() };
  }

  /** The game in a slot, or null. @param {string} slot @returns {Promise<Game | null>} */
  async peek(slot) {
    try {
      const rows = await this.#database.run(GAME_STORES, 'readonly', (tx) => rowsIn(tx, slot));
      return rows && gameOf(rows).game;
    } catch {
      return null;
    }
  }

  /** Empty the slots of old addresses, and shrink the cache of views. */
  async tidy() {
    await this.#database.run(GAME_STORES, 'readwrite', tidy).catch(() => {});
  }
}

/** A slot of the storage, with the right to play there. */
export class SavedGame {
  #database;
  #lock;
  #stopListening;
  /** What is in the database, as far as this tab knows. @type {StoredGame | null} */
  #stored = null;
  /** @type {{ game: Game, force: boolean } | null} */
  #next = null;
  /** @type {Promise<WriteResult> | null} */
  #writing = null;

  plays = false;

  /**
   * @param {Database} database
   * @param {Locks | undefined} locks
   * @param {string} slot
   * @param {SaveListener} listener
   */
  constructor(database, locks, slot, listener) {
    this.slot = slot;
    this.#database = database;
    this.#lock = new TabLock(locks, LOCK + slot, (plays) => {
      this.plays = plays;
      listener.onPlays(plays);
    });
    this.#stopListening = database.onChange(({ store, of }) => {
      if (store === 'games' && of === slot) listener.onSavedElsewhere();
    });
  }

  /** Ask for the right to play here. */
  async acquire() {
    this.plays = await this.#lock.acquire();
  }

  /** @returns {Promise<ReadResult>} */
  async read() {
    await this.#writing;
    try {
      const rows = await this.#database.run(GAME_STORES, 'readonly', (tx) => rowsIn(tx, this.slot));
      this.#stored = rows && gameOf(rows);
    } catch (error) {
      if (error instanceof RecordError) return this.#setAside(error);
      return { status: troubleIn(error) };
    }
    return this.#stored ? { status: 'read', game: this.#stored.game } : { status: 'none' };
  }

  /**
   * Save the game. While one state is being written, only the newest later one is remembered.
   * @param {Game} game
   * @param {{ force?: boolean }} [options]  force: write even over another tab's moves
   * @returns {Promise<WriteResult>}  of the newest state
   */
  write(game, { force = false } = {}) {
    this.#next = { game, force: force || (this.#next?.force ?? false) };
    this.#writing ??= this.#writeAll();
    return this.#writing;
  }

  /** Take the right to play from the tab that has it. */
  async takeOver() {
    await this.#lock.takeOver();
    this.plays = true;
  }

  /** Leave the slot, once everything has been written. */
  async release() {
    this.#stopListening();
    await this.#writing;
    this.#lock.dispose();
  }

  async #writeAll() {
    /** @type {WriteResult} */
    let result = 'saved';
    while (this.#next) {
      const { game, force } = this.#next;
      this.#next = null;
      result = await this.#writeOne(game, force);
    }
    this.#writing = null;
    return result;
  }

  /** @param {Game} game @param {boolean} force @returns {Promise<WriteResult>} */
  async #writeOne(game, force) {
    const put = (/** @type {Transaction} */ tx) =>
      putGame(tx, { game, slot: this.slot, stored: this.#stored, force });
    try {
      let found;
      try {
        found = await this.#database.run(GAME_STORES, 'readwrite', put);
      } catch (error) {
        if (troubleIn(error) !== 'full') throw error;
        await this.#database.run(GAME_STORES, 'readwrite', (tx) => dropViews(tx, 0));
        found = await this.#database.run(GAME_STORES, 'readwrite', put);
      }
      if (found === 'taken') return 'taken';
      this.#stored = found;
      this.#database.tell({ store: 'games', of: this.slot });
      return 'saved';
    } catch (error) {
      return troubleIn(error);
    }
  }

  /** Move what cannot be read to a store of its own, so that the next save does not overwrite it. @param {RecordError} error @returns {Promise<ReadResult>} */
  async #setAside({ message: reason }) {
    const stores = /** @type {Store[]} */ ([...GAME_STORES, 'unreadable']);
    try {
      const text = await this.#database.run(stores, 'readwrite', async (tx) => {
        const row = await tx.objectStore('games').index('slot').get(this.slot);
        if (!row) return '';
        const moves = await tx.objectStore('moves').getAll(rowsOf(row.id));
        const text = JSON.stringify({ ...row, moves });
        await asideAs(tx, { from: this.slot, text, reason });
        await removeGame(tx, row.id);
        return text;
      });
      return { status: 'unreadable', reason, text };
    } catch (error) {
      return { status: troubleIn(error) };
    }
  }
}

/** @param {unknown} error @returns {Trouble} */
const troubleIn = (error) => (error instanceof StorageError ? error.trouble : 'refused');

/** The game of these rows. Throws RecordError if they are invalid. @param {Rows} rows @returns {StoredGame} */
export function gameOf({ row, cursor, moves, views }) {
  if (!cursor) throw new RecordError('the cursor is missing');
  return { row, cursor, game: fromRows(row, cursor, moves, views) };
}

/**
 * The row of a game, without the fields that only the storage knows.
 * @param {Game} game
 * @param {Pick<GameRow, 'opening' | 'result'>} [known]  used where the views that show them are missing
 * @returns {Omit<GameRow, 'slot' | 'title' | 'createdAt'>}
 */
export function toGameRow(game, known = { opening: null, result: '*' }) {
  const { id, players, level, orientation, ending, headers, review, clock, tree } = game;
  const line = lineThrough(tree, ROOT);
  const tip = line[line.length - 1];
  const counts = ending?.outcome.termination === 'recorded' || line.some(({ id }) => id === ending?.node);
  const end = outcomeAt(game, tip.id) ?? (ending && counts ? ending.outcome : null);
  return {
    id,
    game: game.game,
    players,
    level,
    orientation,
    ending,
    fen: tree.fen,
    opening: line.findLast(({ view }) => view?.opening)?.view?.opening ?? known.opening,
    result: end || tip.view ? resultOf(end, factsOf(game.game).sides) : known.result,
    ...(headers && { headers }),
    ...(review && { review }),
    ...(clock && { clock: clock.control }),
  };
}

/** @param {string} game  its id @param {Node} node @returns {MoveRow} */
export function toMoveRow(game, { id, parent, move, notes, children }) {
  const sorted = children.every((child, at) => at === 0 || children[at - 1] < child);
  return { game, id, parent, move, ...(notes && { notes }), ...(!sorted && { order: [...children] }) };
}

// ---- in a transaction ----

/** @param {Transaction} tx @param {string} slot @returns {Promise<Rows | null>} */
async function rowsIn(tx, slot) {
  const id = await tx.objectStore('games').index('slot').getKey(slot);
  return id === undefined ? null : gameRows(tx, id);
}

/** @param {Transaction} tx @param {string} id @returns {Promise<Rows | null>} */
export async function gameRows(tx, id) {
  const views = tx.objectStore('views');
  const [row, cursor, moves, keys, values] = await Promise.all([
    tx.objectStore('games').get(id),
    tx.objectStore('cursors').get(id),
    tx.objectStore('moves').getAll(rowsOf(id)),
    views.getAllKeys(rowsOf(id)),
    views.getAll(rowsOf(id)),
  ]);
  return row ? { row, cursor, moves, views: new Map(keys.map(([, node], at) => [node, values[at]])) } : null;
}

/**
 * Write the differences from the stored game. A game that leaves the slot stays in the library if begun.
 * @param {Transaction} tx
 * @param {{ game: Game, slot: string, stored: StoredGame | null, force: boolean }} what
 * @returns {Promise<StoredGame | 'taken'>}
 */
async function putGame(tx, { game, slot, stored, force }) {
  const games = tx.objectStore('games');
  const holder = await games.index('slot').get(slot);
  const [there, cursor] = await Promise.all([
    holder?.id === game.id ? holder : games.get(game.id),
    tx.objectStore('cursors').get(holder?.id ?? ''),
  ]);
  const taken = holder
    ? holder.id !== stored?.row.id || cursor?.revision !== stored.cursor.revision
    : !there && stored?.row.id === game.id; // it was deleted in another tab
  if (taken && !force) return 'taken';
  const base = holder?.id === game.id && !force ? stored : null;
  const plies = plyCount(game);
  const row = {
    ...toGameRow(game, there),
    slot,
    title: there?.title ?? null,
    createdAt: there?.createdAt ?? Date.now(),
  };
  /** @type {Promise<unknown>[]} */
  const written = [];
  if (holder && holder.id !== game.id) written.push(vacate(tx, holder, cursor?.plies ?? 0));
  if (!base) await removeGame(tx, game.id);
  const moves = putMoves(tx, game, base?.game ?? null);
  written.push(...moves.written);
  const sameRow = base && JSON.stringify(sorted(there)) === JSON.stringify(sorted(row));
  if (!sameRow) written.push(games.put(row));
  const next = {
    game: game.id,
    node: game.tree.current,
    plies,
    savedAt: base && sameRow && !moves.changed ? base.cursor.savedAt : Date.now(),
    revision: (cursor?.revision ?? 0) + 1,
    ...clockOf(game),
  };
  written.push(tx.objectStore('cursors').put(next));
  await Promise.all(written);
  return { row, cursor: next, game };
}

/**
 * Write a game that is not stored yet.
 * @param {Transaction} tx
 * @param {Game} game
 * @param {GameRow} row
 * @param {number} savedAt
 */
export async function addGame(tx, game, row, savedAt) {
  const [node, plies] = [game.tree.current, plyCount(game)];
  const cursor = { game: game.id, node, plies, savedAt, revision: 1, ...clockOf(game) };
  const { written } = putMoves(tx, game, null);
  await Promise.all([tx.objectStore('games').put(row), tx.objectStore('cursors').put(cursor), ...written]);
}

/**
 * Write the changes of a game that no page plays, or that another tab has to read again.
 * @param {Transaction} tx
 * @param {StoredGame} stored
 * @param {Game} game
 * @param {number} savedAt
 */
export async function replaceGame(tx, { row, cursor, game: base }, game, savedAt) {
  const { written } = putMoves(tx, game, base);
  const next = { ...cursor, plies: plyCount(game), savedAt, revision: cursor.revision + 1 };
  await Promise.all([
    tx.objectStore('games').put({ ...row, ...toGameRow(game, row) }),
    tx.objectStore('cursors').put(next),
    ...written,
  ]);
}

/** The part of the clocks that a cursor keeps. @param {Game} game */
const clockOf = ({ clock }) => clock && { clock: { node: clock.node, left: clock.left } };

/** The length of a game's main line. @param {Game} game */
const plyCount = ({ tree }) => lineThrough(tree, ROOT).length - 1;

/** @param {Transaction} tx @param {Game} game @param {Game | null} base  what has been written before */
function putMoves(tx, game, base) {
  const [moves, views] = [tx.objectStore('moves'), tx.objectStore('views')];
  /** @type {Promise<unknown>[]} */
  const written = [];
  let changed = false;
  for (const [id, node] of game.tree.nodes) {
    const before = base?.tree.nodes.get(id);
    if (before === node) continue;
    const row = toMoveRow(game.id, node);
    if (!before || !isSameMove(row, toMoveRow(game.id, before))) {
      written.push(moves.put(row));
      changed = true;
    }
    if (node.view && node.view !== before?.view) written.push(views.put(node.view, [game.id, id]));
  }
  for (const id of base?.tree.nodes.keys() ?? []) {
    if (game.tree.nodes.has(id)) continue;
    written.push(moves.delete([game.id, id]), views.delete([game.id, id]));
    changed = true;
  }
  return { written, changed };
}

/** @param {MoveRow} a @param {MoveRow} b */
const isSameMove = (a, b) =>
  a.move === b.move && a.parent === b.parent && a.notes === b.notes && String(a.order) === String(b.order);

/** An object with its fields in alphabetical order. @param {object | undefined} object */
const sorted = (object = {}) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether the library lists a game: it was imported, or each side has moved. @param {Pick<GameRow, 'headers'>} row @param {number} plies */
export const hasBegun = ({ headers }, plies) => headers !== undefined || plies >= 2;

/** A game leaves its slot. @param {Transaction} tx @param {GameRow} row @param {number} plies */
function vacate(tx, row, plies) {
  if (!hasBegun(row, plies)) return removeGame(tx, row.id);
  return tx.objectStore('games').put({ ...row, slot: null });
}

/** @param {Transaction} tx @param {string} id */
export async function removeGame(tx, id) {
  await Promise.all([
    tx.objectStore('games').delete(id),
    tx.objectStore('cursors').delete(id),
    tx.objectStore('moves').delete(rowsOf(id)),
    tx.objectStore('views').delete(rowsOf(id)),
  ]);
}

/** @param {Transaction} tx */
async function tidy(tx) {
  const [rows, cursors] = await Promise.all([
    tx.objectStore('games').getAll(),
    tx.objectStore('cursors').getAll(),
  ]);
  const cursorOf = new Map(cursors.map((cursor) => [cursor.game, cursor]));
  const addresses = rows
    .filter(({ slot }) => slot !== null && !isMainSlot(slot))
    .sort((a, b) => (cursorOf.get(b.id)?.savedAt ?? 0) - (cursorOf.get(a.id)?.savedAt ?? 0));
  await Promise.all(
    addresses.slice(MAX_ADDRESSES).map((row) => vacate(tx, row, cursorOf.get(row.id)?.plies ?? 0)),
  );
  await dropViews(tx, MAX_VIEWS);
}

/** Keep at most so many views, of the games that were played last. @param {Transaction} tx @param {number} most */
async function dropViews(tx, most) {
  const views = tx.objectStore('views');
  if (most === 0) return views.clear();
  let room = most - (await views.count());
  if (room >= 0) return;
  const cursors = await tx.objectStore('cursors').getAll();
  for (const { game } of cursors.sort((a, b) => a.savedAt - b.savedAt)) {
    if (room >= 0) return;
    room += await views.count(rowsOf(game));
    await views.delete(rowsOf(game));
  }
}
