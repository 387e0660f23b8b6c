// Moves as people write them. A view contains the texts of the move that led to it. For moves without a view
// (of an imported game, of the engine's expected line) the rules are asked once; the answers are kept here.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Texts } from '../engine/messages.js' */
/** @import { Tree } from './types.js' */

import { reactive, update } from '../ui/reactive.js';
import { movesTo, nodeOf, ROOT } from './tree.js';

/** A move with all that came before it: the last one of `moves`. @typedef {{ game: string, fen: string | null, moves: readonly string[] }} Line */

/** The known texts of a move and of the moves after it. @typedef {{ texts: Texts | null, next: Map<string, Known> }} Known */

export class MoveTexts {
  /** Changes whenever more texts are known. */
  state = reactive({ known: 0 });
  #client;
  /** By start position. @type {Map<string, Known>} */
  #known = new Map();
  /** @type {Set<string>} lines that were asked about */
  #asked = new Set();
  /** @type {Line[]} */
  #wanted = [];
  #asking = false;

  /** @param {Pick<EngineClient, 'notate'>} client */
  constructor(client) {
    this.#client = client;
  }

  /** The last move of a line in every notation, or null while it is unknown. @param {Line} line */
  of(line) {
    this.state.known; // read, so that a view of the texts is rendered again when more is known
    let known = this.#known.get(startOf(line));
    for (const move of line.moves) known = known?.next.get(move);
    return known?.texts ?? null;
  }

  /**
   * The known texts of a game's moves, by node. The others are asked for, except those that `written` knows.
   * @param {string} game
   * @param {Tree} tree
   * @param {(id: number) => boolean} written
   */
  ofTree(game, tree, written) {
    this.state.known; // as above
    /** @type {Map<number, Texts>} */
    const found = new Map();
    const isKnown = (/** @type {number} */ id) => found.has(id) || written(id);
    /** @type {Array<{ id: number, known: Known | undefined }>} */
    const nodes = [{ id: ROOT, known: this.#known.get(startOf({ game, fen: tree.fen })) }];
    for (const { id, known } of nodes) {
      if (known?.texts) found.set(id, known.texts);
      for (const child of nodeOf(tree, id).children)
        nodes.push({ id: child, known: known?.next.get(nodeOf(tree, child).move ?? '') });
    }
    for (const { id } of nodes) {
      // Asking for the last move of a line covers the ones before it.
      if (id !== ROOT && !isKnown(id) && nodeOf(tree, id).children.every(isKnown))
        this.want({ game, fen: tree.fen, moves: movesTo(tree, id) });
    }
    return found;
  }

  /** Keep what the rules said about the last moves of a line. @param {Line} line @param {Texts[]} texts */
  learn({ moves, ...start }, texts) {
    const place = startOf(start);
    let known = this.#known.get(place) ?? unknown();
    this.#known.set(place, known);
    for (const [at, move] of moves.entries()) {
      const next = known.next.get(move) ?? unknown();
      known.next.set(move, next);
      next.texts = texts[at - moves.length + texts.length] ?? next.texts;
      known = next;
    }
    if (texts.length > 0) update(this.state, { known: this.state.known + texts.length });
  }

  /** Ask for the moves of a line, unless they have been asked for; `state` changes when they are there. @param {Line} line */
  want(line) {
    const key = keyOf(line);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.#wanted.push(line);
    if (!this.#asking) this.#askAll();
  }

  async #askAll() {
    this.#asking = true;
    await null; // collect the other moves that are wanted at the same time
    while (this.#wanted.length > 0) {
      // The longest line covers all lines that it begins with.
      this.#wanted.sort((a, b) => a.moves.length - b.moves.length);
      const line = /** @type {Line} */ (this.#wanted.pop());
      if (this.of(line)) continue;
      let known = this.#known.get(startOf(line));
      let first = 0; // the first move after the last known one
      for (const [at, move] of line.moves.entries()) {
        known = known?.next.get(move);
        if (known?.texts) first = at + 1;
      }
      try {
        this.learn(line, await this.#client.notate({ ...line, moves: [...line.moves], first }));
      } catch {
        this.#asked.delete(keyOf(line)); // without an engine moves stay coordinates until somebody asks again
      }
    }
    this.#asking = false;
  }
}

/** @returns {Known} */
const unknown = () => ({ texts: null, next: new Map() });

/** @param {Omit<Line, 'moves'>} line */
const startOf = ({ game, fen }) => `${game} ${fen ?? ''}`;

/** @param {Line} line */
const keyOf = (line) => `${startOf(line)} ${line.moves.join(' ')}`;
