// Puzzle addresses. The query asks for a puzzle of this site: ?id=m00012, ?daily, ?again, or
// ?daily=2026-01-31&game=chess. A puzzle of the visitor's own is written out in the fragment, which is not
// sent to any server:
//
//   puzzles.html#fen=4k4/..._w_-_-_0_1&moves=e5d5,e9e8,d5d8&also=,a1b1&themes=mate&name=My_first
//
// A position to make a puzzle from is in the fragment, too: #make=4k4/..._w
//
// An imported puzzle has both: its id, for visitors who have the same file, and its content for all others.

/** @import { GameName } from '../game/types.js' */
/** @import { Puzzle } from './puzzle.js' */

import { hashOf } from '../game/game.js';
import { isGame, USUAL } from '../game/games.js';
import { isDay } from '../ui/dates.js';
import { isFromFile, PuzzleError, puzzleFrom } from './puzzle.js';

/**
 * What an address asks for.
 * @typedef {{ kind: 'train' } | { kind: 'again' } | { kind: 'id', id: string } | { kind: 'day', day: string | null, game: GameName }
 *   | { kind: 'own', puzzle: Puzzle, id: string | null } | { kind: 'broken', error: PuzzleError }
 *   | { kind: 'make', game: GameName, fen: string }} PuzzleUrl
 */

/** The longest fragment that is read; no puzzle needs as much. */
const MOST = 8000;

/**
 * @param {{ search: string, hash: string }} location
 * @returns {PuzzleUrl}
 */
export function readPuzzleAddress({ search, hash }) {
  const own = new URLSearchParams(hash.slice(1, MOST));
  if (own.has('fen') || own.has('moves')) {
    try {
      const id = new URLSearchParams(search).get('id');
      return { kind: 'own', puzzle: ownFrom(own), id: id && isFromFile({ id }) ? id.slice(0, 100) : null };
    } catch (error) {
      if (error instanceof PuzzleError) return { kind: 'broken', error };
      throw error;
    }
  }
  const fen = own.get('make')?.replaceAll('_', ' ').trim();
  if (fen) {
    const game = own.get('game');
    return { kind: 'make', game: isGame(game) ? game : USUAL, fen };
  }
  const query = new URLSearchParams(search);
  const id = query.get('id')?.slice(0, 100);
  if (id) return { kind: 'id', id };
  if (query.has('daily')) {
    const day = query.get('daily') || null;
    if (day !== null && !isDay(day)) return { kind: 'broken', error: new PuzzleError('day', day) };
    const game = query.get('game');
    return { kind: 'day', day, game: isGame(game) ? game : USUAL };
  }
  return query.has('again') ? { kind: 'again' } : { kind: 'train' };
}

/** @param {URLSearchParams} own @returns {Puzzle} */
function ownFrom(own) {
  const words = (/** @type {string} */ name) => (own.get(name) ?? '').replaceAll('_', ' ').trim();
  const list = (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean);
  const game = own.get('game') ?? USUAL;
  if (!isGame(game)) throw new PuzzleError('game', game);
  const moves = list(words('moves'));
  const name = words('name').slice(0, 100);
  const lead = words('lead');
  return puzzleFrom({
    id: ownId(words('fen'), moves),
    game,
    fen: words('fen'),
    moves,
    alternatives: words('also')
      .split(',')
      .map((each) => each.split('.').filter(Boolean)),
    themes: list(words('themes')),
    source: 'own',
    ...(lead && { lead }),
    ...(name && { name: { en: name, 'zh-Hans': name } }),
  });
}

/** The id of a puzzle of the visitor's own: the same puzzle has the same id everywhere. @param {string} fen @param {string[]} moves */
export const ownId = (fen, moves) => `own-${hashOf(`${fen} ${moves.join(' ')}`).toString(36)}`;

/** Whether a puzzle is a visitor's own. @param {Pick<Puzzle, 'id'>} puzzle */
export const isOwn = ({ id }) => id.startsWith('own-');

/**
 * The address of a puzzle.
 * @param {string} page
 * @param {Puzzle} puzzle
 * @param {{ day?: string | null }} [how]  day: as the puzzle of that day
 * @returns {string}
 */
export function puzzleAddress(page, puzzle, { day = null } = {}) {
  const url = new URL(page);
  url.hash = '';
  for (const name of ['id', 'daily', 'game', 'again']) url.searchParams.delete(name);
  if (!isOwn(puzzle)) {
    if (day) {
      url.searchParams.set('daily', day);
      if (puzzle.game !== USUAL) url.searchParams.set('game', puzzle.game);
    } else url.searchParams.set('id', puzzle.id);
    if (!isFromFile(puzzle)) return url.href;
  }
  const { game, fen, lead, moves, alternatives, themes, name } = puzzle;
  const own = new URLSearchParams();
  if (game !== USUAL) own.set('game', game);
  own.set('fen', fen.replaceAll(' ', '_'));
  if (lead) own.set('lead', lead);
  own.set('moves', moves.join(','));
  if (alternatives.some((list) => list.length > 0))
    own.set('also', alternatives.map((list) => list.join('.')).join(','));
  if (themes.length > 0) own.set('themes', themes.join(','));
  const text = name?.en ?? Object.values(name ?? {})[0];
  if (text) own.set('name', text.replaceAll(' ', '_'));
  url.hash = own.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return url.href;
}
