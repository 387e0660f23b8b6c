// The texts of one area in one language, fetched when they are wanted first.

/**
 * The texts of one area.
 * @param {string} area
 * @param {string} language  one of LANGUAGES
 * @returns {Promise<any>}
 */
export async function textsOf(area, language) {
  return (await import(`./${area}.${language}.js`)).default;
}
