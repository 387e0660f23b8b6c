// @ts-check
// What is said of a game beside its moves: who plays, when, the result and the time. No DOM.

/** @import { Game, Side } from '../game/types.js' */
/** @import { App } from './app.js' */

import './common.js';
import { controlsOf } from '../game/clock.js';
import { outcomeAt } from '../game/game.js';
import { resultOf } from '../game/game-record.js';
import { factsOf } from '../game/games.js';
import { tipOf } from '../game/tree.js';

/**
 * What is known of a game: what an imported one said, else who plays. Needs the words of dialogs.
 * @param {Pick<App, 't'>} app
 * @param {Game} game
 * @returns {Record<string, string>}
 */
export function headersOf(app, game) {
  const { sides } = factsOf(game.game);
  const Result = resultOf(outcomeAt(game, tipOf(game.tree).id), sides);
  if (game.headers)
    return { ...game.headers, Result: Result === '*' ? (game.headers.Result ?? '*') : Result };
  const level = `${app.t('new.level')} ${game.level}`;
  const name = (/** @type {Side} */ side) =>
    game.players[side] === 'engine' ? `Cannonfish (${level})` : '?';
  const today = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const date = `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`;
  const first = sides[0] === 'red' ? 'Red' : 'White';
  const players = { [first]: name(sides[0]), Black: name(sides[1]) };
  return { Event: 'Cannonfish', Date: date, ...players, Result, ...timeTags(game.clock?.control, first) };
}

/** How PGN says how much time there was; it has no words for two sides with different times. @param {string | undefined} text @param {string} first  the first player's name in tags @returns {Record<string, string>} */
function timeTags(text, first) {
  const controls = text && controlsOf(text);
  if (!controls) return {};
  const [one, two] = controls.map(({ time, increment, byoyomi, periods }) => {
    const main = time > 0 ? [`${time / 1000}${increment ? `+${increment / 1000}` : ''}`] : [];
    return [...main, ...Array(periods).fill(`1/${byoyomi / 1000}`)].join(':');
  });
  return one === two
    ? { TimeControl: one }
    : { TimeControl: '?', [`${first}TimeControl`]: one, BlackTimeControl: two };
}
