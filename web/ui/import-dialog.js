// @ts-check
// The dialog that brings a game in: pasted, from a file, or dropped. The engine finds out what it was given; the game
// at hand is replaced only when somebody has seen what was found and presses Open.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Failure, ReadResult } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Source } from './bring.js' */

import { factsOf } from '../game/games.js';
import { makeDialog, segments } from './dialog.js';
import { h, icon, say, set } from './dom.js';
import { gameTitle, recordFaultInWords } from './record-words.js';

/** What is typed is read when the person pauses. */
const PAUSE_MS = 350;
/** Longer texts are not put into the field: browsers take seconds to show megabytes. */
const LONGEST_SHOWN = 200_000;
const ROWS_SHOWN = 100;
const FAULTS_SHOWN = 8;

/** @typedef {NonNullable<ReadResult['game']>} ReadGame */

/** @param {App<PlaySession>} app */
export function importDialog(app) {
  /** @type {Source | null} */
  let source = null;
  /** @type {ReadResult | null} */
  let result = null;
  /** Stands for the reading whose answer is wanted. @type {object | null} */
  let token = null;
  /** @type {any} */
  let pause = null;
  /** What is marked now. @type {{ opponent: 'person' | 'engine', side: 'red' | 'black' | 'either' }} */
  let draft = { opponent: 'person', side: 'red' };

  const field = h('textarea', {
    id: 'import-text',
    rows: 6,
    spellcheck: 'false',
    autocomplete: 'off',
    autofocus: true,
  });
  const label = h('label', { for: 'import-text' });
  const taken = h('p', { class: 'taken', hidden: true });
  const other = h('button', { class: 'btn plain', type: 'button', hidden: true });
  const file = h('input', { type: 'file', class: 'sr', tabindex: '-1' });
  const choose = h('button', { class: 'btn', type: 'button' }, icon('file'), h('span'));
  const dropHint = h('span', { class: 'small muted' });
  const status = h('div', { class: 'found', role: 'status' });
  const bar = h('progress', { max: 100, value: 0, hidden: true });
  const list = gameList(app, pick);
  const opponent = segments(app, {
    name: 'import-against',
    legend: () => 'import.against',
    choices: [
      { value: 'person', label: 'import.against.person' },
      { value: 'engine', label: 'import.against.engine' },
    ],
    chosen: () => draft.opponent,
    choose: (value) => mark({ opponent: value }),
  });
  const side = segments(app, {
    name: 'import-side',
    legend: () => 'import.side',
    choices: [
      { value: 'red', label: 'side.red' },
      { value: 'black', label: 'side.black' },
    ],
    chosen: () => (draft.side === 'black' ? 'black' : 'red'),
    choose: (value) => mark({ side: value }),
  });
  const open = h('button', { class: 'btn main grow', type: 'submit' });
  const cancel = h('button', { class: 'btn', type: 'button', on: { click: () => dialog.close() } });
  const form = h(
    'form',
    { class: 'form', method: 'dialog' },
    h('div', { class: 'field' }, label, field, taken, other),
    h('div', { class: 'row' }, choose, file, dropHint),
    bar,
    status,
    list.node,
    opponent,
    side,
    h('div', { class: 'row buttons' }, open, cancel),
  );
  const dialog = makeDialog(app, { name: 'import', title: 'import.title', body: form });

  field.addEventListener('input', () => {
    clearTimeout(pause);
    const text = field.value;
    pause = setTimeout(() => (text.trim() ? take({ text }) : forget()), PAUSE_MS);
  });
  field.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    take({ text, name: pastedName(text) });
  });
  choose.addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) takeFile(chosen);
    file.value = '';
  });
  other.addEventListener('click', () => {
    forget();
    field.focus();
  });
  form.addEventListener('submit', () => {
    const game = result?.game;
    if (!game) return;
    const name = /** @type {GameName} */ (game.game);
    app.session.openRecord(game, { ...draft, level: app.settings.levels[name] });
  });
  dialog.node.addEventListener('close', forget);

  /** @param {string} text */
  function pastedName(text) {
    return app.t('import.pasted', { size: Math.round(text.length / 100_000) / 10 });
  }

  /** @param {Partial<typeof draft>} changes */
  function mark(changes) {
    draft = { ...draft, ...changes };
    refreshChoices();
  }

  function forget() {
    clearTimeout(pause);
    source = null;
    result = null;
    token = null;
    field.value = '';
    list.hide();
    show();
  }

  /** @param {Blob & { name?: string }} blob */
  async function takeFile(blob) {
    take({ data: await base64(blob), name: blob.name ?? '' });
  }

  /** @param {Source} given */
  function take(given) {
    clearTimeout(pause);
    source = given;
    if (given.text !== undefined && !given.name && field.value !== given.text) field.value = given.text;
    list.hide();
    read(null);
  }

  /** @param {number} number of the list */
  function pick(number) {
    read(number);
  }

  /** @param {number | null} number of the game that is wanted, where there are several */
  async function read(number) {
    if (!source) return;
    const mine = {};
    token = mine;
    result = null;
    show();
    say(status, app.t(app.state.engine.state === 'loading' ? 'import.waiting' : 'import.reading'));
    const { text, data } = source;
    try {
      const found = await app.client.read(
        { game: app.state.game.game, ...(data === undefined ? { text } : { data }), pick: number },
        { onProgress: (share) => token === mine && showProgress(share) },
      );
      if (token !== mine) return;
      result = found;
      if (found.total > 1) list.show(found, found.pick);
      show();
    } catch (error) {
      if (token === mine) show(/** @type {Failure} */ (error));
    }
  }

  /** @param {number} share */
  function showProgress(share) {
    bar.hidden = false;
    bar.value = share * 100;
    set(bar, 'aria-label', app.t('import.reading'));
  }

  /** @param {Failure | null} [error] */
  function show(error = null) {
    const game = result?.game ?? null;
    bar.hidden = true;
    field.hidden = Boolean(source?.name);
    taken.hidden = other.hidden = !source?.name;
    say(taken, source?.name ?? '');
    status.replaceChildren(...(error ? failureParts(app, error) : result ? foundParts(app, result) : []));
    set(status, 'data-tone', error || (game && game.errors.length > 0) ? 'bad' : null);
    open.disabled = !game || (game.moves.length === 0 && game.errors.length > 0);
    refreshChoices();
  }

  function refreshChoices() {
    const ready = !open.disabled;
    opponent.hidden = !ready;
    side.hidden = !ready || draft.opponent === 'person';
    const [first] = factsOf(/** @type {GameName} */ (result?.game?.game ?? app.state.game.game)).sides;
    say(/** @type {Element} */ (side.querySelector('.seg span')), app.t(`side.${first}`));
    for (const input of opponent.querySelectorAll('input')) input.checked = input.value === draft.opponent;
    for (const input of side.querySelectorAll('input')) input.checked = input.value === draft.side;
  }

  app.watch(
    () => [],
    () => {
      say(label, app.t('import.paste'));
      set(field, 'placeholder', app.t('import.placeholder'));
      say(other, app.t('import.other'));
      say(/** @type {Element} */ (choose.lastElementChild), app.t('import.file'));
      set(file, 'aria-label', app.t('import.file'));
      say(dropHint, app.t('import.drop'));
      say(open, app.t('import.open'));
      say(cancel, app.t('app.cancel'));
      show();
    },
  );
  return {
    ...dialog,
    /** Open with what was dropped or pasted on the page. @param {{ text?: string, file?: File }} [given] */
    open: ({ text, file: dropped } = {}) => {
      dialog.open();
      if (dropped) takeFile(dropped);
      else if (text) take(text.length > LONGEST_SHOWN ? { text, name: pastedName(text) } : { text });
    },
  };
}

/** @param {Blob} blob @returns {Promise<string>} */
function base64(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** What is said about something that can be opened, at least in part. @param {App<PlaySession>} app @param {ReadResult} result */
function foundParts(app, result) {
  const { game, total, format } = result;
  const named = app.t(/** @type {any} */ (`import.format.${format}`));
  if (!game)
    return [
      h('b', {
        text: app.t('import.found', { format: named, title: app.t('import.games', { count: total }) }),
      }),
    ];
  const title = [gameTitle(app, game.headers), countInWords(app, game)].filter(Boolean).join(' · ');
  const parts = [h('b', { text: app.t('import.found', { format: named, title }) })];
  if (game.errors.length === 0) return parts;
  const shown = game.errors
    .slice(0, FAULTS_SHOWN)
    .map((error) => h('li', { text: recordFaultInWords(app.words, error) }));
  const more = game.errors.length - shown.length;
  if (more > 0) shown.push(h('li', { text: app.t('import.faults.more', { count: more }) }));
  const head = h('p', { text: app.t('import.faults', { count: game.errors.length }) });
  const kept = game.moves.length > 0 ? h('p', { text: app.t('import.kept') }) : failedNote(app);
  return [...parts, head, h('ul', { class: 'faults' }, ...shown), kept];
}

/** @param {App<PlaySession>} app @param {ReadGame} game */
function countInWords(app, game) {
  const main = mainLength(game);
  if (game.moves.length === 0) return '';
  const beside = game.moves.length - main;
  const texts = [app.t('import.moves', { count: main })];
  if (beside > 0) texts.push(app.t('import.variations', { count: beside }));
  return texts.join(' · ');
}

/** @param {ReadGame} game */
function mainLength({ moves }) {
  let at = 0;
  let length = 0;
  moves.forEach(([parent], index) => {
    if (parent !== at || moves.findIndex(([from]) => from === at) !== index) return;
    at = index + 1;
    length += 1;
  });
  return length;
}

/** @param {App<PlaySession>} app @param {Failure} error */
function failureParts(app, error) {
  return [
    h('b', { text: app.t('import.failed') }),
    h('p', { text: recordFaultInWords(app.words, error) }),
    failedNote(app),
  ];
}

/** @param {App<PlaySession>} app */
function failedNote(app) {
  return h('p', { class: 'muted', text: app.t('import.untouched') });
}

/**
 * The games of a file, to choose one: a field to search in, and rows.
 * @param {App<PlaySession>} app
 * @param {(number: number) => void} pick
 */
function gameList(app, pick) {
  const search = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const rows = h('div', { class: 'rows', role: 'listbox' });
  const more = h('p', { class: 'small muted' });
  const node = h('div', { class: 'field games', hidden: true }, search, rows, more);
  /** @type {Array<{ number: number, title: string, found: string }>} */
  let games = [];
  let total = 0;
  /** @type {number | null} */
  let chosen = null;

  function refresh() {
    const wanted = search.value.trim().toLowerCase();
    const matching = games.filter(({ found }) => found.includes(wanted));
    const shown = matching.slice(0, ROWS_SHOWN);
    rows.replaceChildren(
      ...shown.map(({ number, title }) => {
        const row = h('button', {
          type: 'button',
          role: 'option',
          'aria-selected': String(number === chosen),
        });
        row.append(h('span', { class: 'n', text: app.words.number(number + 1) }), h('span', { text: title }));
        row.addEventListener('click', () => pick(number));
        return row;
      }),
    );
    const hidden = (wanted ? matching.length : total) - shown.length;
    more.hidden = hidden <= 0;
    say(more, app.t('import.more', { count: hidden }));
  }
  search.addEventListener('input', refresh);

  return {
    node,
    hide: () => {
      node.hidden = true;
      search.value = '';
    },
    /** @param {ReadResult} result @param {number | null} number */
    show: (result, number) => {
      chosen = number;
      total = result.total;
      games = result.games.map((headers, at) => {
        const title = gameTitle(app, headers) || app.t('import.untitled', { number: at + 1 });
        return { number: at, title, found: title.toLowerCase() };
      });
      set(search, 'placeholder', app.t('import.search'));
      set(search, 'aria-label', app.t('import.search'));
      set(rows, 'aria-label', app.t('import.choose'));
      node.hidden = false;
      refresh();
    },
  };
}
