// The texts of web/texts for Node, whose fetch() reads no files: import this before `Words` loads any. As on the page,
// what is not translated is in English.

import { readFileSync } from 'node:fs';

const read = (/** @type {string} */ address) => JSON.parse(readFileSync(new URL(address), 'utf8'));
const translated = (english, texts) =>
  typeof english === 'string'
    ? (texts ?? english)
    : Object.fromEntries(
        Object.entries(english).map(([name, text]) => [name, translated(text, texts?.[name])]),
      );

const elsewhere = globalThis.fetch;
globalThis.fetch = async (address, options) =>
  String(address).startsWith('file:')
    ? Response.json(translated(read(new URL('en.json', address)), read(address)))
    : elsewhere(address, options);
