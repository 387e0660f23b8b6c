// Sentences about what is wrong: with a position, a move, a record, or what was asked of the engine. No DOM.

/** @import { Failure as EngineFailure, Remark } from '../engine/messages.js' */
/** @import { Failure, GameName } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */

import { geometryOf } from '../board/geometry.js';
import { factsOf } from '../game/games.js';
import { firstKey, letterName, squareName } from './piece-words.js';

/**
 * The engine's refusal and its reason, in the language of the person as far as we have words for it.
 * @param {Words} words
 * @param {Failure} error
 * @param {GameName} [game]  that it was about
 * @returns {string}
 */
export function errorInWords(words, { code, reason, message, text, details = {} }, game = 'xiangqi') {
  /** @type {Record<string, any>} */
  const params = { ...details, text: text ?? '', message: message.replace(/\.$/, '') };
  if (typeof params.piece === 'string') params.piece = letterName(words, params.piece);
  if (typeof params.square === 'string') params.square = squareName(words, params.square, game);
  if (typeof params.side === 'string')
    params.side = words.t(`game-view.side.${factsOf(game).sides[params.side === 'b' ? 1 : 0]}`);
  if (typeof params.rank === 'number') params.row = rowOf(game, params.rank);
  const special = firstKey(words, `game-view.error.${game}.fen.${reason}`, `game-view.error.fen.${reason}`);
  if (code === 'invalid_fen' && special) return words.t(special, params);
  if (code === 'illegal_move' && params.number)
    return words.t('game-view.error.illegal_move_numbered', params);
  return words.t(
    firstKey(words, `game-view.error.${game}.${code}`, `game-view.error.${code}`) ?? 'game-view.error.other',
    params,
  );
}

/** Which row of a FEN a rank is, counted from 1. @param {GameName} game @param {number} rank */
function rowOf(game, rank) {
  const { ranks, firstRank } = geometryOf(game);
  return ranks + firstRank - rank;
}

/**
 * Why a position cannot arise, as far as we have words for it.
 * @param {Words} words
 * @param {readonly string[]} status  of a view
 */
export function odditiesInWords(words, status) {
  const keys = status.map((oddity) => firstKey(words, `game-view.status.${oddity}`));
  return keys.filter((key) => key !== null).map((key) => words.t(key));
}

/**
 * What was assumed of a text, in the language of the person.
 * @param {Words} words
 * @param {Remark} remark
 * @param {GameName} game
 */
export function remarkInWords(words, { code, message, ...details }, game) {
  const key =
    firstKey(words, `game-view.remark.${code}${details.host === '' ? '_bare' : ''}`) ??
    'game-view.remark.other';
  const sides = factsOf(game).sides;
  if (typeof details.language === 'string')
    details.language = new Intl.DisplayNames([words.language], { type: 'language' }).of(details.language);
  const side = details.side && words.t(`game-view.side.${sides[details.side === 'b' ? 1 : 0]}`);
  return words.t(key, { ...details, message, side });
}

/**
 * The fault of a record and its place, in the language of the person.
 * @param {Words} words
 * @param {EngineFailure & { details?: Record<string, any> }} error  one that was thrown, or one of a game's `errors`
 */
export function recordFaultInWords(words, error) {
  // Spreading a thrown error does not copy its message.
  const { code, message } = error;
  const params = { ...error, ...error.details };
  const { line, column, offset, reason = '', text = '', cause } = params;
  if (code !== 'invalid_record') {
    const what = /** @type {any} */ ({ ...params, code, message, details: params });
    return code === 'too_large' ? words.t('game-view.error.record.too_large') : errorInWords(words, what);
  }
  const key = `game-view.error.record.${reason}`;
  const why =
    reason === 'invalid_fen'
      ? errorInWords(words, { code: 'invalid_fen', reason: cause, message, text, details: params })
      : '';
  const plain = message.replace(/^(line \d+, column \d+|byte \d+): /, '').replace(/\.?$/, '.');
  const what = words.has(key)
    ? words.t(key, { text, why, variant: params.variant })
    : words.t('game-view.error.record.other', { message: plain });
  if (line !== undefined) return words.t('game-view.error.record.where', { line, column, what });
  return offset === undefined ? what : words.t('game-view.error.record.byte', { offset, what });
}
