// A link that contains the whole game: variations, comments, glyphs, shapes, and the place that is shown.

/** @import { PlaySession } from '../game/session.js' */
/** @import { App } from '../game-view/app.js' */

import '../game-view/common.js';
import { withWholeGame } from '../game/address.js';
import { packed } from '../game/packed.js';
import { placeOf } from '../game/tree.js';
import { recordFor } from './game-headers.js';

/** Characters of the longest link: messengers and mail programs cut longer ones. */
const MOST = 8000;

/**
 * Null, and a notice offers a file, where the link would be too long.
 * @param {App<PlaySession>} app
 * @param {string} line  an address of the game's current line
 */
export async function wholeGameLink(app, line) {
  const { game } = app.state;
  // Coordinates are the shortest of several notations.
  const pgn = await app.client.write({ format: 'pgn', record: recordFor(app, game), notation: 'iccs' });
  const link = withWholeGame(line, await packed(pgn), placeOf(game.tree));
  if (link.length <= MOST) return link;
  app.session.notify({ kind: 'link_too_long', length: link.length, pgn });
  return null;
}
