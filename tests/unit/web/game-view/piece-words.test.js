import '../texts.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { newGame, numberOf } from '../../../../web/game/game.js';
import { addMove } from '../../../../web/game/tree.js';
import { errorInWords, odditiesInWords } from '../../../../web/game-view/fault-words.js';
import { outcomeInWords } from '../../../../web/game-view/law-words.js';
import { plainMoves, understand } from '../../../../web/game-view/move-field.js';
import {
  balanceInWords,
  boardLabels,
  carried,
  fenAt,
  levelName,
  levelTitle,
  moveAdvised,
  moveInWords,
  pieceAt,
  pieceName,
  pieceOn,
  scoreInWords,
  scoreShort,
  squareName,
} from '../../../../web/game-view/piece-words.js';
import { LANGUAGES, Words } from '../../../../web/ui/words.js';

const en = await Words.load('en');
const vi = await Words.load('vi');
const zh = await Words.load('zh-Hans');
const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

test('a point is named by its square and its man', () => {
  const cannon = { side: 'red', role: 'c', game: 'xiangqi' };
  assert.equal(boardLabels(en).point('b2', cannon), 'b2, red cannon');
  assert.equal(boardLabels(zh).point('b2', cannon), '红方八路三线，红炮');
  assert.equal(boardLabels(en).point('e4', null), 'e4');
  assert.equal(boardLabels(en, 'chess').point('b1', { side: 'white', role: 'n' }), 'b1, white knight');
});

test('what happens at the keyboard is said in a sentence', () => {
  const labels = boardLabels(en, 'xiangqi');
  const cannon = { side: /** @type {const} */ ('red'), role: 'c' };
  const lift = { type: /** @type {const} */ ('lift'), square: 'b2', piece: cannon };
  assert.equal(labels.announce({ ...lift, dests: 12 }), 'red cannon picked up, 12 moves');
  assert.equal(labels.announce({ ...lift, dests: 1 }), 'red cannon picked up, 1 move');
  assert.equal(labels.announce({ type: 'cancel', square: 'b2', piece: cannon }), 'red cannon put back');
  assert.equal(labels.announce({ type: 'nothing', square: 'e4', piece: null }), 'nothing to move on e4');
  assert.equal(
    labels.announce({ type: 'queue', orig: 'b2', dest: 'e2', piece: cannon }),
    'premove: red cannon to e2',
  );
  assert.equal(
    labels.announce({ type: 'drop', orig: 'b2', dest: 'e2', piece: cannon }),
    'Your premove is not legal here and was cancelled.',
  );
});

test('Chinese names points and pieces by files, as the edges of the board count them', () => {
  // A hint on the Chinese page said “h0 的红马” beside a board that shows no letters: a square was put into every
  // language as it stands in a FEN.
  assert.equal(pieceOn(zh, START, 'h0'), '红方二路马');
  assert.equal(pieceOn(zh, START, 'h0', { ofSide: false }), '二路马');
  assert.equal(pieceOn(zh, START, 'h9'), '黑方8路马');
  assert.equal(pieceOn(zh, START, 'e9'), '黑方将');
  assert.equal(pieceOn(en, START, 'h0'), 'red horse on h0');
  assert.equal(squareName(zh, 'e4'), '红方五路五线');
  assert.equal(squareName(zh, 'e5'), '黑方5路5线');
  assert.equal(squareName(en, 'e4'), 'e4');
  assert.equal(squareName(zh, 'e4', 'chess'), 'e4');
  assert.equal(pieceOn(zh, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'a1'), 'a1的白车');
});

test('the other languages of Xiangqi name pieces by files, too', async () => {
  const [traditional, vietnamese] = await Promise.all([Words.load('zh-Hant'), Words.load('vi')]);
  assert.equal(pieceOn(traditional, START, 'h0'), '紅方二路馬');
  assert.equal(moveInWords(traditional, START, 'h2h9'), '紅方二路炮吃黑方8路馬');
  assert.equal(pieceOn(vietnamese, START, 'h0'), 'Mã 2 Đỏ');
  assert.equal(pieceOn(vietnamese, START, 'h9', { ofSide: false }), 'Mã 8');
  assert.equal(squareName(vietnamese, 'e4'), 'lộ 5 hàng 5 bên Đỏ');
});

test('of two on a file the front one is nearer to the enemy', () => {
  const fen = '4k4/9/4c4/9/4c4/2P1C4/2P6/4C1P2/6P2/4K4 w - - 0 1';
  assert.equal(pieceOn(zh, fen, 'e4', { ofSide: false }), '前炮');
  assert.equal(pieceOn(zh, fen, 'e2', { ofSide: false }), '后炮');
  assert.equal(pieceOn(zh, fen, 'e5'), '黑方前炮');
  assert.equal(pieceOn(zh, fen, 'e7'), '黑方后炮');
  // Soldiers doubled on two files: 前兵 would mean either of two.
  assert.equal(pieceOn(zh, fen, 'c4'), '红方七路五线的红兵');
});

test('the board answers keys in words', () => {
  const piece = { side: 'black', role: 'n' };
  assert.equal(
    boardLabels(en).announce({ type: 'lift', square: 'b9', piece, dests: 1 }),
    'black horse picked up, 1 move',
  );
  assert.equal(
    boardLabels(zh).announce({ type: 'lift', square: 'b9', piece, dests: 2 }),
    '拿起黑马，2 种走法',
  );
  assert.equal(
    boardLabels(en).announce({ type: 'nothing', square: 'b8', piece: null }),
    'nothing to move on b8',
  );
});

test('a move in words says who, from where to where, and what is taken', () => {
  assert.equal(moveInWords(en, START, 'h2e2'), 'red cannon h2 to e2');
  assert.equal(moveInWords(en, START, 'h2h9'), 'red cannon h2 takes black horse on h9');
  assert.equal(moveInWords(zh, START, 'h2h9'), '红方二路炮吃黑方8路马');
  assert.equal(moveInWords(en, 'nonsense', 'h2e2'), 'h2e2');
});

test('a move as advice begins with what to do', () => {
  // "Play red cannon h2 takes black horse on h9."
  assert.equal(moveAdvised(en, START, 'h2h9'), 'Take the horse on h9 with the cannon from h2.');
  assert.equal(moveAdvised(en, START, 'h2e2'), 'Move the cannon from h2 to e2.');
  assert.equal(moveAdvised(zh, START, 'h2h9'), '用二路炮吃8路马。');
  assert.equal(moveAdvised(vi, START, 'h2h9'), 'Dùng Pháo 2 ăn Mã 8.');
  assert.equal(moveAdvised(en, 'nonsense', 'h2e2'), 'Play h2e2.');
});

test('a move as the answer to what should have been mate says who escapes, or what is taken', () => {
  const [free, taking] = ['4k4/9/9/9/9/9/9/9/9/4K4', '3Rk4/9/9/9/9/9/9/9/9/4K4'];
  const said = (/** @type {Words} */ words) =>
    [free, taking].map((fen) =>
      moveAdvised(words, fen, 'e9d9', { go: 'guide.answer.go', take: 'guide.answer.take' }),
    );
  assert.deepEqual(said(en), [
    'Not yet: the general can go from e9 to d9.',
    'Not yet: the general can take the chariot on d9.',
  ]);
  assert.deepEqual(said(zh), ['还没赢：将还能走到黑方4路1线。', '还没赢：将可以吃掉六路车。']);
});

test('a score has words for those who read no numbers', () => {
  const say = (score, turn = 'black') => balanceInWords(en, score, turn, 'xiangqi');
  assert.equal(say({ cp: 43 }), 'Black is slightly better');
  assert.equal(say({ cp: -43 }), 'Red is slightly better');
  assert.equal(say({ cp: -39 }), 'even');
  assert.equal(say({ cp: 299 }), 'Black is clearly better');
  assert.equal(say({ cp: -300 }), 'Red is winning');
  assert.equal(say({ mate: 2 }, 'red'), 'Red mates in 2');
});

test('each game has its own words', async () => {
  const words = await Words.load('en');
  assert.equal(pieceName(words, { side: 'black', role: 'n' }), 'black horse');
  assert.equal(pieceName(words, { side: 'black', role: 'n', game: 'chess' }), 'black knight');
  const chess = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  assert.equal(moveInWords(words, chess, 'a1a8'), 'white rook a1 takes black rook on a8');
  assert.equal(moveInWords(words, 'BBBBB..BW..WWWWW w', 'a2b2'), 'white stone a2 to b2');
  assert.equal(
    outcomeInWords(words, { winner: null, termination: 'stalemate' }, 'chess').sentence,
    'Draw by stalemate.',
  );
  assert.match(
    outcomeInWords(words, { winner: 'black', termination: 'no_moves' }, 'liuzichong').sentence,
    /White cannot move/,
  );
  assert.equal(scoreInWords(words, { mate: -3 }, 'white', 'chess'), 'Black mates in 3');
  assert.equal(scoreInWords(words, { mate: 12 }, 'black', 'liuzichong'), 'Black wins in 12');
  assert.equal(words.t(levelName('liuzichong', 5)), 'perfect');
  assert.equal(levelTitle(words, 'chess', 7), 'Level 7 · club player');
  assert.equal(levelTitle(words, 'chess', 1), 'Level 1 · first steps');
  const pawn = { code: 'invalid_fen', reason: 'pawn_rank', message: 'x', details: { square: 'a8' } };
  assert.equal(errorInWords(words, pawn, 'chess'), 'A pawn can never be on a8.');
  const rows = { code: 'invalid_fen', reason: 'rows', message: 'x', details: { rows: 9 } };
  assert.equal(errorInWords(words, rows, 'chess'), 'The board has 9 rows instead of 8.');
});

test('every oddity of a position is said in words, in every language', async () => {
  for (const game of ['xiangqi', 'chess']) {
    const source = readFileSync(
      new URL(`../../../../py/engine/cannonfish/games/${game}/fen.py`, import.meta.url),
      'utf8',
    );
    // Those of playable positions come first; the page shows no others.
    const [, body] = source.match(/class Status\(IntFlag\):([\s\S]*?)\n {4}NO_\w+_KING = /);
    const status = [...body.matchAll(/^ {4}([A-Z_]+) = [1-9]/gm)].map(([, name]) => name.toLowerCase());
    assert.ok(status.length > 1);
    for (const language of Object.keys(LANGUAGES)) {
      assert.equal(
        odditiesInWords(await Words.load(language), status).length,
        status.length,
        `${language} ${game}`,
      );
    }
  }
  assert.deepEqual(odditiesInWords(en, ['pawn_unreachable', 'unheard_of']), [
    'A soldier is on a point it could never reach.',
  ]);
});

test('a score names the side that is better, whoever is to move', () => {
  assert.equal(scoreInWords(en, { cp: 62 }, 'red'), 'Red +0.62');
  assert.equal(scoreInWords(en, { cp: 62 }, 'black'), 'Black +0.62');
  assert.equal(scoreInWords(en, { cp: -130 }, 'black'), 'Red +1.30');
  assert.equal(scoreInWords(en, { cp: 0 }, 'black'), 'even');
  assert.equal(
    scoreInWords(vi, { cp: 62 }, 'red'),
    'Đỏ +0,62',
    'a comma, as in all other numbers of the language',
  );
  assert.equal(scoreShort(vi, { cp: -130 }, 'red', 'xiangqi'), '−1,30');
  assert.equal(scoreShort(en, { cp: 0 }, 'red', 'xiangqi'), '0.00');
  assert.deepEqual([vi.number(-0.004, 2), vi.number(12, 1), en.number(-1.25, 1)], ['−0,00', '12,0', '−1.3']);
  assert.equal(scoreInWords(en, { mate: -2 }, 'red'), 'Black mates in 2');
  assert.equal(scoreInWords(zh, { mate: 3 }, 'red'), '红方 3 步杀');
  assert.equal(scoreInWords(en, { cp: -19998, rule: -2 }, 'red'), 'Black wins by rule in 2');
  assert.equal(scoreInWords(zh, { cp: 19999, rule: 1 }, 'red'), '红方 1 步内判胜');
});

test('every way a game can end is said with its law, in every language', async () => {
  const terminations = [
    ...readFileSync(
      new URL('../../../../py/engine/cannonfish/games/outcome.py', import.meta.url),
      'utf8',
    ).matchAll(/^ {4}[A-Z_]+ = "(\w+)"$/gm),
  ].map(([, name]) => name);
  assert.ok(terminations.includes('perpetual_chase'));
  for (const language of Object.keys(LANGUAGES)) {
    const words = await Words.load(language);
    for (const termination of [...terminations, 'resignation', 'agreement']) {
      assert.ok(words.has(`game-view.outcome.${termination}`), termination);
      const { sentence, law } = outcomeInWords(words, { winner: 'red', termination });
      assert.doesNotMatch(sentence + law, /[{}]|undefined/);
    }
  }
  assert.deepEqual(outcomeInWords(en, { winner: 'black', termination: 'stalemate' }), {
    sentence: 'Black wins: Red is stalemated.',
    law: 'Red has no legal moves. In Xiangqi, stalemate is a loss.',
  });
  assert.equal(outcomeInWords(en, { winner: 'red', termination: 'by_magic' }).sentence, 'Red wins.');
});

test('every fault of a FEN is said in words, in every language', async () => {
  const bad = readFileSync(new URL('../../../data/fen/bad.txt', import.meta.url), 'utf8');
  const faults = new Set(['too_long', ...[...bad.matchAll(/ \| (\w+)$/gm)].map(([, reason]) => reason)]);
  assert.ok(faults.size > 10);
  const details = { rank: 6, letter: 'x', field: 3, fields: 1, rows: 9, piece: 'K', number: 3, square: 'a0' };
  for (const language of Object.keys(LANGUAGES)) {
    const words = await Words.load(language);
    for (const reason of faults) {
      const error = { code: 'invalid_fen', reason, message: 'in English', text: 'p1x', details };
      const said = errorInWords(words, error);
      assert.doesNotMatch(said, /[{}]|undefined|in English/, `${language} ${reason}`);
    }
  }
  const missing = {
    code: 'invalid_fen',
    reason: 'king_missing',
    message: '',
    text: '',
    details: { piece: 'k' },
  };
  assert.equal(errorInWords(en, missing), 'The black general is missing.');
  assert.equal(errorInWords(zh, missing), '缺少黑将。');
});

test('an error without words of its own keeps the words of the engine', () => {
  assert.equal(errorInWords(en, { code: 'strange', message: 'it rains.' }), 'Engine error: it rains.');
  const illegal = { code: 'illegal_move', message: '', text: 'a0a9', details: { number: 7 } };
  assert.equal(errorInWords(en, illegal), 'Move 7, a0a9, is not legal.');
});

test('a position that the rules have not told yet is drawn by carrying the men', () => {
  assert.equal(carried(START, []), START);
  const after = carried(START, ['h2e2', 'h9g7', 'e2e6']);
  assert.equal(after, 'rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2');
  assert.equal(carried('BBBBB..BW..WWWWW', ['b1b2']).split(' ')[1], 'b');
  let game = newGame({ id: 'x', opponent: 'person', side: 'red', level: 1, fen: START });
  const { tree, id } = addMove(game.tree, 0, 'h2e2');
  game = { ...game, tree };
  assert.deepEqual(pieceAt(fenAt(game, id), 'e2'), { side: 'red', role: 'c', game: 'xiangqi' });
  assert.equal(fenAt(game, 0), START);
});

test('a FEN is whole from the first moment, also where only a board was given', () => {
  const short = newGame({
    id: 'x',
    opponent: 'person',
    side: 'red',
    level: 1,
    fen: '4k4/9/9/9/9/9/9/9/9/4K4 r',
  });
  assert.equal(fenAt(short, 0), '4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1');
  const chess = newGame({ id: 'x', game: 'chess', opponent: 'person', side: 'white', level: 1 });
  assert.equal(fenAt(chess, 0), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
});

test('large numbers are short', () => {
  assert.equal(en.compact(412_300), '412K');
  assert.equal(zh.compact(412_300), '41.2万');
  assert.equal(vi.compact(881_234), '881 nghìn');
  assert.equal(vi.compact(4_123_000), '4,12 triệu');
});

test('a legal move in coordinates is read in any dress, without asking the rules', () => {
  const view = { dests: { h2: ['e2', 'h9'], b0: ['c2'] } };
  for (const text of ['h2e2', 'H2-E2', ' h2 e2 ', 'h2–e2'])
    assert.deepEqual(plainMoves(view, text), ['h2e2']);
  for (const text of ['', 'h2', 'h2e2e3', 'h2f2', '炮二平五', 'C2=5'])
    assert.deepEqual(plainMoves(view, text), []);
});

test('a capital before small letters may be a piece, which the rules have to say', async () => {
  // `E5e3`, an elephant from rank 5 to e3, was played as the coordinates e5e3.
  const view = { dests: { e5: ['e3'] } };
  const asked = /** @type {string[]} */ ([]);
  const game = {
    game: 'xiangqi',
    id: 'x',
    tree: { current: 0, fen: null, nodes: new Map([[0, { id: 0, parent: null, view }]]) },
  };
  const answer = { moves: /** @type {object[] | null} */ ([{ uci: 'c4e2' }]) };
  let asks = true;
  const app = /** @type {any} */ ({
    state: { game, engine: { state: 'idle' } },
    settings: { notation: null },
    words: en,
    session: { cannotMoveReason: () => null },
    client: {
      parse: async (/** @type {{ text: string }} */ { text }) => {
        asked.push(text);
        if (answer.moves) return answer.moves;
        throw Object.assign(new Error('no move'), { code: 'invalid_move' });
      },
    },
  });
  const read = (/** @type {string} */ text) =>
    understand(app, text, { onWait: () => {}, isAsked: () => asks });
  assert.deepEqual(await read('e5e3'), [{ uci: 'e5e3' }]);
  assert.deepEqual(await read('E5-E3'), [{ uci: 'e5e3' }]);
  assert.deepEqual(asked, []);
  assert.deepEqual(await read('E5e3'), [{ uci: 'c4e2' }]);
  answer.moves = null; // a game without such a piece, as a phone begins coordinates with a capital
  assert.deepEqual(await read('E5e3'), [{ uci: 'e5e3' }]);
  assert.deepEqual(asked, ['E5e3', 'E5e3']);
  asks = false; // the text changed meanwhile: no marks are left without their sentence
  assert.equal(await read('E5e3'), null);
});

test('a move that is typed as in chess is answered with how moves are typed', async () => {
  // `e4` was answered with “A move ends on another point.”, and a soldier was marked.
  const tree = { current: 0, fen: null, nodes: new Map([[0, { id: 0, parent: null, view: { dests: {} } }]]) };
  const app = /** @type {any} */ ({
    state: { game: { game: 'xiangqi', id: 'x', tree }, engine: { state: 'idle' } },
    settings: { notation: null },
    notation: 'iccs',
    words: en,
    t: en.t.bind(en),
    session: { cannotMoveReason: () => null },
    refusal: { mark: () => assert.fail('nothing is marked'), inWords: () => null },
    client: {
      parse: async () => {
        throw Object.assign(new Error('illegal'), { code: 'illegal_move', reason: 'own_piece' });
      },
    },
  });
  for (const text of ['e4', 'Nf3', 'Rxd5', 'exd5']) {
    const said = await understand(app, text, { onWait: () => {}, isAsked: () => true });
    assert.match(
      /** @type {() => string} */ (said)(),
      /is not a legal move here\. Type moves like .*: e3e4\./,
    );
  }
});

test('a promotion typed without its piece means all of them', () => {
  // `e7e8` was answered with “not a legal move”: the legal moves have a letter more.
  const view = {
    dests: { e7: ['e8', 'd8'], a2: ['a3'] },
    promotions: { e7e8: ['r', 'q', 'b', 'n'], e7d8: ['q'] },
  };
  assert.deepEqual(plainMoves(view, 'e7e8'), ['e7e8q', 'e7e8n', 'e7e8r', 'e7e8b']);
  assert.deepEqual(plainMoves(view, 'E7-E8=N'), ['e7e8n']);
  assert.deepEqual(plainMoves(view, 'e7d8n'), []);
  assert.deepEqual(plainMoves(view, 'a2a3'), ['a2a3']);
  assert.deepEqual(plainMoves(view, 'a2a3q'), []);
});

test('the numbers of moves begin with that of the FEN', () => {
  // A game from move 10 was listed from move 1.
  const numbers = (/** @type {string} */ fen) => {
    const game = newGame({ id: 'x', opponent: 'person', side: 'red', level: 1, fen });
    const first = addMove(game.tree, 0, 'h9g7');
    const { tree } = addMove(first.tree, first.id, 'h0g2');
    return [...tree.nodes.values()].slice(1).map((node) => numberOf({ ...game, tree }, node));
  };
  const [black, red] = [
    { move: 10, first: false },
    { move: 11, first: true },
  ];
  assert.deepEqual(numbers(START.replace('w - - 0 1', 'b - - 3 10')), [black, red]);
  assert.deepEqual(numbers(START.replace('0 1', '0 31'))[0], { move: 31, first: true });
  assert.deepEqual(numbers(START.replace(' w - - 0 1', ' w'))[0], { move: 1, first: true });
});
