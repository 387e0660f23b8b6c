// @ts-check
// The moves: a list beside the board, one line below it on a phone; and the four buttons that step through them.
// One move is a tab stop, the current one; the arrow keys step.

/** @import { App } from './app.js' */
/** @import { Node } from '../game/types.js' */

import { turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough, nodeOf, pathTo, ROOT, variationsBeside } from '../game/tree.js';
import { h, icon, man, say, set } from './dom.js';
import { moveText, notationState } from './notation.js';
import { fenAt, moveInWords, pieceAt, squaresOf } from './phrases.js';
import { markOf } from './worth.js';

/** @param {App} app */
export function moveList(app) {
  const empty = h('p', { class: 'small muted none' });
  const opening = h('p', { class: 'opening' });
  const list = h('ol');
  const buttonOf = moveButtons(app);
  const node = h('nav', { class: 'moves' }, opening, empty, list);
  node.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button');
    if (button) app.session.goTo(Number(button.dataset.node));
  });

  app.watch(
    () => {
      const { tree, ending } = app.state.game;
      return [tree, ending, app.pieces, ...Object.values(app.solutions.state), ...notationState(app)];
    },
    () => {
      const { game } = app.state;
      const focused = node.contains(document.activeElement);
      const line = lineThrough(game.tree);
      set(node, 'aria-label', app.t('moves.name'));
      empty.textContent = app.t('moves.none');
      empty.hidden = line.length > 1;
      say(opening, openingName(app));
      opening.hidden = opening.textContent === '';
      list.replaceChildren(...rows(app, line, buttonOf));
      const current = node.querySelector('[aria-current]') ?? node.querySelector('button');
      if (current instanceof HTMLElement) {
        current.tabIndex = 0;
        if (focused) current.focus({ preventScroll: true });
        bringIntoView(node, current);
      } else {
        node.scrollTop = 0;
      }
    },
  );
  // A hint or a notice takes room from the list.
  new ResizeObserver(() => {
    const current = node.querySelector('[aria-current]');
    if (current instanceof HTMLElement) bringIntoView(node, current);
  }).observe(node);
  return node;
}

/**
 * What the opening of the shown position is called in the language of the page; the last name that the game has
 * had, where the position's own view has not come yet.
 * @param {App} app
 */
function openingName(app) {
  const named = pathTo(app.state.game.tree).findLast(({ view }) => view?.opening);
  return named?.view?.opening?.[app.words.language] ?? '';
}

/** Scroll the list alone, never the page. @param {HTMLElement} list @param {HTMLElement} item */
function bringIntoView(list, item) {
  const outer = list.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    list.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }
  if (inner.left < outer.left || inner.right > outer.right) {
    list.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }
}

/** @param {App} app @param {Node[]} line @param {(node: Node) => HTMLElement} buttonOf @returns {HTMLElement[]} */
function rows(app, line, buttonOf) {
  const { tree } = app.state.game;
  const made = commentRows(line[0]);
  let row = null;
  for (const node of line.slice(1)) {
    const number = numberOf(app, node);
    if (!row || number.first) {
      row = h('li', {}, h('span', { class: 'n', 'aria-hidden': 'true', text: String(number.move) }));
      if (!number.first) row.append(h('span', { class: 'gap', 'aria-hidden': 'true', text: '…' }));
      made.push(row);
    }
    row.append(buttonOf(node));
    const beside = variationsBeside(tree, node);
    const comments = commentRows(node);
    if (beside.length > 0 || comments.length > 0) {
      made.push(...comments, ...beside.map((variation) => variationRow(app, variation, buttonOf)));
      row = null;
    }
  }
  return made;
}

/** What an imported game says about a move. @param {Node} node */
function commentRows({ notes }) {
  return notes?.comment ? [h('li', { class: 'comment', text: notes.comment })] : [];
}

/**
 * The number of the move pair that a move belongs to, counted from where the game began.
 * @param {App} app
 * @param {Node} node
 */
function numberOf(app, node) {
  const { game } = app.state;
  const offset = turnAt(game, ROOT) === factsOf(game.game).sides[0] ? 0 : 1;
  const ply = node.ply - 1 + offset;
  return { move: Math.floor(ply / 2) + 1, first: ply % 2 === 0 };
}

/**
 * Makes the buttons of the moves, and hands out the same one again as long as it would say the same: a long game
 * is not drawn anew at every move.
 * @param {App} app
 * @returns {(node: Node) => HTMLButtonElement}
 */
function moveButtons(app) {
  /** @type {Map<string, HTMLButtonElement>} */
  const made = new Map();
  return (node) => {
    const { game } = app.state;
    const parent = nodeOf(game.tree, node.parent ?? node.id);
    const before = parent.view?.fen ?? fenAt(game, parent.id);
    const mark = markOf(app, node);
    const text = moveText(app, node);
    const said = [mark?.text, app.words.language, app.pieces, text];
    const key = [...said, game.id, node.id, node.move, before].join(' ');
    const button = made.get(key) ?? moveButton(app, node, before, { text, mark });
    made.set(key, button);
    button.tabIndex = -1;
    set(button, 'aria-current', node.id === game.tree.current);
    return button;
  };
}

/**
 * @param {App} app
 * @param {Node} node
 * @param {string} before the FEN it was played from
 * @param {{ text: string, mark: { glyph: string, text: string } | null }} shown
 */
function moveButton(app, node, before, { text, mark }) {
  const move = node.move ?? '';
  const piece = pieceAt(before, squaresOf(move)[0]);
  const said = mark ? `, ${mark.text}` : '';
  const label = `${text}, ${moveInWords(app.words, before, move)}${said}`;
  const properties = { class: 'move', type: 'button', 'data-node': node.id, 'aria-label': label };
  return h('button', properties, piece && pieceMark(app, piece), text, mark && markSign(mark));
}

/** The piece that moves, as small as a letter. @param {App} app @param {import('./phrases.js').Piece} piece */
function pieceMark(app, { side, role, game }) {
  const mark = man(side, role, game);
  mark.dataset.pieces = app.pieces;
  return mark;
}

/** What the review says of the move. @param {{ glyph: string, text: string }} mark */
function markSign({ glyph, text }) {
  return h('span', { class: 'blunder', title: text, 'aria-hidden': 'true', text: glyph });
}

/** @param {App} app @param {Node[]} variation @param {(node: Node) => HTMLElement} buttonOf */
function variationRow(app, variation, buttonOf) {
  const first = numberOf(app, variation[0]);
  const label = h('span', {
    class: 'n',
    'aria-hidden': 'true',
    text: `${first.move}${first.first ? '.' : '…'}`,
  });
  const moves = variation.map(buttonOf);
  return h('li', { class: 'variation', 'aria-label': app.t('moves.variation') }, label, ...moves);
}

/** First, previous, next, last. @param {App} app */
export function jumpBar(app) {
  const steps = stepsThrough(app);
  const buttons = /** @type {const} */ (['first', 'previous', 'next', 'last']).map((name) => {
    const button = h(
      'button',
      { class: `btn plain ${name}`, type: 'button', on: { click: steps[name] } },
      icon(name),
    );
    return { name, button };
  });
  const node = h('div', { class: 'jump', role: 'group' }, ...buttons.map(({ button }) => button));
  app.watch(
    () => [app.state.game.tree],
    () => {
      const { tree } = app.state.game;
      const atStart = tree.current === ROOT;
      const atEnd = nodeOf(tree).children.length === 0;
      set(node, 'aria-label', app.t('moves.name'));
      for (const { name, button } of buttons) {
        set(button, 'aria-label', app.t(`moves.${name}`));
        // Not `disabled`: the button that led to the end must not lose the focus there.
        set(button, 'aria-disabled', name === 'first' || name === 'previous' ? atStart : atEnd);
      }
    },
  );
  return node;
}

/** Ways to step through the line. @param {App} app */
export function stepsThrough(app) {
  const { session } = app;
  const at = (/** @type {(line: Node[], ply: number) => Node | undefined} */ pick) => () => {
    const { tree } = session.state.game;
    const target = pick(lineThrough(tree), pathTo(tree).length - 1);
    if (target) session.goTo(target.id);
  };
  return {
    first: at((line) => line[0]),
    previous: at((line, ply) => line[ply - 1]),
    next: at((line, ply) => line[ply + 1]),
    last: at((line) => line.at(-1)),
  };
}
