// State in signals: whatever reads a field inside an effect, a computed value or a view runs again when the field
// changes. See the documentation of @preact/signals-core.

import { batch, effect, signal, untracked } from '@preact/signals-core';

/**
 * An object whose fields are signals.
 * @template {object} Fields
 * @param {Fields} fields  the initial values
 * @returns {Fields}
 */
export function reactive(fields) {
  const state = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = signal(value);
    Object.defineProperty(state, name, {
      enumerable: true,
      get: () => field.value,
      set: (next) => {
        field.value = next;
      },
    });
  }
  return /** @type {Fields} */ (state);
}

/**
 * Set several fields; observers run once, afterwards.
 * @template {object} Fields
 * @param {Fields} state
 * @param {Partial<Fields>} changes
 */
export function update(state, changes) {
  batch(() => Object.assign(state, changes));
}

/**
 * Run an action now, and again whenever a signal that it reads changes. An error in it is reported and stops neither
 * the other observers nor the code that changed the signal.
 * @param {() => void} act
 * @returns {() => void} stops it
 */
export function observe(act) {
  return effect(() => {
    try {
      act();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  });
}

/**
 * Run an action when a value changes; what the action itself reads does not count.
 * @template Value
 * @param {() => Value} read  reads signals
 * @param {(now: Value, before: Value) => void} act
 * @returns {() => void} stops it
 */
export function onChange(read, act) {
  let first = true;
  /** @type {Value} */
  let last;
  return observe(() => {
    const now = read();
    const before = last;
    last = now;
    if (!first && !Object.is(now, before)) untracked(() => act(now, before));
    first = false;
  });
}
