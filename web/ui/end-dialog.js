// @ts-check
// Resign or offer a draw: both end the game, so both are asked about once.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */

import { setupOf } from '../game/game.js';
import { makeDialog } from './dialog.js';
import { h, icon, say } from './dom.js';

/** @param {App<PlaySession>} app */
export function endDialog(app) {
  const text = h('p');
  const resign = choice('flag', () => app.session.resign(), 'danger');
  const draw = choice('done', () => {
    if (setupOf(app.state.game).opponent === 'engine') app.session.offerDraw();
    else app.session.agreeDraw();
  });
  const back = choice('next', () => {});
  back.autofocus = true;
  const form = h(
    'form',
    { class: 'form', method: 'dialog' },
    text,
    h('div', { class: 'choices' }, back, draw, resign),
  );
  const dialog = makeDialog(app, { name: 'end-game', title: 'resign.title', body: form });

  /** @param {string} symbol @param {() => unknown} act @param {string} [tone] */
  function choice(symbol, act, tone = '') {
    const button = h('button', { class: `btn ${tone}`, type: 'submit' }, icon(symbol), h('span'));
    button.addEventListener('click', () => act());
    return button;
  }

  app.watch(
    () => [app.state.game, app.state.work?.kind],
    () => {
      const { opponent } = setupOf(app.state.game);
      const alone = opponent === 'engine';
      const myTurn = app.state.work?.kind !== 'move';
      say(text, app.t(alone ? 'resign.text.engine' : 'resign.text.person'));
      say(/** @type {Element} */ (resign.lastElementChild), app.t('resign.resign'));
      say(/** @type {Element} */ (draw.lastElementChild), app.t(alone ? 'resign.offer' : 'resign.agree'));
      say(/** @type {Element} */ (back.lastElementChild), app.t('resign.back'));
      draw.disabled = alone && !myTurn;
    },
  );
  return dialog;
}
