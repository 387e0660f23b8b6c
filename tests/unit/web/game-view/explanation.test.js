// The explanation of a law: which pages offer it, and which game it belongs to.

import '../texts.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo, movesTo } from '../../../../web/game/tree.js';
import { explain, explanationShapes } from '../../../../web/game-view/explanation.js';
import { explanationPanel } from '../../../../web/game-view/explanation-panel.js';
import { lawCard } from '../../../../web/game-view/law-card.js';
import { verdict } from '../../../../web/game-view/outcome-card.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { nothing } from '../../../../web/ui/view.js';
import { Words } from '../../../../web/ui/words.js';
import { toyView } from '../game_fakes.js';

const words = await Words.load('en');
const CHASE = {
  law: 'perpetual_chase',
  loser: 'red',
  moves: [
    {
      ply: 1,
      side: 'red',
      move: 'a0a1',
      class: 'chase',
      threats: [{ orig: 'a1', dest: 'a2', worth: 'unprotected' }],
    },
  ],
};

/** A game after two moves. @param {string} id @param {object} last  what the view of its last position says */
function gameOf(id, last) {
  let game = newGame({ id, opponent: 'person', side: 'red', level: 1, view: toyView([]) });
  for (const [uci, fields] of [
    ['a0a1', {}],
    ['a0a2', last],
  ]) {
    const { tree } = game;
    const view = { ...toyView([...movesTo(tree), uci]), ...fields };
    const added = addMove(tree, tree.current, uci, view);
    game = { ...game, tree: goTo(added.tree, added.id) };
  }
  return game;
}

/** A page that shows a game. */
function pageOf(game) {
  const state = reactive({ game });
  const session = {
    goTo: (id) => update(state, { game: { ...state.game, tree: goTo(state.game.tree, id) } }),
  };
  const client = { judge: async () => ({ explanation: CHASE }) };
  const explaining = reactive({ now: null, shown: false });
  return { state, session, client, explaining, words, t: (...asked) => words.t(...asked) };
}

const warned = (id) => gameOf(id, { warning: { law: 'perpetual_chase', loser: 'red' } });
const ended = (id) =>
  gameOf(id, { outcome: { winner: 'black', termination: 'perpetual_chase', explanation: CHASE } });
const actionsOf = (card) => card.actions.map(({ label }) => label);

test('a warning offers its explanation only where the page has a place for it', async () => {
  // In the Lab "Show why" jumped back to the first repeated move, showed nothing, and the warning never came again.
  const app = pageOf(warned('one'));
  assert.deepEqual(actionsOf(lawCard(app)), []);
  explanationPanel(app);
  assert.deepEqual(actionsOf(lawCard(app)), ['Show why']);
  await lawCard(app).actions[0].run();
  assert.equal(lawCard(app), null);
});

test('an explanation that was left open is gone in the next game', () => {
  // The positions of every game are numbered from 0, so it covered the next board as soon as that had as many moves.
  const app = pageOf(ended('one'));
  const panel = explanationPanel(app);
  assert.notEqual(verdict(app)(), nothing);
  explain(app, CHASE, { over: true });
  assert.equal(explanationShapes(app).length, 1);
  update(app.state, { game: warned('two') });
  app.session.goTo(1);
  assert.equal(panel(), nothing);
  assert.deepEqual(explanationShapes(app), []);
  app.session.goTo(2);
  assert.deepEqual(actionsOf(lawCard(app)), ['Show why']);
  update(app.state, { game: ended('three') });
  assert.notEqual(verdict(app)(), nothing);
});
