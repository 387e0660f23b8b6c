// The filter of the puzzles to train: where they come from, theme, rating.

/** @import { App } from '../game-view/app.js' */
/** @import { PuzzleParts } from './panel.js' */
/** @import { Row } from './site-puzzles.js' */

import { button, named, select } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { html } from '../ui/view.js';
import { ANY, fits } from './next-puzzle.js';
import { MOST_PRINTED, printPuzzles } from './printed-sheet.js';
import { themeChoices } from './words.js';

const PLACES = /** @type {const} */ (['site', 'chess', 'file']);
const STEP = 100;

/** @param {PuzzleParts} parts */
export function filterDialog({ app, trainer, library, chess, imported }) {
  function form() {
    const { filter } = trainer.state;
    const { rows } = { site: library, chess, file: imported }[filter.place];
    const fitting = rows.filter((puzzle) => fits(puzzle, filter));
    const none = fitting.length === 0;
    return html`<form class="form" method="dialog" @submit=${() => trainer.next()}>
      ${placeField()}
      ${select({
        id: 'filter-theme',
        label: app.t('puzzles.filter.theme'),
        choices: themesOf(rows),
        chosen: filter.theme ?? '',
        choose: (theme) => trainer.setFilter({ theme: theme || null }),
      })}
      <div class="range">
        ${ratingRange(app, {
          id: 'filter',
          ratings: ratingsOf(rows),
          range: filter,
          choose: (range) => trainer.setFilter(range),
        })}
      </div>
      <p class="small muted" role="status">${app.t('puzzles.filter.count', { count: fitting.length })}</p>
      <div class="row">
        ${button(null, app.t('puzzles.filter.start'), () => {}, { kind: 'main', type: 'submit', disabled: none })}
        ${button('print', app.t('puzzles.sheet.print', { count: Math.min(fitting.length, MOST_PRINTED) }), () => print(fitting), { disabled: none })}
      </div>
    </form>`;
  }

  function placeField() {
    const { place: chosen } = trainer.state.filter;
    const places =
      imported.count > 0 || chosen === 'file' ? PLACES : PLACES.filter((each) => each !== 'file');
    const counts = { site: library.count, chess: chess.count, file: imported.count };
    return select({
      id: 'filter-place',
      label: app.t('puzzles.filter.place'),
      choices: named(places, (place) => app.t(`puzzles.filter.${place}`, { count: counts[place] })),
      chosen,
      // Another game has other themes, and other ratings.
      choose: (place) => trainer.setFilter({ ...ANY, place }),
    });
  }

  /** The themes, and how many puzzles each has. @param {readonly Row[]} puzzles */
  function themesOf(puzzles) {
    const { theme, place } = trainer.state.filter;
    /** @type {Map<string, number>} */
    const counts = new Map(theme ? [[theme, 0]] : []);
    for (const each of puzzles.flatMap(({ themes }) => themes)) counts.set(each, (counts.get(each) ?? 0) + 1);
    return themeChoices(app.words, [...counts.keys()], {
      game: place === 'site' ? 'xiangqi' : 'chess',
      count: (each) => counts.get(each) ?? 0,
    });
  }

  /** Puzzles that are new to the visitor first, the easiest of them first. @param {Row[]} rows */
  async function print(rows) {
    const met = trainer.metIn(trainer.state.filter.place);
    rows.sort((a, b) => Number(met.has(a.id)) - Number(met.has(b.id)) || a.rating - b.rating);
    const place = { site: library, chess, file: imported }[trainer.state.filter.place];
    const puzzles = await Promise.all(
      rows.slice(0, MOST_PRINTED).map(({ id }) => place.find(id).catch(() => null)),
    );
    printPuzzles(
      app,
      puzzles.filter((puzzle) => puzzle !== null),
    );
  }

  return makeDialog(app, { name: 'filter', title: 'puzzles.filter.title', body: form });
}

/** @param {readonly { rating: number }[]} puzzles */
function ratingsOf(puzzles) {
  const ratings = puzzles.map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings, 1500) / STEP) * STEP;
  const high = Math.ceil(Math.max(...ratings, 1500) / STEP) * STEP;
  return Array.from({ length: (high - low) / STEP + 1 }, (_, at) => low + at * STEP);
}

/**
 * The lowest and the highest rating.
 * @param {App} app
 * @param {object} options
 * @param {string} options.id  the ids of the fields begin with it
 * @param {readonly number[]} options.ratings
 * @param {{ from: number, to: number }} options.range
 * @param {(change: { from?: number, to?: number }) => void} options.choose
 */
export function ratingRange(app, { id, ratings, range: { from, to }, choose }) {
  const inside = [...ratings, from, to].filter((rating) => rating > ANY.from && rating < ANY.to);
  const choices = Object.fromEntries(inside.map((rating) => [rating, String(rating)])); // ascending, being numbers
  return html`${select({
    id: `${id}-from`,
    label: app.t('puzzles.filter.from'),
    choices: { [ANY.from]: app.t('puzzles.filter.least'), ...choices },
    chosen: String(from),
    choose: (rating) => choose({ from: Number(rating) }),
  })}
  ${select({
    id: `${id}-to`,
    label: app.t('puzzles.filter.to'),
    choices: { ...choices, [ANY.to]: app.t('puzzles.filter.most') },
    chosen: String(to),
    choose: (rating) => choose({ to: Number(rating) }),
  })}`;
}
