import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import { FakeLocks, until } from '../../game_fakes.js';
import { newProfile, openTab } from '../../storage_fakes.js';

globalThis.addEventListener ??= () => {};
const { LabError } = await import('../../../../../web/engine/sandbox.js');
const { isClear, MatchRunner, scoreOf } = await import('../../../../../web/lab/match/runner.js');
const { Database } = await import('../../../../../web/storage/database.js');
const { Matches } = await import('../../../../../web/lab/match/kept-matches.js');
const { TabLock } = await import('../../../../../web/storage/tab-lock.js');

const PLAN = {
  game: 'xiangqi',
  a: { name: 'Mine', files: { 'search.py': 'x' } },
  b: { name: 'Original', files: {} },
  limit: 'nodes 5000',
  games: 6,
  sprt: [0, 20],
  stops: false,
};
const WON = { ok: true, result: '1-0', ending: 'checkmate', plies: 2, moves: 'h2e2 h9g7' };

/** A worker whose games end as the test says: with a reply, or a LabError. */
class FakeWorker {
  onmessage = null;
  asked = [];
  ended = false;
  #reject = () => {};

  /** @param {(fields: any, worker: FakeWorker) => any} play */
  constructor(play, { faults = { a: [], b: [] }, verdict = null } = {}) {
    this.play = play;
    this.faults = faults;
    this.verdict = verdict;
  }
  postMessage(message) {
    this.started = message;
  }
  terminate() {
    this.ended = true;
    this.#reject(new LabError('ended', 'the engine was ended'));
  }
  async ask(question, fields) {
    await new Promise((resolve) => setImmediate(resolve));
    this.asked.push({ question, ...fields });
    if (this.ended) throw new LabError('ended', 'the engine was ended');
    if (question === 'openings')
      return { openings: Array.from({ length: fields.count }, (_, i) => [`opening ${i}`]) };
    if (question === 'match') return { faults: this.faults };
    if (question === 'standing') {
      const wins = fields.games.filter(([, points]) => points === 1).length;
      const draws = fields.games.filter(([, points]) => points === 0.5).length;
      const sprt = { llr: 0, bounds: [-3, 3], verdict: this.verdict };
      return { wins, draws, losses: fields.games.length - wins - draws, sprt };
    }
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      const done = this.play(fields, this);
      if (done instanceof Error) reject(done);
      else if (done) resolve(done);
    });
  }
}

/** A browser whose workers play as the test says; each tab has the match of Xiangqi open, the first one may play it. */
function newBrowser(play, { locks = new FakeLocks(), ...options } = {}) {
  const workers = [];
  const profile = newProfile();
  const createWorker = () => {
    workers.push(new FakeWorker(play, options));
    return workers.at(-1);
  };
  const openMatch = async () => {
    const storage = new Matches(openTab(profile));
    const held = [];
    const newLock = (game, onChange) => {
      held.push(new TabLock(locks, game, onChange));
      return held.at(-1);
    };
    const match = new MatchRunner({ createWorker, storage, newLock, seed: () => 7 });
    await match.open('xiangqi');
    const close = () => {
      match.pause();
      for (const lock of held) lock.dispose();
    };
    return { match, storage, close };
  };
  return { workers, openMatch };
}

async function opened(play, options = {}) {
  const { workers, openMatch } = newBrowser(play, options);
  return { workers, openMatch, ...(await openMatch()) };
}

/** @param {number} games  that are played */
async function keeps(storage, games) {
  let kept;
  for (let i = 0; i < 100 && kept?.played.length !== games; i += 1) kept = await storage.read('xiangqi');
  assert.equal(kept.played.length, games);
}

test('each opening is played with both colours, in two workers, and the table says who won', async () => {
  const { match, workers, storage } = await opened(() => WON);
  match.start(PLAN);
  await until(() => match.state.status === 'over');
  const { played, standing } = match.state.match;
  assert.deepEqual(
    played.map(({ number }) => number),
    [0, 1, 2, 3, 4, 5],
  );
  assert.deepEqual([standing.wins, standing.losses], [3, 3], 'red won every game');
  assert.equal(workers.length, 2);
  assert.ok(workers.every(({ ended }) => ended));
  const games = workers.flatMap(({ asked }) => asked.filter(({ question }) => question === 'match_game'));
  const openings = games.map(({ opening, a_is_black }) => `${opening} ${a_is_black}`).sort();
  assert.equal(new Set(openings).size, 6);
  assert.deepEqual(games[0].limits, { nodes: 5000 });
  assert.deepEqual(
    [scoreOf({ number: 1, result: '0-1' }), scoreOf({ number: 2, result: '1/2-1/2' })],
    [1, 0.5],
  );
  await keeps(storage, 6);
});

test('a match of a tab that was closed waits, and goes on where it was when it is told to', async () => {
  let left = 3;
  const { match, storage, openMatch, workers, close } = await opened(() => {
    left -= 1;
    return left >= 0 ? WON : null;
  });
  match.start(PLAN);
  await until(() => match.state.match.played.length === 3 && match.state.match.standing?.wins);
  await keeps(storage, 3);
  close();
  const count = workers.length;
  const { match: other } = await openMatch();
  await until(() => other.state.status === 'paused');
  assert.equal(workers.length, count, 'nothing runs by itself');
  left = 100;
  other.resume();
  await until(() => other.state.status === 'over');
  assert.equal(other.state.match.played.length, 6);
  const again = workers
    .slice(count)
    .flatMap(({ asked }) => asked.filter(({ question }) => question === 'match_game'));
  assert.equal(again.length, 3);
  assert.ok(!workers.slice(count).some(({ asked }) => asked.some(({ question }) => question === 'openings')));
});

const numbers = ({ state }) => state.match.played.map(({ number }) => number);

test('a second tab watches the match, and can take it over', async () => {
  // Bug: a match resumed in two tabs was played twice, and each game of one overwrote those of the other.
  let left = 3;
  const { match, openMatch, workers } = await opened(() => {
    left -= 1;
    return left >= 0 ? WON : null;
  });
  const { match: other } = await openMatch();
  assert.deepEqual([other.state.status, other.state.match], ['elsewhere', null]);
  other.start(PLAN);
  assert.equal(workers.length, 0, 'it may not play');
  match.start(PLAN);
  await until(() => other.state.match?.played.length === 3);
  other.resume();
  assert.deepEqual([other.state.status, workers.length], ['elsewhere', 2]);
  left = 100;
  await other.takeOver();
  assert.deepEqual([match.state.status, other.state.status], ['elsewhere', 'running']);
  assert.ok(workers.slice(0, 2).every(({ ended }) => ended));
  match.resume();
  assert.equal(match.state.status, 'elsewhere');
  await until(() => other.state.status === 'over');
  await until(() => match.state.match.played.length === 6);
  assert.deepEqual(numbers(match), [0, 1, 2, 3, 4, 5]);
});

test('when the tab that has the match is closed, the next one may resume it', async () => {
  const { match, openMatch, storage, close } = await opened((fields) =>
    fields.opening[0] === 'opening 0' ? WON : null,
  );
  match.start(PLAN);
  await until(() => match.state.match.played.length === 2);
  await keeps(storage, 2); // a game that the closed tab had not saved would be played again
  const { match: other } = await openMatch();
  assert.equal(other.state.status, 'elsewhere');
  close();
  await until(() => other.state.status === 'paused');
  assert.deepEqual(numbers(other), [0, 1]);
});

test('without locks, games of another tab are not overwritten', async () => {
  const lost = { ...WON, result: '0-1' };
  let result = WON;
  let waits = true;
  const { match, openMatch, storage } = await opened(
    ({ opening }) => (opening[0] === 'opening 0' || !waits ? result : null),
    { locks: null },
  );
  match.start(PLAN);
  await until(() => match.state.match.played.length === 2);
  await keeps(storage, 2);
  const { match: other } = await openMatch();
  assert.equal(other.state.status, 'paused');
  waits = false;
  result = lost;
  other.resume();
  await until(() => other.state.status === 'over');
  await keeps(storage, 6);
  match.pause();
  match.resume(); // it knows of two games only, until it saves
  await until(() => match.state.status === 'over');
  assert.deepEqual(numbers(match), [0, 1, 2, 3, 4, 5]);
  const { played } = await storage.read('xiangqi');
  assert.deepEqual(
    played.map((game) => game.result),
    ['1-0', '1-0', '0-1', '0-1', '0-1', '0-1'],
  );
});

test('without locks, a match ends here when another one is started in another tab', async () => {
  const { match, openMatch, storage } = await opened(() => WON, { locks: null });
  const { match: other } = await openMatch();
  match.start({ ...PLAN, games: 1000 });
  await until(() => match.state.match.played.length > 2);
  await until(() => other.state.status === 'paused');
  other.start({ ...PLAN, games: 2 });
  await until(() => other.state.status === 'over' && match.state.status === 'over');
  await keeps(storage, 2);
  assert.equal(match.state.match.games, 2);
});

test('a game that hangs is played again, and lost by the one who hangs again', async () => {
  const { match } = await opened((fields, worker) => {
    if (fields.opening[0] !== 'opening 1' || fields.a_is_black) return WON;
    if (fields.report_thinking)
      worker.onmessage({ data: { type: 'alive', thinking: 'a', moves: 'h2e2 h9g7' } });
    return new LabError('silent', 'no sign of life');
  });
  match.start(PLAN);
  await until(() => match.state.status === 'over');
  const game = match.state.match.played[2];
  assert.deepEqual(game, { number: 2, result: '0-1', ending: 'hang', plies: 2, moves: 'h2e2 h9g7' });
});

test('a game that hangs once only, on a busy machine, counts as it ends', async () => {
  const { match } = await opened(({ opening, report_thinking }) =>
    opening[0] === 'opening 0' && !report_thinking ? new LabError('silent', 'no sign of life') : WON,
  );
  match.start(PLAN);
  await until(() => match.state.status === 'over');
  assert.ok(match.state.match.played.every(({ ending }) => ending === 'checkmate'));
});

test('a game that takes too long is lost only when it does so again', async () => {
  const late = { ...WON, ending: 'time', fault: 'the search does not end' };
  const { match } = await opened(({ report_thinking, a_is_black }) =>
    report_thinking && !a_is_black ? WON : late,
  );
  match.start({ ...PLAN, games: 2 });
  await until(() => match.state.status === 'over');
  assert.deepEqual(
    match.state.match.played.map(({ ending }) => ending),
    ['checkmate', 'time'],
  );
});

test('an illegal move loses its game, with the reason', async () => {
  const illegal = { ...WON, result: '0-1', ending: 'illegal_move', fault: 'a0a9' };
  const { match } = await opened(({ a_is_black }) => (a_is_black ? WON : illegal));
  match.start({ ...PLAN, games: 2 });
  await until(() => match.state.status === 'over');
  const [game] = match.state.match.played;
  assert.deepEqual([game.result, game.ending, game.fault], ['0-1', 'illegal_move', 'a0a9']);
});

test('a worker that dies loses the game for the one who was thinking, with the reason', async () => {
  const { match } = await opened((fields, worker) => {
    if (!fields.a_is_black) return WON;
    worker.onmessage({ data: { type: 'alive', thinking: 'a', moves: '' } });
    return new LabError('failed', 'out of memory');
  });
  match.start({ ...PLAN, games: 2 });
  await until(() => match.state.status === 'over');
  const game = match.state.match.played[1];
  assert.deepEqual([game.result, game.ending, game.fault], ['1-0', 'crash', 'out of memory']);
});

test('a player that does not compile is told, and nothing is played', async () => {
  const fault = { kind: 'dialect', path: 'search.py', line: 3, column: 1, end: 0, reason: 'no' };
  const { match, workers } = await opened(() => WON, { faults: { a: [fault], b: [] } });
  match.start(PLAN);
  await until(() => match.state.faults !== null);
  assert.deepEqual(match.state.faults.a, [fault]);
  assert.deepEqual([match.state.status, match.state.match.played.length], ['paused', 0]);
  assert.ok(workers.every(({ ended }) => ended));
});

test('the match ends with the verdict of the test where it was asked to', async () => {
  const { match } = await opened(() => WON, { verdict: 'accepted' });
  match.start({ ...PLAN, games: 50, stops: true });
  await until(() => match.state.status === 'over');
  assert.ok(match.state.match.played.length < 5);
});

test('another match takes nothing of the one before', async () => {
  const { match, workers } = await opened(() => null);
  match.start(PLAN);
  await until(() => workers.some(({ asked }) => asked.some(({ question }) => question === 'match_game')));
  for (const worker of workers) worker.play = () => WON;
  match.start({ ...PLAN, games: 2 });
  for (const worker of workers.slice(2)) worker.play = () => WON;
  await until(() => match.state.status === 'over');
  assert.deepEqual(
    match.state.match.played.map(({ number }) => number),
    [0, 1],
  );
});

test('a finished game costs one row, however many have been played', async () => {
  const profile = newProfile();
  const storage = new Matches(openTab(profile));
  const match = { ...PLAN, games: 1000, openings: [['h2e2']], standing: null, startedAt: 1 };
  const game = (number) => ({ number, result: '1-0', ending: 'checkmate', plies: 2, moves: 'h2e2 h9g7' });
  await storage.save({ ...match, played: Array.from({ length: 500 }, (_, number) => game(number)) });
  const { put } = IDBObjectStore.prototype;
  const written = [];
  IDBObjectStore.prototype.put = function (row) {
    written.push([this.name, JSON.stringify(row).length]);
    return put.call(this, row);
  };
  try {
    await storage.save({ ...match, played: Array.from({ length: 501 }, (_, number) => game(number)) });
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  assert.deepEqual(written.map(([store]) => store).sort(), ['match_games', 'matches']);
  assert.ok(written.every(([, length]) => length < 500));
  assert.deepEqual((await storage.read('xiangqi')).played.at(-1), game(500));
});

test('a match that an older version has saved keeps its games', async () => {
  const name = newProfile();
  const played = [{ number: 0, ...WON }];
  const old = await openDB(name, 3, {
    upgrade(db) {
      for (const store of ['games', 'moves', 'cursors', 'settings', 'progress', 'unreadable', 'variants'])
        db.createObjectStore(store, { autoIncrement: true });
      db.createObjectStore('matches', { keyPath: 'game' });
    },
  });
  await old.put('matches', { ...PLAN, openings: [['h2e2']], played, standing: null, startedAt: 1 });
  old.close();
  assert.deepEqual((await new Matches(new Database({ name })).read('xiangqi')).played, played);
});

// After 0 to 10 the page said "Elo −∞, LOS 0.0%, undecided", and nothing else.
test('a score can be clear before the test has a verdict', () => {
  const clear = (/** @type {number} */ superiority, /** @type {string | null} */ verdict = null) =>
    isClear({ superiority, sprt: { verdict } });
  assert.deepEqual([clear(0), clear(1), clear(0.02)], [true, true, true]);
  assert.deepEqual([clear(0.5), clear(0.9), clear(0.03)], [false, false, false]);
  assert.equal(clear(1, 'accepted'), false);
});
