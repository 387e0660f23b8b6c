// The ways to solve puzzles besides plain training: runs, blind, courses; and the bar above a run. This
// module is loaded when it is wanted.

/** @import { PuzzleParts } from './panel.js' */
/** @import { RunKind } from '../training/runs.js' */

import { afterRun, bestOf, RULES, RUN_KINDS, timeLeft } from '../training/runs.js';
import { button } from '../ui/controls.js';
import { makeDialog } from '../ui/dialog.js';
import { saveFile } from '../ui/files.js';
import { iconView } from '../ui/icon-view.js';
import { html, nothing, when } from '../ui/view.js';
import { COURSES } from './courses.js';
import { themeName, titleOf } from './words.js';

/** @param {PuzzleParts} parts */
export function modesDialog({ app, trainer, runner }) {
  /** Close, then do it. @param {() => unknown} act */
  const choose = (act) => {
    dialog.close();
    act();
  };

  function body() {
    const { filter, blind } = trainer.state;
    return html`<div class="form ways">
      <h3>${app.t('puzzles.modes.runs')}</h3>
      <ul class="ways-list">
        ${RUN_KINDS.map((kind) => way(kind, () => runner.start(kind), best(kind)))}
        ${way('blind', () => trainer.setBlind(blind === 'off'), blind === 'off' ? '' : app.t('puzzles.modes.on'))}
      </ul>
      ${when(
        filter.place === 'site',
        () => html`<h3>${app.t('puzzles.modes.courses')}</h3>
              <ul class="ways-list">
                ${COURSES.map(course)}
              </ul>`,
      )}
      <div class="row">
        ${button('export', app.t('puzzles.votes.export'), exportVotes, {
          disabled: Object.keys(trainer.votes).length === 0,
        })}
      </div>
    </div>`;
  }

  /** @param {RunKind} kind */
  function best(kind) {
    const most = bestOf(trainer.runsOf(trainer.game), kind);
    return most > 0 ? app.t('puzzles.modes.best', { count: most }) : '';
  }

  /** @param {RunKind | 'blind'} name @param {() => unknown} act @param {string} note */
  const way = (name, act, note) => html`<li>
    <button class="btn way" type="button" @click=${() => choose(act)}>
      <span class="way-name">${app.t(`puzzles.way.${name}.name`)}</span>
      <span class="small muted">${app.t(`puzzles.way.${name}.text`)}</span>
      ${note ? html`<span class="way-note small">${note}</span>` : nothing}
    </button>
  </li>`;

  /** @param {import('./courses.js').Course} name */
  function course(name) {
    const { rows, solved } = trainer.courseState(name);
    return html`<li>
      <button
        class="btn way"
        type="button"
        ?disabled=${rows.length === 0}
        @click=${() => choose(() => trainer.openCourse(name))}
      >
        <span class="way-name">${themeName(app.words, name, 'xiangqi')}</span>
        <span class="small muted">${app.t(`puzzles.course.${name}`)}</span>
        <span class="way-note small">${app.t('puzzles.course.done', { count: solved, all: rows.length })}</span>
      </button>
    </li>`;
  }

  /** One vote per line, as the puzzle miner reads them: see votes.py. */
  function exportVotes() {
    const lines = Object.entries(trainer.votes).map(([id, vote]) => JSON.stringify({ id, vote }));
    saveFile(`cannonfish-puzzle-votes-${trainer.today}.jsonl`, `${lines.join('\n')}\n`);
  }

  const dialog = makeDialog(app, { name: 'ways', title: 'puzzles.modes.title', body });
  return dialog;
}

/** Minutes and seconds. @param {number} ms */
function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The bar above a run, in place of the ways to train. @param {PuzzleParts} parts */
export function runBar({ app, session, runner, trainer, library, chess }) {
  /** The puzzles of a run that is over, for another try. @param {import('../training/runs.js').Run} run */
  const puzzlesOf = (run) => {
    const here = (run.game === 'chess' ? chess : library).state.puzzles;
    return html`<ul class="run-puzzles" aria-label=${app.t('puzzles.run.puzzles')}>
    ${afterRun(run).map(({ id, solved }) => {
      const title = titleOf(app.words, here.find((puzzle) => puzzle.id === id) ?? { id });
      const result = solved === null ? null : app.t(`puzzles.result.${solved ? 'solved' : 'failed'}`);
      /** @param {Event} event */
      const open = (event) => {
        event.preventDefault();
        trainer.openId(id, 'train');
      };
      return html`<li>
        <a
          class="btn"
          href=${`?id=${encodeURIComponent(id)}`}
          aria-label=${result ? `${title}: ${result}` : nothing}
          aria-current=${session.state.puzzle?.id === id || nothing}
          data-solved=${solved ?? nothing}
          @click=${open}
          >${solved === null ? nothing : iconView(solved ? 'done' : 'close')}<span>${title}</span></a
        >
      </li>`;
    })}
  </ul>`;
  };

  return () => {
    const { run, over, halted } = runner.state;
    if (!run) return nothing;
    const left = timeLeft(run);
    const { mistakes } = RULES[run.kind];
    const best = bestOf(trainer.runsOf(run.game), run.kind);
    return html`<section class="run" data-over=${over ?? nothing} aria-label=${app.t(`puzzles.way.${run.kind}.name`)}>
      <p class="run-name">${app.t(`puzzles.way.${run.kind}.name`)}</p>
      <p class="run-score" role="img" aria-label=${app.t('puzzles.run.solved', { count: run.solved })}>
        ${iconView('done')}${run.solved}
      </p>
      <p class="run-lives" role="img" aria-label=${app.t('puzzles.run.mistakes', { count: run.mistakes, all: mistakes })}>
        ${Array.from({ length: mistakes }, (_, at) => html`<i ?data-lost=${at < run.mistakes}></i>`)}
      </p>
      ${
        left === null
          ? nothing
          : html`<p class="run-clock" role="timer" ?data-low=${left < 15_000}>${clockText(left)}</p>`
      }
      ${
        over
          ? html`<p class="run-end" role="status">
                ${app.t(`puzzles.run.over.${over}`)} ${app.t('puzzles.run.result', { count: run.solved, best })}
                ${run.pauses > 0 ? app.t('puzzles.run.paused') : nothing}
              </p>
              ${run.seen.length > 0 ? puzzlesOf(run) : nothing}
              ${button(null, app.t('puzzles.run.again'), () => runner.start(run.kind, run.game), { kind: 'main' })}
              ${button(null, app.t('puzzles.run.close'), () => runner.close())}`
          : button(null, app.t('puzzles.run.stop'), () => runner.stop())
      }
      ${when(
        halted,
        () => html`<p class="run-end" role="status">${app.t('puzzles.run.halted')}</p>
              ${button(null, app.t('puzzles.run.goOn'), () => runner.goOn(), { kind: 'main' })}`,
      )}
    </section>`;
  };
}
