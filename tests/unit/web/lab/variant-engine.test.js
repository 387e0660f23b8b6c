import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { until } from '../game_fakes.js';
import { newProfile, openTab, whenRefused } from '../storage_fakes.js';

globalThis.addEventListener ??= () => {};
const { reactive } = await import('../../../../web/ui/reactive.js');
const { SandboxWorker, SILENCE_MS } = await import('../../../../web/engine/sandbox.js');
const { VariantDocument } = await import('../../../../web/lab/variant-document.js');
const { VariantEngine } = await import('../../../../web/lab/variant-engine.js');
const { Variants } = await import('../../../../web/lab/kept-variants.js');

const FILES = { 'xiangqi/weights.py': 'one\ntwo\n', 'search.py': 'three\n' };
const WEIGHTS = 'xiangqi/weights.py';
const settled = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A port that notes what it is told. */
class FakePort {
  heard = [];
  closed = false;
  onmessage = null;

  postMessage(message) {
    this.heard.push(message);
  }
  close() {
    this.closed = true;
  }
}

/** A worker whose answers the test gives, or that answers by itself. */
class FakeWorker {
  onmessage = null;
  asked = [];
  faults = [];
  /** Answers to come about speeds. */
  measured = [];

  postMessage() {}
  terminate() {}
  async ask(question, fields) {
    this.asked.push({ question, ...fields });
    if (question === 'files') return { files: FILES };
    if (question === 'speed') return this.measured.shift();
    return { faults: this.faults };
  }
  questions() {
    return this.asked.map(({ question }) => question);
  }
}

function newIds() {
  let count = 0;
  return () => {
    count += 1;
    return `id ${count}`;
  };
}

async function opened() {
  const workers = [];
  const createWorker = () => {
    workers.push(new FakeWorker());
    return workers.at(-1);
  };
  const engine = new VariantEngine({ base: new URL('http://localhost/'), createWorker, pause: 0 });
  const profile = newProfile();
  const variants = new Variants(openTab(profile), newIds());
  variants.onChange = (listener) => {
    variants.changed = listener; // as if it came from another tab
  };
  const variant = new VariantDocument(engine, variants, () => 'Mine');
  await variant.open('xiangqi');
  await until(() => engine.state.status === 'ready');
  return { engine, variant, variants, worker: workers[0], workers };
}

/** The test is over; a client that is left keeps Node waiting for two minutes. */
const end = (parts) => parts.engine.client.dispose();

test('an edit is checked, built and kept under a name of its own', async () => {
  const parts = await opened();
  const { engine, variant, variants, worker } = parts;
  worker.asked.length = 0;
  engine.edit(WEIGHTS, 'one\n2\n');
  await until(() => engine.state.status === 'ready' && worker.asked.length >= 2);
  assert.deepEqual(worker.questions(), ['check', 'build']);
  assert.equal(engine.client.patience, engine.patience);
  assert.deepEqual(worker.asked[1].sources, { [WEIGHTS]: 'one\n2\n' });
  await until(() => variant.state.id !== null);
  const [row] = await variants.list('xiangqi');
  assert.deepEqual([row.name, row.files], ['Mine', { [WEIGHTS]: 'one\n2\n' }]);
  assert.match(engine.patch, /^-two\n\+2$/m);
  engine.edit(WEIGHTS, 'one\ntwo\n');
  assert.deepEqual(engine.state.texts, {}, 'an edit that is undone is none');
  end(parts);
});

test('what is wrong is told and not built', async () => {
  const parts = await opened();
  const { engine, worker } = parts;
  worker.asked.length = 0;
  worker.faults = [{ kind: 'dialect', path: WEIGHTS, line: 1, column: 1, end: 0, reason: 'no' }];
  engine.edit(WEIGHTS, '!\n');
  await until(() => engine.state.status === 'faulty');
  assert.deepEqual(worker.questions(), ['check']);
  assert.equal(engine.state.faults[0].reason, 'no');
  end(parts);
});

test('nothing of a shared variant runs, and it is not even checked, before it is accepted', async () => {
  const parts = await opened();
  const { engine, variant, variants, worker } = parts;
  engine.edit(WEIGHTS, 'mine\n');
  const { patch } = engine;
  variant.choose(null);
  await until(() => engine.state.status === 'ready');
  worker.asked.length = 0;
  variant.show({ name: 'Theirs', game: 'xiangqi', patch }, 'link');
  assert.deepEqual([engine.state.status, variant.state.shared], ['unread', 'Theirs']);
  assert.equal(engine.text(WEIGHTS), 'mine\n');
  engine.edit(WEIGHTS, 'more\n');
  engine.again();
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(worker.asked, []);
  assert.equal(engine.text(WEIGHTS), 'mine\n', 'it is only read');
  assert.ok(!(await variants.list('xiangqi')).some(({ name }) => name === 'Theirs'));
  variant.accept();
  await until(() => engine.state.status === 'ready' && worker.asked.length >= 2);
  await until(() => variant.state.variants.some(({ name }) => name === 'Theirs'));
  end(parts);
});

test('a variant for another game, or that is none, is refused', async () => {
  const parts = await opened();
  for (const shared of [
    { name: 'x', game: 'chess', patch: 'x' },
    { name: 'x', game: 'xiangqi', patch: 'x' },
  ]) {
    parts.variant.show(shared, 'file');
    assert.equal(parts.variant.state.refused, 'file');
    assert.deepEqual(parts.engine.state.texts, {});
  }
  end(parts);
});

test('what is kept late is kept where it belongs', async () => {
  const parts = await opened();
  const { engine, variant, variants } = parts;
  engine.edit(WEIGHTS, 'first\n');
  variant.choose(null); // before it has been kept
  engine.edit(WEIGHTS, 'second\n');
  variant.rename('Second');
  await until(() => variant.state.variants.length === 2);
  await until(() => variant.state.id !== null);
  const texts = Object.fromEntries(
    (await variants.list('xiangqi')).map(({ name, files }) => [name, files[WEIGHTS]]),
  );
  assert.deepEqual(texts, { Mine: 'first\n', Second: 'second\n' });
  variant.copy();
  await until(() => variant.state.variants.length === 3);
  await variant.remove();
  assert.equal(variant.state.variants.length, 2);
  assert.deepEqual([variant.state.id, engine.state.texts], [null, {}]);
  end(parts);
});

test('opening a variant writes nothing, and waits for an engine that starts', async () => {
  // After a failed start it was written without its changes: no file was known in which they could be.
  const first = await opened();
  first.engine.edit(WEIGHTS, 'one\n2\n');
  await until(() => first.variant.state.id !== null);
  const [row] = await first.variants.list('xiangqi');

  let dying = 2;
  const workers = [];
  const createWorker = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    dying -= 1;
    if (dying < 0) return worker;
    worker.ask = async () => {
      worker.ended = true;
      worker.onerror?.({ message: 'out of memory' });
      throw Object.assign(new Error('ended'), { reason: 'ended' });
    };
    return worker;
  };
  const engine = new VariantEngine({ base: new URL('http://localhost/'), createWorker, pause: 0 });
  const variant = new VariantDocument(engine, first.variants, () => 'Mine');
  const open = variant.open('xiangqi', { id: row.id });
  await until(() => engine.client.state.state === 'failed');
  engine.again();
  await open;
  assert.deepEqual(engine.state.texts, row.files);
  await until(() => engine.state.status === 'ready');
  await new Promise((resolve) => setTimeout(resolve, 400)); // an edit would be kept after 300 ms
  assert.deepEqual(await first.variants.list('xiangqi'), [row]);
  assert.equal(workers.length, 3);
  engine.client.dispose();
  end(first);
});

test('what another tab has written to the variant is shown, and not overwritten', async () => {
  const parts = await opened();
  const { engine, variant, variants } = parts;
  engine.edit(WEIGHTS, 'one\n2\n');
  await until(() => variant.state.id !== null);
  const [row] = await variants.list('xiangqi');
  const tell = variants.changed;
  mock.timers.enable({ apis: ['Date'], now: row.changedAt + 1 });
  await variants.keep({ ...row, files: { 'search.py': 'four\n' } });
  mock.timers.reset();
  await tell();
  await until(() => engine.state.texts['search.py'] === 'four\n');
  engine.edit(WEIGHTS, 'one\n2\n');
  await new Promise((resolve) => setTimeout(resolve, 400));
  const [now] = await variants.list('xiangqi');
  assert.deepEqual(now.files, { 'search.py': 'four\n', [WEIGHTS]: 'one\n2\n' });
  end(parts);
});

test('without storage the variant plays all the same', async () => {
  const parts = await opened();
  await whenRefused(async () => {
    const variant = new VariantDocument(parts.engine, new Variants(openTab(newProfile())), () => 'Mine');
    await variant.open('xiangqi');
    parts.engine.edit(WEIGHTS, 'x\n');
    await until(() => !variant.state.kept);
  });
  await until(() => parts.engine.state.status === 'ready');
  end(parts);
});

test('a question without a sign of life ends the worker within two seconds', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const port = new FakePort();
    const deaths = [];
    let ended = 0;
    const worker = new SandboxWorker(port, () => (ended += 1));
    worker.onerror = ({ message }) => deaths.push(message);
    const hear = (data) => port.onmessage({ data });
    const hung = worker.ask('check', {});
    mock.timers.tick(60_000);
    assert.equal(ended, 0, 'it is loading');
    hear({ type: 'state', state: 'idle' });
    mock.timers.tick(SILENCE_MS - 1);
    hear({ type: 'alive' });
    mock.timers.tick(SILENCE_MS - 1);
    assert.equal(ended, 0);
    mock.timers.tick(1);
    await assert.rejects(hung, { reason: 'silent' });
    assert.deepEqual([ended, deaths.length, port.closed], [1, 1, true]);
    assert.ok(SILENCE_MS < 2000);
  } finally {
    mock.timers.reset();
  }
});

test('a question to a worker that has ended is refused at once', async () => {
  // It was never answered, and the Lab went on waiting for it.
  const worker = new SandboxWorker(new FakePort(), () => {});
  worker.terminate();
  await assert.rejects(worker.ask('check', {}), { reason: 'ended' });
});

test('answers go to who asked, everything else to the client', async () => {
  const port = new FakePort();
  const worker = new SandboxWorker(port, () => {});
  const heard = [];
  worker.onmessage = ({ data }) => heard.push(data);
  const [first, second] = [worker.ask('check', { game: 'chess' }), worker.ask('build', {})];
  assert.deepEqual(port.heard[0], { game: 'chess', id: 1, lab: 'check' });
  port.onmessage({ data: { type: 'lab', id: 2, ok: false, error: 'no' } });
  port.onmessage({ data: { type: 'lab', id: 1, ok: true, faults: [] } });
  port.onmessage({ data: { type: 'info', id: 9 } });
  assert.deepEqual((await first).faults, []);
  await assert.rejects(second, { reason: 'failed', message: 'no' });
  assert.deepEqual(heard, [{ type: 'info', id: 9 }]);
  worker.terminate();
});

test('a worker whose Python breaks answers what it was asked, and says why', async () => {
  // Everybody who asked had to look out for that; a match did not, and waited for ever.
  const port = new FakePort();
  const worker = new SandboxWorker(port, () => {});
  const states = [];
  worker.onmessage = ({ data }) => states.push(data.state);
  const asked = worker.ask('build', {});
  port.onmessage({ data: { type: 'state', state: 'failed', reason: 'boot_failed', detail: 'no memory' } });
  await assert.rejects(asked, { reason: 'failed', message: 'no memory' });
  assert.deepEqual([states, worker.ended], [['failed'], true]);
});

test('an edit while speeds are measured: they are measured again', async () => {
  // The speeds of the first engine came too late, were thrown away, and nobody asked for those of the second.
  const parts = await opened();
  const { engine, worker } = parts;
  const speeds = { variant: { compiled: 1 }, original: { compiled: 2 } };
  let tell;
  worker.measured = [new Promise((resolve) => (tell = resolve)), { speeds }];
  const measured = engine.measure();
  engine.edit(WEIGHTS, 'one\n2\n');
  await until(
    () => engine.state.status === 'ready' && worker.questions().filter((each) => each === 'build').length > 1,
  );
  tell({ speeds: 'too late' });
  await measured;
  assert.deepEqual([engine.state.speeds, engine.state.measuring], [speeds, false]);
  end(parts);
});

test('the engine rests until the last of several experiments has ended', async () => {
  // Bug: each experiment noted whether the engine rested when it began, and set that again at its end: of two that
  // overlapped, the first to end woke the engine, and the second left it asleep for ever.
  const parts = await opened();
  const { engine, worker } = parts;
  const match = reactive({ runs: false });
  engine.suspendWhile(() => match.runs);
  const endRace = engine.suspend();
  match.runs = true;
  endRace();
  endRace();
  assert.equal(engine.state.suspended, true, 'the match still runs');
  worker.asked.length = 0;
  await engine.measure();
  assert.deepEqual(worker.asked, []);
  const endTrace = engine.suspend();
  match.runs = false;
  assert.equal(engine.state.suspended, true);
  endTrace();
  assert.equal(engine.state.suspended, false);
  end(parts);
});
