// Learn from your mistakes: the position before each mistake as a little puzzle, graded by the engine. A wrong try is
// answered on the board and taken back.

/** @import { Reviewer, Verdict } from './reviewer.js' */
/** @import { Evaluation, Moment } from '../engine/messages.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { Node } from '../game/types.js' */
/** @import { AnalysisView } from '../game-view/engine-lines.js' */
/** @import { AnalysisApp } from './session.js' */

import { turnAt } from '../game/game.js';
import { other } from '../game/games.js';
import { sleep } from '../game/session-base.js';
import { movesTo, nodeOf, pathTo } from '../game/tree.js';
import { toBoard } from '../game-view/focus-game.js';
import { lineTexts, moveText } from '../game-view/move-words.js';
import { carried, fenAt, scoreInWords, squaresOf } from '../game-view/piece-words.js';
import { asText, reasonsInWords } from '../game-view/reason-words.js';
import { button } from '../ui/controls.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';

/** How long the answer to a wrong try stands on the board. */
const PAUSE_MS = 1500;
/** Moves of a line in words. */
const SHOWN = 6;
/** @type {readonly Shape[]} */
const NONE = [];

/** @typedef {Verdict & { move: string, shapes: readonly Shape[] }} Try  shapes: the try and its answer as arrows */

/**
 * @param {AnalysisApp} app
 * @param {Reviewer} reviewer
 * @param {AnalysisView} board
 * @param {() => Node[]} nodes  of the line under review
 * @param {(ms: number) => Promise<void>} [wait]
 */
export function lessonFrom(app, reviewer, board, nodes, wait = sleep) {
  /**
   * `plies`: of the mistakes, empty outside of a lesson; `at`: which of them is asked about; `moment`: what is said of
   * it; `result`: of the last try; `answering`: the node of the answer that is on the board; `why`: whether the reasons
   * are shown.
   */
  const state = reactive({
    plies: /** @type {readonly number[]} */ ([]),
    at: 0,
    moment: /** @type {Moment | null} */ (null),
    result: /** @type {'right' | 'wrong' | 'shown' | 'thinking' | 'failed' | null} */ (null),
    tried: /** @type {Try | null} */ (null),
    answering: /** @type {number | null} */ (null),
    why: false,
  });
  /** Numbers the questions and tries: only the last one's verdict counts. */
  let latest = 0;
  /** The first of the nodes that are added to the game from now on. */
  let added = { game: '', next: 0 };
  /** What is said of the mistake. @type {Promise<Verdict>} */
  let verdict;
  /** Whether analysis was on before the lesson, where it would tell the solutions. */
  let analysed = false;

  const ply = () => state.plies[state.at] ?? Number.POSITIVE_INFINITY;
  /** The mistake; null outside of a lesson, and where the move has been deleted. */
  const mistake = () => nodes()[ply() + 1] ?? null;
  /** The position in which it was made. */
  const question = () => mistake() && nodes()[ply()];
  const isAsked = () => app.state.game.tree.current === question()?.id;
  const isOver = () => state.result === 'right' || state.result === 'shown';
  const evaluation = (/** @type {number} */ at) => app.state.game.review?.evaluations[at] ?? {};

  /** @param {readonly number[]} plies */
  function begin(plies) {
    analysed = app.settings.analysis;
    update(app.settings, { analysis: false }); // not kept: the page may be left in mid-lesson
    ask(plies, 0);
    focusSoon('.lesson .task');
  }

  /** @param {readonly number[]} plies @param {number} at */
  async function ask(plies, at) {
    latest += 1;
    takeBack();
    update(state, { plies, at, moment: null, result: null, tried: null, answering: null, why: false });
    back();
    const played = mistake();
    if (!played) return;
    verdict = reviewer.judge(lineTo(played), evaluation(ply()), evaluation(ply() + 1));
    const { moment } = await verdict.catch(() => ({ moment: null }));
    if (mistake()?.id === played.id) update(state, { moment });
  }

  const next = () => ask(state.plies, state.at + 1);

  function end() {
    if (state.plies.length === 0) return;
    const focused = document.activeElement?.closest('.lesson');
    takeBack();
    update(state, { plies: [] });
    update(app.settings, { analysis: analysed });
    reviewer.stop(); // the engine that graded the tries goes
    if (focused) focusSoon('.review .btn.main');
  }

  /** A wrong try leaves the tree. */
  function takeBack() {
    const { id: game, tree } = app.state.game;
    const tried = game === added.game && pathTo(tree).find(({ id }) => id >= added.next);
    if (tried && !isOver()) app.session.remove(tried.id);
    added = { game, next: app.state.game.tree.next };
  }

  /** Show the question again. */
  function back() {
    takeBack();
    const asked = question();
    if (!asked) return;
    app.session.goTo(asked.id);
    toBoard();
  }

  /** @param {Node} node */
  function lineTo({ id }) {
    const { game, tree } = app.state.game;
    return { game, fen: tree.fen, moves: movesTo(tree, id) };
  }

  /** Judge a move that was played from the question. @param {Node} node */
  async function grade(node) {
    latest += 1;
    const mine = latest;
    update(state, { result: 'thinking', tried: null, answering: null, why: false });
    const judged = await judge(node).catch(() => null);
    if (mine !== latest || state.result !== 'thinking') return;
    const right = ['best', 'good', 'book', 'only_move'].includes(judged?.class ?? '');
    const move = node.move ?? '';
    const answer = judged?.moment?.reply[0];
    const shapes = answer ? [arrow(move, 'third'), arrow(answer, 'threat')] : NONE;
    const tried = judged && { ...judged, move, shapes };
    update(state, { tried, result: !judged?.class ? 'failed' : right ? 'right' : 'wrong' });
    if (!right && answer) await refute(node.id, answer);
  }

  /** @param {Node} node @returns {Promise<Verdict>} */
  async function judge(node) {
    const before = evaluation(ply());
    if (node.move === before.pv?.[0]) return { class: 'best', moment: null, score: null };
    return node.id === mistake().id ? verdict : reviewer.judge(lineTo(node), before);
  }

  /** Play the answer to a try, then show the question; who looks elsewhere meanwhile stays there. @param {number} id @param {string} answer */
  async function refute(id, answer) {
    const current = () => app.state.game.tree.current;
    if (current() !== id) return;
    app.session.playLine(id, [answer]);
    const answering = current();
    update(state, { answering });
    await wait(PAUSE_MS);
    if (state.answering !== answering) return;
    update(state, { answering: null });
    if (current() === answering) back();
  }

  function show() {
    const [best] = evaluation(ply()).pv ?? [];
    if (!best) return;
    back();
    update(state, { result: 'shown', answering: null, why: false });
    app.session.playLine(app.state.game.tree.current, [best]);
  }

  function explain() {
    update(state, { why: true });
    focusSoon('.lesson .verdict');
  }

  onChange(() => app.state.game.id, end);
  onChange(mistake, (found) => found ?? end());
  onChange(
    () => app.state.game.tree.current,
    (current) => {
      const node = nodeOf(app.state.game.tree, current);
      if (question() && !isOver() && node.parent === question().id) grade(node);
    },
  );
  onChange(
    () => (state.result === 'wrong' && isAsked() ? (state.tried?.shapes ?? NONE) : NONE),
    (marks) => update(board.state, { marks }),
  );

  /** What speaks against a try, or for the best move: a line, the position that it starts from, and the reasons. */
  function argument() {
    const { tried, moment } = state;
    const { game } = app.state;
    const { id } = question();
    const [from, fen, turn] = [lineTo(question()), fenAt(game, id), turnAt(game, id)];
    if (isOver())
      return (
        moment && {
          from,
          fen,
          turn,
          line: moment.line,
          reasons: moment.reasons,
          score: evaluation(ply()).score,
        }
      );
    const { reply: line = [], replyReasons: reasons = [] } = tried?.moment ?? {};
    if (!tried || line.length === 0) return null;
    return {
      from: { ...from, moves: [...from.moves, tried.move] },
      fen: carried(fen, [tried.move]),
      turn: other(game.game, turn),
      line,
      reasons,
      score: tried.score,
    };
  }

  /** The argument in words: its first move, unless the person has found that, and why it is good, as hints say it. */
  function inWords() {
    const found = argument();
    if (!found) return { move: '', why: '' };
    const { from, fen, turn, line, reasons, score } = found;
    const [move, ...after] = lineTexts(app, from, line.slice(0, SHOWN));
    const worth = score ? scoreInWords(app.words, score, turn, from.game) : null;
    const key = isOver() ? 'analysis.review.lesson.shown' : 'analysis.review.reply';
    return {
      move: line[0] === state.tried?.move ? '' : app.t(key, { move, side: app.t(`game-view.side.${turn}`) }),
      why: asText(app.words, [
        reasonsInWords(app.words, from.game, fen, line[0], reasons),
        worth &&
          app.t(after.length > 0 ? 'game-view.hint.line.full' : 'game-view.hint.line.short', {
            line: after.join(' '),
            score: worth,
          }),
      ]),
    };
  }

  const view = () => {
    const asked = question();
    if (!asked) return nothing;
    const { plies, at, result, tried, answering } = state;
    const [over, last] = [isOver(), at + 1 === plies.length];
    const lost = !over && result !== 'thinking' && answering === null && !isAsked();
    const { move, why } = inWords();
    const task = {
      move: moveText(app, mistake()),
      side: app.t(`game-view.side.${turnAt(app.state.game, asked.id)}`),
    };
    const said = tried ? lineTexts(app, asked.id, [tried.move])[0] : '';
    const leave = button('back', app.t('analysis.review.lesson.end'), end, {
      kind: over && last ? 'main' : 'plain',
    });
    return html`<div class="review lesson">
      <p class="small muted">${app.t('analysis.review.lesson.progress', { number: at + 1, total: plies.length })}</p>
      <p class="task" role="status" tabindex="-1">${app.t('analysis.review.lesson.task', task)}</p>
      <div class="verdict" role="status" tabindex="-1" data-result=${result}>
        <p><b>${result && result !== 'shown' ? app.t(`analysis.review.lesson.${result}`, { move: said }) : ''}</b> ${move}</p>
        ${state.why ? html`<p>${why}</p>` : nothing}
      </div>
      <div class="row">
        ${over ? (last ? nothing : button('next', app.t('analysis.review.lesson.next'), next, { kind: 'main' })) : button('hint', app.t('analysis.review.lesson.show'), show)}
        ${why && !state.why ? button(null, app.t('game-view.hint.showLine'), explain) : nothing}
        ${lost ? button('back', app.t('analysis.review.lesson.retry'), back) : nothing}
        ${over || last ? nothing : button('next', app.t('analysis.review.lesson.skip'), next)}
        ${leave}
      </div>
    </div>`;
  };
  return { state, view, begin };
}

/** @param {string} uci @param {'third' | 'threat'} brush @returns {Shape} */
function arrow(uci, brush) {
  const [orig, dest] = squaresOf(uci);
  return { orig, dest, brush };
}

/** Move the focus to an element that is about to be rendered. @param {string} selector */
export function focusSoon(selector) {
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus({ preventScroll: true }),
  );
}
