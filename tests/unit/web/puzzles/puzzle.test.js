import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { puzzleAddress, readPuzzleAddress } from '../../../../web/puzzles/address.js';
import { lineOf, mateIn, PuzzleError, puzzleFrom, readPuzzles } from '../../../../web/puzzles/puzzle.js';
import { SitePuzzles } from '../../../../web/puzzles/site-puzzles.js';

const TEXT = readFileSync(new URL('../../../data/puzzles/puzzles.jsonl', import.meta.url), 'utf8');
const GOOD = JSON.parse(TEXT.split('\n')[4]);
const refused = (changes, code) =>
  assert.throws(
    () => puzzleFrom({ ...GOOD, ...changes }),
    (error) => error instanceof PuzzleError && error.code === code,
    code,
  );

test('a puzzle is read, and written as it was', () => {
  const puzzle = puzzleFrom(GOOD);
  assert.equal(mateIn(puzzle), 2);
  assert.deepEqual(puzzle.alternatives, [[], ['e2g1']]);
  assert.deepEqual(puzzleFrom(JSON.parse(lineOf(puzzle))), puzzle);
});

test('whatever is wrong with a puzzle has a name', () => {
  refused({ game: 'go' }, 'game');
  refused({ id: '' }, 'id');
  refused({ id: 'a b' }, 'id');
  refused({ fen: 'nonsense' }, 'fen');
  refused({ fen: '9/9 b' }, 'fen');
  refused({ fen: GOOD.fen.replace(' b ', ' w ') }, 'wrong_side');
  refused({ moves: [] }, 'moves');
  refused({ moves: ['g5g0', 'e1f0'] }, 'ends_with_reply');
  refused({ moves: ['<b>'] }, 'moves');
  refused({ moves: ['a5a6'] }, 'solution');
  refused({ alternatives: [['x']] }, 'alternatives');
  refused({ alternatives: 'e2g1' }, 'alternatives');
  refused({ themes: 'mate' }, 'themes');
  refused({ rating: 'hard' }, 'rating');
  refused({ views: [] }, 'views');
  assert.throws(() => puzzleFrom(null), /no_object/);
});

test('a solution that its own views do not allow is refused', () => {
  const views = [{ fen: GOOD.fen, dests: 'g5g4' }, { fen: GOOD.fen }];
  refused({ moves: ['g5g0'], views }, 'solution');
  const right = puzzleFrom({
    ...GOOD,
    moves: ['g5g0'],
    views: [{ fen: GOOD.fen, dests: 'g5g4g0' }, views[1]],
  });
  assert.deepEqual(right.views[0].dests, { g5: ['g4', 'g0'] });
  assert.deepEqual(right.views[1].lastMove, ['g5', 'g0']);
});

test('a bad line is skipped and counted, and the others go on', () => {
  const lines = TEXT.trim().split('\n');
  const spoiled = [lines[0], '{"id": "cut o', '', lines[1], lines[0], '[]', lines[2]].join('\n');
  const { puzzles, faults } = readPuzzles(spoiled);
  assert.deepEqual(
    puzzles.map(({ id }) => id),
    ['s00001', 's00002', 's00003'],
  );
  assert.deepEqual(
    faults.map(({ line, error }) => [line, error.code]),
    [
      [2, 'no_json'],
      [5, 'twice'],
      [6, 'no_object'],
    ],
  );
});

// ---- addresses ----

const PAGE = 'https://example.org/x/puzzles.html?lang=en&id=old';
const asked = (address) => readPuzzleAddress(new URL(address));

test('a puzzle of ours goes by its id or its day, one of your own by all that it is', () => {
  const ours = puzzleFrom(GOOD);
  assert.deepEqual(asked(puzzleAddress(PAGE, ours)), { kind: 'id', id: GOOD.id });
  assert.deepEqual(asked(puzzleAddress(PAGE, ours, { day: '2026-01-31' })), {
    kind: 'day',
    day: '2026-01-31',
    game: 'xiangqi',
  });
  const chess = { ...ours, game: 'chess' };
  const ofDay = puzzleAddress(PAGE, chess, { day: '2026-01-31' });
  assert.deepEqual(asked(ofDay), { kind: 'day', day: '2026-01-31', game: 'chess' });
  assert.doesNotMatch(puzzleAddress(ofDay, chess), /game=/);
  const own = puzzleFrom({
    ...GOOD,
    id: 'own-1',
    name: { en: 'My first', 'zh-Hans': 'My first' },
    rating: 1500,
  });
  const address = puzzleAddress(PAGE, own);
  assert.doesNotMatch(new URL(address).search, /fen|moves|id=/);
  const back = asked(address);
  assert.equal(back.kind, 'own');
  for (const name of ['fen', 'moves', 'alternatives', 'themes', 'name'])
    assert.deepEqual(back.puzzle[name], own[name], name);
  assert.match(back.puzzle.id, /^own-/);
  // Without an English name, "Copy link" failed.
  const chinese = puzzleAddress(PAGE, { ...own, name: { 'zh-Hans': '双车错' } });
  assert.equal(asked(chinese).puzzle.name['zh-Hans'], '双车错');
});

test('an address that asks for nothing trains; a broken one says what is wrong', () => {
  assert.equal(asked('https://example.org/').kind, 'train');
  assert.equal(asked('https://example.org/?again').kind, 'again');
  assert.deepEqual(asked('https://example.org/?daily'), { kind: 'day', day: null, game: 'xiangqi' });
  const broken = {
    '?daily=yesterday': 'day',
    '?daily=2026-02-31': 'day',
    '#fen=x_w&moves=a0a1': 'fen',
    '#moves=a0a1': 'fen',
    [`#fen=${GOOD.fen.replaceAll(' ', '_')}`]: 'moves',
    [`#fen=${GOOD.fen.replaceAll(' ', '_')}&moves=g5g0,e1f0`]: 'ends_with_reply',
    [`#fen=${GOOD.fen.replaceAll(' ', '_')}&moves=e1f0`]: 'wrong_side',
    '#game=go&fen=x_w&moves=a0a1': 'game',
  };
  for (const [end, code] of Object.entries(broken)) {
    const { kind, error } = asked(`https://example.org/${end}`);
    assert.equal(kind, 'broken', end);
    assert.equal(error.code, code, end);
  }
});

// ---- the library ----

/** Files as a site has them, and a cache. */
function siteOf(files) {
  const fetched = [];
  const kept = new Map();
  const cache = {
    match: async (key) => kept.get(key)?.clone(),
    put: async (key, reply) => void kept.set(key, reply),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (url) => kept.delete(url),
  };
  const index = {
    format: 2,
    themes: ['mate', 'fork'],
    former: { xkcrjpb: 's00001' },
    files: Object.entries(files).map(([name, text]) => {
      const ids = text
        .trim()
        .split('\n')
        .map((line) => line.match(/"id": ?"([^"]+)"/)?.[1] ?? '?');
      const [ratings, themes] = [ids.map((_, at) => 500 + at), ids.map((_, at) => ['0', '0,1', ''][at % 3])];
      return {
        name,
        game: 'xiangqi',
        ids: ids.join(' '),
        ratings: ratings.join(' '),
        themes: themes.join(' '),
        count: ids.length,
        integrity: `sha256-${text.length}`,
      };
    }),
  };
  const fetch = async (url) => {
    const name = url.split('/').at(-1);
    fetched.push(name);
    if (name === 'index.json') return new Response(JSON.stringify(index));
    if (files[name] === undefined) throw new TypeError('no network');
    return new Response(files[name]);
  };
  const library = (game = 'xiangqi', parts = {}) =>
    new SitePuzzles({
      ...parts,
      game,
      base: new URL('https://example.org/puzzles/'),
      fetch,
      caches: { open: async () => cache },
    });
  return { library, fetched, kept, files };
}

const LINES = TEXT.trim().split('\n');
const TWO = { '001.jsonl': LINES.slice(0, 3).join('\n'), '002.jsonl': LINES.slice(3).join('\n') };

test('the first file is enough to begin; a puzzle of another one brings its file', async () => {
  const { library, fetched } = siteOf(TWO);
  const books = library();
  await books.open();
  assert.equal(books.count, 12);
  await books.loadFirst();
  assert.deepEqual(fetched, ['index.json', '001.jsonl']);
  assert.equal((await books.find('two-chariots')).name.en, 'Two chariots');
  assert.equal(await books.find('nobody'), null);
  assert.equal(books.idAt(0), 's00001');
  assert.equal(books.idAt(11), 'loose-chariot');
  assert.equal(books.idAt(12), null);
});

test('a puzzle that is asked for does not wait until the browser is idle', async () => {
  const more = LINES.map((line) => line.replace(/"id": ?"/, '$&more-'));
  const { library } = siteOf({ '001.jsonl': [...LINES, ...more].join('\n') });
  const books = library('xiangqi', { pause: () => new Promise(() => {}) });
  await books.open();
  assert.equal((await books.find('more-two-chariots')).name.en, 'Two chariots');
});

test('the index says rating and themes of every puzzle, and what its id was', async () => {
  const { library, fetched } = siteOf(TWO);
  const books = library();
  await books.open();
  assert.deepEqual(books.rows[1], { id: books.idAt(1), rating: 501, themes: ['mate', 'fork'] });
  assert.deepEqual(books.rows[2].themes, []);
  assert.equal(books.rows.length, 12);
  assert.deepEqual(fetched, ['index.json']);
  assert.equal((await books.find('xkcrjpb')).id, 's00001');
  assert.ok(books.has('s00001') && !books.has('xkcrjpb'));
});

test('the puzzles of another game are left to another library', async () => {
  const { library, kept } = siteOf(TWO);
  await (async (books) => {
    await books.open();
    await books.keepAll();
  })(library());
  const chess = library('chess');
  await chess.open();
  assert.equal(chess.count, 0);
  await chess.keepAll();
  assert.equal(kept.size, 2, 'it does not forget files that the other one has kept');
});

test('the libraries of two games share one index', async () => {
  const { library, fetched } = siteOf(TWO);
  const [xiangqi, chess] = [library(), library('chess')];
  const index = xiangqi.index();
  await Promise.all([xiangqi.open(index), chess.open(index)]);
  assert.deepEqual([xiangqi.count, chess.count], [12, 0]);
  assert.deepEqual(fetched, ['index.json']);
});

test('what was fetched once is not fetched again, and what is not listed any more is forgotten', async () => {
  const { library, fetched, kept } = siteOf(TWO);
  kept.set('https://example.org/puzzles/000.jsonl?old', new Response(''));
  const first = library();
  await first.open();
  await first.keepAll();
  assert.equal(kept.size, 2);
  const second = library();
  await second.open();
  await second.keepAll();
  assert.equal(second.state.puzzles.length, 0, 'what nobody wants is not read');
  for (const { id } of second.rows) await second.find(id);
  assert.equal(second.state.puzzles.length, 12);
  assert.deepEqual(fetched, ['index.json', '001.jsonl', '002.jsonl', 'index.json']);
});

test('without the index nothing that is kept is thrown away', async () => {
  const { library, kept } = siteOf(TWO);
  const first = library();
  await first.open();
  await first.keepAll();
  await library().keepAll();
  assert.equal(kept.size, 2);
});

test('a file that cannot be had is told and comes when the network is back', async () => {
  const { library, files } = siteOf({ ...TWO });
  const text = files['002.jsonl'];
  const books = library();
  await books.open();
  delete files['002.jsonl'];
  await books.keepAll();
  assert.deepEqual(books.state.missing, ['002.jsonl']);
  await assert.rejects(books.find('two-chariots'), /no network/);
  files['002.jsonl'] = text;
  await books.keepAll();
  assert.deepEqual(books.state.missing, []);
  assert.equal((await books.find('two-chariots')).id, 'two-chariots');
});

test('without a network there are the puzzles of the files that are kept', async () => {
  const { library, files } = siteOf({ ...TWO });
  const books = library();
  await books.open();
  assert.deepEqual(await books.rowsHere(), []);
  delete files['001.jsonl'];
  await books.keepAll();
  const later = library();
  await later.open();
  assert.deepEqual(await later.rowsHere(), later.rows.slice(3));
  await assert.rejects(later.find('s00001'), /no network/);
  assert.equal((await later.rowsHere()).length, 9, 'what failed is not here');
});

test('an index that is none is refused', async () => {
  const fetch = async () => new Response('{"format": 9}');
  const books = new SitePuzzles({ base: new URL('https://example.org/puzzles/'), fetch });
  await assert.rejects(books.open(), /no_index/);
});
