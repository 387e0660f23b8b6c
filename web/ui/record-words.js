// @ts-check
// Sentences about games in files: whose game it is, what is wrong with it and where. No DOM.

/** @import { App } from './app.js' */
/** @import { Failure } from '../engine/messages.js' */
/** @import { Words } from '../i18n/index.js' */

import { errorInWords } from './phrases.js';

/** The players that a record names, or nothing for those it does not, first mover first. @param {Record<string, string>} headers */
export const playerNames = (headers) => [named(headers.Red ?? headers.White), named(headers.Black)];

/** The players and the occasion of a game, or nothing. @param {Pick<App, 't'>} app @param {Record<string, string>} headers */
export function gameTitle(app, headers) {
  return [playersTitle(app, headers), occasion(app, headers)].filter(Boolean).join(' · ');
}

/** @param {Pick<App, 't'>} app @param {Record<string, string>} headers */
export function playersTitle(app, headers) {
  const [first, second] = playerNames(headers);
  return first || second ? app.t('import.players', { first: first || '?', second: second || '?' }) : '';
}

/** What a game was played for, when, and its result. @param {Pick<App, 't'>} app @param {Record<string, string>} headers */
export function occasion(app, headers) {
  const [title, event, round, date] = ['Title', 'Event', 'Round', 'Date'].map((name) => named(headers[name]));
  const rest = [title, event, /^\d/.test(round) ? app.t('record.round', { round }) : round, date];
  const result = headers.Result === '*' ? '' : headers.Result?.replace('1/2-1/2', '½–½');
  return [...new Set(rest), result].filter(Boolean).join(' · ');
}

/** What PGN writes where nobody knows is nothing to show. @param {string | undefined} value */
function named(value = '') {
  return /^[?.\s*-]*$/.test(value) ? '' : value.replaceAll('.??', '');
}

/**
 * What is wrong in a record and where, in the language of the person.
 * @param {Words} words
 * @param {Failure & { details?: Record<string, any> }} error  one that was thrown, or one of a game's `errors`
 */
export function recordFaultInWords(words, error) {
  // The message of a thrown error is none of the properties that are copied.
  const { code, message } = error;
  const params = { ...error, ...error.details };
  // The first number chooses the plural: where it stands must not be among those that say what is wrong.
  const { line, column, offset, ...facts } = params;
  const { reason = '', text = '', cause } = facts;
  if (code !== 'invalid_record') {
    const what = /** @type {any} */ ({ ...params, code, message, details: params });
    return code === 'too_large' ? words.t('error.record.too_large') : errorInWords(words, what);
  }
  const key = `error.record.${reason}`;
  const why =
    reason === 'invalid_fen'
      ? errorInWords(words, { code: 'invalid_fen', reason: cause, message, text, details: facts })
      : '';
  const plain = message.replace(/^(line \d+, column \d+|byte \d+): /, '').replace(/\.?$/, '.');
  const what = words.has(key)
    ? words.t(key, { text, why })
    : words.t('error.record.other', { message: plain });
  if (line !== undefined) return words.t('error.record.where', { line, column, what });
  return offset === undefined ? what : words.t('error.record.byte', { offset, what });
}
