// @ts-check
// Keeps the game at hand: one saved game, and the right to play it among the open tabs.

/** @import { Game, GameName } from './types.js' */
/** @import { ReadResult, WriteResult } from './saves.js' */
/** @import { Locks } from './tabs.js' */

import { USUAL } from './games.js';
import { MAIN, peek, SavedGame } from './saves.js';
import { TabLock } from './tabs.js';

/** The slot of the game at hand. @param {GameName} game */
export const mainSlot = (game) => (game === USUAL ? MAIN : `${MAIN}.${game}`);

export class Keeper {
  #open;
  #locks;
  /** @type {SavedGame} */
  #saved;
  /** @type {TabLock | null} */
  #lock = null;
  /** Called when this tab gets or loses the right to play. @type {(plays: boolean) => void} */
  onPlays = () => {};
  /** Called when another tab has saved this game. */
  onSavedElsewhere = () => {};

  /**
   * @param {object} platform
   * @param {() => Storage} platform.storage  gives the storage, or throws where the browser refuses it
   * @param {Locks} [platform.locks]
   * @param {EventTarget} [platform.events]  where the platform reports `storage` events
   */
  constructor({ storage, locks, events }) {
    this.#open = storage;
    this.#locks = locks;
    this.#saved = new SavedGame(storage, MAIN);
    events?.addEventListener('storage', (event) => {
      if (/** @type {StorageEvent} */ (event).key === this.#saved.key) this.onSavedElsewhere();
    });
  }

  /**
   * Turn to a slot and leave the one before.
   * @param {string} slot
   * @returns {Promise<{ plays: boolean, read: ReadResult }>}
   */
  async take(slot) {
    this.#lock?.dispose();
    this.#saved = new SavedGame(this.#open, slot);
    this.#lock = new TabLock(this.#locks, this.#saved.key, (plays) => this.onPlays(plays));
    const plays = await this.#lock.acquire();
    return { plays, read: this.#saved.read() };
  }

  /** The game in a slot that nobody turns to, or null. @param {string} slot @returns {Game | null} */
  peek(slot) {
    return peek(this.#open, slot);
  }

  /** Take the right to play from the tab that has it. */
  async takeOver() {
    await this.#lock?.takeOver();
    this.onPlays(true);
  }

  /** @returns {ReadResult} */
  read() {
    return this.#saved.read();
  }

  /** @param {Game} game @param {{ force?: boolean }} [options] @returns {WriteResult} */
  write(game, options) {
    return this.#saved.write(game, options);
  }
}
