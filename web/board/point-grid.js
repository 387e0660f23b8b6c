// The board for keyboards and screen readers: a transparent grid of points over the drawn board, one cell a
// point, with a roving tab stop. The drawing itself is silent. The grid lies inside the library's board
// element, so that presses on a cell bubble up to the library.

import { pointOf, squareAt } from './geometry.js';

/** @import { Geometry, Point, Square } from './geometry.js' */
/** @import { PointState } from './labels.js' */

/**
 * @typedef {object} PointContent
 * @property {string} label
 * @property {PointState[]} states
 * @property {boolean} pick  whether a man here can be picked up
 */

/** @type {Record<string, (at: Point, size: { right: number, bottom: number }, far: boolean) => Point>} */
const STEPS = {
  ArrowLeft: ({ x, y }) => ({ x: x - 1, y }),
  ArrowRight: ({ x, y }) => ({ x: x + 1, y }),
  ArrowUp: ({ x, y }) => ({ x, y: y - 1 }),
  ArrowDown: ({ x, y }) => ({ x, y: y + 1 }),
  Home: ({ y }, _size, far) => ({ x: 0, y: far ? 0 : y }),
  End: ({ y }, { right, bottom }, far) => ({ x: right, y: far ? bottom : y }),
  PageUp: ({ x }) => ({ x, y: 0 }),
  PageDown: ({ x }, { bottom }) => ({ x, y: bottom }),
};

let grids = 0;

export class PointGrid {
  /** @type {Geometry} */ #geometry;
  /** @type {HTMLElement[]} */ #cells = [];
  /** @type {Map<PointState | 'help', HTMLElement>} */ #texts = new Map();
  #id = ++grids;
  #flipped = false;
  /** @type {Square} */ #current;
  /** @type {(square: Square) => void} */ #onActivate;
  /** @type {() => boolean} */ #onCancel;
  /** @type {(square: Square, key: string) => boolean} */ #onOther;

  /**
   * @param {Geometry} geometry
   * @param {object} listeners
   * @param {(square: Square) => void} listeners.onActivate  Enter, Space, or the press of an assistive device
   * @param {() => boolean} listeners.onCancel  Escape; returns whether there was something to cancel
   * @param {(square: Square, key: string) => boolean} listeners.onKey  any other key; whether it was used
   */
  constructor(geometry, { onActivate, onCancel, onKey }) {
    this.#geometry = geometry;
    this.#onActivate = onActivate;
    this.#onCancel = onCancel;
    this.#onOther = onKey;
    this.#current = squareAt(geometry, { x: Math.floor(geometry.files / 2), y: geometry.ranks - 1 }, false);

    /** The grid itself: it goes inside the drawn board. */
    this.element = document.createElement('div');
    this.element.className = 'points';
    this.element.setAttribute('role', 'grid');
    for (let y = 0; y < geometry.ranks; y++) {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      for (let x = 0; x < geometry.files; x++) {
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.tabIndex = -1;
        this.#cells.push(cell);
        row.append(cell);
      }
      this.element.append(row);
    }
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusin', (event) => this.#onFocus(event));
    this.element.addEventListener('pointerdown', (event) => this.#onPress(event));
    // A press does not move the focus here: the arrow keys stay with the page.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', (event) => this.#onClick(event));

    /** Hidden texts that the cells refer to; they go outside of the drawn board. */
    this.texts = document.createElement('div');
    this.texts.hidden = true;
  }

  /**
   * Takes the words of a language.
   * @param {import('./labels.js').Labels} labels
   */
  setLabels({ board, help, states }) {
    this.element.setAttribute('aria-label', board);
    for (const [name, text] of Object.entries({ ...states, help })) {
      const key = /** @type {PointState | 'help'} */ (name);
      let node = this.#texts.get(key);
      if (!node) {
        node = document.createElement('span');
        node.id = `board-${this.#id}-${name}`;
        this.#texts.set(key, node);
        this.texts.append(node);
      }
      node.textContent = text;
    }
    this.element.setAttribute('aria-describedby', this.#texts.get('help')?.id ?? '');
  }

  /**
   * Writes the differences from the last update.
   * @param {object} board
   * @param {boolean} board.flipped
   * @param {boolean} board.readOnly  nothing can be moved now
   * @param {(square: Square) => PointContent} board.describe
   */
  update({ flipped, readOnly, describe }) {
    const focused = this.element.contains(document.activeElement);
    this.#flipped = flipped;
    this.element.setAttribute('aria-readonly', String(readOnly));
    this.#cells.forEach((cell, i) => {
      const square = this.#squareOfIndex(i);
      const { label, states, pick } = describe(square);
      setAttribute(cell, 'data-square', square);
      setAttribute(cell, 'aria-label', label);
      setAttribute(cell, 'aria-selected', states.includes('selected') ? 'true' : null);
      setAttribute(
        cell,
        'aria-describedby',
        states.map((state) => this.#texts.get(state)?.id).join(' ') || null,
      );
      setAttribute(cell, 'data-state', [...states, ...(pick ? ['pick'] : [])].join(' ') || null);
    });
    this.#rove(this.#current);
    if (focused) this.focus(this.#current);
  }

  /** @param {Square} [square] */
  focus(square = this.#current) {
    this.#rove(square);
    this.#cellOf(square).focus({ preventScroll: true });
  }

  /** @param {Square} square */
  areaOf(square) {
    return this.#cellOf(square).getBoundingClientRect();
  }

  /** The square at a place in the window. @param {{ clientX: number, clientY: number }} place @returns {Square | null} */
  squareAt({ clientX, clientY }) {
    const { files, ranks } = this.#geometry;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const x = Math.floor(((clientX - left) / width) * files);
    const y = Math.floor(((clientY - top) / height) * ranks);
    const inside = x >= 0 && x < files && y >= 0 && y < ranks;
    return inside ? squareAt(this.#geometry, { x, y }, this.#flipped) : null;
  }

  /** @param {Square | null} square */
  #rove(square) {
    if (!square) return;
    this.#current = square;
    const current = this.#cellOf(square);
    for (const cell of this.#cells) {
      const stop = cell === current ? 0 : -1;
      if (cell.tabIndex !== stop) cell.tabIndex = stop;
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      const size = { right: this.#geometry.files - 1, bottom: this.#geometry.ranks - 1 };
      const to = step(pointOf(this.#geometry, this.#current, this.#flipped), size, event.ctrlKey);
      const x = Math.min(Math.max(to.x, 0), size.right);
      const y = Math.min(Math.max(to.y, 0), size.bottom);
      this.focus(squareAt(this.#geometry, { x, y }, this.#flipped));
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) this.#onActivate(this.#current);
    } else if (
      event.key === 'Escape' ? !this.#onCancel() : event.ctrlKey || !this.#onOther(this.#current, event.key)
    ) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A press ends the use of the keyboard's cursor, and of a text field, which then takes its text. @param {PointerEvent} event */
  #onPress(event) {
    this.#rove(this.#squareOf(event.target));
    const { activeElement } = document;
    if (this.element.contains(activeElement) || activeElement?.matches('input, textarea'))
      /** @type {HTMLElement} */ (activeElement).blur();
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    this.#rove(this.#squareOf(event.target));
  }

  /**
   * A click without a press (detail 0) comes from a screen reader or a script; the library has seen the others.
   * @param {MouseEvent} event
   */
  #onClick(event) {
    const square = this.#squareOf(event.target);
    if (event.detail === 0 && square) this.#onActivate(square);
  }

  /** @param {number} index */
  #squareOfIndex(index) {
    const { files } = this.#geometry;
    return squareAt(this.#geometry, { x: index % files, y: Math.floor(index / files) }, this.#flipped);
  }

  /** @param {Square} square */
  #cellOf(square) {
    const { x, y } = pointOf(this.#geometry, square, this.#flipped);
    return this.#cells[y * this.#geometry.files + x];
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Square | null}
   */
  #squareOf(target) {
    const index = this.#cells.indexOf(/** @type {HTMLElement} */ (target));
    return index < 0 ? null : this.#squareOfIndex(index);
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 * @param {string | null} value  null removes it
 */
function setAttribute(node, name, value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}
