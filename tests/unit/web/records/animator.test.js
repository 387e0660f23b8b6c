// The making of animated pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo } from '../../../../web/game/tree.js';
import { Animator } from '../../../../web/records/animator.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { toyView } from '../game_fakes.js';

const MOVES = ['a0a1', 'a0a2', 'b0b1', 'b0i9'];
globalThis.FileReader = class {
  readAsDataURL() {
    this.onload();
  }
};

/** An animator of a game that Red has lost, and what it painted; the tree has every other view. */
function newAnimator({ lines = [], view = ({ fen, moves }) => ({ fen: `${fen}+${moves}` }) } = {}) {
  let game = newGame({ view: toyView([]), opponent: 'person', side: 'red' });
  for (const [at, move] of MOVES.entries()) {
    const known = at % 2 ? toyView(MOVES.slice(0, at + 1)) : null;
    const { tree, id } = addMove(game.tree, game.tree.current, move, known);
    game = { ...game, tree: goTo(tree, id) };
  }
  const [painted, delays] = [[], []];
  const app = {
    t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    words: { t: (key) => key, has: () => false, number: String },
    state: reactive({ game: { ...game, game: 'xiangqi', headers: { Red: 'Hu', Black: '?' } } }),
    pieces: 'trad',
    coordinates: 'none',
    boardStyle: () => ({ ranksFromOne: false }),
    client: { view: async (asked) => view(asked) },
  };
  const paint = (shown) => {
    painted.push(shown);
    return { data: [] };
  };
  const animator = new Animator(app, {
    lines: () => lines,
    createPainter: (look) => {
      painted.push(look);
      return { paint, card: paint, size: { width: 2, height: 2 }, remove: () => painted.push('removed') };
    },
    createGif: () => {
      delays.splice(0);
      return { add: (_, delay) => delays.push(delay), finish: () => 'gif' };
    },
  });
  return { animator, now: animator.now, app, painted, delays };
}

test('a game has a frame for each position, and at its end a card says who won', async () => {
  const { animator, now, painted, delays } = newAnimator();
  animator.choose({ speed: 'fast', size: 'small' });
  await animator.make();
  const [look, first, card, ...frames] = painted;
  assert.deepEqual([look.width, look.coordinates, look.flipped], [320, 'files', false]);
  assert.deepEqual([first.lastMove, card.rows.length], [['a1', 'b2'], 1], 'samples of the colours');
  assert.deepEqual(
    frames.map(({ fen, lastMove }) => fen && [fen, lastMove?.join('')]),
    [
      ['toy/ w', undefined],
      ['toy/ w+a0a1', 'a0a1'],
      ['toy/a0a1/a0a2 w', 'a0a2'],
      ['toy/a0a1/a0a2 w+b0b1', 'b0b1'],
      ['toy/a0a1/a0a2/b0b1/b0i9 w', 'b0i9'],
      undefined,
      undefined,
    ],
  );
  assert.deepEqual([frames[5], frames[6]], [card, 'removed']);
  assert.deepEqual(delays, [500, 500, 500, 500, 500, 4000]);
  assert.deepEqual([now.running, now.done, now.total], [null, 5, 5]);
});

test('the moves that are shown are among those of the game, and the picture is made anew', async () => {
  const { animator, now, delays } = newAnimator();
  await animator.make();
  animator.choose({ from: 2, to: 9 });
  assert.deepEqual([now.made, animator.range.from, animator.range.to], [null, 2, 2]);
  await animator.make();
  assert.deepEqual(delays, [1000, 1000, 1000, 4000]);
  animator.choose({ from: 9, to: 1 });
  assert.deepEqual([animator.range.from, animator.range.to], [2, 2]);
  animator.choose({ from: 1, to: 1 });
  await animator.make();
  assert.deepEqual(delays, [1000, 1000, 4000], 'no card: the game goes on');
});

test('a line of the engine begins in its position', async () => {
  const line = { from: 1, moves: ['a0a2', 'b0b1'], label: '' };
  const { animator, painted } = newAnimator({ lines: [line] });
  animator.choose({ source: '0' });
  await animator.make();
  assert.deepEqual(
    painted.slice(2, -1).map(({ fen }) => fen),
    ['null+a0a1', 'null+a0a1+a0a2', 'null+a0a1+a0a2+b0b1'],
  );
});

test('the making can be stopped, and stops when the game goes on', async () => {
  for (const stop of [
    ({ animator }) => animator.stop(),
    ({ app }) => update(app.state, { game: { ...app.state.game, id: 'another' } }),
  ]) {
    const made = newAnimator({ view: () => stop(made) ?? { fen: 'x' } });
    await made.animator.make();
    assert.deepEqual([made.now.made, made.now.fault, made.painted.at(-1)], [null, '', 'removed']);
    assert.ok(made.now.done < 5);
  }
});

test('what is wrong is told by the rules, or else it is the browser', async () => {
  for (const [error, fault] of [
    [{ code: 'illegal_move', message: '' }, 'game-view.error.other'],
    [new TypeError(), 'records.export.gif.failed'],
  ]) {
    const { animator, now } = newAnimator({ view: () => Promise.reject(error) });
    await animator.make();
    assert.deepEqual([now.fault, now.running], [fault, null]);
  }
});
