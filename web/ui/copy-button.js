// Buttons that copy a text. Where the browser does not allow it, the text is shown, to be copied by hand.

/** @import { Page } from './unloaded.js' */
/** @import { Kind } from './controls.js' */

import { button } from './controls.js';
import { reactive, update } from './reactive.js';
import { html, nothing } from './view.js';

const SHOWN_MS = 1600;

/** The last copy: the button that made it, and the text if the browser did not allow it. */
const last = reactive({ name: '', refused: /** @type {string | null} */ (null) });

/** @param {string} name  of the button @param {string | Promise<string | null>} given  null: there is nothing to copy */
async function copy(name, given) {
  const text = await given;
  if (text === null) return;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    update(last, { name, refused: text });
    const field = /** @type {HTMLTextAreaElement | null} */ (document.querySelector('.by-hand textarea'));
    field?.focus();
    field?.select();
    return;
  }
  update(last, { name, refused: null });
  setTimeout(() => last.name === name && last.refused === null && update(last, { name: '' }), SHOWN_MS);
}

/**
 * A button that copies a text and says so for a moment; where copying is not allowed the text appears after it.
 * @param {Page} app
 * @param {{ name: string, label: string, text: () => string | Promise<string | null>, symbol?: string, kind?: Kind, disabled?: boolean }} options
 *   name: tells the buttons of the page apart
 */
export function copyButton(app, { name, label, text, symbol, kind = '', disabled = false }) {
  const { refused } = last;
  const said = last.name === name && refused === null ? app.t('ui.copied') : label;
  return html`${button(symbol ?? null, said, () => copy(name, text()), { kind, disabled })}
    ${last.name === name && refused !== null ? byHand(app, refused) : nothing}`;
}

/** @param {Page} app @param {string} text */
const byHand = (app, text) => html`<div class="by-hand small">
  <p>${app.t('ui.copyFailed')}</p>
  <textarea readonly rows="3" aria-label=${app.t('ui.copyFailed')} .value=${text}></textarea>
</div>`;
