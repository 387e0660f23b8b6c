// The dialog that imports a game.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Failure, ReadResult } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { ReadGame } from './importer.js' */

import { factsOf } from '../game/games.js';
import { treeOf } from '../game/record.js';
import { nodeOf } from '../game/tree.js';
import { recordFaultInWords, remarkInWords } from '../game-view/fault-words.js';
import { toGame } from '../game-view/focus-game.js';
import { gameTitle } from '../game-view/record-words.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { button, chosenIn, fileButton, named, segments, select } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { load } from '../ui/load.js';
import { update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { Importer } from './importer.js';

const FAULTS_SHOWN = 8;

/** The parts of the views. @typedef {{ app: App<PlaySession>, importer: Importer, take: (file: File) => void, fromPicture: () => void, open: (event: Event) => void, close: () => void }} Parts */

/** @param {App<PlaySession>} app @param {((record: ReadGame) => boolean) | null} [merge]  see Importer */
export function importDialog(app, merge = null) {
  const importer = new Importer(app, merge);
  /** @param {Event} event */
  async function open(event) {
    event.preventDefault(); // the dialog stays if the game cannot be opened
    if (!(await importer.open())) return;
    dialog.node.addEventListener('close', toGame, { once: true });
    dialog.close();
  }
  const pictures = lazyDialog(app, async () => {
    const { pictureDialog } = await load(() => import('../picture/dialog.js'));
    return pictureDialog(app, (fen) => {
      dialog.open();
      importer.read({ text: fen });
    });
  });
  /** A picture of a board becomes a position first. @param {File} file */
  const take = (file) =>
    file.type.startsWith('image/') ? pictures((each) => each.open(file)) : importer.readFile(file);
  const fromPicture = () => pictures((each) => each.open());
  const body = () => form({ app, importer, take, fromPicture, open, close: dialog.close });
  const dialog = makeDialog(app, { name: 'import', title: 'records.import.title', body });
  dialog.node.addEventListener('close', () => importer.forget());
  return {
    ...dialog,
    /** Open with what was dropped or pasted on the page. @param {{ text?: string, file?: File }} [given] */
    open: ({ text, file } = {}) => {
      dialog.open();
      if (file) take(file);
      else if (text && !importer.readLong(text)) importer.read({ text });
    },
  };
}

/** @param {Parts} parts */
function form(parts) {
  const { app, importer, take, fromPicture, open, close } = parts;
  const { share, list, error, refused, result } = importer.state;
  const { ready } = importer;
  const isBad = refused || error !== null || (result?.game?.errors.length ?? 0) > 0;
  return html`<form class="form" method="dialog" @submit=${open}>
    <div class="field">
      <label for="import-text">${app.t('records.import.paste')}</label>
      ${textField(parts)}
    </div>
    <div class="row">
      ${fileButton('file', app.t('records.import.file'), '', take)}
      ${button('camera', app.t('picture.open'), fromPicture)}
      <span class="small muted">${app.t('records.import.drop')}</span>
    </div>
    ${share === null ? nothing : html`<progress max="1" value=${share} aria-label=${app.t('records.import.reading')}></progress>`}
    <div class="found" role="status" data-tone=${isBad ? 'bad' : nothing}>${found(parts)}</div>
    ${encodingField(parts)}
    ${list ? gameList(parts) : nothing}
    ${ready ? openingFields(parts, ready) : nothing}
    <div class="row buttons">
      <button class="btn main grow" type="submit" ?disabled=${!ready}>${app.t('records.import.open')}</button>
      ${button(null, app.t('ui.cancel'), close)}
    </div>
  </form>`;
}

/** The text, or the name of a file in its place. @param {Parts} parts */
function textField({ app, importer }) {
  const { source, typed } = importer.state;
  const paste = (/** @type {ClipboardEvent} */ event) => {
    if (importer.readLong(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  };
  const typeInstead = () => {
    importer.forget();
    document.getElementById('import-text')?.focus();
  };
  return html`<textarea
      id="import-text"
      rows="6"
      spellcheck="false"
      autocomplete="off"
      autofocus
      placeholder=${app.t('records.import.placeholder')}
      ?hidden=${Boolean(source?.name)}
      .value=${typed}
      @input=${(/** @type {any} */ { target }) => importer.type(target.value)}
      @paste=${paste}
    ></textarea>
    ${source?.name ? html`<p class="taken">${source.name}</p>${button(null, app.t('records.import.other'), typeInstead, { kind: 'plain' })}` : nothing}`;
}

/** @param {Parts} parts */
function found({ app, importer }) {
  const { reading, error, refused, result } = importer.state;
  if (refused && !app.state.plays) return app.t('records.import.elsewhere');
  if (reading)
    return app.t(app.state.engine.state === 'loading' ? 'records.import.waiting' : 'records.import.reading');
  if (error) return failureParts(app, error);
  return result ? foundParts(app, result) : nothing;
}

/** What the bytes of the file were taken for, and what else they may be. @param {Parts} parts */
function encodingField({ app, importer }) {
  const { encoding, encodings } = importer.state;
  if (encodings.length === 0) return nothing;
  const choices = encodings.map(({ encoding, sample }) => [
    encoding,
    [encodingName(app, encoding), sample].filter(Boolean).join(' · '),
  ]);
  return select({
    id: 'import-encoding',
    label: app.t('records.import.encoding'),
    choices: Object.fromEntries(choices),
    chosen: encoding,
    choose: (encoding) => importer.readAs(encoding),
  });
}

/** How the game is opened: on the analysis board, or against whom. @param {Parts} parts @param {ReadGame} ready */
function openingFields({ app, importer }, { game }) {
  const { state, merge, mayMerge } = importer;
  const [first] = factsOf(/** @type {GameName} */ (game)).sides;
  /** @param {'how' | 'opponent' | 'side'} name @param {Key} legend @param {Record<string, string>} choices */
  const choice = (name, legend, choices) =>
    segments({
      name: `import-${name}`,
      legend: app.t(legend),
      choices,
      ...chosenIn(state, name),
    });
  const how = named(['new', 'merge'], (value) => app.t(`records.import.how.${value}`));
  const opponents = named(['person', 'engine'], (value) => app.t(`records.import.against.${value}`));
  const sides = { red: app.t(`game-view.side.${first}`), black: app.t('game-view.side.black') };
  if (merge) return mayMerge ? choice('how', 'records.import.how.label', how) : nothing;
  return html`${choice('opponent', 'records.import.against.label', opponents)}
  ${state.opponent === 'engine' ? choice('side', 'records.import.side', sides) : nothing}`;
}

/** `utf-8+cp1252` is a file that mixes two. @param {App<PlaySession>} app @param {string} encoding */
const encodingName = (app, encoding) =>
  encoding
    .split('+')
    .map((each) => app.t(/** @type {any} */ (`records.encoding.${each}`)))
    .join(' + ');

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

/**
 * The games of a file, to choose one: a field to search in, and a list box, which keeps the focus while the arrow keys
 * go through its rows.
 * @param {Parts} parts
 */
function gameList({ app, importer }) {
  const { state } = importer;
  const { shown, hidden, active } = importer.rows;
  const idOf = (/** @type {number} */ row) => `import-game-${row}`;

  /** @param {number} row */
  function choose(row) {
    importer.choose(row);
    document.getElementById(idOf(row))?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const row = importer.rowFor(event.key);
    if (row === undefined) return;
    event.preventDefault();
    choose(row);
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
