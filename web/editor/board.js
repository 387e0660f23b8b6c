// The board of the editor and the men and tools that are put on it: by dragging, by pressing, by keys.

/** @import { App } from '../game-view/app.js' */
/** @import { Speech } from '../game-view/live-region.js' */
/** @import { Piece, Square } from '../board/geometry.js' */
/** @import { EditorSession } from './session.js' */
/** @import { GameName, Side } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { computed } from '@preact/signals-core';
import { createBoard } from '../board/board.js';
import { onInterruption } from '../board/interruptions.js';
import { factsOf, other } from '../game/games.js';
import { manAt, manOf, readFields } from '../game/setup.js';
import { boardLabels, pieceName, squareName } from '../game-view/piece-words.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { observe, onChange, reactive, update } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';
import { html, mount } from '../ui/view.js';

/** What a press on the board does: move men, take one off, or put this one. @typedef {'hand' | 'bin' | Piece} Tool */

/** Pixels after which a press on a man of the palette is a drag. */
const DRAGGED = 5;

/**
 * @param {App<EditorSession>} app
 * @param {{ board: HTMLElement, above: HTMLElement, below: HTMLElement }} places
 * @param {Speech} speech
 */
export function editorBoard(app, places, speech) {
  const { session } = app;
  const state = reactive({ tool: /** @type {Tool} */ ('hand') });
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
        onPoint: (square, first) => useTool(square, first),
        onKey: (square, key) => useKey(square, key),
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

  /** @param {Square} square @param {boolean} first */
  function useTool(square, first) {
    const { tool } = state;
    if (tool === 'hand') return false;
    const there = manAt(name.value, app.state.fen, square);
    const same = tool !== 'bin' && isSame(there, tool);
    if (first && same)
      put(square, null, false); // a second press takes back the first
    else put(square, tool === 'bin' ? null : tool, !first);
    return true;
  }

  /** @param {Square} square @param {string} key */
  function useKey(square, key) {
    const removes = ['Delete', 'Backspace'].includes(key);
    const man = manOf(name.value, key);
    if (!removes && !man) return false;
    put(square, man, false);
    return true;
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

  /** @param {Tool} tool */
  const choose = (tool) => update(state, { tool: isSameTool(state.tool, tool) ? 'hand' : tool });

  /** @param {Side} side @param {boolean} tools */
  function palette(side, tools) {
    const { game } = app.state.game;
    const men = [...factsOf(game).roles].map((role) => ({ side, role }));
    return html`<div
      class="palette"
      data-game=${game}
      role="group"
      aria-label=${app.t('editor.palette', { side: app.t(`game-view.side.${side}`) })}
    >
      ${tools ? toolButton('hand', 'hand', 'editor.hand') : html`<i></i>`}
      ${men.map(manButton)}
      ${tools ? toolButton('bin', 'bin', 'editor.bin') : html`<i></i>`}
    </div>`;
  }

  /** @param {'hand' | 'bin'} tool @param {string} icon @param {Key} label */
  const toolButton = (tool, icon, label) => html`<button
    class="btn plain"
    type="button"
    title=${app.t(label)}
    aria-label=${app.t(label)}
    aria-pressed=${state.tool === tool}
    @click=${() => update(state, { tool })}
  >
    ${iconView(icon)}
  </button>`;

  /** @param {Piece} man */
  function manButton(man) {
    const { game } = app.state.game;
    const label = pieceName(app.words, { ...man, game });
    return html`<button
      class="btn plain"
      type="button"
      title=${label}
      aria-label=${label}
      aria-pressed=${isSameTool(state.tool, man)}
      @click=${(/** @type {MouseEvent} */ event) => event.detail === 0 && choose(man)}
      @pointerdown=${(/** @type {PointerEvent} */ event) => take(event, man)}
    >
      ${pieceView(man.side, man.role, game, app.pieces)}
    </button>`;
  }

  /** A press selects a man of the palette; a drag drops him on a square. @param {PointerEvent} press @param {Piece} man */
  function take(press, man) {
    if (press.button !== 0 || !press.isPrimary) return;
    const source = /** @type {HTMLElement} */ (press.currentTarget);
    const carried = source.querySelector('.man');
    const before = state.tool;
    choose(man);
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
      update(state, { tool: before });
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
      update(state, { tool: 'hand' });
  });
  mount(places.above, () => palette(other(name.value, below.value), false));
  mount(places.below, () => palette(below.value, true));
  observe(() => {
    places.board.classList.toggle('tooled', state.tool !== 'hand');
  });
  observe(() => board.configure(style.value));
  observe(show);
  onChange(
    () => name.value,
    () => update(state, { tool: 'hand' }),
  );
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

/** @param {Piece | null} man @param {Piece} other */
const isSame = (man, other) => man?.side === other.side && man.role === other.role;

/** @param {Tool} a @param {Tool} b */
const isSameTool = (a, b) => a === b || (typeof a === 'object' && typeof b === 'object' && isSame(a, b));
