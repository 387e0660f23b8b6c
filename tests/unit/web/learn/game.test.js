// The game at the end of a lesson, against the function `choose` of its cells.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LessonGame } from '../../../../web/learn/game.js';
import { settled } from '../game_fakes.js';

/** Answers to a question that the test gives when it wants. */
function asker() {
  const waiting = [];
  const ask = (...given) => new Promise((resolve, reject) => waiting.push({ given, resolve, reject }));
  return { ask, waiting, next: () => waiting.shift() };
}

/** A game of tic-tac-toe whose referee answers at once and whose engine thinks until the test answers. */
function newGame() {
  const choose = asker();
  const lesson = { call: choose.ask };
  const python = {
    run: async ({ call: { arguments: asked } }) => {
      const [, moves] = asked;
      return { result: { fen: moves.join(''), turn: 'XO'[moves.length % 2], over: false, winner: null } };
    },
  };
  return { game: new LessonGame({ lesson, python }, { game: 'tictactoe', referee: '' }), choose };
}

test('a new game ends the thinking about the old one, which does not come back', async () => {
  const { game, choose } = newGame();
  await game.begin();
  game.play(4);
  await settled();
  assert.deepEqual([game.state.moves, game.state.thinking], [[4], true]);
  const { given, resolve } = choose.next();
  const [, , { signal }] = given;
  assert.equal(signal.aborted, false);
  await game.begin();
  assert.equal(signal.aborted, true);
  assert.deepEqual([game.state.moves, game.state.seen.fen, game.state.thinking], [[], '', false]);
  resolve({ result: 0, fault: null }); // it was too late to stop it
  await settled();
  assert.deepEqual([game.state.moves, game.state.seen.fen, game.state.trouble], [[], '', null]);
});

test('an engine that needs the solution of the exercise asks for it', async () => {
  const { game, choose } = newGame();
  game.begin('O');
  await settled();
  choose.next().resolve({ fault: { reason: "TypeError: 'NoneType' ..." }, unsolved: true });
  await settled();
  assert.deepEqual(game.state.trouble, { key: 'unsolved' });
});

test('a game that is stopped says so; one that a new game stops does not', async () => {
  const { game, choose } = newGame();
  const ended = Object.assign(new Error('stopped'), { reason: 'ended' });
  game.begin('O'); // X begins
  await settled();
  const { given, reject } = choose.next();
  game.stop();
  assert.equal(given[2].signal.reason.reason, 'ended');
  reject(ended);
  await settled();
  assert.deepEqual([game.state.trouble, game.state.thinking], [{ key: 'ended' }, false]);
  game.begin();
  await settled();
  game.begin('X');
  choose.next().reject(ended);
  await settled();
  assert.deepEqual([game.state.side, game.state.trouble, game.state.thinking], ['X', null, false]);
});
