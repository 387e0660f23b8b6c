import assert from 'node:assert/strict';
import test from 'node:test';
import {
  embedAddress,
  OPTIONS,
  readEmbedAddress,
  readOptions,
  usualOptions,
} from '../../../../web/game/embed-options.js';
import { seeded } from '../game_fakes.js';

test('an address is read, with its FEN in underscores and its moves in a list', () => {
  const { options, faults } = readEmbedAddress(
    '?mode=view&fen=3k5/9/9/9/9/9/9/9/9/4K4_w&moves=e0e1,d9d8&ply=1&controls=0&bg=F4ecd8&origin=https://a.example/x',
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(options, {
    mode: 'view',
    fen: '3k5/9/9/9/9/9/9/9/9/4K4 w',
    moves: ['e0e1', 'd9d8'],
    ply: 1,
    controls: false,
    bg: '#f4ecd8',
    origin: 'https://a.example',
  });
});

test('unknown names are ignored, also those that every object has', () => {
  assert.deepEqual(readEmbedAddress('?toString=1&__proto__=2&constructor=3&utm_source=x'), {
    options: {},
    faults: [],
  });
});

test('an empty value asks for the usual', () => {
  assert.deepEqual(readOptions({ fen: '', level: null, moves: [] }).options, {
    fen: null,
    level: null,
    moves: [],
  });
});

const BAD = {
  game: ['go', 'XIANGQI', 7],
  mode: ['analysis', 'edit'],
  moves: ['h2e2,castle', 'e2-e4', {}, [1]],
  ply: ['-1', '1.5', 'x', '99999'],
  level: ['0', '-0', '13', '-1', '1e0', '1.5', 0, -1, Number.NaN, Infinity],
  movetime: ['5', '100000'],
  clock: ['five', '5+', '-5+3'],
  color: ['green'],
  bg: ['url(x)', 'red;', '12345', 'javascript:1'],
  controls: ['yes', '2'],
  arrows: ['a', 'h2e2e4', '<b>'],
  id: ['a b', '<i>', 'x'.repeat(65)],
  lang: ['x', '../../etc'],
  origin: ['javascript:alert(1)', 'data:text/html,x', 'nowhere', '//a.example'],
  fen: ['x'.repeat(20_001), { toString: () => 'x' }],
  pgn: ['x'.repeat(200_001), () => 'x'],
};

test('a value that means nothing is named, with what would do', () => {
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      const { options, faults } = readOptions({ [name]: value });
      assert.deepEqual(options, {}, `${name} ${String(value)}`);
      assert.equal(faults.length, 1, `${name} ${String(value)}`);
      assert.equal(faults[0].option, name);
      assert.ok(faults[0].value.length <= 81);
      assert.equal(faults[0].allowed, OPTIONS[name].allowed);
    }
  }
});

test('an address that is written is read as the same options', () => {
  const options = {
    ...usualOptions(),
    game: 'xiangqi',
    mode: 'view',
    fen: '3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1',
    moves: ['e0e1'],
    pgn: '[Red "胡"]\n1. C2=5 *',
    level: 11,
    bg: '#f4ecd8',
    hints: false,
    evals: true,
    arrows: ['h2e2', 'e6'],
    clock: '5+3',
    origin: 'https://a.example',
  };
  const url = embedAddress('https://b.example/cannonfish/embed.html', options);
  assert.match(url, /fen=3k5\/9\/9\/9\/9\/9\/9\/9\/9\/4K4_w_-_-_0_1&moves=e0e1&/);
  const { options: read, faults } = readEmbedAddress(new URL(url).search);
  assert.deepEqual(faults, []);
  assert.deepEqual({ ...usualOptions(), ...read }, options);
  assert.equal(embedAddress('https://b.example/embed.html', usualOptions()), 'https://b.example/embed.html');
});

test('a message may give numbers, lists, true and false', () => {
  const given = { level: 4, moves: ['h2e2'], controls: false, evals: true, movetime: 200 };
  assert.deepEqual(readOptions(given), { options: given, faults: [] });
});

test('no address breaks the reader', () => {
  const random = seeded(11);
  const characters = [...'abchiw019/,_ -.&=%#<>"\'\\', '\u0000', '将', '😀', '\ud800'];
  const names = [...Object.keys(OPTIONS), 'toString', '__proto__', 'x'];
  for (let i = 0; i < 10_000; i += 1) {
    const given = {};
    for (let n = random() * 4; n > 0; n -= 1) {
      const value = Array.from(
        { length: random() * 12 },
        () => characters[Math.floor(random() * characters.length)],
      );
      given[names[Math.floor(random() * names.length)]] = random() < 0.9 ? value.join('') : value;
    }
    const { options, faults } = readOptions(given);
    const again = readEmbedAddress(new URL(embedAddress('https://a.example/', options)).search);
    assert.deepEqual(again.faults, []);
    for (const [name, value] of Object.entries(again.options)) assert.deepEqual(value, options[name], name);
    for (const { option } of faults) assert.ok(option in OPTIONS);
  }
});
