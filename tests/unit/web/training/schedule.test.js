import assert from 'node:assert/strict';
import test from 'node:test';
import { cardFrom, dueOn, RETENTION, retrievability, reviewed } from '../../../../web/training/schedule.js';
import { daysAfter, daysBetween } from '../../../../web/ui/dates.js';
import { seeded } from '../game_fakes.js';

const FIRST = '2026-01-30';

test('what was missed comes back the next day, and then at growing intervals', () => {
  let card = reviewed(null, { known: false, today: FIRST });
  assert.equal(card.due, '2026-01-31');
  let waited = 1;
  for (let times = 0; times < 6; times++) {
    const today = card.due;
    card = reviewed(card, { known: true, today });
    assert.ok(daysBetween(today, card.due) > waited, `${today} ${card.due}`);
    waited = daysBetween(today, card.due);
  }
  assert.equal(reviewed(card, { known: false, today: card.due }).due < daysAfter(card.due, waited / 4), true);
});

test('what was known earlier than it was due tells less, and twice on a day nothing', () => {
  const card = reviewed(null, { known: true, today: FIRST });
  const [again, early, late] = [0, 1, 4].map((days) =>
    reviewed(card, { known: true, today: daysAfter(FIRST, days) }),
  );
  assert.equal(again.stability, card.stability);
  assert.ok(card.stability < early.stability && early.stability < late.stability);
  assert.doesNotThrow(
    () => reviewed(card, { known: true, today: '2026-01-01' }),
    'a clock that was set back',
  );
});

test('on the day when a card is due, it is still known with the chance that was wished for', () => {
  for (const stability of [5, 20, 100]) {
    const card = { stability, difficulty: 5, seen: FIRST, due: daysAfter(FIRST, stability) };
    assert.ok(Math.abs(retrievability(card, card.due) - RETENTION) < 0.01);
    assert.equal(retrievability(card, FIRST), 1);
  }
});

test('days are counted over the ends of months and years; the longest waiting comes first', () => {
  assert.equal(daysAfter('2026-12-31', 1), '2027-01-01');
  assert.equal(daysAfter('2028-02-28', 1), '2028-02-29');
  const cards = { a: { due: '2026-03-02' }, b: { due: '2026-03-01' }, c: { due: '2026-03-03' } };
  assert.deepEqual(dueOn(cards, '2026-03-02'), ['b', 'a']);
});

test("cards of Leitner's boxes keep their day, and how long they were known", () => {
  const card = cardFrom({ box: 2, due: '2026-03-08' });
  assert.deepEqual(card, { stability: 7, difficulty: 5, seen: '2026-03-01', due: '2026-03-08' });
  assert.deepEqual(cardFrom(card), card);
  assert.equal(cardFrom({ box: 9, due: '2026-03-08' }).stability, 30);
  for (const broken of [
    null,
    {},
    { box: -1, due: FIRST },
    { box: 1, due: 'soon' },
    { ...card, stability: 0 },
  ])
    assert.equal(cardFrom(broken), null);
});

// The learner forgets as FSRS has found that people do, each thing sooner or later than the average, and stays away
// on some days.
test('over sixty days a learner knows as much as is foretold, within five points', () => {
  const random = seeded(51);
  const things = Array.from({ length: 300 }, (_, at) => ({ ease: 0.8 + 0.4 * random(), from: at % 20 }));
  const cards = {};
  let [asked, known, foretold] = [0, 0, 0];
  for (let day = 0; day < 60; day++) {
    const today = daysAfter(FIRST, day);
    if (random() < 0.15) continue;
    for (const [id, { from }] of things.entries())
      if (!cards[id] && from <= day) cards[id] = reviewed(null, { known: random() < 0.5, today });
    for (const id of dueOn(cards, today)) {
      const card = cards[id];
      const chance = retrievability(card, today);
      const own = retrievability({ ...card, stability: card.stability * things[id].ease }, today);
      const isKnown = random() < own;
      if (daysBetween(FIRST, card.seen) >= 0 && card.seen < today) {
        asked += 1;
        known += Number(isKnown);
        foretold += chance;
      }
      cards[id] = reviewed(card, { known: isKnown, today });
    }
  }
  assert.ok(asked > 1000, `${asked}`);
  assert.ok(Math.abs(known - foretold) / asked < 0.05, `${known / asked}, foretold ${foretold / asked}`);
});
