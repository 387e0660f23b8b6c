// The studies, and the chapters of the open one: what can be done with them.

/** @import { App } from '../game-view/app.js' */
/** @import { Chapter } from '../storage/studies.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Template } from '../ui/view.js' */
/** @import { Checks } from './checks.js' */
/** @import { StudySession } from './session.js' */
/** @import { Shelf, Side } from './shelf.js' */
/** @import { Trainer } from './trainer.js' */

import { offerOf } from '../game/notations.js';
import { button, fileButton, iconButton, named, segments, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { dataUrl, saveFile } from '../ui/files.js';
import { iconView } from '../ui/icon-view.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { checksView } from './checks-panel.js';

/**
 * What the parts of the page share.
 * @typedef {object} StudyParts
 * @property {App<StudySession>} app
 * @property {Shelf} shelf
 * @property {Trainer} trainer
 * @property {Checks} checks
 * @property {(study: StudyRow, options?: { more?: boolean }) => unknown} train
 */

const SIDES = /** @type {const} */ (['none', 'first', 'second']);

/** @param {'none' | 'first' | 'second'} value @returns {Side} */
const sideOf = (value) => (value === 'none' ? null : value);

/** Every study, with what is due. @param {StudyParts} parts */
export function studyList(parts) {
  const fresh = reactive({ open: false, side: /** @type {'none' | 'first' | 'second'} */ ('none') });
  return () => {
    const { app, shelf } = parts;
    const { studies } = shelf.state;
    return html`<section class="shelf">
      <h2>${app.t('study.title')}</h2>
      ${studies.length === 0 ? html`<p class="muted">${app.t('study.none')}</p>` : nothing}
      <ul class="studies">${studies.map((study) => studyRow(parts, study))}</ul>
      ${messages(parts)} ${offered(parts)}
      <div class="row">
        ${button('new', app.t('study.new'), () => update(fresh, { open: !fresh.open }), { expanded: fresh.open })}
        ${fileButton('import', app.t('study.import'), '.pgn,.txt,.xqf,.cbl,.cbr,.cbf', (file) => readFile(shelf, file))}
      </div>
      ${fresh.open ? newStudy(parts, fresh) : nothing}
    </section>`;
  };
}

/** @param {Shelf} shelf @param {File} file */
export async function readFile(shelf, file) {
  try {
    const [, data] = (await dataUrl(file)).split(',');
    await shelf.read({ data, name: file.name });
  } catch (error) {
    shelf.fail(error);
  }
}

/** @param {StudyParts} parts @param {StudyRow} study */
function studyRow({ app, shelf, train }, study) {
  const due = shelf.state.due[study.id] ?? 0;
  return html`<li>
    <button class="open" type="button" @click=${() => shelf.open(study.id)}>
      <b>${study.title}</b>
      <span class="small muted">${[
        app.t('study.chapters', { count: study.chapters.length }),
        study.side ? app.t(`study.side.${study.side}`) : '',
      ]
        .filter(Boolean)
        .join(' · ')}</span>
    </button>
    ${due > 0 ? button(null, app.t('study.trainDue', { count: due }), () => train(study), { kind: 'main', spoken: app.t('study.trainOf', { title: study.title, count: due }) }) : nothing}
  </li>`;
}

/** @param {StudyParts} parts @param {{ open: boolean, side: 'none' | 'first' | 'second' }} fresh */
function newStudy({ app, shelf }, fresh) {
  const create = (/** @type {any} */ event) => {
    event.preventDefault();
    const title = event.currentTarget.elements.namedItem('title').value.trim();
    update(fresh, { open: false });
    shelf.create(title, sideOf(fresh.side));
  };
  return html`<form class="form fresh" @submit=${create}>
    <div class="field">
      <label for="study-title">${app.t('study.name')}</label>
      <input id="study-title" name="title" type="text" maxlength="200" autocomplete="off" />
    </div>
    ${sideField(app, fresh.side, (side) => update(fresh, { side }))}
    <div class="row">${button(null, app.t('study.create'), () => {}, { kind: 'main', type: 'submit' })}</div>
  </form>`;
}

/** @param {App<StudySession>} app @param {'none' | 'first' | 'second'} chosen @param {(side: 'none' | 'first' | 'second') => void} choose */
const sideField = (app, chosen, choose) =>
  segments({
    name: 'study-side',
    legend: app.t('study.side.label'),
    choices: named(SIDES, (value) => app.t(`study.side.${value}`)),
    chosen,
    choose,
  });

/** What was read, before it is kept. @param {StudyParts} parts */
function offered({ app, shelf }) {
  const { offered, open } = shelf.state;
  if (!offered) return nothing;
  const count = offered.studies.reduce((sum, { chapters }) => sum + chapters.length, 0);
  return html`<div class="offered" role="group" aria-label=${app.t('study.found', { count })}>
    <p>${app.t('study.found', { count })}${offered.left > 0 ? ` ${app.t('study.foundMore', { count: offered.left })}` : ''}</p>
    <ul>${offered.studies.map(({ title, chapters }) => html`<li>${title || chapters[0]?.title}</li>`)}</ul>
    <div class="row">
      ${button(null, app.t('study.keep'), () => shelf.accept(false), { kind: 'main' })}
      ${open ? button(null, app.t('study.keepHere'), () => shelf.accept(true)) : nothing}
      ${button(null, app.t('ui.cancel'), () => shelf.decline(), { kind: 'plain' })}
    </div>
  </div>`;
}

/** @param {StudyParts} parts */
function messages({ app, shelf }) {
  const { message, bad, removed } = shelf.state;
  return html`<p class="small ${bad ? 'fault' : ''}" role="status">${message}</p>
    ${removed ? html`<div class="row undo" role="status"><span>${removed.text}</span>${button('back', app.t('study.undo'), () => shelf.undo())}</div>` : nothing}`;
}

/** The open study. @param {StudyParts} parts */
export const studyView = (parts) => () => {
  const { app, shelf } = parts;
  const study = shelf.study;
  if (!study) return nothing;
  const { chapters, renaming } = shelf.state;
  return html`<section class="shelf">
    <div class="row named">
      ${iconButton('back', app.t('study.back'), () => shelf.open(null))}
      ${
        renaming === study.id
          ? nameForm(
              app,
              study.title,
              (title) => shelf.change({ title }),
              () => update(shelf.state, { renaming: null }),
            )
          : html`<h2>${study.title}</h2>
              ${iconButton('pen', app.t('study.rename', { title: study.title }), () => startRenaming(shelf, study.id))}
              ${iconButton('bin', app.t('study.remove', { title: study.title }), () => shelf.remove())}`
      }
    </div>
    ${messages(parts)} ${offered(parts)} ${study.side ? repertoire(parts, study) : nothing}
    ${chapters.length === 0 ? html`<p class="muted">${app.t('study.empty')}</p>` : nothing}
    <ol class="chapters">${chapters.map((chapter, at) => chapterRow(parts, chapter, at))}</ol>
    ${sideField(app, study.side ?? 'none', (side) => shelf.change({ side: sideOf(side) }))}
    ${exports(parts, study)}
  </section>`;
};

/** @param {Shelf} shelf @param {string} id */
function startRenaming(shelf, id) {
  update(shelf.state, { renaming: id });
  requestAnimationFrame(() =>
    /** @type {HTMLInputElement | null} */ (document.querySelector('.naming input'))?.select(),
  );
}

/** @param {App<StudySession>} app @param {string} title @param {(title: string) => void} save @param {() => void} cancel */
function nameForm(app, title, save, cancel) {
  const onKey = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && cancel();
  return html`<form class="row naming" @keydown=${onKey} @submit=${(/** @type {any} */ event) => {
    event.preventDefault();
    save(event.currentTarget.elements.namedItem('title').value);
  }}>
    <input name="title" type="text" maxlength="200" autocomplete="off" aria-label=${app.t('study.name')} .value=${title} />
    ${button(null, app.t('study.save'), () => {}, { kind: 'main', type: 'submit' })}
    ${button(null, app.t('ui.cancel'), cancel)}
  </form>`;
}

/** How well the repertoire is known, and the way to train it. @param {StudyParts} parts @param {StudyRow} study */
function repertoire(parts, study) {
  const { app, shelf, trainer, train } = parts;
  const { loaded } = shelf.state;
  if (!loaded) return nothing;
  const { all } = trainer.standings(loaded);
  if (all.positions === 0) return html`<p class="muted">${app.t('study.noPositions')}</p>`;
  const asks = all.due + all.fresh;
  return html`<div class="standing">
      <dl class="figures">
        ${figure(app.t('study.standing.positions'), app.words.number(all.positions))}
        ${figure(app.t('study.standing.due'), app.words.number(all.due))}
        ${figure(app.t('study.standing.new'), app.words.number(all.fresh))}
        ${figure(app.t('study.standing.known'), all.known === null ? '–' : percent(app, all.known))}
        ${figure(app.t('study.standing.right'), rightShare(app, loaded.cards.state.answers))}
      </dl>
      <div class="row">
        ${button('target', app.t(asks > 0 ? 'study.trainButton' : 'study.nothingDue'), () => train(study), { kind: 'main', disabled: asks === 0 })}
      </div>
    </div>
    ${checksView(parts, loaded)}`;
}

/** @param {string} name @param {unknown} value */
const figure = (name, value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** @param {App<StudySession>} app @param {number} share */
const percent = (app, share) => `${app.words.number(Math.round(100 * share))}%`;

/** The answers of the last thirty days that were right. @param {App<StudySession>} app @param {readonly import('../storage/database.js').Attempt[]} answers */
function rightShare(app, answers) {
  const since = Date.now() - 30 * 86_400_000;
  const recent = answers.filter(({ at }) => at >= since);
  return recent.length === 0
    ? '–'
    : percent(app, recent.filter(({ result }) => result === 'solved').length / recent.length);
}

/** @param {StudyParts} parts @param {Chapter} chapter @param {number} at */
function chapterRow(parts, chapter, at) {
  const { app, shelf } = parts;
  const { renaming, moving, shown, chapters } = shelf.state;
  const { id } = chapter;
  const title = chapter.title || app.t('study.chapter.untitled', { number: at + 1 });
  if (renaming === id)
    return html`<li>${nameForm(
      app,
      title,
      (name) => shelf.renameChapter(id, name),
      () => update(shelf.state, { renaming: null }),
    )}</li>`;
  return html`<li data-shown=${shown === id}>
    <div class="row line">
      <button class="open" type="button" aria-pressed=${shown === id} @click=${() => shelf.show(id)}>
        <b>${title}</b>${chapterFacts(parts, at)}
      </button>
      <a class="btn plain" href=${chapterAddress(chapter)} aria-label=${app.t('study.chapter.edit', { title })}>${iconView('pencil')}</a>
      <details class="more-of">
        <summary class="btn plain icon-only" aria-label=${app.t('study.chapter.more', { title })}>⋯</summary>
        <div class="row tools-of">
          ${iconButton('previous', app.t('study.chapter.up', { title }), () => shelf.shift(id, -1), { kind: 'icon-only up', ended: at === 0 })}
          ${iconButton('next', app.t('study.chapter.down', { title }), () => shelf.shift(id, 1), { kind: 'icon-only down', ended: at === chapters.length - 1 })}
          ${iconButton('pen', app.t('study.rename', { title }), () => startRenaming(shelf, id))}
          ${iconButton('copy', app.t('study.chapter.duplicate', { title }), () => shelf.duplicate(chapter))}
          ${shelf.state.studies.length > 1 ? iconButton('swap', app.t('study.chapter.move', { title }), () => update(shelf.state, { moving: moving === id ? null : id }), { expanded: moving === id }) : nothing}
          ${iconButton('bin', app.t('study.remove', { title }), () => shelf.removeChapter(chapter))}
        </div>
      </details>
    </div>
    ${moving === id ? moveField(parts, id) : nothing}
  </li>`;
}

/** @param {StudyParts} parts @param {number} at */
function chapterFacts({ app, shelf, trainer }, at) {
  const { loaded, chapters } = shelf.state;
  const index = loaded?.repertoire.chapters.findIndex(({ id }) => id === chapters[at].id) ?? -1;
  if (!loaded || index < 0) return nothing;
  const { positions, due, fresh, known } = trainer.standings(loaded).chapters[index];
  if (positions === 0) return nothing;
  const parts = [app.t('study.positions', { count: positions })];
  if (due + fresh > 0) parts.push(app.t('study.due', { count: due + fresh }));
  if (known !== null) parts.push(app.t('study.known', { share: percent(app, known) }));
  return html`<span class="small muted">${parts.join(' · ')}</span>`;
}

/** @param {StudyParts} parts @param {string} id */
function moveField({ app, shelf }, id) {
  const others = shelf.state.studies.filter((study) => study.id !== shelf.state.open);
  const choices = { '': '–', ...Object.fromEntries(others.map((study) => [study.id, study.title])) };
  return select({
    id: 'study-move',
    label: app.t('study.chapter.moveTo'),
    choices: /** @type {Record<string, string>} */ (choices),
    chosen: '',
    choose: (study) => study && shelf.move(id, study),
  });
}

/** Where a chapter is edited. @param {Pick<Chapter, 'id' | 'game'>} chapter */
const chapterAddress = ({ id, game }) => `analysis.html?game=${game}&record=${encodeURIComponent(id)}`;

/** @param {StudyParts} parts @param {StudyRow} study */
function exports({ app, shelf }, study) {
  const isEmpty = study.chapters.length === 0;
  const save = async (/** @type {'pgn' | 'dhtmlxq'} */ format) => {
    const text = await shelf.text(format);
    const ending = format === 'pgn' ? 'pgn' : 'txt';
    if (text !== null)
      saveFile(`${fileName(study.title)}.${ending}`, new Blob([text], { type: 'text/plain' }));
  };
  const xiangqi = shelf.state.chapters.every(({ game }) => offerOf(game).formats.includes('dhtmlxq'));
  return html`<div class="row exports">
    ${button('export', app.t('records.export.format.pgn'), () => save('pgn'), { disabled: isEmpty })}
    ${xiangqi ? button('export', app.t('records.export.format.dhtmlxq'), () => save('dhtmlxq'), { disabled: isEmpty }) : nothing}
    ${copyButton(app, { name: 'study-link', label: app.t('study.exportLink'), symbol: 'link', text: () => shelf.link(), disabled: isEmpty })}
    ${button('print', app.t('records.print.button'), () => shelf.print(), { disabled: isEmpty })}
    ${fileButton('import', app.t('study.import'), '.pgn,.txt,.xqf,.cbl,.cbr,.cbf', (file) => readFile(shelf, file))}
  </div>`;
}

/** @param {string} title */
const fileName = (title) => title.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'study';
