// Training: what is asked, the verdict on the last move, and what is left.

/** @import { StudyParts } from './panel.js' */

import { turnAt } from '../game/game.js';
import { recordFaultInWords } from '../game-view/fault-words.js';
import { moveSaid } from '../game-view/move-words.js';
import { button } from '../ui/controls.js';
import { iconView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';

/** @type {Record<string, string>} */
const TONES = { missed: 'bad', done: 'good', stuck: 'warn' };
/** @type {Record<string, string>} */
const SYMBOLS = { plain: 'hint', good: 'done', warn: 'info', bad: 'close' };

/** @param {StudyParts} parts */
export const trainingPanel = (parts) => () => {
  const { app, trainer } = parts;
  const { phase, study, chapter, left, asked, mistakes } = trainer.state;
  const tone = TONES[phase] ?? 'plain';
  const [said, ...more] = sentences(parts);
  return html`<section class="shelf training">
    <div class="row named">
      <h2>${study?.title}</h2>
      ${button('close', app.t('study.train.end'), () => trainer.leave())}
    </div>
    ${chapter ? html`<p class="small muted">${chapter}</p>` : nothing}
    <div class="feedback" data-tone=${tone} data-phase=${phase}>
      <span class="mark" aria-hidden="true">${iconView(SYMBOLS[tone])}</span>
      <div class="words" role="status"><p class="said">${said}</p>${more.filter(Boolean).map((each) => html`<p class="small">${each}</p>`)}</div>
      <div class="row">${actions(parts)}</div>
    </div>
    ${asked + left > 0 ? html`<p class="small">${app.t('study.train.left', { count: left })} · ${app.t('study.train.score', { asked, mistakes })}</p>` : nothing}
  </section>`;
};

/** @param {StudyParts} parts @returns {string[]} */
function sentences({ app, trainer }) {
  const { phase, answer, comment, asked, mistakes, fault } = trainer.state;
  const { game } = app.state;
  switch (phase) {
    case 'preparing':
      return [app.t('study.train.preparing')];
    case 'asking':
      return [app.t('study.train.yourMove', { side: app.t(`game-view.side.${turnAt(game)}`) }), comment];
    case 'missed': {
      const move = answer ? moveSaid(app, game.tree.current, answer) : '';
      return [app.t('study.train.missed', { move }), comment, app.t('study.train.playIt')];
    }
    case 'done':
      return asked > 0
        ? [app.t('study.train.done'), app.t('study.train.score', { asked, mistakes })]
        : [app.t('study.train.nothing')];
    case 'stuck':
      return [fault ? recordFaultInWords(app.words, fault) : ''];
    default:
      return [app.t('study.train.walking'), comment];
  }
}

/** @param {StudyParts} parts */
function actions({ app, trainer, train }) {
  const { phase, study } = trainer.state;
  if (phase === 'asking') return button('hint', app.t('study.train.show'), () => trainer.reveal());
  if (phase === 'stuck' && study)
    return button(null, app.t('ui.retry'), () => train(study), { kind: 'main' });
  if (phase === 'done' && study)
    return [
      button(null, app.t('study.train.more'), () => train(study, { more: true }), { kind: 'main' }),
      button(null, app.t('study.train.end'), () => trainer.leave()),
    ];
  return nothing;
}
