// What the reviews of games say, in the panel of the analysis and beside a solved game.

import assert from 'node:assert/strict';
import test from 'node:test';
import { NODES, Reviewer } from '../../../web/analysis/review.js';
import { newGame } from '../../../web/game/game.js';
import { reactive } from '../../../web/game/reactive.js';
import { addLine, ROOT, removeNode } from '../../../web/game/tree.js';
import { reviewPanel } from '../../../web/ui/review-panel.js';
import { reviewPanel as solvedPanel } from '../../../web/ui/worth.js';
import { settled, toyView } from './game_fakes.js';
import { textOf } from './template_text.js';

const MOVES = ['a9a8', 'a0a1', 'a8d8'];
const SIDES = { red: { accuracy: 90, counts: {} }, black: { accuracy: 50, counts: { blunder: 1 } } };

/** A review in which the last move is a blunder. */
const reviewOf = ({ moves }) => ({
  moves: moves.map((_, ply) => ({ class: ply === moves.length - 1 ? 'blunder' : 'good', nag: null })),
  positions: [...moves, null].map(() => ({})),
  sides: SIDES,
  leftBook: null,
  worst: [],
});

/** The panel of a reviewed game. */
async function panelOf({ fen = null, moves = MOVES }) {
  const game = newGame({ opponent: 'person', side: 'red', level: 3, id: 'game', fen });
  const { tree } = addLine(game.tree, ROOT, moves);
  const review = {
    moves,
    nodes: NODES,
    evaluations: [...moves, null].map(() => ({ score: { cp: 0 }, pv: [] })),
  };
  const state = reactive({ game: { ...game, tree, review } });
  const t = (key, values = {}) => (key.startsWith('side.') ? key : Object.values(values).join(' '));
  const app = { state, t, notation: 'uci', settings: reactive({ analysis: false }), words: {} };
  const reviewer = new Reviewer({
    createSearcher: () => null,
    review: async (line) => reviewOf(line),
    keep: () => {},
  });
  const { view } = reviewPanel(app, reviewer);
  await settled();
  return { state, read: () => textOf(view()) };
}

test('while another line is shown, the review of the old one is not', async () => {
  // The panel looked for the faults of the old line among the moves of the new, shorter one, and the page reported a fault.
  const { state, read } = await panelOf({});
  assert.match(read(), /2\. a8d8/);
  const { game } = state;
  const [, { id }] = [...game.tree.nodes.values()].filter(({ move }) => move);
  state.game = { ...game, tree: removeNode(game.tree, id) };
  assert.doesNotMatch(read(), /a8d8|90%/);
  await settled();
  assert.match(read(), /1\. a9a8/);
});

test('a game that begins with Black is numbered as in the list, and each fault is beside its side', async () => {
  // The first move was 1., the second 1…; without a view of the start, both sides had the faults of the first.
  const { read } = await panelOf({ fen: 'some/fen b' });
  const [red, black] = read().split('side.black');
  assert.doesNotMatch(red, /a8d8/);
  assert.match(black, /2… a8d8/);
});

test('in a solved game that begins with Black, a move that gave something away has its number in the list', () => {
  const game = newGame({
    game: 'liuzichong',
    opponent: 'person',
    side: 'white',
    level: 1,
    id: 'game',
    fen: 'some b',
  });
  const { tree, id } = addLine({ ...game.tree }, ROOT, ['a0a1', 'a0a2']);
  const nodes = new Map(tree.nodes);
  for (const [at, moves] of [[], ['a0a1'], ['a0a1', 'a0a2']].entries())
    nodes.set(at, { ...nodes.get(at), view: { ...toyView(moves, 'black', 'liuzichong'), fen: String(at) } });
  const outcome = { winner: 'black', termination: 'resignation' };
  const values = [
    { uci: 'b0b1', result: 'win' },
    { uci: 'a0a1', result: 'draw' },
    { uci: 'a0a2', result: 'loss' },
  ];
  const said = [];
  const app = {
    state: { game: { ...game, tree: { ...tree, nodes, current: id }, ending: { node: id, outcome } } },
    solutions: { state: { failed: null }, of: () => values },
    session: {},
    t: (key, facts) => said.push([key, facts?.number]) && key,
  };
  solvedPanel(app)();
  const numbers = said.filter(([, number]) => number);
  assert.deepEqual(numbers, [
    ['review.lostWin', 1],
    ['review.lostAll', 2],
  ]);
});
