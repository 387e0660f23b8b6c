// The clocks of a game. They start with the first move. They stop while the engine loads or sleeps, while the
// rules are asked, when the game is over, and while the player to move cannot see the page: nobody loses time
// to a download, a sleeping machine or a hidden page. The time left is saved with the game every second.

/** @import { Limits } from '../engine/messages.js' */
/** @import { ClockEvent } from './clock.js' */
/** @import { PlaySession } from './session.js' */
/** @import { Control } from './time-control.js' */
/** @import { Game, Side } from './types.js' */

import { batch, untracked } from '@preact/signals-core';
import { observe, reactive, update } from '../ui/reactive.js';
import { Clock, timeToThink } from './clock.js';
import { outcomeAt, playerAt, turnAt } from './game.js';
import { factsOf } from './games.js';
import { controlsOf, totalTime } from './time-control.js';
import { nodeOf, pathTo, replaced } from './tree.js';

/** How often the time left is saved while a clock runs. */
const SAVE_MS = 1000;

export class GameClocks {
  /** `changes`: of what the clocks show; `hidden`: nobody sees the page. */
  state = reactive({ changes: 0, hidden: false });
  #session;
  #parts;
  /** @type {Clock | null} */
  #clock = null;
  /** @type {readonly [Control, Control] | null} */
  #controls = null;
  /** The game and time control of this clock; `#at` is its node. */
  #meant = { id: '', control: '', left: /** @type {readonly number[] | null} */ (null) };
  #at = 0;
  #savedAt = 0;
  /** Whether hiding the page has stopped a clock. */
  #stopped = false;

  /**
   * @param {object} parts
   * @param {Pick<PlaySession, 'state' | 'save' | 'notify' | 'dismiss' | 'timeOut'>} parts.session
   * @param {() => boolean} [parts.plays]  whether the person may move
   * @param {(side: Side, event: ClockEvent) => void} [parts.onEvent]  of a person's clock
   * @param {() => number} [parts.now]
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]  see Clock
   */
  constructor({ session, plays = () => true, onEvent = () => {}, now = () => performance.now(), alarm }) {
    this.#session = session;
    this.#parts = { plays, onEvent, now, alarm };
    observe(() => this.#follow());
  }

  /** Whose clock runs. */
  get running() {
    return this.state.changes > 0 ? (this.#clock?.running ?? null) : null;
  }

  /** The page is hidden, or seen again. @param {boolean} hidden */
  hide(hidden) {
    const running = this.#clock?.running;
    if (hidden) this.#stopped = running != null && this.#game.players[running] === 'person';
    else if (this.#stopped) this.#note('hidden');
    this.state.hidden = hidden;
  }

  /** What the clock of a side shows, of how many periods; null without clocks. @param {Side} side */
  reading(side) {
    if (this.state.changes === 0 || !this.#clock) return null;
    return { ...this.#clock.reading(side), periods: this.controlOf(side)?.periods ?? 0 };
  }

  /** @param {Side} side */
  controlOf(side) {
    return this.#controls?.[this.#sides.indexOf(side)];
  }

  /** What the clocks show, in milliseconds. */
  shown() {
    const clock = this.#clock;
    if (!clock) return null;
    const left = this.#sides.map((side) => [side, Math.round(clock.reading(side).time)]);
    return { left: Object.fromEntries(left), running: clock.running };
  }

  /** How long the engine may think about its move. @returns {Limits} */
  limits() {
    const game = this.#game;
    const turn = game.clock && turnAt(game, game.clock.node);
    const control = turn && this.controlOf(turn);
    if (!this.#clock || !control) return {};
    const { increment, byoyomi } = control;
    const { time, period, move } = this.#clock.reading(turn);
    const now = timeToThink(time);
    const main = period > 0 ? 0 : now;
    return {
      wtime: main,
      btime: main,
      winc: increment,
      binc: increment,
      ...(byoyomi > 0 && { byoyomi: period > 0 ? now : timeToThink(byoyomi) }),
      ...(move !== null && { movetime: timeToThink(move) }),
    };
  }

  /** The time left to both sides. */
  left() {
    const clock = this.#clock;
    return clock && this.#sides.map((side) => Math.round(clock.left(side)));
  }

  get #game() {
    return this.#session.state.game;
  }

  get #sides() {
    return factsOf(this.#game.game).sides;
  }

  #follow() {
    const game = this.#game;
    const { id, clock: kept } = game;
    const meant = this.#meant;
    if (id !== meant.id || kept?.control !== meant.control || kept?.left !== meant.left) this.#restart(game);
    const clock = this.#clock;
    if (clock && kept) {
      if (kept.node !== this.#at) this.#step(clock, game);
      const turn = turnAt(game, kept.node);
      // A flag has fallen but the game goes on: the loss on time was taken back.
      if (clock.left(turn) === 0 && !outcomeAt(game, kept.node)) clock.set(this.#leftAt(game, kept.node));
      const standing = clock.running === null;
      clock.run(this.#runs(game, kept.node) ? turn : null);
      if (!standing && clock.running === null) untracked(() => this.#session.save());
    }
    untracked(() => this.#show());
  }

  /** Set up the clocks of another game or time control, as saved or afresh. @param {Game} game */
  #restart(game) {
    const { id, clock: kept } = game;
    const session = this.#session;
    this.#meant = { id, control: kept?.control ?? '', left: kept?.left ?? null };
    this.#clock?.run(null);
    this.#clock = null;
    const controls = kept ? controlsOf(kept.control) : null;
    this.#controls = controls;
    untracked(() => session.dismiss('clock_paused', 'clock_note'));
    if (!kept || !controls) return;
    this.#at = kept.node;
    this.#clock = new Clock({
      ...this.#parts,
      controls,
      sides: this.#sides,
      onFlag: (side) => batch(() => session.timeOut(side)),
      onTick: () => this.#show(),
      onEvent: (side, event) => this.#game.players[side] === 'person' && this.#parts.onEvent(side, event),
      onSlept: () => this.#note('slept'),
    });
    const before = this.#leftAt(game, kept.node);
    this.#clock.set(kept.left ?? before, before);
    const over = outcomeAt(game, kept.node) !== null;
    if (kept.left && begun(game, kept.node) && !over && session.state.plays)
      untracked(() => session.notify({ kind: 'clock_paused' }));
  }

  /** Take the clocks to another position: after a move or a takeback. @param {Clock} clock @param {Game} game */
  #step(clock, game) {
    const { node, from } = /** @type {NonNullable<Game['clock']>} */ (game.clock);
    const before = this.#at;
    this.#at = node;
    if (from === null) {
      clock.set(this.#leftAt(game, node));
      untracked(() => this.#note('back'));
      return;
    }
    if (from !== before) clock.set(this.#leftAt(game, from));
    const mover = turnAt(game, from);
    if (begun(game, from)) clock.moved(mover);
    untracked(() => {
      if (game.players[mover] === 'person') this.#session.dismiss('clock_paused');
      const there = nodeOf(game.tree, node);
      const timed = { ...there, notes: { ...there.notes, clock: Math.round(clock.left(mover)) } };
      update(this.#session.state, { game: { ...game, tree: replaced(game.tree, [timed]) } });
    });
  }

  /** @param {Game} game @param {number} node */
  #runs(game, node) {
    const { work, engine, notices, plays } = this.#session.state;
    const { view } = nodeOf(game.tree, node);
    if (!plays || !this.#parts.plays() || outcomeAt(game, node) || !begun(game, node)) return false;
    if (playerAt(game, node) === 'engine') return work?.kind === 'move' && engine.state === 'thinking';
    const paused = notices.some(({ kind }) => kind === 'clock_paused');
    return view !== null && ['idle', 'thinking'].includes(engine.state) && !this.state.hidden && !paused;
  }

  /** The time left to both sides at a node. @param {Game} game @param {number} node */
  #leftAt(game, node) {
    const left = (this.#controls ?? []).map(totalTime);
    for (const { parent, notes } of pathTo(game.tree, node)) {
      if (parent !== null && notes?.clock !== undefined)
        left[factsOf(game.game).sides.indexOf(turnAt(game, parent))] = notes.clock;
    }
    return left;
  }

  /** Post a notice about the clocks; it goes with the next move. @param {'slept' | 'hidden' | 'back'} why */
  #note(why) {
    this.#session.notify({ kind: 'clock_note', why });
  }

  #show() {
    this.state.changes += 1;
    const now = this.#parts.now();
    if (!this.#clock?.running || now - this.#savedAt < SAVE_MS) return;
    this.#savedAt = now;
    this.#session.save();
  }
}

/** Whether a game has begun when it reaches a node: somebody has ended a turn. @param {Game} game @param {number} node */
const begun = (game, node) => nodeOf(game.tree, node).notes?.clock !== undefined;
