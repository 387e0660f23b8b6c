// Buttons that copy a text. Where the browser does not allow it, the text is shown, to be copied by hand.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Kind } from './buttons.js' */

import { load } from '../engine/load.js';
import { addressOf } from '../game/address.js';
import { setupOf } from '../game/game.js';
import { isLine, movesTo, tipOf } from '../game/tree.js';
import { button } from './buttons.js';
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
 * @param {App} app
 * @param {{ name: string, label: string, text: () => string | Promise<string | null>, symbol?: string, kind?: Kind, disabled?: boolean }} options
 *   name: tells the buttons of the page apart
 */
export function copyButton(app, { name, label, text, symbol, kind = '', disabled = false }) {
  const { refused } = last;
  const said = last.name === name && refused === null ? app.t('ui.copied') : label;
  return html`${button(symbol ?? null, said, () => copy(name, text()), { kind, disabled })}
    ${last.name === name && refused !== null ? byHand(app, refused) : nothing}`;
}

/** @param {App} app @param {string} text */
const byHand = (app, text) => html`<div class="by-hand small">
  <p>${app.t('ui.copyFailed')}</p>
  <textarea readonly rows="3" aria-label=${app.t('ui.copyFailed')} .value=${text}></textarea>
</div>`;

/** The address of the page's content, else of the game. @param {App} app @returns {string | Promise<string | null>} */
export function linkTo(app) {
  if (app.link) return app.link();
  const { game } = app.state;
  const { side, level } = setupOf(game);
  const { tree, orientation } = game;
  const moves = movesTo(tree);
  const line = addressOf(location.href, { game: game.game, fen: tree.fen, moves, level, side, orientation });
  return tree.current === tipOf(tree).id ? gameLink(app, line) : wholeGameLink(app, line);
}

/** The address of a line, if this is the whole game, else one with everything in it. @param {App} app @param {string} line */
export const gameLink = (app, line) => (isLine(app.state.game.tree) ? line : wholeGameLink(app, line));

/** @param {App} app @param {string} line */
async function wholeGameLink(app, line) {
  if (typeof CompressionStream === 'undefined') return line;
  const { wholeGameLink: whole } = await load(() => import('../records/whole-game-link.js'));
  return whole(/** @type {import('../game-view/app.js').App<any>} */ (app), line);
}
