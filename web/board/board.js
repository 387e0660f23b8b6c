// The board: one narrow adapter around chessgroundx. It shows views, looks moves up in their `dests`, and tells the
// page what was played. It knows no rules: if the horse moved differently, no line here would change.

//! With chessgroundx, GPL-3.0-or-later, https://github.com/gbtami/chessgroundx
import { Chessground } from 'chessgroundx/chessground.js';
import { drawEdges } from './edges.js';
import { geometryOf, pointOf, readPlacement, squaresOf, writePlacement } from './geometry.js';
import { onInterruption } from './interruptions.js';
import { fromLibraryPieces, toColor, toKey, toKeyDests, toLibraryFen, toSquare } from './keys.js';
import { PointGrid } from './point-grid.js';
import { area, arrow, badge, cross, FITS, planArrow, ring, tag } from './shapes.js';
import './trusted-types.js';
import { UserShapes } from './user-shapes.js';

/** @import { Piece, Side, Square } from './geometry.js' */
/** @import { BoardEvent, Labels, PointState } from './labels.js' */
/** @import { Colour } from './user-shapes.js' */
/** @import { Key } from 'chessgroundx/types' */

/**
 * The part of a position's view that the board reads.
 * @typedef {object} BoardView
 * @property {string} fen
 * @property {Side} turn
 * @property {Record<Square, Square[]> | null} [dests]  null or absent: not known yet, so nothing can be played
 * @property {Square | null} [check]
 * @property {readonly Square[] | null} [lastMove]
 */

/**
 * The options that can be changed at any time, see `Board.configure`.
 * @typedef {object} BoardStyle
 * @property {'trad' | 'simp' | 'west' | 'wxf'} pieces  traditional or simplified characters, symbols, or letters
 * @property {boolean | 'files' | 'squares' | 'none'} coordinates  along the edges: `files`, the game's own
 *   (also `true`), or `squares`, the letters and digits of moves such as `h2e2`
 * @property {boolean} [ranksFromOne]  whether `squares` counts ranks from 1 in every game, as algebraic notation does
 * @property {Side} orientation  the side at the bottom
 * @property {Labels} labels  the words of a language for the accessible grid
 * @property {'off' | 'fast' | 'normal' | 'slow'} animation  how men glide; not at all where the system asks for reduced
 *   motion
 * @property {boolean} [blind]  neither men nor their destinations are named; the page hides the drawn men
 */

/**
 * @typedef {object} BoardOptions
 * @property {import('./geometry.js').GameName} [game]
 * @property {boolean} [interactive]  false makes a picture that can be read but not played on
 * @property {(orig: Square, dest: Square) => void} [onMove]  called once for each move played from
 *   `dests`; the board already shows it and waits for the next `set`
 * @property {(orig: Square, dest: Square) => void} [onRefuse]  called for each move tried that is not in `dests`, and
 *   for a queued one that turns out not to be: the man goes back, and the page says why; twice the same square is a man
 *   pressed whose side is not to move
 * @property {(square: Square | null) => void} [onSelect]
 * @property {(sentence: string, event: BoardEvent) => void} [onAnnounce]  for the page's live region
 * @property {Editing} [editing]  for setting up positions: men can go anywhere, and off the board
 */

/**
 * The callbacks of a board on which a position is set up. The page shows every change by the next `set`,
 * except those reported by `onArrange`.
 * @typedef {object} Editing
 * @property {(placement: string) => void} onArrange  men were moved or dragged off; the board shows it
 * @property {(square: Square, first: boolean) => boolean} onPoint  a point is pressed (`first`), crossed by a
 *   press that began elsewhere, or Enter is pressed on it. True: a tool was used, and no man is picked up
 * @property {(square: Square, key: string) => boolean} onKey  another key on a point; whether it was used
 */

/**
 * @typedef {object} SetOptions
 * @property {Side | 'both' | null} [movable]  the side whose men may be moved in its turn; none by default
 * @property {boolean} [premove]  whether `movable` may queue one move while the other side is to move or the
 *   view has no `dests` yet. The first `set` with `dests` for that side plays the move if it is among them,
 *   else drops it. A `set` without `premove` drops it, too
 * @property {boolean} [animate]  false: men jump
 */

/**
 * @typedef {object} Shape
 * @property {Square} orig
 * @property {Square} [dest]  absent: a ring around `orig`, or a cross on it; for an area, the opposite corner
 * @property {Brush} brush
 * @property {string} [label]  turns a one-step arrow into a tag with this text, and a ring into a badge
 */

/** @typedef {'hint' | 'first' | 'second' | 'third' | 'win' | 'draw' | 'loss' | 'closed' | 'area' | 'threat' | 'more' | 'less' | 'same' | Colour} Brush  `win`, `draw`, `loss` are for tags, `closed` is a cross, `more`, `less`, `same` are for badges */

/** @type {Partial<Record<Brush, number>>} */
const RANK_OF_BRUSH = { hint: 1, first: 1, second: 2, third: 3 };
/** @type {Partial<Record<Brush, Colour>>} */
const COLOUR_OF_BRUSH = { threat: 'red', green: 'green', red: 'red', blue: 'blue', yellow: 'yellow' };

const GLIDE_MS = { off: 0, fast: 100, normal: 180, slow: 400 };

/** @type {Pick<BoardStyle, 'pieces' | 'coordinates' | 'animation'>} */
const DEFAULT_STYLE = { pieces: 'trad', coordinates: true, animation: 'normal' };

/**
 * Puts a board into an element.
 *
 * The size of a cell is the custom property `--cell`, set on the element or above it; without it the board fills the
 * nearest size container, or the window. Either way a cell is a whole number of pixels.
 * @param {HTMLElement} element
 * @param {BoardOptions & Partial<BoardStyle> & Pick<BoardStyle, 'labels'>} options
 */
export function createBoard(element, options) {
  return new Board(element, options);
}

export class Board {
  #geometry;
  /** @type {BoardOptions} */ #options;
  /** @type {BoardStyle} */ #style;
  #frame = document.createElement('div');
  #wrap = document.createElement('div');
  #notice = document.createElement('p');
  #grid;
  #userShapes;
  /** @type {import('chessgroundx/api').Api} */ #api;

  // What is on the board now.
  /** @type {Map<Square, Piece>} */ #pieces = new Map();
  /** @type {Record<Square, Square[]>} */ #dests = {};
  /** @type {Side | 'both' | null} */ #movable = null;
  /** @type {Side} */ #turn;
  #premove = false;
  /** Whether a move would be queued rather than played. */ #waiting = false;
  /** @type {Square | null} */ #check = null;
  /** @type {readonly Square[]} */ #lastMove = [];
  /** When a step was shown last, in milliseconds. */ #movedAt = Number.NEGATIVE_INFINITY;
  /** @type {readonly Shape[]} */ #shapes = [];
  /** @type {ReadonlyMap<string, string>} */ #notes = new Map();

  /** @type {Square | null} the selection that the page and the grid know of */ #known = null;
  #destroyed = false;

  #listening = new AbortController();

  /**
   * @param {HTMLElement} element
   * @param {BoardOptions & Partial<BoardStyle> & Pick<BoardStyle, 'labels'>} options
   */
  constructor(element, options) {
    const {
      game = 'xiangqi',
      interactive = true,
      onMove,
      onRefuse,
      onSelect,
      onAnnounce,
      editing,
      ...style
    } = options;
    this.#geometry = geometryOf(game);
    this.#options = { interactive, onMove, onRefuse, onSelect, onAnnounce, editing };
    this.#turn = this.#geometry.sides[0];
    this.#style = { ...DEFAULT_STYLE, orientation: this.#turn, ...style };

    this.#frame.className = 'board';
    this.#frame.dataset.game = game;
    this.#grid = new PointGrid(this.#geometry, {
      onActivate: (square) => this.#activate(square),
      onCancel: () => this.cancelSelection(),
      onKey: (square, key) => editing?.onKey(square, key) ?? false,
    });
    this.#wrap.className = 'cg-wrap';
    this.#notice.className = 'board-notice';
    this.#userShapes = new UserShapes(this.#grid.element, {
      squareAt: (event) => this.squareAt(event),
      onStart: () => this.cancelSelection(),
      onChange: () => this.#drawShapes(),
    });
    this.#wrap.addEventListener('pointerdown', (event) => this.#onPress(event), { capture: true });
    if (editing) this.#useTools(editing);
    const { signal } = this.#listening;
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    document.addEventListener('contextmenu', () => this.#cancelDrag(), { signal });
    document.addEventListener('pointerup', (event) => this.#onRelease(event), { signal, capture: true });
    onInterruption(signal, () => this.#cancelDrag());
    this.#frame.append(this.#wrap, this.#grid.texts, this.#notice);
    element.replaceChildren(this.#frame);
    this.#grid.setLabels(this.#style.labels);
    this.#drawEdges();
    this.#api = this.#createLibraryBoard();
    this.#watchSelection();
    this.#updateGrid();
  }

  /** The game of the board. */
  get game() {
    return this.#geometry.game;
  }

  /** Whether it can be played on. */
  get interactive() {
    return this.#options.interactive;
  }

  /** The side at the bottom. */
  get orientation() {
    return this.#style.orientation;
  }

  /** @returns {Square | null} the square of the man in hand */
  get selected() {
    const key = this.#api.state.selectable.selected;
    return typeof key === 'string' ? toSquare(this.#geometry, key) : null;
  }

  /** @returns {[Square, Square] | null} the move that waits for its turn */
  get queued() {
    const move = this.#api.state.premovable.current;
    return move ? [toSquare(this.#geometry, move[0]), toSquare(this.#geometry, move[1])] : null;
  }

  /**
   * Shows a position.
   * @param {BoardView} view
   * @param {SetOptions} [options]
   * @throws {RangeError} when the FEN does not fill this board; the old position stays
   */
  set(view, { movable = null, premove = false, animate = true } = {}) {
    const pieces = readPlacement(this.#geometry, view.fen);
    this.#turn = view.turn;
    this.#dests = view.dests ?? {};
    this.#movable = this.#options.interactive ? movable : null;
    this.#premove = premove && this.#movable !== null && this.#movable !== 'both';
    this.#check = view.check ?? null;
    this.#lastMove = view.lastMove ?? [];
    this.#dropStaleSelection(pieces);
    const fen = toLibraryFen(this.#geometry, pieces);
    const animation = this.#animation(animate);
    if (fen !== toLibraryFen(this.#geometry, this.#pieces)) {
      this.#userShapes.clear();
      if (animation.enabled) {
        // Steps in quick succession jump: nobody sees the glides, and drawing them delays the next step.
        const now = performance.now();
        animation.enabled = now - this.#movedAt >= animation.duration;
        this.#movedAt = now;
      }
    }
    this.#pieces = pieces;
    // Otherwise the library would continue a glide that has begun.
    if (!animation.enabled) this.#api.state.animation.current = undefined;

    this.#waiting = this.#premove && (!view.dests || this.#turn !== movable);
    const turn = toColor(this.#turn);
    const mine = this.#movable === null || this.#movable === 'both' ? this.#movable : toColor(this.#movable);
    this.#api.set({
      fen,
      // The library queues a move only if it believes that the other side is to move.
      turnColor: this.#waiting && mine === turn ? (turn === 'white' ? 'black' : 'white') : turn,
      lastMove: this.#lastMove.map((square) => toKey(this.#geometry, square)),
      check: this.#check ? [toKey(this.#geometry, this.#check)] : [],
      animation,
      movable: { color: mine ?? undefined, dests: toKeyDests(this.#geometry, this.#dests) },
      premovable: { enabled: this.#premove },
    });
    if (!this.#waiting) this.#playQueued();
    this.#drawShapes();
    this.#updateGrid();
  }

  /**
   * Arrows and rings, in place of the last ones. They stay until the next call.
   * @param {readonly Shape[]} shapes
   */
  setShapes(shapes) {
    this.#shapes = shapes;
    this.#drawShapes();
  }

  /** A sentence at the lower edge, over whatever is there; empty takes it away. @param {string} sentence */
  setNotice(sentence) {
    this.#notice.textContent = sentence;
  }

  /**
   * Notes on moves, by their coordinates, which are added to the labels of the selected man's destinations.
   * @param {ReadonlyMap<string, string>} notes
   */
  setNotes(notes) {
    if (notes.size + this.#notes.size === 0) return;
    this.#notes = notes;
    this.#updateGrid();
  }

  /**
   * Changes how the board looks or what language it speaks.
   * @param {Partial<BoardStyle>} style
   */
  configure(style) {
    this.#style = { ...this.#style, ...style };
    if (style.labels) this.#grid.setLabels(style.labels);
    this.#drawEdges();
    const orientation = toColor(this.#style.orientation);
    if (orientation !== this.#api.state.orientation) this.#api.set({ orientation });
    this.#drawShapes();
    this.#updateGrid();
  }

  /**
   * Puts the man in hand back and forgets a queued move.
   * @returns {boolean} whether there was something to cancel
   */
  cancelSelection() {
    const { selected, queued } = this;
    if (!selected && !queued) return false;
    this.#api.cancelMove();
    const piece = selected && this.#pieces.get(selected);
    if (piece) this.#announce({ type: 'cancel', square: selected, piece });
    return true;
  }

  /**
   * Moves the keyboard's focus onto the board.
   * @param {Square} [square]  by default where it was last
   */
  focus(square) {
    this.#grid.focus(square);
  }

  /** Where a square lies in the window. @param {Square} square @returns {DOMRect} */
  areaOf(square) {
    return this.#grid.areaOf(square);
  }

  /** The square at a place in the window. @param {{ clientX: number, clientY: number }} place @returns {Square | null} */
  squareAt(place) {
    return this.#grid.squareAt(place);
  }

  /** Takes the board away, with every listener. */
  destroy() {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.#listening.abort();
    this.#api.destroy();
    this.#frame.remove();
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    // The library caches the place of the board, and clears it only on scrolling and resizing.
    this.#api.state.dom.bounds.clear();
    const square = this.#grid.squareAt(event);
    const empty = square && !this.#pieces.has(square) && !this.selected;
    if (event.button === 0 && !event.shiftKey && empty) this.#userShapes.clear();
    // Pressing another man of the side picks him up instead.
    if (event.isPrimary && event.button === 0 && !event.shiftKey && square && !this.#isInTurn(square))
      this.#refuse(this.selected ?? square, square);
  }

  /** A man is let go, before the library knows it. @param {PointerEvent} event */
  #onRelease(event) {
    const drag = this.#api.state.draggable.current;
    const dest = drag?.started && event.isPrimary ? this.squareAt(event) : null;
    if (drag && dest) this.#refuse(toSquare(this.#geometry, drag.orig), dest);
  }

  /** Tell the page of a move that is not to be played. @param {Square} orig @param {Square} dest  the same: a man of the other side */
  #refuse(orig, dest) {
    if (this.#waiting || this.#options.editing || this.#dests[orig]?.includes(dest)) return;
    if (orig === dest ? !this.#isOutOfTurn(orig) : !this.#isInTurn(orig)) return;
    queueMicrotask(() => this.#options.onRefuse?.(orig, dest));
  }

  /**
   * A press that begins with a tool uses it on every point that the press crosses. The library does not see
   * the press, because it would pick up a man.
   * @param {Editing} editing
   */
  #useTools({ onPoint }) {
    /** @type {Square | null} */
    let last = null;
    const use = (/** @type {PointerEvent} */ event, /** @type {boolean} */ first) => {
      const square = this.#grid.squareAt(event);
      if (!square || square === last) return;
      last = onPoint(square, first) ? square : null;
    };
    const end = () => {
      last = null;
    };
    const keep = (/** @type {Event} */ event) => {
      if (last === null) return;
      event.stopPropagation();
      event.preventDefault();
    };
    this.#wrap.addEventListener('pointerdown', (event) => {
      end();
      if (event.isPrimary && event.button === 0) use(event, true);
    });
    this.#wrap.addEventListener(
      'pointermove',
      (event) => last !== null && event.buttons && event.isPrimary && use(event, false),
    );
    for (const type of ['pointerup', 'pointercancel']) this.#wrap.addEventListener(type, end);
    for (const type of ['mousedown', 'touchstart'])
      this.#wrap.addEventListener(type, keep, { capture: true, passive: false });
  }

  /** Take over the men from the library's board. @param {Editing} editing */
  #afterArranging({ onArrange }) {
    if (this.#destroyed) return;
    const pieces = fromLibraryPieces(this.#geometry, this.#api.state.boardState.pieces);
    const placement = writePlacement(this.#geometry, pieces);
    if (placement === writePlacement(this.#geometry, this.#pieces)) return;
    this.#pieces = pieces;
    this.#userShapes.clear();
    this.#updateGrid();
    onArrange(placement);
  }

  /** Escape cancels wherever the focus is, except in a dialog. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (this.cancelSelection()) event.preventDefault();
  }

  /** Put a dragged man back: the library waits for his release, which may never come, or be another finger's. */
  #cancelDrag() {
    if (this.#api.state.draggable.current) this.cancelSelection();
  }

  get #flipped() {
    return toColor(this.#style.orientation) === 'black';
  }

  /** Whether a man of this side may be picked up, now or for the queue. @param {Side} side */
  #mayMove(side) {
    if (this.#movable === 'both') return true;
    return side === this.#movable && (side === this.#turn || this.#premove);
  }

  /** Whether the man on this square may be picked up. @param {Square} square */
  #mayPick(square) {
    const piece = this.#pieces.get(square);
    if (!piece || !this.#mayMove(piece.side)) return false;
    if (this.#options.editing) return true;
    return this.#waiting || (this.#dests[square] ?? []).length > 0;
  }

  /** Whether the man on this square is of the side to move, which may be moved now. @param {Square} square */
  #isInTurn(square) {
    return this.#pieces.get(square)?.side === this.#turn && this.#isOn;
  }

  /** Whether a man on this square, which is seen, has to wait for the side to move. @param {Square} square */
  #isOutOfTurn(square) {
    const { side = this.#turn } = this.#pieces.get(square) ?? {};
    return side !== this.#turn && this.#isOn && !this.#style.blind;
  }

  /** Whether the side to move may be moved now. */
  get #isOn() {
    return this.#mayMove(this.#turn) && Object.keys(this.#dests).length > 0;
  }

  #createLibraryBoard() {
    const { files: width, ranks: height, castles } = this.#geometry;
    const { editing } = this.#options;
    return Chessground(this.#wrap, {
      dimensions: { width, height },
      fen: toLibraryFen(this.#geometry, this.#pieces),
      orientation: toColor(this.#style.orientation),
      viewOnly: !this.#options.interactive,
      // The library's coordinates do not turn with the board; ours do.
      coordinates: false,
      autoCastle: castles && !editing,
      animation: this.#animation(true),
      ...(editing && { draggable: { deleteOnDropOff: true }, highlight: { lastMove: false } }),
      movable: {
        free: Boolean(editing),
        showDests: !editing,
        color: undefined,
        events: editing ? {} : { after: (orig, dest) => this.#afterMove(orig, dest) },
      },
      premovable: {
        enabled: false,
        premoveFunc: (_state, orig) => this.#queueable(orig),
        events: { set: (orig, dest) => this.#afterQueue(orig, dest), unset: () => this.#showQueued() },
      },
      drawable: { enabled: false, visible: true },
      events: {
        change: editing && (() => queueMicrotask(() => this.#afterArranging(editing))),
        insert: ({ board, container }) => {
          board.append(this.#grid.element);
          for (const drawing of container.querySelectorAll('svg, cg-auto-pieces')) {
            drawing.setAttribute('aria-hidden', 'true');
          }
        },
      },
    });
  }

  /**
   * The library reports picking a man up but not putting him down; a setter on its one field tells both.
   */
  #watchSelection() {
    const { selectable } = this.#api.state;
    let { selected } = selectable;
    Object.defineProperty(selectable, 'selected', {
      configurable: true,
      enumerable: true,
      get: () => selected,
      set: (value) => {
        if (value === selected) return;
        selected = value;
        queueMicrotask(() => this.#afterSelection());
      },
    });
  }

  #afterSelection() {
    const { selected } = this;
    if (this.#destroyed || selected === this.#known) return;
    this.#known = selected;
    this.#lift(selected);
    this.#updateGrid();
    this.#options.onSelect?.(selected);
    const piece = selected && this.#pieces.get(selected);
    if (!piece || this.#waiting) return; // while it waits, its destinations are not known yet
    this.#announce({ type: 'lift', square: selected, piece, dests: this.#dests[selected]?.length ?? 0 });
  }

  /** Mark the drawn man in hand with a class: the library has none for it. @param {Square | null} selected */
  #lift(selected) {
    const key = selected && toKey(this.#geometry, selected);
    for (const node of this.#api.state.dom.elements.board.querySelectorAll('piece')) {
      const { cgKey } = /** @type {import('chessgroundx/types').PieceNode} */ (node);
      node.classList.toggle('lifted', key !== null && cgKey === key);
    }
  }

  /**
   * @param {Key} origKey
   * @param {Key} destKey
   */
  #afterMove(origKey, destKey) {
    if (this.#destroyed) return;
    const orig = toSquare(this.#geometry, origKey);
    const dest = toSquare(this.#geometry, destKey);
    const piece = this.#pieces.get(orig);
    if (piece) {
      this.#pieces = new Map(this.#pieces).set(dest, piece);
      this.#pieces.delete(orig);
    }
    this.#dests = {};
    this.#check = null;
    this.#lastMove = [orig, dest];
    this.#waiting = this.#premove;
    this.#userShapes.clear();
    this.#updateGrid();
    this.#options.onMove?.(orig, dest);
  }

  /**
   * @param {string} origKey
   * @param {Key} destKey
   */
  #afterQueue(origKey, destKey) {
    const orig = toSquare(this.#geometry, origKey);
    const dest = toSquare(this.#geometry, destKey);
    if (this.#destroyed || this.queued?.join() !== [orig, dest].join()) return;
    const piece = this.#pieces.get(orig);
    this.#showQueued();
    if (piece) this.#announce({ type: 'queue', orig, dest, piece });
  }

  #showQueued() {
    if (this.#destroyed) return;
    this.#updateGrid();
    this.#drawShapes();
  }

  /** Play the queued move if the view allows it; forget it in any case. */
  #playQueued() {
    const { queued } = this;
    if (!queued) return;
    const wanted = this.#premove;
    if (wanted && this.#api.playPremove()) return;
    this.#api.cancelPremove();
    const [orig, dest] = queued;
    if (!wanted) return;
    this.#announce({ type: 'drop', orig, dest, piece: this.#pieces.get(orig) ?? null });
    this.#refuse(orig, dest);
  }

  /**
   * The destinations of a queued move: all squares, because its legality is checked when its turn comes. An
   * own man's square can be reached only by dragging, since pressing him picks him up instead.
   * @param {Key} origKey
   */
  #queueable(origKey) {
    const side = this.#pieces.get(toSquare(this.#geometry, origKey))?.side;
    const dragged = this.#api.state.draggable.current?.orig === origKey;
    return squaresOf(this.#geometry)
      .filter((square) => dragged || this.#pieces.get(square)?.side !== side)
      .map((square) => toKey(this.#geometry, square))
      .filter((key) => key !== origKey);
  }

  /** Enter on a point: pick up, put back, drop, or say why not. @param {Square} square */
  #activate(square) {
    const { selected } = this;
    const { editing } = this.#options;
    if (editing?.onPoint(square, true)) return;
    if (selected === square) {
      this.cancelSelection();
      return;
    }
    const drops = selected && (editing || this.#waiting || this.#dests[selected]?.includes(square));
    // A man without a move is picked up, too: the page can say why he has none.
    if (drops || this.#mayPick(square) || this.#isInTurn(square))
      this.#api.selectSquare(toKey(this.#geometry, square));
    else if (selected || this.#isOutOfTurn(square)) this.#refuse(selected ?? square, square);
    else this.#announce({ type: 'nothing', square, piece: null });
  }

  /** A blind board is silent: every sentence names a man, or says that there is none. @param {BoardEvent} event */
  #announce(event) {
    const { labels, blind } = this.#style;
    const sentence = labels.announce(event);
    if (sentence && !blind) this.#options.onAnnounce?.(sentence, event);
  }

  /**
   * A man stays picked up while the other side moves, unless he was captured or may no longer move.
   * @param {Map<Square, Piece>} pieces  the new position
   */
  #dropStaleSelection(pieces) {
    const { selected } = this;
    if (!selected) return;
    const before = this.#pieces.get(selected);
    const now = pieces.get(selected);
    const same = now && before?.side === now.side && before.role === now.role;
    if (!same || !this.#mayMove(now.side)) this.#api.unselect();
  }

  /** @param {boolean} wanted */
  #animation(wanted) {
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const duration = GLIDE_MS[this.#style.animation];
    return { enabled: wanted && duration > 0 && !reduced, duration };
  }

  #updateGrid() {
    if (this.#destroyed) return;
    const { selected } = this;
    const { labels, blind } = this.#style;
    /** @type {readonly Square[]} */
    const queued = this.queued ?? [];
    const open = selected ? (this.#dests[selected] ?? []) : [];
    this.#grid.update({
      flipped: this.#flipped,
      readOnly: this.#movable === null,
      describe: (square) => {
        const piece = this.#pieces.get(square) ?? null;
        /** @type {PointState[]} */
        const states = [];
        if (square === selected) states.push('selected');
        if (blind) return { label: labels.point(square, null), states, pick: false };
        if (square === this.#check) states.push('check');
        if (open.includes(square)) states.push(piece ? 'capture' : 'dest');
        if (this.#lastMove.includes(square)) states.push('lastMove');
        if (queued.includes(square)) states.push('queued');
        const note = open.includes(square) ? this.#notes.get(`${selected}${square}`) : null;
        return {
          label: [labels.point(square, piece), note].filter(Boolean).join(', '),
          states,
          pick: this.#mayPick(square),
        };
      },
    });
  }

  #drawShapes() {
    const point = (/** @type {Square} */ square) => pointOf(this.#geometry, square, this.#flipped);
    // An arrow leaves gaps for the men in its way, which would show where hidden men stand.
    const men = this.#style.blind ? [] : [...this.#pieces.keys()].map(point);
    const fit = FITS[this.#geometry.game];
    const dests = [...this.#shapes, ...this.#userShapes.shapes].flatMap(({ dest }) => dest ?? []);
    // Arrows that meet on a point stop around it, as around a man: their heads would lie upon each other.
    const around = (/** @type {Square} */ dest) =>
      dests.indexOf(dest) === dests.lastIndexOf(dest) ? men : [...men, point(dest)];
    const draw = (
      /** @type {Square} */ orig,
      /** @type {Square | undefined} */ dest,
      /** @type {number} */ rank,
      /** @type {string} */ colour = '',
    ) =>
      dest
        ? arrow(planArrow(point(orig), point(dest), around(dest), rank, fit), rank, colour)
        : ring(rank, colour, fit);
    const special = (
      /** @type {Square} */ orig,
      /** @type {Square | undefined} */ dest,
      /** @type {Brush} */ brush,
      /** @type {string | undefined} */ label,
    ) => {
      if (brush === 'closed') return cross(this.#pieces.has(orig));
      if (dest && brush === 'area') return area(point(orig), point(dest));
      if (!label) return null;
      return dest ? tag(point(orig), point(dest), label, brush) : badge(label, brush, fit);
    };
    const own = this.#userShapes.shapes.map(({ orig, dest, colour }) => ({
      orig: toKey(this.#geometry, orig),
      customSvg: draw(orig, dest, 1, colour),
    }));
    const shown = this.#shapes.map(({ orig, dest, brush, label }) => ({
      orig: toKey(this.#geometry, orig),
      customSvg:
        special(orig, dest, brush, label) ??
        draw(orig, dest, RANK_OF_BRUSH[brush] ?? 1, COLOUR_OF_BRUSH[brush]),
    }));
    const { queued } = this;
    const waiting = queued ? [{ orig: toKey(this.#geometry, queued[0]), customSvg: draw(...queued, 2) }] : [];
    this.#api.setAutoShapes([...shown, ...waiting, ...own]);
  }

  #drawEdges() {
    const { pieces, coordinates, ranksFromOne } = this.#style;
    drawEdges(this.#frame, this.#geometry, { pieces, coordinates, ranksFromOne, flipped: this.#flipped });
  }
}
