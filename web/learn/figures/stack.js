// A stack machine at work: its instructions with their bytes, and the stack after each. A press changes a parameter.

/** @import { Figure } from './index.js' */

import { reactive } from '../../ui/reactive.js';
import { html, mount } from '../../ui/view.js';
import { framesOf } from './steps.js';

const LARGEST = 9;

/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATIONS = {
  'i32.add': (a, b) => a + b,
  'i32.sub': (a, b) => a - b,
  'i32.mul': (a, b) => a * b,
};

/** The stack after some instructions. @param {string[]} code @param {Record<string, number>} values */
function stackAfter(code, values) {
  /** @type {number[]} */
  const stack = [];
  for (const instruction of code) {
    const [name, operand] = instruction.split(' ');
    if (name === 'local.get') stack.push(values[operand]);
    else if (name === 'i32.const') stack.push(Number(operand));
    else {
      const [a, b] = stack.splice(-2);
      stack.push(OPERATIONS[name](a, b));
    }
  }
  return stack;
}

/** @type {Figure} */
export default function draw({ page, place, attributes, frames }) {
  const { state, controls } = framesOf(page, frames.length - 1);
  const names = attributes.names.split(',');
  const first = attributes.values.split(',').map(Number);
  const values = reactive(Object.fromEntries(names.map((name, at) => [name, first[at]])));
  const code = frames.slice(1).map(({ op }) => op);

  const machine = () => {
    const stack = stackAfter(code.slice(0, state.at), values);
    return html`<div class="machine">
      <ol>${frames.slice(1).map(
        ({ op, bytes }, at) =>
          html`<li data-done=${at < state.at} aria-current=${at === state.at - 1 ? 'step' : 'false'}
            ><span>${bytes}</span><span>${op}</span></li>`,
      )}</ol>
      <div class="values">${names.map(
        (name) =>
          html`<button type="button" @click=${() => {
            values[name] = (values[name] + 1) % (LARGEST + 1);
          }}>${name} = ${values[name]}</button>`,
      )}</div>
      <div class="pile" role="img" aria-label="${attributes.stack}: ${stack.join(', ')}">${stack.map(
        (value) => html`<span>${value}</span>`,
      )}</div>
    </div>`;
  };
  mount(place, machine, () => html`<p class="say" role="status">${frames[state.at].text}</p>`, controls);
}
