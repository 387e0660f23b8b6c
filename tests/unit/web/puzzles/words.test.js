import '../texts.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalOf, ratingText, sourceInWords, themeChoices } from '../../../../web/puzzles/words.js';
import { Words } from '../../../../web/ui/words.js';

// In Vietnamese, where a point marks the thousands, a beginner read “1.000?”.
test('a rating has no mark for thousands', () => {
  assert.equal(ratingText({ rating: 1000, deviation: 120 }), '1000?');
  assert.equal(ratingText({ rating: 1499.6, deviation: 60 }), '1500');
});

// A player looked for a check in “mate in 1”; the move left the other side without one.
test('who wins by leaving no move is not asked for a mate', async () => {
  const words = await Words.load('en');
  const puzzle = { game: 'xiangqi', fen: '4k4/9/9/9/4n4/2B6/3R5/3AB4/4C4/3A1K3 w - - 0 1' };
  const goal = (/** @type {string[]} */ themes) =>
    goalOf(words, /** @type {any} */ ({ ...puzzle, moves: ['d3d8'], themes }));
  assert.equal(goal(['mate', 'mateIn1']), 'Red to move: mate in 1');
  assert.equal(goal(['mate', 'mateIn1', 'stalemate']), 'Red to move: win in 1');
});

// A solver read “Cannonfish 自我对弈第 1/170/0 局”, and “the solved ending KNP-kab”.
test('where a puzzle is from is said without numbers of files and codes of endings', async () => {
  const words = await Words.load('en');
  const said = (/** @type {string} */ source) => sourceInWords(words, /** @type {any} */ ({ source }));
  const played = 'a game of Cannonfish against itself, move 37';
  assert.equal(said('Cannonfish self-play, game 1/170/0, ply 72'), played);
  assert.equal(said('Cannonfish endings, KNP-kab'), 'a solved ending');
  assert.equal(said('My own study'), 'My own study');
});

// “3177” stood beside “5,082 puzzles match”.
test('the puzzles of a theme are counted as the language writes numbers', async () => {
  for (const [language, count] of [
    ['en', '3,177'],
    ['vi', '3.177'],
  ]) {
    const words = await Words.load(language);
    const { mate } = themeChoices(words, ['mate'], { game: 'xiangqi', count: () => 3177 });
    assert.match(mate, new RegExp(`\\(${count}\\)$`));
  }
});
