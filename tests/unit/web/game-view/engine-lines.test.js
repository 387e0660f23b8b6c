// What the engine's lines show on the analysis board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo, ROOT } from '../../../../web/game/tree.js';
import { AnalysisView } from '../../../../web/game-view/engine-lines.js';
import { lineTexts } from '../../../../web/game-view/move-words.js';
import { reactive } from '../../../../web/ui/reactive.js';
import { toyView } from '../game_fakes.js';

test('the preview of a line goes when another position is shown', () => {
  // The pointer stayed on the move of a line while an arrow key showed another position: the board of the preview had the
  // old line's moves played from there.
  const start = newGame({ opponent: 'person', side: 'red', level: 3, id: 'game', view: toyView([]) });
  const { tree, id } = addMove(start.tree, ROOT, 'a0a1', toyView(['a0a1']));
  const state = reactive({ game: { ...start, tree }, asked: null });
  const view = new AnalysisView({ state }, { of: () => null });
  view.state.pointed = { from: view.subject.target, moves: ['b0b1', 'a0a2'] };
  assert.deepEqual(view.previewed.moves, ['b0b1', 'a0a2']);
  state.game = { ...start, tree: goTo(tree, id) };
  assert.equal(view.previewed, null);
  state.game = { ...start, tree: goTo(tree, ROOT) };
  assert.deepEqual(view.previewed.moves, ['b0b1', 'a0a2']);
});

test('a line ends with the last move that the rules have written', () => {
  // It ended in raw coordinates: "Nf3 Nf6 f1e2".
  const written = { e2e4: 'e4', 'e2e4 g8f6': 'Nf6' };
  const texts = { of: ({ moves }) => ({ san: written[moves.join(' ')] ?? null }), want: () => {} };
  const state = { game: { game: 'chess' } };
  const line = (...moves) =>
    lineTexts({ texts, state, notation: 'san' }, { game: 'chess', fen: null, moves: [] }, moves);
  assert.deepEqual(line('e2e4', 'g8f6', 'f1e2'), ['e4', 'Nf6']);
  assert.deepEqual(line('d2d4', 'd7d5'), ['d2d4'], 'one move at least');
});
