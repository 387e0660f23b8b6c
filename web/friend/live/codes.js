// The two codes with which a live game begins: the invitation, with the terms of the game and how to reach the inviter's
// browser, and the answer, with the guest and his browser. Either also connects two players anew whose game has begun.
// They are bytes in letters, since a whole invitation has to fit into a short message.

/** @import { Guest, Invitation } from '../protocol.js' */
/** @import { Candidate, Ice } from './sdp.js' */

import { GAME_NAMES } from '../../game/games.js';
import { bytesOf, lettersOf } from '../keys.js';
import { codeIn, LinkError } from '../links.js';
import { ProtocolError, recordFrom, valuesOf } from '../protocol.js';
import { isIce, TYPES } from './sdp.js';

/**
 * @typedef {object} Code
 * @property {'offer' | 'answer'} kind
 * @property {string} id  of the game
 * @property {Ice} ice
 * @property {Invitation | null} invitation  of a new game
 * @property {Guest | null} guest  who accepts it
 */

const VERSION = 1;
const FIRSTS = /** @type {const} */ (['inviter', 'guest', 'lot']);
/** The bytes of a key that all of them begin with: its point is not compressed. */
const PLAIN_POINT = 4;
const LOT_BYTES = 16;

/** @param {Code} code */
export function codeOf({ kind, id, ice, invitation, guest }) {
  const out = new Writer();
  out.byte(
    VERSION * 16 +
      (kind === 'answer' ? 1 : 0) +
      (invitation ? 2 : 0) +
      (guest ? 4 : 0) +
      (guest?.lot ? 8 : 0),
  );
  out.bytes(bytesOf(id));
  if (invitation) {
    const { game, first, takebacks, clock, name, key, commitment } = invitation;
    out.byte(GAME_NAMES.indexOf(game) * 16 + FIRSTS.indexOf(first) * 2 + Number(takebacks));
    out.text(clock ?? '');
    out.text(name);
    out.bytes(bytesOf(key).slice(1));
    out.bytes(bytesOf(commitment));
  }
  if (guest) {
    out.text(guest.name);
    out.bytes(bytesOf(guest.key).slice(1));
    out.bytes(bytesOf(guest.lot));
  }
  out.text(ice.ufrag);
  out.text(ice.pwd);
  out.bytes(bytesOfHex(ice.fingerprint));
  for (const candidate of ice.candidates) writeCandidate(out, candidate);
  return lettersOf(Uint8Array.from(out.all));
}

/** @param {string | URL} page @param {Code} code */
export function liveLinkOf(page, code) {
  const url = new URL(page);
  url.search = '';
  url.hash = `l=${codeOf(code)}`;
  return url.href;
}

const LONGEST = 1000;

/** The code of a link, of a text around it, or alone. @param {string} text @returns {Code}  throws a LinkError */
export function readCode(text) {
  const letters = codeIn(text);
  if (!letters) throw new LinkError('no_link');
  if (letters.length > LONGEST) throw new LinkError('too_long');
  try {
    return read(new Reader(bytesOf(letters)));
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('mutilated', String(error));
  }
}

/** @param {Reader} from @returns {Code} */
function read(from) {
  const head = from.byte();
  if (head >> 4 > VERSION) throw new LinkError('newer');
  if (head >> 4 !== VERSION) throw new ProtocolError('the version');
  const id = lettersOf(from.bytes(8));
  const invitation = head & 2 ? readInvitation(from, id) : null;
  const guest = head & 4 ? readGuest(from, (head & 8) > 0) : null;
  const [ufrag, pwd] = [from.text(), from.text()];
  const fingerprint = hexOf(from.bytes(32));
  const candidates = [];
  while (!from.isDone) candidates.push(readCandidate(from));
  const ice = { ufrag, pwd, fingerprint, candidates };
  const kind = head & 1 ? 'answer' : 'offer';
  if (!isIce(ice) || (kind === 'offer' ? guest : invitation)) throw new ProtocolError('the code');
  return { kind, id, ice, invitation, guest };
}

/** @param {Reader} from @param {string} id @returns {Invitation} */
function readInvitation(from, id) {
  const terms = from.byte();
  const [game, first] = [GAME_NAMES[terms >> 4], FIRSTS[(terms >> 1) & 7]];
  const [clock, name] = [from.text(), from.text()];
  const key = keyFrom(from);
  const commitment = first === 'lot' ? lettersOf(from.bytes(32)) : '';
  const invitation = { id, game, first, takebacks: (terms & 1) === 1, days: 0, clock, name, key, commitment };
  return recordFrom(valuesOf({ invitation, guest: null, events: [] })).invitation;
}

/** @param {Reader} from @param {boolean} draws @returns {Guest} */
function readGuest(from, draws) {
  const name = from.text();
  const key = keyFrom(from);
  return { name, key, lot: draws ? lettersOf(from.bytes(LOT_BYTES)) : '' };
}

/** @param {Reader} from */
const keyFrom = (from) => lettersOf(Uint8Array.from([PLAIN_POINT, ...from.bytes(64)]));

// ---- addresses ----

const FORMS = /** @type {const} */ (['v4', 'v6', 'local']);

/** @param {Writer} out @param {Candidate} candidate */
function writeCandidate(out, { type, address, port }) {
  const form = address.endsWith('.local') ? 'local' : address.includes(':') ? 'v6' : 'v4';
  out.byte(TYPES.indexOf(type) * 16 + FORMS.indexOf(form));
  if (form === 'v4') out.bytes(address.split('.').map(Number));
  else if (form === 'local') out.bytes(bytesOfHex(address.replace('.local', '').replaceAll('-', '')));
  else out.bytes(bytesOfV6(address));
  out.bytes([port >> 8, port & 255]);
}

/** @param {Reader} from @returns {Candidate} */
function readCandidate(from) {
  const head = from.byte();
  const [type, form] = [TYPES[head >> 4], FORMS[head & 15]];
  if (!form) throw new ProtocolError('an address');
  const bytes = from.bytes(form === 'v4' ? 4 : 16);
  const hex = hexOf(bytes);
  const address =
    form === 'v4'
      ? bytes.join('.')
      : form === 'local'
        ? `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}.local`
        : (hex.match(/..../g) ?? []).join(':');
  const [high, low] = from.bytes(2);
  return { type, address, port: high * 256 + low };
}

/** @param {string} address */
function bytesOfV6(address) {
  const [head, tail] = address.split('%')[0].split('::');
  const groups = (/** @type {string | undefined} */ text) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array(Math.max(0, zeros)).fill('0'), ...last];
  return bytesOfHex(all.map((group) => group.padStart(4, '0')).join(''));
}

/** @param {string} hex */
const bytesOfHex = (hex) => (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

/** @param {Iterable<number>} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

// ---- bytes ----

class Writer {
  /** @type {number[]} */
  all = [];
  /** @param {number} value */
  byte(value) {
    this.all.push(value);
  }
  /** @param {Iterable<number>} values */
  bytes(values) {
    this.all.push(...values);
  }
  /** @param {string} text  of at most 255 bytes */
  text(text) {
    const bytes = new TextEncoder().encode(text);
    this.byte(bytes.length);
    this.bytes(bytes);
  }
}

class Reader {
  #bytes;
  #at = 0;
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }
  get isDone() {
    return this.#at === this.#bytes.length;
  }
  byte() {
    return this.bytes(1)[0];
  }
  /** @param {number} count */
  bytes(count) {
    if (this.#at + count > this.#bytes.length) throw new ProtocolError('it is cut short');
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
  text() {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes(this.byte()));
  }
}
