// @ts-check
// A move typed instead of drawn, in any notation; and what can be taken along or brought in.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { Failure, View as Position } from '../game/types.js' */
/** @import { Key } from '../i18n/index.js' */
/** @import { View } from './view.js' */

import { addressOf, analysisAddress } from '../game/address.js';
import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { EXAMPLES } from '../game/languages.js';
import { onChange, reactive, update } from '../game/reactive.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { copyButton, linkTo } from './clipboard.js';
import { button } from './controls.js';
import { iconView } from './dom.js';
import { errorInWords, moveInWords } from './phrases.js';
import { ORDER } from './promotion.js';
import { html, nothing } from './view.js';

/**
 * @param {App<PlaySession>} app
 * @param {{ openImport: () => unknown, openExport: () => unknown, analyses?: boolean }} dialogs  analyses: whether there
 *   is a link to the analysis board
 * @returns {View}
 */
export function entryPanel(app, dialogs) {
  const typed = typedMove(app);
  return () => html`<section class="entry">${typed()}${copies(app, dialogs)}</section>`;
}

/** @param {App} app @returns {View} */
export function typedMove(app) {
  const CLEAR = { said: '', wrong: false, text: '', meanings: /** @type {Meaning[]} */ ([]) };
  const state = reactive(CLEAR);
  const clear = () => update(state, CLEAR);
  const field = () => /** @type {HTMLInputElement} */ (document.getElementById('typed-move'));

  /** @param {string} move @param {string} text as it was typed */
  function playMove(move, text) {
    clear();
    const result = app.session.move(move);
    if (result === 'played') field().value = '';
    else update(state, { said: app.t(`entry.${result}`, { text }), wrong: true });
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    clear();
    const text = field().value.trim();
    if (!text) return;
    const found = await understand(app, text, () => update(state, { said: app.t('entry.loading') }));
    if (found === null || field().value.trim() !== text) return;
    if (typeof found === 'string') return update(state, { said: found, wrong: true });
    if (found.length === 1) return playMove(found[0].uci, text);
    const promotes = new Set(found.map(({ uci }) => uci.slice(0, 4))).size === 1;
    const rank = (/** @type {Meaning} */ { uci }) => ORDER.indexOf(uci.slice(4));
    found.sort((a, b) => rank(a) - rank(b));
    const said = promotes
      ? app.t('promotion.title')
      : app.t('entry.ambiguous', { text, count: found.length });
    update(state, { said, text, meanings: found });
  }

  /** One of several moves that are meant, or of the pieces that a pawn can become. @param {Meaning} move */
  function meaning(move) {
    const written = move[app.notation] ?? move.uci;
    const fen = nodeOf(app.state.game.tree).view?.fen ?? '';
    const letter = move.uci.slice(4);
    const name = letter
      ? app.t(/** @type {Key} */ (`promotion.${letter}`))
      : moveInWords(app.words, fen, move.uci);
    const play = () => {
      playMove(move.uci, written);
      field().focus();
    };
    return html`<button class="btn" type="button" @click=${play}>
      <b>${written}</b><span class="muted">${name}</span>
    </button>`;
  }

  onChange(() => `${app.state.game.id} ${app.state.game.tree.current}`, clear);
  return () => html`<form class="typed" novalidate @submit=${submit}>
      <label class="small" for="typed-move">${app.t('entry.label')}</label>
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
          placeholder=${EXAMPLES[app.notation] ?? ''}
          @input=${clear}
        /><button class="btn" type="submit">${app.t('entry.play')}</button>
      </div>
    </form>
    <p class="fault small" id="typed-fault" role="alert">${state.said}</p>
    ${
      state.meanings.length > 0
        ? html`<div class="meanings" role="group" aria-label=${state.said}>${state.meanings.map(meaning)}</div>`
        : nothing
    }`;
}

/**
 * What a text means here: the moves, a sentence that says what is wrong, or null when the position is another one by now.
 * @param {App} app
 * @param {string} text
 * @param {() => void} onWait  called when the engine has to be waited for
 * @returns {Promise<Meaning[] | string | null>}
 */
async function understand(app, text, onWait) {
  const { game } = app.state;
  const { tree } = game;
  const reason = app.session.cannotMoveReason();
  if (reason) return app.t(`entry.${reason}`);
  const { view } = nodeOf(tree);
  const moves = view ? plainMoves(view, text) : [];
  if (moves.length > 0) return moves.map((uci) => ({ uci }));
  if (/^[a-z]\d[a-z]\d$/i.test(text)) return app.t('entry.illegal', { text });
  if (app.state.engine.state !== 'idle' && app.state.engine.state !== 'thinking') onWait();
  try {
    const found = await app.client.parse({ game: game.game, fen: tree.fen, moves: movesTo(tree), text });
    const same = app.state.game.id === game.id && app.state.game.tree.current === tree.current;
    return same ? found : null;
  } catch (error) {
    const { code } = /** @type {Failure} */ (error);
    if (code === 'illegal_move') return app.t('entry.illegal', { text });
    if (code === 'invalid_move')
      return app.t('entry.malformed', { text, example: EXAMPLES[app.notation] ?? '' });
    return errorInWords(app.words, /** @type {Failure} */ (error));
  }
}

/**
 * The legal moves that coordinates mean, however they are written (`h2e2`, `H2-E2`, `e7 e8=Q`): several for a promotion
 * without its piece, none for any other text, of which the rules are asked.
 * @param {Pick<Position, 'dests' | 'promotions'>} view
 * @param {string} text
 * @returns {string[]}
 */
export function plainMoves({ dests, promotions = {} }, text) {
  const plain = text.toLowerCase().replace(/[\s–—=-]+/g, '');
  const [orig, dest, letter] = [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4)];
  if (!dests[orig]?.includes(dest)) return [];
  const letters = promotions[orig + dest] ?? [''];
  const wanted = letter || letters[0] === '' ? [letter] : ORDER;
  return wanted.filter((each) => letters.includes(each)).map((each) => orig + dest + each);
}

/** The board editor with the position at hand. @param {App} app */
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
function copies(app, { openImport, openExport, analyses = true }) {
  const fen = nodeOf(app.state.game.tree).view?.fen;
  const fenText = () => fen ?? '';
  const linkText = () => linkTo(app);
  const address = analysisAddress(document.baseURI, app.state.game, { record: true });
  const review = analysisAddress(document.baseURI, app.state.game, { record: true, review: true });
  return html`<div class="row copies">
    ${analyses ? html`<a class="btn" href=${address}>${iconView('graph')}<span>${app.t('entry.analyse')}</span></a>` : nothing}
    ${analyses && outcomeAt(app.state.game) && factsOf(app.state.game.game).perfect === null ? html`<a class="btn primary" href=${review}>${iconView('target')}<span>${app.t('entry.review')}</span></a>` : nothing}
    ${copyButton(app, { name: 'fen', symbol: 'copy', label: app.t('entry.copyFen'), text: fenText, disabled: !fen })}
    ${copyButton(app, { name: 'link', symbol: 'link', label: app.t('entry.copyLink'), text: linkText })}
    ${button('import', app.t('entry.import'), openImport, { disabled: !app.state.plays })}
    ${button('export', app.t('entry.export'), openExport)}
    <a class="btn" href=${editorAddress(app)}>${iconView('setUp')}<span>${app.t('entry.edit')}</span></a>
  </div>`;
}
