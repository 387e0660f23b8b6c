// The tools of the editor: what a press or a key on the board does.

/** @import { Piece, Square } from '../board/geometry.js' */
/** @import { EditorSession } from './session.js' */

import { manAt, manOf } from '../game/setup.js';
import { onChange, reactive } from '../ui/reactive.js';

/** What a press on the board does: move men, take one off, or put this one. @typedef {'hand' | 'bin' | Piece} Tool */

export class EditorTools {
  state = reactive({ tool: /** @type {Tool} */ ('hand') });
  #session;
  #put;

  /**
   * @param {Pick<EditorSession, 'state'>} session
   * @param {(square: Square, man: Piece | null, joined: boolean) => void} put  joined: to the step before
   */
  constructor(session, put) {
    this.#session = session;
    this.#put = put;
    onChange(
      () => session.state.game.game,
      () => {
        this.state.tool = 'hand';
      },
    );
  }

  /** @param {Tool} tool */
  isChosen(tool) {
    const chosen = this.state.tool;
    return (
      chosen === tool || (typeof chosen === 'object' && typeof tool === 'object' && isSame(chosen, tool))
    );
  }

  /** Take up a man, or lay him down. @param {Piece} man */
  choose(man) {
    this.state.tool = this.isChosen(man) ? 'hand' : man;
  }

  /** A press on a square, or a stroke that reaches it. @param {Square} square @param {boolean} first @returns {boolean} false: it moves men */
  point(square, first) {
    const { tool } = this.state;
    if (tool === 'hand') return false;
    const { game, fen } = this.#session.state;
    const there = manAt(game.game, fen, square);
    const again = first && tool !== 'bin' && isSame(there, tool); // a second press takes back the first
    this.#put(square, tool === 'bin' || again ? null : tool, !first);
    return true;
  }

  /** @param {Square} square @param {string} key @returns {boolean} whether it names a man or removes one */
  key(square, key) {
    const man = manOf(this.#session.state.game.game, key);
    if (!man && !['Delete', 'Backspace'].includes(key)) return false;
    this.#put(square, man, false);
    return true;
  }
}

/** @param {Piece | null} man @param {Piece} other */
const isSame = (man, other) => man?.side === other.side && man.role === other.role;
