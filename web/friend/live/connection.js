// A direct connection between two browsers (WebRTC), with one data channel. What one side has to know of the other comes
// and goes with the codes; no server is asked, unless the person has set one.

/** @import { Ice } from './sdp.js' */

import { candidatesOf, iceOf, sdpOf } from './sdp.js';

/** Addresses that are not found by then are left out. */
const GATHER_MS = 1500;
/** How often the guest's browser tries, until the answer has been opened. */
const AGAIN_MS = 4000;

/**
 * @typedef {object} Listeners
 * @property {(channel: import('./live.js').Channel) => void} onOpen
 * @property {(text: unknown) => void} onMessage
 * @property {() => void} onClose
 */

export class Connection {
  #peer;
  #on;
  /** @type {RTCDataChannel | null} */
  #channel = null;
  #again = 0;

  /** @param {Listeners & { servers: RTCIceServer[] }} parts */
  constructor({ servers, ...on }) {
    this.#on = on;
    this.#peer = new RTCPeerConnection({ iceServers: servers });
    this.#peer.addEventListener('datachannel', ({ channel }) => this.#use(channel));
  }

  /** What the friend's browser has to know for his answer. @returns {Promise<Ice>} */
  async offer() {
    this.#use(this.#peer.createDataChannel('game'));
    await this.#peer.setLocalDescription();
    return this.#found();
  }

  /** The answer to an offer. @param {Ice} ice @returns {Promise<Ice>} */
  async answer(ice) {
    await this.#peer.setRemoteDescription({ type: 'offer', sdp: sdpOf(ice, 'offer') });
    await this.#peer.setLocalDescription();
    const found = await this.#found();
    // The person who invites opens the answer at some time: until then the browser gives up again and again.
    const tryAll = () => this.#tryAll(ice);
    this.#again = window.setInterval(tryAll, AGAIN_MS);
    tryAll();
    return found;
  }

  /** The answer has come. @param {Ice} ice */
  async take(ice) {
    await this.#peer.setRemoteDescription({ type: 'answer', sdp: sdpOf(ice, 'answer') });
    this.#tryAll(ice);
  }

  close() {
    clearInterval(this.#again);
    this.#channel?.close();
    this.#peer.close();
  }

  /** @param {Ice} ice */
  #tryAll(ice) {
    for (const candidate of candidatesOf(ice)) this.#peer.addIceCandidate(candidate).catch(() => {}); // closed, or not its kind
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

  /** The own description, with the addresses that were found in time. @returns {Promise<Ice>} */
  async #found() {
    const peer = this.#peer;
    await new Promise((resolve) => {
      const look = () => peer.iceGatheringState === 'complete' && resolve(null);
      peer.addEventListener('icegatheringstatechange', look);
      setTimeout(() => resolve(null), GATHER_MS);
      look();
    });
    return iceOf(peer.localDescription?.sdp ?? '');
  }
}
