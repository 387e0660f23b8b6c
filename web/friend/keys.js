// The key pair of this browser, which signs its player's side of every game. The private key cannot be read, not even
// by this page.

/** @import { Database, Transaction } from '../storage/database.js' */

const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' };
const HASHING = { name: 'ECDSA', hash: 'SHA-256' };
/** Its name among the values of pages. */
const NAME = 'signing-keys';

/** @typedef {{ key: string, sign: (text: string) => Promise<string> }} Signer  key: the public one */

/**
 * The signer of this browser; a new one where it has none yet. Rejects with a StorageError where none can be kept.
 * @param {Database} database
 * @returns {Promise<Signer>}
 */
export async function keptSigner(database) {
  const read = (/** @type {Transaction} */ tx) => tx.objectStore('settings').get(NAME);
  const kept = await database.run(['settings'], 'readonly', read);
  if (kept) return signerOf(kept);
  const fresh = await newKeys();
  // Another tab may have made its own meanwhile: the first one counts.
  const pair = await database.run(['settings'], 'readwrite', async (tx) => {
    const there = await read(tx);
    if (!there) await tx.objectStore('settings').put(fresh, NAME);
    return there ?? fresh;
  });
  return signerOf(pair);
}

export const newKeys = () => crypto.subtle.generateKey(SIGNING, false, ['sign', 'verify']);

/** @param {CryptoKeyPair} pair @returns {Promise<Signer>} */
export async function signerOf({ privateKey, publicKey }) {
  const key = lettersOf(await crypto.subtle.exportKey('raw', publicKey));
  return {
    key,
    sign: async (text) => lettersOf(await crypto.subtle.sign(HASHING, privateKey, bytesOfText(text))),
  };
}

/** Whether the owner of a key signed this text. @param {string} key @param {string} text @param {string} signature */
export async function isSigned(key, text, signature) {
  try {
    const imported = await crypto.subtle.importKey('raw', bytesOf(key), SIGNING, false, ['verify']);
    return await crypto.subtle.verify(HASHING, imported, bytesOf(signature), bytesOfText(text));
  } catch {
    return false; // not a key, or not a signature
  }
}

/** 16 random bytes, as letters. */
export const newSecret = () => lettersOf(crypto.getRandomValues(new Uint8Array(16)));

/** The id of a new game. */
export const newId = () => lettersOf(crypto.getRandomValues(new Uint8Array(8)));

/** What commits the inviter to a secret without showing it. @param {string} id @param {string} secret */
export const commitmentOf = async (id, secret) =>
  lettersOf(await crypto.subtle.digest('SHA-256', bytesOfText(`${id} ${secret}`)));

/** @param {string} text */
const bytesOfText = (text) => new TextEncoder().encode(text);

/** Bytes in letters that an address may have. @param {ArrayBuffer | Uint8Array} bytes */
export function lettersOf(bytes) {
  const base64 = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} letters */
export const bytesOf = (letters) =>
  Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
