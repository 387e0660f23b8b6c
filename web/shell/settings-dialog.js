// Everything a person may choose about the page. A choice works at once; there is nothing to confirm.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Name, SECTIONS, Settings } from '../game/settings.js' */
/** @import { Key } from '../ui/words.js' */

import { PIECES } from '../game/choices.js';
import { serversOf } from '../game/ice-servers.js';
import { offerOf } from '../game/notations.js';
import { DEFAULTS, NAMES, SETTINGS } from '../game/settings.js';
import { notationName } from '../game-view/piece-words.js';
import { voicesOf } from '../game-view/read-aloud.js';
import { named, segments, select, toggle } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { pieceView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';
import { LANGUAGES } from '../ui/words.js';
import { chooseLanguageIn } from './language-choice.js';
import { lookPreview } from './look-preview.js';
import { loadDrawings, wantsContrast } from './theme.js';
import { automaticThreads, hasThreads, MOST_THREADS } from './threads.js';

/** The settings that the reset button resets. */
const LOOKS = NAMES.filter((name) => SETTINGS[name].section === 'looks');

/** @param {App} app */
export function settingsDialog(app) {
  /** @type {ReturnType<typeof lookPreview> | null} */
  let preview = null;
  const play = () => preview?.play();
  const reset = () => app.change(Object.fromEntries(LOOKS.map((name) => [name, DEFAULTS[name]])));
  const section = (/** @type {typeof SECTIONS[number]} */ wanted) =>
    NAMES.filter((name) => SETTINGS[name].section === wanted).map((name) => field(app, name, play));
  const body = () => html`<form class="form" method="dialog">
    ${section('words')} ${section('looks')}
    <div>
      <button class="btn" type="button" @click=${reset}>${app.t('shell.settings.reset')}</button>
    </div>
    ${section('more')} ${offlineList(app)}
    <p class="small"><a href="about.html">${app.t('shell.nav.about')}</a></p>
    <p class="small muted" role="status" ?hidden=${app.settings.kept}>${app.t('shell.settings.unsaved')}</p>
    <div class="preview">
      ${preview?.node}
      <button class="btn" type="button" @click=${play}>${app.t('shell.settings.preview')}</button>
    </div>
  </form>`;
  const dialog = makeDialog(app, { name: 'settings', title: 'shell.settings.title', body });
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

/** The field of a setting: its own, or else a switch or a choice, by its values. @param {App} app @param {Name} name @param {() => void} play  the preview's next move */
function field(app, name, play) {
  const own = FIELDS[name];
  if (own) return own(app, play);
  if (!SETTINGS[name].values?.includes(/** @type {never} */ (true))) return choiceOf(app, name);
  const turn = (/** @type {boolean} */ on) => app.change({ [name]: on });
  const on = Boolean(name === 'contrast' ? wantsContrast(app.settings) : app.settings[name]);
  return html`<div class="field inline">${toggle(name, app.t(/** @type {Key} */ (keyOf(name))), on, turn)}</div>`;
}

/**
 * A choice of a few values. A setting of null is shown as the value in use.
 * @param {App} app
 * @param {Name} name
 * @param {Partial<Parameters<typeof segments<string>>[0]> & { values?: readonly unknown[] }} [options]
 */
function choiceOf(app, name, { values = SETTINGS[name].values ?? [], ...options } = {}) {
  const { pieces, coordinates } = app;
  const inUse = { ...app.settings, pieces, coordinates };
  return segments({
    name,
    legend: app.t(/** @type {Key} */ (`${keyOf(name)}.label`)),
    choices: named(values.filter((value) => value !== null).map(String), (value) =>
      app.t(/** @type {Key} */ (`${keyOf(name)}.${value}`)),
    ),
    chosen: String(inUse[name]),
    choose: (value) => app.change({ [name]: value }),
    ...options,
  });
}

/** @param {Name} name */
const keyOf = (name) => `shell.settings.${name}`;

/** Settings that need more than a switch or a choice of their values. @type {Partial<Record<Name, (app: App, play: () => void) => unknown>>} */
const FIELDS = {
  lang(app) {
    const names = Object.entries(LANGUAGES).map(([value, { name }]) => [value, name]);
    const chosen = app.settings.lang === null ? '' : app.words.language;
    return select({
      id: 'language',
      label: app.t('shell.settings.lang.label'),
      choices: { '': app.t('shell.settings.lang.auto'), ...Object.fromEntries(names) },
      chosen,
      choose: (_, field) => chooseLanguageIn(app, field, chosen),
      autofocus: true,
    });
  },

  /** Those of the game at hand. */
  notation: (app) =>
    select({
      id: 'notation',
      label: app.t('shell.settings.notation.label'),
      choices: named(offerOf(app.state.game.game).notations, (value) =>
        notationName(app.words, app.state.game.game, value),
      ),
      chosen: app.notation,
      choose: (notation) => app.change({ notation }),
    }),

  pieces(app) {
    if (app.state.game.game !== 'xiangqi') return nothing; // the others have one set
    for (const set of PIECES) loadDrawings(set);
    return choiceOf(app, 'pieces', {
      picture: (set) =>
        html`<span class="swatch">${pieceView('red', 'r', 'xiangqi', set)}${pieceView('black', 'k', 'xiangqi', set)}</span>`,
    });
  },

  men(app) {
    if (app.state.game.game === 'xiangqi') return choiceOf(app, 'men');
    const values = ['classic', 'flat']; // the other games' sides are told apart by light and dark alone
    return choiceOf(app, 'men', { values, chosen: app.settings.men === 'flat' ? 'flat' : 'classic' });
  },

  board: (app) =>
    choiceOf(app, 'board', {
      picture: (board) =>
        html`<span class="swatch of-board" data-game=${app.state.game.game} data-board=${board}></span>`,
    }),

  animation: (app, play) =>
    choiceOf(app, 'animation', {
      choose: (animation) => {
        app.change(/** @type {Partial<Settings>} */ ({ animation }));
        play();
      },
    }),

  volume(app, play) {
    const { volume } = app.settings;
    const shown =
      volume === 0 ? app.t('shell.settings.volume.off') : app.t('shell.settings.volume.percent', { volume });
    /** @param {Event & { currentTarget: HTMLInputElement }} event */
    const choose = ({ currentTarget }) => {
      app.change({ volume: currentTarget.valueAsNumber });
      play();
    };
    return html`<div class="field">
      <label for="volume">${app.t('shell.settings.volume.label')}</label>
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
  },

  readingRate: (app) => (app.settings.readAloud ? choiceOf(app, 'readingRate') : nothing),

  voice(app) {
    const voices = voicesOf(app.words.language);
    if (!app.settings.readAloud || voices.length === 0) return nothing;
    return select({
      id: 'voice',
      label: app.t('shell.settings.voice.label'),
      choices: {
        '': app.t('shell.settings.voice.auto'),
        ...Object.fromEntries(voices.map(({ voiceURI, name }) => [voiceURI, name])),
      },
      chosen: app.settings.voice ?? '',
      choose: (voice) => app.change({ voice: voice || null }),
    });
  },

  execution: (app) =>
    choiceOf(app, 'execution', {
      note: html`<p class="small muted">${app.t('shell.settings.execution.note')}</p>`,
    }),

  iceServers(app) {
    const { iceServers } = app.settings;
    const wrong =
      Boolean(iceServers) && serversOf(iceServers).length < (iceServers ?? '').trim().split(/\s+/).length;
    const choose = (/** @type {any} */ { target }) => app.change({ iceServers: target.value.trim() || null });
    return html`<div class="field">
      <label for="ice-servers">${app.t('shell.settings.iceServers.label')}</label>
      <input
        type="text"
        id="ice-servers"
        maxlength="300"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="about-ice-servers"
        .value=${iceServers ?? ''}
        @change=${choose}
      />
      <p class="small muted" id="about-ice-servers">${app.t('shell.settings.iceServers.note')}</p>
      <p class="fault small" role="alert">${wrong ? app.t('shell.settings.iceServers.fault') : ''}</p>
    </div>`;
  },

  threads(app) {
    const chosen = String(app.settings.threads ?? '');
    const most = Math.max(Math.min(navigator.hardwareConcurrency, MOST_THREADS), Number(chosen));
    const numbers = Array.from({ length: most }, (_, at) => String(at + 1));
    if (!hasThreads() || most < 2) return nothing;
    return select({
      id: 'threads',
      label: app.t('shell.settings.threads.label'),
      choices: {
        '': app.t('shell.settings.threads.auto', { count: automaticThreads() }),
        ...Object.fromEntries(numbers.map((number) => [number, number])),
      },
      chosen,
      choose: (threads) =>
        app.change({ threads: /** @type {Settings['threads']} */ (Number(threads) || null) }),
    });
  },
};

/** The name of a part of the site. @param {string} part @returns {Key} */
const partName = (part) => /** @type {Key} */ (`shell.settings.offline.part.${part}`);

/** What works without a network, and what is not kept yet. @param {App} app */
function offlineList(app) {
  const { state = 'off', parts = {} } = app.pageStatus.offline ?? {};
  const key = `shell.settings.offline.${state === 'updateAvailable' ? 'ready' : state}`;
  if (!app.words.has(key)) return nothing;
  const shown = app.words.endings(partName('')).filter((part) => parts[part]);
  const whole = shown.every((part) => parts[part][0] === parts[part][1]);
  return html`<div class="kept small">
    <p>${app.t('shell.settings.offline.label', { state: app.t(key) })}</p>
    <ul>${shown.map((part) => partItem(app, part, parts[part]))}</ul>
    ${whole ? nothing : html`<p class="muted">${app.t('shell.settings.offline.note')}</p>`}
  </div>`;
}

/** @param {App} app @param {string} part @param {readonly [number, number]} count */
function partItem(app, part, [here, all]) {
  const state = here === all ? 'all' : here === 0 ? 'none' : 'some';
  return html`<li data-kept=${state}>
    <span>${app.t(partName(part))}</span>
    <span class="muted">${app.t(`shell.settings.offline.kept.${state}`, { here, all })}</span>
  </li>`;
}
