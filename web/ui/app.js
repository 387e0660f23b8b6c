// @ts-check
// What all parts of the page share: the game, the engine, the settings, the words - and a way to be told when
// something that a part shows has changed.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Offline } from '../engine/offline.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Session } from '../game/types.js' */
/** @import { Key, Params, Words } from '../i18n/index.js' */

import { untracked } from '@preact/signals-core';
import { notationFor, usualCoordinates, usualPieces } from '../game/languages.js';
import { MoveTexts } from '../game/move-texts.js';
import { observe, onChange, reactive, update } from '../game/reactive.js';
import { Solutions } from '../game/solutions.js';
import { chooseLanguage } from '../i18n/index.js';

/**
 * @template {Session} Kind
 * @typedef {object} Parts
 * @property {Kind} session
 * @property {EngineClient} client
 * @property {Settings} settings  as they are to be used now: what is kept, and over it what the address asks for
 * @property {(changes: Partial<Settings>) => boolean | Promise<boolean>} keep  keeps changed settings; false when they cannot be kept
 * @property {Words} words
 * @property {readonly string[]} languages  that the browser prefers
 */

/**
 * @typedef {object} PageStatus
 * @property {Offline['state'] | null} offline
 * @property {(() => void) | null} update  changes to the version that waits
 * @property {(() => void) | null} refresh  looks again at what is kept
 * @property {boolean} blocked  other tabs still use the present version
 * @property {string | null} fault
 */

/** @template {Session} [Kind=Session]  what the page does with the game */
export class App {
  #keep;
  #languages;

  /** @param {Parts<Kind>} parts */
  constructor({ session, client, settings, keep, words, languages }) {
    this.session = session;
    this.client = client;
    this.settings = reactive({ ...settings, kept: true });
    this.#keep = keep;
    this.#languages = languages;
    /** Use without a network, a new version, a fault of the page itself. */
    this.pageStatus = reactive(
      /** @type {PageStatus} */ ({ offline: null, update: null, refresh: null, blocked: false, fault: null }),
    );
    /** What moves are worth in a solved game. */
    this.solutions = new Solutions(client);
    /** The explanation that is being stepped through. */
    this.explaining = reactive(
      /** @type {{ now: import('./explanation.js').Explaining | null }} */ ({ now: null }),
    );
    this.words = words;
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

  /** What moves are written in: the choice, or what players of the language are used to. */
  get notation() {
    return notationFor(this.state.game.game, this.settings.notation, this.words.language);
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    update(this.settings, changes);
    Promise.resolve(this.#keep(changes)).then((kept) => update(this.settings, { kept }));
  }

  /**
   * Render now, and again whenever one of the values or the language changes.
   * @param {() => unknown[]} dependsOn
   * @param {() => void} render
   */
  watch(dependsOn, render) {
    /** @type {unknown[] | null} */
    let last = null;
    observe(() => {
      const now = [this.words.language, ...dependsOn()];
      if (last && now.every((value, index) => Object.is(value, last?.[index]))) return;
      last = now;
      untracked(render);
    });
  }

  #language() {
    return chooseLanguage([this.settings.lang, ...this.#languages]);
  }
}
