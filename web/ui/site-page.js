// @ts-check
// What the parts of a page without a game share: the settings and the words.

/** @import { PageStatus } from './app.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Area, Key, Params } from '../i18n/index.js' */

import { usualCoordinates, usualPieces } from '../game/languages.js';
import { observe, reactive, update } from '../game/reactive.js';
import { chooseLanguage, LANGUAGES, Words } from '../i18n/index.js';
import { KeptSettings } from '../storage/settings.js';
import { siteDatabase } from '../storage/site.js';
import { translate } from './header.js';
import { loadDrawings, markTheme } from './theme.js';
import { html, mount } from './view.js';

export class SitePage {
  #kept = new KeptSettings(siteDatabase(), () => localStorage);
  #asked = new URLSearchParams(location.search).get('lang');

  pageStatus = reactive(
    /** @type {PageStatus} */ ({ offline: null, update: null, refresh: null, blocked: false, fault: null }),
  );

  /** @param {readonly Area[]} areas  of words, see i18n/ */
  constructor(areas) {
    this.settings = reactive(this.#given(this.#kept.now));
    this.words = new Words(areas);
    this.#kept.load().then((kept) => update(this.settings, this.#given(kept)));
  }

  /** A page that has its words. @param {readonly Area[]} areas */
  static async open(areas) {
    const page = new SitePage(areas);
    await page.words.use(page.#language());
    observe(() => {
      page.words.use(page.#language());
    });
    return page;
  }

  /** The words for a key, in the language of now. @param {Key} key @param {Params} [params] */
  t(key, params) {
    return this.words.t(key, params);
  }

  /** The set of pieces in use: the chosen one, or the one that fits the language. */
  get pieces() {
    return this.settings.pieces ?? usualPieces(this.words.language);
  }

  /** What stands along the board's edges: the choice, or what players of the language are used to. */
  get coordinates() {
    return this.settings.coordinates ?? usualCoordinates(this.words.language);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    if ('lang' in changes) this.#asked = null;
    update(this.settings, changes);
    this.#kept.change(changes);
  }

  /** The kept settings, and what the address asks for. @param {Settings} kept */
  #given(kept) {
    return { ...kept, lang: this.#asked ?? kept.lang };
  }

  #language() {
    return chooseLanguage([this.settings.lang, ...navigator.languages]);
  }
}

/**
 * Put the words into what the document has already, and the choice of a language into its header.
 * @param {SitePage} page
 * @param {Key} title
 */
export function dressSitePage(page, title) {
  observe(() => loadDrawings(page.pieces));
  observe(() => {
    markTheme(page.settings, page.words.language);
    document.title = page.t(title);
  });
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-words]')))
    translate(node, () => page.t(/** @type {Key} */ (node.dataset.words)));
  mount(/** @type {Element} */ (document.getElementById('language')), languageSelect(page));
}

/** @param {SitePage} page */
const languageSelect = (page) => () =>
  html`<select
  aria-label=${page.t('settings.language')}
  @change=${(/** @type {Event} */ event) => page.change({ lang: /** @type {HTMLSelectElement} */ (event.target).value })}
>
  ${Object.entries(LANGUAGES).map(
    ([value, { name }]) =>
      html`<option value=${value} lang=${value} ?selected=${value === page.words.language}>${name}</option>`,
  )}
</select>`;
