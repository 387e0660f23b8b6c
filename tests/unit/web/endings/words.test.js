// Endings as their players call them.

import '../texts.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { differenceInWords, endingInWords, faultOfEnding } from '../../../../web/endings/words.js';
import { Words } from '../../../../web/ui/words.js';

const [en, zh, hant, vi] = await Promise.all(
  ['en', 'zh-Hans', 'zh-Hant', 'vi'].map((language) => Words.load(language)),
);
const { endings } = JSON.parse(
  readFileSync(new URL('../../../../web/endings/data/classical.json', import.meta.url), 'utf8'),
);

test('an ending has its name, not a list with numbers', () => {
  // "马×2对士"
  const names = {
    'KNN-ka': ['two horses v. advisor', '双马对单士', '雙馬對單士', 'song Mã đấu đơn Sĩ'],
    'KR-kaabb': ['chariot v. all guards', '单车对士象全', '單車對士象全', 'đơn Xe đấu Sĩ Tượng toàn'],
    'KR-kabb': [
      'chariot v. all guards but one advisor',
      '单车对单缺士',
      '單車對單缺士',
      'đơn Xe đấu khuyết Sĩ',
    ],
    'KRCPP-kna': [
      'chariot, cannon, and two soldiers v. horse and advisor',
      '车炮双兵对马单士',
      '車炮雙兵對馬單士',
      'Xe Pháo song Tốt đấu Mã đơn Sĩ',
    ],
    'KPPP-k': ['three soldiers v. lone general', '三兵对孤将', '三兵對孤將', 'tam Tốt đấu Tướng trơ'],
  };
  for (const [name, said] of Object.entries(names))
    assert.deepEqual(
      [en, zh, hant, vi].map((words) => endingInWords(words, name)),
      said,
    );
});

test('Chinese endings are named as in the textbook', () => {
  const pieces = (name) => name.split(/难?胜/);
  const other = endings.filter(({ ending, names }) => {
    const [red, black] = pieces(names['zh-Hans']);
    return endingInWords(zh, ending) !== `${red}对${black}`;
  });
  // The textbook says 炮士 beside 炮单士, and writes 士 for 仕.
  assert.ok(
    other.every(({ ending }) => /^KCA/.test(ending)),
    JSON.stringify(other),
  );
});

test('where textbook and table differ, the placement decides', () => {
  // "Table disagrees" read as if the book were wrong.
  const said = (name) =>
    differenceInWords(
      en,
      endings.find(({ ending }) => ending === name),
    );
  assert.equal(said('KR-kaabb'), 'Most placements win; with the right defence it is a draw.');
  assert.equal(said('KN-kb'), 'Some placements win; with the right defence it is a draw.');
  assert.equal(said('KPP-kb'), 'Most placements win; against the others the defence holds.');
});

test('no code of an ending is in a fault', () => {
  const fault = { code: 'not_solved', message: '', text: 'KNP-kab' };
  assert.match(faultOfEnding(zh, fault), /马兵对单士象/);
});
