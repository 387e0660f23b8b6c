// A match between two variants, game by game. Two workers of the sandbox play at the same time, each a whole game
// without a message in between. Every finished game is saved, so that a match can be resumed after a reload. Only one
// tab at a time plays the match of a game; the others watch.

/** @import { SandboxWorker } from '../../engine/sandbox.js' */
/** @import { MatchGame, MatchRow } from '../../storage/database.js' */
/** @import { Matches } from './kept-matches.js' */
/** @import { TabLock } from '../../storage/tab-lock.js' */
/** @import { PlayLimit } from '../session.js' */
/** @import { Fault } from '../variant-engine.js' */

import { reactive, update } from '../../ui/reactive.js';
import { limitsOf } from '../session.js';

/** Games that are played at the same time. */
const CONCURRENCY = 2;
/** A worker that loads Python or compiles the engines is given up after this time without a message. */
const LOAD_TIMEOUT_MS = 60_000;
/** A game hangs after this time without a message. It is played once more, to see which engine is to blame. */
const GAME_TIMEOUT_MS = 4000;

/** The settings of a match. @typedef {Pick<MatchRow, 'game' | 'a' | 'b' | 'limit' | 'games' | 'sprt' | 'stops'>} MatchSettings */

/** A game to be played. In a retry the worker reports which engine is thinking. @typedef {{ number: number, isRetry: boolean }} Task */

/** @param {MatchGame} game @returns {number} the score of engine `a` */
export function scoreOf({ number, result }) {
  const score = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }[result] ?? 0;
  return number % 2 ? 1 - score : score;
}

/**
 * Whether a match has a clear score and no verdict: its test weighs two close claims, and even ten to nothing may leave
 * it open.
 * @param {Pick<MatchRow['standing'], 'superiority' | 'sprt'>} standing
 */
export const isClear = ({ superiority, sprt }) => !sprt.verdict && Math.abs(superiority - 0.5) > 0.475;

export class MatchRunner {
  state = reactive({
    /** loading: of the saved match; none: no match is saved; elsewhere: another tab has it. */
    status: /** @type {'loading' | 'none' | 'running' | 'paused' | 'over' | 'elsewhere'} */ ('loading'),
    match: /** @type {MatchRow | null} */ (null),
    /** The compile errors of the engines, found before the first game. */
    faults: /** @type {{ a: Fault[], b: Fault[] } | null} */ (null),
    /** Why the match has stopped. */
    error: '',
    /** Whether the match could be saved. */
    saved: true,
  });
  #createWorker;
  #storage;
  #newLock;
  #seed;
  #timeout;
  #game = '';
  /** @type {TabLock | null} */
  #lock = null;
  #holdsLock = false;
  /** @type {Set<SandboxWorker>} */
  #workers = new Set();
  /** A new object after every start, resume and pause; the loops of an older run then end. */
  #run = {};
  /** Games to be played again. @type {Task[]} */
  #retries = [];
  /** The numbers of the games that a worker has been given in this run, or that are finished. @type {Set<number>} */
  #assigned = new Set();
  /** Saves run one after the other. */
  #saving = Promise.resolve();

  /**
   * @param {object} parts
   * @param {() => SandboxWorker} parts.createWorker
   * @param {Matches} parts.storage
   * @param {(game: string, onChange: (holds: boolean) => void) => TabLock} parts.newLock
   * @param {() => number} [parts.seed]  of the openings
   * @param {number} [parts.timeout]  of a game, in milliseconds
   */
  constructor({
    createWorker,
    storage,
    newLock,
    seed = () => Date.now() % 2 ** 31,
    timeout = GAME_TIMEOUT_MS,
  }) {
    this.#createWorker = createWorker;
    this.#storage = storage;
    this.#newLock = newLock;
    this.#seed = seed;
    this.#timeout = timeout;
    storage.onChange((game) => {
      if (game === this.#game && this.state.status !== 'running') this.#read();
    });
  }

  /** Show the saved match of a game, paused. @param {string} game */
  async open(game) {
    this.pause();
    this.#lock?.dispose();
    this.#holdsLock = false;
    this.#game = game;
    update(this.state, { status: 'loading', match: null, faults: null, error: '' });
    const lock = this.#newLock(game, (holds) => lock === this.#lock && this.#lockChanged(holds));
    this.#lock = lock;
    const holds = await lock.acquire();
    if (lock === this.#lock && !this.#holdsLock) await this.#lockChanged(holds);
  }

  /** Play the match in this tab; the tab that has had it pauses. */
  async takeOver() {
    const lock = this.#lock;
    await lock?.takeOver();
    if (lock !== this.#lock) return;
    await this.#lockChanged(true);
    if (this.state.status === 'paused') this.resume();
  }

  /** @param {MatchSettings} settings */
  start(settings) {
    if (!this.#holdsLock) return;
    this.pause();
    const startedAt = Math.max(Date.now(), 1 + (this.state.match?.startedAt ?? 0));
    const match = { ...settings, openings: [], played: [], standing: null, startedAt };
    update(this.state, { match, status: 'paused', saved: true });
    this.resume();
  }

  resume() {
    const { match, status } = this.state;
    if (!match || status === 'running' || !this.#holdsLock) return;
    const run = {};
    this.#run = run;
    this.#retries = [];
    this.#assigned = new Set(match.played.map(({ number }) => number));
    update(this.state, { status: 'running', faults: null, error: '' });
    for (let i = 0; i < CONCURRENCY; i += 1) {
      this.#playGames(run).catch((error) => {
        if (run !== this.#run) return;
        this.pause();
        update(this.state, { error: String(error?.message ?? error) });
      });
    }
  }

  /** Stop the games under way; they start again when the match is resumed. */
  pause() {
    this.#run = {};
    for (const worker of this.#workers) worker.terminate();
    this.#workers.clear();
    const { match, status } = this.state;
    if (match && status === 'running') update(this.state, { status: statusOf(match) });
  }

  /** @param {boolean} holds */
  async #lockChanged(holds) {
    this.#holdsLock = holds;
    this.pause();
    update(this.state, { status: holds ? 'loading' : 'elsewhere' });
    await this.#read();
  }

  async #read() {
    const [game, run] = [this.#game, this.#run];
    const match = await this.#storage.read(game).catch(() => null);
    if (game !== this.#game || run !== this.#run) return; // it has been played on meanwhile
    if (this.state.status === 'elsewhere') update(this.state, { match });
    else update(this.state, { match, status: match ? statusOf(match) : 'none' });
  }

  /** Play games with one worker after another until none is left. @param {object} run */
  async #playGames(run) {
    /** @type {MatchWorker | null} */
    let worker = null;
    const isStale = () => run !== this.#run;
    for (;;) {
      worker ??= await this.#startWorker();
      if (isStale() || !worker) return;
      await this.#updateStanding(worker);
      if (isStale()) return;
      const task = this.#nextTask();
      if (!task) break;
      const game = await this.#playGame(worker, task);
      if (isStale()) return;
      if (worker.sandbox.ended) {
        this.#workers.delete(worker.sandbox);
        worker = null;
      }
      if (game) this.#add(game);
    }
    worker.sandbox.terminate();
    this.#workers.delete(worker.sandbox);
    if (this.#workers.size === 0) this.pause();
  }

  /** A worker with both engines; null, and the match pauses, if one of them has errors. @returns {Promise<MatchWorker | null>} */
  async #startWorker() {
    const { game, a, b } = this.#match;
    const sandbox = this.#createWorker();
    const worker = new MatchWorker(sandbox);
    this.#workers.add(sandbox);
    sandbox.postMessage({ type: 'start', game });
    if (this.#match.openings.length === 0) {
      const count = Math.ceil(this.#match.games / 2);
      const { openings } = await sandbox.ask(
        'openings',
        { game, count, seed: this.#seed() },
        LOAD_TIMEOUT_MS,
      );
      if (this.#match.openings.length === 0) this.#change({ openings });
    }
    const { faults } = await sandbox.ask('match', { game, a: a.files, b: b.files }, LOAD_TIMEOUT_MS);
    if (faults.a.length + faults.b.length === 0) return worker;
    this.pause();
    update(this.state, { faults });
    return null;
  }

  /** @returns {Task | null} */
  #nextTask() {
    const { games, stops, standing } = this.#match;
    if (stops && standing?.sprt.verdict) return null;
    const retry = this.#retries.pop();
    if (retry) return retry;
    for (let number = 0; number < games; number += 1) {
      if (this.#assigned.has(number)) continue;
      this.#assigned.add(number);
      return { number, isRetry: false };
    }
    return null;
  }

  /** @param {MatchWorker} worker @param {Task} task @returns {Promise<MatchGame | null>} null if it is played again */
  async #playGame(worker, { number, isRetry }) {
    const { limit, openings, game } = this.#match;
    const aIsBlack = number % 2 === 1;
    try {
      const { result, ending, plies, moves, fault } = await worker.sandbox.ask(
        'match_game',
        {
          game,
          opening: openings[number >> 1],
          limits: limitsOf(/** @type {PlayLimit} */ (limit)),
          a_is_black: aIsBlack,
          report_thinking: isRetry,
        },
        this.#timeout,
      );
      // The machine may have been busy: a game is lost on time only when that happens again.
      if (ending === 'time' && !isRetry) return this.#retry(number);
      return { number, result, ending, plies, moves, ...(fault && { fault }) };
    } catch (error) {
      const { reason, message } = /** @type {import('../../engine/sandbox.js').LabError} */ (error);
      if (reason === 'ended') return null;
      worker.sandbox.terminate();
      if (!isRetry) return this.#retry(number);
      const { thinking, moves } = worker;
      const blackIsToBlame = (thinking === 'b') !== aIsBlack;
      return {
        number,
        result: blackIsToBlame ? '1-0' : '0-1',
        ending: reason === 'silent' ? 'hang' : 'crash',
        plies: moves ? moves.split(' ').length : 0,
        moves,
        ...(reason !== 'silent' && { fault: message }),
      };
    }
  }

  /** @param {number} number  of a game */
  #retry(number) {
    this.#retries.push({ number, isRetry: true });
    return null;
  }

  /** @param {MatchWorker} worker  computes it */
  async #updateStanding({ sandbox }) {
    const { game, played, standing, sprt } = this.#match;
    if (played.length === 0 || played.length === gamesIn(standing)) return;
    const games = played.map((each) => [each.number >> 1, scoreOf(each)]);
    const [elo0, elo1] = sprt;
    const { wins, draws, losses, elo, interval, superiority, ...reply } = await sandbox.ask('standing', {
      game,
      games,
      elo0,
      elo1,
    });
    const newer = { wins, draws, losses, elo, interval, superiority, sprt: reply.sprt };
    if (gamesIn(newer) > gamesIn(this.#match.standing)) this.#change({ standing: newer });
  }

  /** @param {MatchGame} game */
  #add(game) {
    const { played } = this.#match;
    if (played.some(({ number }) => number === game.number)) return; // played in another tab, too
    this.#change({ played: [...played, game].sort(byNumber) });
  }

  get #match() {
    return /** @type {MatchRow} */ (this.state.match);
  }

  /** @param {Partial<MatchRow>} changes */
  #change(changes) {
    const match = { ...this.#match, ...changes };
    update(this.state, { match });
    this.#saving = this.#saving
      .then(() => this.#storage.save(match))
      .then(
        (stored) => {
          update(this.state, { saved: true });
          this.#compare(match, stored);
        },
        () => update(this.state, { saved: false }),
      );
  }

  /** Another tab may have written, too: a browser may have no locks. @param {MatchRow} saved @param {MatchRow} stored */
  #compare({ startedAt }, stored) {
    if (this.state.match?.startedAt !== startedAt || this.state.status !== 'running') return;
    if (stored.startedAt !== startedAt) {
      this.pause(); // another match has been started there
      update(this.state, { match: stored, status: statusOf(stored) });
      return;
    }
    const own = new Set(this.#match.played.map(({ number }) => number));
    const added = stored.played.filter(({ number }) => !own.has(number));
    if (added.length === 0) return;
    for (const { number } of added) this.#assigned.add(number);
    update(this.state, {
      match: { ...this.#match, played: [...this.#match.played, ...added].sort(byNumber) },
    });
  }
}

/** A worker of the sandbox with both engines. */
class MatchWorker {
  /** The engine that was thinking at the last report. */
  thinking = 'a';
  /** The moves of the game until then. */
  moves = '';

  /** @param {SandboxWorker} sandbox */
  constructor(sandbox) {
    this.sandbox = sandbox;
    sandbox.onmessage = ({ data }) => {
      if (data.type === 'alive' && data.thinking)
        Object.assign(this, { thinking: data.thinking, moves: data.moves });
    };
  }
}

/** @param {MatchGame} one @param {MatchGame} other */
const byNumber = (one, other) => one.number - other.number;

/** @param {any} standing */
const gamesIn = (standing) => (standing ? standing.wins + standing.draws + standing.losses : 0);

/** The status of a match that is not running. @param {MatchRow} match */
const statusOf = ({ played, games, stops, standing }) =>
  played.length >= games || (stops && standing?.sprt.verdict) ? 'over' : 'paused';
