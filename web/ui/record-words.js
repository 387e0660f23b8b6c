// @ts-check
// What a record says of its game: the players, the occasion, the result. No DOM.

/** @import { App } from './app.js' */

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
