// What two browsers have to know of each other for a direct connection, taken out of the descriptions (SDP) that they
// write, and put back into one on the other side: everything else in them is the same for every data channel.

/**
 * @typedef {object} Ice
 * @property {string} ufrag
 * @property {string} pwd
 * @property {string} fingerprint  SHA-256 of the certificate, as hexadecimal digits
 * @property {readonly Candidate[]} candidates
 */

/** An address at which a browser may be reached. @typedef {{ type: typeof TYPES[number], address: string, port: number }} Candidate */

export const TYPES = /** @type {const} */ (['host', 'srflx', 'relay']);
/** More would not fit into a link, and are never needed. */
export const MOST_CANDIDATES = 6;

const UFRAG = /^[\w+/]{4,40}$/;
const PWD = /^[\w+/]{22,60}$/;
const FINGERPRINT = /^[\da-f]{64}$/;
const ADDRESS = /^(?:[\d.]{7,15}|[\da-f:]{2,39}|[\da-f-]{36}\.local)$/i;

/** @param {Ice} ice */
export const isIce = ({ ufrag, pwd, fingerprint, candidates }) =>
  UFRAG.test(ufrag) &&
  PWD.test(pwd) &&
  FINGERPRINT.test(fingerprint) &&
  candidates.length <= MOST_CANDIDATES &&
  candidates.every(
    ({ type, address, port }) => TYPES.includes(type) && ADDRESS.test(address) && port > 0 && port < 65_536,
  );

/** What a description says. Throws where it is not that of a data channel. @param {string} sdp @returns {Ice} */
export function iceOf(sdp) {
  const first = (/** @type {RegExp} */ pattern) => pattern.exec(sdp)?.[1] ?? '';
  const lines = [
    ...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (?<address>\S+) (?<port>\d+) typ (?<type>\w+)/gim),
  ];
  const candidates = lines.flatMap(({ groups: { address, port, type } = {} }) => {
    const candidate = { type: /** @type {Candidate['type']} */ (type), address, port: Number(port) };
    return TYPES.includes(candidate.type) && ADDRESS.test(address) ? [candidate] : [];
  });
  const ice = {
    ufrag: first(/^a=ice-ufrag:(\S+)/m),
    pwd: first(/^a=ice-pwd:(\S+)/m),
    fingerprint: first(/^a=fingerprint:sha-256 (\S+)/im)
      .replaceAll(':', '')
      .toLowerCase(),
    candidates: candidates.sort((a, b) => rank(a) - rank(b)).slice(0, MOST_CANDIDATES),
  };
  if (!isIce(ice)) throw new Error('not a description of a data channel');
  return ice;
}

/** The ways that come about most likely first: one host address of either kind, then those that servers tell of. @param {Candidate} candidate */
const rank = ({ type, address }) => (type === 'host' ? (address.includes(':') ? 2 : 0) : 1);

/** A description of one's own with the names of an earlier one: whoever knows that finds this browser again. @param {string} sdp @param {Ice} ice */
export const renamed = (sdp, { ufrag, pwd }) =>
  sdp.replace(/^(a=ice-ufrag:).*$/m, `$1${ufrag}`).replace(/^(a=ice-pwd:).*$/m, `$1${pwd}`);

/** @param {Ice} ice @param {'offer' | 'answer'} kind @returns {string} */
export const sdpOf = ({ ufrag, pwd, fingerprint }, kind) =>
  [
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${(fingerprint.toUpperCase().match(/../g) ?? []).join(':')}`,
    `a=setup:${kind === 'offer' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:65536',
    '',
  ].join('\r\n');

/** The candidates as a browser takes them. @param {Ice} ice @returns {RTCIceCandidateInit[]} */
export const candidatesOf = ({ candidates }) =>
  candidates.map(({ type, address, port }, at) => ({
    sdpMid: '0',
    candidate: `candidate:${at + 1} 1 udp ${PRIORITIES[type] - at} ${address} ${port} typ ${type}${
      type === 'host' ? '' : ' raddr 0.0.0.0 rport 0'
    }`,
  }));

/** As RFC 8445, 5.1.2.1 recommends. @type {Record<Candidate['type'], number>} */
const PRIORITIES = { host: 2_130_706_431, srflx: 1_694_498_815, relay: 16_777_215 };
