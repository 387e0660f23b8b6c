import assert from 'node:assert/strict';
import test from 'node:test';
import { EditorSession } from '../../../../web/editor/session.js';

const START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
const CHESS = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KINGS = '4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1';

/** An engine that is asked about positions; `answer` says what it knows of one, by default that it is legal. */
class FakeClient extends EventTarget {
  state = { state: 'idle' };
  asked = [];
  answer = ({ game, fen }) => ({
    fen,
    faults: [],
    enPassant: [],
    view: { game, fen, turn: 'red', outcome: null },
  });

  async inspect(position) {
    this.asked.push(position.fen);
    await null;
    return this.answer(position);
  }

  /** @param {object} state */
  become(state) {
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

async function opened(fen = KINGS, game = 'xiangqi') {
  const client = new FakeClient();
  const session = new EditorSession({ client });
  await session.open({ game, fen });
  await settled();
  return { client, session, state: session.state };
}

test('every step can be undone and redone, and a new one forgets what was undone', async () => {
  const { session, state } = await opened();
  session.put('a0', { side: 'red', role: 'r' });
  session.set({ turn: 'b' });
  const last = state.fen;
  assert.equal(session.undo(), true);
  assert.equal(session.undo(), true);
  assert.equal(session.undo(), false);
  assert.equal(state.fen, KINGS);
  session.redo();
  session.redo();
  assert.equal(state.fen, last);
  session.undo();
  session.mirror();
  assert.equal(state.canRedo, false);
});

test('what a tool draws in one press is one step', async () => {
  const { session, state } = await opened();
  session.put('a3', { side: 'red', role: 'p' });
  session.put('b3', { side: 'red', role: 'p' }, { joined: true });
  assert.match(state.fen, /\/PP7\//);
  session.undo();
  assert.equal(state.fen, KINGS);
});

test('a stroke that begins on an empty point is one step, too', async () => {
  // Its first point changed nothing, and the next ones replaced the step before.
  const { session, state } = await opened();
  session.put('a3', { side: 'red', role: 'p' });
  const before = state.fen;
  session.put('a4', null);
  session.put('a3', null, { joined: true });
  assert.equal(state.fen, KINGS);
  session.undo();
  assert.equal(state.fen, before);
  session.undo();
  assert.equal(state.fen, KINGS);
});

test('of positions that follow each other quickly the first and the last are asked about', async () => {
  const { client, session, state } = await opened();
  client.asked = [];
  for (const square of ['a0', 'b0', 'c0', 'g0']) session.put(square, { side: 'red', role: 'r' });
  await settled();
  assert.equal(client.asked.length, 2);
  assert.equal(state.inspection.fen, state.fen);
});

test('rights go with the men that have them, and stay where they are asked for', async () => {
  const { client, session, state } = await opened(CHESS, 'chess');
  client.answer = ({ fen }) => ({
    fen,
    faults: / \S*K\S* /.test(fen.slice(fen.indexOf(' '))) ? [{ reason: 'castling_rights', right: 'K' }] : [],
    enPassant: [],
    view: null,
  });
  session.put('h1', null);
  await settled();
  assert.equal(state.fen.split(' ')[2], 'Qkq');
  session.set({ castling: 'KQkq' });
  await settled();
  assert.equal(state.fen.split(' ')[2], 'KQkq');
  assert.equal(state.inspection.faults.length, 1);
  session.undo();
  session.undo();
  assert.equal(state.fen, CHESS);
});

test('a FEN that is malformed stays in its field, and the position on the board', async () => {
  const { client, session, state } = await opened();
  const known = client.answer;
  client.answer = (position) => {
    if (position.fen !== 'bad') return known(position);
    throw Object.assign(new Error('two rows'), { code: 'invalid_fen', reason: 'rows', details: { rows: 2 } });
  };
  await session.type('bad');
  assert.equal(state.typed.text, 'bad');
  assert.equal(state.typed.fault.reason, 'rows');
  assert.equal(state.fen, KINGS);
  session.endTyping();
  assert.equal(state.typed.text, 'bad');
  session.put('a0', { side: 'red', role: 'r' });
  assert.equal(state.typed, null);
});

test('a pasted FEN becomes the position with what was assumed, until the next step', async () => {
  const { client, session, state } = await opened();
  const remarks = [{ code: 'side_missing', message: 'no side', side: 'w' }];
  client.answer = ({ fen }) => ({
    fen: START,
    faults: [],
    enPassant: [],
    view: null,
    ...(fen !== START && { remarks }),
  });
  await session.type(`"${START.split(' ')[0]}"`);
  session.endTyping();
  assert.deepEqual([state.fen, state.typed, state.remarks], [START, null, remarks]);
  await settled();
  assert.deepEqual(state.remarks, remarks);
  session.set({ turn: 'b' });
  assert.deepEqual(state.remarks, []);
});

test('a board alone from an address is drawn at once, and its fields are those of the rules', async () => {
  const client = new FakeClient();
  const black = KINGS.replace(' w', ' b');
  client.answer = () => ({
    fen: black,
    faults: [],
    enPassant: [],
    view: null,
    remarks: [{ code: 'side_in_check' }],
  });
  const session = new EditorSession({ client });
  const opening = session.open({ game: 'xiangqi', fen: KINGS.split(' ')[0] });
  assert.equal(session.state.fen, KINGS);
  await opening;
  assert.deepEqual([session.state.fen, session.state.typed, session.state.remarks.length], [black, null, 1]);
});

test('what is typed while the rules look at the position stays', async () => {
  const { client, session, state } = await opened();
  const known = client.answer;
  client.answer = (position) => {
    if (position.fen !== 'bad') return { ...known(position), fen: KINGS };
    throw Object.assign(new Error('one row'), { code: 'invalid_fen', reason: 'rows', details: { rows: 1 } });
  };
  const opening = session.open({ game: 'xiangqi', fen: KINGS.replace(' w', ' r') });
  const typing = session.type('bad');
  await Promise.all([opening, typing, settled()]);
  assert.equal(state.fen, KINGS);
  assert.equal(state.typed.text, 'bad');
  assert.equal(state.typed.fault.reason, 'rows');
});

test('a FEN becomes the position even if its field is left before it has been read', async () => {
  const { session, state } = await opened();
  const black = KINGS.replace(' w', ' b');
  const typing = session.type(black);
  session.endTyping();
  assert.equal(state.typed.text, black);
  await typing;
  assert.equal(state.fen, black);
  assert.equal(state.typed, null);
});

test('the last of two texts typed in a row counts, whichever is answered first', async () => {
  const { client, session, state } = await opened();
  const known = client.answer;
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  client.answer = async (position) => {
    if (position.fen === START) await held;
    return known(position);
  };
  const first = session.type(START);
  await session.type(KINGS.replace(' w', ' b'));
  release();
  await first;
  assert.match(state.fen, / b /);
});

test('an engine that failed is asked again when it runs', async () => {
  const { client, session, state } = await opened();
  const known = client.answer;
  client.answer = () => {
    throw Object.assign(new Error('it does not run'), { code: 'failed' });
  };
  client.become({ state: 'failed' });
  session.clear();
  await settled();
  assert.notEqual(state.inspection?.fen, state.fen);
  client.answer = known;
  client.become({ state: 'loading' });
  await settled();
  assert.equal(state.inspection.fen, state.fen);
});

test('another game begins at its start, with the same player below', async () => {
  const { session, state } = await opened();
  session.flip();
  await session.start('chess');
  assert.equal(state.game.game, 'chess');
  assert.equal(state.fen, CHESS);
  assert.equal(state.game.orientation, 'black');
});
