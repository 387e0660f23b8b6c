// Words in the language of the person: the messages of `texts/<language>.json`, in ICU message syntax.
// docs/translating.md tells how to change them, and how to add a language.

import { signal } from '@preact/signals-core';
import { FALLBACK, LANGUAGES } from './languages.js';
import { fetchJson } from './load.js';

export { chooseLanguage, FALLBACK, LANGUAGES, languageFor } from './languages.js';

/** The names of messages, without the notes beside them. @template Texts @typedef {Exclude<keyof Texts & string, `@${string}`>} Names */
/** @template Texts @typedef {{ [Name in Names<Texts>]: Texts[Name] extends string ? Name : `${Name}.${Keys<Texts[Name]>}` }[Names<Texts>]} Keys */
/** A message by the names that lead to it: `puzzles.theme.fork`. @typedef {Keys<typeof import('../texts/en.json')>} Key */
/** @typedef {Record<string, string | number>} Params */

/** A place such as `{name}` or `{count, plural, one {# move} other {# moves}}`. */
const PLACE = /\{(\w+)(?:, plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+))?\}/g;
const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

export class Words {
  #spoken = signal({ language: '', messages: /** @type {Record<string, string>} */ ({}) });
  /** See `add`. @type {Record<string, object>} */
  #late = {};
  #wanted = '';
  /** Made when they are first needed: that takes a tenth of the time in which a page starts. @type {Intl.PluralRules | null} */
  #plural = null;
  /** @type {Intl.NumberFormat | null} */
  #number = null;
  /** The newest loading, for older ones to wait for. @type {Promise<void>} */
  #loading = Promise.resolve();

  /** @param {string} language  one of LANGUAGES */
  static async load(language) {
    const words = new Words();
    await words.start(language);
    return words;
  }

  /** Speak that language, tried twice, or else another one: without a network not every language is there. @param {string} language */
  start(language) {
    return [language, ...Object.keys(LANGUAGES)].reduce(
      (started, each) => started.catch(() => this.use(each)),
      this.use(language),
    );
  }

  get language() {
    return this.#spoken.value.language;
  }

  /** Load that language, and speak it from then on; rejects if it cannot be loaded. @param {string} language */
  use(language) {
    if (language !== this.#wanted) {
      this.#wanted = language;
      this.#load(language);
    }
    return this.#loading;
  }

  /** More messages, by language, that come with the scripts which show them: nothing shows them yet. @param {Record<string, object>} late */
  add(late) {
    this.#late = late;
    const { language, messages } = this.#spoken.peek();
    flat(late[language] ?? {}, '', messages);
  }

  /** @param {string} text @returns {text is Key} whether there is a message of that name */
  has(text) {
    return Object.hasOwn(this.#spoken.value.messages, text);
  }

  /** The ends of the keys that begin like this. @param {string} start */
  endings(start) {
    const keys = Object.keys(this.#spoken.value.messages).filter((key) => key.startsWith(start));
    return keys.map((key) => key.slice(start.length));
  }

  /** A number as the language writes it, with so many decimal places. @param {number} value @param {number} [places] */
  number(value, places) {
    if (places === undefined) {
      this.#number ??= new Intl.NumberFormat(this.language || FALLBACK);
      return this.#number.format(value);
    }
    const format = { minimumFractionDigits: places, maximumFractionDigits: places };
    return value.toLocaleString(this.language, format).replace('-', '−');
  }

  /**
   * A number short enough for a line of facts: 950, 12.3K, 4.12M; 万 and 亿 in Chinese, nghìn and triệu in
   * Vietnamese, whose letters for them (N, Tr) nobody knows.
   * @param {number} value
   */
  compact(value) {
    const compactDisplay = this.language === 'vi' ? 'long' : 'short';
    const format = { notation: 'compact', compactDisplay, maximumSignificantDigits: 3 };
    return value.toLocaleString(this.language, /** @type {Intl.NumberFormatOptions} */ (format));
  }

  /**
   * The message in words. Numbers are written as the language writes them.
   * @param {Key} key
   * @param {Params} [params]
   * @returns {string}
   */
  t(key, params = {}) {
    return this.#fill(this.#spoken.value.messages[key], params);
  }

  /** @param {string} message @param {Params} params @returns {string} */
  #fill(message, params) {
    return message.replace(PLACE, (_, name, plural) => {
      const value = params[name];
      if (!plural) return typeof value === 'number' ? this.number(value) : (value ?? '');
      const forms = Object.fromEntries([...plural.matchAll(FORM)].map(([, form, text]) => [form, text]));
      this.#plural ??= new Intl.PluralRules(this.language || FALLBACK);
      const text = forms[this.#plural.select(Number(value))] ?? forms.other;
      return this.#fill(text.replaceAll('#', `{${name}}`), params);
    });
  }

  /** @param {string} language */
  #load(language) {
    /** @type {Promise<void>} */
    const loading = fetchJson(new URL(`../texts/${language}.json`, import.meta.url)).then(
      (texts) => {
        if (this.#loading !== loading) return this.#loading;
        this.#plural = null;
        this.#number = null;
        this.#spoken.value = { language, messages: flat(this.#late[language] ?? {}, '', flat(texts)) };
      },
      (error) => {
        if (this.#loading !== loading) return this.#loading;
        // As it was, so that what is wanted next does not fail, too.
        this.#wanted = this.language;
        this.#loading = Promise.resolve();
        throw error;
      },
    );
    this.#loading = loading;
  }
}

/** Nested texts by their keys. @param {object} texts @param {string} [start] @param {Record<string, string>} [messages] */
export function flat(texts, start = '', messages = {}) {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') messages[start + name] = text;
    else flat(text, `${start}${name}.`, messages);
  }
  return messages;
}
