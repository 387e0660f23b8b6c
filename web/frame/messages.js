// The messages between a page and a frame of ours in it. Both ways they are plain data:
//
//   {ns: 'cannonfish', v: 1, id, type, ...}
//
// A request of the page carries an `id` of its choice, and gets one answer with the same `id`: `state`,
// `bestmove`, or `error`. Requests are carried out in the order they come; a search has only to begin before the next
// one is, so that `stop` can end it. A message that the frame sends unasked has the id null. `frame` is the id from the
// frame's own address, so that a page with several frames knows the sender. Messages never contain code.

import { OPTIONS } from '../game/embed-options.js';
import { MAX_LEVEL } from '../game/games.js';

export const NS = 'cannonfish';
export const VERSION = 1;

/** @typedef {string | number | null} MessageId */

/**
 * The requests of a page.
 *   get                        the state
 *   set    options as in the address: the position, the level, the looks ... From puzzle to another mode, or back, the
 *          answer has `reloads`: another page comes, and further requests wait for its `ready`
 *   move   move: 'h2e2'        play it, for either side; the error `illegal_move` has the `reason`, and in `details` the
 *          `piece` and the `squares` and `pieces` in its way
 *   undo, redo, flip           as the buttons do
 *   go     limits              think about the position that is shown, and answer with the best move
 *   stop                       stop thinking
 *   hint                       point out a good move, and answer with it
 *   sleep                      end the engine until it is needed again; the game stays
 * @typedef {'get' | 'set' | 'move' | 'undo' | 'redo' | 'flip' | 'go' | 'stop' | 'hint' | 'sleep'} RequestType
 */

/** @type {readonly RequestType[]} */
export const REQUESTS = ['get', 'set', 'move', 'undo', 'redo', 'flip', 'go', 'stop', 'hint', 'sleep'];

/** @typedef {{ code: string, message: string, [detail: string]: unknown }} MessageFault */
/** @typedef {{ level?: number, depth?: number, nodes?: number, movetime?: number }} GoLimits */

/** The maximum of each limit of `go`; the minimum is 1. */
const LIMITS = { level: MAX_LEVEL, depth: 90, nodes: 2_000_000_000, movetime: 600_000 };
const MAX_WORD = 64;
/** The fields of every request. */
const ENVELOPE = ['ns', 'v', 'id', 'type'];
/** Those of a type besides. @type {Partial<Record<RequestType, readonly string[]>>} */
const FIELDS = { set: Object.keys(OPTIONS), move: ['move'], go: ['limits'] };

/** Whether a message is meant for us; a page has many others. @param {unknown} data */
export function isOurs(data) {
  return isPlain(data) && data.ns === NS;
}

/** The id to answer with. @param {any} data @returns {MessageId} */
export function messageId(data) {
  const id = data?.id;
  return (typeof id === 'string' && id.length <= MAX_WORD) || Number.isFinite(id) ? id : null;
}

/**
 * What is wrong with a request, or null. Only the rules know whether a move is legal.
 * @param {any} data  one of ours
 * @returns {MessageFault | null}
 */
export function requestFault(data) {
  const { v, id, type } = data;
  if (v !== VERSION)
    return fault('unsupported_version', `this frame speaks version ${VERSION}`, { supported: [VERSION] });
  if (id !== undefined && id !== null && messageId(data) === null) {
    return fault('bad_message', `the id is a number, or a text of at most ${MAX_WORD} characters`, {
      field: 'id',
    });
  }
  if (!REQUESTS.includes(type))
    return fault('unknown_type', `there are ${REQUESTS.join(', ')}`, { field: 'type' });
  const known = FIELDS[/** @type {RequestType} */ (type)] ?? [];
  const unknown = Object.keys(data).filter((name) => ![...ENVELOPE, ...known].includes(name));
  if (unknown.length > 0) return unknownFault(type, unknown, known);
  if (
    type === 'move' &&
    !(typeof data.move === 'string' && /^[a-i]\d{1,2}[a-i]\d{1,2}[a-z]?$/.test(data.move))
  ) {
    return fault('bad_message', "the field 'move' is a move such as h2e2", { field: 'move' });
  }
  return type === 'go' ? limitsFault(data.limits) : null;
}

/** @param {unknown} limits @returns {MessageFault | null} */
function limitsFault(limits) {
  if (limits === undefined || limits === null) return null;
  if (!isPlain(limits)) return fault('bad_message', "the field 'limits' is an object", { field: 'limits' });
  const known = Object.keys(LIMITS);
  const unknown = Object.keys(limits).filter((name) => !known.includes(name));
  if (unknown.length > 0) return unknownFault('limits', unknown, known);
  for (const [name, most] of Object.entries(LIMITS)) {
    const value = limits[name] ?? 1;
    if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most) continue;
    const message = `limits.${name} is a whole number from 1 to ${most}`;
    return fault('bad_message', message, { field: `limits.${name}` });
  }
  return null;
}

/** Fields that would be ignored, such as a misspelt limit. @param {string} where @param {string[]} unknown @param {readonly string[]} known */
function unknownFault(where, unknown, known) {
  const message = `${where} has no ${unknown.join(', ')} (possible: ${known.join(', ') || 'nothing'})`;
  return fault('unknown_field', message, { fields: unknown });
}

/** The limits of a request without a fault. @param {any} data @returns {GoLimits} */
export function limitsOf({ limits }) {
  return Object.fromEntries(
    Object.keys(LIMITS).flatMap((name) => (limits?.[name] ? [[name, limits[name]]] : [])),
  );
}

/** @param {string} code @param {string} message @param {object} [details] @returns {MessageFault} */
function fault(code, message, details = {}) {
  return { code, message, ...details };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
