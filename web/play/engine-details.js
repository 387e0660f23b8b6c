// What the engine thinks, in numbers, and the line that it expects.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */

import { setupOf } from '../game/game.js';
import { lineTexts } from '../game-view/move-words.js';
import { levelText } from '../game-view/piece-words.js';
import { facts } from '../game-view/search-facts.js';
import { html, nothing } from '../ui/view.js';

/** Moves of the expected line; more find no room. */
const SHOWN = 8;

/** @param {App<PlaySession>} app */
export const engineDetails = (app) => () => {
  const { work, engine, game, lastInfo, lastNode } = app.state;
  const info = work?.info ?? lastInfo;
  const searched = info && !info.book;
  const { opponent, level } = setupOf(game);
  const about = opponent === 'person' ? 'game-view.engine.beside' : levelText(game.game, level);
  const execution =
    engine.execution === 'compiled' ? 'game-view.engine.compiled' : 'game-view.engine.interpreted';
  return html`<p class="facts">
      ${searched ? facts(app, info) : html`<span>${app.t(info ? 'game-view.engine.book' : about)}</span>`}
      ${engine.execution ? html`<span>${app.t(execution)}</span>` : nothing}
    </p>
    <p class="line">${searched ? lineTexts(app, work?.node ?? lastNode, info.pv.slice(0, SHOWN)).join(' ') : ''}</p>`;
};
