// The lessons: the open step, and the effect of a move on its board. The positions list the legal moves,
// which tools/lesson_views.py gets from the Python rules. No DOM.

/** @import { GameName, Side } from '../game/types.js' */
/** @import { Square } from '../board/geometry.js' */
/** @import { Failure } from '../game/types.js' */

import { factsOf, turnOfFen } from '../game/games.js';
import { reactive, update } from '../ui/reactive.js';

/**
 * @typedef {object} Position
 * @property {string} fen  the placement
 * @property {string} moves  `e4d2f2 i0i1` is e4 to d2 or f2, i0 to i1
 * @property {Array<number | null>} [next]  for each move the index of the position after it; null, or no list: the
 *   piece goes back
 * @property {Record<string, string>} [refused]  other moves by the reason: `e4d2d3` is e4 to d2, because of d3; those
 *   that no piece of the kind makes are left out, and `unasked` are legal ones
 * @property {Square} [check]
 * @property {string} [lastMove]
 * @property {true} [solved]  the task is done
 * @property {string} [answer]  why the game is not over: a legal move
 */

/**
 * What is to be seen and said when a piece is tapped, written by hand and tested against the rules.
 * @typedef {object} Note
 * @property {Square} of  the piece
 * @property {Square} [by]  the piece that makes the difference
 * @property {Square[]} [closed]  where it may not go; it may if `by` is not there
 * @property {Square[]} [takes]  what it may take, and only because of `by`
 * @property {string} why  the end of a key: `guide.why.…`
 */

/**
 * @typedef {object} Step
 * @property {string} id  its name in the address
 * @property {string} fen  the placement and the side to move
 * @property {object} [goal]  a task; without one the board is for trying out
 * @property {true} [walk]  one piece goes around freely
 * @property {true} [names]  a piece that is tapped is named
 * @property {string} [area]  opposite corners of each frame: `d0f2 d7f9`
 * @property {Note[]} [notes]
 * @property {Omit<Position, 'moves'>[]} [lead]  the positions before the first, to be watched
 * @property {Position[]} positions
 */

/** @typedef {{ id: string, game: GameName, icon: string, steps: Step[] }} Topic */

/**
 * @typedef {object} State
 * @property {Step} step
 * @property {number} at  the index of the position
 * @property {'open' | 'wrong' | 'solved'} phase
 * @property {Position | null} tried  after a wrong move, where the step shows that
 * @property {boolean} returns  the board shows a move that leads nowhere and will be taken back
 * @property {Square | null} selected
 * @property {number | null} watched  the index of the position of `lead` on the board
 * @property {ReadonlySet<string>} done  the steps that were solved
 */

export class Lessons {
  /** @type {State} */
  state;

  /** @param {Topic[]} topics */
  constructor(topics) {
    this.topics = topics;
    this.steps = topics.flatMap(({ steps }) => steps);
    this.state = reactive({ ...begun(this.steps[0]), done: new Set() });
  }

  /** The topic of the step that is open. */
  get topic() {
    const { step } = this.state;
    return /** @type {Topic} */ (this.topics.find(({ steps }) => steps.includes(step)));
  }

  get position() {
    const { step, at } = this.state;
    return step.positions[at];
  }

  /** @returns {Side} who moves */
  get side() {
    return turnOfFen(this.topic.game, this.state.step.fen);
  }

  /** Where the pieces may go now. */
  get dests() {
    const { phase, returns, watched } = this.state;
    return phase === 'solved' || returns || watched !== null ? {} : destsOf(this.position);
  }

  /** Why a move of the side is none of `dests`, as the rules would say it. @param {Square} orig @param {Square} dest @returns {Failure} */
  refusalOf(orig, dest) {
    const { fen, refused = {} } = this.position;
    const move = orig + dest;
    const found = Object.entries(refused).flatMap(([reason, moves]) => {
      const text = moves.split(' ').find((text) => text.startsWith(move));
      return text ? [{ reason, squares: (text.slice(4).match(/../g) ?? []).join(' ') }] : [];
    });
    const [{ reason, squares }] = [...found, { reason: 'shape', squares: '' }];
    return { code: 'illegal_move', reason, message: '', details: { fen, move, squares } };
  }

  /** The notes about the selected piece; they hold for the first position only. */
  get notes() {
    const { step, at, selected } = this.state;
    return at === 0 ? (step.notes ?? []).filter((note) => note.of === selected) : [];
  }

  /** The step `by` steps ahead, or null. @param {number} by */
  beside(by) {
    return this.steps[this.steps.indexOf(this.state.step) + by] ?? null;
  }

  /** The first topic of a game. @param {GameName} game */
  firstOf(game) {
    return /** @type {Topic} */ (this.topics.find((topic) => topic.game === game));
  }

  /** @param {string} id */
  has(id) {
    return this.steps.some((step) => step.id === id);
  }

  /** Open the step of that name; the first one where there is none. @param {string} id */
  open(id) {
    update(this.state, begun(this.steps.find((step) => step.id === id) ?? this.steps[0]));
  }

  again() {
    update(this.state, begun(this.state.step));
  }

  /** @param {Square | null} selected */
  select(selected) {
    this.state.selected = selected;
  }

  /** A move of the person, which the board shows already. @param {Square} orig @param {Square} dest */
  play(orig, dest) {
    const { step, done } = this.state;
    const to = nextOf(this.position, orig, dest);
    const after = to === null ? null : step.positions[to];
    if (after?.solved) {
      update(this.state, {
        at: /** @type {number} */ (to),
        phase: 'solved',
        done: new Set([...done, step.id]),
      });
    } else if (after?.moves) {
      update(this.state, { at: /** @type {number} */ (to), phase: 'open' });
    } else {
      const phase = step.goal ? 'wrong' : 'open';
      update(this.state, { at: to ?? this.state.at, returns: true, phase, tried: after });
    }
  }

  /** Take back a move that led nowhere; the verdict on it stays. */
  settle() {
    const { at, step } = this.state;
    update(this.state, { returns: false, at: step.positions[at].moves ? at : 0 });
  }

  /** Show what came before the first position, one position at each call; false when all has been shown. */
  watch() {
    const { step, watched } = this.state;
    const next = (watched ?? -1) + 1;
    const more = next < (step.lead?.length ?? 0);
    update(this.state, { ...begun(step), watched: more ? next : null });
    return more;
  }
}

/** @param {Step} step */
function begun(step) {
  const phase = /** @type {State['phase']} */ ('open');
  return { step, at: 0, phase, tried: null, returns: false, selected: null, watched: null };
}

/** @param {Position} position @returns {Record<Square, Square[]>} */
export function destsOf({ moves }) {
  const groups = moves.split(' ').filter(Boolean);
  return Object.fromEntries(groups.map((group) => [group.slice(0, 2), group.slice(2).match(/../g) ?? []]));
}

/** The index of the position after a move. @param {Position} position @param {Square} orig @param {Square} dest */
export function nextOf(position, orig, dest) {
  const moves = Object.entries(destsOf(position)).flatMap(([from, list]) => list.map((to) => from + to));
  return position.next?.[moves.indexOf(orig + dest)] ?? null;
}

/** An address for the first game after a lesson: the weakest level that considers the reply. @param {GameName} game */
export function firstGame(game) {
  const side = factsOf(game).sides[0];
  return `./?game=${game}&level=1&side=${side}`;
}
