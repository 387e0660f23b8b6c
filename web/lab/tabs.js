// The tabs of the Lab's left side. A tab is one line in `labTabs`; its module is loaded when it is first opened, and
// exports `panel(app, lab)`, which gives the view. A panel stays in the page, hidden, while another one is shown.

/** @import { SandboxWorker } from '../engine/sandbox.js' */
/** @import { LabApp } from './play-bar.js' */
/** @import { VariantDocument } from './variant-document.js' */
/** @import { VariantEngine } from './variant-engine.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Database } from '../storage/database.js' */
/** @import { View } from '../ui/view.js' */

import { GAME_NAMES } from '../game/games.js';
import { named, select } from '../ui/controls.js';
import { load } from '../ui/load.js';
import { observe, reactive } from '../ui/reactive.js';
import { panelTabs } from '../ui/tabs.js';
import { html, mount, nothing } from '../ui/view.js';

/**
 * What a tab is given besides the app.
 * @typedef {object} Lab
 * @property {VariantEngine} engine
 * @property {VariantDocument} variant
 * @property {() => SandboxWorker} createWorker  for edited code
 * @property {Database} database
 * @property {() => { fen: string | null, moves: string[] }} position  that is on the board
 * @property {(game: GameName) => void} openGame
 * @property {{ isPhone: boolean }} screen
 * @property {(name: string) => void} openTab  `board` does something on phones only, where the board is a tab
 */

/** As in lab.css. */
const PHONE = '(max-width: 47.9375em)';

/**
 * Show the bar and the tabs in `place`.
 * @param {LabApp} app
 * @param {HTMLElement} place
 * @param {Omit<Lab, 'screen' | 'openTab'>} parts
 * @returns {Lab}
 */
export function labTabs(app, place, parts) {
  const phone = matchMedia(PHONE);
  const screen = reactive({ isPhone: phone.matches });
  phone.addEventListener('change', () => {
    screen.isPhone = phone.matches;
  });
  /** @type {Lab} */
  const lab = { ...parts, screen, openTab: (name) => tabs.open(name) };
  const tabs = panelTabs(
    app,
    (name) => app.t(`lab.tab.${name}`),
    {
      edit: async () => (await load(() => import('./edit/panel.js'))).panel(app, lab),
      match: async () => (await load(() => import('./match/panel.js'))).panel(app, lab),
      tree: async () => (await load(() => import('./tree/panel.js'))).panel(app, lab),
      race: async () => (await load(() => import('./race/panel.js'))).panel(app, lab),
      compile: async () => (await load(() => import('./compile/panel.js'))).panel(app, lab),
      picture: async () => (await load(() => import('./picture/panel.js'))).panel(app),
      board: async () => () => nothing,
    },
    { keep: true, part: 'board', showsPart: () => screen.isPhone },
  );
  mount(place, () => bar(app, lab), tabs.view);
  observe(() => {
    document.documentElement.dataset.tab = tabs.now;
  });
  return lab;
}

/** The choice of the game and of the variant, above all tabs. @param {LabApp} app @param {Lab} lab */
function bar(app, { engine, variant, openGame }) {
  const { id, name, variants, shared } = variant.state;
  const isNew = id === null && (Object.keys(engine.state.texts).length > 0 || shared !== null);
  const choices = Object.fromEntries([
    ['', app.t('lab.variant.none')],
    ...variants.map((row) => [row.id, row.id === id ? name : row.name]),
    ...(isNew ? [['new', name || app.t('lab.variant.unnamed')]] : []),
  ]);
  return html`<div class="bench-bar">
    ${select({
      id: 'lab-game',
      label: app.t('lab.game'),
      choices: named(GAME_NAMES, (each) => app.t(`game-view.game.${each}`)),
      chosen: engine.state.game,
      choose: openGame,
    })}
    ${select({
      id: 'lab-variant',
      label: app.t('lab.variant.label'),
      choices,
      chosen: id ?? (isNew ? 'new' : ''),
      choose: (chosen) => chosen !== 'new' && variant.choose(chosen || null),
    })}
  </div>`;
}
