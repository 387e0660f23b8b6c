// The review of the main line: the mistakes of the person as little puzzles, a graph with its turning points, the worst
// moments in sentences, the accuracy of both sides, their faults.

/** @import { Reviewer } from './reviewer.js' */
/** @import { Moment, MoveClass, Review } from '../engine/messages.js' */
/** @import { Game, Node, Side } from '../game/types.js' */
/** @import { AnalysisView } from '../game-view/engine-lines.js' */
/** @import { AnalysisApp } from './session.js' */
/** @import { View } from '../ui/view.js' */

import { numberOf, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { offerOf } from '../game/notations.js';
import { lineThrough, ROOT } from '../game/tree.js';
import { toBoard } from '../game-view/focus-game.js';
import { ENGINE, recordFor } from '../game-view/game-headers.js';
import { moveText } from '../game-view/move-words.js';
import { fenAt, firstKey } from '../game-view/piece-words.js';
import { asText, reasonsInWords } from '../game-view/reason-words.js';
import { playerNames } from '../game-view/record-words.js';
import { button, toggle } from '../ui/controls.js';
import { saveFile } from '../ui/files.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { attempt } from '../ui/unloaded.js';
import { html, nothing } from '../ui/view.js';
import { annotated } from './edits.js';
import { lineGraph } from './evaluation-graph.js';
import { focusSoon, mistakesView } from './mistakes-panel.js';
import { MistakesSession } from './mistakes-session.js';
import { mistakesIn } from './reviewer.js';

const FAULTS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder', 'missed_mate']);
const FORMULA = 'https://lichess.org/page/accuracy';

/**
 * @param {AnalysisApp} app
 * @param {Reviewer} reviewer
 * @param {AnalysisView} board
 * @returns {{ view: View, start: () => Promise<void> }}
 */
export function reviewPanel(app, reviewer, board) {
  /** `both`: whether the mistakes of the other side count, too. */
  const state = reactive({ both: false });
  const nodes = () => lineThrough(app.state.game.tree, ROOT);
  const line = () => ({
    game: app.state.game.game,
    fen: app.state.game.tree.fen,
    moves: nodes().flatMap(({ move }) => move ?? []),
  });
  const reviewed = () => reviewer.reviewOf(line());
  const lesson = new MistakesSession(app, reviewer, nodes, {
    toBoard,
    onEnd: () => document.activeElement?.closest('.lesson') && focusSoon('.review .btn.main'),
  });
  onChange(
    () => lesson.marks,
    (marks) => update(board.state, { marks }),
  );
  const key = () => `${app.state.game.id} ${line().moves.join(' ')}`;
  const show = () => reviewer.show(line(), app.state.game.review, app.notation);

  async function start() {
    const { notation } = app;
    await reviewer.start(line(), app.state.game.review, notation);
    keepGlyphs();
    if (app.notation !== notation && !reviewer.state.running) await show();
    if (hadFocus && document.activeElement === document.body) focusSoon('.review :is(.btn.main, .faultless)');
  }

  function keepGlyphs() {
    const { running, done, total } = reviewer.state;
    const review = reviewed();
    if (running || done < total || !review) return;
    const [, ...moves] = nodes();
    const nags = review.moves.flatMap(({ nag }, ply) => (nag ? [[moves[ply].id, nag]] : []));
    const kept = app.state.game.review;
    if (kept) app.session.keepReview({ ...kept, nags: Object.fromEntries(nags) });
  }

  /** Whether the focus was on the button that goes when the review ends. */
  let hadFocus = false;
  onChange(
    () => reviewer.state.running,
    () => {
      hadFocus = Boolean(document.activeElement?.closest('.review-progress'));
    },
  );
  onChange(key, () => {
    reviewer.stop();
    show();
  });
  onChange(
    () => app.notation,
    () => reviewer.state.running || show(),
  );
  show();

  const download = () => attempt(app, download, exportReview);
  const exportReview = async () => {
    const { game } = app.state;
    const review = reviewed();
    if (!review) return;
    const tree = annotated(game, review);
    const record = recordFor(app, { ...game, tree });
    // The other games have one notation in PGN.
    const notation = offerOf(game.game).chinese && app.notation !== 'uci' ? app.notation : null;
    saveFile('review.pgn', await app.client.write({ record, format: 'pgn', ...(notation && { notation }) }));
  };

  const view = () => {
    const { running, done, total } = reviewer.state;
    const review = reviewed();
    if (factsOf(app.state.game.game).perfect !== null) return html`<p>${app.t('analysis.review.solved')}</p>`;
    if (lesson.state.plies.length > 0) return mistakesView(app, lesson);
    const isReady = review && !running && done === total;
    return html`<div class="review">
      ${progress(app, reviewer, start)}
      <p class="sr" role="status">${isReady ? summary(review) : nothing}</p>
      ${isReady ? lessonRow(app, state, lesson, mistakesIn(review, isMine)) : nothing}
      ${review ? findings(app, review, nodes(), isMine) : nothing}
      ${isReady ? html`<div class="row">${button('export', app.t('analysis.review.export'), download)}</div>` : nothing}
    </div>`;
  };

  /** @param {number} ply  of a move */
  const isMine = (ply) =>
    state.both || turnAt(app.state.game, nodes()[ply].id) === sideOf(app.state.game).side;

  /** The end of the review, with the faults that count. @param {Review} review */
  function summary({ moves }) {
    const counts = FAULTS.flatMap((kind) => {
      const count = moves.filter((move, ply) => move.class === kind && isMine(ply)).length;
      return count > 0
        ? app.t('analysis.review.count', { kind: app.t(`analysis.review.class.${kind}`), count })
        : [];
    });
    return `${app.t('analysis.review.finished')} ${counts.join(', ')}`;
  }

  return { view, start };
}

/** The way into the lesson, and whose mistakes it is about. @param {AnalysisApp} app @param {{ both: boolean }} state @param {MistakesSession} lesson @param {number[]} plies */
function lessonRow(app, state, lesson, plies) {
  const { side, isPerson } = sideOf(app.state.game);
  const begin = () => {
    lesson.begin(plies);
    focusSoon('.lesson .task');
  };
  const name = (/** @type {Side} */ side) => app.t(`game-view.side.${side}`);
  const label = state.both
    ? 'analysis.review.learn.both'
    : isPerson
      ? 'analysis.review.learn.title'
      : 'analysis.review.learn.side';
  return html`<div class="row between">
    ${
      plies.length > 0
        ? button('target', app.t(label, { side: name(side) }), begin, { kind: 'main' })
        : html`<p class="faultless" tabindex="-1">${app.t('analysis.review.faultless', { side: name(side) })}</p>`
    }
    <span class="field inline">${toggle('mistakes-of-both', app.t('analysis.review.both', { side: name(other(app.state.game.game, side)) }), state.both, (both) => update(state, { both }))}</span>
  </div>`;
}

/** The progress of the review, and its start or stop button. @param {AnalysisApp} app @param {Reviewer} reviewer @param {() => unknown} start */
function progress(app, reviewer, start) {
  const { running, done, started, total, refused } = reviewer.state;
  if (!running && done === total && total > 1) return nothing;
  const empty = total <= 1;
  return html`<div class="review-progress">
    ${running || done > 0 ? html`<progress max=${total} value=${done + started} aria-label=${app.t('analysis.review.progress')}></progress>` : html`<p>${app.t(empty ? 'analysis.review.empty' : 'analysis.review.what')}</p>`}
    <p class="small muted" role="status">${running ? app.t('analysis.review.running', { done, total }) : refused ? app.t('analysis.review.failed') : ''}</p>
    ${
      running
        ? button('stop', app.t('analysis.review.stop'), () => reviewer.stop())
        : button('graph', app.t(done > 0 ? 'analysis.review.resume' : 'analysis.review.start'), start, {
            kind: 'main',
            disabled: empty,
          })
    }
  </div>`;
}

/**
 * The side whose mistakes are asked about: that of the person who played against the engine, else the one below.
 * @param {Game} game
 * @returns {{ side: Side, isPerson: boolean }}
 */
function sideOf({ game, headers = {}, orientation }) {
  const { sides } = factsOf(game);
  const engines = playerNames(headers).map((name) => name.startsWith(ENGINE));
  const isPerson = engines[0] !== engines[1];
  return { side: isPerson ? sides[engines.indexOf(false)] : orientation, isPerson };
}

/** @param {AnalysisApp} app @param {Review} review @param {Node[]} nodes @param {(ply: number) => boolean} isMine */
function findings(app, review, nodes, isMine) {
  const { sides } = factsOf(app.state.game.game);
  /** Show the position after so many plies. @param {number} ply */
  const show = (ply) => {
    app.session.goTo(nodes[ply].id);
    toBoard();
  };
  const goTo = (/** @type {number} */ ply) => show(ply + 1);
  const worst = review.worst.filter(({ ply }) => isMine(ply));
  return html`
    ${graph(app, review, nodes, show)}
    ${worst.length > 0 ? html`<h3>${app.t('analysis.review.worst')}</h3><ol class="moments">${worst.map((moment) => html`<li>${sentence(app, review, nodes, moment, goTo)}</li>`)}</ol>` : nothing}
    <div class="review-sides">${sides.map((side, at) => ofSide(app, review, nodes, side, at, goTo))}</div>
    <details class="small"><summary>${app.t('analysis.review.formula.title')}</summary>
      <p>${app.t('analysis.review.formula.text')} <a href=${FORMULA} rel="external">lichess.org</a></p></details>
    ${review.leftBook === null ? nothing : html`<p class="small">${app.t('analysis.review.leftBook', { move: numbered(app, nodes[review.leftBook + 1]) })}</p>`}`;
}

/** The expected result of the first side along the game. @param {AnalysisApp} app @param {Review} review @param {Node[]} nodes @param {(ply: number) => void} show */
function graph(app, { positions, moves }, nodes, show) {
  const shares = positions.map(({ expected = null }) => expected);
  const turns = moves.flatMap(({ turning }, ply) => (turning ? [ply + 1] : []));
  const label = app.t('analysis.review.graph', { count: turns.length });
  return html`<div class="evaluation-graph review-graph">
    ${lineGraph(app, { label, line: nodes, shares, turns, go: show })}
  </div>`;
}

/** @param {AnalysisApp} app @param {Review} review @param {Node[]} nodes @param {Side} side @param {number} at @param {(ply: number) => void} goTo */
function ofSide(app, { sides, moves }, nodes, side, at, goTo) {
  const { accuracy = null, counts = {} } = sides[side] ?? {};
  const first = turnAt(app.state.game, ROOT) === side ? 0 : 1;
  const faults = (/** @type {MoveClass} */ kind) =>
    moves.flatMap((move, ply) => (ply % 2 === first && move.class === kind ? [ply] : []));
  return html`<section class="review-side" data-side=${at}>
    <h3>${app.t(/** @type {any} */ (`game-view.side.${side}`))}</h3>
    <p class="accuracy"><b>${accuracy === null ? '–' : `${Math.round(accuracy)}%`}</b> <span class="small muted">${app.t('analysis.review.accuracy')}</span></p>
    <ul>${FAULTS.filter((kind) => kind !== 'missed_mate' || counts[kind]).map(
      (
        kind,
      ) => html`<li><span class="kind" data-kind=${kind}>${app.t('analysis.review.count', { kind: app.t(`analysis.review.class.${kind}`), count: counts[kind] ?? 0 })}</span>
        ${faults(kind).map((ply) => html`<button class="btn plain small" type="button" @click=${() => goTo(ply)}>${numbered(app, nodes[ply + 1])}</button>`)}</li>`,
    )}</ul>
  </section>`;
}

/** A move with its number. @param {AnalysisApp} app @param {Node} node */
function numbered(app, node) {
  const { move, first } = numberOf(app.state.game, node);
  return `${move}${first ? '.' : '…'} ${moveText(app, node)}`;
}

/** @param {AnalysisApp} app @param {Review} review @param {Node[]} nodes @param {Moment} moment @param {(ply: number) => void} goTo */
function sentence(app, { moves }, nodes, moment, goTo) {
  const { ply, line, lineText = line, reasons, reply, replyText = reply, replyReasons } = moment;
  const { game } = app.state;
  const why = (
    /** @type {Node} */ node,
    /** @type {string[]} */ moves,
    /** @type {Moment['reasons']} */ found,
  ) => (moves.length > 0 ? reasonsInWords(app.words, game.game, fenAt(game, node.id), moves[0], found) : '');
  const kind = firstKey(app.words, `analysis.review.kind.${moves[ply].class}`);
  const replies = app.t(`game-view.side.${turnAt(game, nodes[ply + 1].id)}`);
  return html`<button class="btn plain" type="button" @click=${() => goTo(ply)}>${numbered(app, nodes[ply + 1])}</button>
    <span class="kind" data-kind=${moves[ply].class}>${kind && app.t(kind)}</span>
    ${asText(app.words, [
      reply.length > 0 ? app.t('analysis.review.reply', { side: replies, move: replyText[0] }) : '',
      why(nodes[ply + 1], reply, replyReasons),
    ])}
    ${line.length > 0 ? html`<details><summary>${app.t('analysis.review.lesson.show')}</summary>${asText(app.words, [app.t('analysis.review.better', { move: lineText[0] }), why(nodes[ply], line, reasons)])}</details>` : nothing}`;
}
