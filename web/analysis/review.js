// @ts-check
// The review of a game: its positions are searched in the background, from the last to the first, and what has been
// found is kept at once. So a review can be stopped and resumed, and neither its worker nor the page takes it along.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Evaluation, MoveClass, Review } from '../engine/messages.js' */
/** @import { GameName, GameReview } from '../game/types.js' */

import { reactive, update } from '../game/reactive.js';

/** Nodes for each position, as engine/review.py has them. */
export const NODES = 300_000;
/** Moves of a line that are kept. */
const LINE = 12;
/** The game is saved no more often. */
const KEEP_MS = 1000;

/** The line under review. @typedef {{ game: GameName, fen: string | null, moves: string[] }} Line */
/** @typedef {Pick<EngineClient, 'go' | 'dispose'>} Searcher */

export class Reviewer {
  /**
   * `done` of `total` positions; `refused`: the code of the error that ended it; `review`: what is said of the game, as
   * far as it is evaluated.
   */
  state = reactive({
    running: false,
    done: 0,
    total: 0,
    refused: /** @type {string | null} */ (null),
    review: /** @type {Review | null} */ (null),
  });
  #createSearcher;
  #review;
  #keep;
  #now;
  /** @type {Searcher | null} */
  #searcher = null;
  /** Stands for what is wanted last. */
  #token = {};

  /**
   * @param {object} parts
   * @param {() => Searcher} parts.createSearcher  an engine of its own, so that the page's stays free
   * @param {EngineClient['review']} parts.review
   * @param {(review: GameReview) => void} parts.keep
   * @param {() => number} [parts.now]  milliseconds
   */
  constructor({ createSearcher, review, keep, now = () => performance.now() }) {
    this.#createSearcher = createSearcher;
    this.#review = review;
    this.#keep = keep;
    this.#now = now;
  }

  /**
   * Search what is not evaluated yet, then say what there is to say.
   * @param {Line} line
   * @param {GameReview | null | undefined} kept
   * @param {string} notation  of the moves in the review
   */
  async start(line, kept, notation) {
    this.stop();
    const token = {};
    this.#token = token;
    const evaluations = fitting(line, kept);
    const open = evaluations.flatMap((each, ply) => (each.score || each.over ? [] : [ply])).reverse();
    const total = evaluations.length;
    update(this.state, { running: true, done: total - open.length, total, refused: null });
    const keep = () => this.#keep({ moves: line.moves, nodes: NODES, evaluations: [...evaluations] });
    let kepAt = this.#now();
    let refused = null;
    try {
      this.#searcher = open.length > 0 ? this.#createSearcher() : null;
      for (const ply of open) {
        const found = await this.#search(line, ply);
        if (this.#token !== token) return;
        evaluations[ply] = found;
        update(this.state, { done: this.state.done + 1 });
        if (this.#now() - kepAt < KEEP_MS) continue;
        keep();
        kepAt = this.#now();
      }
    } catch (error) {
      refused = /** @type {{ code?: string }} */ (error).code ?? 'unknown';
    }
    if (this.#token !== token) return;
    this.#endSearcher();
    if (open.length > 0) keep();
    update(this.state, { running: false, refused });
    await this.show(line, { moves: line.moves, nodes: NODES, evaluations }, notation);
  }

  /** End the search; what has been found stays. */
  stop() {
    this.#token = {};
    this.#endSearcher();
    update(this.state, { running: false });
  }

  /**
   * Say what a kept review says of a game.
   * @param {Line} line
   * @param {GameReview | null | undefined} kept
   * @param {string} notation
   */
  async show(line, kept, notation) {
    const token = this.#token;
    const evaluations = fitting(line, kept);
    const known = evaluations.filter(({ score, over }) => score || over).length;
    if (!this.state.running) update(this.state, { done: known, total: evaluations.length });
    const plain = evaluations.map(({ over: _, ...evaluation }) => evaluation);
    const review =
      known > 0 ? await this.#review({ ...line, evaluations: plain, notation }).catch(() => null) : null;
    if (this.#token === token) update(this.state, { review });
  }

  /**
   * What another move would have been, by the same searches.
   * @param {Line} line  up to the position where it is tried
   * @param {string} move
   * @param {Evaluation} before  of that position
   * @returns {Promise<MoveClass | null>} null if it cannot be said
   */
  async grade(line, move, before) {
    const tried = { ...line, moves: [...line.moves, move] };
    if (move === before.pv?.[0]) return 'best';
    this.#searcher ??= this.#createSearcher();
    const { score, pv } = await this.#search(tried, tried.moves.length);
    const open = line.moves.map(() => ({}));
    const evaluations = [...open, before, score ? { score, pv } : {}];
    return (await this.#review({ ...tried, evaluations })).moves.at(-1)?.class ?? null;
  }

  /** @param {Line} line @param {number} ply @returns {Promise<Evaluation & { over?: boolean }>} */
  async #search({ moves, ...start }, ply) {
    const searcher = /** @type {Searcher} */ (this.#searcher);
    const limits = { nodes: NODES };
    const { info, second } = await searcher.go({
      ...start,
      moves: moves.slice(0, ply),
      limits,
      played: moves[ply],
    }).result;
    if (!info) return { over: true };
    return { score: info.score, pv: info.pv.slice(0, LINE), ...(second && { second }) };
  }

  #endSearcher() {
    this.#searcher?.dispose();
    this.#searcher = null;
  }
}

/**
 * What is kept of a line's positions: those before the first move that differs. Whether the move that was played there
 * was the only one is not known of the last of them.
 * @param {Line} line
 * @param {GameReview | null | undefined} kept
 * @returns {Array<Evaluation & { over?: boolean }>}
 */
function fitting({ moves }, kept) {
  const evaluations = kept?.nodes === NODES ? kept.evaluations : [];
  const differs = moves.findIndex((move, ply) => move !== kept?.moves[ply]);
  const same = differs < 0 ? moves.length : differs;
  return [...moves, null].map((_, ply) => (ply <= same && evaluations[ply]) || {});
}

/** Where a mistake was made that is worth another try. @param {Review} review @param {(ply: number) => boolean} mine */
export const mistakesIn = ({ moves }, mine) =>
  moves.flatMap((move, ply) =>
    mine(ply) && ['mistake', 'blunder', 'missed_mate'].includes(move.class ?? '') ? [ply] : [],
  );
