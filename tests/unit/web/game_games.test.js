import assert from 'node:assert/strict';
import test from 'node:test';
import { LEVELS as MESSAGE_LEVELS } from '../../../web/engine/messages.js';
import { factsOf, GAME_NAMES, isGentle, LEVELS, levelIn, levelsOf } from '../../../web/game/games.js';

test('the levels of a game rise, and there is no level zero', () => {
  assert.deepEqual(levelsOf('xiangqi'), [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(levelsOf('chess'), levelsOf('xiangqi'));
  assert.deepEqual(levelsOf('liuzichong'), [1, 2, 3, 4, 5]);
  assert.deepEqual(LEVELS, levelsOf('xiangqi'));
  assert.deepEqual(LEVELS, MESSAGE_LEVELS);
  assert.deepEqual(LEVELS.filter(isGentle), [-4, -3, -2, -1]);
});

test('a level that a game does not have becomes the nearest that it has', () => {
  const asked = [-9, -4, -1, 0, 1, 5, 8, 99];
  assert.deepEqual(
    asked.map((level) => levelIn('chess', level)),
    [-4, -4, -1, -1, 1, 5, 8, 8],
  );
  assert.deepEqual(
    asked.map((level) => levelIn('liuzichong', level)),
    [1, 1, 1, 1, 1, 5, 5, 5],
  );
  for (const game of GAME_NAMES) {
    assert.equal(levelIn(game, null), factsOf(game).level);
    assert.ok(levelsOf(game).includes(factsOf(game).level));
  }
});
