// The clocks of a page, loaded for the first game that is played with some.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */

import { load } from '../ui/load.js';
import { onChange } from '../ui/reactive.js';
import { attempt } from '../ui/unloaded.js';

/**
 * @param {App<PlaySession>} app
 * @param {Parameters<typeof import('./clocks.js').gameClocks>[1]} options
 * @param {() => unknown} [wanted]  reads signals
 * @returns {Promise<void>} once the clocks are there, if they are wanted now
 */
export function lazyClocks(app, options, wanted = () => app.state.game.clock) {
  async function loadClocks() {
    if (app.clocks.now || !wanted()) return;
    const { gameClocks } = await load(() => import('./clocks.js'));
    app.clocks.now ??= gameClocks(app, options);
  }
  onChange(
    () => Boolean(wanted()),
    () => attempt(app, loadClocks, loadClocks),
  );
  return attempt(app, loadClocks, loadClocks);
}
