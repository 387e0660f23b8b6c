// Why a move is good, in sentences; the engine names the reasons (analysis/reasons.py).

/** @import { Reason } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */

import { carried, firstKey, letterName, moveInWords, pieceOn } from './piece-words.js';

/** The most reasons given; they come in the order of their weight. */
const MOST = 2;

/**
 * @param {Words} words
 * @param {GameName} game
 * @param {string} fen  the position before the move
 * @param {string} move
 * @param {readonly Reason[]} reasons
 */
export function reasonsInWords(words, game, fen, move, reasons) {
  const sentences = reasons.slice(0, MOST).map((reason) => {
    const { kind, square, pieces = [], given = [], value } = reason;
    const from = kind === 'threatens' ? carried(fen, [move]) : fen;
    const key = firstKey(
      words,
      `game-view.reason.${game}.${kind}`,
      given.length > 0 ? `game-view.reason.for.${kind}` : '',
      (value ?? 1) > 1 ? `game-view.reason.in.${kind}` : '',
      `game-view.reason.${kind}`,
    );
    return (
      key &&
      words.t(key, {
        ...(value !== undefined && { count: value }),
        piece: square ? pieceOn(words, fen, square) : '',
        pieces: lettersInWords(words, game, pieces),
        given: lettersInWords(words, game, given),
        move: reason.move ? moveInWords(words, from, reason.move) : '',
      })
    );
  });
  return asText(words, sentences);
}

/** Sentences one after the other, as the language writes them. @param {Words} words @param {readonly (string | null)[]} sentences */
export const asText = (words, sentences) =>
  sentences.filter(Boolean).join(words.language.startsWith('zh') ? '' : ' ');

/** `a black cannon and two black soldiers`. @param {Words} words @param {GameName} game @param {readonly string[]} letters */
function lettersInWords(words, game, letters) {
  const numerals = words.t('game-view.reason.numerals').split(' ');
  const parts = [...new Set(letters)].map((letter) => {
    const many = letters.filter((other) => other === letter).length;
    const piece = letterName(words, letter, game);
    if (many === 1) return words.t('game-view.reason.one', { piece });
    return words.t('game-view.reason.several', { count: numerals[many - 2] ?? many, piece });
  });
  return new Intl.ListFormat(words.language).format(parts);
}
