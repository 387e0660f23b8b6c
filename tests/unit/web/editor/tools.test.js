import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorTools } from '../../../../web/editor/tools.js';
import { reactive } from '../../../../web/ui/reactive.js';

const SOLDIER = { side: 'black', role: 'p' };
const CHARIOT = { side: 'red', role: 'r' };

/** The tools of a board, and what they put on it. */
function opened(game = 'xiangqi', fen = '4k4/9/9/9/9/9/9/9/9/3K5 w') {
  const state = reactive({ game: { game }, fen });
  const put = [];
  const tools = new EditorTools({ state }, (...given) => put.push(given));
  return { state, tools, put };
}

test('a man is put where the board is pressed, and a second press takes him back', () => {
  const { state, tools, put } = opened();
  assert.equal(tools.point('a6', true), false, 'the hand moves men');
  tools.choose(SOLDIER);
  state.fen = '4k4/9/9/pr7/9/9/9/9/9/3K5 w';
  tools.point('a6', true);
  tools.point('a6', false); // a stroke that comes back to him
  tools.point('b6', true);
  tools.state.tool = 'bin';
  tools.point('b6', true);
  assert.deepEqual(put, [
    ['a6', null, false],
    ['a6', SOLDIER, true],
    ['b6', SOLDIER, false],
    ['b6', null, false],
  ]);
});

test('a man that is chosen twice is laid down, and any goes with his game', () => {
  const { state, tools } = opened();
  tools.choose(SOLDIER);
  assert.equal(tools.isChosen({ ...SOLDIER }), true);
  tools.choose({ ...SOLDIER });
  assert.equal(tools.isChosen('hand'), true);
  tools.choose(SOLDIER);
  state.game = { game: 'chess' };
  assert.equal(tools.isChosen('hand'), true);
});

test('keys put men of the game and take them off', () => {
  const { tools, put } = opened();
  assert.deepEqual(
    ['R', 'x', 'Delete', 'Enter'].map((key) => tools.key('c3', key)),
    [true, false, true, false],
  );
  assert.deepEqual(put, [
    ['c3', CHARIOT, false],
    ['c3', null, false],
  ]);
});
