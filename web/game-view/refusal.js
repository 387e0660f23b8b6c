// Why a move was refused: a sentence at the board, and marks on the squares that it speaks of.

/** @import { PositionApp } from './app.js' */
/** @import { Page } from './site.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { Failure, GameName } from '../game/types.js' */

import { movesTo } from '../game/tree.js';
import { reactive, update } from '../ui/reactive.js';
import { refusalInWords, refusalShapes } from './refusal-words.js';

/**
 * The refusal of a move in the position at hand; null if the rules allow it.
 * @param {PositionApp} app
 * @param {string} move
 * @returns {Promise<Failure | null>}
 */
export function refusalOf({ client, state }, move) {
  const { game, tree } = state.game;
  client.start(game);
  return client.play({ game, fen: tree.fen, moves: movesTo(tree), move }).then(
    () => null,
    (error) => error,
  );
}

/**
 * The refusal of a press on a man whose side is not to move, which the board tells as a move to where he stands; else null.
 * @param {string} fen
 * @param {string} orig
 * @param {string} dest
 * @returns {Failure | null}
 */
export function outOfTurn(fen, orig, dest) {
  const details = { fen, move: orig + dest, squares: orig };
  return orig === dest ? { code: 'illegal_move', reason: 'opponents_piece', message: '', details } : null;
}

/** What was tried and refused last, until the next press. */
export class Refusal {
  /** `game` is null where the sentence is told elsewhere. */
  #state = reactive({
    game: /** @type {GameName | null} */ (null),
    failure: /** @type {Failure | null} */ (null),
  });
  /** Whether the men are hidden, which a reason would name. */
  hides = () => false;
  #page;
  /** Changes with every refusal and when the last one is over. */
  #serial = 0;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** In the language of the page, whenever it changes. */
  get sentence() {
    const { game, failure } = this.#state;
    return game && failure ? (this.inWords(game, failure) ?? this.#page.t('game-view.illegal.other')) : '';
  }

  /** @returns {Shape[]} */
  get shapes() {
    const { failure } = this.#state;
    return failure && !this.hides() ? refusalShapes(failure) : [];
  }

  /**
   * Say why a move was refused, unless something else has happened by the time that is known.
   * @param {GameName} game
   * @param {Failure | null | Promise<Failure | null>} failure  null: it was not refused
   * @param {{ waits?: boolean }} [how]  whether the rules have to be loaded first
   */
  async explain(game, failure, { waits = false } = {}) {
    this.clear();
    const serial = this.#serial;
    const show = (/** @type {Failure | null} */ refusal) => {
      if (serial === this.#serial) update(this.#state, { game, failure: refusal });
    };
    if (waits) show({ code: '', message: '', reason: 'waiting' });
    show(await failure);
  }

  /** Mark the squares of a refusal that is told elsewhere. @param {Failure} failure */
  mark(failure) {
    this.clear();
    update(this.#state, { game: null, failure });
  }

  /** The sentence; null: no reason is known, or to be told. @param {GameName} game @param {Failure} failure */
  inWords(game, failure) {
    return this.hides() ? null : refusalInWords(this.#page.words, game, failure);
  }

  clear() {
    this.#serial += 1;
    if (this.#state.failure) update(this.#state, { failure: null });
  }
}
