// The engine's worker: the one file that starts Pyodide and the one place where messages enter and leave it. What
// they mean is decided in Python (cannonfish/protocol). It can be used without the client, too:
//
//   const worker = new Worker('engine/worker.js', { type: 'module' });
//   worker.onmessage = ({ data }) => data.bestmove && console.log(data.bestmove);
//   worker.postMessage({ fen: 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1' });

/** @import { StateMessage } from './messages.js' */
/** @import { StopWay } from './mailbox.js' */

import './no-scripts.js';
import { addresses, addressOf, fetchJson, learnNames, load } from '../ui/load.js';
import { failing } from './errors.js';
import { openSession } from './host.js';
import { Inbox } from './mailbox.js';
import { ownScript } from './trusted-types.js';

/**
 * The client's first message, which may be left out; every field is optional.
 * @typedef {object} Start
 * @property {'start'} type
 * @property {readonly StopWay[]} [stopWays]
 * @property {'use' | 'renew' | 'off'} [snapshot]
 * @property {string} [execution]
 * @property {SharedArrayBuffer | null} [shared]
 * @property {string} [game]  what will be played first
 * @property {Map<string, string>} [addresses]  see load.js; without them, those of the newest version
 */

const BASE = new URL('../', import.meta.url);
/** The game that is loaded with the engine, and that a snapshot holds. */
const AT_HAND = 'xiangqi';
/** The requests that a snapshot can answer; the smallest one has no type. */
const AT_HAND_TYPES = [undefined, 'view', 'play', 'go', 'stop', 'configure', 'judge', 'notate', 'parse'];
/** The first requests come right after the start; loading the rest can wait. */
const COMPLETE_AFTER_MS = 1000;

const fail = failing(post);
let inbox = new Inbox();
/** @type {((message: any) => void) | null} */
let handle = null;
/** @type {any[]} */
const early = [];
let started = false;

self.onmessage = ({ data }) => {
  if (!started) {
    started = true;
    start(data?.type === 'start' ? data : {});
  }
  if (data?.type !== 'start') receive(data);
};

/** @param {any} message */
function receive(message) {
  if (!handle) early.push(message);
  else if (inbox.isNew(message)) handle(message);
}

/** @param {any} message */
function post(message) {
  self.postMessage(message);
}

/** @param {Partial<Start>} options */
async function start(options) {
  const { snapshot = 'use', game = AT_HAND, stopWays, execution } = options;
  try {
    inbox = new Inbox(options.shared);
    for (const [plain, address] of options.addresses ?? []) addresses.set(plain, address);
    if (addresses.size === 0)
      learnNames((await fetchJson(new URL('data/build.json', BASE), { cache: 'no-cache' })).names, BASE);
    const threads = globalThis.crossOriginIsolated ? helperThreads().catch(() => undefined) : null;
    const how = { inbox, receive, post, stopWays, execution, snapshot, threads };
    const { session, complete } = await openSession({ base: BASE, ...how });
    const whole = once(complete);
    if (game !== AT_HAND) await whole();
    session.prepare(game);
    listen(session, whole);
    setTimeout(() => whole().catch(fail), COMPLETE_AFTER_MS);
  } catch (error) {
    fail(error);
  }
}

async function helperThreads() {
  const { threadsFor } = await load(() => import('./threads.js'));
  return threadsFor(ownScript(new URL(addressOf(new URL('engine/thread.js', BASE)))), post);
}

/**
 * Answer messages. The first one that needs more than a snapshot holds waits until the rest of Python's files is
 * loaded; later messages wait behind it.
 * @param {any} session @param {() => Promise<unknown>} whole @param {boolean} [complete]
 */
function listen(session, whole, complete = false) {
  handle = (message) => {
    if (complete || isAtHand(message)) return answer(session, message);
    handle = null;
    whole().then(() => {
      answer(session, message);
      listen(session, whole, true);
    }, fail);
  };
  for (const message of early.splice(0)) receive(message);
}

/** Whether a snapshot holds all that a message needs; other games, records and endings are loaded later. @param {any} message */
function isAtHand(message) {
  return (
    (message?.game ?? AT_HAND) === AT_HAND &&
    !message?.limits?.algorithm && // the plain algorithms are linked from their files
    !message?.hash && // and so is a program with another table size
    AT_HAND_TYPES.includes(message?.type)
  );
}

/** @param {() => Promise<unknown>} act @returns {() => Promise<unknown>} which acts at the first call only */
function once(act) {
  /** @type {Promise<unknown> | undefined} */
  let done;
  return () => {
    done ??= act();
    return done;
  };
}

/** @param {any} session @param {any} message */
function answer(session, message) {
  let text;
  try {
    text = JSON.stringify(message) ?? 'null';
  } catch (error) {
    const failure = { code: 'bad_message', message: String(error), reason: 'not_json' };
    return post({ id: message.id ?? null, ok: false, error: failure });
  }
  session.receive_text(text);
}

self.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
