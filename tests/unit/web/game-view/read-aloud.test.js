import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame } from '../../../../web/game/game.js';
import { Speech } from '../../../../web/game-view/live-region.js';
import { fits, readAloud } from '../../../../web/game-view/read-aloud.js';
import { reactive, update } from '../../../../web/ui/reactive.js';
import { until } from '../game_fakes.js';

const VOICES = ['en-US', 'zh_CN', 'zh-TW', 'vi-VN'].map((lang) => ({ lang, voiceURI: lang, name: lang }));

/** What is read, while the system has these voices. */
async function spoken(act, voices = VOICES) {
  const said = [];
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  globalThis.speechSynthesis = { getVoices: () => voices, speak: (utterance) => said.push(utterance) };
  await act(said);
  delete globalThis.speechSynthesis;
  return said;
}

test('a voice of the language reads, at the chosen speed; the chosen voice if it is there', async () => {
  const read =
    (language, voice = null) =>
    () =>
      readAloud('炮二平五', { language, rate: 1.25, voice });
  const [utterance] = await spoken(read('zh-Hant'));
  assert.deepEqual(
    [utterance.text, utterance.lang, utterance.rate, utterance.voice.lang],
    ['炮二平五', 'zh-TW', 1.25, 'zh-TW'],
  );
  const [simplified] = await spoken(read('zh-Hans', 'gone'));
  assert.equal(simplified.voice.lang, 'zh_CN');
  const two = [...VOICES, { lang: 'vi', voiceURI: 'own', name: 'own' }];
  const [chosen] = await spoken(read('vi', 'own'), two);
  assert.equal(chosen.voice.voiceURI, 'own');
  const [none] = await spoken(read('vi'), []);
  assert.equal(none.voice, null, 'the system chooses');
  readAloud('x', { language: 'en', rate: 1, voice: null }); // a browser that cannot speak
});

test('voices are told apart by script', () => {
  assert.ok(fits('zh-HK', 'zh-Hant') && !fits('zh-HK', 'zh-Hans') && fits('zh', 'zh-Hans'));
  assert.ok(fits('en-GB', 'en') && !fits('vi-VN', 'en'));
});

test('nothing is read aloud unless it is wished for', async () => {
  const game = newGame({ id: 'a', game: 'xiangqi', opponent: 'person', side: 'red', level: 1 });
  const app = {
    state: reactive({ game }),
    settings: { readAloud: false, readingRate: '1', voice: null, volume: 0 },
    words: { language: 'en' },
    texts: { state: { known: 0 } },
    t: (key) => key,
  };
  const speech = new Speech(app, () => `game ${app.state.game.id}`);
  const shown = [];
  speech.say = (sentence) => shown.push(sentence);
  speech.listen();
  const read = await spoken(async (said) => {
    update(app.state, { game: { ...game, id: 'b' } });
    await until(() => shown.includes('game b'));
    app.settings.readAloud = true;
    update(app.state, { game: { ...game, id: 'c' } });
    await until(() => said.length > 0);
  });
  assert.deepEqual(
    read.map(({ text }) => text),
    ['game c'],
  );
});
