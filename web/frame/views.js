// @ts-check
// What is above and below the board of a frame: how the game stands, the few buttons, and what went wrong.

/** @import { App } from '../ui/app.js' */
/** @import { Frame } from './frame.js' */
/** @import { FrameLine } from './toolbar.js' */
/** @import { FramePuzzle } from './puzzle.js' */

import { outcomeAt, playerAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { update } from '../game/reactive.js';
import { nodeOf, ROOT } from '../game/tree.js';
import { h, icon, man, say, set } from '../ui/dom.js';
import { stepsThrough } from '../ui/moves.js';
import { moveText, notationState } from '../ui/notation.js';
import { errorInWords, known, odditiesInWords, outcomeInWords, scoreInWords } from '../ui/phrases.js';
import { gameTitle, recordFaultInWords } from '../ui/record-words.js';
import { dressLine, frameLine } from './toolbar.js';

/** The line above the board: whose turn it is, or what happens. @param {App} app @param {Frame} frame */
export function topLine(app, frame) {
  const stand = h('span', { class: 'stand' });
  const text = h('span', { class: 'grow', role: 'status' });
  const score = h('span', { class: 'score' });
  const stop = button('stop', () => app.session.moveNow?.());
  const node = h('div', { class: 'bar top' }, stand, text, score, stop);
  app.watch(
    () => {
      const { game, work, lastInfo } = app.state;
      return [
        game,
        work?.kind,
        work?.stopping,
        app.state.engine,
        lastInfo,
        app.pieces,
        ...Object.values(frame.state),
      ];
    },
    () => {
      const { game, work, lastInfo, lastNode = ROOT } = app.state;
      const outcome = outcomeAt(game);
      const side = outcome ? outcome.winner : turnAt(game);
      const { king, sides } = factsOf(game.game);
      const kings = (side ? [side] : sides).map((each) => man(each, king, game.game));
      for (const each of kings) set(each, 'data-pieces', app.pieces);
      stand.replaceChildren(...kings);
      say(text, statusOf(app, frame));
      const told = frame.options.evals && lastInfo && game.tree.nodes.has(lastNode);
      say(score, told ? scoreInWords(app.words, lastInfo.score, turnAt(game, lastNode), game.game) : '');
      stop.hidden = !work || app.state.engine.state !== 'thinking';
      stop.disabled = work?.stopping ?? false;
      set(stop, 'aria-label', app.t('engine.stop.long'));
    },
  );
  return node;
}

/** @param {App} app @param {Frame} frame @returns {string} */
function statusOf(app, frame) {
  const { game, work } = app.state;
  const turn = turnAt(game);
  const side = app.t(`side.${turn}`);
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
  const line = frameLine({
    ...stepsThrough(app),
    back: () => app.session.takeBack(),
    hint: () => frame.hint().catch(() => {}), // the card says what went wrong
    new: () => (frame.puzzle ? frame.puzzle.session.again() : frame.open()),
    flip: () => app.session.flip(),
  });
  app.watch(
    () => [...Object.values(app.state), ...Object.values(frame.state), ...notationState(app)],
    () => {
      const { game, work } = app.state;
      const shown = nodeOf(game.tree);
      dressLine(line, game, {
        options: frame.options,
        t: (key, params) => app.t(key, params),
        moveText: shown.move ? moveText(app, shown) : null,
        busy: work?.kind === 'draw',
        site,
      });
      if (frame.puzzle) dressForPuzzle(line, app, frame.puzzle, site);
    },
  );
  return line.node;
}

/**
 * @param {FrameLine} line @param {App} app @param {FramePuzzle} puzzle
 * @param {URL} site
 */
function dressForPuzzle({ said, buttons, link }, app, puzzle, site) {
  const { phase } = puzzle.session.state;
  const { tone, headline } = puzzle.feedback(app);
  const waits = phase === 'loading' && app.state.engine.state === 'off';
  say(said, waits ? app.t('frame.press') : headline);
  set(said, 'data-tone', tone);
  buttons.back.disabled = phase !== 'offLine';
  buttons.new.hidden = phase !== 'solved' && phase !== 'shown';
  const ours = puzzle.id();
  if (ours) link.href = new URL(`puzzles.html?id=${ours}`, site).href;
}

/** @param {string} symbol @param {() => unknown} act */
function button(symbol, act) {
  return h(
    'button',
    { class: `btn plain icon-only ${symbol}`, type: 'button', on: { click: () => act() } },
    icon(symbol),
  );
}

/** What keeps the frame from doing what it should, in words. @param {App} app @param {Frame} frame */
export function problemCard(app, frame) {
  const title = h('b');
  const text = h('p', { class: 'small' });
  const retry = h('button', { class: 'btn', type: 'button', on: { click: () => app.session.retry() } });
  const close = h(
    'button',
    { class: 'btn plain icon-only', type: 'button', on: { click: () => dismiss() } },
    icon('close'),
  );
  const node = h(
    'section',
    { class: 'problem', role: 'alert', hidden: true },
    icon('warn'),
    h('div', {}, title, text, retry),
    close,
  );
  /** @type {readonly string[] | null} */
  let dismissed = null;
  const dismiss = () => {
    dismissed = oddityOf(app);
    update(frame.state, { faults: [] });
    app.session.dismiss('engine_refused');
    app.session.dismiss('move_refused');
  };
  app.watch(
    () => [app.state.engine, app.state.notices, ...Object.values(frame.state), oddityOf(app)],
    () => {
      const found = problemOf(app, frame) ?? remarkOn(app, dismissed);
      node.hidden = !found;
      if (!found) return;
      say(title, found.title);
      say(text, found.text);
      retry.hidden = !found.retry;
      say(retry, app.t('engine.retry'));
      close.hidden = found.stays;
      set(close, 'aria-label', app.t('app.close'));
    },
  );
  return node;
}

/** @param {App} app @param {Frame} frame */
function problemOf(app, frame) {
  const { problem, faults, options } = frame.state;
  if (problem) {
    const title = app.t(`frame.fault.${problem.kind}`);
    return { title, text: problemText(app, frame, problem), stays: true, retry: false };
  }
  const { state, reason } = app.state.engine;
  if (state === 'failed') {
    const key = known(app.words, `engine.reason.${reason}`) ?? 'engine.reason.other';
    const text = app.t(key, { reason: reason ?? '' });
    return { title: app.t('frame.fault.engine'), text, stays: true, retry: true };
  }
  const refused = app.state.notices.find(({ kind }) => kind === 'engine_refused' || kind === 'move_refused');
  if (refused) {
    const fen = refused.error.code === 'invalid_fen';
    const title = fen
      ? app.t('frame.fault.fen')
      : app.t(`notice.${/** @type {'move_refused'} */ (refused.kind)}.title`);
    return { title, text: errorInWords(app.words, refused.error, options.game), stays: false, retry: false };
  }
  if (faults.length === 0) return null;
  const text = faults.map((fault) => app.t('frame.fault.option.text', { ...fault })).join(' · ');
  return { title: app.t('frame.fault.option'), text, stays: false, retry: false };
}

/** Why no game reaches the start position, until play is under way. @param {App} app */
function oddityOf(app) {
  const { tree } = app.state.game;
  return (tree.nodes.size <= 2 && nodeOf(tree, ROOT).view?.status) || null;
}

/** @param {App} app @param {readonly string[] | null} dismissed */
function remarkOn(app, dismissed) {
  const status = oddityOf(app);
  if (!status || status === dismissed) return null;
  const text = odditiesInWords(app.words, status).join(' ');
  return { title: app.t('notice.odd_position.title'), text, stays: false, retry: false };
}

/** @param {App} app @param {Frame} frame @param {import('./frame.js').Problem} problem */
function problemText(app, frame, { kind, error }) {
  if (kind === 'puzzle' && frame.puzzle) return frame.puzzle.fault(app, error);
  if (kind === 'pgn') return recordFaultInWords(app.words, error);
  return errorInWords(app.words, error, app.state.game.game);
}
