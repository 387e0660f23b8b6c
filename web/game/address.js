// What the address of the page asks for: ?game= &fen= &moves= &level= &side= &orientation= &lang= &theme=, and a whole
// game as #pgn= &at=. Unknown names and values are ignored; only the rules know whether a FEN is valid.

/** @import { Game, GameName, Side } from './types.js' */

import { GAME_NAMES, levelsOf, USUAL } from './games.js';
import { lineThrough, nodeOf } from './tree.js';

/**
 * @typedef {object} AddressRequest
 * @property {GameName | null} game
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {string | null} pgn  a whole game, packed
 * @property {string} at  the place in it that is shown
 * @property {number | null} level
 * @property {Side | 'either' | null} side
 * @property {Side | null} orientation  the side at the bottom, where that is not `side`
 * @property {string | null} lang
 * @property {'light' | 'dark' | 'system' | null} theme
 * @property {string | null} slot  names the saved game of this request; null when it asks for no game of its own
 */

/** Longer than any game; the rest of a text is not worth sending to the engine. */
const MAX_TEXT = 20_000;

/** @param {string} search the query part of an address @param {string} [hash] its fragment @returns {AddressRequest} */
export function readAddress(search, hash = '') {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  const pgn = fragment.get('pgn') || null;
  const text = (/** @type {string} */ name) => query.get(name)?.trim().slice(0, MAX_TEXT) || null;
  const [fen, appended] = (text('fen')?.replaceAll('_', ' ') ?? '').split(/\s+moves\s+/);
  const moves = `${appended ?? ''} ${text('moves') ?? ''}`.split(/[\s,_]+/).filter(Boolean);
  const game = oneOf(text('game'), GAME_NAMES);
  const level = levelsOf(game ?? USUAL).find((value) => String(value) === text('level')) ?? null;
  const sides = /** @type {const} */ (['red', 'white', 'black']);
  const side = oneOf(text('side'), [...sides, 'either']);
  const theme = oneOf(text('theme'), /** @type {const} */ (['light', 'dark', 'system']));
  const own = [fen, moves.join(' '), level, side, ...(pgn ? [pgn] : [])];
  const named = game && game !== USUAL ? [game, ...own] : own;
  const slot = own.some(Boolean) ? named.map((part) => part ?? '').join('|') : null;
  // An address that asks for something and names no game means the usual one, whatever was played last.
  return {
    game: slot ? (game ?? USUAL) : game,
    fen: fen || null,
    moves,
    pgn,
    at: fragment.get('at') ?? '',
    level,
    side,
    orientation: oneOf(text('orientation'), sides),
    lang: text('lang'),
    theme,
    slot,
  };
}

/**
 * The address that opens a game on the analysis board: its line, the position that is shown, and the side at the bottom.
 * @param {string} site  the root of the site
 * @param {Game} game
 * @param {{ record?: boolean, review?: boolean }} [options]  record: whether the game is kept in this browser, with its
 *   comments and variations; review: whether its review begins at once
 * @returns {string}
 */
export function analysisAddress(
  site,
  { id, game, tree, orientation },
  { record = false, review = false } = {},
) {
  const url = new URL('analysis.html', site);
  const line = lineThrough(tree);
  const moves = line.flatMap(({ move }) => move ?? []);
  const { ply } = nodeOf(tree);
  const recorded = record && moves.length > 0;
  url.searchParams.set('game', game);
  if (tree.fen) url.searchParams.set('fen', tree.fen.replaceAll(' ', '_'));
  if (moves.length > 0) url.searchParams.set('moves', moves.join(','));
  if (recorded || ply < moves.length) url.searchParams.set('ply', String(ply));
  if (tree.fen || moves.length > 0 || orientation === 'black') url.searchParams.set('side', orientation);
  if (recorded) url.searchParams.set('record', id);
  if (review) url.searchParams.set('review', '');
  return plain(url);
}

/** The address of the analysis at hand. @param {string} site  the root of the site @param {GameName} game */
export const analysisHome = (site, game) => new URL(`analysis.html?game=${game}`, site).href;

/** With commas and slashes unescaped, as a query allows. @param {URL} url */
const plain = ({ href }) => href.replaceAll('%2C', ',').replaceAll('%2F', '/');

/**
 * An address that opens this position: the page's own, with another query.
 * @param {string | URL} page
 * @param {{ game: GameName, fen: string | null, moves?: string[], level?: number, side?: Side, orientation?: Side }} asked
 * @returns {string}
 */
export function addressOf(page, { game, fen, moves = [], level, side, orientation }) {
  const url = new URL(page);
  url.search = '';
  url.hash = '';
  if (game !== USUAL) url.searchParams.set('game', game);
  if (fen) url.searchParams.set('fen', fen.replaceAll(' ', '_'));
  if (moves.length > 0) url.searchParams.set('moves', moves.join(','));
  if (level) url.searchParams.set('level', String(level));
  if (side) url.searchParams.set('side', side);
  if (orientation && orientation !== side) url.searchParams.set('orientation', orientation);
  return plain(url);
}

/** The most men, both generals included, of an ending that may be solvable. */
const FEW = 8;

/**
 * An address of a line of moves, made one of the whole game.
 * @param {string} address
 * @param {string} pgn  packed
 * @param {string} at  the place that is shown
 */
export function withWholeGame(address, pgn, at) {
  const url = new URL(address);
  for (const name of ['fen', 'moves', 'ply', 'record']) url.searchParams.delete(name);
  url.hash = `pgn=${pgn}&at=${at}`;
  return url.href;
}

/**
 * The address of the endings page, with the position if it is one of Xiangqi with few enough men.
 * @param {GameName} game
 * @param {string} [fen]
 */
export function endingAddress(game, fen = '') {
  const men = fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  return game === USUAL && men > 2 && men <= FEW
    ? `endings.html?fen=${fen.replaceAll(' ', '_')}`
    : 'endings.html';
}

/**
 * The page's address for playing a game, without the options of another game; language and colours stay.
 * @param {string} page
 * @param {GameName} game
 */
export function addressFor(page, game) {
  const url = new URL(page);
  for (const name of ['game', 'fen', 'moves', 'level', 'side', 'orientation', 'record', 'ply', 'review'])
    url.searchParams.delete(name);
  url.hash = '';
  if (game !== USUAL) url.searchParams.set('game', game);
  return url.href;
}

/**
 * The page's address for the game in a slot that an address has named; language and colours stay. Null for any
 * other slot.
 * @param {string} page
 * @param {string} slot
 */
export function addressOfSlot(page, slot) {
  const parts = slot.split('|');
  const game = oneOf(parts[0], GAME_NAMES);
  const [fen, moves, level, side, pgn] = parts.slice(game ? 1 : 0);
  const url = new URL(addressFor(page, game ?? USUAL));
  for (const [name, value] of Object.entries({ fen: fen.replaceAll(' ', '_'), moves, level, side }))
    if (value) url.searchParams.set(name, value.replaceAll(' ', ','));
  if (pgn) url.hash = `pgn=${pgn}`;
  return readAddress(url.search, url.hash).slot === slot ? plain(url) : null;
}

/**
 * @template {string} T
 * @param {string | null} value
 * @param {readonly T[]} values
 * @returns {T | null}
 */
function oneOf(value, values) {
  return values.find((one) => one === value) ?? null;
}

/** The address for making a puzzle from a position. @param {string | URL} page @param {{ game: GameName, fen: string }} position */
export function makePuzzleAddress(page, { game, fen }) {
  const url = new URL(page);
  const asked = new URLSearchParams({ make: fen.replaceAll(' ', '_'), ...(game !== USUAL && { game }) });
  url.hash = asked.toString().replaceAll('%2F', '/');
  return url.href;
}
