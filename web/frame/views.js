// The parts of a frame above and below its board: the state of the game, the few buttons, and any problem.

/** @import { App } from '../game-view/app.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { Frame } from './frame.js' */
/** @import { Button } from './toolbar.js' */

import { outcomeAt, playerAt, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf, ROOT } from '../game/tree.js';
import { errorInWords, odditiesInWords, recordFaultInWords } from '../game-view/fault-words.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { stepsThrough } from '../game-view/move-list.js';
import { moveText } from '../game-view/move-words.js';
import { firstKey, scoreInWords } from '../game-view/piece-words.js';
import { gameTitle } from '../game-view/record-words.js';
import { button, iconButton } from '../ui/controls.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { toolbarOf } from './toolbar.js';

/** The line above the board: whose turn it is, or what happens. @param {App} app @param {Frame} frame */
export const topLine = (app, frame) => () => {
  const { game, work, lastInfo, lastNode = ROOT, engine } = app.state;
  const outcome = outcomeAt(game);
  const side = frame.puzzle?.solver() ?? (outcome ? outcome.winner : turnAt(game));
  const { king, sides } = factsOf(game.game);
  const kings = (side ? [side] : sides).map((each) => pieceView(each, king, game.game, app.pieces));
  const showsScore = frame.options.evals && lastInfo && game.tree.nodes.has(lastNode);
  const stop = html`<button
    class="btn plain icon-only stop"
    type="button"
    aria-label=${app.t('game-view.engine.stop.long')}
    ?disabled=${work?.stopping}
    @click=${() => app.session.moveNow?.()}
  >
    ${iconView('stop')}
  </button>`;
  return html`<span class="stand">${kings}</span>
    <span class="grow" role="status">${statusOf(app, frame)}</span>
    <span class="score"
      >${showsScore ? scoreInWords(app.words, lastInfo.score, turnAt(game, lastNode), game.game) : ''}</span
    >
    ${work && engine.state === 'thinking' ? stop : nothing} ${app.clocks.now?.face(other(game.game, game.orientation)) ?? nothing}`;
};

/** @param {App} app @param {Frame} frame @returns {string} */
function statusOf(app, frame) {
  const { game, work } = app.state;
  const turn = turnAt(game);
  const side = app.t(`game-view.side.${turn}`);
  const { state, progress } = app.state.engine;
  const outcome = outcomeAt(game);
  if (frame.state.problem) return '';
  if (frame.puzzle) return frame.puzzle.goal(app);
  if (frame.state.reading) return app.t('frame.reading');
  if (outcome) return outcomeInWords(app.words, outcome, game.game).sentence;
  const names = gameTitle(app, app.state.game.headers ?? {});
  if (frame.options.mode === 'view') return names || app.t('frame.toMove', { side });
  if (playerAt(game) === 'engine') {
    if (state === 'off') return app.t('frame.press');
    if (work) return app.t('frame.thinking', { side });
  }
  if (state === 'loading' && (playerAt(game) === 'engine' || !nodeOf(game.tree).view)) {
    return app.t('frame.loading', { percent: Math.round(100 * (progress ?? 0)) });
  }
  const alone = Object.values(game.players).includes('engine');
  return app.t(alone && playerAt(game) === 'person' ? 'frame.yourMove' : 'frame.toMove', { side });
}

/** The line below the board. @param {App} app @param {Frame} frame @param {URL} site */
export function bottomLine(app, frame, site) {
  const acts = {
    ...stepsThrough(app),
    back: () => app.session.takeBack(),
    hint: () => frame.hint().catch(() => {}), // the card says what went wrong
    new: () => (frame.puzzle ? frame.puzzle.session.again() : frame.open()),
    flip: () => app.session.flip(),
  };
  /** @param {Button} button */
  const toolButton = ({ name, label, disabled, ended }) => html`<button
    class="btn plain icon-only"
    type="button"
    data-name=${name}
    aria-label=${label}
    aria-disabled=${ended ?? false}
    ?disabled=${disabled}
    @click=${acts[name]}
  >
    ${iconView(name)}
  </button>`;

  return () => {
    const { game, work, engine } = app.state;
    const shown = nodeOf(game.tree);
    const { puzzle } = frame;
    const phase = puzzle?.session.state.phase ?? null;
    const { items, flip, open } = toolbarOf(game, {
      options: frame.options,
      t: (key, params) => app.t(key, params),
      moveText: shown.move ? moveText(app, shown) : null,
      busy: work?.kind === 'draw',
      reading: frame.state.reading,
      phase,
      site,
    });
    const id = puzzle?.id();
    const said = puzzle?.feedback(app);
    const waits = phase === 'loading' && engine.state === 'off';
    return html`${items.map((item) =>
      'name' in item
        ? toolButton(item)
        : html`<span class="at"><b>${item.move}</b><span class="small muted">${item.ply}</span></span>`,
    )}<span class="grow said" role="status" data-tone=${said?.tone ?? nothing}
        >${waits ? app.t('frame.press') : (said?.headline ?? '')}</span
      >
      ${app.clocks.now?.face(game.orientation) ?? nothing} ${toolButton(flip)}
      <a
        class="btn plain icon-only home"
        target="_blank"
        rel="noopener"
        data-name="open"
        aria-label=${open.label}
        title=${open.label}
        href=${id ? new URL(`puzzles.html?id=${id}`, site).href : open.href}
        ><i class="seal" aria-hidden="true"></i
      ></a>`;
  };
}

/** A problem in words. `stays`: it keeps the frame from working and cannot be dismissed; `retry`: what the button to try again says. @typedef {{ title: string, text: string, retry?: Key, stays?: boolean }} Card */

/** The card of a problem or a remark, if there is one. @param {App} app @param {Frame} frame */
export function problemCard(app, frame) {
  const dismissed = reactive({ status: /** @type {readonly string[] | null} */ (null) });
  const dismiss = () => {
    update(dismissed, { status: oddityOf(app, frame) });
    update(frame.state, { faults: [] });
    app.session.dismiss('engine_refused', 'move_refused');
  };
  const retry = () => {
    if (app.state.engine.reason === 'outdated') return location.reload();
    app.session.retry();
    if (frame.state.problem) frame.open();
  };
  return () => {
    const found = problemOf(app, frame) ?? remarkOn(app, frame, dismissed.status);
    if (!found) return nothing;
    return html`<section class="problem" role="alert">
      ${iconView('warn')}
      <div>
        <b>${found.title}</b>
        <p class="small">${found.text}</p>
        ${found.retry ? button(null, app.t(found.retry), retry) : nothing}
      </div>
      ${found.stays ? nothing : iconButton('close', app.t('ui.close'), dismiss)}
    </section>`;
  };
}

/** Codes of problems that end when the network is back. */
const OUT_OF_REACH = ['failed', 'puzzle_no_file', 'puzzle_no_index'];

/** @param {App} app @param {Frame} frame @returns {Card | null} */
function problemOf(app, frame) {
  const { problem, faults } = frame.state;
  if (problem) {
    return {
      title: app.t(`frame.fault.${problem.kind}`),
      text: problemText(app, frame, problem),
      retry: OUT_OF_REACH.includes(problem.error.code) ? 'shell.notice.engine_refused.retry' : undefined,
      stays: true,
    };
  }
  const { state, reason } = app.state.engine;
  if (state === 'failed') {
    const key = firstKey(app.words, `game-view.engine.reason.${reason}`) ?? 'game-view.engine.reason.other';
    const text = app.t(key, { reason: reason ?? '' });
    const retry = reason === 'outdated' ? 'ui.reload' : 'game-view.engine.retry';
    return { title: app.t('frame.fault.engine'), text, stays: true, retry };
  }
  const refused = app.state.notices.find(({ kind }) => kind === 'engine_refused' || kind === 'move_refused');
  if (refused) {
    const fen = refused.error.code === 'invalid_fen';
    const title = fen
      ? app.t('frame.fault.fen')
      : app.t(`shell.notice.${/** @type {'move_refused'} */ (refused.kind)}.title`);
    return { title, text: errorInWords(app.words, refused.error, app.state.game.game) };
  }
  if (faults.length === 0) return null;
  const text = faults.map((fault) => app.t('frame.fault.optionText', { ...fault })).join(' · ');
  return { title: app.t('frame.fault.option'), text };
}

/** Why no game reaches the start position, until play is under way. @param {App} app @param {Frame} frame */
function oddityOf(app, frame) {
  const { tree } = app.state.game;
  return frame.state.status ?? ((tree.nodes.size <= 2 && nodeOf(tree, ROOT).view?.status) || null);
}

/** @param {App} app @param {Frame} frame @param {readonly string[] | null} dismissed @returns {Card | null} */
function remarkOn(app, frame, dismissed) {
  const status = oddityOf(app, frame);
  if (!status || status === dismissed) return null;
  return {
    title: app.t('shell.notice.odd_position.title'),
    text: odditiesInWords(app.words, status).join(' '),
  };
}

/** @param {App} app @param {Frame} frame @param {import('./frame.js').Problem} problem */
function problemText(app, frame, { kind, error }) {
  if (kind === 'puzzle' && frame.puzzle) return frame.puzzle.fault(app, error);
  if (kind === 'pgn') return recordFaultInWords(app.words, error);
  return errorInWords(app.words, error, app.state.game.game);
}
