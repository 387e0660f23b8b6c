// A drill being played: the person moves, the table answers, and every move is weighed.

/** @import { Failure, Game } from '../game/types.js' */
/** @import { KeptProgress, Progress, Result } from '../training/progress.js' */
/** @import { Drill, Grade } from '../training/drills.js' */
/** @import { EndingSession } from './session.js' */
/** @import { EndingSolver } from './solver.js' */

import { outcomeAt } from '../game/game.js';
import { turnOfFen, USUAL } from '../game/games.js';
import { failureOf, sleep } from '../game/session-base.js';
import { nodeOf, ROOT } from '../game/tree.js';
import {
  drillsFrom,
  dueDrills,
  keeps,
  movesAllowed,
  nextDrill,
  replyOf,
  tooSlow,
} from '../training/drills.js';
import { recorded } from '../training/progress.js';
import { dayOf } from '../ui/dates.js';
import { reactive, update } from '../ui/reactive.js';

/**
 * empty: no drill; preparing: its ending is being solved; solving: the person is to move; waiting: for the
 * verdict or the reply; thrown: a move gave the result away; slow: after a move the win takes more moves than are
 * left; won, held: done; stuck: see `fault`.
 * @typedef {'empty' | 'preparing' | 'solving' | 'waiting' | 'thrown' | 'slow' | 'won' | 'held' | 'stuck'} Phase
 */

/**
 * @typedef {object} DrillState
 * @property {readonly Drill[]} drills
 * @property {Drill | null} drill
 * @property {Phase} phase
 * @property {number} used  moves
 * @property {boolean} helped
 * @property {string | null} better  the move that would have kept the result, in every notation
 * @property {ReturnType<typeof tooSlow>} late  in phase `slow`
 * @property {boolean} repeated  whether a repetition gave the result away
 * @property {Grade | null} grade  of the drills to come
 * @property {Result | null} result
 * @property {number} gain  what the result did to the rating
 * @property {Progress} progress
 * @property {Failure | null} fault
 */

const PAUSE_MS = 420;
const REPEATED = new Set(['repetition', 'perpetual_check', 'perpetual_chase']);

export class DrillSession {
  #session;
  #solver;
  #kept;
  #load;
  #wait;
  #now;
  /** Identifies the current attempt. */
  #token = {};
  /** @type {string | null} */
  #lastReply = null;
  /** Whether the attempt at hand has been counted. */
  #recorded = false;

  /**
   * @param {object} parts
   * @param {EndingSession} parts.session
   * @param {EndingSolver} parts.solver
   * @param {KeptProgress} parts.kept
   * @param {() => Promise<any>} parts.load  the file of drills
   * @param {(ms: number) => Promise<void>} [parts.wait]
   * @param {() => Date} [parts.now]
   */
  constructor({ session, solver, kept, load, wait = sleep, now = () => new Date() }) {
    this.#session = session;
    this.#solver = solver;
    this.#kept = kept;
    this.#load = load;
    this.#wait = wait;
    this.#now = now;
    /** @type {DrillState} */
    this.state = reactive({
      drills: /** @type {readonly Drill[]} */ ([]),
      drill: /** @type {Drill | null} */ (null),
      phase: /** @type {Phase} */ ('empty'),
      used: 0,
      helped: false,
      better: /** @type {string | null} */ (null),
      late: /** @type {ReturnType<typeof tooSlow>} */ (null),
      repeated: false,
      grade: /** @type {Grade | null} */ (null),
      result: /** @type {Result | null} */ (null),
      gain: 0,
      progress: kept.read(),
      fault: /** @type {Failure | null} */ (null),
    });
    kept.onChange = () => update(this.state, { progress: kept.read() });
    session.onMove = (uci, before) => this.#played(uci, before);
  }

  /** The last node of the drill's line, whichever one is shown. */
  get #front() {
    return this.#session.play.front ?? ROOT;
  }

  /** The drills that are due again, the longest waiting first. */
  get due() {
    const known = new Set(this.state.drills.map(({ id }) => id));
    return dueDrills(this.state.progress.cards, dayOf(this.#now())).filter((id) => known.has(id));
  }

  /** Load the drills and the progress, for `due`; a fault is told when a drill is opened. */
  async load() {
    const [file] = await Promise.all([this.#load(), this.#kept.load()]);
    update(this.state, { drills: drillsFrom(file), progress: this.#kept.read() });
  }

  /** Open the drill of that id, or the next one. @param {string | null} id */
  async openId(id) {
    if (!(await this.#fill())) return;
    const found = this.state.drills.find((drill) => drill.id === id);
    await (found ? this.open(found) : this.next());
  }

  /** Open what is due, else the next one. */
  async next() {
    if (!(await this.#fill())) return;
    const { drills, progress, grade, drill } = this.state;
    const but = drill?.id ?? null;
    const due = this.due.find((id) => id !== but);
    const found = drills.find(({ id }) => id === due) ?? nextDrill(drills, progress, { grade, but });
    if (found) await this.open(found);
  }

  /** @param {Grade | null} grade */
  async choose(grade) {
    update(this.state, { grade });
    if (!(await this.#fill())) return;
    const found = nextDrill(this.state.drills, this.state.progress, {
      grade,
      but: this.state.drill?.id ?? null,
    });
    if (found) await this.open(found);
  }

  /** @param {Drill} drill @param {{ again?: boolean }} [how]  again: it has been counted */
  async open(drill, { again = false } = {}) {
    const token = {};
    this.#token = token;
    this.#lastReply = null;
    this.#recorded = again;
    const clean = { used: 0, helped: false, better: null, late: null, repeated: false };
    update(this.state, { drill, phase: 'preparing', ...clean, result: null, gain: 0, fault: null });
    const side = turnOfFen(USUAL, drill.fen);
    const showing = this.#session.show(drill.fen, { person: side, below: side });
    update(this.#session.play, { waits: true, front: ROOT });
    const { facts, fault, solving } = this.#solver.state;
    if (facts?.name !== drill.ending || fault || solving) await this.#solver.look({ name: drill.ending });
    if (this.#token !== token) return;
    const ready = Boolean(this.#solver.state.facts?.statistics) || (await this.#solver.solve());
    await showing;
    if (this.#token !== token) return;
    update(this.#session.play, { waits: !ready });
    update(this.state, {
      phase: ready ? 'solving' : 'stuck',
      fault: ready ? null : this.#solver.state.fault,
    });
  }

  async again() {
    if (this.state.drill) await this.open(this.state.drill, { again: this.#recorded });
  }

  /** Leave the drills: the person can move both sides again. */
  leave() {
    this.#token = {};
    update(this.state, { drill: null, phase: 'empty' });
    update(this.#session.play, { person: null, waits: false, front: null });
  }

  /** Point out the best move. */
  async hint() {
    const { phase } = this.state;
    if (phase !== 'solving') return;
    const token = this.#token;
    const { game } = this.#session.state;
    const node = game.tree.current;
    const [best] = await this.#session.valuesAt(game, node);
    if (this.#token !== token || this.#session.state.game.tree.current !== node) return;
    update(this.state, { helped: true });
    update(this.#session.state, { hint: { node, step: 2, move: best.uci, info: null } });
  }

  /** Take the move back that gave the result away or lost too much time; the drill is lost, but can be played to its end. */
  takeBack() {
    if (!['thrown', 'slow'].includes(this.state.phase)) return;
    const { tree } = this.#session.state.game;
    let { parent, ply } = nodeOf(tree, this.#front);
    // A repetition ends a drill with the table's reply: that is taken back, too.
    if (parent !== null && ply % 2 === 0) {
      ({ parent } = nodeOf(tree, parent));
      update(this.state, { used: this.state.used - 1 });
    }
    if (parent !== null) this.#session.goTo(parent);
    update(this.#session.play, { waits: false, front: parent ?? ROOT });
    update(this.state, { phase: 'solving', better: null, repeated: false });
  }

  /** @param {string} uci @param {{ game: Game, node: number }} before */
  async #played(uci, { game, node }) {
    const { drill, phase } = this.state;
    if (!drill || phase !== 'solving') return;
    const token = this.#token;
    update(this.#session.play, { waits: true, front: this.#session.state.game.tree.current });
    update(this.state, { phase: 'waiting', better: null });
    try {
      const values = await this.#session.valuesAt(game, node);
      const value = values.find((each) => each.uci === uci);
      if (this.#token !== token || !value) return;
      const kept = keeps(drill, value);
      const late = tooSlow(drill, value, this.state.used);
      if (!kept || late) {
        update(this.state, { phase: kept ? 'slow' : 'thrown', better: values[0].uci, late });
        return this.#record('failed');
      }
      update(this.state, { used: this.state.used + 1 });
      await this.#answer(drill, token);
    } catch (error) {
      if (this.#token === token) update(this.state, { phase: 'stuck', fault: failureOf(error) });
    }
  }

  /** The other side moves, unless the drill is over. @param {Drill} drill @param {object} token */
  async #answer(drill, token) {
    const session = this.#session;
    await session.known(this.#front);
    if (this.#token !== token || this.#isOver(drill)) return;
    const values = await session.valuesAt(session.state.game, this.#front);
    await this.#wait(PAUSE_MS);
    if (this.#token !== token) return;
    const reply = replyOf(values, this.#lastReply);
    if (reply) {
      this.#lastReply = reply.uci;
      session.goTo(this.#front); // the person may be looking back
      session.reply(reply.uci);
      update(session.play, { front: session.state.game.tree.current });
      await session.known(this.#front);
    }
    if (this.#token !== token || this.#isOver(drill)) return;
    update(session.play, { waits: false });
    update(this.state, { phase: 'solving' });
  }

  /** @param {Drill} drill */
  #isOver(drill) {
    const outcome = outcomeAt(this.#session.state.game, this.#front);
    const { used } = this.state;
    const side = turnOfFen(USUAL, drill.fen);
    update(this.state, { repeated: REPEATED.has(outcome?.termination ?? '') });
    if (drill.goal === 'win' && outcome) return this.#finish(outcome.winner === side ? 'won' : 'thrown');
    if (drill.goal === 'draw' && outcome)
      return this.#finish(outcome.winner && outcome.winner !== side ? 'thrown' : 'held');
    return drill.goal === 'draw' && used >= movesAllowed(drill) && this.#finish('held');
  }

  /** @param {'won' | 'held' | 'thrown'} phase */
  #finish(phase) {
    update(this.state, { phase });
    const good = phase === 'won' || phase === 'held';
    this.#record(!good ? 'failed' : this.state.helped ? 'helped' : 'solved');
    return true;
  }

  /** @param {Result} result */
  #record(result) {
    const { drill } = this.state;
    if (this.#recorded || !drill) return;
    this.#recorded = true;
    const before = this.#kept.read();
    const attempt = { id: drill.id, rating: drill.rating, result, at: this.#now() };
    const progress = this.#kept.change((known) => recorded(known, attempt));
    const gain = Math.round(progress.rating.rating) - Math.round(before.rating.rating);
    update(this.state, { progress, result, gain });
  }

  async #fill() {
    if (this.state.drills.length > 0) return true;
    try {
      await this.load();
      update(this.state, { fault: null });
      return true;
    } catch (error) {
      update(this.state, { phase: 'stuck', fault: { code: 'no_file', message: String(error) } });
      return false;
    }
  }
}
