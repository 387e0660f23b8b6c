// @ts-check
// What the page has to know about each game, as data: who plays, how many levels there are, how it begins. How
// anything moves is not among it.

/** @import { GameName, Side } from './types.js' */

/**
 * @typedef {object} GameFacts
 * @property {GameName} name
 * @property {readonly [Side, Side]} sides  first and second player
 * @property {number} gentle  so many levels stand below the first, for who has just learned the rules: -1 is next to 1
 * @property {number} levels  of the ladder, from 1 up
 * @property {number} level  the usual one: makes mistakes that a beginner can punish
 * @property {number | null} perfect  the level that plays from the solution of the game
 * @property {string} king  the man that stands for a side: the letter of the FEN
 * @property {string} fen  the start, so that something can be drawn while the rules have not answered
 */

/** @type {Readonly<Record<GameName, GameFacts>>} */
const GAMES = {
  xiangqi: {
    name: 'xiangqi',
    sides: ['red', 'black'],
    gentle: 4,
    levels: 8,
    level: 1,
    perfect: null,
    king: 'k',
    fen: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR',
  },
  chess: {
    name: 'chess',
    sides: ['white', 'black'],
    gentle: 4,
    levels: 8,
    level: 1,
    perfect: null,
    king: 'k',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  },
  liuzichong: {
    name: 'liuzichong',
    sides: ['white', 'black'],
    gentle: 0,
    levels: 5,
    level: 2,
    perfect: 5,
    king: 'p',
    fen: 'BBBBB..BW..WWWWW',
  },
};

export const GAME_NAMES = /** @type {readonly GameName[]} */ (Object.keys(GAMES));

/** The game that is played when nobody asks for another. @type {GameName} */
export const USUAL = 'xiangqi';

/** @param {unknown} name @returns {name is GameName} */
export const isGame = (name) => typeof name === 'string' && Object.hasOwn(GAMES, name);

/** @param {GameName} name @returns {GameFacts} */
export const factsOf = (name) => GAMES[name];

/**
 * The levels of a game, the weakest first. There is no level 0.
 * @param {GameName} name
 * @returns {number[]}
 */
export const levelsOf = (name) => {
  const { gentle, levels } = GAMES[name];
  return Array.from({ length: gentle + levels }, (_, index) =>
    index < gentle ? index - gentle : index - gentle + 1,
  );
};

/** Every level that some game has, the weakest first. @type {readonly number[]} */
export const LEVELS = [...new Set(GAME_NAMES.flatMap(levelsOf))].sort((a, b) => a - b);

/**
 * A level in the range of a game: beyond its own ones the nearest of them, its usual one where none is named.
 * @param {GameName} name
 * @param {number | null} level
 * @returns {number}
 */
export const levelIn = (name, level) => {
  if (level === null) return GAMES[name].level;
  const levels = levelsOf(name);
  return levels.findLast((each) => each <= level) ?? levels[0];
};

/** Whether a level is one of those below the first: people know them by their names. @param {number} level */
export const isGentle = (level) => level < 0;

/** The other player of a game. @param {GameName} name @param {Side} side @returns {Side} */
export const other = (name, side) => GAMES[name].sides[side === 'black' ? 0 : 1];

/**
 * The side of a game that a word means: the first player is called white or red, whatever the game.
 * @param {GameName} name
 * @param {Side} side
 * @returns {Side}
 */
export const sideIn = (name, side) => (side === 'black' ? 'black' : GAMES[name].sides[0]);

/**
 * Whose turn a FEN says it is; the first player's where it says nothing.
 * @param {GameName} name
 * @param {string | null} fen
 * @returns {Side}
 */
export const turnOfFen = (name, fen) => GAMES[name].sides[fen?.trim().split(/\s+/)[1] === 'b' ? 1 : 0];
