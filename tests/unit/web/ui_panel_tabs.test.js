// Panels behind tabs, loaded when they are first opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelTabs } from '../../../web/ui/panel-tabs.js';
import { settled } from './game_fakes.js';
import { textOf } from './template_text.js';

/** Tabs of which the second loads when the test says so. */
function opened() {
  const loads = [];
  const load = () => new Promise((resolve, reject) => loads.push({ resolve, reject }));
  const panels = [
    { name: 'moves', label: 'moves', load: async () => () => 'the moves' },
    { name: 'match', label: 'match', load },
  ];
  return { tabs: panelTabs({ t: (key) => key }, panels, { keep: true }), loads };
}

test('a panel whose tab is pressed twice is made once', async () => {
  // The Match panel was made twice, and the second one said that the match was open in another tab.
  const { tabs, loads } = opened();
  tabs.open('match');
  tabs.open('match');
  loads[0].resolve(() => 'the match');
  await settled();
  tabs.open('match');
  await settled();
  assert.equal(loads.length, 1);
  assert.match(textOf(tabs.view()), /the match/);
});

test('a panel that could not be loaded is asked for again', async () => {
  const { tabs, loads } = opened();
  tabs.open('match');
  loads[0].reject(new Error('no network'));
  await settled();
  assert.match(textOf(tabs.view()), /analysis\.panel\.failed/);
  tabs.open('match');
  loads[1].resolve(() => 'the match');
  await settled();
  assert.match(textOf(tabs.view()), /the match/);
});
