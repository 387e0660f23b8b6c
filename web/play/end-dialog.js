// Resign or offer a draw: both end the game, so both are asked about once.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */

import { setupOf } from '../game/game.js';
import { button } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { iconView } from '../ui/icon-view.js';
import { html } from '../ui/view.js';

/** @param {App<PlaySession>} app */
export function endDialog(app) {
  const { session } = app;
  return makeDialog(app, {
    name: 'end-game',
    title: 'play.resign.title',
    body: () => {
      const alone = setupOf(app.state.game).opponent === 'engine';
      const enginesTurn = alone && app.state.work?.kind === 'move';
      const offer = () => (alone ? session.offerDraw() : session.agreeDraw());
      const submit = /** @type {const} */ ('submit');
      return html`<form class="form" method="dialog">
        <p>${app.t(alone ? 'play.resign.text.engine' : 'play.resign.text.person')}</p>
        <div class="choices">
          <button class="btn" type="submit" autofocus>${iconView('next')}<span>${app.t('play.resign.back')}</span></button>
          ${button('done', app.t(alone ? 'play.resign.offer' : 'play.resign.agree'), offer, { type: submit, disabled: enginesTurn })}
          ${button('flag', app.t('play.resign.resign'), () => session.resign(), { type: submit, kind: 'danger' })}
        </div>
      </form>`;
    },
  });
}
