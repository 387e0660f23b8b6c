// The openings of one's own games and of imported collections at the position at hand, and the games themselves.

/** @import { Database } from '../storage/database.js' */
/** @import { EngineClient } from '../engine/client.js' */
/** @import { OpeningIndex } from '../records/opening-index.js' */
/** @import { TreeFilter, TreeGame, TreeMove } from '../records/opening-tree.js' */
/** @import { AnalysisApp } from './session.js' */
/** @import { View } from '../ui/view.js' */

import { factsOf } from '../game/games.js';
import { lineThrough, movesTo, nodeOf } from '../game/tree.js';
import { lineTexts } from '../game-view/move-words.js';
import { TooLarge } from '../records/file-parts.js';
import { COLLECTION, openingsOf, ownGames } from '../records/opening-index.js';
import { StorageError } from '../storage/database.js';
import { KeptValue } from '../storage/kept-value.js';
import { button, fileButton, iconButton, named, select } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { Answers } from './answers.js';
import { moveCell, resultBar, sidesOf } from './explorer-panel.js';

const FILES = '.pgn,.txt,.xqf,.cbl,.cbr,.cbf';
const RESULTS = /** @type {const} */ (['', '1-0', '1/2-1/2', '0-1']);

/** What the views share. @typedef {{ app: AnalysisApp, index: OpeningIndex, state: ReturnType<typeof newState>, kept: KeptValue<TreeFilter> }} Parts */

const newState = () =>
  reactive({
    filter: /** @type {TreeFilter} */ ({}),
    adding: '',
    fault: '',
    /** The collection to be removed, if the person says so. */
    removing: /** @type {string | null} */ (null),
  });

/** @param {AnalysisApp} app @param {Database} database @param {() => EngineClient} createClient @returns {View} */
export function myGamesPanel(app, database, createClient) {
  const { client } = app;
  const index = openingsOf({ database, client, createClient });
  index.refresh();
  const parts = { app, index, state: newState(), kept: new KeptValue(database, 'analysis.mine') };
  parts.kept.load().then(() => update(parts.state, { filter: parts.kept.now ?? {} }));
  const numbers = new Answers((position) => client.positionNumber(position));
  return () => {
    const { known, games, total, done, full, fault } = index.state;
    const { adding, fault: refused } = parts.state;
    return html`<div class="explorer mine" aria-busy=${total > 0} data-known=${known}>
      ${games > 0 ? played(parts, numbers) : html`<p class="small muted">${app.t('analysis.mine.empty')}</p>`}
      ${
        total > 0
          ? html`<p class="small muted" role="status">${app.t('analysis.mine.indexing', { done, total })}</p>
              <progress max=${total} .value=${done} aria-label=${app.t('analysis.mine.caption')}></progress>`
          : nothing
      }
      ${adding ? html`<p class="small muted" role="status">${app.t('analysis.mine.adding', { name: adding })}</p>` : nothing}
      ${full ? html`<p class="small">${app.t('analysis.mine.full')}</p>` : nothing}
      ${refused || fault ? html`<p class="fault small" role="alert">${refused || app.t('analysis.mine.failed', { reason: String(fault?.message ?? fault) })}</p>` : nothing}
      <div class="row">
        ${fileButton('import', app.t('analysis.mine.import'), FILES, (file) => add(parts, file))}
        ${removal(parts)}
      </div>
    </div>`;
  };
}

/** Show only the games that fit, next time as well. @param {Parts} parts @param {TreeFilter} change */
function narrow({ state, kept }, change) {
  update(state, { filter: { ...state.filter, ...change } });
  kept.change(state.filter);
}

/** The filter, without a collection that is gone or has games of another kind. @param {Parts} parts @returns {TreeFilter} */
function filterOf({ app, index, state }) {
  const { collection } = state.filter;
  const known = [ownGames(app.state.game.game), ...index.state.collections.map(({ id }) => id)];
  return collection && !known.includes(collection)
    ? { ...state.filter, collection: undefined }
    : state.filter;
}

/** @param {Parts} parts @param {File} file */
async function add({ app, index, state }, file) {
  update(state, { adding: file.name, fault: '' });
  try {
    await index.add(file, app.state.game.game);
  } catch (error) {
    const text =
      error instanceof TooLarge
        ? app.t('analysis.mine.tooLarge')
        : error instanceof StorageError && error.trouble === 'full'
          ? app.t('analysis.mine.noRoom')
          : app.t('analysis.mine.failed', { reason: /** @type {Error} */ (error).message });
    update(state, { fault: text });
  }
  update(state, { adding: '' });
}

/** Removing the collection that is chosen. @param {Parts} parts */
function removal(parts) {
  const { app, index, state } = parts;
  const chosen = index.state.collections.find(({ id }) => id === state.filter.collection);
  if (!chosen) return nothing;
  if (state.removing !== chosen.id)
    return iconButton('bin', app.t('analysis.mine.remove', { title: chosen.title }), () =>
      update(state, { removing: chosen.id }),
    );
  const remove = () => {
    update(state, { removing: null });
    narrow(parts, { collection: undefined });
    index.remove(chosen.id);
  };
  return html`<span>${app.t('analysis.mine.asked')}</span>
    ${button(null, app.t('records.library.delete.button'), remove)}
    ${button(null, app.t('ui.cancel'), () => update(state, { removing: null }))}`;
}

/** @param {Parts} parts @param {Answers<bigint>} numbers */
function played(parts, numbers) {
  const { app, index } = parts;
  const { game, tree } = app.state.game;
  const fen = nodeOf(tree).view?.fen;
  const { answer, current, error } = numbers.of(
    fen ? { game, fen } : { game, fen: tree.fen, moves: movesTo(tree) },
  );
  if (error !== null)
    return html`<p class="fault small" role="alert">${app.t('analysis.mine.failed', { reason: error })}</p>`;
  if (answer === null) return nothing;
  const { moves, games, total } = index.tree.at(answer, filterOf(parts));
  return html`${filters(parts)}
    ${
      total === 0
        ? html`<p class="small muted" role="status">${app.t('analysis.mine.nothing')}</p>`
        : html`<p class="small muted">${app.t('analysis.mine.count', { count: total })}</p>
            <table>
              <caption class="sr">${app.t('analysis.mine.caption')}</caption>
              <thead>
                <tr>
                  <th scope="col">${app.t('analysis.explorer.move')}</th>
                  <th scope="col">${app.t('analysis.explorer.games')}</th>
                  <th scope="col">${app.t('analysis.mine.years')}</th>
                  <th scope="col" class="results">${app.t('analysis.explorer.results', sidesOf(app))}</th>
                </tr>
              </thead>
              <tbody>${moves.map((move) => row(app, move, current))}</tbody>
            </table>
            <h3 class="small">${app.t('analysis.mine.latest')}</h3>
            <ul class="games-of">${games.map((each) => gameRow(parts, each))}</ul>`
    }`;
}

/** @param {AnalysisApp} app @param {TreeMove} move @param {boolean} current */
function row(app, { uci, games, years, results }, current) {
  const [text] = current ? lineTexts(app, app.state.game.tree.current, [uci]) : [uci];
  const decided = results.won + results.drawn + results.lost > 0;
  const [first, last] = years ?? [];
  return html`<tr>
    ${moveCell(app, uci, text, '', current)}
    <td>${app.words.number(games)}</td>
    <td class="small">${first === undefined ? '–' : first === last ? first : `${first}–${last}`}</td>
    <td class="results">${decided ? resultBar(app, results) : nothing}</td>
  </tr>`;
}

/** @param {Parts} parts @param {TreeGame} game */
function gameRow(parts, game) {
  const { app } = parts;
  const you = app.t('analysis.mine.you');
  const [first, second] = [game.first, game.second].map((name) => name || (game.id ? you : '?'));
  const title = app.t('game-view.record.players', { first, second });
  const facts = [game.event, game.date, game.result === '*' ? '' : game.result.replace('1/2-1/2', '½–½')];
  const text = html`<b>${title}</b> <span class="small muted">${facts.filter(Boolean).join(' · ')}</span>`;
  const label = app.t('analysis.mine.open', { game: title });
  return game.id === undefined
    ? html`<li><button class="btn plain" type="button" title=${label} @click=${() => open(parts, game)}>${text}</button></li>`
    : html`<li><a class="btn plain" title=${label} href=${`analysis.html?game=${app.state.game.game}&record=${encodeURIComponent(game.id)}`}>${text}</a></li>`;
}

/** Put a game of a collection on the board, at the position at hand. @param {Parts} parts @param {TreeGame} game */
async function open({ app, index, state }, { collection, part, number }) {
  const { session } = app;
  const { game, tree } = app.state.game;
  try {
    const data = await index.source(collection, part);
    if (!data) return;
    const read = await app.client.read({ game, data, pick: number });
    if (!read.game) return;
    const { sides } = factsOf(game);
    const request = {
      opponent: /** @type {const} */ ('person'),
      side: sides[0],
      level: app.settings.levels[game],
    };
    const ply = nodeOf(tree).ply;
    const title = index.state.collections.find(({ id }) => id === collection)?.title ?? '';
    const record = { ...read.game, headers: { ...read.game.headers, [COLLECTION]: title } };
    if (!(await session.openRecord(record, request, 'start'))) return;
    const line = lineThrough(session.state.game.tree);
    session.goTo((line[ply] ?? line[0]).id);
  } catch (error) {
    update(state, { fault: app.t('analysis.mine.failed', { reason: /** @type {Error} */ (error).message }) });
  }
}

/** @param {Parts} parts */
function filters(parts) {
  const { app, index } = parts;
  const filter = filterOf(parts);
  const { sides } = factsOf(app.state.game.game);
  const side = (/** @type {0 | 1} */ at) => app.t(`game-view.side.${sides[at]}`);
  const own = ownGames(app.state.game.game);
  const collections = Object.fromEntries(index.state.collections.map(({ id, title }) => [id, title]));
  const day = (/** @type {'from' | 'to'} */ name) => html`<div class="field">
    <label for="mine-${name}">${app.t(`records.library.${name}`)}</label>
    <input id="mine-${name}" type="date" .value=${filter[name] ?? ''} @change=${(/** @type {any} */ { target }) => narrow(parts, { [name]: target.value || undefined })} />
  </div>`;
  const isNarrowed = Object.values(filter).some(Boolean);
  return html`<details class="filters" ?open=${isNarrowed}><summary>${app.t('analysis.mine.filters')}</summary>
    <div class="fields">
      ${select({
        id: 'mine-collection',
        label: app.t('analysis.mine.from'),
        choices: /** @type {Record<string, string>} */ ({
          '': app.t('analysis.mine.all'),
          [own]: app.t('analysis.mine.own'),
          ...collections,
        }),
        chosen: filter.collection ?? '',
        choose: (value) => narrow(parts, { collection: value || undefined }),
      })}
      <div class="field">
        <label for="mine-player">${app.t('analysis.mine.player')}</label>
        <input id="mine-player" type="text" autocomplete="off" .value=${filter.player ?? ''} @input=${(/** @type {any} */ { target }) => narrow(parts, { player: target.value || undefined })} />
      </div>
      ${select({
        id: 'mine-side',
        label: app.t('analysis.mine.side'),
        choices: { '': app.t('analysis.mine.any'), first: side(0), second: side(1) },
        chosen: filter.side ?? '',
        choose: (value) => narrow(parts, { side: value || undefined }),
      })}
      ${select({
        id: 'mine-result',
        label: app.t('records.library.result.label'),
        choices: named(RESULTS, (result) => resultText(app, result)),
        chosen: RESULTS.find((result) => result === filter.result) ?? '',
        choose: (value) => narrow(parts, { result: value || undefined }),
      })}
      ${day('from')} ${day('to')}
    </div>
  </details>`;
}

/** @param {AnalysisApp} app @param {string} result */
function resultText(app, result) {
  if (result === '') return app.t('records.library.any');
  if (result === '1/2-1/2') return app.t('records.library.result.draw');
  const { sides } = factsOf(app.state.game.game);
  const side = app.t(`game-view.side.${sides[result === '1-0' ? 0 : 1]}`);
  return app.t('records.library.won', { side });
}
