// The number of search threads and the size of their table, by the machine, its battery and the settings.

/** @import { PositionApp as App } from '../game-view/app.js' */

import { observe, reactive, update } from '../ui/reactive.js';

export const MOST_THREADS = 8;
/** The hash table in MB: for each thread, and at least; for each GB of the machine's memory; at most. */
const TABLE = 16;
const TABLE_PER_GB = 8;
const LARGEST_TABLE = 64;
/** The memory in GB assumed where the browser does not tell it. */
const SMALL_MEMORY = 4;
/** Below this charge the battery is spared: one thread. */
const LOW = 0.2;

const battery = reactive({ low: false });

/** Whether there can be several threads: not in a frame of another site, nor at the first visit. */
export const hasThreads = () => globalThis.crossOriginIsolated === true;

/** One core is for the page. */
export function automaticThreads() {
  const cores = navigator.hardwareConcurrency || 1;
  return battery.low ? 1 : Math.min(Math.max(cores - 1, 1), MOST_THREADS);
}

/** Give the searches of a page several threads, where that is possible. @param {App} app */
export async function useThreads({ client, settings }) {
  if (!hasThreads()) return;
  await watchBattery();
  const wanted = () => resourcesFor(settings.threads ?? automaticThreads());
  const resources = reactive(wanted());
  client.resources = resources;
  observe(() => update(resources, wanted()));
}

/** @param {number} threads */
function resourcesFor(threads) {
  const { deviceMemory = SMALL_MEMORY } = /** @type {any} */ (navigator);
  const hash = Math.min(TABLE * threads, TABLE_PER_GB * deviceMemory, LARGEST_TABLE);
  return { threads, hash: Math.max(hash, TABLE) };
}

/** Only Chromium tells the charge. */
async function watchBattery() {
  const found = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  if (!found) return;
  const look = () => update(battery, { low: !found.charging && found.level <= LOW });
  for (const event of ['chargingchange', 'levelchange']) found.addEventListener(event, look);
  look();
}
