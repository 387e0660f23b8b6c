// @ts-check
// The page goes on without a network: what comes of it is told to the parts that show it.

/** @import { App } from './app.js' */

import { Offline } from '../engine/offline.js';
import { update } from '../game/reactive.js';

/** @param {App} app @param {URL} base  the root of the site @param {() => void} [onReady] */
export function useWithoutNetwork(app, base, onReady = () => {}) {
  const offline = new Offline({ base });
  const change = async () => update(app.pageStatus, { blocked: !(await offline.update()) });
  let ready = false;
  offline.addEventListener('state', () => {
    const { state } = offline;
    const newer = state.state === 'updateAvailable';
    update(app.pageStatus, { offline: state, update: newer ? change : null, refresh: () => offline.look() });
    if (state.state === 'ready' && !ready) onReady();
    ready ||= state.state === 'ready';
  });
  offline.start();
}
