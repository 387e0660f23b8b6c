// The page's data about each game: its sides, its levels, its start. How the pieces move is not part of it.

/** @import { GameName, Side } from './types.js' */

import standard from '../../py/engine/cannonfish/games/levels.json' with { type: 'json' };
import liuzichong from '../../py/engine/cannonfish/games/liuzichong/levels.json' with { type: 'json' };

/** What the page needs to know of a level; cannonfish/games/levels.py explains the files. @typedef {{ nodes?: number, book?: boolean, perfect?: boolean }} Level */

/**
 * @typedef {object} GameFacts
 * @property {GameName} name
 * @property {readonly [Side, Side]} sides  first and second player
 * @property {readonly Level[]} levels  the weakest first
 * @property {number} level  the number of the default one, which a beginner can beat
 * @property {number | null} perfect  the number of the one that plays from the solution of the game
 * @property {string} roles  the men of a side, as letters of the FEN
 * @property {string} king  the man that stands for a side: the letter of the FEN
 * @property {string} fen  the start
 */

/** @type {Readonly<Record<GameName, GameFacts>>} */
const GAMES = {
  xiangqi: {
    name: 'xiangqi',
    sides: ['red', 'black'],
    levels: standard,
    level: 1,
    perfect: null,
    roles: 'kabnrcp',
    king: 'k',
    fen: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1',
  },
  chess: {
    name: 'chess',
    sides: ['white', 'black'],
    levels: standard,
    level: 1,
    perfect: null,
    roles: 'kqrbnp',
    king: 'k',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  },
  liuzichong: {
    name: 'liuzichong',
    sides: ['white', 'black'],
    levels: liuzichong,
    level: 2,
    perfect: liuzichong.findIndex(({ perfect }) => perfect) + 1,
    roles: 'p',
    king: 'p',
    fen: 'BBBBB..BW..WWWWW w',
  },
};

export const GAME_NAMES = /** @type {readonly GameName[]} */ (Object.keys(GAMES));

/** The game that is played when nobody asks for another. @type {GameName} */
export const USUAL = 'xiangqi';

/** The prefix of the slots of the games of the play page. */
const MAIN = 'main';

/** The slot of the game at hand. @param {GameName} name */
export const mainSlot = (name) => (name === USUAL ? MAIN : `${MAIN}.${name}`);

/** The prefix of the slots of analyses. */
const ANALYSIS = 'analysis';

/** The slot of the analysis at hand. @param {GameName} name */
export const analysisSlot = (name) => (name === USUAL ? ANALYSIS : `${ANALYSIS}.${name}`);

/** The slot of an analysis that an address asks for, or of a copy of a game. @param {string} of */
export const analysisSlotFor = (of) => `${ANALYSIS}|${of}`;

/** The slot, and the id, of a game with a friend. @param {string} id */
export const friendSlot = (id) => `friend|${id}`;

/** The id that a game with a friend has for both players; null for any other game. @param {string} id */
export const friendIdOf = (id) => (id.startsWith('friend|') ? id.slice('friend|'.length) : null);

/** The id suffix of a game's analysis, which is not copied when it is opened again. */
const OF_GAME = ' analysis';

/** The id of a game, given its own or that of its analysis. @param {string} id */
export const gameIdOf = (id) => id.replace(OF_GAME, '');

/** Whether an id is that of an analysis. @param {string} id */
export const isAnalysisId = (id) => id.endsWith(OF_GAME);

/** The id of the analysis of a game, given the id of either. @param {string} id */
export const analysisIdOf = (id) => `${gameIdOf(id)}${OF_GAME}`;

/** @param {string} slot */
export const isAnalysisSlot = (slot) => /^analysis($|[.|])/.test(slot);

/** @param {string} slot */
export const isMainSlot = (slot) =>
  GAME_NAMES.some((name) => slot === mainSlot(name) || slot === analysisSlot(name));

/** @param {unknown} name @returns {name is GameName} */
export const isGame = (name) => typeof name === 'string' && Object.hasOwn(GAMES, name);

/** @param {GameName} name @returns {GameFacts} */
export const factsOf = (name) => GAMES[name];

/** The numbers of a game's levels, the weakest first. @param {GameName} name @returns {number[]} */
export const levelsOf = (name) => GAMES[name].levels.map((_, index) => index + 1);

/** The highest level of any game. */
export const MAX_LEVEL = Math.max(...GAME_NAMES.map((name) => GAMES[name].levels.length));

/**
 * The level of a game with that number, its highest one for a higher number, its default one for none.
 * @param {GameName} name
 * @param {number | null} level
 * @returns {number}
 */
export const levelIn = (name, level) =>
  level === null ? GAMES[name].level : Math.min(level, GAMES[name].levels.length);

/** The other player of a game. @param {GameName} name @param {Side} side @returns {Side} */
export const other = (name, side) => GAMES[name].sides[side === 'black' ? 0 : 1];

/**
 * The side of a game that a colour means: white and red both mean the first player, whatever the game.
 * @param {GameName} name
 * @param {Side} side
 * @returns {Side}
 */
export const sideIn = (name, side) => (side === 'black' ? 'black' : GAMES[name].sides[0]);

/**
 * The side to move in a FEN; the first player if the FEN does not say.
 * @param {GameName} name
 * @param {string | null} fen
 * @returns {Side}
 */
export const turnOfFen = (name, fen) =>
  GAMES[name].sides[/^b/i.test(fen?.trim().split(/\s+/)[1] ?? '') ? 1 : 0];
