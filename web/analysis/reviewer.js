// The review of a game: its positions are searched in the background, from the last to the first, and the
// results are saved meanwhile. So a review can be stopped and resumed, and survives the end of a worker or
// the page. In a long game two engines search one half each.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Evaluation, Info, Moment, MoveClass, Review, Score } from '../engine/messages.js' */
/** @import { GameName, GameReview } from '../game/types.js' */

import { reactive, update } from '../ui/reactive.js';

/** Nodes for each position. */
export const NODES = 300_000;
/** An engine's first search has this many times the nodes: what its empty table misses, the next ones miss. */
export const FIRST_TIMES = 4;
/** The fewest positions for which a second engine is started. */
const SHARED_FROM = 12;
/** Loading counts as this part of an engine's first search: it may take a second. */
const LOADED = 0.1;
/** The shortest time between two updates of the progress within a search. */
const SHOW_MS = 200;
/** Moves of a line that are kept. */
const LINE = 12;
/** The shortest time between two saves of the game. */
const KEEP_MS = 1000;

/** The line under review. @typedef {{ game: GameName, fen: string | null, moves: string[] }} Line */
/** @typedef {Pick<EngineClient, 'go' | 'dispose' | 'state' | 'addEventListener'>} Searcher */
/** What is said of a move; `class`: null if it cannot be graded; `moment`: of a fault; `score`: after the move. @typedef {{ class: MoveClass | null, moment: Moment | null, score: Score | null }} Verdict */

export class Reviewer {
  /**
   * `done` of `total` positions; `started`: the part of the running searches that is done, in positions; `refused`: the
   * code of the error that ended it; `review`: what is said of a line, as far as it is evaluated.
   */
  state = reactive({
    running: false,
    done: 0,
    started: 0,
    total: 0,
    refused: /** @type {string | null} */ (null),
    review: /** @type {Review | null} */ (null),
  });
  #createSearcher;
  #most;
  #review;
  #keep;
  #now;
  /** @type {Searcher[]} */
  #searchers = [];
  /** Identifies the latest request. */
  #token = {};
  /** The line of the review, as JSON. */
  #reviewed = '';

  /**
   * @param {object} parts
   * @param {() => Searcher} parts.createSearcher  an engine of its own, so that the page's stays free
   * @param {number} [parts.searchers]  how many may run at once, 1 or 2
   * @param {EngineClient['review']} parts.review
   * @param {(review: GameReview) => void} parts.keep
   * @param {() => number} [parts.now]  milliseconds
   */
  constructor({ createSearcher, searchers = 1, review, keep, now = () => performance.now() }) {
    this.#createSearcher = createSearcher;
    this.#most = searchers;
    this.#review = review;
    this.#keep = keep;
    this.#now = now;
  }

  /**
   * Search the positions that are not evaluated yet, then show the review.
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
    update(this.state, { running: true, done: total - open.length, started: 0, total, refused: null });
    const keep = () => this.#keep({ moves: line.moves, nodes: NODES, evaluations: [...evaluations] });
    let keptAt = this.#now();
    let shownAt = keptAt;
    /** @type {string | null} */
    let refused = null;

    /** @param {number[]} plies @param {() => void} [begun]  the engine searches */
    const search = async (plies, begun = () => {}) => {
      let started = 0;
      const show = (/** @type {number} */ now) => {
        update(this.state, { started: this.state.started + now - started });
        started = now;
      };
      try {
        const searcher = this.#createSearcher();
        this.#searchers.push(searcher);
        searcher.addEventListener('state', () => {
          const loaded = LOADED * (searcher.state.progress ?? 0);
          if (this.#token === token && started < loaded) show(loaded);
        });
        for (const [at, ply] of plies.entries()) {
          const nodes = at === 0 ? FIRST_TIMES * NODES : NODES;
          const onInfo = (/** @type {Info} */ info) => {
            begun();
            if (this.#token !== token || this.#now() - shownAt < SHOW_MS) return;
            shownAt = this.#now();
            show(Math.max(started, Math.min(info.nodes / nodes, 1)));
          };
          const found = await this.#search(searcher, line, ply, nodes, onInfo);
          if (this.#token !== token) return;
          evaluations[ply] = found;
          update(this.state, { done: this.state.done + 1, started: this.state.started - started });
          started = 0;
          if (refused !== null) return;
          if (this.#now() - keptAt < KEEP_MS) continue;
          keep();
          keptAt = this.#now();
        }
      } catch (error) {
        if (this.#token === token) show(0);
        refused ??= /** @type {{ code?: string }} */ (error).code ?? 'unknown';
      }
    };

    const middle = open.length < SHARED_FROM || this.#most < 2 ? open.length : Math.ceil(open.length / 2);
    /** @type {Promise<void> | undefined} */
    let second;
    // The second engine starts when the first one searches: loading both at once would delay both.
    const startSecond = () => {
      if (this.#token === token && middle < open.length) second ??= search(open.slice(middle));
    };
    await search(open.slice(0, middle), startSecond);
    if (refused === null) startSecond();
    await second;
    if (this.#token !== token) return;
    this.#endSearchers();
    if (open.length > 0) keep();
    update(this.state, { running: false, refused });
    await this.show(line, { moves: line.moves, nodes: NODES, evaluations }, notation);
  }

  /** End the search; what has been found stays. */
  stop() {
    this.#token = {};
    this.#endSearchers();
    update(this.state, { running: false });
  }

  /**
   * Show the review that follows from saved evaluations.
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
    if (this.#token !== token) return;
    this.#reviewed = JSON.stringify(line);
    update(this.state, { review });
  }

  /** The review, if it is of this line. @param {Line} line */
  reviewOf(line) {
    const { review } = this.state;
    return this.#reviewed === JSON.stringify(line) ? review : null;
  }

  /**
   * What is said of the last move of a line.
   * @param {Line} line
   * @param {Evaluation} before  of the position before the move
   * @param {Evaluation} [after]  if unknown, the position after it is searched
   * @returns {Promise<Verdict>}
   */
  async judge(line, before, after) {
    const found = after ?? (await this.#tried(line));
    const open = line.moves.slice(1).map(() => ({}));
    const evaluations = [before, found].map(({ score, pv }) => (score ? { score, pv } : {}));
    const { moves, worst } = await this.#review({ ...line, evaluations: [...open, ...evaluations] });
    return { class: moves.at(-1)?.class ?? null, moment: worst[0] ?? null, score: found.score ?? null };
  }

  /** @param {Line} line */
  #tried(line) {
    if (this.#searchers.length === 0) this.#searchers.push(this.#createSearcher());
    return this.#search(this.#searchers[0], line, line.moves.length);
  }

  /**
   * @param {Searcher} searcher
   * @param {Line} line
   * @param {number} ply
   * @param {number} [nodes]
   * @param {(info: Info) => void} [onInfo]
   * @returns {Promise<Evaluation & { over?: boolean }>}
   */
  async #search(searcher, { moves, ...start }, ply, nodes = NODES, onInfo = () => {}) {
    const position = { ...start, moves: moves.slice(0, ply), played: moves[ply], limits: { nodes } };
    const { info, second } = await searcher.go(position, { onInfo }).result;
    if (!info) return { over: true };
    return { score: info.score, pv: info.pv.slice(0, LINE), ...(second && { second }) };
  }

  #endSearchers() {
    for (const searcher of this.#searchers) searcher.dispose();
    this.#searchers = [];
  }
}

/**
 * The saved evaluations of a line's positions, up to the first move that differs. For the last of them it is
 * not known whether the move played there was the only one.
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

/** The plies of the mistakes that are worth another try, the worst first. @param {Review} review @param {(ply: number) => boolean} mine */
export const mistakesIn = ({ moves }, mine) =>
  moves
    .flatMap((move, ply) =>
      mine(ply) && ['mistake', 'blunder', 'missed_mate'].includes(move.class ?? '') ? [ply] : [],
    )
    .sort((one, other) => (moves[other].loss ?? 0) - (moves[one].loss ?? 0));
