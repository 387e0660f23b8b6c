import assert from 'node:assert/strict';
import test from 'node:test';
import { EndingSolver } from '../../../../web/endings/solver.js';
import { followKeptEndings } from '../../../../web/tablebase/follow-tables.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { settled } from '../game_fakes.js';

const FAMILY = ['K-k', 'KR-k', 'K-ka', 'KR-ka'];

/** A worker that knows how to solve KR-ka; it goes on when the test says so. */
class FakeClient extends EventTarget {
  state = { state: 'idle', restarted: false };
  store = new Set();
  asked = [];
  #solving = null;

  facts(name = 'KR-ka') {
    const missing = FAMILY.filter((each) => !this.store.has(each));
    const statistics = this.store.has(name) ? { positions: 9 } : null;
    return {
      name,
      positions: 9,
      limit: 100,
      todo: missing.length,
      missing,
      smaller: [],
      fen: 'x',
      statistics,
    };
  }
  async request({ type, name, data, work }, onNews) {
    this.asked.push(type);
    if (type === 'ending') return this.facts(name);
    if (type === 'addEnding') {
      if (data === 'damaged') throw Object.assign(new Error('damaged'), { code: 'invalid_table' });
      this.store.add(data);
      return this.facts();
    }
    if (type === 'stop') {
      assert.equal(work, 7);
      this.#solving.reject(Object.assign(new Error('stopped'), { code: 'cancelled' }));
      return { work };
    }
    return new Promise((resolve, reject) => {
      this.#solving = { resolve: () => resolve(this.facts(name)), reject, onNews };
    });
  }
  finish(ending) {
    this.store.add(ending);
    this.#solving.onNews({ ending, table: ending, done: 1, total: 4 }, 7);
  }
  news(ending) {
    this.#solving.onNews({ ending, done: 1, total: 4 }, 7);
  }
  done() {
    this.#solving.resolve();
  }
  fail(error) {
    this.#solving.reject(error);
  }
  become(state) {
    this.state = { ...this.state, ...state };
    this.dispatchEvent(new Event('state'));
  }
}

function newSolver(tables = {}, written = 'kept') {
  const client = new FakeClient();
  const kept = new Map(Object.entries(tables));
  const solver = new EndingSolver({
    client,
    kept: {
      read: async (name) => kept.get(name) ?? null,
      write: async (name, table) => {
        if (written === 'kept') kept.set(name, table);
        return written;
      },
      remove: async (name) => void kept.delete(name),
    },
    speed: { now: null, change: () => {} },
  });
  return { client, kept, solver };
}

test('every table is kept as soon as it is there, and given back on the next visit', async () => {
  const { client, kept, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  assert.deepEqual(solver.state.facts.missing, FAMILY);
  const solved = solver.solve();
  client.finish('K-k');
  client.news('KR-k');
  assert.equal(solver.state.solving.ending, 'KR-k');
  for (const name of FAMILY.slice(1)) client.finish(name);
  client.done();
  assert.equal(await solved, true);
  assert.ok(solver.state.facts.statistics);
  await settled();
  assert.deepEqual([...kept.keys()], FAMILY);
  const later = newSolver(Object.fromEntries(kept));
  await later.solver.look({ name: 'KR-ka' });
  assert.ok(later.solver.state.facts.statistics, 'nothing is solved twice');
});

test('a table that is damaged is thrown away, to be solved again', async () => {
  const { kept, solver } = newSolver({ 'K-k': 'damaged', 'KR-k': 'KR-k' });
  await solver.look({ name: 'KR-ka' });
  assert.deepEqual(solver.state.facts.missing, ['K-k', 'K-ka', 'KR-ka']);
  assert.deepEqual([...kept.keys()], ['KR-k']);
});

test('when it is stopped, finished smaller endings stay and nothing is called a fault', async () => {
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  client.finish('K-k');
  solver.stop();
  assert.equal(await solved, false);
  assert.deepEqual([solver.state.solving, solver.state.fault], [null, null]);
  assert.deepEqual(solver.state.facts.missing, FAMILY.slice(1));
});

test('a stop before the first news takes effect with the first news', async () => {
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  solver.stop();
  assert.ok(!client.asked.includes('stop'), 'nobody knows yet what to stop');
  client.news('K-k');
  assert.equal(await solved, false);
});

test('another ending is looked at while one is solved: that ends, and the other can be solved', async () => {
  // "Solve it" was gone until the page was loaded again.
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  client.news('K-k');
  await solver.look({ name: 'KR-k' });
  assert.equal(await solved, false);
  assert.deepEqual([solver.state.solving, solver.state.facts.name], [null, 'KR-k']);
  const other = solver.solve();
  for (const name of FAMILY) client.finish(name);
  client.done();
  assert.equal(await other, true);
});

test('of two endings asked for while one is solved, the second counts, and nothing is solved again', async () => {
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  client.news('K-k');
  const looks = [solver.look({ name: 'K-ka' }), solver.look({ name: 'KR-k' })];
  assert.deepEqual(await Promise.all(looks), [false, true]);
  assert.equal(await solved, false);
  assert.equal(solver.state.facts.name, 'KR-k');
  assert.equal(client.asked.filter((type) => type === 'solveEnding').length, 1);
});

test('a worker that dies loses the present run alone, and the page says so', async () => {
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  client.finish('K-k');
  await settled();
  client.store.clear(); // another worker takes over, which knows nothing and solves again what was asked
  client.become({ state: 'loading', restarted: true });
  client.become({ state: 'idle' });
  client.news('K-k');
  assert.equal(await solved, false);
  assert.deepEqual([solver.state.fault.code, solver.state.fault.finished], ['died', 1]);
  assert.deepEqual(solver.state.facts.missing, FAMILY.slice(1), 'what was finished is given to the new one');
});

test('without memory it says what went wrong and how much is done', async () => {
  const { client, solver } = newSolver();
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  client.finish('K-k');
  client.fail(Object.assign(new Error('could not allocate memory'), { code: 'engine_failed' }));
  assert.equal(await solved, false);
  assert.equal(solver.state.fault.message, 'could not allocate memory');
  assert.equal(solver.state.fault.finished, 1);
});

test('where nothing can be kept the table works, and the page says that it is lost', async () => {
  const { client, solver } = newSolver({}, 'refused');
  await solver.look({ name: 'KR-ka' });
  const solved = solver.solve();
  for (const name of FAMILY) client.finish(name);
  client.done();
  assert.equal(await solved, true);
  await settled();
  assert.equal(solver.state.keeping, 'refused');
});

/** A session whose board shows a position. */
function boardWith(fen) {
  const game = (now) => ({
    game: 'xiangqi',
    tree: { current: 0, nodes: new Map([[0, { view: { fen: now } }]]) },
  });
  const state = reactive({ game: game(fen) });
  return { state, show: (next) => update(state, { game: game(next) }) };
}

const keptTables = (names) => ({
  names: async () => names,
  read: async (name) => (names.includes(name) ? name : null),
  remove: async () => {},
});

test('a page that solves nothing gives the engine what is kept of the ending on its board', async () => {
  const client = new FakeClient();
  const board = boardWith('3ak4/9/9/9/9/9/9/9/9/R3K4 w');
  let told = 0;
  followKeptEndings(board, client, {
    kept: keptTables(FAMILY),
    onAdded: () => {
      told += 1;
    },
  });
  await settled();
  assert.deepEqual([...client.store], FAMILY);
  assert.equal(told, 1);
  board.show('3ak4/9/9/9/9/9/9/9/R8/4K4 b');
  await settled();
  assert.equal(client.asked.length, 1 + FAMILY.length, 'the same material is asked about once');

  // Also a worker that only replaces another to stop a search, or starts after a rest: their tables were not given.
  for (const restarted of [true, false]) {
    client.store.clear();
    client.become({ state: 'off' });
    client.become({ state: 'loading', restarted });
    client.become({ state: 'idle' });
    await settled();
    assert.deepEqual([...client.store], FAMILY, 'a worker that takes over knew nothing');
  }
});

test('the colours of an ending may be exchanged, and other material is not asked about', async () => {
  const client = new FakeClient();
  const board = boardWith('r3k4/9/9/9/9/9/9/9/9/3AK4 b');
  followKeptEndings(board, client, { kept: keptTables(FAMILY) });
  await settled();
  assert.equal(client.store.size, FAMILY.length);
  const { length } = client.asked;
  board.show('n3k4/9/9/9/9/9/9/9/9/3AKN3 b');
  await settled();
  assert.equal(client.asked.length, length);
});

test('the engine is given the tables of what a capture can leave, for its search', async () => {
  const client = new FakeClient();
  const board = boardWith('3ak4/9/9/9/9/4c4/9/9/4R4/4K4 w');
  followKeptEndings(board, client, { kept: keptTables(FAMILY) });
  await settled();
  assert.deepEqual([...client.store], ['KR-ka'], 'chariot against advisor and cannon');
  board.show('4k4/9/9/9/9/9/9/9/4R4/4K1p2 b');
  await settled();
  assert.deepEqual([...client.store], ['KR-ka', 'KR-k']);
  board.show('3ak4/9/9/9/9/9/9/9/4R4/4K4 b');
  await settled();
  assert.deepEqual([...client.store].sort(), [...FAMILY].sort(), 'and then what is left');
  assert.equal(client.asked.filter((type) => type === 'addEnding').length, FAMILY.length, 'each once');
});
