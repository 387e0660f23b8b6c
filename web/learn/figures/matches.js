// Many matches between two players of known strength, played by dice: how far the scores wander, and the band in which
// 95 of 100 should be.

/** @import { Figure } from './index.js' */

import { svg } from 'lit-html';
import { button } from '../../ui/controls.js';
import { reactive, update } from '../../ui/reactive.js';
import { html, mount } from '../../ui/view.js';
import { chances, match } from './dice-matches.js';

const WIDTH = 440;
const HIGH = 270;
const LEFT = 40;
const FOOT = 34;
/** The scores that are shown, from the bottom to the top. */
const [LOW, TOP] = [0.2, 0.9];
const Z95 = 1.96;
const STEP = 4;
const STEP_MS = 40;

/** @type {Figure} */
export default function draw({ place, attributes }) {
  const elos = attributes.elos.split(',').map(Number);
  const games = Number(attributes.games);
  const count = Number(attributes.matches);
  const state = reactive({ elo: elos[0], at: games, matches: played(elos[0]) });
  /** @type {any} */
  let timer;

  /** @param {number} elo */
  function played(elo) {
    return Array.from({ length: count }, () => match(elo, games));
  }

  /** @param {number} elo */
  function play(elo) {
    clearInterval(timer);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    update(state, { elo, matches: played(elo), at: still ? games : STEP });
    timer = setInterval(() => {
      state.at = Math.min(games, state.at + STEP);
      if (state.at === games) clearInterval(timer);
    }, STEP_MS);
  }

  const x = (/** @type {number} */ game) => LEFT + (game / games) * (WIDTH - LEFT - 14);
  const y = (/** @type {number} */ score) => {
    const share = (Math.min(TOP, Math.max(LOW, score)) - LOW) / (TOP - LOW);
    return 8 + (1 - share) * (HIGH - FOOT - 8);
  };
  const band = (/** @type {number} */ game) => {
    const { score, deviation } = chances(state.elo);
    const error = (Z95 * deviation) / Math.sqrt(game);
    return [Math.max(0, score - error), Math.min(1, score + error)];
  };

  const picture = () => {
    const { matches, at } = state;
    const steps = Array.from({ length: games / STEP }, (_, i) => (i + 1) * STEP);
    const edge = (/** @type {0 | 1} */ side) =>
      steps.map((game) => `${x(game).toFixed(1)} ${y(band(game)[side]).toFixed(1)}`);
    const lines = matches.map(
      (scores) =>
        `M${steps
          .filter((game) => game <= at)
          .map((game) => `${x(game).toFixed(1)} ${y(scores[game - 1]).toFixed(1)}`)
          .join('L')}`,
    );
    const middle = y(chances(state.elo).score);
    return html`<svg class="matches" viewBox="0 0 ${WIDTH} ${HIGH}" role="img" aria-label=${caption()}>
      <path class="band" d="M${edge(1).join('L')}L${edge(0).reverse().join('L')}Z" />
      ${[0.25, 0.5, 0.75].map(
        (score) => svg`<path class="grid" d="M${LEFT} ${y(score)}H${WIDTH - 14}" />
          <text x=${LEFT - 6} y=${y(score) + 4}>${100 * score} %</text>`,
      )}
      ${[0, 100, 200, 300, 400]
        .filter((game) => game <= games)
        .map((game) => svg`<text class="below" x=${x(game)} y=${HIGH - 14}>${game}</text>`)}
      <text class="below" x=${(LEFT + WIDTH) / 2} y=${HIGH - 1}>${attributes.x}</text>
      ${lines.map((d) => svg`<path class="line" d=${d} />`)}
      <path class="truth" d="M${LEFT} ${middle}H${WIDTH - 14}" />
    </svg>`;
  };

  const caption = () => {
    const { matches, at } = state;
    const [low, high] = band(at);
    const inside = matches.filter((scores) => scores[at - 1] >= low && scores[at - 1] <= high).length;
    const behind = matches.filter((scores) => scores[at - 1] < 0.5).length;
    const values = [at, inside, count, behind];
    return attributes.result.replace(/\{(\d)\}/g, (_, which) => String(values[Number(which)]));
  };

  mount(
    place,
    picture,
    () => html`<p class="say">${caption()}</p>`,
    () => html`<div class="controls" role="group" aria-label=${attributes.difference}>
      ${elos.map(
        (elo) =>
          html`<button class="btn" type="button" aria-pressed=${elo === state.elo} @click=${() => play(elo)}
            >${elo} Elo</button>`,
      )}
      ${button('next', attributes.play, () => play(state.elo))}
    </div>`,
  );
}
