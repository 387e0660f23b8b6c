// @ts-check
// The board of a frame: the position, whose men may be moved, hints and the arrows that the address asks for.

/** @import { App } from '../ui/app.js' */
/** @import { Frame } from './frame.js' */
/** @import { Speech } from '../ui/speech.js' */
/** @import { BoardView, Shape } from '../board/board.js' */

import { createBoard } from '../board/board.js';
import { turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { boardLabels, fenAt, squaresOf } from '../ui/phrases.js';
import { promotionDialog } from '../ui/promotion.js';

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
  /** @type {ReturnType<typeof promotionDialog> | null} */
  let promotion = null;
  let board = newBoard();

  function newBoard() {
    const { game, orientation } = app.state.game;
    return createBoard(place, {
      ...look(),
      game,
      orientation,
      interactive: frame.options.mode !== 'view',
      onMove: async (orig, dest) => {
        let letter = /** @type {string | null} */ ('');
        if (app.state.game.game === 'chess') {
          promotion ??= promotionDialog(app);
          letter = await promotion.ask(orig, dest, board.areaOf(dest));
        }
        if (letter === null || app.session.move(orig + dest + letter) !== 'played') show();
      },
      onAnnounce: (sentence) => speech.say(sentence),
    });
  }

  function look() {
    return {
      pieces: app.pieces,
      coordinates: app.coordinates === 'none' ? /** @type {const} */ (false) : app.coordinates,
      labels: boardLabels(app.words, app.state.game.game),
    };
  }

  let shown = '';

  function show() {
    const { game } = app.state;
    if (['fen', 'puzzle'].includes(frame.state.problem?.kind ?? '')) {
      shown = '';
      return board.set({ fen: EMPTY[game.game], turn: factsOf(game.game).sides[0], dests: null });
    }
    board.set(position(), {
      movable: frame.plays ? app.session.movableSide() : null,
      premove: tipOf(game.tree).id === game.tree.current,
      animate: game.id === shown,
    });
    shown = game.id;
  }

  /** @returns {BoardView} */
  function position() {
    const { game } = app.state;
    const { view, move } = nodeOf(game.tree);
    if (view) return view;
    return { fen: fenAt(game), turn: turnAt(game), dests: null, lastMove: move ? squaresOf(move) : null };
  }

  function pointOut() {
    const { hint } = app.state;
    /** @type {Shape[]} */
    const shapes = frame.options.arrows.map((arrow) => {
      const [orig, dest] = arrow.length > 3 ? squaresOf(arrow) : [arrow];
      return { orig, dest, brush: 'first' };
    });
    if (hint?.move) {
      const [orig, dest] = squaresOf(hint.move);
      shapes.push(hint.step === 1 ? { orig, brush: 'hint' } : { orig, dest, brush: 'hint' });
    }
    try {
      board.setShapes(shapes);
    } catch {
      board.setShapes([]); // an arrow to where this board has no square
    }
  }

  app.watch(
    () => [app.pieces, app.coordinates],
    () => board.configure(look()),
  );
  app.watch(
    () => [app.state.game.game, frame.options.mode],
    () => {
      board.destroy();
      board = newBoard();
      shown = '';
    },
  );
  app.watch(
    () => [app.state.game.orientation],
    () => board.configure({ orientation: app.state.game.orientation }),
  );
  app.watch(() => {
    const { game } = app.state;
    const { mode } = frame.options;
    const tip = tipOf(game.tree).id === game.tree.current;
    const { problem } = frame.state;
    return [
      game.game,
      game.id,
      nodeOf(game.tree).id,
      nodeOf(game.tree).view,
      game.ending,
      tip,
      app.session.movableSide(),
      mode,
      problem,
    ];
  }, show);
  app.watch(() => [app.state.hint, app.state.game.game, frame.options.arrows, frame.options.mode], pointOut);
  // The engine is needed from the first touch on: while the person thinks, it gets ready.
  place.addEventListener('pointerdown', () => frame.touch(), { capture: true });
  place.addEventListener('keydown', ({ key }) => (key === 'Enter' || key === ' ') && frame.touch(), {
    capture: true,
  });
}
