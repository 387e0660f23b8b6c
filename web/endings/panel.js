// Facts about the current ending and the position on the board.

/** @import { App } from '../game-view/app.js' */
/** @import { EndingSession } from './session.js' */
/** @import { EndingSolver } from './solver.js' */
/** @import { DrillSession } from './drill-session.js' */
/** @import { EndingStatistics, MoveValue } from '../engine/messages.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { Remarks } from '../game-view/board-view.js' */

import { addressOf, analysisAddress } from '../game/address.js';
import { outcomeAt, turnAt } from '../game/game.js';
import { other, USUAL } from '../game/games.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { fenAt, squaresOf } from '../game-view/piece-words.js';
import { button } from '../ui/controls.js';
import { iconView } from '../ui/icon-view.js';
import { update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { differenceInWords, movesOf, shareInWords, sumOf, valueInWords, valueSign } from './words.js';

/** What the textbook says of an ending; made in py/lab. @typedef {{ ending: string, names: Record<string, string>, verdict: 'win' | 'draw', won: number, drawn: number, total: number, longest: number | null, agrees: boolean, source: string, winning: string | null, holding: string | null }} Classical */

/**
 * What the parts of the endings page share.
 * @typedef {object} EndingParts
 * @property {App<EndingSession>} app
 * @property {EndingSession} session
 * @property {EndingSolver} solver
 * @property {DrillSession} runner
 * @property {{ tab: 'explore' | 'list' | 'drill', selected: string | null, classical: readonly Classical[] | null, remark: string | null }} page  a reactive state
 * @property {(name: string | null) => unknown} open  turns to an ending, or to that of the position on the board
 * @property {(name: string, fen: string) => unknown} openAt  the same, with a position of it
 * @property {() => unknown} solve
 * @property {(fen: string, below?: 'red' | 'black') => unknown} show  puts a position on the board
 */

/** Whether the values of moves may be shown: not during a drill. @param {EndingParts} parts */
const mayTell = ({ runner }) => !['preparing', 'solving', 'waiting', 'thrown'].includes(runner.state.phase);

/** The values of the moves in the current position; null if unknown. @param {EndingParts} parts @returns {MoveValue[] | null} */
function valuesHere(parts) {
  const { app, solver } = parts;
  const { facts, renewed } = solver.state;
  const { game, asked } = app.state;
  const node = nodeOf(game.tree);
  if (!renewed || !facts?.statistics || asked || !node.view || !mayTell(parts)) return null;
  if (outcomeAt(game)) return [];
  const values = app.solutions.of(node.view.fen);
  if (!values && !app.solutions.state.failed)
    app.solutions.want(node.view.fen, { game: game.game, fen: game.tree.fen, moves: movesTo(game.tree) });
  return values;
}

/** The statistics of the ending, random positions, the textbook. @param {EndingParts} parts */
export const endingFacts = (parts) => () => {
  const { app, solver, show } = parts;
  const statistics = solver.state.facts?.statistics;
  if (!statistics) return nothing;
  const { longest, longestFen, byLaw } = statistics;
  return html`<section class="facts-of" aria-label=${app.t('endings.statistics')}>
    ${bookView(parts)}
    <h2>${app.t('endings.statistics')}</h2>
    ${bar(app, statistics, 'red')} ${bar(app, statistics, 'black')}
    <div class="row between"><p class="small">${longest === null ? app.t('endings.longest.none') : app.t('endings.longest.moves', { count: movesOf({ distance: longest }) })}</p>
      ${longestFen ? button(null, app.t('endings.longest.show'), () => show(longestFen), { kind: 'plain' }) : nothing}</div>
    ${byLaw > 0 ? html`<p class="small">${app.t('endings.byLaw', { count: byLaw })}</p>` : nothing}
    ${randomView(parts)}
    ${solver.state.keeping === 'kept' ? nothing : html`<p class="small fault" role="status">${app.t(`endings.keeping.${solver.state.keeping}`)}</p>`}
    <p class="small muted">${app.t('endings.laws')}</p>
  </section>`;
};

/** @param {EndingParts} parts */
function randomView({ app, solver, show, page }) {
  const pick = async (/** @type {'win' | 'draw' | 'loss'} */ result) => {
    const turn = 'red';
    const fen = await solver.pick(turn, result);
    if (fen) await show(fen);
    update(page, { remark: fen ? null : app.t('endings.random.none') });
  };
  const red = solver.state.facts?.statistics?.red ?? { wins: 0, draws: 0, losses: 0 };
  const counts = { win: red.wins, draw: red.draws, loss: red.losses };
  const choices = /** @type {const} */ (['win', 'draw', 'loss']).filter((each) => counts[each] > 0);
  return html`<div class="row" role="group" aria-label=${app.t('endings.random.title')}>
    <span class="small grow">${app.t('endings.random.title')}</span>
    ${choices.map((each) => button(null, app.t(`endings.random.${each}`), () => pick(each)))}
  </div>${page.remark ? html`<p class="small" role="status">${page.remark}</p>` : nothing}`;
}

/** The shares of the results with one side to move. @param {App<any>} app @param {EndingStatistics} statistics @param {'red' | 'black'} side */
function bar(app, statistics, side) {
  const results = statistics[side];
  const total = sumOf(results);
  const parts = /** @type {const} */ ([
    ['won', results.wins],
    ['drawn', results.draws],
    ['lost', results.losses],
  ]);
  const labels = parts.map(([kind, count]) =>
    app.t(`endings.${kind}`, { share: shareInWords(app.words, count, total) }),
  );
  return html`<figure class="shares">
    <figcaption class="small">${app.t('endings.toMove', { side: app.t(`game-view.side.${side}`) })}</figcaption>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${parts.map(
      ([kind, count], at) => {
        const before = parts.slice(0, at).reduce((sum, [, each]) => sum + each, 0);
        return html`<svg x=${(100 * before) / total} width=${(100 * count) / total} height="4" viewBox="0 0 1 1" preserveAspectRatio="none"><rect class=${kind} width="1" height="1" /></svg>`;
      },
    )}</svg>
    <p class="small">${parts.map(([kind], at) => html`<span class="share ${kind}">${labels[at]}</span>`)}</p>
  </figure>`;
}

/** The textbook's verdict beside the table's. @param {EndingParts} parts */
function bookView({ app, solver, page }) {
  const name = solver.state.facts?.name;
  const known = page.classical?.find(({ ending }) => ending === name);
  if (!known) return nothing;
  const { verdict, won, drawn, total, agrees, source, names } = known;
  const share = shareInWords(app.words, verdict === 'win' ? won : drawn, total);
  const said = [
    app.t(`endings.book.${verdict}`),
    agrees ? app.t('endings.book.agrees', { share }) : differenceInWords(app.words, known),
  ];
  return html`<div class="book ${agrees ? '' : 'differs'}">
    <h2>${app.t('endings.book.title', { name: names[app.words.language] ?? names.en })}</h2>
    <p>${said.join(app.words.language.startsWith('zh') ? '' : ' ')}</p>
    <p class="small muted">${app.t('endings.book.source', { source })}</p>
  </div>`;
}

/** The position: its value, every move, best play. @param {EndingParts} parts */
export const positionPanel = (parts) => () => {
  const { app, session, solver } = parts;
  const { game } = app.state;
  const values = valuesHere(parts);
  const { film } = session.play;
  return html`<section class="move-outcomes" aria-label=${app.t('endings.moves')}>
    <div class="exact" role="status">${valueView(parts, values)}</div>
    ${values?.length ? html`<ul>${values.map((value) => moveItem(parts, value))}</ul>` : nothing}
    <div class="row ways">
      ${
        film
          ? button('stop', app.t('endings.film.stop'), () => session.stopFilm())
          : button('next', app.t('endings.film.start'), () => session.film(), { disabled: !values?.length })
      }
      ${button('flip', app.t('endings.flip'), () => session.flip())}
      ${way(app, 'setUp', 'endings.edit', addressOf(new URL('editor.html', document.baseURI), { game: USUAL, fen: fenAt(game) }))}
      ${way(app, 'graph', 'endings.analyse', analysisAddress(document.baseURI, game))}
    </div>
    ${!solver.state.facts || solver.state.facts.statistics || solver.state.solving ? nothing : html`<p class="small muted">${app.t('endings.unsolved')}</p>`}
  </section>`;
};

/** @param {App<any>} app @param {string} icon @param {'endings.edit' | 'endings.analyse'} label @param {string} href */
const way = (app, icon, label, href) =>
  html`<a class="btn" href=${href}>${iconView(icon)}<span>${app.t(label)}</span></a>`;

/** @param {EndingParts} parts @param {MoveValue[] | null} values */
function valueView({ app, open }, values) {
  const { game } = app.state;
  const outcome = outcomeAt(game);
  if (outcome) return html`<p class="said">${outcomeInWords(app.words, outcome, game.game).sentence}</p>`;
  const { failed } = app.solutions.state;
  if (!values && failed)
    return html`<p class="small">${app.t('endings.outside.note')}</p>
    ${button(null, app.t('endings.outside.go'), () => open(null))}`;
  if (!values?.length) return nothing;
  const [best] = values;
  const turn = turnAt(game);
  const winner = best.result === 'win' ? turn : other(USUAL, turn);
  const side = app.t(`game-view.side.${winner}`);
  const judged = best.judged && app.t(`game-view.side.${best.judged === 'win' ? turn : other(USUAL, turn)}`);
  return html`<p class="said"><span class="badge exactly">${app.t('endings.exact.title')}</span>
    ${best.result === 'draw' ? app.t('endings.exact.draw') : app.t('endings.exact.win', { side, count: movesOf(best) })}</p>
    ${judged ? html`<p class="small">${app.t('endings.judged.win', { side: judged })}</p>` : nothing}`;
}

/** @param {EndingParts} parts @param {MoveValue} value */
const moveItem = ({ app, session }, value) => html`<li>
  <button class="btn plain" type="button" data-result=${value.result} @click=${() => session.move(value.uci)}>
    <b>${value[app.notation] ?? value.uci}</b> <span>${valueInWords(app.words, value)}</span>
  </button>
</li>`;

/**
 * Values shown on the board: of every move of the selected man, else of the best move of each man.
 * @param {EndingParts} parts
 * @returns {Remarks}
 */
export function endingRemarks(parts) {
  const { app, page } = parts;
  const values = valuesHere(parts) ?? [];
  const mine = values.filter(({ uci }) => squaresOf(uci)[0] === page.selected);
  /** @type {Map<string, MoveValue>} */
  const best = new Map();
  for (const value of mine.length > 0 ? mine : values) {
    const [orig, dest] = squaresOf(value.uci);
    const at = mine.length > 0 ? dest : orig;
    if (!best.has(at)) best.set(at, value);
  }
  /** @type {Shape[]} */
  const shapes = [...best].map(([orig, value]) => ({ orig, brush: value.result, label: valueSign(value) }));
  return { shapes, notes: new Map(values.map((value) => [value.uci, valueInWords(app.words, value)])) };
}
