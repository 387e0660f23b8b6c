// How a frame answers the page around it, and the news that it sends unasked; see messages.js.

/** @import { BestMove } from '../engine/messages.js' */
/** @import { App } from '../game-view/app.js' */
/** @import { Game, Outcome, SessionState } from '../game/types.js' */
/** @import { Frame } from './frame.js' */
/** @import { Answer, HostLink, Search } from './host-link.js' */

import { embedAddress } from '../game/embed-options.js';
import { outcomeAt, playerAt, redoTarget } from '../game/game.js';
import { movesTo, nodeOf, pathTo } from '../game/tree.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { refusalOf } from '../game-view/refusal.js';
import { onChange } from '../ui/reactive.js';
import { stateOfGame } from './board-state.js';
import { FrameError } from './frame.js';
import { limitsOf } from './messages.js';

/** @param {App} app @param {Frame} frame */
export function hostApi(app, frame) {
  const { session } = app;
  const { engine } = frame;

  /** @type {Record<string, (request: any) => Answer | Search | Promise<Answer | Search>>} */
  const acts = {
    get: () => state(),
    set: async ({ ns: _, v: __, id: ___, type: ____, ...given }) => {
      await frame.set(given);
      if (frame.reloads) {
        reloads = true;
        location.replace(embedAddress(location.href, frame.options));
      }
      return { ...state(), reloads };
    },
    move: async ({ move }) => {
      await frame.settled();
      const done = session.move(move);
      if (done === 'illegal') {
        const refusal = await refusalOf(app, move);
        if (!refusal) throw new FrameError('illegal_move', `${move}: ${done}`);
        const { reason, text: _, ...details } = refusal.details ?? {};
        throw new FrameError('illegal_move', refusal.message, { reason, details });
      }
      if (done !== 'played') throw new FrameError(done, `${move}: ${done}`);
      return state();
    },
    undo: () => {
      const { parent } = nodeOf(session.state.game.tree);
      if (frame.options.mode !== 'view') session.takeBack();
      else if (parent !== null) session.goTo(parent);
      return state();
    },
    redo: () => {
      const { game } = session.state;
      const [next] = nodeOf(game.tree).children;
      const looks = frame.options.mode === 'view';
      if (looks && next !== undefined) session.goTo(next);
      else if (!looks && redoTarget(game) !== null) session.redo();
      return state();
    },
    flip: () => {
      session.flip();
      return state();
    },
    go: (request) => {
      if (session.state.work) throw new FrameError('busy', 'the engine is thinking about its own move');
      const { game, tree } = session.state.game;
      engine.start(game);
      const position = { game, fen: tree.fen, moves: movesTo(tree) };
      const onInfo = (/** @type {object} */ info) => link?.tell({ type: 'info', info }, request.id ?? null);
      const limits = limitsOf(request);
      if (limits.level) Object.assign(limits, frame.limits);
      return { found: engine.go({ ...position, limits }, { onInfo }).result.then(bestMove) };
    },
    stop: () => {
      if (session.state.work) session.moveNow?.();
      else engine.stop();
      return state();
    },
    hint: async () => {
      await frame.settled();
      const reason = session.cannotMoveReason();
      if (reason) throw new FrameError(reason, 'it is nobody’s turn to be helped');
      const found = async () => {
        await session.hint();
        const { hint } = session.state;
        if (!hint?.move) throw new FrameError('cancelled', 'the position has changed');
        return bestMove({ bestmove: hint.move, ponder: hint.info?.pv[1] ?? null, info: hint.info });
      };
      return { found: found() };
    },
    sleep: () => {
      engine.sleep();
      return state();
    },
  };
  /** @type {HostLink | null} */
  let link = null;
  /** Whether another page is coming, which says `ready` again. */
  let reloads = false;

  /** @returns {Answer} */
  const state = () => ({ type: 'state', state: stateOf(app, frame) });

  return {
    state,
    /** Later requests are for the next page. @param {any} request */
    answer: async (request) =>
      reloads ? new Promise(() => {}) : acts[/** @type {string} */ (request.type)](request),
    /** Tell everything that happens from now on. @param {HostLink} to */
    report: (to) => {
      link = to;
      tellNews(app, frame, to);
    },
  };
}

/** @param {Pick<BestMove, 'bestmove' | 'ponder' | 'info'>} found @returns {Answer} */
const bestMove = ({ bestmove, ponder, info }) => ({ type: 'bestmove', bestmove, ponder, info });

/** @param {App} app @param {Frame} frame */
function stateOf(app, frame) {
  const { game, work, engine } = app.state;
  const problem = frame.state.problem?.error ?? frame.puzzle?.session.state.fault;
  return {
    ...stateOfGame(game, frame.options.mode),
    outcome: outcomeOf(app),
    engine: engine.state,
    execution: engine.execution,
    thinking: Boolean(work),
    problem: problem
      ? { code: problem.code, reason: problem.reason ?? null, message: problem.message }
      : null,
    clock: app.clocks.now?.shown() ?? null,
  };
}

/** @param {App} app @param {number} [id]  a node; the current one by default */
function outcomeOf(app, id) {
  const { game } = app.state;
  const outcome = outcomeAt(game, id);
  if (!outcome) return null;
  const { winner, termination } = outcome;
  return { winner, termination, text: outcomeInWords(app.words, outcome, game.game).sentence };
}

/** @param {App} app @param {Frame} frame @param {HostLink} link */
function tellNews(app, frame, link) {
  let reported = '';
  let waiting = false;
  const tellState = () => {
    waiting = false;
    const state = stateOf(app, frame);
    const { legal: _, clock: __, ...short } = state;
    const now = JSON.stringify(short);
    if (now !== reported) link.tell({ type: 'state', state });
    reported = now;
  };
  const follow = (/** @type {SessionState} */ state, /** @type {SessionState} */ last) => {
    const news = newsOfMoves(app, state, last);
    if (news.length > 0) tellState(); // the state comes before the news about it
    for (const each of news) link.tell(each);
    const info = state.work?.info;
    if (info && info !== last.work?.info) link.tell({ type: 'info', info });
    const refused = state.notices.find(({ kind }) => kind === 'engine_refused' || kind === 'move_refused');
    if (refused && !last.notices.includes(refused)) {
      const { code, message, reason } = refused.error;
      link.tell({ type: 'error', code, message, reason });
    }
    const { detail, reason } = state.engine;
    if (state.engine.state === 'failed' && last.engine.state !== 'failed')
      link.tell({ type: 'error', code: 'failed', message: detail ?? '', reason });
    if (waiting) return;
    waiting = true;
    queueMicrotask(tellState);
  };
  onChange(() => ({ ...app.state, problem: frame.state.problem }), follow);
}

/** The news of moves and of the end of the game, also while the visitor looks back. @param {App} app @param {SessionState} state @param {SessionState} last */
export function newsOfMoves(app, state, last) {
  /** @type {Answer[]} */
  const news = [];
  if (state.game === last.game) return news;
  const { tree } = state.game;
  const same = state.game.id === last.game.id;
  /** @type {Game['tree']['nodes']} */
  const before = same ? last.game.tree.nodes : new Map();
  const changed = same ? [...tree.nodes.values()].filter((node) => node !== before.get(node.id)) : [];
  for (const { id, move, parent, view } of changed) {
    if (before.has(id) || parent === null) continue;
    const ply = pathTo(tree, id).length - 1;
    news.push({ type: 'move', move, by: playerAt(state.game, parent), ply, fen: view?.fen ?? null });
  }
  for (const { id } of new Set([...changed, nodeOf(tree)])) {
    const outcome = outcomeOf(app, id);
    if (outcome && !(before.has(id) && outcomeAt(last.game, id))) news.push({ type: 'gameover', outcome });
  }
  return news;
}
