// Puzzles of the visitor's own: found, kept, and read from files.

import '../texts.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { FileImport } from '../../../../web/puzzles/file-import.js';
import { KeptPuzzles } from '../../../../web/puzzles/kept-puzzles.js';
import { StoredPuzzles } from '../../../../web/puzzles/stored-puzzles.js';
import { WorkshopSession } from '../../../../web/puzzles/workshop-session.js';
import { Words } from '../../../../web/ui/words.js';
import { settled } from '../game_fakes.js';
import { newProfile, openTab } from '../storage_fakes.js';

const FEN = '4k4/9/9/9/R8/8R/9/9/9/3K5 w - - 0 1';
const LINES = readFileSync(new URL('../../../data/puzzles/puzzles.jsonl', import.meta.url), 'utf8').split(
  '\n',
);

/** The workshop, with an engine that knows what two moves are worth. */
async function opened(worth = {}) {
  const client = {
    view: async () => ({ fen: FEN, turn: 'red', outcome: null, dests: { i4: ['i8'], a5: ['a8'] } }),
    read: async ({ game }) => ({ game: { game, fen: FEN, comment: '', moves: [] } }),
    go: async ({ moves }) => ({ info: { score: { cp: -worth[moves.at(-1)] }, depth: 3, pv: [] } }),
    stop: () => {},
  };
  const rules = { ...client, go: (request) => ({ result: client.go(request) }) };
  const words = await Words.load('en');
  const app = {
    client: rules,
    words,
    t: (...given) => words.t(...given),
    state: { engine: { state: 'idle' } },
  };
  const [own, imported] = ['own', 'file'].map(
    (kind) => new StoredPuzzles(new KeptPuzzles(openTab(newProfile()), kind), async () => {}),
  );
  const focused = [];
  const table = new FileImport(app, imported, (id) => focused.push(id));
  const session = new WorkshopSession(app, { own, table, savedGame: async () => null });
  await settled();
  return { session, table, own, focused, told: () => session.task.state.text };
}

test('a position is a puzzle where one move is better than all others', async () => {
  for (const [other, sentence, bad] of [
    [100, 'A good puzzle: one move is clearly best. ', false],
    [500, 'Not a puzzle: the best move is only 1.0 pawns better than the next.', true],
  ]) {
    const { session, own, told } = await opened({ i4i8: 600, a5a8: other });
    session.read({ text: FEN, game: 'xiangqi' });
    await session.find();
    assert.equal(told().slice(0, sentence.length), sentence);
    assert.equal(session.task.state.bad, bad);
    const [{ puzzle }] = session.state.found;
    assert.deepEqual([puzzle.fen, puzzle.moves], [FEN, ['i4i8']]);
    session.save([puzzle]);
    assert.equal(own.has(puzzle.id), true);
    await session.remove(puzzle);
    assert.equal(own.has(puzzle.id), false);
  }
});

test('where there is nothing to search, that is said', async () => {
  const { session, told } = await opened();
  session.find();
  assert.equal(told(), 'Paste a position or a game first.');
  for (const find of ['findHere', 'findInGame']) {
    await session[find]();
    assert.equal(told(), 'You have no saved game of this kind with moves.');
  }
});

test('the puzzles of a file are kept, and its bad lines are told', async () => {
  const { session, own, told } = await opened();
  await session.readFile(new File([[LINES[0], '{"id": "half', LINES[1]].join('\n')], 'mine.jsonl'));
  assert.match(told(), /^2 puzzles loaded\. 1 line skipped\. Line 2: /);
  assert.equal(own.count, 2);
});

test('a table is asked about, and what is wrong with it is said', async () => {
  const { session, table, focused, told } = await opened();
  await session.readFile(new File([new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0])], 'puzzles.csv.zst'));
  assert.match(told(), /^puzzles\.csv\.zst is compressed\. Unpack it first/);
  await session.readFile(new File(['PuzzleId,FEN,Rating\n'], 'mine.csv'));
  assert.deepEqual([table.chosen.file.name, focused], ['mine.csv', ['take-import']]);
  await table.start();
  assert.equal(table.task.state.text, 'The table has no Moves column.');
});
