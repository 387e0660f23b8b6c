// @ts-check
// Modal dialogs. The platform's <dialog> keeps the focus inside, closes on Escape and gives the focus back; we add
// a title, a button to close, and closing by a press beside it.

/** @import { App } from './app.js' */
/** @import { Key } from '../i18n/index.js' */

import { h, icon, say, set } from './dom.js';

/**
 * @param {App} app
 * @param {{ name: string, title: Key, body: HTMLElement }} options
 * @returns {{ node: HTMLDialogElement, open: () => void, close: () => void }}
 */
export function makeDialog(app, { name, title, body }) {
  const heading = h('h2', { class: 'ink', id: `${name}-title` });
  const close = h('button', { class: 'btn plain icon-only', type: 'button' }, icon('close'));
  const node = h(
    'dialog',
    { class: name, 'aria-labelledby': heading.id },
    h('div', { class: 'sheet' }, h('header', {}, heading, close), body),
  );
  close.addEventListener('click', () => node.close());
  // Everything that can be seen lies in .sheet, so a press on the dialog itself is one beside it.
  node.addEventListener('pointerdown', (event) => event.target === node && node.close());
  app.watch(
    () => [],
    () => {
      say(heading, app.t(title));
      set(close, 'aria-label', app.t('app.close'));
    },
  );
  return {
    node,
    open: () => {
      if (!node.open) node.showModal();
    },
    close: () => node.close(),
  };
}

/**
 * A choice of a few, side by side.
 * @template {string} Value
 * @param {App} app
 * @param {object} options
 * @param {string} options.name  of the radio group
 * @param {() => Key} options.legend
 * @param {ReadonlyArray<{ value: Value, label: Key | (() => Key) }>} options.choices
 * @param {() => Value} options.chosen
 * @param {(value: Value) => void} options.choose
 * @param {() => unknown[]} [options.dependsOn]
 * @returns {HTMLFieldSetElement & { refresh: () => void }} refresh: when what it shows has changed otherwise
 */
export function segments(app, { name, legend, choices, chosen, choose, dependsOn = () => [] }) {
  const title = h('legend');
  const parts = choices.map(({ value, label }) => {
    const input = h('input', { type: 'radio', name, value, on: { change: () => choose(value) } });
    const text = h('span');
    return { value, label, input, text, node: h('label', {}, input, text) };
  });
  const node = h(
    'fieldset',
    { class: 'field' },
    title,
    h('div', { class: 'seg' }, ...parts.map((part) => part.node)),
  );
  const refresh = () => {
    say(title, app.t(legend()));
    for (const part of parts) {
      say(part.text, app.t(typeof part.label === 'function' ? part.label() : part.label));
      part.input.checked = part.value === chosen();
    }
  };
  app.watch(dependsOn, refresh);
  return Object.assign(node, { refresh });
}
