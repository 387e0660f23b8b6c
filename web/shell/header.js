// The line on top: whose page this is, whether the network is gone, and the settings.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Page } from '../game-view/site.js' */
/** @import { Key } from '../ui/words.js' */

import { analysisAddress, endingAddress } from '../game/address.js';
import { nodeOf } from '../game/tree.js';
import { setSwitch } from '../game-view/set-choice.js';
import { iconButton } from '../ui/controls.js';
import { iconView } from '../ui/icon-view.js';
import { observe, reactive } from '../ui/reactive.js';
import { html, mount, nothing } from '../ui/view.js';

/**
 * @param {App} app
 * @param {HTMLElement} node  the header of the document
 * @param {() => void} openSettings
 * @param {() => void} [openLibrary]  where games are played
 */
export function fillHeader(app, node, openSettings, openLibrary) {
  const network = reactive({ online: navigator.onLine });
  for (const type of ['online', 'offline']) {
    addEventListener(type, () => {
      network.online = navigator.onLine;
    });
  }
  mount(
    node,
    () => html`<div class="right">
      <span class="badge off" role="status" title=${app.t('shell.offline.note')} ?hidden=${network.online}
        >${iconView('offline')}${app.t('shell.offline.title')}</span
      >${openLibrary ? iconButton('games', app.t('shell.library'), openLibrary) : nothing}
      ${iconButton('gear', app.t('shell.openSettings'), openSettings)}
    </div>`,
  );
  mount(/** @type {Element} */ (node.querySelector('#rest')), () =>
    app.state.game.game === 'xiangqi' ? setSwitch(app) : nothing,
  );
  translateDocument(app);
  skipToBoard();
  const endings = /** @type {HTMLAnchorElement} */ (node.querySelector('nav [href^="endings.html"]'));
  observe(() => {
    const { game, tree } = app.state.game;
    endings.href = endingAddress(game, nodeOf(tree).view?.fen);
  });
}

/**
 * Let the header's link to the analysis board carry the game at hand.
 * @param {App} app
 * @param {HTMLElement} node  the header of the document
 * @param {{ record?: boolean }} [options]  see analysisAddress
 */
export function carryToAnalysis(app, node, options) {
  const link = /** @type {HTMLAnchorElement} */ (node.querySelector('nav [href^="analysis.html"]'));
  observe(() => {
    link.href = analysisAddress(document.baseURI, app.state.game, options);
  });
}

/** Let the link before everything lead to the point of the board where the arrow keys go on. */
export function skipToBoard() {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector('.skip'));
  link.addEventListener('click', (event) => {
    /** @type {HTMLElement | null} */
    const point = document.querySelector(`${link.hash} [role=gridcell][tabindex="0"]`);
    point?.focus();
    if (point?.matches(':focus')) event.preventDefault(); // without a board in sight, to its place
  });
}

/** Put the document's own texts into the page's language. @param {Page} page */
export function translateDocument(page) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-words]')))
    observe(() => {
      node.textContent = page.t(/** @type {Key} */ (node.dataset.words));
    });
}
