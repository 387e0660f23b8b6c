// @ts-check
// Everything a person may choose about the page. A choice works at once; there is nothing to confirm.

/** @import { App } from './app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../i18n/index.js' */

import { offerOf } from '../game/languages.js';
import { LANGUAGES } from '../i18n/index.js';
import { makeDialog, segments } from './dialog.js';
import { h, man, say, set } from './dom.js';
import { wantsContrast } from './look.js';
import { notationName } from './phrases.js';

/** @param {App} app */
export function settingsDialog(app) {
  const unsaved = h('p', { class: 'small muted', role: 'status' });
  const body = h(
    'form',
    { class: 'form', method: 'dialog' },
    languageField(app),
    notationField(app),
    piecesField(app),
    choiceOf(app, 'board', 'settings.board', ['wood', 'paper'], () => app.settings.board),
    choiceOf(app, 'theme', 'settings.appearance', ['system', 'light', 'dark'], () => app.settings.theme),
    contrastField(app),
    choiceOf(app, 'coordinates', 'settings.coordinates', ['files', 'squares', 'none'], () => app.coordinates),
    premovesField(app),
    executionField(app),
    offlineList(app),
    unsaved,
  );
  app.watch(
    () => [app.settings.kept],
    () => {
      unsaved.hidden = app.settings.kept;
      say(unsaved, app.t('settings.unsaved'));
    },
  );
  const dialog = makeDialog(app, { name: 'settings', title: 'settings.title', body });
  return {
    ...dialog,
    open: () => {
      app.outside.look?.();
      dialog.open();
    },
  };
}

/** @param {App} app */
function languageField(app) {
  const label = h('label', { for: 'language' });
  const automatic = h('option', { value: '' });
  const options = Object.entries(LANGUAGES).map(([value, { name }]) =>
    h('option', { value, lang: value, text: name }),
  );
  const select = h('select', { id: 'language', autofocus: true }, automatic, ...options);
  select.addEventListener('change', () => app.change({ lang: select.value || null }));
  app.watch(
    () => [app.settings.lang],
    () => {
      say(label, app.t('settings.language'));
      say(automatic, app.t('settings.language.auto'));
      select.value = app.settings.lang === null ? '' : app.words.language;
    },
  );
  return h('div', { class: 'field' }, label, select);
}

/** The notations of the game at hand. @param {App} app */
function notationField(app) {
  const label = h('label', { for: 'notation' });
  const select = h('select', { id: 'notation' });
  select.addEventListener('change', () => app.change({ notation: select.value }));
  app.watch(
    () => [app.notation, app.state.game.game],
    () => {
      say(label, app.t('settings.notation'));
      const { notations } = offerOf(app.state.game.game);
      const names = notations.map((value) => notationName(app.words, value));
      select.replaceChildren(...notations.map((value, at) => h('option', { value, text: names[at] })));
      select.value = app.notation;
    },
  );
  return h('div', { class: 'field' }, label, select);
}

/** @param {App} app */
function piecesField(app) {
  const legend = h('legend');
  const node = h('fieldset', { class: 'field' }, legend);
  const parts = /** @type {const} */ (['trad', 'simp', 'west']).map((set) => {
    const input = h('input', { type: 'radio', name: 'pieces', value: set });
    input.addEventListener('change', () => app.change({ pieces: set }));
    const pair = [man('red', 'r'), man('black', 'k')];
    for (const piece of pair) piece.setAttribute('data-pieces', set);
    return { set, input, node: h('label', {}, input, h('span', { class: 'swatch' }, ...pair)) };
  });
  app.watch(
    () => [app.pieces, app.state.game.game],
    () => {
      node.hidden = app.state.game.game !== 'xiangqi'; // the others have one set
      say(legend, app.t('settings.pieces'));
      for (const part of parts) {
        set(part.input, 'aria-label', app.t(`settings.pieces.${part.set}`));
        part.input.checked = part.set === app.pieces;
      }
    },
  );
  node.append(h('div', { class: 'swatches' }, ...parts.map(({ node }) => node)));
  return node;
}

/**
 * @param {App} app
 * @param {'board' | 'theme' | 'coordinates'} name
 * @param {Key} legend  the keys of the values begin with it
 * @param {string[]} values
 * @param {() => string} chosen
 */
function choiceOf(app, name, legend, values, chosen) {
  return segments(app, {
    name,
    legend: () => legend,
    choices: values.map((value) => ({ value, label: /** @type {Key} */ (`${legend}.${value}`) })),
    chosen,
    choose: (value) => app.change(/** @type {Partial<Settings>} */ ({ [name]: value })),
    dependsOn: () => [chosen()],
  });
}

/** @param {App} app */
function contrastField(app) {
  const label = h('label', { for: 'contrast' });
  const input = h('input', { type: 'checkbox', role: 'switch', class: 'switch', id: 'contrast' });
  input.addEventListener('change', () => app.change({ contrast: input.checked }));
  app.watch(
    () => [app.settings.contrast],
    () => {
      say(label, app.t('settings.contrast'));
      input.checked = wantsContrast(app.settings);
    },
  );
  return h('div', { class: 'field inline' }, label, input);
}

/** @param {App} app */
function premovesField(app) {
  const label = h('label', { for: 'premoves' });
  const input = h('input', { type: 'checkbox', role: 'switch', class: 'switch', id: 'premoves' });
  input.addEventListener('change', () => app.change({ premoves: input.checked }));
  app.watch(
    () => [app.settings.premoves],
    () => {
      say(label, app.t('settings.premoves'));
      input.checked = app.settings.premoves;
    },
  );
  return h('div', { class: 'field inline' }, label, input);
}

/** @param {App} app */
function executionField(app) {
  const node = segments(app, {
    name: 'execution',
    legend: () => 'settings.execution',
    choices: [
      { value: 'auto', label: 'settings.execution.auto' },
      { value: 'interpreted', label: 'settings.execution.interpreted' },
    ],
    chosen: () => app.settings.execution,
    choose: (value) => {
      app.change({ execution: value });
      // What comes of it is a state of the engine, which the page shows.
      app.client.setExecution(value).catch(() => {});
    },
    dependsOn: () => [app.settings.execution],
  });
  const note = h('p', { class: 'small muted' });
  node.append(note);
  app.watch(
    () => [],
    () => say(note, app.t('settings.execution.note')),
  );
  return node;
}

/** The parts of the site in the order in which people want them. */
const PARTS = /** @type {const} */ (['page', 'engine', 'puzzles', 'liuzichong', 'frame']);

/** What works without a network, and what is not kept yet. @param {App} app */
function offlineList(app) {
  const said = h('p', {});
  const list = h('ul', {});
  const note = h('p', { class: 'muted' });
  const node = h('div', { class: 'kept small' }, said, list, note);
  app.watch(
    () => [app.outside.offline],
    () => {
      const { state = 'off', parts = {} } = app.outside.offline ?? {};
      const key = `settings.offline.${state === 'updateAvailable' ? 'ready' : state}`;
      node.hidden = !app.words.has(key);
      if (app.words.has(key)) say(said, app.t('settings.offline', { state: app.t(key) }));
      const known = PARTS.filter((part) => parts[part]);
      list.replaceChildren(...known.map((part) => partItem(app, part, parts[part])));
      note.hidden = known.every((part) => parts[part][0] === parts[part][1]);
      say(note, app.t('settings.offline.note'));
    },
  );
  return node;
}

/** @param {App} app @param {typeof PARTS[number]} part @param {readonly [number, number]} count */
function partItem(app, part, [here, all]) {
  const state = here === all ? 'all' : here === 0 ? 'none' : 'some';
  return h(
    'li',
    { 'data-kept': state },
    h('span', { text: app.t(`settings.offline.part.${part}`) }),
    h('span', { class: 'muted', text: app.t(`settings.offline.kept.${state}`, { here, all }) }),
  );
}
