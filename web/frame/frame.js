// A frame in somebody else's page: its options, and the game or puzzle that they ask for. It shows a position at once
// and starts the engine as late as possible, usually when the board is touched.

/** @import { App } from '../game-view/app.js' */
/** @import { EmbedOptions, OptionFault } from '../game/embed-options.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { GameRecord, Limits } from '../engine/messages.js' */
/** @import { Failure, Game, GameName, SessionState } from '../game/types.js' */
/** @import { FramePuzzle } from './puzzle.js' */

import { readOptions } from '../game/embed-options.js';
import { clockAt, newGame, setupOf } from '../game/game.js';
import { factsOf, levelIn } from '../game/games.js';
import { sleep } from '../game/session-base.js';
import { readPastedFen } from '../game/setup.js';
import { lineThrough, movesTo, nodeOf, replaced, tipOf } from '../game/tree.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { mayBePasted, placementFault, strayMove } from './placement-fault.js';
import { inSight } from './visibility.js';

/** A problem that keeps a frame from showing its position. @typedef {{ kind: 'fen' | 'pgn' | 'moves' | 'puzzle', error: Failure }} Problem */

/**
 * @typedef {object} FrameState
 * @property {EmbedOptions} options
 * @property {readonly OptionFault[]} faults  options whose values were refused
 * @property {Problem | null} problem
 * @property {boolean} reading  a game is being read
 * @property {readonly string[] | null} status  in view mode: why no game reaches the position, if known
 */

/** A refused request of the page around the frame. */
export class FrameError extends Error {
  /** @param {string} code @param {string} message @param {object} [details] */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Options that ask for another position. */
const POSITION = /** @type {const} */ (['game', 'mode', 'fen', 'moves', 'pgn', 'color', 'puzzle']);

/** How long an answer waits for the frame to be seen: a game as text is not read before. */
const UNSEEN_MS = 1000;

/** Options as settings of the page. @param {EmbedOptions} options */
export const settingsOf = ({ theme, board, pieces, coords, notation, lang }) => ({
  theme,
  board,
  pieces,
  coordinates: coords,
  notation,
  lang,
  volume: 0, // the page around it is not ours
});

export class Frame {
  /** @type {FrameState} */
  state;
  /** Positions opened so far. */
  opened = 0;
  /** The last of them that the rules have been asked about in view mode. */
  #judged = 0;
  #play;

  /**
   * @param {object} parts
   * @param {App} parts.app
   * @param {PlaySession | null} parts.play  the app's session, unless the frame holds a puzzle
   * @param {FramePuzzle | null} parts.puzzle
   * @param {EmbedOptions} parts.options
   * @param {readonly OptionFault[]} parts.faults
   */
  constructor({ app, play, puzzle, options, faults }) {
    this.app = app;
    this.engine = app.client;
    this.puzzle = puzzle;
    this.#play = play;
    this.state = reactive(
      /** @type {FrameState} */ ({
        options,
        faults,
        problem: null,
        reading: false,
        status: null,
      }),
    );
  }

  get options() {
    return this.state.options;
  }

  /** Whether the person may move pieces. */
  get plays() {
    return this.options.mode !== 'view' && !this.state.problem;
  }

  /** Whether the options ask for another page: puzzles have a session of their own. */
  get reloads() {
    return (this.options.mode === 'puzzle') !== (this.puzzle !== null);
  }

  /** The time for a move of the engine. @returns {Limits} */
  get limits() {
    const limits = this.app.clocks.now?.limits() ?? {};
    const movetime = Math.min(
      this.options.movetime ?? Number.POSITIVE_INFINITY,
      limits.movetime ?? Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(movetime) ? { ...limits, movetime } : limits;
  }

  /** Start the engine at a touch of the board, in view mode only to judge the position. Our own puzzles have their views. */
  touch() {
    if (this.puzzle && nodeOf(this.app.state.game.tree).view) return;
    if (this.plays) this.engine.start(this.options.game);
    else if (this.options.mode === 'view' && !this.state.problem) this.#judge();
  }

  /** Ask the rules about a position in view mode, which does not need them otherwise. */
  async #judge() {
    const { engine, opened } = this;
    const { game, fen } = this.options;
    if (fen === null || this.#judged === opened) return;
    this.#judged = opened;
    const slept = engine.state.state === 'off';
    engine.start(game);
    const view = await engine.view({ game, fen }).catch(() => null); // an engine that fails says so itself
    if (opened === this.opened) update(this.state, { status: view?.status ?? null });
    if (slept && game === 'xiangqi') engine.sleep();
  }

  /** Resolves when the view of the shown position is known; rejects with a FrameError. */
  async settled() {
    if (!this.plays) throw new FrameError('view_only', 'this frame is for looking only');
    this.touch();
    const { opened } = this;
    const { state } = this.app;
    const isSettled = () => {
      if (opened !== this.opened) throw new FrameError('cancelled', 'another position is shown now');
      return !this.state.reading && isKnown(state);
    };
    if (isSettled()) return;
    await new Promise((resolve, reject) => {
      const stop = onChange(
        () => ({ ...state, reading: this.state.reading }),
        () => {
          try {
            if (!isSettled()) return;
            resolve(undefined);
          } catch (error) {
            reject(error);
          }
          stop();
        },
      );
    });
  }

  /** Point out a good move; resolves when it is found. */
  async hint() {
    await this.settled();
    await this.app.session.hint();
  }

  /** Show what the options ask for. */
  async open() {
    this.opened += 1;
    const { opened } = this;
    const { game, fen, moves, pgn } = this.options;
    if (pgn === null && fen !== null && mayBePasted(game, fen)) return this.#openPasted(opened);
    const start = pgn === null ? fen : (/\[FEN\s+"([^"]+)"\]/i.exec(pgn)?.[1] ?? null);
    const error = start ? placementFault(game, start) : null;
    update(this.state, { problem: error && { kind: 'fen', error }, reading: false, status: null });
    this.engine.stop();
    if (this.puzzle) return this.#openPuzzle(this.puzzle);
    if (error) return this.#show({ game, fen: null, headers: {}, comment: '', moves: [] });
    const listed = pgn === null ? moves : [];
    await this.#show({ game, fen: start, headers: {}, comment: '', moves: inOrder(listed) });
    if (opened !== this.opened) return;
    const { tree } = this.app.state.game;
    const stray = strayMove(game, tree.fen ?? factsOf(game).fen, movesTo(tree, tipOf(tree).id));
    if (stray) update(this.state, { problem: { kind: 'moves', error: stray } });
    else if (pgn !== null) {
      const reading = this.#read(pgn, opened);
      if (await Promise.race([inSight(document.body).then(() => true), sleep(UNSEEN_MS)])) await reading;
    }
    // In Xiangqi a move only carries one piece; in other games only the rules know the position after it.
    else if (moves.length > 0 && game !== 'xiangqi')
      inSight(document.body).then(() => this.engine.start(game));
  }

  /** Open what the board cannot show but the engine may understand. @param {number} opened */
  async #openPasted(opened) {
    update(this.state, { problem: null, reading: true, status: null });
    this.engine.stop();
    try {
      const options = await this.#understood(this.options);
      if (opened !== this.opened) return;
      update(this.state, { options });
      await this.open();
    } catch (error) {
      if (opened !== this.opened) return;
      const { code, message, details } = /** @type {FrameError} */ (error);
      update(this.state, { problem: { kind: 'fen', error: { code, message, ...details } }, reading: false });
      await this.#show({ game: this.options.game, fen: null, headers: {}, comment: '', moves: [] });
    }
  }

  /**
   * Options with the FEN as the engine understands it.
   * @param {EmbedOptions} options
   * @returns {Promise<EmbedOptions>}
   * @throws {FrameError}
   */
  async #understood(options) {
    const { game, moves } = options;
    const slept = this.engine.state.state === 'off';
    this.engine.start(game);
    try {
      const read = await readPastedFen(this.engine, { game, fen: options.fen ?? '' });
      for (const { message } of read.remarks) console.warn(`fen: ${message}`); // for the author of the page around us
      return { ...options, game: read.game, fen: read.fen, moves: [...read.moves, ...moves] };
    } catch (error) {
      const { code, message, reason, details } = asFailure(error);
      throw new FrameError(code, message, { reason, details });
    } finally {
      if (slept && options.mode === 'view' && game === 'xiangqi') this.engine.sleep();
    }
  }

  /**
   * Change some options: all of them, or none if one is refused.
   * @param {Record<string, unknown>} given
   * @throws {FrameError}
   */
  async set(given) {
    const { options: changes, faults } = readOptions(given);
    if (faults.length > 0) {
      const [{ option, value, allowed }] = faults;
      throw new FrameError('bad_option', `${option} cannot be '${value}' (possible: ${allowed})`, { faults });
    }
    delete changes.id;
    delete changes.origin;
    const reopens = POSITION.some((name) => name in changes);
    if ('moves' in changes && !('pgn' in changes)) changes.pgn = null;
    const replaces = 'game' in changes || changes.puzzle; // the FEN of the position before would hide it
    if ('fen' in changes || 'pgn' in changes || replaces) {
      Object.assign(changes, { moves: [], pgn: null, ply: null, ...changes });
      if (replaces && !('fen' in changes)) changes.fen = null;
    }
    let options = { ...this.options, ...changes };
    if ('fen' in changes && options.fen !== null && mayBePasted(options.game, options.fen))
      options = await this.#understood(options);
    const error = options.fen === null ? null : placementFault(options.game, options.fen);
    if (error) throw new FrameError(error.code, error.message, { reason: error.reason, ...error.details });
    update(this.state, { options, faults: [] });
    if (this.reloads) return;
    if (reopens) return this.open();
    const { state } = this.app;
    const level = levelIn(state.game.game, options.level);
    const game = 'clock' in changes ? this.#withClock(state.game) : state.game;
    const orientation = 'orientation' in changes ? this.#sideBelow() : game.orientation;
    update(state, { game: { ...game, level, orientation } });
    if ('ply' in changes) this.#goToPly();
  }

  /** @param {FramePuzzle} puzzle */
  async #openPuzzle(puzzle) {
    try {
      if (!this.state.problem) await puzzle.open(this.options);
    } catch (error) {
      const { code = 'no_file', text, message } = /** @type {any} */ (error);
      update(this.state, { problem: { kind: 'puzzle', error: { code: `puzzle_${code}`, text, message } } });
    }
  }

  /** @param {Pick<GameRecord, 'game' | 'fen' | 'headers' | 'comment' | 'moves'>} record */
  async #show(record) {
    const { mode, color, level } = this.options;
    await this.#play?.openRecord(record, {
      opponent: mode === 'view' || color === 'both' ? 'person' : 'engine',
      side: color === 'both' ? 'red' : color,
      level: levelIn(/** @type {GameName} */ (record.game), level),
      clock: this.#clock,
    });
    this.app.session.dismiss('previous_kept');
    const { state } = this.app;
    update(state, { game: { ...state.game, orientation: this.#sideBelow() } });
    this.#goToPly();
  }

  /** The clocks, if the person plays with some: his own control first. */
  get #clock() {
    const { mode, clock } = this.options;
    return mode === 'play' ? clock : null;
  }

  /** The game with the clocks of the options, as if it began here. @param {Game} game @returns {Game} */
  #withClock({ clock: _, ...game }) {
    const { game: name, tree } = game;
    const timed = [...tree.nodes.values()].filter(({ notes }) => notes?.clock !== undefined);
    const bare = timed.map((node) => ({ ...node, notes: { ...node.notes, clock: undefined } }));
    const { clock } = newGame({ ...setupOf(game), game: name, id: game.id, clock: this.#clock });
    return clockAt({ ...game, clock, tree: replaced(tree, bare) }, tree.current);
  }

  /** The side at the bottom, by its name in the game. */
  #sideBelow() {
    const { color, orientation } = this.options;
    const wanted = orientation ?? (color === 'both' ? 'red' : color);
    return wanted === 'black' ? 'black' : factsOf(this.app.state.game.game).sides[0];
  }

  #goToPly() {
    const { ply } = this.options;
    if (ply === null) return;
    const line = lineThrough(this.app.state.game.tree);
    this.app.session.goTo((line[ply] ?? line[line.length - 1]).id);
  }

  /** Only the rules can read a game. @param {string} text @param {number} opened */
  async #read(text, opened) {
    const { engine, app } = this;
    const { game, mode } = this.options;
    update(this.state, { reading: true });
    await inSight(document.body);
    if (opened !== this.opened) return;
    const slept = engine.state.state === 'off';
    engine.start(game);
    try {
      let found = await engine.read({ game, text });
      if (!found.game && found.total > 0) found = await engine.read({ game, text, pick: 0 });
      if (opened !== this.opened) return;
      if (found.game) await this.#show(found.game);
      const { tree } = app.state.game;
      const line = { game, fen: tree.fen, moves: lineThrough(tree).flatMap(({ move }) => move ?? []) };
      app.texts.learn(line, await engine.notate(line));
      if (opened !== this.opened) return;
      const [error] = found.game?.errors ?? [];
      if (error) update(this.state, { problem: { kind: 'pgn', error: asFailure(error) } });
    } catch (error) {
      if (opened !== this.opened) return;
      update(this.state, { problem: { kind: 'pgn', error: asFailure(/** @type {any} */ (error)) } });
    }
    update(this.state, { reading: false });
    if (slept && mode === 'view' && game === 'xiangqi') engine.sleep();
  }
}

/** @param {any} error @returns {Failure} */
function asFailure({ code = 'unknown', reason, message, text, details, ...rest }) {
  return { code, reason, message, text, details: { ...rest, ...details } };
}

/** @param {readonly string[]} moves @returns {GameRecord['moves']} */
const inOrder = (moves) => moves.map((move, at) => [at, move]);

/**
 * Whether the view of the position is known.
 * @param {SessionState & { fault?: Failure | null }} state  fault: of a puzzle that the rules refuse
 * @throws {FrameError} if it never will be
 */
function isKnown({ game, engine, notices, fault }) {
  if (engine.state === 'failed') throw new FrameError('failed', `the engine does not run (${engine.reason})`);
  const refused = fault ?? notices.find(({ kind }) => kind === 'engine_refused')?.error;
  if (refused) throw new FrameError(refused.code, refused.message, { reason: refused.reason });
  return nodeOf(game.tree).view !== null;
}
