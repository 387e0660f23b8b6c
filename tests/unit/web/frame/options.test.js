// Options that the page around a frame changes: what stays as it is, and when another page has to come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClient, settled, toyView } from '../game_fakes.js';

globalThis.addEventListener ??= () => {};
const { Frame } = await import('../../../../web/frame/frame.js');
const { HostLink } = await import('../../../../web/frame/host-link.js');
const { hostApi, newsOfMoves } = await import('../../../../web/frame/host-api.js');
const { mayBePasted } = await import('../../../../web/frame/placement-fault.js');
const { usualOptions } = await import('../../../../web/game/embed-options.js');
const { factsOf } = await import('../../../../web/game/games.js');
const { addMove, ROOT } = await import('../../../../web/game/tree.js');
const { PlaySession } = await import('../../../../web/game/session.js');

/** A frame with these options; `opened` counts the puzzles that it opened, `replaced` has the pages that came. */
async function frameWith(options) {
  const client = Object.assign(new FakeClient(), { start() {}, stop() {} });
  const { fen } = factsOf('xiangqi'); // one that the board can show
  const { play } = client;
  client.play = async (position) => ({ ...(await play.call(client, position)), fen });
  const startViews = { xiangqi: { ...toyView([]), fen } };
  const session = new PlaySession({ client, startViews, wait: async () => {} });
  const seen = { opened: 0, replaced: [] };
  const puzzle = options.mode === 'puzzle' ? { session, open: async () => (seen.opened += 1) } : null;
  const app = { client, session, state: session.state, clocks: { now: null } };
  const all = { ...usualOptions(), ...options };
  const frame = new Frame({ app, play: puzzle ? null : session, puzzle, options: all, faults: [] });
  globalThis.location = {
    href: 'https://board.example/embed.html',
    replace: (address) => seen.replaced.push(address),
  };
  await frame.open();
  const { answer } = hostApi(app, frame);
  const ask = (type, fields) => answer({ ns: 'cannonfish', v: 1, id: 1, type, ...fields });
  return { app, frame, seen, answer, ask };
}

/** A page around such a frame, which sends it messages: their ids are their places, from 1. */
function pageAround({ answer }) {
  const answered = [];
  const parent = { postMessage: (message) => message.id && answered.push(message) };
  const heard = [];
  const window = { parent, addEventListener: (_, listener) => heard.push(listener) };
  new HostLink({ window, origin: 'https://host.example', frame: null, answer });
  let sent = 0;
  const send = (...requests) => {
    for (const request of requests) {
      sent += 1;
      const data = { ns: 'cannonfish', v: 1, id: sent, ...request };
      for (const listener of heard) listener({ source: parent, origin: 'https://host.example', data });
    }
  };
  return { answered, send };
}

/** Whether a promise has been kept or broken so far. */
const isSettled = (promise) =>
  Promise.race([promise.then(() => true), new Promise((r) => setTimeout(r, 20, false))]);

test('a board that a visitor has turned stays turned when the page around changes its looks', async () => {
  const { ask } = await frameWith({ color: 'both' });
  assert.equal((await ask('flip')).state.orientation, 'black');
  for (const looks of [{ theme: 'dark' }, { lang: 'zh' }, { level: 3 }]) {
    assert.equal((await ask('set', looks)).state.orientation, 'black', JSON.stringify(looks));
  }
  assert.equal((await ask('set', { orientation: 'red' })).state.orientation, 'red');
});

test('a puzzle for Black keeps its solver below', async () => {
  const { app, ask, seen } = await frameWith({ mode: 'puzzle' });
  app.session.flip(); // as the puzzle does
  assert.equal((await ask('set', { theme: 'dark' })).state.orientation, 'black');
  assert.deepEqual(seen, { opened: 1, replaced: [] });
});

for (const [mode, next, query] of [
  ['puzzle', 'view', 'mode=view&moves=h2e2'],
  ['puzzle', 'play', 'moves=h2e2'],
  ['play', 'puzzle', 'mode=puzzle&moves=h2e2'],
]) {
  test(`a frame of the mode ${mode} comes as another page for the mode ${next}`, async () => {
    // A puzzle frame said that it was in its new mode, and opened the puzzle of the day once more.
    const { ask, seen } = await frameWith({ mode });
    const { opened } = seen;
    const { state, reloads } = await ask('set', { mode: next, moves: 'h2e2' });
    assert.deepEqual([state.mode, reloads], [next, true]);
    assert.deepEqual(seen, { opened, replaced: [`https://board.example/embed.html?${query}`] });
    assert.equal(await isSettled(ask('flip')), false, 'the next page answers');
  });
}

test('new moves take the place of the text of a game', async () => {
  // The text stayed, and the old game was read again.
  const { frame, ask } = await frameWith({ color: 'both' });
  frame.options.pgn = '1. c3c4 *';
  await ask('set', { moves: 'h2e2' });
  assert.deepEqual([frame.options.pgn, frame.options.moves], [null, ['h2e2']]);
});

test('a puzzle that is named takes the place of a position', async () => {
  // The position stayed, and its puzzle was opened once more.
  const { frame, ask } = await frameWith({
    mode: 'puzzle',
    fen: '3k5/9/9/9/9/9/9/9/9/R3K4 w',
    moves: ['a0a9'],
  });
  await ask('set', { puzzle: 'daily' });
  assert.deepEqual([frame.options.puzzle, frame.options.fen, frame.options.moves], ['daily', null, []]);
});

test('a game as text is read when it is seen; who has sent it is answered before', async () => {
  // The answer came when a visitor had scrolled to the frame, perhaps never.
  const watchers = [];
  globalThis.document = { body: {} };
  globalThis.IntersectionObserver = class {
    constructor(heard) {
      watchers.push(heard);
    }
    observe() {}
    disconnect() {}
  };
  const { app, frame, ask } = await frameWith({ color: 'both' });
  const record = { game: 'xiangqi', fen: null, headers: {}, comment: '', moves: [[0, 'a0a1']] };
  const read = [];
  app.texts = { learn() {} };
  Object.assign(app.client, {
    read: async ({ text }) => {
      read.push(text);
      return { game: { ...record, errors: [{ code: 'illegal_move', message: 'no' }] }, total: 1 };
    },
    notate: async () => [],
  });
  const news = [];
  hostApi(app, frame).report({ tell: ({ type, state }) => type === 'state' && news.push(state) });
  await ask('set', { pgn: '1. b0b1 *' });
  const { state } = await ask('set', { pgn: '1. a0a1 b0i8 *' });
  assert.deepEqual([state.moves, read], [[], []]);
  const moved = ask('move', { move: 'a0a2' });
  for (const heard of watchers) heard([{ isIntersecting: true }]);
  assert.deepEqual((await moved).state.moves, ['a0a1', 'a0a2'], 'after the game, not at its start');
  assert.deepEqual(read, ['1. a0a1 b0i8 *'], 'not the one that it replaced');
  assert.equal(news.at(-1).problem?.code, 'illegal_move');
  ask('set', { pgn: '1. b0b1 *' });
  await ask('set', { moves: '' });
  assert.deepEqual((await ask('move', { move: 'a0a2' })).state.moves, ['a0a2'], 'nothing to read any more');
});

test('what is asked together is done and answered in order, also while the engine is loading', async () => {
  // The undo was answered before the second move, and took back the first.
  const { app, answer } = await frameWith({ color: 'both' });
  const { answered, send } = pageAround({ answer });
  app.client.held = true;
  send({ type: 'move', move: 'a0a1' }, { type: 'move', move: 'b0b1' }, { type: 'undo' });
  send({ type: 'move', move: 'b0b1' }, { type: 'python' }, { type: 'move', move: 'c0c1' }, { type: 'get' });
  await settled();
  assert.deepEqual(
    answered.map(({ id }) => id),
    [1],
  );
  app.client.release();
  await settled();
  assert.deepEqual(
    answered.map(({ id, state, code }) => [id, state?.moves.join(' ') ?? code]),
    [
      [1, 'a0a1'],
      [2, 'a0a1 b0b1'],
      [3, 'a0a1'],
      [4, 'a0a1 b0b1'],
      [5, 'unknown_type'],
      [6, 'illegal_move'],
      [7, 'a0a1 b0b1'],
    ],
  );
});

test('a search does not keep what comes after it waiting, so that it can be stopped', async () => {
  const { app, answer } = await frameWith({ color: 'both' });
  const { answered, send } = pageAround({ answer });
  app.client.thinksOn = true;
  send({ type: 'go', limits: { movetime: 600_000 } });
  await settled();
  send({ type: 'get' });
  await settled();
  const { play } = app.client;
  app.client.play = (position) => ended.then(() => play(position)); // as if it heard nothing meanwhile
  const ended = new Promise((resolve) => {
    app.client.stop = () => resolve(FakeClient.prototype.stop.call(app.client));
  });
  send({ type: 'move', move: 'a0a1' }, { type: 'move', move: 'b0b1' }, { type: 'stop' });
  await settled();
  assert.deepEqual(answered.map(({ id, type, state }) => [id, state?.moves.length ?? type]).sort(), [
    [1, 'bestmove'],
    [2, 0],
    [3, 1],
    [4, 2],
    [5, 2],
  ]);
});

test('what a board cannot show but the engine understands is shown, and nothing changes if it does not', async () => {
  const board = '3k5/4R4/9/9/9/9/9/9/9/R3K4';
  const { app, ask } = await frameWith({ color: 'both', fen: `"${board} w"` });
  assert.equal((await ask('get')).state.problem?.code, 'invalid_fen');
  app.client.read = async () => ({
    format: 'fen',
    game: { game: 'xiangqi', fen: `${board} w - - 0 1`, headers: {}, comment: '', moves: [], errors: [] },
  });
  const pasted = `https://site.example/?fen=${board}_w`;
  assert.equal((await ask('set', { fen: pasted })).state.start, `${board} w - - 0 1`);
  app.client.read = () => Promise.reject(Object.assign(new Error('no'), { code: 'invalid_record' }));
  await assert.rejects(ask('set', { fen: `x${pasted}` }), { code: 'invalid_fen' });
  assert.equal((await ask('get')).state.start, `${board} w - - 0 1`);
});

test('only texts with enough signs of a position are worth asking the engine about', () => {
  for (const fen of ['9/9', '8/8/8', '<img src=x onerror=alert(1)>', '3k5/9/9/9/9/9/9/9/9/3K5', 'x'])
    assert.ok(!mayBePasted('xiangqi', fen), fen);
  for (const fen of ['"3k5/9/9/9/9/9/9/9/9/3K5 w"', '3k5\\9\\9\\9\\9\\9\\9\\9\\9\\3K5 w'])
    assert.ok(mayBePasted('xiangqi', fen), fen);
});

test('a move made while the visitor looks back is told', async () => {
  // The page around heard nothing of the engine's move, nor of its mate.
  const { app } = await frameWith({ color: 'both' });
  const words = { t: () => 'Checkmate', has: () => true, language: 'en' };
  const last = app.session.state.game;
  const outcome = { winner: 'red', termination: 'checkmate' };
  const { tree } = addMove(last.tree, ROOT, 'a0a1', { ...toyView([]), outcome });
  const game = { ...last, tree: { ...tree, current: ROOT } };
  const news = newsOfMoves({ ...app, words, state: { game } }, { game }, { game: last });
  assert.deepEqual(
    news.map(({ type, move, outcome }) => [type, move ?? outcome.termination]),
    [
      ['move', 'a0a1'],
      ['gameover', 'checkmate'],
    ],
  );
});

test('a frame whose mode is only confirmed stays', async () => {
  const { ask, seen } = await frameWith({ mode: 'puzzle' });
  const { reloads } = await ask('set', { mode: 'puzzle', puzzle: 'daily' });
  assert.equal(reloads, false);
  assert.deepEqual(seen, { opened: 2, replaced: [] });
  await assert.rejects(ask('set', { mode: 'play', theme: 'pink' }), { code: 'bad_option' });
  assert.equal(await isSettled(ask('get')), true);
});
