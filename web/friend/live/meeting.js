// How two browsers meet: one makes an invitation, the other one answers, and the first takes the answer. If no
// connection comes about, the same game goes on by link.

/** @import { FriendSession } from '../session.js' */
/** @import { Channel, Live } from './live.js' */
/** @import { Code } from './codes.js' */
/** @import { Ice } from './sdp.js' */

import { reactive, update } from '../../ui/reactive.js';
import { LinkError } from '../links.js';
import { ProtocolError } from '../protocol.js';
import { liveLinkOf, readCode } from './codes.js';

/** So long a connection may take once the answer is there. */
export const PATIENCE_MS = 20_000;
/** How soon another tab says that it takes an answer. */
const TABS_MS = 700;

/**
 * - `invited`: by a code, and not accepted yet; `making`: a code is being made
 * - `inviting`, `answering`: the code is to be sent; `connecting`: both are known to each other
 * - `playing`: the browsers are connected, or were; `failed`: they could not be connected
 * @typedef {'none' | 'invited' | 'making' | 'inviting' | 'answering' | 'connecting' | 'playing' | 'failed'} Phase
 */

/**
 * The part of Connection that a meeting needs.
 * @typedef {{ offer: () => Promise<Ice>, answer: (ice: Ice) => Promise<Ice>, take: (ice: Ice) => Promise<void>, close: () => void }} AnyConnection
 */

export class Meeting {
  state = reactive({
    phase: /** @type {Phase} */ ('none'),
    /** The link that is to be sent. */
    link: /** @type {string | null} */ (null),
    /** Of the game that this is about. */
    id: '',
  });
  #session;
  #live;
  #page;
  #connect;
  #tabs;
  #alarm;
  /** @type {AnyConnection | null} */
  #connection = null;
  /** The code that invites this player. @type {Code | null} */
  #code = null;
  #cancel = () => {};

  /**
   * @param {FriendSession} session
   * @param {Live} live
   * @param {object} parts
   * @param {string} parts.page  the address of the friend page
   * @param {(on: import('./connection.js').Listeners) => AnyConnection} parts.connect
   * @param {BroadcastChannel} parts.tabs  of this browser
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]
   */
  constructor(session, live, { page, connect, tabs, alarm = timer }) {
    this.#session = session;
    this.#live = live;
    this.#page = page;
    this.#connect = connect;
    this.#tabs = tabs;
    this.#alarm = alarm;
    tabs.addEventListener('message', ({ data }) => this.#hearTab(data));
  }

  /** Whether this is about the game at hand. */
  get isHere() {
    return this.state.phase !== 'none' && this.state.id === this.#session.record?.invitation.id;
  }

  // ---- to be connected ----

  /** Invite to the game at hand, or connect its players anew. */
  async invite() {
    const { record } = this.#session;
    if (!record) return;
    const { invitation, guest } = record;
    const connection = this.#begin(invitation.id);
    await this.#make('inviting', async () => ({
      kind: 'offer',
      id: invitation.id,
      ice: await connection.offer(),
      invitation: guest ? null : invitation,
      guest: null,
    }));
  }

  /** Accept the invitation that came with a code. @param {string} name */
  async accept(name) {
    const code = this.#code;
    if (!code) return;
    await this.#session.accept(name, { live: true });
    await this.#answer(code);
  }

  /** @param {Code} code */
  async #answer(code) {
    const { record } = this.#session;
    const connection = this.#begin(code.id);
    await this.#make('answering', async () => ({
      kind: 'answer',
      id: code.id,
      ice: await connection.answer(code.ice),
      invitation: null,
      guest: code.invitation ? (record?.guest ?? null) : null,
    }));
  }

  /** @param {Phase} phase @param {() => Promise<Code>} make */
  async #make(phase, make) {
    const connection = this.#connection;
    try {
      const code = await make();
      if (connection !== this.#connection) return; // another one has begun
      // It may be connected already: a browser that is known is found at once.
      if (this.state.phase === 'making') update(this.state, { phase, link: liveLinkOf(this.#page, code) });
    } catch {
      if (connection === this.#connection) this.#fail(); // this browser has no such connections
    }
  }

  /** @param {string} id */
  #begin(id) {
    this.#end();
    this.#connection = this.#connect({
      onOpen: (channel) => this.#opened(id, channel),
      onMessage: (text) => this.#live.hear(text),
      onClose: () => this.#live.state.connected && update(this.#live.state, { connected: false }),
    });
    update(this.state, { phase: 'making', link: null, id });
    return this.#connection;
  }

  /** @param {string} id @param {Channel} channel */
  async #opened(id, channel) {
    this.#cancel();
    if (this.#session.record?.invitation.id !== id) return channel.close(); // the person has left that game
    await this.#session.setLive(true);
    this.#live.attach(channel);
    update(this.state, { phase: 'playing', link: null });
  }

  #fail() {
    this.#end();
    update(this.state, { phase: 'failed', link: null });
    this.#session.setLive(false);
  }

  #end() {
    this.#cancel();
    this.#live.detach();
    this.#connection?.close();
    this.#connection = null;
  }

  /** Go on by link. */
  async byLink() {
    this.#end();
    update(this.state, { phase: 'none', link: null });
    await this.#session.setLive(false);
  }

  /** The person leaves the game. */
  leave() {
    this.#end();
    this.#code = null;
    update(this.state, { phase: 'none', link: null, id: '' });
  }

  /** The game at hand has become another one, with the same friend. @param {string} id */
  follow(id) {
    if (this.state.phase === 'playing') update(this.state, { id });
  }

  // ---- what arrives ----

  /** A code, a link with one, or a text around it. @param {string} text */
  async receive(text) {
    const { friend } = this.#session;
    try {
      const code = readCode(text);
      update(friend, { news: null });
      await (code.kind === 'offer' ? this.#takeOffer(code) : this.#takeAnswer(code, text));
    } catch (error) {
      if (error instanceof LinkError) update(friend, { news: error.code });
      else if (error instanceof ProtocolError) update(friend, { news: 'mutilated' });
      else throw error;
    }
  }

  /** @param {Code} code */
  async #takeOffer(code) {
    const session = this.#session;
    const isHere = session.record?.invitation.id === code.id || (await session.turnToGame(code.id));
    const { record, friend } = session;
    if (!isHere) {
      if (!code.invitation) return update(friend, { news: 'no_game' });
      await session.see(code.invitation);
      this.#code = code;
      update(this.state, { phase: 'invited', link: null, id: code.id });
    } else if (!record?.guest) {
      update(friend, { news: friend.me ? 'own_invitation' : null });
    } else if (friend.me) await this.#answer(code);
  }

  /** @param {Code} code @param {string} text */
  async #takeAnswer(code, text) {
    const session = this.#session;
    if (this.#connection && this.state.phase === 'inviting' && this.state.id === code.id) {
      if (code.guest && !(await session.welcome(code.guest)))
        return update(session.friend, { news: 'taken' });
      update(this.state, { phase: 'connecting', link: null });
      this.#cancel = this.#alarm(PATIENCE_MS, () => this.#fail());
      await this.#connection.take(code.ice).catch(() => this.#fail());
      return;
    }
    if (await this.#isTaken(code.id, text)) return update(session.friend, { news: 'elsewhere' });
    // The tab that has made the invitation is gone: the game goes on by link.
    if (session.record?.invitation.id !== code.id && !(await session.turnToGame(code.id)))
      return update(session.friend, { news: 'no_game' });
    if (code.guest && !(await session.welcome(code.guest))) return update(session.friend, { news: 'taken' });
    update(this.state, { phase: 'failed', id: code.id, link: null });
    await session.setLive(false);
  }

  /** Whether another tab takes an answer. @param {string} id @param {string} text @returns {Promise<boolean>} */
  #isTaken(id, text) {
    return new Promise((resolve) => {
      const done = (/** @type {boolean} */ taken) => {
        this.#tabs.removeEventListener('message', listen);
        cancel();
        resolve(taken);
      };
      const listen = (/** @type {MessageEvent} */ { data }) => data?.taken === id && done(true);
      const cancel = this.#alarm(TABS_MS, () => done(false));
      this.#tabs.addEventListener('message', listen);
      this.#tabs.postMessage({ id, text });
    });
  }

  /** @param {any} data */
  #hearTab(data) {
    if (!data?.text || this.state.phase !== 'inviting' || this.state.id !== data.id) return;
    this.#tabs.postMessage({ taken: data.id });
    this.receive(data.text);
  }
}

/** @param {number} ms @param {() => void} act */
function timer(ms, act) {
  const id = setTimeout(act, ms);
  return () => clearTimeout(id);
}
