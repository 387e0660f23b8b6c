// The board at the end of a lesson: a game against the function `choose` of its cells.

/** @import { Side } from '../board/geometry.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { GameState } from './game.js' */
/** @import { Lesson } from './lesson.js' */
/** @import { LessonPython } from './python.js' */
/** @import { SitePage } from '../shell/text-page.js' */

import { createBoard } from '../board/board.js';
import { factsOf } from '../game/games.js';
import { outOfTurn, Refusal } from '../game-view/refusal.js';
import { button } from '../ui/controls.js';
import { observe, onChange } from '../ui/reactive.js';
import { html, mount, nothing } from '../ui/view.js';
import { fileOf, loading } from './cell-view.js';
import { LessonGame, TICTACTOE } from './game.js';

/**
 * @param {object} parts
 * @param {SitePage} parts.page
 * @param {Lesson} parts.lesson
 * @param {LessonPython} parts.python
 * @param {HTMLElement} place
 * @param {{ game: string, referee: string }} rules
 */
export function playView({ page, lesson, python }, place, rules) {
  const match = new LessonGame({ lesson, python }, rules);
  const { sides, state } = match;
  const { game } = rules;
  const refusal = new Refusal(page);
  /** @param {string | number} move */
  const play = (move) => match.play(move);
  place.className = 'play-board';
  const stage = document.createElement('div');
  stage.className = 'board-place';
  place.append(stage);
  if (game === TICTACTOE) mount(stage, () => threeInARow(page, state, play));
  else board(page, stage, match, /** @type {GameName} */ (game), refusal);
  mount(
    place,
    () => html`<p class="said" role="status">${refusal.sentence || statusText(page, state)}</p>`,
    () =>
      lesson.state.done || state.trouble?.key === 'unsolved'
        ? nothing
        : html`<p class="small muted">${page.t('learn.game.open')}</p>`,
    () =>
      state.said
        ? html`<pre class="output" tabindex="0" aria-label=${page.t('learn.output.title')}>${state.said}</pre>`
        : nothing,
    () => html`<div class="controls">
      ${button('new', page.t(state.seen ? 'learn.game.new' : 'learn.game.start'), () => match.begin(), { kind: state.seen ? '' : 'main' })}
      ${
        state.thinking
          ? button('stop', page.t('learn.stop'), () => match.stop())
          : button('swap', page.t('learn.game.swap'), () =>
              match.begin(sides[0] === state.side ? sides[1] : sides[0]),
            )
      }
      ${state.thinking ? loading(page, python) : nothing}
    </div>`,
  );
}

/** @param {SitePage} page @param {GameState} state */
function statusText(page, { seen, side, trouble, thinking }) {
  if (trouble?.key === 'fault')
    return html`${page.t('learn.game.fault')} <span lang="en">${trouble.reason}</span>`;
  if (trouble?.key === 'illegal') return page.t('learn.game.illegal', { move: trouble.move });
  if (trouble)
    return page.t(/** @type {'learn.silent'} */ (`learn.${trouble.key}`), {
      file: fileOf(trouble.cell ?? ''),
    });
  if (!seen) return page.t('learn.game.note');
  if (seen.over) {
    if (!seen.winner) return page.t('learn.game.draw');
    return page.t(seen.winner === side ? 'learn.game.won' : 'learn.game.lost');
  }
  return page.t(thinking ? 'learn.game.theirs' : 'learn.game.yours');
}

/** @param {SitePage} page @param {GameState} state @param {(move: number) => void} play */
function threeInARow(page, { seen, side, thinking }, play) {
  const cells = [...(seen?.fen ?? '.........')];
  const mine = seen !== null && !seen.over && seen.turn === side && !thinking;
  const name = (/** @type {number} */ i, /** @type {string} */ cell) =>
    page.t('learn.point', {
      row: Math.floor(i / 3) + 1,
      column: (i % 3) + 1,
      man: cell === '.' ? '–' : cell,
    });
  return html`<div class="three" role="group" aria-label=${page.t('learn.three')}>${cells.map(
    (cell, i) =>
      html`<button type="button" data-man=${cell} aria-label=${name(i, cell)} aria-disabled=${!(mine && cell === '.')}
        @click=${() => mine && cell === '.' && play(i)}>${cell === '.' ? '' : cell}</button>`,
  )}</div>`;
}

/** @param {SitePage} page @param {HTMLElement} place @param {LessonGame} match @param {GameName} game @param {Refusal} refusal */
function board(page, place, match, game, refusal) {
  const { state } = match;
  const board = createBoard(place, {
    ...page.boardStyle(game),
    game,
    onMove: (orig, dest) => match.play(orig + dest),
    onRefuse: (orig, dest) =>
      refusal.explain(game, outOfTurn(state.seen?.fen ?? '', orig, dest) ?? match.refusalOf(orig + dest)),
    onSelect: (square) => square && refusal.clear(),
  });
  observe(() => board.setShapes(refusal.shapes));
  onChange(
    () => state.seen,
    () => refusal.clear(),
  );
  observe(() => {
    const orientation = /** @type {Side} */ (state.side);
    board.configure({ ...page.boardStyle(game), orientation });
  });
  const { fen, sides } = factsOf(game);
  board.set({ fen, turn: sides[0], dests: {} }, { movable: null });
  let shown = state.seen;
  observe(() => {
    const { seen, side, thinking } = state;
    if (!seen || (thinking && seen === shown)) return; // the board shows a move already
    shown = seen;
    const mine = seen.turn === side && !seen.over && !thinking;
    board.set(
      {
        fen: seen.fen,
        turn: /** @type {Side} */ (seen.turn),
        dests: mine ? seen.dests : {},
        check: seen.check ?? null,
        lastMove: seen.lastMove ?? [],
      },
      { movable: mine ? /** @type {Side} */ (side) : null },
    );
  });
}
