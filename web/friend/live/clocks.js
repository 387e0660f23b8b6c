// The clocks of a live game. Each side's own browser counts its time; this one shows both, and owns when its player's
// time is up. They run on while a page is hidden, closed or without a network.

/** @import { FriendSession } from '../session.js' */
/** @import { Control } from '../../game/time-control.js' */
/** @import { Side } from '../../game/types.js' */

import { Clock } from '../../game/clock.js';
import { factsOf } from '../../game/games.js';
import { observe, reactive } from '../../ui/reactive.js';
import { controlIn } from '../protocol.js';

export class LiveClocks {
  state = reactive({ changes: 0, hidden: false });
  #session;
  #parts;
  /** @type {Clock | null} */
  #clock = null;
  /** @type {Control | null} */
  #control = null;
  #id = '';

  /**
   * @param {FriendSession} session
   * @param {{ now?: () => number, alarm?: (ms: number, act: () => void) => () => void, onEvent?: (side: Side, event: import('../../game/clock.js').ClockEvent) => void }} [parts]
   *   onEvent: of this player's clock
   */
  constructor(session, { now = Date.now, onEvent = () => {}, ...parts } = {}) {
    this.#session = session;
    this.#parts = { now, onEvent, ...parts };
    observe(() => this.#follow());
  }

  /** Whose clock runs. */
  get running() {
    return this.state.changes >= 0 ? (this.#clock?.running ?? null) : null;
  }

  /** What the clock of a side shows; null without clocks. @param {Side} side */
  reading(side) {
    if (this.state.changes < 0 || !this.#clock) return null;
    return { ...this.#clock.reading(side), periods: this.#control?.periods ?? 0 };
  }

  controlOf() {
    return this.#control ?? undefined;
  }

  // What only games against an engine need.
  shown = () => null;
  left = () => null;
  limits = () => ({});
  hide() {}

  #follow() {
    const { record, standing, friend } = this.#session;
    const control = record && controlIn(record);
    if (!record || !control || !standing?.left || !standing.first) {
      this.#clock?.run(null);
      this.#clock = null;
      this.#control = null;
      this.#id = '';
      this.state.changes = 0;
      return;
    }
    const { id, game } = record.invitation;
    const { sides } = factsOf(game);
    if (id !== this.#id || !this.#clock) {
      this.#clock?.run(null);
      this.#id = id;
      this.#control = control;
      this.#clock = new Clock({
        ...this.#parts,
        controls: [control, control],
        sides,
        asleep: Number.POSITIVE_INFINITY,
        onFlag: (side) => this.#flag(side),
        onTick: () => this.#show(),
        onEvent: (side, event) =>
          side === this.#session.sideOf(this.#session.friend.me) && this.#parts.onEvent(side, event),
      });
    }
    const clock = this.#clock;
    const runs = this.#session.clockRuns && friend.kept;
    const players = /** @type {const} */ (['inviter', 'guest']);
    const times = sides.map((side) => {
      const player = players.find((each) => this.#session.sideOf(each) === side);
      return (player && this.#session.timeOf(player, this.#parts.now())) ?? { before: 0, left: 0 };
    });
    clock.set(
      times.map(({ left }) => left),
      times.map(({ before }) => before),
    );
    if (runs) clock.run(this.#session.sideOf(standing.turn));
    this.#show();
  }

  /** @param {Side} side */
  #flag(side) {
    const { friend } = this.#session;
    this.#show();
    if (side === this.#session.sideOf(friend.me) && this.#session.state.plays)
      this.#session.act('runOut').catch(() => {}); // it has ended in another way
  }

  #show() {
    queueMicrotask(() => {
      this.state.changes += 1;
    });
  }
}
