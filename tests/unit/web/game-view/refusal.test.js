import '../texts.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Refusal, refusalOf } from '../../../../web/game-view/refusal.js';
import { refusalInWords, refusalShapes } from '../../../../web/game-view/refusal-words.js';
import { LANGUAGES, Words } from '../../../../web/ui/words.js';

const en = await Words.load('en');
const zh = await Words.load('zh-Hans');
/** The module with the reasons as an enum. */
const RULES = new URL('../../../../py/engine/cannonfish/games/base/illegal.py', import.meta.url);
const X = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';
const C = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const L = 'BBBBB..BW..WWWWW w';
/** A piece of each kind, by game. */
const KINDS = {
  xiangqi: [X, ['e0', 'd0', 'c0', 'b0', 'a0', 'b2', 'a3']],
  chess: [C, ['e1', 'd1', 'c1', 'b1', 'a1', 'a2']],
  liuzichong: [L, ['a1']],
};

const refusal = (fen, move, reason, squares = '') => ({
  code: 'illegal_move',
  message: '',
  reason,
  details: { fen, move, squares },
});

test('a refusal is one sentence in the words of the page', () => {
  const leg = refusal(X, 'h0f1', 'leg', 'g0');
  assert.equal(refusalInWords(en, 'xiangqi', leg), 'The red elephant on g0 blocks the horse’s leg.');
  assert.equal(refusalInWords(zh, 'xiangqi', leg), '红方三路相蹩住了马腿。');
  const say = (fen, ...given) => refusalInWords(en, 'xiangqi', refusal(fen, ...given));
  assert.equal(say(X, 'e3f3', 'sideways'), 'A soldier moves sideways only beyond the river.');
  assert.equal(
    say('3k5/9/9/9/9/9/4c4/9/4P4/4K3R w', 'i0i1', 'in_check', 'e3'),
    'You are in check from the black cannon on e3, and that does not stop it.',
  );
  assert.equal(
    say('4k4/4r4/9/9/9/9/3n5/9/4A4/4K4 w', 'e1d2', 'exposes_king', 'e8 d3'),
    'That leaves your general in check from the black chariot on e8 and black horse on d3.',
  );
  assert.equal(
    refusalInWords(en, 'chess', refusal(C, 'f1c4', 'blocked', 'e2')),
    'The white pawn on e2 is in the way.',
  );
});

test('every reason of the rules has a text in every language, for every piece that can have it', async () => {
  const [, listed] = readFileSync(RULES, 'utf8').match(/class Illegal\(StrEnum\):(.*?)\n\n\nclass/s);
  const reasons = [...listed.matchAll(/^ {4}[A-Z_]+ = "(\w+)"/gm)].map(([, reason]) => reason);
  assert.ok(reasons.length > 25);
  const onlyIn = { palace: ['e0', 'd0'], exposes_king: null };
  for (const language of Object.keys(LANGUAGES)) {
    const words = await Words.load(language);
    for (const reason of [...reasons, 'waiting', 'unasked']) {
      if (reason === 'not_legal') continue; // it names none
      for (const [game, [fen, origins]] of Object.entries(KINDS)) {
        if (game !== 'xiangqi' && reason === 'palace') continue;
        if (game === 'liuzichong' && reason === 'exposes_king') continue;
        for (const orig of onlyIn[reason] ?? origins) {
          const said = refusalInWords(words, game, refusal(fen, `${orig}a2`, reason, origins[0]));
          assert.ok(said, `${language} ${game} ${orig} ${reason}`);
          assert.doesNotMatch(said, /[{}]| {2}|^ /, said);
        }
      }
    }
  }
});

test('a reason that a newer engine has and this page does not know is none', () => {
  assert.equal(refusalInWords(en, 'xiangqi', refusal(X, 'h0f1', 'not_legal')), null);
  assert.equal(refusalInWords(en, 'xiangqi', refusal(X, 'h0f1', 'outwitted')), null);
  assert.equal(refusalInWords(en, 'xiangqi', { code: 'failed', message: '' }), null);
});

test('what is in the way is ringed, and where the piece may not go is crossed', () => {
  const cross = { orig: 'f1', brush: 'closed' };
  assert.deepEqual(refusalShapes(refusal(X, 'h0f1', 'leg', 'g0')), [cross, { orig: 'g0', brush: 'threat' }]);
  assert.deepEqual(refusalShapes(refusal(X, 'h0g3', 'own_piece', 'g3')), [{ orig: 'g3', brush: 'threat' }]);
  assert.deepEqual(refusalShapes({ code: 'failed', message: '' }), []);
});

/** A page that speaks English. */
const page = (words = en) =>
  /** @type {any} */ ({ words, t: (key) => words.t(key), pageStatus: { unloaded: new Map() } });
const LEG = refusal(X, 'h0f1', 'leg', 'g0');

/** An answer that the test gives later. */
function later() {
  let resolve = (_) => {};
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('while the rules are loading the move is called illegal, and the reason follows', async () => {
  const refused = new Refusal(page());
  const { promise, resolve } = later();
  const told = refused.explain('xiangqi', promise, { waits: true });
  await new Promise(setImmediate);
  assert.match(refused.sentence, /not a legal move.*as soon as the engine has loaded/);
  resolve(LEG);
  await told;
  assert.match(refused.sentence, /red elephant on g0/);
  refused.clear();
  assert.deepEqual([refused.sentence, refused.shapes], ['', []]);
});

test('a reason that comes after the next press, or after another refusal, is not told', async () => {
  const refused = new Refusal(page());
  const { promise, resolve } = later();
  const first = refused.explain('xiangqi', promise);
  const second = refused.explain('xiangqi', refusal(X, 'e3f3', 'sideways'));
  resolve(LEG);
  await Promise.all([first, second]);
  assert.match(refused.sentence, /sideways/);
  const late = refused.explain('xiangqi', Promise.resolve(LEG));
  refused.clear();
  await late;
  assert.equal(refused.sentence, '');
});

test('the sentence is told in the language of the page, also after that has changed', async () => {
  const words = new Words();
  await words.start('en');
  const refused = new Refusal(page(words));
  await refused.explain('xiangqi', LEG);
  assert.match(refused.sentence, /red elephant on g0/);
  await words.use('zh-Hans');
  assert.equal(refused.sentence, '红方三路相蹩住了马腿。');
});

test('hidden men are not named', async () => {
  const refused = new Refusal(page());
  refused.hides = () => true;
  await refused.explain('xiangqi', LEG);
  assert.deepEqual([refused.sentence, refused.shapes], ['That is not a legal move.', []]);
});

test('the rules are asked about the position at hand, and started if they are not there', async () => {
  const asked = [];
  const client = {
    start: (game) => asked.push(game),
    play: async (request) => {
      asked.push(request);
      throw LEG;
    },
  };
  const root = { id: 0, parent: null, move: null, children: [1] };
  const node = { id: 1, parent: 0, move: 'h2e2', children: [] };
  const tree = { fen: null, current: 1, nodes: new Map([root, node].map((each) => [each.id, each])) };
  const app = /** @type {any} */ ({ client, state: { game: { game: 'xiangqi', tree } } });
  assert.equal(await refusalOf(app, 'h9f8'), LEG);
  assert.deepEqual(asked, ['xiangqi', { game: 'xiangqi', fen: null, moves: ['h2e2'], move: 'h9f8' }]);
});
