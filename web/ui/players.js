// @ts-check
// The two players, one above and one below the board: who, how they stand, and the engine's Stop.

/** @import { App } from './app.js' */
/** @import { Side } from '../game/types.js' */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { h, icon, man, say, set } from './dom.js';
import { levelName } from './phrases.js';

/**
 * @param {App} app
 * @param {'above' | 'below'} where
 */
export function playerStrip(app, where) {
  const piece = h('span', { class: 'stand' });
  const name = h('b');
  const status = h('span', { class: 'small muted status' });
  const stop = h(
    'button',
    { class: 'btn stop', type: 'button', hidden: true, on: { click: () => app.session.moveNow() } },
    icon('stop'),
    h('span'),
  );
  const node = h(
    'section',
    { class: `player ${where}` },
    piece,
    h('div', { class: 'who' }, name, status),
    stop,
  );

  app.watch(
    () => {
      const { game, work, engine, plays, asked } = app.state;
      return [game, work?.kind, work?.stopping, engine.state, plays, asked, app.pieces];
    },
    () => {
      const { game, work } = app.state;
      const side = where === 'below' ? game.orientation : other(game.game, game.orientation);
      const engine = game.players[side] === 'engine';
      const king = man(side, factsOf(game.game).king, game.game);
      king.dataset.pieces = app.pieces;
      piece.replaceChildren(king);
      const title = nameOf(app, side);
      say(name, title);
      set(node, 'aria-label', `${app.t(`side.${side}`)}: ${title}`);
      say(status, statusOf(app, side));
      node.classList.toggle('turn', isTurn(app, side));
      stop.hidden = !(engine && work && app.state.plays);
      stop.disabled = work?.stopping ?? false;
      set(stop, 'aria-label', app.t('engine.stop.long'));
      say(/** @type {Element} */ (stop.lastElementChild), app.t('engine.stop'));
    },
  );
  return node;
}

/** @param {App} app @param {Side} side */
function nameOf(app, side) {
  const { game, players, level } = app.state.game;
  if (players[side] === 'engine') return app.t('player.engine', { level });
  return players[other(game, side)] === 'engine' ? app.t('player.you') : app.t(`side.${side}`);
}

/** @param {App} app @param {Side} side */
function isTurn(app, side) {
  const { game } = app.state;
  return !outcomeAt(game) && turnAt(game) === side;
}

/** @param {App} app @param {Side} side @returns {string} */
function statusOf(app, side) {
  const { game, work, engine, plays } = app.state;
  const outcome = outcomeAt(game);
  if (outcome) {
    if (!outcome.winner) return app.t('player.drew');
    return app.t(outcome.winner === side ? 'player.won' : 'player.lost');
  }
  if (game.players[side] === 'engine') {
    if (work?.kind === 'draw') return app.t('player.judging');
    if (turnAt(game) !== side) return app.t(levelName(game.game, game.level));
    if (engine.state === 'loading') return app.t('player.loading');
    if (work?.kind === 'move') return app.t('player.thinking');
    return app.t('player.toMove');
  }
  if (!plays) return app.t('player.watching');
  const alone = game.players[other(game.game, side)] === 'engine';
  if (turnAt(game) !== side) return alone ? app.t(`side.${side}`) : '';
  const check = nodeOf(game.tree).view?.check ? ` · ${app.t('player.check')}` : '';
  return app.t(alone ? 'player.yourMove' : 'player.toMove') + check;
}
