import assert from 'node:assert/strict';
import test from 'node:test';
import { newSecret } from '../../../../web/friend/keys.js';
import { ProtocolError, recordFrom, standingOf, tidied, valuesOf } from '../../../../web/friend/protocol.js';
import { pair } from './friends.js';

/** What a record with these events says. */
const after = (record, ...events) => standingOf({ ...record, events });

test('the players move in turn, and the next one is waited for', async () => {
  const { bob } = await pair();
  const { moves, turn, acts } = after(bob.record, 'h2e2', 'h9g7', 'h0g2');
  assert.deepEqual({ moves, turn, acts }, { moves: ['h2e2', 'h9g7', 'h0g2'], turn: 'guest', acts: 'guest' });
});

test('the guest has the first move where the inviter says so', async () => {
  const { bob } = await pair({ first: 'guest' });
  assert.equal(after(bob.record).turn, 'guest');
  assert.deepEqual(after(bob.record, 'h2e2').authors, ['guest']);
});

test('the lot gives both players the first move, and nobody moves before it is drawn', async () => {
  const { bob } = await pair({ first: 'lot' });
  assert.equal(after(bob.record).phase, 'lot');
  assert.throws(() => after(bob.record, 'h2e2'), ProtocolError);
  const firsts = Array.from({ length: 60 }, () => after(bob.record, `l:${newSecret()}`).first);
  assert.deepEqual([...new Set(firsts)].sort(), ['guest', 'inviter']);
});

test('a take-back that is granted takes back to the turn of the one who asked', async () => {
  const { bob } = await pair();
  assert.deepEqual(after(bob.record, 'h2e2', 'ib', 'gy').moves, []);
  assert.deepEqual(after(bob.record, 'h2e2', 'h9g7', 'ib', 'gy').moves, []);
  assert.deepEqual(after(bob.record, 'h2e2', 'h9g7', 'h0g2', 'gb', 'iy').moves, ['h2e2']);
  assert.deepEqual(after(bob.record, 'h2e2', 'ib', 'gn').moves, ['h2e2']);
  assert.equal(after(bob.record, 'h2e2', 'ib').acts, 'guest');
  assert.equal(after(bob.record, 'h2e2', 'ib', 'h9g7').asks, null);
});

test('a draw is agreed where one was offered, and a move declines it', async () => {
  const { bob } = await pair();
  assert.equal(after(bob.record, 'h2e2=').offers, 'inviter');
  assert.deepEqual(after(bob.record, 'h2e2=', 'gd').outcome, { winner: null, termination: 'agreement' });
  assert.equal(after(bob.record, 'h2e2=', 'h9g7').offers, null);
});

test('either player may resign at any time', async () => {
  const { bob } = await pair();
  assert.deepEqual(after(bob.record, 'ir').outcome, { winner: 'guest', termination: 'resignation' });
  assert.deepEqual(after(bob.record, 'h2e2', 'ir').outcome, { winner: 'guest', termination: 'resignation' });
});

for (const [what, ...events] of [
  ['a move after the end', 'ir', 'h2e2'],
  ['a draw that nobody offered', 'h2e2', 'gd'],
  ['a draw that one offered oneself', 'h2e2=', 'id'],
  ['a take-back before the first move', 'gb'],
  ['an answer that nobody waits for', 'h2e2', 'gy'],
  ['a take-back that one grants oneself', 'h2e2', 'ib', 'iy'],
  ['a move while one asks to take back', 'h2e2', 'h9g7', 'ib', 'h0g2'],
  ['no event at all', '<script>'],
]) {
  test(`refused: ${what}`, async () => {
    const { bob } = await pair();
    assert.throws(() => after(bob.record, ...events), ProtocolError);
  });
}

test('no take-back in a game without them', async () => {
  const { bob } = await pair({ takebacks: false });
  assert.throws(() => after(bob.record, 'h2e2', 'ib'), ProtocolError);
});

test('a record is the same after its way as plain values', async () => {
  const { ann, second } = await pair({ first: 'lot' });
  await ann.receive(second);
  await ann.add(`l:${ann.secret}`);
  assert.deepEqual(recordFrom(JSON.parse(JSON.stringify(valuesOf(ann.record)))), ann.record);
});

test('what a record says is worked out once', async () => {
  const { bob } = await pair();
  assert.equal(standingOf(bob.record), standingOf(bob.record));
});

test('values that are no record are refused, whatever they are', async () => {
  const { bob } = await pair();
  const [head, guest, line] = valuesOf(bob.record);
  const wrong = [
    null,
    {},
    [],
    [head, guest],
    [head, head, line],
    [[...head, 1], guest, line],
    [head, null, 'h2e2'],
    [head, [guest[0], head[6], ''], line],
    [head, ['<b>'.repeat(99), guest[1], ''], line],
    [head, ['line\nbreak', guest[1], ''], line],
    [head.with(1, 'constructor'), guest, line],
    [head.with(4, 1e9), guest, line],
    [head.with(0, '../../../..'), guest, line],
    [head, guest, 'h2e2 '.repeat(5000).trim()],
  ];
  for (const values of wrong) assert.throws(() => recordFrom(values), ProtocolError, JSON.stringify(values));
});

test('what a person types has no signs that hide or reorder text', () => {
  assert.equal(tidied('  Ann\u202e\n Lee ', 30), 'Ann Lee');
  assert.equal(tidied('好'.repeat(40), 30), '好'.repeat(30));
  assert.equal(tidied('👍'.repeat(40), 3), '👍👍👍');
});
