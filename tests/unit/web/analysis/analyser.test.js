import assert from 'node:assert/strict';
import test from 'node:test';
import { Analyser } from '../../../../web/game-view/analyser.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { settled, toyView } from '../game_fakes.js';

/** A client whose searches say and answer what the test wants; the newest search wins, as in the real one. */
class FakeEngine {
  searches = [];
  stops = 0;

  go({ moves, limits }, { onInfo }) {
    const search = { moves, limits, onInfo };
    const cancelled = Object.assign(new Error('cancelled'), { code: 'cancelled' });
    this.searches.at(-1)?.reject(cancelled);
    search.result = new Promise((resolve, reject) => Object.assign(search, { resolve, reject }));
    this.searches.push(search);
    return search;
  }
  stop() {
    this.stops += 1;
    this.searches.at(-1).resolve({});
  }
  /** The newest search completes an iteration. */
  iteration(depth, lines, search = this.searches.at(-1)) {
    for (let multipv = 1; multipv <= lines; multipv++)
      search.onInfo({ depth, multipv, score: { cp: depth }, nodes: 1, pv: ['a0a1'] });
  }
}

const target = (...moves) => ({ game: 'xiangqi', fen: null, moves, view: toyView(moves) });
const LIMITS = { multipv: 3, infinite: true };

function start(limits = LIMITS) {
  const engine = new FakeEngine();
  const analyser = new Analyser(engine, () => 0);
  analyser.analyse(target(), limits);
  return { engine, analyser };
}
const depthOf = (analyser, ...moves) => analyser.of(target(...moves))?.lines[0].depth ?? null;

test('an iteration is shown when all its lines are there', () => {
  const { engine, analyser } = start();
  engine.iteration(1, 3);
  engine.iteration(2, 2);
  assert.equal(depthOf(analyser), 1);
  engine.searches[0].onInfo({ depth: 2, multipv: 3, score: { cp: 0 }, nodes: 1, pv: [] });
  assert.equal(depthOf(analyser), 2);
});

test('a newer position takes the place of the older one, whose late news are dropped', async () => {
  const { engine, analyser } = start();
  engine.iteration(5, 3);
  analyser.analyse(target('a0a1'), LIMITS);
  engine.iteration(9, 3, engine.searches[0]);
  await settled();
  assert.equal(depthOf(analyser), 5);
  assert.equal(analyser.state.running, true);
  assert.equal(analyser.state.refused, null, 'being cancelled is no fault');
});

test('a result is kept until a deeper one comes', async () => {
  const { engine, analyser } = start();
  engine.iteration(12, 3);
  analyser.analyse(target('a0a1'), LIMITS);
  analyser.analyse(target(), LIMITS);
  engine.iteration(3, 3);
  assert.equal(depthOf(analyser), 12);
  engine.iteration(13, 3);
  assert.equal(depthOf(analyser), 13);
});

test('a proven result takes the place of a deeper one, and stays', () => {
  const { engine, analyser } = start();
  engine.iteration(30, 3);
  analyser.analyse(target('a0a1'), LIMITS);
  analyser.analyse(target(), LIMITS);
  engine.searches
    .at(-1)
    .onInfo({ depth: 5, multipv: 1, score: { mate: 3 }, nodes: 0, pv: ['a0a1'], exact: true });
  assert.equal(depthOf(analyser), 5);
  engine.iteration(31, 3);
  assert.equal(depthOf(analyser), 5);
});

test('more lines than before are shown at once', () => {
  const { engine, analyser } = start({ multipv: 1, infinite: true });
  engine.iteration(12, 1);
  analyser.analyse(target(), { multipv: 3, infinite: true });
  engine.iteration(4, 3);
  assert.equal(analyser.of(target()).lines.length, 3);
});

test('a position whose search has come to its end is not searched again within the same limits', async () => {
  const limits = { multipv: 1, depth: 6 };
  const { engine, analyser } = start(limits);
  engine.iteration(6, 1);
  engine.searches[0].resolve({});
  await settled();
  assert.equal(analyser.state.running, false);
  analyser.analyse(target(), limits);
  assert.equal(engine.searches.length, 1);
  analyser.analyse(target(), { multipv: 1, depth: 8 });
  assert.equal(engine.searches.length, 2);
});

test('stopping keeps the result, and a stopped search is begun anew', async () => {
  const { engine, analyser } = start();
  engine.iteration(7, 3);
  analyser.stop();
  await settled();
  assert.equal(engine.stops, 1);
  assert.equal(depthOf(analyser), 7);
  assert.equal(analyser.state.running, false);
  analyser.analyse(target(), LIMITS);
  assert.equal(engine.searches.length, 2);
});

test('a position that the engine refuses is told by its code', async () => {
  const { engine, analyser } = start();
  engine.searches[0].reject(Object.assign(new Error('no'), { code: 'invalid_fen' }));
  await settled();
  assert.equal(analyser.state.refused, 'invalid_fen');
  assert.equal(analyser.state.running, false);
});

test('a running search begins anew with other resources, if several threads may search', async () => {
  const engine = Object.assign(new FakeEngine(), { resources: reactive({ threads: 2 }) });
  const analyser = new Analyser(engine, () => 0);
  const page = reactive({ limits: LIMITS });
  analyser.follow(() => ({ target: target(), limits: page.limits }));
  update(engine.resources, { threads: 1 });
  assert.equal(engine.searches.length, 2);
  for (const limits of [{ nodes: 1000 }, { level: 3 }]) {
    update(page, { limits });
    const { length } = engine.searches;
    update(engine.resources, { threads: engine.resources.threads + 1 });
    assert.equal(engine.searches.length, length);
  }
});

test('a search that has come to its end is not begun anew with other resources', async () => {
  const engine = Object.assign(new FakeEngine(), { resources: reactive({ threads: 2 }) });
  const analyser = new Analyser(engine, () => 0);
  analyser.follow(() => ({ target: target(), limits: { multipv: 1, depth: 6 } }));
  engine.iteration(6, 1);
  engine.searches[0].resolve({});
  await settled();
  update(engine.resources, { threads: 1 });
  assert.equal(engine.searches.length, 1);
});

test('what is followed is analysed anew only when it changes', async () => {
  const engine = new FakeEngine();
  const analyser = new Analyser(engine, () => 0);
  const page = reactive({ moves: [], on: true, other: 0 });
  analyser.follow(() =>
    page.on && page.other >= 0 ? { target: target(...page.moves), limits: LIMITS } : null,
  );
  update(page, { other: 1 });
  assert.equal(engine.searches.length, 1);
  update(page, { moves: ['a0a1'] });
  assert.equal(engine.searches.length, 2);
  update(page, { on: false });
  assert.equal(engine.stops, 1);
  await settled();
  assert.equal(analyser.state.running, false);
});
