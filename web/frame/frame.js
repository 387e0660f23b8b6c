// @ts-check
// A frame in somebody else's page: what it was told to show, and how it comes about. It shows its position at once
// and asks the rules as late as possible; what only they can tell waits for the first touch.

/** @import { App } from '../ui/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { EmbedOptions, OptionFault } from '../game/embed-options.js' */
/** @import { LazyEngine } from '../game/lazy-engine.js' */
/** @import { FramePuzzle } from './puzzle.js' */
/** @import { Line } from '../game/move-texts.js' */
/** @import { GameRecord, Texts } from '../engine/messages.js' */
/** @import { Failure, GameName, Session, SessionState } from '../game/types.js' */

import { readOptions } from '../game/embed-options.js';
import { factsOf, levelIn } from '../game/games.js';
import { onChange, reactive, update } from '../game/reactive.js';
import { lineThrough, movesTo, nodeOf, tipOf } from '../game/tree.js';
import { placementFault, strayMove } from './placement-fault.js';

/** What keeps a frame from showing what it should. @typedef {{ kind: 'fen' | 'pgn' | 'moves' | 'puzzle', error: Failure }} Problem */

/**
 * @typedef {object} FrameState
 * @property {EmbedOptions} options
 * @property {readonly OptionFault[]} faults  what the address says and nobody understands
 * @property {Problem | null} problem
 * @property {boolean} reading  whether a game is being read
 */

/** A refusal of what somebody asked for, with a code. */
export class FrameError extends Error {
  /** @param {string} code @param {string} message @param {object} [details] */
  constructor(code, message, details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

const POSITION = /** @type {const} */ (['game', 'mode', 'fen', 'moves', 'pgn', 'color', 'puzzle']);

/** The settings of the page that a frame's options stand for. @param {EmbedOptions} options */
export const looksOf = ({ theme, board, pieces, coords, notation, lang }) => ({
  theme,
  board,
  pieces,
  coordinates: coords,
  notation,
  lang,
});

export class Frame {
  /** @type {FrameState} */
  state;
  #session;
  #play;
  #engine;
  #seen;
  #learn;
  #opened = 0;

  /**
   * @param {object} parts
   * @param {Session} parts.session
   * @param {PlaySession | null} parts.play  the same, where the frame holds a game
   * @param {LazyEngine} parts.engine
   * @param {EmbedOptions} parts.options
   * @param {readonly OptionFault[]} parts.faults
   * @param {FramePuzzle | null} parts.puzzle  where the frame holds one, whose session this is
   * @param {() => Promise<void>} parts.seen  resolves when the frame comes into sight
   * @param {(line: Line, texts: Texts[]) => void} parts.learn  told how the moves of a game that was read are written
   */
  constructor({ session, play, engine, puzzle, options, faults, seen, learn }) {
    this.#session = session;
    this.#play = play;
    this.#engine = engine;
    this.#seen = seen;
    this.puzzle = puzzle;
    this.#learn = learn;
    this.state = reactive(/** @type {FrameState} */ ({ options, faults, problem: null, reading: false }));
  }

  get options() {
    return this.state.options;
  }

  /** Another number for every position that was opened. */
  get opened() {
    return this.#opened;
  }

  /** Whether the person may do more than look. */
  get plays() {
    return this.options.mode !== 'view' && !this.state.problem;
  }

  /** Somebody touches the board: from now on the engine is needed. */
  touch() {
    // What a puzzle of ours may need to know it brings along.
    if (this.puzzle && nodeOf(this.#session.state.game.tree).view) return;
    if (this.plays) this.#engine.wake(this.options.game);
  }

  /**
   * Let the rules say what they know about the position that is shown, which takes an engine that runs.
   * @param {number} [opened]  which one is meant; another one is as good as none
   * @returns {Promise<void>} rejects with a FrameError
   */
  async known(opened = this.#opened) {
    if (!this.plays) throw new FrameError('view_only', 'this frame is for looking only');
    this.touch();
    const isThere = (/** @type {SessionState} */ state) => {
      if (opened !== this.#opened) throw new FrameError('cancelled', 'another position is shown now');
      return isKnown(state);
    };
    if (isThere(this.#session.state)) return;
    await new Promise((resolve, reject) => {
      const leave = onChange(
        () => ({ ...this.#session.state }),
        (state) => {
          try {
            if (!isThere(state)) return;
            resolve(undefined);
          } catch (error) {
            reject(error);
          }
          leave();
        },
      );
    });
  }

  /** Point out a good move; resolves when it is found. */
  async hint() {
    await this.known();
    await this.#session.hint();
  }

  /** Show what the options say. */
  async open() {
    this.#opened += 1;
    const opened = this.#opened;
    const { game, fen, moves, pgn } = this.options;
    const start = pgn === null ? fen : (/\[FEN\s+"([^"]+)"\]/i.exec(pgn)?.[1] ?? null);
    const error = start ? placementFault(game, start) : null;
    update(this.state, { problem: error && { kind: 'fen', error }, reading: false });
    this.#engine.stop();
    if (this.puzzle) return this.#openPuzzle(this.puzzle);
    if (error) return this.#show({ game, fen: null, headers: {}, comment: '', moves: [] });
    const listed = pgn === null ? moves : [];
    const record = { game, fen: start, headers: {}, comment: '', moves: inOrder(listed) };
    await this.#show(record);
    const { tree } = this.#session.state.game;
    const stray = strayMove(game, tree.fen ?? factsOf(game).fen, movesTo(tree, tipOf(tree).id));
    if (stray) update(this.state, { problem: { kind: 'moves', error: stray } });
    else if (pgn !== null) await this.#read(pgn, opened);
    // In Xiangqi a move carries one man; elsewhere only the rules know what else it does.
    else if (moves.length > 0 && game !== 'xiangqi') this.#seen().then(() => this.#engine.wake(game));
  }

  /**
   * Change some of the options; all or, when one of them is refused, none.
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
    const anew = POSITION.some((name) => name in changes);
    if ('fen' in changes || 'pgn' in changes || 'game' in changes) {
      Object.assign(changes, { moves: [], pgn: null, ply: null, ...changes });
      if ('game' in changes && !('fen' in changes)) changes.fen = null;
    }
    const options = { ...this.options, ...changes };
    const error = options.fen === null ? null : placementFault(options.game, options.fen);
    if (error) throw new FrameError(error.code, error.message, { reason: error.reason, ...error.details });
    update(this.state, { options, faults: [] });
    if (anew) return this.open();
    const { game } = this.#session.state;
    update(this.#session.state, {
      game: {
        ...game,
        level: levelIn(game.game, options.level),
        orientation: this.#below(),
      },
    });
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
    const { mode, color, level, moves, pgn } = this.options;
    const view = mode === 'view';
    this.#play?.setPlays(true);
    await this.#play?.openRecord(record, {
      opponent: view || color === 'both' ? 'person' : 'engine',
      side: color === 'both' ? 'red' : color,
      level: levelIn(/** @type {GameName} */ (record.game), level),
    });
    this.#session.dismiss('previous_kept');
    const { game } = this.#session.state;
    update(this.#session.state, { game: { ...game, orientation: this.#below() } });
    this.#goToPly();
    const needsRules = record.game !== 'xiangqi' && (moves.length > 0 || pgn !== null);
    if (view && !needsRules) this.#play?.setPlays(false);
  }

  /** The side at the bottom, by the name that the game has for it. */
  #below() {
    const { game } = this.#session.state.game;
    const { color, orientation } = this.options;
    const wanted = orientation ?? (color === 'both' ? 'red' : color);
    return wanted === 'black' ? 'black' : factsOf(game).sides[0];
  }

  #goToPly() {
    const { ply } = this.options;
    if (ply === null) return;
    const line = lineThrough(this.#session.state.game.tree);
    this.#session.goTo((line[ply] ?? line[line.length - 1]).id);
  }

  /** Only the rules can read a game. @param {string} text @param {number} opened */
  async #read(text, opened) {
    const { game, mode } = this.options;
    update(this.state, { reading: true });
    await this.#seen();
    const slept = !this.#engine.awake;
    this.#engine.wake(game);
    try {
      let found = await this.#engine.read({ game, text });
      if (!found.game && found.total > 0) found = await this.#engine.read({ game, text, pick: 0 });
      if (opened !== this.#opened) return;
      if (found.game) await this.#show(found.game);
      const { tree } = this.#session.state.game;
      const line = { game, fen: tree.fen, moves: lineThrough(tree).flatMap(({ move }) => move ?? []) };
      this.#learn(line, await this.#engine.notate(line));
      if (opened !== this.#opened) return;
      const [error] = found.game?.errors ?? [];
      if (error) update(this.state, { problem: { kind: 'pgn', error: asFailure(error) } });
    } catch (error) {
      if (opened !== this.#opened) return;
      update(this.state, { problem: { kind: 'pgn', error: asFailure(/** @type {any} */ (error)) } });
    }
    update(this.state, { reading: false });
    if (slept && mode === 'view' && this.#session.state.plays === false) this.#engine.sleep();
  }
}

/** @param {any} error @returns {Failure} */
function asFailure({ code = 'unknown', reason, message, text, details, ...rest }) {
  return { code, reason, message, text, details: { ...rest, ...details } };
}

/** @param {readonly string[]} moves @returns {GameRecord['moves']} */
const inOrder = (moves) => moves.map((move, at) => [at, move]);

/** Whether the rules have said what the position is. @param {SessionState} state @throws {FrameError} when they never will */
function isKnown({ game, engine, notices }) {
  if (engine.state === 'failed') throw new FrameError('failed', `the engine does not run (${engine.reason})`);
  const refused = notices.find(({ kind }) => kind === 'engine_refused');
  if (refused)
    throw new FrameError(refused.error.code, refused.error.message, { reason: refused.error.reason });
  return nodeOf(game.tree).view !== null;
}
