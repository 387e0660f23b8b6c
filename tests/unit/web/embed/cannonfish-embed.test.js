// <xiangqi-board> without a browser: what it asks of its frame, and when.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const SITE = 'https://board.example/cannonfish/';

/** @type {any} */
let Board;
/** @type {(message: any) => void} */
let hear;
/** What has been sent to the frame. @type {any[]} */
let sent = [];
Object.assign(globalThis, {
  HTMLElement: class {
    isConnected = true;
    textContent = '';
    attachShadow = () => ({ replaceChildren() {} });
    getAttribute = (name) => (name === 'base' ? SITE : null);
    hasAttribute = () => false;
    dispatchEvent() {}
  },
  CSSStyleSheet: class {
    replaceSync() {}
  },
  CustomEvent: class {},
  customElements: { get: () => undefined, define: (_, element) => (Board = element) },
  document: {
    baseURI: 'https://host.example/',
    querySelector: () => null,
    createElement: () => ({
      style: {},
      setAttribute() {},
      contentWindow: { postMessage: (message) => sent.push(message) },
    }),
  },
  location: new URL('about:srcdoc'),
  origin: 'https://host.example',
  addEventListener: (_, listener) => (hear = listener),
  removeEventListener() {},
});
await import('../../../../web/embed/cannonfish-embed.js');

/** A board in a page, and what its frame says to it. */
function newBoard() {
  const frames = [];
  const { createElement } = document;
  document.createElement = () => frames[frames.push(createElement()) - 1];
  const board = new Board();
  sent = [];
  board.connectedCallback();
  document.createElement = createElement;
  const source = frames.at(-1).contentWindow;
  const tell = (data) =>
    hear({ source, origin: 'https://board.example', data: { ns: 'cannonfish', v: 1, ...data } });
  return { board, tell, frame: frames.at(-1) };
}

const asked = () => sent.splice(0).map(({ type }) => type);
const failure = ({ message }) => message;

test('what is asked before the frame is ready is sent when it is, once and in order', async () => {
  const { board, tell } = newBoard();
  board.flip();
  const undone = board.undo();
  assert.deepEqual(asked(), []);
  tell({ id: null, type: 'ready', state: {} });
  const [, { id }] = sent;
  assert.deepEqual(asked(), ['flip', 'undo']);
  tell({ id, type: 'state', state: { ply: 0 } });
  assert.deepEqual(await undone, { ply: 0 });
});

test('what is changed before a call is sent before it', async () => {
  // The move came first, and then the position that it was meant for.
  const { board, tell } = newBoard();
  tell({ id: null, type: 'ready', state: {} });
  board.attributeChangedCallback('fen', null, '9/9');
  board.attributeChangedCallback('color', null, 'both');
  board.move('h2e2');
  await Promise.resolve();
  const [{ fen, color }] = sent;
  assert.deepEqual([fen, color], ['9/9', 'both']);
  assert.deepEqual(asked(), ['set', 'move']);
});

test('a page without an address of its own, a srcdoc, gives the origin that its messages have', () => {
  // It gave that of its address, `null`, so that the frame took its messages for somebody else's.
  const { src } = newBoard().frame;
  assert.equal(new URL(src).searchParams.get('origin'), 'https://host.example');
});

test('when another page comes into the frame, what it has not answered is settled', async () => {
  // A puzzle that became a game: the move came while the frame was being loaded, and its promise was never settled.
  const { board, tell } = newBoard();
  tell({ id: null, type: 'ready', state: { mode: 'puzzle' } });
  const search = board.go().catch(failure);
  const changed = board.load({ mode: 'play' });
  const move = board.move('h2e2'); // the old page leaves it to the next one
  const [, { id }] = sent;
  assert.deepEqual(asked(), ['go', 'set', 'move']);
  tell({ id, type: 'state', state: { mode: 'play' }, reloads: true });
  assert.deepEqual(await changed, { mode: 'play' });
  assert.match(await search, /mode has changed/);
  board.flip();
  assert.deepEqual(asked(), [], 'nobody is there to hear it');
  tell({ id: null, type: 'ready', state: { mode: 'play' } });
  const [again] = sent;
  assert.deepEqual(asked(), ['move', 'flip']);
  tell({ id: again.id, type: 'state', state: { ply: 1 } });
  assert.deepEqual(await move, { ply: 1 });
});

test('what was refused because the board was taken out is not sent when it is put back', async () => {
  const { board, tell } = newBoard();
  const refused = board.flip().catch(failure);
  board.disconnectedCallback();
  assert.match(await refused, /taken out/);
  tell({ id: null, type: 'ready', state: {} });
  assert.deepEqual(asked(), []);
});
