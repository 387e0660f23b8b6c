import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULTS } from '../../../../web/game/settings.js';
import { KeptSettings } from '../../../../web/shell/kept-settings.js';
import { KeptValue } from '../../../../web/storage/kept-value.js';
import { FakeStorage, quotaError } from '../game_fakes.js';
import { newProfile, openTab, whenRefused } from '../storage_fakes.js';

const refusing = () => {
  throw new DOMException('no', 'SecurityError');
};
const KEY = 'cannonfish.settings';
/** The settings in a tab of a browser. @param {FakeStorage} storage */
const tab = (storage) => new KeptSettings(() => storage);

test('settings survive', () => {
  const storage = new FakeStorage();
  const settings = tab(storage);
  assert.deepEqual(settings.now, DEFAULTS);
  assert.equal(settings.change({ theme: 'dark', game: 'chess', lang: 'zh-Hans' }), true);
  assert.deepEqual(tab(storage).now, { ...DEFAULTS, theme: 'dark', game: 'chess', lang: 'zh-Hans' });
});

test('settings that were kept in the database as well are all there', () => {
  // The page kept them twice; this is the copy, as it was written with every change.
  const copy = { unsaved: { theme: 'dark' }, schema: 2, ...DEFAULTS, theme: 'dark', levels: { xiangqi: 5 } };
  const { now } = tab(new FakeStorage({ [KEY]: JSON.stringify(copy) }));
  assert.deepEqual(now, { ...DEFAULTS, theme: 'dark', levels: { ...DEFAULTS.levels, xiangqi: 5 } });
});

test('two tabs that change different settings do not undo each other', () => {
  // Bug: each tab wrote all settings as it had read them, so that the last one to change anything won in everything.
  const storage = new FakeStorage();
  const [one, two] = [tab(storage), tab(storage)];
  one.change({ theme: 'dark' });
  two.change({ lang: 'zh-Hans' });
  one.change({ board: 'paper' });
  const wanted = { ...DEFAULTS, theme: 'dark', lang: 'zh-Hans', board: 'paper' };
  assert.deepEqual(tab(storage).now, wanted);
  assert.deepEqual(one.now, wanted);
});

test('a tab is told what another one has changed, and nothing else', () => {
  const listeners = [];
  globalThis.addEventListener = (_, listener) => listeners.push(listener);
  const storage = new FakeStorage();
  const told = [];
  const [one, two] = [tab(storage), tab(storage)];
  one.onChange((changes) => told.push(changes));
  two.change({ theme: 'dark', levels: { ...two.now.levels, chess: 7 } });
  for (const key of ['other', KEY, KEY]) listeners[0]({ key });
  assert.deepEqual(told, [{ theme: 'dark', levels: { ...DEFAULTS.levels, chess: 7 } }]);
  one.change({ levels: { ...one.now.levels, xiangqi: 5 } });
  assert.deepEqual(tab(storage).now.levels, { ...DEFAULTS.levels, xiangqi: 5, chess: 7 });
  storage.removeItem(KEY);
  listeners[0]({ key: null });
  assert.deepEqual(one.now, DEFAULTS, 'everything was cleared');
  delete globalThis.addEventListener;
});

test('without storage or without room, settings hold until the page is closed, and that is told', () => {
  const none = new KeptSettings(refusing);
  assert.equal(none.change({ theme: 'dark' }), false);
  none.change({ board: 'paper' });
  assert.deepEqual(none.now, { ...DEFAULTS, theme: 'dark', board: 'paper' });
  const full = new FakeStorage({ [KEY]: '{"large":true}' });
  full.fail(quotaError());
  const settings = tab(full);
  assert.equal(settings.change({ theme: 'dark' }), false);
  full.fail(null);
  assert.equal(settings.change({ board: 'paper' }), true);
  assert.deepEqual(tab(full).now, { ...DEFAULTS, large: true, theme: 'dark', board: 'paper' });
});

test('settings that cannot be read give way to the defaults', () => {
  for (const junk of ['{"theme', '7', 'null', '[]', '"text"'])
    assert.deepEqual(tab(new FakeStorage({ [KEY]: junk })).now, DEFAULTS, junk);
});

test('a value of a page is there again at the next visit', async () => {
  const profile = newProfile();
  const value = new KeptValue(openTab(profile), 'puzzle.filter');
  await value.load();
  assert.equal(value.now, null);
  await value.change({ from: 5 });
  const next = new KeptValue(openTab(profile), 'puzzle.filter');
  await next.load();
  assert.deepEqual(next.now, { from: 5 });
  await whenRefused(async () => {
    const none = new KeptValue(openTab(profile), 'puzzle.filter');
    await none.load();
    none.change({ from: 6 });
    assert.deepEqual(none.now, { from: 6 });
  });
});
