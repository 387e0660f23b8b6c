// The board of the editor and the men and tools that are put on it: by dragging, by pressing, by keys.

/** @import { App } from '../game-view/app.js' */
/** @import { Speech } from '../game-view/live-region.js' */
/** @import { Piece, Square } from '../board/geometry.js' */
/** @import { EditorSession } from './session.js' */
/** @import { GameName, Side } from '../game/types.js' */

import { computed } from '@preact/signals-core';
import { createBoard } from '../board/board.js';
import { onInterruption } from '../board/interruptions.js';
import { factsOf, other } from '../game/games.js';
import { readFields } from '../game/setup.js';
import { boardLabels, pieceName, squareName } from '../game-view/piece-words.js';
import { iconButton } from '../ui/controls.js';
import { pieceView } from '../ui/icon-view.js';
import { observe, update } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';
import { html, mount } from '../ui/view.js';
import { EditorTools } from './tools.js';

/** Pixels after which a press on a man of the palette is a drag. */
const DRAGGED = 5;

/**
 * @param {App<EditorSession>} app
 * @param {{ board: HTMLElement, above: HTMLElement, below: HTMLElement }} places
 * @param {Speech} speech
 */
export function editorBoard(app, places, speech) {
  const { session } = app;
  const tools = new EditorTools(session, put);
  const name = computed(() => app.state.game.game);
  const below = computed(() => app.state.game.orientation);
  const style = computed(() => ({
    ...app.boardStyle(name.value),
    orientation: below.value,
    labels: labelsOf(app, name.value),
  }));
  let board = newBoard();

  function newBoard() {
    return createBoard(places.board, {
      ...style.value,
      game: name.value,
      onAnnounce: (sentence) => speech.say(sentence),
      editing: {
        onArrange: (placement) => {
          session.arrange(placement);
          sound(app, 'move');
          show(); // a man that was dragged off and back is where he was
        },
        onPoint: (square, first) => tools.point(square, first),
        onKey: (square, key) => tools.key(square, key),
      },
    });
  }

  function show() {
    const { fen } = app.state;
    if (board.game !== name.value) {
      board.destroy();
      board = newBoard();
    }
    const turn = factsOf(name.value).sides[readFields(fen).turn === 'b' ? 1 : 0];
    board.set({ fen, turn }, { movable: 'both' });
  }

  /** @param {Square} square @param {Piece | null} man @param {boolean} joined */
  function put(square, man, joined) {
    board.cancelSelection();
    session.put(square, man, { joined });
    sound(app, man ? 'move' : 'capture');
    const place = squareName(app.words, square, name.value);
    speech.say(
      man
        ? app.t('editor.put', { piece: pieceName(app.words, { ...man, game: name.value }), square: place })
        : app.t('editor.emptied', { square: place }),
    );
  }

  /** A press selects a man of the palette; a drag drops him on a square. @param {PointerEvent} press @param {Piece} man */
  function pickUp(press, man) {
    if (press.button !== 0 || !press.isPrimary) return;
    const source = /** @type {HTMLElement} */ (press.currentTarget);
    const carried = source.querySelector('.man');
    const before = tools.state.tool;
    tools.choose(man);
    source.setPointerCapture(press.pointerId);
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ event) => {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
      if (!ghost && far > DRAGGED && carried) ghost = ghostOf(carried.parentElement ?? source);
      if (ghost) ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    };
    const end = () => {
      holding.abort();
      if (!ghost) return;
      ghost.remove();
      tools.state.tool = before;
    };
    const drop = (/** @type {PointerEvent} */ event) => {
      end();
      const square = ghost && board.squareAt(event);
      if (square) put(square, man, false);
    };
    const holding = new AbortController();
    const { signal } = holding;
    source.addEventListener('pointermove', move, { signal });
    source.addEventListener('pointerup', drop, { signal });
    onInterruption(signal, end);
  }

  /** The man under the finger, as large as on the board. @param {HTMLElement} drawn */
  function ghostOf(drawn) {
    const ghost = /** @type {HTMLElement} */ (drawn.cloneNode(true));
    ghost.classList.add('carried');
    ghost.style.fontSize = `${board.areaOf(`a${name.value === 'xiangqi' ? 0 : 1}`).width / 1.6}px`;
    document.body.append(ghost);
    return ghost;
  }

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]'))
      tools.state.tool = 'hand';
  });
  mount(places.above, () => palette(app, tools, other(name.value, below.value), pickUp));
  mount(places.below, () => palette(app, tools, below.value, pickUp, ['hand', 'bin']));
  observe(() => {
    places.board.classList.toggle('tooled', tools.state.tool !== 'hand');
  });
  observe(() => board.configure(style.value));
  observe(show);
}

/**
 * The men of a side, between two other tools or nothing.
 * @param {App<EditorSession>} app
 * @param {EditorTools} tools
 * @param {Side} side
 * @param {(press: PointerEvent, man: Piece) => void} pickUp
 * @param {Array<'hand' | 'bin'>} [ends]
 */
function palette(app, tools, side, pickUp, [left, right] = []) {
  const { game } = app.state.game;
  const men = [...factsOf(game).roles].map((role) => ({ side, role }));
  return html`<div
    class="palette"
    data-game=${game}
    role="group"
    aria-label=${app.t('editor.palette', { side: app.t(`game-view.side.${side}`) })}
  >
    ${left ? toolButton(app, tools, left) : html`<i></i>`}
    ${men.map((man) => manButton(app, tools, man, pickUp))}
    ${right ? toolButton(app, tools, right) : html`<i></i>`}
  </div>`;
}

/** @param {App<EditorSession>} app @param {EditorTools} tools @param {'hand' | 'bin'} tool */
function toolButton(app, tools, tool) {
  const title = app.t(`editor.${tool}`);
  const options = { kind: '', title, pressed: tools.isChosen(tool) };
  return iconButton(tool, title, () => update(tools.state, { tool }), options);
}

/** @param {App<EditorSession>} app @param {EditorTools} tools @param {Piece} man @param {(press: PointerEvent, man: Piece) => void} pickUp */
function manButton(app, tools, man, pickUp) {
  const { game } = app.state.game;
  const label = pieceName(app.words, { ...man, game });
  return html`<button
    class="btn plain"
    type="button"
    title=${label}
    aria-label=${label}
    aria-pressed=${tools.isChosen(man)}
    @click=${(/** @type {MouseEvent} */ event) => event.detail === 0 && tools.choose(man)}
    @pointerdown=${(/** @type {PointerEvent} */ event) => pickUp(event, man)}
  >
    ${pieceView(man.side, man.role, game, app.pieces)}
  </button>`;
}

/** @param {App<EditorSession>} app @param {GameName} game */
function labelsOf(app, game) {
  const labels = boardLabels(app.words, game);
  const letters = [...factsOf(game).roles].map((role) => role.toUpperCase()).join(' ');
  /** @param {import('../board/labels.js').BoardEvent} event */
  const announce = (event) =>
    event.type === 'lift'
      ? app.t('editor.lifted', { piece: pieceName(app.words, { ...event.piece, game }) })
      : labels.announce(event);
  return {
    ...labels,
    help: app.t('editor.board.help', { letters: game === 'liuzichong' ? 'W B' : letters }),
    announce,
  };
}
