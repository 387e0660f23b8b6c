// Sounds for what happens on a page: `sound(app, 'move')`. The synthesiser is loaded with the first one.

/** @import { SoundName } from './sounds.js' */

import { load } from './load.js';

/**
 * Play a sound, unless the person wants none. Failures are ignored.
 * @param {{ settings: { volume: number } }} app
 * @param {SoundName} name  `lowTime` is for clocks
 */
export async function sound({ settings: { volume } }, name) {
  if (volume === 0) return;
  try {
    await (await load(() => import('./sounds.js'))).play(name, volume);
  } catch {
    // No network, or no device that sounds.
  }
}

/** Have the first sound at hand, so that it delays no press. @param {{ settings: { volume: number } }} app */
export function prepareSound({ settings: { volume } }) {
  if (volume === 0) return;
  load(() => import('./sounds.js')).then(
    ({ prepare }) => prepare(),
    () => {}, // the first sound tries again
  );
}
