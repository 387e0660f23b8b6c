import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observe, onChange, reactive, update } from '../../../../web/ui/reactive.js';

test('an observer runs for the fields that it reads, once for several changes', () => {
  const state = reactive({ a: 1, b: 1, c: 1 });
  const seen = [];
  observe(() => seen.push([state.a, state.b]));
  update(state, { a: 2, b: 2 });
  state.c = 2;
  update(state, { a: 2 });
  assert.deepEqual(seen, [
    [1, 1],
    [2, 2],
  ]);
});

test('an action hears every change with the value before, in order, even when another one changes the state', () => {
  const state = reactive({ a: 1, b: 1 });
  const heard = [];
  onChange(
    () => state.a,
    () => update(state, { b: 2 }),
  );
  const stop = onChange(
    () => ({ ...state }),
    (now, before) => heard.push([before.a, before.b, now.a, now.b]),
  );
  state.a = 2;
  state.a = 2;
  stop();
  state.a = 3;
  assert.deepEqual(heard[0].slice(0, 2), [1, 1]);
  assert.deepEqual(heard.at(-1).slice(2), [2, 2]);
});

// An embedded board told its page the state twice: a whole state is a new object each time it is read.
test('an action is not taken before something changes', () => {
  const state = reactive({ a: 1 });
  const heard = [];
  onChange(
    () => ({ ...state }),
    ({ a }) => heard.push(a),
  );
  assert.deepEqual(heard, []);
  state.a = 2;
  assert.deepEqual(heard, [2]);
});

test('a broken observer stops neither the others nor the code that changes the state', (t) => {
  const { mock } = t.mock.method(globalThis, 'queueMicrotask', () => {});
  const state = reactive({ a: 1 });
  const seen = [];
  observe(() => {
    if (state.a > 1) throw new Error('a view is broken');
  });
  observe(() => seen.push(state.a));
  state.a = 2;
  assert.deepEqual(seen, [1, 2]);
  assert.throws(mock.calls[0].arguments[0], /a view is broken/); // reported as an error of the page
});
