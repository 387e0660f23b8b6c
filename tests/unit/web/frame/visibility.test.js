// When the engine of a frame sleeps: out of sight, until it is needed again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goTo, newTree, ROOT } from '../../../../web/game/tree.js';
import { toyView } from '../game_fakes.js';

/** @type {(seen: boolean) => void} */
let look;
globalThis.IntersectionObserver = class {
  constructor(heard) {
    look = (isIntersecting) => heard([{ isIntersecting }]);
  }
  observe() {}
};
globalThis.document = { body: {} };
const { restUnseen } = await import('../../../../web/frame/visibility.js');

for (const [what, game, view, state, after] of [
  ['a replay of chess gets the engine back', 'chess', toyView([]), 'idle', 'loading'],
  ['a position that waits for the rules gets the engine back', 'xiangqi', null, 'loading', 'loading'],
  ['a game of Xiangqi waits for a touch', 'xiangqi', toyView([]), 'idle', 'off'],
  ['a frame whose engine never ran stays without', 'chess', null, 'off', 'off'],
]) {
  test(`after a minute out of sight ${what}`, ({ mock }) => {
    // The engine was put to sleep, and nothing woke it. Stepping through a game of chess then drew moves as in
    // Xiangqi: castling left the rook behind.
    mock.timers.enable({ apis: ['setTimeout'] });
    const tree = goTo(newTree({ fen: null, view }), ROOT);
    const engine = { state: { state } };
    engine.sleep = () => (engine.state = { state: 'off' });
    engine.start = (name) => (engine.state = { state: 'loading', name });
    restUnseen(engine, { state: { work: null, game: { game, tree } } });
    look(false);
    mock.timers.tick(59_000);
    assert.equal(engine.state.state, state);
    mock.timers.tick(2000);
    assert.equal(engine.state.state, 'off');
    look(true);
    assert.equal(engine.state.state, after);
    if (after === 'loading') assert.equal(engine.state.name, game);
  });
}
