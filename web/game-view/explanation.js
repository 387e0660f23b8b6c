// The explanation why a law ended the game, or soon will: where it stands, and what it draws on the board.

/** @import { App, PositionApp } from './app.js' */
/** @import { Explanation, Threat } from '../engine/messages.js' */
/** @import { Shape } from '../board/board.js' */

import { pathTo } from '../game/tree.js';
import { update } from '../ui/reactive.js';

/**
 * The current explanation. `line` holds the nodes of the game up to where the law was applied. `at` is the place
 * of the step, and `over` tells an end from a warning.
 * @typedef {{ explanation: Explanation, game: string, line: number[], at: number, over: boolean }} Explaining  game: its id
 */

/**
 * Begin to explain what the law says of the position at hand.
 * @param {PositionApp} app
 * @param {Explanation} explanation
 * @param {{ over: boolean }} how
 */
export function explain(app, explanation, { over }) {
  const { id: game, tree } = app.state.game;
  const line = pathTo(tree).map(({ id }) => id);
  const explaining = { explanation, game, line, at: 0, over };
  update(app.explaining, { now: explaining });
  goToStep(app, explaining);
}

/** End the explanation, and go back to where it began. @param {App} app */
export function stopExplaining(app) {
  const back = explainingNow(app)?.line.at(-1);
  update(app.explaining, { now: null });
  if (back !== undefined) app.session.goTo(back);
}

/** The plies to step through. @param {Explaining} explaining */
export function pliesOf({ explanation, line }) {
  const { moves, since } = explanation;
  return since === undefined ? moves.map(({ ply }) => ply) : [...new Set([since, line.length - 1])];
}

/** @param {PositionApp} app @param {Explaining} explaining */
function goToStep(app, explaining) {
  const id = explaining.line[pliesOf(explaining)[explaining.at]];
  if (id !== undefined && app.state.game.tree.nodes.has(id)) app.session.goTo?.(id);
}

/** The shapes on the board at the present step. @param {App} app @returns {Shape[]} */
export function explanationShapes(app) {
  const now = explainingNow(app);
  if (!now || now.line[pliesOf(now)[now.at]] !== app.state.game.tree.current) return [];
  const threats = now.explanation.moves[now.at]?.threats ?? [];
  return threats.flatMap((threat) => {
    const brush = isChase(threat) ? 'hint' : 'third';
    /** @type {Shape[]} */
    const arrow = [{ orig: threat.orig, dest: threat.dest, brush }];
    return threat.perpetual ? [...arrow, { orig: threat.dest, brush }] : arrow;
  });
}

/** @param {Threat} threat */
const isChase = ({ worth }) => worth === 'unprotected' || worth === 'minor_takes_major';

/** The current explanation, as long as its moves are in the game. @param {PositionApp} app */
export function explainingNow({ explaining: { now }, state: { game } }) {
  return now?.game === game.id && now.line.every((id) => game.tree.nodes.has(id)) ? now : null;
}

/** Take the board to another step. @param {App} app @param {number} at  its place */
export function moveTo(app, at) {
  const { now } = app.explaining;
  if (!now || at < 0 || at >= pliesOf(now).length) return;
  const explaining = { ...now, at };
  update(app.explaining, { now: explaining });
  goToStep(app, explaining);
}
