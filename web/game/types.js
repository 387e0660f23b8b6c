// The types of the page's games and sessions. No code.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Evaluation, Explanation, Notes, Reason } from '../engine/messages.js' */

/** @typedef {EngineClient['state']} EngineState */

/** @typedef {import('../board/geometry.js').GameName} GameName */
/** @typedef {'red' | 'white' | 'black'} Side  the first player is red in Xiangqi, white elsewhere */
/** @typedef {'person' | 'engine'} Player */

/**
 * How a game ended. The engine's rules give `winner` and `termination` (`checkmate`, `stalemate`, ...). The
 * page adds what the players decide (`resignation`, `agreement`) and the result in a file (`recorded`).
 * @typedef {{ winner: Side | null, termination: string, explanation?: Explanation | null }} Outcome
 */

/**
 * Everything the page needs to know about a position, as the Python rules answered it. The page looks things up
 * here and never works them out.
 * @typedef {Awaited<ReturnType<EngineClient['view']>>} View
 */

/** What the engine answers to a search. @typedef {Awaited<ReturnType<EngineClient['go']>['result']>} BestMove */

/** What the engine says while it thinks; scores are from the side to move. @typedef {NonNullable<BestMove['info']>} Info */

/**
 * One position of the move tree. Nodes are never changed, only replaced.
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move  the move that led here, as UCI; null at the root
 * @property {number} ply  moves from the root
 * @property {number[]} children  in order of preference: the first continues the line
 * @property {View | null} view  null until the rules have answered
 * @property {Notes} [notes]  comments and glyphs of an imported game
 */

/**
 * @typedef {object} Tree
 * @property {string | null} fen  where the game starts; null is the game's own start position
 * @property {ReadonlyMap<number, Node>} nodes
 * @property {number} current
 * @property {number} next  the id of the next new node
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {GameName} game
 * @property {Partial<Record<Side, Player>>} players  of the game's two sides
 * @property {number} level  one of `levelsOf`
 * @property {Side} orientation  the side shown at the bottom
 * @property {Tree} tree
 * @property {{ node: number, outcome: Outcome } | null} ending  if the players ended the game
 * @property {Record<string, string>} [headers]  of an imported game, named as in PGN
 * @property {GameReview} [review]
 * @property {GameClock} [clock]  of a game that is played with clocks
 */

/**
 * The clocks of a game. The `clock` note of a move is the rest of the mover's total time when it was made.
 * @typedef {object} GameClock
 * @property {string} control  see controlsOf in time-control.js; the first player's first
 * @property {number} node  the position that they run in, whichever is shown
 * @property {number | null} from  the position before the move just made; null: the clocks were set to `node`
 * @property {readonly number[] | null} left  what was left of both budgets when the game was saved
 */

/**
 * The results of searches with so many nodes, in the positions before each of the moves and after the last;
 * empty where there was no search yet.
 * @typedef {{ moves: string[], nodes: number, evaluations: Array<Evaluation & { over?: boolean }>, nags?: Record<number, number> }} GameReview
 */

/**
 * What sessions show, in signals (reactive.js). Boards, move lists, hints and notices read nothing else; fields that
 * only some sessions have are optional.
 * @typedef {object} SessionState
 * @property {Game} game
 * @property {EngineState} engine
 * @property {Hint | null} hint
 * @property {readonly Notice[]} notices
 * @property {Work | null} [work]
 * @property {Info | null} [lastInfo]  of the engine's last move
 * @property {number} [lastNode]  the position in which it made that move
 * @property {{ game: GameName, fen: string | null, line?: boolean } | null} [asked]  a position that the rules have not
 *   judged yet; `line`: with moves
 * @property {boolean} [plays]  whether this tab plays the game; another one may
 * @property {WriteResult | null} [saving]  how the last save went; null before the first
 */

/**
 * A game on a board with a person in front of it: played, solved as a puzzle, or analysed.
 * @typedef {object} Session
 * @property {SessionState} state
 * @property {(uci: string) => 'played' | 'illegal' | 'wrong' | CannotMoveReason} move  a move by the person; `wrong`: it is not the one
 *   that training asks for; nothing changes
 *   unless it is `played`
 * @property {() => CannotMoveReason | null} cannotMoveReason
 * @property {() => Side | null} movableSide  the side whose pieces the person may pick up, if only to premove
 * @property {() => boolean} takeBack  whether there was something to take back
 * @property {() => void} redo
 * @property {(id: number) => void} goTo  looks at a position of the tree
 * @property {() => void} flip
 * @property {() => unknown} hint  asks for a hint, or for the next part of it
 * @property {() => void} closeHint
 * @property {() => void} retry  after a failure of the engine
 * @property {(...kinds: string[]) => void} dismiss  takes notices away
 * @property {() => void} [moveNow]  the engine plays its best move so far
 * @property {() => unknown} [playHere]  although another tab plays this game
 * @property {() => void} [bringBack]  returns to the game that the last new one replaced
 */

/**
 * `waiting`: it is not the person's turn, or the rules have not answered yet; `elsewhere`: another tab plays.
 * @typedef {'waiting' | 'over' | 'elsewhere'} CannotMoveReason
 */

/**
 * What the engine is doing for us: `move` plays for its side, `hint` looks for the person's, `draw` judges an offer.
 * @typedef {{ kind: 'move' | 'hint' | 'draw', node: number, info: Info | null, stopping: boolean }} Work
 */

/**
 * step 1 names the piece, 2 shows the move, 3 the reasons and the line. `move` is null while the engine looks.
 * @typedef {{ node: number, step: number, move: string | null, info: Info | null, reasons?: Reason[] }} Hint
 */

/**
 * Something the page has to say; the words are in web/texts, the buttons in web/shell/notices.js.
 * @typedef {{ kind: string, [detail: string]: any }} Notice
 */

/**
 * An error as plain data, so that the state holds no live objects.
 * @typedef {{ code: string, message: string, reason?: string, text?: string, details?: Record<string, any> }} Failure
 */

/**
 * Why nothing can be read or saved. `full`: no room; `refused`: the browser gives this page no storage; `blocked`: a
 * tab with an older version of the site keeps the database open; `outdated`: a tab with a newer one has changed it.
 * @typedef {'full' | 'refused' | 'blocked' | 'outdated'} Trouble
 */

/**
 * `none`: nothing was saved; `unreadable`: what was saved cannot be read and has been set aside.
 * @typedef {{ status: 'none' } | { status: 'read', game: Game } | { status: Trouble }
 *   | { status: 'unreadable', reason: string, text: string }} ReadResult
 */

/** `taken`: another tab has written here since we last read or wrote, and writing would destroy its moves. @typedef {'saved' | 'taken' | Trouble} WriteResult */

/**
 * A slot for one game, and the right to play there; see storage/games.js.
 * @typedef {object} SavedGame
 * @property {string} slot
 * @property {boolean} plays  whether this tab may play
 * @property {() => Promise<ReadResult>} read
 * @property {(game: Game, options?: { force?: boolean }) => Promise<WriteResult>} write  force: even over another
 *   tab's moves
 * @property {() => Promise<void>} takeOver  takes the right to play from the tab that has it
 * @property {() => unknown} release
 */

/**
 * What a session needs to keep its games.
 * @typedef {object} GameStorage
 * @property {(slot: string, listener: SaveListener) => Promise<{ saved: SavedGame, read: ReadResult }>} open
 * @property {(slot: string) => Promise<Game | null>} peek  the game in a slot that nobody turns to
 */

/**
 * @typedef {object} SaveListener
 * @property {(plays: boolean) => void} onPlays  this tab gets or loses the right to play
 * @property {() => void} onSavedElsewhere  another tab has saved this game
 */

export {};
