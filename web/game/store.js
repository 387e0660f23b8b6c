// @ts-check
// One value, and those who want to hear when it changes.

/**
 * @template T
 * @typedef {(state: T, previous: T) => void} Listener
 */

/**
 * A listener that changes the store is heard after everybody has heard of the first change, so that all see
 * the same order of states.
 * @template {object} T
 */
export class Store {
  /** @type {T} */ #state;
  /** @type {Set<Listener<T>>} */ #listeners = new Set();
  /** @type {Array<[T, T]>} */ #changes = [];
  #telling = false;

  /** @param {T} initial */
  constructor(initial) {
    this.#state = initial;
  }

  get state() {
    return this.#state;
  }

  /** Replace some fields. Nobody is told when all of them were the same before. @param {Partial<T>} fields */
  set(fields) {
    const previous = this.#state;
    const names = /** @type {Array<keyof T>} */ (Object.keys(fields));
    if (names.every((name) => previous[name] === fields[name])) return;
    this.#state = { ...previous, ...fields };
    this.#changes.push([this.#state, previous]);
    if (!this.#telling) this.#tell();
  }

  /**
   * @param {Listener<T>} listener
   * @returns {() => void} stops listening
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell() {
    this.#telling = true;
    for (let change = this.#changes.shift(); change; change = this.#changes.shift()) {
      for (const listener of [...this.#listeners]) {
        try {
          listener(...change);
        } catch (error) {
          // One broken view must not keep the others, or the autosave, from hearing.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    }
    this.#telling = false;
  }
}
