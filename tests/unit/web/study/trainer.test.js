import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, addMove, goTo, movesTo, nodeOf, ROOT, replaced } from '../../../../web/game/tree.js';
import { Checks } from '../../../../web/study/checks.js';
import { linkedStudy, readStudies, studyLink, written } from '../../../../web/study/study-file.js';
import { Trainer } from '../../../../web/study/trainer.js';
import { KeptCards } from '../../../../web/training/kept-cards.js';
import { RETENTION, retrievability } from '../../../../web/training/schedule.js';
import { dayOf } from '../../../../web/ui/dates.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { seeded, settled } from '../game_fakes.js';
import { openTab } from '../storage_fakes.js';

const game = newGame({ id: 'x', game: 'xiangqi', opponent: 'person', side: 'red', level: 1 });

/** A chapter in which moves in another order lead to the same position. */
function chapterOf(id, lines, comments = {}) {
  let tree = game.tree;
  for (const line of lines) tree = addLine(tree, ROOT, line.split(' ')).tree;
  for (const node of tree.nodes.values())
    if (comments[node.move]) tree = replaced(tree, [{ ...node, notes: { comment: comments[node.move] } }]);
  return { game: { ...game, id, tree }, row: { id, title: id }, savedAt: 1 };
}
const keyOf = (moves) => `${[...moves].sort().join('')} ${moves.length % 2 ? 'b' : 'w'}`;

/** The keys of a record as the worker would give them. */
async function positions({ moves }) {
  const lines = [[]];
  for (const [parent, move] of moves) lines.push([...lines[parent], move]);
  return lines.map(keyOf);
}

function newSession() {
  const session = {
    play: reactive({ asks: null }),
    state: reactive({ game, hint: null }),
    judge: () => true,
    async show(next) {
      update(session.state, { game: next });
    },
    put(uci) {
      const now = session.state.game;
      const { tree, id } = addMove(now.tree, now.tree.current, uci);
      update(session.state, { game: { ...now, tree: goTo(tree, id) } });
    },
    reply: (uci) => session.put(uci),
    ask: () => update(session.play, { asks: session.state.game.tree.current }),
    move(uci) {
      if (!session.judge(uci)) return 'wrong';
      session.put(uci);
      return 'played';
    },
  };
  return session;
}

function newTrainer(games, side = 'first') {
  const session = newSession();
  let time = new Date('2026-05-10T12:00:00').getTime();
  const database = openTab();
  const cards = {};
  const trainer = new Trainer({
    session,
    client: { positions },
    studies: { games: async () => games },
    cardsOf: (name, of) => (cards[`${name} ${of}`] ??= new KeptCards(database, name, of)),
    wait: async () => {},
    now: () => {
      time += 1000;
      return new Date(time);
    },
  });
  const study = { id: 's', title: 'S', side, chapters: games.map(({ game }) => game.id) };
  const line = () => movesTo(session.state.game.tree).join(' ');
  const later = (days) => {
    time += days * 86_400_000;
  };
  const today = () => dayOf(new Date(time));
  return { trainer, session, study, cards, line, later, today };
}

test('a line is walked: the other side replies, and every own move is asked for', async () => {
  const { trainer, session, study, line, cards } = newTrainer([
    chapterOf('one', ['h2e2 h9g7 h0g2 i9h9'], { h0g2: 'Out with the horse.' }),
  ]);
  await trainer.begin(study);
  assert.deepEqual([trainer.state.phase, trainer.state.left, line()], ['asking', 2, '']);
  assert.equal(session.move('h2e2'), 'played');
  await settled();
  assert.deepEqual([trainer.state.phase, line()], ['asking', 'h2e2 h9g7']);
  assert.equal(session.move('h0g2'), 'played');
  assert.equal(trainer.state.comment, 'Out with the horse.');
  await settled();
  assert.deepEqual([trainer.state.phase, trainer.state.asked, trainer.state.mistakes], ['done', 2, 0]);
  assert.equal(Object.keys(cards['xiangqi first'].state.cards).length, 2);
});

test('a mistake shows the move, is noted once, and comes again', async () => {
  const { trainer, session, study, line, cards } = newTrainer([
    chapterOf('one', ['h2e2 h9g7 h0g2 i9h9'], { h2e2: 'The centre.' }),
  ]);
  await trainer.begin(study);
  assert.equal(session.move('b2e2'), 'wrong');
  const { phase, answer, comment } = trainer.state;
  assert.deepEqual([phase, answer, comment, line()], ['missed', 'h2e2', 'The centre.', '']);
  assert.equal(session.state.hint.move, 'h2e2');
  assert.equal(session.move('b2e2'), 'wrong', 'only the move of the repertoire goes on');
  session.move('h2e2');
  await settled();
  assert.equal(session.state.hint, null);
  session.move('h0g2');
  await settled();
  assert.deepEqual([trainer.state.phase, trainer.state.left, line()], ['asking', 1, '']);
  session.move('h2e2');
  await settled();
  assert.equal(trainer.state.phase, 'done');
  const { answers } = cards['xiangqi first'].state;
  assert.deepEqual(
    answers.map(({ result }) => result),
    ['failed', 'solved'],
  );
});

test('transpositions are asked once, and either answer to a position is right', async () => {
  const { trainer, session, study } = newTrainer([
    chapterOf('one', ['h2e2 h9g7 b0c2 b9c7 h0g2']),
    chapterOf('two', ['b0c2 h9g7 h2e2 b9c7 i0h0']),
  ]);
  await trainer.begin(study);
  let asked = 0;
  while (trainer.state.phase === 'asking' && asked < 20) {
    asked += 1;
    const at = movesTo(session.state.game.tree);
    const move = { 0: 'h2e2', 2: at.includes('h2e2') ? 'b0c2' : 'h2e2', 4: 'i0h0' }[at.length];
    assert.equal(session.move(move), 'played', `${at} ${move}`);
    await settled();
  }
  assert.equal(trainer.state.phase, 'done');
  assert.equal(asked, 4);
});

test('the second player is asked for the moves of the second player; due ones come on their day', async () => {
  const { trainer, session, study, line, later } = newTrainer(
    [chapterOf('one', ['h2e2 h9g7 h0g2 i9h9'])],
    'second',
  );
  await trainer.begin(study);
  assert.equal(line(), 'h2e2');
  trainer.reveal();
  assert.equal(trainer.state.phase, 'missed');
  for (const move of ['h9g7', 'i9h9', 'h9g7']) {
    session.move(move);
    await settled();
  }
  assert.equal(trainer.state.phase, 'done');
  await trainer.begin(study);
  assert.deepEqual([trainer.state.phase, trainer.state.asked], ['done', 0]);
  later(1);
  await trainer.begin(study);
  assert.deepEqual([trainer.state.phase, trainer.state.left, line()], ['asking', 1, 'h2e2']);
  trainer.leave();
  assert.deepEqual([trainer.isOn, session.play.asks], [false, null]);
});

/** Thirty lines: five replies, then three, then two, each with an answer of its own. */
function thirtyLines() {
  const lines = [];
  for (let a = 0; a < 5; a += 1)
    for (let b = 0; b < 3; b += 1)
      for (let c = 0; c < 2; c += 1) lines.push(`own a${a} own${a} b${b} own${a}${b} c${c} own${a}${b}${c}`);
  return lines;
}

test('thirty lines over sixty days: what is asked is known as often as FSRS foresees, within five points', async () => {
  const { trainer, session, study, cards, later, today } = newTrainer([chapterOf('thirty', thirtyLines())]);
  const random = seeded(51);
  const asked = [];
  let sittings = 0;
  for (let day = 0; day < 60; day += 1) {
    const met = new Set();
    await trainer.begin(study);
    if (trainer.state.phase === 'asking') sittings += 1;
    for (let count = 0; trainer.state.phase === 'asking'; count += 1) {
      assert.ok(count < 500, 'a sitting ends');
      const line = movesTo(session.state.game.tree);
      const key = keyOf(line);
      const card = cards['xiangqi first'].state.cards[key];
      const chance = card ? retrievability(card, today()) : 0;
      const knows = met.has(key) || random() < chance;
      if (card && !met.has(key)) asked.push({ chance, knows });
      met.add(key);
      const answer = `own${line
        .filter((_, at) => at % 2 === 1)
        .map((move) => move[1])
        .join('')}`;
      if (!knows) trainer.reveal();
      session.move(answer);
      await settled();
    }
    assert.equal(trainer.state.phase, 'done');
    trainer.leave();
    later(1);
  }
  const share = (values) => values.reduce((sum, value) => sum + Number(value), 0) / values.length;
  const [foreseen, known] = [
    share(asked.map(({ chance }) => chance)),
    share(asked.map(({ knows }) => knows)),
  ];
  assert.ok(asked.length > 300 && sittings > 30, `${asked.length} answers in ${sittings} sittings`);
  assert.ok(Math.abs(known - foreseen) < 0.05, `foreseen ${foreseen}, known ${known}`);
  assert.ok(Math.abs(known - RETENTION) < 0.05, `known ${known}`);
});

test('an engine that fails is told, and nothing is asked', async () => {
  const { trainer, study } = newTrainer([chapterOf('one', ['h2e2'])]);
  trainer.read = async () => {
    throw Object.assign(new Error('gone'), { code: 'failed' });
  };
  await trainer.begin(study);
  assert.deepEqual([trainer.state.phase, trainer.state.fault.code], ['stuck', 'failed']);
});

test('gaps, ends of lines, conflicts and doubts are found', async () => {
  const { trainer, study } = newTrainer([
    chapterOf('one', ['h2e2 h9g7 h0g2', 'h2e2 b9c7 h0g2', 'h2e2 h9g7 i0i1', 'h2e2 c6c5']),
  ]);
  const loaded = await trainer.read(study);
  const asked = [];
  const checks = new Checks({
    explore: async ({ moves }) => ({
      moves:
        moves.length === 1
          ? [
              { uci: 'h9g7', share: 60 },
              { uci: 'b7e7', share: 30 },
              { uci: 'a9a8', share: 5 },
            ]
          : [],
    }),
    view: async ({ moves }) => ({ fen: `${keyOf(moves)} - - 0 1`, outcome: null }),
    go({ moves }) {
      asked.push(moves.join(' '));
      const bad = moves.includes('i0i1');
      const info = { score: { cp: moves.length % 2 ? (bad ? 40 : -30) : 30 } };
      return { result: Promise.resolve({ bestmove: moves.length ? 'h0g2' : 'h2e2', info }) };
    },
    stop: async () => null,
  });
  await checks.gaps(loaded);
  const found = () => checks.state.findings.map(({ kind, moves, loss }) => [kind, moves.join(' '), loss]);
  assert.deepEqual(found(), [
    ['conflict', 'h0g2 i0i1', undefined],
    ['open', '', undefined],
    ['reply', 'b7e7', undefined],
  ]);
  await checks.doubts(loaded);
  assert.deepEqual(found().at(-1), ['doubt', 'i0i1', 70]);
  assert.equal(checks.state.running, null);
  const running = checks.doubts(loaded);
  checks.stop();
  await running;
  assert.equal(checks.state.done, 0);
});

test('what opponents played is added with an answer of the library; what is known or rare is not', async () => {
  const { trainer, study } = newTrainer([chapterOf('one', ['h2e2 h9g7 h0g2', 'b2e2'])]);
  const loaded = await trainer.read(study);
  const numbers = new Map();
  const checks = new Checks({
    positionNumber: async ({ moves }) => {
      numbers.set(BigInt(numbers.size), moves.join(' '));
      return BigInt(numbers.size - 1);
    },
    view: async ({ moves }) => ({ fen: `${keyOf(moves)} - - 0 1`, outcome: null }),
    explore: async ({ moves }) => ({ moves: moves.at(-1) === 'b7e7' ? [{ uci: 'b0c2', share: 90 }] : [] }),
  });
  const games = { h2e2: { h9g7: 60, b7e7: 38, a9a8: 2 }, 'h2e2 h9g7 h0g2': { i9h9: 1 } };
  const tree = {
    at(number) {
      const played = Object.entries(games[numbers.get(number)] ?? {});
      const total = played.reduce((sum, [, count]) => sum + count, 0);
      return { moves: played.map(([uci, count]) => ({ uci, games: count })), total, games: [] };
    },
  };
  const added = [];
  const add = async ({ chapter, moves }) => added.push([chapter, moves.join(' ')]);
  assert.equal(await checks.opponents(loaded, tree, add), 2);
  assert.deepEqual(added, [
    [0, 'h2e2 b7e7 b0c2'],
    [0, 'h2e2 h9g7 h0g2 i9h9'],
  ]);
  assert.deepEqual([...numbers.values()], ['h2e2', 'h2e2 h9g7 h0g2', 'b2e2']);
});

test('a study is written with the tags of lichess, read again, and fits into a link as long as it is short', async () => {
  const games = [chapterOf('Main "line"', ['h2e2 h9g7']), chapterOf('Other', ['b2e2'])];
  const records = [];
  const client = {
    async write({ record }) {
      records.push(record);
      return `${JSON.stringify(record.headers)}\n`;
    },
    async read({ pick }) {
      const game = pick === null ? null : { ...records[pick], errors: [] };
      return { total: 2, game, games: [] };
    },
  };
  const study = { id: 's', title: 'Horses', side: 'first', chapters: [] };
  await written(client, study, games, { format: 'pgn' });
  const { Event, StudyName, ChapterName } = records[0].headers;
  assert.deepEqual([Event, StudyName, ChapterName], ['Horses: Main "line"', 'Horses', 'Main "line"']);
  const words = { game: 'xiangqi', untitled: (number) => `${number}`, titleOf: () => '' };
  const { studies, left, faults } = await readStudies(client, { text: '' }, words);
  assert.deepEqual(
    studies.map(({ title, chapters }) => [title, chapters.map((each) => each.title)]),
    [['Horses', ['Main "line"', 'Other']]],
  );
  assert.deepEqual([left, faults], [0, 0]);
  assert.deepEqual(movesTo(studies[0].chapters[0].game.tree), ['h2e2', 'h9g7']);
  assert.equal(nodeOf(studies[0].chapters[0].game.tree).ply, 2);
  const link = await studyLink(client, 'https://example.org/study.html?study=x', study, games);
  const found = await linkedStudy(new URL(link).hash);
  assert.equal(found.side, 'first');
  assert.match(found.text, /"StudyName":"Horses"/);
  const noise = Array.from({ length: 9000 }, (_, at) =>
    String.fromCharCode(40 + ((at * at * 7919) % 80)),
  ).join('');
  const long = {
    ...client,
    write: async () =>
      noise
        .split('')
        .sort(() => Math.random() - 0.5)
        .join(''),
  };
  assert.equal(await studyLink(long, 'https://example.org/', study, games), null);
  assert.equal(await linkedStudy('#pgn=x'), null);
  await assert.rejects(linkedStudy('#study=%%%'));
});
