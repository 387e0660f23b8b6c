import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { GAME_NAMES, levelsOf } from '../../../web/game/games.js';
import { chooseLanguage, LANGUAGES, languageFor, Words } from '../../../web/i18n/index.js';
import { textsOf } from '../../../web/i18n/texts.js';
import { levelName, levelText } from '../../../web/ui/phrases.js';

const WEB = new URL('../../../web/', import.meta.url).pathname;
/** Areas of messages; the page about embedding has a text instead. */
const AREAS = [
  'app',
  'later',
  'dialogs',
  'picture',
  'puzzles',
  'puzzle-files',
  'puzzle-modes',
  'analysis',
  'panels',
  'frame',
  'editor',
  'endings',
  'lab',
  'lab-match',
  'lab-search',
  'lab-compile',
  'about',
  'lessons',
  'course',
];

/** The messages of all areas, by language. @type {Record<string, Record<string, any>>} */
const MESSAGES = {};
for (const language of Object.keys(LANGUAGES)) {
  const texts = await Promise.all(AREAS.map((area) => textsOf(area, language)));
  const keys = texts.flatMap((text) => Object.keys(text));
  assert.equal(new Set(keys).size, keys.length, `${language}: a key is there twice`);
  MESSAGES[language] = Object.assign({}, ...texts);
}
const ENGLISH = MESSAGES.en;

/** All the forms of a message: one for each plural. */
const forms = (message) => (typeof message === 'string' ? [message] : Object.values(message));
const places = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

test('every language says what English says: same keys', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    assert.deepEqual(Object.keys(messages).sort(), Object.keys(ENGLISH).sort(), name);
  }
});

/** What the board, a piece and a move are called: of these places each language takes what its players say. */
const NAMING = {
  'board.square': ['file', 'rank', 'side', 'square'],
  'piece.at': ['file', 'man', 'piece', 'side', 'square'],
  'piece.front': ['man', 'piece', 'side', 'square'],
  'piece.back': ['man', 'piece', 'side', 'square'],
  'piece.king': ['man', 'piece', 'side', 'square'],
  'piece.point': ['man', 'piece', 'point', 'square'],
  'move.quiet': ['dest', 'mover', 'orig', 'piece'],
  'move.capture': ['captured', 'dest', 'mover', 'orig', 'piece', 'victim'],
  'move.waiting': ['move', 'mover'],
  'ending.guards.11': ['advisor', 'elephant'],
  'ending.guards.12': ['advisor', 'elephant'],
  'ending.guards.21': ['advisor', 'elephant'],
  'ending.guards.22': ['advisor', 'elephant'],
  'hint.go': ['dest', 'man', 'mover', 'orig'],
  'hint.take': ['dest', 'man', 'mover', 'orig', 'taken', 'victim'],
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

test('no message is empty, or says one thing in two scripts', () => {
  for (const [name, messages] of Object.entries(MESSAGES)) {
    for (const [key, message] of Object.entries(messages)) {
      for (const form of forms(message)) {
        assert.ok(form.trim().length > 0, `${name} ${key}`);
        if (name === 'en') assert.doesNotMatch(form, /\p{Script=Han}/u, key);
        if (name === 'vi') assert.doesNotMatch(form, /\p{Script=Han}/u, key);
        if (name.startsWith('zh')) {
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
  'encoding.cp1257',
  'encoding.utf-8',
  'export.embed.frame',
  'export.format.dhtmlxq',
  'export.format.fen',
  'export.format.pgn',
  'export.format.gif',
  'export.format.xqf',
  'import.format.cbf',
  'import.format.cbl',
  'import.format.cbr',
  'import.format.dhtmlxq',
  'import.format.pgn',
  'import.format.xqf',
  'lab.algorithm.mtdf',
  'lab.algorithm.pvs',
  'lab.compile.unit.ms',
  'lab.compile.unit.ns',
  'lab.compile.unit.us',
  'puzzle.take.file',
  'settings.notation.iccs',
  'settings.notation.wxf',
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
    const key = `puzzle.theme.${code.replaceAll('`', '')}`;
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
      const keys = levelsOf(game).flatMap((level) => [levelName(game, level), levelText(game, level)]);
      assert.equal(new Set(keys.map((key) => messages[key])).size, keys.length, `${language} ${game}`);
      assert.ok(keys.every((key) => messages[key]));
    }
  }
});

test('every message is used somewhere', () => {
  const sources = ['frame', 'ui', 'pages', 'game'].flatMap((room) =>
    readdirSync(join(WEB, room), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(join(WEB, room, file), 'utf8')),
  );
  const text = sources.join('\n');
  const whole = new Set([...text.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map(([, key]) => key));
  // Keys that are put together: `tool.${name}`, `level.${level}.text`, `${key}.law`, `${labels}.${value}` ...
  const patterns = [...text.matchAll(/`((?:[\w.]|\$\{[^{}`]*\})+)`/g)].map(
    ([, template]) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
  // A template that names nothing would match everything.
  const specific = patterns.filter((pattern) => /[a-z]{2}/i.test(pattern.source));
  const choices = /^settings\.(men|animation|appearance|coordinates)\.\w+$/; // handed on as a prefix
  const unused = Object.keys(ENGLISH).filter(
    (key) => !whole.has(key) && !specific.some((pattern) => pattern.test(key)) && !choices.test(key),
  );
  assert.deepEqual(unused, []);
});

test('a wish for a language finds ours, whatever its dress', () => {
  const wishes = {
    en: 'en',
    'en-GB': 'en',
    EN_us: 'en',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-Hans-HK': 'zh-Hans',
    'zh-TW': 'zh-Hant',
    'zh-HK': 'zh-Hant',
    'zh-Hant': 'zh-Hant',
    'zh-Hant-MO': 'zh-Hant',
    vi: 'vi',
    'vi-VN': 'vi',
    'zh-Hans-SG': 'zh-Hans',
    'zh-hans': 'zh-Hans',
    fr: null,
    '': null,
    enx: null,
  };
  for (const [wish, language] of Object.entries(wishes)) assert.equal(languageFor(wish), language, wish);
});

test('the first wish that can be granted wins, else English', () => {
  assert.equal(chooseLanguage([null, 'fr', 'zh-CN', 'en']), 'zh-Hans');
  assert.equal(chooseLanguage(['xx', undefined]), 'en');
});

test('numbers choose the plural and are written as the language writes them', async () => {
  const words = await Words.load('en', ['later']);
  assert.equal(words.t('engine.safe', { count: 1 }), 'Your game is safe: its 1 move is still here.');
  assert.equal(words.t('engine.safe', { count: 1200 }), 'Your game is safe: all 1,200 moves are still here.');
  await words.use('zh-Hans');
  assert.equal(words.t('engine.safe', { count: 1 }), '对局没有丢失，1 着棋都在。');
});

test('text from outside is put in as it is, braces and dollars too', async () => {
  const words = await Words.load('en', ['later']);
  const text = '{text} $& <b>';
  assert.equal(words.t('entry.illegal', { text }), `${text} is not a legal move here.`);
});

test('every area of every language is one file, and there are no others', () => {
  const areas = [...AREAS, 'embedding'];
  const expected = Object.keys(LANGUAGES).flatMap((language) =>
    areas.map((area) => `${area}.${language}.js`),
  );
  const there = readdirSync(join(WEB, 'i18n')).filter((name) => name.split('.').length > 2);
  assert.deepEqual(there.sort(), expected.sort());
});

test('a page speaks one language until all of the other one is there', async () => {
  const words = await Words.load('en');
  const changing = words.use('zh-Hans');
  assert.equal(words.language, 'en');
  assert.equal(words.t('app.close'), 'Close');
  await changing;
  assert.equal(words.language, 'zh-Hans');
  assert.equal(words.t('app.close'), '关闭');
});

test('the language that was chosen last is spoken, however late another one comes', async () => {
  const words = await Words.load('en');
  await Promise.all([words.use('zh-Hans'), words.use('en')]);
  assert.equal(words.language, 'en');
  // An area that is wanted while a language is on its way comes in that language.
  const [changing, learning] = [words.use('zh-Hans'), words.learn('puzzles')];
  await changing;
  assert.equal(words.t('puzzle.modes'), MESSAGES['zh-Hans']['puzzle.modes']);
  await learning;
  assert.equal(words.language, 'zh-Hans');
});

test('a page knows the words of its own areas only', async () => {
  const words = await Words.load('en', ['frame']);
  assert.ok(words.has('frame.open'));
  assert.ok(!words.has('puzzle.modes'));
  await words.learn('puzzles');
  assert.ok(words.has('puzzle.modes'));
});

test('a language or an area that cannot be loaded changes nothing', async () => {
  // Without a network, one failed loading made all later ones fail, and so every dialog.
  const words = await Words.load('en');
  await assert.rejects(words.use('xx'));
  await assert.rejects(words.learn('nowhere'));
  await words.learn('later');
  assert.equal(words.language, 'en');
  assert.ok(words.has('entry.illegal'));
});

test('a page begins in another language if its own cannot be loaded', async () => {
  const words = await Words.load('xx', ['later']);
  assert.equal(words.language, 'en');
  assert.ok(words.has('entry.illegal'));
});
