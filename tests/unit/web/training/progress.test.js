import assert from 'node:assert/strict';
import test from 'node:test';
import { fits, hasPuzzle, nextPuzzle, placeOfDay } from '../../../../web/puzzles/next-puzzle.js';
import {
  begun,
  daysInARow,
  NOTHING,
  progressFrom,
  recorded,
  renamed,
  START,
  withRun,
  withVote,
} from '../../../../web/training/progress.js';
import { asText, importProgress, merged } from '../../../../web/training/progress-file.js';
import { dueOn } from '../../../../web/training/schedule.js';
import { dayOf, daysAfter, daysBetween, isDay } from '../../../../web/ui/dates.js';
import { CLOCK_CHANGES, inTimeZone, seeded } from '../game_fakes.js';

const noon = (day) => new Date(`${day}T12:00:00`);
const after = (progress, id, result, day, rating = 1500) =>
  recorded(progress, { id, rating, result, at: noon(day) });

test('an attempt moves the rating once; help and a second meeting do not', () => {
  const first = after(NOTHING, 'a', 'solved', '2026-01-01');
  assert.ok(first.rating.rating > START.rating);
  assert.deepEqual(first.streak, { now: 1, best: 1 });
  const helped = after(first, 'b', 'helped', '2026-01-01');
  assert.equal(helped.rating.rating, first.rating.rating);
  assert.deepEqual(helped.streak, { now: 0, best: 1 });
  assert.ok(helped.cards.b);
  const again = after(helped, 'b', 'solved', '2026-01-02');
  assert.equal(again.rating.rating, helped.rating.rating);
  assert.ok(again.cards.b.due > helped.cards.b.due);
  assert.ok(!again.cards.a, 'it was solved at once');
});

// Everybody began with a deviation of 220: whoever missed the first puzzle saw "Your rating: 902 (−98)".
test('three puzzles place the visitor; after them a mistake costs about as much as a few good moves bring back', () => {
  const place = (results) =>
    results.reduce(
      (progress, result, at) => after(progress, `p${at}`, result, '2026-01-01', progress.rating.rating),
      NOTHING,
    );
  const [weak, middling, strong] = ['fff', 'sfs', 'sss'].map((all) =>
    place([...all].map((each) => (each === 's' ? 'solved' : 'failed'))),
  );
  assert.ok(weak.rating.rating < 700 && strong.rating.rating > 1300);
  assert.ok(Math.abs(middling.rating.rating - START.rating) < 200);
  for (const placed of [weak, middling, strong]) {
    assert.equal(placed.placed, 3);
    assert.equal(placed.rating.deviation, START.deviation);
    const { rating } = placed.rating;
    const lost = rating - after(placed, 'next', 'failed', '2026-01-01', rating).rating.rating;
    assert.ok(lost > 25 && lost < 40, `${lost}`);
  }
});

// With a deviation of 200 a mistake cost 85 points, and 137 after a year away.
test('no mistake costs a placed visitor a hundred points, not even after years, nor in the easiest puzzle', () => {
  const old = { ...NOTHING, placed: 3, rating: { rating: 1500, deviation: 200, volatility: 0.06 } };
  const year = { ...old, attempts: [{ id: 'a', at: +noon('2026-01-01'), result: 'solved', rating: 1500 }] };
  for (const before of [old, year]) {
    const cost = (rating) => 1500 - after(before, 'b', 'failed', '2027-01-01', rating).rating.rating;
    assert.ok(cost(1500) > 25 && cost(1500) < 35, `${cost(1500)}`);
    assert.ok(cost(0) < 70, `${cost(0)}`);
  }
});

// Chess began at 1500, though half of its puzzles are rated below 800: all three that place a visitor were too hard.
test('a visitor begins in the middle of the puzzles, and stays there until one is rated', () => {
  const rows = [400, 780, 500, 2250, 900].map((rating) => ({ rating }));
  assert.equal(begun(NOTHING, rows).rating.rating, 780);
  assert.equal(begun(after(NOTHING, 'a', 'helped', '2026-01-01'), rows).rating.rating, 780);
  const placed = after(begun(NOTHING, rows), 'a', 'solved', '2026-01-01', 780);
  assert.equal(begun(placed, rows), placed);
  assert.equal(begun(NOTHING, []), NOTHING, 'before the index is there');
});

test('a file goes to the progress with the puzzles that it names', () => {
  const given = after(NOTHING, 'a', 'solved', '2026-01-01');
  const scales = [];
  const trainer = { changeProgress: (scale, change) => scales.push([scale, change(NOTHING)]) };
  for (const scale of ['xiangqi', 'chess', 'file']) importProgress(trainer, asText(given, scale));
  assert.deepEqual(scales, [
    ['xiangqi', given],
    ['chess', given],
    ['file', given],
  ]);
  assert.throws(() => importProgress(trainer, asText(given, 'go')), /game go/);
});

test('help places nobody, nor does a puzzle of a run', () => {
  const helped = after(NOTHING, 'a', 'helped', '2026-01-01');
  const ran = recorded(helped, {
    id: 'b',
    rating: 1500,
    result: 'failed',
    at: noon('2026-01-01'),
    rated: false,
  });
  assert.equal(ran.placed, 0);
  assert.deepEqual(ran.rating, START);
  assert.deepEqual(ran.streak, helped.streak);
  assert.ok(ran.cards.b, 'it comes back all the same');
});

test('old ids become those of today, once', () => {
  const former = new Map([['xkcrjpb', 'xq-0008']]);
  const old = withVote(after(NOTHING, 'xkcrjpb', 'failed', '2026-01-01'), 'xkcrjpb', -1);
  const now = renamed(old, former);
  assert.equal(now.attempts[0].id, 'xq-0008');
  assert.deepEqual(now.cards, { 'xq-0008': old.cards.xkcrjpb });
  assert.deepEqual(now.votes, { 'xq-0008': -1 }, 'a vote stayed with the old id, which no file has any more');
  assert.equal(renamed(now, former), now);
});

test('a vote is taken back by the same vote, and changed by the other', () => {
  const up = withVote(NOTHING, 'a', 1);
  assert.deepEqual(up.votes, { a: 1 });
  assert.deepEqual(withVote(up, 'a', 1).votes, {});
  assert.deepEqual(withVote(up, 'a', -1).votes, { a: -1 });
});

test('runs and votes leave as a file and come back', () => {
  const run = { kind: 'rush3', at: 5, solved: 7, mistakes: 3, spent: 180_000 };
  const mine = withVote(withRun(NOTHING, run), 'a', -1);
  const back = progressFrom(JSON.parse(asText(mine)));
  assert.deepEqual([back.runs, back.votes], [[run], { a: -1 }]);
  assert.deepEqual(merged(mine, back).runs, [run], 'the same run is not there twice');
  assert.throws(() => progressFrom({ ...JSON.parse(asText(mine)), runs: [{ kind: 'dash' }] }), /runs\[0\]/);
  assert.throws(() => progressFrom({ ...JSON.parse(asText(mine)), votes: { a: 5 } }), /votes.a/);
});

test('runs of which nobody knows the day are read, and stay as many as they are', () => {
  const runs = [7, 4].map((solved) => ({ kind: 'rush3', solved, mistakes: 3, spent: 1000 * solved }));
  const old = progressFrom({ ...JSON.parse(asText(NOTHING)), runs });
  const dated = { kind: 'rush3', at: 5, solved: 1, mistakes: 3, spent: 60_000 };
  const undated = runs.map((run) => ({ ...run, at: 0 }));
  assert.deepEqual(old.runs, undated);
  assert.deepEqual(merged(old, withRun(old, dated)).runs, [...undated, dated]);
  assert.throws(
    () => progressFrom({ ...JSON.parse(asText(old)), runs: [{ ...dated, at: 'today' }] }),
    /runs/,
  );
});

test('days in a row count up to today or yesterday', () => {
  let progress = NOTHING;
  for (const day of ['2026-01-01', '2026-01-03', '2026-01-04', '2026-01-05'])
    progress = after(progress, day, 'solved', day);
  assert.equal(daysInARow(progress, '2026-01-05'), 3);
  assert.equal(daysInARow(progress, '2026-01-06'), 3);
  assert.equal(daysInARow(progress, '2026-01-07'), 0);
});

test('progress goes out as text and comes back the same; what is no progress is named', () => {
  const progress = after(after(NOTHING, 'a', 'failed', '2026-01-01'), 'b', 'solved', '2026-01-02');
  assert.deepEqual(progressFrom(JSON.parse(asText(progress))), progress);
  const broken = [
    [null, /no object/],
    [{}, /schema/],
    [{ ...progress, schema: 1, rating: { rating: 'high' } }, /rating\.rating/],
    [{ ...progress, schema: 1, attempts: [{ id: 1 }] }, /attempts\[0\]/],
    [{ ...progress, schema: 2, cards: { a: { box: -1, due: 'soon' } } }, /cards\.a/],
    [{ ...progress, schema: 1, streak: null }, /streak/],
  ];
  for (const [data, reason] of broken) assert.throws(() => progressFrom(data), reason);
});

test('a file with cards of the first version is read, and leaves as one of the second', () => {
  const old = { ...NOTHING, schema: 1, cards: { a: { box: 1, due: '2026-01-04' } } };
  const now = progressFrom(old);
  assert.equal(now.cards.a.due, '2026-01-04');
  const text = JSON.parse(asText(now, 'xiangqi'));
  assert.equal(text.schema, 2);
  assert.deepEqual(progressFrom(text), now);
});

test('two lots of progress become one: nothing is lost, nothing is there twice', () => {
  const common = after(NOTHING, 'a', 'solved', '2026-01-01');
  const mine = after(common, 'b', 'failed', '2026-01-02');
  const other = after(common, 'c', 'failed', '2026-01-03');
  const both = merged(mine, other);
  assert.deepEqual(
    both.attempts.map(({ id }) => id),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(Object.keys(both.cards).sort(), ['b', 'c']);
  assert.equal(both.rating, other.rating);
  assert.deepEqual(merged(both, mine).attempts, both.attempts);
});

// ---- which comes next ----

const puzzles = [400, 600, 950, 1050, 1400, 1800].map((rating, at) => ({
  id: `p${at}`,
  rating,
  themes: at % 2 ? ['mate'] : ['fork'],
}));

test("the day's puzzle is the same for everybody, and each comes once before any comes again", () => {
  for (const count of [1, 2, 7, 60, 1000]) {
    let day = '2026-05-01';
    const places = new Set();
    for (let i = 0; i < count; i++) {
      places.add(placeOfDay(day, count));
      day = daysAfter(day, 1);
    }
    assert.equal(places.size, count);
    assert.ok([...places].every((place) => place >= 0 && place < count));
  }
  assert.equal(placeOfDay('2026-05-01', 60), placeOfDay('2026-05-01', 60));
});

test('the next puzzle is new and near the strength of the person, then new, then the one longest ago', () => {
  const any = { theme: null, from: 0, to: 5000 };
  const random = seeded(3);
  for (let i = 0; i < 20; i++)
    assert.ok(['p2', 'p3'].includes(nextPuzzle(puzzles, NOTHING, any, { random }).id));
  let progress = after(after(NOTHING, 'p2', 'helped', '2026-01-01'), 'p3', 'helped', '2026-01-02');
  assert.equal(nextPuzzle(puzzles, progress, any).id, 'p1');
  for (const [at, id] of ['p0', 'p1', 'p4', 'p5'].entries())
    progress = after(progress, id, 'helped', `2026-01-1${at}`);
  assert.equal(nextPuzzle(puzzles, progress, any).id, 'p2');
  assert.equal(nextPuzzle(puzzles, progress, any, { but: 'p2' }).id, 'p3');
});

test('quick puzzles place a visitor, as far as there are any', () => {
  const lengths = ['oneMove', 'short', 'long', 'veryLong'];
  const rows = lengths.map((length, at) => ({ id: length, rating: at < 2 ? 1200 : 1000, themes: [length] }));
  const any = { theme: null, from: 0, to: 5000 };
  const chosen = (progress, filter = any) =>
    [0, 0.3, 0.6, 0.9].map((number) => nextPuzzle(rows, progress, filter, { random: () => number }).id);
  assert.ok(chosen(NOTHING).every((id) => lengths.indexOf(id) < 2));
  assert.ok(chosen({ ...NOTHING, placed: 3 }).every((id) => lengths.indexOf(id) >= 2));
  assert.deepEqual(new Set(chosen(NOTHING, { ...any, theme: 'long' })), new Set(['long']));
});

test('a filter is kept to, and where nothing fits there is nothing', () => {
  assert.ok(fits(puzzles[1], { theme: 'mate', from: 500, to: 700 }));
  assert.ok(!fits(puzzles[1], { theme: 'fork', from: 500, to: 700 }));
  assert.equal(nextPuzzle(puzzles, NOTHING, { theme: 'pin', from: 0, to: 5000 }), null);
});

test('a day is a day where the person is', () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 0, 1)), '2026-01-05');
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
});

test('every day is one day long where clocks are changed', async () => {
  for (const [zone, days] of Object.entries(CLOCK_CHANGES))
    await inTimeZone(zone, () => {
      for (const day of days) {
        const [before, next] = [daysAfter(day, -1), daysAfter(day, 1)];
        assert.deepEqual([daysBetween(before, day), daysBetween(day, next)], [1, 1], `${zone} ${day}`);
        const late = (each) => new Date(`${each}T23:59:00`);
        const [missed, again] = [before, day].map((each) => late(each));
        const failed = recorded(NOTHING, { id: 'a', rating: 900, result: 'failed', at: missed });
        assert.deepEqual(dueOn(failed.cards, day), ['a'], `${zone} ${day}`);
        const solved = recorded(failed, { id: 'a', rating: 900, result: 'solved', at: again });
        assert.equal(solved.cards.a.due, daysAfter(day, 2), `${zone} ${day}`);
        const both = recorded(solved, {
          id: 'b',
          rating: 900,
          result: 'solved',
          at: new Date(`${next}T00:01:00`),
        });
        assert.equal(daysInARow(both, next), 2, `${zone} ${day}`);
      }
    });
});

test('a date is one that the calendar has', () => {
  for (const day of ['2026-01-31', '2028-02-29', '2020-01-01']) assert.ok(isDay(day), day);
  for (const day of [
    '2026-02-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-31',
    ' 2026-01-31',
    '0026-01-31',
  ])
    assert.ok(!isDay(day), day);
  for (const day of ['', 'yesterday', null, 20260131]) assert.ok(!isDay(day), String(day));
});

test('the puzzle of a day is there from the moment that the day has begun somewhere', () => {
  const now = new Date('2026-11-29T09:59:00Z');
  assert.ok(hasPuzzle('2026-11-29', now) && hasPuzzle('2020-01-01', now));
  assert.ok(!hasPuzzle('2026-11-30', now) && hasPuzzle('2026-11-30', new Date('2026-11-29T10:00:00Z')));
  assert.ok(!hasPuzzle('2019-12-31', now) && !hasPuzzle('2030-01-01', now));
});

test('the puzzle of a day to come does not count as done, and what was saved so is forgotten', () => {
  // ?daily=2030-01-01 was solved in 2026: the puzzle of the day stayed undone for years, saved and exported.
  const at = new Date('2026-01-02T12:00:00');
  const solve = (progress, id, daily) => recorded(progress, { id, rating: 900, result: 'solved', at, daily });
  assert.equal(solve(NOTHING, 'one', '2030-01-01').daily, null);
  assert.equal(solve({ ...NOTHING, daily: '2030-01-01' }, 'one', '2026-01-02').daily, '2026-01-02');
});

test('the puzzle of an earlier day leaves the one of today done', () => {
  // It took its place, and the mark of today was gone.
  const at = new Date('2026-01-02T12:00:00');
  const solve = (progress, id, daily) => recorded(progress, { id, rating: 900, result: 'solved', at, daily });
  const both = solve(solve(NOTHING, 'one', '2026-01-02'), 'two', '2026-01-01');
  assert.equal(both.daily, '2026-01-02');
  assert.equal(solve(both, 'three', null).daily, '2026-01-02');
});
