import assert from 'node:assert/strict';
import test from 'node:test';
import { puzzleFrom } from '../../../../web/puzzles/puzzle.js';
import { RunSession } from '../../../../web/puzzles/run-session.js';
import { Trainer } from '../../../../web/puzzles/trainer.js';
import { NOTHING } from '../../../../web/training/progress.js';
import { newRun } from '../../../../web/training/runs.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { settled } from '../game_fakes.js';

const FENS = { xiangqi: '3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1', chess: '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' };
const MOVES = { xiangqi: ['a0a9'], chess: ['a1a8'] };

/** A puzzle of these themes. */
const puzzleOf = (game, id, rating, ...themes) =>
  puzzleFrom({ id, game, rating, themes, fen: FENS[game], moves: MOVES[game] });

/** A place that has these puzzles. */
const placeWith = (puzzles) => ({
  state: { puzzles, files: [], faults: [], missing: [], complete: true },
  rows: puzzles,
  count: puzzles.length,
  isOpen: true,
  former: new Map(),
  has: (id) => puzzles.some((puzzle) => puzzle.id === id),
  find: async (id) => puzzles.find((puzzle) => puzzle.id === id) ?? null,
  idAt: (at) => puzzles[at]?.id ?? null,
  rowsHere: async () => puzzles,
  loadFirst: async () => {},
});

/** Progress, or a value, that is kept nowhere. */
const keptIn = (now) => ({
  now,
  keeping: 'kept',
  aside: null,
  load: async () => {},
  read() {
    return this.now;
  },
  change(change) {
    this.now = typeof change === 'function' ? change(this.now) : change;
    return this.now;
  },
});

/** A trainer with puzzles in its three places. */
function trainerOf({ site = [], chess = [], file = [] }, progress = NOTHING) {
  const session = {
    state: reactive({ puzzle: null, locked: null, fault: null }),
    resumable: () => null,
    lock: (locked) => update(session.state, { locked }),
    resumed: null,
    async open(puzzle, resumed) {
      session.resumed = resumed;
      update(session.state, { puzzle, locked: null });
    },
  };
  const kept = { xiangqi: keptIn(progress), chess: keptIn(progress), file: keptIn(progress) };
  const places = { site: placeWith(site), chess: placeWith(chess), file: placeWith(file) };
  const values = { filter: keptIn(null), resumed: keptIn(null) };
  const trainer = new Trainer({ places, session, kept, values, random: () => 0 });
  return { trainer, kept, session, places, values, shown: () => session.state.puzzle?.id };
}

/** A runner for a trainer; `run`: kept by an earlier visit. */
const runnerOf = (trainer, run = null) =>
  new RunSession({
    trainer,
    value: keptIn(run),
    newLock: () => ({ acquire: async () => true, dispose: () => {} }),
    isSeen: () => true,
    wait: async () => {},
  });

// After ?id=ch-0003 "Similar" opened xq-0003: the filter said Xiangqi, as it does for every new visitor.
test('a similar puzzle is one of the same game, whatever game is trained', async () => {
  const { trainer, shown } = trainerOf({
    site: [puzzleOf('xiangqi', 'xq-0003', 800, 'mate', 'mateIn1')],
    chess: [
      puzzleOf('chess', 'ch-0003', 800, 'mate', 'mateIn1'),
      puzzleOf('chess', 'ch-0004', 810, 'fork'),
      puzzleOf('chess', 'ch-0005', 820, 'mate'),
    ],
  });
  await trainer.openId('ch-0003');
  await trainer.openSimilar();
  assert.equal(shown(), 'ch-0005');
});

test('a new visitor begins in the middle of the puzzles of a game', async () => {
  const ratings = [400, 780, 2000];
  const { trainer, kept, shown } = trainerOf({
    chess: ratings.map((rating) => puzzleOf('chess', `ch-${rating}`, rating, 'oneMove')),
  });
  await trainer.train('chess');
  assert.equal(trainer.state.progress.rating.rating, 780);
  assert.equal(shown(), 'ch-780');
  trainer.record(puzzleOf('chess', 'ch-780', 780), 'solved');
  const { rating } = kept.chess.read().rating;
  assert.ok(rating > 780 && rating < 1100, `${rating}`);
  assert.equal(trainer.state.gain, Math.round(rating) - 780);
});

test('a list of puzzles that could not be loaded is not an empty one', async () => {
  // Without a network the page said that there are no puzzles on this site.
  const { trainer, places } = trainerOf({});
  await trainer.open({ kind: 'train' });
  assert.equal(trainer.state.fault.code, 'no_puzzles');
  places.site.isOpen = false;
  for (const kind of ['train', 'day', 'id']) {
    await trainer.open({ kind, id: 'xq-0001' });
    assert.equal(trainer.state.fault.code, 'no_index', kind);
  }
});

test('a review is a new attempt, also at a puzzle that was left after a mistake', async () => {
  // It went on with the old attempt, whose result was known already: nothing was counted.
  const puzzle = puzzleOf('xiangqi', 'xq-1', 900, 'mate');
  const due = { ...NOTHING, cards: { 'xq-1': { box: 0, due: '2020-01-01' } } };
  const { trainer, session, values } = trainerOf({ site: [puzzle] }, due);
  const left = (reported) => ({
    id: 'xq-1',
    ply: 0,
    phase: 'solving',
    attempt: { mistakes: 1, doubts: 0, helped: false, reported },
  });
  values.resumed.now = left(true);
  await trainer.openDue();
  assert.equal(session.resumed, null);
  values.resumed.now = left(false);
  await trainer.openDue();
  assert.equal(session.resumed.id, 'xq-1', 'an attempt without a result goes on');
  values.resumed.now = left(true);
  await trainer.openId('xq-1');
  assert.equal(session.resumed.id, 'xq-1', 'and so does the puzzle after a reload');
});

test('that nothing is due is said until the visitor goes on', async () => {
  const { trainer, shown } = trainerOf({
    site: ['xq-0001', 'xq-0002'].map((id) => puzzleOf('xiangqi', id, 800, 'oneMove')),
  });
  await trainer.open({ kind: 'again' });
  assert.equal(trainer.state.fault.code, 'nothing_due');
  assert.equal(shown(), 'xq-0001', 'there is a puzzle all the same');
  await trainer.next();
  assert.equal(trainer.state.fault, null);
});

// With chess chosen it was one of Xiangqi, and the game and the rating changed without a word.
test('the puzzle of the day is one of the game that is trained; a link to it says which', async () => {
  const { trainer, kept, shown } = trainerOf({
    site: [puzzleOf('xiangqi', 'xq-0001', 800, 'oneMove')],
    chess: [puzzleOf('chess', 'ch-0001', 800, 'oneMove')],
  });
  await trainer.train('chess');
  await trainer.openDay();
  assert.deepEqual([shown(), trainer.state.mode, trainer.isDayDone], ['ch-0001', 'day', false]);
  trainer.record(puzzleOf('chess', 'ch-0001', 800), 'solved');
  assert.equal(trainer.isDayDone, true);
  assert.equal(kept.xiangqi.read().daily, null);
  await trainer.open({ kind: 'day', day: null, game: 'xiangqi' });
  assert.deepEqual([shown(), trainer.game], ['xq-0001', 'chess'], 'the game that is trained stays');
});

test('an address asks for the puzzle of a day that is still to come: the page says so and trains', async () => {
  const { trainer, kept, shown } = trainerOf({ site: [puzzleOf('xiangqi', 'xq-0001', 800, 'oneMove')] });
  for (const day of ['2019-12-31', '2999-01-01']) {
    await trainer.open({ kind: 'day', day, game: 'xiangqi' });
    assert.deepEqual([trainer.state.fault, trainer.state.mode], [{ code: 'no_day', text: day }, 'train']);
  }
  trainer.record(puzzleOf('xiangqi', shown(), 800), 'solved');
  assert.equal(kept.xiangqi.read().daily, null);
});

// The old puzzle stood there as solved, for a second or more, as if the press had done nothing.
test('from the press on until the next puzzle is here, nothing can be done with the old one', async () => {
  const { trainer, session, places, shown } = trainerOf({
    site: ['xq-0001', 'xq-0002'].map((id) => puzzleOf('xiangqi', id, 800, 'oneMove')),
  });
  await trainer.openId('xq-0001');
  const { find } = places.site;
  for (const open of [
    () => trainer.next(),
    () => trainer.openSimilar(),
    () => trainer.openId('xq-0002'),
    () => trainer.openForRun('xq-0001', 'xiangqi', () => true),
  ]) {
    let arrive = () => {};
    places.site.find = async (id) => {
      await new Promise((resolve) => {
        arrive = resolve;
      });
      return find(id);
    };
    const before = shown();
    const opening = open();
    await settled();
    assert.deepEqual([session.state.locked, shown()], ['opening', before]);
    arrive();
    await opening;
    assert.equal(session.state.locked, null);
  }
  places.site.find = async () => {
    throw new Error('no network');
  };
  await trainer.openId('xq-0002');
  assert.deepEqual([trainer.state.fault.code, session.state.locked], ['no_file', null], 'it stays playable');
});

// The late file replaced the puzzle at hand, and ended a run that had begun meanwhile.
test('a puzzle that arrives late gives way to the one asked for after it', async () => {
  const { trainer, places, shown } = trainerOf({
    site: ['xq-0001', 'xq-0002'].map((id) => puzzleOf('xiangqi', id, 800, 'oneMove')),
  });
  const { find } = places.site;
  for (const late of [() => trainer.openId('xq-0002'), () => trainer.next()]) {
    let arrive = () => {};
    places.site.find = async (id) => {
      await new Promise((resolve) => {
        arrive = resolve;
      });
      return find(id);
    };
    const opening = late();
    await settled();
    places.site.find = find;
    await trainer.openForRun('xq-0001', 'xiangqi', () => true);
    arrive();
    await opening;
    assert.deepEqual([shown(), trainer.state.mode], ['xq-0001', 'run']);
  }
});

// It was the puzzle before the run that could be played, as if it was the first one of the run.
test('a run without a puzzle leaves none that can be played', async () => {
  const { trainer, session } = trainerOf({
    site: ['xq-0001', 'xq-0002'].map((id) => puzzleOf('xiangqi', id, 800, 'oneMove')),
  });
  await trainer.openId('xq-0001');
  assert.equal(await trainer.openForRun('xq-0009', 'xiangqi', () => true), false);
  assert.equal(session.state.locked, 'opening');
});

test('the last puzzle that places a visitor says so, and no other', async () => {
  const puzzles = [1, 2, 3, 4].map((at) => puzzleOf('xiangqi', `xq-${at}`, 800, 'oneMove'));
  const { trainer } = trainerOf({ site: puzzles });
  const placed = [];
  for (const puzzle of puzzles) {
    await trainer.openId(puzzle.id);
    assert.equal(trainer.state.placed, false);
    trainer.record(puzzle, 'solved');
    placed.push(trainer.state.placed);
  }
  assert.deepEqual(placed, [false, false, true, false]);
});

// "The next one is due on 3 May", said the page in June: the card was of a puzzle that had been taken out.
test('puzzles that are there no more are not due, and do not come', () => {
  const card = { box: 0, due: '2026-05-03' };
  const progress = { ...NOTHING, cards: { 'xq-0001': { ...card, due: '2099-01-01' }, 'xq-0009': card } };
  const { trainer } = trainerOf({ site: [puzzleOf('xiangqi', 'xq-0001', 800, 'mate')] }, progress);
  assert.deepEqual([trainer.due, trainer.nextDue, trainer.coming], [[], '2099-01-01', 1]);
});

// Whoever pressed "Skip" saw two puzzles in turn for ever, however many the course had.
test('in a course, and in a review, each puzzle leads to the next one, and the last one to the first', async () => {
  const ids = [1, 2, 3, 4].map((at) => `xq-${at}`);
  const site = ids.map((id, at) => puzzleOf('xiangqi', id, 800 + at, 'ironBoltMate'));
  const solved = (id) => ({ id, at: 0, result: 'solved', rating: 800 });
  const card = { box: 0, due: '2020-01-01' };
  const cards = Object.fromEntries(ids.map((id) => [id, card]));
  for (const [progress, open, wanted] of [
    [{}, (trainer) => trainer.openCourse('ironBoltMate'), '1 2 3 4 1'],
    [{ attempts: [solved('xq-2')] }, (trainer) => trainer.openCourse('ironBoltMate'), '1 3 4 1 3'],
    [{ attempts: ids.map(solved) }, (trainer) => trainer.openCourse('ironBoltMate'), '1 2 3 4 1'],
    [{ cards }, (trainer) => trainer.openDue(), '1 2 3 4 1'],
  ]) {
    const { trainer, shown } = trainerOf({ site }, { ...NOTHING, ...progress });
    const seen = [];
    for (let step = 0; step < 5; step++) {
      await (step === 0 ? open(trainer) : trainer.onward());
      seen.push(shown().slice(3));
    }
    assert.equal(seen.join(' '), wanted);
  }
});

test('a course begins with its first unsolved puzzle, also where a later one is on the board', async () => {
  const site = [1, 2, 3].map((at) => puzzleOf('xiangqi', `xq-${at}`, 800 + at, 'ironBoltMate'));
  const { trainer, shown } = trainerOf({ site });
  await trainer.openId('xq-2');
  await trainer.openCourse('ironBoltMate');
  assert.equal(shown(), 'xq-1');
});

// With a puzzle of Xiangqi on the board, somebody looked through the filter of chess and went back to solve it: the card
// said "Placement: 0 of 3", or named the rating in chess.
test('the progress beside a puzzle is that of its own game, whatever the filter says', async () => {
  const puzzle = puzzleOf('xiangqi', 'xq-0001', 800, 'oneMove');
  const { trainer } = trainerOf({ site: [puzzle], chess: [puzzleOf('chess', 'ch-0001', 800, 'oneMove')] });
  await trainer.openId('xq-0001');
  trainer.setFilter({ place: 'chess' });
  trainer.record(puzzle, 'solved');
  assert.deepEqual([trainer.state.place, trainer.state.progress.placed], ['site', 1]);
  await trainer.next();
  assert.deepEqual([trainer.state.place, trainer.state.progress.placed], ['chess', 0]);
});

test('puzzles are of the game that was played last, until others are chosen', () => {
  const { trainer, values } = trainerOf({});
  trainer.followGame('chess');
  assert.deepEqual([trainer.game, values.filter.now.played], ['chess', 'chess']);
  trainer.setFilter({ place: 'site' });
  trainer.followGame('chess');
  assert.equal(trainer.game, 'xiangqi', 'chosen since that game');
  trainer.followGame('liuzichong');
  trainer.followGame('xiangqi');
  trainer.followGame('chess');
  assert.equal(trainer.game, 'chess');
});

// The filter is the same in all tabs: a rush in chess went on with Xiangqi after a reload, because another tab had
// turned to Xiangqi.
test('a run goes on, and begins again, in its own game', async (t) => {
  const { trainer, shown } = trainerOf({
    site: [puzzleOf('xiangqi', 'xq-1', 400, 'oneMove')],
    chess: ['ch-1', 'ch-2'].map((id) => puzzleOf('chess', id, 400, 'oneMove')),
  });
  const runner = runnerOf(trainer, { ...newRun('rush3', 'chess'), seen: ['ch-2'], open: true });
  t.after(() => runner.stop());
  assert.equal(await runner.resume(), true);
  assert.deepEqual([trainer.game, shown()], ['xiangqi', 'ch-2']);
  trainer.onRunResult(true);
  await settled();
  assert.match(shown(), /^ch-[13]$/);
  runner.stop();
  await runner.start('rush3', 'chess');
  assert.match(shown(), /^ch-/);
});

// "Loading the puzzle…" was all that it said from then on.
test('a run that is ended before its first puzzle is here waits for none', async (t) => {
  const { trainer, session, places } = trainerOf({
    site: ['xq-0001', 'xq-0002'].map((id) => puzzleOf('xiangqi', id, 800, 'oneMove')),
  });
  await trainer.openId('xq-0001');
  let arrive = () => {};
  places.site.find = () =>
    new Promise((resolve) => {
      arrive = () => resolve(null);
    });
  const runner = runnerOf(trainer);
  t.after(() => runner.stop());
  const started = runner.start('streak');
  await settled();
  assert.equal(session.state.locked, 'opening');
  runner.stop();
  assert.equal(session.state.locked, 'over');
  arrive();
  await started;
  assert.equal(session.state.locked, 'over');
});

// Imported puzzles are chess, and so were the runs that began there: their best was looked for among the runs of the
// files, where there are none.
test('the runs of a game are where they are kept, wherever the puzzle at hand comes from', async () => {
  const { trainer } = trainerOf({
    chess: [puzzleOf('chess', 'ch-1', 400, 'oneMove')],
    file: [puzzleOf('chess', 'lichess-1', 1400, 'oneMove')],
  });
  await trainer.train('file');
  const result = { kind: 'streak', at: 7, solved: 5, mistakes: 1, spent: 9 };
  trainer.recordRun(trainer.game, () => result);
  assert.deepEqual([trainer.state.place, trainer.runsOf('chess')], ['file', [result]]);
  await trainer.openId('ch-1');
  assert.deepEqual(trainer.runsOf('chess'), [result]);
  assert.deepEqual(trainer.runsOf('xiangqi'), []);
});
