// Buttons as templates.

import { iconView } from './dom.js';
import { html, nothing } from './view.js';

/** How a button looks; see base.css. @typedef {'' | 'main' | 'plain' | 'danger' | 'set'} Kind */

/**
 * A button with a text, and an icon if it has one.
 * @param {string | null} icon
 * @param {string} label
 * @param {() => unknown} act
 * @param {{ kind?: Kind, disabled?: boolean, type?: 'button' | 'submit' }} [options]
 */
export const button = (icon, label, act, { kind = '', disabled = false, type = 'button' } = {}) =>
  html`<button class="btn ${kind}" type=${type} ?disabled=${disabled} @click=${() => act()}>
    ${icon ? iconView(icon) : nothing}<span>${label}</span>
  </button>`;

/**
 * A button with an icon alone. `ended`: there is nothing left to do; not `disabled`, so that it keeps the focus.
 * @param {string} icon
 * @param {string} label
 * @param {() => unknown} act
 * @param {{ kind?: string, ended?: boolean }} [options]
 */
export const iconButton = (icon, label, act, { kind = 'icon-only', ended = false } = {}) =>
  html`<button
    class="btn plain ${kind}"
    type="button"
    aria-label=${label}
    aria-disabled=${ended}
    @click=${() => act()}
  >
    ${iconView(icon)}
  </button>`;
