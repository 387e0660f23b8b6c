// The puzzles of one game on this site. The index lists the rating and the themes of every puzzle, for
// choosing one. A file is read when one of its puzzles is wanted. All files are cached by hash for use
// without a network, so a cached file is never out of date, and none is fetched twice.

/** @import { Puzzle } from './puzzle.js' */

import { addressOf } from '../ui/load.js';
import { reactive, update } from '../ui/reactive.js';
import { nextTask } from './lines.js';
import { PuzzleError, readInSlices } from './puzzle.js';

/** A puzzle's entry in the index: enough to choose it. @typedef {{ id: string, rating: number, themes: readonly string[] }} Row */
/** A file's entry in the index that build.py writes; `rows` in the order of its lines. @typedef {{ name: string, rows: readonly Row[], count: number, integrity: string }} IndexedFile */

/** A line that is no puzzle. @typedef {{ file: string, line: number, error: PuzzleError }} Fault */

/**
 * @typedef {object} LibraryState
 * @property {readonly IndexedFile[]} files
 * @property {readonly Puzzle[]} puzzles  of the files that are here
 * @property {readonly Fault[]} faults
 * @property {readonly string[]} missing  names of the files that could not be fetched
 * @property {boolean} complete  whether no file is on its way any more
 */

/** @typedef {Pick<CacheStorage, 'open'>} Caches */

const FORMAT = 2;
/** Lines that are read without a pause: a few milliseconds. */
const SLICE = 20;

export class SitePuzzles {
  state = reactive(
    /** @type {LibraryState} */ ({ files: [], puzzles: [], faults: [], missing: [], complete: false }),
  );
  #base;
  #game;
  #fetch;
  #caches;
  #pause;
  /** @type {Map<string, Promise<void>>} files that are here or on their way */
  #loading = new Map();
  /** The keys of the files of all games. @type {Set<string>} */
  #wanted = new Set();
  /** The current id of a puzzle by its former id. @type {ReadonlyMap<string, string>} */
  former = new Map();
  /** Every puzzle by its id, with its file and its number from 1. @type {ReadonlyMap<string, { row: Row, file: IndexedFile, number: number }>} */
  #places = new Map();
  /** All puzzles, here or not, in the order of the files. @type {readonly Row[]} */
  rows = [];
  /** Whether the index has been read. */
  isOpen = false;

  /**
   * @param {object} parts
   * @param {URL} parts.base  the folder of the files
   * @param {import('../game/types.js').GameName} [parts.game]
   * @param {(url: string, options?: RequestInit) => Promise<Response>} [parts.fetch]
   * @param {Caches} [parts.caches]  without them nothing is kept
   * @param {() => Promise<void>} [parts.pause]  lets other tasks run
   */
  constructor({
    base,
    game = 'xiangqi',
    fetch = (url, options) => globalThis.fetch(url, options),
    caches,
    pause = whenIdle,
  }) {
    this.#base = base;
    this.#game = game;
    this.#fetch = fetch;
    this.#caches = caches;
    this.#pause = pause;
  }

  /** How many puzzles there are, here or not. */
  get count() {
    return this.state.files.reduce((sum, { count }) => sum + count, 0);
  }

  /** The index of all games. Rejects when it cannot be fetched. @returns {Promise<any>} */
  async index() {
    const reply = await this.#fetch(addressOf(new URL('index.json', this.#base)));
    if (!reply.ok) throw new PuzzleError('no_index', String(reply.status));
    const data = await reply.json();
    if (data?.format !== FORMAT || !Array.isArray(data.files)) throw new PuzzleError('no_index');
    return data;
  }

  /** Read the index, or share that of another game's library. Rejects when it cannot be fetched. */
  async open(index = this.index()) {
    const data = await index;
    const { themes, former } = data;
    this.former = new Map(Object.entries(former));
    this.#wanted = new Set(data.files.map((/** @type {any} */ file) => this.#keyOf(file)));
    const files = data.files
      .filter((/** @type {any} */ file) => file.game === this.#game)
      .map((/** @type {any} */ file) => ({ ...file, rows: rowsOf(file, themes) }));
    this.rows = files.flatMap((/** @type {IndexedFile} */ { rows }) => rows);
    const placed = files.flatMap((/** @type {IndexedFile} */ file) =>
      file.rows.map((row) => ({ row, file })),
    );
    this.#places = new Map(
      placed.map((/** @type {any} */ place, /** @type {number} */ at) => [
        place.row.id,
        { ...place, number: at + 1 },
      ]),
    );
    this.isOpen = true;
    update(this.state, { files });
  }

  /** The puzzle of that id, or null if there is none. Rejects when its file cannot be fetched. @param {string} id */
  async find(id) {
    const known = this.former.get(id) ?? id;
    const place = this.#places.get(known);
    if (!place) return null;
    await this.#load(place.file);
    return this.state.puzzles.find((puzzle) => puzzle.id === known) ?? null;
  }

  /** Whether there is a puzzle of that id. @param {string} id */
  has(id) {
    return this.#places.has(id);
  }

  /** The puzzles of the files that are here or kept. @returns {Promise<Row[]>} */
  async rowsHere() {
    const cache = await this.#cache();
    const isHere = async (/** @type {IndexedFile} */ file) =>
      this.#loading.has(file.name) || Boolean(await cache?.match(this.#keyOf(file)).catch(() => undefined));
    const here = await Promise.all(this.state.files.map(isHere));
    return this.state.files.filter((_, at) => here[at]).flatMap(({ rows }) => rows);
  }

  /** The id at an index of `rows`. @param {number} place @returns {string | null} */
  idAt(place) {
    return this.rows[place]?.id ?? null;
  }

  /** Load the first file. */
  async loadFirst() {
    const [first] = this.state.files;
    if (first) await this.#load(first);
  }

  /** Cache every file for use without a network, one by one. `missing` names the files that failed. */
  async keepAll() {
    /** @type {string[]} */
    const missing = [];
    for (const file of this.state.files) {
      await this.#pause();
      await this.#keep(file).catch(() => missing.push(file.name));
    }
    update(this.state, { missing, complete: true });
    await this.#tidy();
  }

  /** @param {IndexedFile} file */
  async #keep(file) {
    const cache = await this.#cache();
    if (cache && !(await cache.match(this.#keyOf(file)).catch(() => undefined))) await this.#text(file);
  }

  /** @param {IndexedFile} file */
  #load(file) {
    let loading = this.#loading.get(file.name);
    if (!loading) {
      loading = this.#add(file);
      this.#loading.set(file.name, loading);
      loading.catch(() => this.#loading.delete(file.name)); // the network may come back
    }
    return loading;
  }

  /** @param {IndexedFile} file */
  async #add(file) {
    const { puzzles, faults } = await readInSlices(await this.#text(file), SLICE, nextTask);
    const known = new Set(this.state.puzzles.map(({ id }) => id));
    update(this.state, {
      puzzles: [...this.state.puzzles, ...puzzles.filter(({ id }) => !known.has(id))],
      faults: [...this.state.faults, ...faults.map((fault) => ({ ...fault, file: file.name }))],
    });
  }

  /** @param {IndexedFile} file @returns {Promise<string>} */
  async #text(file) {
    const cache = await this.#cache();
    const key = this.#keyOf(file);
    const kept = await cache?.match(key).catch(() => undefined);
    if (kept) return kept.text();
    const reply = await this.#fetch(new URL(file.name, this.#base).href, { integrity: file.integrity });
    if (!reply.ok) throw new PuzzleError('no_file', file.name);
    const text = await reply.text();
    // If there is no room for the file, it is fetched again next time.
    await cache?.put(key, new Response(text)).catch(() => {});
    return text;
  }

  /** Delete the cached files that the index does not name any more. */
  async #tidy() {
    const cache = await this.#cache();
    if (!cache || !this.isOpen) return;
    for (const { url } of await cache.keys()) if (!this.#wanted.has(url)) await cache.delete(url);
  }

  /** @param {{ name: string, integrity: string }} file */
  #keyOf({ name, integrity }) {
    return new URL(`${name}?${encodeURIComponent(integrity)}`, this.#base).href;
  }

  /** @returns {Promise<Cache | null>} null where the browser gives none */
  async #cache() {
    try {
      return (await this.#caches?.open(`cannonfish puzzles ${this.#base.pathname}`)) ?? null;
    } catch {
      return null;
    }
  }
}

/** @param {{ ids: string, ratings: string, themes: string }} file @param {readonly string[]} names  of all themes @returns {Row[]} */
function rowsOf({ ids, ratings, themes }, names) {
  const [rated, themed] = [ratings.split(' '), themes.split(' ')];
  return ids.split(' ').map((id, at) => ({
    id,
    rating: Number(rated[at]),
    themes: themed[at] ? themed[at].split(',').map((number) => names[Number(number)]) : [],
  }));
}

/** Resolves when nothing more urgent waits. @returns {Promise<void>} */
const whenIdle = () =>
  new Promise((resolve) => {
    const { requestIdleCallback } = globalThis;
    if (requestIdleCallback) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve);
  });
