// A puzzle being solved. It holds a game (the person solves, the engine replies), so that the components that
// show a game can show a puzzle, too. Moves of the solution are judged at once. The engine judges all others;
// until it has answered, no verdict is shown.

/** @import { CannotMoveReason, Failure, Game, Session, SessionState, View } from '../game/types.js' */
/** @import { EngineClient } from '../engine/client.js' */
/** @import { Reading, Verdict } from './judge.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { Result } from '../training/progress.js' */

import { isLegal, newGame } from '../game/game.js';
import { factsOf, USUAL } from '../game/games.js';
import { failureOf, SessionBase, sleep } from '../game/session-base.js';
import { addMove, goTo, movesTo, newTree, nodeOf, pathTo, promote, ROOT, withView } from '../game/tree.js';
import { update } from '../ui/reactive.js';
import { judge, readMate, viewsOf } from './judge.js';
import { isDone, mateIn, PuzzleError, solverMoves, solverOf } from './puzzle.js';

/** @typedef {Pick<EngineClient, 'state' | 'addEventListener' | 'view' | 'go' | 'stop' | 'retry'>} Client */

/**
 * empty: no puzzle; loading: the rules are asked about it; solving: the person is to move; replying: the
 * other side is; offLine: a move that is not the solution stands on the board; solved; shown: the solution
 * was asked for.
 * @typedef {'empty' | 'loading' | 'solving' | 'replying' | 'offLine' | 'solved' | 'shown'} Phase
 */

/**
 * The verdict on the last move. `doubt`: not the solution, and the engine has not judged it yet; `unjudged`:
 * the engine cannot judge it; `equal`: not the solution, but as good; the others are those of judge.js.
 * @typedef {object} Feedback
 * @property {'right' | 'equal' | 'doubt' | 'unjudged' | Exclude<Verdict, 'equal'>} kind
 * @property {string} move
 * @property {Reading} [reading]
 */

/** The attempt so far; `reported`: its result has been reported. @typedef {{ mistakes: number, doubts: number, helped: boolean, reported: boolean }} Attempt */

/**
 * @typedef {object} PuzzleFields
 * @property {Puzzle | null} puzzle
 * @property {Phase} phase
 * @property {Feedback | null} feedback
 * @property {Attempt} attempt
 * @property {number} front  the node where the person solves; he may look at earlier ones
 * @property {'opening' | 'over' | null} locked  why the puzzle is locked: the next one is on its way, or its run is over
 * @property {Failure | null} fault  why the rules refuse the puzzle
 */

/** @typedef {SessionState & PuzzleFields} PuzzleState */

/** How far an attempt has come, to go on after a reload. @typedef {{ id: string, ply: number, phase: Phase, attempt: Attempt }} Resumed */

/** So that a person sees his own move arrive before the answer comes. */
const PAUSE_MS = 420;

/** Plies of a refutation that are shown. */
const REFUTATION = 3;

/** @type {Attempt} */
const FRESH = Object.freeze({ mistakes: 0, doubts: 0, helped: false, reported: false });

/**
 * @extends {SessionBase<PuzzleState>}
 * @implements {Session}
 */
export class PuzzleSession extends SessionBase {
  #client;
  #wait;
  #onResult;
  #onUnjudged;
  /** Identifies the current puzzle, so that late answers about an earlier one are dropped. */
  #token = {};
  /** The last question to the engine, which ends with the next one. */
  #question = new AbortController();
  /** The move that the engine would play, by node, once the line has been left. @type {Map<number, string>} */
  #expected = new Map();
  #serial = 0;
  /** Whether moves outside the solution are wrong. The engine judges only once an equal move left the line. */
  #strict = false;

  /**
   * @param {object} parts
   * @param {Client} parts.client
   * @param {(puzzle: Puzzle, result: Result) => void} [parts.onResult]  once for each attempt, as soon as it is known
   * @param {() => void} [parts.onUnjudged]  the engine cannot say what a strict attempt is worth
   * @param {(ms: number) => Promise<void>} [parts.wait]
   */
  constructor({ client, onResult = () => {}, onUnjudged = () => {}, wait = sleep }) {
    super(client, {
      game: emptyGame(),
      puzzle: null,
      phase: 'empty',
      feedback: null,
      attempt: FRESH,
      front: ROOT,
      locked: null,
      fault: null,
    });
    this.#client = client;
    this.#onResult = onResult;
    this.#onUnjudged = onUnjudged;
    this.#wait = wait;
  }

  // ---- opening ----

  /**
   * Put a puzzle on the board.
   * @param {Puzzle} puzzle
   * @param {Resumed | null} [resumed]  of the same puzzle, to go on where it was left
   * @param {Attempt} [attempt]
   * @param {{ strict?: boolean }} [options]  strict: moves outside the solution are wrong; the solutions of this
   *   site name every equally good move
   */
  async open(puzzle, resumed = null, attempt = FRESH, { strict = false } = {}) {
    const token = this.#begin();
    this.#strict = strict;
    const side = solverOf(puzzle);
    this.#serial += 1;
    const id = `puzzle ${puzzle.id} ${this.#serial}`;
    const setup = { game: puzzle.game, opponent: /** @type {const} */ ('engine'), side, level: 1 };
    const game = newGame({ ...setup, id, fen: puzzle.fen, view: puzzle.views?.[0] ?? null });
    const clean = {
      hint: null,
      feedback: null,
      fault: null,
      notices: [],
      attempt,
      front: ROOT,
      locked: null,
    };
    update(this.state, { game, puzzle, phase: 'loading', ...clean });
    let whole = puzzle;
    if (!puzzle.views) {
      try {
        whole = { ...puzzle, views: await viewsOf(this.#client, puzzle) };
      } catch (error) {
        if (this.#token === token) update(this.state, { fault: puzzleFailure(error) });
        return;
      }
      if (this.#token !== token) return;
      update(this.state, {
        puzzle: whole,
        game: { ...game, tree: withView(game.tree, ROOT, /** @type {View[]} */ (whole.views)[0]) },
      });
    }
    update(this.state, { phase: 'solving' });
    if (resumed?.id === puzzle.id) this.#resume(resumed);
  }

  /** @param {Resumed} resumed */
  #resume({ ply, phase, attempt }) {
    const { puzzle } = this.state;
    if (!puzzle) return;
    const done = isDone(phase);
    const reached = done ? puzzle.moves.length : Math.min(ply - (ply % 2), puzzle.moves.length - 1);
    for (let at = 0; at < reached; at++) this.#advance(puzzle.moves[at], puzzle.views?.[at + 1] ?? null);
    update(this.state, { phase: done ? phase : 'solving', attempt });
  }

  /** How far this attempt has come; null when there is nothing to go on with. @returns {Resumed | null} */
  resumable() {
    const { puzzle, phase, attempt, front, game } = this.state;
    if (!puzzle || phase === 'loading' || phase === 'empty') return null;
    const onLine = pathTo(game.tree, front).findLast((node) => this.#plyOf(node.id) !== null);
    return { id: puzzle.id, ply: onLine?.ply ?? 0, phase, attempt };
  }

  /** The same puzzle from the beginning; it has been counted already. */
  async again() {
    const { puzzle } = this.state;
    if (puzzle) await this.open(puzzle, null, { ...FRESH, reported: true });
  }

  /** Lock the current puzzle; null unlocks it. @param {PuzzleFields['locked']} locked */
  lock(locked) {
    update(this.state, { locked });
  }

  #begin() {
    this.#client.stop();
    this.#question.abort();
    this.#expected.clear();
    this.#token = {};
    return this.#token;
  }

  /** Begin a question to the engine. @returns {AbortSignal} aborted as soon as another one begins */
  #ask() {
    this.#question.abort();
    this.#question = new AbortController();
    return this.#question.signal;
  }

  // ---- solving ----

  /**
   * A move of the person; nothing changes unless it is `played`.
   * @param {string} uci
   * @returns {'played' | 'illegal' | CannotMoveReason}
   */
  move(uci) {
    const reason = this.cannotMoveReason();
    if (reason) return reason;
    const { front, game } = this.state;
    const { view } = nodeOf(game.tree, front);
    if (!view || !isLegal(view, uci)) return 'illegal';
    const ply = this.#plyOf(front);
    const left = this.#left(front);
    this.#advance(uci, this.#viewAfter(ply, uci));
    update(this.state, { hint: null });
    if (ply === null) this.#weigh(uci, { left, instead: null });
    else this.#compare(uci, ply, left);
    return 'played';
  }

  /** @returns {CannotMoveReason | null} null when the person can move */
  cannotMoveReason() {
    const { phase, front, game, locked } = this.state;
    if (isDone(phase)) return 'over';
    return phase === 'solving' && !locked && front === game.tree.current ? null : 'waiting';
  }

  /** The solver's pieces, but not while he looks at another position than the one to be solved. */
  movableSide() {
    const { puzzle, phase, front, game, locked } = this.state;
    const solves = !locked && (phase === 'solving' || phase === 'replying');
    return puzzle && solves && front === game.tree.current ? solverOf(puzzle) : null;
  }

  /** A move where the solution is known. @param {string} uci @param {number} ply @param {number} left */
  #compare(uci, ply, left) {
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    const isLast = ply === puzzle.moves.length - 1;
    const equal = puzzle.alternatives[ply / 2].includes(uci);
    if (uci === puzzle.moves[ply]) {
      update(this.state, { feedback: { kind: 'right', move: uci } });
      if (isLast) this.#finish();
      else this.#replyFromLine(ply + 1);
    } else if (equal && (isLast || mateIn(puzzle) === null)) {
      update(this.state, { feedback: { kind: 'equal', move: uci } });
      this.#finish();
      this.#lookAtEnd();
    } else if (equal) {
      update(this.state, { feedback: { kind: 'equal', move: uci }, phase: 'replying' });
      this.#replyFromEngine(left - 1);
    } else {
      this.#weigh(uci, { left, instead: puzzle.moves[ply] });
    }
  }

  /** @param {number} ply */
  async #replyFromLine(ply) {
    const token = this.#token;
    const { moves, views } = /** @type {Puzzle} */ (this.state.puzzle);
    update(this.state, { phase: 'replying' });
    await this.#wait(PAUSE_MS);
    if (this.#token !== token || this.state.phase !== 'replying') return;
    this.#advance(moves[ply], views?.[ply + 1] ?? null);
    update(this.state, { phase: 'solving' });
  }

  /** The line has been left for one that is as good: the engine defends. @param {number} left  moves the solver still has */
  async #replyFromEngine(left) {
    const token = this.#token;
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    const { front, game } = this.state;
    const signal = this.#ask();
    try {
      const reading = await readMate(this.#client, puzzle, movesTo(game.tree, front), left + 1, signal);
      if (this.#token !== token) return;
      this.#learn(front, reading.view);
      await this.#defend(reading, left);
    } catch (error) {
      this.#engineFailed(token, error, signal);
    }
  }

  /** Get the view of the final position after an alternative last move; only if the engine is idle. */
  async #lookAtEnd() {
    const { engine, game, front, puzzle } = this.state;
    if (!puzzle || engine.state !== 'idle') return;
    const { fen } = puzzle;
    try {
      this.#learn(front, await this.#client.view({ game: game.game, fen, moves: movesTo(game.tree, front) }));
    } catch {
      // The move is right all the same.
    }
  }

  /** @param {Reading} reading @param {number} left */
  async #defend({ view, reply, next }, left) {
    const token = this.#token;
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    if (!reply || left <= 0) return view.outcome ? this.#finish() : undefined;
    const moves = [...movesTo(this.state.game.tree, this.state.front), reply];
    const after = await this.#client.view({ game: puzzle.game, fen: puzzle.fen, moves });
    if (this.#token !== token) return;
    this.#advance(reply, after);
    if (next) this.#expected.set(this.state.front, next);
    update(this.state, { phase: 'solving' });
  }

  /**
   * Let the engine judge a move outside the solution.
   * @param {string} uci
   * @param {{ left: number, instead: string | null }} due
   */
  async #weigh(uci, due) {
    const token = this.#token;
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    const { front, game, attempt } = this.state;
    if (this.#strict && due.instead !== null) {
      const mistakes = attempt.mistakes + 1;
      update(this.state, {
        phase: 'offLine',
        feedback: { kind: 'wrong', move: uci },
        attempt: { ...attempt, mistakes },
      });
      this.#tell('failed');
      return;
    }
    update(this.state, {
      phase: 'offLine',
      feedback: { kind: 'doubt', move: uci },
      attempt: { ...attempt, doubts: attempt.doubts + 1 },
    });
    const signal = this.#ask();
    try {
      const { verdict, reading } = await judge(this.#client, puzzle, movesTo(game.tree, front), due, signal);
      if (this.#token !== token) return;
      this.#learn(front, reading.view);
      this.#judged(verdict, reading, { front, left: due.left, signal });
    } catch (error) {
      this.#engineFailed(token, error, signal);
    }
  }

  /** @param {Verdict} verdict @param {Reading} reading @param {{ front: number, left: number, signal: AbortSignal }} asked */
  #judged(verdict, reading, { front, left, signal }) {
    const { attempt, phase, feedback } = this.state;
    const doubts = attempt.doubts - 1;
    const isMistake = verdict === 'wrong' || (this.#strict && verdict !== 'equal');
    const mistakes = attempt.mistakes + Number(isMistake);
    update(this.state, { attempt: { ...attempt, doubts, mistakes } });
    if (isMistake) this.#tell('failed');
    // It may have been taken back while the engine was thinking.
    if (phase !== 'offLine' || this.state.front !== front || !feedback) return;
    if (verdict !== 'equal') {
      const { reply } = reading;
      // The answer to a wrong move is pointed out on the board.
      const hint = verdict === 'wrong' && reply ? { node: front, step: 2, move: reply, info: null } : null;
      update(this.state, { feedback: { kind: verdict, move: feedback.move, reading }, hint });
      return;
    }
    update(this.state, { feedback: { kind: 'equal', move: feedback.move, reading }, phase: 'replying' });
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    if (mateIn(puzzle) === null || reading.reply === null) this.#finish();
    else this.#defend(reading, left - 1).catch((error) => this.#engineFailed(this.#token, error, signal));
  }

  /** Take back the move that is not the solution. */
  takeBack() {
    const { phase, front, game } = this.state;
    const { parent } = nodeOf(game.tree, front);
    if (phase !== 'offLine' || parent === null) return false;
    update(this.state, {
      game: { ...game, tree: goTo(game.tree, parent) },
      front: parent,
      phase: 'solving',
      feedback: null,
      hint: null,
    });
    return true;
  }

  /** Whether a reply to the last move can show why it is not the solution. */
  get canRefute() {
    const { phase, feedback } = this.state;
    if (phase !== 'offLine' || !feedback || !['wrong', 'slower', 'better'].includes(feedback.kind))
      return false;
    // A strict attempt has no reading; the engine looks when it is asked why.
    return !feedback.reading || feedback.reading.reply !== null;
  }

  /** Show a few plies of the refutation on the board: why a move is not the solution. */
  async refute() {
    const token = this.#token;
    const { puzzle, front, game } = this.state;
    if (!puzzle || !this.canRefute) return;
    const moves = movesTo(game.tree, front);
    const position = { game: puzzle.game, fen: puzzle.fen };
    const signal = this.#ask();
    try {
      const { info, bestmove } = await this.#client.go({ ...position, moves, limits: { nodes: 250_000 } })
        .result;
      const line = (info?.pv.length ? info.pv : [bestmove])
        .filter((move) => move !== null)
        .slice(0, REFUTATION);
      for (let at = 0; at < line.length; at++) {
        const view = await this.#client.view({ ...position, moves: [...moves, ...line.slice(0, at + 1)] });
        if (this.#token !== token || this.state.phase !== 'offLine' || this.state.front !== front) return;
        const { game } = this.state;
        const { tree, id } = addMove(game.tree, game.tree.current, line[at], view);
        update(this.state, { game: { ...game, tree: goTo(tree, id) }, hint: null });
        await this.#wait(PAUSE_MS);
      }
    } catch (error) {
      this.#engineFailed(token, error, signal);
    }
  }

  // ---- help ----

  /** Show which piece moves, then where it goes. Not in a strict attempt that has no result yet. */
  async hint() {
    if (this.state.locked || (this.#strict && !this.state.attempt.reported)) return;
    const token = this.#token;
    if (this.state.phase === 'offLine') this.takeBack();
    const { phase, game, hint, puzzle } = this.state;
    if (!puzzle || phase !== 'solving') return;
    if (game.tree.current !== this.state.front) this.goTo(this.state.front);
    const node = this.state.front;
    if (hint?.node === node) return update(this.state, { hint: { ...hint, step: 2 } });
    const ply = this.#plyOf(node);
    const known = ply === null ? this.#expected.get(node) : puzzle.moves[ply];
    update(this.state, {
      attempt: { ...this.state.attempt, helped: true },
      hint: { node, step: 1, move: known ?? null, info: null },
    });
    if (known) return;
    const signal = this.#ask();
    try {
      const position = { game: puzzle.game, fen: puzzle.fen, moves: movesTo(game.tree, node) };
      const { bestmove } = await this.#client.go({ ...position, limits: { nodes: 250_000 } }).result;
      if (this.#token !== token || this.state.hint?.node !== node) return;
      update(this.state, { hint: { ...this.state.hint, move: bestmove } });
    } catch (error) {
      this.#engineFailed(token, error, signal);
      update(this.state, { hint: null });
    }
  }

  closeHint() {
    update(this.state, { hint: null });
  }

  /** Give up: add the rest of the line to the move list, to be stepped through. */
  showSolution() {
    const { puzzle, phase } = this.state;
    if (!puzzle?.views || phase === 'loading') return;
    if (phase !== 'solved') this.#tell('failed');
    this.#begin();
    const { game, front } = this.state;
    const from = pathTo(game.tree, front).findLast((node) => this.#plyOf(node.id) !== null);
    let { tree } = game;
    let at = from?.id ?? ROOT;
    const start = phase === 'solved' ? ROOT : at;
    for (let ply = nodeOf(tree, at).ply; ply < puzzle.moves.length; ply++) {
      const added = addMove(tree, at, puzzle.moves[ply], puzzle.views[ply + 1]);
      [tree, at] = [added.tree, added.id];
    }
    tree = goTo(promote(tree, at), start);
    update(this.state, {
      game: { ...game, tree },
      front: at,
      phase: 'shown',
      feedback: null,
      hint: null,
      locked: null,
    });
  }

  // ---- what the parts of the page call ----

  /** Look at a position. A move that is not the solution is taken back by looking away from it. @param {number} id */
  goTo(id) {
    if (this.state.phase === 'offLine' && id !== this.state.front) this.takeBack();
    const { game } = this.state;
    if (!game.tree.nodes.has(id) || id === game.tree.current) return;
    update(this.state, { game: { ...game, tree: goTo(game.tree, id) } });
  }

  redo() {
    const { game } = this.state;
    const [next] = nodeOf(game.tree).children;
    if (next !== undefined) this.goTo(next);
  }

  // ---- steps ----

  /** Play a move at the front and go there. @param {string} uci @param {View | null} view */
  #advance(uci, view) {
    const { game, front } = this.state;
    const { tree, id } = addMove(game.tree, front, uci, view);
    update(this.state, { game: { ...game, tree: promote(goTo(tree, id)) }, front: id });
  }

  /** @param {number} id @param {View} view */
  #learn(id, view) {
    const { game } = this.state;
    if (game.tree.nodes.has(id))
      update(this.state, { game: { ...game, tree: withView(game.tree, id, view) } });
  }

  /** The ply of a node on the solution's line, null off it. @param {number} id @returns {number | null} */
  #plyOf(id) {
    const { game, puzzle } = this.state;
    const moves = movesTo(game.tree, id);
    return moves.every((move, ply) => move === puzzle?.moves[ply]) ? moves.length : null;
  }

  /** The moves that the solver has left at a node where he is to move. @param {number} id */
  #left(id) {
    const puzzle = /** @type {Puzzle} */ (this.state.puzzle);
    return solverMoves(puzzle) - nodeOf(this.state.game.tree, id).ply / 2;
  }

  /** @param {number | null} ply @param {string} uci */
  #viewAfter(ply, uci) {
    const { puzzle } = this.state;
    return ply !== null && uci === puzzle?.moves[ply] ? (puzzle?.views?.[ply + 1] ?? null) : null;
  }

  #finish() {
    const { attempt } = this.state;
    update(this.state, { phase: 'solved', hint: null });
    // A move without a verdict is not held against the solver.
    this.#tell(attempt.mistakes > 0 ? 'failed' : attempt.helped || attempt.doubts > 0 ? 'helped' : 'solved');
  }

  /** @param {Result} result */
  #tell(result) {
    const { attempt, puzzle } = this.state;
    if (attempt.reported || !puzzle) return;
    update(this.state, { attempt: { ...attempt, reported: true } });
    this.#onResult(puzzle, result);
  }

  /** @param {object} token @param {unknown} error @param {AbortSignal} signal  of the question */
  #engineFailed(token, error, signal) {
    const { code } = /** @type {{ code?: string }} */ (error);
    if (this.#token !== token || signal.aborted || code === 'disposed') return;
    if (code === 'cancelled') return this.#askAgain(signal);
    const { feedback, phase } = this.state;
    if (phase === 'offLine' && feedback) update(this.state, { feedback: { ...feedback, kind: 'unjudged' } });
    if (code !== 'failed') this.notify({ kind: 'engine_refused', error: puzzleFailure(error) });
    if (this.#strict) this.#onUnjudged();
  }

  /** Ask again once the engine is free: it was needed elsewhere on the page. @param {AbortSignal} signal */
  async #askAgain(signal) {
    do await this.#wait(PAUSE_MS);
    while (this.state.engine.state === 'thinking');
    if (!signal.aborted) this.runsAgain();
  }

  /** Ask again what the engine has not answered. @override @protected */
  runsAgain() {
    const { phase, feedback, front, puzzle, fault } = this.state;
    if (fault && puzzle) this.open(puzzle);
    if (phase === 'replying' && this.#plyOf(front) === null)
      this.#replyFromEngine(this.#left(this.#parent()) - 1);
    if (phase === 'offLine' && (feedback?.kind === 'unjudged' || feedback?.kind === 'doubt')) {
      const parent = this.#parent();
      const ply = this.#plyOf(parent);
      const { attempt } = this.state;
      update(this.state, { attempt: { ...attempt, doubts: attempt.doubts - 1 } });
      const instead = ply === null ? null : (puzzle?.moves[ply] ?? null);
      this.#weigh(feedback.move, { left: this.#left(parent), instead });
    }
  }

  #parent() {
    const { game, front } = this.state;
    return nodeOf(game.tree, front).parent ?? ROOT;
  }
}

/** What the board shows while there is no puzzle. @returns {Game} */
function emptyGame() {
  const [side] = factsOf(USUAL).sides;
  const game = newGame({ id: 'no puzzle', game: USUAL, opponent: 'engine', side, level: 1 });
  return { ...game, tree: newTree({ fen: '9/9/9/9/9/9/9/9/9/9 w' }) };
}

/** @param {unknown} error @returns {Failure} */
function puzzleFailure(error) {
  const failure = failureOf(error);
  return error instanceof PuzzleError ? { ...failure, code: `puzzle_${failure.code}` } : failure;
}
