// The board of a notebook, for anywidget. Python keeps the game: this shows the state that it sends, and tells it what
// was pressed. It does without chessgroundx, so the Python package stays under its own licence.

import { element } from './element.js';
import { geometryOf, pointOf, readPlacement } from './geometry.js';
import { PointGrid } from './point-grid.js';
import { arrow, FITS, planArrow, ring } from './shapes.js';
import { drawStaticBoard } from './static-board.js';

/** @import { GameName, Piece, Square } from './geometry.js' */
/** @import { Labels, PointState } from './labels.js' */

/**
 * What anywidget hands on of a widget's model.
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(content: object) => void} send
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

/**
 * The state that Python sends: `cannonfish/notebook/`.
 * @typedef {object} State
 * @property {{ game: GameName, fen: string, dests: Record<Square, Square[]>, promotions?: Record<string, string[]>,
 *   check?: Square | null, lastMove?: [Square, Square] | null }} view
 * @property {number} ply
 * @property {number} length  of the line that can be stepped through
 * @property {string | null} movable  the side whose men may be moved
 * @property {string} message
 * @property {string} comment
 * @property {[Square, Square, string][]} arrows
 * @property {Record<string, string>} words  the names of the pieces, by their letters
 */

const STYLES = '$$styles$$'; // set by tools/notebook.py
const PIECES = { traditional: 'trad', simplified: 'simp', western: 'west' };
const COLOURS = ['green', 'red', 'blue', 'yellow'];
/** How long Python may take to confirm what was pressed, in milliseconds. */
const PATIENCE = 3000;
const SILENT = 'No answer from Python: its kernel is busy or has ended. If it has ended, run the cell again.';

/** @type {Record<PointState, string>} */
const STATES = {
  selected: 'selected',
  dest: 'can move here',
  capture: 'can capture',
  lastMove: 'last move',
  check: 'in check',
  queued: '',
};
/** The buttons, by what they show. @type {Record<string, [string, (state: State) => number]>} */
const STEPS = {
  '|◀': ['First position', () => 0],
  '◀': ['Back', ({ ply }) => ply - 1],
  '▶': ['Forward', ({ ply }) => ply + 1],
  '▶|': ['Last position', ({ length }) => length],
};

class NotebookBoard {
  /** @type {Model} */ #model;
  #host;
  #place = element('div', { class: 'place' });
  #choice = element('div', { class: 'bar' });
  #status = element('output');
  #fault = element('p', { class: 'fault', role: 'alert' });
  #comment = element('p');
  #buttons;
  /** @type {PointGrid | null} */ #grid = null;
  #game = '';
  /** @type {Square | null} */ #selected = null;
  /** A move that Python has not confirmed yet. @type {[Square, Square] | null} */ #sent = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;

  /** @param {Model} model @param {HTMLElement} host */
  constructor(model, host) {
    this.#model = model;
    this.#host = host;
    this.#buttons = Object.entries(STEPS).map(([text, [label, step]]) => {
      const button = element('button', { type: 'button', 'aria-label': label, title: label }, text);
      button.addEventListener('click', () => this.#send({ ply: step(this.#state) }));
      return { button, step };
    });
    const bar = element('div', { class: 'bar' }, ...this.#buttons.map(({ button }) => button), this.#status);
    const all = [this.#place, this.#choice, bar, this.#fault, this.#comment];
    const box = element('div', { class: 'notebook' }, ...all);
    const root = host.attachShadow({ mode: 'open' });
    root.append(element('style', {}, STYLES), box);
    this.draw();
  }

  /** @returns {State} */
  get #state() {
    return this.#model.get('_state');
  }

  /** The squares where the man in hand may go. @returns {readonly Square[]} */
  get #open() {
    return (this.#selected && this.#dests[this.#selected]) || [];
  }

  /** @returns {Record<Square, Square[]>} */
  get #dests() {
    const { view, movable } = this.#state;
    return movable && !this.#sent ? view.dests : {};
  }

  /** Python has answered, or changed something. */
  refresh() {
    clearTimeout(this.#timer);
    this.#sent = null;
    this.#fault.textContent = '';
    if (!this.#dests[this.#selected ?? '']) this.#selected = null;
    this.draw();
  }

  draw() {
    const state = this.#state;
    if (!state?.view) return;
    const { view } = state;
    const { game, fen } = view;
    const geometry = geometryOf(game);
    if (this.#game !== game) this.#makeGrid(game);
    const grid = /** @type {PointGrid} */ (this.#grid);
    const flipped = this.#model.get('orientation') === 1;
    const men = readPlacement(geometry, fen);
    const focused = grid.element.contains(this.#host.shadowRoot?.activeElement ?? null);
    const surface = this.#drawMen(state, men, flipped);
    surface.append(this.#shapes(state, [...men.keys()], flipped));
    surface.append(grid.element);
    surface.parentElement?.after(grid.texts);
    const open = this.#open;
    grid.update({
      flipped,
      readOnly: !state.movable,
      describe: (square) => {
        const piece = men.get(square);
        const words = piece && `${piece.side} ${state.words[piece.role] ?? 'stone'}`;
        /** @type {Record<string, unknown>} */
        const holds = {
          selected: square === this.#selected,
          check: square === view.check,
          dest: open.includes(square) && !piece,
          capture: open.includes(square) && piece,
          lastMove: view.lastMove?.includes(square),
        };
        const states = /** @type {PointState[]} */ (Object.keys(holds).filter((name) => holds[name]));
        return { label: words ? `${square}, ${words}` : square, states, pick: square in this.#dests };
      },
    });
    if (focused) grid.focus();
    this.#status.textContent = state.message;
    this.#comment.textContent = state.comment;
    for (const { button, step } of this.#buttons) {
      const to = step(state);
      button.disabled = to === state.ply || to < 0 || to > state.length;
    }
  }

  /** @param {State} state @param {Map<Square, Piece>} men @param {boolean} flipped */
  #drawMen({ view }, men, flipped) {
    this.#host.style.setProperty('--width', `${this.#model.get('size')}px`);
    this.#host.dataset.theme = themeOfPage();
    /** @type {[string, Square][]} */
    const marks = this.#open.map((square) => [men.has(square) ? 'move-dest oc' : 'move-dest', square]);
    if (this.#selected) marks.push(['selected', this.#selected]);
    if (view.check) marks.push(['check', view.check]);
    const { wrap } = drawStaticBoard(this.#place, {
      game: view.game,
      fen: view.fen,
      moves: this.#sent ? [this.#sent] : [],
      lastMove: this.#sent ?? view.lastMove ?? undefined,
      marks,
      flipped,
      pieces: PIECES[/** @type {keyof typeof PIECES} */ (this.#model.get('pieces'))],
      coordinates: this.#model.get('coordinates') ? 'squares' : 'none',
    });
    return /** @type {HTMLElement} */ (wrap.firstElementChild);
  }

  /** @param {State} state @param {readonly Square[]} men @param {boolean} flipped */
  #shapes({ view, arrows }, men, flipped) {
    const geometry = geometryOf(view.game);
    const fit = FITS[view.game];
    const point = (/** @type {Square} */ square) => pointOf(geometry, square, flipped);
    const drawn = arrows.map(([orig, dest, colour]) => {
      const { x, y } = point(orig);
      const name = COLOURS.includes(colour) ? colour : 'green';
      const plan = () => planArrow(point(orig), point(dest), men.map(point), 1, fit);
      const shape = orig === dest ? ring(1, name, fit) : arrow(plan(), 1, name);
      return `<g transform="translate(${100 * x} ${100 * y})">${shape}</g>`;
    });
    const size = `0 0 ${100 * geometry.files} ${100 * geometry.ranks}`;
    const attributes = `xmlns="http://www.w3.org/2000/svg" class="cg-custom-svgs" viewBox="${size}"`;
    const text = `<svg ${attributes}>${drawn.join('')}</svg>`;
    return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  }

  /** @param {GameName} game */
  #makeGrid(game) {
    this.#game = game;
    const grid = new PointGrid(geometryOf(game), {
      onActivate: (square) => this.#activate(square),
      onCancel: () => this.#select(null),
      onKey: () => false,
    });
    /** @type {Labels} */
    const labels = {
      board: 'Board',
      help: 'Arrow keys move around the board, Enter picks up and places a piece, Escape cancels.',
      states: STATES,
      point: (square) => square,
      announce: () => '',
    };
    grid.setLabels(labels);
    grid.element.addEventListener('pointerdown', (event) => this.#press(event));
    this.#grid = grid;
  }

  /** @param {Square | null} square @returns {boolean} whether that changed something */
  #select(square) {
    if (square === this.#selected) return false;
    this.#selected = square;
    this.#choice.replaceChildren();
    this.draw();
    return true;
  }

  /** A point is pressed: a man is picked up, or set down. @param {Square} square */
  #activate(square) {
    const orig = this.#selected;
    if (orig && this.#open.includes(square)) this.#play(orig, square);
    else this.#select(square in this.#dests && square !== orig ? square : null);
  }

  /** A man can be dragged, too. @param {PointerEvent} event */
  #press(event) {
    const grid = /** @type {PointGrid} */ (this.#grid);
    const orig = grid.squareAt(event);
    if (event.button !== 0 || !event.isPrimary || !orig) return;
    if (this.#selected === orig || this.#open.includes(orig) || !(orig in this.#dests)) {
      this.#activate(orig);
      return;
    }
    this.#select(orig);
    const ended = new AbortController();
    const { signal } = ended;
    const man = this.#manAt(orig);
    const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top, width } = grid.element.getBoundingClientRect();
      const half = width / geometryOf(this.#game).files / 2;
      man?.classList.add('dragging');
      if (man) man.style.transform = `translate(${clientX - left - half}px, ${clientY - top - half}px)`;
    };
    const up = (/** @type {PointerEvent} */ event) => {
      ended.abort();
      const dest = grid.squareAt(event);
      if (dest && this.#selected === orig && this.#open.includes(dest)) this.#play(orig, dest);
      else this.draw();
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', () => ended.abort(), { signal });
  }

  /** The drawn man on a square. @param {Square} square */
  #manAt(square) {
    const flipped = this.#model.get('orientation') === 1;
    const { x, y } = pointOf(geometryOf(this.#game), square, flipped);
    const place = `translate(calc(${x} * var(--u)), calc(${y} * var(--u)))`;
    const men = /** @type {HTMLElement[]} */ ([...this.#place.querySelectorAll('piece')]);
    return men.find(({ style }) => style.transform === place);
  }

  /** @param {Square} orig @param {Square} dest */
  #play(orig, dest) {
    const { view, words } = this.#state;
    const letters = view.promotions?.[orig + dest];
    if (!letters) {
      this.#playMove(orig, dest);
      return;
    }
    this.draw();
    const buttons = letters.map((letter) => {
      const button = element('button', { type: 'button' }, words[letter]);
      button.addEventListener('click', () => this.#playMove(orig, dest, letter));
      return button;
    });
    this.#choice.replaceChildren(...buttons);
    buttons[0].focus();
  }

  /** @param {Square} orig @param {Square} dest @param {string} [letter]  of a promotion */
  #playMove(orig, dest, letter = '') {
    const { fen } = this.#state.view;
    this.#sent = [orig, dest];
    this.#select(null);
    this.#send({ move: orig + dest + letter, fen });
  }

  /** @param {object} content */
  #send(content) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(), PATIENCE);
    try {
      this.#model.send(content);
    } catch {
      this.#lose(); // a kernel that is known to be dead
    }
  }

  /** What was pressed did not reach Python, or not yet. */
  #lose() {
    this.refresh();
    this.#fault.textContent = SILENT;
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#host.remove();
  }
}

/** The theme of JupyterLab or VS Code; empty where the page has none of its own. */
function themeOfPage() {
  const { dataset, classList } = document.body;
  const told = dataset.jpThemeLight ?? String(!classList.contains('vscode-dark'));
  if (!dataset.jpThemeLight && !dataset.vscodeThemeKind) return '';
  return told === 'true' ? 'light' : 'dark';
}

/** @param {{ model: Model, el: HTMLElement }} widget @returns {() => void} what takes the board away */
function render({ model, el }) {
  const host = element('div', { 'data-lm-suppress-shortcuts': 'true' }); // the keys are the board's
  el.append(host);
  const board = new NotebookBoard(model, host);
  const refresh = () => board.refresh();
  const draw = () => board.draw();
  const events = ['change:_state', 'msg:custom'];
  const looks = ['orientation', 'pieces', 'coordinates', 'size'].map((name) => `change:${name}`);
  for (const event of events) model.on(event, refresh);
  for (const event of looks) model.on(event, draw);
  return () => {
    for (const event of events) model.off(event, refresh);
    for (const event of looks) model.off(event, draw);
    board.destroy();
  };
}

export default { render };
