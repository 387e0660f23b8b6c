// Dialogs and other parts of a page whose scripts and words are fetched when they are first wanted.

/** @import { PositionApp as App } from './app.js' */
/** @import { View } from './view.js' */

import { computed, untracked } from '@preact/signals-core';
import { observe, reactive, update } from '../game/reactive.js';
import { nodeOf, ROOT } from '../game/tree.js';
import { loadStyles } from './theme.js';
import { nothing } from './view.js';

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
    loading ??= Promise.all([app.words.learn('later', 'dialogs'), styled('dialogs')])
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
      // The site is newer than this page, so its scripts have other names.
      update(app.pageStatus, { update: () => location.reload() });
      return;
    }
    act(await loading);
  };
}

/**
 * later.js and its words, loaded when they have something to show, or once the page is ready for offline use.
 * @param {App} app
 * @param {() => unknown} wanted  whether the page has something to show, besides notices; reads signals
 */
export function lateParts(app, wanted) {
  const state = reactive({
    parts: /** @type {typeof import('./later.js') | null} */ (null),
    failed: false,
  });
  async function load() {
    try {
      const styles = [styled('later'), styled('dialogs')];
      const [parts] = await Promise.all([import('./later.js'), app.words.learn('later'), ...styles]);
      update(state, { parts });
    } catch {
      update(state, { failed: true });
    }
  }
  addEventListener('online', () => update(state, { failed: false }));
  const isDue = computed(() => !state.parts && !state.failed && (hasNews(app) || wanted()));
  observe(() => isDue.value && untracked(load));
  return {
    /** Null until they are there; reads a signal. */
    get now() {
      return state.parts;
    },
    /** A view of theirs; nothing until they are there. @param {(parts: typeof import('./later.js')) => View} make */
    view(make) {
      /** @type {View | null} */
      let view = null;
      return () => {
        if (state.parts) view ??= make(state.parts);
        return view ? view() : nothing;
      };
    },
  };
}

/** Whether there may be a notice. @param {App} app */
function hasNews({ pageStatus: { fault, update, offline }, state }) {
  const { engine, game, notices, plays, saving } = state;
  return (
    fault !== null ||
    update !== null ||
    (offline !== null && offline.state !== 'installing') ||
    engine.state === 'failed' ||
    engine.restarted ||
    engine.fallbackReason ||
    plays === false ||
    (saving && saving !== 'saved') ||
    notices.length > 0 ||
    nodeOf(game.tree).view?.warning ||
    nodeOf(game.tree, ROOT).view?.status
  );
}

/** Enable the style sheet of a part. @param {string} name */
export const styled = (name) => loadStyles(`link[data-later=${name}]`);
