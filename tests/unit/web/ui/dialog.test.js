// Dialogs are closed by a press beside them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeBeside } from '../../../../web/ui/dialog.js';

/** A dialog, and what a pointer does to it: `on` is the dialog itself or something in it. */
function newDialog() {
  const listeners = {};
  const node = {
    open: true,
    close: () => (node.open = false),
    addEventListener: (type, listener) => (listeners[type] = listener),
  };
  closeBeside(node);
  return { node, field: {}, hear: (type, target) => listeners[type]?.({ type, target }) };
}

test('a tap beside a dialog closes it with its click, which then presses nothing below', () => {
  const { node, hear } = newDialog();
  hear('pointerdown', node);
  assert.ok(node.open, 'the click of a tap comes when the finger is lifted, to whatever is there then');
  hear('click', node);
  assert.ok(!node.open);
});

test('a press in a field that ends beside the dialog does not close it', () => {
  const { node, field, hear } = newDialog();
  hear('pointerdown', field);
  hear('click', node);
  assert.ok(node.open);
  hear('pointerdown', node);
  hear('click', field);
  assert.ok(node.open, 'a click in a field');
});
