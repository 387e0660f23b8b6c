// The field for a typed move in any notation, and the buttons for copying, importing and exporting.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { View } from '../ui/view.js' */
/** @import { Failure, View as Position } from '../game/types.js' */

import { addressOf } from '../game/address.js';
import { factsOf } from '../game/games.js';
import { exampleOf, typedNotation } from '../game/notations.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { button } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { iconView } from '../ui/icon-view.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing, when } from '../ui/view.js';
import { errorInWords } from './fault-words.js';
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
    const found = await understand(app, text, {
      onWait: (said, wrong) => update(state, { said, wrong }),
      isAsked: () => isAsked(text),
    });
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
    ${when(
      state.meanings.length > 0,
      () => html`<div class="meanings" role="group" aria-label=${state.said()} @keydown=${leave}>
        ${state.meanings.map(meaning)}
      </div>`,
    )}`;
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
    ${button('code', app.t('shell.nav.embedding'), () => openExport('embed'))}
    <a class="btn" href=${editorAddress(app)}>${iconView('setUp')}<span>${app.t('game-view.entry.edit')}</span></a>
  </div>`;
}

/** A move that names nothing but its piece and its destination. */
const OF_CHESS = /^[a-z]?[a-i]?x?[a-i]\d$/i;

/**
 * The moves that a text means here, a sentence about its fault, or null if the position or the text changed meanwhile.
 * @param {App} app
 * @param {string} text
 * @param {object} how
 * @param {(said: () => string, wrong: boolean) => void} how.onWait  called when the engine has to be waited for, with what
 *   can be said already
 * @param {() => boolean} how.isAsked  whether the text still stands there
 * @returns {Promise<Meaning[] | (() => string) | null>}
 */
export async function understand(app, text, { onWait, isAsked }) {
  const { game } = app.state;
  const { tree } = game;
  const reason = app.session.cannotMoveReason();
  if (reason) return () => app.t(`game-view.entry.${reason}`);
  const { view } = nodeOf(tree);
  const plain = (view ? plainMoves(view, text) : []).map((uci) => ({ uci }));
  // A capital before small letters can be a piece: `E5e3` is an elephant, `e5e3` are coordinates.
  const isPlain = !/^[A-Z][^A-Z]*$/.test(text);
  if (plain.length > 0 && isPlain) return plain;
  const isIllegal = view && isPlain && /^[a-z]\d[a-z]\d$/i.test(text);
  const isSame = () =>
    isAsked() && app.state.game.id === game.id && app.state.game.tree.current === tree.current;
  if (app.state.engine.state !== 'idle' && app.state.engine.state !== 'thinking')
    onWait(
      () => app.t(isIllegal ? 'game-view.illegal.waiting' : 'game-view.entry.loading'),
      Boolean(isIllegal),
    );
  try {
    const notation = typedNotation(game.game, app.settings.notation, app.words.language);
    const position = { game: game.game, fen: tree.fen, moves: movesTo(tree) };
    const found = await app.client.parse({ ...position, text, notation });
    return isSame() ? found : null;
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    if (!isSame()) return null;
    const { code } = failure;
    const example = exampleOf(game.game, app.notation);
    // `e4` and `Nf3` are habits of chess: which man is meant is a guess, and its fault would explain nothing.
    const isOfChess = game.game === 'xiangqi' && app.notation !== 'san' && OF_CHESS.test(text);
    if (code === 'illegal_move' && isOfChess)
      return () => app.t('game-view.entry.illegalHow', { text, example });
    if (code === 'illegal_move') {
      app.refusal.mark(failure);
      return () => app.refusal.inWords(game.game, failure) ?? app.t('game-view.entry.illegal', { text });
    }
    if (code === 'invalid_move' && plain.length > 0) return plain;
    if (code === 'invalid_move') return () => app.t('game-view.entry.malformed', { text, example });
    return () => errorInWords(app.words, failure);
  }
}

/**
 * The legal moves that coordinates mean, however they are written (`h2e2`, `H2-E2`, `e7 e8=Q`): several for a promotion
 * without its piece, none for any other text, which the rules have to read.
 * @param {Pick<Position, 'dests' | 'promotions'>} view
 * @param {string} text
 * @returns {string[]}
 */
export function plainMoves({ dests, promotions = {} }, text) {
  const plain = text.toLowerCase().replace(/[\s–—=-]+/g, '');
  const [orig, dest, letter] = [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4)];
  if (!dests[orig]?.includes(dest)) return [];
  const letters = promotions[orig + dest] ?? [''];
  const wanted = letter || letters[0] === '' ? [letter] : PROMOTIONS;
  return wanted.filter((each) => letters.includes(each)).map((each) => orig + dest + each);
}
