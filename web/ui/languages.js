// Our languages, and which of them a person reads. Without the words themselves, so that a page can choose before
// it loads any.

/**
 * `name` is what the language calls itself; `serves` are the browser languages that get it, the more special first.
 * A new language has a line here and a file in `texts/`: docs/translating.md.
 * @type {Record<string, { name: string, serves: string[] }>}
 */
export const LANGUAGES = {
  en: { name: 'English', serves: ['en'] },
  'zh-Hans': { name: '简体中文', serves: ['zh-hans', 'zh-cn', 'zh-sg', 'zh'] },
  'zh-Hant': { name: '繁體中文', serves: ['zh-hant', 'zh-tw', 'zh-hk', 'zh-mo', 'yue'] },
  vi: { name: 'Tiếng Việt', serves: ['vi'] },
};

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
    const found = Object.keys(LANGUAGES).find((name) => LANGUAGES[name].serves.includes(tag));
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
