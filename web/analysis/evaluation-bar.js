// A bar beside the board that shows who stands better: the share of the side at the bottom fills it from below.

/** @import { Evaluation } from '../game-view/analyser.js' */
/** @import { App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */

import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { scoreInWords } from '../game-view/piece-words.js';
import { html } from '../ui/view.js';

/** Centipawns at which the bar is full, where the engine gives no winning chances. */
const FULL = 1000;

/**
 * How much of the bar belongs to the first side, from 0 to 1.
 * @param {Evaluation} evaluation
 * @param {boolean} isFirst  whether the first side is to move
 */
export function shareOf({ lines: [{ score, wdl }] }, isFirst) {
  const sign = isFirst ? 1 : -1;
  if ('mate' in score) return sign * score.mate > 0 ? 1 : 0;
  const mine = wdl
    ? (wdl[0] + wdl[1] / 2) / 1000
    : 0.5 + Math.max(-FULL, Math.min(FULL, score.cp)) / (2 * FULL);
  return isFirst ? mine : 1 - mine;
}

/** @param {App} app @param {() => Evaluation | null} read  reads signals @returns {View} */
export const evaluationBar = (app, read) => () => {
  const { game } = app.state;
  const [first] = factsOf(game.game).sides;
  const evaluation = read();
  const outcome = outcomeAt(game);
  const share = outcome
    ? outcomeShare(outcome.winner, first)
    : evaluation
      ? shareOf(evaluation, evaluation.turn === first)
      : 0.5;
  const below = game.orientation === first ? share : 1 - share;
  const label = outcome
    ? outcomeInWords(app.words, outcome, game.game).sentence
    : evaluation
      ? app.t('analysis.bar.label', {
          score: scoreInWords(app.words, evaluation.lines[0].score, evaluation.turn, game.game),
        })
      : app.t('analysis.bar.none');
  return html`<div class="evaluation-bar" role="img" aria-label=${label} title=${label} data-first=${first} data-below=${game.orientation}>
    <div class="filled" .style=${`--share: ${below}`}></div>
  </div>`;
};

/** @param {import('../game/types.js').Side | null} winner @param {import('../game/types.js').Side} first */
const outcomeShare = (winner, first) => (winner === null ? 0.5 : winner === first ? 1 : 0);
