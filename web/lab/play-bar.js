// The Lab's right side: the game against the variant, what the variant thinks, and how fast it is.

/** @import { Info } from '../engine/messages.js' */
/** @import { PlayLimit, LabSession } from './session.js' */
/** @import { Speed, VariantEngine } from './variant-engine.js' */
/** @import { Analyser } from '../game-view/analyser.js' */
/** @import { App } from '../game-view/app.js' */

import { outcomeAt, playerAt, takeBackTarget } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { AnalysisView } from '../game-view/engine-lines.js';
import { chosenIn, iconButton, named, select } from '../ui/controls.js';
import { reactive } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { PLAY_LIMITS } from './session.js';

/** @typedef {App<LabSession>} LabApp */

/** The person's choices for the game. */
export const newPlay = () => reactive({ limit: /** @type {PlayLimit} */ ('nodes 100000') });

/** The variant's search of its own move, or else of the position that is shown. */
export class VariantView extends AnalysisView {
  #app;
  #engine;

  /** @param {LabApp} app @param {Analyser} analyser @param {VariantEngine} engine */
  constructor(app, analyser, engine) {
    super(
      /** @type {import('../game-view/engine-lines.js').EngineApp} */ (/** @type {unknown} */ (app)),
      analyser,
    );
    this.#app = app;
    this.#engine = engine;
  }

  /** @override */
  get evaluation() {
    const { work, game } = this.#app.state;
    const node = nodeOf(game.tree);
    if (work?.info && work.node === node.id && node.view)
      return { turn: node.view.turn, lines: /** @type {Info[]} */ ([work.info]), finished: null };
    return super.evaluation;
  }

  /** @override */
  get speaker() {
    return Object.keys(this.#engine.state.texts).length > 0 ? 'lab.yours' : 'lab.variant.none';
  }

  /** @override */
  get wanted() {
    const { game, work } = this.#app.state;
    const owes = nodeOf(game.tree).children.length === 0 && playerAt(game) === 'engine' && !outcomeAt(game);
    const { status, measuring, suspended } = this.#engine.state;
    return work || owes || status !== 'ready' || measuring || suspended ? null : super.wanted;
  }
}

/** @param {LabApp} app @param {VariantEngine} engine @param {ReturnType<typeof newPlay>} play @param {{ begin: (swap: boolean) => unknown }} acts */
export const playBar =
  (app, engine, play, { begin }) =>
  () => {
    const { session } = app;
    const { game } = app.state;
    const waits = engine.state.status !== 'ready' && playerAt(game) === 'engine' && !outcomeAt(game);
    return html`<div class="play-bar" role="group" aria-label=${app.t('lab.play.title')}>
    <h2>${app.t('lab.play.title')}</h2>
    <div class="row">
      ${iconButton('new', app.t('lab.play.new'), () => begin(false))}
      ${iconButton('swap', app.t('lab.play.side'), () => begin(true))}
      ${iconButton('back', app.t('game-view.tool.takeBack'), () => session.takeBack(), { ended: takeBackTarget(game) === null })}
      ${iconButton('flip', app.t('game-view.tool.flip'), () => session.flip())}
      ${select({
        id: 'lab-limit',
        label: app.t('lab.play.limit.label'),
        choices: named(PLAY_LIMITS, (value) => limitName(app, value)),
        ...chosenIn(play, 'limit'),
      })}
    </div>
    <p class="small muted" role="status">${waits && engine.state.status !== 'loading' ? app.t('lab.play.waits') : nothing}</p>
  </div>`;
  };

/** The side that the person plays. @param {LabApp} app */
function sideOf(app) {
  const { game } = app.state;
  return factsOf(game.game).sides.find((side) => game.players[side] === 'person') ?? game.orientation;
}

/** @param {LabApp} app @param {boolean} swap */
export const sideAfter = (app, swap) => (swap ? other(app.state.game.game, sideOf(app)) : sideOf(app));

/** @param {LabApp} app @param {PlayLimit} limit */
export function limitName(app, limit) {
  const [kind, text] = limit.split(' ');
  const number = Number(text);
  return kind === 'time'
    ? app.t('lab.play.limit.time', { number: number / 1000 })
    : app.t('lab.play.limit.nodes', { number });
}

/** @param {LabApp} app @param {VariantEngine} engine */
export const speedTable = (app, engine) => () => {
  const { speeds, measuring, suspended, status, texts } = engine.state;
  const edited = Object.keys(texts).length > 0;
  const cell = (/** @type {number | undefined} */ nps) =>
    html`<td>${nps === undefined ? '–' : app.words.compact(nps)}</td>`;
  const row = (
    /** @type {string} */ name,
    /** @type {Speed | undefined} */ speed,
    /** @type {Speed | undefined} */ base,
  ) => html`<tr>
    <th scope="row">${name}</th>
    ${cell(speed?.compiled)}${cell(speed?.interpreted)}
    <td class="muted">${speed?.compiled && base?.compiled ? `${Math.round((100 * speed.compiled) / base.compiled)}%` : ''}</td>
  </tr>`;
  return html`<section class="speeds" aria-label=${app.t('lab.speed.title')}>
    <table>
      <caption class="sr">${app.t('lab.speed.title')}</caption>
      <thead><tr>
        <th scope="col">${app.t('lab.speed.title')}</th>
        <th scope="col">${app.t('lab.speed.compiled')}</th>
        <th scope="col">${app.t('lab.speed.interpreted')}</th>
        <td></td>
      </tr></thead>
      <tbody>
        ${edited ? row(app.t('lab.yours'), speeds?.variant, speeds?.original) : nothing}
        ${row(app.t('lab.original'), speeds?.original, undefined)}
      </tbody>
    </table>
    <button class="btn plain small" type="button" ?disabled=${measuring || suspended || status !== 'ready'} @click=${() => engine.measure()}>
      ${app.t(measuring ? 'lab.speed.measuring' : 'lab.speed.measure')}
    </button>
  </section>`;
};
