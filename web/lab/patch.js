// Differences between files, as unified diffs, for shared links and exported files. `git apply` accepts them,
// too. In a newer version of a file, a hunk is applied where its lines are now.

/** @import { StructuredPatch } from 'diff' */

import { applyPatch, createTwoFilesPatch, FILE_HEADERS_ONLY, parsePatch } from 'diff';

/** Where the kernel lies in the project, so that a patch can be applied there. */
const FOLDER = 'py/engine/cannonfish/kernel/';
/** What `git format-patch` writes below a patch: its version. */
const SIGNATURE = /\n-- \n[\w.-]+\s*$/;
const OPTIONS = { context: 3, headerOptions: FILE_HEADERS_ONLY };

/** @typedef {Readonly<Record<string, string>>} Texts  texts by path */
/** A hunk that fits nowhere. @typedef {{ path: string, line: number }} RejectedHunk */

export class PatchError extends Error {}

/**
 * @param {Texts} originals
 * @param {Texts} texts  those that differ, and perhaps others
 */
export function difference(originals, texts) {
  return Object.keys(texts)
    .filter((path) => texts[path] !== originals[path])
    .map((path) => fileDifference(FOLDER + path, originals[path] ?? '', texts[path]))
    .join('');
}

/** @param {string} name @param {string} before @param {string} after */
const fileDifference = (name, before, after) =>
  createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, OPTIONS);

/**
 * @param {Texts} originals
 * @param {string} patch
 * @returns {{ texts: Record<string, string>, rejects: RejectedHunk[] }} the files that differ then, and the hunks that fit nowhere
 * @throws {PatchError} if it is not a patch of these files
 */
export function applied(originals, patch) {
  /** @type {Record<string, string>} */
  const texts = {};
  /** @type {RejectedHunk[]} */
  const rejects = [];
  for (const file of readPatch(patch)) {
    const path = (file.newFileName ?? '').replace(/^b\//, '').replace(FOLDER, '');
    if (!Object.hasOwn(originals, path)) throw new PatchError(path);
    let text = originals[path];
    const hunks = [];
    for (const hunk of file.hunks) {
      const result = applyPatch(originals[path], { ...file, hunks: [...hunks, hunk] });
      if (result === false) {
        rejects.push({ path, line: hunk.oldStart });
        continue;
      }
      hunks.push(hunk);
      text = result;
    }
    if (text !== originals[path]) texts[path] = text;
  }
  return { texts, rejects };
}

/** The files of a patch. @param {string} patch @returns {StructuredPatch[]} */
function readPatch(patch) {
  let files;
  try {
    files = parsePatch(patch.replace(SIGNATURE, '\n')).filter(({ hunks }) => hunks.length > 0);
  } catch (error) {
    throw new PatchError(String(error));
  }
  if (files.length === 0) throw new PatchError('no difference');
  return files;
}
