// A direct connection between two browsers (WebRTC), with one data channel. What one side has to know of the other comes
// and goes with the codes; no server is asked, unless the person has set one. A connection that is waited for can be made
// again after a reload: under the same names and with the same certificate, the other browser takes it for the first one.

/** @import { Ice } from './sdp.js' */

import { candidatesOf, iceOf, renamed, sdpOf } from './sdp.js';

/** Addresses that are not found by then are left out. */
const GATHER_MS = 1500;
/** How often a browser tries to reach the other one: it gives up again and again. */
const AGAIN_MS = 4000;

/**
 * What makes a connection again after a reload.
 * @typedef {object} Line
 * @property {'offer' | 'answer'} kind  of the own description
 * @property {RTCCertificate | null} certificate  null: this browser cannot keep it
 * @property {Ice} own
 * @property {Ice | null} theirs  once that is known
 * @property {string | null} [link]  that is to be sent to the friend
 */

/**
 * @typedef {object} Listeners
 * @property {(channel: import('./live.js').Channel) => void} onOpen
 * @property {(text: unknown) => void} onMessage
 * @property {() => void} onClose
 */

/** A certificate that can be kept; null where this browser has none. @returns {Promise<RTCCertificate | null>} */
export async function newCertificate() {
  try {
    const made = await RTCPeerConnection.generateCertificate(
      /** @type {any} */ ({ name: 'ECDSA', namedCurve: 'P-256' }),
    );
    structuredClone(made);
    return made;
  } catch {
    return null;
  }
}

export class Connection {
  #peer;
  #on;
  #certificate;
  /** @type {Ice | null} */
  #theirs = null;
  /** @type {RTCDataChannel | null} */
  #channel = null;
  #again = 0;
  /** The own description. @type {Promise<unknown>} */
  #described = Promise.resolve();

  /** @param {Listeners & { servers: RTCIceServer[], certificate: RTCCertificate | null }} parts */
  constructor({ servers, certificate, ...on }) {
    this.#on = on;
    this.#certificate = certificate;
    this.#peer = new RTCPeerConnection({
      iceServers: servers,
      ...(certificate && { certificates: [certificate] }),
    });
    this.#peer.addEventListener('datachannel', ({ channel }) => this.#use(channel));
  }

  /** What the friend's browser has to know for his answer. @param {Ice | null} [own]  of an earlier offer, to make it again @returns {Promise<Line>} */
  async offer(own = null) {
    this.#use(this.#peer.createDataChannel('game'));
    const line = this.#line('offer', own);
    this.#described = line;
    return line;
  }

  /** The answer to an offer. @param {Ice} theirs @param {Ice | null} [own]  of an earlier answer @returns {Promise<Line>} */
  async answer(theirs, own = null) {
    this.#theirs = theirs;
    await this.#peer.setRemoteDescription({ type: 'offer', sdp: sdpOf(theirs, 'offer') });
    return this.#line('answer', own);
  }

  /** The answer has come. @param {Ice} theirs */
  async take(theirs) {
    this.#theirs = theirs;
    await this.#described;
    await this.#peer.setRemoteDescription({ type: 'answer', sdp: sdpOf(theirs, 'answer') });
  }

  /** Try to reach the friend's browser until it is reached: he may open his link at any time, or have lost his network. */
  seek() {
    if (this.#again || this.#channel?.readyState === 'open') return;
    this.#again = window.setInterval(() => this.#tryAll(), AGAIN_MS);
    this.#tryAll();
  }

  close() {
    clearInterval(this.#again);
    this.#channel?.close();
    this.#peer.close();
  }

  #tryAll() {
    for (const candidate of this.#theirs ? candidatesOf(this.#theirs) : [])
      this.#peer.addIceCandidate(candidate).catch(() => {}); // closed, or not its kind
  }

  /** @param {RTCDataChannel} channel */
  #use(channel) {
    if (this.#channel) return channel.close(); // one is enough
    this.#channel = channel;
    const opened = () => {
      clearInterval(this.#again);
      this.#on.onOpen({ send: (text) => channel.send(text), close: () => this.close() });
    };
    channel.addEventListener('open', opened);
    channel.addEventListener('message', ({ data }) => this.#on.onMessage(data));
    channel.addEventListener('close', () => this.#on.onClose());
    if (channel.readyState === 'open') opened();
  }

  /** The own description, with the addresses that are found in time. @param {Line['kind']} kind @param {Ice | null} own @returns {Promise<Line>} */
  async #line(kind, own) {
    const peer = this.#peer;
    const { sdp = '' } = await (kind === 'offer' ? peer.createOffer() : peer.createAnswer());
    await peer.setLocalDescription({ type: kind, sdp: own ? renamed(sdp, own) : sdp });
    if (!own)
      await new Promise((resolve) => {
        const look = () => peer.iceGatheringState === 'complete' && resolve(null);
        peer.addEventListener('icegatheringstatechange', look);
        setTimeout(() => resolve(null), GATHER_MS);
        look();
      });
    const found = own ?? iceOf(peer.localDescription?.sdp ?? '');
    return { kind, certificate: this.#certificate, own: found, theirs: this.#theirs };
  }
}
