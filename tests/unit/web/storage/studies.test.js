import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, movesTo, ROOT, tipOf } from '../../../../web/game/tree.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { Library } from '../../../../web/storage/library.js';
import { Studies } from '../../../../web/storage/studies.js';
import { newProfile, openTab, whenRefused, withoutRoom } from '../storage_fakes.js';

const line = (...moves) => {
  const game = newGame({ id: 'line', game: 'xiangqi', opponent: 'person', side: 'red', level: 1 });
  return { ...game, tree: addLine(game.tree, ROOT, moves).tree };
};
const chapter = (title, ...moves) => ({ title, game: line(...moves) });
const titles = async (studies, study) =>
  (await studies.chapters(await studies.find(study.id))).map(({ title }) => title);

async function shelf(profile = newProfile()) {
  let time = 0;
  const database = openTab(profile);
  const studies = new Studies(database, () => ++time);
  const chapters = [chapter('one', 'h2e2', 'h9g7'), chapter('two'), chapter('three', 'b2e2')];
  const study = await studies.create('Horses', { side: 'first', chapters });
  return { database, studies, study, profile };
}

test('chapters keep their order; they are moved, copied, renamed, and moved to another study', async () => {
  const { studies, study } = await shelf();
  const [one, two, three] = study.chapters;
  await studies.shift(study.id, three, -1);
  await studies.shift(study.id, one, -1);
  assert.deepEqual(await titles(studies, study), ['one', 'three', 'two']);
  await studies.duplicate(study.id, one, 'copy');
  await studies.renameChapter(two, 'second');
  await studies.renameChapter(two, '  ');
  assert.deepEqual(await titles(studies, study), ['one', 'copy', 'three', 'second']);
  const other = await studies.create('Cannons');
  await studies.moveChapter(study.id, one, other.id);
  await studies.moveChapter(study.id, one, other.id);
  assert.deepEqual(await titles(studies, other), ['one']);
  const [copy] = await studies.games(await studies.find(study.id));
  assert.deepEqual(movesTo(copy.game.tree, tipOf(copy.game.tree, ROOT).id), ['h2e2', 'h9g7']);
  await studies.change(study.id, { title: 'Screen Horses', side: null });
  await studies.change(study.id, { title: '' });
  const { title, side } = await studies.find(study.id);
  assert.deepEqual([title, side], ['Screen Horses', null]);
  assert.deepEqual(
    (await studies.list()).map((each) => each.title),
    ['Screen Horses', 'Cannons'],
  );
});

test('what was deleted comes back to its place', async () => {
  const { studies, study } = await shelf();
  const removed = await studies.removeChapter(study.id, study.chapters[1]);
  await studies.add(study.id, [chapter('four', 'c3c4')]);
  assert.deepEqual(await titles(studies, study), ['one', 'three', 'four']);
  await studies.restore(removed);
  assert.deepEqual(await titles(studies, study), ['one', 'two', 'three', 'four']);
  const whole = await studies.remove(study.id);
  assert.deepEqual(await studies.list(), []);
  await studies.restore(whole);
  assert.deepEqual(await titles(studies, study), ['one', 'two', 'three', 'four']);
  assert.equal(await studies.remove('none'), null);
});

test('a line goes into the chapter that begins where it does, and only what is new of it', async () => {
  const { studies, study } = await shelf();
  const moves = ['h2e2', 'b9c7', 'h0g2'];
  const added = await studies.addLine(study.id, line(...moves), moves, 'new');
  assert.deepEqual(added, { added: 2, chapter: study.chapters[0] });
  assert.equal((await studies.addLine(study.id, line(...moves), moves, 'new')).added, 0);
  const elsewhere = { ...line('a0a1'), tree: { ...line('a0a1').tree, fen: '4k4/9/9/9/9/9/9/9/9/R3K4 w' } };
  const apart = await studies.addLine(study.id, elsewhere, ['a0a1'], 'an ending');
  assert.deepEqual(await titles(studies, study), ['one', 'two', 'three', 'an ending']);
  assert.ok(apart.chapter.endsWith(' analysis'), 'the analysis board opens it in place');
  assert.equal(await studies.addLine('none', line('h2e2'), ['h2e2'], ''), null);
});

test('the analysis board that has a chapter open is told that a line was added, and writes over nothing', async () => {
  const { studies, study, profile } = await shelf();
  const [id] = study.chapters;
  const [{ game }] = await studies.games(study);
  const { saved } = await new GameStorage(openTab(profile)).open('analysis|one', {
    onPlays: () => {},
    onSavedElsewhere: () => {},
  });
  assert.equal(await saved.write(game), 'saved');
  await studies.addLine(study.id, line('b0c2'), ['b0c2'], '');
  assert.equal(await saved.write({ ...game, tree: addLine(game.tree, ROOT, ['c3c4']).tree }), 'taken');
  const [row] = await studies.chapters({ ...study, chapters: [id] });
  assert.equal(row.title, 'one', 'its name stays');
});

test('the list of games leaves chapters to their studies; one file holds both', async () => {
  const { database, studies, study } = await shelf();
  const library = new Library(database);
  assert.deepEqual(await library.list(), []);
  const { text } = await library.exportAll();
  const profile = newProfile();
  const there = openTab(profile);
  const imported = await new Library(there).importAll(text);
  assert.deepEqual(imported, { added: 3, known: 0, faults: [] });
  const copies = new Studies(there);
  const [copy] = await copies.list();
  assert.deepEqual([copy.title, copy.side], ['Horses', 'first']);
  assert.deepEqual(await titles(copies, copy), ['one', 'two', 'three']);
  // Once more, with a chapter that was changed in the meantime.
  await studies.addLine(study.id, line('c3c4'), ['c3c4'], '');
  const later = JSON.parse((await library.exportAll()).text);
  later.games[0].savedAt = Date.now() + 1000;
  assert.equal((await new Library(there).importAll(JSON.stringify(later))).added, 1);
  const all = await copies.chapters((await copies.list())[0]);
  assert.equal(all.length, 4);
  assert.ok(all.every(({ id }) => id.endsWith(' analysis')));
  assert.deepEqual(await new Library(there).list(), []);
});

test('a storage that is full or refuses leaves everything as it was', async () => {
  const { studies, study } = await shelf();
  await assert.rejects(
    withoutRoom(() => studies.create('More')),
    { trouble: 'full' },
  );
  await assert.rejects(
    withoutRoom(() => studies.duplicate(study.id, study.chapters[0], 'copy')),
    { trouble: 'full' },
  );
  assert.deepEqual(await titles(studies, study), ['one', 'two', 'three']);
  await whenRefused(() => assert.rejects(new Studies(openTab()).list(), { trouble: 'refused' }));
});

test('another tab hears of every change', async () => {
  const { studies, study, profile } = await shelf();
  let news = 0;
  new Studies(openTab(profile)).onChange(() => news++);
  await studies.change(study.id, { title: 'x' });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(news, 1);
});
