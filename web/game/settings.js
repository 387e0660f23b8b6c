// The settings of a person, kept between visits. Each is one entry: its values, its default, and where the settings
// dialog shows it. Its texts are under shell.settings: NAME or, for a choice, NAME.label and NAME.VALUE.

/** @import { SetupRequest } from './game.js' */
/** @import { AnalysisLimit } from './choices.js' */
/** @import { GameName } from './types.js' */

import { ANALYSIS_LIMITS, BOARDS, MEN, PIECES, SPEEDS } from './choices.js';
import { factsOf, GAME_NAMES, isGame, levelsOf, USUAL } from './games.js';
import { NOTATIONS } from './notations.js';

/**
 * The dialog's sections, in their order; its reset button resets the looks. Settings without a section are chosen
 * elsewhere.
 */
export const SECTIONS = /** @type {const} */ (['words', 'looks', 'more']);

/**
 * @template Value
 * @typedef {object} Entry
 * @property {Value} start  the default
 * @property {(value: any) => boolean} allows
 * @property {readonly Value[]} [values]  of a choice
 * @property {typeof SECTIONS[number]} [section]
 */

/**
 * A choice of some values; without `start`, the first one is the default.
 * @template {string | number | boolean | null} const Value
 * @param {readonly Value[]} values
 * @param {{ start?: NoInfer<Value>, section?: typeof SECTIONS[number] }} [options]
 * @returns {Entry<Value>}
 */
const choice = (values, { start = values[0], section } = {}) => ({
  start,
  allows: (value) => values.includes(value),
  values,
  section,
});

/** A text, or null. @param {number} longest @param {typeof SECTIONS[number]} [section] @returns {Entry<string | null>} */
const text = (longest, section) => ({
  start: null,
  allows: (value) => value === null || (typeof value === 'string' && value.length <= longest),
  section,
});

export const SETTINGS = {
  /** null: what the browser asks for */
  lang: text(20, 'words'),
  /** of moves, wherever they are written; null, or one that the game does not have: what is usual in the language */
  notation: choice([null, ...NOTATIONS], { section: 'words' }),
  /** null: the set that fits the language */
  pieces: choice([null, ...PIECES], { section: 'looks' }),
  /** how they are drawn */
  men: choice(MEN, { section: 'looks' }),
  board: choice(BOARDS, { section: 'looks' }),
  /** along the edges: the files as players count them, or the letters and digits of the move list; null: what fits the language */
  coordinates: choice([null, 'files', 'squares', 'none'], { section: 'looks' }),
  animation: choice(SPEEDS, { start: 'normal', section: 'looks' }),
  /** of sounds, in percent */
  volume: /** @type {Entry<number>} */ ({
    start: 50,
    allows: (value) => Number.isInteger(value) && value >= 0 && value <= 100,
    section: 'looks',
  }),
  theme: choice(['system', 'light', 'dark'], { section: 'looks' }),
  /** more contrast; null: what the system asks for */
  contrast: choice([null, true, false], { section: 'looks' }),
  /** large print */
  large: choice([false, true], { section: 'looks' }),
  /** whether moves, checks and ends are read by the system's voices */
  readAloud: choice([false, true], { section: 'more' }),
  readingRate: choice(['0.75', '1', '1.25', '1.5'], { start: '1', section: 'more' }),
  /** its address in the system; null: the first of the language */
  voice: text(200, 'more'),
  /** whether the pieces are hidden, in games and in the training of openings */
  blindfold: choice([false, true], { section: 'more' }),
  /** whether a move may be chosen while the other side is to move */
  premoves: choice([true, false], { section: 'more' }),
  /** auto: compiled where the browser allows it */
  execution: choice(['auto', 'interpreted'], { section: 'more' }),
  /** for a search; null: as many as suit the machine */
  threads: choice([null, 1, 2, 3, 4, 5, 6, 7, 8], { section: 'more' }),
  /** for live games with a friend; see ice-servers.js */
  iceServers: text(300, 'more'),

  /** the one that was played last */
  game: /** @type {Entry<GameName>} */ ({ start: USUAL, allows: isGame }),
  /** of the last game, offered for the next one */
  opponent: choice(['engine', 'person']),
  side: choice(['first', 'second', 'either']),
  /** how two players at one device sit: side by side, at a board that stays or turns to the one to move, or face to face */
  seats: choice(['beside', 'turns', 'facing']),
  /** each game has levels of its own */
  levels: /** @type {Entry<Record<GameName, number>>} */ ({ start: levelsFrom({}), allows: Boolean }),
  /** of the last game, the person's first: see controlsOf in time-control.js; null: no clocks */
  clock: text(40),
  /** whether a solved game shows the outcome of every move */
  moveOutcomes: choice([false, true]),
  /** whether depth, speed and line are shown below the engine's level and score */
  engineDetails: choice([false, true]),
  /** whether the engine runs on the analysis board */
  analysis: choice([true, false]),
  analysisLines: choice([1, 2, 3, 4, 5], { start: 3 }),
  /** an endless search drains a phone that nobody looks at */
  analysisLimit: choice(ANALYSIS_LIMITS, { start: 'time 20' }),
  /** whether the best lines are arrows on the board */
  analysisArrows: choice([true, false]),
};

/** @typedef {{ -readonly [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['start'] }} Settings */
/** @typedef {keyof Settings} Name */

export const NAMES = /** @type {Name[]} */ (Object.keys(SETTINGS));

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze(settingsFrom({}));

/**
 * Settings from anything: what is unknown or not allowed gives way to the default.
 * @param {unknown} data
 * @returns {Settings}
 */
export function settingsFrom(data) {
  const given = /** @type {Record<string, any>} */ (data ?? {});
  const settings = NAMES.map((name) => [
    name,
    SETTINGS[name].allows(given[name]) ? given[name] : SETTINGS[name].start,
  ]);
  const { levels, ...others } = Object.fromEntries(settings);
  return { ...others, levels: levelsFrom(levels) };
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
