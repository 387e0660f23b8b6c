// @ts-check
// What stands beside a puzzle: the ways to train, what is asked, what the last move was, and what can be done.

/** @import { App } from './app.js' */
/** @import { Library } from '../puzzle/library.js' */
/** @import { Shelf } from '../puzzle/shelf.js' */
/** @import { Trainer } from '../puzzle/trainer.js' */
/** @import { PuzzleSession } from '../puzzle/session.js' */

import { factsOf } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { isOwn } from '../puzzle/address.js';
import { solverOf } from '../puzzle/puzzle.js';
import { h, icon, man, say, set } from './dom.js';
import { notationState } from './notation.js';
import {
  feedbackInWords,
  goalOf,
  proofInWords,
  ratingText,
  sourceInWords,
  themeName,
  titleOf,
} from './puzzle-words.js';

/** What the parts of the puzzle page share. @typedef {{ app: App, session: PuzzleSession, trainer: Trainer, library: Library, shelf: Shelf }} Room */

/** The ways to train, and the rating. @param {Room} room @param {() => void} openProgress */
export function modeBar({ app, trainer }, openProgress) {
  const modes = /** @type {const} */ (['train', 'day', 'again']).map((mode) => {
    const count = h('span', { class: 'count' });
    const label = h('span');
    const button = h('button', { class: 'btn plain mode', type: 'button' }, label, count);
    button.addEventListener('click', () => {
      if (mode === 'train') trainer.next();
      else if (mode === 'day') trainer.openDay();
      else trainer.openDue();
    });
    return { mode, button, label, count };
  });
  const rating = h('button', { class: 'btn plain rating', type: 'button', on: { click: openProgress } });
  const node = h('nav', { class: 'modes' }, ...modes.map(({ button }) => button), rating);
  app.watch(
    () => Object.values(trainer.state),
    () => {
      const { mode, progress } = trainer.state;
      set(node, 'aria-label', app.t('puzzle.modes'));
      for (const part of modes) {
        say(part.label, app.t(`puzzle.mode.${part.mode}`));
        set(part.button, 'aria-current', part.mode === mode ? 'true' : null);
        const due = part.mode === 'again' ? trainer.due.length : 0;
        const done = part.mode === 'day' && progress.daily === trainer.today;
        part.count.hidden = due === 0 && !done;
        say(part.count, done ? '✓' : String(due));
        const label = done
          ? app.t('puzzle.mode.day.done')
          : due > 0 && app.t('puzzle.mode.again.due', { count: due });
        set(part.button, 'aria-label', label);
      }
      const text = ratingText(app.words, progress.rating);
      rating.replaceChildren(icon('graph'), text);
      set(rating, 'aria-label', app.t('puzzle.rating.button', { rating: text }));
    },
  );
  return node;
}

/** What the puzzle asks for. @param {Room} room */
export function goalCard({ app, session, trainer, library }) {
  const stand = h('span', { class: 'stand' });
  const title = h('h2');
  const about = h('p', { class: 'small muted' });
  const node = h('section', { class: 'goal' }, stand, h('div', { class: 'who' }, title, about));
  app.watch(
    () => {
      const { mode, day } = trainer.state;
      return [session.state.puzzle, session.state.phase, mode, day, app.pieces, library.state.files];
    },
    () => {
      const { puzzle } = session.state;
      node.hidden = !puzzle;
      if (!puzzle) return;
      set(node, 'aria-label', app.t('puzzle.goal.name'));
      const king = man(solverOf(puzzle), factsOf(puzzle.game).king, puzzle.game);
      king.dataset.pieces = app.pieces;
      stand.replaceChildren(king);
      say(title, goalOf(app.words, puzzle));
      say(about, aboutPuzzle({ app, session, trainer, library }));
    },
  );
  return node;
}

/** Which puzzle it is; how hard only when it is done. @param {Pick<Room, 'app' | 'session' | 'trainer' | 'library'>} room */
function aboutPuzzle({ app, session, trainer, library }) {
  const { puzzle, phase } = session.state;
  if (!puzzle) return '';
  const { mode, day } = trainer.state;
  const parts = [];
  if (mode === 'day' && day) parts.push(app.t('puzzle.ofDay', { day: dateText(app, day) }));
  if (mode === 'again') parts.push(app.t('puzzle.mode.again'));
  parts.push(titleOf(app.words, puzzle, library));
  if ((phase === 'solved' || phase === 'shown') && !isOwn(puzzle))
    parts.push(app.t('puzzle.rated', { rating: app.words.number(puzzle.rating) }));
  return parts.join(' · ');
}

/** @param {App} app @param {string} day */
function dateText(app, day) {
  const date = new Intl.DateTimeFormat(app.words.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return date.format(new Date(day));
}

/** What the last move was, and what comes next. @param {Room} room */
export function feedbackCard(room) {
  const { app, session, trainer } = room;
  const symbol = h('span', { class: 'mark', 'aria-hidden': 'true' });
  const headline = h('p', { class: 'said' });
  const more = h('p', { class: 'small muted' });
  const main = h('button', { class: 'btn main', type: 'button' });
  const second = h('button', { class: 'btn', type: 'button' });
  const said = h('div', { class: 'words', role: 'status' }, headline, more);
  const about = explanation(room);
  const row = h('div', { class: 'row' }, main, second);
  const node = h('section', { class: 'feedback' }, symbol, said, row, about);
  /** @type {Array<() => unknown>} */
  let acts = [];
  main.addEventListener('click', () => acts[0]?.());
  second.addEventListener('click', () => acts[1]?.());
  app.watch(
    () => [...Object.values(session.state), ...Object.values(trainer.state), ...notationState(app)],
    () => {
      const words = feedbackInWords(app, session.state);
      set(node, 'data-tone', words.tone);
      set(node, 'data-phase', session.state.phase);
      say(headline, words.headline);
      const gain = gainText(room);
      const text = [words.more, gain].filter(Boolean).join(' ');
      say(more, text);
      more.hidden = text === '';
      symbol.replaceChildren(icon(SYMBOLS[words.tone]));
      const actions = actionsOf(room);
      acts = actions.map(({ run }) => run);
      [main, second].forEach((button, at) => {
        const action = actions[at];
        button.hidden = !action;
        if (action) say(button, app.t(action.label));
      });
      row.hidden = actions.length === 0;
    },
  );
  return node;
}

/** @type {Record<string, string>} */
const SYMBOLS = { plain: 'hint', good: 'done', warn: 'info', bad: 'close' };

/** What the result did to the rating. @param {Room} room */
function gainText({ app, session, trainer }) {
  const { result, gain, progress } = trainer.state;
  const { phase, puzzle } = session.state;
  if (!puzzle || isOwn(puzzle) || (phase !== 'solved' && phase !== 'shown') || !result) return '';
  const rating = ratingText(app.words, progress.rating);
  const change = gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : '±0';
  const { now } = progress.streak;
  const streak = result === 'solved' && now > 1 ? ` ${app.t('puzzle.gain.streak', { count: now })}` : '';
  if (result === 'helped') return app.t('puzzle.gain.helped');
  const back = result === 'failed' ? ` ${app.t('puzzle.gain.back')}` : '';
  return `${app.t('puzzle.gain.rating', { rating, change })}${streak}${back}`;
}

/** @typedef {{ label: import('../i18n/index.js').Key, run: () => unknown }} Action */

/** What can be done now, the next thing first. @param {Room} room @returns {Action[]} */
function actionsOf({ session, trainer }) {
  const { phase, said, game, fault, front } = session.state;
  /** @type {Action} */
  const next = { label: 'puzzle.next', run: () => trainer.onward() };
  /** @type {Action} */
  const again = { label: 'puzzle.tryAgain', run: () => session.again() };
  if (fault) return [next];
  if (phase === 'offLine') {
    const stuck = said?.kind === 'unjudged' && session.state.engine.state === 'failed';
    /** @type {Action} */
    const retry = { label: 'engine.retry', run: () => session.retry() };
    return [{ label: 'puzzle.takeBack', run: () => session.takeBack() }, ...(stuck ? [retry] : [])];
  }
  if (phase === 'shown') {
    const more = nodeOf(game.tree).children.length > 0 || game.tree.current !== front;
    return more ? [{ label: 'puzzle.nextStep', run: () => session.redo() }, next] : [next, again];
  }
  if (phase === 'solved') return [next, { label: 'puzzle.solution', run: () => session.showSolution() }];
  return [];
}

/** Themes that the task itself says. */
const TOO_PLAIN = ['mate', 'advantage', 'oneMove', 'short', 'long', 'veryLong'];

/** Themes in words, what was proven and how; only when the puzzle is done. @param {Room} room */
function explanation({ app, session }) {
  const themes = h('ul', { class: 'themes' });
  const proof = h('p', { class: 'small' });
  const source = h('p', { class: 'small muted' });
  const node = h('div', { class: 'about' }, themes, proof, source);
  app.watch(
    () => [session.state.puzzle, session.state.phase],
    () => {
      const { puzzle, phase } = session.state;
      node.hidden = !puzzle || (phase !== 'solved' && phase !== 'shown');
      if (!puzzle || node.hidden) return;
      set(themes, 'aria-label', app.t('puzzle.themes'));
      const shown = puzzle.themes.filter((theme) => !TOO_PLAIN.includes(theme));
      themes.replaceChildren(
        ...shown.map((theme) => h('li', { text: themeName(app.words, theme, puzzle.game) })),
      );
      themes.hidden = shown.length === 0;
      say(proof, proofInWords(app.words, puzzle));
      const { licence } = puzzle;
      const from = sourceInWords(app.words, puzzle);
      say(source, isOwn(puzzle) ? '' : app.t('puzzle.source', { source: from, licence }));
      source.hidden = isOwn(puzzle) || !from;
    },
  );
  return node;
}

/**
 * What a person does to a puzzle.
 * @param {Room} room
 * @param {{ wish: () => void, own: () => void }} dialogs
 */
export function puzzleTools(room, dialogs) {
  const { app, session, trainer } = room;
  const tools = {
    hint: tool('hint', () => session.hint()),
    solution: tool('book', () => session.showSolution()),
    skip: tool('skip', () => trainer.onward()),
    flip: tool('flip', () => session.flip()),
    wish: tool('filter', dialogs.wish),
    own: tool('pencil', dialogs.own),
  };
  const node = h('div', { class: 'tools', role: 'group' }, ...Object.values(tools));
  app.watch(
    () => [session.state.phase, session.state.hint, session.state.fault, trainer.state.wish],
    () => {
      set(node, 'aria-label', app.t('puzzle.tools'));
      const { phase, hint, puzzle, fault } = session.state;
      for (const name of /** @type {const} */ (['hint', 'solution', 'skip', 'flip', 'wish', 'own'])) {
        say(/** @type {Element} */ (tools[name].lastElementChild), app.t(`puzzle.tool.${name}`));
      }
      const going = phase === 'solving' || phase === 'offLine';
      tools.hint.disabled = !going || (phase === 'solving' && hint?.step === 2);
      tools.solution.disabled = !puzzle || fault !== null || phase === 'loading' || phase === 'shown';
      const { theme, from, to } = trainer.state.wish;
      tools.wish.classList.toggle('set', theme !== null || from > 0 || to < 5000);
    },
  );
  return node;
}

/** @param {string} symbol @param {() => unknown} act */
function tool(symbol, act) {
  const button = h('button', { class: 'btn', type: 'button' }, icon(symbol), h('span'));
  button.addEventListener('click', () => act());
  return button;
}

/**
 * What is wrong around the puzzles, as cards of the list of notices.
 * @param {Room} room
 * @param {{ faultText: (fault: { code: string, text: string }) => string, exportProgress: () => void }} parts
 * @returns {() => import('./notices.js').Card[]}
 */
export function puzzleCards({ app, trainer, library, shelf }, { faultText, exportProgress }) {
  return () => {
    const { fault, keeping } = trainer.state;
    const { missing } = library.state;
    const faults = [...library.state.faults, ...shelf.state.faults];
    /** @type {import('./notices.js').Card[]} */
    const cards = [];
    if (fault) {
      const none = fault.code === 'none_fit';
      const nothingDue = fault.code === 'nothing_due';
      const next = nothingDue ? trainer.nextDue : null;
      cards.push({
        id: 'puzzle_fault',
        tone: nothingDue ? 'good' : 'warn',
        icon: nothingDue ? 'done' : 'info',
        title: app.t(nothingDue ? 'puzzle.notice.nothing_due' : 'puzzle.notice.fault'),
        lines: [
          faultText(fault),
          ...(next ? [app.t('puzzle.notice.next_due', { day: dateText(app, next) })] : []),
        ],
        ...(none && {
          actions: [
            {
              label: app.t('puzzle.wish.any'),
              run: () => {
                trainer.train(trainer.state.wish.place);
              },
            },
          ],
        }),
        dismiss: () => trainer.dismissFault(),
      });
    }
    if (keeping !== 'kept') {
      const save = { label: app.t('puzzle.progress.export'), run: exportProgress };
      cards.push({
        id: `puzzle_${keeping}`,
        tone: 'warn',
        icon: 'warn',
        title: app.t(`puzzle.keeping.${keeping}`),
        lines: [app.t(`puzzle.keeping.${keeping}.text`, { reason: trainer.aside?.reason ?? '' })],
        actions: [save],
      });
    }
    if (faults.length > 0) {
      const [{ file, line, error }] = faults;
      const first = faultText(error);
      cards.push({
        id: 'puzzle_lines',
        tone: 'warn',
        icon: 'info',
        title: app.t('puzzle.notice.lines', { count: faults.length }),
        lines: [app.t('puzzle.notice.lines.text', { file, line: String(line), first })],
      });
    }
    if (missing.length > 0) {
      cards.push({
        id: 'puzzle_files',
        tone: 'warn',
        icon: 'offline',
        title: app.t('puzzle.notice.files', { count: missing.length }),
        lines: [app.t('puzzle.notice.files.text')],
        actions: [{ label: app.t('puzzle.notice.files.retry'), run: () => library.loadAll() }],
      });
    }
    return cards;
  };
}
