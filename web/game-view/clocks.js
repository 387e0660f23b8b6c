// The clocks of a game. They start with the first move. They stop while the engine loads or sleeps, while the
// rules are asked, when the game is over, and while the player to move cannot see the page: nobody loses time
// to a download, a sleeping machine or a hidden page. The time left is saved with the game every second.

/** @import { App } from './app.js' */
/** @import { Control, ClockEvent } from '../game/clock.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Game, Side } from '../game/types.js' */
/** @import { Limits } from '../engine/messages.js' */

import { batch, signal, untracked } from '@preact/signals-core';
import { Clock, controlsOf, LOW_MS, timeToNextEvent, timeToThink, totalTime } from '../game/clock.js';
import { outcomeAt, playerAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { nodeOf, pathTo, replaced } from '../game/tree.js';
import { observe, update } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';
import { html, nothing } from '../ui/view.js';

/** How often the time left is saved while a clock runs. */
const SAVE_MS = 1000;

/** @typedef {ReturnType<typeof gameClocks>} GameClocks */

/** The state of the clocks, in milliseconds. @typedef {{ left: Partial<Record<Side, number>>, running: Side | null }} ClockState */

/**
 * @param {App<PlaySession>} app
 * @param {object} options
 * @param {(sentence: string) => void} options.say  to people who do not see the page
 * @param {() => boolean} [options.plays]  whether the person may move
 */
export function gameClocks(app, { say, plays = () => true }) {
  const { session } = app;
  /** Counts the changes of the clock faces. */
  const changes = signal(0);
  const hidden = signal(document.hidden);
  /** @type {Clock | null} */
  let clock = null;
  /** @type {readonly [Control, Control] | null} */
  let controls = null;
  /** The game and time control of this clock; `at` is its node. */
  let meant = { id: '', control: '', left: /** @type {readonly number[] | null} */ (null) };
  let at = 0;
  let savedAt = 0;

  observe(follow);
  let stopped = false;
  document.addEventListener('visibilitychange', () => {
    const running = clock?.running;
    if (document.hidden) stopped = running != null && app.state.game.players[running] === 'person';
    else if (stopped) note('hidden');
    hidden.value = document.hidden;
  });
  addEventListener('pagehide', () => clock?.running && session.save());
  keepAwake(() => changes.value > 0 && !hidden.value && clock?.running != null);

  function follow() {
    const { game } = app.state;
    const { id, clock: kept } = game;
    if (id !== meant.id || kept?.control !== meant.control || kept?.left !== meant.left) restart(game);
    if (clock && kept) {
      if (kept.node !== at) step(game);
      const turn = turnAt(game, kept.node);
      // A flag has fallen but the game goes on: the loss on time was taken back.
      if (clock.left(turn) === 0 && !outcomeAt(game, kept.node)) clock.set(leftAt(game, kept.node));
      const standing = clock.running === null;
      clock.run(runs(game, kept.node) ? turn : null);
      if (!standing && clock.running === null) untracked(() => session.save());
    }
    untracked(show);
  }

  /** Set up the clocks of another game or time control, as saved or afresh. @param {Game} game */
  function restart(game) {
    const { id, clock: kept } = game;
    meant = { id, control: kept?.control ?? '', left: kept?.left ?? null };
    clock?.run(null);
    clock = null;
    controls = kept ? controlsOf(kept.control) : null;
    untracked(() => session.dismiss('clock_paused', 'clock_note'));
    if (!kept || !controls) return;
    at = kept.node;
    clock = new Clock({
      controls,
      sides: factsOf(game.game).sides,
      onFlag: (side) => batch(() => session.timeOut(side)),
      onTick: show,
      onEvent: announce,
      onSlept: () => note('slept'),
    });
    const before = leftAt(game, at);
    clock.set(kept.left ?? before, before);
    const over = outcomeAt(game, at) !== null;
    if (kept.left && begun(game, at) && !over && app.state.plays)
      untracked(() => session.notify({ kind: 'clock_paused' }));
  }

  /** Take the clocks to another position: after a move or a takeback. @param {Game} game */
  function step(game) {
    const { node, from } = /** @type {NonNullable<Game['clock']>} */ (game.clock);
    if (!clock) return;
    if (from === null) {
      clock.set(leftAt(game, node));
      untracked(() => note('back'));
    } else {
      if (from !== at) clock.set(leftAt(game, from));
      const mover = turnAt(game, from);
      if (begun(game, from)) clock.moved(mover);
      const left = Math.round(clock.left(mover));
      at = node;
      untracked(() => {
        if (game.players[mover] === 'person') session.dismiss('clock_paused');
        const there = nodeOf(game.tree, node);
        const timed = { ...there, notes: { ...there.notes, clock: left } };
        update(session.state, { game: { ...game, tree: replaced(game.tree, [timed]) } });
      });
    }
    at = node;
  }

  /** @param {Game} game @param {number} node */
  function runs(game, node) {
    const { work, engine, notices, plays: mine } = app.state;
    const { view } = nodeOf(game.tree, node);
    if (!mine || !plays() || outcomeAt(game, node) || !begun(game, node)) return false;
    if (playerAt(game, node) === 'engine') return work?.kind === 'move' && engine.state === 'thinking';
    const paused = notices.some(({ kind }) => kind === 'clock_paused');
    return view !== null && ['idle', 'thinking'].includes(engine.state) && !hidden.value && !paused;
  }

  /** The time left to both sides at a node. @param {Game} game @param {number} node */
  function leftAt(game, node) {
    const { sides } = factsOf(game.game);
    const left = (controls ?? []).map(totalTime);
    for (const { parent, notes } of pathTo(game.tree, node)) {
      if (parent !== null && notes?.clock !== undefined)
        left[sides.indexOf(turnAt(game, parent))] = notes.clock;
    }
    return left;
  }

  /** Post a notice about the clocks; it goes with the next move. @param {'slept' | 'hidden' | 'back'} why */
  const note = (why) => session.notify({ kind: 'clock_note', why });

  /** Announce an event of a person's clock. @param {Side} side @param {ClockEvent} event */
  function announce(side, event) {
    const { players } = app.state.game;
    if (players[side] !== 'person') return;
    const name = app.t(`game-view.side.${side}`);
    if ('periods' in event) {
      const index = factsOf(app.state.game.game).sides.indexOf(side);
      const seconds = (controls?.[index].byoyomi ?? 0) / 1000;
      say(app.t('game-view.clock.say.byoyomi', { side: name, periods: event.periods, seconds }));
    } else {
      const low = event.left <= LOW_MS;
      if (low) sound(app, 'lowTime');
      say(app.t(low ? 'game-view.clock.say.seconds' : 'game-view.clock.say.minute', { side: name }));
    }
  }

  function show() {
    changes.value += 1;
    const now = performance.now();
    if (!clock?.running || now - savedAt < SAVE_MS) return;
    savedAt = now;
    session.save();
  }

  return {
    /** The clock of a side. @param {Side} side */
    face: (side) => {
      if (changes.value === 0 || !clock) return nothing;
      const face = clock.reading(side);
      const { time, period, move } = face;
      const periods = controls?.[factsOf(app.state.game.game).sides.indexOf(side)].periods ?? 0;
      const spoken = { side: app.t(`game-view.side.${side}`), time: clockText(time) };
      return html`<span
        class="clock"
        role="timer"
        aria-label=${app.t('game-view.clock.face', spoken)}
        ?data-running=${clock.running === side}
        ?data-low=${timeToNextEvent(face) <= LOW_MS}
        >${clockText(time)}${
          move !== null
            ? html`<small>${app.t('game-view.clock.move', { time: clockText(move) })}</small>`
            : nothing
        }${
          period > 0
            ? html`<small>${periods > 1 ? app.t('game-view.clock.periods', { period }) : app.t('game-view.clock.byoyomi')}</small>`
            : nothing
        }</span
      >`;
    },
    /** @returns {ClockState | null} */
    state: () =>
      clock && {
        left: Object.fromEntries(
          factsOf(app.state.game.game).sides.map((side) => [
            side,
            Math.round(clock?.reading(side).time ?? 0),
          ]),
        ),
        running: clock.running,
      },
    /** How long the engine may think about its move. @returns {Limits} */
    limits: () => {
      const { game } = app.state;
      if (!clock || !controls || !game.clock) return {};
      const turn = turnAt(game, game.clock.node);
      const { increment, byoyomi } = controls[factsOf(game.game).sides.indexOf(turn)];
      const { time, period, move } = clock.reading(turn);
      const now = timeToThink(time);
      const main = period > 0 ? 0 : now;
      const later = period > 0 ? now : timeToThink(byoyomi);
      return {
        wtime: main,
        btime: main,
        winc: increment,
        binc: increment,
        ...(byoyomi > 0 && { byoyomi: later }),
        ...(move !== null && { movetime: timeToThink(move) }),
      };
    },
    /** The time left to both sides. */
    left: () => clock && factsOf(app.state.game.game).sides.map((side) => Math.round(clock?.left(side) ?? 0)),
  };
}

/** Whether a game has begun when it reaches a node: somebody has ended a turn. @param {Game} game @param {number} node */
const begun = (game, node) => nodeOf(game.tree, node).notes?.clock !== undefined;

/** Keep the screen on while that is wanted, but never from inside another page. @param {() => boolean} wanted  reads signals */
function keepAwake(wanted) {
  /** @type {Promise<WakeLockSentinel | null> | null} */
  let lock = null;
  if (window.parent !== window) return;
  observe(() => {
    if (wanted() === (lock !== null)) return;
    if (lock) lock.then((held) => held?.release());
    // Some browsers have none, and some refuse it to a frame or when the battery is low.
    lock = lock ? null : (navigator.wakeLock?.request('screen').catch(() => null) ?? Promise.resolve(null));
  });
}

/** Minutes and seconds, and tenths where they count. @param {number} ms */
function clockText(ms) {
  const tenths = ms <= LOW_MS ? Math.floor(ms / 100) : Math.ceil(ms / 1000) * 10;
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  const [hours, rest] = minutes < 60 ? ['', minutes] : [`${Math.floor(minutes / 60)}:`, minutes % 60];
  const text = `${hours}${hours ? String(rest).padStart(2, '0') : rest}:${String(seconds % 60).padStart(2, '0')}`;
  return ms <= LOW_MS ? `${text}.${tenths % 10}` : text;
}
