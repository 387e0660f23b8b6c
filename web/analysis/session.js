// An analysis: a game of two persons in which every move is welcome. A move that differs becomes a variation, the tree
// can be edited, and every edit can be undone.

/** @import { GameRecord, Notes } from '../engine/messages.js' */
/** @import { AddressRequest } from '../game/address.js' */
/** @import { SetupRequest } from '../game/game.js' */
/** @import { Game, GameName, GameReview, Session, Tree } from '../game/types.js' */

import { analysisIdOf, analysisSlot, analysisSlotFor, factsOf, gameIdOf } from '../game/games.js';
import { treeOf } from '../game/record.js';
import { PlaySession } from '../game/session.js';
import { addLine, addMove, goTo, nodeOf, promote, ROOT, removeNode } from '../game/tree.js';
import { update } from '../ui/reactive.js';
import { merged, promoteOnce, withNotes } from './edits.js';

/** Edits that can be undone. */
const MOST_EDITS = 100;

/** @implements {Session} */
/** @typedef {import('../game-view/app.js').App<AnalysisSession>} AnalysisApp */

export class AnalysisSession extends PlaySession {
  /** Trees as they were before each edit. @type {Tree[]} */
  #before = [];
  /** Trees as they were before each undo. @type {Tree[]} */
  #undone = [];
  /** The node whose comment is being typed: all of that is one edit. @type {number | null} */
  #typing = null;
  /** The game that the edits belong to. */
  #edited = '';
  /** Its tree when it was left. @type {Tree | null} */
  #left = null;

  /**
   * Continue the saved analysis, or begin the one that the address asks for.
   * @param {AddressRequest} asked
   * @param {SetupRequest} usual
   * @param {Game | null} [source]  a game to be analysed; it is merged into an earlier analysis of it
   * @param {boolean} [arrives]  whether to show the line of the address, else the analysis as it was left
   * @param {Game | null} [earlier]  the analysis of that game in the library, wherever it was made
   */
  async open(asked, usual, source = null, arrives = true, earlier = null) {
    if (!source) {
      const slot = asked.slot && analysisSlotFor(asked.slot);
      // The first player is below, whichever side the person played last.
      const [side] = factsOf(usual.game).sides;
      return super.open({ ...asked, slot }, { ...usual, side, opponent: 'person' });
    }
    const { orientation } = source;
    const id = gameIdOf(source.id);
    const copy = {
      ...source,
      id: analysisIdOf(id),
      orientation: asked.side === 'black' ? asked.side : orientation,
    };
    await this.switchTo(analysisSlotFor(id), () => earlier ?? copy);
    if (arrives) await this.#arrive(copy, asked.moves, earlier ?? copy);
    this.settle();
  }

  /**
   * Take over what is new in a game since its analysis was left, and show a position of it.
   * @param {Game} copy
   * @param {readonly string[]} moves  to that position
   * @param {Game} left  the analysis as it was left, if another one is in its place
   */
  async #arrive(copy, moves, left) {
    const { game } = this.state;
    const isOfGame = game.id === copy.id && game.tree.fen === copy.tree.fen;
    if (!isOfGame) await this.reopen(left, null);
    if (this.state.game.id !== copy.id) return; // another tab plays what is there
    const known = isOfGame ? game.tree : left.tree;
    const tree = reached(merged(known, copy.tree, { keep: true }), moves);
    update(this.state, { game: { ...this.state.game, tree, orientation: copy.orientation } });
  }

  /** The person moves both sides, even after a game that ended by agreement or on time. @override @protected @param {Game} game */
  prepared(game) {
    const { game: left } = this.state;
    if (left.id === this.#edited) this.#left = left.tree;
    // A game that is brought back is as it was left; another tab may have edited one that is read again.
    if (game.id === this.#edited && game.tree !== this.#left) this.#edited = '';
    const [first, second] = factsOf(game.game).sides;
    return { ...game, players: { [first]: 'person', [second]: 'person' }, ending: null };
  }

  /** @override @protected @param {GameName} name */
  slotOf(name) {
    return analysisSlot(name);
  }

  /** @override @protected @param {string} uci */
  commit(uci) {
    const { tree } = this.state.game;
    const added = addMove(tree, tree.current, uci);
    const next = goTo(added.tree, added.id);
    if (added.tree === tree) this.change({ ...this.state.game, tree: next });
    else this.#edit(next);
  }

  /** The engine lines replace hints here. @override */
  async hint() {}

  // ---- edits ----

  /** Whether there is something to undo, and to redo, in the current game. */
  get edits() {
    const mine = this.#edited === this.state.game.id;
    return { undo: mine && this.#before.length > 0, redo: mine && this.#undone.length > 0 };
  }

  /**
   * Play moves from a node into the tree, and look at the last one.
   * @param {number} from
   * @param {readonly string[]} moves  legal ones, one after the other
   */
  playLine(from, moves) {
    const { tree, id } = addLine(this.state.game.tree, from, moves);
    const next = goTo(tree, id);
    if (tree === this.state.game.tree) this.change({ ...this.state.game, tree: next });
    else this.#edit(next);
  }

  /** Make a variation the first choice at its fork. @param {number} id */
  promote(id) {
    this.#edit(promoteOnce(this.state.game.tree, id));
  }

  /** Make the line through a node the main line. @param {number} id */
  makeMainLine(id) {
    this.#edit(promote(this.state.game.tree, id));
  }

  /** Remove a move and all that follows it. @param {number} id  not the root */
  remove(id) {
    this.#edit(removeNode(this.state.game.tree, id));
  }

  /** @param {number} id @param {Notes} notes  in place of those of the node @param {{ typing?: boolean }} [how]  typing: what is typed on is no edit of its own */
  annotate(id, notes, { typing = false } = {}) {
    this.#edit(withNotes(this.state.game.tree, id, notes), typing ? id : null);
  }

  /** Keep a review with the game. @param {GameReview} review */
  keepReview(review) {
    if (this.state.plays) this.change({ ...this.state.game, review });
  }

  /**
   * Add the moves and comments of a record as variations.
   * @param {Pick<GameRecord, 'game' | 'fen' | 'comment' | 'moves'>} record
   * @returns {boolean} false where it starts in another position
   */
  merge(record) {
    const { game } = this.state;
    if (record.game !== game.game || record.fen !== game.tree.fen) return false;
    this.#edit(merged(game.tree, treeOf(record, nodeOf(game.tree, ROOT).view)));
    return true;
  }

  /** Undo the last edit. @override @returns {boolean} whether there was one */
  takeBack() {
    return this.#restore(this.#before, this.#undone);
  }

  /** @override */
  redo() {
    this.#restore(this.#undone, this.#before);
  }

  /** @param {Tree} tree  after an edit @param {number | null} [typing]  the node whose comment is being typed */
  #edit(tree, typing = null) {
    const { game, plays } = this.state;
    if (!plays || tree === game.tree) return;
    if (this.#edited !== game.id) this.#before = [];
    const goesOn = typing !== null && typing === this.#typing && this.edits.undo;
    this.#edited = game.id;
    this.#typing = typing;
    if (!goesOn) this.#before = [...this.#before, game.tree].slice(-MOST_EDITS);
    this.#undone = [];
    this.change({ ...game, tree });
  }

  /** @param {Tree[]} from @param {Tree[]} to */
  #restore(from, to) {
    const { game, plays } = this.state;
    const tree = this.#edited === game.id && plays ? from.pop() : undefined;
    if (!tree) return false;
    this.#typing = null;
    to.push(game.tree);
    // Ids are never used twice: what is saved under one belongs to one move.
    this.change({ ...game, tree: { ...tree, next: Math.max(tree.next, game.tree.next) } });
    return true;
  }
}

/** The tree with the position after these moves as the current one, as far as they are in it. @param {Tree} tree @param {readonly string[]} moves */
function reached(tree, moves) {
  let node = nodeOf(tree, ROOT);
  for (const move of moves) {
    const next = node.children.map((id) => nodeOf(tree, id)).find((child) => child.move === move);
    if (!next) break;
    node = next;
  }
  return goTo(tree, node.id);
}
