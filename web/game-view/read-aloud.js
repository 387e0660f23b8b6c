// Reads sentences aloud with the system's voices, in the language of the page.

/** How a sentence is read. @typedef {{ language: string, rate: number, voice: string | null }} Manner */

/** The voices of a language; the system's choice comes first. @param {string} language */
export const voicesOf = (language) =>
  (globalThis.speechSynthesis?.getVoices() ?? []).filter((voice) => fits(voice.lang, language));

/** Whether a voice speaks a language: `zh-Hant` is spoken in Taiwan and Hong Kong, `zh-Hans` elsewhere. @param {string} spoken @param {string} language */
export function fits(spoken, language) {
  const tag = spoken.replace('_', '-').toLowerCase();
  if (tag.split('-')[0] !== language.split('-')[0]) return false;
  if (!language.startsWith('zh')) return true;
  return /-(tw|hk|mo|hant)/.test(tag) === (language === 'zh-Hant');
}

/** Read a sentence after those that are being read. @param {string} sentence @param {Manner} manner */
export function readAloud(sentence, { language, rate, voice }) {
  const synthesis = globalThis.speechSynthesis;
  if (!synthesis) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW' }[language] ?? language;
  utterance.rate = rate;
  const voices = voicesOf(language);
  utterance.voice = voices.find(({ voiceURI }) => voiceURI === voice) ?? voices[0] ?? null;
  synthesis.speak(utterance);
}

/** Stop reading. */
export const hush = () => globalThis.speechSynthesis?.cancel();
