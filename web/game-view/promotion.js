// The promotion dialog: a column of pieces over the pawn's last rank, with the keys and focus of any dialog.

/** @import { App } from './app.js' */
/** @import { Key } from '../ui/words.js' */

import { turnAt } from '../game/game.js';
import { closeBeside } from '../ui/dialog.js';
import { pieceView } from '../ui/icon-view.js';
import { reactive, update } from '../ui/reactive.js';
import { html, mount } from '../ui/view.js';
import { PROMOTIONS } from './piece-words.js';

/** @param {App} app */
export function promotionDialog(app) {
  const state = reactive({ letters: /** @type {string[]} */ ([]) });
  const node = document.createElement('dialog');
  node.className = 'promotion';
  node.setAttribute('aria-labelledby', 'promotion-title');
  closeBeside(node);
  mount(
    node,
    () => html`<h2 class="sr" id="promotion-title">${app.t('game-view.promotion.title')}</h2>
      <div class="choices">${state.letters.map(choice)}</div>`,
  );
  document.body.append(node);
  /** @type {(letter: string | null) => void} */
  let answer = () => {};
  node.addEventListener('close', () => answer(node.returnValue || null));

  /** @param {string} letter */
  function choice(letter) {
    const { game } = app.state;
    const name = app.t(/** @type {Key} */ (`game-view.promotion.${letter}`));
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

  /** From the square towards the middle of the board, the queen on the square itself, as far as the window reaches. */
  function lay(/** @type {DOMRect} */ { left, top, bottom, width }, /** @type {number} */ count) {
    const { game } = app.state;
    const size = Math.max(width, 44);
    const height = size * count;
    const down = turnAt(game) === game.orientation; // a pawn walks away from its own side
    node.style.setProperty('--size', `${size}px`);
    node.style.setProperty('--way', down ? 'column' : 'column-reverse');
    node.style.left = `${within(left - (size - width) / 2, innerWidth - size)}px`;
    node.style.top = `${within(down ? top : bottom - height, innerHeight - height)}px`;
  }
  return { ask };
}

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(value, most));
