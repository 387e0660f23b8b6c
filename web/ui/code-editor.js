// The editor of the Lab (CodeMirror): one document for each file, faults at their lines, and the difference
// from the original. In its shadow root the library's styles need no exception in the content security policy
// and other styles do not reach it. The colours come from tokens.css. Nothing else touches the library.

/** @import { Key, Words } from './words.js' */
/** @import { Extension } from '@codemirror/state' */

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/**
 * The editor's texts in the current language.
 * @typedef {object} EditorWords
 * @property {string} label  of the document
 * @property {Record<string, string>} phrases  of the library, by their English originals
 */

const THEME = EditorView.theme({
  '&': { height: '100%', background: 'var(--surface)', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
    lineHeight: '1.5',
  },
  '.cm-gutters': { background: 'var(--sunk)', color: 'var(--text-2)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    background: 'color-mix(in srgb, var(--accent-soft) 45%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--focus) 28%, transparent)',
  },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--focus) 14%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)' },
  '.cm-panels, .cm-tooltip': {
    background: 'var(--surface)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
  },
  '.cm-button, .cm-textfield': {
    background: 'var(--sunk)',
    color: 'var(--text)',
    border: '1px solid var(--edge)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--red)' },
  '.cm-collapsedLines': { padding: '0.25rem 0.75rem', background: 'var(--sunk)', color: 'var(--text-2)' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"" !important' },
  '.tok-keyword, .tok-operatorKeyword': { color: 'var(--mark-last)', fontWeight: '600' },
  '.tok-comment, .tok-meta': { color: 'var(--text-2)', fontStyle: 'italic' },
  '.tok-string': { color: 'var(--good)' },
  '.tok-number, .tok-bool, .tok-atom': { color: 'var(--warn)' },
  '.tok-definition': { color: 'var(--accent)' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { background: 'var(--red-soft)' },
  '&.cm-merge-b .cm-changedLine': { background: 'var(--good-soft)' },
  '&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': {
    background: 'none',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
  },
  '&.cm-merge-b .cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
});

const READING = [
  THEME,
  lineNumbers(),
  drawSelection(),
  EditorView.lineWrapping,
  syntaxHighlighting(classHighlighter),
  python(),
];
const EDITING = [
  ...READING,
  history(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  indentOnInput(),
  indentUnit.of('    '),
  bracketMatching(),
  lintGutter(),
  search({ top: true }),
  // Tab indents; Escape and then Tab leaves the editor, which the library sees to.
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, indentWithTab]),
];
/** How many lines are left around a change, and how many are worth folding. */
const UNCHANGED = { margin: 3, minSize: 6 };
const READ_ONLY = [EditorState.readOnly.of(true), EditorView.editable.of(false)];

/** What is wrong in a file, and where. @typedef {{ kind: string, line: number, column: number, end: number, reason: string }} Fault */

export class SourceEditor {
  #onEdit;
  #words;
  /** Documents that are not shown, by path. @type {Map<string, EditorState>} */
  #states = new Map();
  #spoken = new Compartment();
  #view;
  #path = '';
  /** Set while the program itself changes the text. */
  #silent = false;

  /**
   * @param {HTMLElement} parent
   * @param {{ onEdit: (path: string, text: string) => void, words: (path: string) => EditorWords }} options
   */
  constructor(parent, { onEdit, words }) {
    this.#onEdit = onEdit;
    this.#words = words;
    const root = parent.attachShadow({ mode: 'open' });
    this.#view = new EditorView({ parent: root, root, extensions: [READ_ONLY, named(words('').label)] });
    // The page's own keys must not react to keys pressed in here.
    parent.addEventListener('keydown', (event) => event.stopPropagation());
  }

  /** The file that is shown. */
  get path() {
    return this.#path;
  }

  /**
   * Show a file. What was undone or selected in it comes back with it.
   * @param {string} path @param {string} text @param {string} [top]  a text whose line is at the top at first
   */
  show(path, text, top = '') {
    if (path !== this.#path) {
      if (this.#path) this.#states.set(this.#path, this.#view.state);
      this.#path = path;
      const state = this.#states.get(path);
      this.#view.setState(state ?? this.#newState(path, text));
      this.speak();
      const from = state || !top ? -1 : text.indexOf(top);
      if (from >= 0) this.#startAt(from);
    }
    if (this.#view.state.doc.toString() === text) return;
    this.#silent = true;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#silent = false;
  }

  /**
   * Not EditorView.scrollIntoView: the page itself stays where it is.
   * @param {number} at @param {boolean} [guessed]  the lines have not been measured yet
   */
  #startAt(at, guessed = true) {
    this.#view.requestMeasure({
      read: (view) => view.lineBlockAt(at).top,
      write: (top, view) => {
        view.scrollDOM.scrollTop = top;
        if (guessed) requestAnimationFrame(() => this.#startAt(at, false));
      },
    });
  }

  /** Begin anew: other files, or another variant. */
  forget() {
    this.#states.clear();
    this.#path = '';
  }

  /** Switch to the current language. */
  speak() {
    this.#view.dispatch({ effects: this.#spoken.reconfigure(this.#speaking(this.#path)) });
  }

  /** Mark what is wrong in the file that is shown. @param {readonly Fault[]} faults */
  mark(faults) {
    const { state } = this.#view;
    const diagnostics = faults.map(({ line: number, column, end, reason, kind }) => {
      const line = state.doc.line(Math.min(Math.max(1, number), state.doc.lines));
      const from = Math.min(line.from + Math.max(0, column - 1), line.to);
      const to = end > column ? Math.min(line.from + end - 1, line.to) : line.to;
      const severity = /** @type {'error' | 'warning'} */ (kind === 'trap' ? 'warning' : 'error');
      return { from, to: Math.max(from, to), severity, message: reason };
    });
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  /** Go to a place and take the focus. @param {number} line @param {number} column */
  goTo(line, column) {
    const { doc } = this.#view.state;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    const anchor = Math.min(at.from + Math.max(0, column - 1), at.to);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.#view.focus();
  }

  /** @param {string} path @param {string} doc */
  #newState(path, doc) {
    const onEdit = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged && !this.#silent) this.#onEdit(path, state.doc.toString());
    });
    return EditorState.create({ doc, extensions: [EDITING, onEdit, this.#spoken.of(this.#speaking(path))] });
  }

  /** @param {string} path @returns {Extension} */
  #speaking(path) {
    const { label, phrases } = this.#words(path);
    return [EditorState.phrases.of(phrases), named(label)];
  }
}

/** The text can be focused without being edited, and has a name. @param {string} label */
const named = (label) => EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' });

/**
 * Two texts to compare.
 * @typedef {object} Difference
 * @property {string} original
 * @property {string} text  of the variant
 * @property {{ original: string, text: string, both: string }} labels
 * @property {Record<string, string>} phrases
 */

/** The original beside the variant. @param {HTMLElement} parent @param {Difference} difference */
export function besideView(parent, { original, text, labels, phrases }) {
  return new MergeView({
    ...rootIn(parent),
    a: { doc: original, extensions: readOnly(labels.original, phrases) },
    b: { doc: text, extensions: readOnly(labels.text, phrases) },
    collapseUnchanged: UNCHANGED,
    gutter: true,
  });
}

/** In one column: the original lines above those that replace them. @param {HTMLElement} parent @param {Difference} difference */
export function columnView(parent, { original, text, labels, phrases }) {
  return new EditorView({
    ...rootIn(parent),
    doc: text,
    extensions: [
      readOnly(labels.both, phrases),
      unifiedMergeView({ original, mergeControls: false, collapseUnchanged: UNCHANGED }),
    ],
  });
}

/** @param {HTMLElement} parent */
function rootIn(parent) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  return { parent: root, root };
}

/** @param {string} label @param {Record<string, string>} phrases @returns {Extension} */
const readOnly = (label, phrases) => [
  READING,
  READ_ONLY,
  EditorView.lineWrapping,
  EditorState.phrases.of(phrases),
  named(label),
];

/** The phrases of the library, by their English originals. @param {{ words: Words }} page */
export function editorPhrases(page) {
  const words = {
    Find: 'ui.code.find',
    Replace: 'ui.code.replace',
    replace: 'ui.code.replace',
    next: 'ui.code.next',
    previous: 'ui.code.previous',
    all: 'ui.code.all',
    'replace all': 'ui.code.replaceAll',
    'match case': 'ui.code.case',
    regexp: 'ui.code.regexp',
    'by word': 'ui.code.word',
    close: 'ui.close',
  };
  const phrases = Object.entries(words).map(([english, key]) => [
    english,
    page.words.t(/** @type {Key} */ (key)),
  ]);
  const unchanged = page.words.t('ui.code.unchanged', { count: 2 }).replace(page.words.number(2), '$');
  return Object.fromEntries([...phrases, ['$ unchanged lines', unchanged]]);
}
