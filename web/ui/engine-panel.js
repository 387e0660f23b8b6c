// @ts-check
// What the engine is doing, in every state it can be in: loading, ready, thinking. The room it takes does
// not change between ready and thinking, so that nothing jumps at every move.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Info } from '../game/types.js' */

import { engineSide, setupOf, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { iconView } from './dom.js';
import { lineTexts } from './notation.js';
import { levelText, scoreInWords, shortNumber } from './phrases.js';
import { html, nothing } from './view.js';

/** Moves of the expected line; more find no room. */
const SHOWN = 8;

const STAGES = /** @type {const} */ (['python', 'engine', 'kernel']);

/** @param {App<PlaySession>} app */
export const enginePanel = (app) => () => {
  const { state } = app.state.engine;
  if (state === 'failed') return nothing; // a notice says so, with a reason and a button
  const loads = state === 'loading' || state === 'off';
  return html`<section class="engine" aria-label=${app.t('engine.name')} data-state=${state}>
    ${loads ? loading(app) : running(app)}
  </section>`;
};

/** @param {App<PlaySession>} app */
function loading(app) {
  const { stage, progress } = app.state.engine;
  const percent = Math.round((progress ?? 0) * 100);
  const reached = STAGES.indexOf(/** @type {any} */ (stage));
  const mark = (/** @type {number} */ index) => (index < reached ? 'done' : index === reached ? 'now' : '');
  return html`<div class="loading">
    <div class="row between"><b>${app.t('engine.loading')}</b><span class="small">${percent} %</span></div>
    <progress max="100" value=${percent} aria-label=${app.t('engine.loading')}></progress>
    <div class="stages" aria-hidden="true">
      ${STAGES.map((each, index) => html`<span class=${mark(index)}>${app.t(`engine.stage.${each}`)}</span>`)}
    </div>
    <p class="small muted note">${app.t('engine.loading.note')}</p>
  </div>`;
}

/** @param {App<PlaySession>} app */
function running(app) {
  const { work, engine, lastInfo, lastNode } = app.state;
  const info = work?.info ?? lastInfo;
  return html`<div class="running">
    <div class="row between">
      <b>${app.t(work ? 'engine.thinking' : 'engine.ready')}</b>${executionBadge(app, engine.execution)}
    </div>
    <p class="facts">${info ? facts(app, info) : aboutEngine(app)}</p>
    <p class="line">${info ? lineTexts(app, work?.node ?? lastNode, info.pv.slice(0, SHOWN)).join(' ') : ''}</p>
  </div>`;
}

/** @param {App<PlaySession>} app @param {string | null | undefined} execution */
function executionBadge(app, execution) {
  if (!execution) return nothing;
  const compiled = execution === 'compiled';
  return html`<span class="badge ${compiled ? 'fast' : 'slow'}"
    >${iconView(compiled ? 'bolt' : 'code')}${app.t(compiled ? 'engine.compiled' : 'engine.interpreted')}</span
  >`;
}

/** @param {App<PlaySession>} app @param {Info} info */
function facts(app, info) {
  const { work, game } = app.state;
  // The last info was about a move of the engine's own.
  const turn = work ? turnAt(game, work.node) : (engineSide(game) ?? factsOf(game.game).sides[0]);
  return [
    fact(app.t('engine.depth'), app.words.number(info.depth)),
    fact('', scoreInWords(app.words, info.score, turn, game.game)),
    fact(app.t('engine.nodes'), shortNumber(app.words, info.nodes), true),
    fact(app.t('engine.speed'), shortNumber(app.words, info.nps), true),
  ];
}

/** A label and a number; some languages put the number first. @param {string} label @param {string} value */
function fact(label, value, valueFirst = false) {
  const number = html`<b>${value}</b>`;
  if (!label) return html`<span>${number}</span>`;
  return html`<span>${valueFirst ? number : label} ${valueFirst ? label : number}</span>`;
}

/** The text before the first search. @param {App<PlaySession>} app */
function aboutEngine(app) {
  const { game, opponent, level } = setupOf(app.state.game);
  return opponent === 'person' ? app.t('engine.beside') : app.t(levelText(game, level));
}
