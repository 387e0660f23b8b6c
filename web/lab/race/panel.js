// The Lab's race: four algorithms search the position on the board to the same depth, and what they find is the same.
// Bars grow while they run; a chart shows every depth.

/** @import { Algorithm, Lap } from '../experiments.js' */
/** @import { Measure, Standing } from './race.js' */
/** @import { LabApp } from '../play-bar.js' */
/** @import { Lab } from '../tabs.js' */
/** @import { View } from '../../ui/view.js' */

import { svg } from 'lit-html';
import { nodeOf } from '../../game/tree.js';
import { scoreShort } from '../../game-view/piece-words.js';
import { button, chosenIn, named, segments, select, submits, toggle } from '../../ui/controls.js';
import { onChange, reactive, update } from '../../ui/reactive.js';
import { html, mount, nothing } from '../../ui/view.js';
import { ALGORITHMS, Experiments, RACE_NODES } from '../experiments.js';
import { algorithmName, engineChoice, rootOf } from '../tree/panel.js';
import { largest, lastLap, logPlace, powerAbove, saving, withLap } from './race.js';

const DEPTHS = /** @type {const} */ (['1', '2', '3', '4', '5', '6', '7', '8']);
const OPTIONS = /** @type {const} */ (['ordering', 'table', 'null_move']);
/** The share of minimax’s nodes that alpha-beta saves, as a tutorial of a Xiangqi engine in Go claims. */
const CLAIM = 0.6;
const WIDTH = 480;
const HEIGHT = 220;
const EDGE = { left: 56, bottom: 28, top: 10, right: 12 };

const newState = () =>
  reactive({
    depth: /** @type {typeof DEPTHS[number]} */ ('4'),
    execution: /** @type {'compiled' | 'interpreted'} */ ('compiled'),
    options: { ordering: true, table: true, null_move: false },
    of: /** @type {'variant' | 'original'} */ ('variant'),
    measure: /** @type {Measure} */ ('nodes'),
    running: false,
    trouble: '',
    standing: /** @type {Standing} */ ({}),
    /** The settings of this race, as opposed to those chosen for the next one. */
    raced:
      /** @type {{ turn: any, game: any, execution: 'compiled' | 'interpreted', null_move: boolean } | null} */ (
        null
      ),
  });

/** @param {LabApp} app @param {Lab} lab @returns {View} */
export function panel(app, { engine, createWorker }) {
  const state = newState();
  const experiments = new Experiments(createWorker, engine);
  const place = document.createElement('div');
  place.className = 'race';
  mount(
    place,
    () =>
      form(app, state, engine, {
        start: () => start(app, state, experiments),
        stop: () => experiments.end(),
      }),
    () => result(app, state),
    () =>
      state.raced
        ? html`${table(app, state)}${Object.keys(state.standing).length > 0 ? chart(app, state) : nothing}`
        : nothing,
  );
  onChange(
    () => engine.state.game,
    () => {
      experiments.end();
      update(state, { standing: {}, raced: null });
    },
  );
  return () => html`${place}`;
}

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {Experiments} experiments */
async function start(app, state, experiments) {
  const { depth, execution, options, of } = state;
  const { game } = app.state;
  const turn = nodeOf(game.tree).view?.turn;
  const raced = { turn, game: game.game, execution, null_move: options.null_move };
  update(state, { running: true, trouble: '', standing: {}, raced });
  try {
    const { execution: used } = await experiments.race(
      rootOf(app),
      { depth: Number(depth), execution, options, original: of === 'original' },
      (lap) => update(state, { standing: withLap(state.standing, lap) }),
    );
    update(state, { raced: { ...raced, execution: used } });
  } catch (error) {
    const { reason, message } = /** @type {any} */ (error);
    if (reason !== 'ended') update(state, { trouble: message });
  } finally {
    update(state, { running: false });
  }
}

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {Lab['engine']} engine @param {{ start: () => void, stop: () => void }} acts */
function form(app, state, engine, { start, stop }) {
  const { options, running } = state;
  const ready = engine.state.status === 'ready';
  return html`<form class="race-form" @submit=${submits(() => ready && !running && start())}>
    ${select({
      id: 'race-depth',
      label: app.t('lab.tree.depth'),
      choices: named(DEPTHS, (depth) => depth),
      ...chosenIn(state, 'depth'),
    })}
    ${segments({
      name: 'race-execution',
      legend: app.t('lab.race.execution'),
      choices: { compiled: app.t('lab.speed.compiled'), interpreted: app.t('lab.speed.interpreted') },
      ...chosenIn(state, 'execution'),
    })}
    ${engineChoice(app, engine, 'race', state)}
    <div class="race-options" role="group" aria-label=${app.t('lab.race.options')}>
      ${OPTIONS.map(
        (name) =>
          html`<span>${toggle(`race-${name}`, app.t(`lab.race.${name}`), options[name], (on) => update(state, { options: { ...options, [name]: on } }))}</span>`,
      )}
    </div>
    ${
      running
        ? button('stop', app.t('lab.race.stop'), stop)
        : html`<button class="btn main" type="submit" ?disabled=${!ready}>${app.t('lab.race.start')}</button>`
    }
  </form>`;
}

/** The result of the race, in a sentence or two. @param {LabApp} app @param {ReturnType<typeof newState>} state */
function result(app, state) {
  const { running, trouble, standing, raced } = state;
  if (trouble) return html`<p class="race-result" role="alert">${app.t('lab.tree.failed', { trouble })}</p>`;
  const found = saving(standing, 'minimax', 'alphabeta');
  if (!raced || !found)
    return html`<p class="race-result muted" role="status">${app.t(running ? 'lab.race.running' : 'lab.race.intro')}</p>`;
  const { depth, share } = found;
  return html`<p class="race-result">
    ${app.t('lab.race.saved', { depth, share: percent(app, share) })}
    ${app.t(share > CLAIM ? 'lab.race.claim.holds' : 'lab.race.claim.fails', { share: percent(app, CLAIM) })}
    ${raced.null_move ? app.t('lab.race.nullMoveNote') : nothing}
  </p>`;
}

/** Rounded down, so that only the whole becomes 100 %. @param {LabApp} app @param {number} share */
function percent(app, share) {
  const format = new Intl.NumberFormat(app.words.language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(Math.floor(share * 1000) / 1000);
}

/** @param {LabApp} app @param {number} ms */
const seconds = (app, ms) =>
  ms < 1000
    ? app.t('lab.race.ms', { number: app.words.number(Math.round(ms)) })
    : app.t('lab.play.limit.time', { number: app.words.number(ms / 1000, 1) });

/** @param {LabApp} app @param {ReturnType<typeof newState>} state */
function table(app, state) {
  const { standing, raced } = state;
  const most = { nodes: largest(standing, 'nodes'), ms: largest(standing, 'ms') };
  const bar = (/** @type {Lap} */ lap, /** @type {Measure} */ measure) =>
    html`<i class="bar" aria-hidden="true" .style=${`--share: ${most[measure] ? lap[measure] / most[measure] : 0}`}></i>`;
  const row = (/** @type {Algorithm} */ name) => {
    const lap = lastLap(standing, name);
    const saved = name === 'minimax' ? null : saving(standing, 'minimax', name);
    return html`<tr data-algorithm=${name}>
      <th scope="row"><i class="key" aria-hidden="true"></i>${algorithmName(app, name)}</th>
      <td>${lap ? html`${lap.depth}${lap.done && !lap.finished ? html` <small>${app.t('lab.race.out')}</small>` : nothing}` : ''}</td>
      <td class="measure">${lap ? html`${bar(lap, 'nodes')}<span>${app.words.number(lap.nodes)}</span>` : ''}</td>
      <td class="measure">${lap ? html`${bar(lap, 'ms')}<span>${seconds(app, lap.ms)}</span>` : ''}</td>
      <td>${saved ? percent(app, saved.share) : ''}</td>
      <td>${lap?.score && raced?.turn ? scoreShort(app.words, /** @type {any} */ (lap.score), raced.turn, raced.game) : ''}</td>
    </tr>`;
  };
  const limit = raced ? RACE_NODES[raced.execution] : 0;
  const anyOut = ALGORITHMS.some((name) => standing[name]?.some(({ done, finished }) => done && !finished));
  return html`<div class="race-table"><table>
    <caption class="sr">${app.t('lab.race.title')}</caption>
    <thead><tr>
      <th scope="col">${app.t('lab.tree.algorithm')}</th>
      <th scope="col">${app.t('lab.tree.depth')}</th>
      <th scope="col">${app.t('lab.race.nodes')}</th>
      <th scope="col">${app.t('lab.race.time')}</th>
      <th scope="col">${app.t('lab.race.saving')}</th>
      <th scope="col">${app.t('lab.tree.value')}</th>
    </tr></thead>
    <tbody>${ALGORITHMS.map(row)}</tbody>
  </table>
  ${anyOut ? html`<p class="small muted">${app.t('lab.race.outNote', { nodes: app.words.number(limit) })}</p>` : nothing}</div>`;
}

/** Nodes or time by depth, with numbers on both axes. The table has the same data for screen readers. @param {LabApp} app @param {ReturnType<typeof newState>} state */
function chart(app, state) {
  const { standing, measure } = state;
  const laps = Object.values(standing)
    .flat()
    .filter(({ finished }) => finished);
  const deepest = Math.max(2, ...laps.map(({ depth }) => depth));
  const most = powerAbove(Math.max(...laps.map((lap) => lap[measure]), 10));
  const x = (/** @type {number} */ depth) =>
    EDGE.left + ((depth - 1) / (deepest - 1)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ value) =>
    HEIGHT - EDGE.bottom - logPlace(value, most) * (HEIGHT - EDGE.bottom - EDGE.top);
  const powers = Array.from({ length: Math.round(Math.log10(most)) + 1 }, (_, power) => 10 ** power);
  const depths = Array.from({ length: deepest }, (_, at) => at + 1);
  const curve = (/** @type {Algorithm} */ name) => {
    const points = (standing[name] ?? []).filter(({ finished }) => finished);
    return svg`<g data-algorithm=${name}>
      <polyline points=${points.map((lap) => `${x(lap.depth)},${y(lap[measure])}`).join(' ')} />
      ${points.map((lap) => svg`<circle cx=${x(lap.depth)} cy=${y(lap[measure])} r="3" />`)}
    </g>`;
  };
  return html`<figure class="race-chart">
    <figcaption>${segments({
      name: 'race-measure',
      legend: app.t('lab.race.chart'),
      choices: { nodes: app.t('lab.race.nodes'), ms: app.t('lab.race.milliseconds') },
      ...chosenIn(state, 'measure'),
    })}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${app.t('lab.race.chartLabel')}>
      ${powers.map(
        (power) => svg`<path class="grid" d=${`M${EDGE.left} ${y(power)}H${WIDTH - EDGE.right}`} />
        <text x=${EDGE.left - 5} y=${y(power) + 3.5} text-anchor="end">${app.words.compact(power)}</text>`,
      )}
      ${depths.map((depth) => svg`<text x=${x(depth)} y=${HEIGHT - 8} text-anchor="middle">${depth}</text>`)}
      ${ALGORITHMS.map(curve)}
    </svg>
  </figure>`;
}
