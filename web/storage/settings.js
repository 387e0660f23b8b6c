// Settings, each under a key of its own, so that tabs that change different ones do not undo each other's.

/** @import { Settings } from '../game/settings.js' */
/** @import { Database, Transaction } from './database.js' */

import { GAME_NAMES } from '../game/games.js';
import { settingsFrom } from '../game/settings.js';

/** A copy in localStorage: IndexedDB cannot be read before the first paint, and a dark page must not begin bright. */
const MIRROR = 'cannonfish.settings';
const LEVEL = 'level.';

/** The settings in the mirror. @param {() => Storage} open gives the storage, or throws @returns {Settings} */
export const readMirror = (open) => settingsFrom(storedIn(open));

/** @param {() => Storage} open @returns {any} null if the storage is empty or cannot be read */
function storedIn(open) {
  try {
    return JSON.parse(open().getItem(MIRROR) ?? 'null');
  } catch {
    return null;
  }
}

/** The settings that only the mirror has, because the database refused them. @param {() => Storage} open @returns {Record<string, unknown>} */
const unsavedIn = (open) => storedIn(open)?.unsaved ?? {};

export class KeptSettings {
  #database;
  #open;
  /** @type {Settings} */
  #now;
  /** Counts the transactions: an older one does not know what a newer one has changed. */
  #latest = 0;

  /** @param {Database} database @param {() => Storage} open gives the storage of the mirror, or throws */
  constructor(database, open) {
    this.#database = database;
    this.#open = open;
    this.#now = readMirror(open);
  }

  /** The settings as this tab knows them: at first from the mirror, then from the database. */
  get now() {
    return this.#now;
  }

  /** Read the database; an empty one is filled from the mirror. Without one, the mirror has to do. @returns {Promise<Settings>} */
  async load() {
    await this.#put(Object.entries(unsavedIn(this.#open)));
    return this.#now;
  }

  /** @param {Partial<Settings>} changes @returns {Promise<boolean>} whether they are kept beyond this visit */
  async change(changes) {
    const before = flat(this.#now);
    const changed = Object.entries(flat(changes)).filter(([name, value]) => before[name] !== value);
    this.#now = { ...this.#now, ...changes };
    const unsaved = { ...unsavedIn(this.#open), ...Object.fromEntries(changed) };
    const mirrored = this.#mirror({ ...flat(readMirror(this.#open)), ...unsaved }, unsaved);
    return (await this.#put(Object.entries(unsaved))) || mirrored;
  }

  /** @param {Array<[string, unknown]>} changed @returns {Promise<boolean>} whether it could be done */
  async #put(changed) {
    this.#latest += 1;
    const mine = this.#latest;
    const known = Object.entries(flat(this.#now));
    try {
      const all = await this.#database.run(['settings'], 'readwrite', async (tx) => {
        const isEmpty = (await tx.objectStore('settings').getKey('theme')) === undefined;
        await putSettings(tx, isEmpty ? known : changed);
        return allSettings(tx);
      });
      if (mine === this.#latest) {
        this.#now = whole(all);
        this.#mirror(all);
      }
      return true;
    } catch {
      return false;
    }
  }

  /** @param {Record<string, unknown>} all @param {object} [unsaved]  those the database may not have @returns {boolean} */
  #mirror(all, unsaved) {
    try {
      this.#open().setItem(MIRROR, JSON.stringify({ unsaved, ...whole(all) }));
      return true;
    } catch {
      return false;
    }
  }
}

/** Settings by key: each game's level is a setting of its own. @param {Partial<Settings>} settings @returns {Record<string, unknown>} */
export function flat({ levels, ...others }) {
  const each = Object.entries(levels ?? {}).map(([game, level]) => [LEVEL + game, level]);
  return { ...others, ...Object.fromEntries(each) };
}

/** @param {Record<string, unknown>} all @returns {Settings} */
function whole(all) {
  const levels = GAME_NAMES.map((game) => [game, all[LEVEL + game]]);
  return settingsFrom({ ...all, levels: Object.fromEntries(levels) });
}

/** @param {Transaction} tx @returns {Promise<Record<string, unknown>>} */
async function allSettings(tx) {
  const settings = tx.objectStore('settings');
  const [keys, values] = await Promise.all([settings.getAllKeys(), settings.getAll()]);
  return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
}

/** @param {Transaction} tx @param {Array<[string, unknown]>} changed */
export async function putSettings(tx, changed) {
  const settings = tx.objectStore('settings');
  await Promise.all(changed.map(([name, value]) => settings.put(value, name)));
}
