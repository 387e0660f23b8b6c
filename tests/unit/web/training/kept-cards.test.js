import assert from 'node:assert/strict';
import test from 'node:test';
import { KeptCards } from '../../../../web/training/kept-cards.js';
import { settled } from '../game_fakes.js';
import { newProfile, openTab, whenRefused, withoutRoom, written } from '../storage_fakes.js';

const noon = new Date('2026-05-10T12:00:00');
async function tab(profile, side = 'first') {
  const kept = new KeptCards(openTab(profile), 'xiangqi', side);
  await kept.load();
  return kept;
}
const keys = ({ state }) => Object.keys(state.cards).sort();

test('answers are kept by position, for each side apart, and show at once', async () => {
  const profile = newProfile();
  const kept = await tab(profile);
  const saving = kept.answer('a w', true, noon);
  assert.deepEqual(keys(kept), ['a w']);
  await saving;
  await kept.answer('b w', false, noon);
  const again = await tab(profile);
  assert.deepEqual(again.state.cards, kept.state.cards);
  assert.deepEqual(
    again.state.answers.map(({ id, result }) => [id, result]),
    [
      ['a w', 'solved'],
      ['b w', 'failed'],
    ],
  );
  assert.equal(again.state.cards['b w'].due, '2026-05-11');
  assert.deepEqual(keys(await tab(profile, 'second')), []);
});

test('two tabs that train at the same time lose nothing; an answer writes its own rows only', async () => {
  const profile = newProfile();
  const [one, two] = [await tab(profile), await tab(profile)];
  await Promise.all([one.answer('a w', true, noon), two.answer('b w', true, noon)]);
  await settled();
  for (const each of [one, two, await tab(profile)]) assert.deepEqual(keys(each), ['a w', 'b w']);
  const sizes = await written(() => one.answer('c w', true, noon));
  assert.ok(sizes.cards + sizes.attempts < 400, JSON.stringify(sizes));
});

test('without room training goes on, and everything is saved when there is room again', async () => {
  const profile = newProfile();
  const refused = await whenRefused(() => tab(profile));
  assert.equal(refused.state.keeping, 'refused');
  const kept = await tab(profile);
  await withoutRoom(() => kept.answer('a w', true, noon));
  assert.equal(kept.state.keeping, 'full');
  assert.deepEqual(keys(kept), ['a w']);
  await kept.answer('b w', true, noon);
  assert.equal(kept.state.keeping, 'kept');
  assert.deepEqual(keys(await tab(profile)), ['a w', 'b w']);
});

test('a card that cannot be read is asked anew', async () => {
  const profile = newProfile();
  await openTab(profile).run(['cards'], 'readwrite', (tx) =>
    tx.objectStore('cards').put({ game: 'repertoire xiangqi first', id: 'a w', due: 'soon' }),
  );
  const kept = await tab(profile);
  assert.deepEqual(keys(kept), []);
  await kept.answer('a w', true, noon);
  assert.deepEqual(keys(await tab(profile)), ['a w']);
});
