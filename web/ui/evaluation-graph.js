// The evaluations of a line as a graph, above the middle where the first side stands better. Points lead to positions.

/** @import { Analyser } from '../analysis/analyser.js' */
/** @import { Node } from '../game/types.js' */
/** @import { App } from './app.js' */
/** @import { View } from './view.js' */

import './common.js';
import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough } from '../game/tree.js';
import { shareOf } from './evaluation-bar.js';
import { toBoard } from './to-board.js';
import { html, nothing } from './view.js';

const HEIGHT = 100;

/** @param {App} app @param {Analyser} analyser @returns {View} */
export const evaluationGraph = (app, analyser) => () => {
  const { game } = app.state;
  const line = lineThrough(game.tree);
  const shares = sharesOf(app, analyser, line);
  const known = shares.flatMap((share, ply) => (share === null ? [] : [{ ply, y: HEIGHT * (1 - share) }]));
  const width = Math.max(line.length - 1, 1);
  const now = line.findIndex(({ id }) => id === game.tree.current);
  const points = known.map(({ ply, y }) => `${ply} ${y.toFixed(1)}`);
  const area = known.length > 1 ? `M${known[0].ply} 50L${points.join(' ')}L${known.at(-1)?.ply} 50Z` : '';
  const press = (/** @type {MouseEvent & { currentTarget: Element }} */ { clientX, currentTarget }) => {
    const { left, width: pixels } = currentTarget.getBoundingClientRect();
    const ply = Math.round(((clientX - left) / pixels) * width);
    app.session.goTo(line[Math.max(0, Math.min(ply, line.length - 1))].id);
    toBoard();
  };
  return html`<div class="evaluation-graph">
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${app.t('analysis.graph')} @click=${press}>
      <path class="area" d=${area} />
      <path class="middle" d=${`M0 50H${width}`} />
      <path class="curve" d=${points.length > 1 ? `M${points.join('L')}` : ''} />
      <path class="now" d=${`M${now} 0V${HEIGHT}`} />
    </svg>
    ${known.length > 1 ? nothing : html`<p class="small muted">${app.t('analysis.graph.none')}</p>`}
  </div>`;
};

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
