// The two players, one above and one below the board: who, how they stand, and the engine's Stop.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Side } from '../game/types.js' */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { levelName } from '../game-view/piece-words.js';
import { playerNames } from '../game-view/record-words.js';
import { button } from '../ui/controls.js';
import { pieceView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';

/**
 * @param {App<PlaySession>} app
 * @param {'above' | 'below'} where
 */
export const playerStrip = (app, where) => () => {
  const { game, work, plays } = app.state;
  const side = where === 'below' ? game.orientation : other(game.game, game.orientation);
  const name = nameOf(app, side);
  const stops = game.players[side] === 'engine' && work && plays;
  return html`<section
    class="player ${where} ${isTurn(app, side) ? 'turn' : ''}"
    aria-label="${app.t(`game-view.side.${side}`)}: ${name}"
  >
    <span class="stand">${pieceView(side, factsOf(game.game).king, game.game, app.pieces)}</span>
    <div class="who"><b>${name}</b><span class="small muted status">${statusOf(app, side)}</span></div>
    ${stops ? stopButton(app) : nothing} ${app.clocks.now?.face(side) ?? nothing}
  </section>`;
};

/** @param {App<PlaySession>} app */
const stopButton = (app) =>
  button('stop', app.t('game-view.engine.stop.short'), () => app.session.moveNow(), {
    kind: 'stop',
    disabled: app.state.work?.stopping,
    spoken: app.t('game-view.engine.stop.long'),
  });

/** @param {App<PlaySession>} app @param {Side} side */
function nameOf(app, side) {
  const { game, players, level, headers = {} } = app.state.game;
  if (players[side] === 'engine') return app.t('game-view.player.engine.full', { level });
  if (players[other(game, side)] === 'engine') return app.t('game-view.player.you');
  return playerNames(headers)[factsOf(game).sides.indexOf(side)] || app.t(`game-view.side.${side}`);
}

/** @param {App<PlaySession>} app @param {Side} side */
function isTurn(app, side) {
  const { game } = app.state;
  return !outcomeAt(game) && turnAt(game) === side;
}

/** @param {App<PlaySession>} app @param {Side} side @returns {string} */
function statusOf(app, side) {
  const { game, work, engine, plays } = app.state;
  const outcome = outcomeAt(game);
  if (outcome) {
    if (!outcome.winner) return app.t('game-view.player.drew');
    return app.t(outcome.winner === side ? 'game-view.player.won' : 'game-view.player.lost');
  }
  if (game.players[side] === 'engine') {
    if (work?.kind === 'draw') return app.t('game-view.player.judging');
    if (turnAt(game) !== side) return app.t(levelName(game.game, game.level));
    if (engine.state === 'loading') return app.t('game-view.player.loading');
    if (work?.kind === 'move') return app.t('game-view.player.thinking');
    return app.t('game-view.player.toMove');
  }
  if (!plays) return app.t('game-view.player.watching');
  const alone = game.players[other(game.game, side)] === 'engine';
  if (turnAt(game) !== side) {
    const name = app.t(`game-view.side.${side}`);
    return nameOf(app, side) === name ? '' : name;
  }
  const check = nodeOf(game.tree).view?.check ? ` · ${app.t('game-view.player.check')}` : '';
  return app.t(alone ? 'game-view.player.yourMove' : 'game-view.player.toMove') + check;
}
