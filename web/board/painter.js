// Pictures of one position after the other, in pixels. Every drawing is read from the styles in force and
// rasterised once, then stamped wherever it stands.

/** @import { GameName, Point, Square } from './geometry.js' */

import { geometryOf, pointOf, readPlacement } from './geometry.js';
import { CELL, colour, pictureLayers, rasterised, svgOf } from './picture.js';
import { arrowOutline, FITS, planArrow } from './shapes.js';
import { classOf, drawStaticBoard } from './static-board.js';

/**
 * The options that are the same for every position.
 * @typedef {object} Look
 * @property {GameName} game
 * @property {boolean} flipped
 * @property {string} pieces
 * @property {'files' | 'squares' | 'none'} coordinates
 * @property {boolean} [ranksFromOne]  as in `BoardStyle`
 * @property {boolean} arrows  whether an arrow shows the last move
 * @property {number} width  of the picture in pixels, about
 */

/** @typedef {{ fen: string, lastMove?: readonly [Square, Square] }} Position */

export class BoardPainter {
  #look;
  #geometry;
  #cell;
  /** Boards are drawn here, out of sight, to be read. */
  #place = document.createElement('div');
  #canvas = document.createElement('canvas');
  /** By the keys of layers. @type {Map<string, HTMLCanvasElement>} */
  #stamps = new Map();
  /** Where the first cell lies, in units. */
  #corner = { left: 0, top: 0 };
  /** Fill and rim of arrows. */
  #inks = ['', ''];

  /** @param {Look} look */
  constructor(look) {
    this.#look = look;
    this.#geometry = geometryOf(look.game);
    this.#cell = Math.floor(look.width / (this.#geometry.files + 0.5));
    const { style } = this.#place;
    Object.assign(style, { position: 'fixed', top: '0', left: '-4000px', width: 'max-content' });
    style.setProperty('--cell', `${this.#cell}px`);
    this.#place.inert = true;
    document.body.append(this.#place);
  }

  /** @param {Position} position @returns {Promise<ImageData>} */
  async paint(position) {
    const { fen, lastMove } = position;
    const men = readPlacement(this.#geometry, fen);
    const stamps = [
      ...(lastMove ?? []).map((square) => /** @type {const} */ (['last-move', square])),
      ...[...men].map(([square, man]) => /** @type {const} */ ([classOf(man), square])),
    ];
    if (['ground', ...stamps.map(([key]) => key)].some((key) => !this.#stamps.has(key)))
      await this.#read(position);
    const context = this.#context();
    this.#stamp(context, 'ground', { x: 0, y: 0 });
    for (const [key, square] of stamps) this.#stamp(context, key, this.#cornerOf(square));
    if (this.#look.arrows && lastMove) this.#arrow(context, lastMove, [...men.keys()]);
    return this.#pixelsOf(context);
  }

  /**
   * A card over the last painted position.
   * @param {{ title: string, rows: readonly string[] }} card
   * @returns {ImageData}
   */
  card({ title, rows }) {
    const context = this.#context();
    const { width, height } = this.#canvas;
    const unit = width / 20;
    const font = getComputedStyle(this.#place).fontFamily;
    const lines = [
      { text: title, font: `700 ${unit * 1.15}px ${font}`, ink: '--text', height: unit * 1.7 },
      ...rows.map((text) => ({
        text,
        font: `${unit * 0.95}px ${font}`,
        ink: '--text-2',
        height: unit * 1.35,
      })),
    ];
    const inside = lines.reduce((sum, line) => sum + line.height, 0);
    const [x, y] = [unit * 1.5, (height - inside) / 2 - unit];
    context.globalAlpha = 0.94;
    context.fillStyle = colour(this.#place, '--surface');
    context.beginPath();
    context.roundRect(x, y, width - 2 * x, inside + 2 * unit, unit / 2);
    context.fill();
    context.globalAlpha = 1;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    let at = y + unit;
    for (const line of lines) {
      context.font = line.font;
      context.fillStyle = colour(this.#place, line.ink);
      context.fillText(line.text, width / 2, at + line.height / 2, width - 2 * x - unit);
      at += line.height;
    }
    return this.#pixelsOf(context);
  }

  /** The size of the pictures in pixels, once there is one. */
  get size() {
    const { width, height } = this.#canvas;
    return { width, height };
  }

  /** Leave the page as it was. */
  remove() {
    this.#place.remove();
  }

  /** Make the missing stamps of a position. @param {Position} position */
  async #read(position) {
    const { board } = drawStaticBoard(this.#place, { ...this.#look, ...position });
    const { width, height, left, top, layers } = pictureLayers(board);
    this.#corner = { left, top };
    this.#inks = ['--arrow-1', '--board'].map((name) => colour(board, name));
    for (const { key, width, height, markup } of layers) {
      if (!this.#stamps.has(key))
        this.#stamps.set(key, await rasterised(svgOf(width, height, markup()), this.#cell));
    }
    if (this.#canvas.width === this.#pixels(width)) return;
    this.#canvas.width = this.#pixels(width);
    this.#canvas.height = this.#pixels(height);
  }

  /** @param {CanvasRenderingContext2D} context @param {string} key @param {Point} at */
  #stamp(context, key, { x, y }) {
    const stamp = this.#stamps.get(key);
    if (stamp) context.drawImage(stamp, this.#pixels(x), this.#pixels(y));
  }

  /** @param {CanvasRenderingContext2D} context @param {readonly [Square, Square]} move @param {Square[]} men */
  #arrow(context, move, men) {
    const point = (/** @type {Square} */ square) => pointOf(this.#geometry, square, this.#look.flipped);
    const [from, to] = move.map(point);
    const plan = planArrow(from, to, men.map(point), 1, FITS[this.#look.game]);
    const { x, y } = this.#cornerOf(move[0]);
    const outline = new Path2D(arrowOutline(plan));
    context.save();
    context.scale(this.#cell / CELL, this.#cell / CELL);
    context.translate(x + CELL / 2, y + CELL / 2);
    context.rotate((plan.angle * Math.PI) / 180);
    [context.fillStyle, context.strokeStyle] = this.#inks;
    context.lineWidth = 2.5;
    context.lineJoin = 'round';
    context.stroke(outline);
    context.fill(outline);
    context.restore();
  }

  /** The top left corner of a square's cell, in units. @param {Square} square @returns {Point} */
  #cornerOf(square) {
    const { x, y } = pointOf(this.#geometry, square, this.#look.flipped);
    return { x: this.#corner.left + x * CELL, y: this.#corner.top + y * CELL };
  }

  /** @param {number} units */
  #pixels(units) {
    return Math.round((units * this.#cell) / CELL);
  }

  #context() {
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    return context;
  }

  /** @param {CanvasRenderingContext2D} context */
  #pixelsOf(context) {
    return context.getImageData(0, 0, this.#canvas.width, this.#canvas.height);
  }
}
