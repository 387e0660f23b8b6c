// @ts-check
// The line below the board of a frame: its few buttons, and what they are called. The picture that stands there before
// anything can answer draws the same line, so that nothing moves when the rest has come.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @import { Game } from '../game/types.js' */

import { addressOf } from '../game/address.js';
import { outcomeAt, playerAt, takeBackTarget } from '../game/game.js';
import { lineThrough, movesTo, nodeOf, pathTo, ROOT } from '../game/tree.js';
import { h, icon, set } from '../ui/elements.js';

const JUMPS = /** @type {const} */ (['first', 'previous', 'next', 'last']);
const NAMES = /** @type {const} */ ([...JUMPS, 'back', 'hint', 'new', 'flip']);

/** A button of the line. @typedef {(typeof NAMES)[number]} ButtonName */

/** Words by their key. @typedef {(key: any, params?: Record<string, string | number>) => string} Translate */

/** @typedef {ReturnType<typeof frameLine>} FrameLine */

/** @param {Partial<Record<ButtonName, () => unknown>>} [acts]  none: the buttons are only drawn */
export function frameLine(acts = {}) {
  const buttons = /** @type {Record<ButtonName, HTMLButtonElement>} */ (
    Object.fromEntries(NAMES.map((name) => [name, button(name, acts[name])]))
  );
  const at = h('span', { class: 'at' });
  const said = h('span', { class: 'grow said', role: 'status' });
  const link = h(
    'a',
    { class: 'btn plain icon-only home', target: '_blank', rel: 'noopener', 'data-name': 'open' },
    h('i', { class: 'seal', 'aria-hidden': 'true' }),
  );
  const { first, previous, next, last, back, hint, new: again, flip } = buttons;
  const parts = [first, previous, at, next, last, back, hint, again, said, flip, link];
  const node = h('div', { class: 'bar bottom', role: 'group' }, ...parts);
  return { node, buttons, at, said, link };
}

/**
 * @param {ButtonName} name
 * @param {() => unknown} [act]
 */
function button(name, act) {
  const on = /** @type {Record<string, () => unknown>} */ (act ? { click: () => act() } : {});
  return h('button', { class: 'btn plain icon-only', type: 'button', 'data-name': name, on }, icon(name));
}

/**
 * Bring the line up to a game.
 * @param {FrameLine} line
 * @param {Game} game
 * @param {object} how
 * @param {Pick<EmbedOptions, 'mode' | 'hints' | 'color'>} how.options
 * @param {Translate} how.t
 * @param {string | null} how.moveText  how the move that led here is written
 * @param {boolean} [how.busy]  an answer is awaited that a hint would disturb
 * @param {URL} how.site
 */
export function dressLine(line, game, { options, t, moveText, busy = false, site }) {
  const { node, buttons, at, link } = line;
  const { mode, hints, color } = options;
  const { tree } = game;
  const shown = nodeOf(tree);
  const plies = lineThrough(tree).length - 1;
  const views = mode === 'view';
  set(node, 'aria-label', t('tool.name'));
  for (const name of JUMPS) {
    const stuck = name === 'first' || name === 'previous' ? shown.id === ROOT : shown.children.length === 0;
    buttons[name].hidden = !views || plies === 0;
    set(buttons[name], 'aria-label', t(`moves.${name}`));
    set(buttons[name], 'aria-disabled', stuck);
  }
  at.hidden = !views || plies === 0;
  at.replaceChildren(
    h('b', { text: moveText ?? t('frame.start') }),
    h('span', {
      class: 'small muted',
      text: t('frame.ply', { ply: pathTo(tree).length - 1, last: plies }),
    }),
  );
  const { back, hint, new: again, flip } = buttons;
  back.hidden = views;
  hint.hidden = views || !hints;
  again.hidden = views || plies === 0;
  back.disabled = takeBackTarget(game) === null && !game.ending;
  hint.disabled = outcomeAt(game) !== null || playerAt(game) !== 'person' || busy;
  set(back, 'aria-label', t('tool.takeBack'));
  set(hint, 'aria-label', t('tool.hint'));
  set(again, 'aria-label', t('frame.again'));
  set(flip, 'aria-label', t('tool.flip'));
  set(link, 'aria-label', t('frame.open'));
  set(link, 'title', t('frame.open'));
  link.href = addressOf(site.href, {
    game: game.game,
    fen: tree.fen,
    moves: movesTo(tree),
    level: game.level,
    side: color === 'black' ? 'black' : 'red',
  });
}
