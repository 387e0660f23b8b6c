// A game to be written, and its headers: the players, the date, the result and the time control. No DOM.

/** @import { Game, Side } from '../game/types.js' */
/** @import { App } from './app.js' */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { recordOf, resultOf } from '../game/record.js';
import { controlsOf, readingOf } from '../game/time-control.js';
import { ROOT, replaced, tipOf } from '../game/tree.js';
import { pgnDate } from '../ui/dates.js';

/** How the engine is named in records. */
export const ENGINE = 'Cannonfish';

/**
 * The headers of a game: its own if imported, else its players and today's date. Needs the words of dialogs.
 * @param {Pick<App, 't'>} app
 * @param {Game} game
 * @returns {Record<string, string>}
 */
export function headersOf(app, game) {
  const { sides } = factsOf(game.game);
  const Result = resultOf(outcomeAt(game, tipOf(game.tree).id), sides);
  if (game.headers)
    return { ...game.headers, Result: Result === '*' ? (game.headers.Result ?? '*') : Result };
  const level = `${app.t('game-view.level.label')} ${game.level}`;
  const name = (/** @type {Side} */ side) => (game.players[side] === 'engine' ? `${ENGINE} (${level})` : '?');
  const first = sides[0] === 'red' ? 'Red' : 'White';
  const players = { [first]: name(sides[0]), Black: name(sides[1]) };
  return {
    Event: ENGINE,
    Date: pgnDate(new Date()),
    ...players,
    Result,
    ...timeTags(game.clock?.control, first),
  };
}

/** The time control in PGN, which has no tag for two sides with different times. @param {string | undefined} text @param {string} first  the first player's name in tags @returns {Record<string, string>} */
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

/**
 * A game to be written, with what the clocks showed after each move.
 * @param {Pick<App, 't' | 'state'>} app
 * @param {Game} game
 */
export function recordFor(app, game) {
  const { tree, clock } = game;
  const controls = clock && controlsOf(clock.control);
  if (!controls) return recordOf(game, headersOf(app, app.state.game));
  const first = factsOf(game.game).sides.indexOf(turnAt(game, ROOT));
  const shown = [...tree.nodes.values()].flatMap((node) => {
    const left = node.notes?.clock;
    if (left === undefined) return [];
    const { time } = readingOf(controls[(first + node.ply - 1) % 2], left);
    return { ...node, notes: { ...node.notes, clock: Math.round(time) } };
  });
  return recordOf({ ...game, tree: replaced(tree, shown) }, headersOf(app, app.state.game));
}
