// Data that cannot be read is set aside unchanged and reported once.

/** @import { Database, Transaction, UnreadableRow } from './database.js' */

/** A saved game that cannot be read; `message` says what is wrong with it. */
export class RecordError extends Error {}

/** @param {Transaction} tx @param {Pick<UnreadableRow, 'from' | 'text' | 'reason'> & { told?: boolean }} what */
export const asideAs = (tx, { told = false, ...what }) =>
  tx.objectStore('unreadable').add({ ...what, at: Date.now(), told });

/**
 * The data set aside from there and not reported yet, or null. From now on it counts as reported.
 * @param {Database} database
 * @param {string} from
 * @returns {Promise<UnreadableRow | null>}
 */
export function untold(database, from) {
  return database.run(['unreadable'], 'readwrite', async (tx) => {
    const store = tx.objectStore('unreadable');
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
      const row = cursor.value;
      if (row.from !== from || row.told) continue;
      await cursor.update({ ...row, told: true });
      return row;
    }
    return null;
  });
}
