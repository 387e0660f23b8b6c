// The warning before a repetition ends the game: what will happen, to whom, and why.

/** @import { PositionApp as App } from './app.js' */

import { outcomeAt } from '../game/game.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { explain, explainingNow } from './explanation.js';
import { warningInWords } from './law-words.js';

/** @param {App} app */
export function lawCard(app) {
  const { game } = app.state;
  const warning = nodeOf(game.tree).view?.warning;
  if (!warning || outcomeAt(game) || explainingNow(app)) return null;
  return {
    id: 'repetition',
    tone: /** @type {const} */ ('warn'),
    icon: 'scales',
    title: app.t('game-view.warning.title'),
    lines: [warningInWords(app.words, warning)],
    actions: app.explaining.shown
      ? [{ label: app.t('game-view.outcome.show'), run: () => explainWarning(app) }]
      : [],
  };
}

/** @param {App} app */
async function explainWarning(app) {
  const { id, game, tree } = app.state.game;
  try {
    const { explanation } = await app.client.judge({ game, fen: tree.fen, moves: movesTo(tree) });
    const now = app.state.game;
    const same = now.id === id && now.tree.current === tree.current;
    if (explanation && same) explain(app, explanation, { over: false });
  } catch {
    // An engine that has failed shows itself; the warning stays.
  }
}
