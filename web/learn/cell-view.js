// A cell of a lesson: its code, which becomes an editor when pressed, the button to run it, and the output.

/** @import { Cell, Lesson } from './lesson.js' */
/** @import { LessonPython } from './python.js' */
/** @import { SitePage } from '../shell/text-page.js' */
/** @import { SourceEditor } from '../ui/code-editor.js' */

import { element } from '../board/element.js';
import { button } from '../ui/controls.js';
import { iconView } from '../ui/icon-view.js';
import { load } from '../ui/load.js';
import { observe, reactive } from '../ui/reactive.js';
import { attempt } from '../ui/unloaded.js';
import { html, mount, nothing, when } from '../ui/view.js';

/**
 * @typedef {object} CellParts
 * @property {SitePage} page
 * @property {Lesson} lesson
 * @property {LessonPython} python
 */

/**
 * @param {CellParts} parts
 * @param {Cell} cell
 * @param {Array<[string, string]>} pieces  of the original, with their classes
 * @param {Map<string, string>} [hints]  of an exercise
 */
export function cellView({ page, lesson, python }, cell, pieces, hints = new Map()) {
  const text = cell.state.text === cell.original ? coloured(pieces) : [cell.state.text];
  const plain = element('pre', { tabindex: '0', lang: 'en' }, ...text);
  const code = element('div', { class: 'code' }, plain);
  const node = element('div', { class: 'cell' }, code);
  node.dataset.cell = cell.name;
  observe(() => {
    node.dataset.status = cell.state.status;
    plain.setAttribute('aria-label', page.t('learn.code'));
  });

  const editing = reactive({ opening: /** @type {Promise<SourceEditor> | null} */ (null) });
  /** Go to a line in the editor. @param {number} line */
  const goTo = (line) =>
    attempt(page, cell, async () => {
      editing.opening ??= open();
      editing.opening.catch(() => {
        editing.opening = null;
      });
      (await editing.opening).goTo(line, 1);
    });
  async function open() {
    const { SourceEditor, editorPhrases } = await load(() => import('../ui/code-editor.js'));
    const place = element('div', {});
    const editor = new SourceEditor(place, {
      onEdit: (_, text) => lesson.edit(cell, text),
      words: () => ({ label: page.t('learn.code'), phrases: editorPhrases(page) }),
    });
    editor.show(cell.name, cell.state.text);
    observe(() => {
      const { fault } = cell.state;
      const marks = fault?.cell === cell.name ? [{ ...fault, path: cell.name, end: 0 }] : [];
      editor.mark(marks.map((mark) => ({ ...mark, kind: /** @type {const} */ ('dialect') })));
    });
    observe(() => editor.show(cell.name, cell.state.text));
    observe(() => {
      page.words.language; // read, so that a change of language gets here
      editor.speak();
    });
    plain.replaceWith(place);
    return editor;
  }
  const run = () => lesson.run(cell);
  plain.addEventListener('click', () => {
    if (!String(getSelection())) goTo(1); // else it is being copied
  });
  node.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
    { capture: true },
  );
  plain.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(1);
  });

  mount(
    node,
    () => {
      const { runs, text } = cell.state;
      const busy = runs > 0;
      return html`<div class="cell-bar">
        ${
          busy
            ? button('stop', page.t('learn.stop'), () => lesson.stop(cell))
            : button('next', page.t(cell.check ? 'learn.check' : 'learn.run'), run, {
                kind: cell.check ? 'main' : undefined,
              })
        }
        ${when(editing.opening === null, () =>
          button('pencil', page.t('learn.edit'), () => goTo(1), { kind: 'plain' }),
        )}
        ${when(text !== cell.original, () =>
          button('back', page.t('learn.reset'), () => lesson.edit(cell, cell.original), { kind: 'plain' }),
        )}
        ${busy ? loading(page, python) : nothing}
      </div>`;
    },
    () => {
      const { output, status } = cell.state;
      return output || status === 'done'
        ? html`<pre class="output" tabindex="0" aria-label=${page.t('learn.output.title')}>${
            output || page.t('learn.output.none')
          }</pre>`
        : nothing;
    },
    () => html`<div role="status">${saying(page, cell, hints, goTo)}</div>`,
  );
  return node;
}

/** The file of a cell. @param {string} name */
export const fileOf = (name) => name.replace(/^.*\//, '');

/** @param {SitePage} page @param {LessonPython} python */
export function loading(page, python) {
  const { status, progress } = python.state;
  return status === 'loading'
    ? html`<span class="small muted">${page.t('learn.loading')}</span
        ><progress max="1" .value=${progress} aria-label=${page.t('learn.loading')}></progress>`
    : html`<span class="small muted">${page.t('learn.running')}</span>`;
}

/** @param {SitePage} page @param {Cell} cell @param {Map<string, string>} hints @param {(line: number) => void} goTo */
function saying(page, cell, hints, goTo) {
  const { status, fault, hint, hung } = cell.state;
  if (status === 'solved')
    return html`<p class="verdict good">${iconView('done')}${page.t('learn.solved')}</p>`;
  if (status === 'silent')
    return html`<p class="verdict bad">${page.t('learn.silent', { file: fileOf(hung) })}</p>`;
  if (status === 'ended') return html`<p class="verdict">${page.t('learn.ended')}</p>`;
  if (status === 'failed') return html`<p class="verdict bad">${page.t('learn.failed')}</p>`;
  if (hint.length > 0) {
    const [id, ...values] = hint;
    const text = (hints.get(id) ?? id).replace(/\{(\d)\}/g, (_, at) => values[Number(at)] ?? '');
    return html`<p class="verdict bad">${text}</p>`;
  }
  const unsolved =
    status === 'unsolved' ? html`<p class="verdict bad">${page.t('learn.unsolved')}</p>` : nothing;
  // In a cell as it was given, the error is not the reader's.
  if (!fault || (status === 'unsolved' && cell.state.text === cell.original)) return unsolved;
  const reason = html`<span lang="en">${fault.reason}</span>`;
  if (fault.cell === cell.name)
    return html`${unsolved}<p class="verdict bad"
      ><button class="btn plain" type="button" @click=${() => goTo(fault.line)}
        >${page.t('learn.line', { line: fault.line })}</button> ${reason}</p
    >`;
  return html`${unsolved}<p class="verdict bad"
    >${fault.cell ? page.t('learn.lineElsewhere', { line: fault.line, file: fileOf(fault.cell) }) : nothing} ${reason}</p
  >`;
}

/** @param {Array<[string, string]>} pieces */
export const coloured = (pieces) =>
  pieces.map(([kind, text]) => {
    if (!kind) return document.createTextNode(text);
    return element('span', { class: kind }, text);
  });
