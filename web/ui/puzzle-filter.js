// @ts-check
// The filter of the puzzles to train: where they come from, theme, rating.

/** @import { App } from './app.js' */
/** @import { PuzzleParts } from './puzzle-panel.js' */
/** @import { Puzzle } from '../puzzle/puzzle.js' */

import './common.js';
import { ANY, fits } from '../puzzle/choose.js';
import { button, select } from './controls.js';
import { makeDialog } from './dialog.js';
import { printSheet } from './puzzle-sheet.js';
import { themeChoices } from './puzzle-words.js';
import { html, nothing } from './view.js';

const STEP = 100;

/** @param {PuzzleParts} parts */
export function filterDialog({ app, trainer, library, imported }) {
  function form() {
    const { filter } = trainer.state;
    const { puzzles } = (filter.place === 'file' ? imported : library).state;
    const fitting = puzzles.filter((puzzle) => fits(puzzle, filter));
    const none = fitting.length === 0;
    return html`<form class="form" method="dialog" @submit=${() => trainer.next()}>
      ${imported.count > 0 || filter.place === 'file' ? placeField() : nothing}
      ${select({
        id: 'filter-theme',
        label: app.t('puzzle.filter.theme'),
        choices: themesOf(puzzles),
        chosen: filter.theme ?? '',
        choose: (theme) => trainer.setFilter({ theme: theme || null }),
      })}
      <div class="range">
        ${ratingRange(app, {
          id: 'filter',
          ratings: ratingsOf(puzzles),
          range: filter,
          choose: (range) => trainer.setFilter(range),
        })}
      </div>
      <p class="small muted" role="status">${app.t('puzzle.filter.count', { count: fitting.length })}</p>
      <div class="row">
        ${button(null, app.t('puzzle.filter.start'), () => {}, { kind: 'main', type: 'submit', disabled: none })}
        ${button('print', app.t('puzzle.sheet.print'), () => print(fitting), { disabled: none })}
      </div>
    </form>`;
  }

  const placeField = () =>
    select({
      id: 'filter-place',
      label: app.t('puzzle.filter.place'),
      choices: {
        site: app.t('puzzle.filter.site', { count: library.count }),
        file: app.t('puzzle.filter.file', { count: imported.count }),
      },
      chosen: trainer.state.filter.place,
      // Another game has other themes, and other ratings.
      choose: (place) => trainer.setFilter({ ...ANY, place }),
    });

  /** The themes, and how many puzzles each has. @param {readonly Puzzle[]} puzzles */
  function themesOf(puzzles) {
    const { theme, place } = trainer.state.filter;
    /** @type {Map<string, number>} */
    const counts = new Map(theme ? [[theme, 0]] : []);
    for (const each of puzzles.flatMap(({ themes }) => themes)) counts.set(each, (counts.get(each) ?? 0) + 1);
    return themeChoices(app.words, [...counts.keys()], {
      game: place === 'file' ? 'chess' : 'xiangqi',
      count: (each) => counts.get(each),
    });
  }

  /** Puzzles that are new to the visitor first, the easiest of them first. @param {Puzzle[]} puzzles */
  function print(puzzles) {
    const met = new Set(trainer.state.progress.attempts.map(({ id }) => id));
    puzzles.sort((a, b) => Number(met.has(a.id)) - Number(met.has(b.id)) || a.rating - b.rating);
    printSheet(app, puzzles);
  }

  return makeDialog(app, { name: 'filter', title: 'puzzle.filter.title', body: form });
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
    label: app.t('puzzle.filter.from'),
    choices: { [ANY.from]: app.t('puzzle.filter.least'), ...choices },
    chosen: String(from),
    choose: (rating) => choose({ from: Number(rating) }),
  })}
  ${select({
    id: `${id}-to`,
    label: app.t('puzzle.filter.to'),
    choices: { ...choices, [ANY.to]: app.t('puzzle.filter.most') },
    chosen: String(to),
    choose: (rating) => choose({ to: Number(rating) }),
  })}`;
}
