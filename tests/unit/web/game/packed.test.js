import assert from 'node:assert/strict';
import test from 'node:test';

import { packed, unpacked } from '../../../../web/game/packed.js';

const TEXTS = ['', '1. h2e2 {炮二平五, "a comment"} h9g7', '马'.repeat(50_000)];

test('a text comes back as it was', async () => {
  for (const text of TEXTS) assert.equal(await unpacked(await packed(text)), text);
});

test('a browser that cannot compress packs, too', async (context) => {
  // Bug: its links dropped variations and comments without a word.
  const { CompressionStream } = globalThis;
  context.after(() => Object.assign(globalThis, { CompressionStream }));
  Reflect.deleteProperty(globalThis, 'CompressionStream');
  for (const text of TEXTS) assert.equal(await unpacked(await packed(text)), text);
});
