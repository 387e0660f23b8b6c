// Panels behind tabs, each loaded when it is first opened.

/** @import { Page } from './unloaded.js' */
/** @import { View } from './view.js' */

import { reactive, update } from './reactive.js';
import { lazyView } from './unloaded.js';
import { html } from './view.js';

/**
 * @template {string} Name
 * @param {Page} app
 * @param {(name: Name) => string} label  of a panel
 * @param {Readonly<Record<Name, () => Promise<View>>>} panels  each gives its view once
 * @param {{ keep?: boolean, part?: string, showsPart?: () => boolean }} [options]  keep: panels that have been opened
 *   stay in the page, hidden; part: the name of a panel that is a part of the page, of this id; showsPart: whether it
 *   has a tab now
 * @returns {{ view: View, open: (name: string) => void, readonly now: string }} now: the name of the open panel
 */
export function panelTabs(app, label, panels, { keep = false, part = '', showsPart = () => true } = {}) {
  const names = /** @type {Name[]} */ (Object.keys(panels));
  const state = reactive({ open: names[0], views: /** @type {Readonly<Record<string, View>>} */ ({}) });

  const listed = () => names.filter((name) => name !== part || showsPart());
  const now = () => listed().find((name) => name === state.open) ?? names[0];

  /** @param {string} wanted  ignored if there is no such tab now */
  function open(wanted) {
    const name = listed().find((each) => each === wanted);
    if (!name) return;
    const view = state.views[name] ?? lazyView(app, panels[name]);
    update(state, { open: name, views: { ...state.views, [name]: view } });
  }

  /** The arrow keys choose a tab. @param {KeyboardEvent & { currentTarget: HTMLElement }} event */
  function choose(event) {
    const tabs = listed();
    const ways = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.length, End: tabs.length };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    const next =
      Math.abs(way) > 1 ? Math.max(0, Math.sign(way) * (tabs.length - 1)) : tabs.indexOf(now()) + way;
    open(tabs[(next + tabs.length) % tabs.length]);
    /** @type {HTMLElement | null} */ (event.currentTarget.querySelector('[aria-selected=true]'))?.focus();
  }

  const tab = (/** @type {Name} */ name) => html`<button
    class="btn plain tab"
    type="button"
    role="tab"
    id=${`tab-${name}`}
    aria-selected=${name === now()}
    aria-controls=${name === part ? name : 'panel'}
    tabindex=${name === now() ? 0 : -1}
    @click=${() => open(name)}
  >${label(name)}</button>`;

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
