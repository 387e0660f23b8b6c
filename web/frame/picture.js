// The first script of a frame. It draws the board from the address, the side to move and the buttons, so all
// boards of a page appear soon and an untouched one stays small. frame.js is loaded when it is needed: when
// the frame is pointed at, pressed or focused, when the host page sends a request, or when a picture is not
// enough. Presses made before are then repeated.

/** @import { Button } from './toolbar.js' */
/** @import { Key, Params } from '../ui/words.js' */

import { element } from '../board/element.js';
import { drawStaticBoard } from '../board/static-board.js';
import { readEmbedAddress, usualOptions } from '../game/embed-options.js';
import { playerAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { usualCoordinates, usualPieces } from '../game/notations.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { squaresOf } from '../game-view/piece-words.js';
import { ICONS } from '../ui/icons.js';
import { load } from '../ui/load.js';
import { chooseLanguage, Words } from '../ui/words.js';
import { openingGame, openingState } from './board-state.js';
import { HostLink } from './host-link.js';
import { placementFault, strayMove } from './placement-fault.js';
import { toolbarOf } from './toolbar.js';
import { followHeight } from './visibility.js';

/** The longest wait for an idle moment of the browser. */
const PATIENCE_MS = 1000;
/** As soon as there is nothing more urgent. @param {() => void} act */
const whenIdle = (act) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(() => act(), { timeout: PATIENCE_MS })
    : setTimeout(act, 50);
const SVG = 'http://www.w3.org/2000/svg';
/** A loading time up to this needs no message. */
const UNNOTICED_MS = 700;
/** The reason told to the host page when frame.js could not be loaded. */
const NOT_LOADED = 'not_loaded';

const place = /** @type {HTMLElement} */ (document.getElementById('frame'));
const middle = /** @type {HTMLElement} */ (document.getElementById('board'));
const top = /** @type {HTMLElement} */ (document.getElementById('top'));
const bottom = /** @type {HTMLElement} */ (document.getElementById('bottom'));
const { options: asked, faults } = readEmbedAddress(location.search);
const options = { ...usualOptions(), ...asked };
const { game, mode, color, moves, pgn } = options;
const site = new URL('../', import.meta.url);

const language = chooseLanguage([options.lang, ...navigator.languages]);
const words = new Words();
/** Nothing, until the words are there. @param {Key} key @param {Params} [params] */
const t = (key, params) => (words.language ? words.t(key, params) : '');
// A position that takes the rules or the puzzle files to work out is not drawn.
const drawable = mode !== 'puzzle' && pgn === null && (game === 'xiangqi' || moves.length === 0);
const opening = openingGame(drawable ? options : { ...options, moves: [], ply: null });
const style = {
  pieces: options.pieces ?? usualPieces(language),
  coordinates: options.coords ?? usualCoordinates(language),
};
const start = options.fen ?? factsOf(game).fen;
document.documentElement.lang = language; // the numbers at the board's edges depend on it
const drawn = drawStaticBoard(middle, {
  game,
  fen: drawable ? start : null,
  moves: movesTo(opening.tree).map(squaresOf),
  flipped: opening.orientation === 'black',
  ...style,
});
words.start(language).then(
  () => {
    if (drawn.men === 0 || !drawn.board.isConnected) return;
    sayWhoseMove();
    whenIdle(drawButtons); // first the men, on all boards of the page
  },
  () => need(),
); // it has words of its own, or says that there are none
dispatchEvent(new Event('started'));

function sayWhoseMove() {
  const turn = turnAt(opening);
  const alone = mode === 'play' && color !== 'both';
  const waits = playerAt(opening) === 'engine';
  const side = t(/** @type {'game-view.side.red'} */ (`game-view.side.${turn}`));
  const text = t(waits ? 'frame.press' : alone ? 'frame.yourMove' : 'frame.toMove', { side });
  const colour = turn === 'black' ? 'black' : 'white';
  const king = element('i', { class: `man ${colour} ${factsOf(game).king}-piece`, 'aria-hidden': 'true' });
  const men = element('span', { class: 'men', 'data-game': game, 'data-pieces': style.pieces }, king);
  top.append(element('span', { class: 'stand' }, men), element('span', { class: 'grow' }, text));
  document.title = t(/** @type {'frame.title.xiangqi'} */ (`frame.title.${game}`));
  drawn.wrap.setAttribute('role', 'button');
  drawn.wrap.setAttribute('aria-label', t('frame.picture', { title: document.title, text }));
  drawn.wrap.tabIndex = 0;
}

function drawButtons() {
  if (!drawn.board.isConnected) return; // frame.js has replaced it already
  const { items, flip, open } = toolbarOf(opening, { options, t, moveText: nodeOf(opening.tree).move, site });
  const home = {
    class: 'btn plain icon-only home',
    target: '_blank',
    rel: 'noopener',
    'data-name': 'open',
    'aria-label': open.label,
    title: open.label,
    href: open.href,
  };
  bottom.setAttribute('aria-label', t('game-view.tool.name'));
  bottom.append(
    ...items.map((item) => ('name' in item ? button(item) : placeInReplay(item))),
    element('span', { class: 'grow said', role: 'status' }),
    button(flip),
    element('a', home, element('i', { class: 'seal', 'aria-hidden': 'true' })),
  );
}

/** @param {Button} button */
function button({ name, label, disabled = false, ended = false }) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return element(
    'button',
    {
      class: 'btn plain icon-only',
      type: 'button',
      'data-name': name,
      'aria-label': label,
      'aria-disabled': String(ended),
      ...(disabled && { disabled: '' }),
    },
    svg,
  );
}

/** @param {{ move: string, ply: string }} place */
const placeInReplay = ({ move, ply }) =>
  element('span', { class: 'at' }, element('b', {}, move), element('span', { class: 'small muted' }, ply));

/** A pointer that moves less than this while held down still makes a press. */
const STILL_PX = 8;
const CONTROLS = 'button, a, [role=gridcell]';
const NEEDED = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'];
/**
 * Presses made before frame.js has loaded: a button's name, a point on the board, or null for the board,
 * pressed with a key or a screen reader. @type {Array<string | { x: number, y: number } | null>}
 */
const pressed = [];
/** The point at which the picture is held down. @type {{ x: number, y: number } | null} */
let pressPoint = null;
/** What has the focus: a button's name, or null for the board. @type {string | null | undefined} */
let focused;
/** The import of frame.js, once begun. @type {Promise<typeof import('./page.js')> | null} */
let coming = null;
/** Whether the host page has been told `ready`. */
let greeted = false;
let stopFollowing = () => {};

const link = new HostLink({
  window,
  origin: options.origin,
  frame: options.id,
  answer: async (request) => (await loadFrame()).answer(request),
});

/** @param {Event} [event] */
function need(event) {
  // Once frame.js is there, it listens itself.
  if (event && drawn.board.isConnected) note(event);
  loadFrame().catch(() => {}); // said by the frame itself
}

/** The button that an event is about. @param {Event} event */
const buttonOf = ({ target }) =>
  target instanceof Element ? (target.closest('[data-name]')?.getAttribute('data-name') ?? null) : null;

/** Note an event, to repeat it on the real board. @param {Event} event */
function note(event) {
  const { type, clientX: x, clientY: y, detail } = /** @type {MouseEvent} */ (event);
  const button = buttonOf(event);
  if (type === 'focusin') focused = button;
  if (type === 'pointerdown') pressPoint = { x, y };
  if (type === 'click') {
    pressPoint = null;
    // A link works without us.
    if (button !== 'open') pressed.push(button ?? (detail > 0 ? { x, y } : null));
  }
  const key = event instanceof KeyboardEvent && event.target === drawn.wrap ? event.key : '';
  if (key === 'Enter' || key === ' ') {
    event.preventDefault(); // a space would scroll the host page
    pressed.push(null);
  }
}

function loadFrame() {
  if (coming) return coming;
  dispatchEvent(new Event('started')); // a fault that was said before may be over
  const slow = setTimeout(sayComing, UNNOTICED_MS);
  coming = load(() => import('./page.js')).then(
    (frame) => {
      clearTimeout(slow);
      stopFollowing();
      if (link.connected) frame.connect(link, greeted);
      arrived(frame.touch);
      return frame;
    },
    (error) => {
      clearTimeout(slow);
      coming = null; // the next press tries again
      stalled(error.message);
      throw Object.assign(error, { details: { reason: NOT_LOADED } });
    },
  );
  return coming;
}

/** On a slow connection, say that the board is still loading. */
function sayComing() {
  if (!drawn.board.isConnected) return; // it is here and says itself what it waits for
  const text = top.querySelector('.grow') ?? element('span', { class: 'grow' });
  text.textContent = t('frame.coming');
  text.setAttribute('role', 'status');
  top.append(text);
}

/** @param {() => void} touch  for a press without a point: it starts the engine */
function arrived(touch) {
  for (const type of NEEDED) removeEventListener(type, need);
  // The focused element is gone: its replacement gets the focus.
  const point = middle.querySelector('[role=gridcell][tabindex="0"]');
  const control = focused ? place.querySelector(`[data-name=${focused}]`) : point;
  const sought = focused !== undefined || pressed.includes(null);
  if (sought && document.activeElement === document.body && control instanceof HTMLElement) control.focus();
  for (const what of pressed) {
    if (typeof what === 'string') press(place.querySelector(`[data-name=${what}]`));
    else if (what) pressAt(what.x, what.y);
    else touch();
  }
  if (pressPoint) addEventListener('pointerup', released, { once: true });
}

/** A press that begins on the picture and ends on the board makes no click, except by touch. @param {PointerEvent} event */
function released({ pointerType, clientX: x, clientY: y }) {
  if (pointerType === 'touch' || !pressPoint) return;
  if (Math.hypot(x - pressPoint.x, y - pressPoint.y) < STILL_PX) pressAt(x, y);
}

/** Press what is there now. @param {number} x @param {number} y */
function pressAt(x, y) {
  press(document.elementFromPoint(x, y)?.closest(CONTROLS) ?? null);
}

/** @param {Element | null} control */
function press(control) {
  if (!(control instanceof HTMLElement)) return;
  control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  control.click();
}

/**
 * The picture stays, and load-watch.js says that the page has not loaded. A host page that waits for `ready` is told so, too,
 * and its requests are refused.
 * @param {string} message
 */
function stalled(message) {
  const problem = { code: 'failed', reason: NOT_LOADED, message };
  if (!greeted) greet(problem);
  link.tell({ type: 'error', ...problem });
  dispatchEvent(new Event('stalled'));
}

/**
 * Tell the host page that it may send requests from now on; frame.js answers them.
 * @param {import('./board-state.js').Problem | null} [problem]
 */
function greet(problem = null) {
  greeted = true;
  link.tell({ type: 'ready', state: { ...openingState(opening, mode), problem } });
  stopFollowing = followHeight(place, middle, (size) => link.tell({ type: 'resize', ...size }));
}

for (const type of NEEDED) addEventListener(type, need);
const simple =
  drawn.men > 0 &&
  [faults, options.arrows].every(({ length }) => length === 0) &&
  placementFault(game, start) === null &&
  strayMove(game, start, moves) === null &&
  !options.clock;
if (!drawable) need();
else if (simple && link.connected) greet();
else if (!simple) whenIdle(need);
