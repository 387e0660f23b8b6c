import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { DrillSession } from '../../../../web/endings/drill-session.js';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo, nodeOf } from '../../../../web/game/tree.js';
import {
  drillName,
  drillsFrom,
  dueDrills,
  gradeOf,
  isDrill,
  movesAllowed,
  nextDrill,
  replyOf,
  tooSlow,
} from '../../../../web/training/drills.js';
import { NOTHING } from '../../../../web/training/progress.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { settled } from '../game_fakes.js';

const file = JSON.parse(readFileSync(new URL('../../../../web/endings/data/drills.json', import.meta.url)));
const value = (uci, result, distance = null) => ({ uci, result, distance });

test('hundreds of drills are shipped, of every grade, each with an id of its own', () => {
  const drills = drillsFrom(file);
  assert.ok(drills.length >= 300);
  assert.equal(new Set(drills.map(({ id }) => id)).size, drills.length);
  for (const grade of ['easy', 'medium', 'hard']) assert.ok(drills.some((drill) => gradeOf(drill) === grade));
  for (const { fen, goal } of drills) assert.equal(fen.split(' ')[1], goal === 'win' ? 'w' : 'b');
  assert.equal(drillName('ending-KN-ka-3'), 'KN-ka 3');
  assert.ok(isDrill(drills[0].id) && !isDrill('s00001'));
});

test('a win may take a few moves more than the shortest', () => {
  assert.equal(movesAllowed({ goal: 'win', plies: 7 }), 4 + 3);
  assert.equal(movesAllowed({ goal: 'win', plies: 39 }), 20 + 6);
  assert.equal(movesAllowed({ goal: 'draw', plies: 0 }), 12);
});

test('a win that takes more moves than are left is too slow', () => {
  const drill = { goal: 'win', plies: 7 }; // seven moves are allowed
  assert.equal(tooSlow(drill, value('a0a1', 'win', 7), 3), null);
  assert.deepEqual(tooSlow(drill, value('a0a1', 'win', 9), 3), { needed: 4, left: 3 });
  assert.equal(tooSlow(drill, value('a0a1', 'win', 1), 6), null);
  assert.equal(tooSlow({ goal: 'draw', plies: 0 }, value('a0a1', 'win', 99), 11), null);
});

test('the other side lasts as long as it can, and does not go back and forth if it need not', () => {
  const values = [value('d9d8', 'loss', 8), value('e9e8', 'loss', 8), value('f9f8', 'loss', 4)];
  assert.equal(replyOf(values, null).uci, 'd9d8');
  assert.equal(replyOf(values, 'd8d9').uci, 'e9e8');
  assert.equal(replyOf([values[0]], 'd8d9').uci, 'd9d8');
  assert.equal(replyOf([], null), undefined);
});

test('drills come back with the puzzles, and new ones come before known ones', () => {
  const cards = { s1: { due: '2026-01-01' }, 'ending-KN-ka-1': { due: '2026-01-02' } };
  assert.deepEqual(dueDrills(cards, '2026-01-03'), ['ending-KN-ka-1']);
  assert.deepEqual(dueDrills(cards, '2026-01-01'), []);
  const drills = drillsFrom({
    drills: [
      ['KN-k', 'a w', 9, 900],
      ['KN-k', 'b w', 9, 950],
    ],
  });
  const met = { ...NOTHING, attempts: [{ id: drills[0].id, at: 1, result: 'solved', rating: 1000 }] };
  assert.equal(nextDrill(drills, met, { grade: null, but: null }).id, drills[1].id);
  assert.equal(nextDrill(drills, met, { grade: null, but: drills[1].id }).id, drills[0].id);
  assert.equal(nextDrill(drills, met, { grade: 'hard', but: null }), null);
});

/** A board on which `line` says what every move is worth; the last one mates. */
function newRunner(line, drill = ['KR-k', 'x w', 5, 900]) {
  const shown = newGame({
    id: 'x',
    game: 'xiangqi',
    opponent: 'person',
    side: 'red',
    level: 1,
    fen: drill[1],
    view: {},
  });
  const session = {
    play: reactive({ person: null, waits: false, front: null }),
    state: reactive({ game: shown, hint: null }),
    onMove: () => {},
    async show() {
      update(session.state, { game: shown });
    },
    async valuesAt(game, node = game.tree.current) {
      return line[game.tree.nodes.get(node).ply] ?? [];
    },
    put(uci) {
      const { game } = session.state;
      const over = !line[game.tree.nodes.get(game.tree.current).ply + 1];
      const view = { outcome: over ? { winner: 'red', termination: 'checkmate' } : null };
      const added = addMove(game.tree, game.tree.current, uci, view);
      update(session.state, { game: { ...game, tree: goTo(added.tree, added.id) } });
    },
    reply: (uci) => session.put(uci),
    known: async () => {},
    goTo(id) {
      const { game } = session.state;
      update(session.state, { game: { ...game, tree: goTo(game.tree, id) } });
    },
    move(uci) {
      const { game } = session.state;
      const before = { game, node: game.tree.current };
      session.put(uci);
      session.onMove(uci, before);
    },
  };
  let progress = NOTHING;
  const runner = new DrillSession({
    session,
    solver: { state: { facts: { name: 'KR-k', statistics: {} }, fault: null }, look: async () => true },
    kept: {
      read: () => progress,
      load: async () => {},
      change: (change) => {
        progress = change(progress);
        return progress;
      },
    },
    load: async () => ({ drills: [drill] }),
    wait: async () => {},
    now: () => new Date('2026-01-01T12:00:00'),
  });
  return { runner, session, progress: () => progress };
}

const WON = [
  [value('a0a1', 'win', 3), value('a0b0', 'draw')],
  [value('e9d9', 'loss', 2)],
  [value('a1d1', 'win', 1)],
];

test('a win within the moves is solved, and counts once', async () => {
  const { runner, session, progress } = newRunner(WON);
  await runner.next();
  assert.equal(runner.state.phase, 'solving');
  session.move('a0a1');
  await settled();
  assert.deepEqual([runner.state.phase, runner.state.used], ['solving', 1]);
  session.move('a1d1');
  await settled();
  assert.deepEqual([runner.state.phase, runner.state.result], ['won', 'solved']);
  assert.deepEqual(
    progress().attempts.map(({ id, result }) => [id, result]),
    [['ending-KR-k-1', 'solved']],
  );
  await runner.again();
  session.move('a0a1');
  await settled();
  session.move('a1d1');
  await settled();
  assert.equal(progress().attempts.length, 1);
});

test('a move that gives the win away is told at once, comes back tomorrow, and can be taken back', async () => {
  const { runner, session, progress } = newRunner(WON);
  await runner.next();
  session.move('a0b0');
  await settled();
  assert.deepEqual(
    [runner.state.phase, runner.state.better, runner.state.result],
    ['thrown', 'a0a1', 'failed'],
  );
  assert.equal(progress().cards['ending-KR-k-1'].due, '2026-01-02');
  runner.takeBack();
  assert.deepEqual([runner.state.phase, session.state.game.tree.current], ['solving', 0]);
});

test('the drill goes on from its last move while the person looks back', async () => {
  // The position that was shown counted: it was "your move" where the other side was to move, or no reply came.
  const { runner, session } = newRunner(WON);
  await runner.next();
  session.move('a0a1');
  session.goTo(0);
  await settled();
  const { tree } = session.state.game;
  assert.deepEqual([runner.state.phase, nodeOf(tree).move, nodeOf(tree).ply], ['solving', 'e9d9', 2]);

  const thrown = newRunner([WON[0], WON[1], [value('a1d1', 'win', 1), value('a1b1', 'draw')]]);
  await thrown.runner.next();
  thrown.session.move('a0a1');
  await settled();
  thrown.session.move('a1b1');
  await settled();
  assert.equal(thrown.runner.state.phase, 'thrown');
  thrown.session.goTo(0);
  thrown.runner.takeBack();
  assert.equal(nodeOf(thrown.session.state.game.tree).move, 'e9d9');
});

test('the move that makes the win too slow is told at once, and can be taken back', async () => {
  // To and fro went on without a word until the third repetition, and the last move was blamed.
  const shuffle = Array.from({ length: 20 }, (_, ply) =>
    ply % 2 ? [value('e9d9', 'loss', 4)] : [value('a1d1', 'win', 5), value('a0a1', 'win', 7)],
  );
  const { runner, session } = newRunner(shuffle); // six moves are allowed
  await runner.next();
  for (let move = 0; move < 3; move++) {
    session.move('a0a1');
    await settled();
    assert.equal(runner.state.phase, 'solving');
  }
  session.move('a0a1');
  await settled();
  const { phase, used, better, late, result } = runner.state;
  assert.deepEqual(
    [phase, used, better, late, result],
    ['slow', 3, 'a1d1', { needed: 3, left: 2 }, 'failed'],
  );
  runner.takeBack();
  assert.equal(runner.state.phase, 'solving');
});

test('a repetition that the reply completes is taken back to the last move of the person', async () => {
  // The board then waited for a move of the other side, which the person could not make.
  const { runner, session } = newRunner(WON.slice(0, 2));
  await runner.next();
  session.reply = (uci) => {
    const { game } = session.state;
    const view = { outcome: { winner: null, termination: 'repetition' } };
    const added = addMove(game.tree, game.tree.current, uci, view);
    update(session.state, { game: { ...game, tree: goTo(added.tree, added.id) } });
  };
  session.put = ((put) => (uci) => {
    put(uci);
    const { game } = session.state;
    const { nodes, current } = game.tree;
    const changed = new Map(nodes).set(current, { ...nodes.get(current), view: {} });
    update(session.state, { game: { ...game, tree: { ...game.tree, nodes: changed } } });
  })(session.put);
  session.move('a0a1');
  await settled();
  assert.deepEqual([runner.state.phase, nodeOf(session.state.game.tree).ply], ['thrown', 2]);
  assert.equal(runner.state.repeated, true);
  runner.takeBack();
  assert.deepEqual([runner.state.phase, nodeOf(session.state.game.tree).ply], ['solving', 0]);
  assert.equal(runner.state.used, 0);
});

test('with a hint it is no more than helped', async () => {
  const { runner, session } = newRunner(WON);
  await runner.next();
  await runner.hint();
  assert.equal(session.state.hint.move, 'a0a1');
  session.move('a0a1');
  await settled();
  session.move('a1d1');
  await settled();
  assert.equal(runner.state.result, 'helped');
});

test('a draw is held when its moves are over', async () => {
  const draws = Array.from({ length: 40 }, (_, at) => [value(`a${at % 10}b0`, 'draw')]);
  const { runner, session } = newRunner(draws, ['KN-kb', 'x b', 0, 1100]);
  await runner.next();
  for (let move = 0; move < 12; move++) {
    const ply = session.state.game.tree.nodes.get(session.state.game.tree.current).ply;
    session.move(draws[ply][0].uci);
    await settled();
  }
  assert.deepEqual([runner.state.phase, runner.state.result], ['held', 'solved']);
});
