import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { applied, difference, PatchError } from '../../../../web/lab/patch.js';
import {
  SharedVariantError,
  variantFile,
  variantInFile,
  variantInLink,
  variantLink,
} from '../../../../web/lab/shared-variant.js';

const WEIGHTS = 'xiangqi/weights.py';
const ORIGINALS = {
  [WEIGHTS]: Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join(''),
  'search.py': 'a\nb\nc\n',
};

/** Numbers that look random and are the same every time. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test('what a difference is applied to becomes the edited text', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const next = numbers(seed);
    const lines = (/** @type {number} */ count) => Array.from({ length: next(count) }, () => 'abc'[next(3)]);
    const text = () => lines(12).join('\n') + (next(3) ? '\n' : '');
    const [before, after] = [text(), text()];
    if (before === after) continue;
    const patch = difference({ f: before }, { f: after });
    assert.deepEqual(
      applied({ f: before }, patch),
      { texts: { f: after }, rejects: [] },
      JSON.stringify([before, after]),
    );
  }
});

test('a difference is as short as it can be and leaves equal files out', () => {
  const edited = { ...ORIGINALS, [WEIGHTS]: ORIGINALS[WEIGHTS].replace('line 20\n', 'line twenty\n') };
  const patch = difference(ORIGINALS, edited);
  assert.equal(patch.match(/^[-+](?![-+])/gm)?.length, 2);
  assert.match(patch, /^--- a\/py\/engine\/cannonfish\/kernel\/xiangqi\/weights.py$/m);
  assert.doesNotMatch(patch, /search\.py/);
  assert.equal(difference(ORIGINALS, ORIGINALS), '');
});

test('git applies it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'));
  try {
    for (const [before, after] of [
      ['a\nb\nc\n', 'a\nB\nc\nd\n'],
      ['a\nb', 'a\nb\n'],
      ['a\n', 'b'],
      [ORIGINALS[WEIGHTS], ORIGINALS[WEIGHTS].replace('line 3\n', '').replace('line 30\n', 'x\ny\n')],
    ]) {
      const path = join(folder, 'py/engine/cannonfish/kernel/x.py');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, before);
      execFileSync('git', ['apply', '-'], {
        cwd: folder,
        input: difference({ 'x.py': before }, { 'x.py': after }),
      });
      assert.equal(readFileSync(path, 'utf8'), after);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a part is found where its lines are now, or named', () => {
  const edited = {
    [WEIGHTS]: ORIGINALS[WEIGHTS].replace('line 20\n', 'twenty\n').replace('line 5\n', 'five\n'),
  };
  const patch = difference(ORIGINALS, edited);
  const newer = { ...ORIGINALS, [WEIGHTS]: `new\nnewer\n${ORIGINALS[WEIGHTS]}` };
  assert.deepEqual(applied(newer, patch), {
    texts: { [WEIGHTS]: `new\nnewer\n${edited[WEIGHTS]}` },
    rejects: [],
  });
  const other = { [WEIGHTS]: ORIGINALS[WEIGHTS].replace('line 19\n', 'other\n') };
  const { texts, rejects } = applied(other, patch);
  assert.deepEqual(rejects, [{ path: WEIGHTS, line: 18 }]);
  assert.match(texts[WEIGHTS], /five/);
});

test('a patch that git has mailed is read', () => {
  const patch = difference(ORIGINALS, { 'search.py': 'a\nB\nc\n' });
  const mail = `From 0123 Mon Sep 17\nSubject: [PATCH] B\n\n---\n search.py | 2 +-\n\n${patch}-- \n2.39.1\n\n`;
  assert.deepEqual(applied(ORIGINALS, mail), { texts: { 'search.py': 'a\nB\nc\n' }, rejects: [] });
});

test('what is no difference of these files is refused', () => {
  for (const text of [
    '',
    'hello',
    '--- a/x\n+++ b/other.py\n@@ -1 +1 @@\n-a\n+b\n',
    '+++ b/search.py\n@@ -1,9 +1 @@\n-a\n',
  ])
    assert.throws(() => applied(ORIGINALS, text), PatchError, text);
});

test('a variant travels in a link and in a file', async () => {
  const shared = { name: '双炮 ×2', game: 'chess', patch: difference({ f: 'a\n' }, { f: 'é\n' }) };
  const link = await variantLink('https://example.org/site/lab.html?lang=vi#old', shared);
  assert.match(link, /^https:\/\/example\.org\/site\/lab\.html\?game=chess#variant=[\w-]+$/);
  assert.deepEqual(await variantInLink(new URL(link).hash), shared);
  assert.equal(await variantInLink('#moves'), null);
  const read = variantInFile(variantFile(shared), 'xiangqi', 'file.patch');
  assert.deepEqual([read.name, read.game], [shared.name, 'chess']);
  assert.deepEqual(applied({ f: 'a\n' }, read.patch).texts, { f: 'é\n' });
  assert.equal(variantInFile('--- a', 'xiangqi', 'file.patch').name, 'file.patch');
});

test('a broken or gigantic link is refused', async () => {
  for (const hash of ['#variant=', '#variant=%%', '#variant=AAAA'])
    await assert.rejects(variantInLink(hash), SharedVariantError);
  const bomb = await variantLink('https://example.org/', {
    name: 'x',
    game: 'xiangqi',
    patch: 'x'.repeat(2_000_000),
  });
  await assert.rejects(variantInLink(new URL(bomb).hash), /too large/);
});
