import assert from 'node:assert/strict';
import 'fake-indexeddb/auto';
import test from 'node:test';
import { KeptTables } from '../../../../web/tablebase/kept-tables.js';

test('a table is there again on the next visit, until it is removed', async () => {
  const tables = new KeptTables({ name: 'a' });
  assert.equal(await tables.read('KR-k'), null);
  assert.equal(await tables.write('KR-k', 'WFFFMQ=='), 'kept');
  const later = new KeptTables({ name: 'a' });
  assert.equal(await later.read('KR-k'), 'WFFFMQ==');
  await later.remove('KR-k');
  assert.equal(await tables.read('KR-k'), null);
});

test('a browser without storage, or with a full one, says so and nothing else happens', async () => {
  const { open } = indexedDB;
  indexedDB.open = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const tables = new KeptTables({ name: 'b' });
  assert.equal(await tables.write('KR-k', 'x'), 'refused');
  assert.equal(await tables.read('KR-k'), null);
  await tables.remove('KR-k');
  indexedDB.open = open;
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  assert.equal(await tables.write('KR-k', 'x'), 'full');
  IDBObjectStore.prototype.put = put;
  assert.equal(await tables.write('KR-k', 'x'), 'kept', 'it tries again');
});

test('a table that comes with the site is fetched once, when it is asked for', async () => {
  const asked = [];
  const shipped = new Set(['KN-ka']);
  const fetchTable = async (/** @type {string} */ name) => {
    asked.push(name);
    return 'WFFFMQ==';
  };
  const tables = new KeptTables({ name: 'c', shipped, fetchTable });
  await tables.write('KR-k', 'x');
  assert.deepEqual(await tables.names(), ['KN-ka', 'KR-k']);
  assert.equal(await tables.read('KN-k'), null, 'it is neither kept nor shipped');
  assert.equal(await tables.read('KN-ka'), 'WFFFMQ==');
  assert.equal(await new KeptTables({ name: 'c', shipped, fetchTable }).read('KN-ka'), 'WFFFMQ==');
  assert.deepEqual(asked, ['KN-ka']);
});

test('without a network, a table that comes with the site is missing like any other', async () => {
  const fetchTable = () => Promise.reject(new TypeError('Failed to fetch'));
  const tables = new KeptTables({ name: 'd', shipped: new Set(['KN-ka']), fetchTable });
  assert.equal(await tables.read('KN-ka'), null);
});
