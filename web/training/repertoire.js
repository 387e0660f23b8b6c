// A repertoire: the positions of chapters in which its side is to move, each with the answers that it has there. A
// position is one card, however and in whichever chapter it was reached. No board, no storage.

/** @import { Node, Side, Tree } from '../game/types.js' */
/** @import { Card } from '../storage/database.js' */

import { inOrder } from '../game/record.js';
import { nodeOf, pathTo } from '../game/tree.js';
import { retrievability } from './schedule.js';

/** A chapter. `keys`: what tells its positions apart, by node; see EngineClient.positions. @typedef {{ id: string, tree: Tree, keys: ReadonlyMap<number, string> }} Chapter */

/** A node of a chapter. `at`: its number in the order of the whole repertoire; `end`: that of the last node behind it. @typedef {{ chapter: number, node: number, key: string, at: number, end: number }} Place */

/** A position that is asked about: its places, in order, and the answers, the first choice first. @typedef {{ key: string, places: Place[], answers: string[] }} Position */

/** New positions in one sitting. */
export const NEW_AT_ONCE = 20;
/** After a mistake a position comes again when so many others were asked. */
export const SOON = 4;

/** The keys of a tree, from those of its record. @param {Tree} tree @param {readonly string[]} keys */
export const keysOf = (tree, keys) => new Map(inOrder(tree).map((id, at) => [id, keys[at]]));

export class Repertoire {
  /** By key, in the order of reading. @type {Map<string, Position>} */
  positions = new Map();
  /** Every place where an answer is known, in the order of reading. @type {Place[]} */
  places = [];
  /** The last positions of lines that end with a move of the other side. @type {Place[]} */
  open = [];
  #isOwn;

  /**
   * @param {readonly Chapter[]} chapters
   * @param {(key: string) => boolean} isOwn  whether the side of the repertoire is to move there
   */
  constructor(chapters, isOwn) {
    this.chapters = chapters;
    this.#isOwn = isOwn;
    let count = 0;
    for (const [chapter, { tree, keys }] of chapters.entries()) {
      const order = inOrder(tree);
      const first = count;
      count += order.length;
      const ends = endsOf(tree, order);
      for (const [at, node] of order.entries()) {
        const key = keys.get(node) ?? '';
        if (!isOwn(key)) continue;
        const place = { chapter, node, key, at: first + at, end: first + ends[at] };
        const { children } = nodeOf(tree, node);
        if (children.length === 0) {
          if (at > 0) this.open.push(place);
          continue;
        }
        this.places.push(place);
        const position = this.positions.get(key) ?? { key, places: [], answers: [] };
        this.positions.set(key, position);
        position.places.push(place);
        for (const child of children) {
          const { move } = nodeOf(tree, child);
          if (move && !position.answers.includes(move)) position.answers.push(move);
        }
      }
    }
    this.open = this.open.filter(({ key }) => !this.positions.has(key));
  }

  /** @param {number} chapter @param {number} node @returns {Node} */
  nodeAt(chapter, node) {
    return nodeOf(this.chapters[chapter].tree, node);
  }

  /** @param {number} chapter @param {number} node */
  keyAt(chapter, node) {
    return this.chapters[chapter].keys.get(node) ?? '';
  }

  /** The moves from the start of the chapter. @param {{ chapter: number, node: number }} place */
  movesTo({ chapter, node }) {
    return pathTo(this.chapters[chapter].tree, node).flatMap(({ move }) => move ?? []);
  }

  /** The keys of all positions. */
  get keys() {
    return new Set(this.chapters.flatMap(({ keys }) => [...keys.values()]));
  }

  /** The keys of the positions that have a reply of the other side. */
  get replied() {
    return new Set(this.replies.map(({ key }) => key));
  }

  /** Positions with more than one answer. @returns {Position[]} */
  get conflicts() {
    return [...this.positions.values()].filter(({ answers }) => answers.length > 1);
  }

  /**
   * Where an answer leads, if possible in the chapter of the place.
   * @param {Place} place
   * @param {string} move
   * @returns {{ chapter: number, node: number } | null}
   */
  after(place, move) {
    const others = this.positions.get(place.key)?.places ?? [];
    for (const { chapter, node } of [place, ...others]) {
      const tree = this.chapters[chapter].tree;
      const found = nodeOf(tree, node).children.find((child) => nodeOf(tree, child).move === move);
      if (found !== undefined) return { chapter, node: found };
    }
    return null;
  }

  /** The first place behind a node, or at it, that is wanted. @param {{ chapter: number, node: number }} from @param {(key: string) => boolean} isWanted @returns {Place | null} */
  firstBehind({ chapter, node }, isWanted) {
    const { at, end } = this.#spanOf(chapter, node);
    for (let i = this.#from(at); i < this.places.length && this.places[i].at <= end; i += 1)
      if (isWanted(this.places[i].key)) return this.places[i];
    return null;
  }

  /** @param {number} chapter @param {number} node */
  #spanOf(chapter, node) {
    const spans = this.#spans(chapter);
    return /** @type {{ at: number, end: number }} */ (spans.get(node));
  }

  /** @type {Map<number, Map<number, { at: number, end: number }>>} */
  #known = new Map();

  /** @param {number} chapter */
  #spans(chapter) {
    let spans = this.#known.get(chapter);
    if (!spans) {
      const { tree } = this.chapters[chapter];
      const order = inOrder(tree);
      const ends = endsOf(tree, order);
      const first = this.chapters.slice(0, chapter).reduce((sum, each) => sum + each.tree.nodes.size, 0);
      spans = new Map(order.map((id, at) => [id, { at: first + at, end: first + ends[at] }]));
      this.#known.set(chapter, spans);
    }
    return spans;
  }

  /** The index of the first place from a number on. @param {number} at */
  #from(at) {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[middle].at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The positions in which the other side is to move and has moves in the repertoire. */
  get replies() {
    return this.theirs.filter(({ chapter, node }) => this.nodeAt(chapter, node).children.length > 0);
  }

  /**
   * The positions in which the other side is to move.
   * @returns {Array<{ chapter: number, node: number, key: string }>}  each position once, if possible where it has moves
   */
  get theirs() {
    /** @type {Map<string, { chapter: number, node: number, key: string }>} */
    const found = new Map();
    for (const [chapter, { tree, keys }] of this.chapters.entries())
      for (const node of inOrder(tree)) {
        const key = keys.get(node) ?? '';
        if (this.#isOwn(key)) continue;
        const known = found.get(key);
        if (!known || this.nodeAt(known.chapter, known.node).children.length === 0)
          found.set(key, { chapter, node, key });
      }
    return [...found.values()];
  }
}

/** The index of the last node behind each one, itself included. @param {Tree} tree @param {readonly number[]} order */
function endsOf(tree, order) {
  const ends = order.map((_, at) => at);
  const index = new Map(order.map((id, at) => [id, at]));
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const { children } = nodeOf(tree, order[at]);
    const last = children.at(-1);
    if (last !== undefined) ends[at] = ends[/** @type {number} */ (index.get(last))];
  }
  return ends;
}

/**
 * Where a game leaves a repertoire: the first move after which no position of it is reached again. Null where the game
 * never was in it, or never leaves it.
 * @param {Repertoire} repertoire
 * @param {readonly string[]} keys  of the positions of the game
 * @param {readonly string[]} moves  of the game
 * @returns {{ ply: number, answers: readonly string[] } | null}  answers: of the repertoire, where its own side left it
 */
export function leaving(repertoire, keys, moves) {
  const known = repertoire.keys;
  const last = keys.findLastIndex((key) => known.has(key));
  if (last < 0 || last >= moves.length) return null;
  const answers = repertoire.positions.get(keys[last])?.answers ?? [];
  // A line that ends there has nothing to say of the move.
  return answers.length > 0 || repertoire.replied.has(keys[last]) ? { ply: last, answers } : null;
}

/** The positions to be asked in a sitting: what is due, and some that are new. @param {Repertoire} repertoire @param {Readonly<Record<string, Card>>} cards @param {string} today @param {number} [most]  new ones */
export function wantedToday({ positions }, cards, today, most = NEW_AT_ONCE) {
  let left = most;
  const keys = [...positions.keys()].filter((key) => {
    const card = cards[key];
    if (card) return card.due <= today;
    left -= 1;
    return left >= 0;
  });
  return new Set(keys);
}

/** What is still to be asked in a sitting, and what of it comes next. */
export class Sitting {
  #repertoire;
  #wanted;
  /** When positions that were missed come again: counted in answers. @type {Map<string, number>} */
  #soon = new Map();
  asked = 0;
  mistakes = 0;

  /** @param {Repertoire} repertoire @param {ReadonlySet<string>} wanted  keys */
  constructor(repertoire, wanted) {
    this.#repertoire = repertoire;
    this.#wanted = new Set(wanted);
  }

  /** How many positions are still to be answered. */
  get left() {
    return this.#wanted.size;
  }

  /** Whether a position is to be asked now. @param {string} key */
  isWanted = (key) => this.#wanted.has(key) && (this.#soon.get(key) ?? 0) <= this.asked;

  /** Whether a position has been missed in this sitting. @param {string} key */
  wasMissed(key) {
    return this.#soon.has(key);
  }

  /** The next place to ask at; null: the sitting is over. @returns {Place | null} */
  next() {
    const { places, positions } = this.#repertoire;
    const found = places.find(({ key }) => this.isWanted(key));
    if (found) return found;
    // Only missed ones are left: the one that was missed first.
    const [key] = [...this.#wanted].sort((a, b) => (this.#soon.get(a) ?? 0) - (this.#soon.get(b) ?? 0));
    return key === undefined ? null : (positions.get(key)?.places[0] ?? null);
  }

  /** @param {string} key @param {boolean} known */
  answered(key, known) {
    this.asked += 1;
    if (known) {
      this.#wanted.delete(key);
      return;
    }
    this.mistakes += 1;
    this.#soon.set(key, this.asked + SOON);
  }

  /**
   * The first move of the other side behind which a position is wanted; null where there is none.
   * @param {{ chapter: number, node: number }} place
   * @returns {{ chapter: number, node: number } | null}
   */
  reply(place) {
    const { children } = this.#repertoire.nodeAt(place.chapter, place.node);
    const ways = children.map((node) => ({ chapter: place.chapter, node }));
    return ways.find((way) => this.#repertoire.firstBehind(way, this.isWanted)) ?? null;
  }
}

/**
 * How well the positions of a chapter, or of all, are known.
 * @param {Repertoire} repertoire
 * @param {Readonly<Record<string, Card>>} cards
 * @param {string} today
 * @param {number} [chapter]
 * @returns {{ positions: number, due: number, fresh: number, known: number | null }}  known: the average chance; null
 *   where nothing was asked yet
 */
export function standingOf({ positions }, cards, today, chapter) {
  const here = [...positions.values()].filter(
    ({ places }) => chapter === undefined || places.some((place) => place.chapter === chapter),
  );
  const met = here.flatMap(({ key }) => cards[key] ?? []);
  const chances = met.reduce((sum, card) => sum + retrievability(card, today), 0);
  return {
    positions: here.length,
    due: met.filter(({ due }) => due <= today).length,
    fresh: here.length - met.length,
    known: met.length > 0 ? chances / met.length : null,
  };
}
