import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { Solutions } from '../../../../web/game/solutions.js';
import { isReviewed, review } from '../../../../web/game/solved-review.js';
import { addMove, goTo } from '../../../../web/game/tree.js';
import { onChange } from '../../../../web/ui/reactive.js';
import { settled } from '../game_fakes.js';

const value = (uci, result, distance = null) => ({ uci, captures: uci, result, distance });

test('a position is asked about once, and what is known is told', async () => {
  const asked = [];
  const solve = async (position) => {
    asked.push(position.moves);
    return [value('a2b2', 'draw')];
  };
  const solutions = new Solutions({ solve });
  let told = 0;
  onChange(
    () => solutions.of('start w'),
    () => told++,
  );
  assert.equal(solutions.of('start w'), null);
  solutions.want('start w', { moves: [] });
  solutions.want('start w', { moves: [] });
  await settled();
  assert.deepEqual([asked, told, solutions.of('start w')[0].result], [[[]], 1, 'draw']);
});

test('a solution that cannot be had says why, and is asked for again when the person wants', async () => {
  let broken = true;
  const solve = async () => {
    if (broken) throw new Error('the network is gone');
    return [];
  };
  const solutions = new Solutions({ solve });
  solutions.want('x', { moves: [] });
  await settled();
  assert.equal(solutions.state.failed, 'the network is gone');
  solutions.want('x', { moves: [] });
  await settled();
  assert.equal(solutions.of('x'), null);
  broken = false;
  solutions.retry();
  assert.equal(solutions.state.failed, null);
  solutions.want('x', { moves: [] });
  await settled();
  assert.deepEqual(solutions.of('x'), []);
});

/** A finished game: the moves of the line, each with what the position before it had to offer. */
function finished(steps) {
  const view = (at) => ({ fen: `p${at}`, turn: at % 2 ? 'black' : 'white', dests: {}, outcome: null });
  const game = newGame({
    id: 'x',
    game: 'liuzichong',
    opponent: 'person',
    side: 'white',
    level: 1,
    view: view(0),
  });
  let { tree } = game;
  steps.forEach(([move], at) => {
    const added = addMove(tree, tree.current, move, view(at + 1));
    tree = goTo(added.tree, added.id);
  });
  const over = { node: tree.current, outcome: { winner: 'white', termination: 'no_moves' } };
  const values = (fen) => steps[Number(fen.slice(1))]?.[1] ?? null;
  return { game: { ...game, tree, ending: over }, values };
}

test('a review names the moves that gave something away, and nobody else', () => {
  const { game, values } = finished([
    ['a2b2', [value('a2b2', 'draw'), value('b1b2', 'loss', 34)]],
    ['a3b3', [value('c4c3', 'draw'), value('a3b3', 'loss', 20)]],
    ['b1a1', [value('c1c2', 'win', 21), value('b1a1', 'draw')]],
    ['d3d2', [value('d3d2', 'win', 9)]],
    ['a1a2', [value('a1a2', 'loss', 8), value('b2b3', 'loss', 2)]],
    ['c4c3', [value('b4b3', 'win', 7), value('c4c3', 'loss', 12)]],
  ]);
  assert.equal(isReviewed(game), true);
  assert.deepEqual(review(game, values), [
    { node: 2, side: 'black', kind: 'lostDraw' },
    { node: 3, side: 'white', kind: 'lostWin' },
    { node: 6, side: 'black', kind: 'lostAll' },
  ]);
  assert.equal(
    review(game, (fen) => (fen === 'p3' ? null : values(fen))),
    null,
  );
  assert.equal(isReviewed({ ...game, ending: null }), false);
  assert.equal(isReviewed({ ...game, game: 'chess' }), false);
});
