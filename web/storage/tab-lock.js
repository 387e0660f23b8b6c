// Decides which open tab plays a game: the one that holds a Web Lock. The browser passes the lock on when
// that tab closes or crashes.

/**
 * The locks of the platform, as far as we use them.
 * @typedef {Pick<LockManager, 'request'>} Locks
 */

export class TabLock {
  #locks;
  #name;
  #onChange;
  /** @type {(() => void) | null} releases the lock that we hold */
  #release = null;
  /** @type {AbortController | null} ends our waiting in line */
  #waiting = null;
  #disposed = false;

  /**
   * @param {Locks | undefined} locks  without them (an old browser) every tab believes that it plays, and only the
   *   check before each save keeps one from overwriting the other
   * @param {string} name  one lock for each slot
   * @param {(holds: boolean) => void} onChange  called when the lock is given or taken later on
   */
  constructor(locks, name, onChange) {
    this.#locks = locks;
    this.#name = name;
    this.#onChange = onChange;
  }

  /** @returns {Promise<boolean>} whether this tab plays; if not, it waits in line behind the one that does */
  async acquire() {
    const held = await this.#request({ ifAvailable: true });
    if (!held) this.#wait();
    return held;
  }

  /** Take the lock from whoever has it; that tab is told. */
  async takeOver() {
    this.#waiting?.abort();
    await this.#request({ steal: true });
  }

  /** Release the lock, or refuse it if it is still on its way. */
  dispose() {
    this.#disposed = true;
    this.#waiting?.abort();
    this.#release?.();
  }

  async #wait() {
    if (this.#disposed) return;
    this.#waiting = new AbortController();
    if (await this.#request({ signal: this.#waiting.signal })) this.#onChange(true);
  }

  /**
   * Resolves as soon as it is known whether the lock is ours; the lock is then held until it is released or stolen.
   * @param {LockOptions} options
   * @returns {Promise<boolean>}
   */
  #request(options) {
    const locks = this.#locks;
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve) => {
      const hold = (/** @type {Lock | null} */ lock) => {
        const ours = lock !== null && !this.#disposed;
        resolve(ours);
        if (ours) return new Promise((release) => (this.#release = () => release(null)));
      };
      locks.request(this.#name, options, hold).catch((error) => {
        if (options.signal?.aborted) return resolve(false); // we stopped waiting
        if (error?.name !== 'AbortError') return resolve(true); // locks do not work here: as if there were none
        this.#release = null;
        this.#onChange(false);
        this.#wait();
      });
    });
  }
}
