// Colours and language on the root element, where tokens.css and screen readers look for them. `first-paint.js` does the
// same before the first paint, as far as it can know.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { computed } from '@preact/signals-core';
import { looksOf } from '../game/choices.js';
import { observe } from '../ui/reactive.js';

const moreContrast = () => matchMedia('(prefers-contrast: more)');
const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

/** @param {Pick<Settings, 'contrast'>} settings */
export function wantsContrast({ contrast }) {
  return contrast ?? moreContrast().matches;
}

/**
 * Enable a style sheet that the document lists as disabled. Resolves when it has loaded or failed; then load-watch.js
 * fetches it again.
 * @param {string} selector
 * @returns {Promise<void>}
 */
export function loadStyles(selector) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector(selector));
  return new Promise((resolve) => {
    if (!link || link.sheet || 'failed' in link.dataset) return resolve();
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve(), { once: true });
    link.disabled = false;
  });
}

/** Load the drawings of a game or a set of men, or `looks`. @param {string} name */
export const loadDrawings = (name) => loadStyles(`link[data-draws=${name}]`);

/** The name of the drawings of a game. @param {GameName} game @param {string} pieces  of Xiangqi */
export const drawingsOf = (game, pieces) => (game === 'xiangqi' ? pieces : game);

/** @param {App} app @param {Key} [title]  of the page, where it is not the game's */
export function applyTheme(app, title) {
  const root = document.documentElement;
  const game = computed(() => (app.state.asked ?? app.state.game).game);
  const apply = () => {
    markTheme(app.settings, app.words.language);
    mark(root, 'plays', game.value === 'xiangqi' ? null : game.value);
    document.title = app.t(title ?? `shell.title.${game.value}`);
    // On phones the browser's bar takes the background colour of the page.
    const ground = getComputedStyle(document.body).backgroundColor;
    for (const bar of document.querySelectorAll('meta[name=theme-color]'))
      bar.setAttribute('content', ground);
  };
  observe(apply);
  observe(() => loadDrawings(drawingsOf(game.value, app.pieces)));
  moreContrast().addEventListener('change', apply);
  darkScheme().addEventListener('change', apply);
}

/**
 * Write the language and the chosen looks on the root element, as every page does.
 * @param {Settings} settings
 * @param {string} language
 */
export function markTheme(settings, language) {
  const root = document.documentElement;
  root.lang = language;
  mark(root, 'theme', settings.theme === 'system' ? null : settings.theme);
  const looks = Object.entries(looksOf(settings, wantsContrast(settings)));
  for (const [name, value] of looks) mark(root, name, value);
  if (looks.some(([, value]) => value)) loadDrawings('looks');
}

/** @param {HTMLElement} node @param {string} name @param {string | null} value  null: no such mark */
function mark({ dataset }, name, value) {
  if (value === null) delete dataset[name];
  else dataset[name] = value;
}
