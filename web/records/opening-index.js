// The index of openings of one's own games and of the collections: read from the storage, and made where it is missing.
// Engines of its own read the moves, as the rules are in Python. No DOM.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { IndexedOpenings } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Entry } from '../storage/library.js' */
/** @import { CollectionRow, Database, IndexedGame, OpeningsRow } from '../storage/database.js' */
/** @import { Locks } from '../storage/tab-lock.js' */

import { engineSide } from '../game/game.js';
import { factsOf, GAME_NAMES, isAnalysisId, isAnalysisSlot } from '../game/games.js';
import { lineThrough, ROOT } from '../game/tree.js';
import { ENGINE } from '../game-view/game-headers.js';
import { Collections } from '../storage/collections.js';
import { StorageError } from '../storage/database.js';
import { Library, timeOf } from '../storage/library.js';
import { pgnDate } from '../ui/dates.js';
import { bytesOf, dataUrl } from '../ui/files.js';
import { reactive, update } from '../ui/reactive.js';
import { partsOf } from './file-parts.js';
import { keyOf, OpeningTree } from './opening-tree.js';

/** The collection of the games of a kind that are in the library. @param {string} game */
export const ownGames = (game) => `own ${game}`;
/** The tag of a game that was opened from a collection, and counts there. */
export const COLLECTION = 'Collection';
/** Counts the changes of what is indexed; what another version made is made again. */
const VERSION = 1;
/** Own games that are indexed together. */
const OWN_PART = 50;
const LOCK = 'cannonfish.openings';

/** A part of the index to be made. @typedef {{ collection: string, part: number, own: boolean, from: string, make: (client: Reader) => Promise<OpeningsRow> }} Task */
/** @typedef {Pick<EngineClient, 'request'>} Reader */

/**
 * @typedef {object} Parts
 * @property {Collections} collections
 * @property {Library} library
 * @property {Reader} client  for a few games
 * @property {() => Reader & { dispose: () => void }} createClient  for many
 * @property {number} clients  the most at once
 * @property {Locks} [locks]  one tab at a time makes the index
 */

/** Every engine takes about 150 MB. */
const MOST_CLIENTS = 4;

/** The index of this browser. @param {{ database: Database, client: Reader, createClient: Parts['createClient'] }} parts */
export function openingsOf({ database, client, createClient }) {
  const library = new Library(database);
  const clients = Math.min(navigator.hardwareConcurrency, MOST_CLIENTS);
  const { locks } = navigator;
  const collections = new Collections(database);
  return new OpeningIndex({ collections, library, client, createClient, clients, locks });
}

export class OpeningIndex {
  tree = new OpeningTree();
  /** `known` counts the changes of the tree; `full`: there was no room to keep the index, which is made again next time. */
  state = reactive({
    collections: /** @type {readonly CollectionRow[]} */ ([]),
    known: 0,
    games: 0,
    done: 0,
    total: 0,
    full: false,
    fault: /** @type {any} */ (null),
  });
  #parts;
  /** @type {Promise<void> | null} */
  #working = null;
  #again = false;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    parts.collections.onChange(() => this.refresh());
    parts.library.onChange(() => this.refresh());
  }

  /** Read what is indexed, and index the rest; resolves when all is done. */
  refresh() {
    this.#again = true;
    this.#working ??= this.#work();
    return this.#working;
  }

  /**
   * Keep a file of games; its index is made afterwards. Rejects with a StorageError or TooLarge; then nothing is kept.
   * @param {File} file
   * @param {string} game  of records that do not name theirs
   */
  async add(file, game) {
    const parts = await partsOf(file);
    await this.#parts.collections.add({ title: file.name.replace(/\.\w+$/, ''), game }, parts);
    this.refresh();
  }

  /** A part of a collection as it is in the file, in base 64; null where it is gone. @param {string} collection @param {number} part */
  async source(collection, part) {
    const data = await this.#parts.collections.part(collection, part);
    return data && base64Of(data);
  }

  /** @param {string} collection */
  async remove(collection) {
    await this.#parts.collections.remove(collection);
    const left = this.state.collections.filter(({ id }) => id !== collection);
    update(this.state, { collections: left });
    await this.refresh();
  }

  async #work() {
    try {
      while (this.#again) {
        this.#again = false;
        await this.#update();
      }
    } catch (error) {
      update(this.state, { fault: error });
    } finally {
      this.#working = null;
      update(this.state, { total: 0 });
    }
  }

  async #update() {
    const { collections, library } = this.#parts;
    const rows = await collections.list();
    update(this.state, { collections: rows, fault: null });
    const tasks = [...(await this.#ownTasks(library)), ...rows.flatMap((row) => this.#tasksOf(row))];
    const kept = new Set((await collections.indexed()).map(([collection, part]) => `${collection} ${part}`));
    this.tree.keepOnly(new Set(tasks.map(keyOf)));
    /** @type {Task[]} */
    const missing = [];
    for (const task of tasks) {
      const known =
        this.tree.row(task.collection, task.part) ??
        (kept.has(keyOf(task)) ? await collections.openings(task.collection, task.part) : undefined);
      if (known?.from === task.from) this.tree.put(known);
      else missing.push(task);
    }
    this.#tell();
    if (missing.length === 0) return;
    const { locks } = this.#parts;
    if (!locks) return this.#make(missing);
    await locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      // The tab that has the lock tells of what it has made.
      if (lock) await this.#make(missing);
    });
  }

  /** @param {readonly Task[]} tasks */
  async #make(tasks) {
    const { collections, client, createClient, clients } = this.#parts;
    update(this.state, { done: 0, total: tasks.length });
    const waiting = [...tasks];
    const few = tasks.every(({ own }) => own);
    const work = async (/** @type {Reader} */ reader) => {
      for (let task = waiting.shift(); task; task = waiting.shift()) {
        const { collection, own } = task;
        if (!own && !this.state.collections.some(({ id }) => id === collection)) continue; // it was removed
        const row = await task.make(reader);
        this.tree.put(row);
        update(this.state, { done: this.state.done + 1 });
        this.#tell();
        await collections.keep(row, own).catch((error) => {
          if (!(error instanceof StorageError)) throw error;
          update(this.state, { full: true });
        });
      }
    };
    if (few) return work(client);
    const readers = Array.from({ length: Math.min(clients, tasks.length) }, createClient);
    try {
      await Promise.all(readers.map(work));
    } finally {
      for (const reader of readers) reader.dispose();
    }
  }

  #tell() {
    update(this.state, { known: this.state.known + 1, games: this.tree.size });
  }

  /** @param {CollectionRow} row @returns {Task[]} */
  #tasksOf({ id, game, parts }) {
    const from = `${VERSION}`;
    return Array.from({ length: parts }, (_, part) => ({
      collection: id,
      part,
      own: false,
      from,
      make: async (client) => {
        const data = await this.#parts.collections.part(id, part);
        const source = { data: await base64Of(data ?? new Uint8Array()), game };
        return { collection: id, part, from, ...(await openingsIn(client, source)) };
      },
    }));
  }

  /** @param {Library} library @returns {Promise<Task[]>} */
  async #ownTasks(library) {
    const entries = (await library.list()).filter(countsAsOwn).sort((a, b) => a.createdAt - b.createdAt);
    return GAME_NAMES.flatMap((game) => {
      const ofGame = entries.filter((entry) => entry.game === game);
      return Array.from({ length: Math.ceil(ofGame.length / OWN_PART) }, (_, part) =>
        ownTask(library, game, part, ofGame.slice(part * OWN_PART, (part + 1) * OWN_PART)),
      );
    });
  }
}

/** Whether a game was played or imported; what was only tried on the analysis board counts once it has a name. @param {Entry} entry */
const countsAsOwn = ({ id, slot, title, headers }) =>
  headers
    ? headers[COLLECTION] === undefined
    : title !== null || !(isAnalysisId(id) || isAnalysisSlot(slot ?? ''));

/** @param {Library} library @param {GameName} game @param {number} part @param {readonly Entry[]} entries @returns {Task} */
function ownTask(library, game, part, entries) {
  const collection = ownGames(game);
  const from = `${VERSION} ${entries.map(({ id, savedAt }) => `${id} ${savedAt}`)}`;
  const make = async (/** @type {Reader} */ client) => {
    const games = [];
    for (const entry of entries) {
      const text = await pgnOf(library, entry);
      if (text) games.push({ id: entry.id, text });
    }
    const text = games.map((each) => each.text).join('\n\n');
    const found = text ? await openingsIn(client, { text, game }) : NOTHING;
    return { collection, part, from, ids: games.map(({ id }) => id), ...found };
  };
  return { collection, part, own: true, from, make };
}

const NOTHING = {
  games: [],
  names: [],
  positions: new BigUint64Array(),
  numbers: new Uint32Array(),
  moves: new Uint16Array(),
};

/** @param {Reader} client @param {{ text?: string, data?: string, game?: string }} source */
async function openingsIn(client, source) {
  /** @type {IndexedOpenings} */
  let found;
  try {
    found = await client.request({ ...source, type: 'index' });
  } catch (error) {
    // A part without games has no openings; the file stays as it is.
    if (/** @type {any} */ (error).code === 'invalid_record') return NOTHING;
    throw error;
  }
  return {
    games: found.games.map(indexedGame),
    names: found.names,
    positions: new BigUint64Array(bytesOf(found.positions).buffer),
    numbers: new Uint32Array(bytesOf(found.numbers).buffer),
    moves: new Uint16Array(bytesOf(found.moves).buffer),
  };
}

/** @param {Record<string, string>} headers @returns {IndexedGame} */
const indexedGame = ({
  Red,
  White,
  Black = '',
  Date: date = '',
  Result: result = '*',
  Event: event = '',
}) => ({
  first: Red ?? White ?? '',
  second: Black,
  date: (date.match(/^\d{4}(?:\.\d\d){0,2}/)?.[0] ?? '').replaceAll('.', '-'),
  result,
  event,
});

/** The main line of an own game as PGN, with the facts that the index keeps; null where it cannot be read. @param {Library} library @param {Entry} entry */
async function pgnOf(library, entry) {
  const game = await library.find(entry.id).catch(() => null);
  if (!game) return null;
  const { sides } = factsOf(game.game);
  const { headers = {} } = game;
  const names = sides.map((side, at) => {
    const own = at === 0 ? (headers.Red ?? headers.White) : headers.Black;
    return own ?? (engineSide(game) === side ? ENGINE : '');
  });
  const tags = {
    Event: headers.Event ?? '',
    [sides[0] === 'red' ? 'Red' : 'White']: names[0],
    Black: names[1],
    Date: pgnDate(new Date(timeOf(entry))),
    Result: entry.result,
    ...(game.tree.fen && { FEN: game.tree.fen, SetUp: '1' }),
  };
  const lines = Object.entries(tags).map(
    ([name, value]) => `[${name} "${String(value).replace(/["\\\n]/g, ' ')}"]`,
  );
  const moves = lineThrough(game.tree, ROOT).flatMap(({ move }) => move ?? []);
  return `${lines.join('\n')}\n\n${moves.join(' ')} ${entry.result}`;
}

/** @param {Uint8Array} bytes */
const base64Of = async (bytes) => (await dataUrl(new Blob([/** @type {any} */ (bytes)]))).split(',')[1];
