import assert from 'node:assert/strict';
import test from 'node:test';
import { partsOf, TooLarge } from '../../../../web/records/file-parts.js';

const texts = async (text, sizes) =>
  (await partsOf(new Blob([text]), sizes)).map((part) => new TextDecoder().decode(part));

test('a file is cut between games, and nothing of it is lost', async () => {
  const games = Array.from(
    { length: 40 },
    (_, n) => `[Event "${n} 炮二平五"]\n[Red "甲"]\n\n1. 炮二平五 马8进7 *\n`,
  );
  const text = games.join('\n');
  const parts = await texts(text, { part: 300 });
  assert.ok(parts.length > 5);
  assert.equal(parts.join(''), text);
  for (const part of parts) assert.ok(part.startsWith('[Event "'));
});

test('lines of Windows end games, too; a comment with an empty line does not', async () => {
  const text = '[Game "a"]\r\n\r\n1. e4 {one\r\n\r\ntwo} *\r\n\r\n[Game "b"]\r\n\r\n1. d4 *\r\n';
  assert.deepEqual(await texts(text, { part: 50 }), [
    text.slice(0, text.indexOf('[Game "b')),
    text.slice(text.indexOf('[Game "b')),
  ]);
});

test('a file that cannot be cut is one part, if it is not too long', async () => {
  const text = '[DhtmlXQ]'.repeat(30);
  assert.deepEqual(await texts(text, { part: 20 }), [text]);
  await assert.rejects(partsOf(new Blob([text]), { part: 20, largest: 100 }), TooLarge);
  assert.deepEqual(await texts(''), []);
});
