// The panel that explains why a law ended the game, or soon will, loaded with the first explanation; and the way back.

/** @import { App } from './app.js' */
/** @import { View } from '../ui/view.js' */

import { load } from '../ui/load.js';
import { update } from '../ui/reactive.js';
import { lazyView } from '../ui/unloaded.js';
import { html, nothing } from '../ui/view.js';
import { explainingNow, stopExplaining } from './explanation.js';

/** Over the board while an explanation is on it: a press goes back to the game. @param {App} app */
export const explanationVeil = (app) => () => {
  if (!explainingNow(app)) return nothing;
  return html`<button class="veil" type="button" @click=${() => stopExplaining(app)}>
    <span>${app.t('game-view.explain.back')}</span>
  </button>`;
};

/** From now on warnings offer their explanation. @param {App} app @returns {View} */
export function explanationPanel(app) {
  update(app.explaining, { shown: true });
  const panel = lazyView(app, async () => {
    const { lawSteps } = await load(() => import('./law-steps.js'));
    return () => lawSteps(app);
  });
  return () => (explainingNow(app) ? panel() : nothing);
}
