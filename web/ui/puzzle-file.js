// @ts-check
// Chess puzzles out of a file in lichess' layout: how many, which ones, how far it is, what became of every row; and
// what lies on the shelf already.

/** @import { Choice, Import } from '../puzzle/lichess.js' */
/** @import { Puzzle } from '../puzzle/puzzle.js' */
/** @import { Room } from './puzzle-panel.js' */

import { importPuzzles } from '../puzzle/lichess.js';
import { h, icon, say, set } from './dom.js';
import { faultInWords, themeName } from './puzzle-words.js';

/** Themes of lichess' puzzles that ours have, too. */
const OTHER_THEMES =
  'fork pin skewer discoveredAttack sacrifice quietMove hangingPiece mate mateIn1 mateIn2 mateIn3 mateIn4 mateIn5 opening middlegame endgame oneMove short long veryLong'.split(
    ' ',
  );
const COUNTS = [50, 200, 500, 1000];
const USUAL_COUNT = 200;
const RATINGS = Array.from({ length: 12 }, (_, at) => 600 + 200 * at);
const [LOWEST, HIGHEST] = [0, 5000];
/** Progress is told so often, in shares of a whole. */
const STEP = 0.005;

/**
 * @param {Room} room
 * @param {() => void} close  the dialog that it is part of
 */
export function filePart({ app, trainer, shelf }, close) {
  const title = h('h3');
  const name = h('p', { class: 'small muted name' });
  const count = h('select', { id: 'take-count' });
  const theme = h('select', { id: 'take-theme' });
  const from = h('select', { id: 'take-from' });
  const to = h('select', { id: 'take-to' });
  const labels = [count, theme, from, to].map((select) => h('label', { for: select.id }));
  const field = (/** @type {number} */ at) =>
    h('div', { class: 'field' }, labels[at], [count, theme, from, to][at]);
  const take = h('button', { class: 'btn main', type: 'button' });
  const bar = h('progress', { max: 1, value: 0 });
  const stop = h('button', { class: 'btn', type: 'button' }, icon('stop'), h('span'));
  const busy = h('div', { class: 'busy', hidden: true }, bar, stop);
  const told = h('p', { class: 'news', role: 'status' });
  const left = h('p', { class: 'news fault', role: 'status' });
  const faults = h('ul', { class: 'small faults' });
  const chosen = h(
    'section',
    { class: 'take' },
    title,
    name,
    h('div', { class: 'range' }, field(0), field(1), field(2), field(3)),
    h('div', { class: 'row' }, take),
    busy,
  );
  const kept = h('h3');
  const train = h('button', { class: 'btn', type: 'button' });
  const drop = h('button', { class: 'btn', type: 'button' });
  const onShelf = h('section', { hidden: true }, kept, h('div', { class: 'row' }, train, drop));
  const help = h('summary');
  const steps = h('p', { class: 'small' });
  const site = h('a', { href: 'https://database.lichess.org/#puzzles', rel: 'noopener noreferrer' });
  const about = h('details', { class: 'about-files' }, help, steps, h('p', { class: 'small' }, site));
  const node = h('div', { class: 'files' }, told, left, faults, onShelf, about);
  /** @type {File | null} */
  let file = null;
  /** What is under way. @type {AbortController | null} */
  let work = null;
  /** What was taken away last, to be put back. @type {readonly Puzzle[]} */
  let removed = [];

  /** @param {string} sentence @param {boolean} [bad] */
  function tell(sentence, bad = false) {
    say(told, sentence);
    told.classList.toggle('fault', bad);
  }

  function forgetFaults() {
    say(left, '');
    faults.replaceChildren();
  }

  /** @returns {Choice} */
  function choice() {
    const [low, high] = [Number(from.value), Number(to.value)];
    return {
      count: Math.min(Number(count.value), shelf.room),
      from: Math.min(low, high),
      to: Math.max(low, high),
      theme: theme.value || null,
    };
  }

  async function takeThem() {
    if (!file) return;
    if (shelf.room <= 0) return tell(app.t('puzzle.take.full', { count: shelf.most }), true);
    work?.abort();
    const mine = new AbortController();
    work = mine;
    forgetFaults();
    tell(app.t(app.state.engine.state === 'idle' ? 'puzzle.take.reading' : 'puzzle.own.loading'));
    bar.value = 0;
    busy.hidden = false;
    take.disabled = true;
    let last = 0;
    try {
      await shelf.loadFirst();
      const found = await importPuzzles(file, choice(), {
        rules: app.client,
        known: new Set(shelf.state.puzzles.map(({ id }) => id)),
        signal: mine.signal,
        onProgress: (share, { puzzles, rows }) => {
          if (share - last < STEP && share < 1) return;
          last = share;
          bar.value = share;
          say(told, app.t('puzzle.take.progress', { count: puzzles.length, rows }));
        },
      });
      const isKept = await shelf.add(found.puzzles);
      showResult(found, isKept);
    } catch (error) {
      if (mine.signal.aborted) tell(app.t('puzzle.take.stopped'));
      else tell(faultInWords(app, /** @type {any} */ (error)), true);
    } finally {
      if (work === mine) {
        busy.hidden = true;
        take.disabled = false;
        work = null;
      }
    }
  }

  /** @param {Import} found @param {boolean} isKept */
  function showResult({ puzzles, rows, others, known, faults: bad, first, whole }, isKept) {
    const said = [
      app.t('puzzle.take.done', { count: puzzles.length }),
      app.t('puzzle.take.rows', { rows, others, known }),
    ];
    said.push(app.t(whole ? 'puzzle.take.whole' : 'puzzle.take.more'));
    if (!isKept) said.push(app.t('puzzle.take.notKept'));
    tell(said.join(' '), !isKept);
    say(left, bad > 0 ? app.t('puzzle.take.faults', { count: bad }) : '');
    faults.replaceChildren(
      ...first.map(({ line, error }) =>
        h('li', { text: app.t('puzzle.take.fault', { line: String(line), why: faultInWords(app, error) }) }),
      ),
    );
    removed = [];
    show();
    if (puzzles.length > 0) train.focus();
  }

  /** @param {HTMLSelectElement} select @param {Array<[string | number, string]>} options @param {string | number} usual */
  function fill(select, options, usual) {
    const before = select.value || String(usual);
    select.replaceChildren(...options.map(([value, text]) => h('option', { value, text })));
    select.value = before;
  }

  function show() {
    say(title, app.t('puzzle.take.title'));
    const size = app.words.number(Math.max(0.1, Math.round((file?.size ?? 0) / 100_000) / 10));
    say(name, app.t('puzzle.take.file', { file: file?.name ?? '', size }));
    say(labels[0], app.t('puzzle.take.count'));
    say(labels[1], app.t('puzzle.wish.theme'));
    say(labels[2], app.t('puzzle.wish.from'));
    say(labels[3], app.t('puzzle.wish.to'));
    fill(
      count,
      COUNTS.map((number) => [number, app.words.number(number)]),
      USUAL_COUNT,
    );
    const themes = [...app.words.endings('puzzle.chess.'), ...OTHER_THEMES].map(
      (id) => /** @type {[string, string]} */ ([id, themeName(app.words, id, 'chess')]),
    );
    themes.sort(([, a], [, b]) => a.localeCompare(b, app.words.language, { numeric: true }));
    fill(theme, [['', app.t('puzzle.wish.anyTheme')], ...themes], '');
    const ratings = RATINGS.map((each) => /** @type {[number, string]} */ ([each, String(each)]));
    fill(from, [[LOWEST, app.t('puzzle.wish.least')], ...ratings], LOWEST);
    fill(to, [...ratings, [HIGHEST, app.t('puzzle.wish.most')]], HIGHEST);
    say(take, app.t('puzzle.take.take'));
    say(/** @type {Element} */ (stop.lastElementChild), app.t('engine.stop'));
    set(bar, 'aria-label', app.t('puzzle.take.reading'));
    onShelf.hidden = shelf.count === 0 && removed.length === 0;
    say(kept, app.t('puzzle.take.kept', { count: shelf.count }));
    say(train, app.t('puzzle.wish.start'));
    train.hidden = shelf.count === 0;
    say(drop, app.t(removed.length > 0 ? 'puzzle.take.putBack' : 'puzzle.take.remove'));
    say(help, app.t('puzzle.take.help'));
    say(steps, app.t('puzzle.take.help.text', { count: shelf.most }));
    say(site, app.t('puzzle.take.help.link'));
  }

  take.addEventListener('click', takeThem);
  stop.addEventListener('click', () => work?.abort());
  train.addEventListener('click', () => {
    close();
    trainer.train('file');
  });
  drop.addEventListener('click', async () => {
    const back = removed;
    removed = back.length > 0 ? [] : shelf.state.puzzles;
    const keeping = back.length > 0 ? shelf.add(back) : shelf.clear();
    show();
    const isKept = await keeping;
    tell(isKept ? '' : app.t('puzzle.take.notKept'), !isKept);
  });
  app.watch(() => Object.values(shelf.state), show);
  return {
    node,
    /** Ask what is wanted of a file. @param {File} given */
    choose: (given) => {
      work?.abort();
      file = given;
      if (!chosen.isConnected) node.prepend(chosen); // before that nobody has to pass it by
      tell('');
      forgetFaults();
      show();
      take.focus();
    },
    /** Nobody looks any more. */
    leave: () => work?.abort(),
  };
}
