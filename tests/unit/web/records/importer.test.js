// What is brought into the import dialog, and what becomes of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { Importer } from '../../../../web/records/importer.js';

const RECORD = { game: 'xiangqi', fen: null, headers: {}, errors: [], moves: [[0, 'a0a1']] };
const READ = { format: 'pgn', total: 1, games: [], game: RECORD };

/** An importer, and what it `asked` and `opened`; `read`: what the rules answer, the last for ever. */
function newImporter(t, { read = [READ], opens = true, merge = null } = {}) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.FileReader = class {
    async readAsDataURL(file) {
      this.result = `data:;base64,${btoa(await file.text())}`;
      this.onload();
    }
  };
  const [asked, opened] = [[], []];
  const { tree } = addLine(newGame({}).tree, ROOT, ['a0a1']);
  const app = {
    t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    state: { game: { game: 'xiangqi', tree } },
    settings: { levels: { xiangqi: 3 } },
    client: {
      read: async (given) => {
        asked.push(given);
        const answer = await read[Math.min(asked.length, read.length) - 1];
        if (answer.code) throw answer;
        return answer;
      },
    },
    session: {
      openRecord: async (...given) => opened.push(given) && opens,
      notify: (note) => opened.push(note),
    },
  };
  const importer = new Importer(app, merge);
  const wait = async (ms = 0) => {
    t.mock.timers.tick(ms);
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
  };
  const take = (text) => {
    importer.read({ text });
    return wait();
  };
  return { importer, state: importer.state, asked, opened, wait, take };
}

test('typed text is read after a pause; an empty field is forgotten', async (t) => {
  const { importer, asked, wait } = newImporter(t);
  importer.type('1. a');
  await wait(200);
  importer.type('1. a0a1');
  await wait(349);
  assert.deepEqual([asked, importer.ready], [[], null]);
  await wait(1);
  assert.deepEqual(asked, [{ game: 'xiangqi', text: '1. a0a1', pick: null }]);
  assert.equal(importer.ready, RECORD);
  importer.type(' ');
  await wait(350);
  assert.equal(importer.ready, null);
});

test('a text too long for the field is taken as if it were a file', async (t) => {
  // In the field, 20 megabytes kept Chromium busy for 41 seconds.
  const { importer, state, asked } = newImporter(t);
  assert.equal(importer.readLong('1. a0a1'), false);
  assert.equal(importer.readLong('1. a0a1 '.repeat(100_000)), true);
  assert.deepEqual([state.source.name, state.typed], ['records.import.pasted 0.8', '']);
  assert.equal(asked[0].text.length, 800_000);
});

test('the answer to an earlier text, when it comes at last, is dropped', async (t) => {
  let answer;
  const late = new Promise((resolve) => (answer = resolve));
  const { importer, wait, take } = newImporter(t, { read: [late, READ] });
  await take('first');
  await take('second');
  answer({ ...READ, game: null });
  await wait();
  assert.equal(importer.ready, RECORD);
});

test('a file that is too large, or that the browser cannot read, is refused by name', async (t) => {
  // One was read whole first; the other was a fault of the page.
  const { importer, state, asked } = newImporter(t);
  globalThis.FileReader.prototype.readAsDataURL = function () {
    this.onerror();
  };
  for (const [name, size, reason] of [
    ['a.pgn', 26_000_000, 'too_large'],
    ['b.pgn', 1, 'unreadable'],
  ]) {
    await importer.readFile({ name, size });
    assert.deepEqual([state.source.name, state.error.reason, asked], [name, reason, []]);
  }
});

test('a file in doubt is read again in the encoding that is chosen', async (t) => {
  const encodings = [{ encoding: 'cp437', sample: 'Müller' }];
  const fault = { code: 'invalid_record', details: { encoding: 'big5', encodings: 'big5 cp437' } };
  const { importer, state, asked, wait } = newImporter(t, {
    read: [{ ...READ, encoding: 'cp437', encodings }, fault, READ],
  });
  await importer.readFile(new File(['game'], 'dos.pgn'));
  await wait();
  assert.deepEqual([state.encoding, state.encodings], ['cp437', encodings]);
  importer.readAs('big5');
  await wait();
  assert.deepEqual([state.error, state.encodings.length], [fault, 2], 'what else it may be');
  importer.readAs('gbk');
  await wait();
  assert.deepEqual(
    asked.map(({ data, encoding }) => [atob(data), encoding]),
    [null, 'big5', 'gbk'].map((encoding) => ['game', encoding]),
  );
  assert.deepEqual([state.error, state.encodings], [null, []]);
});

test('of a file with several games one is searched for, or selected with the arrow keys', async (t) => {
  const games = Array.from({ length: 600 }, (_, at) => ({ Red: `甲${at + 1}`, Black: '乙' }));
  const { importer, state, asked, wait, take } = newImporter(t, {
    read: [{ ...READ, total: 700, games, game: null }, READ],
  });
  await take('many');
  assert.deepEqual([importer.rows.shown.length, importer.rows.hidden, importer.ready], [500, 200, null]);
  for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Home', 'ArrowDown'])
    importer.choose(importer.rowFor(key));
  assert.equal(importer.rowFor('x'), undefined);
  await wait(150);
  assert.deepEqual([importer.rows.active, asked[1].pick, state.list.total], [1, 1, 700]);
  state.search = ' 甲59 ';
  assert.deepEqual([importer.rows.shown.length, importer.rows.shown[1].number], [11, 589]);
  state.search = 'nobody';
  importer.choose(importer.rowFor('End'));
  await wait(150);
  assert.equal(asked.length, 2);
});

test('a record opens at its start; a position, or a game against the engine, at its end', async (t) => {
  for (const [format, opponent, at] of [
    ['pgn', 'person', 'start'],
    ['pgn', 'engine', 'end'],
    ['moves', 'person', 'end'],
  ]) {
    const game = { ...RECORD, errors: [{ code: 'illegal_move' }] };
    const { importer, state, opened, take } = newImporter(t, { read: [{ ...READ, format, game }] });
    assert.equal(await importer.open(), false, 'nothing has been read');
    state.opponent = opponent;
    await take('1. a0a1');
    assert.equal(await importer.open(), true);
    const request = { opponent, side: 'red', level: 3 };
    assert.deepEqual(opened, [[game, request, at], { kind: 'record_fault', error: game.errors[0] }]);
  }
});

test('a game is not lost where another tab plays the one to be replaced', async (t) => {
  // The dialog closed, and the other game was there to be watched.
  const { importer, state, take } = newImporter(t, { opens: false });
  await take('1. a0a1');
  assert.deepEqual([await importer.open(), state.refused, importer.ready], [false, true, RECORD]);
});

test('a record is added to an analysis that began in the same position, if that was chosen this time', async (t) => {
  // The choice of the last import still held, and was not shown.
  const merged = [];
  const other = { ...READ, game: { ...RECORD, fen: 'x w' } };
  const { importer, state, opened, take } = newImporter(t, {
    merge: (record) => merged.push(record),
    read: [READ, READ, other],
  });
  for (const [how, mayMerge, times] of [
    ['merge', true, 0],
    [null, true, 1],
    ['merge', false, 2],
  ]) {
    await take('1. a0a1');
    state.how = how ?? state.how;
    await importer.open();
    assert.deepEqual([importer.mayMerge, opened.length, merged.length], [mayMerge, times, 1]);
  }
});
