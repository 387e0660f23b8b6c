// A drill: the task, the verdict on the last move, and what to do next.

/** @import { EndingParts } from './panel.js' */
/** @import { Drill } from '../training/drills.js' */

import { turnOfFen, USUAL } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { moveSaid } from '../game-view/move-words.js';
import { gradeOf, movesAllowed } from '../training/drills.js';
import { button, segments } from '../ui/controls.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';
import { endingInWords, faultOfEnding } from './words.js';

/** @param {EndingParts} parts */
export const drillPanel = (parts) => () => {
  const { app, runner } = parts;
  const { drill, grade, phase, fault } = runner.state;
  return html`<section class="drill">
    ${drill ? goal(parts, drill) : nothing} ${drill ? feedback(parts, drill) : nothing}
    ${phase === 'stuck' && !drill && fault ? html`<p class="fault" role="alert">${faultOfEnding(app.words, fault)}</p>${button(null, app.t('ui.retry'), () => runner.next())}` : nothing}
    ${segments({
      name: 'grade',
      legend: app.t('endings.drill.grade'),
      choices: {
        any: app.t('endings.grade.any'),
        easy: app.t('endings.grade.easy'),
        medium: app.t('endings.grade.medium'),
        hard: app.t('endings.grade.hard'),
      },
      chosen: grade ?? 'any',
      choose: (value) => runner.choose(value === 'any' ? null : value),
    })}
  </section>`;
};

/** @param {EndingParts} parts @param {Drill} drill */
function goal({ app, solver }, drill) {
  const side = turnOfFen(USUAL, drill.fen);
  return html`<div class="goal">
    <span class="stand">${pieceView(side, 'k', USUAL, app.pieces)}</span>
    <div class="who">
      <h2>${app.t(`endings.drill.${drill.goal}`, { count: movesAllowed(drill) })}</h2>
      <p class="small muted">${app.t('endings.drill.about', {
        ending: endingInWords(app.words, drill.ending),
        grade: app.t(`endings.grade.${gradeOf(drill)}`),
        rating: app.words.number(drill.rating),
      })}</p>
      ${solver.state.solving ? html`<progress max=${solver.state.solving.total} .value=${solver.state.solving.done} aria-label=${app.t('endings.progress')}></progress>` : nothing}
    </div>
  </div>`;
}

/** @type {Record<string, string>} */
const TONES = { won: 'good', held: 'good', thrown: 'bad', slow: 'bad', stuck: 'warn' };
/** @type {Record<string, string>} */
const SYMBOLS = { plain: 'hint', good: 'done', warn: 'info', bad: 'close' };

/** @param {EndingParts} parts @param {Drill} drill */
function feedback(parts, drill) {
  const { app, runner } = parts;
  const { phase } = runner.state;
  const tone = TONES[phase] ?? 'plain';
  const [said, ...more] = sentences(parts, drill);
  return html`<div class="feedback" data-tone=${tone} data-phase=${phase}>
    <span class="mark" aria-hidden="true">${iconView(SYMBOLS[tone])}</span>
    <div class="words" role="status"><p class="said">${said}</p>${more.filter(Boolean).map((each) => html`<p class="small">${each}</p>`)}</div>
    <div class="row">${actions(parts, drill).map(({ label, run }, at) => button(null, label, run, { kind: at === 0 && tone !== 'plain' ? 'main' : '' }))}</div>
    <p class="small muted">${['solving', 'waiting'].includes(phase) ? app.t('endings.drill.used', { used: runner.state.used + (phase === 'solving' ? 1 : 0), count: movesAllowed(drill) }) : nothing}</p>
  </div>`;
}

/** @param {EndingParts} parts @param {Drill} drill @returns {string[]} */
function sentences({ app, runner }, drill) {
  const { phase, used, better, late, repeated, fault, result, gain, progress } = runner.state;
  const shortest = Math.ceil(drill.plies / 2);
  const change = gain > 0 ? `+${gain}` : gain < 0 ? `−${-gain}` : '±0';
  const rating = app.words.number(Math.round(progress.rating.rating));
  const counted =
    result === 'helped'
      ? app.t('endings.drill.helped')
      : result
        ? `${app.t('endings.drill.gain', { rating, change })}${result === 'failed' ? ` ${app.t('endings.drill.back')}` : ''}`
        : '';
  switch (phase) {
    case 'preparing':
      return [app.t('endings.drill.preparing')];
    case 'solving':
      return [
        app.t('endings.drill.yourMove', { side: app.t(`game-view.side.${turnOfFen(USUAL, drill.fen)}`) }),
      ];
    case 'waiting':
      return [app.t('endings.drill.waiting')];
    case 'thrown':
    case 'slow': {
      const { parent } = nodeOf(app.state.game.tree);
      const move = better && parent !== null ? moveSaid(app, parent, better) : null;
      return [
        phase === 'slow'
          ? app.t('endings.drill.slow', late ?? {})
          : app.t(`endings.drill.${repeated ? 'repeated' : 'thrown'}.${drill.goal}`),
        move ? app.t('endings.drill.better', { move }) : '',
        counted,
      ];
    }
    case 'won': {
      const how =
        used <= shortest
          ? app.t('endings.drill.wonBest')
          : app.t('endings.drill.wonText', { count: shortest });
      return [app.t('endings.drill.won', { used }), how, counted];
    }
    case 'held':
      return [app.t('endings.drill.held'), counted];
    default:
      return [fault ? faultOfEnding(app.words, fault) : app.t('endings.fault.other', { message: '' })];
  }
}

/** The actions possible now, the most usual first. @param {EndingParts} parts @param {Drill} drill */
function actions({ app, runner, openAt }, drill) {
  const { phase } = runner.state;
  const next = { label: app.t('endings.drill.next'), run: () => runner.next() };
  const again = { label: app.t('endings.drill.again'), run: () => runner.again() };
  const explore = { label: app.t('endings.drill.explore'), run: () => openAt(drill.ending, drill.fen) };
  if (phase === 'thrown' || phase === 'slow')
    return [{ label: app.t('endings.drill.takeBack'), run: () => runner.takeBack() }, next, explore];
  if (phase === 'won' || phase === 'held') return [next, again, explore];
  if (phase === 'stuck') return [again, next, explore];
  return [
    { label: app.t('endings.drill.hint'), run: () => runner.hint() },
    { label: app.t('endings.drill.skip'), run: () => runner.next() },
  ];
}
