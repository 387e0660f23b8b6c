// The tree that a search has visited, as the engine recorded it: the facts of its nodes, the visible rows, and
// navigation. No DOM. Records come in the order in which the search opened them, parents before children.

import { bytesOf } from '../../ui/files.js';

/**
 * The answer to `trace`, see cannonfish/protocol/page/experiments.py.
 * @typedef {object} TraceData
 * @property {string[]} functions  of the search, by number; that of an iteration is empty
 * @property {Array<[kind: string, func: string, path: string, line: number, step: string, note: string]>} sites
 * @property {string[]} moves
 * @property {Record<string, string>} columns  base64
 * @property {number} nodes
 * @property {number} depth
 * @property {number} score
 * @property {string[]} pv
 * @property {Record<'INFINITE' | 'MATE' | 'MATE_BOUND' | 'WIN_BOUND', number>} scale
 */

/** How a node ended, or why a move was skipped. @typedef {typeof ENDINGS[number]} Ending */

export const ENDINGS = /** @type {const} */ ([
  'cutoff',
  'exact',
  'low',
  'table',
  'standPat',
  'nullMove',
  'razoring',
  'reverseFutility',
  'multiCut',
  'draw',
  'mateDistance',
  'noMove',
  'limit',
  'lateMove',
  'futility',
  'history',
  'losingCapture',
  'delta',
  'stopped',
  'other',
]);

/** Endings by the titles that the source gives to its steps. @type {Record<string, Ending>} */
const BY_STEP = {
  Draws: 'draw',
  'Draws and repetitions': 'draw',
  'Mate distance pruning': 'mateDistance',
  Limits: 'limit',
  'Transposition table': 'table',
  Razoring: 'razoring',
  'Reverse futility pruning': 'reverseFutility',
  'Null move': 'nullMove',
  'Singular extension': 'multiCut',
  'No legal move': 'noMove',
  'Stand pat': 'standPat',
};
/** Endings of skipped moves, by the comment above the source line. @type {Record<string, Ending>} */
const BY_NOTE = {
  'Late move pruning': 'lateMove',
  'Futility pruning': 'futility',
  'Its history is bad': 'history',
  'A capture that loses too much': 'losingCapture',
};

export const NULL_MOVE = '0000';

export class SearchTree {
  /** @param {TraceData} data */
  constructor(data) {
    const { columns } = data;
    this.data = data;
    this.parent = new Int32Array(bytesOf(columns.parent).buffer);
    this.moveNumber = new Uint16Array(bytesOf(columns.move).buffer);
    this.func = new Uint8Array(bytesOf(columns.function).buffer);
    this.depth = new Int16Array(bytesOf(columns.depth).buffer);
    this.alpha = new Int16Array(bytesOf(columns.alpha).buffer);
    this.beta = new Int16Array(bytesOf(columns.beta).buffer);
    this.value = new Int16Array(bytesOf(columns.value).buffer);
    this.site = new Uint16Array(bytesOf(columns.site).buffer);
    this.length = this.parent.length;
    /** The index after the last descendant of each record. */
    this.end = new Int32Array(this.length);
    this.level = new Uint8Array(this.length);
    this.#measure();
  }

  #measure() {
    const { parent, end, level, length } = this;
    for (let at = 0; at < length; at += 1) {
      level[at] = parent[at] < 0 ? 1 : level[parent[at]] + 1;
      end[at] = at + 1;
    }
    for (let at = length - 1; at >= 0; at -= 1)
      if (parent[at] >= 0) end[parent[at]] = Math.max(end[parent[at]], end[at]);
  }

  /** @param {number} at */
  isIteration(at) {
    return this.parent[at] < 0;
  }

  /** A move that was skipped without being searched. @param {number} at */
  isSkipped(at) {
    return this.#kind(at) === 'skip';
  }

  /** In UCI; empty where the position is that of the record above. @param {number} at */
  move(at) {
    return this.data.moves[this.moveNumber[at]];
  }

  /** @param {number} at */
  isQuiescence(at) {
    return this.data.functions[this.func[at]].startsWith('quiesce');
  }

  /**
   * The window as texts. A bound that only a mate on the board could reach is infinite.
   * @param {number} at @param {(pawns: number) => string} [decimal] @returns {[alpha: string, beta: string]}
   */
  window(at, decimal) {
    const { MATE } = this.data.scale;
    const most = MATE - this.moves(at).length - 1;
    return [
      this.alpha[at] <= -most ? '−∞' : this.score(this.alpha[at], decimal),
      this.beta[at] >= most ? '+∞' : this.score(this.beta[at], decimal),
    ];
  }

  /** Plies by which the depth of a node is reduced; negative if it is extended. @param {number} at */
  reduction(at) {
    const above = this.parent[at];
    if (!this.move(at) || above < 0 || this.isIteration(above) || this.isQuiescence(at) || this.isSkipped(at))
      return 0;
    return this.depth[above] - 1 - this.depth[at];
  }

  /** Whether the record above has searched this move before. @param {number} at */
  isResearch(at) {
    const above = this.parent[at];
    if (above < 0 || this.isSkipped(at)) return false;
    const before = this.before(at);
    return before >= 0 && this.moveNumber[before] === this.moveNumber[at] && !this.isSkipped(before);
  }

  /** The previous sibling of a record, -1 for none. @param {number} at */
  before(at) {
    const above = this.parent[at];
    if (above < 0 || at === above + 1) return -1;
    let before = at - 1;
    while (this.parent[before] !== above) before = this.parent[before];
    return before;
  }

  /** @param {number} at @returns {Ending | null} null for an iteration that was completed */
  ending(at) {
    if (this.site[at] === 0) return 'stopped';
    if (this.isIteration(at)) return null;
    const [kind, , , , step, note] = this.data.sites[this.site[at] - 1];
    if (kind === 'last') return this.#bound(at);
    if (kind === 'skip')
      return (
        BY_NOTE[note] ??
        (note.startsWith('Its history') ? 'history' : this.isQuiescence(at) ? 'delta' : 'other')
      );
    return BY_STEP[step] ?? 'other';
  }

  /** @param {number} at @returns {Ending} */
  #bound(at) {
    if (this.value[at] >= this.beta[at]) return 'cutoff';
    return this.value[at] > this.alpha[at] ? 'exact' : 'low';
  }

  /** What the source says where the node ended: title, path within the kernel, and line. @param {number} at */
  source(at) {
    const site = this.data.sites[this.site[at] - 1];
    if (!site || this.isIteration(at)) return null;
    const [kind, func, path, line, step, note] = site;
    return { title: kind === 'last' ? '' : note || step, func, path, line };
  }

  /** @param {number} at */
  #kind(at) {
    return this.site[at] === 0 || this.isIteration(at) ? '' : this.data.sites[this.site[at] - 1][0];
  }

  /** The records from the top down to this one. @param {number} at */
  path(at) {
    const path = [];
    for (let each = at; each >= 0; each = this.parent[each]) path.unshift(each);
    return path;
  }

  /** The moves from the root of the search to this record. @param {number} at */
  moves(at) {
    return this.path(at)
      .map((each) => this.move(each))
      .filter((move) => move !== '');
  }

  /** @param {number} at @returns {number[]} */
  children(at) {
    const children = [];
    for (let each = at + 1; each < this.end[at]; each = this.end[each]) children.push(each);
    return children;
  }

  /** The records of the principal variation of the last iteration, from its top as far as they go. */
  get principalVariation() {
    const { depth, pv } = this.data;
    const iteration = this.#roots().filter((at) => this.site[at] !== 0)[depth - 1];
    if (iteration === undefined) return [];
    const path = [iteration];
    const root = this.children(iteration).at(-1);
    if (root === undefined) return path;
    path.push(root);
    for (const move of pv) {
      const next = this.children(path[path.length - 1])
        .filter((at) => this.move(at) === move && !this.isSkipped(at))
        .at(-1);
      if (next === undefined) break;
      path.push(next);
    }
    return path;
  }

  #roots() {
    const roots = [];
    for (let at = 0; at < this.length; at = this.end[at]) roots.push(at);
    return roots;
  }

  /**
   * The records that are shown, in order.
   * @param {(at: number) => boolean} isUnfolded
   * @param {number} [last]  the last record so far
   */
  rows(isUnfolded, last = this.length - 1) {
    const rows = [];
    for (let at = 0; at <= last; at = isUnfolded(at) ? at + 1 : this.end[at]) rows.push(at);
    return rows;
  }

  /**
   * The nearest matching record after (1) or before (-1) a record; -1 for none.
   * @param {number} from @param {1 | -1} way @param {(at: number) => boolean} matches
   */
  find(from, way, matches) {
    for (let at = from + way; at >= 0 && at < this.length; at += way) if (matches(at)) return at;
    return -1;
  }

  /** Place among its siblings, from 1, and how many they are. @param {number} at @returns {[place: number, count: number]} */
  place(at) {
    const siblings = this.parent[at] < 0 ? this.#roots() : this.children(this.parent[at]);
    return [siblings.indexOf(at) + 1, siblings.length];
  }

  /** How often each ending occurs, the most frequent first. */
  get endings() {
    /** @type {Map<Ending, number>} */
    const counts = new Map();
    for (let at = 0; at < this.length; at += 1) {
      const ending = this.ending(at);
      if (ending) counts.set(ending, (counts.get(ending) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]);
  }

  /** A score of the search in pawns, `#3` for a mate in three moves. @param {number} value @param {(pawns: number) => string} [decimal] */
  score(value, decimal = (pawns) => pawns.toFixed(2)) {
    const { INFINITE, MATE, MATE_BOUND } = this.data.scale;
    const sign = value < 0 ? '−' : value > 0 ? '+' : '';
    const size = Math.abs(value);
    if (size >= INFINITE) return `${sign}∞`;
    if (size > MATE_BOUND) return `${sign}#${Math.ceil((MATE - size) / 2)}`;
    return sign + decimal(size / 100);
  }
}
