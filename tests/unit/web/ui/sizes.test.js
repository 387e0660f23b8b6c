// @ts-check
// The text size of the browser scales texts, spaces and the points where the layout changes: sizes are in rem or em.
// Lines, radii and shadows stay in px, and so does the board, which follows the window.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const SIZE =
  /^\s*(--[st]-?\w+|font|font-size|line-height|(row-|column-)?gap|(padding|margin)[\w-]*|((min|max)-)?(width|height|block-size|inline-size)|grid-template[\w-]*|flex(-basis)?|@media[^{]*): *(?<value>[^;]*)/;
const TOO_LARGE_FOR_A_LINE = /(?<![\w.])([4-9]|\d{2,})(\.\d+)?px/;

for (const folder of ['ui', 'frame']) {
  const path = new URL(`../../../../web/${folder}/`, import.meta.url);
  for (const name of readdirSync(path).filter((file) => file.endsWith('.css'))) {
    test(`sizes in ${folder}/${name} follow the text size`, () => {
      const lines = readFileSync(new URL(name, path), 'utf8').split('\n');
      const fixed = lines.filter((line) => {
        const value = line.startsWith('@media') ? line : (SIZE.exec(line)?.groups?.value ?? '');
        return TOO_LARGE_FOR_A_LINE.test(value) && !value.includes('44px, '); // the least that a thumb meets
      });
      assert.deepEqual(fixed, []);
    });
  }
}
