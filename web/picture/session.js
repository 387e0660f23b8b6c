// A picture and the position in it: what was found, what a person changes, and which points are doubtful. No DOM.

/** @import { Corners, Found, PictureReader, Point, Reading } from '../engine/reader.js' */
/** @import { LoadError } from '../ui/load.js' */
/** @import { Side } from '../game/types.js' */

import { LETTERS, PictureError } from '../engine/reader.js';
import { reactive, update } from '../ui/reactive.js';

const FILES = 9;
const RANKS = 10;
const POINTS = FILES * RANKS;
/** Pieces that are offered for a doubtful point, and the chance that each has at least. */
const OFFERED = 5;
const LEAST_CHANCE = 0.002;
/** Where the board is assumed while none is found: so much of the picture is outside. */
const MARGIN = 0.1;
/** Corners of a board are at least so far apart, in pixels. */
const NEAREST = 16;

/** What is the matter. @typedef {'not_a_picture' | 'heic' | 'too_small' | 'failed' | 'not_loaded'} Fault */

/**
 * @typedef {object} PictureState
 * @property {'empty' | 'reading' | 'read' | 'not_found' | 'failed'} status  not_found: corners are to be set by hand
 * @property {Fault | null} fault
 * @property {{ width: number, height: number, bitmap: ImageBitmap | null } | null} picture
 * @property {Corners | null} corners
 * @property {Reading | null} reading
 * @property {ReadonlyMap<number, number>} settled  doubtful points that a person has looked at, and their pieces
 * @property {number} at  the doubtful point that is looked at; -1: none
 * @property {Side} turn
 */

/** @returns {PictureState} */
const nothingYet = () => ({
  status: 'empty',
  fault: null,
  picture: null,
  corners: null,
  reading: null,
  settled: new Map(),
  at: -1,
  turn: 'red',
});

export class PictureSession {
  state = reactive(nothingYet());
  #reader;
  /** The latest request; answers to others come too late. */
  #asked = 0;

  /** @param {Pick<PictureReader, 'open' | 'read' | 'close'>} reader */
  constructor(reader) {
    this.#reader = reader;
  }

  /** @param {Blob} file */
  async open(file) {
    this.forget();
    update(this.state, { status: 'reading' });
    await this.#latest(
      () => this.#reader.open(file),
      ({ width, height, bitmap, corners, reading }) =>
        update(this.state, {
          picture: { width, height, bitmap },
          corners: corners ?? usualCorners(width, height),
          reading,
          status: reading ? 'read' : 'not_found',
        }),
    );
  }

  /** Forget the picture, and give its memory back. */
  forget() {
    this.#asked += 1;
    this.state.picture?.bitmap?.close();
    this.#reader.close();
    update(this.state, nothingYet());
  }

  // ---- the board in the picture ----

  /** Move a corner, without reading yet. @param {number} number @param {Point} to */
  move(number, [x, y]) {
    const { corners, picture } = this.state;
    if (!corners || !picture) return;
    const inside = /** @type {Point} */ ([
      Math.min(picture.width, Math.max(0, x)),
      Math.min(picture.height, Math.max(0, y)),
    ]);
    const near = corners.some((corner, other) => other !== number && distance(corner, inside) < NEAREST);
    if (!near) this.state.corners = /** @type {Corners} */ (corners.with(number, inside));
  }

  /** Turn the board in the picture by a quarter. */
  async rotate() {
    const { corners } = this.state;
    if (!corners) return;
    const [first, ...others] = corners;
    this.state.corners = [others[0], others[1], others[2], first];
    await this.readAgain();
  }

  /** For a picture that is the wrong way round, as in a mirror. */
  async mirror() {
    const { corners } = this.state;
    if (!corners) return;
    const [a, b, c, d] = corners;
    this.state.corners = [b, a, d, c];
    await this.readAgain();
  }

  /** Read the position between the corners. */
  async readAgain() {
    const { corners } = this.state;
    if (!corners) return;
    await this.#latest(
      () => this.#reader.read(corners),
      (reading) =>
        update(this.state, {
          reading,
          status: reading ? 'read' : 'not_found',
          settled: new Map(),
          at: -1,
        }),
    );
  }

  /**
   * @template Answer
   * @param {() => Promise<Answer>} ask
   * @param {(answer: Answer) => void} take
   */
  async #latest(ask, take) {
    this.#asked += 1;
    const own = this.#asked;
    try {
      const answer = await ask();
      if (own === this.#asked) take(answer);
    } catch (error) {
      if (own !== this.#asked) return;
      const fault = error instanceof PictureError ? error.code : 'not_loaded';
      update(this.state, { status: 'failed', fault });
    }
  }

  // ---- the position ----

  /** The piece on every point, by number. */
  get pieces() {
    const { reading, settled } = this.state;
    return (reading?.pieces ?? []).map((piece, point) => settled.get(point) ?? piece);
  }

  /** The first field of the FEN. */
  get placement() {
    const letters = this.pieces.map((piece) => LETTERS[piece]).join('');
    const rows = Array.from({ length: RANKS }, (_, row) => letters.slice(row * FILES, (row + 1) * FILES));
    return rows.map((row) => row.replaceAll(/\.+/g, ({ length }) => String(length))).join('/');
  }

  get fen() {
    return `${this.placement} ${this.state.turn === 'black' ? 'b' : 'w'} - - 0 1`;
  }

  /** All doubtful points, looked at or not. */
  get doubtful() {
    const { reading } = this.state;
    if (!reading) return [];
    return Array.from({ length: POINTS }, (_, point) => point).filter(
      (point) => reading.certainty[point] < reading.certain,
    );
  }

  /** Those that nobody has looked at. */
  get unsettled() {
    return this.doubtful.filter((point) => !this.state.settled.has(point));
  }

  /** What may be on a point, the likeliest first. @param {number} point @returns {number[]} */
  likely(point) {
    const { reading } = this.state;
    if (!reading) return [];
    const chance = (/** @type {number} */ piece) => reading.chances[point * LETTERS.length + piece];
    const all = [...LETTERS].map((_, piece) => piece).sort((a, b) => chance(b) - chance(a));
    const shown = this.pieces[point]; // the game may have preferred it
    const isLikely = (/** @type {number} */ piece, /** @type {number} */ order) =>
      piece === shown || order < 2 || (order < OFFERED && chance(piece) >= LEAST_CHANCE);
    return all.filter(isLikely);
  }

  /** Look at the next doubtful point, or at the one before. @param {1 | -1} step */
  go(step) {
    const { doubtful, state } = this;
    if (doubtful.length === 0) return;
    const at = doubtful.indexOf(state.at);
    const next = at < 0 ? (step > 0 ? 0 : doubtful.length - 1) : at + step;
    state.at = doubtful.at(next % doubtful.length) ?? -1;
  }

  /** Say what is on the point that is looked at, and go to the next. @param {number} piece */
  settle(piece) {
    const { at, settled } = this.state;
    if (at < 0) return;
    this.state.settled = new Map([...settled, [at, piece]]);
    const [next] = [...this.unsettled.filter((point) => point > at), ...this.unsettled];
    this.state.at = next ?? -1;
  }
}

/** @param {number} point */
export const squareOf = (point) => `${'abcdefghi'[point % FILES]}${RANKS - 1 - Math.floor(point / FILES)}`;

/** @param {Point} one @param {Point} other */
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/** Corners to begin with. @param {number} width @param {number} height @returns {Corners} */
function usualCorners(width, height) {
  const [left, top] = [width * MARGIN, height * MARGIN];
  const [right, bottom] = [width - left, height - top];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
