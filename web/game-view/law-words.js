// Sentences about how a game ended, or soon will, and by which law. No DOM.

/** @import { Warning } from '../engine/messages.js' */
/** @import { GameName, Outcome } from '../game/types.js' */
/** @import { Words } from '../ui/words.js' */

import { other } from '../game/games.js';
import { firstKey } from './piece-words.js';

/**
 * How a game ended: the sentence, and the law behind it.
 * @param {Words} words
 * @param {Outcome} outcome
 * @param {GameName} [game]
 * @returns {{ sentence: string, law: string }}
 */
export function outcomeInWords(words, { winner, termination, explanation }, game = 'xiangqi') {
  const sides = winner
    ? { winner: words.t(`game-view.side.${winner}`), loser: words.t(`game-view.side.${other(game, winner)}`) }
    : { winner: '', loser: '' };
  const drawn = !winner && termination === 'recorded' ? 'game-view.outcome.recordedDrawn' : '';
  const key = firstKey(
    words,
    drawn,
    `game-view.outcome.${game}.${termination}`,
    `game-view.outcome.${termination}`,
  );
  const judged = `game-view.outcome.law.${explanation?.law}`;
  const law = firstKey(
    words,
    judged,
    `game-view.outcome.cause.${game}.${termination}`,
    `game-view.outcome.cause.${termination}`,
  );
  if (key && law) {
    return { sentence: words.t(key, sides), law: words.t(law, sides) };
  }
  const sentence = winner
    ? words.t('game-view.outcome.other.won', sides)
    : words.t('game-view.outcome.other.drawn');
  return { sentence, law: words.t('game-view.outcome.cause.other', { termination }) };
}

/** What the law will make of the repetition. @param {Words} words @param {Warning} warning */
export function warningInWords(words, { law, loser }) {
  const key = `game-view.warning.loses.${law}`;
  if (loser && words.has(key)) return words.t(key, { loser: words.t(`game-view.side.${loser}`) });
  return words.t('game-view.warning.draw');
}
