// The figures of the lessons. Each kind is a module of its own, loaded with the first lesson that shows one; it is
// handed the place, the attributes of the text, and the frames in it.

/** @import { LessonNode } from '../lesson.js' */
/** @import { SitePage } from '../../shell/text-page.js' */

import { element } from '../../board/element.js';
import { load } from '../../ui/load.js';
import { lazyView } from '../../ui/unloaded.js';
import { mount, nothing } from '../../ui/view.js';

/**
 * @typedef {object} FigureParts
 * @property {SitePage} page
 * @property {HTMLElement} place
 * @property {Record<string, string>} attributes
 * @property {Array<Record<string, string> & { text: string }>} frames
 */
/** @typedef {(parts: FigureParts) => void} Figure */

/** @type {Record<string, () => Promise<{ default: Figure }>>} */
const KINDS = {
  tree: () => import('./tree.js'),
  boards: () => import('./boards.js'),
  stack: () => import('./stack.js'),
  units: () => import('./units.js'),
  worth: () => import('./worth.js'),
  matches: () => import('./matches.js'),
};

/** @param {SitePage} page @param {LessonNode} node @param {string} caption */
export function figureView(page, [, attributes, ...children], caption) {
  const place = element('div', { class: 'stage' });
  const text = caption ? [element('figcaption', {}, caption)] : [];
  const figure = element('figure', { class: 'figure' }, place, ...text);
  figure.dataset.kind = attributes.kind;
  const frames = children
    .filter((child) => child[0] === 'frame')
    .map(([, given, ...texts]) => ({ ...given, text: texts.join('') }));
  const drawing = lazyView(page, async () => {
    const { default: draw } = await load(KINDS[attributes.kind]);
    draw({ page, place, attributes, frames });
    return () => nothing;
  });
  mount(place, drawing);
  return figure;
}
