// Experiments with the engine that is being edited: the tree of a search, and the race of the algorithms. They have a
// worker of their own in the sandbox, so that the game goes on meanwhile and a long race can be ended at once.

/** @import { SandboxWorker } from '../engine/sandbox.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { TraceData } from './tree/search-tree.js' */
/** @import { VariantEngine } from './variant-engine.js' */

import { SearchTree } from './tree/search-tree.js';

/** @typedef {{ game: GameName, fen: string | null, moves: string[] }} Root  the position that is searched */

export const ALGORITHMS = /** @type {const} */ (['minimax', 'alphabeta', 'pvs', 'mtdf']);
/** @typedef {typeof ALGORITHMS[number]} Algorithm */
/** 'engine' is the engine's own search. @typedef {Algorithm | 'engine'} TracedAlgorithm */

/**
 * An algorithm at a depth; nodes and time include those of the depths before. `done`: this depth has ended;
 * `finished`: it was completed.
 * @typedef {object} Lap
 * @property {Algorithm} algorithm
 * @property {number} depth
 * @property {number} nodes
 * @property {number} ms
 * @property {boolean} done
 * @property {boolean} finished
 * @property {{ cp?: number, mate?: number, rule?: number }} [score]
 * @property {string} [move]
 */

/** @typedef {{ ordering: boolean, table: boolean, null_move: boolean }} RaceOptions */

export const MAX_NODES = 50_000;
/** Most nodes of an algorithm in a race. */
export const RACE_NODES = { compiled: 20_000_000, interpreted: 200_000 };
/** Searches report every tenth of a second, but first Python has to be loaded and the kernel linked. */
const SILENCE_MS = 20_000;

export class Experiments {
  #createWorker;
  #engine;
  /** @type {SandboxWorker | null} */
  #worker = null;
  /** @type {((lap: Lap) => void) | null} */
  #onLap = null;

  /** @param {() => SandboxWorker} createWorker @param {VariantEngine} engine */
  constructor(createWorker, engine) {
    this.#createWorker = createWorker;
    this.#engine = engine;
  }

  /**
   * The tree of a search; rejects with a LabError.
   * @param {Root} root @param {{ algorithm: TracedAlgorithm, depth: number, original: boolean }} options
   */
  async trace(root, { algorithm, depth, original }) {
    const { trace } = await this.#search('trace', {
      ...root,
      sources: this.#sources(original),
      algorithm,
      depth,
      nodes: MAX_NODES,
    });
    return new SearchTree(/** @type {TraceData} */ (trace));
  }

  /**
   * Race the algorithms; rejects with a LabError.
   * @param {Root} root
   * @param {{ depth: number, execution: 'compiled' | 'interpreted', options: RaceOptions, original: boolean }} options
   * @param {(lap: Lap) => void} onLap  hears of each lap, and of the one under way
   * @returns {Promise<{ laps: Lap[], execution: 'compiled' | 'interpreted' }>}
   */
  race(root, { depth, execution, options, original }, onLap) {
    this.#onLap = onLap;
    return this.#search('race', {
      ...root,
      sources: this.#sources(original),
      execution: execution === 'compiled' ? 'auto' : execution,
      options,
      depth,
      nodes: RACE_NODES[execution],
    });
  }

  /** The position with the other side to move. @param {Root} root @returns {Promise<string>} */
  async passed(root) {
    return (await this.#ask('passed', root)).fen;
  }

  /** End what runs; it rejects with a LabError whose reason is 'ended'. */
  end() {
    this.#worker?.terminate();
  }

  /** @param {boolean} original */
  #sources(original) {
    return original ? {} : this.#engine.state.texts;
  }

  /** @param {string} question @param {Root & Record<string, unknown>} fields */
  async #search(question, fields) {
    const resume = this.#engine.suspend(); // it would take time from the search
    try {
      return await this.#ask(question, fields);
    } finally {
      resume();
    }
  }

  /** @param {string} question @param {Root & Record<string, unknown>} fields */
  async #ask(question, fields) {
    if (!this.#worker || this.#worker.ended) this.#worker = this.#start(fields.game);
    return this.#worker.ask(question, fields, SILENCE_MS);
  }

  /** @param {GameName} game */
  #start(game) {
    const worker = this.#createWorker();
    worker.onmessage = ({ data }) => {
      if (data.type === 'lap') this.#onLap?.(data.lap);
    };
    worker.postMessage({ game, execution: 'auto', stopWays: [] });
    return worker;
  }
}
