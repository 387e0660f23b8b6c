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

/** What filters and counts read of the games of a row, in numbers. `days`: as 20260131, with zeros for what is not known. @typedef {{ results: Uint8Array, days: Uint32Array, first: Uint32Array, second: Uint32Array }} Facts */

const RESULTS = ['1-0', '1/2-1/2', '0-1'];
/** What is counted of a move: games, results as above, the first and the last year. */
const [WON, FIRST_YEAR, LAST_YEAR, COUNTS] = [1, 4, 5, 6];

export class OpeningTree {
  /** @type {Map<string, { row: OpeningsRow, facts: Facts, fits: Uint8Array | null }>} */
  #rows = new Map();
  /** The players, in small letters, and their numbers. @type {Map<string, number>} */
  #players = new Map();
  #filter = '';
  /** What is counted of each move of a row; all zero between two rows. */
  #counts = new Uint32Array();

  /** How many games there are. */
  get size() {
    return [...this.#rows.values()].reduce((sum, { row }) => sum + row.games.length, 0);
  }

  /** @param {OpeningsRow} row */
  put(row) {
    if (this.#rows.get(keyOf(row))?.row === row) return;
    this.#rows.set(keyOf(row), { row, facts: this.#factsOf(row.games), fits: null });
  }

  /** Forget the rows that are not among these. @param {ReadonlySet<string>} keys */
  keepOnly(keys) {
    for (const key of this.#rows.keys()) if (!keys.has(key)) this.#rows.delete(key);
  }

  /** @param {string} collection @param {number} part */
  row(collection, part) {
    return this.#rows.get(keyOf({ collection, part }))?.row;
  }

  /** What was played in a position. @param {bigint} position @param {TreeFilter} [filter] @returns {Played} */
  at(position, filter = {}) {
    this.#use(filter);
    /** @type {Map<string, TreeMove>} */
    const moves = new Map();
    const latest = new Latest();
    let total = 0;
    for (const { row, facts, fits } of this.#rows.values()) {
      if (filter.collection && row.collection !== filter.collection) continue;
      const first = firstAt(row.positions, position);
      const end = firstAt(row.positions, position + 1n);
      if (first === end) continue;
      const size = row.names.length * COUNTS;
      if (this.#counts.length < size) this.#counts = new Uint32Array(size);
      const counts = this.#counts;
      const played = [];
      for (let at = first; at < end; at += 1) {
        const number = row.numbers[at];
        if (fits && !fits[number]) continue;
        const move = row.moves[at];
        if (counts[move * COUNTS] === 0) played.push(move);
        count(counts, move * COUNTS, facts, number);
        latest.take(row, number, facts.days[number]);
        total += 1;
      }
      for (const move of played) {
        const ofMove = counts.subarray(move * COUNTS, (move + 1) * COUNTS);
        addTo(moves, row.names[move], ofMove);
        ofMove.fill(0);
      }
    }
    const sorted = [...moves.values()].sort((a, b) => b.games - a.games || (a.uci < b.uci ? -1 : 1));
    return { moves: sorted, games: latest.games, total };
  }

  /** @param {readonly IndexedGame[]} games @returns {Facts} */
  #factsOf(games) {
    return {
      results: Uint8Array.from(games, ({ result }) => RESULTS.indexOf(result) + 1),
      days: Uint32Array.from(games, ({ date }) => dayNumber(date)),
      first: Uint32Array.from(games, ({ first }) => this.#playerNumber(first)),
      second: Uint32Array.from(games, ({ second }) => this.#playerNumber(second)),
    };
  }

  /** @param {string} name */
  #playerNumber(name) {
    const key = name.toLowerCase();
    const number = this.#players.get(key) ?? this.#players.size;
    this.#players.set(key, number);
    return number;
  }

  /** Mark the games that fit. @param {TreeFilter} filter */
  #use({ player = '', side, result, from, to }) {
    const wanted = player.trim().toLowerCase();
    const filter = wanted || result || from || to ? JSON.stringify([wanted, side, result, from, to]) : '';
    const rows = [...this.#rows.values()];
    if (filter === this.#filter && rows.every(({ fits }) => Boolean(fits) === (filter !== ''))) return;
    this.#filter = filter;
    const meant = Uint8Array.from(this.#players.keys(), (name) => Number(name.includes(wanted)));
    const wantedResult = result ? RESULTS.indexOf(result) + 1 : 0;
    const [earliest, latest] = [dayNumber(from ?? ''), to ? dayNumber(to, '99') : Number.POSITIVE_INFINITY];
    for (const each of rows) {
      const { results, days, first, second } = each.facts;
      const isFitting = (/** @type {number} */ _, /** @type {number} */ at) =>
        ((side !== 'second' && meant[first[at]]) || (side !== 'first' && meant[second[at]])) &&
        (!wantedResult || results[at] === wantedResult) &&
        days[at] <= latest &&
        (earliest === 0 || lastDay(days[at]) >= earliest) &&
        (!to || days[at] > 0);
      each.fits = filter ? results.map((_, at) => Number(Boolean(isFitting(_, at)))) : null;
    }
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

/** A day as a number: 2026-01-31 is 20260131, 2026 is 20260000. @param {string} date @param {string} [unknown]  stands for a month or day that is not given */
const dayNumber = (date, unknown = '00') => Number(date.replaceAll('-', '').padEnd(date ? 8 : 0, unknown));

/** The last day that a number may stand for. @param {number} day */
const lastDay = (day) => day + (day % 10_000 === 0 ? (day > 0 ? 9999 : 0) : day % 100 === 0 ? 99 : 0);

/** @param {Uint32Array} counts @param {number} at  where those of the move begin @param {Facts} facts @param {number} number */
function count(counts, at, { results, days }, number) {
  counts[at] += 1;
  const result = results[number];
  if (result > 0) counts[at + WON + result - 1] += 1;
  const year = Math.floor(days[number] / 10_000);
  if (year === 0) return;
  if (counts[at + FIRST_YEAR] === 0 || year < counts[at + FIRST_YEAR]) counts[at + FIRST_YEAR] = year;
  if (year > counts[at + LAST_YEAR]) counts[at + LAST_YEAR] = year;
}

/** @param {Map<string, TreeMove>} moves @param {string} uci @param {Uint32Array} counts */
function addTo(moves, uci, [games, won, drawn, lost, first, last]) {
  const {
    games: before,
    results,
    years,
  } = moves.get(uci) ?? {
    games: 0,
    results: { won: 0, drawn: 0, lost: 0 },
    years: null,
  };
  moves.set(uci, {
    uci,
    games: before + games,
    results: { won: results.won + won, drawn: results.drawn + drawn, lost: results.lost + lost },
    years:
      first === 0 ? years : years ? [Math.min(years[0], first), Math.max(years[1], last)] : [first, last],
  });
}

/** The latest games. */
class Latest {
  /** @type {TreeGame[]} */
  games = [];
  /** @type {number[]} */
  #days = [];

  /** @param {OpeningsRow} row @param {number} number @param {number} day */
  take({ collection, part, games, ids }, number, day) {
    const days = this.#days;
    if (days.length === GAMES_SHOWN && day <= days[GAMES_SHOWN - 1]) return;
    let at = days.length;
    while (at > 0 && days[at - 1] < day) at -= 1;
    days.splice(at, 0, day);
    this.games.splice(at, 0, { ...games[number], collection, part, number, ...(ids && { id: ids[number] }) });
    days.length = this.games.length = Math.min(days.length, GAMES_SHOWN);
  }
}
