// @ts-check
// Words in the language of the person. A language is one module of messages with the keys of English; to add one,
// write its module and give it a line in LANGUAGES and one in choose.js.

import { signal } from '@preact/signals-core';
import { FALLBACK } from './choose.js';
import { en } from './en.js';
import { zhHans } from './zh-Hans.js';

export { chooseLanguage, FALLBACK, languageFor } from './choose.js';

/** @typedef {keyof typeof en | import('./puzzles.en.js').PuzzleKey | import('./puzzle-files.en.js').FileKey | import('./frame.en.js').FrameKey | keyof typeof import('./lessons.en.js').default | keyof typeof import('./about.en.js').default} Key */
/** @typedef {string | { one: string, other: string } | { other: string }} Message */
/** @typedef {Record<keyof typeof en, Message>} Messages  of all pages */
/** @typedef {Record<string, string | number>} Params */

/**
 * `name` is what the language calls itself.
 * @type {Record<string, { name: string, messages: Messages }>}
 */
export const LANGUAGES = {
  en: { name: 'English', messages: en },
  'zh-Hans': { name: '简体中文', messages: zhHans },
};

/**
 * Take in the words that only one page needs.
 * @param {Record<string, Partial<Record<Key, Message>>>} more  by language
 */
export function learnWords(more) {
  for (const [name, messages] of Object.entries(more)) Object.assign(LANGUAGES[name].messages, messages);
}

export class Words {
  #language = signal(FALLBACK);
  #plural = new Intl.PluralRules(FALLBACK);
  #number = new Intl.NumberFormat(FALLBACK);

  /** @param {string} language one of LANGUAGES */
  constructor(language) {
    this.use(language);
  }

  get language() {
    return this.#language.value;
  }

  /** @param {string} language */
  use(language) {
    this.#plural = new Intl.PluralRules(language);
    this.#number = new Intl.NumberFormat(language);
    this.#language.value = language;
  }

  /** @param {string} text @returns {text is Key} whether there is a message of that name */
  has(text) {
    return Object.hasOwn(en, text);
  }

  /** A number as the language writes it. @param {number} value */
  number(value) {
    return this.#number.format(value);
  }

  /**
   * The message in words. Numbers are written as the language writes them; the first one chooses the plural.
   * @param {Key} key
   * @param {Params} [params]
   * @returns {string}
   */
  t(key, params = {}) {
    const message = /** @type {Record<Key, Message>} */ (LANGUAGES[this.#language.value].messages)[key];
    const text = typeof message === 'string' ? message : this.#form(message, params);
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const value = params[name];
      return typeof value === 'number' ? this.#number.format(value) : (value ?? '');
    });
  }

  /** @param {Exclude<Message, string>} message @param {Params} params */
  #form(message, params) {
    const count = Object.values(params).find((value) => typeof value === 'number') ?? 0;
    const form = this.#plural.select(Number(count));
    return ('one' in message && form === 'one' && message.one) || message.other;
  }
}
