// Chess puzzles out of a file in lichess' layout: every row is looked at, and what is wrong with one is said.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { puzzleAddress, readPuzzleAddress } from '../../../../web/puzzles/address.js';
import { judge } from '../../../../web/puzzles/judge.js';
import { KeptPuzzles } from '../../../../web/puzzles/kept-puzzles.js';
import { importPuzzles, kindOfFile } from '../../../../web/puzzles/lichess-csv.js';
import { LONGEST_LINE, linesOf } from '../../../../web/puzzles/lines.js';
import { PuzzleError, puzzleFrom } from '../../../../web/puzzles/puzzle.js';
import { StoredPuzzles } from '../../../../web/puzzles/stored-puzzles.js';
import { Trainer } from '../../../../web/puzzles/trainer.js';
import { KeptValue } from '../../../../web/storage/kept-value.js';
import { KeptProgress } from '../../../../web/training/kept-progress.js';
import { NOTHING } from '../../../../web/training/progress.js';
import { asText, importProgress } from '../../../../web/training/progress-file.js';
import { settled, until } from '../game_fakes.js';
import { newProfile, openTab, withoutRoom } from '../storage_fakes.js';

const DATA = new URL('../../../data/puzzles/', import.meta.url);
const TEXT = readFileSync(new URL('lichess.csv', DATA), 'utf8');
/** The same rows as python-chess understands them. */
const KNOWN = JSON.parse(readFileSync(new URL('lichess.json', DATA), 'utf8'));
const [HEAD, ...ROWS] = TEXT.trim().split('\n');
const ANY = { count: 1000, from: 0, to: 5000, theme: null };

/** Knows what the rules say of the rows above, and of nothing else. */
const rules = {
  async view({ game, fen, moves }) {
    assert.equal(game, 'chess');
    const row = ROWS.findIndex((each) => each.includes(fen));
    if (row < 0) throw Object.assign(new Error('no position'), { code: 'invalid_fen' });
    const [lead] = ROWS[row].match(/\b[a-h][1-8][a-h][1-8] /);
    const line = [lead.trim(), ...KNOWN[row].moves];
    const wrong = moves.find((move, ply) => move !== line[ply]);
    if (wrong) throw Object.assign(new Error('illegal'), { code: 'illegal_move', text: wrong });
    const turn = KNOWN[row].fen.includes(' w ') ? 'white' : 'black';
    const mate = ROWS[row].includes('mateIn') && moves.length === line.length;
    return { fen: KNOWN[row].fen, turn, outcome: mate ? { winner: turn, termination: 'checkmate' } : null };
  },
};
const take = (text, choice = {}, parts = {}) =>
  importPuzzles(new Blob([text]), { ...ANY, ...choice }, { rules, pause: async () => {}, ...parts });
const faultsOf = ({ first }) => first.map(({ line, error }) => [line, error.code]);

test('a puzzle begins after the first move, which is the other side’s', async () => {
  const { puzzles, rows, faults, whole } = await take(TEXT);
  assert.deepEqual([rows, faults, whole], [ROWS.length, 0, true]);
  for (const [at, { id, fen, moves, rating }] of KNOWN.entries()) {
    const puzzle = puzzles[at];
    assert.equal(puzzle.id, `lichess-${id}`);
    assert.deepEqual([puzzle.fen, puzzle.moves, puzzle.rating], [fen, moves, rating]);
    assert.equal(puzzle.game, 'chess');
    assert.deepEqual(puzzle.check, { how: 'imported', depth: 0 });
  }
  const [mate, fork] = puzzles;
  assert.equal(mate.lead, 'h3h2');
  assert.deepEqual(mate.themes, ['mate', 'mateIn1', 'backRankMate', 'endgame', 'oneMove']);
  assert.deepEqual(fork.themes, ['advantage', 'crushing', 'endgame', 'fork', 'short']);
});

test('columns may be unnamed, or named in another order; quotes and line ends of any kind are read', async () => {
  const bare = await take(ROWS.join('\r\n'));
  assert.equal(bare.puzzles.length, ROWS.length);
  const [id, fen, moves, rating] = ROWS[0].split(',');
  const turned = await take(`\ufeffRating,Moves,"PuzzleId",FEN\n${rating},${moves},${id},"${fen}"\n`);
  assert.equal(turned.puzzles[0].fen, KNOWN[0].fen);
  assert.deepEqual(turned.puzzles[0].themes, ['advantage', 'oneMove']);
  await assert.rejects(take('PuzzleId,FEN,Moves\n'), { code: 'csv_columns', text: 'Rating' });
});

test('what is wrong with a row is named with its line, and the others go on', async () => {
  const [row] = ROWS;
  const bad = {
    csv_missing: 'only,two',
    id: row.replace('two1', 'two 1'),
    fen: row.replace('6k1/5ppp', '6k1/5pp?'),
    moves: row.replace('a1a8', 'a1a9'),
    solution: row.replace('a1a8', 'a1a7'),
    csv_moves: row.replace(' a1a8', ''),
    rating: row.replace(',600,', ',hard,'),
    themes: row.replace('backRankMate', '<b>'),
    csv_quote: `"${row}`,
    csv_long: row.replace('two1', 'x'.repeat(LONGEST_LINE)),
    no_mate: ROWS[1].replace('fork1', 'other').replace(' fork ', ' mate '),
  };
  const found = await take([HEAD, ROWS[1], ...Object.values(bad), '', row].join('\n'));
  const lines = Object.keys(bad).map((code, at) => [at + 3, code]);
  assert.deepEqual(faultsOf(found), lines);
  assert.equal(found.faults, lines.length);
  assert.deepEqual(
    found.puzzles.map(({ id }) => id),
    ['lichess-fork1', 'lichess-two1'],
  );
});

test('so many are taken that fit the choice and are not here already; the rest is counted', async () => {
  const mates = await take(TEXT, { theme: 'mate', from: 800 });
  assert.deepEqual(
    mates.puzzles.map(({ rating }) => rating),
    [1400, 900],
  );
  assert.equal(mates.others, ROWS.length - 2);
  const first = await take(TEXT, { count: 2 });
  assert.deepEqual([first.puzzles.length, first.rows, first.whole], [2, 2, false]);
  const known = new Set(first.puzzles.map(({ id }) => id));
  const next = await take(TEXT, { count: 2 }, { known });
  assert.deepEqual([next.known, next.rows], [2, 4]);
  assert.equal(next.puzzles[0].id, `lichess-${KNOWN[2].id}`);
  const twice = await take([ROWS[0], ROWS[0]].join('\n'));
  assert.deepEqual([twice.puzzles.length, twice.known], [1, 1]);
});

test('a long file is read in slices, with turns for others, and can be stopped', async () => {
  const text = Array.from({ length: 5000 }, (_, at) => ROWS[1].replace('fork1', `f${at}`)).join('\n');
  let turns = 0;
  const shares = [];
  const pause = async () => {
    turns += 1;
  };
  const found = await take(text, { theme: 'zugzwang' }, { pause, onProgress: (share) => shares.push(share) });
  assert.deepEqual([found.rows, found.others, found.puzzles.length], [5000, 5000, 0]);
  assert.ok(turns >= 5, `${turns}`);
  assert.equal(shares.at(-1), 1);
  const stop = new AbortController();
  const stopped = take(text, {}, { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(stopped, { name: 'AbortError' });
});

test('nobody who has stopped waits for an engine that is still loading', async () => {
  const stop = new AbortController();
  const loading = {
    view: () => {
      stop.abort();
      return new Promise(() => {});
    },
  };
  await assert.rejects(take(TEXT, {}, { rules: loading, signal: stop.signal }), { name: 'AbortError' });
});

test('when the engine cannot answer, that is said, and not that the rows are bad', async () => {
  const gone = {
    view: async () => {
      throw Object.assign(new Error('gone'), { code: 'failed' });
    },
  };
  await assert.rejects(take(TEXT, {}, { rules: gone }), { code: 'failed' });
});

test('lines are the same wherever the pieces of a file end', async () => {
  const text = '\ufeffone\r\ntwo, 三\n\nfour';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const file = { size: bytes.length, stream: () => ReadableStream.from(pieces) };
    const lines = [];
    for await (const part of linesOf(file, { pause: async () => {} })) lines.push(...part.lines);
    assert.deepEqual(
      lines.map(({ number, text }) => [number, text]),
      [
        [1, 'one'],
        [2, 'two, 三'],
        [3, ''],
        [4, 'four'],
      ],
    );
  }
});

test('a packed file is told from a table and from lines of JSON', async () => {
  const file = (...parts) => Object.assign(new Blob(parts), { name: 'x' });
  await assert.rejects(
    kindOfFile(file(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 1]))),
    (error) => error instanceof PuzzleError && error.code === 'packed',
  );
  assert.equal(await kindOfFile(file(TEXT)), 'table');
  assert.equal(await kindOfFile(file(ROWS[0])), 'table');
  assert.equal(await kindOfFile(file('\ufeff{"id": 1, "game": 2, "a": 3}')), 'lines');
  assert.equal(await kindOfFile(file('')), 'lines');
});

test('another move of a puzzle that somebody else proved is as good only if it mates at once', async () => {
  const worth = { b1b7: -400, a1a8: -200 };
  const mates = { fen: '', turn: 'black', outcome: { winner: 'white', termination: 'checkmate' } };
  const client = {
    view: async ({ moves }) => (moves.at(-1) === 'b1b8' ? mates : { fen: '', turn: 'black', outcome: null }),
    go: ({ moves }) => ({
      result: Promise.resolve({
        bestmove: 'g8h7',
        info: { score: { cp: worth[moves.at(-1)] }, pv: ['g8h7'] },
      }),
    }),
  };
  const {
    puzzles: [puzzle],
  } = await take(TEXT);
  const due = { left: 1, instead: 'a1a8' };
  const verdictOf = async (changes, move) =>
    (await judge(client, { ...puzzle, themes: ['advantage'], ...changes }, [move], due)).verdict;
  assert.equal(await verdictOf({}, 'b1b7'), 'better');
  assert.equal(await verdictOf({}, 'b1b8'), 'equal');
  assert.equal(await verdictOf({ check: { how: 'search', depth: 20 } }, 'b1b7'), 'equal');
  // In xq-1616, a win of 41 plies, a soldier threw it away and the search saw nothing of it.
  assert.equal(await verdictOf({ check: { how: 'table', depth: 41 } }, 'b1b7'), 'wrong');
});

// ---- what is kept ----

const { puzzles: PUZZLES } = await take(TEXT);

const importedIn = (profile, pause) => new StoredPuzzles(new KeptPuzzles(openTab(profile), 'file'), pause);

test('imported puzzles are kept up to a limit, and it is said when nothing can be kept', async () => {
  const profile = newProfile();
  const imported = importedIn(profile);
  await imported.loadFirst();
  assert.equal(await imported.add(PUZZLES), true);
  assert.equal(await imported.add(PUZZLES), true);
  const again = importedIn(profile);
  assert.equal((await again.find('lichess-fork1'))?.lead, 'c7c8');
  assert.equal(again.count, PUZZLES.length);
  assert.equal(await again.find('lichess-nobody'), null);
  const many = Array.from({ length: imported.most }, (_, at) => ({ ...PUZZLES[0], id: `lichess-${at}` }));
  await again.add(many);
  assert.deepEqual([again.count, again.free], [imported.most, 0]);
  await again.clear();
  assert.equal(await withoutRoom(() => again.add(PUZZLES)), false);
  assert.equal(again.count, PUZZLES.length, 'they are there until the page is closed');
});

test('a line that is no puzzle is left out and told', async () => {
  const line = (puzzle) => JSON.stringify({ ...puzzle, views: undefined });
  const load = async () => `{"half\n${line(PUZZLES[0])}`;
  const imported = new StoredPuzzles({ most: 5, load, onChange: () => {} });
  await imported.loadFirst();
  assert.equal(imported.count, 1);
  assert.deepEqual([imported.state.faults[0].line, imported.state.faults[0].error.code], [1, 'no_json']);
});

test('one is removed, and what another tab removes goes here, too', async () => {
  const profile = newProfile();
  const [mine, other] = [importedIn(profile), importedIn(profile)];
  await mine.loadFirst();
  await mine.add(PUZZLES);
  await other.loadFirst();
  const [{ id }] = PUZZLES;
  assert.equal(await other.remove(id), true);
  assert.equal(other.has(id), false);
  await until(() => !mine.has(id));
  assert.equal(mine.count, PUZZLES.length - 1);
});

test('many imported puzzles are read in slices, and what changes meanwhile stays', async () => {
  const profile = newProfile();
  await importedIn(profile).add(
    Array.from({ length: 300 }, (_, at) => ({ ...PUZZLES[0], id: `lichess-${at}` })),
  );
  let turns = 0;
  const imported = importedIn(profile, async () => {
    turns += 1;
    if (turns === 3) imported.clear();
  });
  await imported.loadFirst();
  assert.ok(turns >= 5, `${turns}`);
  assert.equal(imported.count, 0);
  const other = importedIn(profile);
  await other.loadFirst();
  assert.equal(other.count, 0);
});

test('a puzzle from a file is shared with all that it is, and known again by those who have the file', () => {
  const [puzzle] = PUZZLES;
  const url = new URL(puzzleAddress('https://example.org/puzzles.html?lang=en', puzzle));
  assert.equal(url.searchParams.get('id'), puzzle.id);
  const asked = readPuzzleAddress(url);
  assert.equal(asked.kind, 'own');
  assert.equal(asked.id, puzzle.id);
  for (const name of ['game', 'fen', 'lead', 'moves', 'themes'])
    assert.deepEqual(asked.puzzle[name], puzzle[name], name);
  const other = puzzleFrom({ ...puzzle, id: 'own-1', views: undefined });
  assert.equal(readPuzzleAddress(new URL(puzzleAddress(url.href, other))).id, null);
});

// Lichess rates its puzzles some hundred points above ours: a visitor with a file would be lost in our own.
test('puzzles from files have a rating of their own, and the filter says where puzzles come from', async () => {
  const profile = newProfile();
  const partsIn = (tab) => ({
    kept: {
      xiangqi: new KeptProgress(tab, 'xiangqi'),
      chess: new KeptProgress(tab, 'chess'),
      file: new KeptProgress(tab, 'file'),
    },
    values: { filter: new KeptValue(tab, 'puzzle.filter'), resumed: new KeptValue(tab, 'puzzle.resumed') },
  });
  const imported = importedIn(profile);
  await imported.add(PUZZLES);
  const shown = [];
  const session = {
    state: { puzzle: null },
    resumable: () => null,
    lock: () => {},
    open: async (puzzle) => {
      shown.push(puzzle.id);
      session.state.puzzle = puzzle;
    },
  };
  const site = Object.assign(importedIn(newProfile()), { former: new Map() });
  const places = { site, chess: importedIn(newProfile()), file: imported };
  const { kept, values } = partsIn(openTab(profile));
  const trainer = new Trainer({ places, session, kept, values });
  await trainer.load();
  await trainer.next();
  assert.equal(trainer.state.fault.code, 'no_puzzles');
  await trainer.train('file');
  assert.equal(shown.length, 1);
  const ratings = PUZZLES.map(({ rating }) => rating).sort((a, b) => a - b);
  const middle = ratings[ratings.length >> 1];
  assert.equal(trainer.state.progress.rating.rating, middle);
  trainer.record(session.state.puzzle, 'failed');
  assert.ok(kept.file.read().rating.rating < middle);
  assert.deepEqual(trainer.state.progress.attempts[0].id, shown[0]);
  for (const each of [kept.xiangqi, kept.chess]) assert.equal(each.read(), NOTHING);
  const text = asText(kept.file.read(), 'file');
  const fresh = partsIn(openTab());
  const other = new Trainer({ places, session, ...fresh });
  assert.equal(importProgress(other, text), 1);
  assert.equal(fresh.kept.file.read().attempts.length, 1);
  assert.equal(fresh.kept.chess.read(), NOTHING);
  await settled();
  const later = new Trainer({ places, session, ...partsIn(openTab(profile)) });
  await later.load();
  assert.equal(later.state.place, 'file');
  await later.open({ kind: 'own', id: 'lichess-fork1', puzzle: PUZZLES[0] });
  assert.equal(shown.at(-1), 'lichess-fork1');
  imported.clear();
  site.add([{ ...PUZZLES[0], id: 'x1', game: 'xiangqi' }]);
  await later.next();
  assert.equal(shown.at(-1), 'x1', 'no imported puzzles: those of the site');
  assert.equal(later.state.filter.place, 'site');
});

// Somebody chose blind training while its first puzzle was on its way: the one before was to be remembered, and its
// pieces could be hidden.
test('blind training begins with its own puzzle, not with the one that is still on the board', async () => {
  const kept = (name) => new KeptProgress(openTab(), name);
  let arrive = () => {};
  const puzzle = { ...PUZZLES[0], id: 'x1', game: 'xiangqi' };
  const site = {
    state: { puzzles: [] },
    rows: [puzzle],
    count: 1,
    loadFirst: async () => {},
    find: () =>
      new Promise((resolve) => {
        arrive = () => resolve(puzzle);
      }),
  };
  const session = { state: { puzzle: null }, resumable: () => null, lock: () => {}, open: async () => {} };
  const trainer = new Trainer({
    places: { site, chess: site, file: importedIn(newProfile()) },
    session,
    kept: { xiangqi: kept('xiangqi'), chess: kept('chess') },
    values: { filter: new KeptValue(openTab(), 'filter'), resumed: new KeptValue(openTab(), 'resumed') },
  });
  const chosen = trainer.setBlind(true);
  await settled();
  trainer.hidePieces();
  assert.equal(trainer.state.blind, 'off');
  arrive();
  await chosen;
  assert.deepEqual([trainer.state.mode, trainer.state.blind], ['blind', 'read']);
});
