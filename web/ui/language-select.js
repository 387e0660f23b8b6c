// @ts-check
// The choice of a language, in the header of pages without a game.

import { LANGUAGES } from '../i18n/choose.js';
import { html } from './view.js';

/**
 * @param {string} label
 * @param {string} language  the one that the page speaks
 * @param {(language: string) => unknown} choose
 */
export const languageSelect = (label, language, choose) =>
  html`<select
    aria-label=${label}
    @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}
  >
    ${Object.entries(LANGUAGES).map(
      ([value, { name }]) =>
        html`<option value=${value} lang=${value} ?selected=${value === language}>${name}</option>`,
    )}
  </select>`;
