import assert from 'node:assert/strict';
import test from 'node:test';
import { KeptPuzzles, MOST_PUZZLES } from '../../../../web/puzzles/kept-puzzles.js';
import { puzzleFrom, readPuzzles } from '../../../../web/puzzles/puzzle.js';
import { KeptProgress } from '../../../../web/training/kept-progress.js';
import { NOTHING, recorded } from '../../../../web/training/progress.js';
import { settled } from '../game_fakes.js';
import { newProfile, openTab, whenRefused, withoutRoom, written } from '../storage_fakes.js';

let seconds = 0;
const solved = (id, result = 'solved') => {
  const attempt = { id, rating: 1500, result, at: new Date(2026, 0, 1, 12, 0, ++seconds) };
  return (progress) => recorded(progress, attempt);
};
async function tab(profile, game = 'xiangqi') {
  const kept = new KeptProgress(openTab(profile), game);
  await kept.load();
  return kept;
}
const ids = (progress) => progress.attempts.map(({ id }) => id);
const puzzle = (id) =>
  puzzleFrom({ id, fen: '3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1', moves: ['a0a9'], source: 'own' });
const kept = async (profile, place = 'own') =>
  readPuzzles(await new KeptPuzzles(openTab(profile), place).load()).puzzles.map(({ id }) => id);

test('progress comes back as it was; each game has its own', async () => {
  const profile = newProfile();
  const progress = await tab(profile);
  assert.deepEqual(progress.read(), NOTHING);
  for (const [id, result] of [['a'], ['b', 'failed'], ['c', 'helped'], ['b', 'solved']])
    progress.change(solved(id, result));
  await settled();
  const again = await tab(profile);
  assert.deepEqual(again.read(), progress.read());
  assert.equal(again.keeping, 'kept');
  assert.deepEqual((await tab(profile, 'chess')).read(), NOTHING);
});

test('a change shows at once; two tabs that change progress at the same time lose nothing', async () => {
  const profile = newProfile();
  const [one, two] = [await tab(profile), await tab(profile)];
  let news = 0;
  two.onChange = () => news++;
  assert.deepEqual(ids(one.change(solved('a'))), ['a']);
  assert.deepEqual(ids(two.change(solved('b'))), ['b']);
  one.change(solved('c'));
  await settled();
  for (const each of [one, two, await tab(profile)]) assert.deepEqual(ids(each.read()), ['a', 'b', 'c']);
  assert.ok(news >= 2);
});

test('an attempt writes its own rows, not all attempts', async () => {
  const progress = await tab(newProfile());
  for (let count = 0; count < 50; count++) progress.change(solved(String.fromCharCode(65 + count), 'failed'));
  await settled();
  const sizes = await written(async () => {
    progress.change(solved('z'));
    await settled();
  });
  assert.deepEqual(Object.keys(sizes).sort(), ['attempts', 'progress']);
  assert.ok(sizes.attempts + sizes.progress < 400, JSON.stringify(sizes));
});

test('a storage that refuses or is full is told, training goes on, and all is saved when there is room', async () => {
  const profile = newProfile();
  const refusing = await whenRefused(() => tab(profile));
  assert.equal(refusing.keeping, 'refused');
  refusing.change(solved('a'));
  assert.deepEqual(ids(refusing.read()), ['a']);

  const full = await tab(profile);
  await withoutRoom(async () => {
    full.change(solved('a'));
    await settled();
    full.change(solved('b'));
    await settled();
  });
  assert.equal(full.keeping, 'full');
  assert.deepEqual(ids(full.read()), ['a', 'b']);
  full.change(solved('c'));
  await settled();
  assert.equal(full.keeping, 'kept');
  assert.deepEqual(ids((await tab(profile)).read()), ['a', 'b', 'c']);
});

test('progress that cannot be read is set aside, told once, and begins anew', async () => {
  const profile = newProfile();
  const progress = await tab(profile);
  progress.change(solved('a'));
  await settled();
  const database = openTab(profile);
  await database.run(['attempts'], 'readwrite', (transaction) =>
    transaction
      .objectStore('attempts')
      .put({ game: 'xiangqi', at: 5, id: 'b', result: 'perhaps', rating: 1 }),
  );
  const next = await tab(profile);
  assert.equal(next.keeping, 'unreadable');
  assert.match(next.aside.text, /perhaps/);
  assert.equal(next.aside.reason, 'attempts[0]');
  assert.deepEqual(next.read(), NOTHING);
  next.change(solved('c'));
  await settled();
  const later = await tab(profile);
  assert.deepEqual([later.keeping, ids(later.read())], ['kept', ['c']]);
});

test('cards of an earlier version stay due on their day', async () => {
  const profile = newProfile();
  const progress = await tab(profile);
  progress.change(solved('a', 'failed'));
  await settled();
  await openTab(profile).run(['cards'], 'readwrite', (transaction) =>
    transaction.objectStore('cards').put({ game: 'xiangqi', id: 'a', box: 2, due: '2026-01-09' }),
  );
  const later = await tab(profile);
  assert.equal(later.keeping, 'kept');
  assert.deepEqual(later.read().cards.a, {
    stability: 7,
    difficulty: 5,
    seen: '2026-01-02',
    due: '2026-01-09',
  });
});

test('two tabs that keep puzzles of their own do not undo each other', async () => {
  // Bug: each tab wrote all of them as it had read them, so that the other tab's new puzzles were gone.
  const profile = newProfile();
  const [one, two] = [1, 2].map(() => new KeptPuzzles(openTab(profile), 'own'));
  let news = 0;
  one.onChange(() => news++);
  await Promise.all([one.load(), two.load()]);
  assert.equal(await one.add([puzzle('own-1')]), true);
  assert.equal(await two.add([puzzle('own-2'), puzzle('own-1')]), true);
  await one.add([puzzle('own-3')]);
  assert.deepEqual(await kept(profile), ['own-1', 'own-2', 'own-3']);
  await two.remove('own-1');
  assert.deepEqual(await kept(profile), ['own-2', 'own-3']);
  await settled();
  assert.equal(news, 2);
  await new KeptPuzzles(openTab(profile), 'file').add([puzzle('lichess-1')]);
  await one.clear();
  assert.deepEqual([await kept(profile), await kept(profile, 'file')], [[], ['lichess-1']]);
});

test('there is an end to how many puzzles are kept, and without room or storage none is', async () => {
  const profile = newProfile();
  const own = new KeptPuzzles(openTab(profile), 'own');
  await own.add(Array.from({ length: MOST_PUZZLES.own + 5 }, (_, at) => puzzle(`own-${at}`)));
  assert.equal((await kept(profile)).length, MOST_PUZZLES.own);
  await own.clear();
  assert.equal(await withoutRoom(() => own.add([puzzle('own-1')])), false);
  await whenRefused(async () => {
    const none = new KeptPuzzles(openTab(profile), 'own');
    assert.equal(await none.load(), '');
    assert.equal(await none.add([puzzle('own-1')]), false);
  });
});
