// Modules and files of the site, fetched anew after a failure.

import assert from 'node:assert/strict';
import test from 'node:test';
import { fetchBytes, fetchFile, fetchJson, LoadError, load } from '../../../../web/ui/load.js';

const refused = async () => {
  throw new TypeError('Failed to fetch');
};
/** Answers every request with this. @param {BodyInit} body @param {ResponseInit} [init] */
const host = (body, init) => async () => new Response(body, init);
const SCRIPT = { headers: { 'Content-Type': 'text/javascript' } };
const PAGE = { headers: { 'Content-Type': 'text/html; charset=utf-8' } };

let number = 0;
/** An import that fails so often, as browsers say it, before it succeeds. @param {number} failures */
function failing(failures) {
  number += 1;
  const address = `http://localhost/chunks/part-${number}.js`;
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= failures) throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    return { calls };
  };
}

test('one lost request is made good at once', async (t) => {
  t.mock.method(globalThis, 'fetch', host('', SCRIPT));
  assert.deepEqual(await load(failing(1)), { calls: 2 });
});

test('without a network an import is refused, and asked for again by the next call', async (t) => {
  const { mock } = t.mock.method(globalThis, 'fetch', refused);
  const take = failing(1);
  await assert.rejects(load(take), (error) => error instanceof LoadError && !error.gone);
  mock.mockImplementation(host('', SCRIPT));
  assert.deepEqual(await load(take), { calls: 2 });
});

test('a script that is gone says so, also where a page comes in its place', async (t) => {
  for (const answer of [host('', { status: 404 }), host('<!doctype html>', PAGE)]) {
    t.mock.method(globalThis, 'fetch', answer);
    await assert.rejects(load(failing(9)), (error) => error instanceof LoadError && error.gone);
  }
});

test('a script that is there, and cannot be imported twice, needs a reload', async (t) => {
  t.mock.method(globalThis, 'fetch', host('', SCRIPT));
  const take = failing(9);
  for (const gone of [false, true])
    await assert.rejects(load(take), (error) => error instanceof LoadError && error.gone === gone);
});

test('a fault of the module itself is no failure to load it', async () => {
  const fault = new TypeError('x is not a function');
  await assert.rejects(
    load(async () => {
      throw fault;
    }),
    fault,
  );
});

test('a module that could not load something itself is not asked for again', async (t) => {
  const { mock } = t.mock.method(globalThis, 'fetch', host('', SCRIPT));
  const fault = new LoadError('Failed to fetch dynamically imported module: http://localhost/texts.js');
  await assert.rejects(
    load(async () => {
      throw fault;
    }),
    fault,
  );
  assert.equal(mock.callCount(), 0);
});

test('a file that breaks off, is not there, or is none, is a LoadError', async (t) => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('cut')) });
  for (const [answer, take, gone] of [
    [refused, fetchFile, false],
    [host('', { status: 503 }), fetchFile, false],
    [host('', { status: 404 }), fetchFile, true],
    [host('<!doctype html>', PAGE), fetchJson, true],
    [host(broken), fetchBytes, false],
    [host('{"half":'), fetchJson, true],
  ]) {
    t.mock.method(globalThis, 'fetch', answer);
    await assert.rejects(take('data/x'), (error) => error instanceof LoadError && error.gone === gone);
  }
});
