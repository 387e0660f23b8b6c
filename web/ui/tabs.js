// Panels behind tabs, each loaded when it is first opened.

/** @import { Page } from './unloaded.js' */
/** @import { Key } from './words.js' */
/** @import { View } from './view.js' */

import { reactive, update } from './reactive.js';
import { lazyView } from './unloaded.js';
import { html } from './view.js';

/**
 * A panel.
 * @typedef {object} Panel
 * @property {string} name
 * @property {Key} label
 * @property {() => Promise<View>} load  gives its view once
 * @property {string} [element]  the id of what the tab shows, where that is a part of the page
 * @property {() => boolean} [shown]  whether there is such a tab now; reads signals
 */

/**
 * @param {Page} app
 * @param {readonly Panel[]} all
 * @param {{ keep?: boolean }} [options]  keep: panels that have been opened stay in the page, hidden
 * @returns {{ view: View, open: (name: string) => void, readonly now: string }} now: the name of the open panel
 */
export function panelTabs(app, all, { keep = false } = {}) {
  const state = reactive({
    open: all[0].name,
    views: /** @type {Readonly<Record<string, View>>} */ ({}),
  });

  const listed = () => all.filter(({ shown }) => !shown || shown());
  const now = () => listed().find(({ name }) => name === state.open)?.name ?? all[0].name;

  /** @param {string} name  ignored if there is no such tab now */
  function open(name) {
    const panel = listed().find((each) => each.name === name);
    if (!panel) return;
    const view = state.views[name] ?? lazyView(app, panel.load);
    update(state, { open: name, views: { ...state.views, [name]: view } });
  }

  /** The arrow keys choose a tab. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
  function choose(event) {
    const panels = listed();
    const ways = { ArrowRight: 1, ArrowLeft: -1, Home: -panels.length, End: panels.length };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const at = panels.findIndex(({ name }) => name === now());
    const next = Math.abs(way) > 1 ? Math.max(0, Math.sign(way) * (panels.length - 1)) : at + way;
    open(panels[(next + panels.length) % panels.length].name);
    /** @type {HTMLElement | null} */ (event.currentTarget.querySelector('[aria-selected=true]'))?.focus();
  }

  const tab = (/** @type {Panel} */ { name, label, element = 'panel' }) => html`<button
    class="btn plain tab"
    type="button"
    role="tab"
    id=${`tab-${name}`}
    aria-selected=${name === now()}
    aria-controls=${element}
    tabindex=${name === now() ? 0 : -1}
    @click=${() => open(name)}
  >${app.t(label)}</button>`;

  const content = () =>
    keep
      ? Object.entries(state.views).map(
          ([name, view]) => html`<div class="kept" ?hidden=${name !== now()}>${view()}</div>`,
        )
      : state.views[now()]();

  open(state.open);
  return {
    open,
    get now() {
      return now();
    },
    view: () => html`<section class="panels" data-open=${now()}>
      <div class="tabs" role="tablist" aria-label=${app.t('ui.tabs')} @keydown=${choose}>${listed().map(tab)}</div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${now()}`} tabindex="0">${content()}</div>
    </section>`,
  };
}
