// @ts-check
// Where games are kept between visits: one slot for the game at hand, one for each address that asked for a
// position of its own. Every way in which a browser's storage can let us down has a name here.

/** @import { Game } from './types.js' */

import { fromRecord, toRecord } from './record.js';

const PREFIX = 'cannonfish.game.';
const UNREADABLE = 'cannonfish.unreadable';
const MAX_ADDRESSES = 40;
/** How the slots of the games at hand begin; all others belong to addresses. */
export const MAIN = 'main';

/**
 * `none`: nothing was saved; `refused`: the browser gives this page no storage; `unreadable`: what was saved
 * cannot be read and has been set aside as it is.
 * @typedef {{ status: 'none' } | { status: 'read', game: Game } | { status: 'refused' }
 *   | { status: 'unreadable', reason: string, text: string }} ReadResult
 */

/**
 * `full`: there is no room; `taken`: another tab has written here since we last read or wrote, so that writing
 * would destroy its moves.
 * @typedef {'saved' | 'full' | 'refused' | 'taken'} WriteResult
 */

export class SavedGame {
  #open;
  #key;
  /** @type {string | null} what we last saw or wrote there */
  #known = null;

  /**
   * @param {() => Storage} open gives the storage, or throws where the browser refuses it
   * @param {string} [slot]
   */
  constructor(open, slot = MAIN) {
    this.#open = open;
    this.#key = PREFIX + slot;
  }

  /** The storage key, by which other tabs' changes can be told. */
  get key() {
    return this.#key;
  }

  /** @returns {ReadResult} */
  read() {
    let text;
    try {
      text = this.#open().getItem(this.#key);
    } catch {
      return { status: 'refused' };
    }
    this.#known = text;
    if (text === null) return { status: 'none' };
    try {
      return { status: 'read', game: fromRecord(JSON.parse(text)) };
    } catch (error) {
      this.#setAside(text);
      return { status: 'unreadable', reason: /** @type {Error} */ (error).message, text };
    }
  }

  /**
   * @param {Game} game
   * @param {{ force?: boolean, now?: number }} [options] force: write even over another tab's moves
   * @returns {WriteResult}
   */
  write(game, { force = false, now = Date.now() } = {}) {
    const text = JSON.stringify({ ...toRecord(game), savedAt: now });
    let storage;
    try {
      storage = this.#open();
      if (!force && storage.getItem(this.#key) !== this.#known) return 'taken';
    } catch {
      return 'refused';
    }
    try {
      storage.setItem(this.#key, text);
    } catch (error) {
      return isQuota(error) ? 'full' : 'refused';
    }
    this.#known = text;
    return 'saved';
  }

  /** What cannot be read is moved to a place of its own, so that the next save does not overwrite it. @param {string} text */
  #setAside(text) {
    try {
      const storage = this.#open();
      storage.setItem(UNREADABLE, text);
      storage.removeItem(this.#key);
      this.#known = null;
    } catch {
      // There is no room for a second copy; it stays where it is until the next save.
    }
  }
}

/**
 * Forget the oldest games that addresses asked for, beyond a generous number. The main game is never touched.
 * @param {() => Storage} open
 */
export function forgetOldAddresses(open) {
  try {
    const storage = open();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    const dated = keys
      .filter((key) => key.startsWith(PREFIX) && !MAIN_KEY.test(key))
      .map((key) => ({ key, savedAt: savedAt(storage.getItem(key)) }))
      .sort((a, b) => b.savedAt - a.savedAt);
    for (const { key } of dated.slice(MAX_ADDRESSES)) storage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}

const MAIN_KEY = new RegExp(`^${PREFIX.replaceAll('.', '\\.')}${MAIN}(\\.[a-z]+)?$`);

/**
 * Look at a saved game without touching it; null if there is none that can be read.
 * @param {() => Storage} open
 * @param {string} slot
 * @returns {Game | null}
 */
export function peek(open, slot) {
  try {
    return fromRecord(JSON.parse(open().getItem(PREFIX + slot) ?? ''));
  } catch {
    return null;
  }
}

/** @param {string | null} text */
function savedAt(text) {
  return Number(text?.match(/"savedAt":(\d+)\}$/)?.[1] ?? 0);
}

/** @param {unknown} error */
function isQuota(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED';
}
