// What stands beside a puzzle: the ways to train, the task, feedback on the last move, and tools.

/** @import { App } from '../game-view/app.js' */
/** @import { SitePuzzles } from './site-puzzles.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { Trainer } from './trainer.js' */
/** @import { PuzzleSession } from './session.js' */
/** @import { Card } from '../shell/notices.js' */
/** @import { RunSession } from './run-session.js' */
/** @import { View } from '../ui/view.js' */

import { analysisAddress } from '../game/address.js';
import { factsOf } from '../game/games.js';
import { goTo, nodeOf, ROOT } from '../game/tree.js';
import { moveSaid } from '../game-view/move-words.js';
import { dueDrills } from '../training/drills.js';
import { PLACEMENTS } from '../training/progress.js';
import { button } from '../ui/controls.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { onChange } from '../ui/reactive.js';
import { html, nothing, when } from '../ui/view.js';
import { isOwn } from './address.js';
import { isNarrow } from './next-puzzle.js';
import { isDone, solverOf } from './puzzle.js';
import {
  feedbackInWords,
  goalOf,
  proofInWords,
  ratingText,
  sourceInWords,
  themeName,
  titleOf,
} from './words.js';

/** What the parts of the puzzle page share. @typedef {{ app: App, session: PuzzleSession, trainer: Trainer, runner: RunSession, library: SitePuzzles, chess: SitePuzzles, imported: StoredPuzzles }} PuzzleParts */

/**
 * The ways to train, and the rating; during a run, the run's bar.
 * @param {PuzzleParts} parts
 * @param {{ progress: () => void, modes: () => void, run: View }} open
 */
export const modeBar =
  ({ app, trainer, runner }, open) =>
  () => {
    if (runner.isOn) return open.run();
    const { progress } = trainer.state;
    const rating = ratingText(progress.rating);
    const due = trainer.due.length;
    const drills = dueDrills(progress.cards, trainer.today).length;
    const done = trainer.isDayDone;
    /**
     * @param {'train' | 'day' | 'again'} mode
     * @param {() => unknown} act
     * @param {string} [count]
     * @param {string} [label]  for screen readers, where the text is not enough
     */
    const choice = (mode, act, count, label) => html`<button
      class="btn plain mode"
      type="button"
      aria-current=${mode === trainer.state.mode || nothing}
      aria-label=${label ?? nothing}
      @click=${act}
    >
      <span>${app.t(`puzzles.mode.${mode}`)}</span>${count ? html`<span class="count">${count}</span>` : nothing}
    </button>`;
    return html`<nav class="modes" aria-label=${app.t('puzzles.modes.button')}>
      ${choice('train', () => (trainer.state.blind === 'off' ? trainer.next() : trainer.setBlind(false)))}
      ${choice('day', () => trainer.openDay(), ...(done ? ['✓', app.t('puzzles.mode.dayDone')] : []))}
      ${choice(
        'again',
        () => trainer.openDue(),
        ...(due > 0 ? [String(due), app.t('puzzles.mode.againDue', { count: due })] : []),
      )}
      <button class="btn plain mode" type="button" aria-haspopup="dialog" @click=${open.modes}>
        <span>${app.t('puzzles.mode.more')}</span>
      </button>
      ${when(
        drills > 0,
        () => html`<a class="btn plain mode" href="endings.html#drill" aria-label=${app.t('puzzles.drills.due', { count: drills })}
              ><span>${app.t('shell.nav.endings')}</span><span class="count">${drills}</span></a>`,
      )}
      <button class="btn plain rating" type="button" @click=${open.progress}>
        ${iconView('graph')}<span><small>${app.t('puzzles.rating.label')}</small> ${rating}</span
        ><span class="sr">${rating.endsWith('?') ? app.t('puzzles.rating.guess') : nothing} ${app.t('puzzles.rating.button')}</span>
      </button>
    </nav>`;
  };

/** The task. @param {PuzzleParts} parts */
export const goalCard = (parts) => () => {
  const { app, session, trainer } = parts;
  const { puzzle } = session.state;
  if (!puzzle) return nothing;
  const { mode, course } = trainer.state;
  const king = factsOf(puzzle.game).king;
  return html`<section class="goal" aria-label=${app.t('puzzles.goal.name')}>
    <span class="stand">${pieceView(solverOf(puzzle), king, puzzle.game, app.pieces)}</span>
    <div class="who">
      <h2>${goalOf(app.words, puzzle)}</h2>
      <p class="small muted">${aboutPuzzle(parts)}</p>
      ${mode === 'course' && course ? html`<p class="small lesson">${app.t(`puzzles.course.${course}`)}</p>` : nothing}
    </div>
    ${parts.runner.isOn ? nothing : gameChoice(app, trainer, puzzle.game)}
  </section>`;
};

/** The game of the puzzle, and another one to train. @param {App} app @param {Trainer} trainer @param {import('../game/types.js').GameName} game */
const gameChoice = (app, trainer, game) => html`<select
  aria-label=${app.t('puzzles.modes.game')}
  @change=${(/** @type {any} */ { target }) => trainer.train(target.value)}
>
  <option value="site" .selected=${game === 'xiangqi'}>${app.t('game-view.game.xiangqi')}</option>
  <option value="chess" .selected=${game === 'chess'}>${app.t('game-view.game.chess')}</option>
</select>`;

/** Which puzzle it is, and its rating once it is done. @param {PuzzleParts} parts */
function aboutPuzzle({ app, session, trainer }) {
  const { puzzle, phase } = session.state;
  if (!puzzle) return '';
  const { mode, day } = trainer.state;
  const parts = [];
  if (mode === 'day' && day) parts.push(app.t('puzzles.ofDay', { day: dateText(app, day) }));
  if (mode === 'again') parts.push(app.t('puzzles.mode.again'));
  parts.push(titleOf(app.words, puzzle));
  if (isDone(phase) && !isOwn(puzzle)) parts.push(app.t('puzzles.rated', { rating: String(puzzle.rating) }));
  return parts.join(' · ');
}

/** @param {App} app @param {string} day */
function dateText(app, day) {
  const date = new Intl.DateTimeFormat(app.words.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return date.format(new Date(day));
}

/** @type {Record<string, string>} */
const SYMBOLS = { plain: 'hint', good: 'done', warn: 'info', bad: 'close' };

/** Feedback on the last move, and what to do next. @param {PuzzleParts} parts */
export function feedbackCard(parts) {
  keepFocus(parts);
  return () => feedback(parts);
}

/** @param {PuzzleParts} parts */
function feedback(parts) {
  const { app, session } = parts;
  const instead = heldInWords(parts) ?? nothingDue(parts);
  const { tone, headline, more } = instead ?? feedbackInWords(app, session.state);
  const others = instead ? [] : [placementText(parts), gainText(parts)];
  const text = [blindText(parts), more, ...others].filter(Boolean).join(' ');
  const actions = actionsOf(parts);
  return html`<section class="feedback" data-tone=${tone} data-phase=${session.state.phase}>
    <span class="mark" aria-hidden="true">${iconView(SYMBOLS[tone])}</span>
    <div class="words" role="status">
      <p class="said">${headline}</p>
      <p class="small muted" ?hidden=${text === ''}>${text}</p>
    </div>
    <div class="row" ?hidden=${actions.length === 0}>
      ${actions.map(({ label, run }, at) => button(null, app.t(label), run, { kind: at === 0 ? 'main' : '' }))}
    </div>
    ${explanation(parts)}
  </section>`;
}

/**
 * Where a press of the keyboard takes its own button or field away, or disables it, the focus goes to the first action,
 * or to the field for a move.
 * @param {PuzzleParts} parts
 */
function keepFocus({ session, trainer }) {
  let pressed = false;
  const isShown = (/** @type {any} */ element) => element.offsetParent !== null && !element.disabled; // of <body> it is null, too
  document.addEventListener(
    'click',
    ({ detail, target }) => {
      // A click by keyboard has no detail. Enter in the field clicks its button.
      pressed = detail === 0 && /** @type {Element} */ (target).closest('.feedback, .typed, .tools') !== null;
    },
    { capture: true },
  );
  onChange(
    () => `${session.state.phase} ${session.state.locked} ${session.state.hint?.step} ${trainer.state.blind}`,
    () =>
      queueMicrotask(() => {
        if (!pressed || isShown(document.activeElement)) return;
        /** @type {NodeListOf<HTMLElement>} */
        const places = document.querySelectorAll('.feedback > .row .btn, #typed-move');
        [...places].find(isShown)?.focus();
      }),
  );
}

/** Says that the next puzzle is loading, or that the run ended before this one was done. @param {PuzzleParts} parts */
function heldInWords({ app, session, runner }) {
  const { locked, phase } = session.state;
  const { over, halted } = runner.state;
  const say = (/** @type {string} */ headline) => ({ tone: 'plain', headline, more: '' });
  if (locked === 'opening') return say(app.t(halted ? 'puzzles.fault.no_file' : 'puzzles.say.opening'));
  const key = `puzzles.run.over.${over}`;
  return locked && !isDone(phase) && app.words.has(key) ? say(app.t(key)) : null;
}

/** Says that no puzzle is due for review, if a review was asked for. @param {PuzzleParts} parts */
function nothingDue({ app, trainer }) {
  if (trainer.state.fault?.code !== 'nothing_due') return null;
  const due = trainer.nextDue;
  const next = due ? app.t('puzzles.notice.next_due.title', { day: dateText(app, due) }) : '';
  const more = `${app.t('puzzles.fault.nothing_due')} ${next}`;
  return { tone: 'plain', headline: app.t('puzzles.notice.nothing_due.title'), more };
}

/** The text for blindfold training. @param {PuzzleParts} parts */
function blindText({ app, session, trainer }) {
  const { blind } = trainer.state;
  const { phase, front, game } = session.state;
  if (blind === 'off' || isDone(phase)) return '';
  if (blind === 'read') return app.t('puzzles.blind.read');
  const node = nodeOf(game.tree, front);
  if (node.parent === null || phase !== 'solving' || !node.move) return '';
  return app.t('puzzles.blind.reply', { move: moveSaid(app, node.parent, node.move) });
}

/** The note on the purpose of the first puzzles. @param {PuzzleParts} parts */
function placementText({ app, session, trainer }) {
  const { progress, mode } = trainer.state;
  const { phase, puzzle } = session.state;
  if (!puzzle || isOwn(puzzle) || phase !== 'solving' || mode === 'run') return '';
  if (progress.placed < PLACEMENTS) return app.t('puzzles.placement.ahead', { all: PLACEMENTS });
  return '';
}

/** What the result did to the rating. @param {PuzzleParts} parts */
function gainText({ app, session, trainer }) {
  const { result, gain, progress, mode, placed } = trainer.state;
  const { phase, puzzle } = session.state;
  if (!puzzle || isOwn(puzzle) || !isDone(phase) || !result || mode === 'run') return '';
  if (result === 'helped') return app.t('puzzles.gain.helped');
  if (progress.placed < PLACEMENTS)
    return app.t('puzzles.placement.progress', { count: progress.placed, all: PLACEMENTS });
  if (placed) return app.t('puzzles.placement.done', { rating: String(Math.round(progress.rating.rating)) });
  const rating = ratingText(progress.rating);
  const change = gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : '±0';
  const { now } = progress.streak;
  const streak = result === 'solved' && now > 1 ? ` ${app.t('puzzles.gain.streak', { count: now })}` : '';
  const back = result === 'failed' ? ` ${app.t('puzzles.gain.back')}` : '';
  return `${app.t('puzzles.gain.rating', { rating, change })}${streak}${back}`;
}

/** @typedef {{ label: import('../ui/words.js').Key, run: () => unknown }} Action */

/** The actions possible now, the most usual first. @param {PuzzleParts} parts @returns {Action[]} */
function actionsOf({ session, trainer, runner }) {
  const { phase, feedback, game, fault, front, engine, locked } = session.state;
  if (runner.isUnderWay || locked === 'opening') return [];
  /** @type {Action} */
  const solution = { label: 'puzzles.solution', run: () => session.showSolution() };
  if (locked && !isDone(phase)) return trainer.state.mode === 'run' ? [solution] : [];
  if (trainer.state.blind === 'read' && phase === 'solving')
    return [{ label: 'puzzles.blind.hide', run: () => trainer.hidePieces() }];
  /** @type {Action} */
  const next = { label: 'puzzles.next', run: () => (runner.isOn ? runner.close() : trainer.onward()) };
  /** @type {Action} */
  const again = { label: 'puzzles.tryAgain', run: () => session.again() };
  if (fault) return [next];
  if (phase === 'offLine') {
    const stuck = feedback?.kind === 'unjudged' && engine.state === 'failed';
    /** @type {Action} */
    const retry = { label: 'game-view.engine.retry', run: () => session.retry() };
    /** @type {Action} */
    const why = { label: 'puzzles.why', run: () => session.refute() };
    return [
      { label: 'puzzles.takeBack', run: () => session.takeBack() },
      ...(session.canRefute ? [why] : []),
      ...(stuck ? [retry] : []),
    ];
  }
  if (phase === 'shown') {
    const more = nodeOf(game.tree).children.length > 0 || game.tree.current !== front;
    return more ? [{ label: 'puzzles.nextStep', run: () => session.redo() }, next] : [next, again];
  }
  if (phase === 'solved') return [next, solution];
  return [];
}

/** Themes that the task itself gives away. */
const TOO_PLAIN = ['mate', 'advantage', 'oneMove', 'short', 'long', 'veryLong'];

/** Themes, proof and source of a puzzle that is done. @param {PuzzleParts} parts */
function explanation(parts) {
  const { app, session } = parts;
  const { puzzle, phase, locked } = session.state;
  if (!puzzle || !isDone(phase) || locked === 'opening') return nothing;
  const themes = puzzle.themes.filter((theme) => !TOO_PLAIN.includes(theme));
  const source = sourceInWords(app.words, puzzle);
  return html`<div class="about">
    <ul class="themes" aria-label=${app.t('puzzles.themes')} ?hidden=${themes.length === 0}>
      ${themes.map((theme) => html`<li>${themeName(app.words, theme, puzzle.game)}</li>`)}
    </ul>
    <p class="small">${proofInWords(app.words, puzzle)}</p>
    ${when(
      source && !isOwn(puzzle),
      () =>
        html`<p class="small muted">${app.t('puzzles.source.licence', { source, licence: puzzle.licence })}</p>`,
    )}
    ${parts.runner.isUnderWay ? nothing : afterwards(parts)}
  </div>`;
}

/** Actions for a finished puzzle. @param {PuzzleParts} parts */
function afterwards({ app, session, trainer }) {
  const { puzzle, game, front } = session.state;
  if (!puzzle || isOwn(puzzle)) return nothing;
  // At the end there is nothing left to analyse.
  const tree = game.tree.current === front ? goTo(game.tree, ROOT) : game.tree;
  const vote = trainer.state.progress.votes[puzzle.id];
  /** @param {1 | -1} value @param {'up' | 'down'} name */
  const voteButton = (value, name) =>
    button(null, app.t(`puzzles.vote.${name}`), () => trainer.vote(value), { pressed: vote === value });
  return html`<div class="row afterwards">
    ${button(null, app.t('puzzles.similar'), () => trainer.openSimilar())}
    <a class="btn" href=${analysisAddress(document.baseURI, { ...game, tree })}>${app.t('puzzles.analyse')}</a>
    <span class="votes" role="group" aria-label=${app.t('puzzles.votes.question')}>
      ${voteButton(1, 'up')} ${voteButton(-1, 'down')}
    </span>
  </div>`;
}

/**
 * @param {PuzzleParts} parts
 * @param {{ filter: () => void, own: () => void }} dialogs
 */
export const puzzleTools =
  ({ app, session, trainer, runner }, dialogs) =>
  () => {
    if (runner.isUnderWay) return nothing;
    const { phase, hint, puzzle, fault } = session.state;
    const canHint = phase === 'offLine' || (phase === 'solving' && hint?.step !== 2);
    const canShow = puzzle && !fault && phase !== 'loading' && phase !== 'shown';
    /**
     * @param {'hint' | 'solution' | 'skip' | 'flip' | 'filter' | 'own'} name
     * @param {string} icon
     * @param {() => unknown} act
     * @param {Parameters<typeof button>[3]} [options]
     */
    const tool = (name, icon, act, options) => button(icon, app.t(`puzzles.tool.${name}`), act, options);
    const show = () => {
      app.refusal.clear();
      session.showSolution();
    };
    return html`<div class="tools" role="group" aria-label=${app.t('puzzles.tools')}>
      ${tool('hint', 'hint', () => session.hint(), { disabled: !canHint })}
      ${tool('solution', 'book', show, { disabled: !canShow })}
      ${tool('skip', 'skip', () => (runner.isOn ? runner.close() : trainer.onward()))} ${tool('flip', 'flip', () => session.flip())}
      ${tool('filter', 'filter', dialogs.filter, { kind: isNarrow(trainer.state.filter) ? 'set' : '' })}
      ${tool('own', 'pencil', dialogs.own)}
    </div>`;
  };

/**
 * Faults around the puzzles, as cards for the list of notices.
 * @param {PuzzleParts} parts
 * @param {{ faultText: (fault: { code: string, text: string }) => string, exportProgress: () => void, again: () => unknown }} page
 * @returns {() => Card[]}
 */
export function puzzleCards(
  { app, session, trainer, runner, library, chess, imported },
  { faultText, exportProgress, again },
) {
  return () => {
    const { fault, keeping, filter } = trainer.state;
    const missing = [...library.state.missing, ...chess.state.missing];
    const faults = [library, chess, imported].flatMap(({ state }) => state.faults);
    /** @type {Card[]} */
    const cards = [];
    if (fault && fault.code !== 'nothing_due') {
      const all = { label: app.t('puzzles.filter.any'), run: () => void trainer.train(filter.place) };
      const retry = { label: app.t('ui.retry'), run: again };
      /** @type {Record<string, Card['actions']>} */
      const actions = { none_fit: [all], no_index: [retry], no_file: [retry] };
      cards.push({
        id: 'puzzle_fault',
        tone: 'warn',
        icon: 'info',
        ...(session.state.puzzle
          ? { title: app.t('puzzles.notice.fault.title'), lines: [faultText(fault)] }
          : { title: faultText(fault), lines: [] }),
        actions: actions[fault.code],
        dismiss: () => trainer.dismissFault(),
      });
    }
    if (runner.state.elsewhere) {
      cards.push({
        id: 'puzzle_run_elsewhere',
        tone: 'warn',
        icon: 'info',
        title: app.t('puzzles.run.elsewhere.title'),
        lines: [app.t('puzzles.run.elsewhere.text')],
        dismiss: () => runner.dismissElsewhere(),
      });
    }
    if (keeping !== 'kept') {
      cards.push({
        id: `puzzle_${keeping}`,
        tone: 'warn',
        icon: 'warn',
        title: app.t(`puzzles.keeping.${keeping}.title`),
        lines: [app.t(`puzzles.keeping.${keeping}.text`)],
        actions: [{ label: app.t('puzzles.progress.export'), run: exportProgress }],
      });
    }
    if (faults.length > 0) {
      const [{ file, line, error }] = faults;
      const first = faultText(error);
      cards.push({
        id: 'puzzle_lines',
        tone: 'warn',
        icon: 'info',
        title: app.t('puzzles.notice.lines.title', { count: faults.length }),
        lines: [app.t('puzzles.notice.lines.text', { file, line: String(line), first })],
      });
    }
    if (missing.length > 0) {
      cards.push({
        id: 'puzzle_files',
        tone: 'warn',
        icon: 'offline',
        title: app.t('puzzles.notice.files.title', { count: missing.length }),
        lines: [app.t('puzzles.notice.files.text')],
        actions: [
          {
            label: app.t('puzzles.notice.files.retry'),
            run: () => Promise.all([library.keepAll(), chess.keepAll()]),
          },
        ],
      });
    }
    return cards;
  };
}
