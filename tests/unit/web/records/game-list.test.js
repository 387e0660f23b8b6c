// The list of My games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { GameList } from '../../../../web/records/game-list.js';
import { LibraryError } from '../../../../web/storage/library.js';
import { inTimeZone, toyView } from '../game_fakes.js';

/** A list and what it did; `reopens`: whether a game can be played here; `shown`: the one on the board. */
async function newList({ reopens = true, shown = 'other', ...library } = {}) {
  const done = [];
  const does = (name, result) => (value) => {
    done.push([name, value]);
    return result;
  };
  const { tree } = addLine(newGame({ view: toyView([]) }).tree, ROOT, ['a0a1']);
  const app = {
    t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    state: { plays: true, game: newGame({ id: shown, opponent: 'person' }) },
    session: { begin: does('begin'), dismiss: does('dismiss'), reopen: async () => reopens },
    change: () => {},
  };
  const kept = {
    list: async () => [],
    find: async (id) => (id === 'gone' ? null : { ...newGame({ id }), game: 'xiangqi', tree }),
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
  const { list, state } = await newList({
    list: ({ text }) => (text ? new Promise((answer) => answers.push(answer)) : []),
  });
  const both = [list.narrow({ text: 'a' }), list.narrow({ game: 'chess' })];
  await new Promise(setImmediate);
  answers[1](['second']);
  answers[0](['first']);
  await Promise.all(both);
  assert.deepEqual([state.entries, state.filter], [['second'], { text: 'a', game: 'chess' }]);
});

test('a game is opened on the board, an analysis or an unfinished one with a friend on its own page', async () => {
  for (const [id, slot, opened, result = '*'] of [
    ['played', 'main.chess', null],
    ['friend|abc', 'friend|abc', 'https://a.example/friend.html?id=abc'],
    ['friend|abc', 'friend|abc', null, '1-0'],
    ['friend|abc', null, null], // from a file: the records that both have signed are not here
    ['analysed', 'analysis', 'https://a.example/analysis.html?game=xiangqi'],
    [
      'analysed',
      'analysis.chess',
      'https://a.example/analysis.html?game=xiangqi&moves=a0a1&ply=0&side=red&record=analysed',
    ],
  ]) {
    const { list, done } = await newList();
    await list.open({ id, slot, result });
    assert.deepEqual(done, [['opened', opened]]);
  }
});

test('a game that is gone, or that another tab plays, is not opened', async () => {
  const { list, state, done } = await newList({ reopens: false });
  await list.open({ id: 'gone', slot: null });
  assert.equal(state.message, '');
  await list.open({ id: 'played', slot: null });
  assert.deepEqual([state.message, state.bad, done], ['records.library.elsewhere', true, []]);
});

test('a deleted game leaves the board, too: it would be saved again with its next move', async () => {
  for (const [shown, before] of [
    ['played', ['begin', 'dismiss']],
    ['other', []],
  ]) {
    const { list, done } = await newList({ shown });
    await list.remove('played');
    assert.deepEqual(
      done.map(([name]) => name),
      [...before, 'remove'],
    );
  }
});

test('a file of all games is named after the day where the visitor is', async (t) => {
  // It was the day in Greenwich.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-31T20:00:00Z') });
  const { list, state, done } = await newList({ exportAll: async () => ({ text: '{}', unreadable: 2 }) });
  await inTimeZone('Asia/Shanghai', () => list.exportAll());
  assert.deepEqual(done, [['save', 'cannonfish-games-2026-02-01.json']]);
  assert.deepEqual([state.message, state.bad], ['records.library.unreadable 2', false]);
});

test('what came of a file of games is told, or why nothing did', async () => {
  const faults = [{ number: 4 }, { number: 7 }];
  for (const [answer, told] of [
    [{ added: 3, known: 0, faults: [] }, 'imported 3'],
    [{ added: 0, known: 3, faults }, 'imported 0 records.library.known 3 records.library.faults 2 4'],
    [Promise.reject(new LibraryError('no_json', '')), 'fault.file'],
    [Promise.reject(new LibraryError('version', '2')), 'fault.version'],
    [Promise.reject({ trouble: 'full' }), 'fault.full'],
    [Promise.reject(new Error()), 'fault.storage'],
  ]) {
    const { list, state } = await newList({ importAll: () => answer });
    await list.importAll(new Blob(['{}']));
    assert.deepEqual([state.message, state.bad], [`records.library.${told}`, told.startsWith('fault')]);
    await list.begin();
    assert.equal(state.message, '');
  }
});
