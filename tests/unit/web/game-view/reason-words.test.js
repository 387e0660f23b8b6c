import '../texts.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { asText, reasonsInWords } from '../../../../web/game-view/reason-words.js';
import { LANGUAGES, Words } from '../../../../web/ui/words.js';

const en = await Words.load('en');
const zh = await Words.load('zh-Hans');
/** The module whose first text lists the kinds. */
const REASONS = new URL('../../../../py/engine/cannonfish/analysis/reasons.py', import.meta.url);
const X = '3k5/9/9/9/7rR/9/9/9/r8/4K4 w';

test('a reason names pieces and moves in the language of the page', () => {
  const reasons = [
    { kind: 'parries', move: 'h5h0' },
    { kind: 'escapes', piece: 'R', square: 'i5' },
  ];
  assert.equal(
    reasonsInWords(en, 'xiangqi', X, 'i5i0', reasons),
    'It stops the threat of black chariot h5 to h0, which would be mate. The red chariot on i5 was under attack and is now safe.',
  );
  const said = reasonsInWords(zh, 'xiangqi', X, 'i5i0', reasons);
  assert.match(said, /黑方8路车到红方二路一线.*红方一路车被捉/);
  assert.doesNotMatch(said, /[a-i]\d/);
});

test('what is won is counted, what is given for it is named', () => {
  const wins = (pieces, given = []) => [{ kind: 'wins', pieces, given }];
  const say = (words, game, reasons) => reasonsInWords(words, game, X, 'i5i0', reasons);
  assert.equal(say(en, 'xiangqi', wins(['r', 'p', 'p'])), 'It wins a black chariot and two black soldiers.');
  assert.equal(say(en, 'xiangqi', wins(['C'], ['p'])), 'It wins a red cannon for a black soldier.');
  assert.equal(say(zh, 'xiangqi', wins(['r'], ['C'])), '以红炮换得黑车。');
  assert.equal(say(en, 'chess', wins(['N'], ['p', 'p'])), 'It wins a white knight for two black pawns.');
  assert.equal(say(zh, 'xiangqi', wins(['N'], ['p', 'p'])), '以两个黑卒换得红马。');
  assert.equal(say(en, 'chess', wins(['q'])), 'It wins a black queen.');
  assert.equal(say(en, 'liuzichong', wins(['B', 'B'])), 'It wins two black stones.');
});

test('a threat is named as it will be played, after the move', () => {
  const before = '4k4/9/9/9/8R/7R1/9/9/9/3K5 w';
  const reasons = [{ kind: 'threatens', move: 'i8i9' }];
  assert.equal(
    reasonsInWords(en, 'xiangqi', before, 'i5i8', reasons),
    'It threatens mate by red chariot i8 to i9.',
  );
});

test('two reasons are enough; one that a newer engine has and this page does not know is left out', () => {
  const check = { kind: 'check' };
  assert.equal(reasonsInWords(en, 'chess', X, 'i5i0', [check, { kind: 'outwits' }]), 'It gives check.');
  const four = reasonsInWords(en, 'chess', X, 'i5i0', [check, check, check, check]);
  assert.equal(four.match(/check/g).length, 2);
  assert.equal(reasonsInWords(en, 'chess', X, 'i5i0', []), '');
});

test('sentences are parted by a space where the language parts them', async () => {
  const texts = { en: 'A. B.', vi: 'A. B.', 'zh-Hans': 'A.B.', 'zh-Hant': 'A.B.' };
  for (const [language, text] of Object.entries(texts)) {
    assert.equal(asText(await Words.load(language), ['A.', '', 'B.']), text, language);
  }
});

test('every reason of the engine has a sentence in every language', async () => {
  const source = readFileSync(REASONS, 'utf8');
  const [, doc] = source.split('"""');
  const kinds = [...doc.matchAll(/^ {4}([a-z]+) {2,}/gm)].map(([, kind]) => kind);
  assert.equal(kinds.length, 13);
  for (const language of Object.keys(LANGUAGES)) {
    const words = await Words.load(language);
    for (const kind of kinds) assert.ok(words.has(`game-view.reason.${kind}`), `${language} ${kind}`);
  }
});
