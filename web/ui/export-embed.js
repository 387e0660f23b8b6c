// @ts-check
// What is asked for when a game goes to somebody's page: what of it is shown there, and by which of the two lines.

/** @import { App } from './app.js' */
/** @import { Shown } from '../game/embed-snippet.js' */

import { elementSnippet, frameSnippet, optionsOf, queryOf } from '../game/embed-snippet.js';
import { segments } from './dialog.js';
import { h, say } from './dom.js';

const SITE = new URL('../', import.meta.url);
const SHOWN = /** @type {const} */ (['replay', 'position', 'play']);

/** @param {App} app @param {() => void} change  called when another snippet is wanted */
export function embedFields(app, change) {
  /** @type {Shown} */
  let shown = 'replay';
  /** @type {'element' | 'frame'} */
  let kind = 'element';
  const label = h('label', { for: 'embed-shown' });
  const options = SHOWN.map((value) => h('option', { value }));
  const select = h('select', { id: 'embed-shown' }, ...options);
  select.addEventListener('change', () => {
    shown = /** @type {Shown} */ (select.value);
    change();
  });
  const kinds = segments(app, {
    name: 'embed-kind',
    legend: () => 'export.embed.kind',
    choices: [
      { value: 'element', label: 'export.embed.element' },
      { value: 'frame', label: 'export.embed.frame' },
    ],
    chosen: () => kind,
    choose: (value) => {
      kind = value;
      change();
    },
  });
  const link = h('a', { href: new URL('embedding.html', SITE).href, target: '_blank', rel: 'noopener' });
  app.watch(
    () => [],
    () => {
      say(label, app.t('export.embed.shown'));
      SHOWN.forEach((value, at) => {
        say(options[at], app.t(`export.embed.${value}`));
      });
      say(link, app.t('export.embed.more'));
    },
  );
  return {
    node: h('div', { class: 'embedded' }, h('div', { class: 'field' }, label, select), kinds),
    more: h('p', { class: 'small' }, link),
    snippet: () => {
      const told = optionsOf(app.state.game, shown);
      return kind === 'element'
        ? elementSnippet(SITE.href, told)
        : frameSnippet(`${SITE.href}embed.html?${queryOf(told)}`);
    },
  };
}
