// Time controls as people write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  choiceOf,
  controlOf,
  controlsOf,
  readingOf,
  textOf,
  totalTime,
} from '../../../../web/game/time-control.js';

test('a control is minutes, and what comes with every move or after them', () => {
  const none = { increment: 0, byoyomi: 0, periods: 0, move: 0 };
  assert.deepEqual(controlOf('5+3'), { ...none, time: 300_000, increment: 3000 });
  assert.deepEqual(controlOf('10'), { ...none, time: 600_000 });
  assert.deepEqual(controlOf('0.5'), { ...none, time: 30_000 });
  assert.deepEqual(controlOf('0+5'), { ...none, time: 5000, increment: 5000 }, 'the seconds of one move');
  assert.deepEqual(controlOf('10+30b'), { ...none, time: 600_000, byoyomi: 30_000, periods: 1 });
  assert.deepEqual(controlOf('0+3x20b'), { ...none, time: 0, byoyomi: 20_000, periods: 3 });
  assert.deepEqual(controlOf('10+30b/60').move, 60_000);
  for (const text of ['', 'five', '5+', '-5+3', '0', '0+0', '5+3x3', '5+3b4', '1000', '5+0x3b', '5+3/']) {
    assert.equal(controlOf(text), null, text);
  }
});

test('controls are written as they are read, and each side may have its own', () => {
  for (const text of ['5+3', '10+0', '0.5+0', '0+5', '10+30b', '0+3x20b', '10+30b/60', '20+0/90']) {
    assert.equal(textOf(choiceOf(text)), text);
  }
  assert.deepEqual(controlsOf('5+3'), [controlOf('5+3'), controlOf('5+3')]);
  assert.deepEqual(controlsOf('5+3,1'), [controlOf('5+3'), controlOf('1')]);
  assert.equal(controlsOf('5+3,'), null);
  assert.equal(controlsOf('5,5,5'), null);
});

test('what is left says what is shown', () => {
  const control = controlOf('1+2x10b');
  assert.equal(totalTime(control), 80_000);
  assert.deepEqual(readingOf(control, 20_001), { time: 1, period: 0 });
  assert.deepEqual(readingOf(control, 20_000), { time: 10_000, period: 2 });
  assert.deepEqual(readingOf(control, 10_000), { time: 10_000, period: 1 });
  assert.deepEqual(readingOf(control, 0), { time: 0, period: 1 });
});
