// The site's own database. Data that version 0.1 kept in localStorage is moved into it first, by a script
// that is loaded only then.

/** @import { IDBPDatabase } from 'idb' */
/** @import { Schema } from './database.js' */

import { load } from '../engine/load.js';
import { Database } from './database.js';

/** The prefixes of the keys of version 0.1, except the settings, which stay: see settings.js. */
const OLD = /^cannonfish\.(game\.|puzzle|unreadable)/;

export const siteDatabase = () => new Database({ prepare: takeOld });

/** @param {IDBPDatabase<Schema>} db */
async function takeOld(db) {
  try {
    if (!Object.keys(localStorage).some((key) => OLD.test(key))) return;
  } catch {
    return; // a browser without storage has no old games
  }
  const found = await load(() => import('./migration.js')).catch(() => null); // the next visit tries again
  await found?.migrate(db, () => localStorage);
}
