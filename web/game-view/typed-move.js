// The meaning of a typed move.

/** @import { App } from './app.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { Failure, View as Position } from '../game/types.js' */

import { exampleOf, typedNotation } from '../game/notations.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { errorInWords } from './fault-words.js';
import { PROMOTIONS } from './piece-words.js';

/** A move that names nothing but its piece and its destination. */
const OF_CHESS = /^[a-z]?[a-i]?x?[a-i]\d$/i;

/**
 * The moves that a text means here, a sentence about its fault, or null if the position or the text changed meanwhile.
 * @param {App} app
 * @param {string} text
 * @param {object} how
 * @param {(said: () => string, wrong: boolean) => void} how.onWait  called when the engine has to be waited for, with what
 *   can be said already
 * @param {() => boolean} how.isAsked  whether the text still stands there
 * @returns {Promise<Meaning[] | (() => string) | null>}
 */
export async function understand(app, text, { onWait, isAsked }) {
  const { game } = app.state;
  const { tree } = game;
  const reason = app.session.cannotMoveReason();
  if (reason) return () => app.t(`game-view.entry.${reason}`);
  const { view } = nodeOf(tree);
  const plain = (view ? plainMoves(view, text) : []).map((uci) => ({ uci }));
  // A capital before small letters can be a piece: `E5e3` is an elephant, `e5e3` are coordinates.
  const isPlain = !/^[A-Z][^A-Z]*$/.test(text);
  if (plain.length > 0 && isPlain) return plain;
  const isIllegal = view && isPlain && /^[a-z]\d[a-z]\d$/i.test(text);
  const isSame = () =>
    isAsked() && app.state.game.id === game.id && app.state.game.tree.current === tree.current;
  if (app.state.engine.state !== 'idle' && app.state.engine.state !== 'thinking')
    onWait(
      () => app.t(isIllegal ? 'game-view.illegal.waiting' : 'game-view.entry.loading'),
      Boolean(isIllegal),
    );
  try {
    const notation = typedNotation(game.game, app.settings.notation, app.words.language);
    const position = { game: game.game, fen: tree.fen, moves: movesTo(tree) };
    const found = await app.client.parse({ ...position, text, notation });
    return isSame() ? found : null;
  } catch (error) {
    const failure = /** @type {Failure} */ (error);
    if (!isSame()) return null;
    const { code } = failure;
    const example = exampleOf(game.game, app.notation);
    // `e4` and `Nf3` are habits of chess: which man is meant is a guess, and its fault would explain nothing.
    const isOfChess = game.game === 'xiangqi' && app.notation !== 'san' && OF_CHESS.test(text);
    if (code === 'illegal_move' && isOfChess)
      return () => app.t('game-view.entry.illegalHow', { text, example });
    if (code === 'illegal_move') {
      app.refusal.mark(failure);
      return () => app.refusal.inWords(game.game, failure) ?? app.t('game-view.entry.illegal', { text });
    }
    if (code === 'invalid_move' && plain.length > 0) return plain;
    if (code === 'invalid_move') return () => app.t('game-view.entry.malformed', { text, example });
    return () => errorInWords(app.words, failure);
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
