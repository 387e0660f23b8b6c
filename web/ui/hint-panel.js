// @ts-check
// The hint, in three steps: first only the piece, then the move, then what the engine expects after it.

/** @import { App } from './app.js' */

import { turnAt } from '../game/game.js';
import { nodeOf } from '../game/tree.js';
import { h, icon, say, set } from './dom.js';
import { lineTexts, moveSaid, notationState } from './notation.js';
import { pieceAt, pieceName, scoreInWords, squaresOf } from './phrases.js';

/** @param {App} app */
export function hintPanel(app) {
  const text = h('p', { class: 'said' });
  const more = h('button', { class: 'btn', type: 'button', on: { click: () => app.session.hint() } });
  const close = h(
    'button',
    { class: 'btn plain icon-only', type: 'button', on: { click: () => app.session.closeHint() } },
    icon('close'),
  );
  const buttons = h('div', { class: 'row' }, more);
  const node = h('section', { class: 'hint', role: 'status', hidden: true }, text, buttons, close);
  app.watch(
    () => [app.state.hint, app.state.engine.state, ...notationState(app)],
    () => {
      const { hint } = app.state;
      node.hidden = !hint;
      if (!hint) return;
      set(node, 'aria-label', app.t('hint.name'));
      set(close, 'aria-label', app.t('app.close'));
      say(text, hintInWords(app));
      buttons.hidden = !hint.move || hint.step >= 3;
      say(more, app.t(hint.step === 1 ? 'hint.showMove' : 'hint.showLine'));
    },
  );
  return node;
}

/** @param {App} app @returns {string} */
function hintInWords(app) {
  const { hint, game, engine } = app.state;
  const { view } = nodeOf(game.tree);
  if (!hint || !view) return '';
  if (!hint.move) return app.t(engine.state === 'loading' ? 'hint.loading' : 'hint.looking');
  const [orig] = squaresOf(hint.move);
  const piece = pieceAt(view.fen, orig);
  if (hint.step === 1 && piece) {
    return app.t('hint.piece', { piece: pieceName(app.words, piece), square: orig });
  }
  const [text] = lineTexts(app, hint.node, [hint.move]);
  const move = app.t('hint.move', { move: moveSaid(app, hint.node, hint.move, text) });
  if (hint.step < 3 || !hint.info) return move;
  const score = scoreInWords(app.words, hint.info.score, turnAt(game), game.game);
  const after = lineTexts(app, hint.node, hint.info.pv.slice(0, 6)).slice(1).join(' ');
  const line = after ? app.t('hint.line', { line: after, score }) : app.t('hint.line.short', { score });
  return `${move} ${line}`;
}
