import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.addEventListener ??= () => {};
const { LabError } = await import('../../../../../web/engine/sandbox.js');
const { Experiments } = await import('../../../../../web/lab/experiments.js');
const { largest, lastLap, logPlace, powerAbove, saving, withLap } = await import(
  '../../../../../web/lab/race/race.js'
);
const { ENDINGS, SearchTree } = await import('../../../../../web/lab/tree/search-tree.js');
const { default: english } = await import('../../../../../web/texts/en.json', { with: { type: 'json' } });

const TYPES = {
  parent: Int32Array,
  move: Uint16Array,
  function: Uint8Array,
  depth: Int16Array,
  alpha: Int16Array,
  beta: Int16Array,
  value: Int16Array,
  site: Uint16Array,
};
const packed = (type, numbers) => Buffer.from(new type(numbers).buffer).toString('base64');

const SITES = [
  ['last', 'search', 'search.py', 90, 'Store in the transposition table', ''],
  ['return', 'search', 'search.py', 40, 'Transposition table', ''],
  ['skip', 'search', 'search.py', 60, 'Pruning of late moves', 'Late move pruning'],
  ['return', 'search', 'search.py', 70, 'My idea', ''],
];
const MOVES = ['', 'a0a1', 'b0b1', '0000', 'i9i8'];
const MATE = 30000;

/** parent, move, function, depth, alpha, beta, value, site */
const RECORDS = [
  [-1, 0, 0, 1, -32000, 32000, 30, 1], //  0  depth 1
  [0, 0, 1, 1, -32000, 32000, 30, 1], //   1    root
  [1, 1, 2, 0, -32000, 32000, -30, 1], //  2      a0a1, quiescence
  [-1, 0, 0, 2, -32000, 32000, 20, 1], //  3  depth 2
  [3, 0, 1, 2, -32000, 32000, 20, 1], //   4    root
  [4, 1, 1, 1, -32000, 32000, -20, 1], //  5      a0a1
  [5, 4, 1, 0, -32000, 32000, 20, 2], //   6        i9i8: table
  [4, 2, 1, 0, -21, -20, -50, 1], //       7      b0b1, reduced: fail low
  [4, 2, 1, 1, -21, -20, 10, 1], //        8      b0b1 again: cutoff
  [8, 3, 1, 0, 19, 20, MATE - 3, 4], //    9        a side passes
  [8, 4, 1, 0, 0, 0, 0, 3], //            10        i9i8: skipped
];

function data(records = RECORDS) {
  const columns = Object.fromEntries(
    Object.entries(TYPES).map(([name, type], at) => [
      name,
      packed(
        type,
        records.map((row) => row[at]),
      ),
    ]),
  );
  const scale = { INFINITE: 32000, MATE, MATE_BOUND: 29000, WIN_BOUND: 15000 };
  const functions = ['', 'search', 'quiesce'];
  return {
    functions,
    sites: SITES,
    moves: MOVES,
    columns,
    nodes: 8,
    depth: 2,
    score: 20,
    pv: ['a0a1', 'i9i8'],
    scale,
  };
}

const tree = new SearchTree(data());

test('levels, ends and children come from the parents', () => {
  assert.deepEqual([...tree.level], [1, 2, 3, 1, 2, 3, 4, 3, 3, 4, 4]);
  assert.deepEqual([...tree.end], [3, 3, 3, 11, 11, 7, 7, 8, 11, 10, 11]);
  assert.deepEqual(tree.children(4), [5, 7, 8]);
  assert.deepEqual(tree.path(9), [3, 4, 8, 9]);
  assert.deepEqual(tree.place(8), [3, 3]);
  assert.equal(tree.before(8), 7);
  assert.equal(tree.before(5), -1);
});

test('rows are what is unfolded, and in a film what is there yet', () => {
  assert.deepEqual(
    tree.rows(() => false),
    [0, 3],
  );
  const open = new Set([3, 4]);
  assert.deepEqual(
    tree.rows((at) => open.has(at)),
    [0, 3, 4, 5, 7, 8],
  );
  assert.deepEqual(
    tree.rows((at) => open.has(at), 5),
    [0, 3, 4, 5],
  );
  assert.equal(tree.rows(() => true).length, tree.length);
});

test('every ending has its name, and a step of the visitor’s own keeps its title', () => {
  assert.deepEqual(
    Array.from({ length: tree.length }, (_, at) => tree.ending(at)),
    [null, 'exact', 'exact', null, 'exact', 'exact', 'table', 'low', 'cutoff', 'other', 'lateMove'],
  );
  assert.deepEqual(tree.source(9), { title: 'My idea', func: 'search', path: 'search.py', line: 70 });
  assert.deepEqual(tree.endings[0], ['exact', 4]);
  for (const ending of ENDINGS) assert.ok(english.lab.ending[ending].name && english.lab.ending[ending].why);
});

test('the end of the search leaves nodes unfinished', () => {
  const cut = RECORDS.map((row, at) => (at < 3 ? row : [...row.slice(0, 7), 0]));
  const unfinished = new SearchTree({ ...data(cut), depth: 1, pv: ['a0a1'] });
  assert.equal(unfinished.ending(3), 'stopped');
  assert.deepEqual(unfinished.principalVariation, [0, 1, 2]);
});

test('reductions and re-searches are seen beside the record above', () => {
  assert.equal(tree.reduction(7), 1);
  assert.equal(tree.reduction(8), 0);
  assert.equal(tree.isResearch(8), true);
  assert.equal(tree.isResearch(7), false);
});

test('the principal variation is that of the last iteration, and moves are found', () => {
  assert.deepEqual(tree.principalVariation, [3, 4, 5, 6]);
  const isB = (at) => tree.move(at) === 'b0b1';
  assert.equal(tree.find(0, 1, isB), 7);
  assert.equal(tree.find(7, 1, isB), 8);
  assert.equal(tree.find(8, 1, isB), -1);
  assert.equal(tree.find(8, -1, isB), 7);
  assert.deepEqual(tree.moves(9), ['b0b1', '0000']);
});

test('scores and windows are written as on chess sites', () => {
  assert.deepEqual(
    [0, 7, -130, MATE - 3, 1 - MATE, 32000].map((value) => tree.score(value)),
    ['0.00', '+0.07', '−1.30', '+#2', '−#1', '+∞'],
  );
  assert.deepEqual(tree.window(5), ['−∞', '+∞']);
  assert.deepEqual(tree.window(8), ['−0.21', '−0.20']);
});

test('fifty thousand records are measured and listed', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => [
    at === 0 ? -1 : Math.floor((at - 1) / 2) && at - 1 - (at % 3),
    1,
    1,
    0,
    0,
    1,
    0,
    1,
  ]);
  const large = new SearchTree({ ...data(many), moves: MOVES });
  assert.equal(large.rows(() => true).length, 50_000);
});

const lap = (algorithm, depth, nodes, more = {}) => ({
  algorithm,
  depth,
  nodes,
  ms: nodes / 10,
  done: true,
  finished: true,
  ...more,
});

test('laps replace those of the same depth, and savings compare equal depths', () => {
  let standing = {};
  for (const each of [
    lap('minimax', 1, 100),
    lap('alphabeta', 1, 50),
    lap('minimax', 2, 200, { done: false, finished: false }),
    lap('minimax', 2, 4000),
    lap('alphabeta', 2, 400),
    lap('minimax', 3, 9000, { finished: false }),
    lap('alphabeta', 3, 900),
  ])
    standing = withLap(standing, each);
  assert.deepEqual(
    standing.minimax.map(({ nodes }) => nodes),
    [100, 4000, 9000],
  );
  assert.deepEqual(saving(standing, 'minimax', 'alphabeta'), { depth: 2, share: 0.9 });
  assert.equal(saving(standing, 'minimax', 'pvs'), null);
  assert.equal(largest(standing, 'nodes'), 9000);
  assert.equal(lastLap(standing, 'alphabeta').nodes, 900);
  assert.equal(lastLap(standing, 'mtdf'), null);
});

test('the chart’s scale is logarithmic and ends at a power of ten', () => {
  assert.equal(powerAbove(4200), 10_000);
  assert.equal(powerAbove(1000), 1000);
  assert.equal(powerAbove(0), 10);
  assert.equal(logPlace(100, 10_000), 0.5);
  assert.equal(logPlace(0.2, 10_000), 0);
});

/** A worker whose questions the test answers. */
class FakeWorker {
  posted = [];
  asked = [];
  ended = false;

  postMessage(message) {
    this.posted.push(message);
  }
  ask(question, fields) {
    return new Promise((resolve, reject) => this.asked.push({ question, fields, resolve, reject }));
  }
  terminate(error = new LabError('ended', 'ended')) {
    this.ended = true;
    for (const { reject } of this.asked) reject(error);
  }
}

function experiments() {
  const workers = [];
  let suspended = 0;
  const suspend = () => {
    suspended += 1;
    return () => (suspended -= 1);
  };
  const engine = { state: { texts: { 'search.py': 'mine' } }, suspend, isSuspended: () => suspended > 0 };
  const create = () => {
    workers.push(new FakeWorker());
    return workers.at(-1);
  };
  return { workers, engine, made: new Experiments(create, engine) };
}
const ROOT = { game: 'xiangqi', fen: null, moves: ['h2e2'] };

test('a trace is asked of one worker, with the texts of the variant or none', async () => {
  const { workers, engine, made } = experiments();
  for (const original of [false, true]) {
    const traced = made.trace(ROOT, { algorithm: 'pvs', depth: 3, original });
    assert.equal(engine.isSuspended(), true);
    const { question, fields, resolve } = workers[0].asked.at(-1);
    assert.equal(question, 'trace');
    assert.deepEqual(fields.sources, original ? {} : { 'search.py': 'mine' });
    assert.deepEqual([fields.algorithm, fields.depth, fields.moves], ['pvs', 3, ['h2e2']]);
    resolve({ trace: data() });
    assert.equal((await traced).length, RECORDS.length);
    assert.equal(engine.isSuspended(), false);
  }
  assert.equal(workers.length, 1);
  assert.equal(workers[0].posted[0].game, 'xiangqi');
});

test('a race tells its laps, can be ended, and starts another worker then', async () => {
  const { workers, made } = experiments();
  const laps = [];
  const options = { ordering: true, table: true, null_move: false };
  const race = () =>
    made.race(ROOT, { depth: 4, execution: 'compiled', options, original: true }, (each) => laps.push(each));
  const first = race();
  workers[0].onmessage({ data: { type: 'lap', lap: lap('pvs', 1, 10) } });
  assert.equal(laps[0].nodes, 10);
  made.end();
  await assert.rejects(first, { reason: 'ended' });
  const second = race();
  assert.equal(workers.length, 2);
  workers[1].terminate(new LabError('failed', 'no memory'));
  await assert.rejects(second, { reason: 'failed', message: 'no memory' });
  race().catch(() => {});
  assert.equal(workers.length, 3);
});
