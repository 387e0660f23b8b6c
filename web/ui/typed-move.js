// The meaning of a typed move.

/** @import { App } from './app.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { Failure, View as Position } from '../game/types.js' */

import './common.js';
import { exampleOf, typedNotation } from '../game/languages.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { errorInWords } from './fault-words.js';
import { PROMOTIONS } from './phrases.js';

/**
 * The moves that a text means here, a sentence about its fault, or null if the position changed meanwhile.
 * @param {App} app
 * @param {string} text
 * @param {() => void} onWait  called when the engine has to be waited for
 * @returns {Promise<Meaning[] | string | null>}
 */
export async function understand(app, text, onWait) {
  const { game } = app.state;
  const { tree } = game;
  const reason = app.session.cannotMoveReason();
  if (reason) return app.t(`entry.${reason}`);
  const { view } = nodeOf(tree);
  const plain = (view ? plainMoves(view, text) : []).map((uci) => ({ uci }));
  // A capital before small letters can be a piece: `E5e3` is an elephant, `e5e3` are coordinates.
  if (!/^[A-Z][^A-Z]*$/.test(text)) {
    if (plain.length > 0) return plain;
    if (/^[a-z]\d[a-z]\d$/i.test(text)) return app.t('entry.illegal', { text });
  }
  if (app.state.engine.state !== 'idle' && app.state.engine.state !== 'thinking') onWait();
  try {
    const notation = typedNotation(game.game, app.settings.notation, app.words.language);
    const position = { game: game.game, fen: tree.fen, moves: movesTo(tree) };
    const found = await app.client.parse({ ...position, text, notation });
    const same = app.state.game.id === game.id && app.state.game.tree.current === tree.current;
    return same ? found : null;
  } catch (error) {
    const { code } = /** @type {Failure} */ (error);
    if (code === 'illegal_move') return app.t('entry.illegal', { text });
    if (code === 'invalid_move' && plain.length > 0) return plain;
    if (code === 'invalid_move')
      return app.t('entry.malformed', { text, example: exampleOf(game.game, app.notation) });
    return errorInWords(app.words, /** @type {Failure} */ (error));
  }
}

/**
 * The legal moves that coordinates mean, however they are written (`h2e2`, `H2-E2`, `e7 e8=Q`): several for a promotion
 * without its piece, none for any other text, which the rules have to read.
 * @param {Pick<Position, 'dests' | 'promotions'>} view
 * @param {string} text
 * @returns {string[]}
 */
export function plainMoves({ dests, promotions = {} }, text) {
  const plain = text.toLowerCase().replace(/[\s–—=-]+/g, '');
  const [orig, dest, letter] = [plain.slice(0, 2), plain.slice(2, 4), plain.slice(4)];
  if (!dests[orig]?.includes(dest)) return [];
  const letters = promotions[orig + dest] ?? [''];
  const wanted = letter || letters[0] === '' ? [letter] : PROMOTIONS;
  return wanted.filter((each) => letters.includes(each)).map((each) => orig + dest + each);
}
