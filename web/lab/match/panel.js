// The Lab's matches: who plays whom, the table while they play, and the games to look at.

/** @import { MatchGame, MatchPlayer, MatchRow } from '../../storage/database.js' */
/** @import { PlayLimit } from '../session.js' */
/** @import { Lab } from '../tabs.js' */
/** @import { LabApp } from '../play-bar.js' */
/** @import { Key } from '../../ui/words.js' */
/** @import { GameName } from '../../game/types.js' */
/** @import { View } from '../../ui/view.js' */

import { guard } from 'lit-html/directives/guard.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { factsOf } from '../../game/games.js';
import { TabLock } from '../../storage/tab-lock.js';
import { button, chosenIn, named, select, submits } from '../../ui/controls.js';
import { pgnDate } from '../../ui/dates.js';
import { saveFile } from '../../ui/files.js';
import { onChange, reactive, update } from '../../ui/reactive.js';
import { html, mount, nothing } from '../../ui/view.js';
import { limitName } from '../play-bar.js';
import { PLAY_LIMITS } from '../session.js';
import { Matches } from './kept-matches.js';
import { isClear, MatchRunner } from './runner.js';

const GAMES = /** @type {const} */ (['2', '10', '20', '50', '100', '200', '400', '1000']);
/** The bounds of the SPRT, elo0 and elo1. */
const TESTS = /** @type {const} */ (['0 5', '0 10', '0 20', '0 50', '-20 0', '-50 0']);
/** The unedited engine, in the choice of players. */
const ORIGINAL = 'original';

/** @param {LabApp} app @param {Lab} lab @returns {View} */
export function panel(app, { engine, variant, createWorker, database, openTab }) {
  const runner = new MatchRunner({
    createWorker,
    storage: new Matches(database),
    newLock: (game, onChange) => new TabLock(navigator.locks, `cannonfish match ${game}`, onChange),
  });
  const plan = reactive({
    a: '', // the variant at hand
    b: ORIGINAL,
    games: /** @type {typeof GAMES[number]} */ ('100'),
    limit: /** @type {PlayLimit} */ ('nodes 5000'),
    test: /** @type {typeof TESTS[number]} */ ('0 20'),
    stops: false,
    /** Whether a new match is being planned while an old one is kept. */
    another: false,
    exporting: false,
  });
  const parts = { app, engine, variant, runner, plan, openTab };
  const place = document.createElement('div');
  place.className = 'match';
  mount(
    place,
    () => (isPlanning(parts) ? form(parts) : table(parts)),
    () => (isPlanning(parts) ? nothing : list(parts)),
  );
  runner.open(engine.state.game);
  onChange(
    () => engine.state.game,
    (game) => {
      update(plan, { a: '', b: ORIGINAL, another: false });
      runner.open(game);
    },
  );
  engine.suspendWhile(() => runner.state.status === 'running');
  return () => html`${place}`;
}

/**
 * @typedef {object} Parts
 * @property {LabApp} app
 * @property {Lab['engine']} engine
 * @property {Lab['variant']} variant
 * @property {MatchRunner} runner
 * @property {{ a: string, b: string, games: typeof GAMES[number], limit: PlayLimit, test: typeof TESTS[number],
 *   stops: boolean, another: boolean, exporting: boolean }} plan
 * @property {Lab['openTab']} openTab
 */

/** @param {Parts} parts */
const isPlanning = ({ runner, plan }) =>
  runner.state.status === 'none' || (plan.another && runner.state.status !== 'elsewhere');

/** @param {Parts} parts */
function form(parts) {
  const { app, engine, variant, runner, plan } = parts;
  const { variants, id, name } = variant.state;
  const players = Object.fromEntries([
    [ORIGINAL, app.t('lab.variant.none')],
    ...variants.map((row) => [row.id, row.id === id ? name : row.name]),
  ]);
  const chosen = (/** @type {string} */ key) => (key in players ? key : (id ?? ORIGINAL));
  const player = (/** @type {'a' | 'b'} */ seat) =>
    select({
      id: `match-${seat}`,
      label: app.t(`lab.match.${seat}`),
      choices: players,
      chosen: chosen(plan[seat]),
      choose: (key) => update(plan, { [seat]: key }),
    });
  const tests = named(TESTS, (value) => {
    const [elo0, elo1] = value.split(' ').map(Number);
    return app.t('lab.match.sprt.range', { elo0, elo1 });
  });
  const start = () => {
    if (runner.state.match?.played.length && !confirm(app.t('lab.match.another.ask'))) return;
    update(plan, { another: false });
    const { limit, games, test, stops } = plan;
    runner.start({
      game: engine.state.game,
      a: playerOf(parts, chosen(plan.a)),
      b: playerOf(parts, chosen(plan.b)),
      limit,
      games: Number(games),
      sprt: /** @type {[number, number]} */ (test.split(' ').map(Number)),
      stops,
    });
  };
  return html`<form class="match-plan" @submit=${submits(start)}>
    <p class="small muted">${app.t('lab.match.intro')}</p>
    <div class="fields">
      ${player('a')}${player('b')}
      ${select({
        id: 'match-games',
        label: app.t('lab.match.games'),
        choices: named(GAMES, (value) => app.words.number(Number(value))),
        ...chosenIn(plan, 'games'),
      })}
      ${select({
        id: 'match-limit',
        label: app.t('lab.match.limit'),
        choices: named(PLAY_LIMITS, (value) => limitName(app, value)),
        ...chosenIn(plan, 'limit'),
      })}
      ${select({
        id: 'match-test',
        label: app.t('lab.match.sprt.label'),
        choices: tests,
        ...chosenIn(plan, 'test'),
      })}
      <label class="check"><input
        type="checkbox"
        .checked=${plan.stops}
        @change=${(/** @type {any} */ { target }) => update(plan, { stops: target.checked })}
      /> ${app.t('lab.match.stops')}</label>
    </div>
    <div class="acts">
      ${button('play', app.t('lab.match.start'), () => {}, { kind: 'main', type: 'submit', disabled: engine.state.status === 'loading' })}
      ${plan.another ? button('close', app.t('ui.cancel'), () => update(plan, { another: false })) : nothing}
    </div>
  </form>`;
}

/** @param {Parts} parts @param {string} key @returns {MatchPlayer} */
function playerOf({ app, engine, variant }, key) {
  const { variants, id, name } = variant.state;
  if (key === ORIGINAL) return { name: app.t('lab.variant.none'), files: {} };
  if (key === id) return { name, files: engine.state.texts };
  const row = variants.find((each) => each.id === key);
  return { name: row?.name ?? '', files: row?.files ?? {} };
}

/** How the match stands. @param {Parts} parts */
function table(parts) {
  const { app, runner, plan } = parts;
  const { match: row, status, saved } = runner.state;
  const elsewhere =
    status === 'elsewhere'
      ? html`<div class="elsewhere">
          <p role="status">${app.t('lab.match.elsewhere')}</p>
          ${button(null, app.t('lab.match.takeOver'), () => runner.takeOver())}
        </div>`
      : nothing;
  if (!row) return elsewhere;
  const { a, b, games, played, standing } = row;
  const another = () => {
    runner.pause();
    update(plan, { another: true });
  };
  const count = played.length;
  const words = {
    running: () => app.t('lab.match.status.running', { count, games }),
    paused: () => app.t('lab.match.status.paused', { count, games }),
    over: () => app.t('lab.match.status.over', { count }),
    elsewhere: () => app.t('lab.match.status.elsewhere', { count, games }),
  };
  return html`<section class="match-table" aria-label=${app.t('lab.match.table', { a: a.name })}>
    <h2>${app.t('lab.match.versus', { a: a.name, b: b.name })}</h2>
    ${elsewhere}
    <p class="small muted">${limitName(app, /** @type {PlayLimit} */ (row.limit))}</p>
    <progress max=${games} .value=${count} aria-label=${app.t('lab.match.games')}></progress>
    <p role="status" class="small">${words[/** @type {keyof typeof words} */ (status)]?.()}</p>
    ${standing ? figures(parts, row) : nothing}
    ${faults(parts, row)}
    ${saved ? nothing : html`<p class="small warn" role="alert">${app.t('lab.match.unsaved')}</p>`}
    <div class="acts">
      ${status === 'running' ? button('stop', app.t('lab.match.pause'), () => runner.pause()) : nothing}
      ${status === 'paused' ? button('next', app.t('lab.match.resume'), () => runner.resume(), { kind: 'main' }) : nothing}
      ${button('export', app.t(plan.exporting ? 'lab.match.exporting' : 'lab.match.export'), () => exportGames(parts, row), { disabled: count === 0 || plan.exporting })}
      ${status === 'elsewhere' ? nothing : button('new', app.t('lab.match.another.button'), another)}
    </div>
  </section>`;
}

/** @param {Parts} parts @param {MatchRow} row */
function figures({ app }, { a, sprt: [elo0, elo1], standing }) {
  const { wins, draws, losses, elo, interval, superiority, sprt } = standing;
  const number = app.words.number.bind(app.words);
  const cell = (
    /** @type {string} */ label,
    /** @type {unknown} */ value,
    /** @type {string} */ title = '',
  ) => html`<div title=${title || nothing}><dt>${label}</dt><dd>${value}</dd></div>`;
  const [low, high] = interval;
  const error = low === null || high === null ? null : Math.round((high - low) / 2);
  const verdict = app.t(`lab.match.verdict.${/** @type {'accepted'} */ (sprt.verdict ?? 'open')}`, {
    elo0,
    elo1,
  });
  return html`<dl class="figures">
    ${cell(app.t('lab.match.wins'), number(wins))}
    ${cell(app.t('lab.match.draws'), number(draws))}
    ${cell(app.t('lab.match.losses'), number(losses))}
    ${cell(app.t('lab.match.score'), `${number((100 * (wins + draws / 2)) / (wins + draws + losses), 1)}%`)}
    ${cell(
      app.t('lab.match.elo.label'),
      html`${elo === null ? '–' : signed(app, elo)} ${error === null ? '' : html`<small>± ${number(error)}</small>`}`,
      elo === null
        ? app.t('lab.match.elo.none')
        : low === null || high === null
          ? ''
          : app.t('lab.match.elo.interval', { low: signed(app, low), high: signed(app, high) }),
    )}
    ${cell(app.t('lab.match.los.label'), `${number(100 * superiority, 1)}%`, app.t('lab.match.los.title', { a: a.name }))}
    ${cell(
      app.t('lab.match.llr.label'),
      html`${number(sprt.llr, 2)} <small>[${number(sprt.bounds[0], 2)}; ${number(sprt.bounds[1], 2)}] ${verdict}</small>`,
      app.t('lab.match.llr.title'),
    )}
  </dl>${isClear(standing) ? html`<p class="small">${app.t('lab.match.clear')}</p>` : nothing}`;
}

/** A difference in Elo. @param {LabApp} app @param {number} elo */
function signed(app, elo) {
  const whole = Math.round(elo);
  const text = app.words.number(Math.abs(whole));
  return whole > 0 ? `+${text}` : whole < 0 ? `−${text}` : text;
}

/** Why the match cannot go on. @param {Parts} parts @param {MatchRow} row */
function faults({ app, runner }, row) {
  const { faults, error } = runner.state;
  if (error) return html`<p class="warn" role="alert">${app.t('lab.match.error', { error })}</p>`;
  if (!faults) return nothing;
  return /** @type {const} */ (['a', 'b']).map((seat) =>
    faults[seat].length === 0
      ? nothing
      : html`<div class="warn" role="alert">
          <p>${app.t('lab.match.faults', { name: row[seat].name })}</p>
          <ul>${faults[seat].map(
            ({ path, line, reason }) =>
              html`<li>${path ? app.t('lab.fault.at', { file: path, line }) : ''} <span lang="en">${reason}</span></li>`,
          )}</ul>
        </div>`,
  );
}

/** The games, the last one first. @param {Parts} parts */
function list(parts) {
  const { app, runner } = parts;
  const row = runner.state.match;
  if (!row || row.played.length === 0) return nothing;
  const item = (/** @type {MatchGame} */ game) => {
    const { number, result, ending, plies, fault } = game;
    const [first, second] = seats(row, number);
    return html`<li><button
      class="btn plain"
      type="button"
      title=${fault ?? nothing}
      @click=${() => show(parts, row, game)}
    ><span class="muted">${number + 1}</span><span>${first} – ${second}</span><b>${result.replaceAll('1/2', '½')}</b
    ><span class="why">${endingName(app, row.game, ending)}</span><span class="muted">${app.t('lab.match.plies', { count: plies })}</span></button></li>`;
  };
  const items = repeat(
    row.played.toReversed(),
    ({ number }) => `${row.startedAt} ${number}`,
    (game) => guard([app.words], () => item(game)),
  );
  return html`<ol class="match-games" reversed aria-label=${app.t('lab.match.list')}>${items}</ol>`;
}

/** @param {MatchRow} row @param {number} number  of a game @returns {[string, string]} who has the first move, and the other */
const seats = ({ a, b }, number) => (number % 2 ? [b.name, a.name] : [a.name, b.name]);

/** @param {LabApp} app @param {string} game @param {string} ending */
function endingName(app, game, ending) {
  const keys = /** @type {Key[]} */ ([`lab.match.ending.${game}.${ending}`, `lab.match.ending.${ending}`]);
  const key = keys.find((each) => app.words.has(each));
  return key ? app.t(key) : ending;
}

/** A game as a record. @param {LabApp} app @param {MatchRow} row @param {MatchGame} game */
function recordOf(app, row, game) {
  const { number, result, ending, fault, moves } = game;
  const [first, second] = seats(row, number);
  const [one, other] = factsOf(/** @type {GameName} */ (row.game)).sides.map(
    (side) => side[0].toUpperCase() + side.slice(1),
  );
  const line = [...row.openings[number >> 1], ...moves.split(' ').filter(Boolean)];
  return {
    game: row.game,
    fen: null,
    headers: {
      Event: app.t('lab.match.versus', { a: row.a.name, b: row.b.name }),
      Date: pgnDate(new Date(row.startedAt)),
      Round: `${(number >> 1) + 1}.${(number % 2) + 1}`,
      [one]: first,
      [other]: second,
      Result: result,
    },
    comment: [limitName(app, /** @type {PlayLimit} */ (row.limit)), endingName(app, row.game, ending), fault]
      .filter(Boolean)
      .join('; '),
    moves: line.map((uci, at) => /** @type {[number, string]} */ ([at, uci])),
    errors: [],
  };
}

/** @param {Parts} parts @param {MatchRow} row @param {MatchGame} game */
async function show({ app, openTab }, row, game) {
  const request = {
    opponent: /** @type {const} */ ('person'),
    side: factsOf(app.state.game.game).sides[0],
    level: 1,
  };
  await app.session.openRecord(recordOf(app, row, game), request, 'start');
  openTab('board');
}

/** @param {Parts} parts @param {MatchRow} row */
async function exportGames({ app, plan }, row) {
  update(plan, { exporting: true });
  try {
    const texts = [];
    for (const game of row.played)
      texts.push(await app.client.write({ format: 'pgn', record: recordOf(app, row, game) }));
    saveFile('cannonfish-match.pgn', new Blob([texts.join('\n')], { type: 'application/x-chess-pgn' }));
  } finally {
    update(plan, { exporting: false });
  }
}
