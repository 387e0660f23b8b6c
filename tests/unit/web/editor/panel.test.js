// The keys of the editor.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listenForUndo } from '../../../../web/editor/panel.js';

class FakeElement {
  closest() {
    return null;
  }
}

/** Keys pressed in a document; `dialog`: whether one is open, without the focus in it. */
function pressed(keys, { dialog = false } = {}) {
  const done = [];
  globalThis.Element = FakeElement;
  globalThis.document = {
    querySelector: (query) => (dialog && query === 'dialog[open]' ? {} : null),
    addEventListener: (_, listener) => {
      for (const key of keys)
        listener({ target: new FakeElement(), ctrlKey: true, preventDefault() {}, ...key });
    },
  };
  listenForUndo({ undo: () => done.push('undo'), redo: () => done.push('redo') });
  return done;
}

test('Caps Lock changes no key', () => {
  // With Caps Lock, Ctrl+Z redid and Ctrl+Shift+Z undid.
  const plain = [{ key: 'z' }, { key: 'Z', shiftKey: true }, { key: 'y' }];
  const withCapsLock = [{ key: 'Z' }, { key: 'z', shiftKey: true }, { key: 'Y' }];
  for (const keys of [plain, withCapsLock]) assert.deepEqual(pressed(keys), ['undo', 'redo', 'redo']);
});

test('keys do nothing behind a dialog, wherever the focus is', () => {
  // With the focus on the page, Ctrl+Z changed the position behind the dialog.
  assert.deepEqual(pressed([{ key: 'z' }, { key: 'y' }], { dialog: true }), []);
});
