// The analysis board: makes its parts and puts them into the document. What each part does is in its own file.
//
// A further panel is one line in `panels`: its name, and how its view is loaded. It gets what it needs from
// `app` (the game, its tree, the engine's client), `session` (edits) and `analyser` (what the engine found).

/** @import { App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */

import { analysisAddress } from '../game/address.js';
import { analysisIdOf } from '../game/games.js';
import { setupRequest } from '../game/settings.js';
import { startViews } from '../game/start-views.js';
import { lineThrough } from '../game/tree.js';
import { Analyser } from '../game-view/analyser.js';
import { boardView, gameRemarks } from '../game-view/board-view.js';
import { AnalysisView, analysisEngine } from '../game-view/engine-lines.js';
import { explanationPanel, explanationVeil } from '../game-view/explanation-panel.js';
import { gameLink } from '../game-view/game-link.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { entryPanel } from '../game-view/move-field.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { solvedPanel, solvedReviewMarks } from '../game-view/solved-panel.js';
import { BoardPage, dressPage, followTheGame, open, SITE } from '../shell/board-page.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { useThreads } from '../shell/threads.js';
import { GameStorage } from '../storage/games.js';
import { followKeptEndings } from '../tablebase/follow-tables.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { load } from '../ui/load.js';
import { randomId } from '../ui/random-id.js';
import { prepareSound } from '../ui/sound.js';
import { panelTabs } from '../ui/tabs.js';
import { attempt } from '../ui/unloaded.js';
import { byId, mount, slot } from '../ui/view.js';
import { analysisTools } from './analysis-tools.js';
import { evaluationBar } from './evaluation-bar.js';
import { foldedVariations } from './folded-variations.js';
import { Reviewer } from './reviewer.js';
import { AnalysisSession } from './session.js';

/** Analysis time of the shown position while a review runs. */
const REVIEW_MOVE_MS = 1000;

const page = new BoardPage({ moveOutcomes: true }); // in a solved game, what every move leads to
const { asked, database, query } = page;
const client = page.engine();
const [words, views] = await Promise.all([page.words(), startViews(SITE)]);
const storage = new GameStorage(database, navigator.locks);
const newId = () => analysisIdOf(randomId());
const session = new AnalysisSession({ client, storage, startViews: views, newId });
const link = () => gameLink(app, analysisAddress(SITE.href, session.state.game));
/** @type {App<AnalysisSession>} */
const app = page.app({ session, client, words, link });
const analyser = new Analyser(client);
const view = new AnalysisView(app, analyser);

const speech = new Speech(app);
const importDialog = lazyDialog(app, async () => {
  const { importDialog } = await load(() => import('../records/import-dialog.js'));
  return importDialog(app, (record) => session.merge(record));
});
const exportDialog = lazyDialog(app, async () => {
  const { exportDialog } = await load(() => import('../records/export-dialog.js'));
  return exportDialog(app, { lines: () => view.shareable });
});
const newDialog = lazyDialog(app, async () =>
  (await load(() => import('./new-analysis.js'))).newAnalysisDialog(app),
);
const addDialog = lazyDialog(app, async () => {
  const [{ studyDialog }, { Studies }, { KeptValue }] = await Promise.all([
    load(() => import('../records/study-dialog.js')),
    load(() => import('../storage/studies.js')),
    load(() => import('../storage/kept-value.js')),
  ]);
  return studyDialog(app, new Studies(database), new KeptValue(database, 'study.chosen'));
});
/** @param {'embed'} [kind] */
const openExport = (kind) => exportDialog((dialog) => (kind ? dialog.openAt(kind) : dialog.open()));
/** @param {{ text?: string, file?: File }} [given] */
const openImport = (given) => app.state.plays && importDialog((dialog) => dialog.open(given));

const reviewer = new Reviewer({
  createSearcher: () => page.engine('go'),
  searchers: Math.min(navigator.hardwareConcurrency, 2),
  review: (game) => client.review(game),
  keep: (review) => session.keepReview(review),
});
const panels = panelTabs(app, (name) => app.t(`analysis.panel.${name}`), {
  annotate: async () => (await load(() => import('./annotate-panel.js'))).annotatePanel(app),
  evaluation: async () => (await load(() => import('./evaluation-panel.js'))).evaluationPanel(app, view),
  explorer: async () => {
    const [{ explorerPanel }, { myGamesPanel }] = await Promise.all([
      load(() => import('./explorer-panel.js')),
      load(() => import('./my-games-panel.js')),
    ]);
    return explorerPanel(
      app,
      myGamesPanel(app, database, () => page.engine()),
    );
  },
  graph: async () => (await load(() => import('./evaluation-graph.js'))).evaluationGraph(app, analyser),
  review: async () => {
    const [{ reviewPanel }, { leftRepertoire }] = await Promise.all([
      load(() => import('./review-panel.js')),
      load(() => import('./left-repertoire.js')),
    ]);
    const panel = reviewPanel(app, reviewer, view);
    if (query.has('review')) panel.start();
    return slot(panel.view, leftRepertoire(app, database));
  },
  share: async () => entryPanel(app, { openExport }),
});

/** @param {number} id  of a node */
function annotate(id) {
  session.goTo(id);
  panels.open('annotate');
}

dressPage(app, { speech, title: 'analysis.title' });
boardView(app, byId('board'), speech, {
  shapes: () => view.shapes,
  remarks: () => gameRemarks(app),
});
mount(
  byId('side'),
  analysisEngine(app, analyser, view),
  moveList(app, {
    mainLine: true,
    marks: () => solvedReviewMarks(app),
    edit: (id) => annotate(id),
    fold: foldedVariations(app),
  }),
  jumpBar(app),
  solvedPanel(app),
  slot(explanationPanel(app)),
  panels.view,
  analysisTools(
    app,
    () => newDialog(open),
    openImport,
    () => addDialog(open),
  ),
  noticeList(app),
);
mount(
  byId('gauge'),
  evaluationBar(app, () => view.evaluation),
);
mount(/** @type {Element} */ (byId('side').parentElement), explanationVeil(app));
listenForKeys(app, { variations: true });
takeDropsAndPastes(openImport);

const { settings } = page;
const request = { ...setupRequest(settings, asked.game ?? settings.game), clock: null };
await attempt(app, openAsked, openAsked);
if (query.has('review')) panels.open('review');
speech.listen();
await useThreads(app);
prepareSound(app);
analyser.follow(besideTheReview);
client.start(session.state.game.game);
followTheGame(session);
followKeptEndings(session, client, { onAdded: () => analyser.renew() });
useWithoutNetwork(app, SITE, ['analysis']);

/** The position to analyse; with a time limit while a review runs, as both may share one core. */
function besideTheReview() {
  const { wanted } = view;
  if (!wanted?.limits.infinite || !reviewer.state.running) return wanted;
  const { multipv } = wanted.limits;
  return { ...wanted, limits: { multipv, movetime: REVIEW_MOVE_MS } };
}

/** Open what the address asks for. */
async function openAsked() {
  const { source, earlier } = await whatIsAnalysed();
  await session.open(asked, request, source, query.has('ply'), earlier);
  lookAtAskedPly();
}

/** The saved game that the address names, with its headers, and its analysis; null where this browser has none. */
async function whatIsAnalysed() {
  const id = query.get('record');
  if (!id) return { source: null, earlier: null };
  const [{ Library }, { headersOf }] = await Promise.all([
    load(() => import('../storage/library.js')),
    load(() => import('../game-view/game-headers.js')),
  ]);
  const library = new Library(database);
  const [found, earlier] = await Promise.all(
    [id, analysisIdOf(id)].map((each) => library.find(each).catch(() => null)),
  );
  return { source: found && { ...found, headers: headersOf(app, found) }, earlier };
}

/** Go to the ply in the address, but only once: a reload shows the position that was looked at last. */
function lookAtAskedPly() {
  const ply = query.get('ply');
  if (ply === null) return;
  const line = lineThrough(session.state.game.tree);
  session.goTo((line[Number(ply)] ?? line[line.length - 1]).id);
  query.delete('ply');
  history.replaceState(null, '', `?${String(query).replaceAll('%2C', ',')}`);
}
