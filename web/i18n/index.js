// Words in the language of the person. The messages of one area in one language are a file, `<area>.<language>.js`,
// that is loaded when a page speaks that language; all languages have the keys of English.

import { signal } from '@preact/signals-core';
import { FALLBACK, LANGUAGES } from './choose.js';
import { textsOf } from './texts.js';

export { chooseLanguage, FALLBACK, LANGUAGES, languageFor } from './choose.js';

/** @typedef {typeof import('./app.en.js').default & typeof import('./later.en.js').default & typeof import('./dialogs.en.js').default & typeof import('./picture.en.js').default} EveryPage */
/** @typedef {typeof import('./puzzles.en.js').default & typeof import('./puzzle-files.en.js').default & typeof import('./puzzle-modes.en.js').default} Puzzles */
/** @typedef {typeof import('./about.en.js').default & typeof import('./lessons.en.js').default & typeof import('./course.en.js').default} Learn */
/** @typedef {typeof import('./analysis.en.js').default & typeof import('./panels.en.js').default & typeof import('./editor.en.js').default & typeof import('./endings.en.js').default} Analysis */
/** @typedef {keyof (EveryPage & Puzzles & Analysis & Learn & typeof import('./lab.en.js').default & typeof import('./lab-match.en.js').default & typeof import('./lab-search.en.js').default & typeof import('./lab-compile.en.js').default & typeof import('./frame.en.js').default)} Key */
/** @typedef {'app' | 'later' | 'dialogs' | 'picture' | 'puzzles' | 'puzzle-files' | 'puzzle-modes' | 'analysis' | 'panels' | 'editor' | 'endings' | 'lab' | 'lab-match' | 'lab-search' | 'lab-compile' | 'frame' | 'about' | 'lessons' | 'course'} Area */
/** @typedef {string | { one: string, other: string }} Message */
/** @template {object} English @typedef {Record<keyof English, Message>} Translation */
/** @typedef {Record<string, string | number>} Params */

/** The areas of every page with a game. @type {readonly Area[]} */
const COMMON = ['app', 'picture'];

export class Words {
  /** @type {Set<Area>} */
  #areas;
  /** Those that have been loaded. @type {Set<Area>} */
  #known = new Set();
  #spoken = signal({ language: '', messages: /** @type {Record<string, Message>} */ ({}) });
  #wanted = '';
  #plural = new Intl.PluralRules(FALLBACK);
  #number = new Intl.NumberFormat(FALLBACK);
  /** The newest loading, for older ones to wait for. @type {Promise<void>} */
  #loading = Promise.resolve();

  /** @param {readonly Area[]} areas  besides those of every page */
  constructor(areas) {
    this.#areas = new Set([...COMMON, ...areas]);
  }

  /** @param {string} language  one of LANGUAGES @param {readonly Area[]} [areas]  besides those of every page */
  static async load(language, areas = []) {
    const words = new Words(areas);
    await words.start(language);
    return words;
  }

  /** Speak that language, or else another one: without a network not every language is there. @param {string} language */
  start(language) {
    return Object.keys(LANGUAGES).reduce(
      (started, other) => started.catch(() => this.use(other)),
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
      this.#load();
    }
    return this.#loading;
  }

  /** Load areas that not every visitor needs. @param {...Area} areas */
  learn(...areas) {
    for (const area of areas) this.#areas.add(area);
    if (areas.some((area) => !this.#known.has(area))) this.#load();
    return this.#loading;
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
    if (places === undefined) return this.#number.format(value);
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
   * The message in words. Numbers are written as the language writes them; the first one chooses the plural.
   * @param {Key} key
   * @param {Params} [params]
   * @returns {string}
   */
  t(key, params = {}) {
    const message = this.#spoken.value.messages[key];
    const text = typeof message === 'string' ? message : this.#form(message, params);
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const value = params[name];
      return typeof value === 'number' ? this.#number.format(value) : (value ?? '');
    });
  }

  #load() {
    const language = this.#wanted;
    const areas = [...this.#areas];
    const texts = areas.map((area) => textsOf(area, language));
    /** @type {Promise<void>} */
    const loading = Promise.all(texts).then(
      (texts) => {
        if (this.#loading !== loading) return this.#loading;
        this.#plural = new Intl.PluralRules(language);
        this.#number = new Intl.NumberFormat(language);
        this.#known = new Set(areas);
        this.#spoken.value = { language, messages: Object.assign({}, ...texts) };
      },
      (error) => {
        if (this.#loading !== loading) return this.#loading;
        // As it was, so that what is wanted next does not fail, too.
        this.#wanted = this.language;
        if (this.language) this.#areas = new Set(this.#known);
        this.#loading = Promise.resolve();
        throw error;
      },
    );
    this.#loading = loading;
  }

  /** @param {Exclude<Message, string>} message @param {Params} params */
  #form(message, params) {
    const count = Object.values(params).find((value) => typeof value === 'number') ?? 0;
    return this.#plural.select(Number(count)) === 'one' ? message.one : message.other;
  }
}
