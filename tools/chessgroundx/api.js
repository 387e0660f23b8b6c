// What board.js asks of the library.

import { anim, render } from './anim.js';
import * as board from './board.js';
import { applyAnimation, configure } from './config.js';
import { cancel } from './drag.js';

export function start(state, redrawAll) {
  return {
    state,
    set(config) {
      if (config.orientation && config.orientation !== state.orientation) {
        board.toggleOrientation(state);
        redrawAll();
      }
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
