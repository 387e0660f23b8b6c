// @ts-check
// What the page has to know about each game, as data: who plays, how many levels there are, how it begins. How
// anything moves is not among it.

/** @import { GameName, Side } from './types.js' */

/**
 * @typedef {object} GameFacts
 * @property {GameName} name
 * @property {readonly [Side, Side]} sides  first and second player
 * @property {number} levels  from 1 up
 * @property {number} level  the first that never misses a win in one move, and still beatable
 * @property {number | null} perfect  the level that plays from the solution of the game
 * @property {string} king  the man that stands for a side: the letter of the FEN
 * @property {string} fen  the start, so that something can be drawn while the rules have not answered
 */

/** @type {Readonly<Record<GameName, GameFacts>>} */
const GAMES = {
  xiangqi: {
    name: 'xiangqi',
    sides: ['red', 'black'],
    levels: 8,
    level: 3,
    perfect: null,
    king: 'k',
    fen: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR',
  },
  chess: {
    name: 'chess',
    sides: ['white', 'black'],
    levels: 8,
    level: 3,
    perfect: null,
    king: 'k',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
  },
  liuzichong: {
    name: 'liuzichong',
    sides: ['white', 'black'],
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

/** The most levels that any game has. */
export const MOST_LEVELS = Math.max(...Object.values(GAMES).map(({ levels }) => levels));

/** @param {unknown} name @returns {name is GameName} */
export const isGame = (name) => typeof name === 'string' && Object.hasOwn(GAMES, name);

/** @param {GameName} name @returns {GameFacts} */
export const factsOf = (name) => GAMES[name];

/** The levels of a game, from 1 up. @param {GameName} name @returns {number[]} */
export const levelsOf = (name) => Array.from({ length: GAMES[name].levels }, (_, index) => index + 1);

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
