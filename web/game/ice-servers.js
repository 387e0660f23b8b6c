// The STUN and TURN servers of a person's own choice, as they are written in the settings: `stun:example.org:3478`, or
// `turn:name:password@example.org`; several with spaces between them.

const SERVER =
  /^(stuns?|turns?):(?:([^\s:@]+):([^\s@]+)@)?([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(?:udp|tcp))?$/i;

/** @param {string | null} text @returns {RTCIceServer[]}  what is not the address of such a server is left out */
export const serversOf = (text) =>
  (text ?? '').split(/\s+/).flatMap((each) => {
    const [, scheme, username, credential, host, port = '', transport = ''] = SERVER.exec(each) ?? [];
    if (!scheme || (scheme.startsWith('turn') && !username)) return [];
    return [{ urls: `${scheme}:${host}${port}${transport}`, ...(username && { username, credential }) }];
  });
