// The text of a lesson as elements. The text is our own and checked by the build; no markup is parsed.

/** @import { Lesson, LessonNode, LessonTitle } from './lesson.js' */
/** @import { LessonPython } from './python.js' */
/** @import { SitePage } from '../shell/text-page.js' */

import { element } from '../board/element.js';
import { iconView } from '../ui/icon-view.js';
import { load } from '../ui/load.js';
import { observe } from '../ui/reactive.js';
import { lazyView } from '../ui/unloaded.js';
import { html, mount, nothing, when } from '../ui/view.js';
import { cellView, coloured } from './cell-view.js';
import { figureView } from './figures/index.js';

/**
 * @typedef {object} LearnParts
 * @property {SitePage} page
 * @property {Lesson} lesson
 * @property {LessonPython} python
 */

/** @param {LearnParts} parts @param {LessonNode} node @returns {Node} */
export function lessonNode(parts, node) {
  const [tag, attributes, ...children] = node;
  switch (tag) {
    case 'cell':
      return attributes.folded
        ? folded(attributes.folded, cellOf(parts, attributes))
        : cellOf(parts, attributes);
    case 'exercise':
      return exercise(parts, node);
    case 'figure': {
      const caption = children.find((child) => child[0] === 'caption');
      return figureView(parts.page, node, caption?.slice(2).join('') ?? '');
    }
    case 'play': {
      const section = element('section', { class: 'play-section' });
      const board = lazyView(parts.page, async () => {
        const { playView } = await load(() => import('./game-view.js'));
        const place = element('div', {});
        playView(parts, place, /** @type {any} */ (attributes));
        return () => html`${place}`;
      });
      mount(section, board);
      return section;
    }
    case 'pre':
      return element('pre', { class: 'sample', tabindex: '0' }, .../** @type {string[]} */ (children));
  }
  const inner = children.map((child) => (typeof child === 'string' ? child : lessonNode(parts, child)));
  const link = /** @type {Record<string, string>} */ (attributes.href ? { href: attributes.href } : {});
  const made = element(/** @type {'a'} */ (tag), link, ...inner);
  return tag === 'table' ? element('div', { class: 'scroll', tabindex: '0' }, made) : made;
}

/** @param {LearnParts} parts @param {Record<string, any>} attributes */
const cellOf = (parts, { name, code }) => cellView(parts, parts.lesson.cell(name), code);

/** @param {string} title @param {Node} content */
function folded(title, content) {
  return element('details', { class: 'folded' }, element('summary', {}, title), content);
}

/** @param {LearnParts} parts @param {LessonNode} node */
function exercise(parts, [, { name, code, solution }, ...children]) {
  const { page, lesson } = parts;
  const hints = children.filter((child) => child[0] === 'hint');
  const title = element('h2', {});
  mount(
    title,
    () =>
      html`${page.t('learn.exercise')}${lesson.state.done ? html` <span class="tick">${iconView('done')}<span class="sr">${page.t('learn.done')}</span></span>` : nothing}`,
  );
  const task = children.filter((child) => child[0] !== 'hint').map((child) => lessonNode(parts, child));
  const texts = new Map(hints.map(([, { id }, text = '']) => [id, text]));
  const cell = cellView(parts, lesson.cell(name), code, texts);
  const summary = element('summary', {});
  const pre = element('pre', { class: 'solution', tabindex: '0' }, ...coloured(solution));
  observe(() => {
    summary.textContent = page.t('learn.solution');
    pre.setAttribute('aria-label', page.t('learn.solution'));
  });
  return element(
    'section',
    { class: 'exercise' },
    title,
    ...task,
    cell,
    element('details', {}, summary, pre),
  );
}

/** Links to the lessons before and after. @param {SitePage} page @param {readonly LessonTitle[]} titles @param {number} number @param {string} query  the rest of the address's query */
export function beside(page, titles, number, query) {
  const link = (
    /** @type {LessonTitle | undefined} */ title,
    /** @type {'learn.previous' | 'learn.next'} */ key,
  ) =>
    title
      ? html`<a href="?lesson=${title.number}${query}" rel=${key === 'learn.next' ? 'next' : 'prev'}
          ><span class="small muted">${page.t(key)}</span><b>${title.number}. ${title.title}</b></a
        >`
      : html`<span></span>`;
  return html`<nav class="beside" aria-label=${page.t('learn.title')}>
    ${link(titles[number - 2], 'learn.previous')}${link(titles[number], 'learn.next')}
  </nav>`;
}

/**
 * The address of a lesson, and the code that embeds it in another page.
 * @param {SitePage} page @param {LessonTitle} lesson @param {string} address  of the page of lessons
 */
export function sharing(page, { number, title }, address) {
  const link = `${address}?lesson=${number}`;
  const frame = `${link}&embed&lang=${page.words.language}`;
  const code = `<iframe src="${frame.replaceAll('&', '&amp;')}" title="${title}" loading="lazy" style="border: 0; width: 100%; height: 45rem"></iframe>`;
  const field = (/** @type {'learn.share.link' | 'learn.share.code'} */ key, /** @type {string} */ text) =>
    html`<label class="small">${page.t(key)}<textarea readonly rows="2" .value=${text}
      @focus=${(/** @type {FocusEvent} */ { target }) => /** @type {HTMLTextAreaElement} */ (target).select()}></textarea></label>`;
  return html`<details class="share"><summary>${page.t('learn.share.title')}</summary>
    ${field('learn.share.link', link)}${field('learn.share.code', code)}
  </details>`;
}

/**
 * The list of lessons.
 * @param {SitePage} page @param {readonly LessonTitle[]} titles @param {ReadonlySet<string>} done
 */
export const contents = (page, titles, done) =>
  html`<ol class="contents">${titles.map(
    ({ number, id, title, lead }) => html`<li>
      <a href="?lesson=${number}"
        ><span class="number" aria-hidden="true">${number}</span
        ><span class="what"><b>${title}</b><span class="small muted">${lead}</span></span>${when(
          done.has(id),
          () =>
            html`<span class="tick">${iconView('done')}<span class="sr">${page.t('learn.done')}</span></span>`,
        )}</a
      >
    </li>`,
  )}</ol>`;
