import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Drawing } from '../../../../../web/lab/picture/drawing.js';
import { LoadError } from '../../../../../web/ui/load.js';

/** A reader that answers when it is told to. */
function slowReader() {
  const asked = [];
  const look = (drawing) => new Promise((resolve, reject) => asked.push({ drawing, resolve, reject }));
  return { asked, look };
}

const look = (piece) => ({
  edges: [],
  chances: Array.from({ length: 15 }, (_, each) => Number(each === piece)),
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('strokes that come while the reader looks are looked at together', async () => {
  const reader = slowReader();
  const drawing = new Drawing(reader);
  assert.equal(drawing.best, -1);
  for (const stroke of ['first', 'second', 'third']) drawing.show(stroke);
  assert.equal(reader.asked.length, 1);
  reader.asked[0].resolve(look(5));
  await turn();
  assert.equal(drawing.best, 5);
  assert.deepEqual(
    reader.asked.map((each) => each.drawing),
    ['first', 'third'],
  );
  reader.asked[1].resolve(look(12));
  await turn();
  assert.equal(drawing.best, 12);
});

test('a reader that does not arrive is told, and asked again with the next stroke', async () => {
  const reader = slowReader();
  const drawing = new Drawing(reader);
  drawing.show('first');
  reader.asked[0].reject(new LoadError('offline'));
  await turn();
  assert.equal(drawing.state.fault, 'not_loaded');
  drawing.show('second');
  reader.asked[1].resolve(look(0));
  await turn();
  assert.deepEqual([drawing.state.fault, drawing.best], [null, 0]);
});
