// Dialogs and other parts of a page whose scripts are fetched when they are first wanted.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */

import { computed, untracked } from '@preact/signals-core';
import { load } from '../engine/load.js';
import { nodeOf, ROOT } from '../game/tree.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { nothing } from '../ui/view.js';
import { loadStyles } from './theme.js';
import { attempt } from './unloaded.js';

/**
 * @template {{ node: HTMLElement }} Dialog
 * @param {App} app
 * @param {() => Promise<Dialog>} make  makes the dialog, once
 * @returns {(act: (dialog: Dialog) => unknown) => Promise<void>} puts the dialog into the page, and acts on it
 */
export function lateDialog(app, make) {
  /** @type {Promise<Dialog> | null} */
  let loading = null;
  async function bring() {
    const [dialog] = await Promise.all([make(), styled('dialogs')]);
    document.body.append(dialog.node);
    return dialog;
  }
  return (act) =>
    attempt(app, make, async () => {
      loading ??= bring();
      loading.catch(() => {
        loading = null;
      });
      act(await loading);
    });
}

/**
 * later.js, loaded when it has something to show, or once the page is ready for offline use.
 * @param {App} app
 * @param {() => unknown} wanted  whether the page has something to show, besides notices; reads signals
 */
export function lateParts(app, wanted) {
  const state = reactive({ parts: /** @type {typeof import('../game-view/later.js') | null} */ (null) });
  const bring = () =>
    attempt(app, state, async () => {
      const styles = [styled('later'), styled('dialogs')];
      const [parts] = await Promise.all([load(() => import('../game-view/later.js')), ...styles]);
      update(state, { parts });
    });
  /** What is wanted, as a text: anything more that is wanted tries again. */
  const due = computed(() => (state.parts ? '' : `${hasNews(app)} ${Boolean(wanted())}`));
  const bringIfDue = () => due.value.includes('true') && untracked(bring);
  observe(bringIfDue);
  addEventListener('online', bringIfDue);
  return {
    /** Null until they are there; reads a signal. */
    get now() {
      return state.parts;
    },
    /** A view of theirs; nothing until they are there. @param {(parts: typeof import('../game-view/later.js')) => View} make */
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
  return Boolean(
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
      nodeOf(game.tree, ROOT).view?.status,
  );
}

/** Enable the style sheet of a part. @param {string} name */
export const styled = (name) => loadStyles(`link[data-later=${name}]`);
