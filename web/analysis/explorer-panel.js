// The openings at the position at hand: those of the library, with the shares of moves, the names of openings, and how the
// engine's games with them ended; or those of one's own games.

/** @import { BookMove, Results } from '../engine/messages.js' */
/** @import { AnalysisApp } from './session.js' */
/** @import { View } from '../ui/view.js' */

import { factsOf } from '../game/games.js';
import { movesTo } from '../game/tree.js';
import { button, named, segments } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing, when } from '../ui/view.js';
import { Answers } from './answers.js';

const SOURCES = /** @type {const} */ (['book', 'mine']);

/** @param {AnalysisApp} app @param {View} mine  what the person's games have @returns {View} */
export function explorerPanel(app, mine) {
  const state = reactive({ source: /** @type {typeof SOURCES[number]} */ ('book') });
  const book = openingLibrary(app);
  return () => html`${segments({
    name: 'explorer-source',
    legend: app.t('analysis.explorer.source.label'),
    choices: named(SOURCES, (source) => app.t(`analysis.explorer.source.${source}`)),
    chosen: state.source,
    choose: (source) => update(state, { source }),
  })}
  ${state.source === 'book' ? book() : mine()}`;
}

/** @param {AnalysisApp} app @returns {View} */
function openingLibrary(app) {
  const answers = new Answers((position) => app.client.explore(position));
  return () => {
    const { game, tree } = app.state.game;
    const position = { game, fen: tree.fen, moves: movesTo(tree) };
    const { answer, current, error } = answers.of(position);
    if (error !== null)
      return html`<p role="alert">${app.t('analysis.explorer.failed', { reason: error })}</p>
        ${button(null, app.t('ui.retry'), () => {
          app.client.retry(); // the engine may have failed as a whole
          answers.retry(position);
        })}`;
    if (!answer) return html`<p class="small muted" role="status">${app.t('analysis.explorer.waiting')}</p>`;
    const name = answer.opening?.[app.words.language] ?? answer.opening?.en;
    return html`<div class="explorer" aria-busy=${!current}>
      ${name ? html`<p class="opening">${name}</p>` : nothing}
      ${
        answer.moves.length > 0
          ? table(app, answer.moves, current)
          : html`<p class="small muted" role="status">${app.t('analysis.explorer.none')}</p>`
      }
    </div>`;
  };
}

/** @param {AnalysisApp} app @param {readonly BookMove[]} moves @param {boolean} current  whether they can be played */
function table(app, moves, current) {
  const played = moves.some(({ results }) => results);
  const games = html`<th scope="col">${app.t('analysis.explorer.games')}</th>
    <th scope="col" class="results">${app.t('analysis.explorer.results', sidesOf(app))}</th>`;
  return html`<table>
      <caption class="sr">${app.t('analysis.explorer.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">${app.t('analysis.explorer.move')}</th>
          <th scope="col">${app.t('analysis.explorer.share')}</th>
          ${played ? games : nothing}
        </tr>
      </thead>
      <tbody>${moves.map((move) => row(app, move, current, played))}</tbody>
    </table>
    <p class="small muted">${app.t('analysis.explorer.note.share')}</p>
    ${played ? html`<p class="small muted">${app.t('analysis.explorer.note.games')}</p>` : nothing}`;
}

/** @param {AnalysisApp} app @param {BookMove} move @param {boolean} current @param {boolean} played  whether any of the moves was */
function row(app, move, current, played) {
  const { results, opening, share } = move;
  const name = opening?.[app.words.language] ?? opening?.en ?? '';
  return html`<tr>
    ${moveCell(app, move.uci, move[app.notation] ?? move.uci, name, current)}
    <td>${app.words.number(share)}%</td>
    ${when(
      played,
      () => html`<td>${results ? app.words.number(total(results)) : '–'}</td>
          <td class="results">${results ? resultBar(app, results) : nothing}</td>`,
    )}
  </tr>`;
}

/** @param {AnalysisApp} app @param {string} uci @param {string} text @param {string} name  of the opening @param {boolean} current */
export const moveCell = (app, uci, text, name, current) => html`<th scope="row">
  <button class="btn plain book-move" type="button" ?disabled=${!current} @click=${() => app.session.move(uci)}
    ><b>${text}</b>${name ? html` <span class="small muted">${name}</span>` : nothing}</button
  >
</th>`;

/** @param {Results} results */
const total = ({ won, drawn, lost }) => won + drawn + lost;

/** @param {AnalysisApp} app @param {Results} results */
export function resultBar(app, results) {
  const { won, drawn, lost } = results;
  const said = app.t('analysis.explorer.result', { ...sidesOf(app), won, drawn, lost });
  return html`<span class="result-bar" title=${said}>
    <svg viewBox=${`0 0 ${total(results)} 10`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="won" width=${won} height="10" />
      <rect class="drawn" x=${won} width=${drawn} height="10" />
      <rect class="lost" x=${won + drawn} width=${lost} height="10" />
    </svg>
    <span class="small" aria-hidden="true">${won} / ${drawn} / ${lost}</span>
    <span class="sr">${said}</span>
  </span>`;
}

/** @param {AnalysisApp} app */
export function sidesOf(app) {
  const [first, second] = factsOf(app.state.game.game).sides;
  return { first: app.t(`game-view.side.${first}`), second: app.t(`game-view.side.${second}`) };
}
