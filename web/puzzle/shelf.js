// @ts-check
// Puzzles that the visitor took from a file: kept in the browser's storage, and trained like those of this site.

/** @import { LibraryState } from './library.js' */
/** @import { Puzzle } from './puzzle.js' */

import { reactive, update } from '../game/reactive.js';
import { aMoment } from './lines.js';
import { readBySlices } from './puzzle.js';

const FILE = 'file';

/** What a shelf needs to keep its puzzles; see storage/puzzles.js. @typedef {{ most: number, load: () => Promise<string>, add: (puzzles: readonly Puzzle[]) => Promise<boolean>, clear: () => Promise<boolean> }} Kept */

/** Lines that are read without a pause: a few milliseconds. */
const SLICE = 50;

/** It is used like a Library; nothing has to be fetched. */
export class Shelf {
  /** @type {LibraryState} */
  state;
  #kept;
  #pause;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** Counts what changes the shelf: a reading that something else has overtaken is not wanted any more. */
  #changes = 0;

  /** @param {Kept} kept @param {() => Promise<void>} [pause]  lets others have their turn */
  constructor(kept, pause = aMoment) {
    this.#kept = kept;
    this.#pause = pause;
    const nothing = { files: [], puzzles: [], faults: [], missing: [], complete: true };
    this.state = reactive(/** @type {LibraryState} */ (nothing));
  }

  get count() {
    return this.state.puzzles.length;
  }

  /** How many there is room for. */
  get most() {
    return this.#kept.most;
  }

  /** How many more there is room for. */
  get room() {
    return this.most - this.count;
  }

  /** Read what is kept, unless it has been. */
  loadFirst() {
    this.#loading ??= this.reread();
    return this.#loading;
  }

  /** Read what is kept; a line that is no puzzle is left out and told. */
  async reread() {
    this.#changes += 1;
    const mine = this.#changes;
    const text = await this.#kept.load();
    if (mine !== this.#changes) return;
    const reading = readBySlices(text, SLICE);
    let step = reading.next();
    for (; !step.done; step = reading.next()) await this.#pause();
    if (mine !== this.#changes) return;
    const { puzzles, faults } = step.value;
    this.#put(puzzles);
    update(this.state, { faults: faults.map((fault) => ({ ...fault, file: FILE })) });
  }

  /** The puzzle of that id, or null if there is none. @param {string} id */
  async find(id) {
    await this.loadFirst();
    return this.state.puzzles.find((puzzle) => puzzle.id === id) ?? null;
  }

  /**
   * Put puzzles on the shelf, as far as there is room. What is kept has to have been read before.
   * @param {readonly Puzzle[]} puzzles
   * @returns {Promise<boolean>} whether they are kept beyond this visit
   */
  add(puzzles) {
    const ids = new Set(this.state.puzzles.map(({ id }) => id));
    const fresh = puzzles.filter(({ id }) => !ids.has(id));
    this.#put([...this.state.puzzles, ...fresh.slice(0, this.room)]);
    return this.#kept.add(fresh);
  }

  /** Take all of them away. */
  clear() {
    this.#put([]);
    update(this.state, { faults: [] });
    return this.#kept.clear();
  }

  /** @param {readonly Puzzle[]} puzzles */
  #put(puzzles) {
    this.#changes += 1;
    const ids = puzzles.map(({ id }) => id);
    const files = ids.length > 0 ? [{ name: FILE, ids, count: ids.length, integrity: '' }] : [];
    update(this.state, { puzzles, files });
  }
}
