// The board of a frame: the app's board with the arrows of the address; in view mode it is for looking only.

/** @import { App } from '../game-view/app.js' */
/** @import { Frame } from './frame.js' */
/** @import { Speech } from '../game-view/live-region.js' */
/** @import { BoardView, Shape } from '../board/board.js' */
/** @import { GameName } from '../game/types.js' */

import { squaresOf as boardSquares, geometryOf } from '../board/geometry.js';
import { factsOf } from '../game/games.js';
import { boardView } from '../game-view/board-view.js';
import { squaresOf } from '../game-view/piece-words.js';

const EMPTY = {
  xiangqi: '9/9/9/9/9/9/9/9/9/9',
  chess: '8/8/8/8/8/8/8/8',
  liuzichong: '................',
};

/**
 * @param {App} app
 * @param {Frame} frame
 * @param {HTMLElement} place
 * @param {Speech} speech
 */
export function frameBoard(app, frame, place, speech) {
  /** An empty board where the position cannot be shown. @returns {BoardView | null} */
  function position() {
    const { game } = app.state.game;
    if (!['fen', 'puzzle'].includes(frame.state.problem?.kind ?? '')) return null;
    return { fen: EMPTY[game], turn: factsOf(game).sides[0], dests: null };
  }

  boardView(app, place, speech, {
    interactive: () => frame.options.mode !== 'view',
    movable: () => frame.plays && !frame.state.reading,
    position,
    shapes: () => arrowsOn(app.state.game.game, frame.options.arrows),
  });
  // The first touch starts the engine, so that it gets ready while the person thinks.
  place.addEventListener('pointerdown', () => frame.touch(), { capture: true });
  place.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && frame.touch(), {
    capture: true,
  });
}

/** Arrows and marked squares, as far as the board has them. @param {GameName} game @param {readonly string[]} arrows */
function arrowsOn(game, arrows) {
  const squares = boardSquares(geometryOf(game));
  return arrows.flatMap((text) => {
    const [orig, dest] = text.length > 3 ? squaresOf(text) : [text];
    /** @type {Shape} */
    const shape = { orig, dest, brush: 'first' };
    return squares.includes(orig) && (!dest || squares.includes(dest)) ? [shape] : [];
  });
}
