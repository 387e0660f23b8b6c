// Beside the editor's board: whose turn it is and the counters, the FEN, what is wrong, and where to go from there.

/** @import { App } from '../game-view/app.js' */
/** @import { EditorSession } from './session.js' */
/** @import { Inspection } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { noChange } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { addressOf, analysisAddress, endingAddress, makePuzzleAddress } from '../game/address.js';
import { factsOf, GAME_NAMES, turnOfFen } from '../game/games.js';
import { readFields, withRights } from '../game/setup.js';
import { errorInWords, odditiesInWords, remarkInWords } from '../game-view/fault-words.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { button, named, segments, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { iconView } from '../ui/icon-view.js';
import { html, nothing, when } from '../ui/view.js';

const SITE = new URL('../', import.meta.url);
const RIGHTS = /** @type {const} */ ([
  ['white', 'KQ'],
  ['black', 'kq'],
]);
/** The largest counter in a FEN. */
const MOST = 9999;

/**
 * @param {App<EditorSession>} app
 * @param {{ share: () => unknown, embed: () => unknown, picture: () => unknown }} dialogs
 */
export const editorPanel = (app, dialogs) => () =>
  html`<div class="set-up">
  ${edits(app)}
  <form class="fields" novalidate @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    ${gameField(app)} ${turnField(app)} ${counterFields(app)}
    ${app.state.game.game === 'chess' ? chessFields(app) : nothing}
  </form>
  ${fenField(app)}
  ${button('camera', app.t('picture.open'), dialogs.picture)} ${judgement(app)} ${ways(app, dialogs)}
</div>`;

/** @param {App<EditorSession>} app */
function edits(app) {
  const { session } = app;
  const tool = (
    /** @type {string} */ icon,
    /** @type {Key} */ label,
    /** @type {() => unknown} */ act,
    enabled = true,
  ) => button(icon, app.t(label), act, { disabled: !enabled });
  return html`<div class="tools" role="group" aria-label=${app.t('editor.edits')}>
    ${tool('back', 'editor.undo', () => session.undo(), app.state.canUndo)}
    ${tool('redo', 'editor.redo', () => session.redo(), app.state.canRedo)}
    ${tool('flip', 'editor.flip', () => session.flip())}
    ${tool('setUp', 'editor.start', () => session.start())}
    ${tool('empty', 'editor.clear', () => session.clear())}
    ${tool('mirror', 'editor.mirror', () => session.mirror())}
    ${tool('swap', 'editor.swap', () => session.swap())}
  </div>`;
}

/** @param {App<EditorSession>} app */
const gameField = (app) =>
  select({
    id: 'editor-game',
    label: app.t('editor.game'),
    choices: named(GAME_NAMES, (name) => app.t(`game-view.game.${name}`)),
    chosen: app.state.game.game,
    choose: (/** @type {GameName} */ name) => app.session.start(name),
  });

/** @param {App<EditorSession>} app */
function turnField(app) {
  const { game } = app.state.game;
  const { sides } = factsOf(game);
  return segments({
    name: 'editor-turn',
    legend: app.t('editor.turn'),
    choices: named(sides, (side) => app.t(`game-view.side.${side}`)),
    chosen: turnOfFen(game, app.state.fen),
    choose: (side) => app.session.set({ turn: side === 'black' ? 'b' : 'w' }),
  });
}

/** @param {App<EditorSession>} app */
function counterFields(app) {
  if (app.state.game.game === 'liuzichong') return nothing;
  const { halfmoves, fullmove } = readFields(app.state.fen);
  return html`${counter(app, 'halfmoves', halfmoves, 0)}${counter(app, 'fullmove', fullmove, 1)}`;
}

/** The counter that is being typed: an answer of the rules does not overwrite it. */
let typing = '';
const type = (/** @type {string} */ name) => {
  typing = name;
};

/** @param {App<EditorSession>} app @param {'halfmoves' | 'fullmove'} name @param {string} value @param {number} least */
function counter(app, name, value, least) {
  const change = (/** @type {any} */ { target }) => {
    type('');
    const number = Math.round(Number(target.value));
    const fits = target.value !== '' && number >= least && number <= MOST;
    if (fits) app.session.set({ [name]: String(number) });
    else target.value = value;
  };
  const note = /** @type {Key} */ (`editor.note.${name}`);
  const third = app.state.game.game === 'chess' ? 'third' : '';
  return html`<div class="field ${third}">
    <label for="editor-${name}" title=${app.t(note)}>${app.t(`editor.${name}`)}</label>
    <input
      type="number"
      id="editor-${name}"
      min=${least}
      max=${MOST}
      step="1"
      inputmode="numeric"
      .value=${typing === name ? noChange : live(value)}
      @input=${() => type(name)}
      @change=${change}
      @blur=${() => type('')}
    />
  </div>`;
}

/** @param {App<EditorSession>} app */
function chessFields(app) {
  const { castling, enPassant } = readFields(app.state.fen);
  const possible = current(app)?.enPassant ?? [];
  const squares = ['-', ...new Set([...possible, enPassant].filter((square) => square !== '-'))];
  const pair = (/** @type {typeof RIGHTS[number]} */ [side, letters]) => html`<div class="row">
    <span>${app.t(`game-view.side.${side}`)}</span>${[...letters].map((letter) => right(app, letter, castling))}
  </div>`;
  return html`${select({
    id: 'editor-passed',
    label: app.t('editor.enPassant'),
    choices: named(squares, (square) => (square === '-' ? app.t('editor.noEnPassant') : square)),
    chosen: enPassant,
    choose: (square) => app.session.set({ enPassant: square }),
    kind: 'third',
  })}
    <fieldset class="field castling">
      <legend>${app.t('editor.castling')}</legend>
      <div>${RIGHTS.map(pair)}</div>
    </fieldset>`;
}

/** @param {App<EditorSession>} app @param {string} letter @param {string} castling */
function right(app, letter, castling) {
  const on = castling.includes(letter);
  const turn = () =>
    app.session.set({ castling: withRights(on ? castling.replace(letter, '') : castling + letter) });
  const side = app.t(letter === letter.toUpperCase() ? 'game-view.side.white' : 'game-view.side.black');
  const text = letter.toUpperCase() === 'K' ? 'O-O' : 'O-O-O';
  return html`<label class="right"
    ><input type="checkbox" aria-label="${side} ${text}" .checked=${live(on)} @change=${turn} /><span>${text}</span></label
  >`;
}

/** @param {App<EditorSession>} app */
function fenField(app) {
  const { session } = app;
  const { fen, typed, remarks, game } = app.state;
  const fault = typed?.fault ? errorInWords(app.words, typed.fault, game.game) : '';
  return html`<div class="field fen">
    <label for="editor-fen">${app.t('editor.fen')}</label>
    <div class="row">
      <textarea
        id="editor-fen"
        rows="2"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        maxlength="20000"
        aria-describedby="editor-fault"
        aria-invalid=${fault ? 'true' : nothing}
        .value=${live(typed?.text ?? fen)}
        @input=${(/** @type {any} */ { target }) => session.type(target.value)}
        @blur=${() => session.endTyping()}
      ></textarea>
      ${copyButton(app, { name: 'fen', symbol: 'copy', label: app.t('game-view.entry.copyFen'), text: () => fen })}
    </div>
    <p class="fault small" id="editor-fault" role="alert">${fault}</p>
    ${remarks.map((each) => html`<p class="small muted" role="status">${remarkInWords(app.words, each, game.game)}</p>`)}
  </div>`;
}

/** The verdict of the rules on the current position, or null before they have answered. @param {App<EditorSession>} app */
function current(app) {
  const { inspection, fen } = app.state;
  return inspection?.fen === fen ? inspection : null;
}

/** @param {App<EditorSession>} app */
function judgement(app) {
  const { game, inspection, engine } = app.state;
  // The last verdict stays until the rules have judged the next position.
  const [tone, title, lines] = inspection ? verdictOn(app, inspection) : ['', waiting(app, engine.state), []];
  return html`<div class="judged ${tone}" role="status" data-game=${game.game}>
    ${iconView(tone === 'bad' ? 'warn' : tone === 'good' ? 'done' : 'info')}
    <div>
      <p>${title}</p>
      ${lines.length > 0 ? html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
    </div>
  </div>`;
}

/** @param {App<EditorSession>} app @param {string} engine */
const waiting = (app, engine) => app.t(engine === 'failed' ? 'game-view.error.failed' : 'editor.waiting');

/** @param {App<EditorSession>} app @param {Inspection} inspection @returns {[tone: string, title: string, lines: string[]]} */
function verdictOn(app, { faults, view }) {
  const { game } = app.state.game;
  if (!view) {
    const lines = faults.map((fault) => errorInWords(app.words, { ...fault, details: fault }, game));
    return ['bad', app.t('editor.illegal', { count: lines.length }), lines];
  }
  const oddities = odditiesInWords(app.words, view.status ?? []);
  if (view.outcome) {
    const { sentence } = outcomeInWords(app.words, view.outcome, game);
    return ['warn', app.t('editor.over'), [sentence, ...oddities]];
  }
  if (oddities.length > 0) return ['warn', app.t('editor.odd'), oddities];
  return ['good', app.t('editor.legal'), []];
}

/** Ctrl+Z and Ctrl+Y, except in dialogs, and in fields, which have their own. @param {EditorSession} session */
export function listenForUndo(session) {
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || !(ctrlKey || metaKey) || !(target instanceof Element)) return;
    if (target.closest('textarea, input[type=number]') || document.querySelector('dialog[open]')) return;
    const letter = key.toLowerCase(); // Caps Lock changes nothing
    if (letter === 'z' && !shiftKey) session.undo();
    else if (letter === 'y' || letter === 'z') session.redo();
    else return;
    event.preventDefault();
  });
}

/** The addresses that open the position on the pages where it is legal. @param {App<EditorSession>} app */
export function addressesOf(app) {
  const { game, fen } = app.state;
  const view = current(app)?.view;
  const side = turnOfFen(game.game, fen);
  return {
    ...(view && { analysis: analysisAddress(SITE.href, game) }),
    ...(view && !view.outcome && { play: addressOf(SITE, { game: game.game, fen, side }) }),
  };
}

/**
 * Links to other pages. Those that need a playable position say why they are disabled.
 * @param {App<EditorSession>} app
 * @param {{ share: () => unknown, embed: () => unknown }} dialogs
 */
function ways(app, { share, embed }) {
  const { game, fen } = app.state;
  const { analysis, play } = addressesOf(app);
  const legal = analysis !== undefined;
  const open = play !== undefined;
  const ending = endingAddress(game.game, fen);
  return html`<div class="ways" role="group" aria-label=${app.t('editor.ways')}>
    ${way(app, 'next', 'editor.play', play, open, 'main')}
    ${way(app, 'graph', 'editor.analyse', analysis, legal)}
    ${when(game.game !== 'liuzichong', () =>
      way(
        app,
        'check',
        'editor.puzzle',
        makePuzzleAddress(new URL('puzzles.html', SITE), { game: game.game, fen }),
        open,
      ),
    )}
    ${ending.includes('?') ? way(app, 'book', 'editor.endings', ending, open) : nothing}
    ${button('share', app.t('editor.share'), share)}
    ${button('code', app.t('editor.embed'), embed, { disabled: !legal })}
    ${legal ? nothing : html`<p class="small muted" id="editor-why">${app.t('editor.why.illegal')}</p>`}
    ${legal && !open ? html`<p class="small muted" id="editor-why">${app.t('editor.why.over')}</p>` : nothing}
  </div>`;
}

/**
 * A link to another page with this position, as a button.
 * @param {App<EditorSession>} app @param {string} icon @param {Key} label @param {string | undefined} href @param {boolean} enabled
 * @param {string} [kind]
 */
function way(app, icon, label, href, enabled, kind = '') {
  const inside = html`${iconView(icon)}<span>${app.t(label)}</span>`;
  // A link without an address is disabled, but keeps its place and its name.
  return enabled
    ? html`<a class="btn ${kind}" href=${href}>${inside}</a>`
    : html`<a class="btn ${kind}" role="link" aria-disabled="true" aria-describedby="editor-why" tabindex="0">${inside}</a>`;
}
