// @ts-check
// Colours and language on the root element, where tokens.css and screen readers look for them. `early.js` does the
// same before the first paint, as far as it can know.

/** @import { App } from './app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../i18n/index.js' */

import { set } from './dom.js';
import { known } from './phrases.js';

const moreContrast = () => matchMedia('(prefers-contrast: more)');
const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** @param {Pick<Settings, 'contrast'>} settings */
export function wantsContrast({ contrast }) {
  return contrast ?? moreContrast().matches;
}

/** @param {App} app @param {Key} [title]  of the page, where it is not the game's */
export function dressPage(app, title) {
  const root = document.documentElement;
  const dress = () => {
    const { theme, board } = app.settings;
    set(root, 'lang', app.words.language);
    set(root, 'data-theme', theme === 'system' ? null : theme);
    set(root, 'data-contrast', wantsContrast(app.settings) ? 'more' : null);
    set(root, 'data-board', board === 'wood' ? null : board);
    const { game } = app.state.asked ?? app.state.game;
    set(root, 'data-plays', game === 'xiangqi' ? null : game);
    document.title = app.t(title ?? known(app.words, `app.${game}.title`) ?? 'app.title');
    // The bar around the page, where a telephone has one, takes the page's own ground.
    const ground = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll('meta[name=theme-color]')) set(bar, 'content', ground);
  };
  app.watch(() => {
    const { theme, contrast, board } = app.settings;
    return [theme, contrast, board, app.state.game.game, app.state.asked];
  }, dress);
  moreContrast().addEventListener('change', dress);
  darkScheme().addEventListener('change', dress);
}
