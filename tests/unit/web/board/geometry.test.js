// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  edgeLabels,
  geometryFor,
  geometryOf,
  pointOf,
  readPlacement,
  squareAt,
  squaresOf,
  writePlacement,
} from '../../../../web/board/geometry.js';
import { toKey, toKeyDests, toLibraryFen, toSquare } from '../../../../web/board/keys.js';

const xiangqi = geometryOf('xiangqi');
const chess = geometryOf('chess');
const liuzichong = geometryOf('liuzichong');
const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR';

/** @param {import('../../../../web/board/geometry.js').Geometry} geometry */
function everyPoint({ files, ranks }) {
  return Array.from({ length: files * ranks }, (_, i) => ({ x: i % files, y: Math.floor(i / files) }));
}

test('a placement tells its board, and is written as it was read', () => {
  const placements = {
    xiangqi: START,
    chess: 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R',
    liuzichong: 'BBB.B..B.WW.W.WW',
  };
  for (const [game, placement] of Object.entries(placements)) {
    const geometry = geometryFor(`${placement} w - - 0 1`);
    assert.equal(geometry.game, game);
    assert.equal(writePlacement(geometry, readPlacement(geometry, placement)), placement);
  }
});

test('red sits at the bottom, the board turns as a whole', () => {
  assert.equal(squareAt(xiangqi, { x: 0, y: 9 }, false), 'a0');
  assert.equal(squareAt(xiangqi, { x: 8, y: 0 }, false), 'i9');
  assert.equal(squareAt(xiangqi, { x: 0, y: 9 }, true), 'i9');
  assert.deepEqual(pointOf(xiangqi, 'h2', false), { x: 7, y: 7 });
  assert.deepEqual(pointOf(xiangqi, 'h2', true), { x: 1, y: 2 });
  assert.equal(squareAt(chess, { x: 0, y: 7 }, false), 'a1');
  assert.equal(squareAt(liuzichong, { x: 3, y: 0 }, false), 'd4');
});

test('every square has one place on the screen and one key, both ways', () => {
  for (const geometry of [xiangqi, chess, liuzichong]) {
    for (const flipped of [false, true]) {
      const squares = everyPoint(geometry).map((point) => squareAt(geometry, point, flipped));
      assert.equal(new Set(squares).size, geometry.files * geometry.ranks);
      assert.deepEqual(new Set(squares), new Set(squaresOf(geometry)));
      squares.forEach((square, i) => {
        assert.deepEqual(pointOf(geometry, square, flipped), everyPoint(geometry)[i]);
        assert.equal(toSquare(geometry, toKey(geometry, square)), square);
      });
    }
  }
});

test("the library's ranks start at 1 and end at the colon", () => {
  assert.equal(toKey(xiangqi, 'a0'), 'a1');
  assert.equal(toKey(xiangqi, 'h9'), 'h:');
  assert.equal(toKey(chess, 'e4'), 'e4');
  assert.equal(toSquare(xiangqi, 'i:'), 'i9');
  assert.deepEqual(toKeyDests(xiangqi, { h2: ['h9', 'e2'] }), new Map([['h3', ['h:', 'e3']]]));
});

test('a placement is read and handed on', () => {
  const pieces = readPlacement(xiangqi, `${START} w - - 0 1`);
  assert.equal(pieces.size, 32);
  assert.deepEqual(pieces.get('b2'), { side: 'red', role: 'c' });
  assert.deepEqual(pieces.get('e9'), { side: 'black', role: 'k' });
  assert.equal(pieces.get('e4'), undefined);
  assert.equal(toLibraryFen(xiangqi, pieces), START);
  assert.equal(
    toLibraryFen(chess, readPlacement(chess, '8/8/8/8/4P3/8/8/k6K w - - 0 1')),
    '8/8/8/8/4P3/8/8/k6K',
  );
});

test("Liuzichong's text form names its stones by colour", () => {
  const pieces = readPlacement(liuzichong, 'BBBBB..BW..WWWWW w');
  assert.equal(pieces.size, 12);
  assert.deepEqual(pieces.get('a4'), { side: 'black', role: 'p' });
  assert.deepEqual(pieces.get('d1'), { side: 'white', role: 'p' });
  assert.equal(toLibraryFen(liuzichong, pieces), 'pppp/p2p/P2P/PPPP');
});

test('a placement that does not fill the board is refused', () => {
  for (const fen of [
    '',
    '9/9',
    START.replace('RNBAKABNR', 'RNBAKABN'),
    START.replace('1c5c1', '1c5c2'),
    `${START}/9`,
    START.replace('9', '?'),
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  ]) {
    assert.throws(() => readPlacement(xiangqi, fen), RangeError, fen);
  }
  assert.throws(() => readPlacement(liuzichong, 'BBBBB..BW..WWWW w'), RangeError);
  assert.throws(() => geometryOf('go'), /go/);
});

test('files are numbered from the right of each player, in the numerals of the men', () => {
  const day = { flipped: false, style: /** @type {const} */ ('files'), numerals: true };
  assert.deepEqual(edgeLabels(xiangqi, day), {
    top: [...'123456789'],
    bottom: [...'九八七六五四三二一'],
    left: [],
  });
  assert.deepEqual(edgeLabels(xiangqi, { ...day, flipped: true }), {
    top: [...'一二三四五六七八九'],
    bottom: [...'987654321'],
    left: [],
  });
  assert.deepEqual(edgeLabels(xiangqi, { ...day, numerals: false }).bottom, [...'987654321']);
});

test('squares are named by letters and ranks', () => {
  const look = { flipped: false, style: /** @type {const} */ ('squares'), numerals: true };
  assert.deepEqual(edgeLabels(xiangqi, look).bottom, [...'abcdefghi']);
  assert.deepEqual(edgeLabels(xiangqi, look).left, [...'9876543210']);
  assert.deepEqual(edgeLabels(xiangqi, { ...look, flipped: true }).left, [...'0123456789']);
  assert.deepEqual(edgeLabels(chess, { ...look, style: 'files' }).left, [...'87654321']);
  assert.deepEqual(edgeLabels(liuzichong, { ...look, flipped: true }).bottom, [...'dcba']);
});
