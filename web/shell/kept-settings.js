// The settings in localStorage, where they can be read before the first paint.

/** @import { Settings } from '../game/settings.js' */

import { NAMES, settingsFrom } from '../game/settings.js';

const KEY = 'cannonfish.settings';

export class KeptSettings {
  #open;
  /** Changes that the storage has not taken. @type {Partial<Settings>} */
  #unsaved = {};
  /** The settings as this tab knows them. @type {Settings} */
  now;

  /** @param {() => Storage} [open]  gives the storage, or throws */
  constructor(open = () => localStorage) {
    this.#open = open;
    this.now = this.#read();
  }

  /** Change some; what other tabs have changed stays. @param {Partial<Settings>} changes @returns {boolean} whether they are kept beyond this visit */
  change(changes) {
    this.#unsaved = { ...this.#unsaved, ...changes };
    this.now = this.#read();
    try {
      this.#open().setItem(KEY, JSON.stringify(this.now));
      this.#unsaved = {};
      return true;
    } catch {
      return false;
    }
  }

  /** @param {(changes: Partial<Settings>) => void} listener  called with what another tab has changed */
  onChange(listener) {
    addEventListener('storage', ({ key }) => {
      if (key !== KEY && key !== null) return; // null: everything was cleared
      const before = this.now;
      this.now = this.#read();
      const changed = NAMES.filter((name) => JSON.stringify(this.now[name]) !== JSON.stringify(before[name]));
      if (changed.length > 0) listener(Object.fromEntries(changed.map((name) => [name, this.now[name]])));
    });
  }

  #read() {
    let stored = null;
    try {
      stored = JSON.parse(this.#open().getItem(KEY) ?? 'null');
    } catch {
      // No storage, or nothing readable in it: the defaults apply.
    }
    return settingsFrom({ ...stored, ...this.#unsaved });
  }
}
