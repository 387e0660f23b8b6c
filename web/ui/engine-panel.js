// @ts-check
// The engine in one line: its level and what it thinks of the position, or how far it has loaded. The details, below
// it on request, take the same room in every state.

/** @import { App } from './app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Info } from '../game/types.js' */

import { engineSide, setupOf, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { button } from './controls.js';
import { lineTexts } from './notation.js';
import { levelName, levelText, scoreInWords, scoreShort } from './phrases.js';
import { facts } from './search-facts.js';
import { html, nothing } from './view.js';

/** Moves of the expected line; more find no room. */
const SHOWN = 8;

/** @param {App<PlaySession>} app */
export const enginePanel = (app) => () => {
  const { state, progress } = app.state.engine;
  const loads = state === 'loading' || state === 'off';
  const percent = Math.round((progress ?? 0) * 100);
  const keep = (/** @type {any} */ { target: { open } }) =>
    open !== app.settings.engineDetails && app.change({ engineDetails: open });
  return html`<section class="engine" aria-label=${app.t('engine.name')} data-state=${state}>
    <details ?open=${app.settings.engineDetails} @toggle=${keep}>
      <summary><span>${loads ? `${app.t('engine.loading')} · ${percent} %` : summary(app)}</span></summary>
      <div class="details">${loads ? html`<p class="small muted">${app.t('engine.loading.note')}</p>` : details(app)}</div>
    </details>
    ${loads ? html`<progress max="100" value=${percent} aria-label=${app.t('engine.loading')}></progress>` : nothing}
  </section>`;
};

/** `Level 4 · +0.13` @param {App<PlaySession>} app */
function summary(app) {
  const { engine, game } = app.state;
  if (engine.state === 'failed') return app.t('engine.failed');
  const { opponent, level } = setupOf(game);
  const info = latestInfo(app);
  if (opponent === 'person') return info ? scoreText(app, info) : app.t('engine.name');
  const name = info ? scoreText(app, info) : app.t(levelName(game.game, level));
  return app.t('new.level.named', { level, name });
}

/** @param {App<PlaySession>} app */
const latestInfo = ({ state: { work, lastInfo } }) => work?.info ?? lastInfo;

/** The opening book answers at once: one node, and no opinion. @param {Info} info */
const isBookMove = ({ depth, nodes, score }) => depth === 1 && nodes === 1 && 'cp' in score && score.cp === 0;

/**
 * A score as chess sites write it, positive where the first side stands better.
 * @param {App<PlaySession>} app
 * @param {Info} info
 */
function scoreText(app, info) {
  const { work, game } = app.state;
  const [first] = factsOf(game.game).sides;
  // The last info was about a move of the engine's own.
  const turn = work ? turnAt(game, work.node) : (engineSide(game) ?? first);
  const { score } = info;
  if (isBookMove(info)) return app.t('engine.book');
  if ('mate' in score || score.rule) return scoreInWords(app.words, score, turn, game.game);
  return scoreShort(score, turn, game.game);
}

/** @param {App<PlaySession>} app */
function details(app) {
  const { work, engine, game, lastNode } = app.state;
  if (engine.state === 'failed') return button(null, app.t('engine.retry'), () => app.session.retry());
  const info = latestInfo(app);
  const searched = info && !isBookMove(info);
  const { opponent, level } = setupOf(game);
  const about = opponent === 'person' ? 'engine.beside' : levelText(game.game, level);
  const execution = engine.execution === 'compiled' ? 'engine.compiled' : 'engine.interpreted';
  return html`<p class="facts">
      ${searched ? facts(app, info) : html`<span>${app.t(info ? 'engine.book' : about)}</span>`}
      ${engine.execution ? html`<span>${app.t(execution)}</span>` : nothing}
    </p>
    <p class="line">${searched ? lineTexts(app, work?.node ?? lastNode, info.pv.slice(0, SHOWN)).join(' ') : ''}</p>`;
}
