// What could not be loaded, and how to try again.

import assert from 'node:assert/strict';
import test from 'node:test';
import { LoadError } from '../../../../web/ui/load.js';
import { reactive } from '../../../../web/ui/reactive.js';
import { attempt, lazyView, unloadedCard } from '../../../../web/ui/unloaded.js';
import { settled } from '../game_fakes.js';
import { textOf } from '../template_text.js';

const newPage = () => ({ t: (key) => key, pageStatus: reactive({ unloaded: new Map() }) });
/** Fails as often as it is told to. @param {number} failures @param {boolean} [gone] */
const failing =
  (failures, gone = false) =>
  async () => {
    failures -= 1;
    if (failures >= 0) throw new LoadError('no network', gone);
  };

test('the page says what it could not do, until it is done', async () => {
  const page = newPage();
  const card = unloadedCard(page);
  assert.equal(textOf(card()), '');
  const open = failing(2);
  await attempt(page, open, open);
  assert.match(textOf(card()), /ui\.unloaded.*ui\.retry/s);
  const [{ again }] = page.pageStatus.unloaded.values();
  await again();
  assert.equal(page.pageStatus.unloaded.size, 1);
  await attempt(page, open, open);
  assert.equal(textOf(card()), '');
});

test('the same thing wanted twice is done once', async () => {
  const page = newPage();
  const done = [];
  const open = failing(2);
  const act = (/** @type {string} */ what) => async () => {
    await open();
    done.push(what);
  };
  await attempt(page, open, act('first'));
  await attempt(page, open, act('second'));
  for (const { again } of page.pageStatus.unloaded.values()) await again();
  assert.deepEqual(done, ['second']);
});

test('what is gone needs a reload', async () => {
  const page = newPage();
  const open = failing(1, true);
  await attempt(page, open, open);
  assert.match(textOf(unloadedCard(page)()), /ui\.unloaded\.gone.*ui\.reload/s);
});

test('a fault of the program is none of the network', async () => {
  const fault = new TypeError('x is not a function');
  const act = async () => {
    throw fault;
  };
  await assert.rejects(attempt(newPage(), act, act), fault);
});

test('a view that is loaded late is loaded once', async () => {
  const open = failing(1);
  let loads = 0;
  const view = lazyView(newPage(), async () => {
    loads += 1;
    await open();
    return () => 'the list';
  });
  view();
  view();
  await settled();
  assert.equal(loads, 1);
  assert.match(textOf(view()), /ui\.unloaded.*ui\.retry/s);
});

test('what does not come for long says so, and still comes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = newPage();
  let come = () => {};
  const act = () => new Promise((resolve) => (come = () => resolve(null)));
  const done = attempt(page, act, act);
  assert.equal(textOf(unloadedCard(page)()), '');
  t.mock.timers.tick(20_000);
  assert.match(textOf(unloadedCard(page)()), /ui\.unloaded.*ui\.retry/s);
  come();
  await done;
  assert.equal(textOf(unloadedCard(page)()), '');
});
