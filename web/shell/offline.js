// Offline use of the page. Its state is told to the parts that show it.

/** @import { App } from '../game-view/app.js' */

import { load } from '../ui/load.js';
import { onChange, update } from '../ui/reactive.js';

/** Parts of the site that a visitor may open later. */
const PAGES = ['analysis', 'guide', 'puzzles', 'editor', 'frame'];

/**
 * @param {Pick<App, 'words' | 'pageStatus'>} app
 * @param {URL} base  the root of the site
 * @param {string[]} [parts]  of the site that this page needs, see web/sw.js
 */
export async function useWithoutNetwork(app, base, parts = []) {
  const loaded = await load(() => import('../engine/offline.js')).catch(() => null);
  if (!loaded) return; // nor could anything else be kept now
  // Texts and lessons are a part in each language.
  const spoken = () => ['page', 'texts', ...parts].flatMap((name) => [name, `${name}.${app.words.language}`]);
  const offline = new loaded.Offline({ base, parts: spoken, more: () => PAGES });
  const change = async () => update(app.pageStatus, { blocked: !(await offline.update()) });
  offline.addEventListener('state', () => {
    const { state } = offline;
    const newer = state.state === 'updateAvailable';
    update(app.pageStatus, { offline: state, update: newer ? change : null, refresh: () => offline.look() });
    // For styles and tests that wait until the page is kept.
    if (state.state === 'ready') document.documentElement.dataset.kept = '';
  });
  offline.start();
  onChange(
    () => app.words.language,
    () => offline.look(),
  );
}
