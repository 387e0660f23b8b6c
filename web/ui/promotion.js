// The promotion dialog: a column of pieces over the pawn's last rank, with the keys and focus of any dialog.

/** @import { App } from './app.js' */
/** @import { Key } from '../i18n/index.js' */

import './common.js';
import { turnAt } from '../game/game.js';
import { reactive, update } from '../game/reactive.js';
import { closeBeside } from './dialog.js';
import { pieceView } from './dom.js';
import { PROMOTIONS } from './phrases.js';
import { html, mount } from './view.js';

/** @param {App} app */
export function promotionDialog(app) {
  const state = reactive({ letters: /** @type {string[]} */ ([]) });
  const node = document.createElement('dialog');
  node.className = 'promotion';
  node.setAttribute('aria-labelledby', 'promotion-title');
  closeBeside(node);
  mount(
    node,
    () => html`<h2 class="sr" id="promotion-title">${app.t('promotion.title')}</h2>
      <div class="choices">${state.letters.map(choice)}</div>`,
  );
  document.body.append(node);
  /** @type {(letter: string | null) => void} */
  let answer = () => {};
  node.addEventListener('close', () => answer(node.returnValue || null));

  /** @param {string} letter */
  function choice(letter) {
    const { game } = app.state;
    const name = app.t(/** @type {Key} */ (`promotion.${letter}`));
    return html`<button
      type="button"
      class="btn plain"
      aria-label=${name}
      title=${name}
      @click=${() => node.close(letter)}
    >
      ${pieceView(turnAt(game), letter, game.game, app.pieces)}
    </button>`;
  }

  /**
   * One of the letters, or null when the person cancels.
   * @param {readonly string[]} possible
   * @param {DOMRect} area  of the square where the pawn arrives
   * @returns {Promise<string | null>}
   */
  async function ask(possible, area) {
    const letters = PROMOTIONS.filter((letter) => possible.includes(letter));
    update(state, { letters });
    node.returnValue = '';
    lay(area, letters.length);
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
