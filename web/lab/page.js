// The Lab: makes its parts and puts them into the document. The engine that visitors edit runs in a sandbox;
// the rules and everything else come from the site's own engine, as on other pages.

import { Sandbox } from '../engine/sandbox.js';
import { factsOf, USUAL } from '../game/games.js';
import { startViews } from '../game/start-views.js';
import { movesTo } from '../game/tree.js';
import { Analyser } from '../game-view/analyser.js';
import { boardView } from '../game-view/board-view.js';
import { analysisEngine } from '../game-view/engine-lines.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { BoardPage, dressPage, SITE } from '../shell/board-page.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { observe, onChange } from '../ui/reactive.js';
import { byId, mount } from '../ui/view.js';
import { Variants } from './kept-variants.js';
import { newPlay, playBar, sideAfter, VariantView } from './play-bar.js';
import { LabClient, LabSession } from './session.js';
import { variantInLink } from './shared-variant.js';
import { labTabs } from './tabs.js';
import { gameOf, VariantDocument } from './variant-document.js';
import { VariantEngine } from './variant-engine.js';

/** @import { GameName } from '../game/types.js' */

const page = new BoardPage();
const { asked, database, query } = page;

const play = newPlay();
const rules = page.engine();
const sandbox = new Sandbox({ base: SITE, frame: /** @type {HTMLIFrameElement} */ (byId('sandbox')) });
const engine = new VariantEngine({
  base: SITE,
  createWorker: () => sandbox.createWorker(),
  position,
});
const shared = await variantInLink(location.hash).catch(() => ({ name: '', game: '', patch: '' }));
const firstGame = gameOf(shared) ?? asked.game ?? USUAL;
engine.client.start(firstGame);
const [words, views] = await Promise.all([page.words(), startViews(SITE)]);
const session = new LabSession({
  client: new LabClient(rules, engine, () => play.limit),
  startViews: views,
});
const app = page.app({ session, client: rules, words });
const variant = new VariantDocument(engine, new Variants(database), () => app.t('lab.variant.unnamed'));
const analyser = new Analyser(engine.client);
const view = new VariantView(app, analyser, engine);

const speech = new Speech(app);
dressPage(app, { speech, title: 'lab.title' });
boardView(app, byId('board'), speech, { shapes: () => view.shapes });
const createWorker = () => sandbox.createWorker();
const { openTab } = labTabs(app, byId('workbench'), {
  engine,
  variant,
  createWorker,
  database,
  openGame,
  position,
});
/** @type {HTMLElement} */ (document.querySelector('.skip')).onclick = () => openTab('board');
mount(
  byId('side'),
  playBar(app, engine, play, { begin }),
  analysisEngine(/** @type {any} */ (app), analyser, view),
  moveList(app),
  jumpBar(app),
  noticeList(app),
);
listenForKeys(app);
addEventListener('hashchange', async () => {
  const shared = await variantInLink(location.hash).catch(() => ({ name: '', game: '', patch: '' }));
  if (shared) await variant.open(gameOf(shared) ?? engine.state.game, { shared });
});

await session.open({ ...asked, game: firstGame }, request(firstGame));
speech.listen();
analyser.follow(() => view.wanted);
const stop = onChange(
  () => engine.state.status,
  (status) => {
    if (status === 'loading') return;
    stop();
    rules.start(firstGame); // the editor comes first: the start position is known without the rules
  },
);
onChange(
  () => engine.state.built,
  (built) => {
    if (built === 0) return;
    analyser.renew(); // its results are those of the engine before the edit
    session.goOn();
  },
);
onChange(
  () =>
    engine.state.status === 'ready' &&
    !engine.state.suspended &&
    !session.state.work &&
    engine.state.speeds === null,
  (due) => due && engine.measure(),
);
await variant.open(firstGame, { id: query.get('variant'), shared });
followTheVariant();
useWithoutNetwork(app, SITE, ['lab', 'analysis']);

/** @param {GameName} game */
async function openGame(game) {
  await session.turnTo(request(game));
  await variant.open(game);
}

/** What is on the board. */
function position() {
  const { tree } = session.state.game;
  return { fen: tree.fen, moves: movesTo(tree) };
}

/** Begin a game; `swap`: on the other side of the board. @param {boolean} swap */
function begin(swap) {
  return session.begin({ ...request(session.state.game.game), side: sideAfter(app, swap) });
}

/** @param {GameName} game */
function request(game) {
  return { game, opponent: /** @type {const} */ ('engine'), side: factsOf(game).sides[0], level: 1 };
}

/** The address names the current variant, so that a reload shows it again. A shared one keeps its address until accepted. */
function followTheVariant() {
  observe(() => {
    const { id, shared } = variant.state;
    if (shared !== null) return;
    const url = new URL(location.href);
    url.hash = '';
    for (const [name, value] of Object.entries({ game: engine.state.game, variant: id })) {
      if (value && value !== USUAL) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, '', url.href);
  });
}
