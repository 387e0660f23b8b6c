// The field for a typed move in any notation, and the buttons for copying, importing and exporting.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { View } from '../ui/view.js' */

import { addressOf } from '../game/address.js';
import { factsOf } from '../game/games.js';
import { exampleOf } from '../game/notations.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { button } from '../ui/buttons.js';
import { copyButton } from '../ui/copy-button.js';
import { iconView } from '../ui/dom.js';
import { LoadError, load } from '../ui/load.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { linkTo } from './game-link.js';
import { moveInWords, PROMOTIONS } from './piece-words.js';

/**
 * @param {App<PlaySession>} app
 * @param {{ openImport?: () => unknown, openExport: (kind?: 'embed') => unknown }} dialogs
 * @returns {View}
 */
export function entryPanel(app, dialogs) {
  const typed = typedMove(app);
  return () => html`<section class="entry">${typed()}${copies(app, dialogs)}</section>`;
}

/** @param {App} app @returns {View} */
export function typedMove(app) {
  const CLEAR = { said: () => '', wrong: false, text: '', meanings: /** @type {Meaning[]} */ ([]) };
  const state = reactive(CLEAR);
  const clear = () => {
    app.refusal.clear(); // its marks go with the sentence
    update(state, CLEAR);
  };
  const field = () => /** @type {HTMLInputElement} */ (document.getElementById('typed-move'));
  const empty = () => {
    clear();
    if (field()) field().value = '';
  };
  const isAsked = (/** @type {string} */ text) => field().value.trim() === text;

  /** @param {string} move @param {string} text as it was typed */
  function playMove(move, text) {
    clear();
    const result = app.session.move(move);
    if (result === 'played') empty();
    else update(state, { said: () => app.t(`game-view.entry.${result}`, { text }), wrong: true });
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    clear();
    const text = field().value.trim();
    if (!text) return;
    const found = await meaningsOf(text);
    if (found === null || !isAsked(text)) return;
    if (typeof found === 'function') return update(state, { said: found, wrong: true });
    if (found.length === 1) return playMove(found[0].uci, text);
    const promotes = new Set(found.map(({ uci }) => uci.slice(0, 4))).size === 1;
    const rank = (/** @type {Meaning} */ { uci }) => PROMOTIONS.indexOf(uci.slice(4));
    found.sort((a, b) => rank(a) - rank(b));
    const said = () =>
      promotes
        ? app.t('game-view.promotion.title')
        : app.t('game-view.entry.ambiguous', { text, count: found.length });
    update(state, { said, text, meanings: found });
  }

  /** What a text means, what is wrong with it, or null where the engine has failed. @param {string} text */
  async function meaningsOf(text) {
    try {
      const { understand } = await load(() => import('./typed-move.js'));
      return understand(app, text, {
        onWait: (said, wrong) => update(state, { said, wrong }),
        isAsked: () => isAsked(text),
      });
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      const { gone } = error;
      return () => app.t(gone ? 'ui.unloaded.gone' : 'ui.unloaded.text');
    }
  }

  /** A button for one of several possible moves or promotions. @param {Meaning} move */
  function meaning(move) {
    const written = move[app.notation] ?? move.uci;
    const fen = nodeOf(app.state.game.tree).view?.fen ?? '';
    const letter = move.uci.slice(4);
    const name = letter
      ? app.t(/** @type {Key} */ (`game-view.promotion.${letter}`))
      : moveInWords(app.words, fen, move.uci);
    const play = () => {
      playMove(move.uci, written);
      field().focus();
    };
    return html`<button class="btn" type="button" @click=${play}>
      <b>${written}</b><span class="muted">${name}</span>
    </button>`;
  }

  /** Escape takes back the choice, or what was said. @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key !== 'Escape' || !state.said()) return;
    event.preventDefault();
    clear();
    field().focus();
  }

  onChange(() => app.state.game.id, empty);
  onChange(
    () => app.state.game.tree.current,
    () => (state.meanings.length > 0 ? empty() : clear()), // the choice was made on the board
  );
  onChange(() => app.state.hint?.step, clear);
  return () => html`<form class="typed" novalidate @submit=${submit} @keydown=${leave}>
      <label class="small" for="typed-move">${app.t('game-view.entry.label')}</label>
      <div class="row">
        <input
          type="text"
          id="typed-move"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          maxlength="40"
          aria-describedby="typed-fault"
          aria-invalid=${state.wrong ? 'true' : nothing}
          placeholder=${exampleOf(app.state.game.game, app.notation)}
          @input=${clear}
        /><button class="btn" type="submit">${app.t('game-view.entry.play')}</button>
      </div>
    </form>
    <p class="fault small ${state.wrong ? '' : 'muted'}" id="typed-fault" role="alert">${state.said()}</p>
    ${
      state.meanings.length > 0
        ? html`<div class="meanings" role="group" aria-label=${state.said()} @keydown=${leave}>${state.meanings.map(meaning)}</div>`
        : nothing
    }`;
}

/** The address of the board editor with the current position. @param {App} app */
function editorAddress(app) {
  const { game, tree, orientation } = app.state.game;
  const page = new URL('../editor.html', import.meta.url);
  const view = nodeOf(tree).view;
  const [first] = factsOf(game).sides;
  const side = orientation === first ? undefined : orientation;
  return addressOf(
    page,
    view ? { game, fen: view.fen, side } : { game, fen: tree.fen, moves: movesTo(tree), side },
  );
}

/**
 * @param {App<PlaySession>} app
 * @param {Parameters<typeof entryPanel>[1]} dialogs
 */
function copies(app, { openImport, openExport }) {
  const fen = nodeOf(app.state.game.tree).view?.fen;
  const fenText = () => fen ?? '';
  const linkText = () => linkTo(app);
  return html`<div class="row copies">
    ${copyButton(app, { name: 'fen', symbol: 'copy', label: app.t('game-view.entry.copyFen'), text: fenText, disabled: !fen })}
    ${copyButton(app, { name: 'link', symbol: 'link', label: app.t('game-view.entry.copyLink'), text: linkText })}
    ${openImport ? button('import', app.t('game-view.entry.import'), openImport, { disabled: !app.state.plays }) : nothing}
    ${button('export', app.t('game-view.entry.export'), () => openExport())}
    ${button('code', app.t('shell.nav.embed'), () => openExport('embed'))}
    <a class="btn" href=${editorAddress(app)}>${iconView('setUp')}<span>${app.t('game-view.entry.edit')}</span></a>
  </div>`;
}
