// @ts-check
// What a person wants to train: a theme, and how hard.

/** @import { Room } from './puzzle-panel.js' */

import './common.js';
import { ANY, fits } from '../puzzle/choose.js';
import { makeDialog } from './dialog.js';
import { h, icon, say, set } from './dom.js';
import { printSheet } from './puzzle-sheet.js';
import { themeName } from './puzzle-words.js';

const STEP = 100;
const MOST = 5000;

/** @param {Room} room */
export function wishDialog({ app, trainer, library, shelf }) {
  const place = h('select', { id: 'wish-place' });
  const placeLabel = h('label', { for: place.id });
  const places = h('div', { class: 'field' }, placeLabel, place);
  const theme = h('select', { id: 'wish-theme' });
  const from = h('select', { id: 'wish-from' });
  const to = h('select', { id: 'wish-to' });
  const labels = [theme, from, to].map((select) => h('label', { for: select.id }));
  const count = h('p', { class: 'small muted', role: 'status' });
  const start = h('button', { class: 'btn main', type: 'submit' });
  const press = h('button', { class: 'btn', type: 'button' }, icon('print'), h('span'));
  const range = h(
    'div',
    { class: 'range' },
    h('div', { class: 'field' }, labels[1], from),
    h('div', { class: 'field' }, labels[2], to),
  );
  const body = h(
    'form',
    { class: 'form', method: 'dialog' },
    places,
    h('div', { class: 'field' }, labels[0], theme),
    range,
    count,
    h('div', { class: 'row' }, start, press),
  );
  const dialog = makeDialog(app, { name: 'wish', title: 'puzzle.wish.title', body });
  const puzzles = () => (trainer.state.wish.place === 'file' ? shelf : library).state.puzzles;
  place.addEventListener('change', () => {
    // Another game has other themes, and other ratings.
    trainer.setWish({ ...ANY, place: place.value === 'file' ? 'file' : 'site' });
  });
  theme.addEventListener('change', () => trainer.setWish({ theme: theme.value || null }));
  from.addEventListener('change', () => trainer.setWish({ from: Number(from.value) }));
  to.addEventListener('change', () => trainer.setWish({ to: Number(to.value) }));
  body.addEventListener('submit', () => trainer.next());
  press.addEventListener('click', () => {
    // Those that are new to the person first, the easiest of them first.
    const met = new Set(trainer.state.progress.attempts.map(({ id }) => id));
    const fitting = puzzles().filter((puzzle) => fits(puzzle, trainer.state.wish));
    fitting.sort((a, b) => Number(met.has(a.id)) - Number(met.has(b.id)) || a.rating - b.rating);
    printSheet(app, fitting);
  });
  const show = () => {
    const { wish } = trainer.state;
    const all = puzzles();
    places.hidden = shelf.count === 0 && wish.place === 'site';
    say(placeLabel, app.t('puzzle.wish.place'));
    place.replaceChildren(
      h('option', { value: 'site', text: app.t('puzzle.wish.site', { count: library.count }) }),
      h('option', { value: 'file', text: app.t('puzzle.wish.file', { count: shelf.count }) }),
    );
    place.value = wish.place;
    say(labels[0], app.t('puzzle.wish.theme'));
    say(labels[1], app.t('puzzle.wish.from'));
    say(labels[2], app.t('puzzle.wish.to'));
    say(start, app.t('puzzle.wish.start'));
    /** @type {Map<string, number>} */
    const themes = new Map();
    for (const each of all.flatMap((puzzle) => puzzle.themes)) themes.set(each, (themes.get(each) ?? 0) + 1);
    if (wish.theme && !themes.has(wish.theme)) themes.set(wish.theme, 0);
    const named = [...themes].map(([id, number]) => ({
      id,
      name: `${themeName(app.words, id, wish.place === 'file' ? 'chess' : 'xiangqi')} (${number})`,
    }));
    named.sort((a, b) => a.name.localeCompare(b.name, app.words.language, { numeric: true }));
    theme.replaceChildren(
      h('option', { value: '', text: app.t('puzzle.wish.anyTheme') }),
      ...named.map(({ id, name }) => h('option', { value: id, text: name })),
    );
    theme.value = wish.theme ?? '';
    fill(from, 0, ratingsOf(all, wish.from), wish.from, app.t('puzzle.wish.least'));
    fill(to, MOST, ratingsOf(all, wish.to), wish.to, app.t('puzzle.wish.most'));
    const number = all.filter((puzzle) => fits(puzzle, wish)).length;
    say(count, app.t('puzzle.wish.count', { count: number }));
    set(start, 'disabled', number === 0);
    set(press, 'disabled', number === 0);
    say(/** @type {Element} */ (press.lastElementChild), app.t('puzzle.sheet.print'));
  };
  // Themes are counted while somebody looks.
  app.watch(() => [trainer.state.wish, ...Object.values(library.state), ...Object.values(shelf.state)], show);
  return {
    ...dialog,
    open: () => {
      show();
      dialog.open();
    },
  };
}

/** @param {readonly { rating: number }[]} puzzles @param {number} chosen */
function ratingsOf(puzzles, chosen) {
  const ratings = puzzles.map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings, 1500) / STEP) * STEP;
  const high = Math.ceil(Math.max(...ratings, 1500) / STEP) * STEP;
  const steps = Array.from({ length: (high - low) / STEP + 1 }, (_, at) => low + at * STEP);
  return steps.includes(chosen) || chosen === 0 || chosen === MOST
    ? steps
    : [...steps, chosen].sort((a, b) => a - b);
}

/** @param {HTMLSelectElement} select @param {number} open @param {number[]} steps @param {number} chosen @param {string} text */
function fill(select, open, steps, chosen, text) {
  const end = h('option', { value: String(open), text });
  const options = steps.map((step) => h('option', { value: String(step), text: String(step) }));
  select.replaceChildren(...(open === 0 ? [end, ...options] : [...options, end]));
  select.value = String(chosen);
}
