// Fields as templates, for dialogs and other forms; and the buttons.

import { iconView } from './icon-view.js';
import { update } from './reactive.js';
import { html, nothing } from './view.js';

/**
 * A button that asks for a file.
 * @param {string} icon
 * @param {string} label
 * @param {string} accept  endings and types of files
 * @param {(file: File) => unknown} onFile
 */
export const fileButton = (icon, label, accept, onFile) =>
  html`<button class="btn" type="button" @click=${askForFile}>${iconView(icon)}<span>${label}</span></button
    ><input type="file" hidden accept=${accept} aria-label=${label} @change=${onFileChosen(onFile)} />`;

/** @param {Event & { currentTarget: HTMLElement }} event */
const askForFile = ({ currentTarget }) =>
  /** @type {HTMLInputElement} */ (currentTarget.nextElementSibling).click();

/** @param {(file: File) => unknown} onFile */
const onFileChosen = (onFile) => (/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => {
  const input = event.currentTarget;
  const [file] = input.files ?? [];
  input.value = ''; // so that the same file may be chosen again
  if (file) onFile(file);
};

/**
 * A choice of a few, side by side, or of pictures.
 * @template {string} Value
 * @param {object} options
 * @param {string} options.name  of the radio group
 * @param {string} options.legend
 * @param {Record<Value, unknown>} options.choices  what each value is called
 * @param {Value} options.chosen
 * @param {(value: Value) => void} options.choose
 * @param {unknown} [options.note]  below the choice
 * @param {(value: Value) => unknown} [options.picture]  above each name
 */
export const segments = ({ name, legend, choices, chosen, choose, note = nothing, picture }) =>
  html`<fieldset class="field">
    <legend>${legend}</legend>
    <div class=${picture ? 'swatches' : 'seg'}>${entriesOf(choices).map(
      ([value, label]) => html`<label>
        <input
          type="radio"
          name=${name}
          value=${value}
          .checked=${value === chosen}
          @change=${() => choose(value)}
        />${picture?.(value)}<span>${label}</span>
      </label>`,
    )}</div>
    ${note}
  </fieldset>`;

/**
 * A choice of many.
 * @template {string} Value
 * @param {object} options
 * @param {string} options.id
 * @param {string} options.label
 * @param {Record<Value, string>} options.choices  what each value is called
 * @param {Value} options.chosen
 * @param {(value: Value, field: HTMLSelectElement) => void} options.choose
 * @param {boolean} [options.autofocus]
 * @param {string} [options.kind]  a further class
 */
export const select = ({ id, label, choices, chosen, choose, autofocus = false, kind = '' }) =>
  html`<div class="field ${kind}">
    <label for=${id}>${label}</label>
    <select id=${id} ?autofocus=${autofocus} @change=${(/** @type {any} */ { target }) => choose(target.value, target)}>
      ${entriesOf(choices).map(
        ([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
      )}
    </select>
  </div>`;

/**
 * A choice that is kept in a reactive state.
 * @template {object} State
 * @template {keyof State & string} Name
 * @param {State} state
 * @param {Name} name
 */
export const chosenIn = (state, name) => ({
  chosen: state[name],
  choose: (/** @type {State[Name]} */ value) => update(state, /** @type {any} */ ({ [name]: value })),
});

/**
 * A number field; a typed number is clamped to the limits.
 * @param {object} options
 * @param {string} [options.id]
 * @param {number} options.value
 * @param {number} [options.min]
 * @param {number} options.max
 * @param {number} [options.step]
 * @param {(value: number) => void} options.choose
 */
export const numberInput = ({ id, value, min = 0, max, step = 1, choose }) =>
  html`<input
    type="number"
    id=${id ?? nothing}
    inputmode=${step < 1 ? 'decimal' : 'numeric'}
    min=${min}
    max=${max}
    step=${step}
    .value=${String(value)}
    @change=${(/** @type {any} */ { target }) => {
      const typed = Math.round(Number(target.value) / step) * step || 0;
      const number = Math.min(max, Math.max(min, typed));
      target.value = String(number);
      choose(number);
    }}
  />`;

/**
 * A switch.
 * @param {string} id
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} turn
 */
export const toggle = (id, label, on, turn) =>
  html`<label for=${id}>${label}</label>
    <input
      type="checkbox"
      role="switch"
      class="switch"
      id=${id}
      .checked=${on}
      @change=${() => turn(!on)}
    />`;

/** @template {string} Value @template Text @param {Record<Value, Text>} choices */
const entriesOf = (choices) => /** @type {Array<[Value, Text]>} */ (Object.entries(choices));

/**
 * Values with their names, as choices.
 * @template {string} const Value
 * @param {readonly Value[]} values
 * @param {(value: Value) => string} name
 */
export const named = (values, name) =>
  /** @type {Record<Value, string>} */ (Object.fromEntries(values.map((value) => [value, name(value)])));

/** What a form does instead of leaving the page. @param {() => unknown} act */
export const submits = (act) => (/** @type {Event} */ event) => {
  event.preventDefault();
  act();
};

/** How a button looks; see base.css. @typedef {'' | 'main' | 'plain' | 'danger' | 'set' | 'stop'} Kind */

/**
 * A button with a text, and an icon if it has one.
 * @param {string | null} icon
 * @param {string} label
 * @param {() => unknown} act
 * @param {{ kind?: Kind, disabled?: boolean, type?: 'button' | 'submit', pressed?: boolean, expanded?: boolean, spoken?: string }} [options]
 *   spoken: for screen readers, where the label is not enough
 */
export const button = (icon, label, act, { kind = '', disabled = false, type = 'button', ...more } = {}) =>
  html`<button
    class="btn ${kind}"
    type=${type}
    aria-label=${more.spoken ?? nothing}
    aria-pressed=${more.pressed ?? nothing}
    aria-expanded=${more.expanded ?? nothing}
    ?disabled=${disabled}
    @click=${() => act()}
  >
    ${icon ? iconView(icon) : nothing}<span>${label}</span>
  </button>`;

/**
 * A button with an icon alone. `ended`: there is nothing left to do; not `disabled`, so that it keeps the focus.
 * @param {string} icon
 * @param {string} label
 * @param {() => unknown} act
 * @param {{ kind?: string, ended?: boolean, pressed?: boolean, expanded?: boolean, title?: string }} [options]
 */
export const iconButton = (icon, label, act, { kind = 'icon-only', ended = false, ...more } = {}) =>
  html`<button
    class="btn plain ${kind}"
    type="button"
    title=${more.title ?? nothing}
    aria-label=${label}
    aria-disabled=${ended}
    aria-pressed=${more.pressed ?? nothing}
    aria-expanded=${more.expanded ?? nothing}
    @click=${() => act()}
  >
    ${iconView(icon)}
  </button>`;
