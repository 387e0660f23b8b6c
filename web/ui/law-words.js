// Sentences about how a game ended, or soon will, and by which law. No DOM.

/** @import { Warning } from '../engine/messages.js' */
/** @import { GameName, Outcome } from '../game/types.js' */
/** @import { Words } from '../i18n/index.js' */

import { other } from '../game/games.js';
import { firstKey } from './phrases.js';

/**
 * How a game ended: the sentence, and the law behind it.
 * @param {Words} words
 * @param {Outcome} outcome
 * @param {GameName} [game]
 * @returns {{ sentence: string, law: string }}
 */
export function outcomeInWords(words, { winner, termination, explanation }, game = 'xiangqi') {
  const sides = winner
    ? { winner: words.t(`side.${winner}`), loser: words.t(`side.${other(game, winner)}`) }
    : { winner: '', loser: '' };
  const drawn = !winner && termination === 'recorded' ? 'outcome.recorded.drawn' : '';
  const key = firstKey(words, drawn, `outcome.${game}.${termination}`, `outcome.${termination}`);
  const judged = `outcome.law.${explanation?.law}`;
  const law = firstKey(words, judged, `outcome.${game}.${termination}.law`, `outcome.${termination}.law`);
  if (key && law) {
    return { sentence: words.t(key, sides), law: words.t(law, sides) };
  }
  const sentence = winner ? words.t('outcome.other.won', sides) : words.t('outcome.other.drawn');
  return { sentence, law: words.t('outcome.other.law', { termination }) };
}

/** What the law will make of the repetition. @param {Words} words @param {Warning} warning */
export function warningInWords(words, { law, loser }) {
  const key = `warning.loses.${law}`;
  if (loser && words.has(key)) return words.t(key, { loser: words.t(`side.${loser}`) });
  return words.t('warning.draw');
}
