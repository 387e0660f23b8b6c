// What could not be loaded: a sentence, and a button to try again, wherever a person waits for it.

/** @import { Key, Params } from './words.js' */
/** @import { Template, View } from './view.js' */

import { button, iconButton } from './controls.js';
import { LoadError } from './load.js';
import { reactive, update } from './reactive.js';
import { html, nothing } from './view.js';

/**
 * What of a page is needed to tell what could not be loaded.
 * @typedef {object} Page
 * @property {(key: Key, params?: Params) => string} t
 * @property {{ unloaded: ReadonlyMap<unknown, { error: LoadError, again: () => unknown }>, update: (() => void) | null }} pageStatus
 */

/**
 * In place of what could not be loaded.
 * @param {Page} page
 * @param {LoadError} error
 * @param {() => unknown} again
 */
export const unloaded = (page, { gone }, again) =>
  html`<p role="alert">${page.t(gone ? 'ui.unloaded.gone' : 'ui.unloaded.text')}</p>
    ${gone ? button('redo', page.t('ui.reload'), page.pageStatus.update ?? (() => location.reload())) : button('redo', page.t('ui.retry'), again)}`;

/** Loading that takes longer says so; it may still come. */
const PATIENCE_MS = 15_000;

/**
 * Load something, and tell what keeps it away: a LoadError, or null once it is there.
 * @param {() => Promise<unknown>} load
 * @param {(error: LoadError | null) => void} tell
 */
async function loadAndTell(load, tell) {
  const slow = setTimeout(() => tell(new LoadError('no answer')), PATIENCE_MS);
  try {
    await load();
    tell(null);
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    tell(error);
  } finally {
    clearTimeout(slow);
  }
}

/**
 * A view that is loaded when it is first shown. Until then it is empty.
 * @param {Page} page
 * @param {() => Promise<View>} load
 * @returns {View}
 */
export function lazyView(page, load) {
  const state = reactive({
    asked: false,
    view: /** @type {View | null} */ (null),
    error: /** @type {LoadError | null} */ (null),
  });
  /** @type {Promise<View> | null} */
  let loading = null;
  async function loadView() {
    loading ??= load();
    try {
      update(state, { view: await loading });
    } finally {
      loading = null;
    }
  }
  function tryToLoad() {
    update(state, { asked: true, error: null });
    return loadAndTell(loadView, (error) => update(state, { error }));
  }
  return () => {
    if (!state.asked) queueMicrotask(() => state.asked || tryToLoad());
    return state.error ? unloaded(page, state.error, tryToLoad) : (state.view?.() ?? nothing);
  };
}

/**
 * Do something that has to load parts of the site. If it cannot, the page says so and offers to do it again.
 * @param {Page} page
 * @param {unknown} key  of what is done: the latest attempt at the same thing is the one to repeat
 * @param {() => Promise<unknown>} act
 * @returns {Promise<void>}
 */
export function attempt(page, key, act) {
  const { pageStatus } = page;
  const again = () => attempt(page, key, act);
  return loadAndTell(act, (error) => {
    if (!error && !pageStatus.unloaded.has(key)) return;
    const others = [...pageStatus.unloaded].filter(([each]) => each !== key);
    update(pageStatus, { unloaded: new Map(error ? [...others, [key, { error, again }]] : others) });
  });
}

/** The card with what `attempt` could not do, over the page. @param {Page} page @returns {View} */
export const unloadedCard = (page) => () => {
  const { pageStatus } = page;
  const all = [...pageStatus.unloaded.values()];
  if (all.length === 0) return nothing;
  const close = () => update(pageStatus, { unloaded: new Map() });
  const { error } = all.find(({ error }) => error.gone) ?? all[0];
  const again = () => {
    close();
    for (const each of all) each.again();
  };
  return html`<div class="unloaded">${unloaded(page, error, again)}${iconButton('close', page.t('ui.close'), close)}</div>`;
};
