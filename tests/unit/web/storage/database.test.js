import assert from 'node:assert/strict';
import test from 'node:test';
import { openDB } from 'idb';
import { Database, StorageError } from '../../../../web/storage/database.js';
import { until } from '../game_fakes.js';
import { newProfile, openTab, whenRefused, whenSilent, withoutRoom } from '../storage_fakes.js';

const read = (database) =>
  database.run(['settings'], 'readonly', (tx) => tx.objectStore('settings').get('theme'));
const write = (database, value = 'dark') =>
  database.run(['settings'], 'readwrite', (tx) => tx.objectStore('settings').put(value, 'theme'));
const trouble = (reason) => (error) => error instanceof StorageError && error.trouble === reason;

test('a transaction is done as a whole or not at all', async () => {
  const database = openTab();
  await write(database);
  const half = database.run(['settings'], 'readwrite', async (tx) => {
    await tx.objectStore('settings').put('light', 'theme');
    throw new Error('in the middle');
  });
  await assert.rejects(
    half,
    (error) => error instanceof StorageError && error.cause.message === 'in the middle',
  );
  assert.equal(await read(database), 'dark');
});

test('a database that cannot be opened is refused, and at once from then on', async () => {
  const database = openTab();
  await whenRefused(() => assert.rejects(read(database), trouble('refused')));
  await assert.rejects(write(database), trouble('refused'));
});

test('a browser that never answers is not waited for', async () => {
  const database = new Database({ name: newProfile(), patience: 10 });
  await whenSilent(() => assert.rejects(read(database), trouble('refused')));
});

test('no room is told as that', async () => {
  await withoutRoom(() => assert.rejects(write(openTab()), trouble('full')));
});

test('a tab of an older version does not stand in the way of a newer one, and is told that it is outdated', async () => {
  const name = newProfile();
  const old = new Database({ name });
  await write(old);
  const newer = await openDB(name, 1000);
  assert.equal(newer.version, 1000);
  await assert.rejects(read(old), trouble('outdated'));
  await assert.rejects(read(new Database({ name })), trouble('outdated'));
});

test('a tab that keeps an older version open blocks this one', async () => {
  const name = newProfile();
  const old = await new Promise((resolve) => {
    const request = indexedDB.open(name, 1);
    request.onsuccess = () => resolve(request.result);
  });
  await assert.rejects(read(new Database({ name, version: 2, patience: 20 })), trouble('blocked'));
  old.close();
});

test('a database that the visitor deletes is made again', async () => {
  const name = newProfile();
  const database = new Database({ name });
  await write(database);
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
  assert.equal(await read(database), undefined);
  await write(database);
  assert.equal(await read(database), 'dark');
});

test('other tabs hear of a change, the tab itself does not', async () => {
  const name = newProfile();
  const [one, two] = [new Database({ name }), new Database({ name })];
  const heard = [];
  one.onChange((change) => heard.push(['one', change.of]));
  const stop = two.onChange((change) => heard.push(['two', change.of]));
  one.tell({ store: 'games', of: 'main' });
  await until(() => heard.length > 0);
  stop();
  one.tell({ store: 'games', of: 'later' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(heard, [['two', 'main']]);
});
