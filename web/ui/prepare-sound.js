/** @import { Settings } from '../shell/settings.js' */

import { load } from '../engine/load.js';

/** Have the first sound at hand, so that it delays no press. @param {{ settings: Settings }} app */
export function prepareSound({ settings: { volume } }) {
  if (volume === 0) return;
  load(() => import('./sounds.js')).then(
    ({ prepare }) => prepare(),
    () => {}, // the first sound tries again
  );
}
