import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const WEB = new URL('../../../web/', import.meta.url).pathname;
const PAGES = readdirSync(WEB)
  .filter((name) => name.endsWith('.html') && name !== '404.html')
  .map((name) => readFileSync(join(WEB, name), 'utf8'));
const ROOMS = readdirSync(WEB, { withFileTypes: true }).filter((each) => each.isDirectory());

test('what the page links to is there', () => {
  for (const [, href] of PAGES.join('').matchAll(/(?:href|src)="([^"#]+)"/g)) {
    const made = /^(data\/|licences\/$|puzzles\/index\.json$)/.test(href);
    assert.ok(made || existsSync(join(WEB, href)), href);
  }
});

test('the page keeps to its own site and has nothing inline but the scripts that its policy names', () => {
  for (const page of PAGES) {
    const [, policy] = page.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/);
    assert.match(policy, /default-src 'self'/);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
    const inline = page.replace(/<script>(.*?)<\/script>/gs, (_, script) => {
      const hash = createHash('sha256').update(script).digest('base64');
      assert.ok(policy.includes(`'sha256-${hash}'`));
      return '';
    });
    assert.doesNotMatch(inline, / style=| on\w+=|<style|<script(?![^>]*src=)/);
    assert.doesNotMatch(page, /(?:href|src)="(?:https?:)?\/\//);
  }
});

test('no text becomes markup, anywhere in the page', () => {
  for (const { name: room } of ROOMS) {
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
