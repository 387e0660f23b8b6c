// The Lab's editor: the files of a variant, their source, their faults, and the ways to save and share them.

/** @import { VariantDocument } from '../variant-document.js' */
/** @import { Fault, VariantEngine } from '../variant-engine.js' */
/** @import { App } from '../../game-view/app.js' */
/** @import { Lab } from '../tabs.js' */
/** @import { LabApp } from '../play-bar.js' */
/** @import { Key } from '../../ui/words.js' */
/** @import { SourceEditor } from '../../ui/code-editor.js' */
/** @import { View } from '../../ui/view.js' */

import { untracked } from '@preact/signals-core';
import { live } from 'lit-html/directives/live.js';
import { element } from '../../board/element.js';
import { button, fileButton } from '../../ui/controls.js';
import { copyButton } from '../../ui/copy-button.js';
import { saveFile } from '../../ui/files.js';
import { load } from '../../ui/load.js';
import { observe, onChange, reactive, update } from '../../ui/reactive.js';
import { attempt } from '../../ui/unloaded.js';
import { html, mount, nothing, when } from '../../ui/view.js';
import { speedTable } from '../play-bar.js';
import { variantFile, variantInFile, variantLink } from '../shared-variant.js';

/** The files that come first in the list: the numbers are what is easiest to change. */
const FIRST = ['weights', 'evaluation', 'search', 'moves'];
/** Where the weights are opened: above the values of the pieces. */
const FIRST_SECTION = '# --- ';

/** The name of a file without its folder and ending. @param {string} path */
const stem = (path) => path.replace(/^.*\//, '').replace(/\.py$/, '');

/** The state of the editor. */
const newBench = () => reactive({ path: '', differences: false, more: false, link: '' });

/** @typedef {{ engine: VariantEngine, variant: VariantDocument, bench: ReturnType<typeof newBench> }} Parts */

/** The files in the order in which they are listed. @param {VariantEngine} engine */
function pathsOf(engine) {
  const paths = Object.keys(engine.state.originals);
  const place = (/** @type {string} */ path) =>
    (FIRST.indexOf(stem(path)) + FIRST.length + 1) % (FIRST.length + 1);
  return paths.sort((a, b) => place(a) - place(b));
}

/** The name of a file on the page. @param {App} app @param {string} path */
function fileName(app, path) {
  return app.t(/** @type {Key} */ (`lab.file.${stem(path)}`));
}

/** @param {LabApp} app @param {Lab} lab @returns {View} */
export function panel(app, { engine, variant, screen, openTab }) {
  const bench = newBench();
  const parts = { engine, variant, bench };
  const place = element('div', { class: 'bench' });
  const source = element('div', { class: 'source' });
  const beside = element('div', { class: 'beside' });
  mount(
    place,
    () => acts(app, parts),
    () => banner(app, parts),
    () => fileList(app, parts),
    source,
    beside,
    () => statusLine(app, parts),
    () => faultList(app, engine.state.faults, (fault) => show(fault)),
    speedTable(app, engine),
  );
  /** @type {SourceEditor | null} */
  let editor = null;
  /** @type {{ destroy: () => void } | null} */
  let compared = null;

  const inDifferences = () => bench.differences || variant.state.shared !== null;

  /** @param {Fault} fault */
  function show({ path, line, column }) {
    if (!path) return;
    update(bench, { path, differences: false });
    editor?.goTo(line, column);
  }

  observe(() => {
    const paths = pathsOf(engine);
    if (paths.length > 0 && !paths.includes(bench.path)) update(bench, { path: paths[0] });
  });
  onChange(
    () => variant.state.opened,
    () => editor?.forget(), // what was done to another variant cannot be undone in this one
  );

  /** The link to the variant as it is, packed in advance, as a press must copy it at once. @type {Promise<string> | null} */
  let packing = null;
  observe(() => {
    const mine = bench.more ? linkOf(engine, variant) : null;
    packing = mine;
    update(bench, { link: '' });
    mine?.then((link) => packing === mine && update(bench, { link }));
  });

  attempt(app, place, async () => {
    const { SourceEditor, besideView, columnView, editorPhrases } = await load(
      () => import('../../ui/code-editor.js'),
    );
    editor = new SourceEditor(source, {
      onEdit: (path, text) => engine.edit(path, text),
      words: (path) => ({ label: app.t('lab.editor', { file: path }), phrases: editorPhrases(app) }),
    });
    const code = editor;
    observe(() => {
      source.hidden = inDifferences();
      beside.hidden = !inDifferences();
    });
    observe(() => {
      const { path } = bench;
      const top = stem(path) === 'weights' ? FIRST_SECTION : '';
      if (path in engine.state.originals) code.show(path, engine.text(path), top);
    });
    observe(() => {
      editorPhrases(app); // read, so that a change of language gets here
      if (code.path) code.speak();
    });
    observe(() => {
      code.mark(engine.state.faults.filter(({ path }) => path === bench.path));
    });
    observe(() => {
      compared?.destroy();
      compared = null;
      const { path } = bench;
      const { originals, texts } = engine.state;
      if (!inDifferences() || !(path in originals) || !(path in texts)) return;
      const compare = screen.isPhone ? columnView : besideView;
      compared = compare(beside, {
        original: originals[path],
        text: texts[path],
        labels: {
          original: app.t('lab.original'),
          text: app.t('lab.yours'),
          both: app.t('lab.differences.title'),
        },
        phrases: editorPhrases(app),
      });
    });
  });
  // The first changed file of somebody else's variant, which may arrive before this panel does.
  const firstShared = () =>
    variant.state.shared === null ? undefined : pathsOf(engine).find((path) => path in engine.state.texts);
  const showShared = (/** @type {string | undefined} */ path) => {
    if (!path) return;
    openTab('edit');
    update(bench, { path });
  };
  showShared(untracked(firstShared));
  onChange(firstShared, showShared);
  return () => html`${place}`;
}

/** @param {App} app @param {Parts} parts */
function acts(app, { engine, variant, bench }) {
  const { originals, texts, status } = engine.state;
  const { name, kept, shared } = variant.state;
  const edited = Object.keys(texts).length > 0;
  const disabled = Object.keys(originals).length === 0 || shared !== null;
  const { differences, more } = bench;
  return html`<div class="bench-acts">
    ${when(
      edited && shared === null,
      () => html`<div class="field name">
          <label for="lab-name">${app.t('lab.variant.name')}</label>
          <input
            id="lab-name"
            type="text"
            maxlength="80"
            autocomplete="off"
            .value=${live(name)}
            @change=${(/** @type {any} */ { target }) => variant.rename(target.value.trim() || app.t('lab.variant.unnamed'))}
          />
        </div>`,
    )}
    <div class="acts">
      ${button('swap', app.t('lab.differences.title'), () => update(bench, { differences: !differences }), { disabled, pressed: differences })}
      ${button('share', app.t('lab.variant.more'), () => update(bench, { more: !more }), { disabled, expanded: more })}
    </div>
    ${more ? moreActs(app, { engine, variant, bench }) : nothing}
    ${edited && !kept && status !== 'unread' ? html`<p class="small warn" role="alert">${app.t('lab.variant.unsaved')}</p>` : nothing}
  </div>`;
}

/** @param {VariantEngine} engine @param {VariantDocument} variant */
async function linkOf(engine, variant) {
  const { game, texts } = engine.state;
  if (Object.keys(texts).length === 0) return '';
  return variantLink(location.href, { name: variant.state.name, game, patch: engine.patch });
}

/** @param {App} app @param {Parts} parts */
function moreActs(app, { engine, variant, bench }) {
  const { texts, game } = engine.state;
  const { id, name } = variant.state;
  const edited = Object.keys(texts).length > 0;
  const act = (/** @type {() => unknown} */ done) => () => {
    update(bench, { more: false });
    done();
  };
  const remove = act(() => confirm(app.t('lab.variant.delete.ask', { name })) && variant.remove());
  return html`<div class="more-acts" role="group" aria-label=${app.t('lab.variant.more')}>
    ${copyButton(app, { name: 'lab-link', label: app.t('lab.share'), symbol: 'link', disabled: !bench.link, text: () => bench.link })}
    ${button(
      'export',
      app.t('lab.export'),
      act(() =>
        saveFile(
          `${fileStem(name)}.patch`,
          new Blob([variantFile({ name, game, patch: engine.patch })], { type: 'text/x-patch' }),
        ),
      ),
      { disabled: !edited },
    )}
    ${fileButton('import', app.t('lab.import'), '.patch,.diff,text/*', async (file) => {
      update(bench, { more: false });
      variant.show(variantInFile(await file.text(), game, file.name.replace(/\.\w+$/, '')), 'file');
    })}
    ${button(
      'copy',
      app.t('lab.variant.copy'),
      act(() => variant.copy()),
      { disabled: id === null },
    )}
    ${button(
      'back',
      app.t('lab.variant.reset'),
      act(() => variant.reset(bench.path)),
      { disabled: !(bench.path in texts) },
    )}
    ${button(
      'first',
      app.t('lab.variant.resetAll'),
      act(() => variant.reset()),
      { disabled: !edited },
    )}
    ${button('bin', app.t('lab.variant.delete.button'), remove, { disabled: id === null })}
  </div>`;
}

/** A name that every file system takes. @param {string} name */
const fileStem = (name) => name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'variant';

/** The banner of a shared variant: what to do with it, and what does not fit. @param {App} app @param {Parts} parts */
function banner(app, { variant }) {
  const { shared, rejects, refused } = variant.state;
  const left = rejects.map(
    ({ path, line }) => html`<p class="small">${app.t('lab.reject', { file: path, line })}</p>`,
  );
  if (refused !== null) {
    const key = /** @type {const} */ ({ link: 'lab.link.broken', file: 'lab.file.broken' })[refused];
    return html`<div class="banner warn" role="alert"><p>${app.t(key)}</p></div>`;
  }
  if (shared === null) return left.length > 0 ? html`<div class="banner warn">${left}</div>` : nothing;
  return html`<div class="banner" role="region" aria-label=${app.t('lab.shared.title')}>
    <p><b>${app.t('lab.shared.title')}</b></p>
    <p>${app.t('lab.shared.note', { name: shared })}</p>
    ${left}
    <div class="acts">
      ${button('done', app.t('lab.shared.run'), () => variant.accept(), { kind: 'main' })}
      ${button('close', app.t('lab.shared.refuse'), () => variant.choose(null))}
    </div>
  </div>`;
}

/** @param {App} app @param {Parts} parts */
function fileList(app, { engine, variant, bench }) {
  const { texts, faults } = engine.state;
  const differing = bench.differences || variant.state.shared !== null;
  const paths = pathsOf(engine).filter((path) => !differing || path in texts);
  if (differing && paths.length === 0)
    return html`<p class="files none">${app.t('lab.differences.none')}</p>`;
  const row = (/** @type {string} */ path) => {
    const file = fileName(app, path);
    const faulty = faults.some((fault) => fault.path === path);
    const label = faulty ? 'lab.file.faulty' : path in texts ? 'lab.file.changed' : null;
    return html`<li><button
      class="btn plain"
      type="button"
      title=${path}
      aria-label=${label ? app.t(label, { file }) : file}
      aria-current=${path === bench.path ? 'true' : nothing}
      data-mark=${faulty ? 'faulty' : path in texts ? 'changed' : nothing}
      @click=${() => update(bench, { path })}
    >${file}</button></li>`;
  };
  return html`<nav class="files" aria-label=${app.t('lab.files')}><ul>${paths.map(row)}</ul></nav>`;
}

/** @param {App} app @param {Parts} parts */
function statusLine(app, { engine }) {
  const { status, faults, ms, trouble, engine: client, texts } = engine.state;
  const words = {
    loading: () =>
      app.t('lab.status.loading') + (client.progress ? ` ${Math.round(client.progress * 100)}%` : ''),
    unread: () => app.t('lab.status.unread'),
    checking: () => app.t('lab.status.checking'),
    building: () => app.t('lab.status.building'),
    ready: () =>
      Object.keys(texts).length > 0
        ? app.t('lab.status.ready.again', { ms })
        : app.t('lab.status.ready.first'),
    faulty: () => app.t('lab.status.faulty', { count: faults.length }),
    silent: () => app.t('lab.status.silent'),
    broken: () => app.t('lab.status.broken', { trouble }),
  };
  const stopped = status === 'silent' || status === 'broken';
  return html`<div class="bench-status" data-status=${status}>
    <p role="status">${words[status]()}</p>
    ${stopped ? button(null, app.t('lab.again'), () => engine.again()) : nothing}
  </div>`;
}

/** @param {App} app @param {readonly Fault[]} faults @param {(fault: Fault) => void} go */
export function faultList(app, faults, go) {
  if (faults.length === 0) return nothing;
  return html`<ol class="bench-faults" aria-label=${app.t('lab.faults')}>${faults.map((fault) => faultRow(app, fault, go))}</ol>`;
}

/** @param {App} app @param {Fault} fault @param {(fault: Fault) => void} go */
function faultRow(app, fault, go) {
  const { path, line, reason, kind } = fault;
  const place = path ? app.t('lab.fault.at', { file: stem(path), line }) : '';
  const content = html`<b>${app.t(`lab.fault.${kind}`)}</b> <span>${place}</span> <span lang="en">${reason}</span>`;
  return html`<li>${
    path
      ? html`<button class="btn plain" type="button" @click=${() => go(fault)}>${content}</button>`
      : html`<p>${content}</p>`
  }</li>`;
}
