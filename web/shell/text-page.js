// What the parts of a page without a game share: the settings and the words.

/** @import { Settings } from '../game/settings.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { View } from '../ui/view.js' */

import { Page } from '../game-view/site.js';
import { LoadError } from '../ui/load.js';
import { observe, update } from '../ui/reactive.js';
import { unloaded, unloadedCard } from '../ui/unloaded.js';
import { byId, html, mount } from '../ui/view.js';
import { chooseLanguage, Words } from '../ui/words.js';
import { translateDocument } from './header.js';
import { KeptSettings } from './kept-settings.js';
import { chooseLanguageIn, languageSelect } from './language-choice.js';
import { loadDrawings, markTheme } from './theme.js';

const ASKED = new URLSearchParams(location.search).get('lang');

export class SitePage extends Page {
  #kept;

  constructor() {
    const kept = new KeptSettings();
    super(new Words(), { ...kept.now, lang: ASKED ?? kept.now.lang });
    this.#kept = kept;
    kept.onChange((changes) => update(this.settings, changes));
  }

  /** A page whose words are loaded. */
  static async open() {
    const page = new SitePage();
    await page.words.start(page.#language());
    observe(() => {
      page.words.use(page.#language()).catch(() => {}); // the page goes on in the one it speaks
    });
    return page;
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    update(this.settings, changes);
    this.#kept.change(changes);
  }

  #language() {
    return chooseLanguage([this.settings.lang, ...navigator.languages]);
  }
}

/**
 * Put the document's own texts into the page's language, and the choice of a language into its header.
 * @param {SitePage} page
 * @param {Key} title
 */
export function dressSitePage(page, title) {
  observe(() => loadDrawings(page.pieces));
  observe(() => {
    markTheme(page.settings, page.words.language);
    document.title = page.t(title);
  });
  translateDocument(page);
  mount(
    byId('masthead'),
    () =>
      html`<div class="right">${languageSelect(
        page.t('shell.settings.lang.label'),
        page.words.language,
        (field, chosen) => chooseLanguageIn(page, field, chosen),
      )}</div>`,
  );
  mount(document.body, unloadedCard(page));
  dispatchEvent(new Event('started'));
}

/** In place of texts that could not be loaded. @param {SitePage} page @param {LoadError} error @returns {View} */
export const unread = (page, error) => () => unloaded(page, error, () => location.reload());
