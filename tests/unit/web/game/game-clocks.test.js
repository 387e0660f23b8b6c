// The clocks of a game, with a time that stands until the test moves it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readAddress } from '../../../../web/game/address.js';
import { outcomeAt } from '../../../../web/game/game.js';
import { GameClocks } from '../../../../web/game/game-clocks.js';
import { PlaySession } from '../../../../web/game/session.js';
import { nodeOf } from '../../../../web/game/tree.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { FakeClient, FakeLocks, FakeTime, settled, toyView } from '../game_fakes.js';
import { newProfile, openTab } from '../storage_fakes.js';

/** A game with clocks, new or as its profile has it. */
async function open({ clock, opponent = 'person', profile = newProfile() }) {
  const client = new FakeClient();
  const time = new FakeTime();
  const events = [];
  const session = new PlaySession({
    client,
    storage: new GameStorage(openTab(profile), new FakeLocks()),
    startViews: { xiangqi: toyView([]) },
    clocks: () => clocks,
    wait: () => Promise.resolve(),
  });
  const onEvent = (side, event) => events.push([side, event]);
  const clocks = new GameClocks({ session, onEvent, now: time.now, alarm: time.alarm });
  await session.open(readAddress(''), { opponent, side: 'red', level: 12, clock });
  await settled();
  const move = async (uci) => {
    assert.equal(session.move(uci), 'played');
    await settled();
  };
  const notes = () =>
    session.state.notices.flatMap(({ kind, why }) => (kind.startsWith('clock') ? (why ?? kind) : []));
  return { client, session, clocks, time, events, move, notes, profile };
}

test('clocks start with the first move and stand while nobody sees the page', async () => {
  const { session, clocks, time, move, notes } = await open({ clock: '3+2' });
  time.pass(60_000);
  assert.deepEqual(clocks.shown(), { left: { red: 180_000, black: 180_000 }, running: null });
  await move('a0a1');
  assert.equal(clocks.running, 'black');
  time.pass(20_000);
  clocks.hide(true);
  assert.equal(clocks.running, null);
  time.pass(600_000);
  clocks.hide(false);
  assert.deepEqual(notes(), ['hidden']);
  await move('a0a2');
  assert.deepEqual(notes(), []);
  assert.deepEqual(clocks.shown(), { left: { red: 180_000, black: 162_000 }, running: 'red' });
  assert.equal(nodeOf(session.state.game.tree).notes.clock, 162_000);
  time.sleep(600_000);
  assert.deepEqual(notes(), ['slept']);
});

test('a game that is opened again goes on when the person says so', async () => {
  const { time, move, profile } = await open({ clock: '3+2' });
  await move('a0a1');
  time.pass(30_000);
  await settled();
  const again = await open({ clock: '3+2', profile });
  assert.deepEqual(again.notes(), ['clock_paused']);
  again.time.pass(600_000);
  assert.deepEqual(again.clocks.left(), [180_000, 150_000]);
  again.session.dismiss('clock_paused');
  assert.equal(again.clocks.running, 'black');
});

test('a takeback sets the clocks back, also after a flag has fallen', async () => {
  const { session, clocks, time, events, move, notes } = await open({ clock: '3+2,1+0' });
  await move('a0a1');
  time.pass(10_000);
  await move('a0a2');
  time.pass(5000);
  session.takeBack();
  assert.deepEqual(notes(), ['back']);
  assert.deepEqual(clocks.left(), [180_000, 60_000]);
  time.pass(60_000);
  assert.deepEqual(events, [['black', { left: 10_000 }]]);
  assert.deepEqual(outcomeAt(session.state.game), { winner: 'red', termination: 'time' });
  assert.deepEqual([clocks.running, clocks.left()], [null, [180_000, 0]]);
  session.takeBack();
  assert.deepEqual([clocks.running, clocks.left()], ['black', [180_000, 60_000]]);
});

test('the clock of the engine runs while it thinks, and tells it how long it may', async () => {
  const { client, clocks, events, time, move } = await open({ clock: '5+0,1+2x30b', opponent: 'engine' });
  client.thinksOn = true;
  await move('a0a1');
  assert.equal(clocks.running, null, 'it is still loading');
  client.setState({ state: 'thinking' });
  assert.equal(clocks.running, 'black');
  const [, , { wtime, winc, byoyomi }] = client.calls.find(([kind]) => kind === 'go');
  assert.deepEqual([wtime, winc, byoyomi], [57_000, 0, 28_500]);
  time.pass(61_000);
  assert.deepEqual(events, [], 'nobody is warned of its time');
  assert.deepEqual(clocks.reading('black'), { time: 29_000, period: 2, move: null, periods: 2 });
  const late = clocks.limits();
  assert.deepEqual([late.wtime, late.winc, late.byoyomi], [0, 0, 27_550]);
});
