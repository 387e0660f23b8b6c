// @ts-check
// The line on top: whose page this is, whether the network is gone, and the settings.

/** @import { App } from './app.js' */
/** @import { Key } from '../i18n/index.js' */

import { h, icon, say, set } from './dom.js';

/**
 * @param {App} app
 * @param {HTMLElement} node  the header of the document
 * @param {() => void} openSettings
 * @param {() => void} [openLibrary]  where games are played
 */
export function fillHeader(app, node, openSettings, openLibrary) {
  const badge = h('span', { class: 'badge off', role: 'status' });
  const button = (/** @type {string} */ symbol, /** @type {() => void} */ act) =>
    h('button', { class: 'btn plain icon-only', type: 'button', on: { click: act } }, icon(symbol));
  const settings = button('gear', openSettings);
  const library = openLibrary && button('games', openLibrary);
  node.append(h('div', { class: 'right' }, badge, library, settings));
  const showNetwork = () => {
    badge.hidden = navigator.onLine;
    badge.title = app.t('app.offline.note');
    badge.replaceChildren(icon('offline'), app.t('app.offline'));
  };
  app.watch(
    () => [],
    () => {
      set(settings, 'aria-label', app.t('app.settings'));
      if (library) set(library, 'aria-label', app.t('library.title'));
      showNetwork();
    },
  );
  addEventListener('online', showNetwork);
  addEventListener('offline', showNetwork);
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (node.querySelectorAll('nav a'))) {
    const key = /** @type {Key} */ (`nav.${link.dataset.page}`);
    app.watch(
      () => [],
      () => say(link, app.t(key)),
    );
  }
  const skip = document.querySelector('.skip');
  if (skip) {
    app.watch(
      () => [],
      () => say(skip, app.t('app.skip')),
    );
  }
}
