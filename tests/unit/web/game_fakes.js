// Stand-ins for the platform and the engine, so that games are tested without a browser and without Python.

import assert from 'node:assert/strict';
import { newGame } from '../../../web/game/game.js';
import { MAX_LEVEL } from '../../../web/game/games.js';
import { addMove, goTo, promote } from '../../../web/game/tree.js';

/** localStorage: its keys are properties, too. */
export class FakeStorage {
  #fails = null;

  constructor(values = {}) {
    Object.assign(this, values);
  }
  /** From now on nothing can be written. */
  fail(error) {
    this.#fails = error;
  }
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key, value) {
    if (this.#fails) throw this.#fails;
    this[key] = value;
  }
  removeItem(key) {
    delete this[key];
  }
}

export function quotaError() {
  return new DOMException('full', 'QuotaExceededError');
}

/** Web Locks for several "tabs" of one test. With `late`, nobody is answered until `answer()` is called. */
export class FakeLocks {
  #held = new Map();
  #waiting = [];
  #unanswered = [];
  late = false;

  held(name) {
    return this.#held.has(name);
  }
  answer() {
    this.late = false;
    for (const act of this.#unanswered.splice(0)) act();
  }
  async request(name, options, callback) {
    if (this.late) await new Promise((resolve) => this.#unanswered.push(resolve));
    return this.#request(name, options, callback);
  }
  #request(name, options, callback) {
    return new Promise((resolve, reject) => {
      const request = { name, callback, resolve, reject };
      if (options.steal) {
        this.#held.get(name)?.reject(new DOMException('stolen', 'AbortError'));
        this.#grant(request);
      } else if (!this.#held.has(name)) {
        this.#grant(request);
      } else if (options.ifAvailable) {
        resolve(callback(null));
      } else {
        this.#waiting.push(request);
        options.signal?.addEventListener('abort', () => {
          this.#waiting = this.#waiting.filter((other) => other !== request);
          reject(new DOMException('aborted', 'AbortError'));
        });
      }
    });
  }

  async #grant(request) {
    this.#held.set(request.name, request);
    request.resolve(await request.callback({ name: request.name }));
    if (this.#held.get(request.name) !== request) return;
    this.#held.delete(request.name);
    const next = this.#waiting.find(({ name }) => name === request.name);
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#grant(next);
  }
}

/**
 * A view of a toy game in which every position offers the same four moves and sides alternate. A move to i9 ends
 * the game, and the one who made it wins.
 */
export function toyView(moves, firstTurn = 'red', game = 'xiangqi') {
  const turns = firstTurn === 'black' ? ['black', 'red'] : [firstTurn, 'black'];
  const last = moves.at(-1) ?? null;
  const turn = turns[moves.length % 2];
  const over = last?.endsWith('i9') ?? false;
  return {
    game,
    fen: `toy/${moves.join('/')} ${turn === 'black' ? 'b' : 'w'}`,
    turn,
    dests: over ? {} : { a0: ['a1', 'a2'], b0: ['b1', 'i9'] },
    check: null,
    lastMove: last && [last.slice(0, 2), last.slice(2)],
    outcome: over ? { winner: turns[(moves.length + 1) % 2], termination: 'checkmate' } : null,
    move: last && { uci: last },
    ply: moves.length,
  };
}

export const TOY_MOVES = ['a0a1', 'a0a2', 'b0b1', 'b0i9'];

/** A game of toy moves with variations; some of its views are not known. */
export function randomGame(seed) {
  const random = seeded(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const setup = {
    opponent: pick(['engine', 'person']),
    side: pick(['red', 'black']),
    level: 1 + (seed % MAX_LEVEL),
  };
  let game = newGame({ ...setup, id: `g${seed}`, fen: pick([null, 'some/fen w']), view: toyView([]) });
  for (let step = 0; step < 40; step++) {
    const ids = [...game.tree.nodes.keys()];
    const { tree, id } = addMove(game.tree, pick(ids), pick(TOY_MOVES), pick([null, toyView(['a0a1'])]));
    game = { ...game, tree: random() < 0.3 ? promote(goTo(tree, id)) : tree };
  }
  const outcome = { winner: 'red', termination: 'resignation' };
  return random() < 0.5 ? game : { ...game, ending: { node: game.tree.current, outcome } };
}

function refusal(code, fields = {}) {
  return Object.assign(new Error(code), { code, ...fields });
}

/** An engine's client that plays the toy game, and answers when the test says so or at once. */
export class FakeClient extends EventTarget {
  state = { state: 'idle', stage: null, progress: null, execution: 'compiled', fallbackReason: null };
  calls = [];
  #work = null;
  /** When set, nothing is answered until `release()`: Python is still loading. */
  held = false;
  #waiting = [];
  /** What the engine plays. */
  answer = () => 'a0a1';
  info = { depth: 3, score: { cp: 12 }, nodes: 900, nps: 9000, pv: ['a0a1', 'a0a2'] };
  /** When set, a search goes on until it is stopped. */
  thinksOn = false;

  setState(fields) {
    this.state = { ...this.state, ...fields };
    this.dispatchEvent(new Event('state'));
  }
  fail(reason) {
    for (const { reject } of this.#waiting.splice(0)) reject(refusal('failed'));
    this.#work?.reject(refusal('failed'));
    this.#work = null;
    this.setState({ state: 'failed', reason });
  }
  release() {
    this.held = false;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }
  #ready() {
    if (this.state.state === 'failed') return Promise.reject(refusal('failed'));
    if (!this.held) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  start() {}
  async view({ game, fen, moves }) {
    this.calls.push(['view', fen, moves]);
    await this.#ready();
    if (fen?.startsWith('bad')) throw refusal('invalid_fen', { reason: 'row_width', text: fen });
    const illegal = moves.find((move) => !TOY_MOVES.includes(move));
    if (illegal) throw refusal('illegal_move', { text: illegal });
    return toyView(moves, game === 'xiangqi' ? 'red' : 'white', game);
  }
  /** Understands `bad` FENs that have been `pasted`: some/fen, with a move after it. */
  async read({ text }) {
    this.calls.push(['read', text]);
    await this.#ready();
    if (!text.includes('pasted')) throw refusal('invalid_record', { reason: 'unknown_format' });
    const [, kind = 'xiangqi'] = text.split(' ');
    const remarks = [{ code: 'side_missing', message: 'no side to move', side: 'w' }];
    const record = { game: kind, fen: 'some/fen w', headers: {}, comment: '', errors: [], remarks };
    return { format: 'fen', total: 1, games: [], pick: 0, game: { ...record, moves: [[0, 'a0a1']] } };
  }
  async play({ game, moves, move }) {
    this.calls.push(['play', moves, move]);
    await this.#ready();
    if (!TOY_MOVES.includes(move)) throw refusal('illegal_move', { text: move });
    return toyView([...moves, move], game === 'xiangqi' ? 'red' : 'white', game);
  }
  go({ game, moves, limits, reasons }, { onInfo }) {
    this.calls.push(['go', moves, limits]);
    this.#work?.reject(refusal('cancelled'));
    const result = (async () => {
      await this.#ready();
      onInfo(this.info);
      if (this.thinksOn) {
        await new Promise((resolve, reject) => {
          this.#work = { resolve, reject };
        });
        this.#work = null;
      }
      const bestmove = this.answer(moves);
      if (bestmove instanceof Error) throw bestmove;
      return {
        bestmove,
        view: toyView([...moves, bestmove], game === 'xiangqi' ? 'red' : 'white', game),
        info: this.info,
        ...(reasons && { reasons: [{ kind: 'check' }] }),
      };
    })();
    result.catch(() => {});
    return { result };
  }
  stop() {
    this.calls.push(['stop']);
    this.#work?.resolve();
  }
  retry() {
    this.calls.push(['retry']);
    queueMicrotask(() => this.setState({ state: 'idle', reason: null }));
  }
}

/** Time for clocks; it stands until the test moves it. */
export class FakeTime {
  #now = 1000;
  /** @type {Array<{ at: number, act: () => void }>} */
  #alarms = [];

  now = () => this.#now;
  alarm = (ms, act) => {
    const alarm = { at: this.#now + ms, act };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  };
  waiting = () => this.#alarms.length;
  ring = () => {
    const [due] = this.#alarms;
    this.#alarms = [];
    due.act();
  };
  /** Time goes by, and every alarm rings in time. */
  pass = (ms) => {
    const end = this.#now + ms;
    while (this.#alarms.length > 0 && this.#alarms[0].at <= end) {
      this.#now = this.#alarms[0].at;
      this.ring();
    }
    this.#now = end;
  };
  /** Time goes by, and alarms ring when it is over. */
  sleep = (ms) => {
    this.#now += ms;
    if (this.#alarms.length > 0 && this.#alarms[0].at <= this.#now) this.ring();
  };
}

/** Lets everything that has been promised happen. */
export async function settled() {
  for (let i = 0; i < 120; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Wait until something is so. @param {() => unknown} so */
export async function until(so) {
  for (let i = 0; i < 5000 && !so(); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.ok(so());
}

/** A small, fast, repeatable source of numbers in [0, 1) (mulberry32). */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Days on which clocks are changed, by time zone; the last zone never does. */
export const CLOCK_CHANGES = {
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Asia/Beirut': ['2026-03-29', '2026-10-25'], // at midnight
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'], // by half an hour
  'Asia/Ho_Chi_Minh': ['2026-03-29', '2026-10-25'],
};

/** Act where the visitor's clock shows the time of that zone. */
export async function inTimeZone(zone, act) {
  const { TZ } = process.env;
  process.env.TZ = zone;
  try {
    await act();
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
}
