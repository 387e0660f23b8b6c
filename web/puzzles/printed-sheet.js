// Puzzles on paper: six diagrams on a page with the task under each, the solutions on the last page.

/** @import { App } from '../game-view/app.js' */
/** @import { Puzzle } from './puzzle.js' */

import { notationFor } from '../game/notations.js';
import { boardPictures, printedDiagram, printPages } from '../records/printed-pages.js';
import { html } from '../ui/view.js';
import { viewsOf } from './judge.js';
import { solverOf } from './puzzle.js';
import { goalOf, nameOf } from './words.js';

/** The most puzzles of a set. */
export const MOST_PRINTED = 24;

/** @param {App} app @param {readonly Puzzle[]} puzzles */
export async function printPuzzles(app, puzzles) {
  const chosen = await Promise.all(puzzles.slice(0, MOST_PRINTED).map((puzzle) => withViews(app, puzzle)));
  const boards = chosen.map((puzzle) => {
    const { game, fen, lead } = puzzle;
    return { game, fen, last: lead, orientation: solverOf(puzzle) }; // some moves are legal only after a certain one
  });
  const pictures = await boardPictures(app, boards);
  await printPages(
    () => html`<h1>${app.t('puzzles.sheet.title')}</h1>
      <div class="printed-puzzles">${chosen.map((puzzle, at) => printedDiagram(pictures[at], puzzle.fen, `${at + 1}. ${captionOf(app, puzzle)}`))}</div>
      <div class="solutions">
        <h2>${app.t('puzzles.sheet.solutions')}</h2>
        <ol>${chosen.map((puzzle) => html`<li>${solutionOf(app, puzzle)}</li>`)}</ol>
      </div>`,
  );
}

/** @param {App} app @param {Puzzle} puzzle */
function captionOf(app, puzzle) {
  const name = nameOf(app.words, puzzle);
  return `${goalOf(app.words, puzzle)}${name ? ` (${name})` : ''}`;
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
