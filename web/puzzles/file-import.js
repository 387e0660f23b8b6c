// The import of chess puzzles from a file in lichess' layout: which ones and how many, and what became of each row.

/** @import { Import, RowFault } from './lichess-csv.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { App } from '../game-view/app.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */

import { button, chosenIn, named, select } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { Task } from '../ui/task.js';
import { html, nothing, when } from '../ui/view.js';
import { ratingRange } from './filter-dialog.js';
import { importPuzzles } from './lichess-csv.js';
import { ANY } from './next-puzzle.js';
import { faultInWords, themeChoices } from './words.js';

/** Themes of lichess' puzzles that ours have, too. */
const OTHER_THEMES =
  'fork pin skewer discoveredAttack sacrifice quietMove hangingPiece mate mateIn1 mateIn2 mateIn3 mateIn4 mateIn5 opening middlegame endgame oneMove short long veryLong'.split(
    ' ',
  );
const COUNTS = ['50', '200', '500', '1000'];
const RATINGS = Array.from({ length: 12 }, (_, at) => 600 + 200 * at);
const DATABASE = 'https://database.lichess.org/#puzzles';
/** The smallest step of the progress bar, as a share of the whole. */
const STEP = 0.005;

export class FileImport {
  chosen = reactive({
    file: /** @type {File | null} */ (null),
    count: '200',
    theme: '',
    from: ANY.from,
    to: ANY.to,
  });
  state = reactive({
    faultCount: 0,
    /** The first rows that are no puzzles. */
    faults: /** @type {readonly RowFault[]} */ ([]),
    /** The puzzles that were deleted last, to be put back. */
    removed: /** @type {readonly Puzzle[]} */ ([]),
  });
  task;
  #app;
  #focus;

  /** @param {App} app @param {StoredPuzzles} imported @param {(id: string) => void} focus */
  constructor(app, imported, focus) {
    this.#app = app;
    this.#focus = focus;
    this.imported = imported;
    this.task = new Task(app, (error) => faultInWords(app, error));
  }

  /** Ask what to import. @param {File} file */
  choose(file) {
    this.task.stop();
    this.task.tell('');
    update(this.state, { faultCount: 0, faults: [] });
    this.chosen.file = file;
    this.#focus('take-import');
  }

  async start() {
    const [app, { imported }] = [this.#app, this];
    const { file, count, theme, from, to } = this.chosen;
    if (!file) return;
    if (imported.free <= 0) return this.task.tell(app.t('puzzles.take.full', { count: imported.most }), true);
    const choice = {
      count: Math.min(Number(count), imported.free),
      from: Math.min(from, to),
      to: Math.max(from, to),
      theme: theme || null,
    };
    update(this.state, { faultCount: 0, faults: [] });
    await this.task.run(
      async ({ signal, onProgress }) => {
        await imported.loadFirst();
        let shown = 0;
        const found = await importPuzzles(file, choice, {
          rules: app.client,
          known: new Set(imported.state.puzzles.map(({ id }) => id)),
          signal,
          onProgress: (share, { puzzles, rows }) => {
            if (share - shown < STEP && share < 1) return;
            shown = share;
            onProgress(share, app.t('puzzles.take.progress', { count: puzzles.length, rows }));
          },
        });
        this.#tellResult(found, await imported.add(found.puzzles));
      },
      {
        start: app.t(app.state.engine.state === 'idle' ? 'puzzles.take.reading' : 'puzzles.own.loading'),
        stopped: app.t('puzzles.take.stopped'),
      },
    );
  }

  /** @param {Import} found @param {boolean} isKept */
  #tellResult({ puzzles, rows, others, known, faults, first, whole }, isKept) {
    const app = this.#app;
    const texts = [
      app.t('puzzles.take.done', { count: puzzles.length }),
      app.t('puzzles.take.rows', { rows, others, known }),
      app.t(whole ? 'puzzles.take.whole' : 'puzzles.take.more'),
    ];
    if (!isKept) texts.push(app.t('puzzles.take.notKept'));
    this.task.tell(texts.join(' '), !isKept);
    update(this.state, { faultCount: faults, faults: first, removed: [] });
    if (puzzles.length > 0) this.#focus('take-train');
  }

  async deleteOrPutBack() {
    const { imported, state } = this;
    const { removed } = state;
    state.removed = removed.length > 0 ? [] : imported.state.puzzles;
    const isKept = await (removed.length > 0 ? imported.add(removed) : imported.clear());
    this.task.tell(isKept ? '' : this.#app.t('puzzles.take.notKept'), !isKept);
  }
}

/** @param {App} app @param {FileImport} table @param {() => void} train  with what was imported */
export const fileImportView = (app, table, train) => html`<div class="files">
  ${table.chosen.file ? choice(app, table, table.chosen.file) : nothing} ${table.task.news('news')}
  <p class="news fault" role="status">${
    table.state.faultCount > 0 ? app.t('puzzles.take.faults', { count: table.state.faultCount }) : ''
  }</p>
  <ul class="small faults">${table.state.faults.map(
    ({ line, error }) =>
      html`<li>${app.t('puzzles.take.fault', { line: String(line), why: faultInWords(app, error) })}</li>`,
  )}</ul>
  ${table.imported.count > 0 || table.state.removed.length > 0 ? kept(app, table, train) : nothing}
  <details class="about-files">
    <summary>${app.t('puzzles.take.help.title')}</summary>
    <p class="small">${app.t('puzzles.take.help.text', { count: table.imported.most })}</p>
    <p class="small"><a href=${DATABASE} rel="noopener noreferrer">${app.t('puzzles.take.help.link')}</a></p>
  </details>
</div>`;

/** Which puzzles of the file, and how many. @param {App} app @param {FileImport} table @param {File} file */
function choice(app, table, file) {
  const { chosen, task } = table;
  const megabytes = Math.max(0.1, Math.round(file.size / 100_000) / 10);
  const themes = [...app.words.endings('puzzles.chess.'), ...OTHER_THEMES];
  return html`<section class="take">
    <h3>${app.t('puzzles.take.title')}</h3>
    <p class="small muted name">${app.t('puzzles.take.file', { file: file.name, size: app.words.number(megabytes) })}</p>
    <div class="range">
      ${select({
        id: 'take-count',
        label: app.t('puzzles.take.count'),
        choices: named(COUNTS, (count) => app.words.number(Number(count))),
        ...chosenIn(chosen, 'count'),
      })}
      ${select({
        id: 'take-theme',
        label: app.t('puzzles.filter.theme'),
        choices: themeChoices(app.words, themes, { game: 'chess' }),
        ...chosenIn(chosen, 'theme'),
      })}
      ${ratingRange(app, {
        id: 'take',
        ratings: RATINGS,
        range: chosen,
        choose: (range) => update(chosen, range),
      })}
    </div>
    <div class="row">
      <button class="btn main" type="button" id="take-import" ?disabled=${task.state.share !== null} @click=${() => table.start()}>
        ${app.t('puzzles.take.take')}
      </button>
    </div>
    ${task.bar(app.t('puzzles.take.reading'))}
  </section>`;
}

/** The puzzles that were imported. @param {App} app @param {FileImport} table @param {() => void} train */
const kept = (app, table, train) => html`<section>
  <h3>${app.t('puzzles.take.kept', { count: table.imported.count })}</h3>
  <div class="row">
    ${when(
      table.imported.count > 0,
      () =>
        html`<button class="btn" type="button" id="take-train" @click=${train}>${app.t('puzzles.filter.start')}</button>`,
    )}
    ${button(null, app.t(table.state.removed.length > 0 ? 'puzzles.take.putBack' : 'puzzles.take.remove'), () => table.deleteOrPutBack())}
  </div>
</section>`;
