// @ts-check
// The board on the page: what it shows, who may move, what is pointed out.

/** @import { App } from './app.js' */
/** @import { Speech } from './speech.js' */

import { createBoard } from '../board/board.js';
import { turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { explanationShapes } from './explanation.js';
import { boardLabels, fenAt, squaresOf } from './phrases.js';
import { promotionDialog } from './promotion.js';
import { worthHere, worthInWords, worthShapes, worthState } from './worth.js';

/** @param {App} app @param {HTMLElement} place @param {Speech} speech */
export function boardView(app, place, speech) {
  const promotion = promotionDialog(app);
  let board = newBoard();

  function newBoard() {
    const { game, orientation } = app.state.game;
    return createBoard(place, {
      ...look(),
      game,
      orientation,
      onMove: async (orig, dest) => {
        const letter = await promotion.ask(orig, dest, board.areaOf(dest));
        if (letter === null || app.session.move(orig + dest + letter) !== 'played') show();
      },
      onAnnounce: (sentence) => speech.say(sentence),
    });
  }

  function look() {
    return {
      pieces: app.pieces,
      coordinates: app.coordinates === 'none' ? false : app.coordinates,
      labels: boardLabels(app.words, app.state.game.game),
    };
  }

  /** The game on the board: men glide within a game, not from one to another. */
  let shown = '';

  function show() {
    const { game, asked } = app.state;
    const position = asked ? askedPosition() : currentPosition();
    const side = app.session.movableSide();
    const atTip = tipOf(game.tree).id === game.tree.current;
    try {
      board.set(position, {
        movable: side,
        premove: atTip && (app.settings.premoves || position.turn === side),
        animate: !asked && game.id === shown,
      });
      shown = asked ? '' : game.id;
    } catch {
      // A FEN from outside that is no board: the last position stays until the rules have said what is wrong.
    }
  }

  /** @returns {import('../board/board.js').BoardView} */
  function askedPosition() {
    const { game, fen } = app.state.asked ?? { game: app.state.game.game, fen: null };
    const { fen: start, sides } = factsOf(game);
    return { fen: fen ?? start, turn: sides[0], dests: null };
  }

  /** @returns {import('../board/board.js').BoardView} */
  function currentPosition() {
    const { game } = app.state;
    const { view, move } = nodeOf(game.tree);
    if (view) return view;
    return {
      fen: fenAt(game),
      turn: turnAt(game),
      dests: null,
      lastMove: move ? squaresOf(move) : null,
    };
  }

  function pointOut() {
    const { hint } = app.state;
    const values = worthHere(app) ?? [];
    board.setNotes(new Map(values.map((value) => [value.uci, worthInWords(app, value)])));
    if (!hint?.move) return board.setShapes([...worthShapes(values), ...explanationShapes(app)]);
    const [orig, dest] = squaresOf(hint.move);
    if (hint.step === 1) return board.setShapes([{ orig, brush: 'hint' }]);
    const line = hint.step === 3 ? (hint.info?.pv ?? []).slice(1, 3) : [];
    board.setShapes([
      { orig, dest, brush: 'hint' },
      ...line.map((move, index) => ({
        orig: squaresOf(move)[0],
        dest: squaresOf(move)[1],
        brush: index === 0 ? /** @type {const} */ ('second') : /** @type {const} */ ('third'),
      })),
    ]);
  }

  app.watch(
    () => [app.pieces, app.coordinates],
    () => board.configure(look()),
  );
  // Another game lies on another board. (Before the others, which show things on it.)
  app.watch(
    () => [app.state.game.game],
    () => {
      if (board.game === app.state.game.game) return;
      board.destroy();
      board = newBoard();
    },
  );
  app.watch(
    () => [app.state.game.orientation],
    () => board.configure({ orientation: app.state.game.orientation }),
  );
  app.watch(() => {
    const { game, asked } = app.state;
    const tip = tipOf(game.tree).id === game.tree.current;
    const { id, view } = nodeOf(game.tree);
    return [game.id, id, view, game.ending, asked, tip, app.session.movableSide(), app.settings.premoves];
  }, show);
  app.watch(
    () => [app.state.hint, app.state.game, app.state.asked, app.explaining.now, ...worthState(app)],
    pointOut,
  );
  return board;
}
