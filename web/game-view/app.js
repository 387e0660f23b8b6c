// What all parts of a page with a game share: the game, the engine, the settings, the words.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Session } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */

import { MoveTexts } from '../game/move-texts.js';
import { notationFor } from '../game/notations.js';
import { Solutions } from '../game/solutions.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { chooseLanguage } from '../ui/words.js';
import { Refusal } from './refusal.js';
import { Page } from './site.js';

/**
 * @template {PositionSession} Kind
 * @typedef {object} Parts
 * @property {Kind} session
 * @property {EngineClient} client
 * @property {Settings} settings  in use now: the kept ones, overridden by the address
 * @property {(changes: Partial<Settings>) => boolean} keep  keeps changed settings; false when they cannot be kept
 * @property {Words} words
 * @property {readonly string[]} languages  that the browser prefers
 * @property {() => string | Promise<string | null>} [link]  the address of the page's content, where that is more than a position
 */

/**
 * The session of any page with a position.
 * @typedef {Pick<Session, 'state' | 'retry' | 'dismiss' | 'playHere' | 'bringBack'> & Partial<Pick<Session, 'goTo'>>} PositionSession
 */
/** The app as needed by parts that are on every page with a board. @typedef {App<PositionSession>} PositionApp */

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
    /** The explanation that is being stepped through, and whether the page has a place for it. */
    this.explaining = reactive({
      now: /** @type {import('./explanation.js').Explaining | null} */ (null),
      shown: false,
    });
    /** The clocks, on a page that has some. */
    this.clocks = reactive({ now: /** @type {import('./clocks.js').ShownClocks | null} */ (null) });
    this.texts = new MoveTexts(client);
    /** The move that was refused last. */
    this.refusal = new Refusal(this);
    onChange(
      () => this.#language(),
      (language) => this.words.use(language).catch(() => {}), // the page goes on in the one it speaks
    );
    onChange(
      () => this.settings.execution,
      (execution) => this.client.setExecution(execution).catch(() => {}), // shown as a state of the engine
    );
  }

  /** @returns {Kind['state']} */
  get state() {
    return this.session.state;
  }

  /** The notation of moves: the chosen one, or the usual one of the language. */
  get notation() {
    return notationFor(this.state.game.game, this.settings.notation, this.words.language);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    update(this.settings, { ...changes, kept: this.#keep(changes) });
  }

  #language() {
    return chooseLanguage([this.settings.lang, ...this.#languages]);
  }
}
