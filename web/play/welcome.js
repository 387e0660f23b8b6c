// Before the first move: the way to the lessons, and the choice of pieces for those who may not read the characters.

/** @import { App } from '../game-view/app.js' */

import { outcomeAt } from '../game/game.js';
import { nodeOf, ROOT } from '../game/tree.js';
import { setChoice } from '../game-view/set-choice.js';
import { html, nothing } from '../ui/view.js';

/** The step of the lessons that a game begins with. */
const LESSON = { xiangqi: 'board', chess: 'chess', liuzichong: 'stones' };

/** @param {App} app */
export const welcome = (app) => () => {
  const { game, asked } = app.state;
  const begun = nodeOf(game.tree, ROOT).children.length > 0;
  if (begun || asked || game.tree.fen || outcomeAt(game)) return nothing;
  return html`<section class="welcome">
    <a href="how-to-play.html#${LESSON[game.game]}">${app.t('play.welcome.learn')}</a>
    ${game.game === 'xiangqi' ? setChoice(app) : nothing}
  </section>`;
};
