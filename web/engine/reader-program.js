// The reader of pictures: a program in the dialect (cannonfish/kernel/picture), which the build compiles to WebAssembly.
// Here are its memory and its functions; what is in a picture is decided there.

/** @typedef {[x: number, y: number]} Point  in pixels of the picture */

/**
 * The corner points of a board, clockwise from the top left.
 * @typedef {[Point, Point, Point, Point]} Corners
 */

/**
 * What was read, by point from Black's left to right and from Black's side to Red's. Pieces: 0 for an empty point, 1-7
 * for Red's and 8-14 for Black's king, advisor, bishop, knight, rook, cannon and pawn.
 * @typedef {object} Reading
 * @property {number[]} pieces
 * @property {number[]} certainty  0 to 1
 * @property {number[]} chances  of each piece on each point, 0 to 1
 * @property {Point[]} spots  where the points are in the picture
 * @property {boolean} turned  Black is at the bottom of the picture
 * @property {number} certain  a point below this certainty is doubtful
 */

/** Four bytes a pixel. @typedef {{ width: number, height: number, data: Uint8ClampedArray | Uint8Array }} Pixels */

/**
 * What the network sees of one point: how strong the edges of each direction are in each cell, 0 to 255, and the chances
 * of each piece, 0 to 1.
 * @typedef {{ edges: number[], chances: number[] }} Look
 */

/**
 * What the build says of the program, in a section of it.
 * @typedef {{ arrays: Record<string, [address: number, bits: number, length: number]>, constants: Record<string, number> }} Layout
 */

const SECTION = 'layout';
const POINTS = 90;
const FILES = 9;
const RANKS = 10;

export class ReaderProgram {
  #exports;
  /** @type {Layout} */ #layout;
  /** Pixels of the program in one of the picture. */ #scale = 1;

  /** @param {WebAssembly.Exports} exports @param {Layout} layout */
  constructor(exports, layout) {
    this.#exports = /** @type {any} */ (exports);
    this.#layout = layout;
  }

  /** @param {BufferSource} bytes  of the build's file */
  static async of(bytes) {
    const module = await WebAssembly.compile(bytes);
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    const zero = () => 0;
    const env = { now: zero, poll: zero, ask: zero, pause: zero };
    const { exports } = await WebAssembly.instantiate(module, { env });
    return new ReaderProgram(exports, JSON.parse(new TextDecoder().decode(section)));
  }

  /** The longest side that a picture may have. */
  get mostPixels() {
    return this.#layout.constants.SIDE_MAX;
  }

  /** @param {string} name @returns {Int32Array | Int16Array} */
  #array(name) {
    const [address, bits, length] = this.#layout.arrays[name];
    const { buffer } = this.#exports['(memory)'];
    return bits === 16 ? new Int16Array(buffer, address, length) : new Int32Array(buffer, address, length);
  }

  /**
   * Hand over a picture, scaled already.
   * @param {Pixels} picture
   * @param {number} scale  its pixels in one of the picture that the corners are about
   */
  show({ width, height, data }, scale) {
    this.#scale = scale;
    this.#array('size').set([width, height]);
    this.#array('pixels').set(new Int32Array(data.buffer, data.byteOffset, width * height));
  }

  /** Look for the board. @returns {Corners | null} */
  find() {
    if (!this.#exports.find()) return null;
    const unit = this.#layout.constants.UNIT * this.#scale;
    const numbers = [...this.#array('corners')].map((number) => number / unit);
    return /** @type {Corners} */ ([0, 2, 4, 6].map((at) => [numbers[at], numbers[at + 1]]));
  }

  /** Read the board between four points. @param {Corners} corners @returns {Reading | null} null: they make no board */
  read(corners) {
    const unit = this.#layout.constants.UNIT * this.#scale;
    this.#array('corners').set(corners.flat().map((number) => Math.round(number * unit)));
    if (this.#exports.read() < 0) return null;
    const share = (/** @type {number} */ number) => number / 1000;
    const turned = this.#array('turned')[0] !== 0;
    return {
      pieces: [...this.#array('pieces')],
      certainty: [...this.#array('certainty')].map(share),
      chances: [...this.#array('chances')].map(share),
      spots: Array.from({ length: POINTS }, (_, point) => this.#spot(turned ? POINTS - 1 - point : point)),
      turned,
      certain: share(this.#layout.constants.CERTAIN),
    };
  }

  /** Whether what was read last looks like a board, and not like something else with lines. */
  get isBoard() {
    return this.#exports.is_board() !== 0;
  }

  /** Look at a drawing of one point, from edge to edge. @param {Pixels} drawing @returns {Look} */
  look(drawing) {
    const { UNIT, STEP, ONE, COLOURS, PIECES } = this.#layout.constants;
    const { width } = drawing;
    this.show(drawing, 1);
    // The point is the first of a board whose cells are as large as the drawing.
    const [first, right, below] = [0.5, FILES - 0.5, RANKS - 0.5].map((cells) => cells * width * UNIT);
    this.#array('corners').set([first, first, right, first, right, below, first, below]);
    this.#array('reach').set([STEP / 2]);
    this.#array('offset').fill(0);
    this.#exports.weigh_corners();
    this.#exports.look(0);
    const odds = [...this.#array('outputs').subarray(0, PIECES)].map((output) => Math.exp(output / ONE));
    const total = odds.reduce((sum, each) => sum + each, 0);
    return {
      edges: [...this.#array('features').subarray(0, COLOURS)],
      chances: odds.map((each) => each / total),
    };
  }

  /** @param {number} point  from the top left of the picture @returns {Point} */
  #spot(point) {
    const { UNIT, STEP } = this.#layout.constants;
    this.#exports.locate((point % FILES) * STEP, Math.floor(point / FILES) * STEP);
    const [x, y] = this.#array('spot');
    return [x / UNIT / this.#scale, y / UNIT / this.#scale];
  }
}
