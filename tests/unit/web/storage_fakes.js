// IndexedDB for tests without a browser, and ways in which it fails. Databases of one name are tabs of one browser.

import 'fake-indexeddb/auto';
import { Database } from '../../../web/storage/database.js';
import { quotaError } from './game_fakes.js';

/** BroadcastChannel that does not keep a test running. */
class FakeChannel {
  static all = new Set();
  onmessage = () => {};

  constructor(name) {
    this.name = name;
    FakeChannel.all.add(this);
  }
  postMessage(data) {
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name) setImmediate(() => other.onmessage({ data }));
    }
  }
  close() {
    FakeChannel.all.delete(this);
  }
}
globalThis.BroadcastChannel = FakeChannel;

let count = 0;

/** A browser profile of its own. */
export function newProfile() {
  count += 1;
  return `profile ${count}`;
}

/** A tab's database. @param {string} profile */
export const openTab = (profile = newProfile()) => new Database({ name: profile });

/** Run an action while every write finds no room. */
export function withoutRoom(action) {
  return during({ put: fails(quotaError()), add: fails(quotaError()) }, IDBObjectStore.prototype, action);
}

/** Run an action while the browser refuses to open a database. */
export function whenRefused(action) {
  return during({ open: fails(new DOMException('no', 'SecurityError')) }, IDBFactory.prototype, action);
}

/** Run an action while a request to open a database is never answered. */
export function whenSilent(action) {
  return during({ open: () => new IDBOpenDBRequest() }, IDBFactory.prototype, action);
}

/**
 * Run an action and count what it writes: the lengths of all values, as JSON.
 * @returns {Promise<Record<string, number>>} characters by store
 */
export async function written(action) {
  const { put } = IDBObjectStore.prototype;
  const sizes = {};
  const count = function (value, ...key) {
    sizes[this.name] = (sizes[this.name] ?? 0) + JSON.stringify(value).length;
    return put.call(this, value, ...key);
  };
  await during({ put: count }, IDBObjectStore.prototype, action);
  return sizes;
}

const fails = (error) => () => {
  throw error;
};

async function during(methods, prototype, action) {
  const before = Object.fromEntries(Object.keys(methods).map((name) => [name, prototype[name]]));
  Object.assign(prototype, methods);
  try {
    return await action();
  } finally {
    Object.assign(prototype, before);
  }
}
