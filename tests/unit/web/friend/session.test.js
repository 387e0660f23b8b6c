import assert from 'node:assert/strict';
import test from 'node:test';
import { KeptGames } from '../../../../web/friend/kept-games.js';
import { keptSigner } from '../../../../web/friend/keys.js';
import { linkOf, readLink, signed } from '../../../../web/friend/links.js';
import { FriendSession } from '../../../../web/friend/session.js';
import { movesTo } from '../../../../web/game/tree.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { Library } from '../../../../web/storage/library.js';
import { FakeClient, FakeLocks, settled, toyView } from '../game_fakes.js';
import { newProfile, openTab } from '../storage_fakes.js';
import { PAGE } from './friends.js';

/** A tab of somebody's browser. */
function open(profile = newProfile(), client = new FakeClient(), locks = new FakeLocks()) {
  const database = openTab(profile);
  const games = new KeptGames(database);
  const session = new FriendSession({
    client,
    storage: new GameStorage(database, locks),
    startViews: { xiangqi: toyView([]) },
    games,
    signer: () => keptSigner(database),
  });
  return { session, games, database, client };
}

const TERMS = { game: 'xiangqi', first: 'inviter', takebacks: true, days: 0 };
const link = ({ session }) => linkOf(PAGE, session.message);
const line = ({ session }) => movesTo(session.state.game.tree);
async function play(tab, uci, with_ = { note: '', offers: false }) {
  await settled();
  assert.equal(tab.session.move(uci), 'played');
  await tab.session.send(with_);
  return link(tab);
}

/** A game that both have begun. */
async function begun(terms = TERMS) {
  const [profile, locks] = [newProfile(), new FakeLocks()];
  const [ann, bob] = [open(profile, undefined, locks), open()];
  await ann.session.invite({ ...terms, name: 'Ann' });
  await bob.session.receive(await link(ann));
  assert.equal(bob.session.friend.news, 'invitation');
  await bob.session.accept('Bob');
  await ann.session.receive(await link(bob));
  assert.equal(ann.session.friend.news, 'news');
  return { ann, bob, profile, locks };
}

test('two browsers play by links, each with its own side below', async () => {
  const { ann, bob } = await begun();
  await bob.session.receive(await play(ann, 'a0a1', { note: 'hello', offers: false }));
  await ann.session.receive(await play(bob, 'b0b1'));
  assert.deepEqual(
    [line(ann), line(bob)],
    [
      ['a0a1', 'b0b1'],
      ['a0a1', 'b0b1'],
    ],
  );
  const below = [ann, bob].map(({ session }) => session.state.game.orientation);
  assert.deepEqual(below, ['red', 'black']);
  assert.equal(bob.session.friend.kept.notes[1], 'hello');
});

test('nobody moves for the other, nor twice', async () => {
  const { ann, bob } = await begun();
  await settled();
  assert.equal(bob.session.move('a0a1'), 'waiting');
  await play(ann, 'a0a1');
  await settled();
  assert.equal(ann.session.move('b0b1'), 'waiting');
  assert.equal(ann.session.movableSide(), null);
});

test('a move can be undone until it is sent', async () => {
  const { ann } = await begun();
  await settled();
  ann.session.move('a0a1');
  assert.equal(ann.session.takeBack(), true);
  assert.deepEqual(line(ann), []);
  await play(ann, 'b0b1');
  assert.equal(ann.session.takeBack(), false);
  assert.deepEqual(line(ann), ['b0b1']);
});

test('a game goes on after a reload, and the link can be sent again', async () => {
  const { ann, profile, locks } = await begun();
  const sent = await play(ann, 'a0a1');
  const again = open(profile, undefined, locks);
  assert.equal(await again.session.turnToGame(ann.session.friend.kept.id), true);
  assert.deepEqual(line(again), ['a0a1']);
  assert.equal(await link(again), sent);
});

test('the tab in which a link is opened plays on, and the other one follows', async () => {
  const { ann, bob, profile, locks } = await begun();
  ann.games.onChange((id) => ann.session.reread(id));
  const other = open(profile, undefined, locks);
  other.games.onChange((id) => other.session.reread(id));
  await bob.session.receive(await play(ann, 'a0a1'));
  await other.session.receive(await play(bob, 'b0b1'));
  await settled();
  assert.deepEqual([ann.session.state.plays, other.session.state.plays], [false, true]);
  assert.deepEqual(
    [line(ann), line(other)],
    [
      ['a0a1', 'b0b1'],
      ['a0a1', 'b0b1'],
    ],
  );
});

test('of two tabs that move at once, the second learns what the first has sent', async () => {
  const { ann, profile, locks } = await begun();
  const other = open(profile, undefined, locks);
  await other.session.turnToGame(ann.session.friend.kept.id);
  await play(other, 'b0b1');
  await ann.session.setPlays(true);
  if (ann.session.move('a0a1') === 'played') await ann.session.send({ note: '', offers: false });
  await settled();
  await ann.session.turnToGame(ann.session.friend.kept.id);
  assert.deepEqual(ann.session.record.events, ['b0b1']);
});

test('a finished game is in the library under both names', async () => {
  const { ann, bob } = await begun();
  await bob.session.receive(await play(ann, 'a0a1'));
  await ann.session.receive(await play(bob, 'b0i9')); // mates
  await settled();
  assert.equal(ann.session.outcome.winner, 'black');
  await ann.session.finish();
  await ann.session.save();
  const [entry] = await new Library(ann.database).list();
  assert.deepEqual(entry.headers, { Red: 'Ann', Black: 'Bob' });
  assert.equal(entry.result, '0-1');
  const [kept] = await ann.games.list();
  assert.equal(kept.over, true);
});

test('a draw, a take-back and a resignation reach the other side', async () => {
  const { ann, bob } = await begun();
  await bob.session.receive(await play(ann, 'a0a1', { note: '', offers: true }));
  assert.equal(bob.session.standing.offers, 'inviter');
  await bob.session.act('ask').catch(() => {}); // there is nothing of his to take back
  await ann.session.receive(await play(bob, 'b0b1'));
  await bob.session.act('ask');
  await ann.session.receive(await link(bob));
  await ann.session.act('grant');
  await bob.session.receive(await link(ann));
  assert.deepEqual([line(ann), line(bob)], [['a0a1'], ['a0a1']]);
  await bob.session.act('resign');
  await ann.session.receive(await link(bob));
  const outcomes = [ann, bob].map(({ session }) => session.outcome);
  assert.deepEqual(
    outcomes.map(({ winner }) => winner),
    ['red', 'red'],
  );
});

test('while the engine is gone a link waits, and the game stays', async () => {
  const { ann, bob } = await begun();
  await bob.session.receive(await play(ann, 'a0a1')); // the first move needs no engine
  const sent = await play(bob, 'b0b1');
  ann.client.fail('crashed');
  await ann.session.receive(sent);
  assert.equal(ann.session.friend.news, 'unchecked');
  assert.deepEqual(line(ann), ['a0a1']);
});

test('a link of another game that is kept turns to that game', async () => {
  const { ann, bob } = await begun();
  const first = await play(ann, 'a0a1');
  await bob.session.receive(first);
  await bob.session.invite({ ...TERMS, name: 'Bob' });
  assert.equal(bob.session.standing.phase, 'invited');
  await bob.session.receive(first);
  assert.equal(bob.session.friend.news, 'same');
  assert.deepEqual(line(bob), ['a0a1']);
});

test('moves after the end are refused, however many arrive at once', async () => {
  const { ann, bob } = await begun();
  const first = await play(ann, 'a0a1');
  await bob.session.receive(first);
  const message = await readLink(first);
  const record = { ...message.record, events: 'a0a1 b0i9 a0a1 a0a1 a0a1 a0a1 a0a1'.split(' ') };
  const made = await linkOf(PAGE, await signed(await keptSigner(ann.database), record));
  const other = open();
  await other.session.receive(made);
  assert.equal(other.session.friend.news, 'illegal');
});
