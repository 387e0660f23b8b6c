// A file of games in parts that end between two games, as cannonfish/records/blocks.py cuts them.

/** About the size of a part, in bytes. */
const PART = 1 << 18;
/** A game begins where one of these tags follows an empty line. */
const START = /\n[ \t]*\r?\n(?=\[(?:Event|Game)[ \t]+")/gi;

/** A file that cannot be cut and is too long to be read whole. */
export class TooLarge extends Error {}

/**
 * @param {Blob} file
 * @param {{ part?: number, largest?: number }} [sizes]  largest: of a part that cannot be cut; throws TooLarge
 * @returns {Promise<Uint8Array[]>}
 */
export async function partsOf(file, { part = PART, largest = 24 << 20 } = {}) {
  const parts = [];
  let kept = new Uint8Array(0);
  for (let at = 0; at < file.size; at += part) {
    kept = joined(kept, new Uint8Array(await file.slice(at, at + part).arrayBuffer()));
    const end = at + part < file.size ? lastStart(kept) : kept.length;
    if (end > 0) parts.push(kept.slice(0, end));
    kept = kept.slice(end);
    if (kept.length > largest) throw new TooLarge();
  }
  return parts;
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Where the last game of some bytes begins that is not their first; 0: there is none. @param {Uint8Array} bytes */
function lastStart(bytes) {
  // Every byte is a character of this encoding.
  const text = new TextDecoder('latin1').decode(bytes);
  const last = [...text.matchAll(START)].at(-1);
  return last ? last.index + last[0].length : 0;
}
