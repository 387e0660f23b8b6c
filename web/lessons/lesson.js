// A lesson of learn.html: its cells, the reader's edits, and whether its exercise is solved. No DOM.

/** @import { Code, CellFault, LessonPython, Trouble } from './python.js' */

import { reactive, update } from '../game/reactive.js';

/** A part of a text: its tag, its attributes, and its children. @typedef {[string, Record<string, any>, ...any[]]} LessonNode */
/** @typedef {{ number: number, id: string, title: string, lead: string }} LessonTitle */
/** As tools/learn_pages.py writes it. @typedef {LessonTitle & { nodes: LessonNode[] }} LessonText */
/** The saved state of a lesson: texts of edited cells by name. @typedef {{ done: boolean, texts: Record<string, string> }} LessonProgress */
/** @typedef {{ now: LessonProgress | null, change: (value: LessonProgress) => void }} KeptProgress */

/**
 * @typedef {object} CellState
 * @property {string} text
 * @property {'new' | 'running' | 'done' | 'wrong' | 'solved' | Trouble} status
 * @property {string} output
 * @property {CellFault | null} fault
 * @property {string[]} hint  for a wrong exercise: the id of a hint, then its arguments
 * @property {number} seconds
 */

/** An error in a cell that is not the one that was run. @typedef {{ name: string, fault: CellFault }} Elsewhere */

/** @type {Omit<CellState, 'text'>} */
const CLEAN = { status: 'new', output: '', fault: null, hint: [], seconds: 0 };

export class Cell {
  /** @type {CellState} */
  state;

  /** @param {{ name: string, original: string, text?: string, check?: string | null }} cell  check: of the exercise */
  constructor({ name, original, text = original, check = null }) {
    this.name = name;
    this.original = original;
    this.check = check;
    this.state = reactive({ ...CLEAN, text });
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
    update(cell.state, { ...CLEAN, text, output: cell.state.output });
    this.#keep();
  }

  /** Run a cell, after those before it. @param {Cell} cell */
  async run(cell) {
    update(cell.state, { ...CLEAN, status: 'running' });
    const cells = this.cells.slice(0, this.cells.indexOf(cell) + 1);
    try {
      const { fault, hint, seconds } = await this.#python.run(
        { book: this.text.id, cells: cells.map(codeOf), ...(cell.check ? { check: cell.check } : {}) },
        (text) => update(cell.state, { output: cell.state.output + text }),
      );
      const wrong = fault !== null || hint !== null;
      const right = cell.check ? 'solved' : 'done';
      update(cell.state, { fault, hint: hint ?? [], seconds, status: wrong ? 'wrong' : right });
      if (fault) this.#blame(cell, fault);
      if (cell.check && !wrong && !this.state.done) {
        this.state.done = true;
        this.#keep();
      }
    } catch (error) {
      update(cell.state, { status: /** @type {any} */ (error).reason ?? 'failed' });
    }
  }

  /**
   * Call a function of the cells.
   * @param {string} name @param {readonly unknown[]} args @param {(text: string) => void} onOutput
   */
  async call(name, args, onOutput) {
    const call = { name, arguments: args };
    const answer = await this.#python.run(
      { book: this.text.id, cells: this.cells.map(codeOf), call },
      onOutput,
    );
    if (answer.fault) this.#blame(null, answer.fault);
    return answer;
  }

  stop() {
    this.#python.stop();
  }

  /** Show an error in the cell in which it is. @param {Cell | null} run @param {CellFault} fault */
  #blame(run, fault) {
    const at = this.cells.find(({ name }) => name === fault.cell);
    if (at && at !== run) update(at.state, { fault, status: 'wrong' });
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
