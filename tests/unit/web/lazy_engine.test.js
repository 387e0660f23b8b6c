import assert from 'node:assert/strict';
import test from 'node:test';
import { LazyEngine } from '../../../web/game/lazy-engine.js';
import { FakeClient, settled, toyView } from './game_fakes.js';

/** A client that is not there before it is started, and lets go of everything when it is put away. */
class Sleepy extends FakeClient {
  started = 0;
  rejects = new Set();
  state = { state: 'off' };

  start() {
    this.started += 1;
    this.setState({ state: 'idle' });
  }
  dispose() {
    for (const reject of this.rejects) reject(Object.assign(new Error('put away'), { code: 'disposed' }));
    this.setState({ state: 'off' });
  }
  go(request, listener) {
    const { result } = super.go(request, listener);
    return { result: Promise.race([result, new Promise((_, reject) => this.rejects.add(reject))]) };
  }
}

function lazy(options = {}) {
  const clients = [];
  const create = () => {
    clients.push(new Sleepy());
    return clients.at(-1);
  };
  return { engine: new LazyEngine({ create, ...options }), clients };
}

const start = { game: 'xiangqi', fen: null, moves: [] };

test('nothing is started, and what is asked waits, until somebody needs the engine', async () => {
  const { engine, clients } = lazy();
  const view = engine.view({ ...start, moves: ['a0a1'] });
  await settled();
  assert.equal(clients[0].started, 0);
  assert.equal(engine.state.state, 'off');
  engine.wake();
  engine.wake();
  assert.deepEqual((await view).lastMove, ['a0', 'a1']);
  assert.equal(clients[0].started, 1);
});

test('the views that were built need no engine', async () => {
  const built = toyView([]);
  const { engine, clients } = lazy({ built: async () => ({ xiangqi: built }) });
  assert.equal(await engine.view(start), built);
  assert.equal(clients[0].started, 0);
});

test('a search that slept is done again when the engine wakes', async () => {
  const { engine, clients } = lazy();
  engine.wake();
  clients[0].thinksOn = true;
  const { result } = engine.go({ ...start, limits: { level: 1 } }, { onInfo: () => {} });
  await settled();
  engine.sleep();
  assert.equal(engine.awake, false);
  await settled();
  engine.wake();
  assert.equal((await result).bestmove, 'a0a1');
  assert.equal(clients.length, 2);
});

test('a search that is stopped in its sleep, or overtaken, is cancelled and not done', async () => {
  const { engine, clients } = lazy();
  const first = engine.go(start, { onInfo: () => {} });
  const second = engine.go(start, { onInfo: () => {} });
  await assert.rejects(first.result, { code: 'cancelled' });
  await engine.stop();
  await assert.rejects(second.result, { code: 'cancelled' });
  engine.wake();
  await settled();
  assert.deepEqual(clients[0].calls, []);
});

test('a refusal of the engine is handed on', async () => {
  const { engine } = lazy();
  engine.wake();
  await assert.rejects(engine.view({ ...start, moves: ['z9z9'] }), { code: 'illegal_move' });
});

test('limits are changed on their way, and states are handed on', async () => {
  const { engine, clients } = lazy({ limits: (limits) => ({ ...limits, movetime: 5 }) });
  const states = [];
  engine.addEventListener('state', () => states.push(engine.state.state));
  engine.wake();
  await engine.go({ ...start, limits: { level: 2 } }, { onInfo: () => {} }).result;
  assert.deepEqual(clients[0].calls.at(-1), ['go', [], { level: 2, movetime: 5 }]);
  engine.sleep();
  clients[0].setState({ state: 'failed' });
  assert.deepEqual(states, ['idle', 'off']);
});

test('where every search is wanted, a search wakes it', async () => {
  const { engine, clients } = lazy({ wakesToSearch: true });
  assert.equal((await engine.go(start, { onInfo: () => {} }).result).bestmove, 'a0a1');
  assert.equal(clients[0].started, 1);
});
