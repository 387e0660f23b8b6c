import assert from 'node:assert/strict';
import test from 'node:test';
import { withNotes } from '../../../../web/analysis/edits.js';
import { AnalysisSession } from '../../../../web/analysis/session.js';
import { readAddress } from '../../../../web/game/address.js';
import { analysisIdOf } from '../../../../web/game/games.js';
import { lineThrough, movesTo, newTree, nodeOf, ROOT } from '../../../../web/game/tree.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { Library } from '../../../../web/storage/library.js';
import { FakeClient, FakeLocks, randomGame, seeded, settled, TOY_MOVES, toyView } from '../game_fakes.js';
import { newProfile, openTab, withoutRoom } from '../storage_fakes.js';

const USUAL = { game: 'xiangqi', opponent: 'engine', side: 'red', level: 7 };

/** An analysis on fakes. Those that share a profile are visits of one browser. */
async function open({
  profile = newProfile(),
  locks = new FakeLocks(),
  search = '',
  source = null,
  arrives = true,
  earlier = null,
  usual = USUAL,
} = {}) {
  const storage = new GameStorage(openTab(profile), locks);
  const session = new AnalysisSession({
    client: new FakeClient(),
    storage,
    startViews: { xiangqi: toyView([]) },
    wait: () => Promise.resolve(),
    newId: () => `id${Math.random()}`,
  });
  await session.open(readAddress(search), usual, source, arrives, earlier);
  await settled();
  return { session, profile, locks, storage };
}
const tree = (session) => session.state.game.tree;
const mainLine = (session) =>
  lineThrough(tree(session), ROOT)
    .map(({ move }) => move)
    .slice(1);
async function play(session, ...moves) {
  for (const move of moves) {
    assert.equal(session.move(move), 'played');
    await settled();
  }
}

test('a fresh analysis has the first player below, whichever side was played last', async () => {
  // After a game as Black it stood upside down.
  const usual = { ...USUAL, game: 'chess', side: 'black' };
  const { session } = await open({ usual });
  assert.equal(session.state.game.orientation, 'white');
  const asked = await open({ usual, search: '?game=chess&side=black' });
  assert.equal(asked.session.state.game.orientation, 'black');
});

test('both sides are played by hand, and a move that differs becomes a variation', async () => {
  const { session } = await open();
  await play(session, 'a0a1', 'b0b1');
  session.goTo(1);
  await play(session, 'a0a2');
  assert.deepEqual(mainLine(session), ['a0a1', 'b0b1'], 'the main line is what it was');
  assert.deepEqual(movesTo(tree(session)), ['a0a1', 'a0a2']);
  session.promote(tree(session).current);
  assert.deepEqual(mainLine(session), ['a0a1', 'a0a2']);
});

test('every edit can be undone and redone', async () => {
  const { session } = await open();
  await play(session, 'a0a1', 'b0b1');
  const before = tree(session).nodes.size;
  session.annotate(1, { comment: 'so so', nags: [6] });
  session.remove(2);
  assert.equal(tree(session).nodes.size, before - 1);
  assert.equal(session.takeBack(), true);
  assert.equal(tree(session).nodes.size, before);
  assert.equal(nodeOf(tree(session), 1).notes.comment, 'so so');
  session.takeBack();
  assert.equal(nodeOf(tree(session), 1).notes, undefined);
  session.redo();
  assert.equal(nodeOf(tree(session), 1).notes.comment, 'so so');
  assert.deepEqual(session.edits, { undo: true, redo: true });
  await play(session, 'a0a2');
  assert.deepEqual(session.edits, { undo: true, redo: false }, 'a new edit ends the redoing');
});

test('a comment that is being typed is kept with every letter, and is one edit', async () => {
  const { session } = await open();
  await play(session, 'a0a1');
  const type = (node, comment) => session.annotate(node, { comment }, { typing: true });
  for (const text of ['s', 'so', 'so ', 'so s', 'so so']) type(1, text);
  assert.equal(nodeOf(tree(session), 1).notes.comment, 'so so');
  type(ROOT, 'another');
  session.takeBack();
  assert.equal(nodeOf(tree(session), ROOT).notes, undefined);
  type(1, 'so so!');
  session.takeBack();
  assert.equal(nodeOf(tree(session), 1).notes.comment, 'so so');
  session.takeBack();
  assert.equal(nodeOf(tree(session), 1).notes, undefined);
});

test('the edits of one analysis cannot be undone in the next one', async () => {
  // "Undo" could be pressed there, and did nothing.
  const { session } = await open();
  await play(session, 'a0a1', 'b0b1');
  session.takeBack();
  await session.begin({ ...USUAL, opponent: 'person' });
  assert.deepEqual(session.edits, { undo: false, redo: false });
  assert.equal(session.takeBack(), false);
  session.bringBack();
  assert.deepEqual(session.edits, { undo: true, redo: true });
});

test('undoing all edits leads back to where they began, whatever they were', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = seeded(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const { session } = await open();
    for (let step = 0; step < 30; step++) {
      const node = pick([...tree(session).nodes.keys()]);
      const kind = random();
      if (kind < 0.6) session.playLine(node, [pick(TOY_MOVES)]);
      else if (kind < 0.7 && node !== ROOT) session.remove(node);
      else if (kind < 0.8) session.promote(node);
      else session.annotate(node, { comment: String(step) });
    }
    const next = tree(session).next;
    while (session.takeBack());
    assert.equal(tree(session).nodes.size, 1);
    assert.equal(nodeOf(tree(session), ROOT).notes, undefined);
    assert.equal(tree(session).next, next, 'no id is used twice');
  }
});

test('an analysis is there again after a reload, with its comments', async () => {
  const { session, profile } = await open();
  await play(session, 'a0a1', 'b0b1');
  session.annotate(2, { comment: 'kept', nags: [3] });
  await settled();
  const again = await open({ profile, locks: new FakeLocks() });
  assert.deepEqual(mainLine(again.session), ['a0a1', 'b0b1']);
  assert.deepEqual(nodeOf(tree(again.session), 2).notes, { comment: 'kept', nags: [3] });
});

test('the game at hand and its analysis do not share a place', async () => {
  const { session, storage } = await open();
  await play(session, 'a0a1');
  await settled();
  assert.equal(await storage.peek('main'), null);
  assert.equal((await storage.peek('analysis')).tree.nodes.size, 2);
});

test('a game is opened with its variations; opened again, its new moves are added to the analysis', async () => {
  const source = { ...randomGame(5), id: 'game', game: 'xiangqi' };
  const [first] = source.tree.nodes.get(ROOT).children;
  const search = `?moves=${source.tree.nodes.get(first).move}`;
  const { session, profile } = await open({ source, search });
  assert.equal(tree(session).nodes.size, source.tree.nodes.size);
  assert.equal(tree(session).current, first);
  assert.equal(session.state.game.ending, null, 'nobody has resigned here');
  assert.equal(session.movableSide() === null, false);
  session.annotate(first, { comment: 'mine' });
  await settled();
  const again = await open({ profile, locks: new FakeLocks(), source, search });
  assert.equal(nodeOf(tree(again.session), first).notes.comment, 'mine');
  assert.equal(tree(again.session).nodes.size, source.tree.nodes.size);
});

test('a reload shows the analysis of a game as it was left', async () => {
  // The game was merged in again: deleted variations came back, and a comment that had been changed stood there twice.
  const source = { ...randomGame(5), id: 'game', game: 'xiangqi' };
  const [first] = source.tree.nodes.get(ROOT).children;
  source.tree = withNotes(source.tree, first, { comment: 'theirs', clock: 290 });
  const { session, profile } = await open({ source });
  assert.equal(nodeOf(tree(session), first).notes.clock, 290);
  session.annotate(first, { comment: 'mine' });
  const last = [...tree(session).nodes.values()].findLast(({ children }) => children.length === 0);
  session.remove(last.id);
  const size = tree(session).nodes.size;
  await settled();
  const reloaded = await open({ profile, locks: new FakeLocks(), source, arrives: false });
  assert.equal(tree(reloaded.session).nodes.size, size);
  assert.equal(nodeOf(tree(reloaded.session), first).notes.comment, 'mine');
  const back = await open({ profile, locks: new FakeLocks(), source });
  assert.equal(nodeOf(tree(back.session), first).notes.comment, 'mine');
  assert.equal(tree(back.session).nodes.size, source.tree.nodes.size, 'what the game has now is there');
});

test('another analysis in the place of a game stays what it is', async () => {
  // The moves of the game were merged into it, whatever its starting position was.
  const source = { ...randomGame(5), id: 'game', game: 'xiangqi' };
  const { session, profile } = await open({ source });
  await session.reopen({ ...session.state.game, id: 'other', tree: newTree({ fen: null }) }, null);
  await play(session, 'a0a1');
  await settled();
  const reloaded = await open({ profile, locks: new FakeLocks(), source, arrives: false });
  assert.deepEqual(mainLine(reloaded.session), ['a0a1']);
  const arrived = await open({ profile, locks: new FakeLocks(), source });
  assert.equal(tree(arrived.session).nodes.size, source.tree.nodes.size);
  arrived.session.bringBack();
  assert.deepEqual(mainLine(arrived.session), ['a0a1']);
});

test('an analysis that lost its place to another one comes back with its comments', async () => {
  // The bare game was written over it, in the library, too.
  const source = { ...randomGame(5), id: 'game', game: 'xiangqi' };
  const { session, profile } = await open({ source });
  session.annotate(1, { comment: 'a mistake' });
  await settled();
  await session.reopen({ ...session.state.game, id: 'other', tree: newTree({ fen: null }) }, null);
  await play(session, 'a0a1');
  await settled();
  const earlier = await new Library(openTab(profile)).find(analysisIdOf('game'));
  assert.equal(nodeOf(earlier.tree, 1).notes.comment, 'a mistake');
  const arrived = await open({ profile, locks: new FakeLocks(), source, earlier });
  assert.equal(nodeOf(tree(arrived.session), 1).notes.comment, 'a mistake');
  const elsewhere = await open({ source, earlier });
  assert.equal(
    nodeOf(tree(elsewhere.session), 1).notes.comment,
    'a mistake',
    'where the library was imported',
  );
});

test('a new analysis leaves the place of its address, whose game can be brought back', async () => {
  // The address went on naming the old moves: a copied one gave others the wrong game.
  const { session, profile } = await open();
  await play(session, 'b0b1');
  const search = '?moves=a0a1,b0b1';
  const asked = await open({ profile, locks: new FakeLocks(), search });
  assert.equal(asked.session.isHome, false);
  const record = { game: 'xiangqi', fen: null, headers: {}, comment: '', moves: [[0, 'a0a2']], errors: [] };
  assert.equal(await asked.session.openRecord(record, USUAL), true);
  await settled();
  assert.equal(asked.session.isHome, true);
  const reloaded = await open({ profile, locks: new FakeLocks() });
  assert.deepEqual(mainLine(reloaded.session), ['a0a2']);
  const again = await open({ profile, locks: new FakeLocks(), search });
  assert.deepEqual(mainLine(again.session), ['a0a1', 'b0b1']);
  asked.session.bringBack();
  assert.deepEqual(mainLine(asked.session), ['a0a1', 'b0b1']);
});

test('a record is merged where it starts from the same position, and refused otherwise', async () => {
  const { session } = await open();
  await play(session, 'a0a1');
  const record = { game: 'xiangqi', fen: null, comment: '', moves: [[0, 'a0a2', { comment: 'theirs' }]] };
  assert.equal(session.merge({ ...record, fen: 'another w' }), false);
  assert.equal(tree(session).nodes.size, 2);
  assert.equal(session.merge(record), true);
  assert.deepEqual(mainLine(session), ['a0a1']);
  assert.equal(tree(session).nodes.size, 3);
  session.takeBack();
  assert.equal(tree(session).nodes.size, 2);
});

test('a tree is edited in one of two tabs; the other shows it, and goes on with it when told to', async () => {
  const first = await open();
  const { profile, locks } = first;
  await play(first.session, 'a0a1', 'b0b1');
  const second = await open({ profile, locks });
  first.session.annotate(1, { comment: 'from the first' });
  await settled();
  assert.equal(nodeOf(tree(second.session), 1).notes.comment, 'from the first');
  second.session.annotate(1, { comment: 'from the second' });
  second.session.remove(2);
  second.session.keepReview({ moves: [], nodes: 1, evaluations: [] });
  second.session.takeBack();
  assert.equal(nodeOf(tree(second.session), 1).notes.comment, 'from the first', 'it only watches');
  assert.deepEqual(mainLine(second.session), ['a0a1', 'b0b1']);
  await second.session.playHere();
  await settled();
  second.session.annotate(2, { comment: 'from the second' });
  await settled();
  first.session.remove(1);
  await settled();
  const comments = [1, 2].map((id) => nodeOf(tree(first.session), id).notes.comment);
  assert.deepEqual(comments, ['from the first', 'from the second']);
  const again = await open({ profile });
  assert.deepEqual(mainLine(again.session), ['a0a1', 'b0b1'], 'and so it was saved');
  assert.equal(nodeOf(tree(again.session), 2).notes.comment, 'from the second');
});

test('what another tab has edited is not undone here', async () => {
  // "Undo" put the tree of the first tab in place of the second one's, which was lost in the save, too.
  const first = await open();
  const { profile, locks } = first;
  await play(first.session, 'a0a1', 'b0b1');
  const second = await open({ profile, locks });
  await second.session.playHere();
  second.session.annotate(2, { comment: 'from the second' });
  await settled();
  await first.session.playHere();
  assert.deepEqual(first.session.edits, { undo: false, redo: false });
  assert.equal(first.session.takeBack(), false);
  assert.equal(nodeOf(tree(first.session), 2).notes.comment, 'from the second');
  first.session.remove(2);
  first.session.takeBack();
  assert.equal(nodeOf(tree(first.session), 2).notes.comment, 'from the second');
  assert.deepEqual(first.session.edits, { undo: false, redo: true });
});

test('without room an edit and a review stay on the page, and are saved when there is room again', async () => {
  const { session, profile } = await open();
  await play(session, 'a0a1');
  const review = { moves: ['a0a1'], nodes: 1, evaluations: [{ score: { cp: 5 }, pv: [] }, {}] };
  await withoutRoom(async () => {
    session.annotate(1, { comment: 'late' });
    session.keepReview(review);
    await settled();
  });
  assert.equal(session.state.saving, 'full');
  assert.equal(nodeOf(tree(session), 1).notes.comment, 'late');
  await play(session, 'b0b1');
  assert.equal(session.state.saving, 'saved');
  const again = await open({ profile });
  assert.equal(nodeOf(tree(again.session), 1).notes.comment, 'late');
  assert.deepEqual(again.session.state.game.review, review);
});

test('a record of 5,000 moves, and one nested 500 deep, become variations that can be undone and saved', async () => {
  const { session, profile } = await open();
  await play(session, 'b0b1');
  const long = Array.from({ length: 5000 }, (_, at) => [at, TOY_MOVES[at % 2]]);
  // Every variation has one of its own.
  const nested = Array.from({ length: 500 }, (_, at) => [
    [5000 + 2 * at, 'a0a2'],
    [5000 + 2 * at + 1, 'b0b1'],
  ]).flat();
  const record = { game: 'xiangqi', fen: null, comment: '', moves: [...long, ...nested] };
  assert.equal(session.merge(record), true);
  await settled();
  assert.equal(tree(session).nodes.size, 1 + 1 + 6000);
  session.takeBack();
  assert.equal(tree(session).nodes.size, 2);
  session.redo();
  await settled();
  const again = await open({ profile });
  assert.equal(tree(again.session).nodes.size, 6002);
});
