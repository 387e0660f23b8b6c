// What a player does to the game: take back, redo, hint, flip, resign, begin anew. And the keys that do it.

/** @import { App } from './app.js' */
/** @import { Kind } from '../ui/controls.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { View } from '../ui/view.js' */

import { outcomeAt, playerAt, redoTarget, takeBackTarget } from '../game/game.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { button } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { html } from '../ui/view.js';
import { stepsThrough } from './move-list.js';

/**
 * @param {App<PlaySession>} app
 * @param {{ resign: () => void, newGame: () => void }} dialogs
 */
export const toolBar = (app, dialogs) => () => {
  const { session } = app;
  const { game, plays, asked, work } = app.state;
  const over = outcomeAt(game) !== null;
  const mine = plays && !asked;
  const ended = game.ending?.node === game.tree.current;
  const canHint = mine && !over && playerAt(game) === 'person' && nodeOf(game.tree).view !== null;
  const canTakeBack = mine && (takeBackTarget(game) !== null || ended);
  const tool = (
    /** @type {string} */ icon,
    /** @type {Key} */ label,
    /** @type {() => unknown} */ act,
    enabled = true,
    /** @type {Kind} */ kind = '',
  ) => button(icon, app.t(label), act, { kind, disabled: !enabled });
  return html`<div class="tools" role="group" aria-label=${app.t('game-view.tool.name')}>
    ${tool('back', 'game-view.tool.takeBack', () => session.takeBack(), canTakeBack)}
    ${tool('redo', 'game-view.tool.redo', () => session.redo(), mine && redoTarget(game) !== null)}
    ${tool('hint', 'game-view.tool.hint', () => session.hint(), canHint && work?.kind !== 'draw')}
    ${tool('flip', 'game-view.tool.flip', () => session.flip())}
    ${tool('flag', 'game-view.tool.resign', dialogs.resign, mine && !outcomeAt(game, tipOf(game.tree).id))}
    ${tool('new', 'game-view.tool.new', dialogs.newGame, plays, over ? 'main' : '')}
  </div>`;
};

/**
 * A view that phones keep behind a button and wider screens show.
 * @param {App} app
 * @param {View} view
 * @returns {View}
 */
export function more(app, view) {
  const state = reactive({ open: false });
  return () => html`<section class="more">
    <button
      class="btn plain"
      type="button"
      aria-expanded=${state.open}
      @click=${(/** @type {any} */ { currentTarget }) => {
        update(state, { open: !state.open });
        if (state.open)
          requestAnimationFrame(() => currentTarget.parentElement.scrollIntoView({ block: 'nearest' }));
      }}
    >
      ${app.t('game-view.tool.more')}
    </button>
    ${view()}
  </section>`;
}

/**
 * The left and right arrow keys step through the game from anywhere that has no use of its own for them; up, down,
 * Home and End only from the moves and the buttons at the board, so that they scroll the page elsewhere.
 * @param {App} app
 * @param {{ variations?: boolean }} [options]  whether up and down choose another move instead of the first and the last
 */
export function listenForKeys(app, { variations = false } = {}) {
  const steps = stepsThrough(app);
  /** @type {Record<string, () => void>} */
  const anywhere = { ArrowLeft: steps.previous, ArrowRight: steps.next };
  /** @type {Record<string, () => void>} */
  const atMoves = {
    ArrowUp: variations ? steps.otherBefore : steps.first,
    ArrowDown: variations ? steps.otherAfter : steps.last,
    Home: steps.first,
    End: steps.last,
  };
  const undo = () => app.session.takeBack();
  const redo = () => app.session.redo();
  document.addEventListener('keydown', (event) => {
    const { target, key, shiftKey } = event;
    if (event.defaultPrevented || event.altKey || !(target instanceof Element) || isElsewhere(target)) return;
    const plain = { ...anywhere, ...(target.closest('.moves, .jump, .tools, .bar') && atMoves) };
    /** @type {Record<string, () => unknown>} */
    const withCtrl = { z: shiftKey ? redo : undo, y: redo };
    const letter = key.toLowerCase(); // Caps Lock changes nothing
    const act = event.ctrlKey || event.metaKey ? withCtrl[letter] : shiftKey ? undefined : plain[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** Whether keys mean something else there: in fields, choices and dialogs, on the board. @param {Element} target */
const isElsewhere = (target) =>
  target.closest('input:not([type=checkbox]), select, textarea, [role=grid]') !== null ||
  document.querySelector('dialog[open]') !== null;
