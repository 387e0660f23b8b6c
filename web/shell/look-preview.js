// A small board on which choices are seen and heard at once: it shows a position, and plays a move of a short game.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { GameName } from '../game/types.js' */

import { createBoard } from '../board/board.js';
import { carry, geometryOf, readPlacement, writePlacement } from '../board/geometry.js';
import { factsOf, other } from '../game/games.js';
import { squaresOf } from '../game-view/piece-words.js';
import { observe } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';

/** A few moves from the start of each game, and who is in check after the last one. @type {Record<GameName, { moves: string, check?: string }>} */
const GAMES = {
  xiangqi: { moves: 'h2e2 b7e7 e2e6', check: 'e9' },
  chess: { moves: 'e2e4 e7e5 f1c4 b8c6 c4f7', check: 'e8' },
  liuzichong: { moves: 'b1b2 b4b3' },
};

/**
 * @param {App} app
 * @returns {{ node: HTMLElement, play: () => void }}  play: the next move, after the last one from the start again
 */
export function lookPreview(app) {
  const node = document.createElement('div');
  node.className = 'look-preview';
  node.inert = true; // a picture for the eye
  /** How many moves have been played. */
  let ply = 1;
  let board = newBoard();

  function newBoard() {
    const { game } = app.state.game;
    return createBoard(node, { ...app.boardStyle(game), game, interactive: false });
  }

  function show() {
    const { game } = board;
    const geometry = geometryOf(game);
    const { moves, check } = GAMES[game];
    const line = moves.split(' ').map(squaresOf);
    const { fen, sides } = factsOf(game);
    const men = readPlacement(geometry, fen);
    carry(men, line.slice(0, ply - 1));
    const before = men.size;
    carry(men, line.slice(ply - 1, ply));
    const inCheck = ply === line.length && check ? check : null;
    board.set({
      fen: writePlacement(geometry, men),
      turn: ply % 2 === 0 ? sides[0] : other(game, sides[0]),
      lastMove: line[ply - 1],
      check: inCheck,
    });
    board.setShapes(line.slice(ply, ply + 1).map(([orig, dest]) => ({ orig, dest, brush: 'hint' })));
    return { captures: men.size < before, inCheck };
  }

  observe(() => {
    const { game } = app.state.game;
    if (board.game !== game) {
      board.destroy();
      board = newBoard();
      ply = 1;
    }
    board.configure(app.boardStyle(game));
    show();
  });

  return {
    node,
    play() {
      ply = (ply % GAMES[board.game].moves.split(' ').length) + 1;
      const { captures, inCheck } = show();
      sound(app, captures ? 'capture' : 'move');
      if (inCheck) sound(app, 'check');
    },
  };
}
