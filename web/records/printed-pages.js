// Pages to print: what is printed stands on the page only while it is being printed; `records/print.css` lays it out.

/** @import { App } from '../game-view/app.js' */
/** @import { GameName, Side } from '../game/types.js' */
/** @import { View } from '../ui/view.js' */

import { createBoard } from '../board/board.js';
import { element } from '../board/element.js';
import { boardPicture } from '../board/picture.js';
import { turnOfFen } from '../game/games.js';
import { squaresOf } from '../game-view/piece-words.js';
import { drawingsOf, loadDrawings, markTheme } from '../shell/theme.js';
import { html, mount } from '../ui/view.js';

/** A board to be printed. `last`: the move that led there. @typedef {{ game: GameName, fen: string, last?: string | null, orientation: Side }} PrintedBoard */

/** Takes the last pages away. */
let clear = () => {};

/** Print a view. @param {View} view */
export async function printPages(view) {
  const paper = element('section', { class: 'paper' });
  const unmount = mount(paper, view);
  clear(); // some browsers do not tell when they have printed
  clear = () => {
    unmount();
    paper.remove();
  };
  document.body.append(paper);
  await Promise.all([...paper.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
  addEventListener('afterprint', clear, { once: true });
  print();
}

/** @param {string} picture @param {string} fen @param {unknown} caption */
export const printedDiagram = (picture, fen, caption) => html`<figure>
  <img alt=${fen} src="data:image/svg+xml,${encodeURIComponent(picture)}" />
  <figcaption>${caption}</figcaption>
</figure>`;

/**
 * Pictures for print, in black and white, whatever the page looks like at the moment.
 * @param {App<any>} app
 * @param {readonly PrintedBoard[]} printed
 */
export async function boardPictures(app, printed) {
  const drawings = new Set(printed.map(({ game }) => drawingsOf(game, app.pieces)));
  await Promise.all([...drawings].map(loadDrawings));
  const press = element('div', { class: 'press', inert: '' });
  document.body.append(press);
  const boards = printed.map(({ game, fen, last, orientation }) => {
    const place = document.createElement('div');
    press.append(place);
    const style = {
      ...app.boardStyle(game),
      game,
      interactive: false,
      animation: /** @type {const} */ ('off'),
    };
    const board = createBoard(place, { ...style, orientation });
    const lastMove = last ? squaresOf(last) : null;
    board.set({ fen, turn: turnOfFen(game, fen), dests: null, lastMove }, { animate: false });
    return board;
  });
  // The library draws with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  try {
    for (const look of ['board', 'men']) delete document.documentElement.dataset[look];
    return [...press.querySelectorAll('.board')].map((each) =>
      boardPicture(/** @type {HTMLElement} */ (each)),
    );
  } finally {
    markTheme(app.settings, app.words.language);
    for (const board of boards) board.destroy();
    press.remove();
  }
}
