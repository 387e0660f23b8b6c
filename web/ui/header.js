// @ts-check
// The line on top: whose page this is, whether the network is gone, and the settings.

/** @import { App } from './app.js' */
/** @import { Key } from '../i18n/index.js' */

import { h, icon, say, set } from './dom.js';

/**
 * @param {App} app
 * @param {HTMLElement} node  the header of the document
 * @param {() => void} openSettings
 */
export function fillHeader(app, node, openSettings) {
  const badge = h('span', { class: 'badge off', role: 'status' });
  const settings = h(
    'button',
    { class: 'btn plain icon-only', type: 'button', on: { click: openSettings } },
    icon('gear'),
  );
  node.append(h('div', { class: 'right' }, badge, settings));
  const showNetwork = () => {
    badge.hidden = navigator.onLine;
    badge.title = app.t('app.offline.note');
    badge.replaceChildren(icon('offline'), app.t('app.offline'));
  };
  app.watch(
    () => [],
    () => {
      set(settings, 'aria-label', app.t('app.settings'));
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
