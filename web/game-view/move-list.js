// The move list, beside the board. On a phone it is one line below it, or several if there are comments or
// variations. Four buttons and the arrow keys step through it. The current move is the only tab stop.

/** @import { App, PositionApp } from './app.js' */
/** @import { Node, Tree } from '../game/types.js' */
/** @import { View } from '../ui/view.js' */

import { guard } from 'lit-html/directives/guard.js';
import { nagsOf, numberOf } from '../game/game.js';
import { spokenNotation } from '../game/notations.js';
import { lineThrough, nodeOf, pathTo, ROOT, variationsBeside } from '../game/tree.js';
import { iconButton } from '../ui/controls.js';
import { pieceView } from '../ui/icon-view.js';
import { html, nothing } from '../ui/view.js';
import { moveTexts } from './move-words.js';
import { fensOf, moveInWords, pieceAt, squaresOf } from './piece-words.js';
import { occasion, playersTitle } from './record-words.js';

/** What the NAGs of PGN stand for. @type {Readonly<Record<number, string>>} */
export const GLYPHS = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '+=',
  15: '=+',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};

/** The marks of a review, by node. @typedef {Map<number, { glyph: string, text: string }>} Marks */

/**
 * A page's options for its list of moves.
 * @typedef {object} MoveListOptions
 * @property {boolean} [mainLine]  list the main line, whichever position is shown; else the line through it
 * @property {() => Marks | null} [marks]
 * @property {Fold} [fold]  folds variations
 * @property {(id: number) => void} [edit]  called after a right click or a long press on a move
 */

/**
 * Renders a variation in whole or in part; `parts` renders some of its moves. `depth` is 1 for a variation of
 * the line itself. `path` holds the nodes from the root to the current position.
 * @typedef {(variation: Node[], depth: number, path: ReadonlySet<number>, parts: (shown: Node[], how?: How) => unknown) => unknown} Fold
 */

/**
 * How to show a variation. `bare`: without comments; `opening`: goes before its first move, on the same line.
 * @typedef {{ bare?: boolean, opening?: unknown }} How
 */

/** The means to render rows. @typedef {{ app: App, button: (node: Node) => unknown, path: ReadonlySet<number>, fold?: Fold }} Rows */

/**
 * @param {App} app
 * @param {MoveListOptions} [options]
 * @returns {View}
 */
export function moveList(app, { mainLine = false, marks = () => null, edit, fold } = {}) {
  /** @type {Element | null} */
  let list = null;
  /** The page has one list. @param {boolean} focused  whether the focus was in it */
  function rendered(focused) {
    const node = document.querySelector('nav.moves');
    // A hint or a notice takes room from the list.
    if (node && node !== list) new ResizeObserver(() => showCurrent(node)).observe(node);
    list = node;
    if (node) keepCurrent(node, focused);
  }
  return () => {
    const { tree, headers } = app.state.game;
    const line = lineThrough(tree, mainLine ? ROOT : tree.current);
    const kind = `${isAnnotated(tree) ? 'annotated' : ''} ${headers ? 'record' : ''}`;
    const opening = openingName(app);
    const focused = list?.contains(document.activeElement) ?? false;
    queueMicrotask(() => rendered(focused));
    return html`<nav class="moves ${kind}" aria-label=${app.t('game-view.moves.name')}>
      ${headers ? recordHeader(app, headers) : nothing}
      ${opening ? html`<p class="opening">${opening}</p>` : nothing}
      ${line.length > 1 ? nothing : html`<p class="small muted none">${app.t(app.state.asked?.line ? 'game-view.moves.opening' : 'game-view.moves.none')}</p>`}
      <ol>${rows(app, line, marks(), { edit, fold })}</ol>
    </nav>`;
  };
}

/** @param {App} app @param {Record<string, string>} headers */
function recordHeader(app, headers) {
  const [players, rest] = [playersTitle(app, headers), occasion(app, headers)];
  if (!players && !rest) return nothing;
  return html`<header><b>${players}</b><span class="small muted">${rest}</span></header>`;
}

/** Whether there is more to read than one line of moves. @param {Tree} tree */
const isAnnotated = ({ nodes }) =>
  [...nodes.values()].some(({ children, notes }) => children.length > 1 || notes?.comment || notes?.before);

/** @param {Element} list */
const currentOf = (list) => /** @type {HTMLElement | null} */ (list.querySelector('.move[tabindex="0"]'));

/** Move the focus along with the current move, and scroll to it after the next frame, when the layout is known. @param {Element} list @param {boolean} focused */
function keepCurrent(list, focused) {
  if (focused) currentOf(list)?.focus({ preventScroll: true });
  requestAnimationFrame(() => setTimeout(showCurrent, 0, list));
}

/** @param {Element} list */
function showCurrent(list) {
  const current = currentOf(list);
  if (current?.ariaCurrent) bringIntoView(list, current);
  else list.scrollTo(0, 0);
}

/**
 * The name of the opening in the page's language. Until the view of the shown position arrives, it is the
 * last name before it.
 * @param {App} app
 */
function openingName(app) {
  const named = pathTo(app.state.game.tree).findLast(({ view }) => view?.opening);
  const names = named?.view?.opening;
  return names?.[app.words.language] ?? names?.en ?? '';
}

/** Scroll the list alone, never the page. @param {Element} list @param {Element} item */
function bringIntoView(list, item) {
  const outer = list.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(list).paddingBottom); // by notices
  if (inner.top < outer.top || inner.bottom > outer.bottom - covered) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
  if (inner.left < outer.left || inner.right > outer.right) {
    list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }
}

/** @param {App} app @param {Node[]} line @param {Marks | null} marks @param {Pick<MoveListOptions, 'edit' | 'fold'>} options */
function rows(app, line, marks, { edit, fold }) {
  const { tree } = app.state.game;
  const stop = tree.current === ROOT ? line[1]?.id : tree.current;
  const fens = fensOf(app.state.game);
  const texts = moveTexts(app, fens);
  const spoken = spokenNotation(app.notation);
  const said = spoken === app.notation ? texts : moveTexts(app, fens, spoken);
  const button = (/** @type {Node} */ node) => {
    const text = texts(node);
    return moveButton(app, node, { stop, text, said: said(node), fens, mark: marks?.get(node.id), edit });
  };
  const path = new Set(pathTo(tree).map(({ id }) => id));
  const parts = { app, button, path, fold };
  const made = commentRows(line[0].notes?.comment);
  /** @type {unknown[] | null} */
  let pair = null;
  for (const node of line.slice(1)) {
    const { move, first } = numberOf(app.state.game, node);
    const before = commentRows(node.notes?.before);
    made.push(...before);
    if (!pair || first || before.length > 0) {
      pair = first ? [] : [html`<span class="gap" aria-hidden="true">…</span>`];
      made.push(html`<li><span class="n" aria-hidden="true">${move}</span>${pair}</li>`);
    }
    pair.push(button(node));
    const beside = variationsBeside(tree, node).map(
      (variation) => html`<li class="variation" aria-label=${app.t('game-view.moves.variation')}>
        ${foldedParts(parts, variation, 1)}
      </li>`,
    );
    const after = [...commentRows(node.notes?.comment), ...beside];
    made.push(...after);
    if (after.length > 0) pair = null;
  }
  return made;
}

/** What an imported game says about a move. @param {string} [text] */
const commentRows = (text) => (text ? [html`<li class="comment">${text}</li>`] : []);

/** A variation, folded where the page folds it. @param {Rows} parts @param {Node[]} variation @param {number} depth */
function foldedParts(parts, variation, depth) {
  const { fold, path } = parts;
  const shown = (/** @type {Node[]} */ nodes, how = {}) => variationParts(parts, nodes, depth, how);
  return fold ? fold(variation, depth, path, shown) : shown(variation);
}

/**
 * The moves of a variation, their comments, and its own variations in parentheses.
 * @param {Rows} parts
 * @param {Node[]} variation
 * @param {number} depth
 * @param {How} how
 * @returns {unknown[]}
 */
function variationParts(parts, variation, depth, { bare, opening }) {
  const { app, button } = parts;
  const { tree } = app.state.game;
  let interrupted = true;
  return variation.map((node, at) => {
    const { move, first } = numberOf(app.state.game, node);
    const { before, comment } = bare ? {} : (node.notes ?? {});
    const numbered = interrupted || first || before;
    const beside = at === 0 ? [] : variationsBeside(tree, node);
    interrupted = beside.length > 0 || Boolean(comment);
    return html`${commentPart(before)}<span class="ply">${at === 0 ? opening : nothing}${
      numbered ? html`<span class="n" aria-hidden="true">${move}${first ? '.' : '…'}</span>` : nothing
    }${button(node)}</span>${commentPart(comment)}${beside.map(
      (each) => html` <span class="beside" role="group" aria-label=${app.t('game-view.moves.variation')}
          >${foldedParts(parts, each, depth + 1)}</span
        > `,
    )}`;
  });
}

/** @param {string} [text] */
const commentPart = (text) => (text ? html`<span class="comment">${text}</span>` : nothing);

/**
 * The button of a move; rendered again only when its content changes, so that a step in a long game is quick.
 * @param {App} app
 * @param {Node} node
 * @param {object} how
 * @param {number} how.stop  the node whose move the Tab key reaches
 * @param {string} how.text  the move as it is written
 * @param {string} how.said  the move as it is said
 * @param {(id: number) => string} how.fens  of the positions
 * @param {{ glyph: string, text: string }} [how.mark]  what the review says of it
 * @param {MoveListOptions['edit']} [how.edit]
 */
function moveButton(app, node, { stop, text: written, said, fens, mark, edit }) {
  const { game } = app.state;
  const parent = nodeOf(game.tree, node.parent ?? node.id);
  const glyphs = nagsOf(game, node)
    .map((nag) => GLYPHS[nag] ?? '')
    .join('');
  const text = written + glyphs;
  const current = node.id === game.tree.current;
  const shown = [text, mark?.text, current, node.id === stop, app.words.language, app.pieces];
  return guard([...shown, game.id, node.id, parent.view], () => {
    const move = node.move ?? '';
    const before = fens(parent.id);
    const piece = pieceAt(before, squaresOf(move)[0]);
    const spoken = said === written ? '' : said;
    const label = [text, spoken, moveInWords(app.words, before, move), mark?.text].filter(Boolean).join(', ');
    return html`<button
      class="move"
      type="button"
      aria-label=${label}
      aria-current=${current ? 'true' : nothing}
      tabindex=${node.id === stop ? 0 : -1}
      @click=${() => app.session.goTo(node.id)}
      @contextmenu=${edit && opens(() => edit(node.id))}
    >${piece ? pieceView(piece.side, piece.role, game.game, app.pieces) : nothing}${text}${
      mark ? html`<span class="blunder" title=${mark.text} aria-hidden="true">${mark.glyph}</span>` : nothing
    }</button>`;
  });
}

/** In place of the browser's menu. @param {() => void} act */
const opens = (act) => (/** @type {Event} */ event) => {
  event.preventDefault();
  act();
};

const JUMPS = /** @type {const} */ (['first', 'previous', 'next', 'last']);

/** First, previous, next, last. @param {App} app @returns {View} */
export function jumpBar(app) {
  const steps = stepsThrough(app);
  return () => {
    const { tree } = app.state.game;
    const ends = [tree.current === ROOT, nodeOf(tree).children.length === 0];
    const jump = (/** @type {typeof JUMPS[number]} */ name, /** @type {number} */ at) =>
      iconButton(name, app.t(`game-view.moves.${name}`), steps[name], { kind: name, ended: ends[at >> 1] });
    return html`<div class="jump" role="group" aria-label=${app.t('game-view.moves.name')}>${JUMPS.map(jump)}</div>`;
  };
}

/** Ways to step through the line. @param {App} app */
export function stepsThrough(app) {
  const { session } = app;
  const at = (/** @type {(line: Node[], ply: number) => Node | undefined} */ pick) => () => {
    const { tree } = session.state.game;
    const target = pick(lineThrough(tree), pathTo(tree).length - 1);
    if (target) session.goTo(target.id);
  };
  /** Go to another variation of the last move. @param {1 | -1} way */
  const beside = (way) => () => {
    const { tree } = session.state.game;
    const { id, parent } = nodeOf(tree);
    const moves = parent === null ? [] : nodeOf(tree, parent).children;
    const target = moves[moves.indexOf(id) + way];
    if (target !== undefined) session.goTo(target);
  };
  return {
    first: at((line) => line[0]),
    previous: at((line, ply) => line[ply - 1]),
    next: at((line, ply) => line[ply + 1]),
    last: at((line) => line.at(-1)),
    otherBefore: beside(-1),
    otherAfter: beside(1),
  };
}
