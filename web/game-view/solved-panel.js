// In a solved game: a switch that shows the value of every legal move, on the board and in a list that plays
// moves; and, after the end, the moves that decided the game.

/** @import { App } from './app.js' */
/** @import { Finding } from '../game/solved-review.js' */
/** @import { MoveValue } from '../engine/messages.js' */
/** @import { Node } from '../game/types.js' */
/** @import { Shape } from '../board/board.js' */

import { numberOf, outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { isReviewed, review, stepsOf } from '../game/solved-review.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { button, iconButton, toggle } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';
import { squaresOf } from './piece-words.js';

/** @param {App} app */
export const solvedPanel = (app) => () => {
  const { game } = app.state;
  if (factsOf(game.game).perfect === null || outcomeAt(game)) return nothing;
  const on = app.settings.moveOutcomes;
  return html`<section class="solved-game" aria-label=${app.t('game-view.solved.name')}>
    <div class="row between">
      ${toggle('move-outcomes', app.t('game-view.solved.switch'), on, (moveOutcomes) => app.change({ moveOutcomes }))}
    </div>
    ${on ? moveValues(app) : nothing}
  </section>`;
};

/** @param {App} app */
function moveValues(app) {
  const values = valuesHere(app);
  const retry = values === null && app.solutions.state.failed !== null;
  return html`<p class="small muted" role="status">${sentence(app, values)}</p>
    ${retry ? button(null, app.t('game-view.solved.retry'), () => app.solutions.retry()) : nothing}
    ${values ? html`<ul>${values.map((value) => moveItem(app, value))}</ul>` : nothing}`;
}

/** @param {App} app @param {MoveValue[] | null} values @returns {string} */
function sentence(app, values) {
  const { failed } = app.solutions.state;
  if (values) return app.t('game-view.solved.note');
  return failed ? app.t('game-view.solved.failed', { reason: failed }) : app.t('game-view.solved.loading');
}

/** @param {App} app @param {MoveValue} value */
const moveItem = (app, value) => html`<li>
  <button
    class="btn plain"
    type="button"
    data-result=${value.result}
    @click=${() => app.session.move(value.uci)}
  ><b>${value.captures ?? value.uci}</b> <span class="value">${valueInWords(app, value)}</span></button>
</li>`;

/** `draws`, `wins in 12 moves`, `loses in 17 moves`. @param {App} app @param {MoveValue} value */
export function valueInWords(app, value) {
  return app.t(`game-view.solved.${value.result}`, { moves: movesToEnd(value) });
}

/** The plies to the end as moves of the winner, this one included. @param {MoveValue} value */
const movesToEnd = ({ distance }) => Math.ceil((distance ?? 0) / 2);

/**
 * The values of the moves in the current position, if the person wants to see them. Asks for unknown ones.
 * @param {App} app
 * @returns {MoveValue[] | null}
 */
export function valuesHere(app) {
  const { game, asked } = app.state;
  if (!app.settings.moveOutcomes || asked || factsOf(game.game).perfect === null) return null;
  const node = nodeOf(game.tree);
  if (outcomeAt(game)) return [];
  return valuesAt(app, node);
}

/** @param {App} app @param {Node} node @returns {MoveValue[] | null} */
function valuesAt(app, node) {
  const { game } = app.state;
  if (!node.view) return null;
  const values = app.solutions.of(node.view.fen);
  if (!values && !app.solutions.state.failed) {
    app.solutions.want(node.view.fen, {
      game: game.game,
      fen: game.tree.fen,
      moves: movesTo(game.tree, node.id),
    });
  }
  return values;
}

const SIGNS = { win: '+', draw: '=', loss: '−' };

/** The values as shapes on the board: a small tag on every move. @param {MoveValue[]} values @returns {Shape[]} */
export function valueShapes(values) {
  return values.map((value) => {
    const [orig, dest] = squaresOf(value.uci);
    const label = SIGNS[value.result] + (value.distance === null ? '' : movesToEnd(value));
    return { orig, dest, brush: value.result, label };
  });
}

/**
 * The moves that gave away a better result, once the game has ended; null while they are not known.
 * @param {App} app
 * @returns {Finding[] | null}
 */
export function findings(app) {
  const { game } = app.state;
  if (!isReviewed(game)) return null;
  for (const { before } of stepsOf(game)) valuesAt(app, before);
  return review(game, (fen) => app.solutions.of(fen));
}

/** The marks of moves in the list. @param {App} app @returns {import('./move-list.js').Marks} */
export function solvedReviewMarks(app) {
  const marks = (findings(app) ?? []).map(({ node, kind }) => {
    const glyph = kind === 'lostWin' ? '?!' : '??';
    return /** @type {const} */ ([node, { glyph, text: app.t(`game-view.review.mark.${kind}`) }]);
  });
  return new Map(marks);
}

/** @param {App} app */
export const solvedReviewPanel = (app) => () => {
  if (!isReviewed(app.state.game) || app.solutions.state.failed !== null) return nothing;
  const found = findings(app);
  const said =
    found === null ? 'game-view.review.checking' : found.length === 0 ? 'game-view.review.flawless' : null;
  return html`<section class="review">
    <p class="small" role="status">${said ? app.t(said) : ''}</p>
    <ul>${found?.map((finding) => findingItem(app, finding))}</ul>
  </section>`;
};

/** @param {App} app @param {Finding} finding */
function findingItem(app, { node: id, side, kind }) {
  const node = nodeOf(app.state.game.tree, id);
  const move = String(node.view?.move?.captures ?? node.move);
  const { move: number } = numberOf(app.state.game, node);
  return html`<li class="row between">
    <span class="small">${app.t(`game-view.review.${kind}`, { side: app.t(`game-view.side.${side}`), move, number })}</span>
    ${iconButton('previous', app.t('game-view.review.show'), () => app.session.goTo(node.parent ?? id))}
  </li>`;
}
