// The list of My games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { GameList } from '../../../../web/records/game-list.js';
import { LibraryError } from '../../../../web/storage/library.js';
import { inTimeZone, toyView } from '../game_fakes.js';

/** A list and what it did; `library`: methods in place of those of one with a played game, its analysis and another. */
async function listed({ library = {}, session = {}, shown = 'other' } = {}) {
  const { tree } = addLine(newGame({ view: toyView([]) }).tree, ROOT, ['a0a1']);
  const done = [];
  const does =
    (name, result) =>
    (...values) => {
      done.push([name, ...values]);
      return result;
    };
  const app = {
    t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    state: { plays: true, game: { ...newGame({ opponent: 'engine', side: 'red', level: 3 }), id: shown } },
    session: { begin: does('begin'), dismiss: does('dismiss'), reopen: does('reopen', true), ...session },
    change: does('change'),
  };
  const kept = {
    list: async () => [{ id: 'played' }],
    find: async (id) => (id === 'gone' ? null : { ...newGame({}), id, game: 'xiangqi', tree }),
    rename: does('rename'),
    remove: does('remove'),
    ...library,
  };
  const page = { site: 'https://a.example/', opened: does('opened'), save: does('save') };
  const list = new GameList(app, kept, page);
  await list.begin();
  return { list, state: list.state, done };
}

test('the answer to an earlier filter, when it comes at last, is dropped', async () => {
  const answers = [];
  const { list, state } = await listed({
    library: { list: (filter) => (filter.text ? new Promise((answer) => answers.push(answer)) : []) },
  });
  const [first, second] = [list.narrow({ text: 'a' }), list.narrow({ text: 'ab', game: 'chess' })];
  await new Promise(setImmediate);
  answers[1]([{ id: 'ab' }]);
  answers[0]([{ id: 'a' }, { id: 'ab' }]);
  await Promise.all([first, second]);
  assert.deepEqual(state.entries, [{ id: 'ab' }]);
  assert.deepEqual([state.filter, list.isNarrowed], [{ text: 'ab', game: 'chess' }, true]);
});

test('a game is opened on the board, an analysis on its own page', async () => {
  const { list, done } = await listed();
  await list.open({ id: 'played', slot: 'main.chess' });
  await list.open({ id: 'analysed', slot: 'analysis' });
  await list.open({ id: 'analysed', slot: 'analysis.chess' });
  await list.open({ id: 'gone', slot: null });
  assert.deepEqual(
    done.filter(([name]) => name === 'opened').map(([, address]) => address),
    [
      null,
      'https://a.example/analysis.html?game=xiangqi',
      'https://a.example/analysis.html?game=xiangqi&moves=a0a1&ply=0&side=red&record=analysed',
    ],
  );
});

test('a game that another tab plays stays there, and the list says so', async () => {
  const { list, state, done } = await listed({ session: { reopen: async () => false } });
  await list.open({ id: 'played', slot: null });
  assert.deepEqual([state.told, state.bad, done], ['records.library.elsewhere', true, []]);
});

test('a deleted game leaves the board, too: it would be saved again with its next move', async () => {
  for (const [shown, before] of [
    ['played', ['begin', 'dismiss']],
    ['other', []],
  ]) {
    const { list, state, done } = await listed({ shown });
    list.state.deleting = 'played';
    await list.remove('played');
    assert.deepEqual([done.map(([name]) => name), state.deleting], [[...before, 'remove'], null]);
  }
});

test('a file of all games is named after the day where the visitor is', async (t) => {
  // It was the day in Greenwich.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-31T20:00:00Z') });
  const library = { exportAll: async () => ({ text: '{}', unreadable: 2 }) };
  const { list, state, done } = await listed({ library });
  await inTimeZone('Asia/Shanghai', () => list.exportAll());
  assert.deepEqual(done, [['save', 'cannonfish-games-2026-02-01.json', '{}']]);
  assert.deepEqual([state.told, state.bad], ['records.library.unreadable 2', false]);
});

test('what came of a file of games is told, or why nothing did', async () => {
  const faults = [{ number: 4 }, { number: 7 }];
  for (const [imported, told] of [
    [{ added: 3, known: 0, faults: [] }, 'imported 3'],
    [{ added: 0, known: 3, faults }, 'imported 0 records.library.known 3 records.library.faults 2 4'],
    [new LibraryError('no_json', ''), 'fault.file'],
    [new LibraryError('version', '2'), 'fault.version'],
    [{ trouble: 'full' }, 'fault.full'],
    [new Error(), 'fault.storage'],
  ]) {
    const importAll = async () => {
      if ('added' in imported) return imported;
      throw imported;
    };
    const { list, state } = await listed({ library: { importAll } });
    await list.importAll(new Blob(['{}']));
    assert.deepEqual([state.told, state.bad], [`records.library.${told}`, told.startsWith('fault')]);
    await list.begin();
    assert.equal(state.told, '');
  }
});
