// @ts-check
// The messages between a page and its engine worker, typed once: plain data that survives JSON. A request is
// `{id, type, ...}`; every request is answered once, by `{id, ok: true, type, ...}` or by
// `{id, ok: false, error}`; `info` and `state` come unasked. The one exception is the smallest case, `{fen}`,
// answered by `{bestmove}`. The twin of this file is py/engine/cannonfish/protocol/messages.py; the samples in
// tests/data/messages hold both to the same shapes.

/** @typedef {string | number} Id */
/** @typedef {'red' | 'white' | 'black'} Side  the first player is red in Xiangqi, white elsewhere */

/**
 * A game as far as it has been played: moves (UCI, ranks 0-9) from a FEN, or from the start where that is null.
 * @typedef {object} Position
 * @property {string} [game]  'xiangqi' (where left out), 'chess' or 'liuzichong'
 * @property {string | null} [fen]
 * @property {readonly string[]} [moves]
 */

/**
 * What ends a search; whichever comes first. With nothing set, about a second. Levels, depth and nodes mean the
 * same on every device; time does not.
 * @typedef {object} Limits
 * @property {number} [level]  1 to 8, and below them -4 (a beginner) to -1; 1 to 5, which is perfect, in Liuzichong
 * @property {number} [depth]  plies
 * @property {number} [nodes]
 * @property {number} [movetime]  milliseconds
 * @property {boolean} [infinite]  until stopped
 * @property {number} [seed]  what a level's whims depend on: another seed, another game
 * @property {boolean} [book]  play from the opening book while it lasts; the seed chooses among its moves
 * @property {Algorithm} [algorithm]  'pvs' where left out: the engine's own search; the others are plain ones
 */

/** @typedef {'pvs' | 'mtdf' | 'alphabeta' | 'minimax'} Algorithm */
/** @typedef {'auto' | 'interpreted' | 'compiled'} Execution */

/** @typedef {Position & { id: Id, type: 'view' }} ViewRequest */
/** @typedef {Position & { id: Id, type: 'play', move: string }} PlayRequest */
/** @typedef {Position & { id: Id, type: 'go', limits?: Limits }} GoRequest */
/** @typedef {Position & { id: Id, type: 'solve' }} SolveRequest */
/** @typedef {{ id: Id, type: 'stop', work?: Id | null }} StopRequest */
/** @typedef {{ id: Id, type: 'configure', execution: Execution }} ConfigureRequest */
/** @typedef {Position & { id: Id, type: 'judge' }} JudgeRequest */
/** @typedef {Position & { id: Id, type: 'notate', first?: number }} NotateRequest  the moves from `first` (0) on */
/** @typedef {Position & { id: Id, type: 'parse', text: string }} ParseRequest */
/**
 * Find the games of a text, or of a file in base 64; read the one that is picked, or the only one.
 * @typedef {{ id: Id, type: 'read', game?: string, text?: string, data?: string, pick?: number | null }} ReadRequest
 */
/** @typedef {{ id: Id, type: 'write', format: RecordFormat, notation?: string, record: GameRecord }} WriteRequest */
/** @typedef {'pgn' | 'dhtmlxq'} RecordFormat */

/**
 * @typedef {ViewRequest | PlayRequest | GoRequest | SolveRequest | StopRequest | ConfigureRequest | JudgeRequest | NotateRequest
 *   | ParseRequest | ReadRequest | WriteRequest} Request
 */

/** A move in every notation of its game, by the notation's name. @typedef {{ uci: string, [notation: string]: string }} Texts */

/**
 * A capture that a move threatens, though it is not the mover's turn.
 * @typedef {object} Threat
 * @property {string} orig
 * @property {string} dest
 * @property {string} taker  letters of the FEN
 * @property {string} victim
 * @property {'protected' | 'exchange' | 'minor_takes_major' | 'unprotected'} worth  the last two are a chase
 * @property {boolean} perpetual  whether the victim is chased with every move of its chaser
 */

/**
 * Why a law ended the game, or will: of a repetition, what each of its moves is.
 * @typedef {object} Explanation
 * @property {string} law
 * @property {Side | null} loser
 * @property {Array<{ ply: number, side: Side, move: string, class: 'check' | 'chase' | 'idle', threats: Threat[] }>} moves
 * @property {number} [since]  of the move limit: the ply of the last capture, 0 if there was none
 * @property {number} [uncounted]  of the move limit: plies since then that do not count
 */

/** @typedef {{ winner: Side | null, termination: string, explanation?: Explanation | null }} Outcome */

/** What the next repetition will mean. @typedef {{ law: string, loser: Side | null }} Warning */

/**
 * A game as a tree: each move with the number of the position it is played in. Position 0 is the start, position n
 * the one after the n-th move; of the moves from one position the first is the main line.
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string | null} fen
 * @property {Record<string, string>} headers  as PGN names them
 * @property {string} comment  before the first move
 * @property {Array<[number, string] | [number, string, Notes]>} moves
 */

/** @typedef {{ comment?: string, before?: string, nags?: number[] }} Notes */

/**
 * What was read: a list of the games, and one of them.
 * @typedef {object} ReadResult
 * @property {'pgn' | 'dhtmlxq' | 'xqf' | 'fen' | 'moves'} format
 * @property {number} total
 * @property {Array<Record<string, string>>} games  the heads of the first ones
 * @property {number | null} pick
 * @property {(GameRecord & { errors: Failure[] }) | null} game
 */

/**
 * Everything that a page needs to know about a position.
 * @typedef {object} View
 * @property {string} game
 * @property {string} fen
 * @property {Side} turn
 * @property {Record<string, string[]>} dests  legal destinations by origin; empty when the game is over
 * @property {Record<string, string[]>} [promotions]  the letters that a move of `dests` needs one of, by the move;
 *   saved games of older versions have none
 * @property {string | null} check  where the general in check stands
 * @property {[string, string] | null} lastMove
 * @property {Outcome | null} outcome
 * @property {Warning | null} [warning]  while the game goes on; saved games of older versions have none
 * @property {Texts | null} move  the last move
 * @property {string[]} [captured]  the squares whose men it took; saved games of older versions have none
 * @property {number} ply  moves since the position that the game started from
 * @property {Record<string, string> | null} [opening]  the name of the opening by language; saved games of older
 *   versions have none
 */

/**
 * What a move is worth to the side that makes it, in a game that is solved; `distance` is in plies, null in a draw.
 * The other fields are the move in every notation.
 * @typedef {{ uci: string, result: 'win' | 'draw' | 'loss', distance: number | null, [notation: string]: any }} MoveValue
 */

/** @typedef {{ cp: number } | { mate: number }} Score  from the side to move; mate in moves, negative if mated */

/**
 * What a search thinks.
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} seldepth
 * @property {Score} score
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time  milliseconds
 * @property {string[]} pv
 */

/** @typedef {{ bestmove: string | null, ponder: string | null, view: View, info: Info | null }} BestMove */

/**
 * How an error travels: `code` and `reason` for programs, `message` for people.
 * @typedef {{ code: string, message: string, reason?: string, text?: string, [detail: string]: unknown }} Failure
 */

/** @typedef {{ id: Id, ok: true, type: 'view', view: View }} ViewReply */
/** @typedef {{ id: Id, ok: true, type: 'bestmove' } & BestMove} BestMoveReply */
/** @typedef {{ id: Id, ok: true, type: 'solution', moves: MoveValue[] }} SolutionReply  best first */
/** @typedef {{ id: Id, ok: true, type: 'stopped', work: Id | null }} StoppedReply */
/** @typedef {{ id: Id, ok: true, type: 'configured', execution: string, fallback: string | null }} ConfiguredReply */
/** @typedef {{ outcome: Outcome | null, warning: Warning | null, explanation: Explanation | null }} Judgement */
/** @typedef {{ id: Id, ok: true, type: 'judged' } & Judgement} JudgedReply */
/** @typedef {{ id: Id, ok: true, type: 'notated', moves: Texts[] }} NotatedReply */
/** @typedef {{ id: Id, ok: true, type: 'parsed', moves: Texts[] }} ParsedReply  one move, or several to choose from */
/** @typedef {{ id: Id, ok: true, type: 'record' } & ReadResult} RecordReply */
/** @typedef {{ id: Id, ok: true, type: 'written', text: string }} WrittenReply */
/** @typedef {{ type: 'progress', id: Id, done: number, total: number }} ProgressMessage  of a `read`, in characters */
/** @typedef {{ id: Id | null, ok: false, error: Failure }} FailureReply */
/** @typedef {{ type: 'info', id: Id } & Info} InfoMessage */

/**
 * What the worker says about itself. `loading` has a stage and a progress from 0 to 1; `idle` tells the
 * execution, how a search can be stopped and what became of the snapshot; `failed` has a reason.
 * @typedef {object} StateMessage
 * @property {'state'} type
 * @property {'loading' | 'idle' | 'thinking' | 'failed'} state
 * @property {string} [stage]
 * @property {number} [progress]
 * @property {string} [execution]
 * @property {string | null} [fallback]
 * @property {string} [stopWay]
 * @property {string} [snapshot]
 * @property {Id} [work]
 * @property {string} [reason]
 * @property {string} [detail]
 */

/**
 * @typedef {ViewReply | BestMoveReply | SolutionReply | StoppedReply | ConfiguredReply | JudgedReply | NotatedReply | ParsedReply
 *   | RecordReply | WrittenReply | FailureReply} Reply
 */

export const MAX_FEN = 20_000;
export const MAX_MOVES = 10_000;
export const MAX_WORD = 64;
export const MAX_DEPTH = 90;
export const MAX_NODES = 2_000_000_000;
export const MAX_MOVETIME = 86_400_000;
export const MAX_SEED = 2 ** 31 - 1;
export const LEVELS = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8];
export const MAX_RECORD = 32 * 1024 * 1024;
export const MAX_NOTES = 1024 * 1024;
const MAX_NAG = 255;
const EXECUTIONS = ['auto', 'interpreted', 'compiled'];
const ALGORITHMS = ['pvs', 'mtdf', 'alphabeta', 'minimax'];
const FORMATS = ['pgn', 'dhtmlxq'];
const NOTATIONS = ['chinese', 'traditional', 'wxf', 'iccs'];

// ---- requests ----

/**
 * What is wrong with the shape of a request, or null. Whether a FEN is a position and a move legal, only the
 * rules know.
 * @param {unknown} message
 * @returns {Failure | null}
 */
export function requestFault(message) {
  if (!isObject(message)) {
    return fault('bad_message', 'a message is an object', { reason: 'not_an_object' });
  }
  if (isSmallest(message)) return textFault(message, 'fen', MAX_FEN);
  return idFault(message, 'id') ?? textFault(message, 'type') ?? bodyFault(message);
}

/** Whether it is the smallest case, which is answered in its own short form. @param {unknown} message */
export function isSmallest(message) {
  return isObject(message) && 'fen' in message && !('id' in message) && !('type' in message);
}

/** The id to answer a request with that may be none. @param {unknown} message @returns {Id | null} */
export function idOf(message) {
  return isObject(message) && idFault(message, 'id') === null ? /** @type {Id} */ (message.id) : null;
}

/** @param {Record<string, unknown>} message @returns {Failure | null} */
function bodyFault(message) {
  switch (message.type) {
    case 'view':
    case 'solve':
      return positionFault(message);
    case 'play':
      return positionFault(message) ?? textFault(message, 'move');
    case 'go':
      return positionFault(message) ?? limitsFault(message);
    case 'stop':
      return given(message.work) ? idFault(message, 'work') : null;
    case 'configure':
      return choiceFault(message, 'execution', EXECUTIONS);
    case 'judge':
      return positionFault(message);
    case 'notate':
      return countFault(message, 'first', MAX_MOVES, 0) ?? positionFault(message);
    case 'parse':
      return positionFault(message) ?? textFault(message, 'text');
    case 'read':
      return (
        textFault(message, given(message.data) ? 'data' : 'text', MAX_RECORD) ??
        (given(message.game) ? wordFault(message.game, 'game') : null) ??
        countFault(message, 'pick', MAX_RECORD, 0)
      );
    case 'write':
      return (
        (given(message.notation) ? choiceFault(message, 'notation', NOTATIONS) : null) ??
        recordFault(message.record) ??
        choiceFault(message, 'format', FORMATS)
      );
    default:
      return fault('unknown_type', `no request is of type '${message.type}'`, { text: String(message.type) });
  }
}

/** @param {Record<string, unknown>} message @returns {Failure | null} */
function positionFault({ game, fen, moves }) {
  const early =
    (given(game) ? wordFault(game, 'game') : null) ?? (given(fen) ? wordFault(fen, 'fen', MAX_FEN) : null);
  if (early || !given(moves)) return early;
  if (!Array.isArray(moves)) return wrongType('moves', 'a list of moves');
  if (moves.length > MAX_MOVES) return tooLarge('moves', moves.length, MAX_MOVES);
  for (const [at, move] of moves.entries()) {
    const found = wordFault(move, `moves[${at}]`);
    if (found) return found;
  }
  return null;
}

/** @param {Record<string, unknown>} message @returns {Failure | null} */
function limitsFault({ limits }) {
  if (!given(limits)) return null;
  if (!isObject(limits)) return wrongType('limits', 'an object');
  return (
    flagFault(limits, 'limits.infinite') ??
    flagFault(limits, 'limits.book') ??
    countFault(limits, 'limits.depth', MAX_DEPTH) ??
    countFault(limits, 'limits.nodes', MAX_NODES) ??
    countFault(limits, 'limits.movetime', MAX_MOVETIME) ??
    levelFault(limits, 'limits.level') ??
    countFault(limits, 'limits.seed', MAX_SEED) ??
    (given(limits.algorithm) ? choiceFault(limits, 'limits.algorithm', ALGORITHMS) : null)
  );
}

/**
 * @param {Record<string, unknown>} message @param {string} field
 * @param {number} most @param {number} [least]
 * @returns {Failure | null}
 */
function countFault(message, field, most, least = 1) {
  const value = valueAt(message, field);
  if (!given(value)) return null;
  if (!Number.isInteger(value)) return wrongType(field, 'a whole number');
  if (Number(value) >= least && Number(value) <= most) return null;
  return outOfRange(field, `from ${least} to ${most}`);
}

/** A level that some game has: zero is none. @param {Record<string, unknown>} message @param {string} field @returns {Failure | null} */
function levelFault(message, field) {
  const value = valueAt(message, field);
  if (!given(value)) return null;
  if (!Number.isInteger(value)) return wrongType(field, 'a whole number');
  if (LEVELS.includes(Number(value))) return null;
  return outOfRange(field, `from ${LEVELS[0]} to -1 or from 1 to ${LEVELS.at(-1)}`);
}

/** @param {string} field @param {string} allowed @returns {Failure} */
function outOfRange(field, allowed) {
  const reason = 'out_of_range';
  return fault('bad_message', `the field '${field}' is a number ${allowed}`, { field, reason });
}

/** @param {Record<string, unknown>} message @param {string} field @returns {Failure | null} */
function flagFault(message, field) {
  const value = valueAt(message, field);
  return given(value) && typeof value !== 'boolean' ? wrongType(field, 'true or false') : null;
}

/** @param {Record<string, unknown>} message @param {string} field @param {string[]} values @returns {Failure | null} */
function choiceFault(message, field, values) {
  const found = textFault(message, field);
  if (found || values.includes(String(valueAt(message, field)))) return found;
  const reason = 'not_a_choice';
  return fault('bad_message', `the field '${field}' is one of ${values.join(', ')}`, { field, reason });
}

/** A game to write. @param {unknown} record @returns {Failure | null} */
function recordFault(record) {
  if (!isObject(record)) return wrongType('record', 'an object');
  const { game, fen, headers = {}, comment, moves = [] } = record;
  /** @type {unknown[]} */
  const texts = isObject(headers) ? Object.entries(headers).flat() : [null];
  if (texts.some((text) => typeof text !== 'string'))
    return wrongType('record.headers', 'an object of texts');
  if (!Array.isArray(moves)) return wrongType('record.moves', 'a list of moves');
  if (moves.length > MAX_MOVES) return tooLarge('record.moves', moves.length, MAX_MOVES);
  if (given(comment)) texts.push(comment);
  const wrong =
    wordFault(comment ?? '', 'record.comment', MAX_NOTES) ??
    firstFault(moves, (/** @type {unknown} */ move, at) => recordedMoveFault(move, at, texts)) ??
    (given(game) ? wordFault(game, 'game') : null) ??
    (given(fen) ? wordFault(fen, 'record.fen', MAX_FEN) : null);
  if (wrong) return wrong;
  const size = texts.map((text) => String(text).length).reduce((sum, length) => sum + length, 0);
  return size > MAX_NOTES ? tooLarge('record', size, MAX_NOTES) : null;
}

/**
 * @param {unknown} move @param {number} at @param {unknown[]} texts  where its comments are put
 * @returns {Failure | null}
 */
function recordedMoveFault(move, at, texts) {
  const field = `record.moves[${at}]`;
  if (!Array.isArray(move) || move.length < 2 || move.length > 3) {
    return wrongType(field, 'a list of a number, a move and perhaps notes');
  }
  const [parent, text, notes] = move;
  if (!Number.isInteger(parent) || parent < 0 || parent > at)
    return wrongType(field, 'played in an earlier position');
  if (!given(notes)) return wordFault(text, field);
  if (!isObject(notes)) return wrongType(field, 'followed by notes');
  const { nags = [], comment = '', before = '' } = notes;
  if (!Array.isArray(nags) || !nags.every((nag) => Number.isInteger(nag) && nag >= 0 && nag <= MAX_NAG)) {
    return wrongType(field, 'followed by the numbers of glyphs');
  }
  texts.push(comment, before);
  return (
    wordFault(comment, `${field}.comment`, MAX_NOTES) ??
    wordFault(before, `${field}.before`, MAX_NOTES) ??
    wordFault(text, field)
  );
}

/** @template T @param {T[]} items @param {(item: T, at: number) => Failure | null} faultOf @returns {Failure | null} */
function firstFault(items, faultOf) {
  for (const [at, item] of items.entries()) {
    const found = faultOf(item, at);
    if (found) return found;
  }
  return null;
}

/** @param {Record<string, unknown>} message @param {string} field @returns {Failure | null} */
function idFault(message, field) {
  const value = message[field];
  if (!given(value)) return missing(field);
  if (Number.isInteger(value)) return null;
  return typeof value === 'string' ? wordFault(value, field) : wrongType(field, 'text or a whole number');
}

/** @param {Record<string, unknown>} message @param {string} field @param {number} [longest] */
function textFault(message, field, longest) {
  const value = valueAt(message, field);
  return given(value) ? wordFault(value, field, longest) : missing(field);
}

/**
 * The last part of a field such as `limits.depth` names the value.
 * @param {Record<string, unknown>} message @param {string} field
 */
function valueAt(message, field) {
  return message[field.split('.').at(-1) ?? ''];
}

/** @param {unknown} value @param {string} field @returns {Failure | null} */
function wordFault(value, field, longest = MAX_WORD) {
  if (typeof value !== 'string') return wrongType(field, 'text');
  return value.length > longest ? tooLarge(field, value.length, longest) : null;
}

/** An optional field that is null counts as left out. @param {unknown} value */
function given(value) {
  return value !== undefined && value !== null;
}

/** @param {string} code @param {string} message @param {Record<string, unknown>} details @returns {Failure} */
function fault(code, message, details) {
  return { code, message, ...details };
}

/** @param {string} field */
function missing(field) {
  return fault('bad_message', `the field '${field}' is missing`, { field, reason: 'missing' });
}

/** @param {string} field @param {string} expected */
function wrongType(field, expected) {
  return fault('bad_message', `the field '${field}' is ${expected}`, { field, reason: 'wrong_type' });
}

/** @param {string} field @param {number} size @param {number} most */
function tooLarge(field, size, most) {
  const message = `the field '${field}' has a length of ${size}; ${most} is the most`;
  return fault('too_large', message, { field, reason: 'too_large' });
}

// ---- what the worker says ----

/**
 * What kind of message the worker has sent, or null if it is none that we know.
 * @param {unknown} message
 * @returns {'reply' | 'info' | 'progress' | 'state' | 'smallest' | null}
 */
export function kindOf(message) {
  if (!isObject(message)) return null;
  if (message.type === 'info') return isInfo(message) && isId(message.id) ? 'info' : null;
  if (message.type === 'progress') return isId(message.id) && message.total ? 'progress' : null;
  if (message.type === 'state') return STATES.includes(String(message.state)) ? 'state' : null;
  if (message.ok === true) return isId(message.id) && isAnswer(message) ? 'reply' : null;
  if (message.ok === false) return 'id' in message && isFailure(message.error) ? 'reply' : null;
  if ('bestmove' in message) return isMoveOrNone(message.bestmove) ? 'smallest' : null;
  return isFailure(message.error) ? 'smallest' : null;
}

const STATES = ['loading', 'idle', 'thinking', 'failed'];

/** @param {Record<string, unknown>} message */
function isAnswer(message) {
  switch (message.type) {
    case 'view':
      return isView(message.view);
    case 'bestmove':
      return (
        isMoveOrNone(message.bestmove) &&
        isMoveOrNone(message.ponder) &&
        isView(message.view) &&
        (message.info === null || (isObject(message.info) && isInfo(message.info)))
      );
    case 'solution':
      return Array.isArray(message.moves) && message.moves.every(isMoveValue);
    case 'stopped':
      return message.work === null || isId(message.work);
    case 'configured':
      return typeof message.execution === 'string';
    case 'judged':
      return isObjectOrNull(message.outcome) && isObjectOrNull(message.explanation);
    case 'notated':
    case 'parsed':
      return Array.isArray(message.moves) && message.moves.every((move) => typeof move?.uci === 'string');
    case 'record':
      return Array.isArray(message.games) && isObjectOrNull(message.game);
    case 'written':
      return typeof message.text === 'string';
    default:
      return false;
  }
}

/** @param {unknown} value */
function isMoveValue(value) {
  return isObject(value) && typeof value.uci === 'string' && typeof value.result === 'string';
}

/** @param {unknown} view */
function isView(view) {
  return (
    isObject(view) &&
    typeof view.fen === 'string' &&
    typeof view.turn === 'string' &&
    typeof view.ply === 'number' &&
    isObject(view.dests)
  );
}

/** @param {Record<string, unknown>} info */
function isInfo(info) {
  return typeof info.depth === 'number' && isObject(info.score) && Array.isArray(info.pv);
}

/** @param {unknown} error */
function isFailure(error) {
  return isObject(error) && typeof error.code === 'string' && typeof error.message === 'string';
}

/** @param {unknown} value */
function isId(value) {
  return typeof value === 'string' || Number.isInteger(value);
}

/** @param {unknown} value */
function isMoveOrNone(value) {
  return value === null || typeof value === 'string';
}

/** @param {unknown} value */
function isObjectOrNull(value) {
  return value === null || isObject(value);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
