import assert from 'node:assert/strict';
import test from 'node:test';
import {
  isOurs,
  limitsOf,
  messageId,
  NS,
  REQUESTS,
  requestFault,
  VERSION,
} from '../../../../web/frame/messages.js';
import { seeded } from '../game_fakes.js';

const ours = (fields) => ({ ns: NS, v: VERSION, id: 1, ...fields });

test('only messages of our namespace are ours', () => {
  for (const data of [null, undefined, 1, 'cannonfish', [], { ns: 'other' }, { v: 1, type: 'get' }]) {
    assert.equal(isOurs(data), false);
  }
  assert.equal(isOurs(ours({ type: 'get' })), true);
});

test('every request that is written down is taken', () => {
  for (const type of REQUESTS) {
    const fields = type === 'move' ? { move: 'h2e2' } : {};
    assert.equal(requestFault(ours({ type, ...fields })), null, type);
  }
});

test('what is no request is refused with a code', () => {
  const refused = {
    unsupported_version: [ours({ v: 2, type: 'get' }), { ns: NS, type: 'get' }],
    unknown_type: [ours({}), ours({ type: 'eval' }), ours({ type: 'constructor' }), ours({ type: ['get'] })],
    bad_message: [
      ours({ type: 'get', id: {} }),
      ours({ type: 'get', id: 'x'.repeat(65) }),
      ours({ type: 'move' }),
      ours({ type: 'move', move: ['h2e2'] }),
      ours({ type: 'move', move: 'h2e2; import os' }),
      ours({ type: 'go', limits: 5 }),
      ours({ type: 'go', limits: { depth: 0 } }),
      ours({ type: 'go', limits: { depth: -1 } }),
      ours({ type: 'go', limits: { level: 0 } }),
      ours({ type: 'go', limits: { level: -1 } }),
      ours({ type: 'go', limits: { level: 13 } }),
      ours({ type: 'go', limits: { level: '1' } }),
      ours({ type: 'go', limits: { nodes: '5' } }),
      ours({ type: 'go', limits: { movetime: 1e12 } }),
    ],
  };
  for (const [code, messages] of Object.entries(refused)) {
    for (const message of messages) assert.equal(requestFault(message)?.code, code, JSON.stringify(message));
  }
});

test('a field that would be ignored is named, with those that there are', () => {
  // A search to depth 5 went to depth 11, since only `limits` had been read.
  const told = (fields) => {
    const { code, message, fields: names } = requestFault(ours(fields));
    assert.equal(code, 'unknown_field');
    return [message, names];
  };
  assert.deepEqual(told({ type: 'go', depth: 5, nodes: 9 }), [
    'go has no depth, nodes (possible: limits)',
    ['depth', 'nodes'],
  ]);
  assert.deepEqual(told({ type: 'go', limits: { dept: 5 } }), [
    'limits has no dept (possible: level, depth, nodes, movetime)',
    ['dept'],
  ]);
  assert.deepEqual(told({ type: 'get', fen: 'x' }), ['get has no fen (possible: nothing)', ['fen']]);
  assert.match(told({ type: 'set', side: 'red' })[0], /^set has no side \(possible: game, mode, fen, /);
  assert.equal(requestFault(ours({ type: 'go', limits: undefined })), null);
  assert.equal(requestFault(ours({ type: 'set', fen: '9/9', ply: 3 })), null);
});

test('a search may be asked for at a level; what is none is told the range', () => {
  for (const level of [1, 12]) {
    const request = ours({ type: 'go', limits: { level } });
    assert.equal(requestFault(request), null);
    assert.deepEqual(limitsOf(request), { level });
  }
  const { message, field } = requestFault(ours({ type: 'go', limits: { level: 0 } }));
  assert.equal(message, 'limits.level is a whole number from 1 to 12');
  assert.equal(field, 'limits.level');
});

test('limits without a value are none, and so is an id that is no text and no number', () => {
  assert.deepEqual(limitsOf(ours({ limits: { depth: 4, nodes: null } })), { depth: 4 });
  assert.deepEqual(limitsOf(ours({})), {});
  assert.equal(messageId({ id: 'a' }), 'a');
  assert.equal(messageId({ id: Number.NaN }), null);
});

test('whatever is thrown at it, it answers with a fault or takes a request', () => {
  const random = seeded(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const leaves = [
    null,
    undefined,
    0,
    -1,
    1e99,
    Number.NaN,
    '',
    'h2e2',
    '\u0000',
    '<b>',
    true,
    [],
    {},
    () => 1,
    Symbol('x'),
  ];
  const names = ['ns', 'v', 'id', 'type', 'move', 'limits', 'depth', 'fen', '__proto__', 'code'];
  const thing = (depth) => {
    if (depth === 0 || random() < 0.4) return pick([...leaves, ...REQUESTS, NS, VERSION]);
    if (random() < 0.2) return Array.from({ length: 3 }, () => thing(depth - 1));
    return Object.fromEntries(names.filter(() => random() < 0.5).map((name) => [name, thing(depth - 1)]));
  };
  const seen = {};
  for (let i = 0; i < 10_000; i += 1) {
    const fields = thing(3);
    if (isOurs(fields)) requestFault(fields);
    const message = ours({ type: pick(REQUESTS), ...(typeof fields === 'object' && fields), ns: NS });
    assert.ok(isOurs(message));
    const code = requestFault(message)?.code ?? 'taken';
    seen[code] = (seen[code] ?? 0) + 1;
    if (code === 'taken') assert.ok(REQUESTS.includes(message.type));
  }
  const codes = ['bad_message', 'taken', 'unknown_field', 'unknown_type', 'unsupported_version'];
  assert.deepEqual(Object.keys(seen).sort(), codes);
  assert.ok(Math.min(...Object.values(seen)) > 100, JSON.stringify(seen));
});
