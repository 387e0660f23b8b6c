// Moves in the chosen notation. Until the rules have written a move, it is shown as coordinates, or in
// Chinese, where nobody reads those, by the piece that moves.

/** @import { PositionApp as App } from './app.js' */
/** @import { Line } from '../game/move-texts.js' */
/** @import { Node } from '../game/types.js' */

import { spokenNotation } from '../game/notations.js';
import { movesTo, nodeOf, ROOT } from '../game/tree.js';
import { fenAt, moveAdvised, moveInWords, pieceOn, squaresOf } from './piece-words.js';

/** A move of the tree as the rules write it, or null while they have not said. @param {App} app @param {Node} node */
export function knownText(app, node, notation = app.notation) {
  if (notation === 'uci') return node.move;
  const text = node.view?.move?.[notation];
  if (text) return text;
  const { game, tree } = app.state.game;
  const line = { game, fen: tree.fen, moves: movesTo(tree, node.id) };
  const texts = app.texts.of(line);
  if (!texts) app.texts.want(line);
  return texts?.[notation] ?? null;
}

/** A move of the tree as it is said. @param {App} app @param {Node} node */
export const spokenText = (app, node) => knownText(app, node, spokenNotation(app.notation));

/** A move of the tree. @param {App} app @param {Node} node @returns {string} */
export function moveText(app, node) {
  const { move, parent } = node;
  return knownText(app, node) ?? (move && parent !== null ? waitingText(app, move, parent) : '');
}

/**
 * Writes the moves of the current game. Writing all of them takes as long as writing some.
 * @param {App} app
 * @param {(id: number) => string} fens  of the positions
 * @param {string} [notation]
 * @returns {(node: Node) => string}
 */
export function moveTexts(app, fens, notation = app.notation) {
  if (notation === 'uci') return ({ move }) => move ?? '';
  const { game, tree } = app.state.game;
  const written = (/** @type {number} */ id) => Boolean(nodeOf(tree, id).view?.move?.[notation]);
  const texts = app.texts.ofTree(game, tree, written);
  return ({ id, move, parent, view }) =>
    view?.move?.[notation] ?? texts.get(id)?.[notation] ?? waitingText(app, move ?? '', parent ?? ROOT, fens);
}

/**
 * The placeholder for a move that the rules have not written yet.
 * @param {App} app
 * @param {string} move
 * @param {number} [from]  the node that it is played from, where that is known
 * @param {(id: number) => string} [fens]  of the positions
 */
function waitingText(app, move, from, fens = (id) => fenAt(app.state.game, id)) {
  const { game } = app.state;
  if (game.game !== 'xiangqi') return move;
  const [orig] = squaresOf(move);
  const mover = from === undefined ? '' : pieceOn(app.words, fens(from), orig, { ofSide: false });
  return app.t('game-view.move.waiting', { move, mover });
}

/**
 * Moves that might be played from a position, as far as the rules have written them, but at least the first.
 * @param {App} app
 * @param {number | Line} from  a node of the game, or a position
 * @param {readonly string[]} moves
 * @returns {string[]}
 */
export function lineTexts(app, from, moves) {
  const texts = [];
  for (const [at, text] of knownTexts(app, from, moves).entries()) {
    if (text === null && at > 0) break;
    texts.push(text ?? waitingText(app, moves[at]));
  }
  return texts;
}

/** A node as a position. @param {App} app @param {number} id @returns {Line | null} */
function lineTo(app, id) {
  const { game, tree } = app.state.game;
  return tree.nodes.has(id) ? { game, fen: tree.fen, moves: movesTo(tree, id) } : null;
}

/** Moves that might be played from a position, as the rules write them. @param {App} app @param {number | Line} place @param {readonly string[]} moves @returns {Array<string | null>} */
function knownTexts(app, place, moves, notation = app.notation) {
  const from = typeof place === 'number' ? lineTo(app, place) : place;
  if (notation === 'uci' || moves.length === 0 || !from) return [...moves];
  const line = (/** @type {number} */ count) => ({
    ...from,
    moves: [...from.moves, ...moves.slice(0, count)],
  });
  const texts = moves.map((_, at) => app.texts.of(line(at + 1)));
  if (texts.includes(null)) app.texts.want(line(moves.length));
  return texts.map((each) => each?.[notation] ?? null);
}

/**
 * A move as advice: in the chosen notation, or, where that is coordinates, in words.
 * @param {App} app
 * @param {{ node: number, move: string | null }} hint
 */
export function hintedMove(app, { node, move }) {
  const [text] = knownTexts(app, node, [move ?? '']);
  return app.notation === 'uci' || !text
    ? moveAdvised(app.words, fenAt(app.state.game, node), move ?? '')
    : app.t('game-view.hint.move', { move: text });
}

/**
 * A move as it is said in a sentence: in the chosen notation, or, where that is coordinates, in words.
 * @param {App} app
 * @param {number} from  the node that it is played from
 * @param {string} move
 * @param {string | null} [text]  as it is said, where that is known
 */
export function moveSaid(
  app,
  from,
  move,
  text = knownTexts(app, from, [move], spokenNotation(app.notation))[0],
) {
  return app.notation === 'uci' || !text ? moveInWords(app.words, fenAt(app.state.game, from), move) : text;
}
