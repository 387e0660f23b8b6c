// The dialog that imports a game: pasted, from a file, or dropped. The engine detects the format. The current
// game is replaced only when the person has seen the result and presses Open.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { EncodingReading, Failure, ReadResult } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Source } from '../ui/drop-and-paste.js' */

import { computed } from '@preact/signals-core';
import { factsOf } from '../game/games.js';
import { treeOf } from '../game/record.js';
import { nodeOf } from '../game/tree.js';
import { recordFaultInWords, remarkInWords } from '../game-view/fault-words.js';
import { toGame } from '../game-view/focus-game.js';
import { gameTitle } from '../game-view/record-words.js';
import { button, fileButton, named, segments, select } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { dataUrl } from '../ui/files.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';

/** Typed text is read after a pause of this length. */
const PAUSE_MS = 350;
/** A game is read when the arrow keys have stayed on it for a moment. */
const PICK_MS = 150;
/** Longer texts are not put into the field: browsers take seconds to show megabytes. */
const LONGEST_SHOWN = 200_000;
const ROWS_SHOWN = 500;
const FAULTS_SHOWN = 8;
/** The largest file that fits into a message as base64; see protocol/page/messages.json. */
const LARGEST_FILE = 24 << 20;

/** @typedef {NonNullable<ReadResult['game']>} ReadGame */

/**
 * `reading`: a message stands in place of the result; `share`: how much has been read, null if unknown.
 * @typedef {object} State
 * @property {string} typed
 * @property {Source | null} source
 * @property {boolean} reading
 * @property {number | null} share
 * @property {ReadResult | null} result
 * @property {Failure | null} error
 * @property {string} encoding  of the file: the one that was taken, or chosen
 * @property {EncodingReading[]} encodings  those that it may have, the likeliest first; none where there is no doubt
 * @property {boolean} refused  another tab played the game to be replaced
 * @property {ReadResult | null} list  of a file with several games
 * @property {string} search
 * @property {number} active  the row selected with the arrow keys; -1: none yet
 * @property {'person' | 'engine'} opponent
 * @property {'red' | 'black'} side
 * @property {'new' | 'merge'} how  it is opened on the analysis board
 */

/** @returns {Omit<State, 'opponent' | 'side'>} */
const nothingRead = () => ({
  typed: '',
  source: null,
  reading: false,
  share: null,
  result: null,
  error: null,
  encoding: '',
  encodings: [],
  refused: false,
  list: null,
  search: '',
  active: -1,
  how: 'new',
});

/**
 * @param {App<PlaySession>} app
 * @param {((record: ReadGame) => boolean) | null} [merge]  on the analysis board: adds a record to the analysis at hand;
 *   false where it starts from another position
 */
export function importDialog(app, merge = null) {
  const state = reactive(/** @type {State} */ ({ ...nothingRead(), opponent: 'person', side: 'red' }));
  /** Identifies the latest reading; answers to earlier ones are dropped. @type {object | null} */
  let token = null;
  /** @type {any} */
  let pause = null;
  const dialog = makeDialog(app, { name: 'import', title: 'records.import.title', body: form });
  dialog.node.addEventListener('close', forget);
  const titles = computed(() => titlesOf(app, state.list));

  function form() {
    const { source, share, result } = state;
    const game = result?.game;
    const ready = game && (game.moves.length > 0 || game.errors.length === 0);
    const [first] = factsOf(/** @type {GameName} */ (game?.game ?? app.state.game.game)).sides;
    return html`<form class="form" method="dialog" @submit=${openGame}>
      <div class="field">
        <label for="import-text">${app.t('records.import.paste')}</label>
        ${textField()} ${source?.name ? sourceName(source.name) : nothing}
      </div>
      <div class="row">
        ${fileButton('file', app.t('records.import.file'), '', takeFile)}
        <span class="small muted">${app.t('records.import.drop')}</span>
      </div>
      ${share === null ? nothing : html`<progress max="1" value=${share} aria-label=${app.t('records.import.reading')}></progress>`}
      <div class="found" role="status" data-tone=${isBad(state) ? 'bad' : nothing}>${found()}</div>
      ${encodingField()}
      ${state.list ? gameList(app, state, titles.value, pick) : nothing}
      ${ready && mayMerge(game) ? howField() : nothing}
      ${ready && !merge ? againstFields(first) : nothing}
      <div class="row buttons">
        <button class="btn main grow" type="submit" ?disabled=${!ready}>${app.t('records.import.open')}</button>
        ${button(null, app.t('ui.cancel'), dialog.close)}
      </div>
    </form>`;
  }

  /** @param {import('../game/types.js').Side} first */
  const againstFields = (first) => html`${segments({
    name: 'import-against',
    legend: app.t('records.import.against.label'),
    choices: named(['person', 'engine'], (value) => app.t(`records.import.against.${value}`)),
    chosen: state.opponent,
    choose: (value) => update(state, { opponent: value }),
  })}
  ${
    state.opponent === 'engine'
      ? segments({
          name: 'import-side',
          legend: app.t('records.import.side'),
          choices: { red: app.t(`game-view.side.${first}`), black: app.t('game-view.side.black') },
          chosen: state.side,
          choose: (value) => update(state, { side: value }),
        })
      : nothing
  }`;

  /** Whether a record can be added to the analysis at hand. @param {ReadGame} record */
  function mayMerge({ game, fen }) {
    const now = app.state.game;
    return merge !== null && game === now.game && fen === now.tree.fen && now.tree.nodes.size > 1;
  }

  const howField = () =>
    segments({
      name: 'import-how',
      legend: app.t('records.import.how.label'),
      choices: named(['new', 'merge'], (value) => app.t(`records.import.how.${value}`)),
      chosen: state.how,
      choose: (how) => update(state, { how }),
    });

  const textField = () => html`<textarea
    id="import-text"
    rows="6"
    spellcheck="false"
    autocomplete="off"
    autofocus
    placeholder=${app.t('records.import.placeholder')}
    ?hidden=${Boolean(state.source?.name)}
    .value=${state.typed}
    @input=${typed}
    @paste=${pasted}
  ></textarea>`;

  /** The name of a file, shown instead of its text. @param {string} name */
  const sourceName = (name) => html`<p class="taken">${name}</p>
    ${button(null, app.t('records.import.other'), typeInstead, { kind: 'plain' })}`;

  function typeInstead() {
    forget();
    document.getElementById('import-text')?.focus();
  }

  function found() {
    const { reading, error, refused, result } = state;
    if (refused && !app.state.plays) return app.t('records.import.elsewhere');
    if (reading)
      return app.t(
        app.state.engine.state === 'loading' ? 'records.import.waiting' : 'records.import.reading',
      );
    if (error) return failureParts(app, error);
    return result ? foundParts(app, result) : nothing;
  }

  /** What the bytes of the file were taken for, and what else they may be. */
  function encodingField() {
    const { encoding, encodings } = state;
    if (encodings.length === 0) return nothing;
    const named = encodings.map(({ encoding, sample }) => [
      encoding,
      [encodingName(app, encoding), sample].filter(Boolean).join(' · '),
    ]);
    return select({
      id: 'import-encoding',
      label: app.t('records.import.encoding'),
      choices: Object.fromEntries(named),
      chosen: encoding,
      choose: (encoding) => {
        update(state, { encoding, list: null, search: '', active: -1 });
        read(null);
      },
    });
  }

  /** @param {InputEvent} event */
  function typed({ target }) {
    clearTimeout(pause);
    const text = /** @type {HTMLTextAreaElement} */ (target).value;
    update(state, { typed: text });
    pause = setTimeout(() => (text.trim() ? take({ text }) : forget()), PAUSE_MS);
  }

  /** @param {ClipboardEvent} event */
  function pasted(event) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    take({ text, name: pastedName(text) });
  }

  /** @param {Event} event */
  async function openGame(event) {
    event.preventDefault(); // the dialog stays if the game cannot be opened
    const { game, format } = state.result ?? {};
    if (!game) return;
    const { opponent, side } = state;
    const level = app.settings.levels[/** @type {GameName} */ (game.game)];
    // A record opens at its start. A position, or a game that goes on against the engine, opens at its end.
    const isRecord = format !== 'fen' && format !== 'moves';
    const at = isRecord && (merge || opponent === 'person') ? 'start' : 'end';
    const merged = mayMerge(game) && state.how === 'merge' && merge?.(game);
    const request = { opponent: merge ? /** @type {const} */ ('person') : opponent, side, level };
    if (!merged && !(await app.session.openRecord(game, request, at)))
      return update(state, { refused: true });
    const [fault] = game.errors;
    if (fault) app.session.notify({ kind: 'record_fault', error: fault });
    dialog.node.addEventListener('close', toGame, { once: true });
    dialog.close();
  }

  /** @param {string} text */
  function pastedName(text) {
    return app.t('records.import.pasted', { size: Math.round(text.length / 100_000) / 10 });
  }

  function forget() {
    clearTimeout(pause);
    token = null;
    update(state, nothingRead());
  }

  /** @param {File} file */
  async function takeFile(file) {
    const { name, size } = file;
    if (size > LARGEST_FILE) return refuse(name, 'too_large');
    try {
      const [, data] = (await dataUrl(file)).split(',');
      take({ data, name });
    } catch {
      refuse(name, 'unreadable');
    }
  }

  /** @param {string} name @param {string} reason */
  function refuse(name, reason) {
    forget();
    update(state, { source: { name }, error: { code: 'invalid_record', reason, message: '' } });
  }

  /** @param {Source} source */
  function take(source) {
    forget();
    update(state, { source, typed: source.name ? '' : (source.text ?? '') });
    read(null);
  }

  /** Read a game of the list after a pause: the arrow keys may go on. @param {number} number */
  function pick(number) {
    clearTimeout(pause);
    pause = setTimeout(() => read(number), PICK_MS);
  }

  /** @param {number | null} number of the game that is wanted, where there are several */
  async function read(number) {
    if (!state.source) return;
    const mine = {};
    token = mine;
    update(state, { reading: true, share: null, result: null, error: null });
    const { text, data } = state.source;
    const content = data === undefined ? { text } : { data, encoding: state.encoding || null };
    try {
      const result = await app.client.read(
        { game: app.state.game.game, ...content, pick: number },
        { onProgress: (share) => token === mine && update(state, { share }) },
      );
      if (token !== mine) return;
      const { encoding, encodings = [] } = result;
      update(state, { result, encoding: encoding ?? '', encodings });
      if (result.total > 1) update(state, { list: result });
    } catch (error) {
      if (token !== mine) return;
      const failure = /** @type {Failure} */ (error);
      update(state, { error: failure, ...offeredBy(failure) });
    }
    update(state, { reading: false, share: null });
  }

  return {
    ...dialog,
    /** Open with what was dropped or pasted on the page. @param {{ text?: string, file?: File }} [given] */
    open: ({ text, file } = {}) => {
      dialog.open();
      if (file) takeFile(file);
      else if (text) take(text.length > LONGEST_SHOWN ? { text, name: pastedName(text) } : { text });
    },
  };
}

/**
 * The encodings that the error of a file names.
 * @param {Failure} error
 * @returns {Partial<Pick<State, 'encoding' | 'encodings'>>}
 */
function offeredBy({ details = {} }) {
  const { encoding, encodings } = /** @type {Record<string, string>} */ (details);
  return encodings
    ? { encoding, encodings: encodings.split(' ').map((each) => ({ encoding: each, sample: '' })) }
    : {};
}

/** `utf-8+cp1252` is a file that mixes two. @param {App<PlaySession>} app @param {string} encoding */
const encodingName = (app, encoding) =>
  encoding
    .split('+')
    .map((each) => app.t(/** @type {any} */ (`records.encoding.${each}`)))
    .join(' + ');

/** @param {State} state */
const isBad = ({ error, refused, result }) =>
  refused || error !== null || (result?.game?.errors.length ?? 0) > 0;

/** The message about a text that can be opened, at least in part. @param {App<PlaySession>} app @param {ReadResult} result */
function foundParts(app, { game, total, format }) {
  const named = app.t(/** @type {any} */ (`records.import.format.${format}`));
  const titled = (/** @type {string} */ title) =>
    html`<b>${title ? app.t('records.import.found', { format: named, title }) : named}</b>`;
  if (!game) return titled(app.t('records.import.games', { count: total }));
  const title = titled([gameTitle(app, game.headers), countInWords(app, game)].filter(Boolean).join(' · '));
  const count = game.errors.length;
  const remarks = remarkParts(app, game);
  if (count === 0) return [title, remarks];
  const shown = game.errors.slice(0, FAULTS_SHOWN).map((error) => recordFaultInWords(app.words, error));
  if (count > shown.length) shown.push(app.t('records.import.faults.more', { count: count - shown.length }));
  return html`${title} ${remarks}
    <p>${app.t('records.import.faults.count', { count })}</p>
    <ul class="faults">${shown.map((text) => html`<li>${text}</li>`)}</ul>
    ${game.moves.length > 0 ? html`<p>${app.t('records.import.kept')}</p>` : failedNote(app)}`;
}

/** What was assumed. @param {App<PlaySession>} app @param {ReadGame} game */
function remarkParts(app, { game, remarks = [] }) {
  if (remarks.length === 0) return nothing;
  const texts = remarks.map((each) => remarkInWords(app.words, each, /** @type {GameName} */ (game)));
  return html`<p>${app.t('game-view.remark.title')}</p>
    <ul class="remarks">${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** @param {App<PlaySession>} app @param {ReadGame} game */
function countInWords(app, game) {
  const main = nodeOf(treeOf(game, null)).ply;
  if (game.moves.length === 0) return '';
  const beside = game.moves.length - main;
  const texts = [app.t('records.import.moves', { count: main })];
  if (beside > 0) texts.push(app.t('records.import.variations', { count: beside }));
  return texts.join(' · ');
}

/** @param {App<PlaySession>} app @param {Failure} error */
const failureParts = (app, error) => html`<b>${app.t('records.import.failed')}</b>
  <p>${recordFaultInWords(app.words, error)}</p>
  ${failedNote(app)}`;

/** @param {App<PlaySession>} app */
const failedNote = (app) => html`<p class="muted">${app.t('records.import.untouched')}</p>`;

/** The games of a file, by their numbers. @param {App<PlaySession>} app @param {ReadResult | null} list */
function titlesOf(app, list) {
  return (list?.games ?? []).map((headers, number) => {
    const title = gameTitle(app, headers) || app.t('records.import.untitled', { number: number + 1 });
    return { number, title, found: title.toLowerCase() };
  });
}

/**
 * The games of a file, to choose one: a field to search in, and a list box, which keeps the focus while the arrow keys
 * go through its rows.
 * @param {App<PlaySession>} app
 * @param {State} state
 * @param {ReturnType<typeof titlesOf>} titles
 * @param {(number: number) => void} pick
 */
function gameList(app, state, titles, pick) {
  const wanted = state.search.trim().toLowerCase();
  const matching = titles.filter(({ found }) => found.includes(wanted));
  const shown = matching.slice(0, ROWS_SHOWN);
  const hidden = (wanted ? matching.length : (state.list?.total ?? 0)) - shown.length;
  const active = Math.min(state.active, shown.length - 1);
  const idOf = (/** @type {number} */ row) => `import-game-${row}`;

  /** @param {number} row */
  function choose(row) {
    if (!shown[row]) return;
    update(state, { active: row });
    pick(shown[row].number);
    document.getElementById(idOf(row))?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const last = shown.length - 1;
    /** @type {Record<string, number>} */
    const rows = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: last,
      ' ': active,
    };
    if (!(event.key in rows)) return;
    event.preventDefault();
    choose(rows[event.key]);
  }

  return html`<div class="field games">
    <input
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${app.t('records.import.search')}
      aria-label=${app.t('records.import.search')}
      @input=${(/** @type {any} */ { target }) => update(state, { search: target.value, active: -1 })}
    />
    <div
      class="rows"
      role="listbox"
      tabindex="0"
      aria-label=${app.t('records.import.choose')}
      aria-activedescendant=${active < 0 ? nothing : idOf(active)}
      @keydown=${onKey}
    >
      ${shown.map(
        ({ number, title }, row) => html`<div
          role="option"
          id=${idOf(row)}
          class=${row === active ? 'active' : ''}
          aria-selected=${number === state.list?.pick}
          @click=${() => choose(row)}
        >
          <span class="n">${app.words.number(number + 1)}</span><span>${title}</span>
        </div>`,
      )}
    </div>
    ${hidden > 0 ? html`<p class="small muted">${app.t('records.import.more', { count: hidden })}</p>` : nothing}
  </div>`;
}
