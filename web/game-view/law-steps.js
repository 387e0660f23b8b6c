// Why a law ended the game, or soon will: a sentence, and the moves concerned, to step through on the board.

/** @import { App } from './app.js' */
/** @import { Explanation } from '../engine/messages.js' */
/** @import { Explaining } from './explanation.js' */
/** @import { Node, Side } from '../game/types.js' */

import { numberOf } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { iconButton } from '../ui/controls.js';
import { html, nothing } from '../ui/view.js';
import { explainingNow, moveTo, pliesOf, stopExplaining } from './explanation.js';
import { moveText } from './move-words.js';
import { fenAt, letterName, pieceOn } from './piece-words.js';

/** The panel of the explanation on the board. @param {App} app */
export function lawSteps(app) {
  const explaining = explainingNow(app);
  if (!explaining) return nothing;
  const plies = pliesOf(explaining);
  const { at } = explaining;
  return html`<section class="explanation" aria-label=${app.t('game-view.explain.name')}>
    <p class="said">${lawInWords(app, explaining)}</p>
    <div class="chips" role="group" aria-label=${app.t('game-view.explain.legend')}>
      ${plies.map((_, place) => chip(app, explaining, place))}
    </div>
    <div class="now">
      <div role="status">
        <b class="step">${stepInWords(app, explaining)}</b>
        ${reasonsInWords(app, explaining).map((text) => html`<p class="small muted">${text}</p>`)}
      </div>
      ${iconButton('previous', app.t('game-view.explain.previous'), () => moveTo(app, at - 1), { ended: at === 0 })}
      ${iconButton('next', app.t('game-view.explain.next'), () => moveTo(app, at + 1), { ended: at === plies.length - 1 })}
    </div>
    ${iconButton('close', app.t('ui.close'), () => stopExplaining(app))}
  </section>`;
}

/** @param {App} app @param {Explaining} explaining @param {number} at */
function chip(app, explaining, at) {
  const ply = pliesOf(explaining)[at];
  const judged = explaining.explanation.moves[at];
  const node = nodeAt(app, explaining, ply);
  const kind = judged ? app.t(/** @type {any} */ (`game-view.explain.class.${judged.class}`)) : '';
  const label = [String(ply), node?.move ? moveText(app, node) : app.t('game-view.say.start'), kind]
    .filter(Boolean)
    .join(', ');
  return html`<button
    class="chip ${judged?.class ?? 'idle'} ${judged?.side ?? ''}"
    type="button"
    aria-label=${label}
    title=${label}
    aria-current=${at === explaining.at ? 'step' : nothing}
    @click=${() => moveTo(app, at)}
  >${judged ? app.t(`game-view.explain.mark.${judged.class}`) : ply}</button>`;
}

/** @param {App} app @param {Explaining} explaining @param {number} ply @returns {Node | null} */
function nodeAt(app, { line }, ply) {
  return app.state.game.tree.nodes.get(line[ply]) ?? null;
}

/** @param {App} app @param {Explaining} explaining */
function lawInWords(app, { explanation, over }) {
  const { law, loser } = explanation;
  const params = { loser: loser ? app.t(`game-view.side.${loser}`) : '', victim: victims(app, explanation) };
  if (!over && loser === null)
    return `${app.t(/** @type {any} */ (`game-view.explain.law.${law}`))} ${app.t('game-view.explain.would.draw')}`;
  const key = `game-view.explain.${over ? 'law' : 'would'}.${law}`;
  return app.words.has(key)
    ? app.t(key, params)
    : app.t('game-view.outcome.cause.other', { termination: law });
}

/** The pieces that are chased all the time. @param {App} app @param {Explanation} explanation */
function victims(app, { moves, loser }) {
  const chased = moves.filter(({ side }) => side === loser).flatMap(({ threats }) => threats);
  const letters = chased.filter(({ perpetual }) => perpetual).map(({ victim }) => victim);
  return [...new Set(letters)].map((letter) => letterName(app.words, letter)).join(' / ');
}

/** @param {App} app @param {Explaining} explaining */
function stepInWords(app, explaining) {
  const { explanation, at } = explaining;
  const plies = pliesOf(explaining);
  const node = nodeAt(app, explaining, plies[at]);
  if (!node?.move) return app.t('game-view.say.start');
  const side = /** @type {Side} */ (explanation.moves[at]?.side ?? moverOf(app, node));
  const move = moveText(app, node);
  if (explanation.since !== undefined)
    return app.t('game-view.say.position', { number: numberOf(app.state.game, node).move, move });
  return app.t('game-view.explain.step', {
    number: at + 1,
    total: plies.length,
    side: app.t(`game-view.side.${side}`),
    move,
  });
}

/** @param {App} app @param {Node} node */
function moverOf(app, node) {
  const { game, tree } = app.state.game;
  const turn = nodeOf(tree, node.id).view?.turn;
  return turn ? other(game, turn) : factsOf(game).sides[0];
}

/** @param {App} app @param {Explaining} explaining @returns {string[]} */
function reasonsInWords(app, explaining) {
  const { explanation, at } = explaining;
  if (explanation.since !== undefined) return limitInWords(app, explaining);
  const judged = explanation.moves[at];
  const texts = judged.class === 'check' ? [app.t('game-view.explain.check')] : [];
  const fen = fenAt(app.state.game, explaining.line[pliesOf(explaining)[at]]);
  for (const threat of judged.threats) {
    const taker = pieceOn(app.words, fen, threat.orig);
    const victim = pieceOn(app.words, fen, threat.dest);
    texts.push(app.t(`game-view.explain.threat.${threat.worth}`, { taker, victim }));
    if (threat.perpetual) texts.push(app.t('game-view.explain.perpetual'));
  }
  return texts.length > 0 ? texts : [app.t('game-view.explain.idle')];
}

/** @param {App} app @param {Explaining} explaining @returns {string[]} */
function limitInWords(app, explaining) {
  const { since = 0, uncounted = 0, before = 0 } = explaining.explanation;
  const capture = nodeAt(app, explaining, since);
  const texts = capture?.move
    ? [
        app.t('game-view.explain.limit.capture', {
          number: numberOf(app.state.game, capture).move,
          move: moveText(app, capture),
        }),
      ]
    : [app.t('game-view.explain.limit.never')];
  if (before > 0) texts.push(app.t('game-view.explain.limit.before', { count: before }));
  if (uncounted > 0) texts.push(app.t('game-view.explain.limit.uncounted', { count: uncounted }));
  return texts;
}
