// What the reviews of games say, in the panel of the analysis and beside a solved game.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mistakesView } from '../../../../web/analysis/mistakes-panel.js';
import { MistakesSession } from '../../../../web/analysis/mistakes-session.js';
import { reviewPanel } from '../../../../web/analysis/review-panel.js';
import { mistakesIn, NODES, Reviewer } from '../../../../web/analysis/reviewer.js';
import { AnalysisSession } from '../../../../web/analysis/session.js';
import { readAddress } from '../../../../web/game/address.js';
import { newGame } from '../../../../web/game/game.js';
import { addLine, lineThrough, movesTo, ROOT, removeNode } from '../../../../web/game/tree.js';
import { solvedReviewPanel as solvedPanel } from '../../../../web/game-view/solved-panel.js';
import { reactive } from '../../../../web/ui/reactive.js';
import { FakeClient, settled, toyView } from '../game_fakes.js';
import { markupOf, textOf } from '../template_text.js';

globalThis.document = { activeElement: null, body: {} };

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
  worst = [],
  createSearcher = () => null,
  ...facts
}) {
  const game = newGame({ opponent: 'person', side: 'red', level: 3, id: 'game', fen });
  const { tree } = addLine(game.tree, ROOT, moves);
  const review = {
    moves,
    nodes: NODES,
    evaluations: Array.from({ length: reviewed }, () => ({ score: { cp: 0 }, pv: [] })),
  };
  const state = reactive({ game: { ...game, tree, review, ...facts } });
  const t = (key, values = {}) => (key.startsWith('game-view.side.') ? key : Object.values(values).join(' '));
  const shown = reactive({ notation: 'uci' });
  const app = {
    state,
    t,
    get notation() {
      return shown.notation;
    },
    session: { keepReview: () => {} },
    settings: reactive({ analysis: false }),
    words: { has: () => false, language: 'en' },
  };
  /** The notations of the reviews that were asked for. */
  const asked = [];
  const reviewer = new Reviewer({
    createSearcher,
    review: async (line) => {
      asked.push(line.notation);
      return { ...reviewOf(line), worst };
    },
    keep: (kept) => {
      state.game = { ...state.game, review: kept };
    },
  });
  const { view, start } = reviewPanel(app, reviewer, { state: {} });
  await settled();
  return { state, shown, asked, reviewer, start, read: () => textOf(view()), markup: () => markupOf(view()) };
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
  const [, red, black] = read().split(/side\.\w+ (?=\d+%)/);
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
    ['game-view.review.lostWin', 1],
    ['game-view.review.lostAll', 2],
  ]);
});

test('the mistakes are those of the person, else of the side below', async () => {
  // Both sides were asked about, although one of them was the engine.
  const moment = (ply) => ({ ply, line: [], reasons: [], reply: [], replyReasons: [] });
  const worst = [1, 2].map(moment);
  const sideOf = async (facts) => {
    const { markup } = await panelOf({ worst, ...facts });
    const shown = markup().match(/class="moments">.*?<\/ol>/s)[0];
    return ['a0a1', 'a8d8'].filter((move) => shown.includes(move)).join();
  };
  assert.equal(await sideOf({}), 'a8d8');
  assert.equal(await sideOf({ orientation: 'black' }), 'a0a1');
  const engine = 'Cannonfish (Level 3)';
  assert.equal(await sideOf({ headers: { Red: engine, Black: '?' }, orientation: 'red' }), 'a0a1');
  assert.equal(await sideOf({ headers: { Red: 'Anna', Black: engine }, orientation: 'black' }), 'a8d8');
  assert.equal(await sideOf({ headers: { Red: 'Anna', Black: 'Wei' }, orientation: 'black' }), 'a0a1');
});

test('the worst mistakes come first', () => {
  const moves = [{ class: 'mistake', loss: 120 }, { class: 'inaccuracy' }, { class: 'blunder', loss: 400 }];
  assert.deepEqual(
    mistakesIn({ moves }, () => true),
    [2, 0],
  );
});

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';

/** An engine that plays toy moves on a real board. */
class Client extends FakeClient {
  play = async (request) => ({ ...(await super.play(request)), fen: START });
}

/** A lesson about the first two moves of a game, whose answers wait to be taken back. */
async function lesson({ judge }) {
  const session = new AnalysisSession({
    client: new Client(),
    startViews: { xiangqi: { ...toyView([]), fen: START } },
    newId: () => `game ${Math.random()}`,
  });
  await session.open(readAddress('?game=xiangqi'), { game: 'xiangqi', side: 'red', level: 1 });
  const moves = ['a0a1', 'a0a2'];
  session.playLine(ROOT, moves);
  session.keepReview({
    moves,
    evaluations: [{ score: { cp: 50 }, pv: ['b0b1'] }, { score: { cp: 90 } }, {}],
  });
  const stopped = [];
  const waits = [];
  const reviewer = { judge, stop: () => stopped.push('engine') };
  const app = {
    session,
    state: session.state,
    settings: reactive({ analysis: true }),
    t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
    notation: 'uci',
    words: { language: 'en', has: () => false, t: (key) => key, number: String },
  };
  const line = () => lineThrough(session.state.game.tree, ROOT);
  const wait = () => new Promise((resolve) => waits.push(resolve));
  const page = { toBoard: () => {}, onEnd: () => {} };
  const mistakes = new MistakesSession(app, reviewer, line, page, wait);
  mistakes.begin([0, 1]);
  await settled();
  return { app, session, mistakes, waits, stopped, read: () => textOf(mistakesView(app, mistakes)) };
}

const MOMENT = { line: ['b0b1'], reasons: [], reply: ['b0b1'], replyReasons: [] };
const blunder = async () => ({ class: 'blunder', moment: MOMENT, score: { cp: 300 } });

test('a wrong try is answered on the board and taken back, and its argument can be read', async () => {
  // "You can do better" was all that was said, and the board stayed where it was.
  const { session, mistakes, waits, read } = await lesson({ judge: blunder });
  const { nodes } = session.state.game.tree;
  assert.equal(session.move('a0a2'), 'played');
  await settled();
  assert.deepEqual(movesTo(session.state.game.tree), ['a0a2', 'b0b1'], 'the answer is on the board');
  assert.deepEqual(mistakes.marks, []);
  waits[0]();
  await settled();
  assert.equal(session.state.game.tree.current, ROOT);
  assert.deepEqual([...session.state.game.tree.nodes.keys()], [...nodes.keys()], 'no try is left');
  assert.deepEqual(
    mistakes.marks.map(({ orig, dest, brush }) => [orig + dest, brush]),
    [
      ['a0a2', 'third'],
      ['b0b1', 'threat'],
    ],
  );
  assert.match(read(), /review\.lesson\.wrong a0a2 analysis\.review\.reply b0b1/);
  assert.doesNotMatch(read(), /hint\.line/);
  mistakes.explain();
  assert.match(read(), /hint\.line/);
  assert.equal(session.move('b0b1'), 'played');
  await settled();
  assert.match(read(), /review\.lesson\.right b0b1.*hint\.showLine/);
  assert.deepEqual(mistakes.marks, []);
});

test('the move of the game is a wrong try that needs no search', async () => {
  const judged = [];
  const { session, waits, read } = await lesson({
    judge: (line, _before, after) => {
      judged.push([line.moves.join(), after?.score?.cp]);
      return blunder();
    },
  });
  const size = session.state.game.tree.nodes.size;
  assert.equal(session.move('a0a1'), 'played');
  await settled();
  assert.deepEqual(judged, [['a0a1', 90]]);
  waits[0]();
  await settled();
  assert.match(read(), /review\.lesson\.wrong a0a1/);
  assert.equal(session.state.game.tree.nodes.size, size);
  assert.deepEqual(lineThrough(session.state.game.tree, ROOT).length, 3, 'the game is whole');
});

test('who looks elsewhere while the answer is shown stays there, and can come back', async () => {
  const { session, mistakes, waits, read } = await lesson({ judge: blunder });
  session.move('a0a2');
  await settled();
  session.goTo(2);
  waits[0]();
  await settled();
  assert.equal(session.state.game.tree.current, 2);
  assert.match(read(), /review\.lesson\.retry/);
  assert.equal(mistakes.state.result, 'wrong');
});

test('the solution is shown and explained, and the next question follows', async () => {
  const { session, mistakes, read } = await lesson({ judge: blunder });
  mistakes.show();
  assert.deepEqual(movesTo(session.state.game.tree), ['b0b1']);
  assert.match(read(), /review\.lesson\.shown b0b1/);
  mistakes.next();
  assert.deepEqual(movesTo(session.state.game.tree), ['a0a1'], 'the position of the second mistake');
});

test('a lesson that ends lets its engine go and brings the analysis back', async () => {
  const { app, session, waits, stopped, read } = await lesson({ judge: blunder });
  assert.equal(app.settings.analysis, false);
  session.move('a0a2');
  await settled();
  session.begin({ game: 'xiangqi', opponent: 'person', side: 'red', level: 1 });
  await settled();
  waits[0]();
  await settled();
  assert.deepEqual([read(), stopped, app.settings.analysis], ['', ['engine'], true]);
});
