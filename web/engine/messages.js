// The types of the messages between a page and its engine worker. Python checks every request by the table
// messages.json, which cannonfish/protocol/page/messages.py explains; the samples in tests/data/messages fit both.

/** @typedef {string | number} Id */
/** @typedef {'red' | 'white' | 'black'} Side  the first player is red in Xiangqi, white in other games */

/**
 * The moves of a game (UCI, Xiangqi's ranks from 0 to 9) from a FEN, or from the start position if that is null.
 * @typedef {object} Position
 * @property {string} [game]  'xiangqi' (the default), 'chess' or 'liuzichong'
 * @property {string | null} [fen]
 * @property {readonly string[]} [moves]
 */

/**
 * When a search ends: at the first limit that it reaches, or after about a second if nothing else ends it. Level,
 * depth and nodes mean the same on every device; times do not. All times are in milliseconds.
 * @typedef {object} Limits
 * @property {number} [level]  from 1, the weakest, to the highest of the game; without one, full strength
 * @property {number} [depth]  plies
 * @property {number} [nodes]
 * @property {number} [movetime]
 * @property {number} [wtime]  the clock of the first player
 * @property {number} [btime]  the clock of the second player
 * @property {number} [winc]  increment per move
 * @property {number} [binc]
 * @property {number} [movestogo]  moves to the next time control; without it, the clock is for the whole game
 * @property {number} [byoyomi]  for each move, when the clock has run out
 * @property {number} [mate]  look for a mate in so many moves
 * @property {boolean} [infinite]  search until stopped
 * @property {readonly string[]} [searchmoves]  consider only these moves
 * @property {number} [multipv]  the number of lines, best first
 * @property {number} [seed]  another seed makes a level or the opening book choose differently
 * @property {boolean} [book]  play from the opening book
 * @property {Algorithm} [algorithm]  'pvs', the engine's own search, is the default
 */

/** @typedef {'pvs' | 'mtdf' | 'alphabeta' | 'minimax'} Algorithm */
/** @typedef {'auto' | 'interpreted' | 'compiled'} Execution */

/** @typedef {Position & { id: Id, type: 'view' }} ViewRequest */
/** @typedef {Position & { id: Id, type: 'play', move: string }} PlayRequest */
/**
 * notation: of `pvText`; played: the move played in this position, for a review; threads, and hash in MB:
 * only for a search that several threads may share (without level, nodes or algorithm)
 * @typedef {Position & { id: Id, type: 'go', limits?: Limits, notation?: string, reasons?: boolean, played?: string,
 *   threads?: number, hash?: number }} GoRequest
 */
/** @typedef {Position & { id: Id, type: 'review', evaluations: Evaluation[], notation?: string }} ReviewRequest */
/** @typedef {{ id: Id, type: 'inspect', game?: string, fen: string }} InspectRequest */
/** @typedef {Position & { id: Id, type: 'solve' }} SolveRequest */
/** @typedef {Position & { id: Id, type: 'explain' }} ExplainRequest */
/** @typedef {Position & { id: Id, type: 'explore' }} ExploreRequest */
/** What is known of an ending, by its name (`KR-kaabb`) or a position. @typedef {{ id: Id, type: 'ending', name?: string, fen?: string }} EndingRequest */
/** Solve an ending and the smaller ones it leads to; a `progress` brings each table. @typedef {{ id: Id, type: 'solveEnding', name: string }} SolveEndingRequest */
/** Return a table from an earlier `progress`, in base 64. @typedef {{ id: Id, type: 'addEnding', data: string }} AddEndingRequest */
/** A random position. @typedef {{ id: Id, type: 'pickEnding', name: string, turn: string, result: string }} PickEndingRequest */
/** @typedef {EndingRequest | SolveEndingRequest | AddEndingRequest | PickEndingRequest} AnyEndingRequest */
/** @typedef {{ id: Id, type: 'stop', work?: Id | null }} StopRequest  work: the id of the `go` or `solveEnding`; by default, any `go` */
/** @typedef {{ id: Id, type: 'configure', execution: Execution }} ConfigureRequest */
/** @typedef {Position & { id: Id, type: 'judge' }} JudgeRequest */
/** @typedef {Position & { id: Id, type: 'notate', first?: number }} NotateRequest  the moves from number `first` on */
/** @typedef {Position & { id: Id, type: 'parse', text: string, notation?: string }} ParseRequest */
/**
 * Find the games in a text, or in a file in base 64, and read game number `pick` (from 0), or the only one.
 * @typedef {{ id: Id, type: 'read', game?: string, text?: string, data?: string, pick?: number | null, encoding?: string | null }} ReadRequest
 */
/** The openings of the games in a text, or in a file in base 64, for an index. @typedef {{ id: Id, type: 'index', game?: string, text?: string, data?: string, encoding?: string | null }} IndexRequest */
/** @typedef {{ id: Id, type: 'write', format: RecordFormat, notation?: string, record: Partial<GameRecord> }} WriteRequest */
/** What tells the positions of a game apart, see `PositionsReply`. @typedef {{ id: Id, type: 'positions', record: Partial<GameRecord> }} PositionsRequest */
/** @typedef {'pgn' | 'dhtmlxq' | 'xqf'} RecordFormat */
/**
 * @typedef {ReviewRequest | ViewRequest | PlayRequest | GoRequest | InspectRequest | SolveRequest | ExplainRequest | ExploreRequest | StopRequest
 *   | AnyEndingRequest | ConfigureRequest | JudgeRequest | NotateRequest | ParseRequest | ReadRequest | WriteRequest
 *   | PositionsRequest | IndexRequest} Request
 */

/** A move in every notation of its game, by the name of the notation. @typedef {{ uci: string, [notation: string]: string }} Texts */

/**
 * A capture threatened by a move.
 * @typedef {object} Threat
 * @property {string} orig
 * @property {string} dest
 * @property {string} taker  a FEN letter
 * @property {string} victim
 * @property {'protected' | 'exchange' | 'minor_takes_major' | 'unprotected'} worth  the last two are a chase
 * @property {boolean} perpetual  whether every move of this side chases the victim
 */

/**
 * Why a law ended the game, or will; for a repetition, the class of each of its moves.
 * @typedef {object} Explanation
 * @property {string} law
 * @property {Side | null} loser
 * @property {Array<{ ply: number, side: Side, move: string, class: 'check' | 'chase' | 'idle', threats: Threat[] }>} moves
 * @property {number} [since]  for the move limit: the ply of the last capture, or 0
 * @property {number} [uncounted]  for the move limit: plies since then that do not count
 * @property {number} [before]  for the move limit: plies that counted before the first position
 */

/** @typedef {{ winner: Side | null, termination: string, explanation?: Explanation | null }} Outcome */
/** The law of the next repetition, and the side that loses by it. @typedef {{ law: string, loser: Side | null }} Warning */

/**
 * A game as a tree: each move with the number of its position. Position 0 is the start, position n follows the n-th
 * move; the first move from a position is its main line.
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string | null} fen
 * @property {Record<string, string>} headers  named as in PGN
 * @property {string} comment  before the first move
 * @property {string} [commands]  of the start, as in `Notes`
 * @property {Array<[number, string] | [number, string, Notes]>} moves
 */
/** `clock`: the mover's remaining time after the move, in milliseconds; `commands`: the other ones of PGN, `[%csl Rf7]` @typedef {{ comment?: string, before?: string, nags?: number[], clock?: number, commands?: string }} Notes */

/**
 * @typedef {object} ReadResult
 * @property {'pgn' | 'dhtmlxq' | 'cbf' | 'xqf' | 'cbr' | 'cbl' | 'fen' | 'moves'} format
 * @property {number} total  the number of games
 * @property {Array<Record<string, string>>} games  headers of the first games
 * @property {number | null} pick
 * @property {(GameRecord & { errors: Failure[], remarks?: Remark[] }) | null} game  remarks: what was assumed or repaired
 * @property {string | null} [encoding]  of a file: the one that was asked for, or the likeliest
 * @property {EncodingReading[]} [encodings]  those that a file may have, the likeliest first; none where there is no doubt
 */

/** An encoding, and words of the file that are read in it. @typedef {{ encoding: string, sample: string }} EncodingReading */

/** What a tolerant reader assumed of a text. @typedef {{ code: string, message: string, [detail: string]: any }} Remark */

/**
 * Everything that a page shows of a position. Saved games of older versions lack the optional fields.
 * @typedef {object} View
 * @property {string} game
 * @property {string} fen
 * @property {Side} turn
 * @property {Record<string, string[]>} dests  legal destinations by origin; empty when the game is over
 * @property {Record<string, string[]>} [promotions]  the promotion letters by move, where a move of `dests` needs one
 * @property {string | null} check  the square of the king in check
 * @property {[string, string] | null} lastMove
 * @property {Outcome | null} outcome
 * @property {Warning | null} [warning]  null once the game is over
 * @property {Texts | null} move  the last move
 * @property {string[]} [captured]  the squares of the pieces that it captured
 * @property {number} ply  moves since the start position of the game
 * @property {Record<string, string> | null} [opening]  the name of the opening by language
 * @property {string[]} [status]  why the position cannot arise in a game; absent if it can
 * @property {Side[]} [cannotWin]  the sides that cannot win by any sequence of moves; absent if both can
 */

/**
 * What the rules say about a position that is being set up.
 * @typedef {object} Inspection
 * @property {string} fen  all fields
 * @property {Failure[]} faults  every reason why it cannot be played
 * @property {Remark[]} [remarks]  what was assumed of a FEN that is not well-formed
 * @property {string[]} enPassant  the squares that a pawn may just have passed
 * @property {View | null} view  null if it cannot be played
 */

/**
 * The value of a move for the side that makes it, in a solved game or ending; `distance` is in plies, null in
 * a draw. `judged`: the result if perpetual check is forbidden, where that differs. The other fields are the
 * move in every notation.
 * @typedef {{ uci: string, result: 'win' | 'draw' | 'loss', distance: number | null, judged?: 'win' | 'loss', [notation: string]: any }} MoveValue
 */

/** For the side to move. @typedef {{ wins: number, draws: number, losses: number }} EndingResults */

/**
 * Statistics of an ending's table. `longest`: plies of the longest win; `byLaw`: draws that are decided if
 * perpetual check is forbidden.
 * @typedef {object} EndingStatistics
 * @property {number} positions
 * @property {EndingResults} red
 * @property {EndingResults} black
 * @property {number | null} longest
 * @property {string | null} longestFen
 * @property {number} byLaw
 */

/**
 * What is known of an ending.
 * @typedef {object} EndingFacts
 * @property {string} name  as `KR-kaabb`
 * @property {number} positions
 * @property {number} limit  the most positions that can be solved here
 * @property {number} todo  positions still to be solved, with those of the endings after captures
 * @property {string[]} missing  the endings to be solved, smaller ones first
 * @property {string[]} smaller  if it is too large: endings that are not
 * @property {string | null} fen  an example position
 * @property {EndingStatistics | null} statistics  null until it is solved
 */

/**
 * A term of the evaluation for either side. `balance`: `first` minus `second`; `change`: by the last move.
 * @typedef {{ name: string, first: number, second: number, balance: number, change: number | null }} Term
 */

/**
 * The static evaluation in centipawns, seen by the side that moves first in the game. `pieces`: by square,
 * the value of each piece to its own side and the average of its kind on the board.
 * @typedef {object} ExplainedEvaluation
 * @property {'classical' | 'network'} evaluation  for a network, the last term is the rest of its score
 * @property {number} score
 * @property {number | null} change  by the last move
 * @property {Term[]} terms
 * @property {Record<string, { value: number, average: number }>} pieces
 */

/** Games seen by the side that moves first in the game. @typedef {{ won: number, drawn: number, lost: number }} Results */

/**
 * A move of the opening book: its share of the book's choices in percent, the engine's games with it, and the name of
 * the opening that it leads to, if that is another one. The other fields are the move in every notation.
 * @typedef {{ uci: string, share: number, results: Results | null, opening: OpeningNames | null, [notation: string]: any }} BookMove
 */

/** By language. @typedef {Record<string, string>} OpeningNames */

/**
 * The moves of the opening book, best first, and the name of the opening that the game has followed.
 * @typedef {{ opening: OpeningNames | null, moves: BookMove[] }} Exploration
 */

/**
 * For the side to move. `mate`: moves until mate, negative if mated. `rule`: likewise, moves until a
 * repetition rule decides the game; then `cp` is about 20000.
 * @typedef {{ cp: number, rule?: number } | { mate: number }} Score
 */

/**
 * One line of a search.
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} seldepth
 * @property {number} multipv  the rank of the line, from 1
 * @property {Score} score
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time  milliseconds
 * @property {string[]} pv
 * @property {string[]} [pvText]  the moves of `pv` in the notation of the request
 * @property {[number, number, number] | null} [wdl]  the chances of a win, a draw and a loss for the side to
 *   move, in permille; null where they are not known
 * @property {number} [threads]  the number at work, if several were asked for
 * @property {string} [lostThreads]  why there are fewer than asked for
 * @property {boolean} [book]  whether the move is from the opening book; the score means nothing then
 * @property {boolean} [cutShort]  whether time ran out before the nodes and depth of its level
 * @property {boolean} [exact]  whether the score is proven by the tables of endings
 */

/**
 * Why a move is good: the kinds are in analysis/reasons.py. `piece`, `pieces` and `given` are letters of a FEN, `square` is
 * where the piece stands before the move.
 * @typedef {object} Reason
 * @property {string} kind
 * @property {number} [value]
 * @property {string} [piece]
 * @property {string} [square]
 * @property {string} [move]
 * @property {string[]} [pieces]
 * @property {string[]} [given]
 */

/**
 * `second`: the score of the best other move, if the played move is the best
 * @typedef {{ bestmove: string | null, ponder: string | null, view: View, info: Info | null, reasons?: Reason[], second?: Score }} BestMove
 */

/**
 * The search result for a position under review; empty if there was no search or the game is over.
 * @typedef {{ score?: Score, pv?: string[], second?: Score }} Evaluation
 */

/** See analysis/review.py. @typedef {'book' | 'only_move' | 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'missed_mate'} MoveClass */

/**
 * A move under review; only `turning` is set until the positions before and after it are evaluated.
 * @typedef {object} ReviewedMove
 * @property {MoveClass} [class]
 * @property {number | null} [nag]
 * @property {number} [loss]  of the expected result, in permille
 * @property {number} [accuracy]  0 to 100
 * @property {string | null} [best]
 * @property {string} [bestText]  in the notation of the request
 * @property {boolean} turning  it changes which result is the most likely
 */

/**
 * One of the worst moves: what should have been played, the answer to what was played, and why they are good.
 * @typedef {object} Moment
 * @property {number} ply  of the move, from 0
 * @property {string[]} line
 * @property {string[]} [lineText]
 * @property {Reason[]} reasons
 * @property {string[]} reply
 * @property {string[]} [replyText]
 * @property {Reason[]} replyReasons
 */

/**
 * @typedef {object} Review
 * @property {ReviewedMove[]} moves
 * @property {Array<{ score?: Score, eval?: string, expected?: number }>} positions  before each move and after the last,
 *   for the side that moves first in the game; `eval` is written as in PGN, `expected` is the expected result, 0 to 1
 * @property {Record<string, { accuracy: number | null, counts: Partial<Record<MoveClass, number>> }>} sides
 * @property {number | null} leftBook  the first move outside of the opening book
 * @property {Moment[]} worst  the worst first
 */
/** An error: `code` and `reason` for programs, `message` for people. @typedef {{ code: string, message: string, reason?: string, text?: string, [detail: string]: unknown }} Failure */

/** @typedef {{ id: Id, ok: true, type: 'view', view: View }} ViewReply */
/** @typedef {{ id: Id, ok: true, type: 'bestmove' } & BestMove} BestMoveReply */
/** @typedef {{ id: Id, ok: true, type: 'inspected' } & Inspection} InspectedReply */
/** @typedef {{ id: Id, ok: true, type: 'solution', moves: MoveValue[] }} SolutionReply  best first */
/** @typedef {{ id: Id, ok: true, type: 'explained' } & ExplainedEvaluation} ExplainedReply */
/** @typedef {{ id: Id, ok: true, type: 'explored' } & Exploration} ExploredReply */
/** @typedef {{ id: Id, ok: true, type: 'ending' } & (EndingFacts | { fen: string | null })} EndingReply  the latter to `pickEnding` */
/** @typedef {{ id: Id, ok: true, type: 'stopped', work: Id | null }} StoppedReply */
/** @typedef {{ id: Id, ok: true, type: 'configured', execution: string, fallback: string | null }} ConfiguredReply */
/** @typedef {{ outcome: Outcome | null, warning: Warning | null, explanation: Explanation | null }} Judgement */
/** @typedef {{ id: Id, ok: true, type: 'judged' } & Judgement} JudgedReply */
/** @typedef {{ id: Id, ok: true, type: 'notated', moves: Texts[] }} NotatedReply */
/** @typedef {{ id: Id, ok: true, type: 'parsed', moves: Texts[] }} ParsedReply  several moves if the text is ambiguous */
/** @typedef {{ id: Id, ok: true, type: 'record' } & ReadResult} RecordReply */
/** `data`: a file in base 64, of XQF. @typedef {{ id: Id, ok: true, type: 'written', text?: string, data?: string }} WrittenReply */
/**
 * `keys`: FENs without counters, of the start position and after each move of the record; `numbers`: the same in 64 bits
 * each, as bytes in base 64.
 * @typedef {{ id: Id, ok: true, type: 'positions', keys: string[], numbers: string }} PositionsReply
 */
/**
 * What was played in the openings of `games`: in the order of `positions` (64 bits each), the numbers of the games (32)
 * and the places of the moves in `names` (16), as bytes in base 64.
 * @typedef {{ games: Array<Record<string, string>>, encoding?: string | null, names: string[], positions: string, numbers:
 *   string, moves: string }} IndexedOpenings
 */
/** @typedef {{ id: Id, ok: true, type: 'indexed' } & IndexedOpenings} IndexedReply */
/** @typedef {{ id: Id, ok: true, type: 'reviewed' } & Review} ReviewedReply */
/** @typedef {{ id: Id | null, ok: false, error: Failure }} FailureReply */
/**
 * @typedef {ViewReply | BestMoveReply | InspectedReply | SolutionReply | ExplainedReply | ExploredReply | StoppedReply | ConfiguredReply
 *   | EndingReply | JudgedReply | NotatedReply | ParsedReply | RecordReply | ReviewedReply | WrittenReply | PositionsReply
 *   | IndexedReply | FailureReply} Reply
 */

/** @typedef {{ type: 'info', id: Id } & Info} InfoMessage */
/**
 * Progress of a `read`, in characters, or of a `solveEnding`, in positions. `ending`: the one being solved,
 * or, with its `table` in base 64, the one just solved.
 * @typedef {{ type: 'progress', id: Id, done: number, total: number, ending?: string, table?: string }} ProgressMessage
 */

/**
 * The state of the worker. `loading` has a stage and a progress from 0 to 1; `idle` has the execution, the way to
 * stop a search, and what became of the snapshot; `failed` has a reason.
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

export {};
