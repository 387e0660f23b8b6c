// Two browsers that play live over a network that drops, delays, doubles and reorders, in a time of its own.

import { meaningOf, playerWith, TAKEN_OVER } from '../../../../../web/friend/arrivals.js';
import { newSecret } from '../../../../../web/friend/keys.js';
import { readLink, signed } from '../../../../../web/friend/links.js';
import { Live } from '../../../../../web/friend/live/live.js';
import { eventOf, moveEvent, standingOf } from '../../../../../web/friend/protocol.js';
import { reactive, update } from '../../../../../web/ui/reactive.js';
import { check, invitation } from '../friends.js';

const LETTERS = { resign: 'r', draw: 'd', ask: 'b', grant: 'y', refuse: 'n', runOut: 't', claim: 'f' };

/** A time in which everything happens at once, in its order. */
export class Time {
  now = 1_000_000;
  #due = [];
  #serial = 0;

  alarm = (ms, act) => {
    const entry = { at: this.now + ms, serial: this.#serial++, act };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((each) => each !== entry);
    };
  };

  /** Act on what is due next. @param {() => Promise<unknown>} settled */
  async step(settled) {
    this.#due.sort((a, b) => a.at - b.at || a.serial - b.serial);
    const next = this.#due.shift();
    if (!next) return;
    this.now = Math.max(this.now, next.at);
    next.act();
    await settled();
  }
}

/** What the session of the page is for a live game, without a board: moves are legal as their letters say. */
export class Host {
  law = '';
  #queue = Promise.resolve();
  friend = reactive({ me: null, kept: null });

  constructor(time, signer, name) {
    this.time = time;
    this.signer = signer;
    this.name = name;
  }
  get record() {
    return this.friend.kept?.record ?? null;
  }
  get standing() {
    return this.record && standingOf(this.record);
  }
  get outcome() {
    return this.standing?.outcome ?? null;
  }
  get message() {
    const { kept, me } = this.friend;
    const last = kept?.record.guest ? (standingOf(kept.record).authors.at(-1) ?? 'guest') : 'inviter';
    return kept?.last && last === me ? { record: kept.record, ...kept.last } : null;
  }
  begin(record, secret = '') {
    this.#keep({ record, secret, last: null });
  }
  #keep(kept) {
    update(this.friend, { kept, me: playerWith(kept.record, this.signer.key) });
  }
  #inTurn(act) {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => {});
    return done;
  }
  settled = () => this.#queue;

  timeOf(player, at = this.time.now) {
    const { left, turn, moves, outcome } = this.standing;
    if (!left) return null;
    const runs = moves.length > 0 && !outcome && turn === player;
    const before = left[player];
    return { before, left: Math.max(0, before - (runs ? at - this.friend.kept.turnAt : 0)) };
  }
  add(event, at = this.time.now) {
    return this.#inTurn(async () => {
      const { kept } = this.friend;
      const record = { ...kept.record, events: [...kept.record.events, event] };
      standingOf(record);
      const { signature } = await signed(this.signer, record);
      this.#keep({ ...kept, record, last: { note: '', signature }, turnAt: this.#turnAt(record, at) });
    }).catch(() => {});
  }
  #turnAt(record, at) {
    const [before, after] = [this.standing, standingOf(record)];
    const same = before?.turn === after.turn && before.moves.length === after.moves.length;
    return same ? (this.friend.kept.turnAt ?? at) : at;
  }
  move(uci, offers = false) {
    const { left, moves, turn } = this.standing;
    const time = left && moves.length > 0 ? this.timeOf(turn) : null;
    if (time?.left === 0) return this.act('runOut');
    return this.add(moveEvent(uci, { spent: time ? time.before - time.left : null, offers }));
  }
  act(act) {
    return this.add(eventOf(this.friend.me, LETTERS[act]));
  }
  drawLot() {
    return this.add(`l:${this.friend.kept.secret}`);
  }
  take(message, { at = this.time.now, proposal = null } = {}) {
    return this.#inTurn(async () => {
      const { id } = message.record.invitation;
      const kept = this.record?.invitation.id === id ? this.friend.kept : proposal;
      const own = kept?.record ?? null;
      const meaning = await meaningOf(message, { own, key: this.signer.key, check });
      if (TAKEN_OVER.includes(meaning))
        this.#keep({ ...kept, record: message.record, turnAt: this.#turnAt(message.record, at) });
      return meaning;
    });
  }
  async newGame({ first, clock = '', takebacks }) {
    const { record } = await invitation(this.signer, { first, takebacks, name: this.name, clock });
    const { signature } = await signed(this.signer, record);
    return { id: record.invitation.id, record, secret: '', last: { note: '', signature } };
  }
  async accept(name, { invitation: of }) {
    const lot = of.first === 'lot' ? newSecret() : '';
    const record = { invitation: of, guest: { name, key: this.signer.key, lot }, events: [] };
    const { signature } = await signed(this.signer, record);
    this.#keep({ record, secret: '', last: { note: '', signature } });
  }
}

/** Two players who have met; `links` joins their channels. */
export async function meet(time, signers, options = {}) {
  const hosts = [new Host(time, signers[0], 'Ann'), new Host(time, signers[1], 'Bob')];
  const { record, secret } = await invitation(signers[0], { ...options, name: 'Ann' });
  const lot = options.first === 'lot' ? (options.lot ?? newSecret()) : '';
  const begun = { ...record, guest: { name: 'Bob', key: signers[1].key, lot } };
  hosts[0].begin(begun, secret);
  hosts[1].begin(begun);
  const lives = hosts.map(
    (host) => new Live(host, { now: () => time.now, alarm: time.alarm, isSeen: () => true }),
  );
  return { hosts, lives };
}

/**
 * Join two sides; every packet has a fate of its own.
 * @param {(text: string) => number[]} fate  the delays after which a packet arrives: none where it is lost
 */
export function join(time, lives, fate) {
  const state = { up: true };
  lives.forEach((live, at) => {
    const other = lives[1 - at];
    live.attach({
      send: (text) => {
        if (!state.up) return;
        for (const delay of fate(text)) time.alarm(delay, () => state.up && other.hear(text));
      },
      close() {},
    });
  });
  return state;
}

/** Until both sides have done what they are about. */
export const settle = (hosts, lives) => async () => {
  for (let times = 0; times < 3; times += 1)
    await Promise.all([...lives.map((live) => live.settled()), ...hosts.map((host) => host.settled())]);
};

export { readLink };
