// Two clocks, with a time that stands until the test moves it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Clock, controlOf } from '../../../web/game/clock.js';

/** A clock of 5+3 seconds, say, and the hand that turns time. */
function clockOf(control) {
  let now = 1000;
  /** @type {Array<{ at: number, act: () => void }>} */
  let alarms = [];
  const fallen = [];
  const clock = new Clock({
    control,
    sides: ['red', 'black'],
    onFlag: (side) => fallen.push(side),
    now: () => now,
    alarm: (ms, act) => {
      const alarm = { at: now + ms, act };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((each) => each !== alarm);
      };
    },
  });
  const pass = (ms) => {
    now += ms;
    for (const alarm of alarms.filter(({ at }) => at <= now)) {
      alarms = alarms.filter((each) => each !== alarm);
      alarm.act();
    }
  };
  return { clock, pass, fallen, waiting: () => alarms.length, early: () => alarms[0].act() };
}

test('a control is minutes, and seconds for every move', () => {
  assert.deepEqual(controlOf('5+3'), { time: 300_000, increment: 3000 });
  assert.deepEqual(controlOf('10'), { time: 600_000, increment: 0 });
  assert.deepEqual(controlOf('0+5'), { time: 5000, increment: 5000 }, 'no minutes: the seconds of one move');
});

test('only the clock that runs loses time, and a move brings its increment', () => {
  const { clock, pass } = clockOf({ time: 60_000, increment: 2000 });
  pass(5000);
  assert.equal(clock.left('red'), 60_000, 'nobody has begun');
  clock.run('black');
  pass(7000);
  assert.deepEqual([clock.left('red'), clock.left('black'), clock.running], [60_000, 53_000, 'black']);
  clock.moved('black');
  assert.deepEqual([clock.left('black'), clock.running], [55_000, null]);
  clock.run('red');
  clock.run('red');
  pass(1000);
  clock.run(null);
  pass(9000);
  assert.deepEqual([clock.left('red'), clock.left('black')], [59_000, 55_000]);
});

test('a flag falls once, on the side whose time is up, and never for a clock that stands', () => {
  const { clock, pass, fallen, waiting } = clockOf({ time: 1000, increment: 0 });
  clock.run('red');
  pass(999);
  clock.run('black');
  pass(500);
  clock.run(null);
  pass(10_000);
  assert.deepEqual([fallen, waiting()], [[], 0]);
  clock.run('red');
  pass(1);
  pass(10_000);
  assert.deepEqual(fallen, ['red']);
  assert.deepEqual([clock.left('red'), clock.left('black'), clock.running], [0, 500, null]);
});

test('a timer that is early takes nothing away', () => {
  const { clock, pass, fallen, early } = clockOf({ time: 1000, increment: 0 });
  clock.run('red');
  pass(900);
  early();
  assert.deepEqual([fallen, clock.left('red')], [[], 100]);
  pass(100);
  assert.deepEqual(fallen, ['red']);
});

test('what is taken back brings its time back', () => {
  const { clock, pass } = clockOf({ time: 60_000, increment: 1000 });
  clock.keep(0);
  clock.run('red');
  pass(10_000);
  clock.moved('red');
  clock.keep(1);
  clock.run('black');
  pass(20_000);
  clock.back(1);
  assert.deepEqual([clock.left('red'), clock.left('black'), clock.running], [51_000, 60_000, null]);
  clock.back(0);
  assert.equal(clock.left('red'), 60_000);
  clock.back(99);
  assert.equal(clock.left('red'), 60_000, 'of a position that nobody knows nothing is known');
});
