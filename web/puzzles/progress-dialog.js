// Progress with puzzles: figures, a plot of the rating, the last attempts; and all of it as a file.

/** @import { App } from '../game-view/app.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Attempt } from '../storage/database.js' */
/** @import { PuzzleParts } from './panel.js' */
/** @import { RunKind } from '../training/runs.js' */

import { svg } from 'lit-html';
import { drillName, isDrill } from '../training/drills.js';
import { daysInARow } from '../training/progress.js';
import { asText, importProgress } from '../training/progress-file.js';
import { RUN_KINDS } from '../training/runs.js';
import { button, fileButton } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { saveFile } from '../ui/files.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { ratingText, titleOf } from './words.js';

/** Attempts in the plot and in the list. */
const PLOTTED = 200;
const LISTED = 30;
const RUN_COLUMNS = /** @type {const} */ (['kind', 'count', 'best', 'last', 'all']);
const LAST_RUN_COLUMNS = /** @type {const} */ (['kind', 'solved', 'mistakes']);
const COLUMNS = /** @type {const} */ (['when', 'puzzle', 'result', 'rating']);

/** @param {PuzzleParts} parts */
export function progressDialog({ app, trainer }) {
  const news = reactive({ text: '', bad: false });

  function exportFile() {
    const { progress, place } = trainer.state;
    const scale = place === 'site' ? 'xiangqi' : place;
    saveFile(`cannonfish-puzzles-${scale}-${trainer.today}.json`, asText(progress, scale));
  }

  /** @param {File} file */
  async function importFile(file) {
    try {
      const count = importProgress(trainer, await file.text());
      update(news, { text: app.t('puzzles.progress.imported', { count }), bad: false });
    } catch {
      update(news, { text: app.t('puzzles.progress.unreadable', { file: file.name }), bad: true });
    }
  }

  function body() {
    const { attempts } = trainer.state.progress;
    return html`<div class="form progress">
      <dl class="figures">
        ${figures().map(([key, value]) => html`<div><dt>${app.t(key)}</dt><dd>${value}</dd></div>`)}
      </dl>
      ${ratingText(trainer.state.progress.rating).endsWith('?') ? html`<p class="small">${app.t('puzzles.progress.guess')}</p>` : nothing}
      ${attempts.length > 1 ? html`<figure class="plot">${plot(app, attempts.slice(-PLOTTED))}</figure>` : nothing}
      ${runTable()} ${lastRuns()}
      ${attempts.length > 0 ? table() : html`<p class="muted">${app.t('puzzles.progress.none')}</p>`}
      <div class="row">
        ${button('export', app.t('puzzles.progress.export'), exportFile)}
        ${fileButton('import', app.t('puzzles.progress.import'), '.json,application/json', importFile)}
      </div>
      <p class="small ${news.bad ? 'fault' : ''}" role="status">${news.text}</p>
      <p class="small muted">${app.t('puzzles.progress.note')}</p>
    </div>`;
  }

  /** @returns {Array<[Key, string]>} */
  function figures() {
    const { progress, place } = trainer.state;
    const { rating, attempts, streak } = progress;
    const { words } = app;
    const solved = attempts.filter(({ result }) => result === 'solved').length;
    const share = attempts.length > 0 ? ` · ${Math.round((100 * solved) / attempts.length)}%` : '';
    return [
      [
        place === 'file' ? 'puzzles.progress.rating.chess' : 'puzzles.progress.rating.title',
        `${ratingText(rating)} ± ${Math.round(2 * rating.deviation)}`,
      ],
      ['puzzles.progress.solved', `${words.number(solved)} / ${words.number(attempts.length)}${share}`],
      [
        'puzzles.progress.streak',
        `${streak.now} · ${app.t('puzzles.progress.best', { count: streak.best })}`,
      ],
      ['puzzles.progress.days', String(daysInARow(progress, trainer.today))],
      ['puzzles.progress.coming', String(trainer.coming)],
    ];
  }

  /** The best and the last runs of each kind, with a line of all. */
  function runTable() {
    const { runs } = trainer.state.progress;
    const kinds = RUN_KINDS.filter((kind) => runs.some((run) => run.kind === kind));
    if (kinds.length === 0) return nothing;
    return html`<table class="attempts runs">
      <thead>
        <tr>
          ${RUN_COLUMNS.map((name) => html`<th scope="col">${app.t(`puzzles.runs.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${kinds.map((kind) => {
          const solved = runs.filter((run) => run.kind === kind).map((run) => run.solved);
          return html`<tr>
            <th scope="row">${app.t(`puzzles.way.${kind}.name`)}</th>
            <td class="number">${solved.length}</td>
            <td class="number">${Math.max(...solved)}</td>
            <td class="number">${solved.at(-1)}</td>
            <td>${sparkline(solved.slice(-PLOTTED))}</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
  }

  /** The last runs, the newest first. */
  function lastRuns() {
    const { runs } = trainer.state.progress;
    if (runs.length === 0) return nothing;
    const date = dateOf();
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${app.t('puzzles.runs.recent')}>
      <table class="attempts last-runs">
        <thead>
          <tr>
            <th scope="col">${app.t('puzzles.progress.col.when')}</th>
            ${LAST_RUN_COLUMNS.map((name) => html`<th scope="col">${app.t(`puzzles.runs.${name}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${runs
            .slice(-LISTED)
            .reverse()
            .map(
              ({ at, kind, solved, mistakes }) => html`<tr>
              <td>${at ? date.format(new Date(at)) : '–'}</td>
              <td>${app.t(`puzzles.way.${/** @type {RunKind} */ (kind)}.name`)}</td>
              <td class="number">${solved}</td>
              <td class="number">${mistakes}</td>
            </tr>`,
            )}
        </tbody>
      </table>
    </div>`;
  }

  const dateOf = () =>
    new Intl.DateTimeFormat(app.words.language, { dateStyle: 'medium', timeStyle: 'short' });

  /** The last attempts, the newest first. */
  function table() {
    const { attempts } = trainer.state.progress;
    const date = dateOf();
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${app.t('puzzles.progress.last')}>
      <table class="attempts">
        <thead>
          <tr>${COLUMNS.map((name) => html`<th scope="col">${app.t(`puzzles.progress.col.${name}`)}</th>`)}</tr>
        </thead>
        <tbody>
          ${attempts
            .slice(-LISTED)
            .reverse()
            .map(
              ({ id, at, result, rating }) => html`<tr>
              <td>${date.format(new Date(at))}</td>
              <td>${
                isDrill(id)
                  ? html`<a href="endings.html?drill=${encodeURIComponent(id)}#drill">${drillName(id)}</a>`
                  : html`<a href="?id=${encodeURIComponent(id)}">${titleOf(app.words, { id })}</a>`
              }</td>
              <td class=${result}>${app.t(`puzzles.result.${result}`)}</td>
              <td class="number">${rating}</td>
            </tr>`,
            )}
        </tbody>
      </table>
    </div>`;
  }

  return { ...makeDialog(app, { name: 'progress', title: 'puzzles.progress.title', body }), exportFile };
}

/** Results one after the other; the table says them in figures. @param {readonly number[]} values */
function sparkline(values) {
  const [width, height] = [96, 24];
  const most = Math.max(1, ...values);
  const x = (/** @type {number} */ at) => 2 + ((width - 4) * at) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ value) => height - 2 - ((height - 4) * value) / most;
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return html`<svg class="spark line" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    <polyline class="way" points=${points} />
    <circle class="now" cx=${x(values.length - 1)} cy=${y(values.at(-1) ?? 0)} r="2.5" />
  </svg>`;
}

/** The rating after each attempt. @param {App} app @param {readonly Attempt[]} attempts */
function plot(app, attempts) {
  const [width, height, edge] = [520, 160, 42];
  const ratings = attempts.map(({ rating }) => rating);
  const low = Math.floor((Math.min(...ratings) - 20) / 50) * 50;
  const high = Math.ceil((Math.max(...ratings) + 20) / 50) * 50;
  const x = (/** @type {number} */ at) => edge + ((width - edge - 6) * at) / (ratings.length - 1);
  const y = (/** @type {number} */ rating) => 8 + ((height - 16) * (high - rating)) / (high - low);
  const last = ratings.length - 1;
  const words = { count: ratings.length, first: String(ratings[0]), last: String(ratings[last]) };
  const points = ratings.map((rating, at) => `${x(at).toFixed(1)},${y(rating).toFixed(1)}`).join(' ');
  return html`<svg
    class="line"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label=${app.t('puzzles.progress.plot', words)}
  >
    ${[low, (low + high) / 2, high].map(
      (level) => svg`<line class="grid" x1=${edge} x2=${width - 6} y1=${y(level)} y2=${y(level)} />
        <text x=${edge - 6} y=${y(level) + 4} text-anchor="end">${level}</text>`,
    )}
    <polyline class="way" points=${points} />
    <circle class="now" cx=${x(last)} cy=${y(ratings[last])} r="4.5" />
  </svg>`;
}
