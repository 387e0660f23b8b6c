// Characters or symbols: a choice with words, for those who may not read the characters.

/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../i18n/index.js' */

import { html, nothing } from './view.js';

/**
 * The choice between characters and symbols; none in languages whose readers know the characters.
 * @param {{ t: (key: Key) => string, words: { language: string }, pieces: string, change: (changes: Partial<Settings>) => void }} page
 */
export function setChoice(page) {
  if (/^(zh|vi)/.test(page.words.language)) return nothing;
  const symbols = page.pieces === 'west';
  return html`<fieldset class="sets">
    <legend class="sr">${page.t('settings.pieces')}</legend>
    <div class="seg">
      ${choice('characters', page.t('pieces.characters'), !symbols, () => page.change({ pieces: null }))}
      ${choice('west', page.t('settings.pieces.west'), symbols, () => page.change({ pieces: 'west' }))}
    </div>
  </fieldset>`;
}

/** @param {string} value @param {string} label @param {boolean} checked @param {() => void} choose */
const choice = (value, label, checked, choose) => html`<label
  ><input type="radio" name="piece-set" value=${value} .checked=${checked} @change=${choose} /><span>${label}</span></label
>`;
