// @ts-check
// The first script of a frame. It draws the board that the address asks for and says whose move it is: so all boards of
// a page are there soon, and one that nobody touches stays small. frame.js, which knows the rest, comes with the first
// need: somebody points at the board, presses it or gives it the focus, the page around it asks for something, or there
// is more to show than a picture can.

import { drawStill } from '../board/still.js';
import { readEmbedAddress, usualOptions } from '../game/embed-options.js';
import { openingState } from '../game/embed-state.js';
import { factsOf, other, sideIn } from '../game/games.js';
import { usualCoordinates, usualPieces } from '../game/languages.js';
import { chooseLanguage } from '../i18n/choose.js';
import { frameEn } from '../i18n/frame.en.js';
import { frameZhHans } from '../i18n/frame.zh-Hans.js';
import { sidesEn, sidesZhHans } from '../i18n/sides.js';
import { h, man, set } from '../ui/dom.js';
import { FrameLink } from '../ui/frame-link.js';
import { followHeight } from '../ui/frame-room.js';
import { placementFault } from '../ui/placement-fault.js';

/** The browser is asked for a moment, but not forever: so long in milliseconds. */
const PATIENCE_MS = 1000;
/** What takes no longer than this needs no words. */
const UNNOTICED_MS = 700;

const place = /** @type {HTMLElement} */ (document.getElementById('frame'));
const middle = /** @type {HTMLElement} */ (document.getElementById('board'));
const line = /** @type {HTMLElement} */ (document.querySelector('.bar.top'));
const { options: asked, faults } = readEmbedAddress(location.search);
const options = { ...usualOptions(), ...asked };
const { game, mode, color, moves, pgn } = options;

const language = chooseLanguage([options.lang, ...navigator.languages]);
const words = language === 'zh-Hans' ? { ...frameZhHans, ...sidesZhHans } : { ...frameEn, ...sidesEn };
// What only the rules or the puzzles can tell is not drawn.
const known = mode !== 'puzzle' && pgn === null && (game === 'xiangqi' || moves.length === 0);
const shown = known ? moves.slice(0, options.ply ?? moves.length) : [];
const opening = openingState(options);
const look = {
  pieces: options.pieces ?? usualPieces(language),
  coordinates: options.coords ?? usualCoordinates(language),
};
const drawn = drawStill(middle, {
  game,
  fen: known ? (options.fen ?? factsOf(game).fen) : null,
  moves: shown.map((move) => /** @type {const} */ ([move.slice(0, 2), move.slice(2, 4)])),
  flipped: opening.orientation === 'black',
  ...look,
});
if (drawn.men > 0) sayWhoseMove();

function sayWhoseMove() {
  const turn = shown.length % 2 === 0 ? opening.turn : other(game, opening.turn);
  const alone = mode === 'play' && color !== 'both';
  const waits = alone && turn !== sideIn(game, color);
  const said = words[waits ? 'frame.press' : alone ? 'frame.yourMove' : 'frame.toMove'];
  const side = words[/** @type {keyof typeof sidesEn} */ (`side.${turn}`)];
  const text = String(said).replace('{side}', String(side));
  const king = man(turn, factsOf(game).king, game);
  set(king, 'data-pieces', look.pieces);
  line.append(h('span', { class: 'stand' }, king), h('span', { class: 'grow', text }));
  document.documentElement.lang = language;
  const title = String(words[`frame.title.${game}`]);
  const label = String(words['frame.picture']).replace('{title}', title).replace('{text}', text);
  document.title = title;
  drawn.board.setAttribute('role', 'button');
  drawn.board.setAttribute('aria-label', label);
  drawn.board.tabIndex = 0;
}

/** A hand that holds something down moves it so far. */
const STILL_PX = 8;
const CONTROLS = 'button, a, [role=gridcell]';
const NEEDED = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'];
/** What the person pressed while nothing could answer. @type {{ x: number, y: number } | null} */
let pressed = null;
/** Whether it was pressed without a place, by a key or a screen reader. */
let entered = false;
/** Where somebody holds the picture down. @type {{ x: number, y: number } | null} */
let held = null;
let focused = false;
/** The rest, once it is on its way. @type {Promise<typeof import('./frame.js')> | null} */
let coming = null;
/** Whether the page around us has been told that there is a board. */
let greeted = false;
let stopFollowing = () => {};

const link = new FrameLink({
  window,
  origin: options.origin,
  frame: options.id,
  answer: async (request) => (await bring()).answer(request),
});

/** @param {Event} [event] */
function need(event) {
  // Once the whole is there, it hears for itself.
  if (event && drawn.board.isConnected) note(event);
  if (event?.type === 'focusin') focused = true;
  bring().catch(() => {}); // said by the frame itself
}

/** What is to be done again where the picture was. @param {Event} event */
function note(event) {
  const { type, clientX: x, clientY: y, detail } = /** @type {MouseEvent} */ (event);
  if (type === 'pointerdown') held = { x, y };
  if (type === 'click') {
    held = null;
    if (detail > 0) pressed = { x, y };
    else entered = true;
  }
  const key = event instanceof KeyboardEvent && event.target === drawn.board ? event.key : '';
  if (key === 'Enter' || key === ' ') {
    event.preventDefault(); // a space would move the page around us
    entered = true;
  }
}

function bring() {
  if (coming) return coming;
  const slow = setTimeout(sayComing, UNNOTICED_MS);
  coming = import(new URL('frame.js', import.meta.url).href).then(
    (frame) => {
      clearTimeout(slow);
      stopFollowing();
      if (link.connected) frame.connect(link, greeted);
      arrived();
      return frame;
    },
    (error) => {
      clearTimeout(slow);
      stalled();
      throw error;
    },
  );
  return coming;
}

/** Over a slow line, whoever wants to play is told that the rest is on its way. */
function sayComing() {
  const text = line.querySelector('.grow') ?? h('span', { class: 'grow' });
  text.textContent = String(words['frame.coming']);
  text.setAttribute('role', 'status');
  line.append(text);
}

function arrived() {
  for (const type of NEEDED) removeEventListener(type, need);
  // The board that had the focus is gone: the one in its place gets it.
  const point = middle.querySelector('[role=gridcell][tabindex="0"]');
  if ((focused || entered) && document.activeElement === document.body && point instanceof HTMLElement) {
    point.focus();
  }
  if (pressed) press(pressed.x, pressed.y);
  // Without a place it is a touch all the same: where the engine is to begin, it does.
  else if (entered) point?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  else if (held) addEventListener('pointerup', released, { once: true });
}

/** A press that begins on the picture and ends on the board is no click, except that of a finger. @param {PointerEvent} event */
function released({ pointerType, clientX: x, clientY: y }) {
  if (pointerType === 'touch' || !held) return;
  if (Math.hypot(x - held.x, y - held.y) < STILL_PX) press(x, y);
}

/** Press what is there now. @param {number} x @param {number} y */
function press(x, y) {
  const target = document.elementFromPoint(x, y)?.closest(CONTROLS);
  if (!(target instanceof HTMLElement)) return;
  target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  target.click();
}

/** The board stays, and says that it is only a picture. */
function stalled() {
  const told = /** @type {HTMLElement} */ (document.getElementById('stalled'));
  told.hidden = false;
  told.addEventListener('click', () => location.reload());
}

/** The page around us may ask from now on; what it asks is answered by the whole. */
function greet() {
  greeted = true;
  link.tell({ type: 'ready', state: opening });
  stopFollowing = followHeight(place, middle, (size) => link.tell({ type: 'resize', ...size }));
}

for (const type of NEEDED) addEventListener(type, need);
const simple =
  drawn.men > 0 &&
  [faults, moves, options.arrows].every(({ length }) => length === 0) &&
  (options.fen === null || placementFault(game, options.fen) === null) &&
  !options.clock;
if (!known) need();
else if (simple && link.connected) greet();
else if (!simple) {
  if ('requestIdleCallback' in window) requestIdleCallback(() => need(), { timeout: PATIENCE_MS });
  else setTimeout(need, 50);
}
