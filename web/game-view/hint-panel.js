// The hint, in three steps: first only the piece, then the move, then what the engine expects after it.

/** @import { App } from './app.js' */

import { turnAt } from '../game/game.js';
import { nodeOf } from '../game/tree.js';
import { button, iconButton } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';
import { hintedMove, lineTexts } from './move-words.js';
import { pieceAt, pieceOn, scoreInWords, squaresOf } from './piece-words.js';
import { reasonsInWords } from './reason-words.js';

/** @param {App} app */
export const hintPanel = (app) => () => {
  const { hint } = app.state;
  if (!hint) return nothing;
  const more = hint.move && hint.step < 3;
  const label = app.t(hint.step === 1 ? 'game-view.hint.showMove' : 'game-view.hint.showLine');
  return html`<section class="hint" aria-label=${app.t('game-view.hint.name')}>
    <p class="said" role="status">${hintInWords(app)}</p>
    ${more ? html`<div class="row">${button(null, label, () => app.session.hint())}</div>` : nothing}
    ${iconButton('close', app.t('ui.close'), () => app.session.closeHint())}
  </section>`;
};

/** @param {App} app @returns {unknown} */
function hintInWords(app) {
  const { hint, game, engine } = app.state;
  const { view } = nodeOf(game.tree);
  if (!hint || !view) return '';
  if (!hint.move)
    return app.t(engine.state === 'loading' ? 'game-view.hint.loading' : 'game-view.hint.looking');
  const [orig] = squaresOf(hint.move);
  if (hint.step === 1 && pieceAt(view.fen, orig)) {
    return app.t('game-view.hint.piece', { piece: pieceOn(app.words, view.fen, orig, { ofSide: false }) });
  }
  const move = hintedMove(app, hint);
  if (hint.step < 3 || !hint.info) return move;
  const why = reasonsInWords(app.words, game.game, view.fen, hint.move, hint.reasons ?? []);
  const score = scoreInWords(app.words, hint.info.score, turnAt(game), game.game);
  const after = lineTexts(app, hint.node, hint.info.pv.slice(0, 6)).slice(1).join(' ');
  const line = after
    ? app.t('game-view.hint.line.full', { line: after, score })
    : app.t('game-view.hint.line.short', { score });
  return html`${move} <span class="why">${why} ${line}</span>`;
}
