// The board of the study page: it shows chapters, and asks for moves in training.

/** @import { CannotMoveReason, Game, GameName, Session } from '../game/types.js' */

import { isLegal } from '../game/game.js';
import { PlaySession } from '../game/session.js';
import { nodeOf } from '../game/tree.js';
import { reactive, update } from '../ui/reactive.js';

/** @implements {Session} */
export class StudySession extends PlaySession {
  /** `asks`: the node at which a move is asked for; null: the board is only looked at. */
  play = reactive({ asks: /** @type {number | null} */ (null) });
  /** Whether a move that was asked for is right. @type {(uci: string) => boolean} */
  judge = () => true;

  /** Put a game on the board. @param {Game} game */
  async show(game) {
    update(this.play, { asks: null });
    await this.switchTo('', () => game);
    this.settle();
  }

  /** @override @protected @param {GameName} _game */
  shows(_game) {
    return true;
  }

  /** Ask for a move in the current position. */
  ask() {
    update(this.play, { asks: this.state.game.tree.current });
  }

  get #isAsked() {
    return this.play.asks === this.state.game.tree.current;
  }

  /** @override @returns {CannotMoveReason | null} */
  cannotMoveReason() {
    return super.cannotMoveReason() ?? (this.#isAsked ? null : 'waiting');
  }

  /** @override */
  movableSide() {
    return this.#isAsked ? super.movableSide() : null;
  }

  /** @override @param {string} uci */
  move(uci) {
    const { view } = nodeOf(this.state.game.tree);
    if (!this.cannotMoveReason() && view && isLegal(view, uci) && !this.judge(uci)) return 'wrong';
    return super.move(uci);
  }

  /** A move that is not the person's. @param {string} uci */
  reply(uci) {
    update(this.play, { asks: null });
    this.commit(uci);
  }

  /** The answer of the repertoire takes the place of hints. @override */
  async hint() {}
}
