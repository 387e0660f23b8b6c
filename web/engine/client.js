// The page's side of the engine: requests become promises, searches can be stopped and replaced, and the worker may
// die at any time without anything being lost. No DOM, so that it runs wherever there are workers.
//
//   const client = new EngineClient({ base: new URL('./', location.href) });
//   client.addEventListener('state', () => show(client.state));
//   const view = await client.view({ moves: ['h2e2'] });
//   const { bestmove } = await client.go({ moves: ['h2e2'], limits: { level: 7 } }).result;

/** @import { BestMove, Execution, ExplainedEvaluation, Exploration, Failure, Id, Info, InfoMessage, Inspection } from './messages.js' */
/** @import { GameRecord, Judgement, Limits, MoveValue, Position, ProgressMessage, ReadResult, RecordFormat } from './messages.js' */
/** @import { Request } from './messages.js' */
/** @import { StateMessage } from './messages.js' */
/** @import { Evaluation, Review, Texts, View } from './messages.js' */
/** @import { StopWay } from './mailbox.js' */

import { bytesOf } from '../ui/files.js';
import { addresses, addressOf, fetchFile } from '../ui/load.js';
import { Outbox, STOP_WAYS, sharedMemory } from './mailbox.js';
import { ownWorker } from './trusted-types.js';

/**
 * @typedef {object} Options
 * @property {string | URL} base  the root of the site: the worker is `engine/worker.js` below it
 * @property {readonly StopWay[]} [stopWays]  ways to reach a searching worker; the first possible one is used
 * @property {boolean} [snapshot]  false: always start from nothing and keep nothing
 * @property {Execution} [execution]  how the kernel runs
 * @property {boolean | 'go'} [autoStart]  whether any request starts the engine, or only `go`; until it is
 *   started, requests wait
 * @property {number} [stopPatience]  ms until a worker that has to stop but cannot hear us is terminated
 * @property {number} [silence]  ms without any sign of life after which a busy worker counts as dead
 * @property {number} [loadSilence]  the same for a worker that is loading; by default, as long
 * @property {boolean} [repeat]  whether requests that a worker died over are sent to the next one
 * @property {(url: URL) => Worker} [createWorker]
 */

/**
 * What the page shows. `failed` always has a `reason`:
 *   not_started  the worker could not be started: blocked, or its script is out of reach
 *   download_failed, integrity_failed  a file could not be fetched, or is not what it should be
 *   outdated  the same, because the site has another version by now than the page
 *   boot_failed  Python or the engine could not be started
 *   out_of_memory, crashed, silent  it broke down twice in a row
 * @typedef {object} ClientState
 * @property {'off' | 'loading' | 'idle' | 'thinking' | 'failed'} state
 * @property {string | null} stage  of loading: 'python', 'engine' or 'kernel'
 * @property {number | null} progress  of loading, 0 to 1
 * @property {string | null} execution  'compiled' or 'interpreted', once it is known
 * @property {string | null} fallbackReason  why the execution is not the one wished for
 * @property {StopWay | null} stopWay
 * @property {string | null} snapshot  'restored', 'none' or why there is none
 * @property {string | null} reason
 * @property {string | null} detail  for people who look into it
 * @property {boolean} restarted  the worker broke down and another one takes over
 */

/**
 * A search under way.
 * @typedef {object} Work
 * @property {Id} id
 * @property {Promise<BestMove>} result  rejects with `cancelled` when a newer search took its place
 */

/**
 * @typedef {object} Pending
 * @property {Request} request
 * @property {(reply: any) => void} resolve
 * @property {(error: EngineError) => void} reject
 * @property {boolean} repeated  a worker has died over it already
 */

/**
 * @typedef {object} Search
 * @property {Id} id
 * @property {Position} position
 * @property {((info: Info) => void) | undefined} onInfo
 * @property {Info | null} info  the latest for the best line
 * @property {boolean} stopping
 * @property {Promise<void>} ended
 * @property {() => void} end
 */

const STOP_PATIENCE_MS = 400;
const SILENCE_MS = 60_000;

/** A request that failed: `code` is one of cannonfish/protocol/page/messages.py, or `failed` (with a reason) or `disposed`. */
export class EngineError extends Error {
  /** @param {Failure} failure */
  constructor({ code, message, ...details }) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.reason = details.reason;
    this.text = details.text;
    this.details = details;
  }
}

/** @type {ClientState} */
const OFF = Object.freeze({
  state: 'off',
  stage: null,
  progress: null,
  execution: null,
  fallbackReason: null,
  stopWay: null,
  snapshot: null,
  reason: null,
  detail: null,
  restarted: false,
});

export class EngineClient extends EventTarget {
  #base;
  #stopWays;
  #snapshot;
  #execution;
  #autoStart;
  #stopPatience;
  #silence;
  #loadSilence;
  #repeat;
  #createWorker;

  /** @type {ClientState} */
  #state = OFF;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Outbox | null} */
  #outbox = null;
  /** @type {Map<Id, Pending>} in the order of asking */
  #pending = new Map();
  /** @type {Search | null} the newest search, until it has its result */
  #search = null;
  /** @type {Set<Id>} searches that nobody waits for any more and that the worker has not ended yet */
  #abandoned = new Set();
  /** @type {Map<Id, (news: ProgressMessage, id: Id) => void>} for the progress of a request */
  #listeners = new Map();
  /** @type {any} runs while the worker has something to stop */
  #stopTimer = null;
  #serial = 0;
  /** The game being played, which a new worker prepares for. @type {string | undefined} */
  #game;
  /** Breakdowns since the last answer. */
  #deaths = 0;
  #quietChecks = 0;
  /** @type {any} */
  #watch = null;
  #disposed = false;
  /**
   * The resources of a search that several threads may share: their number, and the hash table's size in MB.
   * Where they are signals, a running analysis follows their changes.
   * @type {{ threads?: number, hash?: number }}
   */
  resources = {};
  /** How long a busy worker may be silent where the machine is slow, in milliseconds; `silence` is the least. */
  patience = 0;

  /** @param {Options} options */
  constructor({
    base,
    stopWays = STOP_WAYS,
    snapshot = true,
    execution = 'auto',
    autoStart = true,
    stopPatience = STOP_PATIENCE_MS,
    silence = SILENCE_MS,
    loadSilence = silence,
    repeat = true,
    createWorker = ownWorker,
  }) {
    super();
    this.#base = new URL(base);
    this.#stopWays = stopWays;
    this.#snapshot = snapshot;
    this.#execution = execution;
    this.#autoStart = autoStart;
    this.#stopPatience = stopPatience;
    this.#silence = silence;
    this.#loadSilence = loadSilence;
    this.#repeat = repeat;
    this.#createWorker = createWorker;
  }

  /** A new object after every change. */
  get state() {
    return this.#state;
  }

  // ---- asking ----

  /** Load the engine and answer the waiting requests. @param {string} [game]  what will be played */
  start(game) {
    this.#game = game ?? this.#game;
    if (!this.#worker && this.#state.state !== 'failed' && !this.#disposed) this.#launch();
  }

  /**
   * Everything to know about a position.
   * @param {Position} [position]
   * @returns {Promise<View>}
   */
  async view(position = {}) {
    return (await this.#about('view', position)).view;
  }

  /**
   * What the rules say about a position being set up; rejects with `invalid_fen` if the FEN is malformed.
   * @param {{ game: string, fen: string }} position
   * @returns {Promise<Inspection>}
   */
  async inspect({ game, fen }) {
    return fieldsOf(await this.#ask({ game, fen, id: this.#newId(), type: 'inspect' }));
  }

  /**
   * The view after one more move; rejects with `illegal_move` if it cannot be played.
   * @param {Position & { move: string }} position
   * @returns {Promise<View>}
   */
  async play(position) {
    return (await this.#about('play', position, { move: position.move })).view;
  }

  /** What the laws say about a position: its end, a warning, the reasons. @param {Position} position @returns {Promise<Judgement>} */
  async judge(position) {
    return this.#about('judge', position);
  }

  /**
   * The moves of a position, from the `first` on, in every notation.
   * @param {Position & { first?: number }} position
   * @returns {Promise<Texts[]>}
   */
  async notate({ first = 0, ...position }) {
    return (await this.#about('notate', position, { first })).moves;
  }

  /**
   * What a typed text means to a person who writes in that notation: one move, or several to choose from. Rejects
   * with `invalid_move` or `illegal_move`.
   * @param {Position & { text: string, notation?: string }} position
   * @returns {Promise<Texts[]>}
   */
  async parse({ text, notation, ...position }) {
    return (await this.#about('parse', position, { text, notation })).moves;
  }

  /**
   * Find the games of a text or file, and read the one that is picked, or the only one.
   * @param {{ game?: string, text?: string, data?: string, pick?: number | null, encoding?: string | null }} source
   *   data: a file in base 64; encoding: its own, null to detect it
   * @param {{ onProgress?: (share: number) => void }} [listener]
   * @returns {Promise<ReadResult>}
   */
  async read(source, { onProgress } = {}) {
    const onNews = (/** @type {ProgressMessage} */ { done, total }) => onProgress?.(done / total);
    return fieldsOf(await this.request({ ...source, type: 'read' }, onNews));
  }

  /**
   * Send a request that only few pages need.
   * @param {Record<string, unknown> & { type: string }} message  a request without its id
   * @param {(news: ProgressMessage, id: Id) => void} [onNews]
   * @returns {Promise<any>} the reply
   */
  async request(message, onNews) {
    const id = this.#newId();
    if (onNews) this.#listeners.set(id, onNews);
    try {
      return await this.#ask(/** @type {Request} */ ({ ...message, id }));
    } finally {
      this.#listeners.delete(id);
    }
  }

  /**
   * A game as text, or as a file in base 64 (XQF).
   * @param {{ record: GameRecord, format: RecordFormat, notation?: string }} wanted
   * @returns {Promise<string>}
   */
  async write(wanted) {
    const { text, data } = await this.#ask({ ...wanted, id: this.#newId(), type: 'write' });
    return text ?? data;
  }

  /**
   * What tells the positions of a game apart: the start position, and those after the moves of the record.
   * @param {Partial<GameRecord>} record
   * @returns {Promise<string[]>} equal texts for equal positions
   */
  async positions(record) {
    return (await this.#ask({ record, id: this.#newId(), type: 'positions' })).keys;
  }

  /**
   * The number of a position in an index of openings.
   * @param {Position} position
   * @returns {Promise<bigint>}
   */
  async positionNumber({ game, fen = null, moves = [] }) {
    const record = {
      game,
      fen,
      moves: moves.map((move, at) => /** @type {[number, string]} */ ([at, move])),
    };
    const { numbers } = await this.#ask({ record, id: this.#newId(), type: 'positions' });
    return /** @type {bigint} */ (new BigUint64Array(bytesOf(numbers).buffer).at(-1));
  }

  /**
   * What every legal move is worth, best first, in a game that is solved; else rejects with `not_solved`.
   * @param {Position} position
   * @returns {Promise<MoveValue[]>}
   */
  async solve(position) {
    return (await this.#about('solve', position)).moves;
  }

  /**
   * What the opening book knows about a position: its moves, best first, with names and results.
   * @param {Position} position
   * @returns {Promise<Exploration>}
   */
  async explore(position) {
    return { opening: null, ...(await this.#about('explore', position)) };
  }

  /**
   * The static evaluation of a position, term by term and piece by piece.
   * @param {Position} position
   * @returns {Promise<ExplainedEvaluation>}
   */
  async explain(position) {
    return { change: null, ...(await this.#about('explain', position)) };
  }

  /**
   * The review of a game, as far as its positions are evaluated.
   * @param {Position & { evaluations: Evaluation[], notation?: string }} game
   * @returns {Promise<Review>}
   */
  async review({ evaluations, notation, ...position }) {
    return this.#about('review', position, { evaluations, notation });
  }

  /**
   * Search. The newest search wins: an unfinished older one rejects with `cancelled`.
   * @param {Position & { limits?: Limits, notation?: string, reasons?: boolean, played?: string }} position
   *   notation: of `pvText` in every `Info`; reasons: whether the answer says why its move is good; played: the move
   *   that was played here, see `second`
   * @param {{ onInfo?: (info: Info) => void }} [listener]  called for every line: see `multipv` in `Limits`
   * @returns {Work}
   */
  go({ limits, notation, reasons, played, ...position }, { onInfo } = {}) {
    const id = this.#newId();
    const request = /** @type {Request} */ ({
      ...asPosition(position),
      limits: limits && { ...limits },
      notation,
      reasons,
      played,
      ...this.resources,
      id,
      type: 'go',
    });
    if (this.#search) this.#abandon(this.#search);
    const search = newSearch(id, position, onInfo);
    this.#search = search;
    const result = this.#ask(request).then(fieldsOf);
    const ended = () => this.#ended(search);
    result.then(ended, ended);
    this.#showBusy();
    return { id, result };
  }

  /**
   * Make the search answer with its best move so far. Resolves then to its id, or to null without a search.
   * @returns {Promise<Id | null>}
   */
  async stop() {
    const search = this.#search;
    if (search && !this.#worker) this.#abandon(search);
    if (!search || !this.#worker) return null;
    search.stopping = true;
    this.#tell({ id: this.#newId(), type: 'stop', work: search.id });
    this.#expectEnd();
    await search.ended;
    return search.id;
  }

  /**
   * Choose how the kernel runs. Resolves to how it runs now and, if that differs, why.
   * @param {Execution} execution
   * @returns {Promise<{ execution: string, fallback: string | null }>}
   */
  async setExecution(execution) {
    const reply = await this.#ask({ id: this.#newId(), type: 'configure', execution });
    this.#execution = execution;
    this.#setState({ execution: reply.execution, fallbackReason: reply.fallback });
    return { execution: reply.execution, fallback: reply.fallback };
  }

  /** After a failure: start again from nothing. */
  retry() {
    if (this.#state.state !== 'failed') return;
    this.#deaths = 0;
    this.#setState({ state: 'off' });
    this.start();
  }

  /** End the worker until `start`, which asks everything unanswered again. */
  sleep() {
    this.#endWorker();
    this.#setState(OFF);
  }

  /** End the worker; everything unanswered rejects with `disposed`. */
  dispose() {
    this.#disposed = true;
    this.#endWorker();
    this.#rejectAll();
    this.#setState(OFF);
  }

  #newId() {
    this.#serial += 1;
    return this.#serial;
  }

  /** @param {Request['type']} type @param {Position} position @param {Record<string, unknown>} [more] @returns {Promise<any>} the reply's fields */
  async #about(type, position, more = {}) {
    const request = /** @type {Request} */ ({ ...asPosition(position), ...more, id: this.#newId(), type });
    return fieldsOf(await this.#ask(request));
  }

  /** @param {Request} request @returns {Promise<any>} the reply */
  async #ask(request) {
    if (this.#disposed || this.#state.state === 'failed') throw this.#refusal();
    if (request.type === 'go' || request.type === 'view') this.#game = request.game;
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, { request, resolve, reject, repeated: false });
      if (this.#worker) this.#tell(request);
      else if (this.#autoStart === true || this.#autoStart === request.type) this.start();
      if (this.#isDeaf()) this.#expectEnd();
    });
  }

  #refusal() {
    if (this.#disposed) return new EngineError({ code: 'disposed', message: 'the engine was put away' });
    const { reason, detail } = this.#state;
    const message = `the engine does not run (${reason}): ${detail}`;
    return new EngineError({ code: 'failed', message, reason: reason ?? undefined });
  }

  #rejectAll() {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(this.#refusal());
  }

  /** @param {Request} request */
  #tell(request) {
    try {
      this.#outbox?.send(request, this.#state.state === 'thinking');
    } catch (error) {
      this.#settle(request.id, new EngineError({ code: 'bad_message', message: String(error) }));
    }
  }

  // ---- the search ----

  /** @param {Search} search whose result nobody wants any more */
  #abandon(search) {
    const pending = this.#pending.get(search.id);
    this.#pending.delete(search.id);
    if (this.#worker) {
      this.#abandoned.add(search.id);
      this.#expectEnd();
    }
    pending?.reject(new EngineError({ code: 'cancelled', message: 'a newer search took its place' }));
  }

  /** @param {Search} search */
  #ended(search) {
    search.end();
    if (this.#search !== search) return;
    this.#search = null;
    this.#showBusy();
    this.#expectNext();
  }

  /**
   * Replaces the worker unless its search ends in time. A worker that should hear us while it searches gets
   * more time, because the machine may just be slow.
   */
  #expectEnd() {
    if (this.#stopTimer !== null) return;
    const patience = this.#outbox?.way === 'restart' ? this.#stopPatience : 25 * this.#stopPatience;
    this.#stopTimer = setTimeout(() => {
      this.#stopTimer = null;
      if (this.#state.state === 'loading') this.#expectEnd();
      else if (this.#owesAnEnd()) this.#replaceWorker();
    }, patience);
  }

  /** A search has ended in time. The next one that has to end gets as much time as this one. */
  #expectNext() {
    clearTimeout(this.#stopTimer);
    this.#stopTimer = null;
    if (this.#owesAnEnd()) this.#expectEnd();
  }

  #owesAnEnd() {
    return this.#abandoned.size > 0 || Boolean(this.#search?.stopping) || this.#isDeaf();
  }

  /** Whether a request waits for a worker that cannot hear it, because its search never ends. */
  #isDeaf() {
    const search = this.#search && this.#pending.get(this.#search.id);
    const endless = search?.request.type === 'go' && search.request.limits?.infinite;
    return this.#outbox?.way === 'restart' && Boolean(endless) && this.#pending.size > 1;
  }

  /**
   * Finish a stopped search whose worker is gone: with its last reported move, or else with a quick search.
   * @param {Search} search @param {Pending} pending
   */
  #conclude(search, pending) {
    const [bestmove, ponder = null] = search.info?.pv ?? [];
    if (!bestmove) {
      this.#tell(/** @type {Request} */ ({ ...pending.request, limits: { depth: 1 } }));
      return;
    }
    this.play({ ...search.position, move: bestmove }).then(
      (view) => this.#settle(search.id, { bestmove, ponder, view, info: search.info }),
      (error) => this.#settle(search.id, error),
    );
  }

  // ---- the worker ----

  get #script() {
    return new URL(addressOf(new URL('engine/worker.js', this.#base)));
  }

  #launch() {
    const url = this.#script;
    /** @type {Worker} */
    let worker;
    this.#setState({ ...OFF, state: 'loading', progress: 0, restarted: this.#deaths > 0 });
    try {
      worker = this.#createWorker(url);
    } catch (error) {
      this.#fail('not_started', String(error));
      return;
    }
    const shared = this.#stopWays.includes('shared') ? sharedMemory() : null;
    this.#worker = worker;
    this.#outbox = new Outbox(worker, shared);
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.onmessageerror = () => this.#died(worker, 'crashed', 'a message could not be read');
    worker.onerror = (event) => {
      event.preventDefault?.();
      const started = this.#outbox?.heard;
      this.#died(worker, started ? 'crashed' : 'not_started', event.message ?? 'no script');
    };
    worker.postMessage({
      type: 'start',
      stopWays: this.#stopWays,
      // The worker that broke down may have started from a bad snapshot.
      snapshot: !this.#snapshot ? 'off' : this.#deaths > 0 ? 'renew' : 'use',
      execution: this.#execution,
      game: this.#game,
      shared,
      addresses,
    });
    this.#watchSilence(worker);
    this.#tellAgain();
  }

  /** Give a new worker everything that the old one has not answered; questions come before the search. */
  #tellAgain() {
    const pending = [...this.#pending.values()];
    for (const { request } of pending) if (request.type !== 'go') this.#tell(request);
    for (const each of pending) {
      if (each.request.type !== 'go') continue;
      if (this.#search?.stopping) this.#conclude(this.#search, each);
      else this.#tell(each.request);
    }
  }

  #endWorker() {
    this.#outbox?.close();
    this.#worker?.terminate();
    this.#worker = null;
    this.#outbox = null;
    this.#abandoned.clear();
    clearTimeout(this.#stopTimer);
    clearInterval(this.#watch);
    this.#stopTimer = null;
  }

  #replaceWorker() {
    this.#endWorker();
    this.#launch();
  }

  /** @param {Worker} worker @param {string} reason @param {string} detail */
  #died(worker, reason, detail) {
    if (worker !== this.#worker) return;
    this.#endWorker();
    this.#deaths += 1;
    const pending = [...this.#pending.values()];
    const hopeless = reason === 'download_failed'; // until a person says that the network is back
    const loaded = this.#state.state !== 'loading';
    if (!this.#repeat && loaded && !hopeless) {
      this.#pending.clear();
      for (const { reject } of pending) reject(new EngineError({ code: 'failed', reason, message: detail }));
      this.#launch();
    } else if (hopeless || this.#deaths > 1 || pending.some(({ repeated }) => repeated)) {
      this.#fail(reason, detail);
    } else {
      for (const each of pending) each.repeated = true;
      this.#launch();
    }
  }

  /** @param {string} reason @param {string} detail */
  #fail(reason, detail) {
    this.#endWorker();
    this.#setState({ ...OFF, state: 'failed', reason, detail });
    this.#rejectAll();
    if (['not_started', 'download_failed'].includes(reason) && addresses.size > 0)
      this.#lookWhetherOutdated();
  }

  /** The files of a version are there together or not at all. */
  #lookWhetherOutdated() {
    fetchFile(this.#script, { method: 'HEAD', cache: 'no-store' }).catch(({ gone }) => {
      if (gone && this.#state.state === 'failed') this.#setState({ ...this.#state, reason: 'outdated' });
    });
  }

  /**
   * A worker that loads or has something to answer gives signs of life all the time. Time is counted in checks,
   * because timers also run out while the whole machine sleeps.
   * @param {Worker} worker
   */
  #watchSilence(worker) {
    const checks = 4;
    this.#quietChecks = 0;
    this.#watch = setInterval(() => {
      const loading = this.#state.state === 'loading';
      this.#quietChecks = loading || this.#pending.size > 0 ? this.#quietChecks + 1 : 0;
      const most = loading ? this.#loadSilence : Math.max(this.#silence, this.patience);
      if (this.#quietChecks * this.#silence > most * checks)
        this.#died(worker, 'silent', `silent for ${most} ms`);
    }, this.#silence / checks);
  }

  /** @param {Worker} worker @param {any} message */
  #hear(worker, message) {
    if (worker !== this.#worker || !this.#outbox) return;
    this.#outbox.heard = true;
    this.#outbox.flag = message?.flag ?? this.#outbox.flag;
    this.#quietChecks = 0;
    const { ok, type, id } = message ?? {};
    if (typeof ok === 'boolean') {
      if (this.#abandoned.delete(id)) this.#expectNext();
      this.#settle(id, ok ? message : new EngineError(message.error));
    } else if (type === 'info') this.#hearInfo(message);
    else if (type === 'progress') this.#listeners.get(id)?.(message, id);
    else if (type === 'state') this.#hearState(worker, message);
  }

  /** @param {Id} id @param {any} answer a reply, or the error to reject with */
  #settle(id, answer) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    this.#deaths = 0;
    if (answer instanceof EngineError) pending.reject(answer);
    else pending.resolve(answer);
  }

  /** @param {InfoMessage} message */
  #hearInfo({ type: _, id, ...info }) {
    if (this.#search?.id !== id) return;
    if (info.multipv === 1) this.#search.info = info;
    this.#search.onInfo?.(info);
  }

  /** @param {Worker} worker @param {StateMessage} message */
  #hearState(worker, { state, stage, progress, execution, fallback, stopWay, snapshot, reason, detail }) {
    if (state === 'failed') {
      this.#died(worker, reason ?? 'crashed', detail ?? '');
      return;
    }
    if (stopWay && this.#outbox) this.#outbox.way = /** @type {StopWay} */ (stopWay);
    this.#setState({
      ...(state === 'loading' && { stage, progress }),
      ...(state === 'idle' && { stage: null, progress: null }),
      ...(stopWay && { stopWay: /** @type {StopWay} */ (stopWay) }),
      ...(snapshot && { snapshot }),
      ...(execution && { execution, fallbackReason: fallback ?? null }),
    });
    if (state === 'idle') this.#showBusy({ loaded: true });
  }

  // ---- the state ----

  /** @param {{ loaded?: boolean }} [news] */
  #showBusy({ loaded = false } = {}) {
    const { state } = this.#state;
    if (!loaded && state !== 'idle' && state !== 'thinking') return;
    const busy = this.#search ? 'thinking' : 'idle';
    if (busy !== state) this.#setState({ state: busy });
  }

  /** @param {Partial<ClientState>} change */
  #setState(change) {
    const known = /** @type {Record<string, unknown>} */ (this.#state);
    if (Object.entries(change).every(([name, value]) => known[name] === value)) return;
    this.#state = Object.freeze({ ...this.#state, ...change });
    this.dispatchEvent(new Event('state'));
  }
}

/** @param {Position} position @returns {Position} plain data, with only the fields of a message */
function asPosition({ game, fen, moves }) {
  return {
    game,
    fen: fen ?? null,
    moves: Array.isArray(moves) ? [...moves] : (moves ?? []),
  };
}

/** The content of a reply. @param {any} reply */
const fieldsOf = ({ id: _id, ok: _ok, type: _type, ...fields }) => fields;

/** @param {Id} id @param {Position} position @param {Search['onInfo']} onInfo @returns {Search} */
function newSearch(id, position, onInfo) {
  let end = () => {};
  const ended = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      end = () => resolve();
    })
  );
  return { id, position, onInfo, info: null, stopping: false, ended, end };
}
