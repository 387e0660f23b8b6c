// The notations and formats to choose from in each game. Only the rules know how a move is written.

/** @typedef {{ notations: readonly string[], chinese?: string, usual?: Record<string, string>, formats: readonly ('pgn' | 'dhtmlxq' | 'xqf')[] }} Offer */

/**
 * The first notation is the usual one of the game. `usual`: the one that readers of a language expect
 * instead; `chinese`: the one of a PGN where coordinates are chosen.
 * @type {Record<string, Offer>}
 */
const OFFERS = {
  xiangqi: {
    notations: ['uci', 'iccs', 'wxf', 'san', 'chinese', 'traditional', 'vietnamese', 'vietnamese_words'],
    chinese: 'chinese',
    usual: { 'zh-Hans': 'chinese', 'zh-Hant': 'traditional', vi: 'vietnamese' },
    formats: ['pgn', 'dhtmlxq', 'xqf'],
  },
  chess: { notations: ['san', 'uci'], formats: ['pgn'] },
  liuzichong: { notations: ['captures', 'uci'], formats: ['pgn'] },
};

/** Every notation of any game. */
export const NOTATIONS = [...new Set(Object.values(OFFERS).flatMap(({ notations }) => notations))];

/** @type {Record<string, string>} */
const EXAMPLES = {
  uci: 'h2e2',
  iccs: 'H2-E2',
  wxf: 'C2=5',
  'xiangqi san': 'Che3',
  chinese: '炮二平五',
  traditional: '馬二進三',
  vietnamese: 'P2-5',
  vietnamese_words: 'Pháo 2 bình 5',
  'chess san': 'Nf3',
  captures: 'a2b2',
};

/** A first move in a notation, as an example for typing and choosing. @param {string} game @param {string} notation */
export const exampleOf = (game, notation) => EXAMPLES[`${game} ${notation}`] ?? EXAMPLES[notation] ?? '';

/** @param {string} game @returns {Offer} */
export function offerOf(game) {
  return OFFERS[game] ?? { notations: ['uci'], formats: ['pgn'] };
}

/**
 * The notation to write a game in: the chosen one where the game has it.
 * @param {string} game
 * @param {string | null} chosen
 * @param {string} language
 * @returns {string}
 */
export function notationFor(game, chosen, language) {
  const { notations, usual } = offerOf(game);
  if (chosen !== null && notations.includes(chosen)) return chosen;
  return usual?.[language] ?? notations[0];
}

/**
 * The notation that a typed text is in, where two share it: the chosen one, or that of the language where
 * coordinates are chosen.
 * @param {string} game
 * @param {string | null} chosen
 * @param {string} language
 */
export function typedNotation(game, chosen, language) {
  const notation = notationFor(game, chosen, language);
  return notation === 'uci' ? notationFor(game, null, language) : notation;
}

/** The notation that a move is said in: signs such as `P2-5` are read as words. @param {string} notation */
export const spokenNotation = (notation) => (notation === 'vietnamese' ? 'vietnamese_words' : notation);

/** The men that readers of a language know. @param {string} language @returns {'simp' | 'trad'} */
export const usualPieces = (language) => (language === 'zh-Hans' ? 'simp' : 'trad');

/** The coordinates that readers of a language expect along the edges. @param {string} language @returns {'files' | 'squares'} */
export const usualCoordinates = (language) => (offerOf('xiangqi').usual?.[language] ? 'files' : 'squares');
