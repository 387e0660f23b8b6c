import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { analysisIdOf } from '../../../../web/game/games.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { OpeningIndex, ownGames } from '../../../../web/records/opening-index.js';
import { Collections } from '../../../../web/storage/collections.js';
import { GameStorage } from '../../../../web/storage/games.js';
import { Library } from '../../../../web/storage/library.js';
import { FakeLocks, settled } from '../game_fakes.js';
import { newProfile, openTab, withoutRoom } from '../storage_fakes.js';

/** The only part of a browser that reading a file takes. */
globalThis.FileReader = class {
  async readAsDataURL(blob) {
    const bytes = Buffer.from(await blob.arrayBuffer());
    this.result = `data:;base64,${bytes.toString('base64')}`;
    this.onload();
  }
};

const packed = (array) => Buffer.from(array.buffer).toString('base64');

/** Indexes the first move of each game, all in position 1. */
class FakeReader {
  asked = 0;
  disposed = false;
  fails = false;

  async request({ type, text, data }) {
    assert.equal(type, 'index');
    this.asked += 1;
    if (this.fails) throw new Error('the worker died');
    const content = text ?? Buffer.from(data, 'base64').toString();
    const games = content.split(/(?=\[Event)/).map((game) => {
      const tags = [...game.matchAll(/\[(\w+) "(.*)"\]/g)].map(([, name, value]) => [name, value]);
      return { ...Object.fromEntries(tags), move: game.trim().split('\n').at(-1).split(' ')[0] };
    });
    const names = [...new Set(games.map(({ move }) => move))];
    return {
      games,
      names,
      positions: packed(BigUint64Array.from(games, () => 1n)),
      numbers: packed(Uint32Array.from(games, (_, at) => at)),
      moves: packed(Uint16Array.from(games, ({ move }) => names.indexOf(move))),
    };
  }

  dispose() {
    this.disposed = true;
  }
}

function tab(profile = newProfile(), locks = undefined) {
  const database = openTab(profile);
  const readers = [];
  const index = new OpeningIndex({
    collections: new Collections(database),
    library: new Library(database),
    client: new FakeReader(),
    createClient: () => {
      const reader = new FakeReader();
      reader.fails = index.failing ?? false;
      readers.push(reader);
      return reader;
    },
    clients: 2,
    locks,
  });
  return { profile, database, index, readers };
}

const pgn = (name, moves) =>
  moves
    .map((move) => `[Event "${name}"]\n[Red "A"]\n[Result "1-0"]\n[Date "2020.05.??"]\n\n${move} *\n`)
    .join('\n');
const file = (name, moves) => new File([pgn(name, moves)], `${name}.pgn`);
const played = ({ tree }, filter) => tree.at(1n, filter).moves.map(({ uci, games }) => [uci, games]);

test('a file is kept, indexed by engines of its own, and read from the index the next time', async () => {
  const { profile, index, readers } = tab();
  await index.add(file('cup', ['h2e2', 'h2e2', 'c3c4']), 'xiangqi');
  await index.refresh();
  assert.deepEqual(played(index), [
    ['h2e2', 2],
    ['c3c4', 1],
  ]);
  assert.deepEqual(index.tree.at(1n).moves[0].years, [2020, 2020]);
  assert.ok(readers.length > 0 && readers.every(({ disposed }) => disposed));
  const later = tab(profile);
  await later.index.refresh();
  assert.deepEqual(played(later.index), played(index));
  assert.equal(later.readers.length, 0);
  await later.index.remove(later.index.state.collections[0].id);
  assert.deepEqual(played(later.index), []);
  await later.index.refresh();
  assert.deepEqual(await new Collections(later.database).indexed(), []);
});

test('an index that was not finished is finished the next time; the file is whole', async () => {
  const { profile, index } = tab();
  index.failing = true;
  await index.add(file('cup', ['h2e2']), 'xiangqi');
  await index.refresh();
  assert.match(String(index.state.fault), /died/);
  const { index: later } = tab(profile);
  await later.refresh();
  assert.deepEqual(played(later), [['h2e2', 1]]);
});

test('without room nothing of a file is kept; an index without room is used all the same', async () => {
  const { profile, index, database } = tab();
  await withoutRoom(() => assert.rejects(index.add(file('cup', ['h2e2']), 'xiangqi'), { trouble: 'full' }));
  assert.deepEqual(await new Collections(database).list(), []);
  await new Collections(database).add({ title: 'cup', game: 'xiangqi' }, [Buffer.from(pgn('cup', ['c3c4']))]);
  await withoutRoom(() => index.refresh());
  assert.deepEqual(played(index), [['c3c4', 1]]);
  assert.ok(index.state.full);
  const { index: later } = tab(profile);
  await later.refresh();
  assert.deepEqual(played(later), [['c3c4', 1]]);
});

test('of two tabs one makes the index, and the other takes it over', async () => {
  const profile = newProfile();
  const locks = new FakeLocks();
  const [one, other] = [tab(profile, locks), tab(profile, locks)];
  await one.index.add(file('cup', ['h2e2']), 'xiangqi');
  await Promise.all([one.index.refresh(), other.index.refresh()]);
  await settled();
  await other.index.refresh();
  assert.deepEqual(played(other.index), [['h2e2', 1]]);
  assert.equal(one.readers.length + other.readers.length, 1);
});

test('own games are indexed with the engine at hand, again when one was played on', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const { database, index, readers } = tab();
  const { saved } = await new GameStorage(database, new FakeLocks()).open('xiangqi', {
    onPlays: () => {},
    onSavedElsewhere: () => {},
  });
  const game = newGame({ id: 'mine', game: 'xiangqi', opponent: 'engine', side: 'red', level: 3 });
  const after = (...moves) => ({ ...game, tree: addLine(game.tree, ROOT, moves).tree });
  await saved.write(after('h2e2', 'h9g7'));
  await index.refresh();
  assert.deepEqual(played(index, { collection: ownGames('xiangqi') }), [['h2e2', 1]]);
  const [found] = index.tree.at(1n).games;
  assert.equal(found.id, 'mine');
  assert.deepEqual([found.first, found.second], ['', 'Cannonfish']);
  await index.refresh();
  assert.deepEqual(readers, []);
  t.mock.timers.tick(1000);
  await saved.write(after('h2e2', 'h9g7', 'h0g2'));
  await index.refresh();
  assert.deepEqual(played(index), [['h2e2', 1]]);
});

test('what is only tried on the analysis board is no game of its own until it has a name', async () => {
  const { database, index } = tab();
  const library = new Library(database);
  const save = async (slot, id, move, headers) => {
    const listener = { onPlays: () => {}, onSavedElsewhere: () => {} };
    const { saved } = await new GameStorage(database, new FakeLocks()).open(slot, listener);
    const game = newGame({ id, game: 'xiangqi', opponent: 'person', side: 'red', level: 3 });
    const { tree } = addLine(game.tree, ROOT, [move, 'h9g7']);
    await saved.write({ ...game, tree, ...(headers && { headers }) });
    await saved.release();
  };
  await save('analysis', 'an older one', 'a0a1');
  await save('analysis.new', analysisIdOf('tried'), 'a0a2');
  await save('analysis.record', analysisIdOf('imported'), 'b2e2', { Red: 'Xu Yinchuan' });
  await save('main', 'played', 'h2e2');
  await index.refresh();
  assert.deepEqual(played(index), [
    ['b2e2', 1],
    ['h2e2', 1],
  ]);
  await library.rename(analysisIdOf('tried'), 'My idea');
  await index.refresh();
  assert.equal(played(index).length, 3);
});
