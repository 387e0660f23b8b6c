// @ts-check
// Everything a person may choose about the page. A choice works at once; there is nothing to confirm.

/** @import { PositionApp as App } from './app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../i18n/index.js' */

import './common.js';
import { offerOf } from '../game/languages.js';
import { LANGUAGES } from '../i18n/index.js';
import { named, segments, select, toggle } from './controls.js';
import { makeDialog } from './dialog.js';
import { pieceView } from './dom.js';
import { notationName } from './phrases.js';
import { loadDrawings, wantsContrast } from './theme.js';
import { html, nothing } from './view.js';

/** @param {App} app */
export function settingsDialog(app) {
  const { settings } = app;
  const body = () => html`<form class="form" method="dialog">
    ${languageField(app)} ${notationField(app)} ${piecesField(app)}
    ${choiceOf(app, 'board', 'settings.board', ['wood', 'paper'], settings.board)}
    ${choiceOf(app, 'theme', 'settings.appearance', ['system', 'light', 'dark'], settings.theme)}
    <div class="field inline">
      ${toggle('contrast', app.t('settings.contrast'), wantsContrast(settings), (contrast) => app.change({ contrast }))}
    </div>
    ${choiceOf(app, 'coordinates', 'settings.coordinates', ['files', 'squares', 'none'], app.coordinates)}
    <div class="field inline">
      ${toggle('premoves', app.t('settings.premoves'), settings.premoves, (premoves) => app.change({ premoves }))}
    </div>
    ${executionField(app)} ${offlineList(app)}
    <p class="small"><a href="about.html">${app.t('nav.about')}</a></p>
    <p class="small muted" role="status" ?hidden=${settings.kept}>${app.t('settings.unsaved')}</p>
  </form>`;
  const dialog = makeDialog(app, { name: 'settings', title: 'settings.title', body });
  return {
    ...dialog,
    open: () => {
      app.pageStatus.refresh?.();
      dialog.open();
    },
  };
}

/** @param {App} app */
function languageField(app) {
  const names = Object.entries(LANGUAGES).map(([value, { name }]) => [value, name]);
  return select({
    id: 'language',
    label: app.t('settings.language'),
    choices: { '': app.t('settings.language.auto'), ...Object.fromEntries(names) },
    chosen: app.settings.lang === null ? '' : app.words.language,
    choose: (lang) => app.change({ lang: lang || null }),
    autofocus: true,
  });
}

/** The notations of the game at hand. @param {App} app */
const notationField = (app) =>
  select({
    id: 'notation',
    label: app.t('settings.notation'),
    choices: named(offerOf(app.state.game.game).notations, (value) => notationName(app.words, value)),
    chosen: app.notation,
    choose: (notation) => app.change({ notation }),
  });

/** @param {App} app */
function piecesField(app) {
  if (app.state.game.game !== 'xiangqi') return nothing; // the others have one set
  const swatch = (/** @type {'trad' | 'simp' | 'west'} */ set) => {
    loadDrawings(set);
    return html`<label>
    <input
      type="radio"
      name="pieces"
      value=${set}
      aria-label=${app.t(`settings.pieces.${set}`)}
      .checked=${set === app.pieces}
      @change=${() => app.change({ pieces: set })}
    /><span class="swatch"
      >${pieceView('red', 'r', 'xiangqi', set)}${pieceView('black', 'k', 'xiangqi', set)}</span
    >
  </label>`;
  };
  return html`<fieldset class="field">
    <legend>${app.t('settings.pieces')}</legend>
    <div class="swatches">${/** @type {const} */ (['trad', 'simp', 'west']).map(swatch)}</div>
  </fieldset>`;
}

/**
 * @param {App} app
 * @param {'board' | 'theme' | 'coordinates' | 'execution'} name
 * @param {string} legend  the keys of the values begin with it
 * @param {string[]} values
 * @param {string} chosen
 */
const choiceOf = (app, name, legend, values, chosen) =>
  segments({
    name,
    legend: app.t(/** @type {Key} */ (legend)),
    choices: named(values, (value) => app.t(/** @type {Key} */ (`${legend}.${value}`))),
    chosen,
    choose: (value) => app.change(/** @type {Partial<Settings>} */ ({ [name]: value })),
  });

/** @param {App} app */
const executionField = (app) =>
  segments({
    name: 'execution',
    legend: app.t('settings.execution'),
    choices: named(['auto', 'interpreted'], (value) => app.t(`settings.execution.${value}`)),
    chosen: app.settings.execution,
    choose: (execution) => {
      app.change({ execution });
      // What comes of it is a state of the engine, which the page shows.
      app.client.setExecution(execution).catch(() => {});
    },
    note: html`<p class="small muted">${app.t('settings.execution.note')}</p>`,
  });

/** The parts of the site in the order in which people want them. */
const PARTS = /** @type {const} */ ([
  'page',
  'engine',
  'analysis',
  'learn',
  'puzzles',
  'editor',
  'liuzichong',
  'frame',
]);

/** What works without a network, and what is not kept yet. @param {App} app */
function offlineList(app) {
  const { state = 'off', parts = {} } = app.pageStatus.offline ?? {};
  const key = `settings.offline.${state === 'updateAvailable' ? 'ready' : state}`;
  if (!app.words.has(key)) return nothing;
  const shown = PARTS.filter((part) => parts[part]);
  const whole = shown.every((part) => parts[part][0] === parts[part][1]);
  return html`<div class="kept small">
    <p>${app.t('settings.offline', { state: app.t(key) })}</p>
    <ul>${shown.map((part) => partItem(app, part, parts[part]))}</ul>
    ${whole ? nothing : html`<p class="muted">${app.t('settings.offline.note')}</p>`}
  </div>`;
}

/** @param {App} app @param {typeof PARTS[number]} part @param {readonly [number, number]} count */
function partItem(app, part, [here, all]) {
  const state = here === all ? 'all' : here === 0 ? 'none' : 'some';
  return html`<li data-kept=${state}>
    <span>${app.t(`settings.offline.part.${part}`)}</span>
    <span class="muted">${app.t(`settings.offline.kept.${state}`, { here, all })}</span>
  </li>`;
}
