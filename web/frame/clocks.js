// @ts-check
// The clocks of a frame: each side's in the line that is nearer to it. They begin with the first move; they stand while
// the engine sleeps or loads, while the rules are asked, and when the game is over: nobody loses time by a download.

/** @import { App } from '../ui/app.js' */
/** @import { Frame } from './frame.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Side } from '../game/types.js' */

import '../ui/common.js';
import { signal, untracked } from '@preact/signals-core';
import { Clock, controlOf } from '../game/clock.js';
import { outcomeAt, playerAt, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { observe } from '../game/reactive.js';
import { nodeOf } from '../game/tree.js';
import { html, nothing } from '../ui/view.js';

/** With so much left a clock shows tenths, and is marked. */
const LOW_MS = 10_000;
/** A move of the engine takes at most this part of what it has left, and the better part of what a move brings. */
const SHARE = 1 / 30;
const LEAST_MS = 50;

/** @typedef {ReturnType<typeof frameClocks>} FrameClocks */

/** What a page is told of the clocks. @typedef {{ left: Partial<Record<Side, number>>, running: Side | null }} ClockState */

/**
 * @param {object} parts
 * @param {App} parts.app
 * @param {PlaySession} parts.session
 * @param {Frame} parts.frame
 */
export function frameClocks({ app, session, frame }) {
  /** Counts the changes of the faces. */
  const changes = signal(0);
  /** @type {Clock | null} */
  let clock = null;
  let meant = '';
  let at = 0;
  let begun = false;
  let fallen = false;
  /** @type {any} */
  let next = null;

  /** Another game or another clock: from the beginning. */
  function wind() {
    const { game } = app.state;
    const { clock: text, mode } = frame.options;
    const now = `${game.id} ${mode} ${text}`;
    if (now === meant) return;
    meant = now;
    clock?.run(null);
    at = game.tree.current;
    begun = false;
    fallen = false;
    clock =
      text === null || mode !== 'play'
        ? null
        : new Clock({
            control: controlOf(text),
            sides: factsOf(game.game).sides,
            onFlag: (side) => {
              fallen = true;
              session.timeOut(side);
            },
          });
    clock?.keep(at);
  }

  function follow() {
    wind();
    const { game } = app.state;
    const node = nodeOf(game.tree);
    if (clock && node.id !== at) {
      if (node.parent !== at) clock.back(node.id);
      else {
        if (begun) clock.moved(turnAt(game, at));
        begun = true;
        clock.keep(node.id);
      }
      at = node.id;
    }
    if (fallen && !outcomeAt(game)) {
      // Taken back: the time of this position, too.
      fallen = false;
      clock?.back(node.id);
    }
    clock?.run(begun && runs() ? turnAt(game) : null);
    untracked(show);
  }

  function runs() {
    const { game, work, engine } = app.state;
    if (outcomeAt(game) || !frame.plays) return false;
    if (playerAt(game) === 'engine') return work?.kind === 'move' && engine.state === 'thinking';
    return nodeOf(game.tree).view !== null && ['idle', 'thinking'].includes(engine.state);
  }

  function show() {
    clearTimeout(next);
    changes.value += 1;
    if (!clock?.running) return;
    const step = clock.left(clock.running) < LOW_MS ? 100 : 1000;
    next = setTimeout(show, clock.left(clock.running) % step || step);
  }

  observe(follow);

  return {
    /** @param {'above' | 'below'} place */
    face: (place) => {
      if (changes.value === 0 || !clock) return nothing;
      const { game, orientation } = app.state.game;
      const side = place === 'below' ? orientation : other(game, orientation);
      const left = clock.left(side);
      const time = inWords(left);
      return html`<span
        class="clock"
        role="timer"
        aria-label=${app.t('frame.clock', { side: app.t(`side.${side}`), time })}
        ?data-running=${clock.running === side}
        ?data-low=${left < LOW_MS}
        >${time}</span
      >`;
    },
    /** @returns {ClockState | null} */
    state: () =>
      clock && {
        left: Object.fromEntries(
          factsOf(app.state.game.game).sides.map((side) => [side, Math.round(clock?.left(side) ?? 0)]),
        ),
        running: clock.running,
      },
    /** How long the engine may think about a move; null: as long as it likes. */
    movetime: () => {
      if (!clock) return null;
      const { increment } = controlOf(frame.options.clock ?? '0');
      const left = clock.left(turnAt(app.state.game));
      return Math.max(LEAST_MS, Math.round(Math.min(left / 2, left * SHARE + increment * 0.8)));
    },
  };
}

/** Minutes and seconds, and tenths where they count. @param {number} left */
function inWords(left) {
  const tenths = left < LOW_MS ? Math.floor(left / 100) : Math.ceil(left / 1000) * 10;
  const seconds = Math.floor(tenths / 10);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return left < LOW_MS ? `${text}.${tenths % 10}` : text;
}
