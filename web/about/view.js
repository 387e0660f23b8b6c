// The page about the site: how it works, versions, keys, privacy, licences.

/** @import { SitePage } from '../shell/text-page.js' */
/** @import { Key } from '../ui/words.js' */

import { html, nothing } from '../ui/view.js';

/**
 * @typedef {object} Versions
 * @property {string} [site]
 * @property {string} [engine]
 * @property {string} [wheel]  the address of the engine's package
 * @property {string} [python]
 * @property {string} [pyodide]
 */

/** Keys by what they do: see board/point-grid.js, board/user-shapes.js and game-view/keys.js. @type {Record<string, Record<string, string[]>>} */
const KEYS = {
  board: {
    arrows: ['←', '→', '↑', '↓'],
    homeEnd: ['Home', 'End'],
    pages: ['Page ↑', 'Page ↓'],
    enter: ['Enter', 'space'],
    escape: ['Esc'],
  },
  page: {
    step: ['←', '→'],
    ends: ['↑', '↓', 'Home', 'End'],
    undo: ['Ctrl + Z'],
    redo: ['Ctrl + Y'],
  },
  mouse: {
    draw: ['rightDrag', 'rightClick'],
    colours: ['Shift', 'Alt'],
  },
};
const NAMED = ['space', 'rightDrag', 'rightClick'];

/** @param {SitePage} page @param {Versions} versions */
export const aboutView = (page, versions) => () => {
  const t = (/** @type {string} */ key) => page.t(/** @type {Key} */ (`about.${key}`));
  return html`
    <h1>${t('title')}</h1>
    <p class="lead">${t('lead')}</p>
    <section>
      <h2>${t('how.title')}</h2>
      <p>${t('how.text')}</p>
    </section>
    <section>
      <h2>${t('privacy.title')}</h2>
      <p>${t('privacy.text')}</p>
    </section>
    <section>
      <h2 id="keys">${t('keys.title')}</h2>
      ${Object.keys(KEYS).map((where) => keyTable(t, where))}
    </section>
    <section>
      <h2>${t('versions')}</h2>
      <dl class="versions">
        ${(/** @type {const} */ (['engine', 'site', 'python', 'pyodide'])).map(
          (name) => html`<dt>${t(`version.${name}`)}</dt>
            <dd>${versions[name] ?? t('version.unknown')}</dd>`,
        )}
      </dl>
    </section>
    <section>
      <h2>${t('licence.title')}</h2>
      <p>${t('licence.text')}</p>
      <ul>
        <li><a href="licences/">${t('licence.all')}</a></li>
        <li><a href="docs/">${t('licence.reference')}</a></li>
        ${versions.wheel ? html`<li><a href=${versions.wheel}>${t('licence.engine')}</a></li>` : nothing}
      </ul>
    </section>
  `;
};

/** @param {(key: string) => string} t @param {string} where */
const keyTable = (t, where) => html`<table>
  <caption>${t(`keys.${where}`)}</caption>
  <thead class="sr"><tr><th scope="col">${t('key')}</th><th scope="col">${t('action')}</th></tr></thead>
  <tbody>
    ${Object.entries(KEYS[where]).map(
      ([name, keys]) => html`<tr>
        <td>${keys.map((key) => html`<kbd>${NAMED.includes(key) ? t(`keys.${key}`) : key}</kbd> `)}</td>
        <td>${t(`keys.${name}`)}</td>
      </tr>`,
    )}
  </tbody>
</table>`;
