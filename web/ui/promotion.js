// @ts-check
// What a pawn becomes: a column of pieces over its last rank, which is a dialog like the others: keys, Escape, and
// the focus comes back.

/** @import { App } from './app.js' */
/** @import { Key } from '../i18n/index.js' */

import { turnAt } from '../game/game.js';
import { nodeOf } from '../game/tree.js';
import { h, man, say, set } from './dom.js';

/** In the order in which they are wanted. */
const ORDER = ['q', 'n', 'r', 'b'];

/** @param {App} app */
export function promotionDialog(app) {
  const choices = h('div', { class: 'choices' });
  const title = h('h2', { class: 'sr', id: 'promotion-title' });
  const node = h('dialog', { class: 'promotion', 'aria-labelledby': title.id }, title, choices);
  node.addEventListener('pointerdown', (event) => event.target === node && node.close());
  document.body.append(node);
  /** @type {(letter: string | null) => void} */
  let answer = () => {};
  node.addEventListener('close', () => answer(node.returnValue || null));

  /**
   * The letter that a move needs to be complete: empty where it needs none, null when the person thinks better of it.
   * @param {string} orig
   * @param {string} dest
   * @param {DOMRect} area  of the square where the pawn arrives
   * @returns {Promise<string | null>}
   */
  async function ask(orig, dest, area) {
    const { game } = app.state;
    const letters = nodeOf(game.tree).view?.promotions?.[orig + dest];
    if (!letters) return '';
    say(title, app.t('promotion.title'));
    const side = turnAt(game);
    const offered = ORDER.filter((letter) => letters.includes(letter));
    choices.replaceChildren(
      ...offered.map((letter) => {
        const name = app.t(/** @type {Key} */ (`promotion.${letter}`));
        const button = h('button', { type: 'button', class: 'btn plain' }, man(side, letter, game.game));
        set(button, 'aria-label', name);
        set(button, 'title', name);
        button.addEventListener('click', () => node.close(letter));
        return button;
      }),
    );
    node.returnValue = '';
    lay(area, offered.length);
    node.showModal();
    return new Promise((resolve) => {
      answer = resolve;
    });
  }

  /** Over the square and those before it: downwards from the upper edge of the board, upwards from the lower. */
  function lay(/** @type {DOMRect} */ { left, top, bottom, width }, /** @type {number} */ count) {
    const size = Math.max(width, 44);
    const height = size * count;
    const down = top + height <= innerHeight;
    node.style.setProperty('--size', `${size}px`);
    node.style.left = `${Math.min(Math.max(left - (size - width) / 2, 4), innerWidth - size - 4)}px`;
    node.style.top = `${down ? top : bottom - height}px`;
  }
  return { ask };
}
