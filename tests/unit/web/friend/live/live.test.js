import assert from 'node:assert/strict';
import test from 'node:test';
import { messageValues, signed } from '../../../../../web/friend/links.js';
import { standingOf } from '../../../../../web/friend/protocol.js';
import { seeded } from '../../game_fakes.js';
import { invitation, isLegal, newSigner } from '../friends.js';
import { join, meet, settle, Time } from './network.js';

const NEAR = () => [40];

/** Two players on a good network. */
async function begun(options) {
  const time = new Time();
  const signers = [await newSigner(), await newSigner()];
  const { hosts, lives } = await meet(time, signers, options);
  const [ann, bob] = hosts;
  const done = settle(hosts, lives);
  const line = join(time, lives, NEAR);
  /** Time goes by. */
  const pass = async (ms) => {
    let over = false;
    time.alarm(ms, () => {
      over = true;
    });
    while (!over) await time.step(done);
  };
  await pass(200);
  return { time, ann, bob, lives, pass, signers, line };
}

const events = (host) => host.record.events;

test('moves arrive at once, and both sides hold the same game', async () => {
  const { ann, bob, pass } = await begun({ clock: '5+3' });
  await ann.move('a0a1');
  await pass(100);
  assert.deepEqual(events(bob), ['a0a1']);
  await pass(2900);
  await bob.move('c9c8');
  await pass(100);
  assert.deepEqual(events(ann), ['a0a1', 'c9c8.t']); // 2.9 seconds
  assert.equal(ann.standing.left.guest, 5 * 60_000 + 3000 - 2900);
});

test('the lot is drawn when the browsers are connected', async () => {
  const { ann, bob } = await begun({ first: 'lot' });
  assert.equal(bob.standing.phase, 'playing');
  assert.deepEqual(ann.record, bob.record);
});

test('a network that is down for a while loses nothing', async () => {
  const { ann, bob, pass, line, lives } = await begun({ clock: '5+3' });
  await ann.move('a0a1');
  line.up = false;
  await bob.add('gr').catch(() => {});
  await pass(10_000);
  assert.equal(lives[0].state.connected, false);
  line.up = true;
  await pass(3000);
  assert.equal(lives[0].state.connected, true);
  assert.deepEqual(ann.record, bob.record);
});

test('a player whose time is up says so, and both have the same result', async () => {
  const { ann, bob, pass } = await begun({ clock: '0+10b' });
  await ann.move('a0a1');
  await pass(10_200);
  await bob.move('c9c8'); // too late: he owns it
  await pass(200);
  assert.deepEqual([ann.outcome, bob.outcome], Array(2).fill({ winner: 'inviter', termination: 'time' }));
});

test('a player who is gone loses on time when the other one claims it, and not before', async () => {
  const { ann, bob, pass, line, lives } = await begun({ clock: '0+10b' });
  await ann.move('a0a1');
  await pass(3000);
  line.up = false;
  await pass(9000);
  assert.equal(lives[0].state.canClaim, false);
  await pass(6000);
  assert.equal(lives[0].state.canClaim, true);
  await ann.act('claim');
  line.up = true;
  await pass(2000);
  assert.deepEqual([ann.outcome, bob.outcome], Array(2).fill({ winner: 'inviter', termination: 'time' }));
});

test('a win on time that is claimed too early is refused', async () => {
  const { ann, bob, pass, lives } = await begun({ clock: '5+3' });
  await ann.move('a0a1');
  await pass(1000);
  await ann.act('claim');
  await pass(200);
  assert.equal(lives[1].state.refusal, 'untimely');
  assert.equal(bob.outcome, null);
});

test('a time that cannot be true is refused, until the person takes the other’s word for it', async () => {
  const { ann, bob, pass, lives } = await begun({ clock: '15+0' });
  await ann.move('a0a1');
  await pass(100_000);
  await bob.add('c9c8.5'); // half a second
  await pass(200);
  assert.equal(lives[0].state.refusal, 'late');
  assert.deepEqual(events(ann), ['a0a1']);
  lives[0].trustClock();
  await pass(2000);
  assert.deepEqual(ann.record, bob.record);
});

test('small lies about time add up, and are refused in the end', async () => {
  const { ann, bob, pass, lives } = await begun({ clock: '60+0' });
  for (let times = 0; times < 20 && lives[0].state.refusal === null; times += 1) {
    await ann.move('a0a1');
    await pass(6000);
    await bob.add('c9c8.1');
    await pass(200);
  }
  assert.equal(lives[0].state.refusal, 'late');
});

test('a move that cannot be checked for a while is not late for it', async () => {
  const { ann, bob, pass, lives } = await begun({ clock: '15+0' });
  await ann.move('a0a1');
  await pass(3000);
  const { take } = ann;
  ann.take = async () => {
    throw new Error('the engine is not running');
  };
  await bob.move('c9c8');
  await pass(30_000);
  assert.equal(lives[0].state.refusal, 'unchecked');
  ann.take = take;
  await pass(2000);
  assert.deepEqual(ann.record, bob.record);
  assert.equal(lives[0].state.refusal, null);
});

test('a rematch on other terms is refused', async () => {
  const { ann, bob, pass, lives, signers } = await begun({ clock: '5+3' });
  await ann.act('resign');
  await pass(200);
  const [live] = lives;
  const offer = async (terms) => {
    const { record } = await invitation(signers[1], { clock: '5+3', name: 'Bob', ...terms });
    Object.assign(live.state, { refusal: null, rematch: null });
    live.hear(JSON.stringify(['g', ...messageValues(await signed(signers[1], record))]));
    await pass(50);
    return live.state;
  };
  for (const terms of [{ clock: '1+0' }, { takebacks: false }, { first: 'guest' }, { game: 'chess' }]) {
    const { refusal, rematch } = await offer(terms);
    assert.deepEqual([refusal, rematch], ['foreign', null], JSON.stringify(terms));
  }
  const { refusal, rematch } = await offer({});
  assert.equal(refusal, null);
  assert.equal(rematch.record.invitation.key, bob.signer.key);
});

test('a rematch has the colours swapped, also where both offer it', async () => {
  for (const offers of [[1], [0], [0, 1]]) {
    const { ann, bob, pass, lives } = await begun({ clock: '5+3' });
    await ann.move('a0a1');
    await pass(200);
    await bob.act('resign');
    await pass(200);
    const before = ann.record.invitation.id;
    for (const at of offers) await lives[at].rematch();
    await pass(2000);
    if (offers.length === 1) {
      assert.notEqual(lives[1 - offers[0]].state.rematch, null);
      await lives[1 - offers[0]].rematch();
      await pass(2000);
    }
    assert.notEqual(ann.record.invitation.id, before);
    assert.deepEqual(ann.record, bob.record, offers.join());
    const first = [ann, bob].find(({ friend, standing }) => friend.me === standing.first);
    assert.equal(first, bob);
    await bob.move('c9c8');
    await pass(200);
    assert.deepEqual(events(ann), ['c9c8']);
  }
});

test('another judgement of the same position is shown', async () => {
  const { ann, pass, lives } = await begun();
  await ann.move('a0a1');
  ann.law = 'perpetual_check guest';
  await pass(1500);
  assert.deepEqual(
    lives.map(({ state }) => state.disagrees),
    [true, true],
  );
});

test('a hostile browser breaks nothing, and is told of', async () => {
  const { ann, bob, pass, lives, signers, time } = await begun({ clock: '5+3' });
  const [live] = lives;
  const eve = await newSigner();
  const made = async (list, signer) =>
    JSON.stringify(['g', ...messageValues(await signed(signer, { ...bob.record, events: list }))]);
  await ann.move('a0a1');
  await pass(200);
  for (const [text, refusal] of [
    ['x'.repeat(100_000), 'huge'],
    [new ArrayBuffer(8), 'huge'],
    ['<img src=x onerror=alert(1)>', 'broken'],
    ['["g"]', 'broken'],
    ['["b",{}]', 'broken'],
    ['[[[[[[]]]]]]', 'broken'],
    [await made(['a0a1', 'b9b8'], signers[1]), 'illegal'],
    [await made(['a0a1', 'c9c8'], eve), 'forged'],
    [await made(['c0c1', 'c9c8'], signers[1]), 'branch'],
    [await made(['a0a1', 'c9c8', 'e0e1'], signers[1]), 'forged'],
  ]) {
    live.state.refusal = null;
    live.hear(text);
    await pass(50);
    assert.equal(live.state.refusal, refusal, String(text).slice(0, 40));
    assert.deepEqual(events(ann), ['a0a1']);
    await pass(1000);
  }
  for (let times = 0; times < 1000; times += 1) live.hear('["b","x","",0]');
  assert.equal(live.state.refusal, 'flood');
  assert.equal(live.state.connected, false);
  assert.ok(time.now > 0);
  assert.deepEqual(events(ann), ['a0a1']);
});

test('a friend who sends one wrong game after another is judged now and then, and cut off in the end', async () => {
  const { ann, bob, pass, lives, signers } = await begun();
  const [live] = lives;
  await ann.move('a0a1');
  await pass(200);
  let judged = 0;
  const take = ann.take.bind(ann);
  ann.take = (...all) => {
    judged += 1;
    return take(...all);
  };
  let sent = 0;
  for (; live.state.refusal !== 'flood' && sent < 1000; sent += 1) {
    const record = { ...bob.record, events: ['a0a1', `b${sent % 10}b${Math.floor(sent / 10) % 10}`] };
    live.hear(JSON.stringify(['g', ...messageValues(await signed(signers[1], record))]));
    await pass(50); // as many as may come
  }
  assert.equal(live.state.refusal, 'flood');
  assert.ok(judged < sent / 10, `${judged} of ${sent}`);
  assert.deepEqual(events(ann), ['a0a1']);
});

/** The nightly run plays 1,000. */
const GAMES = Number(process.env.FRIEND_GAMES ?? 25);
const SEED = Number(process.env.FRIEND_SEED ?? 51);

test('games over a network that drops, delays, doubles and reorders end alike on both sides', async () => {
  const random = seeded(SEED);
  const draw = (count) => Math.floor(random() * count);
  const signers = await Promise.all(Array.from({ length: 4 }, newSigner));
  const ends = new Set();
  for (let game = 0; game < GAMES; game += 1) {
    const time = new Time();
    const { hosts, lives } = await meet(time, [signers[draw(2)], signers[2 + draw(2)]], {
      first: ['inviter', 'guest', 'lot'][draw(3)],
      clock: ['', '1+1', '0+10b', '3+0'][draw(4)],
      drawn: 'AB'[draw(2)].repeat(22),
      lot: 'AB'[draw(2)].repeat(22),
    });
    const done = settle(hosts, lives);
    const fate = () => {
      const delay = () => (draw(5) === 0 ? draw(5000) : 30 + draw(300));
      if (draw(8) === 0) return [];
      return draw(10) === 0 ? [delay(), delay()] : [delay()];
    };
    const line = join(time, lives, fate);
    const both = () => hosts.every(({ outcome }) => outcome);
    hosts.forEach((host, at) => {
      const act = () => {
        if (lives[at].state.refusal === 'late') lives[at].trustClock();
        if (lives[at].state.canClaim && draw(3) === 0) host.act('claim');
        else playSome(host, draw);
        time.alarm(200 + draw(4000), act);
      };
      time.alarm(draw(3000), act);
    });
    const lost = new Set();
    let steps = 0;
    for (; steps < 20_000 && !(both() && same(hosts)); steps += 1) {
      if (draw(400) === 0) line.up = false;
      else if (!line.up && draw(30) === 0) line.up = true;
      await time.step(done);
      for (const host of hosts) {
        if (hasLost(host)) lost.add(host);
        assert.ok(host.outcome || !lost.has(host), `game ${game}: an end undone: ${events(host).join(' ')}`);
      }
    }
    assert.ok(both() && same(hosts), `game ${game}: ${hosts.map((host) => events(host).join(' '))}`);
    assert.ok(standingOf(hosts[0].record).moves.every(isLegal));
    ends.add(hosts[0].outcome.termination);
    for (const live of lives) live.detach();
  }
  assert.ok(ends.size > 1, [...ends].join());
});

const same = ([ann, bob]) => JSON.stringify(ann.record) === JSON.stringify(bob.record);

/** Whether a player has said himself that he has lost: nothing undoes that. */
const hasLost = ({ record, friend }) => ['r', 't'].includes(record.events.at(-1)?.replace(friend.me[0], ''));

/** What a player does when he looks at the board: a move, as a rule. */
function playSome(host, draw) {
  const { standing, friend } = host;
  if (standing.phase !== 'playing') return;
  const { me } = friend;
  if (standing.asks && standing.asks !== me) return host.act(draw(2) ? 'grant' : 'refuse');
  if (standing.offers && standing.offers !== me && draw(4) === 0) return host.act('draw');
  if (standing.moves.length > 8 && draw(25) === 0) return host.act('resign');
  if (!standing.asks && standing.moves.length > 1 && draw(12) === 0) return host.act('ask');
  if (standing.turn !== me) return;
  const square = () => 'acegi'[draw(5)] + draw(10);
  return host.move(square() + square(), draw(8) === 0);
}
