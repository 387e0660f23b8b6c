// What the parts of every page share: the settings, the words, and how the page itself is doing.

/** @import { LoadError } from '../ui/load.js' */
/** @import { Offline } from '../engine/offline.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key, Params, Words } from '../ui/words.js' */

import { notationFor, usualCoordinates, usualPieces } from '../game/notations.js';
import { reactive } from '../ui/reactive.js';
import { boardLabels } from './piece-words.js';

/**
 * @typedef {object} PageStatus
 * @property {Offline['state'] | null} offline
 * @property {(() => void) | null} update  changes to the version that waits
 * @property {(() => void) | null} refresh  checks again what is kept for offline use
 * @property {boolean} blocked  other tabs still use the present version
 * @property {string | null} fault
 * @property {ReadonlyMap<unknown, { error: LoadError, again: () => unknown }>} unloaded  what could not be loaded, see unloaded.js
 */

export class Page {
  /** Use without a network, a new version, a fault of the page itself. */
  pageStatus = reactive(
    /** @type {PageStatus} */ ({
      offline: null,
      update: null,
      refresh: null,
      blocked: false,
      fault: null,
      unloaded: new Map(),
    }),
  );

  /** @param {Words} words @param {Settings & { kept?: boolean }} settings  kept: whether changes are saved */
  constructor(words, settings) {
    this.words = words;
    this.settings = reactive(settings);
  }

  /** The words for a key, in the current language. @param {Key} key @param {Params} [params] */
  t(key, params) {
    return this.words.t(key, params);
  }

  /** The set of pieces in use: the chosen one, or the one that fits the language. */
  get pieces() {
    return this.settings.pieces ?? usualPieces(this.words.language);
  }

  /** The coordinates at the board's edges: the chosen ones, or the usual ones of the language. */
  get coordinates() {
    return this.settings.coordinates ?? usualCoordinates(this.words.language);
  }

  /** How a board of a game looks here. @param {GameName} game */
  boardStyle(game) {
    return {
      pieces: this.pieces,
      coordinates: this.coordinates,
      ranksFromOne: notationFor(game, this.settings.notation, this.words.language) === 'san',
      animation: this.settings.animation,
      labels: boardLabels(this.words, game),
    };
  }
}
