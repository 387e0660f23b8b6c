// A game with a friend over a channel between the two browsers. Each side sends the game as it does by link, signed, as
// often as the other one lacks something, and once a second how far it has come: so it does not matter what the channel
// drops, delays, doubles or reorders. What arrives is judged as strictly as a link, and a refusal is told.

/** @import { KeptGame } from '../kept-games.js' */
/** @import { Message } from '../links.js' */
/** @import { GameRecord, Invitation, Player } from '../protocol.js' */
/** @import { FriendSession } from '../session.js' */

import { observe, reactive, update } from '../../ui/reactive.js';
import { TAKEN_OVER } from '../arrivals.js';
import { isSigned } from '../keys.js';
import { LinkError, messageFrom, messageValues } from '../links.js';
import { keyOf, moveOf, otherPlayer, signedText, standingOf } from '../protocol.js';

/** @typedef {{ send: (text: string) => void, close: () => void }} Channel */

/** @typedef {Pick<FriendSession, 'friend' | 'record' | 'standing' | 'message' | 'outcome' | 'law' | 'take' | 'timeOf' | 'act' | 'drawLot' | 'newGame' | 'accept'>} LiveSession */

/**
 * Why something was refused: as a link would be, or `late`: the time with a move is not true; `untimely`: a win on time
 * is claimed too early; `broken`, `huge`: no message of ours; `flood`: too many of them, and the channel is closed.
 * @typedef {'late' | 'untimely' | 'broken' | 'huge' | 'flood' | 'newer' | 'forged' | 'illegal' | 'changed' | 'taken' | 'branch' | 'foreign' | 'unchecked'} Refusal
 */

const BEAT_MS = 1000;
/** Without a word for so long, the connection is lost. */
const LOST_MS = 6000;
/** Far more than a game of 2,000 events. */
const LONGEST = 40_000;
/** Messages that may come at once, and in a second. */
const BURST = 60;
const RATE = 20;
/** So many more than that close the channel. */
const FLOOD = 300;
/** What a message with a refused game counts as: each one asks the engine, and an honest browser sends few. */
const REFUSED_COST = 30;
/** By how much the other's clock may differ from ours with a move, and by how much more in a whole game. */
const EXACT_MS = 1000;
const ALLOWED_MS = 60_000;
/** How long the other's time has to be up before a win can be claimed: he owns it himself, as a rule. */
const GRACE_MS = 5000;

/** Meanings of messages that are not taken over, without being wrong. */
const HARMLESS = ['same', 'own', 'old', 'crossed', 'own_invitation'];

export class Live {
  state = reactive({
    connected: false,
    /** Nobody looks at the friend's page. */
    away: false,
    refusal: /** @type {Refusal | null} */ (null),
    /** The friend's browser judges the position otherwise. */
    disagrees: false,
    /** The other's time is up by our clock, and he does not say so. */
    canClaim: false,
    /** A rematch is offered: by the friend, or by this player. */
    rematch: /** @type {Message | null} */ (null),
    proposed: false,
  });
  /** The id of the game that the channel is for. */
  game = '';
  /** What is told of a connection for when this one is lost, until it is answered. @type {string | null} */
  spare = null;
  /** What the friend's browser tells of it; gives what to answer. @type {(code: string) => Promise<string | null>} */
  onSpare = async () => null;
  #session;
  #now;
  #alarm;
  #isSeen;
  /** @type {Channel | null} */
  #channel = null;
  #cancel = () => {};
  /** Judging, one after the other. @type {Promise<unknown>} */
  #work = Promise.resolve();
  #waiting = 0;
  #heardAt = 0;
  #tokens = { left: BURST, at: 0, over: 0 };
  /** Since when the friend is known to know the position in which he is to move. */
  #thinks = { tip: '', since: 0 };
  #allowed = ALLOWED_MS;
  /** What is not worth being judged again. */
  #refused = '';
  /** @type {KeptGame | null} */
  #proposal = null;

  /**
   * @param {LiveSession} session
   * @param {object} [parts]
   * @param {() => number} [parts.now]
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]  returns a function that cancels it
   * @param {() => boolean} [parts.isSeen]  whether somebody looks at this page
   */
  constructor(session, { now = Date.now, alarm = timer, isSeen = () => !document.hidden } = {}) {
    this.#session = session;
    this.#now = now;
    this.#alarm = alarm;
    this.#isSeen = isSeen;
    observe(() => session.message && this.#sendGame());
  }

  // ---- the channel ----

  /** @param {Channel} channel  to the friend's browser, open */
  attach(channel) {
    this.#cancel();
    this.#channel = channel;
    this.game = this.#session.record?.invitation.id ?? '';
    this.#heardAt = this.#now();
    this.#thinks = { tip: '', since: 0 };
    update(this.state, { connected: true });
    const { standing, friend } = this.#session;
    if (standing?.phase === 'lot' && friend.me === 'inviter') this.#session.drawLot().catch(() => {});
    this.#beat();
  }

  /** The channel is closed, or to be closed. */
  detach() {
    this.#cancel();
    this.#channel?.close();
    this.#channel = null;
    update(this.state, { connected: false, away: false, rematch: null, proposed: false });
    this.#proposal = null;
  }

  /** Once everything that has arrived is judged. */
  settled() {
    return this.#work;
  }

  #beat() {
    this.#cancel = this.#alarm(BEAT_MS, () => this.#beat());
    this.sayHowFar();
    const silent = this.#now() - this.#heardAt > LOST_MS;
    if (silent === this.state.connected) update(this.state, { connected: !silent });
    update(this.state, { canClaim: this.#canClaim() });
    if (this.spare) this.#send(['s', this.spare]);
    if (this.#proposal?.last)
      this.#send(['g', ...messageValues({ record: this.#proposal.record, ...this.#proposal.last })]);
  }

  /** Tell the friend's browser how far this one has come. */
  sayHowFar() {
    this.#send(['b', tipOf(this.#session.record), this.#session.law, Number(!this.#isSeen())]);
  }

  #sendGame() {
    const { message } = this.#session;
    if (message) this.#send(['g', ...messageValues(message)]);
  }

  /** @param {unknown[]} values */
  #send(values) {
    try {
      this.#channel?.send(JSON.stringify(values));
    } catch {
      // The channel has closed, or is full: the next beat says it again.
    }
  }

  // ---- what arrives ----

  /** @param {unknown} text */
  hear(text) {
    const at = this.#now();
    if (!this.#channel || !this.#mayHear(at)) return;
    if (typeof text !== 'string' || text.length > LONGEST) return this.#refuse('huge');
    this.#heardAt = at;
    const [kind, ...values] = valuesIn(text);
    if (kind === 'b') this.#hearBeat(values, at);
    else if (kind === 's') this.#hearSpare(values);
    else if (kind !== 'g') this.#refuse('broken');
    else if (this.#waiting < RATE) {
      this.#waiting += 1;
      this.#work = this.#work.then(() => this.#hearGame(values, at));
    }
  }

  /** Whether one more message may come; a flood closes the channel. @param {number} at */
  #mayHear(at) {
    const tokens = this.#tokens;
    tokens.left = Math.min(BURST, tokens.left + ((at - tokens.at) * RATE) / 1000);
    tokens.at = at;
    if (tokens.left >= 1) {
      tokens.left -= 1;
      tokens.over = Math.max(0, tokens.over - 1);
      return true;
    }
    tokens.over += 1;
    if (tokens.over > FLOOD) {
      this.#refuse('flood');
      this.detach();
    }
    return false;
  }

  /** @param {Refusal} refusal */
  #refuse(refusal) {
    update(this.state, { refusal });
  }

  /** @param {unknown[]} values @param {number} at */
  #hearBeat([tip, law, away], at) {
    if (typeof tip !== 'string' || !(law === null || typeof law === 'string')) return this.#refuse('broken');
    const { record, standing, friend, law: own } = this.#session;
    update(this.state, { connected: true, away: away === 1 });
    if (tip !== tipOf(record)) {
      this.#sendGame();
      return;
    }
    if (standing && standing.turn !== friend.me && this.#thinks.tip !== tip)
      this.#thinks = { tip, since: at };
    update(this.state, { disagrees: law !== null && own !== null && law !== own });
  }

  /** @param {unknown[]} values */
  async #hearSpare([code]) {
    try {
      const answer = await this.onSpare(String(code));
      if (answer) this.#send(['s', answer]);
    } catch {
      this.#refuse('broken');
    }
  }

  /** @param {unknown[]} values @param {number} at */
  async #hearGame(values, at) {
    try {
      await this.#judge(messageFrom(values), at);
    } catch (error) {
      if (error instanceof LinkError) this.#refuse(error.code === 'newer' ? 'newer' : 'broken');
      else this.#refuse('unchecked'); // the engine is not running; it is sent again
    } finally {
      this.#waiting -= 1;
    }
  }

  /** @param {Message} message @param {number} at */
  async #judge(message, at) {
    const { record, note } = message;
    const own = this.#session.record;
    if (!own) return;
    if (record.invitation.id !== own.invitation.id) return this.#judgeOther(message);
    const game = signedText(record, note);
    if (isPartOf(record, own) || game === this.#refused) return;
    const excess = this.#excessOf(record, own, at);
    if (excess > this.#allowed) return this.#refuse('late');
    if (this.#isUntimely(record, own, at)) return this.#refuse('untimely');
    const meaning = await this.#session.take(message, { live: true, at });
    if (TAKEN_OVER.includes(meaning)) {
      this.#allowed -= excess;
      update(this.state, { refusal: null, canClaim: false });
      this.sayHowFar(); // from now on we think
    } else if (!HARMLESS.includes(meaning)) {
      this.#refused = game;
      this.#tokens.left -= REFUSED_COST;
      this.#refuse(
        meaning === 'watch' || meaning === 'invitation' ? 'foreign' : /** @type {Refusal} */ (meaning),
      );
    }
  }

  // ---- time ----

  /** How much longer than it says the next move of a record has taken, beyond what a network explains. @param {GameRecord} record @param {GameRecord} own @param {number} at */
  #excessOf(record, own, at) {
    const { standing, friend } = this.#session;
    const move = moveOf(nextEvent(record, own));
    const { tip, since } = this.#thinks;
    if (!standing?.left || standing.turn === friend.me) return 0;
    if (!move || standing.moves.length === 0 || tip !== tipOf(own)) return 0;
    return Math.max(0, at - since - (move.spent ?? 0) - EXACT_MS);
  }

  /** Whether a record goes on with a claim that this player's time is up, which it is not. @param {GameRecord} record @param {GameRecord} own @param {number} at */
  #isUntimely(record, own, at) {
    const { standing, friend } = this.#session;
    if (!friend.me || standing?.turn !== friend.me || !/^[ig]f$/.test(nextEvent(record, own))) return false;
    return (this.#session.timeOf(friend.me, at)?.left ?? 0) > EXACT_MS;
  }

  /** Take the friend's word for his time from now on. */
  trustClock() {
    this.#allowed = Number.POSITIVE_INFINITY;
    update(this.state, { refusal: null });
  }

  #canClaim() {
    const { standing, friend } = this.#session;
    if (!standing?.left || !friend.me || standing.turn === friend.me) return false;
    const time = this.#session.timeOf(otherPlayer(friend.me), this.#now() - GRACE_MS);
    return time?.left === 0;
  }

  // ---- another game ----

  /** Offer the same terms again, with the sides changed; where the friend has offered it, accept. */
  async rematch() {
    const { record, friend } = this.#session;
    const { rematch } = this.state;
    if (!record?.guest || !friend.me) return;
    const name = friend.me === 'guest' ? record.guest.name : record.invitation.name;
    if (rematch) {
      update(this.state, { rematch: null, proposed: false, refusal: null });
      this.#proposal = null;
      this.#allowed = ALLOWED_MS;
      this.game = rematch.record.invitation.id;
      await this.#session.accept(name, { invitation: rematch.record.invitation, live: true });
      return;
    }
    this.#proposal = await this.#session.newGame({ ...rematchOf(record, friend.me), name });
    update(this.state, { proposed: true });
    if (this.#proposal.last)
      this.#send(['g', ...messageValues({ record: this.#proposal.record, ...this.#proposal.last })]);
  }

  /** An invitation to another game, or its acceptance. @param {Message} message */
  async #judgeOther(message) {
    const { record, note, signature } = message;
    const { record: own, friend, outcome } = this.#session;
    const proposal = this.#proposal;
    if (record.guest) {
      if (proposal?.id !== record.invitation.id) return; // of the game before
      this.game = proposal.id;
      const meaning = await this.#session.take(message, { live: true, proposal });
      if (!TAKEN_OVER.includes(meaning)) return this.#refuse('foreign');
      this.#proposal = null;
      this.#allowed = ALLOWED_MS;
      update(this.state, { proposed: false, rematch: null, refusal: null });
      this.sayHowFar();
      return;
    }
    if (!own || !outcome || !friend.me) return;
    const theirs = otherPlayer(friend.me);
    const key = keyOf(own, theirs);
    const isTheirs =
      record.invitation.key === key &&
      Object.entries(rematchOf(own, theirs)).every(
        ([term, value]) => value === record.invitation[/** @type {keyof Invitation} */ (term)],
      ) &&
      (await isSigned(key, signedText(record, note), signature));
    if (!isTheirs) return this.#refuse('foreign');
    if (this.state.rematch?.record.invitation.id === record.invitation.id) return;
    update(this.state, { rematch: message });
    if (!proposal) return;
    // Both have offered it: the inviter's offer counts.
    if (friend.me === 'guest') await this.rematch();
    else update(this.state, { rematch: null });
  }
}

/** How far a record has come, in a word. @param {GameRecord | null} record */
const tipOf = (record) =>
  record
    ? `${record.invitation.id} ${record.guest ? record.events.length : -1} ${record.events.at(-1) ?? ''}`
    : '';

/** Whether a record says nothing that another one does not say. @param {GameRecord} record @param {GameRecord} whole */
const isPartOf = (record, whole) =>
  (!record.guest || whole.guest?.key === record.guest.key) &&
  record.events.every((event, at) => event === whole.events[at]);

/** The event with which a record goes on from another one; empty where it does not. @param {GameRecord} record @param {GameRecord} from */
const nextEvent = (record, from) => (isPartOf(from, record) && record.events[from.events.length]) || '';

/** The terms of a game that a player offers after another one: the same, with the sides changed. @param {GameRecord} record @param {Player} player */
function rematchOf(record, player) {
  const { game, takebacks, days, clock } = record.invitation;
  const first = standingOf(record).first === player ? 'guest' : 'inviter';
  return { game, takebacks, days, clock, first: /** @type {Player} */ (first) };
}

/** @param {string} text @returns {unknown[]} */
function valuesIn(text) {
  try {
    const values = JSON.parse(text);
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** @param {number} ms @param {() => void} act */
function timer(ms, act) {
  const id = setTimeout(act, ms);
  return () => clearTimeout(id);
}
