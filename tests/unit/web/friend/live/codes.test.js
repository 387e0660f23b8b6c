import assert from 'node:assert/strict';
import test from 'node:test';
import { newSecret } from '../../../../../web/friend/keys.js';
import { hasCode } from '../../../../../web/friend/links.js';
import { codeOf, liveLinkOf, readCode } from '../../../../../web/friend/live/codes.js';
import { candidatesOf, iceOf, sdpOf } from '../../../../../web/friend/live/sdp.js';
import { serversOf } from '../../../../../web/game/ice-servers.js';
import { invitation, newSigner, PAGE } from '../friends.js';

/** As Chromium writes it; and what else browsers say, and what is left out. */
const SDP = `v=0
a=candidate:1880972917 1 udp 2113937151 4488452a-7339-4072-973e-53882c2209b4.local 49644 typ host generation 0
a=candidate:2003776197 1 UDP 2113942271 192.168.1.20 59115 typ host
a=candidate:3 1 udp 2113942271 fe80:0:0:0:0:0:0:1 59116 typ host
a=candidate:4 1 udp 1677729535 203.0.113.9 40001 typ srflx raddr 192.168.1.20 rport 59115
a=candidate:5 1 tcp 1518280447 192.168.1.20 9 typ host tcptype active
a=candidate:6 2 udp 2113937151 192.168.1.20 59117 typ host
a=ice-ufrag:fr9E
a=ice-pwd:3ZegvmO1YnrJ/iYIYfVXg8N1
a=fingerprint:sha-256 59:D2:7E:FE:DB:74:E7:93:78:48:04:53:47:28:79:00:AF:A5:40:1B:5B:FB:34:25:2A:AA:50:55:88:8A:E6:6F
`;

async function made() {
  const [ann, bob] = [await newSigner(), await newSigner()];
  const { record } = await invitation(ann, {
    first: 'lot',
    clock: '10+3x30b/60',
    name: 'Nguyễn Văn An 阿安',
  });
  const head = { ...record.invitation, days: 0 };
  const ice = iceOf(SDP);
  const offer = { kind: 'offer', id: head.id, ice, invitation: head, guest: null };
  const guest = { name: 'Bob', key: bob.key, lot: newSecret() };
  return { offer, answer: { kind: 'answer', id: head.id, ice, invitation: null, guest } };
}

test('a description is put together again from what a code holds of it', () => {
  const ice = iceOf(SDP);
  assert.deepEqual(
    ice.candidates.map(({ type, address }) => `${type} ${address}`),
    [
      'host 4488452a-7339-4072-973e-53882c2209b4.local',
      'host 192.168.1.20',
      'srflx 203.0.113.9',
      'host fe80:0:0:0:0:0:0:1',
    ],
  );
  const lines = candidatesOf(ice).map(({ candidate }) => `a=${candidate}`);
  assert.deepEqual(iceOf(`${sdpOf(ice, 'offer')}${lines.join('\n')}\n`), ice);
});

test('both codes come back as they were, and are short', async () => {
  const { offer, answer } = await made();
  const again = { ...offer, invitation: null };
  for (const code of [offer, answer, again, { ...again, kind: 'answer' }]) {
    const link = liveLinkOf(PAGE, code);
    const read = readCode(`Come and play:\n${link} !`);
    const zeros = { ...code.ice.candidates[3], address: 'fe80:0000:0000:0000:0000:0000:0000:0001' };
    const candidates = [...code.ice.candidates.slice(0, 3), zeros];
    assert.deepEqual(read, { ...code, ice: { ...code.ice, candidates } });
    assert.deepEqual(readCode(codeOf(code)), read);
    const usual = { ...code, ice: { ...code.ice, candidates: code.ice.candidates.slice(0, 2) } };
    assert.ok(liveLinkOf(PAGE, usual).length < 400);
  }
});

test('a code that is cut short, changed or made up is refused', async () => {
  const { offer } = await made();
  const code = codeOf(offer);
  const refusal = (text) => {
    try {
      readCode(text);
      return null;
    } catch (error) {
      return error.code;
    }
  };
  assert.equal(refusal('hello'), 'no_link');
  assert.equal(hasCode('hello'), false);
  assert.equal(refusal(`#l=${code.slice(0, 200)}`), 'mutilated');
  assert.equal(refusal(`#l=${'A'.repeat(300)}`), 'mutilated');
  assert.equal(refusal(`#l=${'A'.repeat(3000)}`), 'too_long');
  assert.equal(refusal(`#l=_${code.slice(1)}`), 'newer');
  for (let at = 0; at < code.length; at += 7) {
    const changed = `${code.slice(0, at)}${code[at] === 'x' ? 'y' : 'x'}${code.slice(at + 1)}`;
    assert.ok([null, 'mutilated', 'newer'].includes(refusal(changed)));
  }
});

test('servers are asked that are named properly, and no others', () => {
  assert.deepEqual(serversOf(null), []);
  assert.deepEqual(serversOf('stun:example.org:3478 turn:me:secret@example.org?transport=tcp'), [
    { urls: 'stun:example.org:3478' },
    { urls: 'turn:example.org?transport=tcp', username: 'me', credential: 'secret' },
  ]);
  assert.deepEqual(serversOf('https://example.org turn:example.org stun:'), []);
});
