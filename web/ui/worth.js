// @ts-check
// In a solved game: a switch that says what every legal move is worth, on the board and in words, where a press plays
// it; and after the end, where the game was decided.

/** @import { App } from './app.js' */
/** @import { Finding } from '../game/review.js' */
/** @import { MoveValue } from '../engine/messages.js' */
/** @import { Node } from '../game/types.js' */
/** @import { Shape } from '../board/board.js' */

import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { isReviewed, review, stepsOf } from '../game/review.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { h, icon, say, set } from './dom.js';
import { squaresOf } from './phrases.js';

/** What a rendering of worths depends on, beside the game. @param {App} app */
export const worthState = (app) => [app.settings.worth, ...Object.values(app.solutions.state)];

/** @param {App} app */
export function worthPanel(app) {
  const label = h('label', { for: 'worth' });
  const input = h('input', { type: 'checkbox', role: 'switch', class: 'switch', id: 'worth' });
  input.addEventListener('change', () => app.change({ worth: input.checked }));
  const said = h('p', { class: 'small muted', role: 'status' });
  const retry = h('button', { class: 'btn', type: 'button', on: { click: () => app.solutions.retry() } });
  const list = h('ul', {});
  list.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button?.dataset.move) app.session.move(button.dataset.move);
  });
  const switchRow = h('div', { class: 'row between' }, label, input);
  const node = h('section', { class: 'worth', hidden: true }, switchRow, said, retry, list);
  app.watch(
    () => [app.state.game, app.state.plays, ...worthState(app)],
    () => {
      const { game } = app.state;
      node.hidden = factsOf(game.game).perfect === null || outcomeAt(game) !== null;
      if (node.hidden) return;
      set(node, 'aria-label', app.t('worth.name'));
      say(label, app.t('worth.switch'));
      say(retry, app.t('worth.retry'));
      const on = app.settings.worth;
      input.checked = on;
      const values = worthHere(app);
      const { failed } = app.solutions.state;
      retry.hidden = !on || values !== null || failed === null;
      said.hidden = !on;
      say(said, sentence(app, values));
      list.hidden = !values;
      list.replaceChildren(...(values ?? []).map((value) => moveItem(app, value)));
    },
  );
  return node;
}

/** @param {App} app @param {MoveValue[] | null} values @returns {string} */
function sentence(app, values) {
  const { failed } = app.solutions.state;
  if (values) return app.t('worth.note');
  return failed ? app.t('worth.failed', { reason: failed }) : app.t('worth.loading');
}

/** @param {App} app @param {MoveValue} value */
function moveItem(app, value) {
  const text = String(value.captures ?? value.uci);
  const worth = h('span', { class: 'value', text: worthInWords(app, value) });
  const properties = {
    class: 'btn plain',
    type: 'button',
    'data-move': value.uci,
    'data-result': value.result,
  };
  return h('li', {}, h('button', properties, h('b', { text }), ' ', worth));
}

/** `draws`, `wins in 23`, `loses in 34`. @param {App} app @param {MoveValue} value */
export function worthInWords(app, { result, distance }) {
  return app.t(`worth.${result}`, { distance: distance ?? 0 });
}

/**
 * The moves of the position at hand with their worth, if the person wants to see it; asks for it where it is not known.
 * @param {App} app
 * @returns {MoveValue[] | null}
 */
export function worthHere(app) {
  const { game, asked } = app.state;
  if (!app.settings.worth || asked || factsOf(game.game).perfect === null) return null;
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

/** What the board shows of them: a small tag on the way of every move. @param {MoveValue[]} values @returns {Shape[]} */
export function worthShapes(values) {
  return values.map(({ uci, result, distance }) => {
    const [orig, dest] = squaresOf(uci);
    return { orig, dest, brush: result, label: `${SIGNS[result]}${distance ?? ''}` };
  });
}

/**
 * What was given away in the game at hand, once it has ended; null while that is not known.
 * @param {App} app
 * @returns {Finding[] | null}
 */
export function findings(app) {
  const { game } = app.state;
  if (!isReviewed(game)) return null;
  for (const { before } of stepsOf(game)) valuesAt(app, before);
  return review(game, (fen) => app.solutions.of(fen));
}

/** The mark of a move in the list. @param {App} app @param {Node} node @returns {{ glyph: string, text: string } | null} */
export function markOf(app, node) {
  const found = findings(app)?.find((finding) => finding.node === node.id);
  if (!found) return null;
  return { glyph: found.kind === 'lostWin' ? '?!' : '??', text: app.t(`review.mark.${found.kind}`) };
}

/** @param {App} app */
export function reviewPanel(app) {
  const list = h('ul', {});
  const said = h('p', { class: 'small' });
  const node = h('section', { class: 'review', role: 'status', hidden: true }, said, list);
  app.watch(
    () => [app.state.game, ...Object.values(app.solutions.state)],
    () => {
      const { game } = app.state;
      node.hidden = !isReviewed(game) || app.solutions.state.failed !== null;
      if (node.hidden) return;
      const found = findings(app);
      said.hidden = found !== null && found.length > 0;
      say(said, app.t(found === null ? 'review.checking' : 'review.flawless'));
      list.replaceChildren(...(found ?? []).map((finding) => findingItem(app, finding)));
    },
  );
  return node;
}

/** @param {App} app @param {Finding} finding */
function findingItem(app, { node: id, side, kind }) {
  const { tree } = app.state.game;
  const node = nodeOf(tree, id);
  const move = String(node.view?.move?.captures ?? node.move);
  const number = Math.ceil(node.ply / 2);
  const text = app.t(`review.${kind}`, { side: app.t(`side.${side}`), move, number });
  const show = h('button', { class: 'btn plain icon-only', type: 'button' }, icon('previous'));
  set(show, 'aria-label', app.t('review.show'));
  show.addEventListener('click', () => app.session.goTo(node.parent ?? id));
  return h('li', { class: 'row between' }, h('span', { class: 'small', text }), show);
}
