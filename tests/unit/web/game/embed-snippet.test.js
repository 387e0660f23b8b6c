import assert from 'node:assert/strict';
import test from 'node:test';
import { readEmbedAddress } from '../../../../web/game/embed-options.js';
import {
  elementSnippet,
  frameSnippet,
  isNamed,
  optionsOf,
  queryOf,
} from '../../../../web/game/embed-snippet.js';
import { newGame } from '../../../../web/game/game.js';
import { addMove, goTo } from '../../../../web/game/tree.js';

/** A game after these moves; the last position has a view. */
function played(given, ...moves) {
  const game = newGame({ id: 'x', opponent: 'engine', side: 'red', level: 4, ...given });
  let { tree } = game;
  moves.forEach((move, at) => {
    const view = at === moves.length - 1 ? { fen: 'here w', turn: 'red' } : null;
    const added = addMove(tree, tree.current, move, view);
    tree = goTo(added.tree, added.id);
  });
  return { ...game, tree };
}

test('a game is replayed as it is at hand', () => {
  const game = played({}, 'h2e2', 'h9g7', 'h0g2');
  assert.deepEqual(optionsOf(game, 'replay'), [
    ['mode', 'view'],
    ['moves', 'h2e2,h9g7,h0g2'],
    ['ply', '0'],
  ]);
  const back = { ...game, orientation: 'black', tree: goTo(game.tree, 1) };
  assert.deepEqual(optionsOf(back, 'replay').slice(2), [
    ['ply', '1'],
    ['orientation', 'black'],
  ]);
});

test('a position is shown, or played on by whose turn it is', () => {
  const game = played({}, 'h2e2', 'h9g7');
  assert.deepEqual(optionsOf(game, 'position'), [
    ['mode', 'view'],
    ['fen', 'here w'],
  ]);
  assert.deepEqual(optionsOf(game, 'play'), [
    ['fen', 'here w'],
    ['level', '4'],
  ]);
  assert.deepEqual(optionsOf({ ...game, level: 12 }, 'play').at(-1), ['level', '12']);
  const unknown = { ...game, tree: goTo(game.tree, 1) };
  assert.deepEqual(optionsOf(unknown, 'play'), [
    ['moves', 'h2e2'],
    ['color', 'black'],
    ['level', '4'],
  ]);
});

test('another game is named, and its first side is not', () => {
  const game = played({ game: 'chess', side: 'white', fen: '8/8 w' });
  assert.deepEqual(optionsOf(game, 'play'), [
    ['game', 'chess'],
    ['fen', '8/8 w'],
    ['level', '4'],
  ]);
});

test('what is written into a page stays an attribute, and an address says the same', () => {
  const wild = [
    ['fen', '3k5/9 w - - 0 1'],
    ['pgn', '"><script>&amp;'],
    ['origin', 'https://a.example'],
  ];
  const element = elementSnippet('https://b.example/', wild);
  assert.match(
    element,
    /^<script src="https:\/\/b\.example\/embed\/cannonfish-embed\.js" defer><\/script>\n/,
  );
  assert.match(element, / pgn="&quot;>&lt;script>&amp;amp;" /);
  const address = `https://b.example/embed.html?${queryOf(wild)}`;
  assert.deepEqual(readEmbedAddress(new URL(address).search).options, Object.fromEntries(wild));
  assert.ok(frameSnippet(address).includes(`src="${address.replaceAll('&', '&amp;')}"`));
});

test('a frame is named after its game', () => {
  assert.match(frameSnippet('https://b.example/embed.html?game=chess'), / title="Chess" /);
  assert.match(frameSnippet('https://b.example/embed.html'), / title="Xiangqi" /);
});

test('a game as text stays readable in the element, and one piece of HTML in Markdown', () => {
  const pgn = '[Event "A & B"]\n[Red "<i>"]\n\n1. 炮二平五 {good} *\n\n';
  assert.equal(
    elementSnippet('https://b.example/', [['mode', 'view']], pgn).split('defer></script>\n')[1],
    '<xiangqi-board mode="view">\n[Event "A &amp; B"]\n[Red "&lt;i>"]\n1. 炮二平五 {good} *\n</xiangqi-board>',
  );
});

test('headers without a name, an event or a result tell nothing', () => {
  const told = (headers) => isNamed({ ...played({}), headers });
  assert.equal(told(undefined), false);
  assert.equal(told({ Event: '?', Date: '????.??.??', Result: '*' }), false);
  for (const headers of [{ Red: '许银川' }, { Result: '1-0' }]) assert.equal(told(headers), true);
});
