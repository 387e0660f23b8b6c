// Two clocks, with a time that stands until the test moves it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Clock, timeToThink } from '../../../../web/game/clock.js';
import { controlOf, totalTime } from '../../../../web/game/time-control.js';
import { FakeTime } from '../game_fakes.js';

/** Clocks with that control, and the hand that turns time. */
function clockOf(text, second = text) {
  const hand = new FakeTime();
  const [fallen, news, slept] = [[], [], []];
  const clock = new Clock({
    controls: [controlOf(text), controlOf(second)],
    sides: ['red', 'black'],
    onFlag: (side) => fallen.push(side),
    onEvent: (side, what) => news.push([side, what]),
    onSlept: () => slept.push(hand.now()),
    ...hand,
  });
  const left = () => [clock.left('red'), clock.left('black')];
  return { clock, left, fallen, news, slept, ...hand };
}

test('only the clock that runs loses time, and a move brings its increment', () => {
  const { clock, pass, left } = clockOf('1+2');
  pass(5000);
  assert.equal(clock.left('red'), 60_000, 'nobody has begun');
  clock.run('black');
  pass(7000);
  assert.deepEqual([left(), clock.running], [[60_000, 53_000], 'black']);
  clock.moved('black');
  assert.deepEqual([left(), clock.running], [[60_000, 55_000], null]);
  clock.run('red');
  clock.run('red');
  pass(1000);
  clock.run(null);
  pass(9000);
  assert.deepEqual(left(), [59_000, 55_000]);
});

test('a flag falls once, on the side whose time is up, and never for a clock that stands', () => {
  const { clock, pass, left, fallen, waiting } = clockOf('0+1', '0.1+0');
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
  assert.deepEqual([fallen, waiting()], [['red'], 0]);
  assert.deepEqual([left(), clock.running], [[0, 5500], null]);
});

test('a timer that is early takes nothing away', () => {
  const { clock, pass, ring, fallen } = clockOf('0+1');
  clock.run('red');
  pass(950);
  ring();
  assert.deepEqual([fallen, clock.left('red')], [[], 50]);
  pass(50);
  assert.deepEqual(fallen, ['red']);
});

test('byo-yomi: a move within a period costs nothing, a longer one costs periods', () => {
  const { clock, pass, fallen, news } = clockOf('0.5+3x20b');
  clock.run('red');
  pass(29_000);
  assert.deepEqual(clock.reading('red'), { time: 1000, period: 0, move: null });
  pass(11_000);
  assert.deepEqual(clock.reading('red'), { time: 10_000, period: 3, move: null });
  clock.moved('red');
  assert.deepEqual(clock.reading('red'), { time: 20_000, period: 3, move: null });
  clock.run('red');
  pass(25_000);
  clock.moved('red');
  assert.deepEqual(clock.reading('red'), { time: 20_000, period: 2, move: null });
  clock.run('red');
  pass(39_999);
  assert.deepEqual(fallen, []);
  pass(1);
  assert.deepEqual(fallen, ['red']);
  const periods = news.flatMap(([, what]) => what.periods ?? []);
  assert.deepEqual(periods, [3, 2, 1], 'each is told when it begins');
});

test('a time for every move is a byo-yomi from the beginning', () => {
  const { clock, pass, fallen } = clockOf('0+30b');
  for (let move = 0; move < 5; move += 1) {
    clock.run('red');
    pass(29_900);
    clock.moved('red');
  }
  assert.deepEqual([clock.reading('red'), fallen], [{ time: 30_000, period: 1, move: null }, []]);
  clock.run('red');
  pass(30_000);
  assert.deepEqual(fallen, ['red']);
});

test('a limit for a move makes a flag fall although there is time left, until byo-yomi begins', () => {
  const { clock, pass, fallen, left } = clockOf('2+30b/60');
  clock.run('red');
  pass(50_000);
  assert.deepEqual(clock.reading('red'), { time: 70_000, period: 0, move: 10_000 });
  clock.run(null);
  clock.set([...left()], [totalTime(controlOf('2+30b/60')), left()[1]]);
  assert.equal(clock.reading('red').move, 10_000, 'a reload gives nothing back');
  clock.moved('red');
  assert.equal(clock.reading('red').move, 60_000);
  clock.run('red');
  pass(59_900);
  assert.deepEqual(fallen, []);
  clock.moved('red');
  clock.run('red');
  pass(10_100 + 29_900);
  assert.deepEqual(clock.reading('red'), { time: 100, period: 1, move: null });
  clock.moved('red');
  assert.deepEqual(clock.reading('red'), { time: 30_000, period: 1, move: null });
  clock.run('black');
  pass(60_000);
  assert.deepEqual([fallen, clock.left('black')], [['black'], 0]);
});

test('a machine that sleeps costs nobody time, and it is told', () => {
  const { clock, pass, sleep, left, fallen, slept } = clockOf('5+0');
  clock.run('red');
  pass(2500);
  sleep(8 * 3_600_000);
  assert.equal(fallen.length, 0);
  assert.equal(slept.length, 1);
  assert.ok(left()[0] >= 296_000, `${left()[0]}`);
  pass(1000);
  sleep(3_600_000);
  clock.run(null);
  assert.equal(slept.length, 2, 'also when a move wakes it');
  clock.run('red');
  sleep(2000);
  assert.equal(slept.length, 2, 'a slow page is no sleep');
  assert.ok(left()[0] < 295_000);
});

test('a minute and ten seconds are told once each, of the clock that runs', () => {
  const { clock, pass, news } = clockOf('2+0');
  clock.run('black');
  pass(59_000);
  assert.deepEqual(news, []);
  pass(1000);
  assert.deepEqual(news, [['black', { left: 60_000 }]]);
  pass(55_000);
  assert.deepEqual(news.slice(1), [['black', { left: 10_000 }]]);
});

test('the engine leaves time for a machine that answers late', () => {
  assert.deepEqual([30_000, 10_000, 1000, 100, 0].map(timeToThink), [28_500, 9500, 900, 50, 50]);
});
