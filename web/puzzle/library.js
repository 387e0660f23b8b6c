// @ts-check
// The puzzles of this site: the first file at once, the others in the background, all of them kept for use without a
// network. A file is known by its hash, so nothing that was kept can be out of date, and nothing is fetched twice.

/** @import { Puzzle } from './puzzle.js' */

import { reactive, update } from '../game/reactive.js';
import { PuzzleError, readInSlices } from './puzzle.js';

/** A file of the index that build.py writes; `ids` in the order of its lines. @typedef {{ name: string, ids: string[], count: number, integrity: string }} IndexedFile */

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

const FORMAT = 1;
/** Lines that are read without a pause: a few milliseconds. */
const SLICE = 20;

export class Library {
  state = reactive(
    /** @type {LibraryState} */ ({ files: [], puzzles: [], faults: [], missing: [], complete: false }),
  );
  #base;
  #fetch;
  #caches;
  #pause;
  /** @type {Map<string, Promise<void>>} files that are here or on their way */
  #loading = new Map();

  /**
   * @param {object} parts
   * @param {URL} parts.base  the folder of the files
   * @param {(url: string, options?: RequestInit) => Promise<Response>} [parts.fetch]
   * @param {Caches} [parts.caches]  without them nothing is kept
   * @param {() => Promise<void>} [parts.pause]  lets others have their turn
   */
  constructor({ base, fetch = (url, options) => globalThis.fetch(url, options), caches, pause = whenIdle }) {
    this.#base = base;
    this.#fetch = fetch;
    this.#caches = caches;
    this.#pause = pause;
  }

  /** How many puzzles there are, here or not. */
  get count() {
    return this.state.files.reduce((sum, { count }) => sum + count, 0);
  }

  /** Read the index. Rejects when it cannot be had. */
  async open() {
    const reply = await this.#fetch(new URL('index.json', this.#base).href);
    if (!reply.ok) throw new PuzzleError('no_index', String(reply.status));
    const data = await reply.json();
    if (data?.format !== FORMAT || !Array.isArray(data.files)) throw new PuzzleError('no_index');
    const files = data.files.map((/** @type {any} */ file) => ({ ...file, ids: file.ids.split(' ') }));
    update(this.state, { files });
  }

  /** The puzzle of that id, or null if there is none. Rejects when its file cannot be had. @param {string} id */
  async find(id) {
    const file = this.state.files.find(({ ids }) => ids.includes(id));
    if (!file) return null;
    await this.#load(file);
    return this.state.puzzles.find((puzzle) => puzzle.id === id) ?? null;
  }

  /** All ids, in the order of the files. */
  get #ids() {
    return this.state.files.flatMap(({ ids }) => ids);
  }

  /** The number of a puzzle among all, from 1; null if it is not one of them. @param {string} id */
  numberOf(id) {
    return this.#ids.indexOf(id) + 1 || null;
  }

  /** The id at a place among all. @param {number} place @returns {string | null} */
  idAt(place) {
    return this.#ids[place] ?? null;
  }

  /** The first file. */
  async loadFirst() {
    const [first] = this.state.files;
    if (first) await this.#load(first);
  }

  /** Everything else, one file after the other; what cannot be had is told by `missing`. */
  async loadAll() {
    /** @type {string[]} */
    const missing = [];
    for (const file of this.state.files) {
      await this.#pause();
      await this.#load(file).catch(() => missing.push(file.name));
    }
    update(this.state, { missing, complete: true });
    await this.#tidy();
  }

  /** @param {IndexedFile} file */
  #load(file) {
    let loading = this.#loading.get(file.name);
    if (!loading) {
      loading = this.#take(file);
      this.#loading.set(file.name, loading);
      loading.catch(() => this.#loading.delete(file.name)); // the network may come back
    }
    return loading;
  }

  /** @param {IndexedFile} file */
  async #take(file) {
    const { puzzles, faults } = await readInSlices(await this.#text(file), SLICE, this.#pause);
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
    // Where there is no room, it is fetched again next time.
    await cache?.put(key, new Response(text)).catch(() => {});
    return text;
  }

  /** Forget what the index does not name any more. */
  async #tidy() {
    const cache = await this.#cache();
    if (!cache) return;
    const wanted = new Set(this.state.files.map((file) => this.#keyOf(file)));
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  }

  /** @param {IndexedFile} file */
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

/** Resolves when nothing more urgent waits. @returns {Promise<void>} */
const whenIdle = () =>
  new Promise((resolve) => {
    const { requestIdleCallback } = globalThis;
    if (requestIdleCallback) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve);
  });
