// @ts-check
// What a player does to the game: take back, redo, hint, flip, resign, begin anew. And the keys that do it.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Key } from '../i18n/index.js' */

import { outcomeAt, playerAt, redoTarget, takeBackTarget } from '../game/game.js';
import { nodeOf } from '../game/tree.js';
import { button } from './controls.js';
import { stepsThrough } from './moves.js';
import { html } from './view.js';

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
    kind = '',
  ) => button(icon, app.t(label), act, { kind, disabled: !enabled });
  return html`<div class="tools" role="group" aria-label=${app.t('tool.name')}>
    ${tool('back', 'tool.takeBack', () => session.takeBack(), canTakeBack)}
    ${tool('redo', 'tool.redo', () => session.redo(), mine && redoTarget(game) !== null)}
    ${tool('hint', 'tool.hint', () => session.hint(), canHint && work?.kind !== 'draw')}
    ${tool('flip', 'tool.flip', () => session.flip())}
    ${tool('flag', 'tool.resign', dialogs.resign, mine && !over, 'danger')}
    ${tool('new', 'tool.new', dialogs.newGame, plays)}
  </div>`;
};

/** Arrow keys step through the game wherever they have no other use; Ctrl+Z takes back. @param {App} app */
export function listenForKeys(app) {
  const steps = stepsThrough(app);
  /** @type {Record<string, () => void>} */
  const plain = {
    ArrowLeft: steps.previous,
    ArrowRight: steps.next,
    ArrowUp: steps.first,
    ArrowDown: steps.last,
    Home: steps.first,
    End: steps.last,
  };
  /** @type {Record<string, () => void>} */
  const withCtrl = {
    z: () => app.session.takeBack(),
    y: () => app.session.redo(),
    Z: () => app.session.redo(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return;
    const act = (event.ctrlKey || event.metaKey ? withCtrl : plain)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** Whether keys mean something else there: in fields, in dialogs, on the board. @param {EventTarget | null} target */
function isElsewhere(target) {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [role=grid]') !== null;
}
