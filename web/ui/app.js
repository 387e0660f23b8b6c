// @ts-check
// What all parts of the page share: the game, the engine, the settings, the words - and a way to be told when
// something that a part shows has changed.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Offline } from '../engine/offline.js' */
/** @import { Session, State } from '../game/session.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Key, Params } from '../i18n/index.js' */

import { notationFor, usualCoordinates, usualPieces } from '../game/languages.js';
import { MoveTexts } from '../game/move-texts.js';
import { Solutions } from '../game/solutions.js';
import { Store } from '../game/store.js';
import { chooseLanguage, Words } from '../i18n/index.js';

/**
 * @typedef {object} Parts
 * @property {Session} session
 * @property {EngineClient} client
 * @property {Settings} settings  as they are to be used now: what is kept, and over it what the address asks for
 * @property {(changes: Partial<Settings>) => boolean} keep  keeps changed settings; false when they cannot be kept
 * @property {readonly string[]} languages  that the browser prefers
 */

/**
 * @typedef {object} Outside
 * @property {Offline['state'] | null} offline
 * @property {(() => void) | null} update  changes to the version that waits
 * @property {(() => void) | null} look  looks again at what is kept
 * @property {boolean} blocked  other tabs still use the present version
 * @property {string | null} fault
 */

export class App {
  /** @type {Array<{ dependsOn: () => unknown[], render: () => void, last: unknown[] }>} */
  #watchers = [];
  #keep;
  #languages;

  /** @param {Parts} parts */
  constructor({ session, client, settings, keep, languages }) {
    this.session = session;
    this.client = client;
    this.settings = new Store({ ...settings, kept: true });
    this.#keep = keep;
    this.#languages = languages;
    /** What is known outside of the game: use without a network, a new version, a fault of the page itself. */
    this.outside = new Store(
      /** @type {Outside} */ ({ offline: null, update: null, look: null, blocked: false, fault: null }),
    );
    /** What moves are worth in a solved game. */
    this.solutions = new Solutions(client);
    /** The explanation that is being stepped through. */
    this.explaining = new Store(
      /** @type {{ now: import('./explanation.js').Explaining | null }} */ ({ now: null }),
    );
    this.words = new Words(this.#language());
    this.texts = new MoveTexts(client);
    const stores = [this.solutions.store, this.texts.store, session.store, this.outside, this.explaining];
    for (const store of stores) this.follow(/** @type {Store<any>} */ (store));
    this.settings.subscribe(() => {
      this.words.use(this.#language());
      this.#update();
    });
  }

  /** @returns {State} */
  get state() {
    return this.session.state;
  }

  /** Look at what is watched whenever that store changes, too. @param {Store<any>} store */
  follow(store) {
    store.subscribe(() => this.#update());
  }

  /** The words for a key, in the language of now. @param {Key} key @param {Params} [params] */
  t(key, params) {
    return this.words.t(key, params);
  }

  /** The set of pieces in use: the chosen one, or the one that fits the language. */
  get pieces() {
    return this.settings.state.pieces ?? usualPieces(this.words.language);
  }

  /** What stands along the board's edges: the choice, or what players of the language are used to. */
  get coordinates() {
    return this.settings.state.coordinates ?? usualCoordinates(this.words.language);
  }

  /** What moves are written in: the choice, or what players of the language are used to. */
  get notation() {
    return notationFor(this.state.game.game, this.settings.state.notation, this.words.language);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    this.settings.set({ ...changes, kept: this.#keep(changes) });
  }

  /**
   * Render now, and again whenever one of the things it depends on, or the language, is another one.
   * @param {() => unknown[]} dependsOn
   * @param {() => void} render
   */
  watch(dependsOn, render) {
    const watcher = { dependsOn, render, last: [this.words.language, ...dependsOn()] };
    this.#watchers.push(watcher);
    render();
  }

  /** Something that parts show has changed, and lies outside of what is watched here. */
  refresh() {
    this.#update();
  }

  #update() {
    for (const watcher of this.#watchers) {
      const now = [this.words.language, ...watcher.dependsOn()];
      if (now.every((value, index) => Object.is(value, watcher.last[index]))) continue;
      watcher.last = now;
      watcher.render();
    }
  }

  #language() {
    return chooseLanguage([this.settings.state.lang, ...this.#languages]);
  }
}
