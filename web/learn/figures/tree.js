// A tree that is searched step by step: minimax, alpha-beta, or MTD(f) where the text has a `guess`. The values of its
// leaves can be changed by a press, and so can the guess.

/** @import { Figure } from './index.js' */

import { svg } from 'lit-html';
import { button } from '../../ui/controls.js';
import { reactive, update } from '../../ui/reactive.js';
import { html, mount } from '../../ui/view.js';
import { INFINITE, mtdfSteps, treeSteps } from './tree-search.js';

/** @import { Pass, Tree, TreeNode } from './tree-search.js' */

const WIDE = 56;
const HIGH = 76;
const SIZE = 17;

/** @type {Figure} */
export default function draw({ page, place, attributes }) {
  const cycle = attributes.leaves.split(',').map(Number);
  const [first, second] = attributes.names.split(',');
  const [alpha, beta] = attributes.window?.split(',').map(Number) ?? [];
  const cuts = attributes.cuts === 'yes';
  const state = reactive({
    tree: /** @type {Tree} */ (JSON.parse(attributes.tree)),
    guess: attributes.guess ? Number(attributes.guess) : null,
    at: 0,
  });
  const search = () =>
    state.guess === null ? treeSteps(state.tree, { cuts, alpha, beta }) : mtdfSteps(state.tree, state.guess);

  const stage = () => {
    const { nodes, steps } = search();
    const step = steps[Math.min(state.at, steps.length - 1)];
    const leaves = nodes.filter(({ children }) => children.length === 0);
    const deepest = Math.max(...nodes.map(({ depth }) => depth));
    const width = leaves.length * WIDE;
    const place = (/** @type {TreeNode} */ node) => ({
      x: node.x * WIDE + WIDE / 2,
      y: node.depth * HIGH + 26,
    });
    const lines = nodes.flatMap((node) =>
      node.children.map((id) => {
        const [a, b] = [place(node), place(nodes[id])];
        return svg`<path class="edge" data-state=${step.states[id]} d="M${a.x} ${a.y}L${b.x} ${b.y}" />`;
      }),
    );
    const drawn = nodes.map((node) => {
      const { x, y } = place(node);
      const leaf = node.children.length === 0;
      const name = node.depth % 2 === 0 ? first : second;
      const value = leaf ? node.value : step.values[node.id];
      const shown = value ?? '?';
      const shape = leaf
        ? svg`<rect x=${x - SIZE} y=${y - SIZE} width=${2 * SIZE} height=${2 * SIZE} rx="8" />`
        : node.depth % 2 === 0
          ? svg`<rect x=${x - SIZE} y=${y - SIZE} width=${2 * SIZE} height=${2 * SIZE} />`
          : svg`<circle cx=${x} cy=${y} r=${SIZE + 1} />`;
      const label = leaf ? page.t('learn.leaf', { value: String(node.value) }) : `${name}: ${shown}`;
      return leaf
        ? svg`<g class="leaf" data-state=${step.states[node.id]} role="button" tabindex="0" aria-label=${label}
            @click=${() => turn(node)}
            @keydown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              turn(node);
            }}>${shape}<text x=${x} y=${y + 5}>${minus(shown)}</text></g>`
        : svg`<g class="node" data-state=${step.states[node.id]}>${shape}<text x=${x} y=${y + 5}>${minus(shown)}</text
          ><text class="who" x=${x + SIZE + 6} y=${y - 10}>${name}</text>${
            cuts && step.windows[node.id]
              ? svg`<text class="window" x=${x} y=${y + SIZE + 14}>${windowText(step.windows[node.id])}</text>`
              : null
          }</g>`;
    });
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${page.t('learn.tree')}
      ><svg class="tree ${leaves.length > 7 ? 'wide' : ''}" viewBox="0 0 ${width} ${deepest * HIGH + 52}" width=${width * 1.2}>${lines}${drawn}</svg></div>
      ${step.pass ? bounds(step.pass) : null}`;
  };

  /** The question of a pass, and the bounds known so far on a line of numbers. @param {Pass} pass */
  const bounds = ({ number, beta, lower, upper }) => html`<p class="say" role="status">${filled(
    lower === upper ? attributes.found : attributes.asks,
    number,
    lower === upper ? lower : beta,
  )}</p>
    <div class="bounds" role="group" aria-label=${attributes.guesses}>${cycle.map(
      (value) =>
        html`<button type="button" data-open=${lower <= value && value <= upper} data-asked=${value === beta}
          aria-pressed=${value === state.guess} @click=${() => update(state, { guess: value, at: 0 })}>${value}</button>`,
    )}</div>`;

  /** The next value of a leaf. @param {TreeNode} leaf */
  function turn(leaf) {
    const next = cycle[(cycle.indexOf(leaf.value ?? 0) + 1) % cycle.length];
    update(state, { tree: changed(state.tree, leaf.path, next) });
  }

  mount(place, stage, () => {
    const { steps, seen, leaves } = search();
    const last = steps.length - 1;
    const at = Math.min(state.at, last);
    return html`<div class="controls">
      ${button('previous', page.t('learn.back'), () => update(state, { at: Math.max(0, at - 1) }), { disabled: at === 0 })}
      ${button('next', page.t('learn.step'), () => update(state, { at: Math.min(last, at + 1) }), { disabled: at === last })}
      ${button('last', page.t('learn.end'), () => update(state, { at: last }), { disabled: at === last })}
      <span class="small" role="status">${at === last ? page.t('learn.leaves', { seen, leaves }) : ''}</span>
    </div>`;
  });
}

/** @param {string | number} value */
const minus = (value) => String(value).replace('-', '−');

/** @param {string} text @param {unknown[]} values */
const filled = (text, ...values) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));

/** @param {readonly [number, number]} window */
function windowText([alpha, beta]) {
  const bound = (/** @type {number} */ value) =>
    Math.abs(value) === INFINITE ? `${value < 0 ? '−' : ''}∞` : minus(value);
  return `${bound(alpha)} … ${bound(beta)}`;
}

/** The tree with another leaf. @param {Tree} tree @param {readonly number[]} path @param {number} value @returns {Tree} */
function changed(tree, [first, ...rest], value) {
  if (first === undefined || typeof tree === 'number') return value;
  return tree.map((child, i) => (i === first ? changed(child, rest, value) : child));
}
