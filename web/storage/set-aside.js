// Data that cannot be read is set aside unchanged.

/** @import { Transaction, UnreadableRow } from './database.js' */

/** A saved game that cannot be read; `message` says what is wrong with it. */
export class RecordError extends Error {}

/** @param {Transaction} tx @param {Pick<UnreadableRow, 'from' | 'text' | 'reason'>} what */
export const asideAs = (tx, what) => tx.objectStore('unreadable').add({ ...what, at: Date.now() });
