// Converts a game to a record, as in files, and back from a record or from database rows.
// The data may be old, cut off or edited by hand, so reading checks everything and names what is wrong.

/** @import { Notes } from '../engine/messages.js' */
/** @import { Game, GameClock, GameReview, Node, Outcome, Side, Tree, View } from '../game/types.js' */
/** @import { CursorRow, GameRow, MoveRow } from './database.js' */

import { factsOf, isGame, levelsOf } from '../game/games.js';
import { inOrder } from '../game/record.js';
import { controlsOf } from '../game/time-control.js';
import { ROOT, trimmedNotes } from '../game/tree.js';
import { RecordError } from './set-aside.js';

const SCHEMA = 2;

/**
 * A game for a file; its views are left out, because the rules can give them again.
 * @param {Game} game
 * @returns {object} plain data for JSON; nodes in order of preference, parents first
 */
export function toRecord(game) {
  /** @type {Array<[number, number | null, string | null, null, ...Notes[]]>} */
  const nodes = [];
  for (const id of inOrder(game.tree)) {
    const { parent, move, notes } = /** @type {Node} */ (game.tree.nodes.get(id));
    nodes.push([id, parent, move, null, ...(notes ? [notes] : [])]);
  }
  const { fen, current } = game.tree;
  return { schema: SCHEMA, ...game, tree: { fen, current, nodes } };
}

/**
 * The game of these rows. A missing or invalid view is asked for again.
 * @param {GameRow} row
 * @param {Pick<CursorRow, 'node' | 'clock'>} cursor
 * @param {readonly MoveRow[]} moves
 * @param {ReadonlyMap<number, View>} views  by node
 * @returns {Game} throws RecordError
 */
export function fromRows(row, cursor, moves, views) {
  check(isGame(row.game), `unknown game ${row.game}`);
  const { sides } = factsOf(row.game);
  /** @type {Map<number | null, MoveRow[]>} */
  const children = new Map();
  for (const move of moves) children.set(move.parent, [...(children.get(move.parent) ?? []), move]);
  const nodes = [];
  const waiting = [...(children.get(null) ?? [])];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { id, parent, move, notes, order = [] } = node;
    const view = views.get(id);
    nodes.push([id, parent, move, isView(view, sides) ? view : null, ...(notes ? [notes] : [])]);
    const place = new Map(order.map((child, at) => [child, at]));
    const rank = (/** @type {MoveRow} */ child) => place.get(child.id) ?? order.length + child.id;
    waiting.push(...(children.get(id) ?? []).sort((a, b) => rank(b) - rank(a)));
  }
  check(nodes.length === moves.length, 'a move has no parent');
  const clock = row.clock && { control: row.clock, ...cursor.clock };
  return fromRecord({ schema: SCHEMA, ...row, clock, tree: { fen: row.fen, current: cursor.node, nodes } });
}

/**
 * @param {unknown} record
 * @returns {Game} throws RecordError
 */
export function fromRecord(record) {
  const data = object(record, 'the record');
  const { schema, game: name, level } = data;
  check(schema === SCHEMA, `schema ${schema} is not ${SCHEMA}`);
  check(isGame(name), `unknown game ${name}`);
  const { sides } = factsOf(name);
  const players = object(data.players, 'players');
  for (const side of sides) check(['person', 'engine'].includes(players[side]), `no player for ${side}`);
  check(levelsOf(name).includes(level), `level ${level}`);
  check(sides.includes(data.orientation), `orientation ${data.orientation}`);
  const tree = readTree(object(data.tree, 'the tree'), sides);
  return {
    id: text(data.id, 'id'),
    game: name,
    players: Object.fromEntries(sides.map((side) => [side, players[side]])),
    level,
    orientation: data.orientation,
    tree,
    ending: data.ending === null ? null : readEnding(data.ending, tree.nodes, sides),
    ...(data.headers !== undefined && { headers: readHeaders(data.headers) }),
    ...(isReview(data.review) && { review: data.review }),
    ...(data.clock && { clock: readClock(data.clock, tree) }),
  };
}

/** @param {unknown} value @param {Tree} tree @returns {GameClock} */
function readClock(value, { nodes, current }) {
  const { control, node = current, left = null } = object(value, 'the clock');
  check(isText(control) && controlsOf(control) !== null, `the clock ${control}`);
  const isLeft = Array.isArray(left) && left.length === 2 && left.every((ms) => ms >= 0);
  check(left === null || isLeft, 'what is left on the clocks');
  return { control, node: nodes.has(node) ? node : current, from: null, left };
}

/** Whether it is a review; an invalid one can be made again. @param {any} review @returns {review is GameReview} */
function isReview(review) {
  const isObject = (/** @type {unknown} */ each) => Boolean(each) && typeof each === 'object';
  return (
    isObject(review) &&
    Number.isInteger(review.nodes) &&
    [review.moves, review.evaluations].every(Array.isArray) &&
    review.moves.every((/** @type {unknown} */ move) => typeof move === 'string') &&
    review.evaluations.every(isObject) &&
    Object.values(review.nags ?? {}).every(Number.isInteger)
  );
}

/** @param {Record<string, any>} data @param {readonly Side[]} sides */
function readTree(data, sides) {
  check(Array.isArray(data.nodes) && data.nodes.length > 0, 'the tree has no nodes');
  /** @type {Map<number, Node>} */
  const nodes = new Map();
  for (const row of data.nodes) {
    check(
      Array.isArray(row) && (row.length === 4 || row.length === 5),
      'a node is not a row of four or five',
    );
    const [id, parent, move, view] = row;
    const noted = row.length === 5 ? { notes: readNotes(row[4], id) } : {};
    check(Number.isInteger(id) && !nodes.has(id), `node id ${id}`);
    check(view === null || isView(view, sides), `the view of node ${id}`);
    if (nodes.size === 0) {
      check(id === ROOT && parent === null && move === null, 'the first node is not the root');
      nodes.set(id, { id, parent, move, ply: 0, children: [], view, ...noted });
      continue;
    }
    const from = nodes.get(parent);
    check(from !== undefined, `node ${id} has no parent`);
    check(
      typeof move === 'string' && /^[a-z]\d{1,2}[a-z]\d{1,2}[a-z]?$/.test(move),
      `the move of node ${id}`,
    );
    from.children.push(id);
    nodes.set(id, { id, parent, move, ply: from.ply + 1, children: [], view, ...noted });
  }
  check(nodes.has(data.current), `no current node ${data.current}`);
  const fen = data.fen === null ? null : text(data.fen, 'fen');
  return { fen, nodes, current: data.current, next: Math.max(...nodes.keys()) + 1 };
}

/** @param {unknown} value @param {number} id @returns {Notes} */
function readNotes(value, id) {
  const notes = object(value, `the notes of node ${id}`);
  const { comment = '', before = '', nags = [], clock, commands = '' } = notes;
  check([comment, before, commands].every(isText), `the comments of node ${id}`);
  check(Array.isArray(nags) && nags.every(Number.isInteger), `the glyphs of node ${id}`);
  check(clock === undefined || (Number.isInteger(clock) && clock >= 0), `the clock of node ${id}`);
  return trimmedNotes(notes);
}

/** @param {unknown} value @returns {Record<string, string>} */
function readHeaders(value) {
  const headers = object(value, 'the headers');
  check(Object.values(headers).every(isText), 'a header is no text');
  return headers;
}

/** @param {unknown} value @param {Map<number, Node>} nodes @param {readonly Side[]} sides */
function readEnding(value, nodes, sides) {
  const ending = object(value, 'the ending');
  check(nodes.has(ending.node), `the game ended at no node ${ending.node}`);
  check(isOutcome(ending.outcome, sides), 'the outcome');
  return { node: /** @type {number} */ (ending.node), outcome: /** @type {Outcome} */ (ending.outcome) };
}

/**
 * Whether a value has the shape of a view. (Only the rules know whether it is *right*.)
 * @param {any} value
 * @param {readonly Side[]} sides
 * @returns {value is View}
 */
function isView(value, sides) {
  return (
    typeof value?.fen === 'string' &&
    sides.includes(value.turn) &&
    typeof value.dests === 'object' &&
    value.dests !== null &&
    Object.values(value.dests).every((dests) => Array.isArray(dests) && dests.every(isText)) &&
    (value.check === null || isText(value.check)) &&
    (value.lastMove === null || (Array.isArray(value.lastMove) && value.lastMove.every(isText))) &&
    (value.outcome === null || isOutcome(value.outcome, sides)) &&
    isPromotions(value.promotions ?? {})
  );
}

/** @param {any} value */
function isPromotions(value) {
  return (
    typeof value === 'object' &&
    Object.values(value).every((letters) => Array.isArray(letters) && letters.every(isText))
  );
}

/** @param {any} value @param {readonly Side[]} sides */
function isOutcome(value, sides) {
  return isText(value?.termination) && (value.winner === null || sides.includes(value.winner));
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** @param {unknown} holds @param {string} what @returns {asserts holds} */
function check(holds, what) {
  if (!holds) throw new RecordError(what);
}

/** @param {unknown} value @param {string} what @returns {Record<string, any>} */
function object(value, what) {
  check(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is missing`);
  return value;
}

/** @param {unknown} value @param {string} what @returns {string} */
function text(value, what) {
  check(typeof value === 'string' && value.length <= 4096, `${what} is no text`);
  return value;
}
