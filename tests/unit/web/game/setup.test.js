import assert from 'node:assert/strict';
import test from 'node:test';
import {
  cleared,
  isDrawable,
  isPlainFen,
  manOf,
  mirrored,
  readPastedFen,
  swapped,
  withFields,
  withMan,
  withRights,
} from '../../../../web/game/setup.js';

const START = {
  xiangqi: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
  chess: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  liuzichong: 'BBBBB..BW..WWWWW w',
};
const ODD = {
  xiangqi: 'R2ak4/9/4b4/9/2p6/8P/9/4C4/9/3K4r b - - 12 34',
  chess: 'r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 20',
  liuzichong: 'BB...W.........B b',
};

for (const game of Object.keys(START)) {
  test(`${game}: mirroring twice and swapping twice give the same men`, () => {
    for (const fen of [START[game], ODD[game]]) {
      const men = (text) => text.split(' ')[0];
      assert.equal(men(mirrored(game, mirrored(game, fen))), men(fen));
      assert.equal(swapped(game, swapped(game, fen)), fen);
      assert.equal(withFields(game, fen, {}), fen);
    }
  });

  test(`${game}: an empty board has no men and no rights`, () => {
    assert.doesNotMatch(cleared(game, START[game]).split(' ')[0], /[a-z]/i);
    assert.ok(isDrawable(game, cleared(game, START[game])));
  });
}

test('the sides exchange men, rights, the square that was passed and the turn', () => {
  assert.equal(swapped('chess', ODD.chess), '4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 20');
});

test('a mirrored king does not castle', () => {
  assert.equal(mirrored('chess', ODD.chess), '3k3r/8/8/3Pp3/8/8/8/R2K4 w - e6 0 20');
});

test('a man is put, and taken off', () => {
  const fen = withMan('xiangqi', START.xiangqi, 'e4', { side: 'black', role: 'p' });
  assert.equal(fen.split('/')[5], '4p4');
  assert.equal(withMan('xiangqi', fen, 'e4', null), START.xiangqi);
});

test('letters stand for the men of the game alone', () => {
  assert.deepEqual(manOf('xiangqi', 'C'), { side: 'red', role: 'c' });
  assert.deepEqual(manOf('liuzichong', 'w'), { side: 'white', role: 'p' });
  for (const [game, letter] of [
    ['xiangqi', 'q'],
    ['chess', 'c'],
    ['liuzichong', 'k'],
    ['chess', 'Enter'],
    ['chess', ''],
  ])
    assert.equal(manOf(game, letter), null, `${game} ${letter}`);
});

test('a FEN with strange men or rows is not drawn', () => {
  assert.equal(isDrawable('xiangqi', 'hhhh5/9/9/9/9/9/9/9/9/9 w'), false);
  assert.equal(isDrawable('xiangqi', '9/9 w'), false);
  assert.equal(isDrawable('chess', START.chess), true);
});

test('rights have an order', () => {
  assert.equal(withRights('qK'), 'Kq');
  assert.equal(withRights('-'), '-');
});

test('a FEN that a program wrote is plain, and what people paste is not', () => {
  for (const fen of [...Object.values(START), ...Object.values(ODD), '4k4/9/9/9/9/9/9/9/9/3K5 r'])
    assert.ok(isPlainFen(fen), fen);
  const [board] = START.xiangqi.split(' ');
  for (const fen of [board, `${board} W`, `"${board} w"`, `${board}_w`, `${board} w - - 0 1 moves h2e2`])
    assert.ok(!isPlainFen(fen), fen);
});

test('a pasted FEN is the position and the main line that the engine reads, or is refused', async () => {
  const game = {
    game: 'xiangqi',
    fen: ODD.xiangqi,
    comment: '',
    errors: [],
    moves: [
      [0, 'a9a8'],
      [1, 'd9d8'],
      [0, 'a9b9'],
      [3, 'd9e9'],
    ],
  };
  const answers = (result) => readPastedFen({ read: async () => result }, { game: 'xiangqi', fen: 'x' });
  const read = await answers({ format: 'fen', game });
  assert.deepEqual(read, { game: 'xiangqi', fen: ODD.xiangqi, moves: ['a9a8', 'd9d8'], remarks: [] });
  const refused = [
    { format: 'pgn', game },
    { format: 'fen', game: null },
    { format: 'fen', game: { ...game, errors: [{ code: 'invalid_record', message: 'no' }] } },
  ];
  for (const result of refused) await assert.rejects(answers(result), { code: 'invalid_fen' });
  const error = Object.assign(new Error('no'), { reason: 'invalid_fen', details: { cause: 'king_missing' } });
  const rejecting = readPastedFen({ read: () => Promise.reject(error) }, { game: 'xiangqi', fen: 'x' });
  await assert.rejects(rejecting, { code: 'invalid_fen', reason: 'king_missing' });
});
