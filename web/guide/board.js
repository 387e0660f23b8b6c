// The board of the lessons: it shows a position of a step, marks what the notes tell of the selected piece,
// and takes back moves that lead nowhere.

/** @import { SitePage } from '../shell/text-page.js' */
/** @import { Lessons } from './topics.js' */
/** @import { Refusal } from '../game-view/refusal.js' */
/** @import { Shape } from '../board/board.js' */

import { createBoard } from '../board/board.js';
import { outOfTurn } from '../game-view/refusal.js';
import { observe, onChange } from '../ui/reactive.js';

/** How long a move that leads nowhere stays on the board. */
const SHOWN_MS = 1100;
/** How long each position stays while the person watches a line. */
const WATCHED_MS = 800;

/**
 * @param {SitePage} page
 * @param {Lessons} lessons
 * @param {HTMLElement} place
 * @param {(sentence: string) => void} say
 * @param {Refusal} refusal
 * @returns {{ watch: () => void }}
 */
export function lessonBoard(page, lessons, place, say, refusal) {
  const { state } = lessons;
  let board = newBoard();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function newBoard() {
    return createBoard(place, {
      ...page.boardStyle(lessons.topic.game),
      game: lessons.topic.game,
      onMove: (orig, dest) => lessons.play(orig, dest),
      onRefuse: (orig, dest) =>
        refusal.explain(
          lessons.topic.game,
          outOfTurn(lessons.position.fen, orig, dest) ?? lessons.refusalOf(orig, dest),
        ),
      onSelect: (square) => {
        if (square) refusal.clear();
        lessons.select(square);
      },
      onAnnounce: say,
    });
  }

  let shown = state.step;
  observe(() => {
    const { game } = lessons.topic;
    if (board.game !== game) {
      board.destroy();
      board = newBoard();
    }
  });
  observe(() => board.configure(page.boardStyle(lessons.topic.game)));
  observe(() => {
    const { step, returns, watched } = state;
    const { position, side, dests } = lessons;
    clearTimeout(timer);
    if (returns) {
      timer = setTimeout(() => lessons.settle(), SHOWN_MS);
      if (!lessons.position.lastMove || position.moves) return; // the board shows the move already
    }
    const { fen, check, lastMove } = (watched === null ? null : step.lead?.[watched]) ?? position;
    const last = lastMove ? [lastMove.slice(0, 2), lastMove.slice(2, 4)] : [];
    const animate = step === shown;
    shown = step;
    board.set(
      { fen, turn: side, dests, check: check ?? null, lastMove: last },
      { movable: Object.keys(dests).length > 0 ? side : null, animate },
    );
  });
  observe(() => board.setShapes([...shapesOf(lessons), ...refusal.shapes]));
  onChange(
    () => [state.step, state.at, state.phase, state.watched],
    () => refusal.clear(),
  );

  function watch() {
    clearTimeout(timer);
    if (lessons.watch()) timer = setTimeout(watch, WATCHED_MS);
  }
  return { watch };
}

/** @param {Lessons} lessons @returns {Shape[]} */
function shapesOf({ state, notes }) {
  const areas = state.step.area?.split(' ') ?? [];
  return [
    ...areas.map((area) => ({
      orig: area.slice(0, 2),
      dest: area.slice(2),
      brush: /** @type {const} */ ('area'),
    })),
    ...notes.flatMap(({ by, closed = [] }) => [
      ...(by ? [{ orig: by, brush: /** @type {const} */ ('second') }] : []),
      ...closed.map((orig) => ({ orig, brush: /** @type {const} */ ('closed') })),
    ]),
  ];
}
