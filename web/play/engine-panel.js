// The engine in one line: its level and what it thinks of the position, or how far it has loaded. The details, below
// it on request, take the same room in every state.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Info } from '../game/types.js' */
/** @import { View } from '../ui/view.js' */

import { engineSide, setupOf, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineTexts } from '../game-view/move-words.js';
import {
  balanceInWords,
  firstKey,
  levelName,
  levelText,
  scoreInWords,
  scoreShort,
} from '../game-view/piece-words.js';
import { facts } from '../game-view/search-facts.js';
import { button } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';

/** The first level whose opponents, club players, read scores: beside a lower one it looked like a rating. */
const FIRST_OF_NUMBERS = 7;

/** @param {App<PlaySession>} app @param {View} details  of what it thinks */
export const enginePanel = (app, details) => () => {
  const { state, progress } = app.state.engine;
  const loads = state === 'loading' || state === 'off';
  const percent = Math.round((progress ?? 0) * 100);
  const keep = (/** @type {any} */ { target: { open } }) =>
    open !== app.settings.engineDetails && app.change({ engineDetails: open });
  const body = () => {
    if (loads) return html`<p class="small muted">${app.t('game-view.engine.loading.note')}</p>`;
    if (state === 'failed') return button(null, app.t('game-view.engine.retry'), () => app.session.retry());
    return details();
  };
  return html`<section class="engine" aria-label=${app.t('game-view.engine.name')} data-state=${state}>
    <details ?open=${app.settings.engineDetails} @toggle=${keep}>
      <summary><span>${loads ? `${app.t('game-view.engine.loading.title')} · ${percent}%` : summary(app)}</span></summary>
      <div class="details">${body()}</div>
    </details>
    ${loads ? html`<progress max="100" value=${percent} aria-label=${app.t('game-view.engine.loading.title')}></progress>` : nothing}
  </section>`;
};

/** `Level 4 · Red is slightly better`, `Level 9 · +0.13` @param {App<PlaySession>} app */
function summary(app) {
  const { engine, game } = app.state;
  if (engine.state === 'failed') return app.t('game-view.engine.failed.title');
  const { opponent, level } = setupOf(game);
  const info = latestInfo(app);
  const cut = info?.cutShort && firstKey(app.words, 'game-view.engine.cutShort');
  if (opponent === 'person') return info ? scoreText(app, info) : app.t('game-view.engine.name');
  const name = info ? scoreText(app, info) : app.t(levelName(game.game, level));
  const named = app.t('game-view.level.named', { level, name });
  return cut ? `${named} · ${app.t(cut)}` : named;
}

/** @param {App<PlaySession>} app */
const latestInfo = ({ state: { work, lastInfo } }) => work?.info ?? lastInfo;

/**
 * A score in words, or as chess sites write it, positive where the first side stands better.
 * @param {App<PlaySession>} app
 * @param {Info} info
 */
function scoreText(app, info) {
  const { work, game } = app.state;
  const [first] = factsOf(game.game).sides;
  // The last info was about a move of the engine's own.
  const turn = work ? turnAt(game, work.node) : (engineSide(game) ?? first);
  const { score } = info;
  if (info.book) return app.t('game-view.engine.book');
  const { opponent, level } = setupOf(game);
  if (opponent === 'engine' && level < FIRST_OF_NUMBERS)
    return balanceInWords(app.words, score, turn, game.game);
  if ('mate' in score || score.rule) return scoreInWords(app.words, score, turn, game.game);
  return scoreShort(app.words, score, turn, game.game);
}

/** Moves of the expected line; more find no room. */
const SHOWN = 8;

/** @param {App<PlaySession>} app */
export const engineDetails = (app) => () => {
  const { work, engine, game, lastInfo, lastNode } = app.state;
  const info = work?.info ?? lastInfo;
  const searched = info && !info.book;
  const { opponent, level } = setupOf(game);
  const about = opponent === 'person' ? 'game-view.engine.beside' : levelText(game.game, level);
  const execution =
    engine.execution === 'compiled' ? 'game-view.engine.compiled' : 'game-view.engine.interpreted';
  return html`<p class="facts">
      ${searched ? facts(app, info) : html`<span>${app.t(info ? 'game-view.engine.book' : about)}</span>`}
      ${engine.execution ? html`<span>${app.t(execution)}</span>` : nothing}
    </p>
    <p class="line">${searched ? lineTexts(app, work?.node ?? lastNode, info.pv.slice(0, SHOWN)).join(' ') : ''}</p>`;
};
