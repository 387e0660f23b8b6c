// The static evaluation of the position at hand, term by term; and, on the board, what each piece is worth.

/** @import { ExplainedEvaluation, Term } from '../engine/messages.js' */
/** @import { AnalysisView } from '../game-view/engine-lines.js' */
/** @import { AnalysisApp } from './session.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { View } from '../ui/view.js' */

import { factsOf } from '../game/games.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { firstKey, pieceOn } from '../game-view/piece-words.js';
import { button, toggle } from '../ui/controls.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { Answers } from './answers.js';

/** Terms that are left out where they say nothing. */
const OFTEN_IDLE = ['drawish'];
/** A piece is marked as better or worse when its value differs by this share from the average of its kind. */
const NOTICED = 0.05;

/** @param {AnalysisApp} app @param {AnalysisView} view @returns {View} */
export function evaluationPanel(app, view) {
  const state = reactive({ worth: false });
  const answers = new Answers((position) => app.client.explain(position));
  const position = () => {
    const { game, tree } = app.state.game;
    return { game, fen: tree.fen, moves: movesTo(tree) };
  };
  observe(() => {
    const { answer, current } = state.worth ? answers.of(position()) : { answer: null, current: true };
    if (current) update(view.state, { marks: answer ? worthShapes(app, answer) : [] });
    else update(view.state, { marks: [] });
  });
  const retry = () => {
    app.client.retry(); // the engine may have failed as a whole
    answers.retry(position());
  };
  return () => {
    const { answer, current, error } = answers.of(position());
    return html`<div class="terms" aria-busy=${!current}>
      ${
        error !== null
          ? html`<p role="alert">${app.t('analysis.terms.failed', { reason: error })}</p>
              ${button(null, app.t('ui.retry'), retry)}`
          : answer
            ? explained(app, answer)
            : html`<p class="small muted" role="status">${app.t('analysis.terms.waiting')}</p>`
      }
      <div class="row between">${toggle('worth-of-pieces', app.t('analysis.terms.worth.switch'), state.worth, (worth) => update(state, { worth }))}</div>
      ${state.worth && answer ? worthList(app, answer) : nothing}
    </div>`;
  };
}

/** @param {AnalysisApp} app @param {ExplainedEvaluation} evaluation */
function explained(app, { evaluation, score, change, terms }) {
  const [first, second] = factsOf(app.state.game.game).sides;
  const shown = terms.filter(
    ({ name, first, second, change }) => first || second || change || !OFTEN_IDLE.includes(name),
  );
  const widest = Math.max(100, ...shown.map(({ balance }) => Math.abs(balance)));
  return html`<table>
      <caption class="sr">${app.t('analysis.terms.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">${app.t('analysis.terms.term')}</th>
          <th scope="col">${app.t(`game-view.side.${first}`)}</th>
          <th scope="col">${app.t(`game-view.side.${second}`)}</th>
          <td class="bar"></td>
          <th scope="col">${app.t('analysis.terms.balance')}</th>
          <th scope="col">${app.t('analysis.terms.change')}</th>
        </tr>
      </thead>
      <tbody>${shown.map((term) => row(app, term, widest))}</tbody>
      <tfoot>
        <tr>
          <th scope="row">${app.t('analysis.terms.total')}</th>
          <td></td>
          <td></td>
          <td class="bar"></td>
          <td>${signed(app, score)}</td>
          <td>${change === null ? '' : signed(app, change)}</td>
        </tr>
      </tfoot>
    </table>
    <p class="small muted">${app.t(evaluation === 'network' ? 'analysis.terms.network' : 'analysis.terms.note', { side: app.t(`game-view.side.${first}`) })}</p>`;
}

/** @param {AnalysisApp} app @param {Term} term @param {number} widest  the value that fills half of the bar */
function row(app, { name, first, second, balance, change }, widest) {
  const { game } = app.state.game;
  const key = firstKey(app.words, `analysis.term.${game}.${name}`, `analysis.term.${name}`);
  const length = (100 * Math.abs(balance)) / widest;
  return html`<tr data-term=${name}>
    <th scope="row">${key ? app.t(key) : name}</th>
    <td>${pawns(app, first)}</td>
    <td>${pawns(app, second)}</td>
    <td class="bar">
      <svg viewBox="-100 0 200 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class=${balance > 0 ? 'first' : 'second'} x=${balance > 0 ? 0 : -length} width=${length} height="10" />
        <path d="M0 0V10" />
      </svg>
    </td>
    <td>${signed(app, balance)}</td>
    <td>${change === null ? '' : signed(app, change)}</td>
  </tr>`;
}

/** A value in centipawns, written in pawns. @param {AnalysisApp} app @param {number} value */
const pawns = (app, value) => app.words.number(value / 100, 2);

/** @param {AnalysisApp} app @param {number} value */
const signed = (app, value) => (value > 0 ? `+${pawns(app, value)}` : pawns(app, value));

/** A badge on every piece, brighter where it is worth more than others of its kind. @param {AnalysisApp} app @param {ExplainedEvaluation} evaluation @returns {Shape[]} */
function worthShapes(app, { pieces }) {
  return Object.entries(pieces).map(([orig, { value, average }]) => {
    const more = (value - average) / Math.max(Math.abs(average), 1);
    const brush = more > NOTICED ? 'more' : more < -NOTICED ? 'less' : 'same';
    return { orig, brush, label: app.words.number(value / 100, 1) };
  });
}

/** The same in words, for screen readers, and the meaning of the colours. @param {AnalysisApp} app @param {ExplainedEvaluation} evaluation */
function worthList(app, { pieces }) {
  const { view } = nodeOf(app.state.game.tree);
  return html`<p class="small muted">${app.t('analysis.terms.worth.note')}</p>
    <ul class="sr">
      ${Object.entries(pieces).map(
        ([square, { value }]) =>
          html`<li>${app.t('analysis.terms.worth.piece', { piece: view ? pieceOn(app.words, view.fen, square) : square, value: pawns(app, value) })}</li>`,
      )}
    </ul>`;
}
