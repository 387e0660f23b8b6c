import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const WEB = new URL('../../../web/', import.meta.url).pathname;
const PAGES = ['index.html', 'analysis.html', 'puzzles.html', 'editor.html'].map((name) =>
  readFileSync(join(WEB, name), 'utf8'),
);

test('what the page links to is there', () => {
  for (const [, href] of PAGES.join('').matchAll(/(?:href|src)="([^"#]+)"/g)) {
    const made = href === 'data/views.json' || href === 'puzzles/index.json';
    assert.ok(made || existsSync(join(WEB, href)), href);
  }
});

test('the page keeps to its own site and has nothing inline', () => {
  for (const page of PAGES) {
    const [, policy] = page.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/);
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
    assert.doesNotMatch(page, / style=| on\w+=|<style|<script(?![^>]*src=)/);
    assert.doesNotMatch(page, /(?:href|src)="(?:https?:)?\/\//);
  }
});

test('no text becomes markup, anywhere in the page', () => {
  for (const room of ['ui', 'pages', 'puzzle', 'game', 'i18n']) {
    for (const file of readdirSync(join(WEB, room)).filter((name) => name.endsWith('.js'))) {
      const source = readFileSync(join(WEB, room, file), 'utf8');
      assert.doesNotMatch(
        source,
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
        `${room}/${file}`,
      );
    }
  }
});
