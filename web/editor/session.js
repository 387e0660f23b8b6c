// The session of the board editor: a position that is set up step by step, with undo and redo. Nothing is
// refused; after every step the rules say what is wrong with the position. No DOM.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Inspection, Remark } from '../engine/messages.js' */
/** @import { Piece, Square } from '../board/geometry.js' */
/** @import { Failure, GameName, SessionState, Side, View } from '../game/types.js' */
/** @import { Fields } from '../game/setup.js' */

import { geometryFor } from '../board/geometry.js';
import { newGame } from '../game/game.js';
import { factsOf, sideIn, turnOfFen, USUAL } from '../game/games.js';
import { failureOf, SessionBase } from '../game/session-base.js';
import {
  cleared,
  isDrawable,
  isPlainFen,
  mirrored,
  readFields,
  swapped,
  withFields,
  withMan,
  withRights,
} from '../game/setup.js';
import { update } from '../ui/reactive.js';

/** @typedef {Pick<EngineClient, 'inspect' | 'state' | 'addEventListener' | 'retry'>} Client */

/** A step; men: whether men were put, moved or taken off. @typedef {{ game: GameName, fen: string, men: boolean }} Step */

/** A FEN as it is typed, and what is wrong with it; `unread`: the rules have not answered yet. @typedef {{ text: string, fault: Failure | null, unread?: boolean }} Typed */

/**
 * @typedef {SessionState & EditorFields} EditorState  only the root of `game` is used: it is the position
 */

/**
 * @typedef {object} EditorFields
 * @property {string} fen  of the position, whether or not it can be played
 * @property {Inspection | null} inspection  what the rules say of it; null until they have answered
 * @property {Typed | null} typed  null: the field shows the FEN of the position
 * @property {Remark[]} remarks  what was assumed of the FEN that was typed or pasted
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 */

/** @extends {SessionBase<EditorState>} */
export class EditorSession extends SessionBase {
  #client;
  /** @type {Step[]} */ #steps;
  #at = 0;
  /** Whether the stroke of a tool has made a step that its next points join. */
  #joins = false;
  /** @type {Side} */ #below;
  /** The step that the rules are asked about. @type {Step | null} */ #asked = null;
  /** Whether a FEN is being typed: its field has not been left. */ #isTyping = false;

  /** @param {{ client: Client }} options */
  constructor({ client }) {
    const { fen } = factsOf(USUAL);
    super(client, {
      game: positionAsGame(USUAL, fen, 'red', null),
      fen,
      inspection: null,
      typed: null,
      remarks: [],
      canUndo: false,
      canRedo: false,
    });
    this.#client = client;
    this.#below = /** @type {Side} */ ('red');
    this.#steps = [{ game: USUAL, fen, men: true }];
  }

  /** Ask the restarted engine what the failed one has not answered. @override @protected */
  runsAgain() {
    this.#ask();
  }

  /**
   * Begin with a position, or with the start of the game.
   * @param {{ game: GameName, fen: string | null, below?: Side | null }} asked
   */
  async open({ game, fen, below = null }) {
    this.#below = sideIn(game, below ?? factsOf(game).sides[0]);
    this.#steps = [{ game, fen: factsOf(game).fen, men: true }];
    this.#at = 0;
    const isPlain = fen !== null && isPlainFen(fen);
    const isDrawn = fen !== null && isDrawable(game, fen);
    if (fen && isDrawn) {
      // The fields of a FEN that no program wrote are read by the rules.
      const turn = turnOfFen(game, fen) === 'black' ? 'b' : 'w';
      const drawn = isPlain ? fen : `${readFields(fen).placement} ${turn}`;
      this.#steps = [{ game, fen: withFields(game, drawn, {}), men: false }];
    }
    this.#show();
    if (fen && !(isPlain && isDrawn)) {
      await this.type(fen);
      this.endTyping();
    }
  }

  // ---- steps ----

  /**
   * Put a man on a square, or take the one there off.
   * @param {Square} square
   * @param {Piece | null} man
   * @param {{ joined?: boolean }} [how]  joined: as one step with the one before
   */
  put(square, man, { joined = false } = {}) {
    const { game, fen } = this.#step;
    const changed = this.#push(
      { game, fen: withMan(game, fen, square, man), men: true },
      joined && this.#joins,
    );
    this.#joins = changed || (joined && this.#joins);
  }

  /** The men were moved by hand. @param {string} placement */
  arrange(placement) {
    this.set({ placement });
  }

  /** @param {Partial<Fields>} changes */
  set(changes) {
    const { game, fen } = this.#step;
    this.#push({ game, fen: withFields(game, fen, changes), men: 'placement' in changes });
  }

  /** A position from elsewhere, such as a picture. @param {GameName} game @param {string} fen */
  take(game, fen) {
    this.#push({ game, fen, men: true });
  }

  /** The game's start position. @param {GameName} [game] */
  start(game = this.#step.game) {
    this.#push({ game, fen: factsOf(game).fen, men: true });
  }

  clear() {
    this.#change(cleared);
  }

  mirror() {
    this.#change(mirrored);
  }

  swap() {
    this.#change(swapped);
  }

  /** @param {(game: GameName, fen: string) => string} change */
  #change(change) {
    const { game, fen } = this.#step;
    this.#push({ game, fen: change(game, fen), men: true });
  }

  /** @returns {boolean} whether there was something to undo */
  undo() {
    if (this.#at === 0) return false;
    this.#at -= 1;
    this.#show();
    return true;
  }

  redo() {
    if (this.#at === this.#steps.length - 1) return;
    this.#at += 1;
    this.#show();
  }

  /** Turn the board around; the position stays. @override */
  flip() {
    super.flip();
    this.#below = this.state.game.orientation;
  }

  /**
   * A FEN is typed. It becomes the position as soon as it is valid in this or another game.
   * @param {string} text
   */
  async type(text) {
    /** @type {Typed} */
    const typed = { text, fault: null, unread: true };
    this.state.typed = typed;
    this.#isTyping = true;
    const { game } = this.#step;
    try {
      const found = await this.#read(game, text);
      if (this.state.typed !== typed) return;
      const changed = found.game !== game || found.inspection.fen !== this.#step.fen;
      if (changed) this.#push({ game: found.game, fen: found.inspection.fen, men: false });
      this.state.typed = this.#isTyping ? { text, fault: null } : null;
      this.state.remarks = found.inspection.remarks ?? [];
    } catch (error) {
      if (this.state.typed !== typed) return;
      this.state.typed = { text, fault: failureOf(error) };
    }
  }

  /** The FEN field loses the focus: an invalid or unread text stays in it. */
  endTyping() {
    const { typed } = this.state;
    this.#isTyping = false;
    if (typed && !typed.fault && !typed.unread) this.state.typed = null;
  }

  /** @param {GameName} game @param {string} fen */
  async #read(game, fen) {
    try {
      return { game, inspection: await this.#client.inspect({ game, fen }) };
    } catch (error) {
      const shape = geometryFor(fen).game;
      if (shape === game) throw error;
      const inspection = await this.#client.inspect({ game: shape, fen }).catch(() => null);
      if (!inspection) throw error;
      return { game: shape, inspection };
    }
  }

  get #step() {
    return this.#steps[this.#at];
  }

  /** @param {Step} step @param {boolean} [joined] @returns {boolean} whether it changes anything */
  #push(step, joined = false) {
    const before = this.#step;
    if (step.game === before.game && step.fen === before.fen) return false;
    if (step.game !== before.game) this.#below = sideIn(step.game, this.#below);
    this.#steps = [...this.#steps.slice(0, this.#at + (joined ? 0 : 1)), step];
    this.#at = this.#steps.length - 1;
    this.#show();
    return true;
  }

  /** @param {Typed | null} [typed]  a text that is being typed meanwhile */
  #show(typed = null) {
    update(this.state, {
      game: this.#game(null),
      fen: this.#step.fen,
      typed,
      remarks: [],
      canUndo: this.#at > 0,
      canRedo: this.#at < this.#steps.length - 1,
    });
    this.#ask();
  }

  /** Ask the rules about the position; while an answer is pending, only the latest position waits. */
  async #ask() {
    const asked = this.#step;
    if (this.#asked) return; // asked after that answer
    this.#asked = asked;
    let inspection = null;
    try {
      inspection = await this.#client.inspect({ game: asked.game, fen: asked.fen });
    } catch (error) {
      const fault = failureOf(error);
      // A FEN from an address may be malformed behind its placement. An engine that does not run says so itself.
      if (fault.code === 'invalid_fen' && asked === this.#step) this.state.typed = { text: asked.fen, fault };
    }
    this.#asked = null;
    if (asked !== this.#step) this.#ask();
    else if (inspection) this.#apply(inspection);
  }

  /** @param {Inspection} inspection  of the position at hand */
  #apply(inspection) {
    const { game, men } = this.#step;
    const fen = men ? this.#withoutLostRights(inspection) : inspection.fen;
    if (fen !== this.#step.fen) {
      // The same step, with its FEN corrected.
      this.#steps = this.#steps.with(this.#at, { game, fen, men: false });
      this.#show(this.state.typed);
      this.state.remarks = inspection.remarks ?? [];
    } else {
      update(this.state, { inspection, game: this.#game(inspection.view) });
    }
  }

  /** @param {Inspection} inspection */
  #withoutLostRights({ fen, faults }) {
    let { castling, enPassant } = readFields(fen);
    for (const { reason, right } of faults) {
      if (reason === 'castling_rights') castling = withRights(castling.replace(String(right), ''));
      if (reason === 'en_passant_pawn') enPassant = '-';
    }
    return withFields(this.#step.game, fen, { castling, enPassant });
  }

  /** @param {View | null} view */
  #game(view) {
    return positionAsGame(this.#step.game, this.#step.fen, this.#below, view);
  }
}

/**
 * A position as a game without moves, for the parts that all pages share.
 * @param {GameName} game @param {string} fen @param {Side} side  the one at the bottom @param {View | null} view
 */
function positionAsGame(game, fen, side, view) {
  const { level } = factsOf(game);
  return {
    ...newGame({ id: 'editor', game, opponent: 'person', side, level, fen, view }),
    orientation: side,
  };
}
