// The content of the line below the board of a frame. The picture and the frame draw it alike, so that nothing moves
// when the frame takes the place of the picture.

/** @import { EmbedOptions } from '../game/embed-options.js' */
/** @import { Game } from '../game/types.js' */

import { addressOf } from '../game/address.js';
import { outcomeAt, playerAt, takeBackTarget } from '../game/game.js';
import { lineThrough, movesTo, nodeOf, pathTo, ROOT } from '../game/tree.js';

/** A button of the line; its icon has the same name. @typedef {'first' | 'previous' | 'next' | 'last' | 'back' | 'hint' | 'new' | 'flip'} ButtonName */

/** `ended`: there is nothing left to do, but the button keeps the focus. @typedef {{ name: ButtonName, label: string, disabled?: boolean, ended?: boolean }} Button */

/** Words by their key. @typedef {(key: any, params?: Record<string, string | number>) => string} Translate */

/**
 * @typedef {object} Toolbar
 * @property {Array<Button | { move: string, ply: string }>} items  buttons, and the present move of a replay
 * @property {Button} flip
 * @property {{ label: string, href: string }} open
 */

/**
 * @param {Game} game
 * @param {object} how
 * @param {Pick<EmbedOptions, 'mode' | 'hints' | 'color'>} how.options
 * @param {Translate} how.t
 * @param {string | null} how.moveText  the text of the move that led here
 * @param {boolean} [how.busy]  a search is running that a hint would disturb
 * @param {boolean} [how.reading]  the moves are still to come
 * @param {string | null} [how.phase]  of the puzzle, if it is one
 * @param {URL} how.site
 * @returns {Toolbar}
 */
export function toolbarOf(game, { options, t, moveText, busy = false, reading = false, phase = null, site }) {
  const { tree } = game;
  const plies = lineThrough(tree).length - 1;
  const tools = () => {
    const isOver = phase ? phase === 'solved' || phase === 'shown' : plies > 0;
    const canTakeBack = phase ? phase === 'offLine' : takeBackTarget(game) !== null || game.ending;
    const canHint = outcomeAt(game) === null && playerAt(game) === 'person' && !busy;
    /** @type {Button[]} */
    const buttons = [{ name: 'back', label: t('game-view.tool.takeBack'), disabled: !canTakeBack }];
    if (options.hints) buttons.push({ name: 'hint', label: t('game-view.tool.hint'), disabled: !canHint });
    if (isOver) buttons.push({ name: 'new', label: t('frame.again') });
    return buttons;
  };
  const steps = () => {
    const atStart = tree.current === ROOT;
    const atEnd = nodeOf(tree).children.length === 0;
    const step = (/** @type {ButtonName} */ name, /** @type {boolean} */ ended) => ({
      name,
      label: t(`game-view.moves.${name}`),
      ended,
    });
    const ply = t('frame.ply', { ply: pathTo(tree).length - 1, last: plies });
    const at = { move: moveText ?? t('frame.start'), ply };
    return [step('first', atStart), step('previous', atStart), at, step('next', atEnd), step('last', atEnd)];
  };
  const isReplay = options.mode === 'view';
  const address = addressOf(site.href, {
    game: game.game,
    fen: tree.fen,
    moves: movesTo(tree),
    level: game.level,
    side: options.color === 'black' ? 'black' : 'red',
  });
  return {
    items: !isReplay ? tools() : plies > 0 || reading ? steps() : [],
    flip: { name: 'flip', label: t('game-view.tool.flip') },
    open: { label: t('frame.open'), href: address },
  };
}
