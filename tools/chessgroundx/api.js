// The part of the library's API that board.js uses.

import { anim, render } from './anim.js';
import * as board from './board.js';
import { applyAnimation, configure } from './config.js';
import { cancel } from './drag.js';
import { renderResized } from './render.js';
import { colors } from './types.js';

export function start(state) {
  return {
    state,
    set(config) {
      if (config.orientation && config.orientation !== state.orientation) turn(state);
      applyAnimation(state, config);
      (config.fen ? anim : render)((state) => configure(state, config), state);
    },
    selectSquare: (key) => anim((state) => board.select(state, key), state),
    unselect: () => board.unselect(state),
    playPremove() {
      if (!state.premovable.current) return false;
      if (anim(board.playPremove, state)) return true;
      state.dom.redraw(); // without the premove
      return false;
    },
    cancelPremove: () => render(board.unsetPremove, state),
    cancelMove() {
      render((state) => {
        board.cancelMove(state);
        cancel(state);
      }, state);
    },
    setAutoShapes(shapes) {
      render((state) => {
        state.drawable.autoShapes = shapes;
      }, state);
    },
    destroy() {
      board.stop(state);
      state.dom.unbind?.();
      state.dom.destroyed = true;
    },
  };
}

/** Turns the board by moving its elements. The library would recreate them all and add another size observer. */
function turn(state) {
  cancel(state);
  board.toggleOrientation(state);
  const { wrap, board: surface } = state.dom.elements;
  for (const color of colors) wrap.classList.toggle(`orientation-${color}`, state.orientation === color);
  for (const man of surface.querySelectorAll('piece')) {
    for (const side of ['ally', 'enemy']) man.classList.toggle(side);
    man.cgPiece = man.cgPiece.replace(/ally|enemy/, (side) => (side === 'ally' ? 'enemy' : 'ally'));
  }
  state.dom.redrawNow(true); // without the shapes, which board.js draws next
  renderResized(state);
}
