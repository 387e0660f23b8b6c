import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { analysisIdOf, mainSlot } from '../../../../web/game/games.js';
import { addMove, goTo, movesTo } from '../../../../web/game/tree.js';
import { StorageError } from '../../../../web/storage/database.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { Library, LibraryError } from '../../../../web/storage/library.js';
import { CLOCK_CHANGES, inTimeZone, toyView } from '../game_fakes.js';
import { newProfile, openTab, whenRefused, withoutRoom } from '../storage_fakes.js';

const DAY = 86_400_000;
const opening = { en: 'Central Cannon', 'zh-Hans': '中炮' };

function played({ moves = ['a0a1', 'a0a2'], headers, ending = null, ...setup }) {
  let game = newGame({ opponent: 'engine', side: 'red', level: 3, view: toyView([]), ...setup });
  for (const [at, move] of moves.entries()) {
    const view = { ...toyView(moves.slice(0, at + 1)), opening: at === 0 ? (setup.opening ?? null) : null };
    const { tree, id } = addMove(game.tree, game.tree.current, move, view);
    game = { ...game, tree: goTo(tree, id) };
  }
  return {
    ...game,
    ...(headers && { headers }),
    ending: ending && { node: game.tree.current, outcome: ending },
  };
}

/** A library with these games, the first of which was played first, on the first day after 1970. */
async function libraryOf(games, profile = newProfile()) {
  const database = openTab(profile);
  const { saved } = await new GameStorage(database).open(mainSlot('xiangqi'), {});
  const { now } = Date;
  for (const [at, game] of games.entries()) {
    Date.now = () => (at + 1) * DAY;
    await saved.write(game);
  }
  Date.now = now;
  return { library: new Library(database), saved, profile };
}

const GAMES = [
  played({ id: 'engine', opening }),
  played({ id: 'friends', opponent: 'person', ending: { winner: null, termination: 'agreement' } }),
  played({ id: 'looked at', moves: [] }),
  played({
    id: 'imported',
    opponent: 'person',
    moves: ['a0a1'],
    headers: {
      Red: 'Anna Pelikan',
      Black: 'Wei Chen',
      Event: 'Club evening',
      Date: '1975.05.01',
      Result: '1-0',
    },
    ending: { winner: 'red', termination: 'recorded' },
  }),
  played({ id: 'mated', moves: ['b0b1', 'b0i9'] }),
];

test('the library lists games that have begun and imported ones, the last played first', async () => {
  const { library } = await libraryOf(GAMES);
  const list = await library.list();
  assert.deepEqual(
    list.map(({ id, slot, plies, result, savedAt }) => [id, slot, plies, result, savedAt / DAY]),
    [
      ['mated', 'main', 2, '0-1', 5],
      ['imported', null, 1, '1-0', 4],
      ['friends', null, 2, '1/2-1/2', 2],
      ['engine', null, 2, '*', 1],
    ],
  );
  assert.deepEqual(list[3].opening, opening);
});

test('the analysis of a game goes with it', async () => {
  // After "Analyse" the library had a second entry, "? against Cannonfish".
  const [game] = GAMES;
  const headers = { Red: '?', Black: 'Cannonfish (Level 3)' };
  const analysis = { ...game, id: analysisIdOf(game.id), headers };
  const { library } = await libraryOf([game, analysis]);
  const ids = async (of) => (await of.list()).map(({ id }) => id);
  assert.deepEqual(await ids(library), [game.id]);
  const { text } = await library.exportAll();
  const { library: elsewhere } = await libraryOf([]);
  assert.equal((await elsewhere.importAll(text)).added, 2, 'the file has both');
  assert.equal((await elsewhere.find(analysis.id)).headers.Black, headers.Black);
  await library.remove(game.id);
  assert.deepEqual(await ids(library), []);
  assert.equal(await library.find(analysis.id), null);
  const { library: alone } = await libraryOf([analysis]);
  assert.deepEqual(await ids(alone), [analysis.id], 'of a game that is not here');
});

test('a record of 1956 is listed like any other', async () => {
  // The list began in 1970, where the clock of computers does, and classic games were saved but never listed.
  const headers = { Red: 'Yang', Black: 'Wang', Date: '1956.12.15' };
  const { library } = await libraryOf([played({ id: 'classic', opponent: 'person', headers })]);
  assert.deepEqual(
    (await library.list()).map(({ id }) => id),
    ['classic'],
  );
});

test('it is searched by date, opponent, opening, players and result', async () => {
  const { library } = await libraryOf(GAMES);
  const ids = async (filter) => (await library.list(filter)).map(({ id }) => id).sort();
  assert.deepEqual(await ids({ from: '1970-01-03', to: '1970-01-05' }), ['friends']);
  assert.deepEqual(
    await ids({ from: '1975-05-01', to: '1975-05-01' }),
    ['imported'],
    'the day of the record',
  );
  assert.deepEqual(await ids({ opponent: 'engine' }), ['engine', 'mated']);
  assert.deepEqual(await ids({ opponent: 'person' }), ['friends']);
  assert.deepEqual(await ids({ opponent: 'imported' }), ['imported']);
  assert.deepEqual(await ids({ text: '中炮' }), ['engine']);
  assert.deepEqual(await ids({ text: ' pelikan ' }), ['imported']);
  assert.deepEqual(await ids({ text: 'club', result: '0-1' }), []);
  assert.deepEqual(await ids({ result: '1/2-1/2' }), ['friends']);
  assert.deepEqual(await ids({ game: 'chess' }), []);
});

test('a day of the filter is the whole day, also when clocks are changed', async () => {
  // A day of 24 hours ended an hour early on the last Sunday of October, and an hour late in March.
  const { now } = Date;
  for (const [zone, days] of Object.entries(CLOCK_CHANGES))
    await inTimeZone(zone, async () => {
      for (const day of days) {
        const { library, saved } = await libraryOf([]);
        const [year, month, date] = day.split('-').map(Number);
        const times = { before: [-1, 59], first: [0, 0], early: [3, 1], last: [23, 59], next: [24, 0] };
        for (const [id, [hour, minute]] of Object.entries(times)) {
          Date.now = () => new Date(year, month - 1, date, hour, minute).getTime();
          await saved.write(played({ id, opponent: 'person' }));
        }
        Date.now = now;
        const found = (await library.list({ from: day, to: day })).map(({ id }) => id).sort();
        assert.deepEqual(found, ['early', 'first', 'last'], `${zone} ${day}`);
      }
    });
});

test('a game is renamed, found by its name, opened and deleted', async () => {
  const { library } = await libraryOf(GAMES);
  await library.rename('engine', '  My first win ');
  assert.deepEqual(
    (await library.list({ text: 'first win' })).map(({ title }) => title),
    ['My first win'],
  );
  assert.deepEqual(movesTo((await library.find('engine')).tree), ['a0a1', 'a0a2']);
  await library.rename('engine', ' ');
  assert.equal((await library.list({ text: 'first win' })).length, 0);
  await library.remove('engine');
  assert.equal(await library.find('engine'), null);
  assert.equal((await library.list()).length, 3);
});

// Somebody deleted a game for good in one tab; with the next move in another, which had it on its board, it was back,
// without its title.
test('a game that is deleted elsewhere while it is played comes back only if it is played on here', async () => {
  const { library, saved } = await libraryOf([GAMES[0]]);
  await library.remove('engine');
  const later = (...more) => played({ id: 'engine', moves: ['a0a1', 'a0a2', ...more] });
  assert.equal(await saved.write(later('b0b1')), 'taken');
  assert.deepEqual(await library.list(), []);
  assert.equal(await saved.write(later('b0b1'), { force: true }), 'saved');
  assert.equal(await saved.write(later('b0b1', 'b0b2')), 'saved');
  assert.equal((await library.list())[0].plies, 4);
});

test('in the place of a game that was deleted elsewhere another one can begin', async () => {
  const { library, saved } = await libraryOf([GAMES[0]]);
  await library.remove('engine');
  assert.equal(await saved.write(GAMES[1]), 'saved');
  assert.deepEqual(
    (await library.list()).map(({ id }) => id),
    ['friends'],
  );
});

test('the whole library goes into one file and comes out of it in another browser', async () => {
  const { library } = await libraryOf(GAMES);
  await library.rename('friends', 'Sunday');
  const file = (await library.exportAll()).text;
  const other = new Library(openTab());
  assert.deepEqual(await other.importAll(file), { added: 4, known: 0, faults: [] });
  const plain = (list) => list.map(({ slot, ...entry }) => entry);
  assert.deepEqual(plain(await other.list()), plain(await library.list()));
  assert.deepEqual(movesTo((await other.find('mated')).tree), ['b0b1', 'b0i9']);
  assert.deepEqual((await other.find('imported')).headers, GAMES[3].headers);
  assert.deepEqual(await other.importAll(file), { added: 0, known: 4, faults: [] });
});

test('what the views told of a game is not forgotten without them', async () => {
  // The result of a mate comes from the view of the last position, which a file leaves out.
  const { library } = await libraryOf(GAMES);
  const other = openTab();
  await new Library(other).importAll((await library.exportAll()).text);
  const { saved } = await new GameStorage(other).open('main', {});
  const [mated] = await new Library(other).list();
  await saved.write(await new Library(other).find(mated.id));
  assert.equal((await new Library(other).list())[0].result, '0-1');
});

test('a game that cannot be read is counted, not left out silently; a storage that fails gives no file', async () => {
  // Bug: whatever went wrong with a game, the file was made without it, and nothing was said.
  const { library, profile } = await libraryOf(GAMES);
  await openTab(profile).run(['moves'], 'readwrite', (tx) =>
    tx.objectStore('moves').put({ game: 'friends', id: 1, parent: 77, move: 'a0a1' }),
  );
  const { text, unreadable } = await library.exportAll();
  assert.equal(unreadable, 1);
  assert.equal(JSON.parse(text).games.length, 3);
  library.find = () => Promise.reject(new StorageError('refused'));
  await assert.rejects(library.exportAll(), { trouble: 'refused' });
});

test('an import never changes a game that is here: a later state of it becomes another game', async () => {
  const { library, saved } = await libraryOf([GAMES[0]]);
  const early = (await library.exportAll()).text;
  await saved.write(played({ id: 'engine', moves: ['a0a1', 'a0a2', 'b0b1'] }));
  assert.deepEqual(await library.importAll(early), { added: 0, known: 1, faults: [] });
  const tomorrow = Date.now() + DAY;
  const late = (await library.exportAll()).text.replace(/"savedAt":\d+/, `"savedAt":${tomorrow}`);
  assert.deepEqual(await library.importAll(late), { added: 1, known: 0, faults: [] });
  // Every import of the same file added one more.
  assert.deepEqual(await library.importAll(late), { added: 0, known: 1, faults: [] });
  assert.deepEqual((await library.list()).map(({ id }) => id).sort(), ['engine', `engine ${tomorrow}`]);
});

test('a file that is no library is refused by name; a game that is none is left out and told', async () => {
  const { library } = await libraryOf(GAMES);
  const refused = [
    ['[Event "x"]', 'no_json'],
    ['7', 'no_library'],
    ['{"schema":1,"attempts":[]}', 'no_library'],
    ['{"format":"cannonfish-library","version":1}', 'no_library'],
    ['{"format":"cannonfish-library","version":9,"games":[]}', 'version'],
  ];
  for (const [text, code] of refused)
    await assert.rejects(
      library.importAll(text),
      (error) => error instanceof LibraryError && error.code === code,
    );
  const data = JSON.parse((await library.exportAll()).text);
  data.games[1].tree.nodes[1][1] = 77;
  data.games.push(null);
  const { added, faults } = await new Library(openTab()).importAll(JSON.stringify(data));
  assert.equal(added, 3);
  assert.deepEqual(faults, [
    { number: 2, reason: 'node 1 has no parent' },
    { number: 5, reason: 'the record is missing' },
  ]);
});

test('without room or without storage nothing is imported, and the reason is told', async () => {
  const { library, profile } = await libraryOf(GAMES);
  const file = (await library.exportAll()).text;
  const other = new Library(openTab());
  await withoutRoom(() => assert.rejects(other.importAll(file), { trouble: 'full' }));
  assert.deepEqual(await other.list(), []);
  await whenRefused(() => assert.rejects(new Library(openTab(profile)).list(), { trouble: 'refused' }));
});
