// The headers of a record in words: the players, the occasion, the result. No DOM.

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
  return first || second
    ? app.t('game-view.record.players', { first: first || '?', second: second || '?' })
    : '';
}

/** The event, the date and the result of a game. @param {Pick<App, 't'>} app @param {Record<string, string>} headers */
export function occasion(app, headers) {
  const [title, event, round, date] = ['Title', 'Event', 'Round', 'Date'].map((name) => named(headers[name]));
  const rest = [title, event, /^\d/.test(round) ? app.t('game-view.record.round', { round }) : round, date];
  const result = headers.Result === '*' ? '' : headers.Result?.replace('1/2-1/2', '½–½');
  return [...new Set(rest), result].filter(Boolean).join(' · ');
}

/** The value of a header, empty where PGN marks it as unknown. @param {string | undefined} value */
function named(value = '') {
  return /^[?.\s*-]*$/.test(value) ? '' : value.replaceAll('.??', '');
}
