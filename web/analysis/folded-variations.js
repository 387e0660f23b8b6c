// Variations of the move list that fold to their first move.

/** @import { App } from '../game-view/app.js' */
/** @import { Fold } from '../game-view/move-list.js' */

import { onChange, reactive, update } from '../ui/reactive.js';
import { html } from '../ui/view.js';

/** Variations within variations that are unfolded at first. */
const DEEPEST = 5;

/** Variations that hold the current position stay unfolded. @param {App} app @returns {Fold} */
export function foldedVariations(app) {
  /** What a person has folded and unfolded, by the first nodes. */
  const state = reactive({ folded: /** @type {Readonly<Record<number, boolean>>} */ ({}) });
  onChange(
    () => app.state.game.id,
    () => update(state, { folded: {} }),
  );
  return (variation, depth, path, parts) => {
    const [{ id, notes }] = variation;
    if (variation.length === 1 && !notes?.comment) return parts(variation);
    const folded = !path.has(id) && (state.folded[id] ?? depth > DEEPEST);
    const fold = () => update(state, { folded: { ...state.folded, [id]: !folded } });
    const opening = html`<button
      class="fold"
      type="button"
      aria-expanded=${!folded}
      aria-label=${app.t(folded ? 'game-view.moves.unfold' : 'game-view.moves.fold')}
      ?disabled=${path.has(id)}
      @click=${fold}
    ></button>`;
    if (!folded) return parts(variation, { opening });
    return html`${parts([variation[0]], { bare: true, opening })}<span class="n">…</span>`;
  };
}
