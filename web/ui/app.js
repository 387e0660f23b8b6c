// @ts-check
// What all parts of a page with a game share: the game, the engine, the settings, the words.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Session } from '../game/types.js' */
/** @import { Words } from '../i18n/index.js' */

import { notationFor } from '../game/languages.js';
import { MoveTexts } from '../game/move-texts.js';
import { onChange, reactive, update } from '../game/reactive.js';
import { Solutions } from '../game/solutions.js';
import { chooseLanguage } from '../i18n/index.js';
import { Page } from './page.js';

/**
 * @template {PositionSession} Kind
 * @typedef {object} Parts
 * @property {Kind} session
 * @property {EngineClient} client
 * @property {Settings} settings  as they are to be used now: what is kept, and over it what the address asks for
 * @property {(changes: Partial<Settings>) => boolean | Promise<boolean>} keep  keeps changed settings; false when they cannot be kept
 * @property {Words} words
 * @property {readonly string[]} languages  that the browser prefers
 * @property {() => string} [link]  the address of what is at hand, where it is more than a position
 */

/**
 * A page with a position, whatever is done with it there.
 * @typedef {Pick<Session, 'state' | 'retry' | 'dismiss' | 'playHere' | 'bringBack'> & Partial<Pick<Session, 'goTo'>>} PositionSession
 */
/** What parts need that are on every page with a board. @typedef {App<PositionSession>} PositionApp */

/** @template {PositionSession} [Kind=Session]  what the page does with the game */
export class App extends Page {
  #keep;
  #languages;

  /** @param {Parts<Kind>} parts */
  constructor({ session, client, settings, keep, words, languages, link }) {
    super(words, { ...settings, kept: true });
    this.session = session;
    this.client = client;
    this.link = link;
    this.#keep = keep;
    this.#languages = languages;
    /** What moves are worth in a solved game. */
    this.solutions = new Solutions(client);
    /** The explanation that is being stepped through. */
    this.explaining = reactive(
      /** @type {{ now: import('./explanation.js').Explaining | null }} */ ({ now: null }),
    );
    /** The clocks, on a page that has some. */
    this.clocks = reactive({ now: /** @type {import('./clocks.js').GameClocks | null} */ (null) });
    this.texts = new MoveTexts(client);
    onChange(
      () => this.#language(),
      (language) => this.words.use(language),
    );
  }

  /** @returns {Kind['state']} */
  get state() {
    return this.session.state;
  }

  /** What moves are written in: the choice, or what players of the language are used to. */
  get notation() {
    return notationFor(this.state.game.game, this.settings.notation, this.words.language);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    update(this.settings, changes);
    Promise.resolve(this.#keep(changes)).then((kept) => update(this.settings, { kept }));
  }

  #language() {
    return chooseLanguage([this.settings.lang, ...this.#languages]);
  }
}
