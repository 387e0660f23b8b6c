// @ts-check
// Moves as people write them. Views bring the text of the move that led to them; for moves whose views nobody needs
// (an imported game, the line that the engine expects) the rules are asked, once, and what they said is kept here.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Texts } from '../engine/messages.js' */

import { reactive, update } from './reactive.js';

/** A move with all that came before it: the last one of `moves`. @typedef {{ game: string, fen: string | null, moves: readonly string[] }} Line */

export class MoveTexts {
  /** Another number whenever something new is known. */
  state = reactive({ known: 0 });
  #client;
  /** @type {Map<string, Texts>} */
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

  /** The last move of a line in every notation, or null while nobody has said. @param {Line} line */
  of(line) {
    this.state.known; // read, so that a view of the texts is rendered again when more is known
    return this.#known.get(keyOf(line)) ?? null;
  }

  /** Keep what the rules said about the last moves of a line. @param {Line} line @param {Texts[]} texts */
  learn({ moves, ...start }, texts) {
    texts.forEach((each, at) => {
      const length = moves.length - texts.length + at + 1;
      this.#known.set(keyOf({ ...start, moves: moves.slice(0, length) }), each);
    });
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
    await null; // who wants one move of a line wants the others, too
    while (this.#wanted.length > 0) {
      // The longest line tells about all that it begins with.
      this.#wanted.sort((a, b) => a.moves.length - b.moves.length);
      const line = /** @type {Line} */ (this.#wanted.pop());
      if (this.of(line)) continue;
      let first = line.moves.length - 1;
      while (first > 0 && !this.of({ ...line, moves: line.moves.slice(0, first) })) first -= 1;
      try {
        this.learn(line, await this.#client.notate({ ...line, moves: [...line.moves], first }));
      } catch {
        this.#asked.delete(keyOf(line)); // without an engine moves stay coordinates until somebody asks again
      }
    }
    this.#asking = false;
  }
}

/** @param {Line} line */
function keyOf({ game, fen, moves }) {
  return `${game} ${fen ?? ''} ${moves.join(' ')}`;
}
