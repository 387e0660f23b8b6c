// @ts-check
// Which of our languages a person reads. Without the words themselves, so that a board can be drawn before they come.

/** The browser languages that each of ours serves, the more special first. @type {Record<string, string[]>} */
const TAKES = { en: ['en'], 'zh-Hans': ['zh-hans', 'zh-cn', 'zh-sg', 'zh'] };

export const FALLBACK = 'en';

/**
 * The language we have for a wish such as `zh-CN` or `en_GB`, or null.
 * @param {string | null | undefined} wish
 * @returns {string | null}
 */
export function languageFor(wish) {
  if (!wish) return null;
  const parts = wish.toLowerCase().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join('-');
    const found = Object.keys(TAKES).find((name) => TAKES[name].includes(tag));
    if (found) return found;
  }
  return null;
}

/**
 * The first wish that can be granted: what the address says, what was chosen, what the browser prefers.
 * @param {Array<string | null | undefined>} wishes
 * @returns {string}
 */
export function chooseLanguage(wishes) {
  for (const wish of wishes) {
    const language = languageFor(wish);
    if (language) return language;
  }
  return FALLBACK;
}
