// The cells of a lesson: runs that overlap with edits, with other runs, and with "Stop".

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabError } from '../../../../web/engine/sandbox.js';
import { Lesson } from '../../../../web/learn/lesson.js';
import { LessonPython } from '../../../../web/learn/python.js';
import { settled } from '../game_fakes.js';

/** A worker that loads and answers when the test says so. */
class FakeWorker {
  onmessage = null;
  onoutput = null;
  ended = false;
  #answer = null;

  postMessage() {}
  loaded() {
    this.onmessage({ data: { type: 'state', state: 'idle' } });
  }
  ask(_, run) {
    this.run = run;
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
    });
  }
  terminate() {
    this.ended = true;
    this.#answer?.reject(new LabError('ended', 'the engine was ended'));
  }
  hang() {
    this.#answer.reject(new LabError('silent', 'no sign of life'));
  }
  async answer(fields = {}) {
    this.#answer.resolve({ fault: null, hint: null, result: null, seconds: 1, ...fields });
    await settled();
  }
}

/** A lesson with three cells, the second of which is the exercise. */
function opened() {
  const workers = [];
  const python = new LessonPython({
    createWorker: () => {
      workers.push(new FakeWorker());
      return workers.at(-1);
    },
  });
  const cell = (tag, name, check = null) => [tag, { name, code: [['', `# ${name}`]], check }];
  const nodes = [
    cell('cell', 'first.py'),
    cell('exercise', 'exercise.py', 'check'),
    cell('cell', 'engine.py'),
  ];
  const kept = { now: null, change: () => {} };
  const lesson = new Lesson({ number: 1, id: 'tree', title: '', lead: '', nodes }, python, kept);
  const [first, exercise, engine] = lesson.cells;
  return { lesson, first, exercise, engine, workers };
}

/** The same, with Python loaded and a cell running. */
async function running(which) {
  const all = opened();
  all.lesson.run(all[which]);
  await settled();
  all.workers[0].loaded();
  await settled();
  return all;
}

test('a cell that is run twice while Python loads shows its output once', async () => {
  const { lesson, first, workers } = opened();
  lesson.run(first);
  lesson.run(first);
  await settled();
  const [worker] = workers;
  worker.loaded();
  await settled();
  for (const _ of [1, 2]) {
    worker.onoutput('3\n');
    await worker.answer();
  }
  assert.deepEqual([first.state.output, first.state.status, first.state.runs], ['3\n', 'done', 0]);
});

test('what is edited while it runs is neither solved nor blamed by the run', async () => {
  // The new text was marked as solved, or had an error on a line of the old one. And nothing stopped the run.
  const { lesson, exercise, workers } = await running('exercise');
  lesson.edit(exercise, 'another text');
  assert.deepEqual([exercise.state.status, exercise.state.runs], ['new', 1]);
  await workers[0].answer();
  assert.deepEqual([exercise.state.status, exercise.state.runs, lesson.state.done], ['new', 0, false]);

  lesson.run(exercise);
  await settled();
  lesson.edit(exercise, 'a third text');
  workers[0].onoutput('late');
  await workers[0].answer({ fault: { cell: 'exercise.py', line: 9, column: 1, reason: 'no' } });
  const { status, fault, output } = exercise.state;
  assert.deepEqual([status, fault, output], ['new', null, '']);
});

test('a cell that is edited meanwhile is not blamed for its old text', async () => {
  const fault = { cell: 'first.py', line: 1, column: 1, reason: 'no' };
  const { lesson, first, exercise, workers } = await running('exercise');
  lesson.edit(first, 'another text');
  await workers[0].answer({ fault });
  assert.deepEqual([first.state.status, exercise.state.status], ['new', 'wrong']);
  lesson.run(exercise);
  await settled();
  await workers[0].answer({ fault });
  assert.deepEqual([first.state.status, first.state.fault], ['wrong', fault]);
});

test('a run that hangs names the cell that ran, which need not be the last', async () => {
  // The last cell said that it had printed nothing, and a reader looked for the endless loop there.
  const { engine, workers } = await running('engine');
  const [worker] = workers;
  worker.onoutput('', 'exercise.py');
  worker.hang();
  await settled();
  assert.deepEqual([engine.state.status, engine.state.hung], ['silent', 'exercise.py']);
});

test('"Stop" ends the run of its own cell', async () => {
  // It ended whatever ran, and the cell that should have stopped was run in a new worker.
  const { lesson, first, exercise, workers } = await running('first');
  lesson.run(exercise);
  await settled();
  lesson.stop(exercise);
  await settled();
  assert.deepEqual([exercise.state.status, exercise.state.runs], ['ended', 0]);
  assert.deepEqual([first.state.status, workers[0].ended], ['running', false]);
  await workers[0].answer();
  assert.equal(first.state.status, 'done');
  assert.equal(workers[0].run.cells.length, 1, 'the other cell was not run');

  lesson.run(exercise);
  await settled();
  lesson.edit(exercise, 'another text');
  lesson.stop(exercise);
  await settled();
  assert.deepEqual([exercise.state.status, exercise.state.runs, workers[0].ended], ['new', 0, true]);
  lesson.run(exercise);
  await settled();
  workers[1].loaded();
  await settled();
  await workers[1].answer();
  assert.equal(exercise.state.status, 'solved');
});

test('code that fails for want of a solution asks for it; other code is blamed', async () => {
  // The engine of lesson 7 said "TypeError: 'NoneType' object is not subscriptable" until its exercise was solved.
  const fault = { cell: 'first.py', line: 14, column: 1, reason: "TypeError: 'NoneType' ..." };
  const { lesson, first, engine, workers } = await running('engine');
  const [worker] = workers;
  await worker.answer({ fault });
  assert.deepEqual([worker.run.check, worker.run.cells.length], ['check', 2], 'the exercise is asked');
  assert.equal(engine.state.status, 'running');
  await worker.answer({ hint: ['quiet'] });
  assert.deepEqual([engine.state.status, first.state.status], ['unsolved', 'new']);

  const called = lesson.call('choose', ['fen']);
  await settled();
  await worker.answer({ fault });
  await worker.answer({ fault: { ...fault, cell: 'exercise.py' } });
  assert.equal((await called).unsolved, true);

  for (const solved of [{}, { fault }]) {
    lesson.run(engine);
    await settled();
    await worker.answer({ fault });
    await worker.answer(solved);
    assert.deepEqual([engine.state.status, first.state.status], ['wrong', 'wrong']);
  }
});
