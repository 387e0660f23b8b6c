import assert from 'node:assert/strict';
import test from 'node:test';
import { Live } from '../../../../../web/friend/live/live.js';
import { Meeting } from '../../../../../web/friend/live/meeting.js';
import { newSigner } from '../friends.js';
import { Host, meet, Time } from './network.js';

const CERTIFICATE = { certificate: true };

/** Names and an address of a browser, as they are told to the other one. */
const iceOf = (name) => ({
  ufrag: name.padEnd(4, '0'),
  pwd: 'p'.repeat(24),
  fingerprint: 'ab'.repeat(32),
  candidates: [{ type: 'host', address: '192.168.0.7', port: 5000 }],
});

/** A connection without a network: the test opens it. */
class FakeConnection {
  does = [];
  constructor(parts, name) {
    Object.assign(this, { on: parts, certificate: parts.certificate, own: iceOf(name) });
  }
  #line = (kind, theirs, own) => ({ kind, certificate: this.certificate, own: own ?? this.own, theirs });
  async offer(own = null) {
    this.does.push(['offer', own?.ufrag]);
    return this.#line('offer', null, own);
  }
  async answer(theirs, own = null) {
    this.does.push(['answer', theirs.ufrag, own?.ufrag]);
    return this.#line('answer', theirs, own);
  }
  async take({ ufrag }) {
    this.does.push(['take', ufrag]);
  }
  seek() {
    this.does.push(['seek']);
  }
  close() {
    this.does.push(['close']);
  }
}

/** A player's page, with what it has sent. */
function pageOf(host, name, parts = {}) {
  Object.assign(host, {
    state: { plays: true },
    setLive: async () => {},
    keepLine: async (_id, line) => Object.assign(host.friend, { kept: { ...host.friend.kept, line } }),
  });
  const live = new Live(host, { alarm: () => () => {}, isSeen: () => true });
  const made = [];
  const meeting = new Meeting(host, live, {
    page: 'https://example.org/friend.html',
    tabs: new EventTarget(),
    ...parts,
    newCertificate: async () => CERTIFICATE,
    connect: (parts) => {
      made.push(new FakeConnection(parts, `${name}${made.length}`));
      return made.at(-1);
    },
  });
  const sent = [];
  const channel = { send: (text) => sent.push(text), close() {} };
  return { host, live, meeting, made, sent, open: (connection) => connection.on.onOpen(channel) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Two players whose browsers are connected. */
async function connected() {
  const { hosts } = await meet(new Time(), [await newSigner(), await newSigner()]);
  for (const host of hosts) host.friend.kept = { ...host.friend.kept, id: host.record.invitation.id };
  const [ann, bob] = hosts.map((host, at) => pageOf(host, 'ab'[at]));
  for (const { meeting } of [ann, bob]) await meeting.invite();
  for (const player of [ann, bob]) await player.open(player.made[0]);
  await settled();
  return { ann, bob };
}

const about = (sent, kind) => sent.filter((text) => JSON.parse(text)[0] === kind);

test('two connected browsers prepare another connection, and keep what finds it again', async () => {
  const { ann, bob } = await connected();
  assert.equal(ann.meeting.state.spare, false);
  bob.live.hear(JSON.stringify(['s', ann.live.spare]));
  await settled();
  ann.live.hear(about(bob.sent, 's')[0]);
  await settled();
  assert.deepEqual(ann.made[1].does, [
    ['offer', undefined],
    ['take', 'b100'],
  ]);
  assert.deepEqual(bob.made[1].does, [['answer', 'a100', undefined]]);
  for (const { host, meeting, live } of [ann, bob]) {
    assert.equal(meeting.state.spare, true);
    assert.equal(live.spare, null); // not told again
    assert.equal(host.friend.kept.line.certificate, CERTIFICATE);
  }
});

test('when the connection is lost, the other one is tried, and takes its place', async () => {
  const { ann } = await connected();
  const [first, spare] = ann.made;
  first.on.onClose();
  assert.deepEqual(spare.does.at(-1), ['seek']);
  await ann.open(spare);
  assert.deepEqual(first.does.at(-1), ['close']);
  assert.equal(ann.live.state.connected, true);
  first.on.onClose(); // late
  assert.equal(ann.live.state.connected, true);
});

test('a page that was reloaded makes its connection under the names that the friend knows', async () => {
  const { ann } = await connected();
  for (const [line, does, phase] of [
    [
      { kind: 'offer', theirs: null, link: 'https://example.org/#l=1' },
      [['offer', 'same'], ['seek']],
      'inviting',
    ],
    [
      { kind: 'answer', theirs: iceOf('b0'), link: 'https://example.org/#l=2' },
      [['answer', 'b000', 'same'], ['seek']],
      'answering',
    ],
    [
      { kind: 'offer', theirs: iceOf('b0'), link: null },
      [['offer', 'same'], ['take', 'b000'], ['seek']],
      'playing',
    ],
  ]) {
    ann.host.friend.kept.line = { ...line, own: iceOf('same'), certificate: CERTIFICATE };
    const again = pageOf(ann.host, 'again');
    await again.meeting.resume();
    assert.deepEqual(again.made[0].does, does);
    assert.equal(again.made[0].certificate, CERTIFICATE);
    assert.equal(again.meeting.state.phase, phase);
    assert.equal(again.meeting.state.link, line.link);
  }
});

test('a browser that floods is not connected again, and wrong messages about connections are told', async () => {
  const { ann } = await connected();
  ann.live.hear('["s","x"]');
  await settled();
  assert.equal(ann.live.state.refusal, 'broken');
  for (let times = 0; times < 1000; times += 1) ann.live.hear('["b","x","",0]');
  assert.deepEqual(ann.made[1].does.at(-1), ['close']);
});

/** A player who has invited a friend to a live game, and his browser that has read the invitation. */
async function invited(parts) {
  const { hosts } = await meet(new Time(), [await newSigner(), await newSigner()]);
  const [ann, bob] = hosts;
  ann.friend.kept = { ...ann.friend.kept, record: { ...ann.record, guest: null } };
  const host = pageOf(ann, 'a', parts);
  host.meeting.prepare();
  await settled();
  const before = host.made.length;
  await host.meeting.invite();
  Object.assign(bob, {
    turnToGame: async () => false,
    see: async (invitation) => {
      bob.friend.kept = { record: { invitation, guest: null, events: [] } };
    },
    accept: async (_name, { live }) => {
      assert.ok(live);
      const { invitation } = bob.record;
      bob.friend.kept = { record: { invitation, guest: hosts[1].guest, events: [] } };
    },
    guest: { name: 'Bob', key: bob.signer.key, lot: '' },
  });
  bob.friend.kept = null;
  const guest = pageOf(bob, 'b', parts);
  await guest.meeting.receive(host.meeting.state.link);
  await settled();
  return { host, guest, before };
}

test('an invitation and its answer are made while the person still chooses or reads, and nobody is told', async () => {
  const { host, guest, before } = await invited();
  assert.equal(before, 1);
  assert.deepEqual(
    host.made.map(({ does }) => does),
    [[['offer', undefined], ['seek']]],
  );
  assert.equal(guest.meeting.state.phase, 'invited');
  assert.deepEqual(
    guest.made.map(({ does }) => does),
    [[['answer', 'a000', undefined]]],
  );
  await guest.meeting.accept('Bob');
  assert.equal(guest.meeting.state.phase, 'answering');
  assert.deepEqual(
    guest.made.map(({ does }) => does.at(-1)),
    [['seek']],
  );
});

test('servers are not asked before an invitation is sent, or accepted', async () => {
  const { before, host, guest } = await invited({ asksServers: () => true });
  assert.equal(before, 0);
  assert.equal(host.made.length, 1);
  assert.equal(guest.made.length, 0);
  await guest.meeting.accept('Bob');
  assert.equal(guest.made.length, 1);
});

test('what was made ahead is closed where it is not wanted', async () => {
  const { guest } = await invited();
  guest.meeting.leave();
  await settled();
  assert.deepEqual(guest.made[0].does.at(-1), ['close']);
});

test('a browser that makes no such connections goes on by link', async () => {
  const host = new Host(new Time(), await newSigner(), 'Ann');
  const { hosts } = await meet(new Time(), [host.signer, await newSigner()]);
  const ann = pageOf(hosts[0], 'a');
  FakeConnection.prototype.offer = async () => {
    throw new Error('not supported');
  };
  await ann.meeting.invite();
  assert.equal(ann.meeting.state.phase, 'failed');
});
