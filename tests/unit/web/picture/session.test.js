import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureError } from '../../../../web/engine/reader.js';
import { PictureSession, squareOf } from '../../../../web/picture/session.js';

const KINGS = [...Array(90)].map((_, point) => ({ 4: 8, 85: 1 })[point] ?? 0);
const CORNERS = [
  [10, 10],
  [90, 10],
  [90, 100],
  [10, 100],
];

/** What was read: two kings, with these certainties and chances in place of certain ones. */
function reading({ certainty = {}, chances = {} } = {}) {
  return {
    pieces: KINGS,
    certainty: KINGS.map((_, point) => certainty[point] ?? 1),
    chances: KINGS.flatMap((piece, point) =>
      [...Array(15)].map((_, each) => chances[point]?.[each] ?? (each === piece ? 1 : 0)),
    ),
    spots: KINGS.map(() => [0, 0]),
    turned: false,
    certain: 0.93,
  };
}

/** A reader that answers with these readings, one after the other. */
function fakeReader(...readings) {
  const asked = [];
  return {
    asked,
    open: async () => {
      const found = readings.shift();
      if (found instanceof Error) throw found;
      return { width: 100, height: 110, corners: found && CORNERS, reading: found, bitmap: null };
    },
    read: async (corners) => {
      asked.push(corners);
      return readings.shift();
    },
    close() {},
  };
}

async function opened(...readings) {
  const reader = fakeReader(...readings);
  const session = new PictureSession(reader);
  await session.open(new Blob());
  return { session, reader };
}

test('a picture becomes a position with the side to move', async () => {
  const { session } = await opened(reading());
  assert.equal(session.state.status, 'read');
  assert.equal(session.fen, '4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1');
  session.state.turn = 'black';
  assert.equal(session.fen, '4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1');
});

test('doubtful points are gone through with the likely pieces first', async () => {
  const doubts = { certainty: { 4: 0.6, 40: 0.5 }, chances: { 40: { 0: 0.5, 7: 0.45, 14: 0.05 } } };
  const { session } = await opened(reading(doubts));
  assert.deepEqual(session.unsettled.map(squareOf), ['e9', 'e5']);
  session.go(1);
  assert.equal(squareOf(session.state.at), 'e9');
  session.settle(8);
  assert.equal(squareOf(session.state.at), 'e5');
  assert.deepEqual(session.likely(40), [0, 7, 14]);
  session.settle(7);
  assert.equal(session.state.at, -1);
  assert.deepEqual(session.unsettled, []);
  assert.equal(session.placement, '4k4/9/9/9/4P4/9/9/9/9/4K4');
});

test('the piece that the game has preferred is offered, however unlikely', async () => {
  const chances = { 4: { 1: 0.6, 2: 0.2, 3: 0.1, 5: 0.06, 6: 0.03, 8: 0.01 } };
  const { session } = await opened(reading({ certainty: { 4: 0.6 }, chances }));
  assert.deepEqual(session.likely(4), [1, 2, 3, 5, 6, 8]);
});

test('a picture without a board has corners to drag', async () => {
  const { session, reader } = await opened(null, reading());
  assert.equal(session.state.status, 'not_found');
  session.move(0, [-5, 20]);
  assert.deepEqual(session.state.corners[0], [0, 20]);
  await session.readAgain();
  assert.deepEqual(reader.asked[0][0], [0, 20]);
  assert.equal(session.state.status, 'read');
});

test('a corner is not dragged onto another one', async () => {
  const { session } = await opened(reading());
  session.move(0, [88, 12]);
  assert.deepEqual(session.state.corners, CORNERS);
});

test('four quarters, or two mirrors, are none', async () => {
  const { session } = await opened(...Array(7).fill(reading()));
  for (let turn = 0; turn < 4; turn += 1) await session.rotate();
  for (let turn = 0; turn < 2; turn += 1) await session.mirror();
  assert.deepEqual(session.state.corners, CORNERS);
});

test('a file that is no picture is told', async () => {
  const { session } = await opened(new PictureError('heic'));
  assert.deepEqual([session.state.status, session.state.fault], ['failed', 'heic']);
});

test('an answer about an earlier picture comes too late', async () => {
  const session = new PictureSession(fakeReader(reading(), null));
  const first = session.open(new Blob());
  await session.open(new Blob());
  await first;
  assert.equal(session.state.status, 'not_found');
});
