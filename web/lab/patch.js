// @ts-check
// Differences between files, as unified diffs: what a shared link and an exported file carry. `git apply` takes them,
// too. Applied to a newer version of a file, a part is found where its lines are now.

/** Where the kernel lies in the project, so that a patch can be applied there. */
const FOLDER = 'py/engine/cannonfish/kernel/';
const CONTEXT = 3;
const NO_END = '\\ No newline at end of file';

/** @typedef {Readonly<Record<string, string>>} Texts  texts by path */
/** A part of a patch that fits nowhere. @typedef {{ path: string, line: number }} RejectedHunk */

export class PatchError extends Error {}

/**
 * @param {Texts} originals
 * @param {Texts} texts  those that differ, and perhaps others
 */
export function difference(originals, texts) {
  return Object.keys(texts)
    .filter((path) => texts[path] !== originals[path])
    .map((path) => fileDifference(path, originals[path] ?? '', texts[path]))
    .join('');
}

/**
 * @param {Texts} originals
 * @param {string} patch
 * @returns {{ texts: Record<string, string>, rejects: RejectedHunk[] }} the files that differ then, and what fits nowhere
 * @throws {PatchError} for what is no patch of these files
 */
export function applied(originals, patch) {
  /** @type {Record<string, string>} */
  const texts = {};
  /** @type {RejectedHunk[]} */
  const rejects = [];
  const files = readPatch(patch);
  if (files.length === 0) throw new PatchError('no difference');
  for (const { path, hunks } of files) {
    if (!Object.hasOwn(originals, path)) throw new PatchError(path);
    const { lines, ends } = linesOf(originals[path]);
    let whole = ends;
    let moved = 0;
    for (const { start, before, after, end } of hunks) {
      const at = placeOf(lines, before, start - 1 + moved);
      if (at === null) {
        rejects.push({ path, line: start });
        continue;
      }
      if (at + before.length === lines.length) whole = end;
      lines.splice(at, before.length, ...after);
      moved = at - (start - 1) + after.length - before.length;
    }
    const text = lines.join('\n') + (whole && lines.length > 0 ? '\n' : '');
    if (text !== originals[path]) texts[path] = text;
  }
  return { texts, rejects };
}

/** @typedef {{ start: number, before: string[], after: string[], end: boolean }} Hunk  end: whether its last new line has an end */

/** @param {string} patch */
function readPatch(patch) {
  /** @type {Array<{ path: string, hunks: Hunk[] }>} */
  const files = [];
  /** @type {Hunk | null} */
  let hunk = null;
  /** Lines of the part that are still to come, old and new ones. */
  let left = [0, 0];
  let last = ' ';
  for (const line of patch.split('\n')) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (line === NO_END && hunk) {
      if (last !== '-') hunk.end = false;
    } else if (hunk && left[0] + left[1] > 0) {
      last = line[0] ?? ' '; // an empty line that has lost its space
      if (!' -+'.includes(last)) throw new PatchError(line);
      if (last !== '+') left[0] -= hunk.before.push(line.slice(1)) && 1;
      if (last !== '-') left[1] -= hunk.after.push(line.slice(1)) && 1;
    } else if (line.startsWith('+++ ')) {
      const path = line.slice(4).trim().replace(/^b\//, '');
      files.push({ path: path.startsWith(FOLDER) ? path.slice(FOLDER.length) : path, hunks: [] });
    } else if (head && files.length > 0) {
      left = [Number(head[2] ?? 1), Number(head[3] ?? 1)];
      hunk = { start: Number(head[1]) + (left[0] === 0 ? 1 : 0), before: [], after: [], end: true };
      files[files.length - 1].hunks.push(hunk);
    }
  }
  if (left[0] + left[1] > 0) throw new PatchError('the end is missing');
  return files;
}

/** Where these lines are, as near as possible to where they were. @param {string[]} lines @param {string[]} wanted @param {number} near */
function placeOf(lines, wanted, near) {
  const fits = (/** @type {number} */ at) =>
    at >= 0 && at + wanted.length <= lines.length && wanted.every((line, i) => lines[at + i] === line);
  for (let away = 0; away <= lines.length; away += 1) {
    if (fits(near - away)) return near - away;
    if (fits(near + away)) return near + away;
  }
  return null;
}

/** @param {string} path @param {string} before @param {string} after */
function fileDifference(path, before, after) {
  const [a, b] = [linesOf(before), linesOf(after)];
  const steps = compared(a, b);
  const name = FOLDER + path;
  return `--- a/${name}\n+++ b/${name}\n${hunksOf(steps, a, b)}`;
}

/** @typedef {{ lines: string[], ends: boolean }} Lines  ends: whether the last line has an end */

/** @param {string} text @returns {Lines} */
function linesOf(text) {
  const lines = text.split('\n');
  const ends = lines[lines.length - 1] === '';
  if (ends) lines.pop();
  return { lines, ends };
}

/** A line of both files (' '), of the old one ('-') or of the new one ('+'). @typedef {{ sign: ' ' | '-' | '+', a: number, b: number }} Step */

/** @param {Step[]} steps @param {Lines} a @param {Lines} b */
function hunksOf(steps, a, b) {
  let text = '';
  let at = 0;
  while (at < steps.length) {
    if (steps[at].sign === ' ') {
      at += 1;
      continue;
    }
    const from = Math.max(0, at - CONTEXT);
    let to = at;
    for (let i = at; i < steps.length && i <= to + 2 * CONTEXT; i += 1) if (steps[i].sign !== ' ') to = i;
    to = Math.min(steps.length, to + CONTEXT + 1);
    const part = steps.slice(from, to);
    const count = (/** @type {string} */ sign) => part.filter((step) => step.sign !== sign).length;
    const [olds, news] = [count('+'), count('-')];
    const start = (/** @type {number} */ first, /** @type {number} */ size) =>
      size === 0 ? first : first + 1;
    text += `@@ -${start(part[0].a, olds)},${olds} +${start(part[0].b, news)},${news} @@\n`;
    for (const { sign, a: i, b: j } of part) {
      const [{ lines, ends }, index] = sign === '+' ? [b, j] : [a, i];
      text += `${sign}${lines[index]}\n`;
      if (!ends && index === lines.length - 1) text += `${NO_END}\n`;
    }
    at = to;
  }
  return text;
}

/**
 * The shortest way from one text to the other (Myers, "An O(ND) difference algorithm").
 * @param {Lines} a @param {Lines} b @returns {Step[]}
 */
function compared(a, b) {
  // A last line without an end is another line than the same with one.
  const x = a.lines.map((line, i) => (!a.ends && i === a.lines.length - 1 ? `${line}\n` : line));
  const y = b.lines.map((line, i) => (!b.ends && i === b.lines.length - 1 ? `${line}\n` : line));
  const [n, m] = [x.length, y.length];
  /** Furthest place in x on each diagonal, before each round. @type {Map<number, number>[]} */
  const rounds = [];
  let reach = new Map([[1, 0]]);
  for (let d = 0; ; d += 1) {
    rounds.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      let i = isDown(reach, k, d) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      while (i < n && i - k < m && x[i] === y[i - k]) i += 1;
      reach.set(k, i);
      if (i >= n && i - k >= m) return wayBack(rounds, n, m);
    }
    reach = new Map(reach);
  }
}

/** @param {Map<number, number>} reach @param {number} k @param {number} d */
const isDown = (reach, k, d) => k === -d || (k !== d && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));

/** @param {Map<number, number>[]} rounds @param {number} n @param {number} m */
function wayBack(rounds, n, m) {
  /** @type {Step[]} */
  const steps = [];
  let [i, j] = [n, m];
  for (let d = rounds.length - 1; d >= 0; d -= 1) {
    const reach = rounds[d];
    const k = i - j;
    const down = isDown(reach, k, d);
    const from = reach.get(down ? k + 1 : k - 1) ?? 0;
    const until = d === 0 ? 0 : down ? from : from + 1;
    while (i > until && j > 0) steps.push({ sign: ' ', a: --i, b: --j });
    if (d === 0) break;
    if (down) steps.push({ sign: '+', a: i, b: --j });
    else steps.push({ sign: '-', a: --i, b: j });
  }
  return steps.reverse();
}
