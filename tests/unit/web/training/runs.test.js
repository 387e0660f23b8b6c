// Runs: what ends them, what their clock counts, which tab has one.

import assert from 'node:assert/strict';
import test from 'node:test';
import { COURSE_LENGTH, courseOf, solvedIds } from '../../../../web/puzzles/courses.js';
import { RunSession } from '../../../../web/puzzles/run-session.js';
import { KeptValue } from '../../../../web/storage/kept-value.js';
import { KeptProgress } from '../../../../web/training/kept-progress.js';
import { withRun } from '../../../../web/training/progress.js';
import {
  afterRun,
  bestOf,
  counted,
  endOf,
  newRun,
  nextOfRun,
  RULES,
  RUN_KINDS,
  resultOf,
  runFrom,
  ticked,
  timeLeft,
} from '../../../../web/training/runs.js';
import { reactive } from '../../../../web/ui/reactive.js';
import { seeded, settled } from '../game_fakes.js';
import { newProfile, openTab, withoutRoom } from '../storage_fakes.js';

const ROWS = Array.from({ length: 300 }, (_, at) => ({ id: `p${at}`, rating: 300 + 8 * at, themes: [] }));

test('a streak ends with the first mistake, a rush with the third', () => {
  for (const kind of RUN_KINDS) {
    let run = newRun(kind, 'xiangqi');
    for (let at = 0; at < 9; at++) run = counted(run, true);
    let mistakes = 0;
    for (; !endOf(run); mistakes++) run = counted(run, false);
    assert.equal(endOf(run), 'mistakes');
    assert.equal(mistakes, RULES[kind].mistakes);
    assert.equal(run.solved, 9);
  }
});

test('time that nobody can use is not counted', () => {
  const run = newRun('rush3', 'xiangqi');
  assert.equal(ticked(run, 250, true).spent, 250);
  assert.deepEqual(ticked(run, 250, false), { ...run, pauses: 1 });
  assert.equal(ticked(run, 3_600_000, true).spent, 1500, 'the machine slept for an hour');
  const streak = newRun('streak', 'xiangqi');
  assert.deepEqual(ticked(streak, 250, false), streak, 'which has no clock that could stand still');
  assert.equal(ticked(run, -60_000, true).spent, 0, 'a clock that goes back');
  let long = run;
  for (let at = 0; at < 720; at++) long = ticked(long, 250, true);
  assert.equal(timeLeft(long), 0);
  assert.equal(endOf(long), 'time');
  assert.equal(timeLeft(newRun('survival', 'xiangqi')), null);
});

test('puzzles grow harder, and none comes twice', () => {
  const random = seeded(3);
  let run = newRun('streak', 'xiangqi');
  const ratings = [];
  for (let at = 0; at < 40; at++) {
    const row = nextOfRun(ROWS, run, { random });
    ratings.push(row.rating);
    run = counted({ ...run, seen: [...run.seen, row.id] }, true);
  }
  assert.equal(new Set(run.seen).size, 40);
  for (let at = 10; at < 40; at++) assert.ok(ratings[at] > ratings[at - 10]);
});

test('new puzzles come before those that were met; when all are used up there is none', () => {
  const few = ROWS.filter(({ rating }) => Math.abs(rating - 500) <= 16);
  const met = new Set(few.slice(1).map(({ id }) => id));
  assert.equal(nextOfRun(few, newRun('streak', 'xiangqi'), { met }).id, few[0].id);
  assert.ok(nextOfRun(few, newRun('streak', 'xiangqi'), { met: new Set(few.map(({ id }) => id)) }));
  const all = { ...newRun('streak', 'xiangqi'), seen: few.map(({ id }) => id) };
  assert.equal(nextOfRun(few, all), null);
});

// The end of a run offered its last puzzle only.
test('after a run its puzzles can be tried again, those that were missed first', () => {
  let run = newRun('survival', 'xiangqi');
  const opened = (id) => ({ ...run, seen: [...run.seen, id], open: true });
  for (const [id, solved] of Object.entries({ a: true, b: false, c: null, d: true }))
    run = counted(opened(id), solved);
  run = opened('e');
  assert.deepEqual(
    afterRun(run).map(({ id, solved }) => `${id} ${solved}`),
    ['b false', 'c null', 'e null', 'a true', 'd true'],
  );
  const { results, ...earlier } = run;
  assert.equal(afterRun(runFrom(earlier)).length, 5, 'kept by an earlier version');
  assert.equal(Object.keys(results).length, 4);
});

test('what was kept of a run is checked', () => {
  const run = { ...newRun('rush5', 'chess'), seen: ['a'] };
  assert.deepEqual(runFrom(JSON.parse(JSON.stringify(run))), run);
  for (const bad of [null, {}, { ...run, kind: 'dash' }, { ...run, spent: -1 }, { ...run, seen: [1] }])
    assert.equal(runFrom(bad), null);
});

test('a course is up to twenty puzzles of a pattern, from easy to hard', () => {
  const rows = ROWS.map((row, at) => ({ ...row, themes: at % 3 ? ['ironBoltMate'] : [] }));
  const course = courseOf(rows, 'ironBoltMate');
  assert.equal(course.length, COURSE_LENGTH);
  assert.deepEqual(
    course.map(({ rating }) => rating),
    course.map(({ rating }) => rating).sort((a, b) => a - b),
  );
  assert.ok(course.at(-1).rating - course[0].rating > 2000, 'spread over all ratings');
  assert.deepEqual(courseOf(rows, 'stalemate'), []);
  assert.deepEqual(
    [
      ...solvedIds([
        { id: 'a', result: 'failed' },
        { id: 'b', result: 'helped' },
      ]),
    ],
    ['b'],
  );
});

// ---- the run under way ----

/** A runner with a clock of our own. `locks`: which tab has the run; `parts`: other parts of the runner. */
function newTab(locks, value = { now: null }, parts = {}) {
  const opened = [];
  const ended = [];
  const results = [];
  const clock = { now: 1000, seen: true };
  const missing = new Set();
  const trainer = Object.assign(reactive({ isSolving: true }), {
    state: reactive({ mode: 'train' }),
    game: 'xiangqi',
    rowsOf: () => ROWS,
    rowsHere: async () => ROWS.filter(({ id }) => !missing.has(id)),
    metOf: () => new Set(),
    onRunResult: () => {},
    openForRun: async (id) => {
      if (missing.has(id)) return false;
      opened.push(id);
      trainer.state.mode = 'run';
      return true;
    },
    endPuzzle: () => ended.push(opened.at(-1)),
    recordRun: (_, result) => results.push(result(new Date(7))),
    next: async () => {},
  });
  const mine = {};
  const runner = new RunSession({
    trainer,
    value: {
      get now() {
        return value.now;
      },
      load: async () => {},
      change: (now) => Object.assign(value, { now }),
    },
    newLock: () => ({
      acquire: async () => {
        locks.holder ??= mine;
        return locks.holder === mine;
      },
      dispose: () => {
        if (locks.holder === mine) locks.holder = null;
      },
    }),
    now: () => clock.now,
    isSeen: () => clock.seen,
    wait: async () => {},
    ...parts,
  });
  const pass = (ms) => {
    for (let left = ms; left > 0; left -= 250) {
      clock.now += Math.min(left, 250);
      runner.tick();
    }
  };
  const solve = async (right = true) => {
    trainer.onRunResult(right);
    await settled();
  };
  return { runner, trainer, opened, ended, missing, results, clock, pass, solve, value };
}

test('a rush runs until its time is up, and is remembered', async () => {
  const tab = newTab({ holder: null });
  await tab.runner.start('rush3');
  await tab.solve();
  await tab.solve(false);
  assert.equal(tab.opened.length, 3);
  tab.pass(180_000);
  assert.equal(tab.runner.state.over, 'time');
  assert.equal(tab.results.length, 1);
  assert.deepEqual([tab.results[0].solved, tab.results[0].mistakes, tab.results[0].at], [1, 1, 7]);
  assert.equal(bestOf(tab.results, 'rush3'), 1);
  assert.deepEqual(tab.ended, [tab.opened.at(-1)], 'its puzzle cannot be played on');
  await tab.solve();
  assert.equal(tab.runner.state.run.solved, 1, 'nothing counts after the end');
  assert.equal(tab.value.now, null);
  tab.runner.stop();
});

test('a clock that is set during a rush changes nothing', async (t) => {
  const { runner } = newTab({ holder: null }, undefined, { now: undefined });
  await runner.start('rush3');
  const { now } = Date;
  let hours = 0;
  t.mock.method(Date, 'now', () => now() + hours * 3_600_000);
  for (hours of [5, -5]) {
    runner.tick();
    assert.ok(runner.state.run.spent < 1000);
    assert.equal(runner.state.over, null);
  }
  runner.stop();
});

test('a storage that is full in mid-rush ends nothing, and a rush that is over does not come back', async (t) => {
  // Bug: where there was no room, the rush that had been kept before it ended was gone on with after a reload.
  const profile = newProfile();
  const kept = () => new KeptValue(openTab(profile), 'puzzle.run');
  const progress = new KeptProgress(openTab(profile), 'xiangqi');
  await progress.load();
  const tab = newTab({ holder: null }, undefined, { value: kept() });
  await tab.runner.start('rush3');
  await tab.solve();
  await settled();
  await withoutRoom(async () => {
    await tab.solve();
    await tab.solve(false);
    await settled();
    assert.deepEqual([tab.runner.state.run.solved, tab.runner.state.run.mistakes], [2, 1]);
    assert.equal(tab.runner.state.over, null);
    tab.pass(180_000);
    assert.equal(tab.runner.state.over, 'time');
    progress.change((before) => withRun(before, tab.results[0]));
    await settled();
    assert.equal(progress.keeping, 'full');
  });
  assert.deepEqual([tab.results[0].solved, tab.results[0].mistakes], [2, 1]);
  const later = newTab({ holder: null }, undefined, { value: kept() });
  t.after(() => later.runner.stop());
  assert.equal(await later.runner.resume(), false);
  progress.change((before) => before);
  await settled();
  assert.equal(progress.keeping, 'kept');
  assert.deepEqual(progress.read().runs, tab.results);
});

test('a hidden page stops the clock, and that is told', async () => {
  const tab = newTab({ holder: null });
  await tab.runner.start('rush3');
  tab.pass(60_000);
  tab.clock.seen = false;
  tab.pass(600_000);
  tab.clock.seen = true;
  tab.pass(60_000);
  assert.equal(timeLeft(tab.runner.state.run), 60_000);
  assert.ok(tab.runner.state.run.pauses > 0);
  tab.runner.stop();
});

test('two tabs do not have one streak; when the first has ended, the second may begin', async () => {
  const locks = { holder: null };
  const [one, two] = [newTab(locks), newTab(locks)];
  await one.runner.start('streak');
  await two.runner.start('streak');
  assert.equal(two.runner.state.run, null);
  assert.equal(two.runner.state.elsewhere, true);
  await one.solve(false);
  assert.equal(one.runner.state.over, 'mistakes');
  await two.runner.start('streak');
  assert.ok(two.runner.isOn);
  assert.equal(two.runner.state.elsewhere, false);
  two.runner.stop();
});

test('a reload goes on where the run was, with the puzzle at hand and the time that is left', async () => {
  const locks = { holder: null };
  const value = { now: null };
  const before = newTab(locks, value);
  await before.runner.start('rush5');
  before.pass(30_000);
  await before.solve();
  const at = before.opened.at(-1);
  locks.holder = null; // the tab is gone
  const after = newTab(locks, value);
  after.runner.state.run = null;
  assert.equal(await after.runner.resume(), true);
  assert.deepEqual(after.opened, [at]);
  assert.equal(after.runner.state.run.solved, 1);
  assert.equal(timeLeft(after.runner.state.run), 270_000);
  after.runner.stop();
  before.runner.stop();
});

// Bug: a run whose tab was closed, or that was left by a link to a puzzle, was lost when the next one began.
test('a run that was left and not resumed is in the history when the next one begins', async () => {
  const [locks, value] = [{ holder: null }, { now: null }];
  const before = newTab(locks, value);
  await before.runner.start('streak');
  await before.solve();
  locks.holder = null; // the tab is gone
  const after = newTab(locks, value);
  await after.runner.start('rush3');
  assert.deepEqual(
    after.results.map(({ kind, solved }) => [kind, solved]),
    [['streak', 1]],
  );
  assert.equal(after.runner.state.run.kind, 'rush3');
  after.runner.stop();
  assert.equal(after.results.length, 1);
  before.runner.stop();
});

// Bug: the clock of a rush went on under a puzzle of a link or a file, whose result did not count.
test('a run ends when another puzzle is opened, and its result is kept', async () => {
  const tab = newTab({ holder: null });
  await tab.runner.start('rush3');
  await tab.solve();
  tab.trainer.state.mode = 'one';
  assert.equal(tab.runner.isOn, false);
  assert.equal(tab.value.now, null);
  assert.deepEqual(tab.ended, [], 'the other puzzle is not locked');
  assert.equal(tab.results[0].solved, 1);
});

test('a run ended at once leaves nothing behind', async () => {
  const tab = newTab({ holder: null });
  await tab.runner.start('streak');
  tab.runner.stop();
  assert.deepEqual(tab.results, []);
  assert.equal(resultOf(newRun('streak', 'xiangqi'), new Date(3)).at, 3);
});

// The clock went on while the next puzzle was on its way, and through the pause after a mistake: a slow network or a
// wrong move cost more than the move itself.
test('the clock stands from a result until the next puzzle is open, and while the visitor is not to move', async () => {
  const pauses = [];
  const tab = newTab({ holder: null }, undefined, {
    wait: () => new Promise((resolve) => pauses.push(resolve)),
  });
  let arrive = () => {};
  const slowly = (open) => async (id) => {
    await new Promise((resolve) => {
      arrive = resolve;
    });
    return open(id);
  };
  tab.trainer.openForRun = slowly(tab.trainer.openForRun);
  const started = tab.runner.start('rush3');
  await settled();
  tab.pass(5000);
  arrive();
  await started;
  assert.equal(tab.runner.state.run.spent, 0, 'the first puzzle was on its way');
  tab.pass(1000);
  await tab.solve(false);
  tab.pass(900);
  pauses.shift()();
  await settled();
  tab.pass(5000);
  arrive();
  await settled();
  assert.equal(tab.runner.state.run.spent, 1000, 'the pause and the next one');
  tab.clock.now += 100;
  tab.trainer.isSolving = false; // the other side replies, or the engine is asked
  tab.pass(20_000);
  tab.trainer.isSolving = true;
  tab.clock.now += 100;
  tab.runner.tick();
  assert.equal(tab.runner.state.run.spent, 1200);
  assert.equal(tab.runner.state.run.pauses, 0);
  tab.runner.stop();
});

test('a reload gives no time back', async () => {
  // The time was kept with each new puzzle only: whoever reloaded had all the time for this one again.
  const value = { now: null };
  const tab = newTab({ holder: null }, value);
  let changes = 0;
  const { runner } = tab;
  await runner.start('rush3');
  for (let second = 0; second < 9; second++) {
    const before = value.now;
    tab.pass(1000);
    changes += Number(value.now !== before);
  }
  assert.equal(value.now.spent, 8000);
  assert.equal(changes, 4, 'cheaply');
  runner.leave();
  assert.equal(value.now.spent, 9000);
  runner.stop();
  runner.leave();
  assert.equal(value.now, null, 'a run that is over does not come back');
});

test('a reload in the pause after a mistake does not bring the same puzzle again', async () => {
  const locks = { holder: null };
  const value = { now: null };
  const before = newTab(locks, value, { wait: () => new Promise(() => {}) });
  await before.runner.start('survival');
  await before.solve(false);
  locks.holder = null; // the tab is gone
  const after = newTab(locks, value);
  assert.equal(await after.runner.resume(), true);
  assert.equal(after.opened.length, 1);
  assert.notEqual(after.opened[0], before.opened[0]);
  assert.equal(after.runner.state.run.mistakes, 1);
  after.runner.stop();
  before.runner.stop();
});

test('a result counts once', async () => {
  const tab = newTab({ holder: null }, undefined, { wait: () => new Promise(() => {}) });
  await tab.runner.start('survival');
  await tab.solve(false);
  await tab.solve(false);
  assert.equal(tab.runner.state.run.mistakes, 1);
  tab.runner.stop();
});

// Without a network, a run stood still for ever at the first puzzle whose file was not here, with its clock running.
test('where a file cannot be had the run goes on with puzzles that are here, else it waits and loses nothing', async () => {
  const tab = newTab({ holder: null });
  const near = ROWS.filter(({ rating }) => Math.abs(rating - 400) <= 200);
  for (const { id } of near) tab.missing.add(id);
  await tab.runner.start('rush3');
  assert.equal(tab.opened.length, 1, 'one that is here');
  assert.equal(tab.runner.state.halted, false);
  assert.deepEqual(tab.runner.state.run.seen, tab.opened);
  tab.pass(1000);
  for (const { id } of ROWS) tab.missing.add(id);
  await tab.solve();
  tab.pass(60_000);
  assert.equal(tab.runner.state.halted, true);
  assert.equal(tab.runner.state.over, null);
  assert.deepEqual([tab.runner.state.run.solved, tab.runner.state.run.spent], [1, 1000]);
  await tab.runner.goOn();
  assert.equal(tab.runner.state.halted, true, 'still none');
  tab.missing.clear();
  await tab.runner.goOn();
  assert.equal(tab.runner.state.halted, false);
  assert.equal(tab.opened.length, 2);
  tab.runner.stop();
  assert.equal(tab.results[0].solved, 1);
});

// "You have solved every puzzle there is!", it said to whoever began a streak before the list of puzzles was here, and
// an interrupted run was lost.
test('without the list of puzzles a run waits for them', async (t) => {
  const tab = newTab({ holder: null });
  t.after(() => tab.runner.stop());
  tab.trainer.rowsOf = () => [];
  tab.trainer.rowsHere = async () => [];
  tab.missing.add('');
  await tab.runner.start('streak');
  assert.deepEqual([tab.runner.state.over, tab.runner.state.halted], [null, true]);
  tab.trainer.rowsOf = () => ROWS.slice(0, 1);
  await tab.runner.goOn();
  assert.deepEqual([tab.runner.state.halted, tab.opened], [false, ['p0']]);
  await tab.solve();
  assert.equal(tab.runner.state.over, 'exhausted');
});

test('a run that is ended while its puzzle is on its way gets none', async () => {
  const tab = newTab({ holder: null });
  let arrive = () => {};
  let wanted = null;
  tab.trainer.openForRun = async (_id, _game, isWanted) => {
    await new Promise((resolve) => {
      arrive = resolve;
    });
    wanted = isWanted();
    return wanted;
  };
  const started = tab.runner.start('streak');
  await settled();
  tab.runner.stop();
  arrive();
  await started;
  assert.deepEqual([wanted, tab.runner.state.halted, tab.value.now], [false, false, null]);
});

test('a puzzle that nobody could judge is no mistake, and another one comes', async () => {
  const tab = newTab({ holder: null });
  await tab.runner.start('streak');
  await tab.solve(null);
  assert.equal(tab.runner.state.over, null);
  assert.deepEqual([tab.runner.state.run.solved, tab.runner.state.run.mistakes], [0, 0]);
  assert.equal(tab.opened.length, 2);
  tab.runner.stop();
});
