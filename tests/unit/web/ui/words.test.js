import '../texts.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLanguage, languageFor, Words } from '../../../../web/ui/words.js';

test('a wish for a language finds ours, whatever its dress', () => {
  const wishes = {
    en: 'en',
    'en-GB': 'en',
    EN_us: 'en',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-Hans-HK': 'zh-Hans',
    'zh-TW': 'zh-Hant',
    'zh-HK': 'zh-Hant',
    'zh-Hant': 'zh-Hant',
    'zh-Hant-MO': 'zh-Hant',
    vi: 'vi',
    'vi-VN': 'vi',
    'zh-Hans-SG': 'zh-Hans',
    'zh-hans': 'zh-Hans',
    fr: null,
    '': null,
    enx: null,
  };
  for (const [wish, language] of Object.entries(wishes)) assert.equal(languageFor(wish), language, wish);
});

test('the first wish that can be granted wins, else English', () => {
  assert.equal(chooseLanguage([null, 'fr', 'zh-CN', 'en']), 'zh-Hans');
  assert.equal(chooseLanguage(['xx', undefined]), 'en');
});

test('the number that a message names chooses its form, and is written as the language writes it', async () => {
  const words = await Words.load('en');
  assert.equal(
    words.t('game-view.engine.safe.moves', { count: 1 }),
    'Your game is safe: its 1 move is still here.',
  );
  assert.equal(
    words.t('game-view.engine.safe.moves', { count: 1200 }),
    'Your game is safe: all 1,200 moves are still here.',
  );
  assert.equal(
    words.t('endings.drill.slow', { left: 1, needed: 2 }),
    'Too slow: the win still takes 2 more moves, with 1 left.',
    'not the first number given',
  );
  assert.equal(
    words.t('records.library.faults', { number: 7, count: 1 }),
    '1 game could not be read: number 7 in the file.',
  );
  await words.use('zh-Hans');
  assert.equal(words.t('game-view.engine.safe.moves', { count: 1 }), '对局没有丢失，1 着棋都在。');
});

test('text from outside is put in as it is, braces and dollars too', async () => {
  const words = await Words.load('en');
  const text = '{text} # $& <b>';
  assert.equal(words.t('game-view.entry.illegal', { text }), `${text} is not a legal move here.`);
  const piece = '{count} # $&';
  assert.equal(words.t('game-view.board.lift', { piece, count: 2 }), `${piece} picked up, 2 moves`);
});

test('a page speaks one language until all of the other one is there', async () => {
  const words = await Words.load('en');
  const changing = words.use('zh-Hans');
  assert.equal(words.language, 'en');
  assert.equal(words.t('ui.close'), 'Close');
  await changing;
  assert.equal(words.language, 'zh-Hans');
  assert.equal(words.t('ui.close'), '关闭');
});

test('the language that was chosen last is spoken, however late another one comes', async () => {
  const words = await Words.load('en');
  await Promise.all([words.use('zh-Hans'), words.use('en')]);
  assert.equal(words.language, 'en');
});

test('a language that cannot be loaded changes nothing', async () => {
  // Without a network, one failed loading made all later ones fail, and so every dialog.
  const words = await Words.load('en');
  await assert.rejects(words.use('xx'));
  assert.equal(words.language, 'en');
  await words.use('vi');
  assert.equal(words.language, 'vi');
});

test('a page begins in another language if its own cannot be loaded', async () => {
  const words = await Words.load('xx');
  assert.equal(words.language, 'en');
  assert.ok(words.has('game-view.entry.illegal'));
});

test('a language whose texts are lost once is spoken all the same', async (t) => {
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', fetch).mock.mockImplementationOnce(async () => {
    throw new TypeError('lost');
  });
  assert.equal((await Words.load('vi')).language, 'vi');
});
