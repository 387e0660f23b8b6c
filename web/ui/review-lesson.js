// Learn from your mistakes: the position before each mistake as a little puzzle, graded by the engine.

/** @import { Reviewer } from '../analysis/review.js' */
/** @import { Review } from '../engine/messages.js' */
/** @import { Node } from '../game/types.js' */
/** @import { AnalysisApp } from './analysis-engine.js' */

import { mistakesIn } from '../analysis/review.js';
import { onChange, reactive, update } from '../game/reactive.js';
import { nodeOf } from '../game/tree.js';
import { button } from './buttons.js';
import { moveText } from './notation.js';
import { toBoard } from './to-board.js';
import { html, nothing } from './view.js';

/**
 * @param {AnalysisApp} app
 * @param {Reviewer} reviewer
 * @param {() => Node[]} nodes  of the line under review
 * @param {() => Review | null} reviewed  what is said of it
 */
export function lessonFrom(app, reviewer, nodes, reviewed) {
  /** `ply`: of the mistake, null outside of a lesson; `result`: of the last try. */
  const state = reactive({
    ply: /** @type {number | null} */ (null),
    result: /** @type {'right' | 'wrong' | 'shown' | 'thinking' | 'failed' | null} */ (null),
  });
  /** Numbers the tries: only the last one's verdict counts. */
  let tries = 0;
  /** @type {number[]} */
  let rest = [];
  /** Whether analysis was on before the lesson, where it would tell the solutions. */
  let analysed = false;

  function begin() {
    const review = reviewed();
    analysed = app.settings.analysis;
    rest = review ? mistakesIn(review, () => true) : [];
    update(app.settings, { analysis: false }); // not kept: the page may be left in mid-lesson
    next();
  }

  function next() {
    const ply = rest.shift() ?? null;
    update(state, { ply, result: null });
    if (ply !== null) pose(ply);
    else {
      update(app.settings, { analysis: analysed });
      reviewer.stop(); // the engine that graded the tries goes
    }
  }

  function end() {
    rest = [];
    next();
  }

  function retry() {
    update(state, { result: null });
    if (state.ply !== null) pose(state.ply);
  }

  /** @param {number} ply  of the mistake */
  function pose(ply) {
    const node = nodes()[ply];
    if (!node) return end(); // the moves have been deleted
    app.session.goTo(node.id);
    toBoard();
  }

  onChange(
    () => app.state.game.id,
    () => state.ply !== null && end(),
  );
  onChange(
    () => app.state.game.tree.current,
    async (current) => {
      const { ply, result } = state;
      const line = nodes();
      if (ply === null || result === 'right' || result === 'shown' || !line[ply]) return;
      const { move, parent } = nodeOf(app.state.game.tree, current);
      if (!move || parent !== line[ply].id) return;
      const { game, tree, review } = app.state.game;
      const before = review?.evaluations[ply];
      if (!before?.score) return;
      tries += 1;
      const mine = tries;
      if (current === line[ply + 1]?.id) return update(state, { result: 'wrong' });
      update(state, { result: 'thinking' });
      const moves = line.slice(1, ply + 1).flatMap((node) => node.move ?? []);
      const kind = await reviewer.grade({ game, fen: tree.fen, moves }, move, before).catch(() => null);
      if (state.ply !== ply || state.result !== 'thinking' || mine !== tries) return;
      const right = kind && ['best', 'good', 'book', 'only_move'].includes(kind);
      update(state, { result: kind === null ? 'failed' : right ? 'right' : 'wrong' });
    },
  );

  function show() {
    const { ply } = state;
    const best = ply === null ? null : reviewed()?.moves[ply].best;
    if (ply === null || !best) return;
    update(state, { result: 'shown' });
    app.session.playLine(nodes()[ply].id, [best]);
    toBoard();
  }

  const view = () => {
    const { ply, result } = state;
    if (ply === null) return nothing;
    const played = nodes()[ply + 1];
    const over = result === 'right' || result === 'shown';
    return html`<div class="review lesson">
      <p>${app.t('review.lesson.task', { move: played ? moveText(app, played) : '' })}</p>
      <p role="status" class="verdict" data-result=${result}>${result ? app.t(`review.lesson.${result}`) : ''}</p>
      <div class="row">
        ${result === 'wrong' || result === 'failed' ? button('back', app.t('review.lesson.retry'), retry) : nothing}
        ${over ? nothing : button('hint', app.t('review.lesson.show'), show)}
        ${rest.length > 0 ? button('next', app.t('review.lesson.next'), next, { kind: over ? 'main' : '' }) : nothing}
        ${button('back', app.t('review.lesson.end'), end, { kind: over && rest.length === 0 ? 'main' : 'plain' })}
      </div>
    </div>`;
  };
  return { state, view, begin };
}
