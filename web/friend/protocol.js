// A game between friends as a record that both browsers keep: the invitation, the guest, and every event since. What a
// record says (whose turn it is, what is offered, how it ended) is worked out anew from its events; whether moves are
// legal is for the rules to say. Everything here may come from a stranger.
//
// Events are words: `h2e2` a move, `h2e2=` a move with a draw offer, `h2e2.3k` a move by the clock after 12.8 seconds
// (tenths, to the base 36), `l:SECRET` the inviter shows what he drew for the lot, and what either player (`i`, the
// inviter, or `g`, the guest) does beside moves: `gr` resigns, `ib` asks to take back, `gy` grants it, `gn` refuses it,
// `id` accepts a draw, `gt` owns that his time is up, `if` claims that the other's is.

/** @import { GameName } from '../game/types.js' */

import { isGame } from '../game/games.js';
import { afterMove, controlsOf, totalTime } from '../game/time-control.js';

/** @typedef {'inviter' | 'guest'} Player */
/** Who has the first move. @typedef {Player | 'lot'} First */

/**
 * @typedef {object} Invitation
 * @property {string} id
 * @property {GameName} game
 * @property {First} first
 * @property {boolean} takebacks  whether a move may be taken back, with the other's consent
 * @property {number} days  for a move, as a courtesy; 0: no limit
 * @property {string} [clock]  of both players in a live game, see controlsOf in game/time-control.js; empty: none
 * @property {string} name
 * @property {string} key  the inviter's public key
 * @property {string} commitment  of the inviter's secret, where the first move is drawn by lot
 */

/** @typedef {{ name: string, key: string, lot: string }} Guest  lot: what he drew, where the first move is drawn */
/** @typedef {{ invitation: Invitation, guest: Guest | null, events: readonly string[] }} GameRecord */

/**
 * What a record says.
 * @typedef {object} Standing
 * @property {'invited' | 'lot' | 'playing' | 'over'} phase  lot: the inviter has to show what he drew
 * @property {Player | null} first  who has the first move, once that is known
 * @property {string[]} moves  that were not taken back
 * @property {Array<number | null>} clocks  what their players had left after them; null: not played by the clock
 * @property {Record<Player, number> | null} left  of the players' time, in milliseconds; null without clocks
 * @property {Player[]} authors  of the events
 * @property {Player} turn  who moves next
 * @property {Player} acts  who is waited for: the turn, unless there is a request to answer
 * @property {Player | null} asks  who asks to take back
 * @property {Player | null} offers  who offers a draw
 * @property {{ winner: Player | null, termination: Termination } | null} outcome  by the players
 */

/** How players end a game. @typedef {'resignation' | 'agreement' | 'time'} Termination */

/** An event or a record that breaks the protocol. */
export class ProtocolError extends Error {}

export const MOST_DAYS = 30;
export const LONGEST_NAME = 30;
export const LONGEST_NOTE = 200;
/** Far more than the longest game. */
const MOST_EVENTS = 2000;

const MOVE = /^([a-i]\d{1,2}[a-i]\d{1,2}[qrbn]?)(?:\.([\da-z]{1,5}))?(=?)$/;
const ACT = /^([ig])([rbyndtf])$/;
const LOT = /^l:([\w-]{22})$/;

/** The other player. @param {Player} player @returns {Player} */
export const otherPlayer = (player) => (player === 'inviter' ? 'guest' : 'inviter');

/** @param {Player} player @param {'r' | 'b' | 'y' | 'n' | 'd' | 't' | 'f'} act */
export const eventOf = (player, act) => player[0] + act;

/** The unit of the times of moves, in milliseconds. */
export const TICK_MS = 100;

/**
 * A move as an event.
 * @param {string} uci
 * @param {{ spent?: number | null, offers?: boolean }} [how]  spent: milliseconds by the clock; offers: a draw
 */
export const moveEvent = (uci, { spent = null, offers = false } = {}) =>
  uci + (spent === null ? '' : `.${Math.floor(spent / TICK_MS).toString(36)}`) + (offers ? '=' : '');

/** The move of an event, and the time it took in milliseconds; null: the event is none. @param {string} event */
export function moveOf(event) {
  const [, uci, ticks, offer] = MOVE.exec(event) ?? [];
  if (!uci) return null;
  return {
    uci,
    spent: ticks === undefined ? null : Number.parseInt(ticks, 36) * TICK_MS,
    offers: offer !== '',
  };
}

/** The time control of a record; null without clocks. @param {Pick<GameRecord, 'invitation'>} record */
export const controlIn = ({ invitation: { clock } }) => (clock ? (controlsOf(clock)?.[0] ?? null) : null);

/** @param {unknown} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new ProtocolError(what);
}

/** What the records that are in use say. @type {WeakMap<GameRecord, Readonly<Standing>>} */
const standings = new WeakMap();

/**
 * What a record says. Throws a ProtocolError at the first event that its author may not do.
 * @param {GameRecord} record
 */
export function standingOf(record) {
  const standing = standings.get(record) ?? workedOut(record);
  standings.set(record, standing);
  return standing;
}

/** @param {GameRecord} record @returns {Standing} */
function workedOut({ invitation, guest, events }) {
  const known = invitation.first === 'lot' ? null : invitation.first;
  const control = controlIn({ invitation });
  /** @type {Standing} */
  const standing = {
    phase: guest ? (known ? 'playing' : 'lot') : 'invited',
    first: known,
    moves: [],
    clocks: [],
    left: control && { inviter: totalTime(control), guest: totalTime(control) },
    authors: [],
    turn: known ?? 'inviter',
    acts: guest ? (known ?? 'inviter') : 'guest',
    asks: null,
    offers: null,
    outcome: null,
  };
  check(guest || events.length === 0, 'events before the invitation is accepted');
  for (const event of events) {
    check(standing.phase !== 'over', 'an event after the end');
    standing.authors.push(
      standing.phase === 'lot' ? drawLot(standing, event, guest) : play(standing, event, invitation, control),
    );
    standing.turn = turnOf(standing);
    standing.acts = standing.asks ? otherPlayer(standing.asks) : standing.turn;
  }
  return standing;
}

/** @param {Standing} standing */
function turnOf({ first, moves }) {
  const player = first ?? 'inviter';
  return moves.length % 2 === 0 ? player : otherPlayer(player);
}

/** @param {Standing} standing @param {string} event @param {Guest | null} guest @returns {Player} */
function drawLot(standing, event, guest) {
  const [, secret] = LOT.exec(event) ?? [];
  check(secret && guest, 'the lot has to be drawn first');
  standing.first = firstByLot(secret, guest.lot);
  standing.phase = 'playing';
  return 'inviter';
}

/** Who has the first move when both have drawn: neither alone decides it. @param {string} secret @param {string} lot @returns {Player} */
const firstByLot = (secret, lot) =>
  (secret.charCodeAt(0) + lot.charCodeAt(0)) % 2 === 0 ? 'inviter' : 'guest';

/** @param {Standing} standing @param {string} event @param {Invitation} invitation @param {ReturnType<typeof controlIn>} control @returns {Player} */
function play(standing, event, invitation, control) {
  const move = moveOf(event);
  const author = standing.turn;
  if (move) {
    check(standing.asks !== author, 'a move while a take-back is asked for');
    standing.clocks.push(takeTime(standing, move.spent, control));
    standing.moves.push(move.uci);
    standing.asks = null; // a move instead of an answer refuses
    standing.offers = move.offers ? author : null;
    return author;
  }
  const [, letter, act] = ACT.exec(event) ?? [];
  check(letter, `no event: ${event.slice(0, 20)}`);
  const player = letter === 'i' ? 'inviter' : 'guest';
  const answers = standing.asks === otherPlayer(player);
  if (act === 'r') end(standing, otherPlayer(player), 'resignation');
  else if (act === 'd') {
    check(standing.offers === otherPlayer(player), 'no draw was offered');
    end(standing, null, 'agreement');
  } else if (act === 'b') {
    check(
      invitation.takebacks && !standing.asks && takenBack(standing, player) > 0,
      'nothing can be taken back',
    );
    standing.asks = player;
    standing.offers = null;
  } else if (act === 't' || act === 'f') {
    const loser = act === 't' ? player : otherPlayer(player);
    check(standing.left && standing.moves.length > 0 && loser === standing.turn, 'no clock runs');
    end(standing, otherPlayer(loser), 'time');
  } else {
    check(answers, 'no take-back was asked for');
    if (act === 'y') {
      const kept = standing.moves.length - takenBack(standing, otherPlayer(player));
      standing.moves.length = kept;
      standing.clocks.length = kept;
    }
    standing.asks = null;
  }
  return player;
}

/**
 * The clock of the player to move after a move; the first move of a game starts the clocks.
 * @param {Standing} standing
 * @param {number | null} spent
 * @param {ReturnType<typeof controlIn>} control
 */
function takeTime(standing, spent, control) {
  const { left, turn } = standing;
  if (spent === null || !control || !left) {
    check(spent === null, 'a time without clocks');
    return null;
  }
  check(standing.moves.length > 0, 'the clocks stand before the first move');
  check(spent < left[turn] && (control.move === 0 || spent <= control.move), 'the time was up');
  standing.left = { ...left, [turn]: afterMove(control, left[turn] - spent) };
  return standing.left[turn];
}

/** How many moves go when a player takes back: his last, and what was played after it. @param {Standing} standing @param {Player} player */
export function takenBack({ moves, turn }, player) {
  const count = turn === player ? 2 : 1;
  return moves.length >= count ? count : 0;
}

/** @param {Standing} standing @param {Player | null} winner @param {Termination} termination */
function end(standing, winner, termination) {
  standing.outcome = { winner, termination };
  standing.asks = null;
  standing.offers = null;
  standing.phase = 'over';
}

/** Who wrote a record last: the one who signs it. @param {GameRecord} record @returns {Player} */
export function lastAuthor(record) {
  if (!record.guest) return 'inviter';
  return standingOf(record).authors.at(-1) ?? 'guest';
}

/** @param {GameRecord} record @param {Player} player */
export const keyOf = ({ invitation, guest }, player) =>
  (player === 'inviter' ? invitation : guest)?.key ?? '';

// ---- as a text ----

/** A record as plain values, in the order in which it is signed. @param {GameRecord} record */
export function valuesOf({ invitation, guest, events }) {
  const { id, game, first, takebacks, days, name, key, commitment, clock } = invitation;
  return [
    [id, game, first, Number(takebacks), days, name, key, commitment, ...(clock ? [clock] : [])],
    guest && [guest.name, guest.key, guest.lot],
    events.join(' '),
  ];
}

/** What is signed: a record, and the note that goes with its last event. @param {GameRecord} record @param {string} note */
export const signedText = (record, note) =>
  `cannonfish friend 1\n${JSON.stringify([...valuesOf(record), note])}`;

/** A record from plain values. Throws a ProtocolError. @param {unknown} values @returns {GameRecord} */
export function recordFrom(values) {
  check(Array.isArray(values) && values.length === 3, 'not a record');
  const [head, second, line] = values;
  check(Array.isArray(head) && [8, 9].includes(head.length), 'not an invitation');
  const [id, game, first, takebacks, days, name, key, commitment, clock = ''] = head;
  check(isMatch(id, /^[\w-]{11}$/), 'the id');
  check(isGame(game), 'the game');
  check(['inviter', 'guest', 'lot'].includes(first), 'the first move');
  check(takebacks === 0 || takebacks === 1, 'taking back');
  check(Number.isInteger(days) && days >= 0 && days <= MOST_DAYS, 'the days');
  check(isName(name) && isKey(key), 'the inviter');
  check(isMatch(commitment, first === 'lot' ? /^[\w-]{43}$/ : /^$/), 'the lot');
  check(clock === '' ? head.length === 8 : isClock(clock), 'the clock');
  const guest = second === null ? null : guestFrom(second, first === 'lot');
  check(guest?.key !== key, 'one player has both sides');
  check(typeof line === 'string', 'the events');
  const events = line === '' ? [] : line.split(' ');
  check(events.length <= MOST_EVENTS, 'too many events');
  const invitation = { id, game, first, takebacks: takebacks === 1, days, name, key, commitment, clock };
  const record = { invitation, guest, events };
  standingOf(record);
  return record;
}

/** @param {unknown} values @param {boolean} draws @returns {Guest} */
function guestFrom(values, draws) {
  check(Array.isArray(values) && values.length === 3, 'not a guest');
  const [name, key, lot] = values;
  check(isName(name) && isKey(key), 'the guest');
  check(isMatch(lot, draws ? /^[\w-]{22}$/ : /^$/), 'the guest’s lot');
  return { name, key, lot };
}

/** @param {unknown} value @param {RegExp} form @returns {value is string} */
const isMatch = (value, form) => typeof value === 'string' && form.test(value);

/** @param {unknown} value @returns {value is string} */
const isClock = (value) =>
  isMatch(value, /^[^,]{3,20}$/) && controlsOf(/** @type {string} */ (value)) !== null;

/** @param {unknown} value @returns {value is string} */
const isKey = (value) => isMatch(value, /^[\w-]{87}$/);

/** @param {unknown} value @returns {value is string} */
const isName = (value) => typeof value === 'string' && value === tidied(value, LONGEST_NAME);

/** @param {unknown} value @returns {value is string} */
export const isNote = (value) => typeof value === 'string' && value === tidied(value, LONGEST_NOTE);

/** A text that a person typed: on one line, without signs that reorder or hide text, and not too long. @param {string} text @param {number} most */
export function tidied(text, most) {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return Array.from(plain).slice(0, most).join('').trim();
}
