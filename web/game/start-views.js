// The views of the start positions, made by the rules when the site was built.

/** @import { GameName, View } from './types.js' */

import { fetchJson } from '../ui/load.js';

/**
 * Empty if they cannot be loaded; the engine is asked for them instead.
 * @param {URL} site
 * @returns {Promise<Partial<Record<GameName, View>>>}
 */
export async function startViews(site) {
  try {
    return await fetchJson(new URL('data/views.json', site), { signal: AbortSignal.timeout(4000) });
  } catch {
    return {};
  }
}
