// What a screen reader hears when another game is on the board.

import '../texts.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { Words } from '../../../../web/ui/words.js';

globalThis.addEventListener ??= () => {};
const { Reporter } = await import('../../../../web/game-view/announcer.js');

const FEN = '3k5/4R4/9/9/9/9/9/9/9/R3K4 b - - 0 1';
/** @param {Record<string, any>} given @param {string[]} [moves] */
function game({ headers, ...given }, moves = []) {
  const made = newGame({ id: 'opened', opponent: 'person', side: 'red', level: 1, ...given });
  return { ...made, tree: addLine(made.tree, ROOT, moves).tree, ...(headers && { headers }) };
}

/** @param {string} language @param {any} now */
async function heard(language, now) {
  const words = await Words.load(language);
  const said = [];
  const t = (key, params) => words.t(key, params);
  const app = { words, t, texts: { state: { known: new Map() } }, state: { game: now } };
  const reporter = new Reporter(/** @type {any} */ (app), (sentence) => said.push(sentence));
  reporter.report(now, game({ id: 'before' }));
  return said;
}

test('what was read is said, not a new game', async () => {
  // Whoever pasted a record heard “New game for two players.”
  const read = { headers: { Result: '*' } };
  for (const [language, moves, position] of [
    ['en', 'Opened: a game of 2 moves.', 'Opened: a position, Black to move.'],
    ['zh-Hans', '已打开棋谱，共 2 着。', '已打开局面，黑方走。'],
    ['zh-Hant', '已開啟棋譜，共 2 著。', '已開啟局面，黑方走。'],
    ['vi', 'Đã mở ván cờ 2 nước.', 'Đã mở thế cờ, Đen đi.'],
  ]) {
    assert.deepEqual(await heard(language, game(read, ['h2e2', 'h9g7'])), [moves]);
    assert.deepEqual(await heard(language, game({ ...read, fen: FEN })), [position]);
  }
  const named = { headers: { Red: 'Hu Ronghua', Black: 'Yang Guanlin' } };
  assert.deepEqual(await heard('en', game(named, ['h2e2'])), ['Opened: Hu Ronghua – Yang Guanlin.']);
});

test('a new game is one', async () => {
  assert.deepEqual(await heard('en', game({})), ['New game for two players.']);
  assert.deepEqual(await heard('en', game({ headers: {} })), ['New game for two players.']);
  assert.deepEqual(await heard('en', game({ opponent: 'engine', side: 'black', headers: {} })), [
    'New game. You play Black.',
  ]);
});
