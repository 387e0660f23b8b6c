// Everything a person may choose about the page. A choice works at once; there is nothing to confirm.

/** @import { PositionApp as App } from './app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../i18n/index.js' */

import './common.js';
import { offerOf } from '../game/languages.js';
import { BOARDS, DEFAULTS, MEN, PIECES, SPEEDS } from '../game/settings.js';
import { LANGUAGES } from '../i18n/index.js';
import { named, segments, select, toggle } from './controls.js';
import { makeDialog } from './dialog.js';
import { pieceView } from './dom.js';
import { chooseLanguageIn } from './language-select.js';
import { lookPreview } from './look-preview.js';
import { notationName } from './phrases.js';
import { loadDrawings, wantsContrast } from './theme.js';
import { automaticThreads, hasThreads, MOST_THREADS } from './threads.js';
import { html, nothing } from './view.js';

/** The settings that the reset button resets. @type {ReadonlyArray<keyof Settings>} */
const LOOKS = ['pieces', 'men', 'board', 'coordinates', 'animation', 'volume', 'theme', 'contrast', 'large'];

/** @param {App} app */
export function settingsDialog(app) {
  const { settings } = app;
  /** @type {ReturnType<typeof lookPreview> | null} */
  let preview = null;
  const play = () => preview?.play();
  const body = () => html`<form class="form" method="dialog">
    ${languageField(app)} ${notationField(app)} ${piecesField(app)}
    ${menField(app)} ${boardField(app)}
    ${choiceOf(app, 'coordinates', 'settings.coordinates', ['files', 'squares', 'none'], app.coordinates)}
    ${choiceOf(app, 'animation', 'settings.animation', SPEEDS, settings.animation, play)}
    ${volumeField(app, play)}
    ${choiceOf(app, 'theme', 'settings.appearance', ['system', 'light', 'dark'], settings.theme)}
    <div class="field inline">
      ${toggle('contrast', app.t('settings.contrast'), wantsContrast(settings), (contrast) => app.change({ contrast }))}
    </div>
    <div class="field inline">
      ${toggle('large', app.t('settings.large'), settings.large, (large) => app.change({ large }))}
    </div>
    <div>
      <button class="btn" type="button" @click=${() => app.change(Object.fromEntries(LOOKS.map((name) => [name, DEFAULTS[name]])))}>
        ${app.t('settings.reset')}
      </button>
    </div>
    <div class="field inline">
      ${toggle('premoves', app.t('settings.premoves'), settings.premoves, (premoves) => app.change({ premoves }))}
    </div>
    ${executionField(app)} ${threadsField(app)} ${offlineList(app)}
    <p class="small"><a href="about.html">${app.t('nav.about')}</a></p>
    <p class="small muted" role="status" ?hidden=${settings.kept}>${app.t('settings.unsaved')}</p>
    <div class="preview">
      ${preview?.node}
      <button class="btn" type="button" @click=${play}>${app.t('settings.preview')}</button>
    </div>
  </form>`;
  const dialog = makeDialog(app, { name: 'settings', title: 'settings.title', body });
  return {
    ...dialog,
    open: () => {
      app.pageStatus.refresh?.();
      loadDrawings('looks'); // the boards to choose from
      preview ??= lookPreview(app);
      dialog.open();
    },
  };
}

/** @param {App} app */
function languageField(app) {
  const names = Object.entries(LANGUAGES).map(([value, { name }]) => [value, name]);
  const chosen = app.settings.lang === null ? '' : app.words.language;
  return select({
    id: 'language',
    label: app.t('settings.language'),
    choices: { '': app.t('settings.language.auto'), ...Object.fromEntries(names) },
    chosen,
    choose: (_, field) => chooseLanguageIn(app, field, chosen),
    autofocus: true,
  });
}

/** The notations of the game at hand. @param {App} app */
const notationField = (app) =>
  select({
    id: 'notation',
    label: app.t('settings.notation'),
    choices: named(offerOf(app.state.game.game).notations, (value) =>
      notationName(app.words, app.state.game.game, value),
    ),
    chosen: app.notation,
    choose: (notation) => app.change({ notation }),
  });

/** @param {App} app */
function piecesField(app) {
  if (app.state.game.game !== 'xiangqi') return nothing; // the others have one set
  for (const set of PIECES) loadDrawings(set);
  return segments({
    name: 'pieces',
    legend: app.t('settings.pieces'),
    choices: named(PIECES, (set) => app.t(`settings.pieces.${set}`)),
    chosen: app.pieces,
    choose: (pieces) => app.change({ pieces }),
    picture: (set) =>
      html`<span class="swatch">${pieceView('red', 'r', 'xiangqi', set)}${pieceView('black', 'k', 'xiangqi', set)}</span>`,
  });
}

/** @param {App} app */
function menField(app) {
  const { men } = app.settings;
  if (app.state.game.game === 'xiangqi') return choiceOf(app, 'men', 'settings.men', MEN, men);
  const offered = ['classic', 'flat']; // the other games' sides are told apart by light and dark alone
  return choiceOf(app, 'men', 'settings.men', offered, men === 'flat' ? men : 'classic');
}

/** @param {App} app */
function boardField(app) {
  const { game } = app.state.game;
  return segments({
    name: 'board',
    legend: app.t('settings.board'),
    choices: named(BOARDS, (board) => app.t(`settings.board.${board}`)),
    chosen: app.settings.board,
    choose: (board) => app.change({ board }),
    picture: (board) => html`<span class="swatch of-board" data-game=${game} data-board=${board}></span>`,
  });
}

/** @param {App} app @param {() => void} play  makes the new volume heard */
function volumeField(app, play) {
  const { volume } = app.settings;
  const shown = volume === 0 ? app.t('settings.volume.off') : app.t('settings.volume.percent', { volume });
  /** @param {Event & { currentTarget: HTMLInputElement }} event */
  const choose = ({ currentTarget }) => {
    app.change({ volume: currentTarget.valueAsNumber });
    play();
  };
  return html`<div class="field">
    <label for="volume">${app.t('settings.volume')}</label>
    <div class="volume">
      <input
        type="range"
        id="volume"
        max="100"
        step="10"
        aria-valuetext=${shown}
        .value=${String(volume)}
        @change=${choose}
      />
      <output for="volume">${shown}</output>
    </div>
  </div>`;
}

/**
 * @param {App} app
 * @param {'men' | 'theme' | 'coordinates' | 'execution' | 'animation'} name
 * @param {string} legend  the keys of the values begin with it
 * @param {readonly string[]} values
 * @param {string} chosen
 * @param {() => void} [then]
 */
const choiceOf = (app, name, legend, values, chosen, then) =>
  segments({
    name,
    legend: app.t(/** @type {Key} */ (legend)),
    choices: named(values, (value) => app.t(/** @type {Key} */ (`${legend}.${value}`))),
    chosen,
    choose: (value) => {
      app.change(/** @type {Partial<Settings>} */ ({ [name]: value }));
      then?.();
    },
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
      // The page shows the result as a state of the engine.
      app.client.setExecution(execution).catch(() => {});
    },
    note: html`<p class="small muted">${app.t('settings.execution.note')}</p>`,
  });

/** @param {App} app */
function threadsField(app) {
  const chosen = String(app.settings.threads ?? '');
  const most = Math.max(Math.min(navigator.hardwareConcurrency, MOST_THREADS), Number(chosen));
  const numbers = Array.from({ length: most }, (_, at) => String(at + 1));
  if (!hasThreads() || most < 2) return nothing;
  return select({
    id: 'threads',
    label: app.t('settings.threads'),
    choices: {
      '': app.t('settings.threads.auto', { count: automaticThreads() }),
      ...Object.fromEntries(numbers.map((number) => [number, number])),
    },
    chosen,
    choose: (threads) => app.change({ threads: Number(threads) || null }),
  });
}

/** The parts of the site in the order in which people want them. */
const PARTS = /** @type {const} */ ([
  'page',
  'engine',
  'analysis',
  'learn',
  'course',
  'puzzles',
  'endings',
  'editor',
  'lab',
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
