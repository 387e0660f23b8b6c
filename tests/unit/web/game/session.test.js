import assert from 'node:assert/strict';
import test from 'node:test';
import { readAddress } from '../../../../web/game/address.js';
import { outcomeAt, playerAt, redoTarget, seedOf, takeBackTarget } from '../../../../web/game/game.js';
import { mainSlot } from '../../../../web/game/games.js';
import { packed } from '../../../../web/game/packed.js';
import { inOpening, PlaySession } from '../../../../web/game/session.js';
import { lineThrough, movesTo, nodeOf, ROOT, withView } from '../../../../web/game/tree.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { FakeClient, FakeLocks, seeded, settled, toyView } from '../game_fakes.js';
import { newProfile, openTab, whenRefused, withoutRoom } from '../storage_fakes.js';

const USUAL = { opponent: 'engine', side: 'red', level: 7 };

/** A session on fakes. Sessions that share a profile and locks are tabs of one browser. */
async function open({
  client = new FakeClient(),
  profile = newProfile(),
  locks = new FakeLocks(),
  search = '',
  hash = '',
  usual = USUAL,
  startViews = { xiangqi: toyView([]) },
  clocks = () => null,
} = {}) {
  const database = openTab(profile);
  const storage = new GameStorage(database, locks ?? undefined);
  const session = new PlaySession({
    client,
    storage,
    startViews,
    clocks,
    random: () => 0.7,
    wait: () => Promise.resolve(),
    newId: () => `id${Math.random()}`,
  });
  const opened = session.open(readAddress(search, hash), usual);
  await settled();
  return { session, client, profile, locks, storage, opened };
}
const line = (session) => movesTo(session.state.game.tree);
const kinds = (session) => session.state.notices.map((notice) => notice.kind);
async function act(session, ...uci) {
  const results = [];
  for (const move of uci) {
    results.push(session.move(move));
    await settled();
  }
  return results;
}

test('the engine answers a move at the level of the game, and its view stays on the tree', async () => {
  const { session, client } = await open({ usual: { ...USUAL, level: 9 } });
  client.answer = () => 'a0a2';
  assert.deepEqual(await act(session, 'b0b1'), ['played']);
  assert.deepEqual(line(session), ['b0b1', 'a0a2']);
  assert.deepEqual(client.calls, [
    ['play', [], 'b0b1'],
    ['go', ['b0b1'], { level: 9, seed: seedOf(session.state.game.id), book: true }],
  ]);
  assert.deepEqual(nodeOf(session.state.game.tree).view, toyView(['b0b1', 'a0a2']));
});

const CLOCK = { wtime: 60_000, btime: 60_000, winc: 2000, binc: 2000 };
for (const [what, game, level, time, limits] of [
  ['full strength without a clock has a level', 'xiangqi', 12, {}, { level: 12, book: true }],
  ['full strength with a clock has no level', 'xiangqi', 12, CLOCK, { book: true, ...CLOCK }],
  ['so it is in chess', 'chess', 12, CLOCK, { book: true, ...CLOCK }],
  ['a time for the move is no clock', 'xiangqi', 12, { movetime: 9 }, { level: 12, book: true, movetime: 9 }],
  ['a lower level with a clock stays a level', 'xiangqi', 11, CLOCK, { level: 11, book: true, ...CLOCK }],
  ['perfect play with a clock stays a level', 'liuzichong', 5, CLOCK, { level: 5, book: false, ...CLOCK }],
  ['and so does the level below it', 'liuzichong', 4, CLOCK, { level: 4, book: false, ...CLOCK }],
]) {
  test(`limits of the engine's move: ${what}`, async () => {
    const { session, client } = await open({
      usual: { ...USUAL, game, level, side: 'black' },
      clocks: () => ({ limits: () => time, left: () => null }),
    });
    const [, , found] = client.calls.find(([kind]) => kind === 'go');
    assert.deepEqual(found, { ...limits, seed: seedOf(session.state.game.id) });
    assert.equal(session.state.game.level, level);
  });
}

test('every game has a seed of its own, so that the engine does not repeat the last one', () => {
  const ids = Array.from({ length: 500 }, (_, n) => n.toString(36));
  const seeds = ids.map(seedOf);
  assert.deepEqual(seeds, ids.map(seedOf));
  assert.equal(new Set(seeds).size, ids.length);
  assert.ok(seeds.every((seed) => Number.isInteger(seed) && seed >= 1 && seed < 2 ** 31));
});

test('with Black the engine begins', async () => {
  const { session } = await open({ usual: { ...USUAL, side: 'black' } });
  assert.deepEqual(line(session), ['a0a1']);
  assert.equal(session.state.game.orientation, 'black');
});

test('either side is drawn by lot', async () => {
  const { session } = await open({ usual: { ...USUAL, side: 'either' } });
  assert.equal(session.state.game.orientation, 'black');
});

test('two persons share the board and the engine is not asked to think', async () => {
  const { session, client } = await open({ usual: { ...USUAL, opponent: 'person' } });
  await act(session, 'a0a1', 'b0b1', 'a0a2');
  assert.deepEqual(line(session), ['a0a1', 'b0b1', 'a0a2']);
  assert.equal(client.calls.filter(([kind]) => kind === 'go').length, 0);
});

test('an illegal move is refused by the view alone; nothing is sent', async () => {
  const { session, client } = await open();
  assert.deepEqual(await act(session, 'a0i9', 'z9z9'), ['illegal', 'illegal']);
  assert.deepEqual(client.calls, []);
});

test('before Python is there one moves from the start view; the next move waits', async () => {
  const client = new FakeClient();
  client.held = true;
  const { session } = await open({ client });
  assert.deepEqual(await act(session, 'a0a1', 'a0a2'), ['played', 'waiting']);
  client.release();
  await settled();
  assert.deepEqual(line(session), ['a0a1', 'a0a1']);
});

test('take back gives the turn back to the person, redo returns; another move makes a variation', async () => {
  const { session } = await open();
  await act(session, 'a0a1', 'a0a2');
  assert.equal(session.takeBack(), true);
  assert.deepEqual(line(session), ['a0a1', 'a0a1']);
  session.redo();
  assert.deepEqual(line(session), ['a0a1', 'a0a1', 'a0a2', 'a0a1']);
  session.takeBack();
  await act(session, 'b0b1');
  assert.deepEqual(line(session), ['a0a1', 'a0a1', 'b0b1', 'a0a1']);
  assert.deepEqual(
    lineThrough(session.state.game.tree, ROOT).map((node) => node.move),
    [null, 'a0a1', 'a0a1', 'b0b1', 'a0a1'],
  );
  assert.equal(session.state.game.tree.nodes.size, 7);
});

test('take back in mid-thought withdraws the move, and the late answer is dropped', async () => {
  const { session, client } = await open();
  client.thinksOn = true;
  await act(session, 'a0a1');
  assert.equal(session.state.work.kind, 'move');
  assert.equal(session.takeBack(), true);
  await settled();
  assert.equal(session.state.work, null);
  assert.deepEqual(line(session), []);
  assert.equal(session.state.game.tree.nodes.size, 2);
  session.redo();
  await settled();
  assert.equal(session.state.work.kind, 'move');
});

test('nothing is taken back before the first own move', async () => {
  const { session } = await open({ usual: { ...USUAL, side: 'black' } });
  assert.equal(session.takeBack(), false);
  assert.deepEqual(line(session), ['a0a1']);
});

test('looking back does not disturb the engine: its move joins the line, the board stays', async () => {
  const { session, client } = await open();
  client.thinksOn = true;
  await act(session, 'a0a1');
  session.goTo(ROOT);
  session.moveNow();
  await settled();
  const { game } = session.state;
  assert.equal(game.tree.current, ROOT);
  assert.deepEqual(
    lineThrough(game.tree).map((node) => node.move),
    [null, 'a0a1', 'a0a1'],
  );
});

test('looking at a position in which the engine was to move does not make it move again', async () => {
  const { session, client } = await open();
  await act(session, 'a0a1', 'a0a2');
  const before = client.calls.length;
  for (const node of lineThrough(session.state.game.tree)) session.goTo(node.id);
  await settled();
  assert.equal(client.calls.length, before);
});

test('a finished game takes no moves, and take back reopens it', async () => {
  const { session, client } = await open();
  assert.deepEqual(await act(session, 'b0i9', 'a0a1'), ['played', 'over']);
  assert.deepEqual(outcomeAt(session.state.game), { winner: 'red', termination: 'checkmate' });
  assert.equal(
    client.calls.some(([kind]) => kind === 'go'),
    false,
  );
  session.takeBack();
  assert.deepEqual(await act(session, 'a0a1'), ['played']);
});

test('resigning ends the game for the side of the person, and can be taken back', async () => {
  const { session } = await open({ usual: { ...USUAL, side: 'black' } });
  session.resign();
  assert.deepEqual(outcomeAt(session.state.game), { winner: 'red', termination: 'resignation' });
  assert.deepEqual(await act(session, 'a0a1'), ['over']);
  session.takeBack();
  assert.equal(outcomeAt(session.state.game), null);
  assert.deepEqual(line(session), ['a0a1']);
});

test('resigning while the engine thinks resigns for the person', async () => {
  const { session, client } = await open();
  client.thinksOn = true;
  await act(session, 'a0a1');
  session.resign();
  await settled();
  assert.deepEqual(outcomeAt(session.state.game), { winner: 'black', termination: 'resignation' });
  assert.equal(session.state.work, null);
});

test('resigning while looking back ends the game where it stands', async () => {
  const { session } = await open();
  await act(session, 'a0a1', 'a0a2');
  session.goTo(ROOT);
  session.resign();
  assert.deepEqual(line(session), ['a0a1', 'a0a1', 'a0a2', 'a0a1']);
  assert.deepEqual(outcomeAt(session.state.game), { winner: 'black', termination: 'resignation' });
});

test('clocks follow the moves, not the looks, and a flag costs nothing if nobody could win', async () => {
  const { session } = await open({ usual: { ...USUAL, opponent: 'person', clock: '5+3,1+0' } });
  const clock = () => session.state.game.clock;
  assert.deepEqual(clock(), { control: '5+3,1+0', node: ROOT, from: null, left: null });
  await act(session, 'a0a1', 'a0a2');
  const [, first, second] = lineThrough(session.state.game.tree);
  assert.deepEqual([clock().node, clock().from], [second.id, first.id]);
  session.goTo(ROOT);
  assert.equal(clock().node, second.id, 'who looks back is still to move');
  session.goTo(second.id);
  session.takeBack();
  assert.deepEqual([clock().node, clock().from], [first.id, null]);
  session.timeOut('black');
  assert.deepEqual(session.state.game.ending, {
    node: first.id,
    outcome: { winner: 'red', termination: 'time' },
  });
  session.takeBack();
  const { game } = session.state;
  const view = { ...nodeOf(game.tree).view, cannotWin: ['red'] };
  session.state.game = { ...game, tree: withView(game.tree, first.id, view) };
  session.timeOut('black');
  assert.deepEqual(outcomeAt(session.state.game), { winner: null, termination: 'time_insufficient' });
});

test('a position that was looked at while the engine moved elsewhere gets its move, too', async () => {
  // The board waited there for ever.
  const { session, client } = await open();
  client.thinksOn = true;
  await act(session, 'a0a1');
  const abandoned = session.state.game.tree.current;
  session.takeBack();
  await act(session, 'b0b1');
  session.goTo(abandoned);
  for (let moves = 0; moves < 2; moves++) {
    session.moveNow();
    await settled();
  }
  assert.deepEqual(line(session), ['a0a1', 'a0a1']);
});

test('redoing sets the clocks after a takeback alone', async () => {
  // After a long thought, stepping back and then redoing to the end gave the time of the thought back.
  const { session } = await open({ usual: { ...USUAL, opponent: 'person', clock: '5+3' } });
  await act(session, 'a0a1', 'a0a2', 'b0b1', 'a0a1');
  const { clock } = session.state.game;
  session.goTo(ROOT);
  for (let ply = 0; ply < 4; ply++) session.redo();
  assert.equal(session.state.game.tree.current, clock.node);
  assert.deepEqual(session.state.game.clock, clock);
  session.takeBack();
  session.takeBack();
  session.goTo(ROOT);
  for (let ply = 0; ply < 3; ply++) session.redo();
  const { tree, clock: after } = session.state.game;
  assert.deepEqual([after.node, after.from], [tree.current, null]);
});

test('without a view of the start the rules are asked for it', async () => {
  const { session, client } = await open({ startViews: {} });
  assert.deepEqual(client.calls, [['view', null, []]]);
  assert.deepEqual(await act(session, 'a0a1'), ['played']);
});

test('a draw is refused in the opening, declined by the better side, accepted otherwise', async () => {
  const { session, client } = await open();
  await session.offerDraw();
  assert.deepEqual(kinds(session), ['draw_early']);
  for (let i = 0; i < 15; i++) await act(session, 'a0a1');
  assert.deepEqual(kinds(session), []);
  client.info = { ...client.info, score: { cp: -35 } };
  await session.offerDraw();
  assert.deepEqual(kinds(session), ['draw_declined']);
  client.info = { ...client.info, score: { cp: 0 } };
  await session.offerDraw();
  assert.deepEqual(outcomeAt(session.state.game), { winner: null, termination: 'agreement' });
});

test('a draw is judged at once in an endgame, and in a position far into a game', async () => {
  // Plies were counted from the position that was set up: two bare generals had to play fifteen moves on.
  const { session, client } = await open({ search: '?fen=4k4/9/9/9/9/9/9/9/4A4/4K4_w_-_-_0_1' });
  client.info = { ...client.info, score: { cp: 0 } };
  await session.offerDraw();
  assert.deepEqual(outcomeAt(session.state.game), { winner: null, termination: 'agreement' });
  const full = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9';
  const early = (fen, ply = 0, game = 'xiangqi') => inOpening({ game, tree: { fen } }, ply, 16);
  assert.deepEqual([early(null), early(null, 29), early(null, 30)], [true, true, false]);
  assert.deepEqual(
    [early(`${full}/RNBAKABNR w - - 8 15`), early(`${full}/RNBAKABNR w - - 8 16`)],
    [true, false],
  );
  assert.deepEqual(
    [early(`${full}/RNBAKABNR b - - 8 15`), early(`${full}/RNBAKABNR b - - 8 15`, 1)],
    [true, false],
  );
  assert.ok(early(`${full}/R1BAKABNR w - - 0 1`), 'odds of a horse');
  assert.ok(!early('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 0, 'chess'));
});

test('a draw offered while looking back is judged at the end of the game', async () => {
  // 900 behind after 34 plies, the person stepped back to ply 32, where nothing was lost yet, and offered a draw. The
  // engine judged the position on the board, accepted, and the game ended as a draw at its last move.
  const { session, client } = await open();
  for (let i = 0; i < 17; i++) await act(session, 'a0a1');
  client.go = ((go) => (asked, hooks) => {
    client.info = { ...client.info, score: { cp: asked.moves.length < 34 ? 0 : -900 } };
    return go.call(client, asked, hooks);
  })(client.go);
  session.goTo(lineThrough(session.state.game.tree)[32].id);
  await session.offerDraw();
  assert.deepEqual(kinds(session), ['draw_declined']);
  assert.equal(outcomeAt(session.state.game, lineThrough(session.state.game.tree)[34].id), null);
});

test('the engine moves after a refused draw, even if the rules have answered only meanwhile', async () => {
  // A move was made while the engine loaded, and a draw offered at once: after the refusal nobody was to move.
  const { session, client } = await open();
  for (let i = 0; i < 16; i++) await act(session, 'a0a1');
  client.held = true;
  session.move('a0a1');
  const offer = session.offerDraw();
  client.info = { ...client.info, score: { cp: 35 } };
  await settled();
  client.release();
  client.held = false;
  await offer;
  await settled();
  assert.equal(line(session).length, 34, 'the engine has moved');
});

test('a hint names the piece, then the move, then the line; a move ends it', async () => {
  const { session, client } = await open();
  client.answer = () => 'b0b1';
  await session.hint();
  assert.deepEqual(
    { step: session.state.hint.step, move: session.state.hint.move },
    { step: 1, move: 'b0b1' },
  );
  await session.hint();
  await session.hint();
  await session.hint();
  assert.equal(session.state.hint.step, 3);
  assert.deepEqual(session.state.hint.info.pv, ['a0a1', 'a0a2']);
  assert.deepEqual(session.state.hint.reasons, [{ kind: 'check' }]);
  assert.equal(client.calls.filter(([kind]) => kind === 'go').length, 1);
  await act(session, 'a0a1');
  assert.equal(session.state.hint, null);
});

test('a game that is resigned has no hint any more', async () => {
  const { session, client } = await open();
  client.answer = () => 'b0b1';
  await session.hint();
  session.resign();
  assert.equal(session.state.hint, null);
});

test('a move made while the hint is being looked for drops the hint', async () => {
  const { session, client } = await open();
  client.thinksOn = true;
  session.hint();
  await settled();
  client.thinksOn = false;
  await act(session, 'b0b1');
  assert.equal(session.state.hint, null);
  assert.deepEqual(line(session), ['b0b1', 'a0a1']);
});

test('an address may put the other side at the bottom than the one that plays', async () => {
  const { session } = await open({ search: '?moves=b0b1,a0a2&side=red&orientation=black' });
  assert.equal(session.state.game.orientation, 'black');
  assert.equal(session.state.game.players.red, 'person');
});

test('a new game keeps the unfinished one at hand', async () => {
  const { session } = await open();
  await act(session, 'a0a1');
  const before = session.state.game;
  session.begin({ opponent: 'person', side: 'black', level: 2 });
  assert.deepEqual(line(session), []);
  assert.deepEqual(kinds(session), ['previous_kept']);
  session.bringBack();
  assert.equal(session.state.game, before);
  assert.deepEqual(kinds(session), []);
});

test('the offer to go back goes with the first move, but not while nothing can be saved', async () => {
  // It lay over the list of moves for six half moves.
  const { session } = await open();
  await act(session, 'a0a1');
  await session.begin({ opponent: 'person', side: 'red', level: 1 });
  await settled();
  session.notify({ kind: 'record_fault', error: {} });
  await act(session, 'a0a1');
  assert.deepEqual(kinds(session), []);
  await withoutRoom(async () => {
    await session.begin({ opponent: 'person', side: 'red', level: 1 });
    await settled();
    await act(session, 'a0a1', 'a0a1');
  });
  assert.deepEqual(kinds(session), ['previous_kept']);
  await act(session, 'a0a1', 'a0a1');
  assert.deepEqual(kinds(session), []);
});

test('a record is opened at its beginning, with its names and its result', async () => {
  const { session } = await open();
  const headers = { Red: 'Hu', Black: 'Yang', Event: 'Cup', Result: '1-0' };
  const record = {
    game: 'xiangqi',
    fen: null,
    comment: '',
    headers,
    moves: [
      [0, 'a0a1'],
      [1, 'a0a2'],
    ],
  };
  await session.openRecord(record, { opponent: 'person', side: 'red', level: 7 }, 'start');
  const { game } = session.state;
  assert.deepEqual([game.tree.current, outcomeAt(game), game.headers], [ROOT, null, headers]);
  assert.equal(outcomeAt(game, 2).winner, 'red');
  assert.deepEqual(kinds(session), []);
  await session.openRecord(record, { opponent: 'person', side: 'red', level: 7 });
  assert.equal(session.state.game.tree.current, 2);
});

test('the engine may fail and come back: the game stands and goes on where it stood', async () => {
  const { session, client } = await open();
  client.thinksOn = true;
  await act(session, 'a0a1');
  client.fail('out of memory');
  await settled();
  assert.equal(session.state.engine.reason, 'out of memory');
  assert.deepEqual(line(session), ['a0a1']);
  assert.deepEqual(kinds(session), []);
  client.thinksOn = false;
  session.retry();
  await settled();
  assert.deepEqual(line(session), ['a0a1', 'a0a1']);
});

test('an engine that refuses a position is asked again only by the person', async () => {
  const { session, client } = await open();
  client.answer = () => Object.assign(new Error('no'), { code: 'bad_message' });
  await act(session, 'a0a1');
  session.flip();
  await settled();
  assert.deepEqual(kinds(session), ['engine_refused']);
  assert.equal(client.calls.filter(([kind]) => kind === 'go').length, 1);
  client.answer = () => 'a0a2';
  session.retry();
  await settled();
  assert.deepEqual(line(session), ['a0a1', 'a0a2']);
  assert.deepEqual(kinds(session), []);
});

test('a refusal of the engine is not one in the next game', async () => {
  // The notice stayed, and the engine did not answer a move at the same node of the next game.
  const { session, client } = await open();
  client.answer = () => Object.assign(new Error('no'), { code: 'bad_message' });
  await act(session, 'a0a1');
  client.answer = () => 'a0a2';
  await session.begin(USUAL);
  await act(session, 'a0a1');
  assert.deepEqual(line(session), ['a0a1', 'a0a2']);
  assert.equal(kinds(session).includes('engine_refused'), false);
});

test('a move that the rules refuse after all is removed and named', async () => {
  const strange = { ...toyView([]), dests: { c0: ['c9'] } };
  const { session } = await open({ startViews: { xiangqi: strange } });
  await act(session, 'c0c9');
  assert.deepEqual(line(session), []);
  assert.equal(session.state.game.tree.nodes.size, 1);
  assert.deepEqual(kinds(session), ['move_refused']);
});

test('a reload resumes the game, asks nothing again, and thinks on where it was interrupted', async () => {
  const { session, profile } = await open();
  await act(session, 'a0a1', 'a0a2');
  const again = await open({ profile });
  assert.deepEqual(again.session.state.game.tree.nodes, session.state.game.tree.nodes);
  assert.deepEqual(again.client.calls, []);

  const thinking = new FakeClient();
  thinking.thinksOn = true;
  const interrupted = await open({ profile, client: thinking });
  await act(interrupted.session, 'b0b1');
  const resumed = await open({ profile });
  assert.deepEqual(line(resumed.session), ['a0a1', 'a0a1', 'a0a2', 'a0a1', 'b0b1', 'a0a1']);
});

test('a refused or full storage is reported, and the game goes on', async () => {
  const { session } = await whenRefused(() => open());
  assert.equal(session.state.saving, 'refused');
  await act(session, 'a0a1');
  assert.deepEqual(line(session), ['a0a1', 'a0a1']);

  const full = await open();
  await withoutRoom(() => act(full.session, 'a0a1'));
  assert.equal(full.session.state.saving, 'full');
  await act(full.session, 'a0a1');
  assert.equal(full.session.state.saving, 'saved');
  const { session: again } = await open({ profile: full.profile });
  assert.deepEqual(line(again), line(full.session));
});

test('an unreadable save is reported once, with its text, and a new game begins', async () => {
  const profile = newProfile();
  await openTab(profile).run(['games'], 'readwrite', (tx) =>
    tx.objectStore('games').put({ id: 'damaged', slot: 'main', game: 'go' }),
  );
  const { session } = await open({ profile });
  const [notice] = session.state.notices;
  assert.equal(notice.kind, 'save_unreadable');
  assert.equal(JSON.parse(notice.text).id, 'damaged');
  assert.deepEqual(line(session), []);
  assert.deepEqual(kinds((await open({ profile })).session), []);
});

test('a second tab watches the game of the first until it is told to play, then the first watches', async () => {
  const first = await open();
  await act(first.session, 'a0a1');
  const shared = { profile: first.profile, locks: first.locks };
  const second = await open(shared);
  assert.equal(second.session.state.plays, false);
  assert.deepEqual(line(second.session), ['a0a1', 'a0a1']);
  assert.deepEqual(await act(second.session, 'b0b1'), ['elsewhere']);

  await act(first.session, 'a0a2');
  assert.deepEqual(line(second.session), line(first.session));

  await second.session.playHere();
  await settled();
  assert.deepEqual([first.session.state.plays, second.session.state.plays], [false, true]);
  await act(second.session, 'b0b1');
  assert.deepEqual(line(first.session), line(second.session));
});

test('who looks back in a watching tab stays there while the clocks run', async () => {
  // The time left is saved every second, and every save showed the current position again.
  let left = [60_000, 60_000];
  const clocks = () => ({ limits: () => ({}), left: () => left });
  const usual = { ...USUAL, opponent: 'person', clock: '1+0' };
  const first = await open({ usual, clocks });
  await act(first.session, 'a0a1', 'a0a2');
  const { session } = await open({ profile: first.profile, locks: first.locks, usual });
  session.goTo(1);
  left = [59_000, 60_000];
  await first.session.save();
  await settled();
  await act(first.session, 'b0b1');
  assert.deepEqual(session.state.game.clock.left, left);
  assert.equal(session.state.game.tree.current, 1);
  assert.equal(session.state.game.tree.nodes.size, 4, 'the move is in the list');

  session.goTo(3);
  await act(first.session, 'a0a1');
  assert.equal(session.state.game.tree.current, 4, 'who has come back is taken along again');
  first.session.goTo(2);
  await settled();
  assert.equal(session.state.game.tree.current, 2);
  session.goTo(4);
  await first.session.save();
  await settled();
  assert.equal(session.state.game.tree.current, 4);
  first.session.goTo(4);
  await act(first.session, 'a0a2');
  assert.equal(session.state.game.tree.current, 5);
});

test('when the playing tab closes, the one that watched plays', async () => {
  const first = await open();
  const second = await open({ profile: first.profile, locks: first.locks });
  await act(first.session, 'a0a1');
  await first.session.turnTo({ ...USUAL, game: 'chess' });
  await settled();
  assert.equal(second.session.state.plays, true);
  assert.deepEqual(line(second.session), ['a0a1', 'a0a1']);
  assert.deepEqual(await act(second.session, 'a0a1'), ['played']);
});

test('without locks the tab that comes late does not overwrite', async () => {
  const first = await open({ locks: null });
  const second = await open({ locks: null, profile: first.profile });
  await act(first.session, 'a0a1');
  await act(second.session, 'b0b1');
  assert.equal(second.session.state.saving, 'taken');
  const third = await open({ locks: null, profile: first.profile });
  assert.deepEqual(line(third.session), ['a0a1', 'a0a1']);
  await second.session.playHere();
  assert.equal(second.session.state.saving, 'saved');
});

test('an address begins a game of its own, resumes it, and leaves the main game alone', async () => {
  const { session, profile } = await open();
  await act(session, 'a0a1');
  const search = '?fen=some/fen_w&moves=a0a1,b0b1&level=7&side=black';
  const asked = await open({ profile, search });
  assert.deepEqual(line(asked.session).slice(0, 2), ['a0a1', 'b0b1']);
  assert.equal(asked.session.state.game.level, 7);
  assert.equal(asked.session.state.game.tree.fen, 'some/fen w');
  await act(asked.session, 'b0b1');
  const resumed = await open({ profile, search });
  assert.deepEqual(line(resumed.session), line(asked.session));
  const main = await open({ profile });
  assert.deepEqual(line(main.session), ['a0a1', 'a0a1']);
});

test('nobody moves before the saved game is there', async () => {
  // The move was played, and went with the board when the saved game came.
  const storage = new GameStorage(openTab(newProfile()), new FakeLocks());
  const startViews = { xiangqi: toyView([]) };
  const session = new PlaySession({ client: new FakeClient(), storage, startViews });
  assert.equal(session.move('b0b1'), 'waiting');
  session.open(readAddress(''), USUAL);
  await settled();
  assert.equal(session.move('b0b1'), 'played');
});

test('a saved game against a low level comes back at it', async () => {
  const { session, profile } = await open();
  session.begin({ game: 'xiangqi', opponent: 'engine', side: 'red', level: 3 });
  await settled();
  await act(session, 'a0a1');
  const { session: next, client } = await open({ profile });
  assert.equal(next.state.game.level, 3);
  assert.deepEqual(line(next), ['a0a1', 'a0a1']);
  await act(next, 'b0b1');
  const [, , limits] = client.calls.find(([kind]) => kind === 'go');
  assert.deepEqual([limits.level, limits.book], [3, false]);
});

test('a bad address says what is wrong and keeps the current game', async () => {
  const { session, profile } = await open();
  await act(session, 'a0a1');
  for (const search of ['?fen=bad/fen', '?moves=a0a1,e5e6']) {
    const asked = await open({ profile, search });
    assert.deepEqual(kinds(asked.session), ['address_refused'], search);
    assert.deepEqual(line(asked.session), ['a0a1', 'a0a1'], search);
    assert.equal(asked.session.state.asked, null);
    const again = await open({ profile, search });
    assert.deepEqual(kinds(again.session), ['address_refused'], search);
  }
});

test('a FEN that is not strict is opened as the engine understands it, and what was assumed is said', async () => {
  const { session, client } = await open({ search: '?fen=bad/pasted&moves=a0a2' });
  assert.equal(session.state.game.tree.fen, 'some/fen w');
  assert.deepEqual(line(session).slice(0, 2), ['a0a1', 'a0a2']);
  assert.deepEqual(kinds(session), ['fen_read']);
  assert.equal(session.state.notices[0].remarks[0].code, 'side_missing');
  assert.equal(client.calls.filter(([kind]) => kind === 'read').length, 1);
  session.begin({ game: 'xiangqi', opponent: 'person', side: 'red', level: 3 });
  await settled();
  assert.deepEqual(kinds(session), ['previous_kept']);
});

test('a whole game in the address is opened with its variations, at its place, and again as it was left', async () => {
  const client = new FakeClient();
  const moves = [
    [0, 'a0a1'],
    [1, 'a0a2', { comment: 'good', nags: [1] }],
    [1, 'b0b1'],
    [3, 'a0a1'],
  ];
  const record = { game: 'xiangqi', fen: null, headers: { Red: '甲' }, comment: '', errors: [], moves };
  const texts = [];
  client.read = async ({ text }) => {
    texts.push(text);
    return { format: 'pgn', total: 1, games: [], pick: 0, game: record };
  };
  const hash = `#pgn=${await packed('[Red "甲"]')}&at=1.1.1`;
  const person = { ...USUAL, opponent: 'person' };
  const { session, profile, opened } = await open({ client, hash, usual: person });
  await opened;
  const { tree, headers } = session.state.game;
  assert.deepEqual(texts, ['[Red "甲"]']);
  assert.deepEqual([headers.Red, tree.nodes.size], ['甲', 5]);
  assert.deepEqual(line(session), ['a0a1', 'b0b1', 'a0a1']);
  assert.deepEqual(nodeOf(tree, 2).notes, { comment: 'good', nags: [1] });
  await act(session, 'a0a2');
  const again = await open({ client, profile, hash, usual: person });
  await again.opened;
  assert.equal(line(again.session).length, 4);
  assert.equal(texts.length, 1);
});

test('a damaged game in the address is refused, and the game at hand stays', async () => {
  const { session, opened } = await open({ hash: '#pgn=AAAA&at=3' });
  await opened;
  assert.deepEqual(kinds(session), ['address_refused']);
  assert.equal(session.state.notices[0].error.reason, 'truncated');
  assert.deepEqual(line(session), []);
});

test('a FEN of another game is opened in that game', async () => {
  const { session } = await open({ search: '?fen=bad/pasted_chess' });
  assert.deepEqual([session.state.game.game, kinds(session)], ['chess', ['fen_read']]);
});

test('an address that could not be judged because the engine failed is judged after a retry', async () => {
  const client = new FakeClient();
  client.held = true;
  const { session } = await open({ client, search: '?fen=some/fen_w&moves=a0a1' });
  // The list of moves said that there were none yet.
  assert.deepEqual(session.state.asked, { game: 'xiangqi', fen: 'some/fen w', line: true });
  assert.deepEqual(await act(session, 'a0a1'), ['waiting']);
  client.fail('no network');
  await settled();
  assert.deepEqual(kinds(session), ['address_refused']);
  client.held = false;
  session.retry();
  await settled();
  assert.deepEqual(kinds(session), []);
  assert.equal(session.state.game.tree.fen, 'some/fen w');
});

test('the position of an address does not replace a game begun meanwhile', async () => {
  // The engine was still loading. Its late answer, or its retry after a failure, put the old position on the board.
  for (const fails of [false, true]) {
    const client = new FakeClient();
    client.held = true;
    const { session } = await open({ client, search: '?fen=some/fen_w' });
    if (fails) client.fail('no network');
    await settled();
    await session.begin({ ...USUAL, game: 'chess', side: 'white' });
    client.release();
    session.retry();
    await settled();
    assert.deepEqual([session.state.game.game, session.state.game.tree.fen], ['chess', null]);
    assert.deepEqual(kinds(session), []);
  }
});

test('of two switches between games at once the second counts, and the first holds no lock', async () => {
  // Both left the same slot, so the first one's slot was never left: no other tab could play there.
  const { session, locks } = await open();
  const switches = ['chess', 'liuzichong'].map((game) => session.turnTo({ ...USUAL, game }));
  await Promise.all(switches);
  await settled();
  assert.equal(session.state.game.game, 'liuzichong');
  const held = ['xiangqi', 'chess', 'liuzichong'].filter((game) =>
    locks.held(`cannonfish.game.${mainSlot(game)}`),
  );
  assert.deepEqual(held, ['liuzichong']);
});

test('a record is refused where another tab plays the game that it would replace', async () => {
  const first = await open({ usual: { ...USUAL, game: 'chess', side: 'white' } });
  const { session } = await open({ profile: first.profile, locks: first.locks });
  const record = { game: 'chess', fen: null, headers: {}, comment: '', moves: [[0, 'a0a1']], errors: [] };
  assert.equal(await session.openRecord(record, USUAL), false);
  assert.deepEqual(line(session), []);
  assert.equal(await session.reopen({ ...session.state.game, id: 'kept' }, null), false);
  assert.notEqual(session.state.game.id, 'kept');
});

test('every game has its own place: turning to another keeps both', async () => {
  const { session, client, profile } = await open();
  await act(session, 'a0a1');
  const xiangqi = line(session);
  const chess = { ...USUAL, game: 'chess', side: 'white' };
  assert.equal(await session.savedGame('chess'), null);
  await session.begin(chess);
  await settled();
  assert.deepEqual([session.state.game.game, line(session)], ['chess', []]);
  assert.deepEqual(session.state.game.players, { white: 'person', black: 'engine' });
  assert.deepEqual(await act(session, 'a0a2'), ['played']);
  assert.deepEqual(client.calls.at(-1)[1].slice(0, 1), ['a0a2']);
  assert.equal((await session.savedGame('xiangqi')).tree.nodes.size, xiangqi.length + 1);

  await session.turnTo({ ...USUAL, game: 'xiangqi' });
  await settled();
  assert.deepEqual([session.state.game.game, line(session)], ['xiangqi', xiangqi]);
  assert.deepEqual(kinds(session), []);
  const later = await open({ profile, usual: chess });
  assert.equal(later.session.state.game.game, 'chess');
  assert.equal(line(later.session)[0], 'a0a2');
});

test('a new game of another kind leaves the unfinished one of that kind within reach', async () => {
  const { session } = await open();
  const chess = { ...USUAL, game: 'chess', side: 'white', opponent: 'person' };
  await session.begin(chess);
  await act(session, 'a0a1');
  await session.turnTo({ ...USUAL, game: 'xiangqi' });
  await session.begin(chess);
  assert.deepEqual(
    [session.state.game.game, line(session), kinds(session)],
    ['chess', [], ['previous_kept']],
  );
  session.bringBack();
  assert.deepEqual(line(session), ['a0a1']);
});

test('a new game replaces one of its kind in which nobody has moved', async () => {
  // It was taken for the new one: the level, the side and the clock that had just been chosen did not count.
  const { session } = await open();
  const chess = { ...USUAL, game: 'chess', side: 'white', level: 1 };
  await session.begin(chess);
  await settled();
  await session.begin({ ...USUAL, game: 'xiangqi' });
  await session.begin({ ...chess, opponent: 'person', level: 8 });
  await settled();
  const { game, players, level } = session.state.game;
  assert.deepEqual([game, players, level], ['chess', { white: 'person', black: 'person' }, 8]);
  assert.deepEqual(kinds(session), []);
});

test('an address asks for a game, and for a position of it', async () => {
  const chess = { ...USUAL, game: 'chess', side: 'white' };
  const { session } = await open({ search: '?game=chess&moves=a0a1,a0a2&side=black', usual: chess });
  const { game } = session.state;
  assert.deepEqual(
    [game.game, game.orientation, line(session).slice(0, 2)],
    ['chess', 'black', ['a0a1', 'a0a2']],
  );
});

test('a promotion is played with its letter and not without', async () => {
  const view = { ...toyView([]), dests: { a7: ['a8'] }, promotions: { a7a8: ['q', 'n'] } };
  const { session } = await open({ startViews: { xiangqi: view } });
  assert.deepEqual(
    ['a7a8', 'a7a8k', 'a7a8q'].map((move) => session.move(move)),
    ['illegal', 'illegal', 'played'],
  );
});

test('whatever is pressed in whatever order, the game stays whole and a reload brings it back', async () => {
  for (let seed = 1; seed <= 25; seed++) {
    const random = seeded(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const profile = newProfile();
    const client = new FakeClient();
    client.answer = () => pick(['a0a1', 'a0a2', 'b0b1']);
    const opponent = seed % 3 ? 'engine' : 'person';
    const { session } = await open({
      client,
      profile,
      usual: { ...USUAL, opponent, side: pick(['red', 'black']) },
    });
    for (let step = 0; step < 40; step++) {
      client.thinksOn = random() < 0.3;
      const { game } = session.state;
      pick([
        () => session.move(pick(['a0a1', 'a0a2', 'b0b1', 'b0i9', 'c0c9'])),
        () => session.move(pick(['a0a1', 'a0a2', 'b0b1'])),
        () => session.takeBack(),
        () => session.redo(),
        () => session.goTo(pick([...game.tree.nodes.keys()])),
        () => session.moveNow(),
        () => session.hint(),
        () => session.flip(),
        () => session.resign(),
        () => client.state.state !== 'failed' && client.fail('crash'),
        () => session.retry(),
      ])();
      if (random() < 0.6) await settled();
      const { state } = session;
      assert.ok(state.game.tree.nodes.has(state.game.tree.current));
      assert.ok(
        takeBackTarget(state.game) === null || playerAt(state.game, takeBackTarget(state.game)) === 'person',
      );
      const redo = redoTarget(state.game);
      assert.ok(redo === null || lineThrough(state.game.tree).some((node) => node.id === redo));
    }
    client.thinksOn = false;
    session.moveNow();
    session.retry();
    await settled();
    const { game, work, engine } = session.state;
    assert.equal(engine.state, 'idle', `seed ${seed}`);
    assert.ok(work === null || work.kind === 'move', `seed ${seed}`);
    const node = nodeOf(game.tree);
    assert.ok(node.view, `seed ${seed}: the position is known in the end`);
    const waiting = node.children.length === 0 && !outcomeAt(game) && playerAt(game) === 'engine';
    assert.equal(waiting && !work, false, `seed ${seed}: the engine owes a move and does not think`);
    const again = await open({ profile });
    assert.deepEqual(again.session.state.game.tree.nodes.get(node.id)?.move, node.move, `seed ${seed}`);
  }
});
