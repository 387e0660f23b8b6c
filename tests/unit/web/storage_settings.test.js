import assert from 'node:assert/strict';
import test from 'node:test';
import { DEFAULTS } from '../../../web/game/settings.js';
import { KeptSettings, readMirror } from '../../../web/storage/settings.js';
import { KeptValue } from '../../../web/storage/value.js';
import { FakeStorage, quotaError } from './game_fakes.js';
import { newProfile, openTab, whenRefused } from './storage_fakes.js';

const refusing = () => {
  throw new DOMException('no', 'SecurityError');
};
/** The settings in a tab of a browser. */
async function tab(profile, mirror) {
  const settings = new KeptSettings(openTab(profile), () => mirror);
  await settings.load();
  return settings;
}

test('settings survive', async () => {
  const [profile, mirror] = [newProfile(), new FakeStorage()];
  const settings = await tab(profile, mirror);
  assert.deepEqual(settings.now, DEFAULTS);
  assert.equal(await settings.change({ theme: 'dark', game: 'chess', lang: 'zh-Hans' }), true);
  const wanted = { ...DEFAULTS, theme: 'dark', game: 'chess', lang: 'zh-Hans' };
  assert.deepEqual((await tab(profile, mirror)).now, wanted);
  assert.deepEqual(
    readMirror(() => mirror),
    wanted,
    'they can be read before the first paint',
  );
});

test('two tabs that change different settings do not undo each other', async () => {
  // Bug: each tab wrote all settings as it had read them, so that the last one to change anything won in everything.
  const [profile, mirror] = [newProfile(), new FakeStorage()];
  const [one, two] = [await tab(profile, mirror), await tab(profile, mirror)];
  await one.change({ theme: 'dark', levels: { ...one.now.levels, xiangqi: 5 } });
  await two.change({ lang: 'zh-Hans', levels: { ...two.now.levels, chess: 7 } });
  await one.change({ board: 'paper' });
  const levels = { ...DEFAULTS.levels, xiangqi: 5, chess: 7 };
  const wanted = { ...DEFAULTS, theme: 'dark', lang: 'zh-Hans', board: 'paper', levels };
  assert.deepEqual((await tab(profile, mirror)).now, wanted);
  assert.deepEqual(one.now, wanted);
  assert.deepEqual(
    readMirror(() => mirror),
    wanted,
  );
});

test('a change that is made before the database has been read is not lost', async () => {
  const [profile, mirror] = [newProfile(), new FakeStorage()];
  await (await tab(profile, mirror)).change({ theme: 'dark', side: 'second' });
  const settings = new KeptSettings(openTab(profile), () => new FakeStorage());
  const loading = settings.load();
  const changing = settings.change({ theme: 'light' });
  await Promise.all([loading, changing]);
  assert.deepEqual(settings.now, { ...DEFAULTS, theme: 'light', side: 'second' });
});

test('one of the two storages is enough', async () => {
  const [profile, mirror] = [newProfile(), new FakeStorage()];
  await whenRefused(async () => {
    const settings = new KeptSettings(openTab(profile), () => mirror);
    await settings.load();
    assert.equal(await settings.change({ theme: 'dark' }), true);
    const none = new KeptSettings(openTab(profile), refusing);
    assert.equal(await none.change({ theme: 'dark' }), false);
    assert.equal(none.now.theme, 'dark', 'it holds until the page is closed');
  });
  assert.equal((await tab(profile, mirror)).now.theme, 'dark');
  const full = new FakeStorage();
  full.fail(quotaError());
  const settings = await tab(profile, full);
  assert.equal(await settings.change({ board: 'paper' }), true);
  assert.equal((await tab(profile, full)).now.board, 'paper');
});

test('a setting that only the mirror could take is still there when the database works again', async () => {
  // Bug: the next visit read the older value from the database, and copied it over the newer one in the mirror.
  const [profile, mirror] = [newProfile(), new FakeStorage()];
  await (await tab(profile, mirror)).change({ theme: 'dark', board: 'paper' });
  await whenRefused(async () => {
    const settings = new KeptSettings(openTab(profile), () => mirror);
    await settings.load();
    await settings.change({ theme: 'light' });
    await settings.change({ levels: { ...settings.now.levels, chess: 7 } });
  });
  const later = (await tab(profile, mirror)).now;
  assert.deepEqual([later.theme, later.board, later.levels.chess], ['light', 'paper', 7]);
  const elsewhere = (await tab(profile, new FakeStorage())).now;
  assert.deepEqual(elsewhere, later, 'the database has them now');
  await (await tab(profile, new FakeStorage())).change({ theme: 'dark' });
  assert.equal((await tab(profile, mirror)).now.theme, 'dark', 'and is the one that counts again');
});

test('a mirror that cannot be read is replaced', async () => {
  for (const junk of ['{"theme', '7', 'null', '[]']) {
    const mirror = new FakeStorage({ 'cannonfish.settings': junk });
    assert.deepEqual((await tab(newProfile(), mirror)).now, DEFAULTS);
  }
  assert.deepEqual(readMirror(refusing), DEFAULTS);
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
