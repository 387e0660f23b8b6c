// Puzzles that the browser keeps for the visitor: imported from a file, or made here.

/** @import { LibraryState } from './site-puzzles.js' */
/** @import { Puzzle } from './puzzle.js' */

import { reactive, update } from '../ui/reactive.js';
import { nextTask } from './lines.js';
import { readInSlices } from './puzzle.js';

const FILE = 'file';

/**
 * The storage of such puzzles; see training/kept-progress.js. `add`, `remove` and `clear` resolve to whether the
 * change outlasts this visit.
 * @typedef {object} Kept
 * @property {number} most
 * @property {() => Promise<string>} load
 * @property {(puzzles: readonly Puzzle[]) => Promise<boolean>} add
 * @property {(id: string) => Promise<boolean>} remove
 * @property {() => Promise<boolean>} clear
 * @property {(listener: () => void) => void} onChange  called when another tab has changed them
 */

/** Lines that are read without a pause: a few milliseconds. */
const SLICE = 50;

/** It is used like SitePuzzles; nothing has to be fetched. */
export class StoredPuzzles {
  /** @type {LibraryState} */
  state;
  isOpen = true;
  #kept;
  #pause;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** Counts the changes: a reading that began before the last one is dropped. */
  #changes = 0;

  /** @param {Kept} kept @param {() => Promise<void>} [pause]  lets other tasks run */
  constructor(kept, pause = nextTask) {
    this.#kept = kept;
    this.#pause = pause;
    const nothing = { files: [], puzzles: [], faults: [], missing: [], complete: true };
    this.state = reactive(/** @type {LibraryState} */ (nothing));
    kept.onChange(() => this.#loading && this.reread());
  }

  get count() {
    return this.state.puzzles.length;
  }

  /** The puzzles to choose from. */
  get rows() {
    return this.state.puzzles;
  }

  /** The most puzzles that are kept. */
  get most() {
    return this.#kept.most;
  }

  /** How many more can be kept. */
  get free() {
    return this.most - this.count;
  }

  /** @param {string} id */
  has(id) {
    return this.state.puzzles.some((puzzle) => puzzle.id === id);
  }

  /** Read the storage, unless that has been done. */
  loadFirst() {
    this.#loading ??= this.reread();
    return this.#loading;
  }

  /** Read the storage. Lines that are no puzzles are left out and become faults. */
  async reread() {
    this.#changes += 1;
    const mine = this.#changes;
    const text = await this.#kept.load();
    const { puzzles, faults } = await readInSlices(text, SLICE, this.#pause);
    if (mine !== this.#changes) return;
    this.#put(puzzles);
    update(this.state, { faults: faults.map((fault) => ({ ...fault, file: FILE })) });
  }

  /** The puzzle of that id, or null if there is none. @param {string} id */
  async find(id) {
    await this.loadFirst();
    return this.state.puzzles.find((puzzle) => puzzle.id === id) ?? null;
  }

  /** Add puzzles up to the limit; the storage has to have been read. @param {readonly Puzzle[]} puzzles */
  add(puzzles) {
    const fresh = puzzles.filter(({ id }) => !this.has(id)).slice(0, this.free);
    this.#put([...this.state.puzzles, ...fresh]);
    return this.#kept.add(fresh);
  }

  /** @param {string} id */
  remove(id) {
    this.#put(this.state.puzzles.filter((puzzle) => puzzle.id !== id));
    return this.#kept.remove(id);
  }

  clear() {
    this.#put([]);
    update(this.state, { faults: [] });
    return this.#kept.clear();
  }

  /** @param {readonly Puzzle[]} puzzles */
  #put(puzzles) {
    this.#changes += 1;
    const files =
      puzzles.length > 0 ? [{ name: FILE, rows: puzzles, count: puzzles.length, integrity: '' }] : [];
    update(this.state, { puzzles, files });
  }
}
