// @ts-check
// What a frame does when the page around it asks, and what it tells by itself. See game/embed-messages.js.

/** @import { App } from '../ui/app.js' */
/** @import { LazyEngine } from '../game/lazy-engine.js' */
/** @import { SessionState } from '../game/types.js' */
/** @import { Answer, FrameLink } from './host-link.js' */

import { embedAddress } from '../game/embed-options.js';
import { outcomeAt, playerAt, redoTarget } from '../game/game.js';
import { onChange } from '../game/reactive.js';
import { movesTo, nodeOf, pathTo } from '../game/tree.js';
import { outcomeInWords } from '../ui/phrases.js';
import { stateOfGame } from './board-state.js';
import { Frame, FrameError } from './frame.js';
import { limitsOf } from './messages.js';

/** @import { ClockState } from './clocks.js' */

/** @param {App} app @param {Frame} frame @param {LazyEngine} engine @param {() => ClockState | null} clock */
export function answers(app, frame, engine, clock) {
  const { session } = app;

  /** @type {Record<string, (request: any) => Answer | Promise<Answer>>} */
  const acts = {
    get: () => state(),
    set: async ({ ns: _, v: __, id: ___, type: ____, ...given }) => {
      await frame.set(given);
      if (frame.options.mode === 'puzzle' && !frame.puzzle) {
        location.replace(embedAddress(location.href, frame.options));
      }
      return state();
    },
    // One after the other: the next one is meant for the position after this one.
    move: ({ move }) => {
      const { opened } = frame;
      const make = () => play(move, opened);
      last = last.then(make, make);
      return last;
    },
    undo: () => {
      const { tree } = session.state.game;
      const { parent } = nodeOf(tree);
      if (frame.options.mode !== 'view') session.takeBack();
      else if (parent !== null) session.goTo(parent);
      return state();
    },
    redo: () => {
      const { game } = session.state;
      const looks = frame.options.mode === 'view';
      const [next] = nodeOf(game.tree).children;
      if (looks && next !== undefined) session.goTo(next);
      else if (!looks && redoTarget(game) !== null) session.redo();
      return state();
    },
    flip: () => {
      session.flip();
      return state();
    },
    go: async (request) => {
      if (session.state.work) throw new FrameError('busy', 'the engine is thinking about its own move');
      const { game } = session.state;
      engine.wake(game.game);
      const position = { game: game.game, fen: game.tree.fen, moves: movesTo(game.tree) };
      const onInfo = (/** @type {object} */ info) => link?.tell({ type: 'info', info }, request.id ?? null);
      const { bestmove, ponder, info } = await engine.go(
        { ...position, limits: limitsOf(request) },
        { onInfo },
      ).result;
      return { type: 'bestmove', bestmove, ponder, info };
    },
    stop: () => {
      if (session.state.work) session.moveNow?.();
      else engine.stop();
      return state();
    },
    hint: async () => {
      await frame.known();
      const reason = session.cannotMoveReason();
      if (reason) throw new FrameError(reason, 'it is nobody’s turn to be helped');
      await session.hint();
      const { hint } = session.state;
      if (!hint?.move) throw new FrameError('cancelled', 'the position has changed');
      return { type: 'bestmove', bestmove: hint.move, ponder: hint.info?.pv[1] ?? null, info: hint.info };
    },
    sleep: () => {
      engine.sleep();
      return state();
    },
  };
  /** @type {FrameLink | null} */
  let link = null;
  /** The move that was asked for last. @type {Promise<any>} */
  let last = Promise.resolve();

  /** @param {string} move @param {number} opened  the position that it was meant for */
  async function play(move, opened) {
    await frame.known(opened);
    const done = session.move(move);
    if (done !== 'played')
      throw new FrameError(done === 'illegal' ? 'illegal_move' : done, `${move}: ${done}`);
    return state();
  }

  /** @returns {Answer} */
  function state() {
    return { type: 'state', state: { ...stateOf(app, frame, engine), clock: clock() } };
  }

  return {
    state,
    /** @param {any} request */
    answer: async (request) => acts[/** @type {string} */ (request.type)](request),
    /** Tell by itself what happens from now on. @param {FrameLink} to */
    report: (to) => {
      link = to;
      tellNews(app, frame, engine, to, clock);
    },
  };
}

/** @param {App} app @param {Frame} frame @param {LazyEngine} engine */
function stateOf(app, frame, engine) {
  const { game, work } = app.state;
  const problem = frame.state.problem?.error;
  return {
    ...stateOfGame(game, frame.options.mode),
    outcome: outcomeOf(app),
    engine: engine.state.state,
    execution: engine.state.execution,
    thinking: Boolean(work),
    problem: problem
      ? { code: problem.code, reason: problem.reason ?? null, message: problem.message }
      : null,
  };
}

/** @param {App} app */
function outcomeOf(app) {
  const { game } = app.state;
  const outcome = outcomeAt(game);
  if (!outcome) return null;
  const { winner, termination } = outcome;
  return { winner, termination, text: outcomeInWords(app.words, outcome, game.game).sentence };
}

/** @param {App} app @param {Frame} frame @param {LazyEngine} engine @param {FrameLink} link @param {() => ClockState | null} clock */
function tellNews(app, frame, engine, link, clock) {
  let told = '';
  let waiting = false;
  const tellState = () => {
    waiting = false;
    const state = stateOf(app, frame, engine);
    const { legal: _, ...short } = state;
    const now = JSON.stringify(short);
    if (now !== told) link.tell({ type: 'state', state: { ...state, clock: clock() } });
    told = now;
  };
  const follow = (/** @type {SessionState} */ state, /** @type {SessionState} */ last) => {
    const news = newsOfMoves(app, state, last);
    if (news.length > 0) tellState(); // whoever hears of a move, or of the end, finds the board like that
    for (const each of news) link.tell(each);
    const info = state.work?.info;
    if (info && info !== last.work?.info) link.tell({ type: 'info', info });
    const refused = state.notices.find(({ kind }) => kind === 'engine_refused' || kind === 'move_refused');
    if (refused && !last.notices.includes(refused)) {
      const { code, message, reason } = refused.error;
      link.tell({ type: 'error', code, message, reason });
    }
    if (state.engine.state === 'failed' && last.engine.state !== 'failed') {
      link.tell({
        type: 'error',
        code: 'failed',
        message: state.engine.detail ?? '',
        reason: state.engine.reason,
      });
    }
    if (waiting) return;
    waiting = true;
    queueMicrotask(tellState);
  };
  onChange(() => ({ ...app.state }), follow);
}

/** A move was made, or the rules have said that the game is over. @param {App} app @param {SessionState} state @param {SessionState} last */
function newsOfMoves(app, state, last) {
  /** @type {Answer[]} */
  const news = [];
  if (state.game === last.game) return news;
  const node = nodeOf(state.game.tree);
  const same = state.game.id === last.game.id;
  if (same && node.parent !== null && !last.game.tree.nodes.has(node.id)) {
    const by = playerAt(state.game, node.parent);
    news.push({
      type: 'move',
      move: node.move,
      by,
      ply: pathTo(state.game.tree).length - 1,
      fen: node.view?.fen ?? null,
    });
  }
  const before = same && last.game.tree.nodes.has(node.id) ? outcomeAt(last.game, node.id) : null;
  const outcome = outcomeOf(app);
  if (outcome && !before) news.push({ type: 'gameover', outcome });
  return news;
}
