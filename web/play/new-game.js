// The dialog that begins a game: which, against whom, how strong, which side. It offers the last choices, and
// lets an unfinished game of another kind go on.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { factsOf, GAME_NAMES, levelsOf } from '../game/games.js';
import { setupRequest } from '../game/settings.js';
import { tipOf } from '../game/tree.js';
import { clockField, isCustom, isPossible } from '../game-view/clock-field.js';
import { firstKey, levelText, levelTitle } from '../game-view/piece-words.js';
import { button, chosenIn, named, segments, select } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { iconView } from '../ui/icon-view.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';

const NUMERALS = '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ');

/** The present choices; they become settings when the game begins. @typedef {Pick<Settings, 'game' | 'opponent' | 'side' | 'seats' | 'levels' | 'clock'> & { custom: boolean }} Draft */

/** @param {App<PlaySession>} app */
export function newGameDialog(app) {
  const draft = reactive(/** @type {Draft} */ (chosenLast()));
  const saved = reactive({ plies: /** @type {number | null} */ (null) });
  const dialog = makeDialog(app, { name: 'new-game', title: 'play.new.title', body: form });

  /** @returns {Draft} */
  function chosenLast() {
    const { opponent, side, seats, levels, clock } = app.settings;
    const { game } = app.state.game;
    return { game, opponent, side, seats, levels, clock, custom: isCustom(game, clock) };
  }

  function form() {
    const { game, opponent } = draft;
    const about = firstKey(app.words, `play.new.about.${game}`);
    const [first] = factsOf(game).sides;
    return html`<form class="form" method="dialog" @submit=${begin}>
      ${segments({
        name: 'game',
        legend: app.t('game-view.game.label'),
        choices: named(GAME_NAMES, (value) => app.t(/** @type {Key} */ (`game-view.game.${value}`))),
        chosen: game,
        choose: (value) => update(draft, { game: value, custom: isCustom(value, draft.clock) }),
      })}
      ${about ? html`<p class="small muted">${app.t(about)}</p>` : nothing}
      ${saved.plies ? button(null, app.t('play.new.continue', { count: saved.plies }), goOn) : nothing}
      ${segments({
        name: 'opponent',
        legend: app.t('game-view.player.opponent'),
        choices: named(['engine', 'person'], (value) => app.t(`play.new.opponent.${value}`)),
        ...chosenIn(draft, 'opponent'),
        note: html`<a class="btn plain" href="friend.html?game=${game}">${iconView('link')}<span>${app.t('play.new.friend')}</span></a>`,
      })}
      ${opponent === 'engine' ? ladder(app, draft) : nothing}
      ${segments({
        name: 'side',
        legend: app.t(opponent === 'engine' ? 'play.new.side.label' : 'play.new.side.bottom'),
        choices: {
          first: app.t(`game-view.side.${first}`),
          second: app.t('game-view.side.black'),
          either: app.t('game-view.side.either'),
        },
        ...chosenIn(draft, 'side'),
      })}
      ${
        opponent === 'person'
          ? select({
              id: 'new-seats',
              label: app.t('play.new.seats.label'),
              choices: named(/** @type {const} */ (['beside', 'turns', 'facing']), (value) =>
                app.t(`play.new.seats.${value}`),
              ),
              .../** @type {any} */ (chosenIn(draft, 'seats')),
            })
          : nothing
      }
      ${clockField(app, { game, draft, names: players(), choose: (change) => update(draft, change) })}
      <div class="row buttons">
        <button class="btn main grow" type="submit" autofocus ?disabled=${!isPossible(draft)}>${app.t('play.new.start')}</button>
        ${button(null, app.t('ui.cancel'), dialog.close)}
      </div>
    </form>`;
  }

  function goOn() {
    dialog.close();
    app.change({ game: draft.game });
    app.session.turnTo(setupRequest(app.settings, draft.game));
  }

  /** The names of the two players, the person or the lower side first. @returns {[string, string]} */
  function players() {
    const { game, opponent, side } = draft;
    const sides = factsOf(game).sides.map((each) => app.t(`game-view.side.${each}`));
    if (opponent === 'engine') return [app.t('game-view.player.you'), app.t('game-view.player.engine.short')];
    if (side === 'either') return [app.t('play.new.side.bottom'), app.t('play.new.side.top')];
    return side === 'first' ? [sides[0], sides[1]] : [sides[1], sides[0]];
  }

  function begin() {
    const { custom: _, ...chosen } = draft;
    app.change(chosen);
    app.session.begin(setupRequest(app.settings, draft.game));
  }

  /** Check whether a game of the chosen kind can be continued. */
  async function findSaved() {
    const { game } = draft;
    saved.plies = null;
    const found = await app.session.savedGame(game);
    if (found && game === draft.game) saved.plies = tipOf(found.tree).ply;
  }
  onChange(() => draft.game, findSaved);

  return {
    ...dialog,
    open: () => {
      update(draft, chosenLast());
      findSaved();
      dialog.open();
    },
  };
}

/**
 * The levels: two rows of stones, and the chosen one is a piece that lies on the table.
 * @param {App<PlaySession>} app
 * @param {Draft} draft
 */
function ladder(app, draft) {
  const { game, levels } = draft;
  const chosen = levels[game];
  const title = (/** @type {number} */ level) => levelTitle(app.words, game, level);
  const stone = (/** @type {number} */ level) => html`<label>
    <input
      type="radio"
      name="level"
      value=${level}
      aria-label=${title(level)}
      .checked=${level === chosen}
      @change=${() => update(draft, { levels: { ...levels, [game]: level } })}
    /><span aria-hidden="true">${app.words.language.startsWith('zh') ? NUMERALS[level - 1] : level}</span>
  </label>`;
  return html`<fieldset class="field" aria-describedby="about-level">
    <legend>${app.t('game-view.level.label')}</legend>
    <div class="ladder">${levelsOf(game).map(stone)}</div>
    <p class="small about" id="about-level">
      <b>${title(chosen)}</b> <span class="muted">${app.t(levelText(game, chosen))}</span>
    </p>
  </fieldset>`;
}
