import assert from 'node:assert/strict';
import test from 'node:test';
import { nodeOf, ROOT } from '../../../../web/game/tree.js';
import { puzzleFrom } from '../../../../web/puzzles/puzzle.js';
import { PuzzleSession } from '../../../../web/puzzles/session.js';
import { settled } from '../game_fakes.js';

// A made-up puzzle in two moves: a0a1 is right, so is a0a2; the reply is always i9i8; then b0b1 or b0b2.
const FEN = '9/9/9/9/9/9/9/9/9/RR7 w - - 0 1';
const DESTS = { a0: ['a1', 'a2', 'a3'], b0: ['b1', 'b2', 'b3'] };
const row = (ply, more = {}) => ({ fen: FEN, ...(ply % 2 ? {} : { dests: 'a0a1a2a3 b0b1b2b3' }), ...more });
const PUZZLE = puzzleFrom({
  id: 'two',
  game: 'xiangqi',
  fen: FEN,
  moves: ['a0a1', 'i9i8', 'b0b1'],
  alternatives: [['a0a2'], ['b0b2']],
  themes: ['mate', 'mateIn2'],
  rating: 1500,
  source: 'test',
  licence: 'test',
  check: { how: 'exhaustive', depth: 3 },
  views: [row(0), row(1), row(2), row(3, { outcome: { winner: 'red', termination: 'checkmate' } })],
});
const WIN = { winner: 'red', termination: 'checkmate' };

/** An engine that answers what it is told to, for positions named by their moves. */
class ScriptedClient extends EventTarget {
  state = { state: 'idle', progress: 1 };
  asked = [];
  /** @type {Record<string, { score?: object, pv?: string[], outcome?: object, error?: object }>} */
  script = {};
  held = null;
  /** Whether searches wait for `answer`. As in the engine, a newer one ends the one before. */
  slow = false;
  cancel = () => {};
  answer = () => {};

  async view({ moves }) {
    await this.held;
    const { outcome = null, error } = this.script[moves.join(' ')] ?? {};
    if (error) throw Object.assign(new Error('refused'), error);
    return {
      game: 'xiangqi',
      fen: FEN,
      turn: moves.length % 2 ? 'black' : 'red',
      dests: outcome ? {} : DESTS,
      outcome,
    };
  }
  go({ moves }) {
    this.asked.push(moves.join(' '));
    const { score = { cp: 0 }, pv = ['i9i8'] } = this.script[moves.join(' ')] ?? {};
    const found = { bestmove: pv[0], ponder: null, info: { score, pv, depth: 9 } };
    if (!this.slow) return { result: Promise.resolve(found) };
    this.cancel();
    const result = new Promise((resolve, reject) => {
      this.answer = () => resolve(found);
      this.cancel = () => reject(Object.assign(new Error('a newer search'), { code: 'cancelled' }));
    });
    return { result };
  }
  async stop() {}
  retry() {
    this.setState('idle');
  }
  setState(state) {
    this.state = { ...this.state, state };
    this.dispatchEvent(new Event('state'));
  }
}

async function opened(script = {}, options = {}) {
  const client = new ScriptedClient();
  client.script = script;
  const results = [];
  const session = new PuzzleSession({
    client,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    onResult: (puzzle, result) => results.push(`${puzzle.id} ${result}`),
    onUnjudged: () => results.push('unjudged'),
  });
  await session.open(PUZZLE, null, undefined, options);
  return { client, session, results };
}
const play = async (session, move) => {
  const result = session.move(move);
  await settled();
  return result;
};

test('the solution is played without a word to the engine', async () => {
  const { client, session, results } = await opened();
  assert.equal(await play(session, 'a0a1'), 'played');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['solving', 'right']);
  assert.equal(await play(session, 'b0b1'), 'played');
  assert.equal(session.state.phase, 'solved');
  assert.deepEqual(results, ['two solved']);
  assert.deepEqual(client.asked, []);
  assert.equal(session.move('b0b3'), 'over');
});

test('illegal moves, and moves out of turn, change nothing', async () => {
  const { session } = await opened();
  assert.equal(session.move('a0b5'), 'illegal');
  session.move('a0a1');
  assert.equal(session.move('b0b1'), 'waiting');
  await settled();
  session.goTo(ROOT);
  assert.equal(session.move('a0a1'), 'waiting');
  assert.equal(session.state.phase, 'solving');
});

test('an equally short mate is right, and the engine defends against it', async () => {
  const { client, session, results } = await opened({
    a0a2: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] },
    'a0a2 h9h8 b0b3': { outcome: WIN },
  });
  await play(session, 'a0a2');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['solving', 'equal']);
  assert.deepEqual(client.asked, ['a0a2']);
  await play(session, 'b0b3');
  assert.equal(session.state.phase, 'solved');
  assert.deepEqual(results, ['two solved']);
});

test('an equally good last move needs no engine', async () => {
  const { client, session, results } = await opened();
  await play(session, 'a0a1');
  await play(session, 'b0b2');
  assert.deepEqual([session.state.phase, client.asked.length], ['solved', 0]);
  assert.deepEqual(results, ['two solved']);
});

test('off the line, too, the mate has to come in time', async () => {
  const { session, results } = await opened({
    a0a2: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] },
    'a0a2 h9h8 a0a3': { score: { mate: -4 }, pv: ['i9i8'] },
  });
  await play(session, 'a0a2');
  await play(session, 'a0a3');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['offLine', 'slower']);
  assert.equal(session.state.feedback.reading.worth.mate, 5);
  assert.ok(session.takeBack());
  await session.hint();
  assert.equal(session.state.hint.move, 'b0b3', 'the engine has said so on the way');
  assert.deepEqual(results, []);
});

test('a wrong move is a mistake, once and for all; a good one is none', async () => {
  const { session, results } = await opened({
    b0b3: { score: { cp: 300 }, pv: ['i9i8'] },
    b0b2: { score: { cp: -900 } },
  });
  await play(session, 'b0b2');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['offLine', 'better']);
  session.takeBack();
  assert.deepEqual(results, []);
  await play(session, 'b0b3');
  assert.deepEqual([session.state.feedback.kind, session.state.feedback.reading.reply], ['wrong', 'i9i8']);
  assert.deepEqual(results, ['two failed']);
  session.takeBack();
  await play(session, 'a0a1');
  await play(session, 'b0b1');
  assert.deepEqual(results, ['two failed'], 'an attempt counts once');
});

test('a mate that the puzzle does not list is right when the engine sees that it is as short', async () => {
  const { session, results } = await opened({ a0a3: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] } });
  await play(session, 'a0a3');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['solving', 'equal']);
  assert.deepEqual(results, []);
});

test('while the engine is not there nothing is said that is not known, and it is judged when it comes', async () => {
  const { client, session, results } = await opened({ b0b3: { score: { cp: 300 } } });
  let arrive = () => {};
  client.held = new Promise((resolve) => {
    arrive = resolve;
  });
  await play(session, 'b0b3');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['offLine', 'doubt']);
  assert.deepEqual(results, []);
  arrive();
  await settled();
  assert.equal(session.state.feedback.kind, 'wrong');
  assert.deepEqual(results, ['two failed']);
});

test('a doubt that is taken back and never resolved is held against nobody', async () => {
  const { client, session, results } = await opened();
  client.held = new Promise(() => {});
  await play(session, 'b0b3');
  session.takeBack();
  await play(session, 'a0a1');
  await play(session, 'b0b1');
  assert.deepEqual(results, ['two helped']);
});

test('an engine that fails is told, and asked again when it runs again', async () => {
  const { client, session } = await opened({ b0b3: { error: { code: 'failed' } } });
  client.setState('failed');
  await play(session, 'b0b3');
  assert.equal(session.state.feedback.kind, 'unjudged');
  client.script = { b0b3: { score: { cp: 300 } } };
  session.retry();
  await settled();
  assert.equal(session.state.feedback.kind, 'wrong');
  assert.equal(session.state.attempt.doubts, 0);
});

// "The engine is checking your move…" stood there for ever once "Create a puzzle" had taken the engine, and a board that
// waited for the reply to an equal move was dead.
test('what the engine was taken away from is asked again when it is free', async () => {
  for (const [move, kind] of [
    ['b0b3', 'wrong'],
    ['a0a2', 'equal'],
  ]) {
    const { client, session } = await opened({ b0b3: { score: { cp: 300 } } });
    client.slow = true;
    await play(session, move);
    client.setState('thinking');
    client.go({ moves: ['the', 'dialog'] });
    await settled();
    assert.deepEqual(client.asked, [move, 'the dialog'], 'the dialog has it in peace');
    client.slow = false;
    client.setState('idle');
    await settled();
    assert.deepEqual(client.asked.slice(2), [move, move], 'a proof, and a look');
    assert.equal(session.state.feedback.kind, kind);
    assert.deepEqual(
      [session.state.phase, session.state.attempt.doubts],
      [kind === 'wrong' ? 'offLine' : 'solving', 0],
    );
  }
});

// A move is judged by two searches. One that had been taken back after the first went on to its second, which ended the
// search for the move played after it: that one was being checked for ever.
test('a move that was taken back does not end the judging of the next one', async () => {
  const { client, session } = await opened({ b0b3: { score: { cp: 300 } }, a0a3: { score: { cp: 300 } } });
  client.slow = true;
  await play(session, 'b0b3');
  let arrive = () => {};
  client.held = new Promise((resolve) => {
    arrive = resolve;
  });
  client.answer();
  await settled(); // now it waits for the view before the second search
  client.held = null;
  session.takeBack();
  await play(session, 'a0a3');
  arrive();
  await settled();
  for (let searches = 0; searches < 2; searches++) {
    client.answer();
    await settled();
  }
  assert.deepEqual(client.asked, ['b0b3', 'a0a3', 'a0a3']);
  assert.equal(session.state.feedback.kind, 'wrong');
});

test('a move that was taken back while it was being judged is still a mistake', async () => {
  const { client, session, results } = await opened({ b0b3: { score: { cp: 300 } } });
  client.slow = true;
  await play(session, 'b0b3');
  session.takeBack();
  for (let searches = 0; searches < 2; searches++) {
    client.answer();
    await settled();
  }
  assert.deepEqual([session.state.phase, results], ['solving', ['two failed']]);
});

test('help costs the rating nothing and is remembered; the solution lies in the move list', async () => {
  const { session, results } = await opened();
  await session.hint();
  assert.deepEqual([session.state.hint.step, session.state.hint.move], [1, 'a0a1']);
  await session.hint();
  assert.equal(session.state.hint.step, 2);
  await play(session, 'a0a1');
  session.showSolution();
  assert.equal(session.state.phase, 'shown');
  assert.deepEqual(results, ['two failed']);
  session.redo();
  const { tree } = session.state.game;
  assert.equal(tree.nodes.get(tree.current).move, 'b0b1');
  await session.again();
  await play(session, 'a0a1');
  await play(session, 'b0b1');
  assert.deepEqual(results, ['two failed']);
});

test('an attempt goes on after a reload where it was', async () => {
  const { session } = await opened({ 'a0a1 i9i8 b0b3': { score: { cp: -900 } } });
  await session.hint();
  await play(session, 'a0a1');
  await play(session, 'b0b3');
  const place = JSON.parse(JSON.stringify(session.resumable()));
  const other = await opened();
  await other.session.open(PUZZLE, place);
  assert.deepEqual([other.session.state.phase, other.session.state.attempt.helped], ['solving', true]);
  await play(other.session, 'b0b1');
  assert.deepEqual(other.results, ['two helped']);
  const done = await opened();
  await done.session.open(PUZZLE, other.session.resumable());
  assert.equal(done.session.state.phase, 'solved');
  assert.deepEqual(done.results, []);
});

test('without views the rules are asked for the whole line, and may refuse it', async () => {
  const bare = { ...PUZZLE, views: null };
  const { client, session } = await opened();
  await session.open(bare);
  assert.equal(session.state.phase, 'solving');
  client.script = { 'a0a1 i9i8': { error: { code: 'illegal_move' } } };
  await session.open(bare);
  assert.deepEqual([session.state.phase, session.state.fault.code], ['loading', 'puzzle_solution']);
  client.script = { '': { error: { code: 'invalid_fen', reason: 'no_king' } } };
  await session.open(bare);
  assert.equal(session.state.fault.code, 'invalid_fen');
});

test('what comes too late for another puzzle is dropped', async () => {
  const { client, session, results } = await opened({ b0b3: { score: { cp: 300 } } });
  let arrive = () => {};
  client.held = new Promise((resolve) => {
    arrive = resolve;
  });
  session.move('b0b3');
  await session.open({ ...PUZZLE, id: 'other' });
  arrive();
  await settled();
  assert.deepEqual([session.state.phase, session.state.feedback, results], ['solving', null, []]);
});

// Somebody presses "Try again" and, while the puzzle opens, "Next puzzle". The attempt was marked as counted after the
// opening, whatever was on the board by then: the next puzzle was solved, and nobody was told.
test('a puzzle that is opened while another begins again is counted', async () => {
  const { session, results } = await opened();
  await play(session, 'a0a1');
  await play(session, 'b0b1');
  const again = session.again();
  await session.open({ ...PUZZLE, id: 'next' });
  await again;
  await play(session, 'a0a1');
  await play(session, 'b0b1');
  assert.deepEqual(results, ['two solved', 'next solved']);
});

test('the solver may take up his pieces while he solves, and nobody anywhere else', async () => {
  const { session } = await opened({ a0a3: { score: { cp: 300 } } });
  assert.equal(session.movableSide(), 'red');
  await play(session, 'a0a3');
  assert.equal(session.movableSide(), null, 'the move has to be taken back first');
  session.takeBack();
  await play(session, 'a0a1');
  session.goTo(ROOT);
  assert.equal(session.movableSide(), null, 'an earlier position');
  session.goTo(session.state.front);
  await play(session, 'b0b1');
  assert.equal(session.movableSide(), null, 'solved');
});

// ---- in a run ----

test('in a run a move that the solution does not name is wrong at once', async () => {
  const { client, session, results } = await opened({}, { strict: true });
  await play(session, 'a0a3');
  assert.deepEqual([session.state.phase, session.state.feedback.kind], ['offLine', 'wrong']);
  assert.deepEqual([client.asked, results], [[], ['two failed']]);
});

// The line was left for a mate that is as short, which the puzzle itself names; from there on the solution names
// nothing, and every move was a mistake.
test('in a run, too, an equally short mate is right to its end', async () => {
  const script = { a0a2: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] }, 'a0a2 h9h8 b0b3': { outcome: WIN } };
  const { session, results } = await opened(script, { strict: true });
  await play(session, 'a0a2');
  assert.equal(session.state.phase, 'solving');
  await play(session, 'b0b3');
  assert.equal(session.state.phase, 'solved');
  assert.deepEqual(results, ['two solved']);
});

test('in a run a slower mate off the line is a mistake', async () => {
  const script = {
    a0a2: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] },
    'a0a2 h9h8 a0a3': { score: { mate: -4 }, pv: ['i9i8'] },
  };
  const { session, results } = await opened(script, { strict: true });
  await play(session, 'a0a2');
  await play(session, 'a0a3');
  assert.equal(session.state.feedback.kind, 'slower');
  assert.deepEqual(results, ['two failed']);
});

test('in a run an engine that fails is no mistake of the visitor', async () => {
  const failed = { error: { code: 'failed' } };
  const early = await opened({ a0a2: failed }, { strict: true });
  await play(early.session, 'a0a2');
  assert.deepEqual(early.results, ['unjudged']);
  const late = await opened(
    { a0a2: { score: { mate: -1 }, pv: ['h9h8', 'b0b3'] }, 'a0a2 h9h8 b0b3': failed },
    { strict: true },
  );
  await play(late.session, 'a0a2');
  await play(late.session, 'b0b3');
  assert.equal(late.session.state.feedback.kind, 'unjudged');
  assert.deepEqual(late.results, ['unjudged']);
});

// A hint made a solved puzzle of a run count as a mistake.
test('a strict attempt has no hints until it has its result', async () => {
  const { session, results } = await opened({}, { strict: true });
  await session.hint();
  assert.deepEqual([session.state.hint, session.state.attempt.helped], [null, false]);
  await play(session, 'a0a1');
  await session.hint();
  await play(session, 'b0b1');
  assert.deepEqual(results, ['two solved']);
  await session.again();
  await session.hint();
  assert.equal(session.state.hint.move, 'a0a1');
});

test('nothing can be done with a puzzle that is held, but its solution can be seen', async () => {
  const { session, results } = await opened();
  session.lock('over');
  assert.equal(session.move('a0a1'), 'waiting');
  assert.equal(session.movableSide(), null);
  await session.hint();
  assert.equal(session.state.hint, null);
  assert.deepEqual(results, []);
  session.showSolution();
  assert.deepEqual([session.state.phase, session.state.locked], ['shown', null]);
});

// "Why?" was offered for moves that the engine had called wrong, and for no others.
test('why a move is not the solution can be seen in a strict attempt, and where it is only less good', async () => {
  const line = { score: { cp: -900 }, pv: ['i9i8', 'b0b1'] };
  const strict = await opened({ a0a3: line }, { strict: true });
  await play(strict.session, 'a0a3');
  assert.equal(strict.session.canRefute, true);
  await strict.session.refute();
  assert.equal(nodeOf(strict.session.state.game.tree).ply, 3);
  assert.equal(strict.session.takeBack(), true);
  assert.equal(strict.session.canRefute, false);

  const { session } = await opened({ a0a3: line });
  await play(session, 'a0a3');
  assert.deepEqual([session.state.feedback.kind, session.canRefute], ['better', true]);
  await session.refute();
  assert.equal(nodeOf(session.state.game.tree).ply, 3);

  const over = await opened({ a0a3: { outcome: { winner: null, termination: 'repetition' } } });
  await play(over.session, 'a0a3');
  assert.deepEqual([over.session.state.feedback.kind, over.session.canRefute], ['wrong', false]);
});
