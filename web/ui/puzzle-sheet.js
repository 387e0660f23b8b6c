// @ts-check
// A sheet of six diagrams on paper: what is asked under each, the solutions at the foot.

/** @import { App } from './app.js' */
/** @import { Puzzle } from '../puzzle/puzzle.js' */

import { createBoard } from '../board/board.js';
import { boardPicture } from '../board/picture.js';
import { notationFor } from '../game/languages.js';
import { viewsOf } from '../puzzle/judge.js';
import { solverOf } from '../puzzle/puzzle.js';
import { h } from './dom.js';
import { boardLabels, squaresOf } from './phrases.js';
import { goalOf, nameOf } from './puzzle-words.js';

export const ON_A_SHEET = 6;

/**
 * Print up to six puzzles.
 * @param {App} app
 * @param {readonly Puzzle[]} puzzles
 */
export async function printSheet(app, puzzles) {
  const chosen = await Promise.all(puzzles.slice(0, ON_A_SHEET).map((puzzle) => withViews(app, puzzle)));
  const pictures = await picturesOf(app, chosen);
  const figures = chosen.map((puzzle, at) => {
    const image = h('img', {
      alt: puzzle.fen,
      src: `data:image/svg+xml,${encodeURIComponent(pictures[at])}`,
    });
    const title = nameOf(app.words, puzzle);
    const text = `${at + 1}. ${goalOf(app.words, puzzle)}${title ? ` (${title})` : ''}`;
    return h('figure', {}, image, h('figcaption', { text }));
  });
  const solutions = chosen.map((puzzle, at) => `${at + 1}. ${solutionOf(app, puzzle)}`).join('   ');
  const sheet = h(
    'section',
    { class: 'paper' },
    h('h2', { text: app.t('puzzle.sheet.title') }),
    h('div', { class: 'figures-six' }, ...figures),
    h('p', { class: 'solutions', text: `${app.t('puzzle.sheet.solutions')} ${solutions}` }),
  );
  document.querySelector('.paper')?.remove();
  document.body.append(sheet);
  await Promise.all(
    figures.map((figure) =>
      figure
        .querySelector('img')
        ?.decode()
        .catch(() => {}),
    ),
  );
  addEventListener('afterprint', () => sheet.remove(), { once: true });
  print();
}

/** With its moves in words, if the engine is at hand to find them. @param {App} app @param {Puzzle} puzzle @returns {Promise<Puzzle>} */
async function withViews(app, puzzle) {
  if (puzzle.views || app.state.engine.state !== 'idle') return puzzle;
  try {
    return { ...puzzle, views: await viewsOf(app.client, puzzle) };
  } catch {
    return puzzle;
  }
}

/** The line in the notation in use, as far as the views know it. @param {App} app @param {Puzzle} puzzle */
function solutionOf(app, { game, moves, views }) {
  const notation = notationFor(game, app.settings.notation, app.words.language);
  return moves.map((move, ply) => views?.[ply + 1]?.move?.[notation] ?? move).join(' ');
}

/**
 * Pictures as on paper, whatever the page looks like at the moment.
 * @param {App} app
 * @param {readonly Puzzle[]} puzzles
 */
async function picturesOf(app, puzzles) {
  const press = h('div', { class: 'press', 'aria-hidden': 'true', inert: true });
  document.body.append(press);
  const boards = puzzles.map((puzzle) => {
    const place = press.appendChild(h('div'));
    const board = createBoard(place, {
      game: puzzle.game,
      interactive: false,
      animation: false,
      orientation: solverOf(puzzle),
      pieces: app.pieces,
      coordinates: app.coordinates === 'none' ? false : app.coordinates,
      labels: boardLabels(app.words, puzzle.game),
    });
    const { fen, lead } = puzzle;
    // Some moves can be played only after a certain one.
    const lastMove = lead ? squaresOf(lead) : null;
    board.set({ fen, turn: solverOf(puzzle), dests: null, lastMove }, { animate: false });
    return { place, board };
  });
  // The library draws with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const root = document.documentElement;
  const { theme, board: wood } = root.dataset;
  try {
    root.dataset.theme = 'light';
    root.dataset.board = 'paper';
    return boards.map(({ place }) =>
      boardPicture(/** @type {HTMLElement} */ (place.querySelector('.board'))),
    );
  } finally {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    if (wood) root.dataset.board = wood;
    else delete root.dataset.board;
    for (const { board } of boards) board.destroy();
    press.remove();
  }
}
