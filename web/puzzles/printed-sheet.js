// A printed sheet of six diagrams: the task under each, the solutions at the foot.

/** @import { App } from '../game-view/app.js' */
/** @import { Puzzle } from './puzzle.js' */

import { createBoard } from '../board/board.js';
import { element } from '../board/element.js';
import { boardPicture } from '../board/picture.js';
import { notationFor } from '../game/notations.js';
import { squaresOf } from '../game-view/piece-words.js';
import { drawingsOf, loadDrawings, markTheme } from '../shell/theme.js';
import { html, mount } from '../ui/view.js';
import { viewsOf } from './judge.js';
import { solverOf } from './puzzle.js';
import { goalOf, nameOf } from './words.js';

export const ON_A_SHEET = 6;

/** Takes the last sheet away. */
let clear = () => {};

/**
 * Print up to six puzzles.
 * @param {App} app
 * @param {readonly Puzzle[]} puzzles
 */
export async function printSheet(app, puzzles) {
  const chosen = await Promise.all(puzzles.slice(0, ON_A_SHEET).map((puzzle) => withViews(app, puzzle)));
  const pictures = await picturesOf(app, chosen);
  const solutions = chosen.map((puzzle, at) => `${at + 1}. ${solutionOf(app, puzzle)}`).join('   ');
  const sheet = element('section', { class: 'paper' });
  const unmount = mount(
    sheet,
    () => html`<h2>${app.t('puzzles.sheet.title')}</h2>
      <div class="figures-six">${chosen.map((puzzle, at) => figure(app, puzzle, at + 1, pictures[at]))}</div>
      <p class="solutions">${app.t('puzzles.sheet.solutions')} ${solutions}</p>`,
  );
  clear(); // some browsers do not tell when they have printed
  clear = () => {
    unmount();
    sheet.remove();
  };
  document.body.append(sheet);
  await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
  addEventListener('afterprint', clear, { once: true });
  print();
}

/** @param {App} app @param {Puzzle} puzzle @param {number} number @param {string} picture */
function figure(app, puzzle, number, picture) {
  const name = nameOf(app.words, puzzle);
  return html`<figure>
    <img alt=${puzzle.fen} src="data:image/svg+xml,${encodeURIComponent(picture)}" />
    <figcaption>${number}. ${goalOf(app.words, puzzle)}${name ? ` (${name})` : ''}</figcaption>
  </figure>`;
}

/** The puzzle with its moves written out, if the engine is there to do it. @param {App} app @param {Puzzle} puzzle @returns {Promise<Puzzle>} */
async function withViews(app, puzzle) {
  if (puzzle.views || app.state.engine.state !== 'idle') return puzzle;
  const views = await viewsOf(app.client, puzzle).catch(() => null);
  return { ...puzzle, views };
}

/** The line in the notation in use, as far as the views know it. @param {App} app @param {Puzzle} puzzle */
function solutionOf(app, { game, moves, views }) {
  const notation = notationFor(game, app.settings.notation, app.words.language);
  return moves.map((move, ply) => views?.[ply + 1]?.move?.[notation] ?? move).join(' ');
}

/**
 * Pictures for print, whatever the page looks like at the moment.
 * @param {App} app
 * @param {readonly Puzzle[]} puzzles
 */
async function picturesOf(app, puzzles) {
  const games = new Set(puzzles.map(({ game }) => drawingsOf(game, app.pieces)));
  await Promise.all(['looks', ...games].map(loadDrawings));
  const press = element('div', { class: 'press', inert: '' });
  document.body.append(press);
  const boards = [];
  for (const puzzle of puzzles) {
    const place = document.createElement('div');
    press.append(place);
    const board = createBoard(place, {
      ...app.boardStyle(puzzle.game),
      game: puzzle.game,
      interactive: false,
      animation: 'off',
      orientation: solverOf(puzzle),
    });
    const { fen, lead } = puzzle;
    // Some moves are legal only after a certain one.
    const lastMove = lead ? squaresOf(lead) : null;
    board.set({ fen, turn: solverOf(puzzle), dests: null, lastMove }, { animate: false });
    boards.push(board);
  }
  // The library draws with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  try {
    Object.assign(document.documentElement.dataset, { theme: 'light', board: 'paper' });
    return [...press.querySelectorAll('.board')].map((each) =>
      boardPicture(/** @type {HTMLElement} */ (each)),
    );
  } finally {
    markTheme(app.settings, app.words.language);
    for (const board of boards) board.destroy();
    press.remove();
  }
}
