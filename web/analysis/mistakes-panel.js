// The lesson about one's mistakes, in the panel of the review.

/** @import { MistakesSession } from './mistakes-session.js' */
/** @import { AnalysisApp } from './session.js' */

import { turnAt } from '../game/game.js';
import { lineTexts, moveText } from '../game-view/move-words.js';
import { scoreInWords } from '../game-view/piece-words.js';
import { asText, reasonsInWords } from '../game-view/reason-words.js';
import { button } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';

/** Moves of a line in words. */
const SHOWN = 6;

/** @param {AnalysisApp} app @param {MistakesSession} lesson */
export function mistakesView(app, lesson) {
  const { question, isOver, isLast } = lesson;
  if (!question) return nothing;
  const { plies, at, result, tried, why } = lesson.state;
  const { move, reasons } = argumentInWords(app, lesson);
  const task = {
    move: moveText(app, lesson.mistake),
    side: app.t(`game-view.side.${turnAt(app.state.game, question.id)}`),
  };
  const said = tried ? lineTexts(app, question.id, [tried.move])[0] : '';
  const next = () => lesson.next();
  const explain = () => {
    lesson.explain();
    focusSoon('.lesson .verdict');
  };
  return html`<div class="review lesson">
    <p class="small muted">${app.t('analysis.review.lesson.progress', { number: at + 1, total: plies.length })}</p>
    <p class="task" role="status" tabindex="-1">${app.t('analysis.review.lesson.task', task)}</p>
    <div class="verdict" role="status" tabindex="-1" data-result=${result}>
      <p><b>${result && result !== 'shown' ? app.t(`analysis.review.lesson.${result}`, { move: said }) : ''}</b> ${move}</p>
      ${why ? html`<p>${reasons}</p>` : nothing}
    </div>
    <div class="row">
      ${isOver ? (isLast ? nothing : button('next', app.t('analysis.review.lesson.next'), next, { kind: 'main' })) : button('hint', app.t('analysis.review.lesson.show'), () => lesson.show())}
      ${reasons && !why ? button(null, app.t('game-view.hint.showLine'), explain) : nothing}
      ${lesson.isElsewhere ? button('back', app.t('analysis.review.lesson.retry'), () => lesson.back()) : nothing}
      ${isOver || isLast ? nothing : button('next', app.t('analysis.review.lesson.skip'), next)}
      ${button('back', app.t('analysis.review.lesson.end'), () => lesson.end(), { kind: isOver && isLast ? 'main' : 'plain' })}
    </div>
  </div>`;
}

/** The argument: its first move, unless the person has found that, and why it is good, as hints say it. @param {AnalysisApp} app @param {MistakesSession} lesson */
function argumentInWords(app, { argument, isOver, state }) {
  if (!argument) return { move: '', reasons: '' };
  const { from, fen, turn, line, reasons, score } = argument;
  const [move, ...after] = lineTexts(app, from, line.slice(0, SHOWN));
  const worth = score ? scoreInWords(app.words, score, turn, from.game) : null;
  const key = isOver ? 'analysis.review.lesson.shown' : 'analysis.review.reply';
  return {
    move: line[0] === state.tried?.move ? '' : app.t(key, { move, side: app.t(`game-view.side.${turn}`) }),
    reasons: asText(app.words, [
      reasonsInWords(app.words, from.game, fen, line[0], reasons),
      worth &&
        app.t(after.length > 0 ? 'game-view.hint.line.full' : 'game-view.hint.line.short', {
          line: after.join(' '),
          score: worth,
        }),
    ]),
  };
}

/** Move the focus to an element that is about to be rendered. @param {string} selector */
export function focusSoon(selector) {
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus({ preventScroll: true }),
  );
}
