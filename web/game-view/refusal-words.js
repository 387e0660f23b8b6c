// Why a move is not legal, in a sentence and on the board; the rules name the reason (games/base/illegal.py).

/** @import { Shape } from '../board/board.js' */
/** @import { Failure, GameName } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */

import { firstKey, manName, pieceAt, pieceOn, squareName, squaresOf } from './piece-words.js';

/**
 * The sentence for a refusal; null where the rules name no reason, or one that this page does not know.
 * @param {Words} words
 * @param {GameName} game
 * @param {Failure} refusal
 */
export function refusalInWords(words, game, { reason = '', details = {} }) {
  const { fen = '', move = '', squares = '' } = details;
  const [orig] = squaresOf(move);
  const mover = pieceAt(fen, orig);
  const at = listed(squares);
  const there = pieceAt(fen, at[0]);
  const key = firstKey(
    words,
    `game-view.illegal.${game}.${reason}.${mover?.role}`,
    `game-view.illegal.${game}.${reason}`,
    `game-view.illegal.${reason}`,
  );
  if (!key) return null;
  return words.t(key, {
    mover: mover ? manName(words, mover) : '',
    moved: mover ? pieceOn(words, fen, orig) : '',
    from: squareName(words, orig, game),
    man: there ? manName(words, there) : '',
    piece: there ? pieceOn(words, fen, at[0]) : '',
    pieces: new Intl.ListFormat(words.language).format(at.map((square) => pieceOn(words, fen, square))),
    count: at.length,
  });
}

/** A cross where the piece may not go, and rings around what keeps it from there. @param {Failure} refusal @returns {Shape[]} */
export function refusalShapes({ details = {} }) {
  const { move = '', squares = '' } = details;
  const dest = squaresOf(move)[1];
  const rings = listed(squares).map((orig) => ({ orig, brush: /** @type {const} */ ('threat') }));
  return dest && !squares.includes(dest) ? [{ orig: dest, brush: 'closed' }, ...rings] : rings;
}

/** @param {string} squares @returns {string[]} */
const listed = (squares) => squares.split(' ').filter(Boolean);
