// My games: the games played and imported, to be found, continued, renamed, deleted, and exported as one file.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Entry, Library } from '../storage/library.js' */

import { factsOf, GAME_NAMES } from '../game/games.js';
import { toGame } from '../game-view/focus-game.js';
import { levelTitle } from '../game-view/piece-words.js';
import { gameTitle } from '../game-view/record-words.js';
import { opponentOf, timeOf } from '../storage/library.js';
import { button, fileButton, iconButton, named, select } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { saveFile } from '../ui/files.js';
import { iconView } from '../ui/icon-view.js';
import { update } from '../ui/reactive.js';
import { html, mount, nothing } from '../ui/view.js';
import { GameList } from './game-list.js';

export { Library } from '../storage/library.js';

const OPPONENTS = /** @type {const} */ (['engine', 'person', 'imported']);
/** @type {Readonly<Record<string, Key>>} */
const RESULTS = {
  '1-0': 'records.library.result.first',
  '0-1': 'records.library.result.second',
  '1/2-1/2': 'records.library.result.draw',
  '*': 'records.library.result.open',
};

/** @param {App<PlaySession>} app @param {Library} library */
export function libraryDialog(app, library) {
  const body = document.createElement('div'); // it stays while the dialog is closed, with its filters
  body.className = 'form library';
  const dialog = makeDialog(app, { name: 'library-dialog', title: 'shell.library', body });
  const opened = (/** @type {string | null} */ address) => {
    dialog.close();
    if (address === null) toGame();
    else location.assign(address);
  };
  const list = new GameList(app, library, { site: document.baseURI, opened, save: saveFile });
  mount(
    body,
    () =>
      html`<a class="btn to-studies" href="study.html">${iconView('book')}<span>${app.t('study.title')}</span></a>`,
    () => filters(app, list),
    () => games(app, list),
  );
  library.onChange(() => dialog.node.open && list.refresh());
  return {
    ...dialog,
    open: () => {
      dialog.open();
      list.begin();
    },
  };
}

/** @param {App} app @param {GameList} list */
const filters = (app, list) => html`<form class="form search" role="search" @submit=${stay}>
  <div class="field">
    <label for="library-text">${app.t('records.library.search')}</label>
    <input
      id="library-text"
      type="text"
      autocomplete="off"
      @input=${(/** @type {any} */ event) => list.narrow({ text: event.target.value })}
    />
  </div>
  <details><summary>${app.t('records.library.filters')}</summary><div class="filters">
  ${choice(app, list, 'game', 'game-view.game.label', GAME_NAMES, (name) => `game-view.game.${name}`)}
  ${choice(app, list, 'opponent', 'game-view.player.opponent', OPPONENTS, (name) => `records.library.opponent.${name}`)}
  ${choice(app, list, 'result', 'records.library.result.label', Object.keys(RESULTS), (name) => RESULTS[name])}
  ${day(app, list, 'from', 'records.library.from')} ${day(app, list, 'to', 'records.library.to')}
  </div></details>
</form>`;

/**
 * @param {App} app
 * @param {GameList} list
 * @param {'game' | 'opponent' | 'result'} name
 * @param {Key} label
 * @param {readonly string[]} values
 * @param {(value: any) => string} key
 */
const choice = (app, list, name, label, values, key) =>
  select({
    id: `library-${name}`,
    label: app.t(label),
    choices: named(['', ...values], (value) =>
      app.t(value ? /** @type {Key} */ (key(value)) : 'records.library.any'),
    ),
    chosen: list.state.filter[name] ?? '',
    choose: (value) => list.narrow({ [name]: value || undefined }),
  });

/** @param {App} app @param {GameList} list @param {'from' | 'to'} name @param {Key} label */
const day = (app, list, name, label) => html`<div class="field">
  <label for="library-${name}">${app.t(label)}</label>
  <input
    id="library-${name}"
    type="date"
    @change=${(/** @type {any} */ { target }) => list.narrow({ [name]: target.value || undefined })}
  />
</div>`;

/** @param {App} app @param {GameList} list */
function games(app, list) {
  const { entries, shown, message, bad } = list.state;
  const isEmpty = entries.length === 0;
  return html`
    ${isEmpty ? html`<p class="muted">${app.t(list.isNarrowed ? 'records.library.nothing' : 'records.library.none')}</p>` : nothing}
    <ul class="games" ?hidden=${isEmpty}>
      ${entries.slice(0, shown).map((entry) => row(app, list, entry))}
    </ul>
    ${entries.length > shown ? button(null, app.t('records.library.more'), () => list.showMore()) : nothing}
    <p class="small ${bad ? 'fault' : ''}" role="status">${message}</p>
    <div class="row">
      ${button('export', app.t('records.library.export'), () => list.exportAll(), { disabled: isEmpty && !list.isNarrowed })}
      ${fileButton('import', app.t('records.library.import'), '.json,application/json', (file) => list.importAll(file))}
    </div>
  `;
}

/** @param {App} app @param {GameList} list @param {Entry} entry */
function row(app, list, entry) {
  const { id } = entry;
  const title = titleOf(app, entry);
  if (list.state.renaming === id) return html`<li>${renameForm(app, list, entry, title)}</li>`;
  const rename = () => {
    update(list.state, { renaming: id });
    focusSoon('.rename input');
  };
  return html`<li data-id=${id}>
    <button class="open" type="button" @click=${() => list.open(entry)}>
      <b>${title}</b><span class="small muted">${factsInWords(app, entry)}</span>
    </button>
    ${iconButton('pen', app.t('records.library.rename.of', { title }), rename)}
    ${iconButton('bin', app.t('records.library.delete.of', { title }), () => update(list.state, { deleting: id }))}
    ${list.state.deleting === id ? deleteQuestion(app, list, id) : nothing}
  </li>`;
}

/** @param {App} app @param {GameList} list @param {Entry} entry @param {string} title  the given one, or what stands for it */
function renameForm(app, list, { id, title: given }, title) {
  const end = () => {
    update(list.state, { renaming: null });
    focusSoon(`[data-id="${CSS.escape(id)}"] .icon-only`);
  };
  const save = (/** @type {any} */ event) => {
    event.preventDefault();
    end();
    list.rename(id, event.currentTarget.elements.namedItem('name').value);
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault(); // it would close the dialog
    end();
  };
  return html`<form class="row rename" @submit=${save} @keydown=${onKey}>
    <input
      name="name"
      type="text"
      maxlength="200"
      autocomplete="off"
      aria-label=${app.t('records.library.name')}
      placeholder=${title}
      .value=${given ?? ''}
    />
    <button class="btn main" type="submit">${app.t('records.library.save')}</button>
    ${button(null, app.t('ui.cancel'), end)}
  </form>`;
}

/** @param {App} app @param {GameList} list @param {string} id */
function deleteQuestion(app, list, id) {
  const remove = () => {
    list.remove(id);
    focusSoon('#library-text');
  };
  const keep = () => {
    update(list.state, { deleting: null });
    focusSoon(`[data-id="${CSS.escape(id)}"] .icon-only + .icon-only`);
  };
  return html`<div class="row ask" role="group" aria-label=${app.t('records.library.delete.ask')}>
    <span>${app.t('records.library.delete.ask')}</span>
    ${button(null, app.t('records.library.delete.button'), remove)}
    ${button(null, app.t('ui.cancel'), keep)}
  </div>`;
}

/** Move the focus to an element of the dialog that is about to be drawn. @param {string} selector */
const focusSoon = (selector) =>
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(`.library ${selector}`))?.focus(),
  );

/** @param {Event} event */
const stay = (event) => event.preventDefault();

/** The title of a game: its given name, its players, or its opponent. @param {App} app @param {Entry} entry */
function titleOf(app, entry) {
  const { title, headers, game, level } = entry;
  const named = title || (headers && gameTitle(app, { ...headers, Date: '', Result: '*' }));
  if (named) return named;
  if (opponentOf(entry) !== 'engine') return app.t(`records.library.opponent.${opponentOf(entry)}`);
  return `${app.t('records.library.opponent.engine')} · ${levelTitle(app.words, game, level)}`;
}

/** Day, game, opening, result and length. @param {App} app @param {Entry} entry */
function factsInWords(app, entry) {
  const { game, opening, result, plies } = entry;
  const { language } = app.words;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(timeOf(entry));
  const [first] = factsOf(game).sides;
  const side = result === '1-0' ? first : result === '0-1' ? 'black' : null;
  const how = side
    ? app.t('records.library.won', { side: app.t(`game-view.side.${side}`) })
    : app.t(RESULTS[result]);
  const parts = [date, app.t(`game-view.game.${game}`), opening?.[language] ?? opening?.en, how];
  return [...parts, app.t('records.import.moves', { count: plies })].filter(Boolean).join(' · ');
}
