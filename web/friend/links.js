// Links that carry a game between friends: the whole record, the note to its last move and the signature, packed into
// the fragment of the address, which no server ever sees.

/** @import { GameRecord } from './protocol.js' */
/** @import { Signer } from './keys.js' */

import { packed, unpacked } from '../game/packed.js';
import { isNote, ProtocolError, recordFrom, signedText, valuesOf } from './protocol.js';

/** A record as it travels. @typedef {{ record: GameRecord, note: string, signature: string }} Message */

/** Of the protocol: a link of a later one is not read. */
const VERSION = 1;
/** The longest game in a link has a quarter of this. */
const LONGEST = 12_000;

/**
 * A record signed by its last author.
 * @param {Signer} signer
 * @param {GameRecord} record
 * @param {string} [note]
 * @returns {Promise<Message>}
 */
export const signed = async (signer, record, note = '') => ({
  record,
  note,
  signature: await signer.sign(signedText(record, note)),
});

/** A message as plain values. @param {Message} message */
export const messageValues = ({ record, note, signature }) => [VERSION, ...valuesOf(record), note, signature];

/** @param {string | URL} page @param {Message} message */
export async function linkOf(page, message) {
  const url = new URL(page);
  url.search = '';
  url.hash = `f=${await packed(JSON.stringify(messageValues(message)))}`;
  return url.href;
}

/** The letters of a code of a live game: see live/codes.js. */
const CODES = [/#l=([\w-]+)/, /^\s*([\w-]{100,})\s*$/];

/** The code in a text, in a link or alone. @param {string} text */
export const codeIn = (text) => CODES.map((form) => form.exec(text)?.[1]).find(Boolean) ?? null;

/** Whether a text has such a code in it. @param {string} text */
export const hasCode = (text) => codeIn(text) !== null;

/** Whether a text has a link with a game in it. @param {string} text */
export const hasGame = (text) => /#f=/.test(text);

/**
 * The message of a link, or of a text around it.
 * @param {string} text
 * @returns {Promise<Message>}  rejects with a LinkError
 */
export async function readLink(text) {
  const [, letters] = /#f=([\w-]+)/.exec(text) ?? [];
  if (!letters) throw new LinkError('no_link');
  if (letters.length > LONGEST) throw new LinkError('too_long');
  const values = await unpacked(letters)
    .then(JSON.parse)
    .catch(() => null);
  return messageFrom(values);
}

/** A message from plain values. @param {unknown} values @returns {Message}  throws a LinkError */
export function messageFrom(values) {
  if (!Array.isArray(values)) throw new LinkError('mutilated');
  const [version, ...rest] = values;
  if (Number.isInteger(version) && version > VERSION) throw new LinkError('newer');
  const signature = rest.pop();
  const note = rest.pop();
  const proper =
    version === VERSION && isNote(note) && typeof signature === 'string' && signature.length === 86;
  if (!proper) throw new LinkError('mutilated');
  try {
    return { record: recordFrom(rest), note, signature };
  } catch (error) {
    if (error instanceof ProtocolError) throw new LinkError('mutilated', error.message);
    throw error;
  }
}

/**
 * Why a link cannot be read. `no_link`: it is none; `mutilated`: damaged or made up; `newer`: of a later version of the
 * site.
 */
export class LinkError extends Error {
  /** @param {'no_link' | 'too_long' | 'mutilated' | 'newer'} code @param {string} [reason] */
  constructor(code, reason = code) {
    super(reason);
    this.code = code;
  }
}
