// The texts of web/texts for Node, whose fetch() reads no files: import this before `Words` loads any.

import { readFileSync } from 'node:fs';

const elsewhere = globalThis.fetch;
globalThis.fetch = async (address, options) =>
  String(address).startsWith('file:')
    ? new Response(readFileSync(new URL(String(address))))
    : elsewhere(address, options);
