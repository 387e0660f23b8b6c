import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FunctionCompiler } from '../../../../../web/lab/compile/function-compiler.js';
import { samplesIn } from '../../../../../web/lab/compile/samples.js';
import { until } from '../../game_fakes.js';

const PROGRAMS = new URL('../../../../../web/lab/compile/samples.py', import.meta.url);
const SAMPLES = samplesIn(readFileSync(PROGRAMS, 'utf8'));
const SOURCE = 'A = 1\n\n\ndef evaluate(side: int) -> int:\n    return A\n';
const COMPILED = {
  faults: [],
  functions: [{ name: 'evaluate', path: 'e.py', parameters: ['side'] }],
  function: 'evaluate',
  arguments: [0],
  path: 'e.py',
  first: 4,
  last: 5,
  listing: [[4, '(func $evaluate (param $side i32) (result i32)']],
};
const TIME = { faults: [], result: 1, seconds: 1e-6 };
const silent = () => Promise.reject(Object.assign(new Error('no sign of life'), { reason: 'silent' }));

/** A compiler whose worker gives these answers, by question and execution. */
function opened(answers = {}) {
  const asked = [];
  let workers = 0;
  const engine = {
    state: { game: 'xiangqi', status: 'ready', texts: {}, built: 1 },
    patience: 1750,
    text: () => SOURCE,
    suspendWhile(isRunning) {
      this.isSuspended = isRunning;
    },
  };
  const createWorker = () => {
    workers += 1;
    return {
      ended: false,
      postMessage() {},
      async ask(question, fields, silence) {
        asked.push({ question, silence, ...fields });
        const answer = answers[fields.execution ?? question];
        this.ended = answer === silent;
        if (answer) return answer(fields);
        return question === 'compile' ? COMPILED : { ...TIME, execution: fields.execution };
      },
    };
  };
  const position = () => ({ fen: null, moves: ['h2e2'] });
  const compiler = new FunctionCompiler(engine, createWorker, position, SAMPLES);
  return { compiler, engine, asked, workers: () => workers };
}

test('a function of the engine is compiled with its lines, and measured in both executions', async () => {
  const { compiler, asked } = opened();
  await compiler.compile();
  const { compiled, status, times, arguments: given } = compiler.state;
  assert.deepEqual([status, compiled.source], ['ready', ['def evaluate(side: int) -> int:', '    return A']]);
  assert.deepEqual([times.compiled.execution, times.interpreted.execution], ['compiled', 'interpreted']);
  assert.deepEqual(given, [0]);
  assert.deepEqual([asked[0].text, asked[0].moves], [null, ['h2e2']]);
});

test('a call of the kernel may take as long as its compilation', async () => {
  // Bug: on a slow machine the call was taken for a hang while the kernel was being compiled for it.
  const { compiler, asked } = opened();
  await compiler.compile();
  assert.deepEqual(
    asked.map(({ question, execution = '', silence }) => [question, execution, silence]),
    [
      ['compile', '', 10_500],
      ['time', 'compiled', 10_500],
      ['time', 'interpreted', 10_000],
    ],
  );
  compiler.turnTo(true);
  await until(() => !compiler.state.measuring && compiler.state.times.interpreted);
  assert.deepEqual(
    asked.slice(3).map(({ silence }) => silence),
    [1750, 1750, 10_000],
  );
});

test('the analysis rests while a function is compiled and measured', async () => {
  const during = {};
  const note = (fields) => {
    during[fields.execution ?? 'compile'] = engine.isSuspended();
    return fields.execution ? { ...TIME, execution: fields.execution } : COMPILED;
  };
  const { compiler, engine } = opened({ compile: note, compiled: note, interpreted: note });
  assert.equal(engine.isSuspended(), false);
  await compiler.compile();
  assert.deepEqual(during, { compile: true, compiled: true, interpreted: true });
  assert.equal(engine.isSuspended(), false);
  const measured = compiler.measure();
  engine.state.status = 'checking';
  compiler.turnTo(false); // the engine is being built, so that nothing is compiled yet
  assert.equal(engine.isSuspended(), false);
  await measured;
});

test('the last choice counts, whatever is answered later', async () => {
  const { compiler } = opened({ compile: (fields) => ({ ...COMPILED, function: fields.function }) });
  const first = compiler.compile();
  compiler.choose('search');
  await first;
  await until(() => compiler.state.compiled.function === 'search');
});

test('a function that hangs is ended, and the next one has another worker', async () => {
  const { compiler, workers } = opened({ compiled: silent });
  await compiler.compile();
  assert.equal(compiler.state.status, 'silent');
  assert.equal(compiler.state.measuring, false);
  await compiler.compile();
  assert.equal(workers(), 2);
});

test('Python may be slow where the compiled function has ended', async () => {
  const { compiler, asked } = opened({ interpreted: silent });
  await compiler.compile();
  assert.equal(compiler.state.times.interpreted, null);
  assert.equal(compiler.state.times.compiled.result, 1);
  assert.deepEqual([compiler.state.measuring, compiler.state.compiled.function], [false, 'evaluate']);
  assert.ok(asked.at(-1).silence > 5000);
});

test('a call with other arguments is measured after Python was too slow', async () => {
  // "Checking…" stood there for ever, and the next worker was asked to call what it had not compiled.
  const { compiler, asked, workers } = opened({ interpreted: silent });
  await compiler.compile();
  assert.equal(compiler.state.status, 'ready');
  compiler.setArgument(0, 7);
  await until(() => compiler.state.times.compiled?.result === 1 && asked.length >= 6);
  const questions = asked.slice(3).map(({ question, arguments: given }) => [question, given]);
  assert.deepEqual(questions, [
    ['compile', undefined],
    ['time', [7]],
    ['time', [7]],
  ]);
  assert.deepEqual([workers(), compiler.state.status, compiler.state.times.compiled.result], [2, 'ready', 1]);
});

test('what is wrong is told: of the program, and of a call', async () => {
  const fault = { kind: 'dialect', path: 'program.py', line: 2, column: 1, end: 0, reason: 'no' };
  const refused = opened({ compile: () => ({ faults: [fault] }) });
  await refused.compiler.compile();
  assert.deepEqual([refused.compiler.state.status, refused.compiler.state.faults], ['faulty', [fault]]);
  const failing = opened({ compiled: () => ({ faults: [{ ...fault, kind: 'trap' }] }) });
  await failing.compiler.compile();
  assert.deepEqual([failing.compiler.state.status, failing.compiler.state.compiled.first], ['faulty', 4]);
  assert.equal(failing.compiler.state.measuring, false);
});

test('a sample comes with its function and arguments', async () => {
  const { compiler, asked } = opened({
    compile: (fields) => ({ ...COMPILED, function: fields.function, arguments: [10] }),
  });
  compiler.turnTo(true);
  compiler.open(SAMPLES[1]);
  assert.deepEqual(compiler.state.arguments, SAMPLES[1].arguments);
  await until(() => asked.at(-1)?.arguments === SAMPLES[1].arguments);
});

test('each program has a name of its own and the call that is measured', () => {
  const [fibonacci, , vectors] = SAMPLES;
  assert.deepEqual([fibonacci.function, fibonacci.arguments, fibonacci.refused], ['fibonacci', [16], false]);
  assert.match(fibonacci.text, /^def fibonacci[\s\S]*\(n - 2\)\n$/);
  assert.match(vectors.text, /^from array import array\n/);
  assert.deepEqual(SAMPLES.find(({ name }) => name === 'endless').refused, true);
  for (const { name, text, function: called, arguments: given } of SAMPLES) {
    assert.ok(text.includes(`def ${called}(`) && given.every(Number.isInteger), name);
    assert.equal(SAMPLES.filter((each) => each.name === name).length, 1, name);
  }
});
