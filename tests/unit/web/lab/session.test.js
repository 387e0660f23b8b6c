import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClient, settled, toyView } from '../game_fakes.js';

globalThis.addEventListener ??= () => {};
const { readAddress } = await import('../../../../web/game/address.js');
const { movesTo } = await import('../../../../web/game/tree.js');
const { LabClient, LabSession } = await import('../../../../web/lab/session.js');

const USUAL = { game: 'xiangqi', opponent: 'engine', side: 'red', level: 1 };

/** A game against a variant that answers as the test says. */
async function opened(answer) {
  const rules = new FakeClient();
  const variant = new FakeClient();
  variant.answer = answer;
  const engine = {
    client: variant,
    ready: async () => {},
    hung: () => (engine.hasHung = true),
    hasHung: false,
  };
  const client = new LabClient(rules, engine, () => 'nodes 5000');
  const session = new LabSession({
    client,
    startViews: { xiangqi: toyView([]) },
    wait: () => Promise.resolve(),
  });
  await session.open(readAddress(''), USUAL);
  await session.move('b0b1');
  await settled();
  return { session, engine, rules, variant };
}

const line = (session) => movesTo(session.state.game.tree);
const refusals = (session) => session.state.notices.map(({ kind, error }) => [kind, error.code]);

test('the variant thinks, and the rules are those of the site', async () => {
  const { session, rules, variant } = await opened(() => 'a0a2');
  assert.deepEqual(line(session), ['b0b1', 'a0a2']);
  assert.deepEqual(
    variant.calls.map(([kind, , limits]) => [kind, limits]),
    [['go', { nodes: 5000 }]],
  );
  assert.deepEqual(
    rules.calls.map(([kind, , move]) => [kind, move]),
    [
      ['play', 'b0b1'],
      ['play', 'a0a2'],
    ],
  );
});

test('an illegal move of the variant is refused, and it may be asked again', async () => {
  const { session, variant } = await opened(() => 'a0i9');
  assert.deepEqual(line(session), ['b0b1']);
  assert.deepEqual(refusals(session), [['engine_refused', 'illegal_move']]);
  variant.answer = () => 'a0a2';
  session.goOn(); // it has been mended
  await settled();
  assert.deepEqual(line(session), ['b0b1', 'a0a2']);
  assert.deepEqual(refusals(session), []);
});

test('a variant that hangs is ended, and the game stands', async () => {
  const silent = Object.assign(new Error('no sign of life'), { code: 'failed', reason: 'silent' });
  const { session, engine } = await opened(() => silent);
  assert.equal(engine.hasHung, true);
  assert.deepEqual(line(session), ['b0b1']);
});

test('"Try again" starts the rules again, too', async () => {
  // Only the variant was started again, which had not failed: the rules refused every move until a reload.
  const { session, rules } = await opened(() => 'a0a2');
  rules.fail('crashed');
  rules.retry = () => rules.setState({ state: 'idle' }); // at once, as the real one
  await session.move('b0b1');
  await settled();
  assert.deepEqual(refusals(session), [['engine_refused', 'failed']]);
  session.retry();
  await settled();
  assert.deepEqual([refusals(session), line(session)], [[], ['b0b1', 'a0a2', 'b0b1', 'a0a2']]);
});
