// How many threads search, and how large their table is, on machines of all kinds.

import assert from 'node:assert/strict';
import test from 'node:test';
import { automaticThreads, useThreads } from '../../../../web/shell/threads.js';
import { reactive, update } from '../../../../web/ui/reactive.js';

class Battery extends EventTarget {
  charging = true;
  level = 1;

  set(fields) {
    Object.assign(this, fields);
    this.dispatchEvent(new Event('levelchange'));
  }
}

/** What the searches of a page get on a machine; null: what they had before. */
async function resourcesOn({ threads = null, isolated = true, battery = new Battery(), ...machine }) {
  const value = { getBattery: async () => battery, ...machine };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  globalThis.crossOriginIsolated = isolated;
  const app = { client: { resources: null }, settings: reactive({ threads }) };
  await useThreads(app);
  return app;
}

for (const [cores, threads] of [
  [undefined, 1],
  [1, 1],
  [2, 1],
  [3, 2],
  [8, 7],
  [9, 8],
  [64, 8],
]) {
  test(`of ${cores ?? 'unknown'} cores one is left to the page, and at most eight search: ${threads}`, async () => {
    const { client } = await resourcesOn({ hardwareConcurrency: cores });
    assert.equal(automaticThreads(), threads);
    assert.equal(client.resources.threads, threads);
  });
}

for (const [deviceMemory, one, two, most] of [
  [0.25, 16, 16, 16],
  [2, 16, 16, 16],
  [4, 16, 32, 32],
  [undefined, 16, 32, 32],
  [8, 16, 32, 64],
  [32, 16, 32, 64],
]) {
  test(`the table of a machine with ${deviceMemory ?? 'unknown'} GB of memory`, async () => {
    const machine = deviceMemory === undefined ? {} : { deviceMemory };
    for (const [threads, hash] of [
      [1, one],
      [2, two],
      [8, most],
    ]) {
      const { client } = await resourcesOn({ threads, ...machine });
      assert.deepEqual({ ...client.resources }, { threads, hash });
    }
  });
}

test('a low battery is spared until it is charged', async () => {
  const battery = new Battery();
  const { client } = await resourcesOn({ hardwareConcurrency: 4, battery });
  const after = (fields) => {
    battery.set(fields);
    return client.resources.threads;
  };
  assert.equal(after({ charging: false, level: 0.21 }), 3);
  assert.equal(after({ level: 0.2 }), 1);
  assert.equal(after({ charging: true }), 3);
});

test('a number chosen in the settings counts, also on a low battery', async () => {
  const battery = new Battery();
  battery.set({ charging: false, level: 0.1 });
  const { client, settings } = await resourcesOn({ hardwareConcurrency: 4, battery, threads: 2 });
  assert.equal(client.resources.threads, 2);
  update(settings, { threads: null });
  assert.equal(client.resources.threads, 1);
  battery.set({ charging: true });
});

test('a page that is not isolated asks for no threads', async () => {
  const { client } = await resourcesOn({ hardwareConcurrency: 8, isolated: false });
  assert.equal(client.resources, null);
});
