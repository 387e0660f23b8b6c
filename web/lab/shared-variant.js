// Shared variants: compressed in the fragment of a link, or in a file. Only the difference is shared.

import { packed, unpacked } from '../game/packed.js';

/** A variant as it is shared. @typedef {{ name: string, game: string, patch: string }} SharedVariant */

const START = '#variant=';

export class SharedVariantError extends Error {}

/** @param {string} href  of the page @param {SharedVariant} shared */
export async function variantLink(href, { name, game, patch }) {
  const url = new URL(href);
  url.search = game === 'xiangqi' ? '' : `?game=${game}`;
  url.hash = START.slice(1) + (await packed(JSON.stringify([1, name, game, patch])));
  return url.href;
}

/** @param {string} hash @returns {Promise<SharedVariant | null>} null where there is none @throws {SharedVariantError} */
export async function variantInLink(hash) {
  if (!hash.startsWith(START)) return null;
  try {
    const [version, name, game, patch] = JSON.parse(await unpacked(hash.slice(START.length)));
    if (version !== 1) throw new SharedVariantError('version');
    return asParcel({ name, game, patch });
  } catch (error) {
    throw error instanceof SharedVariantError ? error : new SharedVariantError(String(error));
  }
}

/** A file with a patch that git accepts, below two lines about the variant. @param {SharedVariant} shared */
export const variantFile = ({ name, game, patch }) =>
  `Cannonfish variant of ${game}: ${name.replaceAll('\n', ' ')}\n\n${patch}`;

/** @param {string} text @param {string} game  used if the file names none @param {string} name */
export function variantInFile(text, game, name) {
  const [, named, title] = /^Cannonfish variant of (\w+): (.*)$/m.exec(text) ?? [];
  return asParcel({ name: title ?? name, game: named ?? game, patch: text.replaceAll('\r\n', '\n') });
}

/** @param {any} shared @returns {SharedVariant} */
function asParcel({ name, game, patch }) {
  if (![name, game, patch].every((part) => typeof part === 'string'))
    throw new SharedVariantError('no variant');
  return { name: name.slice(0, 80), game, patch };
}
