// @ts-check
// Panels behind tabs, each loaded when it is opened first.

/** @import { Page } from './page.js' */
/** @import { Key } from '../i18n/index.js' */
/** @import { View } from './view.js' */

import { reactive, update } from '../game/reactive.js';
import { button } from './buttons.js';
import { html, nothing } from './view.js';

/** A panel; `load` gives its view once. @typedef {{ name: string, label: Key, load: () => Promise<View> }} Panel */

/**
 * @param {Page} app
 * @param {readonly Panel[]} panels
 * @returns {{ view: View, open: (name: string) => void }}
 */
export function panelTabs(app, panels) {
  const state = reactive({
    open: panels[0].name,
    views: /** @type {Readonly<Record<string, View | null>>} */ ({}), // null: could not be loaded
  });

  /** @param {string} name */
  async function open(name) {
    update(state, { open: name });
    const panel = panels.find((each) => each.name === name);
    if (!panel || state.views[name]) return;
    const view = await panel.load().catch(() => null);
    update(state, { views: { ...state.views, [name]: view } });
  }

  /** The arrow keys choose a tab. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
  function choose(event) {
    const ways = { ArrowRight: 1, ArrowLeft: -1, Home: -panels.length, End: panels.length };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const at = panels.findIndex(({ name }) => name === state.open);
    const next = Math.abs(way) > 1 ? Math.max(0, Math.sign(way) * (panels.length - 1)) : at + way;
    open(panels[(next + panels.length) % panels.length].name);
    /** @type {HTMLElement | null} */ (event.currentTarget.querySelector('[aria-selected=true]'))?.focus();
  }

  const tab = (/** @type {Panel} */ { name, label }) => html`<button
    class="btn plain tab"
    type="button"
    role="tab"
    id=${`tab-${name}`}
    aria-selected=${name === state.open}
    aria-controls="panel"
    tabindex=${name === state.open ? 0 : -1}
    @click=${() => open(name)}
  >${app.t(label)}</button>`;

  function content() {
    const view = state.views[state.open];
    if (view === null)
      return html`<p role="alert">${app.t('analysis.panel.failed')}</p>
        ${button(null, app.t('analysis.panel.retry'), () => open(state.open))}`;
    return view ? view() : nothing;
  }

  open(state.open);
  return {
    open,
    view: () => html`<section class="panels">
      <div class="tabs" role="tablist" aria-label=${app.t('analysis.panels')} @keydown=${choose}>${panels.map(tab)}</div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${state.open}`} tabindex="0">${content()}</div>
    </section>`,
  };
}
