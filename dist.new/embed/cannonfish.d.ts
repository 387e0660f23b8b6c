// SPDX-License-Identifier: MIT
// Types of cannonfish.js, the engine for programs.

export interface Position {
  /** 'xiangqi' where left out. */
  game?: 'xiangqi' | 'chess' | 'liuzichong';
  fen?: string | null;
  /** UCI, ranks 0 to 9 in Xiangqi. */
  moves?: readonly string[];
}

export interface Limits {
  /** From 1, for beginners, to 12; 1 to 5 in Liuzichong. Means the same on every device. */
  level?: number;
  depth?: number;
  nodes?: number;
  /** All times are in milliseconds. */
  movetime?: number;
  /** The clocks of the first and the second player, and what they gain with each move. */
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  /** Moves to the next time control. */
  movestogo?: number;
  /** For each move, when the clock has run out. */
  byoyomi?: number;
  /** Look for a mate in so many moves. */
  mate?: number;
  /** Consider only these moves. */
  searchmoves?: readonly string[];
  /** The number of lines, best first; each has an Info of its own. */
  multipv?: number;
  infinite?: boolean;
  /** Another seed makes a level, or the opening book, choose differently. */
  seed?: number;
  /** Play from the opening book. */
  book?: boolean;
  /** The engine's own search, 'pvs', where left out. */
  algorithm?: 'pvs' | 'mtdf' | 'alphabeta' | 'minimax';
}

export interface View {
  game: string;
  fen: string;
  turn: 'red' | 'white' | 'black';
  /** Legal destinations by origin; empty when the game is over. */
  dests: Record<string, string[]>;
  /** The promotion letters by move, where a move of `dests` needs one. */
  promotions?: Record<string, string[]>;
  /** The square of the king in check. */
  check: string | null;
  lastMove: [string, string] | null;
  /** The last move in every notation. */
  move?: Texts | null;
  /** The squares of the pieces that it captured. */
  captured?: string[];
  outcome: { winner: 'red' | 'white' | 'black' | null; termination: string } | null;
  /** The law of the next repetition, and the side that loses by it. */
  warning?: { law: string; loser: 'red' | 'white' | 'black' | null } | null;
  ply: number;
  /** The name of the opening by language. */
  opening?: Record<string, string> | null;
  /** Why the position cannot arise in a game; absent if it can. */
  status?: string[];
  /** The sides that cannot win by any sequence of moves; absent if both can. */
  cannotWin?: Array<'red' | 'white' | 'black'>;
}

export interface Info {
  depth: number;
  seldepth: number;
  /** For the side to move; mate in moves, negative if mated; rule likewise, until a repetition rule decides. */
  score: { cp: number; rule?: number } | { mate: number };
  nodes: number;
  nps: number;
  time: number;
  pv: string[];
  /** `pv` in the notation that was asked for. */
  pvText?: string[];
  /** The chances of a win, a draw and a loss for the side to move, in permille; null where they are not known. */
  wdl?: [number, number, number] | null;
  /** Whether time ran out before the nodes and the depth of the level. */
  cutShort?: boolean;
  /** Whether the score is proven by the tables of endings. */
  exact?: boolean;
  /** Whether the move is from the opening book: the score says nothing then. */
  book?: boolean;
  /** The rank of this line, from 1. */
  multipv: number;
}

export interface BestMove {
  bestmove: string | null;
  ponder: string | null;
  /** After the move. */
  view: View;
  info: Info | null;
}

/** A move in every notation of its game. */
export type Texts = { uci: string } & Record<string, string>;

export class CannonfishError extends Error {
  code: string;
  details: Record<string, unknown>;
}

export class Cannonfish {
  execution: string | null;
  view(position?: Position): Promise<View>;
  play(position: Position & { move: string }): Promise<View>;
  parse(position: Position & { text: string; notation?: string }): Promise<Texts[]>;
  notate(position: Position): Promise<Texts[]>;
  go(position?: Position & { limits?: Limits; notation?: string }, listener?: { onInfo?: (info: Info) => void }): Promise<BestMove>;
  stop(): Promise<void>;
  close(): void;
}

export function load(options?: {
  base?: string | URL;
  onProgress?: (progress: number) => void;
  execution?: 'auto' | 'interpreted' | 'compiled';
}): Promise<Cannonfish>;
