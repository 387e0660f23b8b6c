// Pictures of one position after the other, in pixels.

/** @import { GameName, Point, Square } from './geometry.js' */

import { geometryOf, pointOf, readPlacement } from './geometry.js';
import { boardPicture, CELL, colour, rasterised } from './picture.js';
import { arrowOutline, FITS, planArrow } from './shapes.js';
import { drawStaticBoard } from './static-board.js';

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
  /** The drawings of men. @type {Map<string, string>} */
  #known = new Map();

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
  async paint({ fen, lastMove }) {
    const { board } = drawStaticBoard(this.#place, { ...this.#look, fen, lastMove });
    const over = (/** @type {Point} */ corner) =>
      this.#look.arrows && lastMove ? this.#arrow(board, corner, lastMove, fen) : '';
    this.#canvas = await rasterised(boardPicture(board, { over, known: this.#known }), this.#cell);
    return this.#pixelsOf(this.#context());
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

  /** @param {HTMLElement} board @param {Point} corner @param {readonly [Square, Square]} move @param {string} fen */
  #arrow(board, corner, move, fen) {
    const point = (/** @type {Square} */ square) => pointOf(this.#geometry, square, this.#look.flipped);
    const [from, to] = move.map(point);
    const men = [...readPlacement(this.#geometry, fen).keys()].map(point);
    const plan = planArrow(from, to, men, 1, FITS[this.#look.game]);
    const [x, y] = [corner.x + (from.x + 0.5) * CELL, corner.y + (from.y + 0.5) * CELL];
    const [fill, rim] = ['--arrow-1', '--board'].map((name) => colour(board, name));
    const inks = `fill="${fill}" stroke="${rim}" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke"`;
    return `<path transform="translate(${x} ${y}) rotate(${plan.angle})" ${inks} d="${arrowOutline(plan)}"/>`;
  }

  #context() {
    const context = this.#canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    return context;
  }

  /** @param {CanvasRenderingContext2D} context */
  #pixelsOf(context) {
    return context.getImageData(0, 0, this.#canvas.width, this.#canvas.height);
  }
}
