// A lesson of learn.html: its cells, the reader's edits, and whether its exercise is solved. No DOM.

/** @import { Code, CellFault, LessonPython, Listener, Trouble } from './python.js' */

import { reactive, update } from '../ui/reactive.js';
import { ended } from './python.js';

/** A part of a text: its tag, its attributes, and its children. @typedef {[string, Record<string, any>, ...any[]]} LessonNode */
/** @typedef {{ number: number, id: string, title: string, lead: string }} LessonTitle */
/** As tools/learn_pages.py writes it. @typedef {LessonTitle & { nodes: LessonNode[] }} LessonText */
/** The saved state of a lesson: texts of edited cells by name. @typedef {{ done: boolean, texts: Record<string, string> }} LessonProgress */
/** @typedef {{ now: LessonProgress | null, change: (value: LessonProgress) => void }} KeptProgress */

/**
 * @typedef {object} CellState
 * @property {string} text
 * @property {'new' | 'running' | 'done' | 'wrong' | 'solved' | 'unsolved' | Trouble} status  unsolved: it fails, and so
 *   does the exercise, which comes before it
 * @property {string} output
 * @property {CellFault | null} fault
 * @property {string} hung  the cell that printed nothing, for the status `silent`
 * @property {string[]} hint  for a wrong exercise: the id of a hint, then its arguments
 * @property {number} seconds
 * @property {number} runs  that have not ended, of this text or an older one
 */

/** An error in a cell that is not the one that was run. @typedef {{ name: string, fault: CellFault }} Elsewhere */

/** @type {Omit<CellState, 'text' | 'runs'>} */
const CLEAN = { status: 'new', output: '', fault: null, hung: '', hint: [], seconds: 0 };

export class Cell {
  /** @type {CellState} */
  state;
  /** Changes with every run and edit: what an older run says is out of date. */
  serial = 0;
  stopper = new AbortController();

  /** @param {{ name: string, original: string, text?: string, check?: string | null }} cell  check: of the exercise */
  constructor({ name, original, text = original, check = null }) {
    this.name = name;
    this.original = original;
    this.check = check;
    this.state = reactive({ ...CLEAN, text, runs: 0 });
  }
}

export class Lesson {
  state;
  #python;
  #kept;

  /**
   * @param {LessonText} text
   * @param {LessonPython} python
   * @param {KeptProgress} kept
   */
  constructor(text, python, kept) {
    this.text = text;
    this.#python = python;
    this.#kept = kept;
    this.state = reactive({ done: kept.now?.done ?? false });
    /** In the order in which they run. */
    this.cells = [...codesIn(text.nodes)].map(
      ([, { name, code, check = null }]) =>
        new Cell({ name, original: joined(code), text: kept.now?.texts[name], check }),
    );
  }

  /** @param {string} name */
  cell(name) {
    return /** @type {Cell} */ (this.cells.find((cell) => cell.name === name));
  }

  /** @param {Cell} cell @param {string} text */
  edit(cell, text) {
    if (text === cell.state.text) return;
    cell.serial += 1;
    update(cell.state, { ...CLEAN, text, output: cell.state.output });
    this.#keep();
  }

  /** Run a cell, after those before it. @param {Cell} cell */
  async run(cell) {
    cell.serial += 1;
    const { serial, stopper } = cell;
    const isLate = () => serial !== cell.serial;
    update(cell.state, { ...CLEAN, status: 'running', runs: cell.state.runs + 1 });
    const cells = this.cells.slice(0, this.cells.indexOf(cell) + 1).map(codeOf);
    const onOutput = (/** @type {string} */ text) => {
      if (!isLate()) update(cell.state, { output: cell.state.output + text });
    };
    try {
      const { fault, hint, seconds } = await this.#python.run(
        { book: this.text.id, cells, ...(cell.check ? { check: cell.check } : {}) },
        { onOutput, signal: stopper.signal },
      );
      if (isLate()) return;
      const unsolved = fault !== null && (await this.#isUnsolved(cells));
      if (isLate()) return;
      const wrong = fault !== null || hint !== null;
      const right = cell.check ? 'solved' : 'done';
      const status = unsolved ? 'unsolved' : wrong ? 'wrong' : right;
      update(cell.state, { fault, hint: hint ?? [], seconds, status });
      if (fault && !unsolved) this.#blame(cell, fault, cells);
      if (cell.check && !wrong && !this.state.done) {
        this.state.done = true;
        this.#keep();
      }
    } catch (error) {
      const { reason = 'failed', cell: hung = '' } = /** @type {any} */ (error);
      if (!isLate()) update(cell.state, { status: reason, hung });
    } finally {
      cell.state.runs -= 1;
    }
  }

  /**
   * Call a function of the cells. `unsolved`: it fails, and so does the exercise.
   * @param {string} name @param {readonly unknown[]} args @param {Listener} [listener]
   */
  async call(name, args, listener) {
    const call = { name, arguments: args };
    const cells = this.cells.map(codeOf);
    const answer = await this.#python.run({ book: this.text.id, cells, call }, listener);
    const unsolved = answer.fault !== null && (await this.#isUnsolved(cells));
    if (answer.fault && !unsolved) this.#blame(null, answer.fault, cells);
    return { ...answer, unsolved };
  }

  /** Whether these cells go on from an exercise that fails its check. @param {readonly Code[]} codes */
  async #isUnsolved(codes) {
    const at = this.cells.findIndex(({ check }) => check);
    if (at < 0 || codes.length <= at + 1) return false;
    const { name, check } = this.cells[at];
    const run = { book: this.text.id, cells: codes.slice(0, at + 1), check: /** @type {string} */ (check) };
    const { hint, fault } = await this.#python.run(run);
    return hint !== null || fault?.cell === name;
  }

  /** End the runs of a cell. @param {Cell} cell */
  stop(cell) {
    cell.stopper.abort(ended());
    cell.stopper = new AbortController();
  }

  /** Show an error in the cell in which it is. @param {Cell | null} run @param {CellFault} fault @param {readonly Code[]} codes  as they ran */
  #blame(run, fault, codes) {
    const at = this.cells.find(({ name }) => name === fault.cell);
    if (!at || at === run) return;
    const isAsRun = codes.some(({ name, code }) => name === at.name && code === at.state.text);
    if (isAsRun) update(at.state, { fault, status: 'wrong' });
  }

  #keep() {
    const edited = this.cells.filter(({ state, original }) => state.text !== original);
    const texts = Object.fromEntries(edited.map(({ name, state }) => [name, state.text]));
    this.#kept.change({ done: this.state.done, texts });
  }
}

/** @param {Cell} cell @returns {Code} */
const codeOf = ({ name, state }) => ({ name, code: state.text });

/** @param {Array<[string, string]>} pieces  with their classes */
export const joined = (pieces) => pieces.map(([, text]) => text).join('');

/** The cells of a text, including the exercise. @param {readonly any[]} nodes @returns {Generator<LessonNode>} */
function* codesIn(nodes) {
  for (const node of nodes) {
    if (!Array.isArray(node)) continue;
    if (node[0] === 'cell' || node[0] === 'exercise') yield/** @type {LessonNode} */ (node);
    else yield* codesIn(node.slice(2));
  }
}
