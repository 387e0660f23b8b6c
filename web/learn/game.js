// A game against the function `choose` of a lesson's cells. The rules come from the lesson's referee, which is Python,
// too. No DOM.

/** @import { Failure, GameName } from '../game/types.js' */
/** @import { Lesson } from './lesson.js' */
/** @import { LessonPython } from './python.js' */

import { factsOf } from '../game/games.js';
import { reactive, update } from '../ui/reactive.js';
import { ended } from './python.js';

/**
 * What the referee says of a position; `dests` of tic-tac-toe has the empty cells.
 * @typedef {object} Seen
 * @property {string} fen
 * @property {string} turn
 * @property {Record<string, string[]>} dests
 * @property {string | null} [check]
 * @property {string[] | null} [lastMove]
 * @property {boolean} over
 * @property {string | null} winner
 */

/** @typedef {LessonGame['state']} GameState */

export const TICTACTOE = 'tictactoe';
const BOOK = 'referee';

export class LessonGame {
  state;
  #lesson;
  #python;
  #rules;
  /** Changes with every game. */
  #serial = 0;
  #stopper = new AbortController();

  /**
   * @param {{ lesson: Pick<Lesson, 'call'>, python: Pick<LessonPython, 'run'> }} parts
   * @param {{ game: string, referee: string }} rules
   */
  constructor({ lesson, python }, rules) {
    this.#lesson = lesson;
    this.#python = python;
    this.#rules = rules;
    this.sides = rules.game === TICTACTOE ? ['X', 'O'] : factsOf(/** @type {GameName} */ (rules.game)).sides;
    this.state = reactive({
      side: /** @type {string} */ (this.sides[0]),
      moves: /** @type {Array<string | number>} */ ([]),
      seen: /** @type {Seen | null} */ (null),
      thinking: false,
      said: '',
      trouble:
        /** @type {null | { key: 'silent' | 'ended' | 'failed' | 'unsolved', cell?: string } | { key: 'illegal', move: string } | { key: 'fault', reason: string }} */ (
          null
        ),
    });
  }

  /** @param {string} [side]  of the person */
  async begin(side = this.state.side) {
    this.stop();
    this.#serial += 1;
    update(this.state, { side, moves: [], seen: null, trouble: null, said: '', thinking: false });
    await this.#guarded(async () => {
      update(this.state, { seen: await this.#see([]) });
      await this.#answer();
    });
  }

  /** @param {string | number} move */
  async play(move) {
    const moves = [...this.state.moves, move];
    await this.#guarded(async () => {
      const seen = await this.#see(moves);
      if (seen) update(this.state, { moves, seen, trouble: null });
      await this.#answer();
    });
  }

  /** Why the referee refuses a move; null if he does not. @param {string} move @returns {Promise<Failure | null>} */
  async refusalOf(move) {
    const details = await this.#ask('why', [this.#rules.game, this.state.moves, move]).catch(() => ({}));
    return details && { ...details, details };
  }

  /** End the thinking. */
  stop() {
    this.#stopper.abort(ended());
    this.#stopper = new AbortController();
  }

  /** The engine's move, if it is its turn. */
  async #answer() {
    const { state } = this;
    const { seen, moves, side } = state;
    if (!seen || seen.over || seen.turn === side) return;
    update(state, { said: '' });
    const onOutput = (/** @type {string} */ text) => {
      state.said = (state.said + text).split('\n').slice(-6).join('\n');
    };
    const { signal } = this.#stopper;
    const { result, fault, unsolved } = await this.#inGame(
      this.#lesson.call('choose', [seen.fen], { onOutput, signal }),
    );
    if (unsolved) return update(state, { trouble: { key: 'unsolved' } });
    if (fault) return update(state, { trouble: { key: 'fault', reason: fault.reason } });
    const after = await this.#see([...moves, result]);
    if (!after) return update(state, { trouble: { key: 'illegal', move: String(result) } });
    update(state, { moves: [...moves, result], seen: after });
  }

  /** @param {Array<string | number>} moves @returns {Promise<Seen | null>} */
  #see(moves) {
    return this.#ask('view', [this.#rules.game, moves]);
  }

  /** @param {string} name  of a function of the referee @param {unknown[]} given */
  async #ask(name, given) {
    const cells = [{ name: 'referee.py', code: this.#rules.referee }];
    const call = { name, arguments: given };
    const { signal } = this.#stopper;
    const { result } = await this.#inGame(this.#python.run({ book: BOOK, cells, call }, { signal }));
    return result;
  }

  /** Rejects if another game has begun in the meantime. @template Answer @param {Promise<Answer>} asked */
  async #inGame(asked) {
    const mine = this.#serial;
    const answer = await asked;
    if (mine !== this.#serial) throw new Error('another game has begun');
    return answer;
  }

  /** @param {() => Promise<unknown>} act */
  async #guarded(act) {
    const { state } = this;
    const mine = this.#serial;
    state.thinking = true;
    try {
      await act();
    } catch (error) {
      const { reason: key = 'failed', cell } = /** @type {any} */ (error);
      if (mine === this.#serial) update(state, { trouble: { key, ...(cell && { cell }) } });
    } finally {
      if (mine === this.#serial) state.thinking = false;
    }
  }
}
