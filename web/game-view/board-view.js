// The board on the page: what it shows, who may move, what is pointed out.

/** @import { App } from './app.js' */
/** @import { Speech } from './live-region.js' */
/** @import { BoardView, Shape } from '../board/board.js' */

import { computed } from '@preact/signals-core';
import { createBoard } from '../board/board.js';
import { turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { load } from '../ui/load.js';
import { observe, onChange } from '../ui/reactive.js';
import { attempt } from '../ui/unloaded.js';
import { explanationShapes } from './explanation.js';
import { fenAt, squaresOf } from './piece-words.js';
import { outOfTurn, refusalOf } from './refusal.js';
import { valueInWords, valueShapes, valuesHere } from './solved-panel.js';

/** Remarks on the position on the board: shapes, and words for moves. @typedef {{ shapes: Shape[], notes: Map<string, string> }} Remarks */

/**
 * A page's options for its board.
 * @typedef {object} BoardViewOptions
 * @property {() => boolean} [interactive]  false: the board is a picture
 * @property {() => boolean} [movable]  whether the person may move now
 * @property {() => boolean} [blind]  whether the men are hidden
 * @property {() => BoardView | null} [position]  shown instead of the game's
 * @property {() => Shape[]} [shapes]  that are always there
 * @property {() => Remarks | null} [remarks]  on the position; a hint goes before them
 * @property {(square: string | null) => void} [onSelect]  a man was picked up; null: put down
 */

/** @param {App} app @param {HTMLElement} place @param {Speech} speech @param {BoardViewOptions} [options] */
export function boardView(app, place, speech, options = {}) {
  /** @type {ReturnType<typeof import('./promotion.js').promotionDialog> | null} */
  let promotion = null;
  const name = computed(() => app.state.game.game);
  const orientation = computed(() => app.state.game.orientation);
  const style = computed(() => ({
    ...app.boardStyle(name.value),
    orientation: orientation.value,
    blind: options.blind?.(),
  }));
  const interactive = computed(() => options.interactive?.() ?? true);
  const special = computed(() => options.position?.() ?? askedPosition(app));
  const id = computed(() => (special.value ? '' : app.state.game.id));
  const position = computed(() => special.value ?? currentPosition(app));
  const side = computed(() => ((options.movable?.() ?? true) ? app.session.movableSide() : null));
  const atTip = computed(() => tipOf(app.state.game.tree).id === app.state.game.tree.current);
  const { refusal } = app;
  refusal.hides = () => options.blind?.() ?? false;
  let board = newBoard();
  /** The game on the board: men glide within a game, not from one to another. */
  let shown = '';

  function newBoard() {
    return createBoard(place, {
      ...style.value,
      game: name.value,
      interactive: interactive.value,
      onMove: async (orig, dest) => {
        const letter = await promotionLetter(orig, dest);
        if (letter === null || app.session.move(orig + dest + letter) !== 'played') show();
      },
      onRefuse: (orig, dest) => {
        const early = outOfTurn(position.value.fen, orig, dest);
        const waits = !early && !['idle', 'thinking'].includes(app.state.engine.state);
        refusal.explain(name.value, early ?? refusalOf(app, orig + dest), { waits });
      },
      onSelect: (square) => {
        if (square) refusal.clear();
        options.onSelect?.(square);
      },
      onAnnounce: (sentence) => speech.say(sentence),
    });
  }

  /**
   * The promotion letter of a move: empty where it needs none, null when the person cancels or cannot be asked.
   * @param {string} orig
   * @param {string} dest
   */
  async function promotionLetter(orig, dest) {
    const possible = nodeOf(app.state.game.tree).view?.promotions?.[orig + dest];
    if (!possible) return '';
    await attempt(app, loadPromotion, loadPromotion);
    return promotion?.ask(possible, board.areaOf(dest)) ?? null;
  }

  async function loadPromotion() {
    const { promotionDialog } = await load(() => import('./promotion.js'));
    promotion ??= promotionDialog(app);
  }

  /** The board of the current game; another kind of game needs a new board. */
  function boardNow() {
    if (board.game !== name.value || board.interactive !== interactive.value) {
      board.destroy();
      board = newBoard();
    }
    return board;
  }

  function show() {
    const animate = id.value === shown && shown !== '';
    if (id.value !== shown) board.cancelSelection(); // a queued move is not for the next game
    try {
      const premove = atTip.value && (app.settings.premoves || position.value.turn === side.value);
      boardNow().set(position.value, { movable: side.value, premove, animate });
      shown = id.value;
    } catch {
      // An unreadable FEN from outside: the last position stays until the rules have said what is wrong.
    }
  }

  function pointOut() {
    const { shapes = [], notes = new Map() } = options.remarks?.() ?? {};
    boardNow().setNotes(notes);
    const drawn = special.value ? [] : drawnShapes(app);
    const own = options.shapes?.() ?? [];
    boardNow().setShapes([...own, ...drawn, ...(hintShapes(app) ?? shapes), ...refusal.shapes]);
    boardNow().setNotice(refusal.sentence);
  }

  place.addEventListener('pointerdown', () => refusal.clear(), { capture: true });
  onChange(
    () => `${app.state.game.id} ${app.state.game.tree.current}`,
    () => refusal.clear(),
  );
  onChange(
    () => refusal.sentence,
    (sentence) => sentence && speech.say(sentence),
  );
  for (const act of [() => boardNow().configure(style.value), show, pointOut]) observe(act);
}

/** A position from the address, which the rules have not judged yet. @param {App} app @returns {BoardView | null} */
function askedPosition(app) {
  if (!app.state.asked) return null;
  const { game, fen } = app.state.asked;
  const { fen: start, sides } = factsOf(game);
  return { fen: fen ?? start, turn: sides[0], dests: null };
}

/** @param {App} app @returns {BoardView} */
function currentPosition(app) {
  const { game } = app.state;
  const { view, move } = nodeOf(game.tree);
  if (view) return view;
  return { fen: fenAt(game), turn: turnAt(game), dests: null, lastMove: move ? squaresOf(move) : null };
}

const COLOURS = /** @type {const} */ ({ G: 'green', R: 'red', B: 'blue', Y: 'yellow' });

/** The arrows and circles of a record: `[%cal Gc4f7] [%csl Rf7]`. @param {App} app @returns {Shape[]} */
function drawnShapes(app) {
  const [...lists] = (nodeOf(app.state.game.tree).notes?.commands ?? '').matchAll(/\[%c[as]l ([^\]]*)\]/g);
  const shapes = lists.flatMap(([, list]) => [...list.matchAll(/([GRBY])([a-i]\d)([a-i]\d)?/g)]);
  return shapes.map(([, colour, orig, dest]) => ({
    orig,
    dest,
    brush: COLOURS[/** @type {keyof typeof COLOURS} */ (colour)],
  }));
}

/** @param {App} app @returns {Shape[] | null} */
function hintShapes(app) {
  const { hint } = app.state;
  if (!hint?.move) return null;
  const [orig, dest] = squaresOf(hint.move);
  if (hint.step === 1) return [{ orig, brush: 'hint' }];
  const line = hint.step === 3 ? (hint.info?.pv ?? []).slice(1, 3).map(squaresOf) : [];
  const brushes = /** @type {const} */ (['second', 'third']);
  return [
    { orig, dest, brush: 'hint' },
    ...line.map(([from, to], at) => ({ orig: from, dest: to, brush: brushes[at] })),
  ];
}

/** Remarks of the board on the position of a game: what moves are worth, and the steps of an explanation. @param {App} app @returns {Remarks} */
export function gameRemarks(app) {
  const values = valuesHere(app) ?? [];
  return {
    shapes: [...valueShapes(values), ...explanationShapes(app)],
    notes: new Map(values.map((value) => [value.uci, valueInWords(app, value)])),
  };
}
