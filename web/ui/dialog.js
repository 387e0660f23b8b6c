// Modal dialogs. The platform's <dialog> keeps the focus inside, closes on Escape and gives the focus back; we add
// a title, a button to close, and closing by a press beside it.

/** @import { Page } from './unloaded.js' */
/** @import { Key } from './words.js' */
/** @import { View } from './view.js' */

import { iconButton } from './controls.js';
import { reactive } from './reactive.js';
import { html, mount, nothing } from './view.js';

/**
 * @param {Page} app
 * @param {{ name: string, title: Key, body: View | Node }} options  a view is rendered while the dialog is open
 * @returns {{ node: HTMLDialogElement, state: { open: boolean }, open: () => void, close: () => void }}
 */
export function makeDialog(app, { name, title, body }) {
  const state = reactive({ open: false });
  const node = document.createElement('dialog');
  node.className = name;
  node.setAttribute('aria-labelledby', `${name}-title`);
  mount(
    node,
    () => html`<div class="sheet">
      <header>
        <h2 id="${name}-title">${app.t(title)}</h2>
        ${iconButton('close', app.t('ui.close'), () => node.close())}
      </header>
      ${body instanceof Node ? body : state.open ? body() : nothing}
    </div>`,
  );
  closeBeside(node);
  node.addEventListener('close', () => {
    state.open = node.open;
  });
  return {
    node,
    state,
    open: () => {
      state.open = true;
      if (!node.open) node.showModal();
    },
    close: () => node.close(),
  };
}

/**
 * Close a dialog by a press beside its content. It closes on the click: after a touch, that comes last, and would
 * reach what lies below a dialog that is closed already.
 * @param {HTMLDialogElement} node
 */
export function closeBeside(node) {
  let beside = false; // false for a press that began in a field and ended outside
  node.addEventListener('pointerdown', ({ target }) => {
    beside = target === node;
  });
  node.addEventListener('click', ({ target }) => beside && target === node && node.close());
}
