// The choice of an ending: the pieces of both sides, its size and solving time, and the button to solve it.

/** @import { EndingFacts } from '../engine/messages.js' */
/** @import { EndingParts } from './panel.js' */

import { factsOf, USUAL } from '../game/games.js';
import { button } from '../ui/controls.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { endingInWords, faultOfEnding, mostOf, nameOf, piecesOf, ROLES, timeInWords } from './words.js';

/** @param {EndingParts} parts */
export function endingSetup(parts) {
  const { app, solver, open } = parts;
  const isSmall = () => matchMedia('(max-width: 37.4375em)').matches;
  const state = reactive({ unfolded: !isSmall() });
  // On a small screen the pieces fold away once the ending is solved.
  onChange(
    () => Boolean(solver.state.facts?.statistics),
    (solved) => solved && isSmall() && update(state, { unfolded: false }),
  );
  /** What was asked for while these facts were shown: quick presses add up. @type {{ facts: EndingFacts | null, name: string } | null} */
  let wanted = null;
  return () => {
    const { facts, solving, fault } = solver.state;
    const name = facts?.name ?? 'K-k';
    if (wanted?.facts !== facts || fault) wanted = null;
    return html`<section class="setup">
      <details
        ?open=${state.unfolded}
        @toggle=${(/** @type {any} */ { target }) => update(state, { unfolded: target.open })}
      >
        <summary><h2>${facts ? endingInWords(app.words, name) : app.t('endings.pieces')}</h2></summary>
        ${factsOf(USUAL).sides.map((side) => steppers(side))}
      </details>
      <div class="solving" aria-live="polite">${fault ? faultView(parts) : nothing}${facts && !solving ? sizeView(parts, facts) : nothing}
        ${!facts && !fault ? html`<p class="small muted">${app.t(app.state.engine.state === 'loading' ? 'endings.starting' : 'endings.looking')}</p>` : nothing}</div>
      ${solving ? progressView() : nothing}
    </section>`;

    /** @param {'red' | 'white' | 'black'} side */
    function steppers(side) {
      const pieces = piecesOf(name);
      const counts = side === 'black' ? pieces.black : pieces.red;
      const isUnknown = !facts && !fault;
      const change = (/** @type {string} */ role, /** @type {number} */ by) => {
        const asked = piecesOf(wanted?.name ?? name);
        const changed = side === 'black' ? asked.black : asked.red;
        changed[role] = Math.max(0, Math.min(mostOf(role), changed[role] + by));
        wanted = { facts, name: nameOf(asked) };
        open(wanted.name);
      };
      return html`<div class="steppers" role="group" aria-label=${app.t('endings.side', { side: app.t(`game-view.side.${side}`) })}>
        ${[...ROLES].map((role) => {
          const piece = app.t(/** @type {any} */ (`game-view.piece.${side}.${role}`));
          const count = counts[role];
          return html`<div class="stepper">
            <button
              class="btn plain less"
              type="button"
              aria-label=${app.t('endings.fewer', { piece })}
              ?disabled=${isUnknown || count === 0}
              @click=${() => change(role, -1)}
            ></button>
            <span class=${count > 0 ? 'some' : ''}
              >${pieceView(side, role, USUAL, app.pieces)}<b aria-hidden="true">${isUnknown ? '–' : count}</b
              ><span class="sr">${isUnknown ? piece : app.t('endings.count', { piece, count })}</span></span
            >
            <button
              class="btn plain add"
              type="button"
              aria-label=${app.t('endings.more', { piece })}
              ?disabled=${isUnknown || count >= mostOf(role)}
              @click=${() => change(role, 1)}
            ></button>
          </div>`;
        })}
      </div>`;
    }

    function progressView() {
      if (!solving) return nothing;
      const { done, total, ending } = solving;
      const [from, to] = [done, total].map((each) => app.words.compact(each));
      return html`<div class="solving">
        <progress max=${total} .value=${done} aria-label=${app.t('endings.progress')}></progress>
        <div class="row between"><p class="small">${app.t('endings.solving', { ending: endingInWords(app.words, ending), done: from, total: to })}</p>
        ${button('stop', app.t('endings.stop'), () => solver.stop())}</div>
      </div>`;
    }
  };
}

/** The size of the ending, with the button to solve it or links to smaller ones. @param {EndingParts} parts @param {EndingFacts} facts */
function sizeView({ app, solver, open, solve }, facts) {
  const { name, positions, limit, todo, smaller, statistics } = facts;
  const short = (/** @type {number} */ each) => app.words.compact(each);
  if (positions > limit)
    return html`<p><b class="bad">${app.t('endings.large.title')}</b></p>
      <p class="small">${app.t('endings.large.text', { positions: short(positions), limit: short(limit) })}</p>
      <div class="row">${smaller.map((each) => button(null, endingInWords(app.words, each), () => open(each), { kind: 'plain' }))}</div>`;
  if (statistics)
    return html`<p class="small muted">${iconView('done')} ${app.t('endings.size.known', { positions: short(statistics.positions) })}</p>`;
  return html`<p class="small">${app.t('endings.size.todo', { positions: short(positions), todo: short(todo) })}
      ${app.t('endings.time', { time: timeInWords(app.words, solver.seconds(facts)) })}</p>
    ${name === 'K-k' ? nothing : button(null, app.t('endings.solve'), solve, { kind: 'main' })}`;
}

/** @param {EndingParts} parts */
function faultView({ app, solver }) {
  const { fault, facts } = solver.state;
  if (!fault) return nothing;
  const again = () =>
    app.state.engine.state === 'failed' ? app.session.retry() : facts && solver.look({ name: facts.name });
  return html`<p class="fault" role="alert">${faultOfEnding(app.words, fault)}</p>
    ${facts ? button(null, app.t('ui.retry'), again) : nothing}`;
}
