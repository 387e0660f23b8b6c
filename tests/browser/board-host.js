// @ts-check
// A page around one board. The query says what it shows:
//   game, pieces, coordinates, orientation    the board's own options
//   theme, contrast, wood                     the root's data-theme, data-contrast, data-board
//   cell                                      a cell's size in pixels; otherwise as wide as the window
//   scene                                     one of SCENES
// `window.board` is the board, `window.played` the moves it told, `window.refused` those that are not in the view,
// `window.said` its announcements.

import { createBoard } from '../site/board/board.js';
import { geometryOf } from '../site/board/geometry.js';
import { boardLabels } from '../site/game-view/piece-words.js';
import { Words } from '../site/ui/words.js';

/** @typedef {import('../../web/board/board.js').BoardView & { shapes?: import('../../web/board/board.js').Shape[] }} Scene */

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

/** @type {Record<string, Scene>} */
const SCENES = {
  start: {
    fen: START,
    turn: 'red',
    dests: { h2: ['e2', 'f2', 'g2', 'i2', 'h9', 'h1', 'h3'], b0: ['a2', 'c2'], e3: ['e4'], i0: ['i1', 'i2'] },
  },
  middle: {
    fen: '1rb1kabr1/4a1c2/1cn6/p1p1pR2p/6pn1/2P6/P3P1P1P/C1N1C1N2/9/1RBAKAB2 w - - 0 11',
    turn: 'red',
    dests: { f6: ['f7', 'f8', 'f9', 'e6', 'g6', 'h6', 'i6', 'f5', 'f4', 'f3', 'f2', 'f1'] },
    lastMove: ['a9', 'b9'],
    shapes: [
      { orig: 'f6', dest: 'f8', brush: 'hint' },
      { orig: 'e3', dest: 'e4', brush: 'second' },
      { orig: 'i3', dest: 'i4', brush: 'third' },
    ],
  },
  capture: {
    fen: START,
    turn: 'red',
    dests: { b2: ['b9'] },
    shapes: [
      { orig: 'b2', dest: 'b9', brush: 'hint' },
      { orig: 'h2', dest: 'h9', brush: 'second' },
      { orig: 'b0', dest: 'c2', brush: 'third' },
      { orig: 'e0', brush: 'hint' },
    ],
  },
  check: {
    fen: '1rb1k3r/1N1Ra4/cR2b1N2/9/9/9/9/9/5p3/4K4 b - - 0 1',
    turn: 'black',
    dests: { e9: ['d9', 'f9'], e8: ['d7'] },
    lastMove: ['d4', 'd8'],
    check: 'e9',
  },
  chess: {
    fen: 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1',
    turn: 'white',
    dests: { f3: ['g1', 'h4', 'g5', 'e5', 'd4'] },
    lastMove: ['f8', 'c5'],
    shapes: [{ orig: 'd2', dest: 'd3', brush: 'hint' }],
  },
  liuzichong: {
    fen: 'B.BBBB.BW.W.WWWW w',
    turn: 'white',
    dests: { c2: ['b2', 'd2'] },
    lastMove: ['b4', 'b3'],
    shapes: [{ orig: 'b1', dest: 'b2', brush: 'hint' }],
  },
};

const query = new URLSearchParams(location.search);
const root = document.documentElement;
for (const [name, key] of [
  ['theme', 'theme'],
  ['contrast', 'contrast'],
  ['wood', 'board'],
]) {
  const value = query.get(name);
  if (value) root.dataset[key] = value;
}
const host = /** @type {HTMLElement} */ (document.querySelector('#board'));
const cell = query.get('cell');
if (cell) host.style.setProperty('--cell', `${cell}px`);

/** @type {[string, string][]} */
const played = [];
/** @type {[string, string][]} */
const refused = [];
/** @type {string[]} */
const said = [];
/** @type {any} */
const options = {
  game: query.get('game') ?? 'xiangqi',
  pieces: query.get('pieces') ?? 'trad',
  coordinates: query.get('coordinates') ?? true,
  orientation: query.get('orientation') ?? 'red',
};
options.labels = boardLabels(await Words.load('en'), options.game);
if (options.coordinates === 'none') options.coordinates = false;
const board = createBoard(host, {
  ...options,
  onMove: (orig, dest) => played.push([orig, dest]),
  onRefuse: (orig, dest) => refused.push([orig, dest]),
  onAnnounce: (sentence) => {
    said.push(sentence);
    /** @type {HTMLElement} */ (document.querySelector('#live')).textContent = sentence;
  },
});
/** Turn the board around. */
const flip = () => {
  const [first, second] = geometryOf(options.game).sides;
  board.configure({ orientation: board.orientation === first ? second : first });
};
const scene = SCENES[query.get('scene') ?? 'start'];
board.set(scene, { movable: scene.turn, animate: false });
if (query.get('shapes')) board.setShapes(scene.shapes ?? []);
Object.assign(window, {
  board: Object.assign(board, { flip }),
  labels: options.labels,
  played,
  refused,
  said,
  SCENES,
});
root.dataset.ready = '';
