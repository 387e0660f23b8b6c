// How two browsers meet: one makes an invitation, the other one answers, and the first takes the answer. If no
// connection comes about, the same game goes on by link. Once they are connected they prepare a second connection, for
// when the first is lost: then, and when one of them has been reloaded, they find each other without a new link.

/** @import { FriendSession } from '../session.js' */
/** @import { Channel, Live } from './live.js' */
/** @import { Code } from './codes.js' */
/** @import { Line } from './connection.js' */
/** @import { Ice } from './sdp.js' */

import { onChange, reactive, update } from '../../ui/reactive.js';
import { LinkError } from '../links.js';
import { ProtocolError } from '../protocol.js';
import { codeOf, liveLinkOf, readCode } from './codes.js';

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
 * @typedef {{ offer: (own?: Ice | null) => Promise<Line>, answer: (theirs: Ice, own?: Ice | null) => Promise<Line>,
 *   take: (theirs: Ice) => Promise<void>, seek: () => void, close: () => void }} AnyConnection
 */

/** A connection, and what the friend's browser has to know of it. @typedef {{ connection: AnyConnection, line: Line }} Described */

export class Meeting {
  state = reactive({
    phase: /** @type {Phase} */ ('none'),
    /** The link that is to be sent. */
    link: /** @type {string | null} */ (null),
    /** Of the game that this is about. */
    id: '',
    /** Whether a reload finds the friend again. */
    spare: false,
  });
  #session;
  #live;
  #page;
  #connect;
  #asksServers;
  #tabs;
  #alarm;
  #certificate;
  /** @type {AnyConnection | null} */
  #connection = null;
  /** The one for when the first is lost, and what is kept of it. @type {AnyConnection | null} */
  #spare = null;
  /** @type {Line | null} */
  #spareLine = null;
  /** The code that invites this player. @type {Code | null} */
  #code = null;
  /** What is made ahead: an offer, or the answer to theirs. @type {{ theirs: Ice | null, made: Promise<Described | null> } | null} */
  #ready = null;
  /** The description that the newest code is waiting for. @type {unknown} */
  #making = null;
  #cancel = () => {};

  /**
   * @param {FriendSession} session
   * @param {Live} live
   * @param {object} parts
   * @param {string} parts.page  the address of the friend page
   * @param {(parts: import('./connection.js').Listeners & { certificate: RTCCertificate | null }) => AnyConnection} parts.connect
   * @param {() => Promise<RTCCertificate | null>} [parts.newCertificate]
   * @param {() => boolean} [parts.asksServers]  whether a connection that is described asks servers for addresses
   * @param {BroadcastChannel} parts.tabs  of this browser
   * @param {(ms: number, act: () => void) => () => void} [parts.alarm]
   */
  constructor(
    session,
    live,
    { page, connect, tabs, asksServers = () => false, newCertificate = async () => null, alarm = timer },
  ) {
    this.#session = session;
    this.#live = live;
    this.#page = page;
    this.#connect = connect;
    this.#asksServers = asksServers;
    this.#tabs = tabs;
    this.#alarm = alarm;
    this.#certificate = once(newCertificate);
    tabs.addEventListener('message', ({ data }) => this.#hearTab(data));
    live.onSpare = (code) => this.#hearSpare(code);
    onChange(
      () => live.state.connected,
      (connected) => connected || this.#lost(),
    );
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
    const terms = { id: invitation.id, invitation: guest ? null : invitation, guest: null };
    await this.#make('inviting', terms, null);
  }

  /** Make an offer ahead, or the answer to one: it takes a moment. The friend learns nothing of it, and no server is asked. @param {Ice | null} [theirs] */
  prepare(theirs = null) {
    this.unprepare();
    if (!this.#asksServers()) this.#ready = { theirs, made: this.#describe(theirs) };
  }

  unprepare() {
    this.#ready?.made.then((made) => made?.connection.close());
    this.#ready = null;
  }

  /** A connection with its description; null: this browser has no such connections. @param {Ice | null} theirs  to be answered @returns {Promise<Described | null>} */
  async #describe(theirs) {
    try {
      const connection = this.#open(await this.#certificate());
      return { connection, line: await (theirs ? connection.answer(theirs) : connection.offer()) };
    } catch {
      return null;
    }
  }

  /** The one that was made ahead, or another one. @param {Ice | null} theirs */
  #described(theirs) {
    const ready = this.#ready;
    if (ready?.theirs !== theirs || this.#asksServers()) {
      this.unprepare();
      return this.#describe(theirs);
    }
    this.#ready = null;
    return ready.made;
  }

  /** Accept the invitation that came with a code. @param {string} name */
  async accept(name) {
    const code = this.#code;
    if (!code) return;
    await this.#session.accept(name, { live: true });
    await this.#answer(code);
  }

  /** @param {Code} code */
  async #answer({ id, ice, invitation }) {
    const { record } = this.#session;
    const terms = { id, invitation: null, guest: invitation ? (record?.guest ?? null) : null };
    await this.#make('answering', terms, ice);
  }

  /** @param {'inviting' | 'answering'} phase @param {Pick<Code, 'id' | 'invitation' | 'guest'>} terms @param {Ice | null} theirs  to be answered */
  async #make(phase, terms, theirs) {
    this.#live.detach();
    update(this.state, { phase: 'making', link: null, id: terms.id });
    this.#close();
    const described = this.#described(theirs);
    this.#making = described;
    const made = await described;
    if (described !== this.#making || this.state.phase !== 'making') return made?.connection.close(); // the person has gone on
    if (!made) return this.#fail();
    const { connection, line } = made;
    this.#connection = connection;
    connection.seek();
    const link = liveLinkOf(this.#page, { ...terms, kind: line.kind, ice: line.own });
    update(this.state, { phase, link });
    await this.#keep({ ...line, link });
  }

  /** Go on where this page was left: what was waited for is waited for again, under the same names. */
  async resume() {
    const { kept, me } = this.#session.friend;
    const line = kept?.line;
    if (!line || !me || kept.over || this.isHere) return;
    const { own, theirs, link } = line;
    const isOffer = line.kind === 'offer';
    this.#end();
    try {
      const connection = this.#open(line.certificate);
      if (link) this.#connection = connection;
      else this.#spare = connection;
      const phase = !link ? 'playing' : isOffer ? 'inviting' : 'answering';
      update(this.state, { phase, link, id: kept.id });
      await (isOffer || !theirs ? connection.offer(own) : connection.answer(theirs, own));
      if (isOffer && theirs) await connection.take(theirs);
      connection.seek();
    } catch {
      this.leave(); // this browser cannot do that
    }
  }

  /** What makes a connection again after a reload. @param {Line} line */
  async #keep(line) {
    if (line.certificate) await this.#session.keepLine(this.state.id, line);
  }

  /** @param {RTCCertificate | null} certificate @returns {AnyConnection} */
  #open(certificate) {
    const isInUse = () => connection === this.#connection;
    const connection = this.#connect({
      certificate,
      onOpen: (channel) => this.#opened(connection, channel),
      onMessage: (text) => isInUse() && this.#live.hear(text),
      onClose: () => isInUse() && update(this.#live.state, { connected: false }),
    });
    return connection;
  }

  /** @param {AnyConnection} connection @param {Channel} channel */
  async #opened(connection, channel) {
    const { id } = this.state;
    if (connection === this.#spare) {
      this.#close();
      this.#connection = connection;
      this.#spare = null;
    }
    if (connection !== this.#connection || this.#session.record?.invitation.id !== id) return channel.close(); // the person has left that game
    this.#cancel();
    await this.#session.setLive(true);
    if (connection !== this.#connection) return;
    this.#live.attach(channel);
    update(this.state, { phase: 'playing', link: null });
    await this.#prepare();
  }

  // ---- for when the connection is lost ----

  #lost() {
    if (this.#live.state.refusal === 'flood') this.#closeSpare();
    else if (this.#session.state.plays) this.#spare?.seek();
  }

  /** The inviter's browser prepares another connection, and the guest's one answers. */
  async #prepare() {
    this.#closeSpare();
    await this.#session.keepLine(this.state.id, null);
    if (this.#session.friend.me !== 'inviter') return;
    await this.#makeSpare((spare) => spare.offer());
  }

  /** @param {(spare: AnyConnection) => Promise<Line>} describe */
  async #makeSpare(describe) {
    const certificate = await this.#certificate();
    if (this.#spare) return;
    const spare = this.#open(certificate);
    this.#spare = spare;
    const line = await describe(spare).catch(() => null); // then there is none
    if (!line || spare !== this.#spare) return;
    this.#spareLine = line;
    if (line.kind === 'offer') this.#live.spare = this.#spareCode();
    await this.#keepSpare();
  }

  #spareCode() {
    const line = this.#spareLine;
    return (
      line && codeOf({ kind: line.kind, id: this.state.id, ice: line.own, invitation: null, guest: null })
    );
  }

  /** What the friend's browser has prepared; the first counts. Throws a LinkError. @param {string} text @returns {Promise<string | null>} what is to be answered */
  async #hearSpare(text) {
    const { kind, ice } = readCode(text);
    if (kind === 'offer') {
      if (!this.#spare) await this.#makeSpare((spare) => spare.answer(ice));
      return this.#spareLine?.kind === 'answer' ? this.#spareCode() : null;
    }
    if (this.#spare && this.#spareLine && !this.#spareLine.theirs) {
      this.#spareLine = { ...this.#spareLine, theirs: ice };
      this.#live.spare = null; // it is known
      await this.#spare.take(ice).catch(() => {});
      await this.#keepSpare();
    }
    return null;
  }

  /** After a reload the game at hand goes on over the spare connection. */
  async #keepSpare() {
    if (!this.#spareLine?.theirs) return;
    await this.#keep({ ...this.#spareLine, link: null });
    update(this.state, { spare: true });
  }

  #closeSpare() {
    this.#spare?.close();
    this.#spare = null;
    this.#spareLine = null;
    this.#live.spare = null;
    update(this.state, { spare: false });
  }

  #fail() {
    this.#end();
    update(this.state, { phase: 'failed', link: null });
    this.#session.setLive(false);
  }

  #end() {
    this.#live.detach();
    this.#close();
    this.#closeSpare();
  }

  #close() {
    this.#cancel();
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
    if (this.state.phase === 'none') return; // an offer for the next game may be ready
    this.#end();
    this.unprepare();
    this.#code = null;
    update(this.state, { phase: 'none', link: null, id: '' });
  }

  /** The game at hand has become another one, with the same friend. @param {string} id */
  follow(id) {
    if (this.state.phase !== 'playing') return;
    update(this.state, { id });
    this.#keepSpare();
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
      this.prepare(code.ice);
    } else if (!record?.guest) {
      update(friend, { news: friend.me ? 'own_invitation' : null });
    } else if (friend.me) {
      await this.resume();
      // The first invitation, opened once more, leads back to the game.
      if (code.invitation && (this.isHere || friend.me === 'inviter')) return;
      await this.#answer(code);
    }
  }

  /** @param {Code} code @param {string} text */
  async #takeAnswer(code, text) {
    const session = this.#session;
    const isWaiting = () => this.state.phase === 'inviting' && this.state.id === code.id;
    if (!isWaiting()) {
      if (await this.#isTaken(code.id, text)) return update(session.friend, { news: 'elsewhere' });
      // The tab that has made the invitation is gone, or was reloaded.
      if (session.record?.invitation.id !== code.id && !(await session.turnToGame(code.id)))
        return update(session.friend, { news: 'no_game' });
      await this.resume();
    }
    if (code.guest && !(await session.welcome(code.guest))) return update(session.friend, { news: 'taken' });
    const connection = this.#connection;
    if (!isWaiting() || !connection) {
      update(this.state, { phase: 'failed', id: code.id, link: null });
      return session.setLive(false);
    }
    update(this.state, { phase: 'connecting', link: null });
    this.#cancel = this.#alarm(PATIENCE_MS, () => this.#fail());
    try {
      await connection.take(code.ice);
      connection.seek();
      const { line } = session.friend.kept ?? {};
      if (line) await session.keepLine(code.id, { ...line, theirs: code.ice, link: null });
    } catch {
      if (connection === this.#connection) this.#fail();
    }
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

/** @template Value @param {() => Value} make @returns {() => Value} */
function once(make) {
  /** @type {{ value: Value } | null} */
  let made = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** @param {number} ms @param {() => void} act */
function timer(ms, act) {
  const id = setTimeout(act, ms);
  return () => clearTimeout(id);
}
