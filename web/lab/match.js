// @ts-check
// A match between two variants. Its games are played in two workers of the sandbox, each from its first move to its
// last without a message in between. Whatever has been played is kept, so that a match can go on another day.

/** @import { SandboxWorker } from '../engine/sandbox.js' */
/** @import { MatchGame, MatchRow } from '../storage/database.js' */
/** @import { Matches } from '../storage/matches.js' */
/** @import { PlayLimit } from './session.js' */
/** @import { Fault } from './variant-engine.js' */

import { reactive, update } from '../game/reactive.js';
import { limitsOf } from './session.js';

const WORKERS = 2;
/** Python, or the engines, are being loaded. */
const LOAD_SILENCE_MS = 60_000;
/** A game without a sign of life for so long hangs. It is played once more, to see whose fault it is. */
const SILENCE_MS = 4000;

/** What a match can be asked to do. @typedef {Pick<MatchRow, 'game' | 'a' | 'b' | 'limit' | 'games' | 'sprt' | 'stops'>} MatchPlan */

/** A game that is to be played. `careful`: it has hung or taken too long, and has to tell who thinks. @typedef {{ number: number, careful: boolean }} Job */

/** @param {MatchGame} game @returns {number} the points of `a` */
export function pointsOf({ number, result }) {
  const points = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }[result] ?? 0;
  return number % 2 ? 1 - points : points;
}

export class Match {
  state = reactive({
    /** none: there is no match; reading: of what is kept. */
    status: /** @type {'reading' | 'none' | 'running' | 'paused' | 'over'} */ ('reading'),
    match: /** @type {MatchRow | null} */ (null),
    /** What is wrong with the players, before the first game. */
    faults: /** @type {{ a: Fault[], b: Fault[] } | null} */ (null),
    /** Why it cannot go on. */
    trouble: '',
    kept: true,
  });
  #createWorker;
  #storage;
  #seed;
  #silence;
  /** @type {Set<SandboxWorker>} */
  #workers = new Set();
  /** Of this run of games; another one after every pause. */
  #run = {};
  /** @type {Job[]} */
  #again = [];
  /** @type {Set<number>} */
  #begun = new Set();
  /** One write after the other. */
  #keeping = Promise.resolve();

  /**
   * @param {object} parts
   * @param {() => SandboxWorker} parts.createWorker
   * @param {Matches} parts.storage
   * @param {() => number} [parts.seed]  of the openings
   * @param {number} [parts.silence]
   */
  constructor({ createWorker, storage, seed = () => Date.now() % 2 ** 31, silence = SILENCE_MS }) {
    this.#createWorker = createWorker;
    this.#storage = storage;
    this.#seed = seed;
    this.#silence = silence;
  }

  /** Show the last match of a game. It does not go on by itself. @param {string} game */
  async open(game) {
    this.pause();
    update(this.state, { status: 'reading', match: null, faults: null, trouble: '' });
    const match = await this.#storage.read(game).catch(() => null);
    if (this.state.status === 'reading') update(this.state, { match, status: match ? rest(match) : 'none' });
  }

  /** @param {MatchPlan} plan */
  start(plan) {
    this.pause();
    const match = { ...plan, openings: [], played: [], standing: null, startedAt: Date.now() };
    update(this.state, { match, kept: true });
    this.resume();
  }

  resume() {
    if (!this.state.match || this.state.status === 'running') return;
    const run = {};
    this.#run = run;
    this.#again = [];
    this.#begun = new Set(this.state.match.played.map(({ number }) => number));
    update(this.state, { status: 'running', faults: null, trouble: '' });
    for (let i = 0; i < WORKERS; i += 1) {
      this.#play(run).catch((error) => {
        if (run !== this.#run) return;
        this.pause();
        update(this.state, { trouble: String(error?.message ?? error) });
      });
    }
  }

  /** End the games that are being played; they are played again when the match goes on. */
  pause() {
    this.#run = {};
    for (const worker of this.#workers) worker.terminate();
    this.#workers.clear();
    const { match, status } = this.state;
    if (match && status === 'running') update(this.state, { status: rest(match) });
  }

  /** Play games until there is nothing left to play. @param {object} run */
  async #play(run) {
    /** @type {Table | null} */
    let table = null;
    const isOver = () => run !== this.#run;
    for (;;) {
      table ??= await this.#sitDown();
      if (isOver() || !table) return;
      await this.#count(table);
      if (isOver()) return;
      const job = this.#next();
      if (!job) break;
      const game = await this.#game(table, job);
      if (isOver()) return;
      if (table.ended) {
        this.#workers.delete(table.worker);
        table = null;
      }
      if (game) this.#add(game);
    }
    this.#leave(table);
    if (this.#workers.size === 0) this.pause();
  }

  /** A worker with both engines; null if one of them cannot be made, which ends the match. @returns {Promise<Table | null>} */
  async #sitDown() {
    const { game, a, b } = this.#match;
    const worker = this.#createWorker();
    const table = new Table(worker);
    this.#workers.add(worker);
    worker.postMessage({ type: 'start', game });
    if (this.#match.openings.length === 0) {
      const count = Math.ceil(this.#match.games / 2);
      const { openings } = await worker.ask('openings', { game, count, seed: this.#seed() }, LOAD_SILENCE_MS);
      if (this.#match.openings.length === 0) this.#change({ openings });
    }
    const { faults } = await worker.ask('match', { game, a: a.files, b: b.files }, LOAD_SILENCE_MS);
    if (faults.a.length + faults.b.length === 0) return table;
    this.pause();
    update(this.state, { faults });
    return null;
  }

  /** @returns {Job | null} */
  #next() {
    const { games, stops, standing } = this.#match;
    if (stops && standing?.sprt.verdict) return null;
    const again = this.#again.pop();
    if (again) return again;
    for (let number = 0; number < games; number += 1) {
      if (this.#begun.has(number)) continue;
      this.#begun.add(number);
      return { number, careful: false };
    }
    return null;
  }

  /** The game, or null if it has to be played again. @param {Table} table @param {Job} job @returns {Promise<MatchGame | null>} */
  async #game(table, { number, careful }) {
    const { limit, openings, game } = this.#match;
    const swapped = number % 2 === 1;
    try {
      const { result, ending, plies, moves, fault } = await table.worker.ask(
        'match_game',
        {
          game,
          opening: openings[number >> 1],
          limits: limitsOf(/** @type {PlayLimit} */ (limit)),
          a_is_black: swapped,
          careful,
        },
        this.#silence,
      );
      // The machine may have been busy: only who takes too long again has lost.
      if (ending === 'time' && !careful) return this.#postpone(number);
      return { number, result, ending, plies, moves, ...(fault && { fault }) };
    } catch (error) {
      const { reason, message } = /** @type {import('../engine/sandbox.js').LabError} */ (error);
      if (reason === 'ended') return null;
      table.ended = true;
      table.worker.terminate();
      if (!careful) return this.#postpone(number);
      const { thinking, moves } = table;
      const isBlack = (thinking === 'b') !== swapped;
      return {
        number,
        result: isBlack ? '1-0' : '0-1',
        ending: reason === 'silent' ? 'hang' : 'crash',
        plies: moves ? moves.split(' ').length : 0,
        moves,
        ...(reason !== 'silent' && { fault: message }),
      };
    }
  }

  /** Play a game again, with care. @param {number} number */
  #postpone(number) {
    this.#again.push({ number, careful: true });
    return null;
  }

  /** @param {MatchGame} game */
  #add(game) {
    const played = [...this.#match.played, game].sort((one, other) => one.number - other.number);
    this.#change({ played });
  }

  /** Bring the table up to date. @param {Table} table */
  async #count({ worker }) {
    const { game, played, standing, sprt } = this.#match;
    if (played.length === 0 || played.length === gamesIn(standing)) return;
    const games = played.map((each) => [each.number >> 1, pointsOf(each)]);
    const [elo0, elo1] = sprt;
    const {
      wins,
      draws,
      losses,
      elo,
      interval,
      superiority,
      sprt: test,
    } = await worker.ask('standing', {
      game,
      games,
      elo0,
      elo1,
    });
    const newer = { wins, draws, losses, elo, interval, superiority, sprt: test };
    if (gamesIn(newer) > gamesIn(this.#match.standing)) this.#change({ standing: newer });
  }

  /** @param {Table | null} table */
  #leave(table) {
    if (!table) return;
    table.worker.terminate();
    this.#workers.delete(table.worker);
  }

  get #match() {
    return /** @type {MatchRow} */ (this.state.match);
  }

  /** @param {Partial<MatchRow>} changes */
  #change(changes) {
    const match = { ...this.#match, ...changes };
    update(this.state, { match });
    this.#keeping = this.#keeping
      .then(() => this.#storage.keep(match))
      .then(
        () => update(this.state, { kept: true }),
        () => update(this.state, { kept: false }),
      );
  }
}

/** A worker with both engines, and which of them was thinking when it was last heard of. */
class Table {
  thinking = 'a';
  /** Those of the game until then. */
  moves = '';
  ended = false;

  /** @param {SandboxWorker} worker */
  constructor(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.type === 'alive' && data.thinking)
        Object.assign(this, { thinking: data.thinking, moves: data.moves });
    };
  }
}

/** @param {any} standing */
const gamesIn = (standing) => (standing ? standing.wins + standing.draws + standing.losses : 0);

/** How a match is that does not run. @param {MatchRow} match */
function rest({ played, games, stops, standing }) {
  return played.length >= games || (stops && standing?.sprt.verdict) ? 'over' : 'paused';
}
