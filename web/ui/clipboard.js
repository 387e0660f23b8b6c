// @ts-check
// What can be taken along, and what happens where the browser does not allow it: the text is shown, to be copied by hand.

/** @import { App } from './app.js' */

import { addressOf } from '../game/address.js';
import { setupOf } from '../game/game.js';
import { movesTo } from '../game/tree.js';
import { h, say } from './dom.js';

const SHOWN_MS = 1600;

/**
 * Copy a text. The button says so for a moment; where copying is not allowed the text appears behind it.
 * @param {App} app
 * @param {string} text
 * @param {HTMLButtonElement} button
 */
export async function copyText(app, text, button) {
  const label = /** @type {Element} */ (button.querySelector('span') ?? button);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showText(app, text, button);
    return;
  }
  const before = label.textContent ?? '';
  const done = app.t('entry.copied');
  if (before === done) return;
  say(label, done);
  setTimeout(() => label.textContent === done && say(label, before), SHOWN_MS);
}

/** @param {App} app @param {string} text @param {HTMLElement} button */
function showText(app, text, button) {
  const old = button.parentElement?.querySelector('.by-hand');
  const field = h('textarea', { readonly: true, rows: 3, 'aria-label': app.t('entry.copyFailed') });
  field.value = text;
  const box = h('div', { class: 'by-hand small' }, h('p', { text: app.t('entry.copyFailed') }), field);
  if (old) old.replaceWith(box);
  else button.parentElement?.append(box);
  field.focus();
  field.select();
}

/** The address of the position at hand. @param {App} app */
export function linkTo(app) {
  const { game } = app.state;
  const { side } = setupOf(game);
  const { fen } = game.tree;
  return addressOf(location.href, {
    game: game.game,
    fen,
    moves: movesTo(game.tree),
    level: game.level,
    side,
  });
}
