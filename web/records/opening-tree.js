// The openings of many games as a tree: what was played in a position, how often, with which results, and in which games.
// No DOM, no storage.

/** @import { IndexedGame, OpeningsRow } from '../storage/database.js' */
/** @import { Results } from '../engine/messages.js' */

const GAMES_SHOWN = 12;

/**
 * Which games count; a condition that is left out fits every game.
 * @typedef {object} TreeFilter
 * @property {string} [collection]
 * @property {string} [player]  part of a name
 * @property {'first' | 'second'} [side]  that the player has
 * @property {string} [result]  as in PGN
 * @property {string} [from]  the first day, such as 2026-01-31, or year
 * @property {string} [to]
 */

/** `years`: of the first and the last game; null where none is known. @typedef {{ uci: string, games: number, results: Results, years: [number, number] | null }} TreeMove */

/** A game of the tree: its place, and what is known of it. @typedef {IndexedGame & { collection: string, part: number, number: number, id?: string }} TreeGame */

/** The most played moves first; some of the games, the latest first. @typedef {{ moves: TreeMove[], games: TreeGame[], total: number }} Played */

export class OpeningTree {
  /** @type {Map<string, OpeningsRow>} */
  #rows = new Map();
  /** Which games of a row fit the last filter. @type {WeakMap<OpeningsRow, Uint8Array>} */
  #fitting = new WeakMap();
  #filter = '';

  /** How many games there are. */
  get size() {
    return [...this.#rows.values()].reduce((sum, { games }) => sum + games.length, 0);
  }

  /** @param {OpeningsRow} row */
  put(row) {
    this.#rows.set(keyOf(row), row);
  }

  /** Forget the rows that are not among these. @param {ReadonlySet<string>} keys */
  keepOnly(keys) {
    for (const key of this.#rows.keys()) if (!keys.has(key)) this.#rows.delete(key);
  }

  /** @param {string} collection @param {number} part */
  row(collection, part) {
    return this.#rows.get(keyOf({ collection, part }));
  }

  /** What was played in a position. @param {bigint} position @param {TreeFilter} [filter] @returns {Played} */
  at(position, filter = {}) {
    this.#use(filter);
    /** @type {Map<string, TreeMove>} */
    const moves = new Map();
    const latest = new Latest();
    let total = 0;
    for (const row of this.#rows.values()) {
      if (filter.collection && row.collection !== filter.collection) continue;
      const { positions, numbers, games } = row;
      let at = firstAt(positions, position);
      if (positions[at] !== position) continue;
      const fits = this.#fits(row, filter);
      const tallies = row.names.map(() => /** @type {TreeMove | null} */ (null));
      for (; positions[at] === position; at += 1) {
        const number = numbers[at];
        if (!fits[number]) continue;
        const move = row.moves[at];
        tallies[move] ??= tallyOf(moves, row.names[move]);
        count(/** @type {TreeMove} */ (tallies[move]), games[number]);
        latest.take(row, number);
        total += 1;
      }
    }
    const sorted = [...moves.values()].sort((a, b) => b.games - a.games || (a.uci < b.uci ? -1 : 1));
    return { moves: sorted, games: latest.games, total };
  }

  /** @param {TreeFilter} filter */
  #use({ player = '', side, result, from, to }) {
    const filter = JSON.stringify([player, side, result, from, to]);
    if (filter === this.#filter) return;
    this.#filter = filter;
    this.#fitting = new WeakMap();
  }

  /** @param {OpeningsRow} row @param {TreeFilter} filter */
  #fits(row, filter) {
    let fits = this.#fitting.get(row);
    if (!fits) {
      const isFitting = fitting(filter);
      fits = Uint8Array.from(row.games, (game) => Number(isFitting(game)));
      this.#fitting.set(row, fits);
    }
    return fits;
  }
}

/** @param {Pick<OpeningsRow, 'collection' | 'part'>} row */
export const keyOf = ({ collection, part }) => `${collection} ${part}`;

/** The place of the first entry of a position, or of what comes behind it. @param {BigUint64Array} positions @param {bigint} wanted */
function firstAt(positions, wanted) {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {TreeFilter} filter @returns {(game: IndexedGame) => boolean} */
function fitting({ player = '', side, result, from, to }) {
  const wanted = player.trim().toLowerCase();
  const isIn = (/** @type {string} */ name) => name.toLowerCase().includes(wanted);
  return (game) =>
    (!wanted || (side !== 'second' && isIn(game.first)) || (side !== 'first' && isIn(game.second))) &&
    (!result || game.result === result) &&
    // A date may be known in part: as 2026.
    (!from || (game.date !== '' && game.date >= from.slice(0, game.date.length))) &&
    (!to || (game.date !== '' && game.date.slice(0, to.length) <= to));
}

/** @param {Map<string, TreeMove>} moves @param {string} uci */
function tallyOf(moves, uci) {
  let tally = moves.get(uci);
  if (!tally) {
    tally = { uci, games: 0, results: { won: 0, drawn: 0, lost: 0 }, years: null };
    moves.set(uci, tally);
  }
  return tally;
}

/** @param {TreeMove} tally @param {IndexedGame} game */
function count(tally, { result, date }) {
  tally.games += 1;
  if (result === '1-0') tally.results.won += 1;
  else if (result === '0-1') tally.results.lost += 1;
  else if (result !== '*') tally.results.drawn += 1;
  const year = Number(date.slice(0, 4));
  if (!year) return;
  const [first, last] = tally.years ?? [year, year];
  tally.years = [Math.min(first, year), Math.max(last, year)];
}

/** The latest games. */
class Latest {
  /** @type {TreeGame[]} */
  games = [];

  /** @param {OpeningsRow} row @param {number} number */
  take({ collection, part, games, ids }, number) {
    const game = games[number];
    if (this.games.length === GAMES_SHOWN && game.date <= this.games[GAMES_SHOWN - 1].date) return;
    let at = this.games.length;
    while (at > 0 && this.games[at - 1].date < game.date) at -= 1;
    this.games.splice(at, 0, { ...game, collection, part, number, ...(ids && { id: ids[number] }) });
    this.games.length = Math.min(this.games.length, GAMES_SHOWN);
  }
}
