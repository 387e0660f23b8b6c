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
async function panelOf({
  fen = null,
  moves = MOVES,
  reviewed = moves.length + 1,
  createSearcher = () => null,
}) {
  const game = newGame({ opponent: 'person', side: 'red', level: 3, id: 'game', fen });
  const { tree } = addLine(game.tree, ROOT, moves);
  const review = {
    moves,
    nodes: NODES,
    evaluations: Array.from({ length: reviewed }, () => ({ score: { cp: 0 }, pv: [] })),
  };
  const state = reactive({ game: { ...game, tree, review } });
  const t = (key, values = {}) => (key.startsWith('side.') ? key : Object.values(values).join(' '));
  const shown = reactive({ notation: 'uci' });
  const app = {
    state,
    t,
    get notation() {
      return shown.notation;
    },
    session: { addGlyphs: () => {} },
    settings: reactive({ analysis: false }),
    words: {},
  };
  /** The notations of the reviews that were asked for. */
  const asked = [];
  const reviewer = new Reviewer({
    createSearcher,
    review: async (line) => {
      asked.push(line.notation);
      return reviewOf(line);
    },
    keep: (kept) => {
      state.game = { ...state.game, review: kept };
    },
  });
  const { view, start } = reviewPanel(app, reviewer);
  await settled();
  return { state, shown, asked, reviewer, start, read: () => textOf(view()) };
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

test('a review goes on in another notation', async () => {
  // It was stopped, and the panel offered to resume it.
  const searches = [];
  const createSearcher = () => ({
    addEventListener: () => {},
    dispose: () => {},
    go: () => ({ result: new Promise((resolve) => searches.push(resolve)) }),
  });
  const { shown, asked, reviewer, start } = await panelOf({ reviewed: 3, createSearcher });
  start();
  shown.notation = 'wxf';
  await settled();
  assert.equal(reviewer.state.running, true);
  searches[0]({ info: { score: { cp: 0 }, pv: [] } });
  await settled();
  assert.deepEqual([reviewer.state.running, reviewer.state.done], [false, 4]);
  assert.equal(asked.at(-1), 'wxf');
  shown.notation = 'uci';
  await settled();
  assert.equal(asked.at(-1), 'uci');
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
