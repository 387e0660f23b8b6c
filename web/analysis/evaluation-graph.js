// The evaluations of a line as a graph, above the middle where the first side stands better. Points lead to positions.

/** @import { Analyser } from '../game-view/analyser.js' */
/** @import { Node } from '../game/types.js' */
/** @import { App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */

import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough } from '../game/tree.js';
import { toBoard } from '../game-view/focus-game.js';
import { html, nothing } from '../ui/view.js';
import { shareOf } from './evaluation-bar.js';

const HEIGHT = 100;

/** @param {App} app @param {Analyser} analyser @returns {View} */
export const evaluationGraph = (app, analyser) => () => {
  const { game } = app.state;
  const line = lineThrough(game.tree);
  const shares = sharesOf(app, analyser, line);
  const go = (/** @type {number} */ ply) => {
    app.session.goTo(line[ply].id);
    toBoard();
  };
  return html`<div class="evaluation-graph">
    ${lineGraph(app, { label: app.t('analysis.graph.title'), line, shares, go })}
    ${shares.filter((share) => share !== null).length > 1 ? nothing : html`<p class="small muted">${app.t('analysis.graph.none')}</p>`}
  </div>`;
};

/**
 * The shares of the first side along a line of moves; null where one is not known. A press leads to the position.
 * @param {Pick<App, 'state'>} app
 * @param {{ label: string, line: readonly Node[], shares: ReadonlyArray<number | null>, turns?: readonly number[], go: (ply: number) => void }} options
 *   turns: plies to be marked
 */
export function lineGraph(app, { label, line, shares, turns = [], go }) {
  const known = shares.flatMap((share, ply) => (share === null ? [] : [{ ply, y: HEIGHT * (1 - share) }]));
  const width = Math.max(line.length - 1, 1);
  const now = line.findIndex(({ id }) => id === app.state.game.tree.current);
  const curve = known.length > 1 ? known.map(({ ply, y }) => `${ply} ${y.toFixed(1)}`).join('L') : '';
  const press = (/** @type {MouseEvent & { currentTarget: Element }} */ { clientX, currentTarget }) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect();
    const ply = Math.round(((clientX - left) / pixels) * width);
    go(Math.max(0, Math.min(ply, line.length - 1)));
  };
  return html`<svg viewBox=${`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${label} @click=${press}>
    <path class="area" d=${curve && `M${known[0].ply} 50L${curve}L${known.at(-1)?.ply} 50Z`} />
    <path class="middle" d=${`M0 50H${width}`} />
    <path class="curve" d=${curve && `M${curve}`} />
    <path class="turns" d=${turns.map((ply) => `M${ply} 0V${HEIGHT}`).join('')} />
    <path class="now" d=${now < 0 ? '' : `M${now} 0V${HEIGHT}`} />
  </svg>`;
}

/** The share of the first side in each position of a line; null where it is not known. @param {App} app @param {Analyser} analyser @param {Node[]} line */
function sharesOf(app, analyser, line) {
  const { game } = app.state;
  const [first] = factsOf(game.game).sides;
  /** @type {string[]} */
  const moves = [];
  return line.map((node) => {
    if (node.move) moves.push(node.move);
    const outcome = outcomeAt(game, node.id);
    if (outcome) return outcome.winner === null ? 0.5 : outcome.winner === first ? 1 : 0;
    const found = analyser.of({ game: game.game, fen: game.tree.fen, moves });
    return found && shareOf(found, found.turn === first);
  });
}
