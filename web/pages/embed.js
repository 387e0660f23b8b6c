// @ts-check
// The first script of a frame. It draws the board that the address asks for, says whose move it is and puts the buttons
// there: so all boards of a page are there soon, and one that nobody touches stays small. frame.js, which knows the
// rest, comes with the first need: somebody points at the frame, presses it or gives it the focus, the page around it
// asks for something, or there is more to show than a picture can. What was pressed until then is done when it is there.

/** @import { Button } from '../frame/toolbar.js' */
/** @import { Key } from '../i18n/index.js' */

import '../game/common.js';
import { drawStaticBoard, element } from '../board/static-board.js';
import { openingGame, openingState } from '../frame/board-state.js';
import { HostLink } from '../frame/host-link.js';
import { placementFault, strayMove } from '../frame/placement-fault.js';
import { toolbarOf } from '../frame/toolbar.js';
import { followHeight } from '../frame/visibility.js';
import { readEmbedAddress, usualOptions } from '../game/embed-options.js';
import { playerAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { usualCoordinates, usualPieces } from '../game/languages.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { chooseLanguage } from '../i18n/choose.js';
import { textsOf } from '../i18n/texts.js';
import { ICONS } from '../ui/icons.js';
import { squaresOf } from '../ui/phrases.js';

/** The browser is asked for a moment, but not forever: so long in milliseconds. */
const PATIENCE_MS = 1000;
/** As soon as there is nothing more urgent. @param {() => void} act */
const whenIdle = (act) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(() => act(), { timeout: PATIENCE_MS })
    : setTimeout(act, 50);
const SVG = 'http://www.w3.org/2000/svg';
/** What takes no longer than this needs no words. */
const UNNOTICED_MS = 700;
/** The reason of a failure, told to the page around us: the script of the whole did not come. */
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
/** @type {Record<string, string>} */
const words = {};
/** @param {Key} key @param {Record<string, string | number>} [params] */
const t = (key, params = {}) => (words[key] ?? '').replace(/\{(\w+)\}/g, (_, name) => String(params[name]));
// What only the rules or the puzzles can tell is not drawn.
const known = mode !== 'puzzle' && pgn === null && (game === 'xiangqi' || moves.length === 0);
const opening = openingGame(known ? options : { ...options, moves: [], ply: null });
const style = {
  pieces: options.pieces ?? usualPieces(language),
  coordinates: options.coords ?? usualCoordinates(language),
};
const start = options.fen ?? factsOf(game).fen;
document.documentElement.lang = language; // the numbers at the board's edges depend on it
const drawn = drawStaticBoard(middle, {
  game,
  fen: known ? start : null,
  moves: movesTo(opening.tree).map(squaresOf),
  flipped: opening.orientation === 'black',
  ...style,
});
Promise.all([textsOf('picture', language), textsOf('frame', language)]).then((texts) => {
  Object.assign(words, ...texts);
  if (drawn.men === 0 || !drawn.board.isConnected) return;
  sayWhoseMove();
  whenIdle(drawButtons); // first the men, on all boards of the page
});

function sayWhoseMove() {
  const turn = turnAt(opening);
  const alone = mode === 'play' && color !== 'both';
  const waits = playerAt(opening) === 'engine';
  const side = t(/** @type {'side.red'} */ (`side.${turn}`));
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
  if (!drawn.board.isConnected) return; // the whole has come already
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
  bottom.setAttribute('aria-label', t('tool.name'));
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

/** A hand that holds something down moves it so far. */
const STILL_PX = 8;
const CONTROLS = 'button, a, [role=gridcell]';
const NEEDED = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click'];
/**
 * What the person pressed while nothing could answer: a button by its name, a place on the board, or, by a key or a
 * screen reader, the board itself. @type {Array<string | { x: number, y: number } | null>}
 */
const pressed = [];
/** Where somebody holds the picture down. @type {{ x: number, y: number } | null} */
let held = null;
/** What has the focus: a button by its name, or (null) the board. @type {string | null | undefined} */
let focused;
/** The rest, once it is on its way. @type {Promise<typeof import('./frame.js')> | null} */
let coming = null;
/** Whether the page around us has been told that there is a board. */
let greeted = false;
let stopFollowing = () => {};

const link = new HostLink({
  window,
  origin: options.origin,
  frame: options.id,
  answer: async (request) => (await bring()).answer(request),
});

/** @param {Event} [event] */
function need(event) {
  // Once the whole is there, it hears for itself.
  if (event && drawn.board.isConnected) note(event);
  bring().catch(() => {}); // said by the frame itself
}

/** The button that an event is about. @param {Event} event */
const buttonOf = ({ target }) =>
  target instanceof Element ? (target.closest('[data-name]')?.getAttribute('data-name') ?? null) : null;

/** What is to be done again where the picture was. @param {Event} event */
function note(event) {
  const { type, clientX: x, clientY: y, detail } = /** @type {MouseEvent} */ (event);
  const button = buttonOf(event);
  if (type === 'focusin') focused = button;
  if (type === 'pointerdown') held = { x, y };
  if (type === 'click') {
    held = null;
    // A link does by itself what it is for.
    if (button !== 'open') pressed.push(button ?? (detail > 0 ? { x, y } : null));
  }
  const key = event instanceof KeyboardEvent && event.target === drawn.wrap ? event.key : '';
  if (key === 'Enter' || key === ' ') {
    event.preventDefault(); // a space would move the page around us
    pressed.push(null);
  }
}

function bring() {
  if (coming) return coming;
  const slow = setTimeout(sayComing, UNNOTICED_MS);
  coming = import('./frame.js').then(
    (frame) => {
      clearTimeout(slow);
      stopFollowing();
      if (link.connected) frame.connect(link, greeted);
      arrived(frame.touch);
      return frame;
    },
    (error) => {
      clearTimeout(slow);
      stalled(error.message);
      throw Object.assign(error, { details: { reason: NOT_LOADED } });
    },
  );
  return coming;
}

/** Over a slow line, whoever wants to play is told that the rest is on its way. */
function sayComing() {
  const text = top.querySelector('.grow') ?? element('span', { class: 'grow' });
  text.textContent = t('frame.coming');
  text.setAttribute('role', 'status');
  top.append(text);
}

/** @param {() => void} touch  a press without a place: where the engine is to begin, it does */
function arrived(touch) {
  for (const type of NEEDED) removeEventListener(type, need);
  // What had the focus is gone: what is in its place gets it.
  const point = middle.querySelector('[role=gridcell][tabindex="0"]');
  const control = focused ? place.querySelector(`[data-name=${focused}]`) : point;
  const sought = focused !== undefined || pressed.includes(null);
  if (sought && document.activeElement === document.body && control instanceof HTMLElement) control.focus();
  for (const what of pressed) {
    if (typeof what === 'string') press(place.querySelector(`[data-name=${what}]`));
    else if (what) pressAt(what.x, what.y);
    else touch();
  }
  if (held) addEventListener('pointerup', released, { once: true });
}

/** A press that begins on the picture and ends on the board is no click, except that of a finger. @param {PointerEvent} event */
function released({ pointerType, clientX: x, clientY: y }) {
  if (pointerType === 'touch' || !held) return;
  if (Math.hypot(x - held.x, y - held.y) < STILL_PX) pressAt(x, y);
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
 * The picture stays and says that it is only a picture. The page around us may wait for `ready`: it is told, too, and
 * whatever it asks is refused.
 * @param {string} message
 */
function stalled(message) {
  const problem = { code: 'failed', reason: NOT_LOADED, message };
  if (!greeted) greet(problem);
  link.tell({ type: 'error', ...problem });
  const told = /** @type {HTMLElement} */ (document.getElementById('stalled'));
  told.hidden = false;
  told.addEventListener('click', () => location.reload());
}

/**
 * The page around us may ask from now on; what it asks is answered by the whole.
 * @param {import('../frame/board-state.js').Problem | null} [problem]
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
if (!known) need();
else if (simple && link.connected) greet();
else if (!simple) whenIdle(need);
