// @ts-check
// The site's own database. What version 0.1 kept in localStorage is taken into it before anything else, by a script
// that nobody else loads.

/** @import { IDBPDatabase } from 'idb' */
/** @import { Schema } from './database.js' */

import { Database } from './database.js';

/** How the keys of version 0.1 begin, but for the settings, which stay: see settings.js. */
const OLD = /^cannonfish\.(game\.|puzzle|unreadable)/;

export const siteDatabase = () => new Database({ prepare: takeOld });

/** @param {IDBPDatabase<Schema>} db */
async function takeOld(db) {
  try {
    if (!Object.keys(localStorage).some((key) => OLD.test(key))) return;
  } catch {
    return; // a browser without storage has no old games
  }
  const { migrate } = await import('./migration.js');
  await migrate(db, () => localStorage);
}
