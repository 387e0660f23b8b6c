// The options for embedding a game in another page: what to show there, and which of the two snippets to use.

/** @import { PositionApp as App } from './app.js' */
/** @import { Shown } from '../game/embed-snippet.js' */

import { elementSnippet, frameSnippet, optionsOf, queryOf } from '../game/embed-snippet.js';
import { update } from '../game/reactive.js';
import { named, segments, select } from './controls.js';
import { html } from './view.js';

const SITE = new URL('../', import.meta.url);
const SHOWN = /** @type {const} */ (['replay', 'position', 'play']);

/** `way`: an element with a script, or a frame. @typedef {{ shown: Shown, way: 'element' | 'frame' }} Embedding */

/** @param {App} app @param {Embedding} embedding  as chosen, in signals */
export const embedFields = (app, embedding) => html`<div class="embedded">
  ${select({
    id: 'embed-shown',
    label: app.t('export.content'),
    choices: named(SHOWN, (value) => app.t(`export.embed.${value}`)),
    chosen: embedding.shown,
    choose: (shown) => update(embedding, { shown }),
  })}
  ${segments({
    name: 'embed-kind',
    legend: app.t('export.embed.kind'),
    choices: named(['element', 'frame'], (value) => app.t(`export.embed.${value}`)),
    chosen: embedding.way,
    choose: (way) => update(embedding, { way }),
  })}
</div>`;

/** @param {App} app */
export const embedGuide = (app) => html`<p class="small">
  <a href=${new URL('embedding.html', SITE).href} target="_blank" rel="noopener">${app.t('export.embed.more')}</a>
</p>`;

/** @param {App} app @param {Embedding} embedding @returns {string} */
export function embedSnippet(app, { shown, way }) {
  const options = optionsOf(app.state.game, shown);
  if (way === 'element') return elementSnippet(SITE.href, options);
  return frameSnippet(`${SITE.href}embed.html?${queryOf(options)}`);
}
