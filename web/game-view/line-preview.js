// A small board that shows where a move of a line leads.

/** @import { App } from './app.js' */
/** @import { Position } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { View } from '../ui/view.js' */

import { ref } from 'lit-html/directives/ref.js';
import { drawStaticBoard } from '../board/static-board.js';
import { factsOf } from '../game/games.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { squaresOf } from './piece-words.js';

/** @typedef {Position & { game: GameName, moves: string[] }} Previewed */

/**
 * @param {App} app
 * @param {() => Previewed | null} read  reads signals; null: nothing is shown
 * @returns {View}
 */
export function linePreview(app, read) {
  /** The position as the rules know it, by its moves. */
  const position = reactive({ key: '', fen: '' });
  /** @type {Element | undefined} */
  let place;

  /** @param {Previewed} shown @param {string} key */
  async function ask(shown, key) {
    try {
      const { fen } = await app.client.view(shown);
      if (key === keyOf(read())) update(position, { fen, key });
    } catch {
      // The board drawn without the rules stays.
    }
  }

  function draw() {
    const shown = read();
    if (!shown || !(place instanceof HTMLElement)) return;
    const isCurrent = position.key === keyOf(shown);
    const moves = shown.moves.map(squaresOf);
    drawStaticBoard(place, {
      game: shown.game,
      fen: isCurrent ? position.fen : (shown.fen ?? factsOf(shown.game).fen),
      moves: isCurrent ? [] : moves,
      lastMove: moves.at(-1),
      flipped: app.state.game.orientation === 'black',
      pieces: app.pieces,
      coordinates: 'none',
    });
  }

  observe(() => {
    const shown = read();
    if (shown && position.key !== keyOf(shown)) ask(shown, keyOf(shown));
  });
  observe(draw);
  const attach = (/** @type {Element | undefined} */ node) => {
    place = node;
    draw();
  };
  return () => (read() ? html`<div class="line-preview" aria-hidden="true" ${ref(attach)}></div>` : nothing);
}

/** @param {Previewed | null} shown */
const keyOf = (shown) => (shown ? `${shown.game} ${shown.fen} ${shown.moves.join(' ')}` : '');
