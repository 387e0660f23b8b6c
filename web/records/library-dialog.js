// My games: the games played and imported, to be found, continued, renamed, deleted, and exported as one file.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Entry, Filter, Imported, Library } from '../storage/library.js' */

import { analysisAddress, analysisHome } from '../game/address.js';
import { setupOf } from '../game/game.js';
import { analysisSlot, factsOf, GAME_NAMES, isAnalysisSlot } from '../game/games.js';
import { toGame } from '../game-view/focus-game.js';
import { levelTitle } from '../game-view/piece-words.js';
import { gameTitle } from '../game-view/record-words.js';
import { LibraryError, opponentOf, timeOf } from '../storage/library.js';
import { button, fileButton, iconButton, named, select } from '../ui/controls.js';
import { dayOf } from '../ui/dates.js';
import { makeDialog } from '../ui/dialog.js';
import { saveFile } from '../ui/files.js';
import { reactive, update } from '../ui/reactive.js';
import { html, mount, nothing } from '../ui/view.js';

export { Library } from '../storage/library.js';

/** Games in the list at first, and with every press on "Show more". */
const STEP = 50;
const OPPONENTS = /** @type {const} */ (['engine', 'person', 'imported']);
/** @type {Readonly<Record<string, Key>>} */
const RESULTS = {
  '1-0': 'records.library.result.first',
  '0-1': 'records.library.result.second',
  '1/2-1/2': 'records.library.result.draw',
  '*': 'records.library.result.open',
};

/**
 * @typedef {object} LibraryState
 * @property {readonly Entry[]} entries  that match the filter
 * @property {Filter} filter
 * @property {number} shown
 * @property {string | null} renaming  the id of a game
 * @property {string | null} deleting  the id of a game
 * @property {string} told
 * @property {boolean} bad  whether that is a fault
 */

/** @param {App<PlaySession>} app @param {Library} library */
export function libraryDialog(app, library) {
  const state = reactive(
    /** @type {LibraryState} */ ({
      entries: [],
      filter: {},
      shown: STEP,
      renaming: null,
      deleting: null,
      told: '',
      bad: false,
    }),
  );
  const body = document.createElement('div'); // it stays while the dialog is closed, with its filters
  body.className = 'form library';
  const dialog = makeDialog(app, { name: 'library-dialog', title: 'shell.library', body });
  /** Identifies the latest query; answers to earlier ones are dropped. */
  let latest = {};

  /** @param {string} told @param {boolean} [bad] */
  const tell = (told, bad = false) => update(state, { told, bad });

  /** Do something with the library and list it again. @param {() => Promise<unknown>} act */
  async function change(act) {
    try {
      await act();
      await refresh();
    } catch (error) {
      tell(faultInWords(app, error), true);
    }
  }

  async function refresh() {
    const mine = {};
    latest = mine;
    const entries = await library.list(state.filter);
    if (mine === latest) update(state, { entries });
  }

  /** @param {Filter} filter */
  function narrow(filter) {
    update(state, { filter: { ...state.filter, ...filter }, shown: STEP });
    change(async () => {});
  }

  /** @param {Entry} entry */
  async function open({ id, slot }) {
    try {
      const game = await library.find(id);
      if (!game) return change(async () => {});
      if (slot !== null && isAnalysisSlot(slot)) {
        const atHand = slot === analysisSlot(game.game);
        const at = document.baseURI;
        dialog.close();
        return location.assign(
          atHand ? analysisHome(at, game.game) : analysisAddress(at, game, { record: true }),
        );
      }
      if (!(await app.session.reopen(game, slot))) return tell(app.t('records.library.elsewhere'), true);
      app.change({ game: game.game });
      dialog.close();
      toGame();
    } catch (error) {
      tell(faultInWords(app, error), true);
    }
  }

  /** @param {Event & { currentTarget: HTMLFormElement }} event @param {string} id */
  function rename(event, id) {
    event.preventDefault();
    const name = /** @type {HTMLInputElement} */ (event.currentTarget.elements.namedItem('name')).value;
    endRenaming(id);
    change(() => library.rename(id, name));
  }

  /** @param {Entry} entry */
  function beginRenaming({ id }) {
    state.renaming = id;
    focusSoon('.rename input');
  }

  /** @param {string} id */
  function endRenaming(id) {
    state.renaming = null;
    focusSoon(`[data-id="${CSS.escape(id)}"] .icon-only`);
  }

  /** Move the focus to an element that is about to be drawn. @param {string} selector */
  const focusSoon = (selector) =>
    requestAnimationFrame(() => /** @type {HTMLElement | null} */ (body.querySelector(selector))?.focus());

  /** @param {string} id */
  function endDeleting(id) {
    state.deleting = null;
    focusSoon(`[data-id="${CSS.escape(id)}"] .icon-only + .icon-only`);
  }

  /** @param {string} id */
  function remove(id) {
    state.deleting = null;
    focusSoon('#library-text');
    change(async () => {
      const { game, plays } = app.state;
      // The game on the board would be saved again with its next move.
      if (id === game.id && plays) {
        await app.session.begin(setupOf(game));
        app.session.dismiss('previous_kept');
      }
      await library.remove(id);
    });
  }

  const exportAll = () =>
    change(async () => {
      const { text, unreadable } = await library.exportAll();
      saveFile(`cannonfish-games-${dayOf(new Date())}.json`, text);
      if (unreadable > 0) tell(app.t('records.library.unreadable', { count: unreadable }));
    });

  /** @param {File} file */
  const importAll = (file) =>
    change(async () => tell(importInWords(app, await library.importAll(await file.text()))));

  const filters = () => html`<form class="form search" role="search" @submit=${stay}>
    <div class="field">
      <label for="library-text">${app.t('records.library.search')}</label>
      <input
        id="library-text"
        type="text"
        autocomplete="off"
        @input=${(/** @type {any} */ event) => narrow({ text: event.target.value })}
      />
    </div>
    <details><summary>${app.t('records.library.filters')}</summary><div class="filters">
    ${choice('game', 'game-view.game.label', GAME_NAMES, (name) => `game-view.game.${name}`)}
    ${choice('opponent', 'game-view.player.opponent', OPPONENTS, (name) => `records.library.opponent.${name}`)}
    ${choice('result', 'records.library.result.label', Object.keys(RESULTS), (name) => RESULTS[name])}
    ${day('from', 'records.library.from')} ${day('to', 'records.library.to')}
    </div></details>
  </form>`;

  /**
   * @param {'game' | 'opponent' | 'result'} name
   * @param {Key} label
   * @param {readonly string[]} values
   * @param {(value: any) => string} key
   */
  const choice = (name, label, values, key) =>
    select({
      id: `library-${name}`,
      label: app.t(label),
      choices: named(['', ...values], (value) =>
        app.t(value ? /** @type {Key} */ (key(value)) : 'records.library.any'),
      ),
      chosen: state.filter[name] ?? '',
      choose: (value) => narrow({ [name]: value || undefined }),
    });

  /** @param {'from' | 'to'} name @param {Key} label */
  const day = (name, label) => html`<div class="field">
    <label for="library-${name}">${app.t(label)}</label>
    <input
      id="library-${name}"
      type="date"
      @change=${(/** @type {any} */ { target }) => narrow({ [name]: target.value || undefined })}
    />
  </div>`;

  const list = () => {
    const { entries, shown, filter } = state;
    const some = Object.values(filter).some(Boolean);
    return html`
      ${entries.length === 0 ? html`<p class="muted">${app.t(some ? 'records.library.nothing' : 'records.library.none')}</p>` : nothing}
      <ul class="games" ?hidden=${entries.length === 0}>
        ${entries.slice(0, shown).map(row)}
      </ul>
      ${entries.length > shown ? button(null, app.t('records.library.more'), () => (state.shown += STEP)) : nothing}
      <p class="small ${state.bad ? 'fault' : ''}" role="status">${state.told}</p>
      <div class="row">
        ${button('export', app.t('records.library.export'), exportAll, { disabled: entries.length === 0 && !some })}
        ${fileButton('import', app.t('records.library.import'), '.json,application/json', importAll)}
      </div>
    `;
  };

  /** @param {Entry} entry */
  const row = (entry) => {
    const title = titleOf(app, entry);
    if (state.renaming === entry.id) return html`<li>${renameForm(entry, title)}</li>`;
    return html`<li data-id=${entry.id}>
      <button class="open" type="button" @click=${() => open(entry)}>
        <b>${title}</b><span class="small muted">${factsInWords(app, entry)}</span>
      </button>
      ${iconButton('pen', app.t('records.library.rename.of', { title }), () => beginRenaming(entry))}
      ${iconButton('bin', app.t('records.library.delete.of', { title }), () => (state.deleting = entry.id))}
      ${state.deleting === entry.id ? deleteQuestion(entry) : nothing}
    </li>`;
  };

  /** @param {Entry} entry @param {string} title */
  const renameForm = ({ id, title: given }, title) => html`<form
    class="row rename"
    @submit=${(/** @type {any} */ event) => rename(event, id)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // it would close the dialog
      endRenaming(id);
    }}
  >
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
    ${button(null, app.t('ui.cancel'), () => endRenaming(id))}
  </form>`;

  /** @param {Entry} entry */
  const deleteQuestion = ({
    id,
  }) => html`<div class="row ask" role="group" aria-label=${app.t('records.library.delete.ask')}>
    <span>${app.t('records.library.delete.ask')}</span>
    ${button(null, app.t('records.library.delete.button'), () => remove(id))}
    ${button(null, app.t('ui.cancel'), () => endDeleting(id))}
  </div>`;

  mount(body, filters, list);
  library.onChange(() => dialog.node.open && change(async () => {}));
  return {
    ...dialog,
    open: () => {
      update(state, { told: '', bad: false, renaming: null, deleting: null });
      dialog.open();
      change(async () => {});
    },
  };
}

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

/** @param {App} app @param {Imported} imported */
function importInWords(app, { added, known, faults }) {
  const said = [app.t('records.library.imported', { count: added })];
  if (known > 0) said.push(app.t('records.library.known', { count: known }));
  if (faults.length > 0) {
    const [{ number }] = faults;
    said.push(app.t('records.library.faults', { count: faults.length, number: String(number) }));
  }
  return said.join(' ');
}

/** @param {App} app @param {any} error */
function faultInWords(app, error) {
  if (error instanceof LibraryError)
    return app.t(error.code === 'version' ? 'records.library.fault.version' : 'records.library.fault.file');
  return app.t(error?.trouble === 'full' ? 'records.library.fault.full' : 'records.library.fault.storage');
}
