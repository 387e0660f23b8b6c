// The board at the end of a lesson: a game against the function `choose` of its cells. The rules come from
// the lesson's referee, which is Python, too.

/** @import { Side } from '../board/geometry.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Lesson } from '../lessons/lesson.js' */
/** @import { LessonPython } from '../lessons/python.js' */
/** @import { SitePage } from './site-page.js' */

import './common.js';
import { createBoard } from '../board/board.js';
import { factsOf } from '../game/games.js';
import { observe, reactive, update } from '../game/reactive.js';
import { button } from './buttons.js';
import { loading } from './learn-cell.js';
import { html, mount, nothing } from './view.js';

/**
 * What the referee says of a position; `dests` of tic-tac-toe has the empty cells.
 * @typedef {object} Seen
 * @property {string} fen
 * @property {string} turn
 * @property {Record<string, string[]>} dests
 * @property {string | null} [check]
 * @property {string[] | null} [lastMove]
 * @property {boolean} over
 * @property {string | null} winner
 */

const TICTACTOE = 'tictactoe';
const BOOK = 'referee';

/**
 * @param {object} parts
 * @param {SitePage} parts.page
 * @param {Lesson} parts.lesson
 * @param {LessonPython} parts.python
 * @param {HTMLElement} place
 * @param {{ game: string, referee: string }} attributes
 */
export function playView({ page, lesson, python }, place, { game, referee }) {
  const sides = game === TICTACTOE ? ['X', 'O'] : factsOf(/** @type {GameName} */ (game)).sides;
  const state = reactive({
    side: /** @type {string} */ (sides[0]),
    moves: /** @type {Array<string | number>} */ ([]),
    seen: /** @type {Seen | null} */ (null),
    thinking: false,
    said: '',
    trouble:
      /** @type {null | { key: 'silent' | 'ended' | 'failed' } | { key: 'illegal', move: string } | { key: 'fault', reason: string }} */ (
        null
      ),
  });
  /** Changes with every game and every stop. */
  let serial = 0;

  /** @param {Array<string | number>} moves @returns {Promise<Seen | null>} */
  const see = async (moves) => {
    const { result } = await python.run({
      book: BOOK,
      cells: [{ name: 'referee.py', code: referee }],
      call: { name: 'view', arguments: [game, moves] },
    });
    return result;
  };

  async function begin() {
    serial += 1;
    update(state, { moves: [], seen: null, trouble: null, said: '', thinking: false });
    await guarded(async () => {
      update(state, { seen: await see([]) });
      await answer();
    });
  }

  /** @param {string | number} move */
  async function play(move) {
    const moves = [...state.moves, move];
    await guarded(async () => {
      const seen = await see(moves);
      if (seen) update(state, { moves, seen, trouble: null });
      await answer();
    });
  }

  /** The engine's move, if it is its turn. */
  async function answer() {
    const { seen, moves, side } = state;
    if (!seen || seen.over || seen.turn === side) return;
    update(state, { said: '' });
    const { result, fault } = await lesson.call('choose', [seen.fen], (text) => {
      state.said = (state.said + text).split('\n').slice(-6).join('\n');
    });
    if (fault) return update(state, { trouble: { key: 'fault', reason: fault.reason } });
    const after = await see([...moves, result]);
    if (!after) return update(state, { trouble: { key: 'illegal', move: String(result) } });
    update(state, { moves: [...moves, result], seen: after });
  }

  /** @param {() => Promise<unknown>} act */
  async function guarded(act) {
    const mine = serial;
    state.thinking = true;
    try {
      await act();
    } catch (error) {
      const key = /** @type {any} */ (error).reason ?? 'failed';
      if (mine === serial) update(state, { trouble: { key } });
    } finally {
      if (mine === serial) state.thinking = false;
    }
  }

  place.className = 'play-board';
  const stage = document.createElement('div');
  stage.className = 'board-place';
  place.append(stage);
  if (game === TICTACTOE) mount(stage, () => threeInARow(page, state, play));
  else board(page, stage, /** @type {GameName} */ (game), state, play);
  mount(
    place,
    () => html`<p class="said" role="status">${told(page, state)}</p>`,
    () =>
      state.said
        ? html`<pre class="output" tabindex="0" aria-label=${page.t('learn.output')}>${state.said}</pre>`
        : nothing,
    () => html`<div class="controls">
      ${button('new', page.t(state.seen ? 'learn.game.new' : 'learn.game.start'), begin, { kind: state.seen ? '' : 'main' })}
      ${
        state.thinking
          ? button('stop', page.t('learn.stop'), () => lesson.stop())
          : button('swap', page.t('learn.game.swap'), () => {
              update(state, { side: sides[0] === state.side ? sides[1] : sides[0] });
              return begin();
            })
      }
      ${state.thinking ? loading(page, python) : nothing}
    </div>`,
  );
}

/** @typedef {{ side: string, moves: Array<string | number>, seen: Seen | null, thinking: boolean, trouble: any }} PlayState */

/** @param {SitePage} page @param {PlayState} state */
function told(page, { seen, side, trouble, thinking }) {
  if (trouble?.key === 'fault')
    return html`${page.t('learn.game.fault')} <span lang="en">${trouble.reason}</span>`;
  if (trouble?.key === 'illegal') return page.t('learn.game.illegal', { move: trouble.move });
  if (trouble) return page.t(/** @type {'learn.silent'} */ (`learn.${trouble.key}`));
  if (!seen) return page.t('learn.game.note');
  if (seen.over) {
    if (!seen.winner) return page.t('learn.game.draw');
    return page.t(seen.winner === side ? 'learn.game.won' : 'learn.game.lost');
  }
  return page.t(thinking ? 'learn.game.theirs' : 'learn.game.yours');
}

/** @param {SitePage} page @param {PlayState} state @param {(move: number) => void} play */
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

/** @param {SitePage} page @param {HTMLElement} place @param {GameName} game @param {PlayState} state @param {(move: string) => void} play */
function board(page, place, game, state, play) {
  const board = createBoard(place, {
    ...page.boardStyle(game),
    game,
    onMove: (orig, dest) => play(orig + dest),
  });
  observe(() => {
    const orientation = /** @type {Side} */ (state.side);
    board.configure({ ...page.boardStyle(game), orientation });
  });
  observe(() => {
    const { seen, side, thinking } = state;
    if (!seen) return;
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
