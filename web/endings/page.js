// The endings page: makes its parts and puts them into the document. What each part does is in its own file.

/** @import { Classical, EndingParts } from './panel.js' */

import { nodeOf } from '../game/tree.js';
import { boardView } from '../game-view/board-view.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { fenAt } from '../game-view/piece-words.js';
import { BoardPage, dressPage, SITE } from '../shell/board-page.js';
import { carryToAnalysis } from '../shell/header.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { KeptValue } from '../storage/kept-value.js';
import { KeptTables } from '../tablebase/kept-tables.js';
import { KeptProgress } from '../training/kept-progress.js';
import { fetchJson, load } from '../ui/load.js';
import { observe, onChange, reactive, update } from '../ui/reactive.js';
import { lazyView } from '../ui/unloaded.js';
import { byId, html, mount, nothing } from '../ui/view.js';
import { DrillSession } from './drill-session.js';
import { endingFacts, endingRemarks, positionPanel } from './panel.js';
import { EndingSession } from './session.js';
import { endingSetup } from './setup.js';
import { EndingSolver } from './solver.js';

/** The ending shown when the address names none. */
const FIRST = 'KN-ka';
/** An ending that takes less time than this is solved without a press. */
const AT_ONCE_SECONDS = 2;
/** The board until the first ending is there. @type {import('../board/board.js').BoardView} */
const EMPTY = { fen: '9/9/9/9/9/9/9/9/9/9', turn: 'red', dests: null };
const TABS = /** @type {const} */ (['explore', 'list', 'drill']);

const visit = new BoardPage();
const { asked, database, query } = visit;
const speed = new KeptValue(database, 'endings.speed');
const loading = speed.load();
const client = visit.engine();
const words = await visit.words();
const session = new EndingSession({ client });
const solver = new EndingSolver({ client, kept: new KeptTables(), speed });
const file = (/** @type {string} */ name) => fetchJson(new URL(`endings/${name}.json`, SITE));
const runner = new DrillSession({
  session,
  solver,
  kept: new KeptProgress(database, 'xiangqi'),
  load: () => file('drills'),
});
const app = visit.app({ session, client, words });
/** @type {EndingParts['page']} */
const page = reactive({
  tab: tabOf(location.hash) ?? /** @type {EndingParts['page']['tab']} */ ('explore'),
  selected: /** @type {string | null} */ (null),
  classical: /** @type {readonly Classical[] | null} */ (null),
  remark: /** @type {string | null} */ (null),
});
/** @type {EndingParts} */
const parts = {
  app,
  session,
  solver,
  runner,
  page,
  open,
  openAt,
  solve,
  show: (fen, below) => session.show(fen, { below }),
};

const speech = new Speech(app);
const listView = lazyView(app, async () => {
  const [{ endingList }] = await Promise.all([load(() => import('./classical-list.js')), loadClassical()]);
  return endingList(parts);
});
const drillView = lazyView(app, async () => (await load(() => import('./drill-panel.js'))).drillPanel(parts));

dressPage(app, { speech, title: 'endings.title' });
carryToAnalysis(app, byId('masthead'));
boardView(app, byId('board'), speech, {
  // No ending begins at the start position.
  position: () => ((session.state.asked ?? session.state.game.tree).fen === null ? EMPTY : null),
  remarks: () => endingRemarks(parts),
  onSelect: (selected) => update(page, { selected }),
});
mount(byId('head'), tabBar);
const setup = endingSetup(parts);
const facts = endingFacts(parts);
const position = positionPanel(parts);
const [moves, jumps] = [moveList(app), jumpBar(app)];
mount(
  byId('side'),
  noticeList(app),
  () => (page.tab === 'list' ? listView() : page.tab === 'drill' ? drillView() : nothing),
  () => (page.tab === 'explore' ? setup() : nothing),
  () => (page.tab === 'list' ? nothing : html`<div class="line-of">${moves()}${jumps()}</div>`),
  () => (page.tab === 'explore' ? position() : nothing),
  () => (page.tab === 'explore' ? facts() : nothing),
);
listenForKeys(app);
// "Skip to the board" names no tab, and changes none.
addEventListener('hashchange', () => choose(tabOf(location.hash) ?? page.tab));
// A new worker may have been asked before it had the tables.
onChange(
  () => solver.state.renewed,
  () => app.solutions.retry(),
);

await loading;
client.start();
speech.listen();
loadClassical().catch(() => {});
runner.load().catch(() => {});
await begin();
followThePosition();
useWithoutNetwork(app, SITE, ['endings']);

/** Open what the address asks for, else a small ending. */
async function begin() {
  if (page.tab === 'drill') return choose('drill');
  if (asked.fen) {
    await session.show(asked.fen);
    const refused = session.state.notices.find(({ kind }) => kind === 'address_refused');
    if (!refused) {
      await solver.look({ fen: session.state.game.tree.fen ?? asked.fen });
      return solveSmall();
    }
    await turnTo(FIRST);
    return session.notify(refused);
  }
  return turnTo(query.get('ending') ?? FIRST);
}

/** @param {string | null} name */
function open(name) {
  if (page.tab !== 'explore') choose('explore');
  return turnTo(name);
}

/** @param {string | null} name  null: the ending of the position on the board */
async function turnTo(name) {
  const asks = name === null ? { fen: fenAt(app.state.game) } : { name };
  update(page, { remark: null });
  if (!(await solver.look(asks))) return;
  const { facts } = solver.state;
  if (name !== null && facts?.fen) await session.show(facts.fen);
  await solveSmall();
}

/** @param {string} name @param {string} fen */
async function openAt(name, fen) {
  choose('explore');
  update(page, { remark: null });
  const [, isAsked] = await Promise.all([session.show(fen), solver.look({ name })]);
  if (isAsked) await solveSmall();
}

function solveSmall() {
  const { facts, fault } = solver.state;
  if (!facts || fault || facts.statistics || facts.positions > facts.limit) return;
  if (facts.name !== 'K-k' && solver.seconds(facts) <= AT_ONCE_SECONDS) return solver.solve();
}

async function solve() {
  await solver.solve();
}

/** @param {EndingParts['page']['tab']} tab */
function choose(tab) {
  if (page.tab === 'drill' && tab !== 'drill') runner.leave();
  update(page, { tab, selected: null });
  const url = new URL(location.href);
  url.hash = tab === 'explore' ? '' : tab;
  history.replaceState(null, '', url);
  if (tab === 'drill' && !runner.state.drill) return runner.openId(url.searchParams.get('drill'));
}

/** The tab that a hash names; undefined for a place in the document. @param {string} hash */
function tabOf(hash) {
  return hash === '' ? 'explore' : TABS.find((tab) => `#${tab}` === hash);
}

function tabBar() {
  const due = runner.due.length;
  return html`<nav class="modes" aria-label=${app.t('endings.tabs')}>${TABS.map(
    (tab) => html`<button
      class="btn plain mode"
      type="button"
      aria-current=${tab === page.tab ? 'true' : nothing}
      aria-label=${tab === 'drill' && due > 0 ? app.t('endings.drillsDue', { count: due }) : nothing}
      @click=${() => choose(tab)}
    ><span>${app.t(`endings.tab.${tab}`)}</span>${tab === 'drill' && due > 0 ? html`<span class="count">${due}</span>` : nothing}</button>`,
  )}</nav>`;
}

/** The address names the drill or the position at hand, so that a reload shows it again. */
function followThePosition() {
  observe(() => {
    const { view } = nodeOf(app.state.game.tree);
    const { drill } = runner.state;
    const drills = page.tab === 'drill';
    const value = drills ? drill?.id : view?.fen.replaceAll(' ', '_');
    if (!value) return;
    const url = new URL(location.href);
    for (const name of ['ending', 'fen', 'drill']) url.searchParams.delete(name);
    url.searchParams.set(drills ? 'drill' : 'fen', value);
    history.replaceState(null, '', url.href.replaceAll('%2F', '/'));
  });
}

async function loadClassical() {
  if (!page.classical) update(page, { classical: (await file('classical')).endings });
}
