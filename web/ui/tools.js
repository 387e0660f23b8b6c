// @ts-check
// What a player does to the game: take back, redo, hint, flip, resign, begin anew. And the keys that do it.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */

import { outcomeAt, playerAt, redoTarget, takeBackTarget } from '../game/game.js';
import { nodeOf } from '../game/tree.js';
import { h, icon, say, set } from './dom.js';
import { stepsThrough } from './moves.js';

/**
 * @param {App<PlaySession>} app
 * @param {{ resign: () => void, newGame: () => void }} dialogs
 */
export function toolBar(app, dialogs) {
  const { session } = app;
  const tools = {
    takeBack: tool('back', () => session.takeBack()),
    redo: tool('redo', () => session.redo()),
    hint: tool('hint', () => session.hint()),
    flip: tool('flip', () => session.flip()),
    resign: tool('flag', dialogs.resign, 'danger'),
    new: tool('new', dialogs.newGame),
  };
  const node = h('div', { class: 'tools', role: 'group' }, ...Object.values(tools));
  app.watch(
    () => {
      const { game, plays, asked, work } = app.state;
      return [game, plays, asked, work?.kind];
    },
    () => {
      set(node, 'aria-label', app.t('tool.name'));
      for (const name of /** @type {const} */ (['takeBack', 'redo', 'hint', 'flip', 'resign', 'new'])) {
        say(/** @type {Element} */ (tools[name].lastElementChild), app.t(`tool.${name}`));
      }
      const { game, plays, asked, work } = app.state;
      const over = outcomeAt(game) !== null;
      const mine = plays && !asked;
      const ended = game.ending?.node === game.tree.current;
      tools.takeBack.disabled = !mine || (takeBackTarget(game) === null && !ended);
      tools.redo.disabled = !mine || redoTarget(game) === null;
      const canHint = mine && !over && playerAt(game) === 'person' && nodeOf(game.tree).view !== null;
      tools.hint.disabled = !canHint || work?.kind === 'draw';
      tools.resign.disabled = !mine || over;
      tools.new.disabled = !plays;
    },
  );
  return node;
}

/** @param {string} symbol @param {() => unknown} act @param {string} [tone] */
function tool(symbol, act, tone = '') {
  return h(
    'button',
    { class: `btn ${tone}`, type: 'button', on: { click: () => act() } },
    icon(symbol),
    h('span'),
  );
}

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
