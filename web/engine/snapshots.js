// A snapshot is the memory of a Python that has the engine loaded. It is made after a first start, kept by the
// browser, and makes later starts several times faster. It fits only the build and the browser that made it, and one
// that does not work is worth nothing: whoever fails to use it discards it. At most one is kept.

import { canSuspend } from './mailbox.js';

export class Snapshots {
  #name;
  #url;

  /**
   * @param {URL} base  the root of the site; sites that share an origin have separate snapshots
   * @param {string} version  of the build
   */
  constructor(base, version) {
    this.#name = snapshotCache(base);
    const key = [version, canSuspend() ? 'suspends' : 'plain', navigator.userAgent];
    this.#url = new URL(`__snapshot__?${encodeURIComponent(key.join(' '))}`, base).href;
  }

  /** Whether there is any snapshot of a site, of this build or another. Never rejects. @param {URL} base */
  static async areThere(base) {
    try {
      return await caches.has(snapshotCache(base));
    } catch {
      return false;
    }
  }

  /** The snapshot for this build and browser, or null. Never rejects: without storage there is none. */
  async read() {
    try {
      const cache = await caches.open(this.#name);
      const response = await cache.match(this.#url);
      if (!response) return null;
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      return null;
    }
  }

  /** Keep a snapshot in place of all others. @param {Uint8Array} memory @returns {Promise<string | null>} what went wrong */
  async keep(memory) {
    try {
      const cache = await caches.open(this.#name);
      for (const request of await cache.keys()) await cache.delete(request);
      await cache.put(this.#url, new Response(/** @type {any} */ (memory)));
      return null;
    } catch (error) {
      await this.discard();
      return String(error);
    }
  }

  /** Delete every snapshot of the site. */
  async discard() {
    try {
      await caches.delete(this.#name);
    } catch {
      // Where there is no storage there is nothing to discard.
    }
  }
}

/** @param {URL} base */
function snapshotCache(base) {
  return `cannonfish snapshot ${base.pathname}`;
}
