// Engine analysis of the shown position. At most one search runs, of the newest position. Results are kept by
// position, and a deeper result wins.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Info, Limits, Position } from '../engine/messages.js' */
/** @import { GameName, Side, View } from '../game/types.js' */

import { untracked } from '@preact/signals-core';
import { observe, reactive, update } from '../ui/reactive.js';

/** @typedef {Pick<EngineClient, 'go' | 'stop' | 'state' | 'addEventListener' | 'resources'>} Client */

/**
 * What the engine found in a position; scores are from the side to move.
 * @typedef {object} Evaluation
 * @property {Side} turn
 * @property {readonly Info[]} lines  the best first
 * @property {string | null} finished  the limits of a search that has ended
 */

/** A position to be analysed. @typedef {{ game: GameName, fen: string | null, moves: string[], view: View }} Target */

/** Results that are kept; the oldest go. */
const MOST_RESULTS = 2000;
/** Early iterations take no time: the page need not show each, and none in the frame that shows the new position. */
const SHOW_MS = 100;
const FIRST_SHOW_MS = 50;

export class Analyser {
  /**
   * `running`: whether a search runs; `known`: counts the changes of results; `refused`: why the position
   * cannot be analysed, an error's code; `renewed`: counts how often the engine has learnt more.
   */
  state = reactive({ running: false, known: 0, renewed: 0, refused: /** @type {string | null} */ (null) });
  #client;
  #now;
  /** @type {Map<string, Evaluation>} */
  #results = new Map();
  /** Identifies the search whose results are wanted. @type {object | null} */
  #token = null;
  /** The key of the current or last search. */
  #key = '';
  #shownAt = 0;
  /** @type {any} */
  #timer = null;

  /** @param {Client} client @param {() => number} [now]  milliseconds */
  constructor(client, now = () => performance.now()) {
    this.#client = client;
    this.#now = now;
  }

  /** What is known of a position. @param {Position} position @returns {Evaluation | null} */
  of(position) {
    this.state.known; // read, so that a view is rendered again when more is known
    return this.#results.get(keyOf(position)) ?? null;
  }

  /**
   * Analyse what `read` gives, from now on and whenever that or the resources of the engine change.
   * @param {() => { target: Target, limits: Limits } | null} read  reads signals; null: nothing
   */
  follow(read) {
    observe(() => {
      this.state.renewed;
      this.#resources;
      const wanted = read();
      untracked(() => (wanted ? this.analyse(wanted.target, wanted.limits) : this.stop()));
    });
  }

  /**
   * Analyse a position, in place of the last one.
   * @param {Target} target
   * @param {Limits} limits  with multipv
   */
  async analyse({ view, ...position }, limits) {
    const place = keyOf(position);
    const bounds = JSON.stringify(limits);
    const key = `${place} ${bounds} ${isHelped(limits) ? this.#resources : ''}`;
    if (key === this.#key && this.state.running) return;
    if (this.#results.get(place)?.finished === bounds) return this.stop();
    const token = {};
    this.#token = token;
    this.#key = key;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#shownAt = this.#now();
    update(this.state, { running: true, refused: null });
    /** @type {Info[]} */
    let lines = [];
    const onInfo = (/** @type {Info} */ info) => {
      if (this.#token !== token) return;
      lines = [...lines.slice(0, info.multipv - 1), info];
      this.#keep(place, { turn: view.turn, lines, finished: null }, limits.multipv ?? 1);
    };
    let refused = null;
    try {
      await this.#client.go({ ...position, limits }, { onInfo }).result;
      const found = this.#results.get(place);
      if (this.#token === token && found) this.#results.set(place, { ...found, finished: bounds });
    } catch (error) {
      refused = /** @type {{ code?: string }} */ (error).code ?? 'unknown';
    }
    if (this.#token !== token) return;
    this.#token = null;
    this.#show();
    update(this.state, { running: false, refused });
  }

  /** The engine knows more than before, such as a solved ending: analyse anew. */
  renew() {
    this.#results.clear();
    this.#key = '';
    update(this.state, { renewed: this.state.renewed + 1, known: this.state.known + 1 });
  }

  /** End the search; its result stays. */
  stop() {
    if (!this.#token) return;
    this.#token = null;
    this.#client.stop();
    this.#show();
    update(this.state, { running: false });
  }

  get #resources() {
    return JSON.stringify(this.#client.resources);
  }

  /** @param {string} place @param {Evaluation} found @param {number} wanted  lines */
  #keep(place, found, wanted) {
    const known = this.#results.get(place);
    if (known && !isBetter(found.lines, known.lines, wanted)) return;
    this.#results.delete(place); // the newest stand last
    this.#results.set(place, found);
    if (this.#results.size > MOST_RESULTS) this.#results.delete(this.#results.keys().next().value ?? '');
    const wait = (known ? SHOW_MS : FIRST_SHOW_MS) - (this.#now() - this.#shownAt);
    if (wait <= 0) this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), wait);
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#shownAt = this.#now();
    update(this.state, { known: this.state.known + 1 });
  }
}

/**
 * Whether new lines replace the known ones: if they are proven, deeper, or more.
 * @param {readonly Info[]} found
 * @param {readonly Info[]} known
 * @param {number} wanted  lines
 */
function isBetter(found, known, wanted) {
  if (found[0].exact !== known[0].exact) return Boolean(found[0].exact);
  if (found.length < Math.min(known.length, wanted)) return false; // the rest of the iteration is on its way
  return found[0].depth >= known[0].depth || found.length > known.length;
}

/** Whether several threads may search, as in engine/limits.py. @param {Limits} limits */
function isHelped({ nodes, level }) {
  return nodes === undefined && level === undefined;
}

/** @param {Position} position */
function keyOf({ game, fen, moves = [] }) {
  return `${game} ${fen ?? ''} ${moves.join(' ')}`;
}
