// Dialogs whose scripts are loaded when they are first opened.

/** @import { Page } from '../game-view/site.js' */

import { attempt } from '../ui/unloaded.js';

/**
 * @template {{ node: HTMLElement }} Dialog
 * @param {Page} page
 * @param {() => Promise<Dialog>} make  makes the dialog, once
 * @returns {(act: (dialog: Dialog) => unknown) => Promise<void>} puts the dialog into the page, and acts on it
 */
export function lazyDialog(page, make) {
  /** @type {Promise<Dialog> | null} */
  let loading = null;
  async function loadDialog() {
    const dialog = await make();
    document.body.append(dialog.node);
    return dialog;
  }
  return (act) =>
    attempt(page, make, async () => {
      loading ??= loadDialog();
      loading.catch(() => {
        loading = null;
      });
      act(await loading);
    });
}
