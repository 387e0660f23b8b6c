import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { GAME_NAMES, levelsOf } from '../../../web/game/games.js';
import { levelName, levelText } from '../../../web/game-view/piece-words.js';
import { LANGUAGES } from '../../../web/ui/languages.js';
import { flat } from '../../../web/ui/words.js';

const WEB = new URL('../../../web/', import.meta.url).pathname;
const FILES = readdirSync(join(WEB, 'texts')).filter((name) => name.endsWith('.json'));

/** The messages by language and key. @type {Record<string, Record<string, string>>} */
const MESSAGES = {};
/** What is said to translators, by key. @type {Record<string, string>} */
const NOTES = {};
for (const file of FILES) {
  const texts = Object.entries(flat(JSON.parse(readFileSync(join(WEB, 'texts', file), 'utf8'))));
  const isNote = ([key]) => key.includes('@');
  MESSAGES[file.replace('.json', '')] = Object.fromEntries(texts.filter((text) => !isNote(text)));
  for (const [key, note] of texts.filter(isNote)) NOTES[key] = `${file}: ${note}`;
}
const ENGLISH = MESSAGES.en;

const PLURAL = /\{(\w+), plural,((?: \w+ \{(?:[^{}]|\{\w+\})*\})+)\}/;
const FORM = / (\w+) \{((?:[^{}]|\{\w+\})*)\}/g;
/** All the forms of a message, one for each plural, with the number where `#` stands. @param {string} message @returns {string[]} */
function forms(message) {
  const found = PLURAL.exec(message);
  if (!found) return [message];
  const [whole, name, choices] = found;
  return [...choices.matchAll(FORM)].flatMap(([, , form]) =>
    forms(message.replace(whole, () => form.replaceAll('#', `{${name}}`))),
  );
}
const places = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

test('every language is one file', () => {
  assert.deepEqual(
    FILES.sort(),
    Object.keys(LANGUAGES)
      .map((language) => `${language}.json`)
      .sort(),
  );
});

test('every message is of the syntax that the page reads', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
    for (const [key, message] of Object.entries(messages)) {
      assert.equal(typeof message, 'string', `${name} ${key}`);
      for (const form of forms(message))
        assert.doesNotMatch(form.replace(/\{\w+\}/g, ''), /[{}]/, `${name} ${key}`);
      const [, , choices] = PLURAL.exec(message) ?? [];
      if (!choices) continue;
      const told = [...choices.matchAll(FORM)].map(([, form]) => form);
      assert.deepEqual(told.sort(), [...pluralCategories].sort(), `${name} ${key}`);
    }
  }
});

test('notes for translators are in English, each beside its message', () => {
  for (const [key, note] of Object.entries(NOTES)) {
    assert.ok(key.replace('@', '') in ENGLISH, key);
    assert.match(note, /^en\.json: /, key);
  }
});

test('every language says all that English says', () => {
  const missing = Object.entries(MESSAGES).flatMap(([name, messages]) =>
    Object.keys(ENGLISH).flatMap((key) => (key in messages ? [] : `${name}: ${key}`)),
  );
  assert.ok(missing.length === 0, `not translated yet:\n${missing.join('\n')}`);
});

test('no language says what English does not', () => {
  for (const [name, messages] of Object.entries(MESSAGES))
    assert.deepEqual(
      Object.keys(messages).filter((key) => !(key in ENGLISH)),
      [],
      name,
    );
});

/** What the board, a piece and a move are called: of these places each language takes what its players say. */
const NAMING = {
  'game-view.board.square': ['file', 'rank', 'side', 'square'],
  'game-view.piece.at': ['file', 'man', 'piece', 'side', 'square'],
  'game-view.piece.front': ['man', 'piece', 'side', 'square'],
  'game-view.piece.back': ['man', 'piece', 'side', 'square'],
  'game-view.piece.king': ['man', 'piece', 'side', 'square'],
  'game-view.piece.point': ['man', 'piece', 'point', 'square'],
  'game-view.move.quiet': ['dest', 'mover', 'orig', 'piece'],
  'game-view.move.capture': ['captured', 'dest', 'mover', 'orig', 'piece', 'victim'],
  'game-view.move.waiting': ['move', 'mover'],
  'endings.guards.11': ['advisor', 'elephant'],
  'endings.guards.12': ['advisor', 'elephant'],
  'endings.guards.21': ['advisor', 'elephant'],
  'endings.guards.22': ['advisor', 'elephant'],
  'game-view.hint.go': ['dest', 'man', 'mover', 'orig'],
  'game-view.hint.take': ['dest', 'man', 'mover', 'orig', 'taken', 'victim'],
  'guide.answer.go': ['dest', 'man', 'mover', 'orig'],
  'guide.answer.take': ['dest', 'man', 'mover', 'orig', 'taken', 'victim'],
};

test('every message has the same places in braces, in every language and every plural form', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    for (const [key, message] of Object.entries(messages)) {
      const expected = NAMING[key] ?? places(forms(ENGLISH[key])[0]);
      for (const form of forms(message)) {
        const found = places(form);
        if (key in NAMING)
          assert.ok(
            found.every((place) => expected.includes(place)),
            `${name} ${key}`,
          );
        else assert.deepEqual(found, expected, `${name} ${key}: ${form}`);
      }
    }
  }
});

/** Texts with code in them. */
const CODE = /^embedding\.\w+\.(text|record)$/;

test('no message is empty, or says one thing in two scripts', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    for (const [key, message] of Object.entries(messages)) {
      for (const form of forms(message)) {
        assert.ok(form.trim().length > 0, `${name} ${key}`);
        if (name === 'en') assert.doesNotMatch(form, /\p{Script=Han}/u, key);
        if (name === 'vi') assert.doesNotMatch(form, /\p{Script=Han}/u, key);
        if (name.startsWith('zh') && !CODE.test(key)) {
          assert.doesNotMatch(form, /[a-z]\. |[,;!?]/, `${key}: western punctuation`);
        }
      }
    }
  }
});

/** What is written alike in every language: names, formats, signs, and messages made of places alone. */
const ALIKE = [
  'about.version.pyodide',
  'about.version.python',
  'embedding.frame',
  'records.encoding.cp1257',
  'records.encoding.utf-8',
  'records.export.embed.frame',
  'records.export.format.dhtmlxq',
  'records.export.format.fen',
  'records.export.format.pgn',
  'records.export.format.gif',
  'records.export.format.xqf',
  'records.import.format.cbf',
  'records.import.format.cbl',
  'records.import.format.cbr',
  'records.import.format.dhtmlxq',
  'records.import.format.pgn',
  'records.import.format.xqf',
  'lab.algorithm.mtdf',
  'lab.algorithm.pvs',
  'lab.compile.unit.ms',
  'lab.compile.unit.ns',
  'lab.compile.unit.us',
  'puzzles.take.file',
  'shell.settings.notation.iccs',
  'shell.settings.notation.wxf',
];

test('no message is left in English', () => {
  const words = (message) =>
    forms(message)
      .join(' ')
      .replace(/\{\w+\}/g, '');
  for (const [name, messages] of Object.entries(MESSAGES)) {
    if (name === 'en') continue;
    const alike = Object.keys(ENGLISH).filter(
      (key) => words(messages[key]) === words(ENGLISH[key]) && /\p{Letter}/u.test(words(ENGLISH[key])),
    );
    assert.deepEqual(
      alike.filter((key) => !ALIKE.includes(key)),
      [],
      name,
    );
  }
});

test('the glossary calls the themes of puzzles what the page calls them', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
  const rows = glossary.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const themes = rows.flatMap(([, code = '', ...names]) => {
    const key = `puzzles.theme.${code.replaceAll('`', '')}`;
    return key in ENGLISH ? [{ key, names }] : [];
  });
  assert.ok(themes.length > 20);
  for (const { key, names } of themes) {
    ['en', 'zh-Hans', 'zh-Hant', 'vi'].forEach((language, at) => {
      assert.ok(MESSAGES[language][key].startsWith(names[at]), `${key} ${language}`);
    });
  }
});

test('neither Chinese is written in the characters of the other', () => {
  const simplified = /[车马们开关载设对边单双将帅检错误读写览图长数门网续认赢线转闲闭]/u;
  const traditional = /[車馬們開關載設對邊單雙將帥檢錯誤讀寫覽圖長數門網續認贏線轉閒閉]/u;
  for (const [name, foreign] of Object.entries({ 'zh-Hans': traditional, 'zh-Hant': simplified })) {
    for (const [key, message] of Object.entries(MESSAGES[name])) {
      for (const form of forms(message)) assert.doesNotMatch(form, foreign, `${name} ${key}`);
    }
  }
});

test('Vietnamese has its tones where they belong', () => {
  // Bug: “hoàn” had become “hòan” with the “hòa” of draws: before a consonant the tone moves on.
  const misplaced = /[òóỏõọ][ae]\p{L}|(?<!q)[ùúủũụ]y\p{L}/iu;
  for (const [key, message] of Object.entries(MESSAGES.vi)) {
    for (const form of forms(message)) assert.doesNotMatch(form, misplaced, key);
  }
});

test('every level has a name of its own', () => {
  for (const [language, messages] of Object.entries(MESSAGES)) {
    for (const game of GAME_NAMES) {
      const keys = levelsOf(game)
        .flatMap((level) => [levelName(game, level), levelText(game, level)])
        .filter((key) => key in messages);
      assert.equal(new Set(keys.map((key) => messages[key])).size, keys.length, `${language} ${game}`);
    }
  }
});

/** The scripts of the page that speak. */
const SCRIPTS = readdirSync(WEB, { recursive: true })
  .filter((file) => /^(?!embed\/|engine\/)[\w-]+\/.*\.js$/.test(String(file)))
  .map((file) => readFileSync(join(WEB, String(file)), 'utf8'))
  .join('\n')
  .replace(/new KeptValue\([^)]*\)/g, ''); // whose names are not messages
const DOCUMENTS = readdirSync(WEB, { recursive: true })
  .filter((file) => /^[\w-]+\/\w+\.html$/.test(String(file)))
  .map((file) => readFileSync(join(WEB, String(file)), 'utf8'))
  .join('\n');
const ROOMS = new Set(Object.keys(ENGLISH).map((key) => key.split('.')[0]));
/** @param {RegExp} pattern @param {string} text */
const keysIn = (pattern, text) =>
  [...text.matchAll(pattern)]
    .map(([, key]) => key)
    .filter(
      (key) => key.includes('.') && ROOMS.has(key.split('.')[0]) && !/\.(css|html|js|json|py)$/.test(key),
    );
const WHOLE = new Set([
  ...keysIn(/'([a-z][\w-]*(?:\.[\w-]+)+)'/g, SCRIPTS),
  ...keysIn(/data-words="([^"]+)"/g, DOCUMENTS),
]);
/** Keys that are put together: `puzzles.way.${name}.text`. @type {Map<string, RegExp>} */
const TEMPLATES = new Map(
  keysIn(/`((?:[\w.-]*\$\{[^{}`]*\})+[\w.-]*)`/g, SCRIPTS).map((template) => [
    template,
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  ]),
);

test('every message is used somewhere', () => {
  const unused = Object.keys(ENGLISH).filter(
    (key) => !WHOLE.has(key) && ![...TEMPLATES.values()].some((pattern) => pattern.test(key)),
  );
  assert.deepEqual(unused, []);
});

test('every message that is used is there', () => {
  const keys = Object.keys(ENGLISH);
  const missing = [...WHOLE].filter(
    (used) => !keys.some((key) => key === used || key.startsWith(`${used}.`)),
  );
  const empty = [...TEMPLATES].filter(([, pattern]) => !keys.some((key) => pattern.test(key)));
  assert.deepEqual([...missing, ...empty.map(([template]) => template)], []);
});
