// Texts in addresses: deflated, and in letters that an address may have.

/** Bytes of the longest text that is unpacked: a crafted address could unpack to gigabytes. */
const MOST = 1_000_000;

/** @param {string} text */
export async function packed(text) {
  const plain = new Blob([text]);
  const bytes =
    'CompressionStream' in globalThis
      ? await collected(plain.stream().pipeThrough(new CompressionStream('deflate-raw')))
      : stored(new Uint8Array(await plain.arrayBuffer()));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Deflated without being compressed, for browsers that cannot (Safari 16.0): RFC 1951, 3.2.4. @param {Uint8Array} bytes */
function stored(bytes) {
  const blocks = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 0xffff) {
    const block = bytes.subarray(at, at + 0xffff);
    const { length } = block;
    const last = at + length === bytes.length;
    blocks.push(Number(last), length & 255, length >> 8, ~length & 255, (~length >> 8) & 255, ...block);
  }
  return Uint8Array.from(blocks);
}

/** The text that was packed. Rejects where it is damaged or too long. @param {string} letters */
export async function unpacked(letters) {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new TextDecoder('utf-8', { fatal: true }).decode(await collected(stream));
}

/** @param {ReadableStream<Uint8Array>} stream */
async function collected(stream) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}
