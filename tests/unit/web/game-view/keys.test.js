import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo, ROOT } from '../../../../web/game/tree.js';
import { toolBar } from '../../../../web/game-view/keys.js';
import { toyView } from '../game_fakes.js';
import { markupOf } from '../template_text.js';

/** Whether a tool can be pressed in a game. */
function isEnabled(game, label) {
  const app = { session: {}, state: { game, plays: true, asked: null, work: null }, t: (key) => key };
  const [button] = markupOf(toolBar(app, {})())
    .split('</button>')
    .filter((each) => each.includes(`<span>${label}</span>`));
  return button.includes('?disabled=false');
}

test('a game that is over cannot be given up from an earlier position', () => {
  // After mate and a step back, the dialog opened, and neither resigning nor offering a draw did anything.
  const start = newGame({ opponent: 'engine', side: 'red', level: 3, id: 'game', view: toyView([]) });
  const mated = addMove(start.tree, ROOT, 'b0i9', toyView(['b0i9']));
  assert.equal(isEnabled({ ...start, tree: goTo(mated.tree, mated.id) }, 'game-view.tool.resign'), false);
  const back = { ...start, tree: mated.tree };
  assert.equal(isEnabled(back, 'game-view.tool.resign'), false);
  assert.equal(isEnabled(back, 'game-view.tool.hint'), true);

  const played = addMove(start.tree, ROOT, 'a0a1', toyView(['a0a1']));
  const going = { ...start, tree: played.tree };
  assert.equal(isEnabled(going, 'game-view.tool.resign'), true);
  const outcome = { winner: 'black', termination: 'resignation' };
  assert.equal(isEnabled({ ...going, ending: { node: played.id, outcome } }, 'game-view.tool.resign'), false);
});
