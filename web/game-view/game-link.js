// The link to a game: its moves, or, packed, the whole of it: variations, comments, glyphs, shapes, and the place
// that is shown.

/** @import { PositionApp } from './app.js' */

import { addressOf, withWholeGame } from '../game/address.js';
import { setupOf } from '../game/game.js';
import { packed } from '../game/packed.js';
import { isLine, movesTo, placeOf, tipOf } from '../game/tree.js';
import { recordFor } from './game-headers.js';

/** Characters of the longest link: messengers and mail programs cut longer ones. */
export const LONGEST_LINK = 8000;

/** The address of the page's content, else of the game. @param {PositionApp} app @returns {string | Promise<string | null>} */
export function linkTo(app) {
  if (app.link) return app.link();
  const { game } = app.state;
  const { side, level } = setupOf(game);
  const { tree, orientation } = game;
  const moves = movesTo(tree);
  const line = addressOf(location.href, { game: game.game, fen: tree.fen, moves, level, side, orientation });
  return tree.current === tipOf(tree).id ? gameLink(app, line) : wholeGameLink(app, line);
}

/** The address of a line, if this is the whole game, else one with everything in it. @param {PositionApp} app @param {string} line */
export const gameLink = (app, line) => (isLine(app.state.game.tree) ? line : wholeGameLink(app, line));

/**
 * Null, and a notice offers a file, where the link would be too long.
 * @param {PositionApp} app
 * @param {string} line  an address of the game's current line
 */
async function wholeGameLink(app, line) {
  const { game } = app.state;
  // Coordinates are the shortest of several notations.
  const pgn = await app.client.write({ format: 'pgn', record: recordFor(app, game), notation: 'iccs' });
  const link = withWholeGame(line, await packed(pgn), placeOf(game.tree));
  if (link.length <= LONGEST_LINK) return link;
  /** @type {import('./app.js').App<any>} */ (app).session.notify({
    kind: 'link_too_long',
    length: link.length,
    pgn,
  });
  return null;
}
