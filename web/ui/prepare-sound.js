import { load } from './load.js';

/** Have the first sound at hand, so that it delays no press. @param {{ settings: { volume: number } }} app */
export function prepareSound({ settings: { volume } }) {
  if (volume === 0) return;
  load(() => import('./sounds.js')).then(
    ({ prepare }) => prepare(),
    () => {}, // the first sound tries again
  );
}
