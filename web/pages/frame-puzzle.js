// @ts-check
// What a frame needs only when it holds a puzzle: it is fetched when one is asked for.

export { framePuzzle } from '../frame/puzzle.js';
