import assert from 'node:assert/strict';
import test from 'node:test';
import { destsOf, firstGame, Lessons, nextOf } from '../../../../web/guide/topics.js';
import { LessonPython } from '../../../../web/learn/python.js';

const TOPICS = [
  {
    id: 'horse',
    game: 'xiangqi',
    icon: 'n',
    steps: [
      {
        id: 'horse',
        fen: 'N w',
        walk: true,
        notes: [{ of: 'a0', by: 'a1', closed: ['b2'], why: 'leg' }],
        positions: [
          { fen: 'first', moves: 'a0b2c1', next: [1, null] },
          { fen: 'second', moves: 'b2a0', next: [0] },
        ],
      },
      {
        id: 'horse-try',
        fen: 'N w',
        goal: { capture: ['d3'] },
        positions: [
          { fen: 'first', moves: 'a0b2c1', next: [1, null] },
          { fen: 'second', moves: 'b2a0d3', next: [null, 2] },
          { fen: 'third', moves: '', solved: true },
        ],
      },
    ],
  },
  {
    id: 'chess',
    game: 'chess',
    icon: 'n',
    steps: [
      {
        id: 'chess',
        fen: 'K b - -',
        lead: [{ fen: 'before' }, { fen: 'then' }],
        positions: [
          { fen: 'first', moves: 'a1a2', next: [1] },
          { fen: 'promoted', moves: '' },
        ],
      },
    ],
  },
];

/** Lessons at a step. @param {string} [id] */
function lessonsAt(id = 'horse') {
  const lessons = new Lessons(TOPICS);
  lessons.open(id);
  return lessons;
}

test('a move that is not offered is refused for the reason that the rules gave', () => {
  const refused = { leg: 'a0c3a1 a0b3a1', screens: 'a0a9a3a5' };
  const [topic] = structuredClone(TOPICS);
  topic.steps[0].positions[0].refused = refused;
  const lessons = new Lessons([topic]);
  const asked = (dest) => {
    const { code, reason, details } = lessons.refusalOf('a0', dest);
    return [code, reason, details];
  };
  const fen = 'first';
  assert.deepEqual(asked('c3'), ['illegal_move', 'leg', { fen, move: 'a0c3', squares: 'a1' }]);
  assert.deepEqual(asked('a9'), ['illegal_move', 'screens', { fen, move: 'a0a9', squares: 'a3 a5' }]);
  assert.deepEqual(asked('i9'), ['illegal_move', 'shape', { fen, move: 'a0i9', squares: '' }]);
});

test('moves are read by their origin', () => {
  assert.deepEqual(destsOf({ moves: 'e4d2f2 i0i1' }), { e4: ['d2', 'f2'], i0: ['i1'] });
  assert.deepEqual(destsOf({ moves: '' }), {});
  const position = { moves: 'e4d2f2 i0i1', next: [3, null, 5] };
  assert.deepEqual(
    [nextOf(position, 'e4', 'd2'), nextOf(position, 'e4', 'f2'), nextOf(position, 'i0', 'i1')],
    [3, null, 5],
  );
  assert.equal(nextOf({ moves: 'e4d2' }, 'e4', 'd2'), null);
});

test('an address names a step; an unknown one the first', () => {
  assert.equal(lessonsAt('chess').topic.id, 'chess');
  assert.equal(lessonsAt('nothing').state.step.id, 'horse');
  assert.equal(lessonsAt().has('nothing'), false);
});

test('a piece walks from position to position', () => {
  const lessons = lessonsAt();
  lessons.play('a0', 'b2');
  assert.equal(lessons.position.fen, 'second');
  assert.deepEqual(lessons.dests, { b2: ['a0'] });
  lessons.play('b2', 'a0');
  assert.equal(lessons.position.fen, 'first');
  assert.equal(lessons.state.phase, 'open');
});

test('notes are told of the piece in hand, in the first position', () => {
  const lessons = lessonsAt();
  assert.deepEqual(lessons.notes, []);
  lessons.select('a0');
  assert.equal(lessons.notes[0].why, 'leg');
  lessons.play('a0', 'b2');
  assert.deepEqual(lessons.notes, []);
});

test('a task: a wrong move goes back, the right ones solve it', () => {
  const lessons = lessonsAt('horse-try');
  lessons.play('a0', 'c1');
  assert.deepEqual([lessons.state.phase, lessons.state.returns, lessons.dests], ['wrong', true, {}]);
  lessons.settle();
  assert.deepEqual([lessons.state.phase, lessons.state.returns, lessons.state.at], ['wrong', false, 0]);
  lessons.play('a0', 'b2');
  assert.equal(lessons.state.phase, 'open');
  lessons.play('b2', 'd3');
  assert.deepEqual([lessons.state.phase, lessons.dests], ['solved', {}]);
  assert.ok(lessons.state.done.has('horse-try'));
  lessons.again();
  assert.deepEqual([lessons.state.at, lessons.state.phase], [0, 'open']);
  assert.ok(lessons.state.done.has('horse-try'), 'it stays done');
});

test('a move without a task is shown and goes back', () => {
  const lessons = lessonsAt('chess');
  assert.equal(lessons.side, 'black');
  lessons.play('a1', 'a2');
  assert.deepEqual(
    [lessons.position.fen, lessons.state.returns, lessons.state.phase],
    ['promoted', true, 'open'],
  );
  lessons.settle();
  assert.equal(lessons.position.fen, 'first');
});

test('what came before is watched, position by position', () => {
  const lessons = lessonsAt('chess');
  const seen = [];
  while (lessons.watch()) seen.push(lessons.state.watched);
  assert.deepEqual(seen, [0, 1]);
  assert.equal(lessons.state.watched, null);
});

test('steps follow each other across topics', () => {
  const lessons = lessonsAt('horse-try');
  assert.equal(lessons.beside(1)?.id, 'chess');
  assert.equal(lessons.beside(-1)?.id, 'horse');
  assert.equal(lessons.beside(2), null);
  lessons.open('horse');
  assert.equal(lessons.beside(-1), null);
});

test('the first game is one against the weakest level', () => {
  assert.equal(firstGame('liuzichong'), './?game=liuzichong&level=1&side=white');
});

test('Python that is stopped while it loads can be started again', async () => {
  // The run that waited for it never ended, and all later ones waited for that run.
  const workers = [];
  const createWorker = () => {
    const worker = { onmessage: null, postMessage() {}, terminate() {}, ask: async () => ({ value: 3 }) };
    workers.push(worker);
    return worker;
  };
  const python = new LessonPython({ createWorker });
  const first = python.run({ cells: [], code: '1 + 2' });
  await Promise.resolve();
  await Promise.resolve();
  python.stop();
  await assert.rejects(first, { reason: 'ended' });
  assert.equal(python.state.status, 'off');
  const second = python.run({ cells: [], code: '1 + 2' });
  await new Promise((resolve) => setImmediate(resolve));
  workers.at(-1).onmessage({ data: { type: 'state', state: 'idle' } });
  assert.deepEqual([await second, workers.length], [{ value: 3 }, 2]);
});
