import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { lineThrough, movesTo, ROOT } from '../../../web/game/tree.js';
import { readPuzzles } from '../../../web/puzzle/puzzle.js';
import { GameStorage } from '../../../web/storage/games.js';
import { Library } from '../../../web/storage/library.js';
import { KeptProgress, KeptPuzzles } from '../../../web/storage/puzzles.js';
import { KeptSettings } from '../../../web/storage/settings.js';
import { KeptValue } from '../../../web/storage/value.js';
import { FakeStorage } from './game_fakes.js';
import { newProfile, openTab, withoutRoom } from './storage_fakes.js';

/** What version 0.1 kept, as its own page wrote it. See tests/data/README.md. */
const { played, imported } = JSON.parse(
  readFileSync(new URL('../../data/storage/version-0.1.json', import.meta.url)),
);
const listener = { onPlays: () => {}, onSavedElsewhere: () => {} };
const take = (database, slot = 'main') => new GameStorage(database).take(slot, listener);
const line = (game) => lineThrough(game.tree, ROOT).flatMap(({ move }) => move ?? []);

test('every game of version 0.1 is there, in its slot, with its moves, variations and views', async () => {
  const old = new FakeStorage(played);
  const database = openTab(newProfile(), old);
  const slots = Object.keys(played).filter((key) => key.startsWith('cannonfish.game.'));
  assert.equal(slots.length, 5);
  for (const key of slots) {
    const record = JSON.parse(played[key]);
    const { read } = await take(database, key.slice('cannonfish.game.'.length));
    assert.equal(read.status, 'read', key);
    const { game } = read;
    assert.equal(game.id, record.id);
    assert.equal(game.tree.current, record.tree.current);
    const rows = [...game.tree.nodes.values()].map(({ id, parent, move, view }) => [id, parent, move, view]);
    assert.deepEqual(
      rows,
      record.tree.nodes.map((row) => row.slice(0, 4)),
    );
  }
  const main = (await take(database)).read.game;
  assert.equal(main.level, 5, 'level 1 of version 0.1 is level 5 now');
  assert.deepEqual(
    line(main).filter((_, at) => at % 2 === 0),
    ['h2e2', 'g3g4'],
  );
  assert.equal(main.tree.nodes.size, 7, 'the variation that was taken back');
  const list = await new Library(database).list();
  assert.deepEqual(list.map(({ game }) => game).sort(), ['chess', 'liuzichong', 'xiangqi']);
  assert.deepEqual(
    list.map(({ savedAt }) => savedAt).sort(),
    slots
      .map((key) => JSON.parse(played[key]).savedAt)
      .filter((at) => list.some(({ savedAt }) => savedAt === at))
      .sort(),
  );
});

test('an imported game keeps its headers, comments and result', async () => {
  const database = openTab(newProfile(), new FakeStorage({ ...played, ...imported }));
  const { game } = (await take(database)).read;
  assert.equal(game.headers.Red, 'Anna Pelikan');
  assert.deepEqual(game.tree.nodes.get(1).notes, { comment: 'the usual beginning' });
  const [entry] = await new Library(database).list({ text: 'pelikan' });
  assert.deepEqual([entry.result, entry.plies, entry.slot], ['1-0', 5, 'main']);
});

test('settings, progress, puzzles and what the puzzle page remembers are there', async () => {
  const old = new FakeStorage(played);
  const database = openTab(newProfile(), old);
  const settings = new KeptSettings(database, () => old);
  assert.equal((await settings.load()).theme, 'dark');
  assert.equal(settings.now.game, 'liuzichong');
  assert.equal(settings.now.levels.xiangqi, 5);
  // In version 0.1 all puzzles of chess came from files.
  for (const [key, scale] of [
    ['cannonfish.puzzles', 'xiangqi'],
    ['cannonfish.puzzles.chess', 'file'],
  ]) {
    const kept = new KeptProgress(database, scale);
    await kept.load();
    const { schema, ...record } = JSON.parse(played[key]);
    assert.deepEqual(kept.read(), { ...record, placed: 3, runs: [], votes: {} });
  }
  for (const [key, place, count] of [
    ['cannonfish.puzzles.own', 'own', 2],
    ['cannonfish.puzzles.file', 'file', 7],
  ]) {
    const { puzzles, faults } = readPuzzles(await new KeptPuzzles(database, place).load());
    assert.deepEqual([puzzles.length, faults], [count, []]);
    assert.deepEqual(
      puzzles.map(({ id }) => id),
      readPuzzles(played[key]).puzzles.map(({ id }) => id),
    );
  }
  const [filter, resumed] = ['puzzle.filter', 'puzzle.resumed'].map((name) => new KeptValue(database, name));
  await Promise.all([filter.load(), resumed.load()]);
  assert.deepEqual(filter.now, JSON.parse(played['cannonfish.puzzles.wish']));
  assert.deepEqual(resumed.now, JSON.parse(played['cannonfish.puzzle']));
});

test('the old keys go when everything has been written, and not before', async () => {
  const [profile, old] = [newProfile(), new FakeStorage(played)];
  await withoutRoom(() => take(openTab(profile, old)));
  assert.deepEqual(Object.keys(old).sort(), Object.keys(played).sort());
  assert.equal((await take(openTab(profile, old))).read.status, 'read');
  assert.deepEqual(Object.keys(old), ['cannonfish.settings'], 'the settings stay as a mirror');
});

test('two tabs that migrate at the same time have each game and each attempt once', async () => {
  const profile = newProfile();
  const tabs = [new FakeStorage(played), new FakeStorage(played)].map((old) => openTab(profile, old));
  await Promise.all(tabs.map((database) => take(database)));
  assert.equal((await new Library(tabs[0]).list()).length, 3);
  const kept = new KeptProgress(tabs[1], 'xiangqi');
  await kept.load();
  assert.equal(kept.read().attempts.length, JSON.parse(played['cannonfish.puzzles']).attempts.length);
});

test('a tab of version 0.1 that is still open does not undo what was played since', async () => {
  const [profile, key] = [newProfile(), 'cannonfish.game.main'];
  const { saved, read } = await take(openTab(profile, new FakeStorage(played)));
  const { id } = read.game;
  const tree = { ...read.game.tree, current: 0 };
  await saved.write({ ...read.game, tree, orientation: 'black' });
  assert.equal(
    (await take(openTab(profile, new FakeStorage({ [key]: played[key] })))).read.game.orientation,
    'black',
  );
  // It saves again, later than we did: then its game counts.
  const later = { ...JSON.parse(played[key]), savedAt: Date.now() + 1000 };
  const { game } = (await take(openTab(profile, new FakeStorage({ [key]: JSON.stringify(later) })))).read;
  assert.deepEqual([game.id, game.orientation], [id, 'red']);
  assert.deepEqual(movesTo(game.tree).length, 4);
});

test('a slot that holds a newer game keeps it; the old one is in the library', async () => {
  const profile = newProfile();
  const database = openTab(profile);
  const { saved } = await take(database);
  const { game } = (await take(openTab(newProfile(), new FakeStorage(played)), 'main.chess')).read;
  await saved.write({ ...game, id: 'newer' });
  const next = openTab(profile, new FakeStorage({ 'cannonfish.game.main': played['cannonfish.game.main'] }));
  assert.equal((await take(next)).read.game.id, 'newer');
  const list = await new Library(next).list();
  assert.deepEqual(list.map(({ slot }) => slot).sort(), ['main', null]);
});

test('what cannot be read is set aside and told once; the rest is migrated', async () => {
  const [profile, old] = [
    newProfile(),
    new FakeStorage({
      ...played,
      'cannonfish.game.main': '{"schema":1,',
      'cannonfish.puzzles': '{"schema":1,"rat',
      'cannonfish.puzzle': 'half',
      'cannonfish.puzzles.own': `{"half\n${played['cannonfish.puzzles.own']}`,
      'cannonfish.unreadable': 'set aside long ago',
      'cannonfish.other': 'not ours',
    }),
  ];
  const database = openTab(profile, old);
  const { read } = await take(database);
  assert.deepEqual([read.status, read.text], ['unreadable', '{"schema":1,']);
  assert.equal((await take(database)).read.status, 'none', 'it is told once');
  assert.equal((await take(database, 'main.chess')).read.status, 'read');
  const kept = new KeptProgress(database, 'xiangqi');
  await kept.load();
  assert.deepEqual([kept.keeping, kept.aside.text], ['unreadable', '{"schema":1,"rat']);
  const own = new KeptPuzzles(database, 'own');
  const [first, second] = [readPuzzles(await own.load()), readPuzzles(await own.load())];
  assert.deepEqual([first.puzzles.length, first.faults.length], [2, 1]);
  assert.deepEqual([second.puzzles.length, second.faults.length], [2, 0]);
  const aside = await database.run(['unreadable'], 'readonly', (tx) => tx.objectStore('unreadable').getAll());
  assert.deepEqual(
    aside.map(({ text }) => text).sort(),
    ['half', 'set aside long ago', '{"half', '{"schema":1,', '{"schema":1,"rat'].sort(),
  );
  assert.deepEqual(Object.keys(old).sort(), ['cannonfish.other', 'cannonfish.settings']);
});

test('a browser that refuses localStorage migrates nothing and opens the database', async () => {
  const refusing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new DOMException('no', 'SecurityError');
      },
    },
  );
  assert.equal((await take(openTab(newProfile(), refusing))).read.status, 'none');
});
