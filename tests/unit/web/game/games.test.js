import assert from 'node:assert/strict';
import test from 'node:test';
import { factsOf, GAME_NAMES, levelIn, levelsOf, MAX_LEVEL } from '../../../../web/game/games.js';

test('levels are numbered from 1; Xiangqi and chess share a ladder', () => {
  assert.deepEqual(levelsOf('xiangqi'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.equal(factsOf('chess').levels, factsOf('xiangqi').levels);
  assert.deepEqual(levelsOf('liuzichong'), [1, 2, 3, 4, 5]);
  assert.equal(MAX_LEVEL, 12);
  assert.equal(factsOf('liuzichong').perfect, 5);
});

test('a level above those of a game becomes its highest one', () => {
  assert.deepEqual(
    [1, 12, 13].map((level) => levelIn('chess', level)),
    [1, 12, 12],
  );
  assert.deepEqual(
    [1, 5, 12].map((level) => levelIn('liuzichong', level)),
    [1, 5, 5],
  );
  for (const game of GAME_NAMES) {
    assert.equal(levelIn(game, null), factsOf(game).level);
    assert.ok(levelsOf(game).includes(factsOf(game).level));
  }
});
