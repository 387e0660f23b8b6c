/** @import { Settings } from '../game/settings.js' */

/** Have the first sound at hand, so that it delays no press. @param {{ settings: Settings }} app */
export function prepareSound({ settings: { volume } }) {
  if (volume > 0) import('./sounds.js').then(({ prepare }) => prepare()).catch(() => {});
}
