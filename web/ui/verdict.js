// @ts-check
// The end of a game: who won, by which law, and what to do next.

/** @import { App } from './app.js' */

import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { h, icon, man, say, set } from './dom.js';
import { explain } from './explanation.js';
import { outcomeInWords } from './phrases.js';

/** @param {App} app @param {() => void} openNewGame */
export function verdict(app, openNewGame) {
  const sentence = h('h2', { class: 'ink' });
  const law = h('p', { class: 'small muted' });
  const again = h(
    'button',
    { class: 'btn main', type: 'button', on: { click: openNewGame } },
    icon('new'),
    h('span'),
  );
  const winners = h('span', { class: 'winners' });
  const show = h('button', { class: 'btn', type: 'button' }, icon('scales'), h('span'));
  show.addEventListener('click', () => {
    const explanation = outcomeAt(app.state.game)?.explanation;
    if (explanation) explain(app, explanation, { over: true });
  });
  const words = h('div', {}, sentence, law);
  const buttons = h('div', { class: 'row' }, show, again);
  const node = h('section', { class: 'verdict', hidden: true }, winners, words, buttons);
  app.watch(
    () => [app.state.game, app.pieces, app.explaining.now],
    () => {
      const outcome = outcomeAt(app.state.game);
      node.hidden = !outcome || app.explaining.now !== null;
      if (!outcome) return;
      show.hidden = !outcome.explanation;
      say(/** @type {Element} */ (show.lastElementChild), app.t('outcome.show'));
      const said = outcomeInWords(app.words, outcome, app.state.game.game);
      say(sentence, said.sentence);
      say(law, said.law);
      const { game } = app.state.game;
      const { sides, king } = factsOf(game);
      const kings = (outcome.winner ? [outcome.winner] : sides).map((side) => man(side, king, game));
      for (const piece of kings) set(piece, 'data-pieces', app.pieces);
      winners.replaceChildren(...kings);
      say(/** @type {Element} */ (again.lastElementChild), app.t('tool.new'));
    },
  );
  return node;
}
