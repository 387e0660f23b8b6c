// Both languages read tests/data/messages; the other reader is tests/unit/protocol/test_messages.py.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { kindOf, requestFault } from '../../../web/engine/messages.js';

/** @param {string} name */
const samples = (name) =>
  JSON.parse(readFileSync(new URL(`../../data/messages/${name}`, import.meta.url), 'utf8'));

for (const { name, message, error = null } of samples('requests.json')) {
  test(`request: ${name}`, () => {
    const found = requestFault(message);
    if (!error) return assert.equal(found, null);
    assert.deepEqual({ ...found, ...error }, found);
  });
}

for (const { name, message, bad = false } of samples('replies.json')) {
  test(`reply: ${name}`, () => assert.equal(kindOf(message) === null, bad));
}

test('the kinds are told apart', () => {
  const kinds = samples('replies.json').map(({ message }) => kindOf(message));
  assert.deepEqual(new Set(kinds), new Set(['reply', 'smallest', 'info', 'progress', 'state', null]));
});

test('gigantic text is refused with a short answer', () => {
  const huge = 'k'.repeat(1_000_000);
  for (const message of [
    { id: 1, type: 'view', fen: huge },
    { id: 1, type: huge },
    { id: huge, type: 'view' },
    { id: 1, type: 'view', moves: new Array(1_000_000).fill('h2e2') },
    { id: 1, type: 'view', moves: ['h2e2', huge] },
    { fen: huge },
  ]) {
    const found = requestFault(message);
    assert.equal(found?.code, 'too_large');
    assert.ok(JSON.stringify(found).length < 300);
  }
});
