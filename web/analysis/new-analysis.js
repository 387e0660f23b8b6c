// The dialog that begins an analysis at the start of a game. The one at hand is kept.

/** @import { AnalysisApp } from './session.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { factsOf, GAME_NAMES } from '../game/games.js';
import { toGame } from '../game-view/focus-game.js';
import { button, named, segments } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { reactive, update } from '../ui/reactive.js';
import { html } from '../ui/view.js';

/** @param {AnalysisApp} app */
export function newAnalysisDialog(app) {
  const chosen = reactive({ game: /** @type {GameName | null} */ (null) });
  const dialog = makeDialog(app, { name: 'new-analysis', title: 'analysis.new.title', body: form });

  function form() {
    const game = chosen.game ?? app.state.game.game;
    return html`<form class="form" method="dialog" @submit=${() => begin(game)}>
      ${segments({
        name: 'game',
        legend: app.t('game-view.game.label'),
        choices: named(GAME_NAMES, (value) => app.t(/** @type {Key} */ (`game-view.game.${value}`))),
        chosen: game,
        choose: (value) => update(chosen, { game: value }),
      })}
      <div class="row">
        <button class="btn main grow" type="submit">${app.t('analysis.new.start')}</button>
        ${button(null, app.t('ui.cancel'), dialog.close)}
      </div>
    </form>`;
  }

  /** @param {GameName} game */
  async function begin(game) {
    const [side] = factsOf(game).sides;
    app.change({ game });
    await app.session.begin({ game, opponent: 'person', side, level: factsOf(game).level });
    toGame();
  }

  return dialog;
}
