import assert from 'node:assert/strict';
import test from 'node:test';
import { linkOf, readLink, signed } from '../../../../web/friend/links.js';
import { standingOf } from '../../../../web/friend/protocol.js';
import { seeded } from '../game_fakes.js';
import { Browser, isLegal, newSigner, PAGE, pair } from './friends.js';

/** Two players who have made two moves; every link that was sent, the last one at the end. */
async function begun(options) {
  const { ann, bob, first, second } = await pair(options);
  const links = [first, second];
  assert.equal(await ann.receive(second), 'news');
  links.push(await ann.add('a0a1'));
  assert.equal(await bob.receive(links[2]), 'news');
  links.push(await bob.add('c9c8', 'good luck'));
  return { ann, bob, links };
}

/** A link with the values of another one changed, and signed by somebody if at all. */
async function altered(link, change, signer) {
  const message = await readLink(link);
  const record = change(structuredClone(message.record));
  return linkOf(PAGE, signer ? await signed(signer, record, message.note) : { ...message, record });
}

test('an invitation is one, the answer begins the game, and moves go on', async () => {
  const { ann, bob, links } = await begun();
  const carol = new Browser(await newSigner(), 'Carol');
  assert.equal(await carol.receive(links[0]), 'invitation');
  assert.equal(await ann.receive(links[3]), 'news');
  assert.deepEqual(ann.record, bob.record);
});

test('what was said with a move arrives with it', async () => {
  const { links } = await begun();
  assert.equal((await readLink(links[3])).note, 'good luck');
});

test('old, duplicate and own links are known for what they are', async () => {
  const { ann, bob, links } = await begun();
  await ann.receive(links[3]);
  for (const [who, link, meaning] of [
    [ann, links[3], 'same'],
    [ann, links[2], 'old'],
    [ann, links[1], 'old'],
    [ann, links[0], 'old'],
    [bob, links[3], 'own'],
    [bob, links[2], 'old'],
  ])
    assert.equal(await who.receive(link), meaning, link);
});

test('an invitation that nobody has accepted is the own one', async () => {
  const ann = new Browser(await newSigner(), 'Ann');
  assert.equal(await ann.receive(await ann.invite()), 'own_invitation');
});

test('the second one to accept an invitation is too late', async () => {
  const { ann, first, second } = await pair();
  const carol = new Browser(await newSigner(), 'Carol');
  const late = await carol.accept(first);
  await ann.receive(second);
  assert.equal(await ann.receive(late), 'taken');
  assert.equal(await carol.receive(await ann.add('a0a1')), 'taken');
});

test('somebody else who has the link looks on, and cannot move', async () => {
  const { ann, links } = await begun();
  const eve = new Browser(await newSigner(), 'Eve');
  assert.equal(await eve.receive(links[3]), 'watch');
  const { record } = await readLink(links[2]);
  const moved = { ...record, events: [...record.events, 'e9e8'] };
  assert.equal(await ann.receive(await linkOf(PAGE, await signed(eve.signer, moved))), 'forged');
});

test('nobody plays for the other side', async () => {
  const { ann, bob, links } = await begun();
  const twice = await altered(
    links[3],
    (record) => ({ ...record, events: [...record.events, 'e0e1'] }),
    bob.signer,
  );
  assert.equal(await ann.receive(twice), 'forged');
});

test('a changed game is not taken over', async () => {
  const { ann, bob, links } = await begun();
  const of = (change, signer) => altered(links[3], change, signer);
  const events =
    (...list) =>
    (record) => ({ ...record, events: list });
  assert.equal(await ann.receive(await of(events('a0a1', 'g9g8'))), 'forged');
  assert.equal(await ann.receive(await of(events('c0c1', 'g9g8'), bob.signer)), 'branch');
  const renamed = (record) => ({ ...record, invitation: { ...record.invitation, takebacks: false } });
  assert.equal(await ann.receive(await of(renamed, bob.signer)), 'changed');
  assert.equal(ann.record.events.length, 1);
});

test('a second move in the same place is another course of the game', async () => {
  const { ann, bob, links } = await begun();
  await ann.receive(links[3]);
  const other = await altered(links[3], (record) => ({ ...record, events: ['a0a1', 'e9e8'] }), bob.signer);
  assert.equal(await ann.receive(other), 'branch');
});

test('an illegal move is refused', async () => {
  const { ann, bob } = await begun();
  bob.record = { ...bob.record, events: ['a0a1'] };
  assert.equal(await ann.receive(await bob.add('b9b8')), 'illegal');
  assert.equal(ann.record.events.length, 1);
});

test('the lot cannot be changed once the guest has drawn', async () => {
  const { ann, bob, second } = await pair({ first: 'lot' });
  await ann.receive(second);
  const honest = ann.secret;
  ann.record = { ...ann.record, events: [] };
  const cheat = `${honest[0] === 'A' ? 'B' : 'A'}${honest.slice(1)}`;
  const kept = ann.record;
  assert.equal(await bob.receive(await ann.add(`l:${cheat}`)), 'forged');
  ann.record = kept;
  assert.equal(await bob.receive(await ann.add(`l:${honest}`)), 'news');
});

test('a move that crosses a request to take back stands, and both sides agree on it', async () => {
  const { ann, bob, links } = await begun();
  const request = await ann.add('ib'); // before the answer has arrived
  assert.equal(await bob.receive(request), 'crossed');
  assert.equal(await ann.receive(links[3]), 'news');
  assert.deepEqual(ann.record, bob.record);
});

test('a resignation counts even where it crosses a move', async () => {
  const { ann, bob } = await begun();
  assert.equal(await bob.receive(await ann.add('ir')), 'news');
  assert.deepEqual(ann.record, bob.record);
  assert.equal(standingOf(bob.record).outcome.winner, 'guest');
});

test('whoever asks to take back and then resigns, or runs out of time, has lost, whatever crosses it', async () => {
  for (const [inviter, guest, winner] of [
    [['e0e1'], ['gb', 'gr'], 'inviter'],
    [['ib', 'ir'], ['gb'], 'guest'],
    [['ib', 'it'], ['gb'], 'guest'],
    [['ib'], ['gb', 'gr'], 'inviter'],
  ]) {
    const { ann, bob, links } = await begun({ clock: '5+3' });
    await ann.receive(links[3]);
    const [hers, his] = [[], []];
    for (const event of inviter) hers.push(await ann.add(event));
    for (const event of guest) his.push(await bob.add(event));
    const ended = (winner === 'guest' ? ann : bob).record;
    for (const link of hers) await bob.receive(link);
    for (const link of his) await ann.receive(link);
    assert.deepEqual([ann.record, bob.record], [ended, ended]);
    assert.equal(standingOf(ended).outcome.winner, winner);
  }
});

test('a game that was lost here is restored from a link', async () => {
  const { bob, links } = await begun();
  const again = new Browser(bob.signer, 'Bob');
  assert.equal(await again.receive(links[2]), 'restored');
});

test('texts that are no links are told apart', async () => {
  const { ann, links } = await begun();
  const cut = (count) => links[3].slice(0, -count);
  const huge = `${PAGE}#f=${'A'.repeat(100_000)}`;
  for (const [text, code] of [
    ['hello', 'no_link'],
    [PAGE, 'no_link'],
    [cut(1), 'mutilated'],
    [cut(60), 'mutilated'],
    [`${PAGE}#f=<img src=x onerror=alert(1)>`, 'no_link'],
    [`${PAGE}#f=AAAA`, 'mutilated'],
    [huge, 'too_long'],
  ])
    assert.equal(await ann.receive(text), code, text.slice(0, 60));
  assert.equal(await ann.receive(`Your move!\n${links[3]} :)`), 'news');
});

test('a game of 300 moves fits into a link of 2,000 characters', async () => {
  const { ann, bob, second } = await pair({ first: 'lot' });
  await ann.receive(second);
  ann.record = { ...ann.record, events: [`l:${ann.secret}`] };
  const random = seeded(7);
  const file = () => 'abcdefghi'[Math.floor(random() * 9)];
  const rank = () => Math.floor(random() * 10);
  const moves = Array.from({ length: 300 }, () => file() + rank() + file() + rank());
  bob.record = { ...ann.record, events: [...ann.record.events, ...moves] };
  const link = await bob.link('n'.repeat(40));
  assert.ok(link.length < 2000, `${link.length} characters`);
});

/** The nightly run plays 1,000. */
const GAMES = Number(process.env.FRIEND_GAMES ?? 40);

test('games with old, duplicate, foreign and mutilated links end alike on both sides', async () => {
  const random = seeded(50);
  const draw = (count) => Math.floor(random() * count);
  const signers = await Promise.all(Array.from({ length: 6 }, newSigner));
  const foreign = [];
  let wrong = 0;
  for (let game = 0; game < GAMES; game += 1) {
    const [ann, bob] = [new Browser(signers[draw(3)], 'Ann'), new Browser(signers[3 + draw(3)], 'Bob')];
    const links = [await ann.invite({ first: ['inviter', 'guest', 'lot'][draw(3)] })];
    links.push(await bob.accept(links[0]));
    let [receiver, sender] = [ann, bob];
    for (let ply = 0, over = false; !over; ply += 1) {
      for (let times = draw(3); times > 0; times -= 1) {
        const before = receiver.record;
        const link = strange(links, foreign, draw);
        if (link === links.at(-1)) continue; // changed into itself
        await receiver.receive(link);
        assert.deepEqual(receiver.record, before);
        wrong += 1;
      }
      assert.equal(await receiver.receive(links.at(-1)), 'news');
      assert.deepEqual(receiver.record, sender.record);
      const { acts } = standingOf(sender.record);
      [sender, receiver] = sender.me === acts ? [sender, receiver] : [receiver, sender];
      const event = nextEvent(sender, ply, draw);
      links.push(await sender.add(event));
      over = standingOf(sender.record).phase === 'over';
    }
    assert.equal(await receiver.receive(links.at(-1)), 'news');
    assert.deepEqual(receiver.record, sender.record);
    assert.ok(standingOf(sender.record).moves.every(isLegal));
    foreign.push(links[draw(links.length)]);
  }
  assert.ok(wrong > GAMES);
});

/** A link that does not belong here now. */
function strange(links, foreign, draw) {
  const old = links[draw(links.length - 1)];
  const last = links.at(-1);
  const at = last.indexOf('#f=') + 3 + draw(40);
  const kinds = [
    () => old,
    () => last.slice(0, -1 - draw(200)),
    () => last.slice(0, at) + 'xyz'[draw(3)] + last.slice(at + 1 + draw(3)),
    () => foreign[draw(foreign.length)] ?? old,
    () => '#f=',
  ];
  return kinds[draw(kinds.length)]();
}

/** What a player does next: mostly a legal move. */
function nextEvent({ record, secret }, ply, draw) {
  const { phase, acts, asks, offers, moves } = standingOf(record);
  if (phase === 'lot') return `l:${secret}`;
  const me = acts[0];
  if (asks) return me + 'yn'[draw(2)];
  if (offers && draw(3) === 0) return `${me}d`;
  if (ply > 5 + draw(10)) return `${me}r`;
  if (moves.length > 1 && draw(8) === 0) return `${me}b`;
  const square = () => 'acegi'[draw(5)] + draw(10);
  return square() + square() + (draw(8) === 0 ? '=' : '');
}
