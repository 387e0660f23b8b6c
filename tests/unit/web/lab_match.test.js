import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newProfile, openTab } from './storage_fakes.js';

globalThis.addEventListener ??= () => {};
const { LabError } = await import('../../../web/engine/sandbox.js');
const { Match, pointsOf } = await import('../../../web/lab/match.js');
const { Matches } = await import('../../../web/storage/matches.js');

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

function table(play, options = {}) {
  const workers = [];
  const profile = newProfile();
  const storage = new Matches(openTab(profile));
  const create = () => {
    workers.push(new FakeWorker(play, options));
    return workers.at(-1);
  };
  return { match: new Match({ createWorker: create, storage, seed: () => 7 }), workers, storage, create };
}

async function until(done) {
  for (let i = 0; i < 1000 && !done(); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.ok(done());
}

/** @param {number} games  that are played */
async function keeps(storage, games) {
  let kept;
  for (let i = 0; i < 100 && kept?.played.length !== games; i += 1) kept = await storage.read('xiangqi');
  assert.equal(kept.played.length, games);
}

test('each opening is played with both colours, in two workers, and the table says who won', async () => {
  const { match, workers, storage } = table(() => WON);
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
    [pointsOf({ number: 1, result: '0-1' }), pointsOf({ number: 2, result: '1/2-1/2' })],
    [1, 0.5],
  );
  await keeps(storage, 6);
});

test('a match of a tab that was closed waits, and goes on where it was when it is told to', async () => {
  let left = 3;
  const { match, storage, create, workers } = table(() => {
    left -= 1;
    return left >= 0 ? WON : null;
  });
  match.start(PLAN);
  await until(() => match.state.match.played.length === 3 && match.state.match.standing?.wins);
  await keeps(storage, 3);
  const other = new Match({ createWorker: create, storage });
  match.pause();
  const count = workers.length;
  await other.open('xiangqi');
  assert.equal(other.state.status, 'paused');
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

test('a game that hangs is played again with care, and lost by the one who hangs again', async () => {
  const { match } = table((fields, worker) => {
    if (fields.opening[0] !== 'opening 1' || fields.a_is_black) return WON;
    if (fields.careful) worker.onmessage({ data: { type: 'alive', thinking: 'a', moves: 'h2e2 h9g7' } });
    return new LabError('silent', 'no sign of life');
  });
  match.start(PLAN);
  await until(() => match.state.status === 'over');
  const game = match.state.match.played[2];
  assert.deepEqual(game, { number: 2, result: '0-1', ending: 'hang', plies: 2, moves: 'h2e2 h9g7' });
});

test('a game that hangs once only, on a busy machine, counts as it ends', async () => {
  const { match } = table(({ opening, careful }) =>
    opening[0] === 'opening 0' && !careful ? new LabError('silent', 'no sign of life') : WON,
  );
  match.start(PLAN);
  await until(() => match.state.status === 'over');
  assert.ok(match.state.match.played.every(({ ending }) => ending === 'checkmate'));
});

test('a game that takes too long is lost only when it does so again', async () => {
  const late = { ...WON, ending: 'time', fault: 'the search does not end' };
  const { match } = table(({ careful, a_is_black }) => (careful && !a_is_black ? WON : late));
  match.start({ ...PLAN, games: 2 });
  await until(() => match.state.status === 'over');
  assert.deepEqual(
    match.state.match.played.map(({ ending }) => ending),
    ['checkmate', 'time'],
  );
});

test('a worker that dies loses the game for the one who was thinking, with the reason', async () => {
  const { match } = table((fields, worker) => {
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
  const { match, workers } = table(() => WON, { faults: { a: [fault], b: [] } });
  match.start(PLAN);
  await until(() => match.state.faults !== null);
  assert.deepEqual(match.state.faults.a, [fault]);
  assert.deepEqual([match.state.status, match.state.match.played.length], ['paused', 0]);
  assert.ok(workers.every(({ ended }) => ended));
});

test('the match ends with the verdict of the test where it was asked to', async () => {
  const { match } = table(() => WON, { verdict: 'accepted' });
  match.start({ ...PLAN, games: 50, stops: true });
  await until(() => match.state.status === 'over');
  assert.ok(match.state.match.played.length < 5);
});

test('another match takes nothing of the one before', async () => {
  const { match, workers } = table(() => null);
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
