// Characters or symbols: a choice with words, for those who may not read the characters.

/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../ui/words.js' */

import { html, nothing } from '../ui/view.js';

/** @typedef {{ t: (key: Key) => string, words: { language: string }, pieces: string, change: (changes: Partial<Settings>) => void }} Page */

/** Whether readers of the language know the characters. @param {Page} page */
const knowsCharacters = ({ words }) => /^(zh|vi)/.test(words.language);

/** A button for the other kind of pieces, at hand on every page with a board. @param {Page} page */
export function setSwitch(page) {
  if (knowsCharacters(page)) return nothing;
  const symbols = page.pieces === 'west';
  return html`<button
    class="btn plain"
    type="button"
    popovertarget="rest"
    popovertargetaction="hide"
    @click=${() => page.change({ pieces: symbols ? null : 'west' })}
  >
    <span aria-hidden="true">${symbols ? '帥' : '♚'}</span
    ><span class="sr">${page.t('shell.settings.pieces.label')}:</span> ${page.t(symbols ? 'shell.settings.pieces.characters' : 'shell.settings.pieces.west')}
  </button>`;
}

/** The choice between characters and symbols; none in languages whose readers know the characters. @param {Page} page */
export function setChoice(page) {
  if (knowsCharacters(page)) return nothing;
  const symbols = page.pieces === 'west';
  return html`<fieldset class="sets">
    <legend class="sr">${page.t('shell.settings.pieces.label')}</legend>
    <div class="seg">
      ${choice('characters', page.t('shell.settings.pieces.characters'), !symbols, () => page.change({ pieces: null }))}
      ${choice('west', page.t('shell.settings.pieces.west'), symbols, () => page.change({ pieces: 'west' }))}
    </div>
  </fieldset>`;
}

/** @param {string} value @param {string} label @param {boolean} checked @param {() => void} choose */
const choice = (value, label, checked, choose) => html`<label
  ><input type="radio" name="piece-set" value=${value} .checked=${checked} @change=${choose} /><span>${label}</span></label
>`;
