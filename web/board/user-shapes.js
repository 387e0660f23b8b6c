// The user's own arrows and circles. Dragging with the right mouse button draws an arrow, a right click a circle,
// drawing one again removes it. Shift or Ctrl, Alt, and both together choose other colours. Without a right button,
// Shift and the left one draw. Touch draws nothing: a long press keeps its meaning.

import { onInterruption } from './interruptions.js';

/** @import { Square } from './geometry.js' */
/** @typedef {(typeof COLOURS)[number]} Colour */
/** @typedef {{ orig: Square, dest?: Square, colour: Colour }} UserShape */

const COLOURS = /** @type {const} */ (['green', 'red', 'blue', 'yellow']);

export class UserShapes {
  /** @type {UserShape[]} */ #drawn = [];
  /** @type {UserShape | null} */ #current = null;
  #squareAt;
  #onStart;
  #onChange;
  #menu = true;

  /**
   * @param {HTMLElement} element
   * @param {object} board
   * @param {(event: MouseEvent) => Square | null} board.squareAt
   * @param {() => boolean} board.onStart  returns whether the press has cancelled something: then a click draws nothing
   * @param {() => void} board.onChange
   */
  constructor(element, { squareAt, onStart, onChange }) {
    this.#squareAt = squareAt;
    this.#onStart = onStart;
    this.#onChange = onChange;
    element.addEventListener('pointerdown', () => {
      this.#menu = true;
    });
    element.addEventListener('mousedown', (event) => this.#start(event));
    element.addEventListener('contextmenu', (event) => {
      if (!this.#menu) event.preventDefault();
    });
  }

  /** The shapes to show, with the one that is being drawn. */
  get shapes() {
    return this.#current ? [...this.#drawn, this.#current] : this.#drawn;
  }

  clear() {
    if (this.#drawn.length === 0) return;
    this.#drawn = [];
    this.#onChange();
  }

  /** @param {MouseEvent} event */
  #start(event) {
    const right = event.button === 2;
    if (right) this.#menu = false;
    const orig = this.#squareAt(event);
    if (!orig || !(right || (event.button === 0 && event.shiftKey))) return;
    const colour = colourOf(event, right);
    const cancelled = this.#onStart();
    const move = (/** @type {MouseEvent} */ at) => {
      const dest = this.#squareAt(at);
      const circle = dest === orig && !cancelled;
      this.#show(dest && dest !== orig ? { orig, dest, colour } : circle ? { orig, colour } : null);
    };
    const press = new AbortController();
    const { signal } = press;
    const end = () => {
      press.abort();
      this.#show(null);
    };
    const draw = () => {
      if (this.#current) this.#drawn = toggled(this.#drawn, this.#current);
      end();
    };
    document.addEventListener('mousemove', move, { signal });
    document.addEventListener('mouseup', draw, { signal });
    onInterruption(signal, end);
    move(event);
  }

  /** @param {UserShape | null} shape */
  #show(shape) {
    this.#current = shape;
    this.#onChange();
  }
}

/** @param {MouseEvent} event @param {boolean} right */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }, right) {
  return COLOURS[Number(right && (shiftKey || ctrlKey)) + 2 * Number(altKey || metaKey)];
}

/** @param {UserShape[]} shapes @param {UserShape} shape */
function toggled(shapes, shape) {
  const others = shapes.filter(({ orig, dest }) => orig !== shape.orig || dest !== shape.dest);
  const again = shapes.some(
    ({ orig, dest, colour }) => [orig, dest, colour].join() === [shape.orig, shape.dest, shape.colour].join(),
  );
  return again ? others : [...others, shape];
}
