// The texts of one area in one language, fetched when they are wanted first.

import { load } from '../engine/load.js';

/**
 * The texts of one area. Rejects with a LoadError.
 * @param {string} area
 * @param {string} language  one of LANGUAGES
 * @returns {Promise<any>}
 */
export async function textsOf(area, language) {
  return (await load(() => import(`./${area}.${language}.js`))).default;
}
