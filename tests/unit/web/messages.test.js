// The samples in tests/data/messages, which tests/unit/protocol/test_messages.py checks as well.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isKnown, kindOf, knownFields, learnMessages, requestFault } from '../../../web/engine/messages.js';

assert.ok(isKnown('go') && !isKnown('review'), 'a page at play loads one of the two files');
await learnMessages();
assert.ok(isKnown('review'));

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

test('a wrong value is refused in every field', () => {
  // No field of any message may be a list of a list, so the table must refuse that everywhere.
  for (const { message, error } of samples('requests.json')) {
    if (error || !message.type) continue;
    for (const name of Object.keys(knownFields(message))) {
      const found = requestFault({ ...message, [name]: [[]] });
      assert.ok(found?.field?.startsWith(name), `${message.type}.${name}: ${JSON.stringify(found)}`);
    }
    for (const name of Object.keys(message.limits ?? {})) {
      const found = requestFault({ ...message, limits: { [name]: [[]] } });
      assert.ok(found?.field?.startsWith(`limits.${name}`), `${name}: ${JSON.stringify(found)}`);
    }
  }
});

test('what is passed on has the known fields only', () => {
  const known = { id: 1, type: 'play', game: 'chess', fen: null, moves: [], move: 'e2e4' };
  assert.deepEqual(knownFields({ ...known, mail: 7, draw: () => {} }), known);
  assert.deepEqual(knownFields({ fen: 'x', later: 1 }), { fen: 'x' });
});

test('what JSON cannot express is refused, and nothing is looked for in a prototype', () => {
  const circle = {};
  circle.self = circle;
  for (const wrong of [circle, () => {}, new Map(), 10n, Symbol('x'), NaN]) {
    assert.ok(requestFault({ id: 1, type: 'view', fen: wrong }));
    assert.ok(requestFault({ id: wrong, type: 'view' }));
    assert.ok(requestFault({ id: 1, type: wrong }));
  }
  assert.equal(kindOf({ id: 1, ok: true, type: 'toString' }), null);
  assert.equal(kindOf({ type: 'constructor' }), null);
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
