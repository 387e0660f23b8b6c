// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { englishLabels } from '../../../web/board/labels.js';

const labels = englishLabels('xiangqi');
const cannon = { side: /** @type {const} */ ('red'), role: 'c' };

test('a point is named by its square and the man on it', () => {
  assert.equal(labels.point('b2', cannon), 'b2, red cannon');
  assert.equal(labels.point('e4', null), 'e4');
  assert.equal(englishLabels('chess').point('b1', { side: 'white', role: 'n' }), 'b1, white knight');
  assert.equal(englishLabels('liuzichong').point('a4', { side: 'black', role: 'p' }), 'a4, black stone');
});

test('what happens at the keyboard is said in a sentence', () => {
  const lift = { type: /** @type {const} */ ('lift'), square: 'b2', piece: cannon };
  assert.equal(labels.announce({ ...lift, dests: 12 }), 'red cannon picked up, 12 moves');
  assert.equal(labels.announce({ ...lift, dests: 1 }), 'red cannon picked up, 1 move');
  assert.equal(labels.announce({ type: 'cancel', square: 'b2', piece: cannon }), 'red cannon put back');
  assert.equal(
    labels.announce({ type: 'refuse', square: 'b9', piece: cannon }),
    'red cannon cannot move to b9',
  );
  assert.equal(labels.announce({ type: 'refuse', square: 'e4', piece: null }), 'nothing to move on e4');
  assert.equal(
    labels.announce({ type: 'queue', orig: 'b2', dest: 'e2', piece: cannon }),
    'premove: red cannon to e2',
  );
  assert.equal(
    labels.announce({ type: 'drop', orig: 'b2', dest: 'e2', piece: cannon }),
    'Your premove is not legal here and was cancelled.',
  );
});
