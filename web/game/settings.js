// The settings of a person, kept between visits. Every default stands here with its reason.

/** @import { Setup, SetupRequest } from './game.js' */
/** @import { GameName } from './types.js' */

import { factsOf, GAME_NAMES, isGame, levelsOf, USUAL } from './games.js';
import { NOTATIONS } from './languages.js';

/**
 * @typedef {object} Settings
 * @property {string | null} lang  null: what the browser asks for
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean | null} contrast  more contrast; null: what the system asks for
 * @property {typeof PIECES[number] | null} pieces  null: the set that fits the language
 * @property {typeof MEN[number]} men  how they are drawn
 * @property {typeof BOARDS[number]} board
 * @property {boolean} large  large print
 * @property {typeof SPEEDS[number]} animation
 * @property {number} volume  of sounds, 0 (none) to 100
 * @property {'files' | 'squares' | 'none' | null} coordinates  along the edges: the files as players count them, or
 *   the letters and digits of the move list; null: what fits the language
 * @property {string | null} notation  of moves, wherever they are written; null, or one that the game does not have:
 *   what is usual in the language
 * @property {boolean} premoves  whether a move may be chosen while the other side is to move
 * @property {'auto' | 'interpreted'} execution  auto: compiled where the browser allows it
 * @property {number | null} threads  for a search; null: as many as suit the machine
 * @property {GameName} game  the one that was played last
 * @property {Setup['opponent']} opponent  of the last game, offered for the next one
 * @property {'first' | 'second' | 'either'} side
 * @property {Readonly<Record<GameName, number>>} levels  each game has levels of its own
 * @property {string | null} clock  of the last game, the person's first: see controlsOf in clock.js; null: no clocks
 * @property {boolean} worth  whether a solved game shows the value of every move
 * @property {boolean} engineDetails  whether depth, speed and line are shown below the engine's level and score
 * @property {boolean} analysis  whether the engine runs on the analysis board
 * @property {1 | 2 | 3 | 4 | 5} analysisLines
 * @property {AnalysisLimit} analysisLimit
 * @property {boolean} analysisArrows  whether the best lines are arrows on the board
 */

export const PIECES = /** @type {const} */ (['trad', 'simp', 'west', 'wxf']);
export const MEN = /** @type {const} */ (['classic', 'flat', 'coloured']);
export const BOARDS = /** @type {const} */ (['wood', 'paper', 'jade', 'slate', 'rosewood']);
export const SPEEDS = /** @type {const} */ (['off', 'fast', 'normal', 'slow']);

/** How long a position is analysed: `time` in seconds, `depth` in plies. @typedef {typeof ANALYSIS_LIMITS[number]} AnalysisLimit */

export const ANALYSIS_LIMITS = /** @type {const} */ ([
  'infinite',
  'time 5',
  'time 20',
  'time 60',
  'depth 12',
  'depth 18',
  'depth 24',
  'nodes 300000',
  'nodes 3000000',
  'nodes 30000000',
]);

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  lang: null,
  theme: 'system',
  contrast: null,
  pieces: null,
  men: 'classic',
  board: 'wood',
  large: false,
  animation: 'normal',
  volume: 50,
  coordinates: null,
  notation: null,
  premoves: true,
  execution: 'auto',
  threads: null,
  game: USUAL,
  opponent: 'engine',
  side: 'first',
  levels: levelsFrom({}),
  clock: null,
  worth: false,
  engineDetails: false,
  analysis: true,
  analysisLines: 3,
  analysisLimit: 'time 20', // an endless search drains a phone that nobody looks at
  analysisArrows: true,
});

/** @type {{ [Name in keyof Settings]: ReadonlyArray<Settings[Name]> | ((value: unknown) => boolean) }} */
const ALLOWED = {
  lang: (value) => value === null || (typeof value === 'string' && value.length <= 20),
  theme: ['system', 'light', 'dark'],
  contrast: [null, true, false],
  pieces: [null, ...PIECES],
  men: MEN,
  board: BOARDS,
  large: [true, false],
  animation: SPEEDS,
  volume: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  coordinates: [null, 'files', 'squares', 'none'],
  notation: [null, ...NOTATIONS],
  premoves: [true, false],
  execution: ['auto', 'interpreted'],
  threads: [null, 1, 2, 3, 4, 5, 6, 7, 8],
  opponent: ['engine', 'person'],
  game: isGame,
  side: ['first', 'second', 'either'],
  levels: (value) => typeof value === 'object' && value !== null,
  clock: (value) => value === null || (typeof value === 'string' && value.length <= 40),
  worth: [true, false],
  engineDetails: [true, false],
  analysis: [true, false],
  analysisLines: [1, 2, 3, 4, 5],
  analysisLimit: ANALYSIS_LIMITS,
  analysisArrows: [true, false],
};

/**
 * Settings from anything: what is unknown or not allowed gives way to the default.
 * @param {unknown} data
 * @returns {Settings}
 */
export function settingsFrom(data) {
  const given = /** @type {Record<string, any>} */ (typeof data === 'object' && data !== null ? data : {});
  const allowed = Object.entries(ALLOWED).filter(([name, values]) => {
    if (!Object.hasOwn(given, name)) return false;
    return typeof values === 'function' ? values(given[name]) : values.some((value) => value === given[name]);
  });
  const settings = { ...DEFAULTS, ...Object.fromEntries(allowed.map(([name]) => [name, given[name]])) };
  return { ...settings, levels: levelsFrom(settings.levels) };
}

/**
 * A level for every game; an invalid one is replaced by the game's default.
 * @param {Record<string, any>} given
 */
function levelsFrom(given) {
  const levels = GAME_NAMES.map((game) => {
    const level = given[game];
    return [game, levelsOf(game).includes(level) ? level : factsOf(game).level];
  });
  return /** @type {Record<GameName, number>} */ (Object.fromEntries(levels));
}

/**
 * The setup of a new game according to the settings.
 * @param {Settings} settings
 * @param {GameName} game
 * @returns {SetupRequest}
 */
export function setupRequest({ opponent, side, levels, clock }, game) {
  const [first, second] = factsOf(game).sides;
  const sides = /** @type {const} */ ({ first, second, either: 'either' });
  return { game, opponent, side: sides[side], level: levels[game], clock };
}
