// The choice of a language, in the settings, and in the header of pages without a game.

/** @import { Settings } from '../game/settings.js' */
/** @import { Page } from '../game-view/site.js' */

import { chooseLanguage, LANGUAGES } from '../ui/languages.js';
import { html } from '../ui/view.js';

/**
 * @param {string} label
 * @param {string} language  the one that the page speaks
 * @param {(field: HTMLSelectElement, chosen: string) => unknown} choose
 */
export const languageSelect = (label, language, choose) =>
  html`<select
    aria-label=${label}
    @change=${(/** @type {any} */ { target }) => choose(target, language)}
  >
    ${Object.entries(LANGUAGES).map(
      ([value, { name }]) =>
        html`<option value=${value} lang=${value} .selected=${value === language}>${name}</option>`,
    )}
  </select>`;

/**
 * Speak the language chosen in a field, and keep the choice. If its words cannot be loaded, say so at the field.
 * @param {Page & { change: (changes: Partial<Settings>) => void }} page
 * @param {HTMLSelectElement} field  an empty value: the language of the browser
 * @param {string} chosen  its value before
 */
export async function chooseLanguageIn(page, field, chosen) {
  const lang = field.value || null;
  field.setCustomValidity('');
  try {
    await page.words.use(chooseLanguage([lang, ...navigator.languages]));
    page.change({ lang });
  } catch {
    field.value = chosen;
    field.setCustomValidity(page.t('shell.settings.lang.failed'));
    field.reportValidity();
  }
}
