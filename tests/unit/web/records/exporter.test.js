// What a game is exported as.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { addLine, ROOT } from '../../../../web/game/tree.js';
import { Exporter } from '../../../../web/records/exporter.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { toyView } from '../game_fakes.js';

/** The exporter of an open dialog; `late`: the first text that the rules write. */
async function newExporter({ late = null, ...options } = {}) {
  const asked = [];
  const app = {
    t: (key) => key,
    notation: 'wxf',
    state: reactive({ game: newGame({ game: 'xiangqi', view: toyView([]), opponent: 'person' }) }),
    link: () => 'https://a.example/',
    client: {
      write: async (wanted) => {
        asked.push(wanted);
        return (asked.length === 1 && (await late)) || `${wanted.format} ${wanted.notation}`;
      },
    },
  };
  const exporter = new Exporter(app, options);
  exporter.follow(() => true);
  const choose = async (changes) => {
    update(exporter.chosen, changes);
    await new Promise(setImmediate);
    return exporter.made.text;
  };
  return { exporter, made: exporter.made, app, asked, choose, text: await choose({}) };
}

test('a PGN is written in the notation of the page, or the chosen one, and anew when the game goes on', async () => {
  const { exporter, app, asked, choose, text } = await newExporter();
  assert.deepEqual([text, await choose({ notation: 'iccs' })], ['pgn wxf', 'pgn iccs']);
  const { game } = app.state;
  update(app.state, { game: { ...game, tree: addLine(game.tree, ROOT, ['a0a1']).tree } });
  assert.deepEqual(
    asked.map(({ record }) => record.moves.length),
    [0, 0, 1],
  );
  await choose({ notation: 'uci' });
  assert.equal(exporter.notation, 'chinese', 'coordinates are no PGN of Xiangqi');
});

test('a game that lacks the chosen format is exported as what comes first', async () => {
  // No format was chosen, and the text was an error.
  const { exporter, app, choose } = await newExporter();
  await choose({ kind: 'xqf' });
  update(app.state, { game: { ...app.state.game, game: 'chess' } });
  assert.deepEqual([exporter.kind, await choose({})], ['link', 'https://a.example/']);
  assert.deepEqual(exporter.kinds, ['link', 'pgn', 'fen', 'picture', 'gif', 'embed']);
});

test('a link leads to the page that is chosen, the usual one first', async () => {
  const links = () => ({ analysis: 'https://a.example/analysis', editor: 'https://a.example/editor' });
  const { choose, text } = await newExporter({ kinds: ['link', 'fen'], links });
  assert.deepEqual([text, await choose({ page: 'editor' })], Object.values(links()));
});

test('a text that comes late is not shown for another kind', async () => {
  let answer;
  const { choose, text } = await newExporter({ late: new Promise((resolve) => (answer = resolve)) });
  assert.equal(text, null);
  assert.match(await choose({ kind: 'fen' }), /^toy/);
  answer('late');
  assert.match(await choose({}), /^toy/);
});

test('what was said of an export does not stay', async (t) => {
  // The picture stayed "Copied" for good, and had the faults of other formats below it.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { exporter, made, choose } = await newExporter();
  const errors = [Object.assign(new Error(), { name: 'AbortError' }), new Error()];
  const share = () => Promise.reject(errors.shift());
  const value = { share, clipboard: { write: async () => {} } };
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  globalThis.ClipboardItem = Object;
  await exporter.share(() => ({}));
  assert.equal(made.fault, '', 'the person has changed their mind');
  await exporter.share(() => ({}));
  assert.equal(made.fault, 'records.export.noShare');
  await choose({ kind: 'picture' });
  assert.equal(made.fault, '');
  await exporter.copyPicture(() => 'png');
  assert.equal(made.copied, true);
  t.mock.timers.tick(1600);
  assert.equal(made.copied, false);
});
