// Panels behind tabs, loaded when they are first opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoadError } from '../../../../web/ui/load.js';
import { panelTabs } from '../../../../web/ui/tabs.js';
import { settled } from '../game_fakes.js';
import { textOf } from '../template_text.js';

/** Tabs of which the second loads when the test says so. `shown`: what is in the page. */
function opened() {
  const loads = [];
  const load = () => new Promise((resolve, reject) => loads.push({ resolve, reject }));
  const panels = { moves: async () => () => 'the moves', match: load };
  const tabs = panelTabs({ t: (key) => key }, (name) => name, panels, { keep: true });
  const shown = async () => {
    textOf(tabs.view()); // what is shown is loaded
    await settled();
    return textOf(tabs.view());
  };
  return { tabs, loads, shown };
}

test('a panel whose tab is pressed twice is made once', async () => {
  // The Match panel was made twice, and the second one said that the match was open in another tab.
  const { tabs, loads, shown } = opened();
  tabs.open('match');
  tabs.open('match');
  await shown();
  loads[0].resolve(() => 'the match');
  await shown();
  tabs.open('match');
  assert.match(await shown(), /the match/);
  assert.equal(loads.length, 1);
});

test('a panel that could not be loaded says so in its place', async () => {
  const { tabs, loads, shown } = opened();
  tabs.open('match');
  await shown();
  loads[0].reject(new LoadError('no network'));
  assert.match(await shown(), /ui\.unloaded.*ui\.retry/s);
  tabs.open('moves');
  assert.match(await shown(), /the moves/);
});
