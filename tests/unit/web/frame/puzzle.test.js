// Puzzles in a frame: when they wait for the engine, and when they call it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineClient } from '../../../../web/engine/client.js';
import { usualOptions } from '../../../../web/game/embed-options.js';
import { puzzleFrom } from '../../../../web/puzzles/puzzle.js';
import { FakeClient, settled, until } from '../game_fakes.js';

globalThis.addEventListener ??= () => {};
const { Frame } = await import('../../../../web/frame/frame.js');
const { hostApi } = await import('../../../../web/frame/host-api.js');
const { framePuzzle } = await import('../../../../web/frame/puzzle.js');

const FEN = '3k5/4R4/9/8p/9/9/9/9/9/R3K4 w - - 0 1';
const row = (more) => ({ fen: FEN, ...more });
/** One of ours, with its views; a0a1 is another mate in two. */
const OURS = puzzleFrom({
  id: 'ours',
  game: 'xiangqi',
  fen: FEN,
  moves: ['a0a9', 'd9d8', 'a9a8'],
  alternatives: [['a0a1'], []],
  themes: ['mate', 'mateIn2'],
  source: 'test',
  licence: 'test',
  check: { how: 'exhaustive', depth: 3 },
  views: [row({ dests: 'a0a1a2a9' }), row({}), row({ dests: 'a9a8' }), row({})],
});

/** A frame's puzzle as its page makes it, with an engine that never gets ready. */
function puzzleWithEngine() {
  const createWorker = () => ({ postMessage() {}, terminate() {} });
  const site = new URL('https://board.example/');
  const client = new EngineClient({ base: site, autoStart: 'go', createWorker });
  return { client, puzzle: framePuzzle({ client, site, onResult() {} }) };
}

for (const [what, move] of [
  ['a wrong one', 'a0a2'],
  ['one that is as good', 'a0a1'],
]) {
  test(`a puzzle of ours needs the engine for a move outside its solution: ${what}`, async () => {
    // Only a search started the engine, and before it the position was asked for: no verdict ever came.
    const { client, puzzle } = puzzleWithEngine();
    await puzzle.session.open(OURS);
    assert.equal(client.state.state, 'off');
    assert.equal(puzzle.session.move(move), 'played');
    assert.equal(client.state.state, 'loading');
    client.dispose();
  });
}

test('a puzzle of ours is solved without the engine', async () => {
  const { client, puzzle } = puzzleWithEngine();
  await puzzle.session.open(OURS);
  assert.equal(puzzle.session.move('a0a9'), 'played');
  await until(() => puzzle.session.state.phase === 'solving'); // the reply has been played
  assert.equal(puzzle.session.move('a9a8'), 'played');
  assert.equal(puzzle.session.state.phase, 'solved');
  assert.equal(client.state.state, 'off');
});

test('whoever loads a puzzle of his own is answered before the rules have looked at it', async () => {
  // The rules answer when a visitor presses the board; until then the promise of `load` was open.
  const { client, puzzle } = puzzleWithEngine();
  await puzzle.open({ ...usualOptions(), mode: 'puzzle', fen: FEN, moves: ['a0a9'] });
  await settled();
  assert.equal(puzzle.session.state.phase, 'loading');
  assert.equal(client.state.state, 'off');
});

test('a solution that the rules refuse is a problem, and nobody waits for its puzzle', async () => {
  // The view of such a puzzle never comes, so that moves and hints were never answered.
  const client = new FakeClient();
  const puzzle = framePuzzle({ client, site: new URL('https://board.example/'), onResult() {} });
  const { session } = puzzle;
  const app = { client, session, state: session.state, clocks: { now: null } };
  const options = { ...usualOptions(), mode: 'puzzle', fen: FEN, moves: ['a0b5'] };
  const frame = new Frame({ app, play: null, puzzle, options, faults: [] });
  await frame.open();
  const { answer } = hostApi(app, frame);
  await assert.rejects(answer({ type: 'move', move: 'a0a1' }), { code: 'puzzle_solution' });
  await assert.rejects(answer({ type: 'hint' }), { code: 'puzzle_solution' });
  assert.equal((await answer({ type: 'get' })).state.problem.code, 'puzzle_solution');
});
