// The clocks of a game on the page: their faces, what is said of them, and the screen that stays on.

/** @import { App } from './app.js' */
/** @import { ClockEvent } from '../game/clock.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Side } from '../game/types.js' */

import { LOW_MS, timeToNextEvent } from '../game/clock.js';
import { GameClocks } from '../game/game-clocks.js';
import { observe } from '../ui/reactive.js';
import { sound } from '../ui/sound.js';
import { html, nothing } from '../ui/view.js';

/** What a face shows. @typedef {Pick<GameClocks, 'reading' | 'running' | 'controlOf'>} Readings */
/** Clocks with the face of a side. @typedef {Pick<GameClocks, 'shown' | 'limits' | 'left' | 'hide'> & { face: (side: Side) => import('../ui/view.js').Template }} ShownClocks */

/**
 * @param {App<PlaySession>} app
 * @param {object} options
 * @param {(sentence: string) => void} options.say  to people who do not see the page
 * @param {() => boolean} [options.plays]  whether the person may move
 * @returns {ShownClocks}
 */
export function gameClocks(app, { say, plays }) {
  const onEvent = (/** @type {Side} */ side, /** @type {ClockEvent} */ event) =>
    tellOfTime(app, side, event, { clocks, say });
  const clocks = new GameClocks({ session: app.session, plays, onEvent });
  clocks.hide(document.hidden);
  document.addEventListener('visibilitychange', () => clocks.hide(document.hidden));
  addEventListener('pagehide', () => clocks.running && app.session.save());
  keepAwake(() => clocks.running !== null && !clocks.state.hidden);
  return Object.assign(clocks, { face: (/** @type {Side} */ side) => clockFace(app, clocks, side) });
}

/** Say what has happened to a person's clock. @param {App<any>} app @param {Side} side @param {ClockEvent} event @param {{ clocks: Readings, say: (sentence: string) => void }} with */
export function tellOfTime(app, side, event, { clocks, say }) {
  if ('left' in event && event.left <= LOW_MS) sound(app, 'lowTime');
  say(eventInWords(app, side, event, clocks));
}

/** @param {App<any>} app @param {Side} side @param {ClockEvent} event @param {Readings} clocks */
function eventInWords(app, side, event, clocks) {
  const name = app.t(`game-view.side.${side}`);
  if ('periods' in event) {
    const seconds = (clocks.controlOf(side)?.byoyomi ?? 0) / 1000;
    return app.t('game-view.clock.say.byoyomi', { side: name, periods: event.periods, seconds });
  }
  const unit = event.left <= LOW_MS ? 'seconds' : 'minute';
  return app.t(`game-view.clock.say.${unit}`, { side: name });
}

/** @param {App<any>} app @param {Readings} clocks @param {Side} side */
export function clockFace(app, clocks, side) {
  const reading = clocks.reading(side);
  if (!reading) return nothing;
  const { time, period, move, periods } = reading;
  const spoken = { side: app.t(`game-view.side.${side}`), time: clockText(time) };
  return html`<span
    class="clock"
    role="timer"
    aria-label=${app.t('game-view.clock.face', spoken)}
    ?data-running=${clocks.running === side}
    ?data-low=${timeToNextEvent(reading) <= LOW_MS}
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
}

/** Keep the screen on while that is wanted, but never from inside another page. @param {() => boolean} wanted  reads signals */
export function keepAwake(wanted) {
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
