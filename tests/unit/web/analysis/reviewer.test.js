// The review's runner: from the last position to the first, stopped, resumed, and no search is made twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated } from '../../../../web/analysis/edits.js';
import { FIRST_TIMES, mistakesIn, NODES, Reviewer } from '../../../../web/analysis/reviewer.js';
import { nagsOf } from '../../../../web/game/game.js';
import { treeOf } from '../../../../web/game/record.js';

const LINE = { game: 'xiangqi', fen: null, moves: ['h2e2', 'h9g7'] };
const INFO = { score: { cp: 10 }, pv: Array(20).fill('h2e2') };

/** A reviewer whose searches are listed; `answer` may fail, wait, or tell how far it is. */
function reviewer(answer = async () => ({ info: INFO }), { searchers = 1, now = () => 0 } = {}) {
  const asked = [];
  const kept = [];
  const reviews = [];
  let created = 0;
  let disposed = 0;
  const made = new Reviewer({
    createSearcher: () => {
      const searcher = created++;
      const client = Object.assign(new EventTarget(), {
        state: { progress: null },
        go: (request, { onInfo }) => {
          asked.push({ ...request, searcher });
          return { result: answer({ ...request, searcher, client, onInfo }) };
        },
        dispose: () => {
          disposed += 1;
        },
      });
      return client;
    },
    searchers,
    review: async (game) => {
      reviews.push(game);
      return { moves: [], positions: [], sides: {}, leftBook: null, worst: [] };
    },
    keep: (review) => kept.push(review),
    now,
  });
  return { made, asked, kept, reviews, disposed: () => disposed };
}

test('positions are searched from the last to the first, and kept', async () => {
  const { made, asked, kept, reviews, disposed } = reviewer();
  await made.start(LINE, null, 'wxf');
  assert.deepEqual(
    asked.map(({ moves, played, limits }) => [moves.length, played, limits.nodes]),
    [
      [2, undefined, FIRST_TIMES * NODES],
      [1, 'h9g7', NODES],
      [0, 'h2e2', NODES],
    ],
  );
  assert.equal(kept.at(-1).evaluations.length, 3);
  assert.equal(kept.at(-1).evaluations[0].pv.length, 12);
  assert.equal(reviews.at(-1).notation, 'wxf');
  assert.deepEqual([made.state.running, made.state.done, made.state.total], [false, 3, 3]);
  assert.equal(disposed(), 1);
});

/** A game of so many plies. */
const longLine = (plies) => ({ ...LINE, moves: Array.from({ length: plies }, (_, ply) => `m${ply}`) });

test('of a long game two engines search a half each, from its end to its beginning', async () => {
  const { made, asked, kept, disposed } = reviewer(
    async ({ onInfo }) => {
      onInfo({ nodes: 1 });
      return { info: INFO };
    },
    { searchers: 2 },
  );
  await made.start(longLine(20), null, 'wxf');
  const searched = [0, 1].map((searcher) => asked.filter((each) => each.searcher === searcher));
  assert.deepEqual(
    searched.map((each) => each.map(({ moves }) => moves.length)),
    [
      [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10],
      [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ],
  );
  for (const each of searched) {
    const [first, ...rest] = each.map(({ limits }) => limits.nodes / NODES);
    assert.equal(first, FIRST_TIMES, 'its table is empty');
    assert.ok(rest.every((times) => times === 1));
  }
  assert.equal(kept.at(-1).evaluations.filter(({ score }) => score).length, 21);
  assert.deepEqual([made.state.running, made.state.done, made.state.total], [false, 21, 21]);
  assert.equal(disposed(), 2);
});

test('where one of two engines fails, what the other one is searching is kept', async () => {
  let fail = () => {};
  const broken = reviewer(
    ({ searcher, onInfo, moves }) => {
      if (searcher === 0) {
        onInfo({ nodes: 1 });
        return new Promise((_, reject) => {
          fail = () => reject(Object.assign(new Error('gone'), { code: 'failed' }));
        });
      }
      if (moves.length === 7) fail();
      return Promise.resolve({ info: INFO });
    },
    { searchers: 2 },
  );
  await broken.made.start(longLine(20), null, 'wxf');
  assert.equal(broken.made.state.refused, 'failed');
  assert.deepEqual([broken.made.state.running, broken.made.state.done], [false, 3]);
  const found = broken.kept.at(-1).evaluations.flatMap(({ score }, ply) => (score ? [ply] : []));
  assert.deepEqual(found, [7, 8, 9]);
});

test('the progress grows within a search', async () => {
  let time = 0;
  const seen = [];
  const { made } = reviewer(
    async ({ onInfo, limits }) => {
      for (const share of [0.25, 0.5]) {
        time += 1000;
        onInfo({ nodes: limits.nodes * share });
        seen.push(made.state.done + made.state.started);
      }
      return { info: INFO };
    },
    { now: () => time },
  );
  await made.start(LINE, null, 'wxf');
  assert.deepEqual(seen, [0.25, 0.5, 1.25, 1.5, 2.25, 2.5]);
  assert.equal(made.state.started, 0);
});

test('an engine that is being loaded makes progress, too', async () => {
  const seen = [];
  const { made } = reviewer(async ({ client, onInfo, limits }) => {
    for (const progress of [0.5, 1, null]) {
      client.state = { progress };
      client.dispatchEvent(new Event('state'));
      seen.push(made.state.done + made.state.started);
    }
    onInfo({ nodes: limits.nodes * 0.02 }); // never back
    seen.push(made.state.done + made.state.started);
    return { info: INFO };
  });
  await made.start({ ...LINE, moves: [] }, null, 'wxf');
  assert.deepEqual(
    seen.map((each) => each.toFixed(3)),
    ['0.050', '0.100', '0.100', '0.100'],
  );
});

test('what is kept is not searched again, and a changed move changes what follows only', async () => {
  const first = reviewer();
  await first.made.start(LINE, null, 'wxf');
  const again = reviewer();
  await again.made.start(LINE, first.kept.at(-1), 'wxf');
  assert.equal(again.asked.length, 0);
  const changed = reviewer();
  await changed.made.start({ ...LINE, moves: ['h2e2', 'b9c7'] }, first.kept.at(-1), 'wxf');
  assert.deepEqual(
    changed.asked.map(({ moves }) => moves),
    [['h2e2', 'b9c7']],
  );
});

test('an engine that fails takes nothing along', async () => {
  let left = 1;
  const broken = reviewer(async () => {
    if (left-- > 0) return { info: INFO };
    throw Object.assign(new Error('gone'), { code: 'failed' });
  });
  await broken.made.start(LINE, null, 'wxf');
  assert.equal(broken.made.state.refused, 'failed');
  assert.equal(broken.made.state.done, 1);
  const resumed = reviewer();
  await resumed.made.start(LINE, broken.kept.at(-1), 'wxf');
  assert.equal(resumed.asked.length, 2);
});

test('whenever its worker is killed, a review goes on from there and ends as if nothing had happened', async () => {
  const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0'];
  const line = { ...LINE, moves };
  const answer = async ({ moves }) => ({ info: { score: { cp: moves.length }, pv: ['h2e2'] } });
  const whole = reviewer(answer);
  await whole.made.start(line, null, 'wxf');
  for (let alive = 0; alive <= moves.length; alive++) {
    let left = alive;
    const killed = reviewer(async (request) => {
      if (left-- > 0) return answer(request);
      throw Object.assign(new Error('gone'), { code: 'failed' });
    });
    await killed.made.start(line, null, 'wxf');
    assert.equal(killed.made.state.refused, 'failed');
    assert.deepEqual([killed.made.state.running, killed.made.state.done], [false, alive]);
    const resumed = reviewer(answer);
    await resumed.made.start(line, killed.kept.at(-1), 'wxf');
    assert.equal(resumed.asked.length, moves.length + 1 - alive, 'nothing is searched twice');
    assert.deepEqual(resumed.kept.at(-1), whole.kept.at(-1));
    assert.deepEqual(resumed.reviews.at(-1), whole.reviews.at(-1));
  }
});

test('a review that is stopped says no more', async () => {
  let finish = () => {};
  const waiting = reviewer(
    () =>
      new Promise((resolve) => {
        finish = () => resolve({ info: INFO });
      }),
  );
  const running = waiting.made.start(LINE, null, 'wxf');
  waiting.made.stop();
  finish();
  await running;
  assert.equal(waiting.made.state.running, false);
  assert.equal(waiting.asked.length, 1);
});

test('the end of a game by the rules is not searched again', async () => {
  const over = reviewer(async ({ moves }) => ({ info: moves.length === 2 ? null : INFO }));
  await over.made.start(LINE, null, 'wxf');
  const again = reviewer();
  await again.made.start(LINE, over.kept.at(-1), 'wxf');
  assert.equal(again.asked.length, 0);
  assert.deepEqual(over.reviews.at(-1).evaluations.at(-1), {});
});

test('a review becomes glyphs, scores and better lines of the tree', () => {
  const moves = [
    [0, 'h2e2', { nags: [1], comment: 'bold', commands: '[%eval 0.10] [%csl Re2]' }],
    [1, 'h9g7'],
  ];
  const tree = treeOf({ fen: null, comment: '', moves }, null);
  const kept = { moves: [], nodes: 1, evaluations: [{}, { pv: ['b9c7', 'h0g2'] }, {}], nags: { 1: 4, 2: 4 } };
  const game = { tree, review: kept };
  assert.deepEqual(nagsOf(game, tree.nodes.get(1)), [1]); // the person's own stays
  assert.deepEqual(nagsOf(game, tree.nodes.get(2)), [4]);
  assert.equal(tree.nodes.get(2).notes, undefined); // a plain PGN has none of the review
  const review = {
    moves: [{ nag: null }, { nag: 4, class: 'blunder' }],
    positions: [{ eval: '0.10' }, { eval: '0.31' }, { eval: '#3' }],
  };
  const written = annotated(game, review);
  assert.deepEqual(written.nodes.get(1).notes, {
    comment: 'bold',
    nags: [1],
    commands: '[%eval 0.31] [%csl Re2]',
  });
  assert.deepEqual(written.nodes.get(2).notes, { nags: [4], commands: '[%eval #3]' });
  assert.deepEqual(
    written.nodes.get(1).children.map((id) => written.nodes.get(id).move),
    ['h9g7', 'b9c7'],
  );
  assert.deepEqual(
    mistakesIn(review, () => true),
    [1],
  );
});
