// SPDX-License-Identifier: MIT
// Types of <xiangqi-board>; every attribute and message is described in embedding.html.

export type Side = 'red' | 'white' | 'black';
export type GameName = 'xiangqi' | 'chess' | 'liuzichong';

export interface BoardOptions {
  game?: GameName;
  /** friend: a button, with the element's text, that opens the page on which friends play. */
  mode?: 'play' | 'view' | 'puzzle' | 'friend';
  fen?: string;
  moves?: string | readonly string[];
  pgn?: string;
  ply?: number;
  puzzle?: string;
  color?: Side | 'both';
  orientation?: Side;
  /** From 1, for beginners, to 12; 1 to 5 in Liuzichong. Default: 1, in Liuzichong 2. */
  level?: number;
  movetime?: number;
  /**
   * Minutes for each side and seconds that a move brings: `5+3`; with byo-yomi `10+30b`, in three periods `10+3x30b`; at
   * most a minute for a move `10+30b/60`; the person's and the engine's `5+3,1+0`.
   */
  clock?: string;
  theme?: 'light' | 'dark' | 'system';
  board?: 'wood' | 'paper' | 'jade' | 'slate' | 'rosewood';
  pieces?: 'trad' | 'simp' | 'west' | 'wxf';
  bg?: string;
  coords?: 'files' | 'squares' | 'none';
  notation?: 'uci' | 'iccs' | 'wxf' | 'chinese' | 'traditional' | 'vietnamese' | 'vietnamese_words' | 'san' | 'captures';
  lang?: string;
  controls?: boolean;
  hints?: boolean;
  evals?: boolean;
  arrows?: string | readonly string[];
}

export interface BoardOutcome {
  winner: Side | null;
  termination: string;
  text: string;
}

export interface BoardState {
  game: GameName;
  mode: 'play' | 'view' | 'puzzle';
  /** Where the game starts; null is the game's own start. */
  start: string | null;
  fen: string;
  moves: string[];
  ply: number;
  turn: Side;
  toMove: 'person' | 'engine';
  orientation: Side;
  level: number;
  /** Null while the rules have not been asked. */
  legal: string[] | null;
  check: string | null;
  outcome: BoardOutcome | null;
  engine: 'off' | 'loading' | 'idle' | 'thinking' | 'failed';
  execution: 'compiled' | 'interpreted' | null;
  thinking: boolean;
  /** Milliseconds that each side has left, and whose clock runs; null without clocks. */
  clock: { left: Partial<Record<Side, number>>; running: Side | null } | null;
  problem: { code: string; reason: string | null; message: string } | null;
}

export interface Info {
  depth: number;
  seldepth: number;
  score: { cp: number; rule?: number } | { mate: number };
  nodes: number;
  nps: number;
  time: number;
  pv: string[];
  /** The rank of the line: always 1. */
  multipv: number;
}

export interface BestMove {
  bestmove: string | null;
  ponder: string | null;
  info: Info | null;
}

export interface GoLimits {
  /** As in BoardOptions; without it, full strength. */
  level?: number;
  depth?: number;
  nodes?: number;
  movetime?: number;
}

export interface BoardEventMap {
  ready: CustomEvent<BoardState>;
  state: CustomEvent<BoardState>;
  move: CustomEvent<{ move: string; by: 'person' | 'engine'; ply: number; fen: string | null }>;
  info: CustomEvent<{ info: Info }>;
  gameover: CustomEvent<{ outcome: BoardOutcome }>;
  /** `helped`: after a hint, or a move that nobody has judged. */
  solved: CustomEvent<{ puzzle: string; result: 'solved' | 'helped' }>;
  failed: CustomEvent<{ puzzle: string; result: 'failed' }>;
  error: CustomEvent<{ code: string; message: string; reason?: string; details?: Record<string, string | number> }>;
}

export class XiangqiBoardElement extends HTMLElement {
  readonly state: BoardState | null;
  fen: string | null;
  moves: string[];
  load(options: BoardOptions): Promise<BoardState>;
  move(move: string): Promise<BoardState>;
  undo(): Promise<BoardState>;
  redo(): Promise<BoardState>;
  flip(): Promise<BoardState>;
  go(limits?: GoLimits): Promise<BestMove>;
  stop(): Promise<BoardState>;
  hint(): Promise<BestMove>;
  /** End the engine until it is needed again; the game stays. */
  sleep(): Promise<BoardState>;
  addEventListener<Name extends keyof BoardEventMap>(
    type: Name,
    listener: (this: XiangqiBoardElement, event: BoardEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'xiangqi-board': XiangqiBoardElement;
  }
}
