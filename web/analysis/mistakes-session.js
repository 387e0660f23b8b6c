// Learn from your mistakes: the position before each mistake is a little puzzle, graded by the engine. A wrong try is
// answered on the board and taken back.

/** @import { Reviewer, Verdict } from './reviewer.js' */
/** @import { Moment } from '../engine/messages.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { Node } from '../game/types.js' */
/** @import { AnalysisApp } from './session.js' */

import { turnAt } from '../game/game.js';
import { other } from '../game/games.js';
import { sleep } from '../game/session-base.js';
import { movesTo, nodeOf, pathTo } from '../game/tree.js';
import { carried, fenAt, squaresOf } from '../game-view/piece-words.js';
import { onChange, reactive, update } from '../ui/reactive.js';

/** How long the answer to a wrong try stands on the board. */
const PAUSE_MS = 1500;
/** @type {readonly Shape[]} */
const NONE = [];

/** @typedef {Verdict & { move: string, shapes: readonly Shape[] }} Try  shapes: the try and its answer as arrows */

export class MistakesSession {
  /**
   * `plies`: of the mistakes, empty outside of a lesson; `at`: which of them is asked about; `moment`: what is said of
   * it; `result`: of the last try; `answering`: the node of the answer that is on the board; `why`: whether the reasons
   * are shown.
   */
  state = reactive({
    plies: /** @type {readonly number[]} */ ([]),
    at: 0,
    moment: /** @type {Moment | null} */ (null),
    result: /** @type {'right' | 'wrong' | 'shown' | 'thinking' | 'failed' | null} */ (null),
    tried: /** @type {Try | null} */ (null),
    answering: /** @type {number | null} */ (null),
    why: false,
  });
  #app;
  #reviewer;
  #nodes;
  #page;
  #wait;
  /** Numbers the questions and tries: only the last one's verdict counts. */
  #latest = 0;
  /** The first of the nodes that are added to the game from now on. */
  #added = { game: '', next: 0 };
  /** What is said of the mistake. @type {Promise<Verdict> | null} */
  #verdict = null;
  /** Whether analysis was on before the lesson, where it would tell the solutions. */
  #analysed = false;

  /**
   * @param {Pick<AnalysisApp, 'session' | 'state' | 'settings'>} app
   * @param {Pick<Reviewer, 'judge' | 'stop'>} reviewer
   * @param {() => Node[]} nodes  of the line under review
   * @param {{ toBoard: () => void, onEnd: () => void }} page  onEnd: just before the lesson ends
   * @param {(ms: number) => Promise<void>} [wait]
   */
  constructor(app, reviewer, nodes, page, wait = sleep) {
    this.#app = app;
    this.#reviewer = reviewer;
    this.#nodes = nodes;
    this.#page = page;
    this.#wait = wait;
    onChange(
      () => this.mistake && this.#game.id,
      (_, asked) => asked && this.end(),
    );
    onChange(
      () => this.#game.tree.current,
      (current) => {
        const node = nodeOf(this.#game.tree, current);
        if (this.question && !this.isOver && node.parent === this.question.id) this.#grade(node);
      },
    );
  }

  get #game() {
    return this.#app.state.game;
  }

  get #ply() {
    return this.state.plies[this.state.at] ?? Number.POSITIVE_INFINITY;
  }

  /** The mistake; null outside of a lesson, and where the move has been deleted. */
  get mistake() {
    return this.#nodes()[this.#ply + 1] ?? null;
  }

  /** The position in which it was made. */
  get question() {
    return this.mistake && this.#nodes()[this.#ply];
  }

  get isOver() {
    return this.state.result === 'right' || this.state.result === 'shown';
  }

  get isLast() {
    return this.state.at + 1 === this.state.plies.length;
  }

  get #isAsked() {
    return this.#game.tree.current === this.question?.id;
  }

  /** Whether the person looks at another position than the question. */
  get isElsewhere() {
    const { result, answering } = this.state;
    return !this.isOver && result !== 'thinking' && answering === null && !this.#isAsked;
  }

  /** A wrong try and its answer as arrows. */
  get marks() {
    return this.state.result === 'wrong' && this.#isAsked ? (this.state.tried?.shapes ?? NONE) : NONE;
  }

  /** @param {readonly number[]} plies */
  begin(plies) {
    const { settings } = this.#app;
    this.#analysed = settings.analysis;
    update(settings, { analysis: false }); // not kept: the page may be left in mid-lesson
    this.#ask(plies, 0);
  }

  next() {
    return this.#ask(this.state.plies, this.state.at + 1);
  }

  /** @param {readonly number[]} plies @param {number} at */
  async #ask(plies, at) {
    this.#latest += 1;
    this.#takeBack();
    update(this.state, { plies, at, moment: null, result: null, tried: null, answering: null, why: false });
    this.back();
    const played = this.mistake;
    if (!played) return;
    const [before, after] = [this.#evaluation(), this.#evaluation(1)];
    this.#verdict = this.#reviewer.judge(this.#lineTo(played), before, after);
    const { moment } = await this.#verdict.catch(() => ({ moment: null }));
    if (this.mistake?.id === played.id) update(this.state, { moment });
  }

  end() {
    if (this.state.plies.length === 0) return;
    this.#page.onEnd();
    this.#takeBack();
    update(this.state, { plies: [] });
    update(this.#app.settings, { analysis: this.#analysed });
    this.#reviewer.stop(); // the engine that graded the tries goes
  }

  /** A wrong try leaves the tree. */
  #takeBack() {
    const { id: game, tree } = this.#game;
    const tried = game === this.#added.game && pathTo(tree).find(({ id }) => id >= this.#added.next);
    if (tried && !this.isOver) this.#app.session.remove(tried.id);
    this.#added = { game, next: this.#game.tree.next };
  }

  /** Show the question again. */
  back() {
    this.#takeBack();
    if (!this.question) return;
    this.#app.session.goTo(this.question.id);
    this.#page.toBoard();
  }

  /** Show the solution. */
  show() {
    const [best] = this.#evaluation().pv ?? [];
    if (!best) return;
    this.back();
    update(this.state, { result: 'shown', answering: null, why: false });
    this.#app.session.playLine(this.#game.tree.current, [best]);
  }

  /** Show the reasons. */
  explain() {
    update(this.state, { why: true });
  }

  /** Of the question, or of a position after it. @param {number} [later] */
  #evaluation(later = 0) {
    return this.#game.review?.evaluations[this.#ply + later] ?? {};
  }

  /** @param {Node} node */
  #lineTo({ id }) {
    const { game, tree } = this.#game;
    return { game, fen: tree.fen, moves: movesTo(tree, id) };
  }

  /** Judge a move that was played from the question. @param {Node} node */
  async #grade(node) {
    this.#latest += 1;
    const mine = this.#latest;
    update(this.state, { result: 'thinking', tried: null, answering: null, why: false });
    const judged = await this.#judge(node).catch(() => null);
    if (mine !== this.#latest || this.state.result !== 'thinking') return;
    const right = ['best', 'good', 'book', 'only_move'].includes(judged?.class ?? '');
    const move = node.move ?? '';
    const answer = judged?.moment?.reply[0];
    const shapes = answer ? [arrow(move, 'third'), arrow(answer, 'threat')] : NONE;
    const tried = judged && { ...judged, move, shapes };
    update(this.state, { tried, result: !judged?.class ? 'failed' : right ? 'right' : 'wrong' });
    if (!right && answer) await this.#refute(node.id, answer);
  }

  /** @param {Node} node @returns {Promise<Verdict>} */
  async #judge(node) {
    const before = this.#evaluation();
    if (node.move === before.pv?.[0]) return { class: 'best', moment: null, score: null };
    if (node.id === this.mistake.id && this.#verdict) return this.#verdict;
    return this.#reviewer.judge(this.#lineTo(node), before);
  }

  /** Play the answer to a try, then show the question; who looks elsewhere meanwhile stays there. @param {number} id @param {string} answer */
  async #refute(id, answer) {
    if (this.#game.tree.current !== id) return;
    this.#app.session.playLine(id, [answer]);
    const answering = this.#game.tree.current;
    update(this.state, { answering });
    await this.#wait(PAUSE_MS);
    if (this.state.answering !== answering) return;
    update(this.state, { answering: null });
    if (this.#game.tree.current === answering) this.back();
  }

  /** What speaks against a try, or for the best move: a line, the position that it starts from, and the reasons. */
  get argument() {
    const { tried, moment } = this.state;
    const { question } = this;
    const game = this.#game;
    const [from, fen, turn] = [this.#lineTo(question), fenAt(game, question.id), turnAt(game, question.id)];
    if (this.isOver) {
      const { score } = this.#evaluation();
      return moment && { from, fen, turn, line: moment.line, reasons: moment.reasons, score };
    }
    const { reply: line = [], replyReasons: reasons = [] } = tried?.moment ?? {};
    if (!tried || line.length === 0) return null;
    return {
      from: { ...from, moves: [...from.moves, tried.move] },
      fen: carried(fen, [tried.move]),
      turn: other(game.game, turn),
      line,
      reasons,
      score: tried.score,
    };
  }
}

/** @param {string} uci @param {'third' | 'threat'} brush @returns {Shape} */
function arrow(uci, brush) {
  const [orig, dest] = squaresOf(uci);
  return { orig, dest, brush };
}
