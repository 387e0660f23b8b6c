// The end of a game: who won, and by which law.

/** @import { App } from './app.js' */

import { analysisAddress } from '../game/address.js';
import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { button } from '../ui/controls.js';
import { pieceView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';
import { explain, explainingNow } from './explanation.js';
import { outcomeInWords } from './law-words.js';

/** Ends that the players have made: their law is that they can be taken back. */
const BY_PLAYERS = ['resignation', 'agreement', 'time'];

/** @param {App} app @param {{ takesBack?: boolean }} [options]  false: an end cannot be taken back here */
export const verdict =
  (app, { takesBack = true } = {}) =>
  () => {
    const { game } = app.state.game;
    const outcome = outcomeAt(app.state.game);
    if (!outcome || explainingNow(app)) return nothing;
    const { winner, explanation } = outcome;
    const { sides, king } = factsOf(game);
    const { sentence, law } = outcomeInWords(app.words, outcome, game);
    return html`<section class="verdict">
    <span class="winners">${(winner ? [winner] : sides).map((side) => pieceView(side, king, game, app.pieces))}</span>
    <div><h2>${sentence}</h2>${takesBack || !BY_PLAYERS.includes(outcome.termination) ? html`<p class="small muted">${law}</p>` : nothing}</div>
    ${explanation ? button(null, app.t('game-view.outcome.show'), () => explain(app, explanation, { over: true })) : reviewLink(app)}
  </section>`;
  };

/** The review of the game; of a solved game, the analysis board, which shows what every move is worth. @param {App} app */
function reviewLink(app) {
  const { game } = app.state;
  const review = factsOf(game.game).perfect === null;
  const address = analysisAddress(document.baseURI, game, { record: true, review });
  return html`<a class="btn" href=${address}>${app.t(review ? 'game-view.entry.review' : 'game-view.entry.analyse')}</a>`;
}
