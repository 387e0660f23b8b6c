// Views: functions that return a template (lit-html). A view is rendered again when a signal that it read changes.
//
//   export const turnView = (app) => () => html`<p class="turn">${app.t(`game-view.side.${turnAt(app.state.game)}`)}</p>`;
//   mount(element, turnView(app));

/** @import { TemplateResult } from 'lit-html' */

import { html, nothing, render } from 'lit-html';
import { when } from 'lit-html/directives/when.js';
import { observe } from './reactive.js';

export { html, nothing, when };

/** @typedef {TemplateResult | typeof nothing} Template */
/** @typedef {() => Template} View */

/**
 * Show views, one after the other, at the end of an element.
 * @param {Element | DocumentFragment} parent
 * @param {...(View | Node)} views  nodes are appended as they are
 * @returns {() => void} stops rendering: for elements that leave the page before it ends
 */
export function mount(parent, ...views) {
  const stops = views.flatMap((view) => {
    if (view instanceof Node) {
      parent.append(view);
      return [];
    }
    const end = document.createComment('');
    parent.append(end);
    return observe(() => {
      render(view(), /** @type {HTMLElement} */ (end.parentNode), { renderBefore: end });
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** The element of that id, which the document has. @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A place for several views. @param {...View} views @returns {View} */
export const slot =
  (...views) =>
  () =>
    html`<div class="slot">${views.map((view) => view())}</div>`;
