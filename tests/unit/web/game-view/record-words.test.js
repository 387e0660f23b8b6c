import '../texts.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../../../web/engine/client.js';
import { recordFaultInWords, remarkInWords } from '../../../../web/game-view/fault-words.js';
import { gameTitle } from '../../../../web/game-view/record-words.js';
import { Words } from '../../../../web/ui/words.js';

const words = await Words.load('en');
/** @type {any} */
const app = { t: (/** @type {any} */ key, /** @type {any} */ params) => words.t(key, params) };

const FAULT = {
  code: 'invalid_record',
  reason: 'illegal_move',
  message: "line 4, column 41: '炮二平五' cannot be played here",
  text: '炮二平五',
  line: 4,
  column: 41,
};

test('a fault says where and what, whether it was thrown or came with the game', () => {
  const sentence = 'Line 4, column 41: “炮二平五” is not a legal move there.';
  assert.equal(recordFaultInWords(words, FAULT), sentence);
  // The message of an Error is not enumerable: spreading one lost it, and the dialog read for ever.
  assert.equal(recordFaultInWords(words, new EngineError(FAULT)), sentence);
});

test('a fault without words of its own is quoted', () => {
  const fault = new EngineError({ ...FAULT, reason: 'eclipse', message: 'line 4, column 41: it is dark' });
  assert.equal(recordFaultInWords(words, fault), 'Line 4, column 41: it is dark.');
});

test('a move of a game that is not supported names the game', () => {
  const fault = { ...FAULT, reason: 'variant', text: 'N@f6', variant: 'Crazyhouse' };
  assert.match(recordFaultInWords(words, fault), /“N@f6” can’t be played .*; Crazyhouse is not supported\.$/);
});

test('a position that cannot be played says why, and a binary file names the byte', () => {
  const fen = { ...FAULT, line: 1, column: 1, reason: 'invalid_fen', cause: 'rows', rows: 6 };
  assert.match(recordFaultInWords(words, fen), /cannot be played: The board has 6 rows instead of 10\.$/);
  const { line: _, column: __, ...binary } = FAULT;
  assert.match(recordFaultInWords(words, { ...binary, reason: 'truncated', offset: 7 }), /^Byte 7: /);
});

test('what was assumed is a sentence, and quoted where there are no words for it', () => {
  const say = (/** @type {any} */ remark) =>
    remarkInWords(words, { message: 'in short', ...remark }, 'xiangqi');
  assert.equal(say({ code: 'side_word', text: 'W', side: 'w' }), '“W” means Red to move.');
  assert.equal(say({ code: 'address', host: 'lichess.org' }), 'Taken from a link to lichess.org.');
  assert.equal(say({ code: 'address', host: '' }), 'Taken from a link.');
  assert.equal(say({ code: 'language', language: 'de' }), 'The letters of the pieces were read as German.');
  assert.equal(say({ code: 'eclipse' }), 'in short.');
});

test('what is not known is not shown in a title', () => {
  assert.equal(
    gameTitle(app, { Red: '甲', Black: '?', Date: '2024.05.??', Result: '*' }),
    '甲 – ? · 2024.05',
  );
  assert.equal(gameTitle(app, { Event: '?' }), '');
});
