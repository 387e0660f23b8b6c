// @ts-check
// Dialogs whose scripts and words are fetched when one is wanted first.

/** @import { PositionApp as App } from './app.js' */

import { update } from '../game/reactive.js';

/**
 * @template {{ node: HTMLElement }} Dialog
 * @param {App} app
 * @param {() => Promise<Dialog>} load  makes the dialog, once
 * @returns {(act: (dialog: Dialog) => unknown) => Promise<void>} puts the dialog into the page, and acts on it
 */
export function lateDialog(app, load) {
  /** @type {Promise<Dialog> | null} */
  let loading = null;
  return async (act) => {
    // The words come first: a dialog is rendered as soon as it is made.
    loading ??= app.words
      .learn('dialogs')
      .then(load)
      .then((dialog) => {
        document.body.append(dialog.node);
        return dialog;
      });
    try {
      await loading;
    } catch (error) {
      loading = null; // the network may come back
      if (!navigator.onLine) throw error;
      // The site is of a newer version than this page, and its scripts have other names.
      update(app.pageStatus, { update: () => location.reload() });
      return;
    }
    act(await loading);
  };
}

/** Resolves when the style is there, or cannot be had. @param {URL} url @returns {Promise<void>} */
export function styled(url) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url.href;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}
