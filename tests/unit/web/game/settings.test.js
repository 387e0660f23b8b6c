import assert from 'node:assert/strict';
import test from 'node:test';
import { addressFor, addressOf, readAddress, withWholeGame } from '../../../../web/game/address.js';
import { GAME_NAMES } from '../../../../web/game/games.js';
import { packed, unpacked } from '../../../../web/game/packed.js';
import { DEFAULTS, NAMES, SETTINGS, settingsFrom, setupRequest } from '../../../../web/game/settings.js';

test('what is not allowed gives way to the default', () => {
  const strange = { theme: 'pink', game: 'go', contrast: 'yes', lang: 7, extra: 1, side: 'second' };
  assert.deepEqual(settingsFrom(strange), { ...DEFAULTS, side: 'second' });
  for (const junk of [null, 7, 'x', []]) assert.deepEqual(settingsFrom(junk), DEFAULTS);
});

test('every default is allowed, and every value of a choice', () => {
  for (const name of NAMES) {
    const { start, values = [start], allows } = SETTINGS[name];
    for (const value of [start, ...values]) assert.ok(allows(value), `${name} ${value}`);
    for (const value of [undefined, -1]) assert.ok(name === 'levels' || !allows(value), `${name} ${value}`);
  }
});

test('every game has a level of its own, and no other than it has', () => {
  assert.deepEqual(Object.keys(DEFAULTS.levels), GAME_NAMES);
  const { levels } = settingsFrom({ levels: { xiangqi: 12, chess: 13, liuzichong: 5, go: 1 } });
  assert.deepEqual(levels, { ...DEFAULTS.levels, xiangqi: 12, liuzichong: 5 });
  assert.deepEqual(
    settingsFrom({ levels: { xiangqi: 1.5, chess: 0, liuzichong: -1 } }).levels,
    DEFAULTS.levels,
  );
  const settings = settingsFrom({ levels: { liuzichong: 6 }, side: 'first' });
  assert.deepEqual(setupRequest(settings, 'liuzichong'), {
    game: 'liuzichong',
    opponent: 'engine',
    side: 'white',
    level: DEFAULTS.levels.liuzichong,
    clock: null,
  });
  assert.equal(setupRequest({ ...settings, side: 'second' }, 'xiangqi').side, 'black');
  assert.equal(setupRequest({ ...settings, side: 'either' }, 'chess').side, 'either');
});

test('an address is read, and unknown values are ignored', () => {
  assert.deepEqual(
    readAddress('?fen=9/9_w_-_-_0_1&moves=h2e2,h9g7&level=3&side=black&lang=en&theme=dark&x=1'),
    {
      game: 'xiangqi',
      fen: '9/9 w - - 0 1',
      moves: ['h2e2', 'h9g7'],
      pgn: null,
      at: '',
      level: 3,
      side: 'black',
      orientation: null,
      lang: 'en',
      theme: 'dark',
      slot: '9/9 w - - 0 1|h2e2 h9g7|3|black',
    },
  );
  assert.deepEqual(readAddress('?fen=9/9+w+moves+h2e2+h9g7').moves, ['h2e2', 'h9g7']);
  const nothing = {
    game: null,
    fen: null,
    moves: [],
    pgn: null,
    at: '',
    level: null,
    side: null,
    orientation: null,
    lang: null,
    theme: null,
    slot: null,
  };
  assert.deepEqual(readAddress('?level=13&side=up&theme=pink&fen=&moves='), nothing);
  assert.equal(readAddress('?lang=en&theme=dark').slot, null);
  assert.equal(readAddress('?game=go').game, null);
});

test('an address may name a game; what asks for more than that has a place of its own', () => {
  const chess = readAddress('?game=chess');
  assert.deepEqual([chess.game, chess.slot], ['chess', null]);
  const stones = readAddress('?game=liuzichong&level=5&side=white');
  assert.deepEqual([stones.game, stones.level, stones.side], ['liuzichong', 5, 'white']);
  for (const level of [6, 0, -1]) {
    assert.equal(readAddress(`?game=liuzichong&level=${level}`).level, null);
  }
  assert.equal(readAddress('?level=12').level, 12);
  for (const level of ['0', '-0', '-1', '13']) assert.equal(readAddress(`?level=${level}`).level, null);
  const slots = ['?level=3', '?game=xiangqi&level=3', '?game=chess&level=3'].map(
    (each) => readAddress(each).slot,
  );
  assert.equal(slots[0], slots[1]);
  assert.notEqual(slots[0], slots[2]);
});

test('the address of a game keeps what it does not say', () => {
  const page = 'https://example.org/x/?lang=en&game=chess&moves=e2e4&level=3&theme=dark&ply=1&review=';
  assert.equal(addressFor(page, 'liuzichong'), 'https://example.org/x/?lang=en&theme=dark&game=liuzichong');
  assert.equal(addressFor(page, 'xiangqi'), 'https://example.org/x/?lang=en&theme=dark');
});

test('an address that we make is read back', () => {
  const game = {
    game: /** @type {const} */ ('xiangqi'),
    fen: 'rnb/9 b - - 0 1',
    moves: ['h2e2', 'h9g7'],
    level: 4,
    side: /** @type {const} */ ('black'),
    orientation: /** @type {const} */ ('red'),
  };
  const href = addressOf('https://example.org/some/path/index.html?lang=en#x', game);
  assert.equal(
    href,
    'https://example.org/some/path/index.html?fen=rnb/9_b_-_-_0_1&moves=h2e2,h9g7&level=4&side=black&orientation=red',
  );
  const { slot: _, lang: __, theme: ___, pgn: ____, at: _____, ...read } = readAddress(new URL(href).search);
  assert.deepEqual(read, game);
  assert.doesNotMatch(addressOf('https://example.org/', { ...game, orientation: 'black' }), /orientation/);
  const chess = addressOf('https://example.org/', { ...game, game: 'chess' });
  assert.equal(readAddress(new URL(chess).search).game, 'chess');
});

test('the address of a whole game has a place of its own, and no line beside the game', () => {
  const line = 'https://example.org/?fen=9/9_w&moves=h2e2&side=black&ply=1&record=x';
  const { search, hash } = new URL(withWholeGame(line, 'AbC-_9', '12.1.5'));
  const { fen, moves, side, pgn, at, slot } = readAddress(search, hash);
  assert.deepEqual([fen, moves, side, pgn, at], [null, [], 'black', 'AbC-_9', '12.1.5']);
  assert.notEqual(slot, readAddress(search).slot);
  assert.equal(addressFor(`https://example.org/${search}${hash}`, 'xiangqi'), 'https://example.org/');
});

test('a text is packed into letters for an address and unpacked', async () => {
  const text = '1. h2-e2 {炮 😀} '.repeat(100);
  const letters = await packed(text);
  assert.match(letters, /^[\w-]+$/);
  assert.ok(letters.length < text.length / 5);
  assert.equal(await unpacked(letters), text);
  await assert.rejects(unpacked(letters.slice(0, -8)));
  await assert.rejects(unpacked(await packed('x'.repeat(1_000_001))), RangeError);
});
