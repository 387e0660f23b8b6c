// @ts-check
// How many threads search, and how large their table is: by the machine, its battery and the person's choice.

/** @import { PositionApp as App } from './app.js' */

import './common.js';
import { observe, reactive, update } from '../game/reactive.js';

export const MOST_THREADS = 8;
/** What one thread has of the table, and what a machine has for it by its memory, in MB. */
const TABLE = 16;
const TABLE_PER_GB = 8;
const LARGEST_TABLE = 64;
/** Browsers that do not tell their memory, in GB, get what a small machine gets. */
const SMALL_MEMORY = 4;
/** Of a battery that is saved: one thread. */
const LOW = 0.2;

const battery = reactive({ low: false });

/** Whether there can be several threads: not in a frame of another site, nor at the first visit. */
export const hasThreads = () => globalThis.crossOriginIsolated === true;

/** One core is for the page. */
export function automaticThreads() {
  const cores = navigator.hardwareConcurrency || 1;
  return battery.low ? 1 : Math.min(Math.max(cores - 1, 1), MOST_THREADS);
}

/** Let the searches of a page have threads, where there can be several. @param {App} app */
export async function useThreads({ client, settings }) {
  if (!hasThreads()) return;
  await watchBattery();
  observe(() => {
    const threads = settings.threads ?? automaticThreads();
    const { deviceMemory = SMALL_MEMORY } = /** @type {any} */ (navigator);
    const hash = Math.min(TABLE * threads, TABLE_PER_GB * deviceMemory, LARGEST_TABLE);
    client.resources = { threads, ...(hash > TABLE && { hash }) };
  });
}

/** Where the browser tells: Chromium. */
async function watchBattery() {
  const found = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  if (!found) return;
  const look = () => update(battery, { low: !found.charging && found.level <= LOW });
  for (const event of ['chargingchange', 'levelchange']) found.addEventListener(event, look);
  look();
}
