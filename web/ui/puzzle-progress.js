// @ts-check
// How a person has been getting on: the rating and its way there, rows, the last attempts; and all of it as a file.

/** @import { Attempt, Progress } from '../puzzle/progress.js' */
/** @import { Room } from './puzzle-panel.js' */

import './common.js';
import { asText, daysInARow } from '../puzzle/progress.js';
import { makeDialog } from './dialog.js';
import { h, icon, say, set } from './dom.js';
import { ratingText, titleOf } from './puzzle-words.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Attempts in the plot and in the list. */
const PLOTTED = 200;
const LISTED = 30;

/** @param {Room} room */
export function progressDialog({ app, trainer, library }) {
  const figures = h('dl', { class: 'figures' });
  const plot = h('figure', { class: 'plot' });
  const list = h('table', { class: 'attempts' });
  const none = h('p', { class: 'muted' });
  const bring = h('button', { class: 'btn', type: 'button' }, icon('import'), h('span'));
  const take = h('button', { class: 'btn', type: 'button' }, icon('export'), h('span'));
  const file = h('input', { type: 'file', accept: '.json,application/json', hidden: true });
  const told = h('p', { class: 'small', role: 'status' });
  const note = h('p', { class: 'small muted' });
  const body = h(
    'div',
    { class: 'form progress' },
    figures,
    plot,
    none,
    h('div', { class: 'scroll', tabindex: 0, role: 'region' }, list),
    h('div', { class: 'row' }, take, bring, file),
    told,
    note,
  );
  const dialog = makeDialog(app, { name: 'progress', title: 'puzzle.progress.title', body });
  const scroll = /** @type {HTMLElement} */ (list.parentElement);

  function exportFile() {
    const { progress, place } = trainer.state;
    const game = place === 'file' ? 'chess' : 'xiangqi';
    const url = URL.createObjectURL(new Blob([asText(progress, game)], { type: 'application/json' }));
    const link = h('a', { href: url, download: `cannonfish-puzzles-${game}-${trainer.today}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  take.addEventListener('click', exportFile);
  bring.addEventListener('click', () => file.click());
  file.addEventListener('change', async () => {
    const [given] = file.files ?? [];
    file.value = '';
    if (!given) return;
    try {
      say(told, app.t('puzzle.progress.imported', { count: trainer.bringIn(await given.text()) }));
      told.classList.remove('fault');
    } catch (error) {
      const reason = /** @type {Error} */ (error).message;
      say(told, app.t('puzzle.progress.unreadable', { file: given.name, reason }));
      told.classList.add('fault');
    }
  });

  app.watch(
    () => [trainer.state.progress, trainer.state.place, library.state.files],
    () => {
      const { progress, place } = trainer.state;
      const { attempts } = progress;
      figures.replaceChildren(...figuresOf(app, progress, { today: trainer.today, chess: place === 'file' }));
      say(/** @type {Element} */ (take.lastElementChild), app.t('puzzle.progress.export'));
      say(/** @type {Element} */ (bring.lastElementChild), app.t('puzzle.progress.import'));
      set(file, 'aria-label', app.t('puzzle.progress.import'));
      say(note, app.t('puzzle.progress.note'));
      say(none, app.t('puzzle.progress.none'));
      none.hidden = attempts.length > 0;
      plot.hidden = attempts.length < 2;
      scroll.hidden = attempts.length === 0;
      set(scroll, 'aria-label', app.t('puzzle.progress.last'));
      if (!plot.hidden) drawPlot(app, plot, attempts.slice(-PLOTTED));
      list.replaceChildren(...rowsOf(app, attempts.slice(-LISTED).reverse(), library));
    },
  );
  return { ...dialog, exportFile };
}

/** @param {import('./app.js').App} app @param {Progress} progress @param {{ today: string, chess: boolean }} of */
function figuresOf(app, progress, { today, chess }) {
  const { rating, attempts, streak, cards } = progress;
  const solved = attempts.filter(({ result }) => result === 'solved').length;
  const share = attempts.length > 0 ? ` (${Math.round((100 * solved) / attempts.length)} %)` : '';
  /** @type {Array<[import('../i18n/index.js').Key, string]>} */
  const figures = [
    [
      chess ? 'puzzle.progress.rating.chess' : 'puzzle.progress.rating',
      `${ratingText(app.words, rating)} ± ${Math.round(2 * rating.deviation)}`,
    ],
    ['puzzle.progress.solved', `${app.words.number(solved)} / ${app.words.number(attempts.length)}${share}`],
    ['puzzle.progress.streak', `${streak.now} (${app.t('puzzle.progress.best', { count: streak.best })})`],
    ['puzzle.progress.days', String(daysInARow(progress, today))],
    ['puzzle.progress.coming', String(Object.keys(cards).length)],
  ];
  return figures.map(([key, value]) => h('div', {}, h('dt', { text: app.t(key) }), h('dd', { text: value })));
}

/** The rating after each attempt. @param {import('./app.js').App} app @param {HTMLElement} figure @param {readonly Attempt[]} attempts */
function drawPlot(app, figure, attempts) {
  const [width, height, edge] = [520, 160, 42];
  const ratings = attempts.map(({ rating }) => rating);
  const low = Math.floor((Math.min(...ratings) - 20) / 50) * 50;
  const high = Math.ceil((Math.max(...ratings) + 20) / 50) * 50;
  const x = (/** @type {number} */ at) => edge + ((width - edge - 6) * at) / (ratings.length - 1);
  const y = (/** @type {number} */ rating) => 8 + ((height - 16) * (high - rating)) / (high - low);
  const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'line' });
  const words = { first: ratings[0], last: ratings[ratings.length - 1], count: ratings.length };
  svg.setAttribute('aria-label', app.t('puzzle.progress.plot', words));
  for (const level of [low, (low + high) / 2, high]) {
    svg.append(element('line', { x1: edge, x2: width - 6, y1: y(level), y2: y(level), class: 'grid' }));
    const label = element('text', { x: edge - 6, y: y(level) + 4, 'text-anchor': 'end' });
    label.textContent = String(level);
    svg.append(label);
  }
  const points = ratings.map((rating, at) => `${round(x(at))},${round(y(rating))}`).join(' ');
  svg.append(element('polyline', { points, class: 'way' }));
  const last = ratings.length - 1;
  svg.append(element('circle', { cx: x(last), cy: y(ratings[last]), r: 4.5, class: 'now' }));
  figure.replaceChildren(svg);
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {import('./app.js').App} app @param {readonly Attempt[]} attempts newest first @param {Room['library']} library */
function rowsOf(app, attempts, library) {
  const date = new Intl.DateTimeFormat(app.words.language, { dateStyle: 'short', timeStyle: 'short' });
  const head = h(
    'tr',
    {},
    .../** @type {const} */ (['when', 'puzzle', 'result', 'rating']).map((name) =>
      h('th', { scope: 'col', text: app.t(`puzzle.progress.col.${name}`) }),
    ),
  );
  const rows = attempts.map(({ id, at, result, rating }) =>
    h(
      'tr',
      {},
      h('td', { text: date.format(new Date(at)) }),
      h(
        'td',
        {},
        h('a', { href: `?id=${encodeURIComponent(id)}`, text: titleOf(app.words, { id }, library) }),
      ),
      h('td', { class: result, text: app.t(`puzzle.result.${result}`) }),
      h('td', { class: 'number', text: app.words.number(rating) }),
    ),
  );
  return [h('thead', {}, head), h('tbody', {}, ...rows)];
}
