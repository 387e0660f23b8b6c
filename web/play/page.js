// The play page: builds the parts, joins them, and lets go. What each part does is in its own file.

import '../storage/common.js';
import '../game-view/common.js';
import { load } from '../engine/load.js';
import { outcomeAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { PlaySession } from '../game/session.js';
import { startViews } from '../game/start-views.js';
import { boardView } from '../game-view/board-view.js';
import { listenForKeys, more, toolBar } from '../game-view/keys.js';
import { entryPanel } from '../game-view/move-field.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { BoardPage, dressPage, followTheGame, open, SITE } from '../shell/board-page.js';
import { carryToAnalysis } from '../shell/header.js';
import { lateDialog, lateParts, styled } from '../shell/late.js';
import { Speech } from '../shell/live-region.js';
import { setupRequest } from '../shell/settings.js';
import { attempt } from '../shell/unloaded.js';
import { GameStorage } from '../storage/games.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { observe } from '../ui/reactive.js';
import { mount, place, slot } from '../ui/view.js';
import { enginePanel } from './engine-panel.js';
import { playerStrip } from './players.js';
import { welcome } from './welcome.js';

const page = new BoardPage();
const { asked, database } = page;
const storage = new GameStorage(database, navigator.locks);
const client = page.engine();
const [words, views] = await Promise.all([page.words(), startViews(SITE)]);
const session = new PlaySession({ client, storage, startViews: views, clocks: () => app.clocks.now });
const app = page.app({ session, client, words });

const speech = new Speech(app);
const newGameDialog = lateDialog(app, async () => {
  const [{ newGameDialog }] = await Promise.all([load(() => import('./new-game.js')), recordStyle()]);
  return newGameDialog(app);
});
const endDialog = lateDialog(app, async () => (await load(() => import('./end-dialog.js'))).endDialog(app));
const importDialog = lateDialog(app, async () => {
  const [{ importDialog }] = await Promise.all([
    load(() => import('../records/import-dialog.js')),
    recordStyle(),
  ]);
  return importDialog(app);
});
const exportDialog = lateDialog(app, async () => {
  const [{ exportDialog }] = await Promise.all([
    load(() => import('../records/export-dialog.js')),
    recordStyle(),
  ]);
  return exportDialog(app);
});
const libraryDialog = lateDialog(app, async () => {
  const [{ Library, libraryDialog }] = await Promise.all([
    load(() => import('../records/library-dialog.js')),
    recordStyle(),
  ]);
  return libraryDialog(app, new Library(database));
});
/** @param {'embed'} [kind] */
const openExport = (kind) => exportDialog((dialog) => (kind ? dialog.openAt(kind) : dialog.open()));
const recordStyle = () => styled('records');
/** @param {{ text?: string, file?: File }} [given] */
const openImport = (given) => importDialog((dialog) => dialog.open(given));

dressPage(app, { speech, openLibrary: () => libraryDialog(open) });
carryToAnalysis(app, place('masthead'), { record: true });
mount(place('head'), playerStrip(app, 'above'));
const later = lateParts(app, () => {
  const { game, hint } = app.state;
  const solved = factsOf(game.game).perfect !== null;
  return hint || solved || outcomeAt(game) || app.settings.engineDetails;
});
boardView(app, place('board'), speech, { remarks: () => later.now?.remarks(app) ?? null });
mount(
  place('foot'),
  later.view(({ explanationVeil }) => explanationVeil(app)),
  playerStrip(app, 'below'),
);
mount(
  place('side'),
  welcome(app),
  moveList(app, { marks: () => later.now?.solvedReviewMarks(app) ?? null }),
  jumpBar(app),
  toolBar(app, { resign: () => endDialog(open), newGame: () => newGameDialog(open) }),
  later.view(({ noticeList }) => noticeList(app)),
  slot(
    enginePanel(
      app,
      later.view(({ engineDetails }) => engineDetails(app)),
    ),
    later.view(({ hintPanel }) => hintPanel(app)),
    later.view(({ verdict }) => verdict(app)),
    later.view(({ explanationPanel }) => explanationPanel(app)),
  ),
  later.view(({ solvedReviewPanel }) => solvedReviewPanel(app)),
  later.view(({ worthPanel }) => worthPanel(app)),
  more(
    app,
    entryPanel(app, {
      openImport: () => openImport(),
      openExport,
    }),
  ),
);
observe(() => {
  if (app.state.game.clock && !app.clocks.now) attempt(app, bringClocks, bringClocks);
});
listenForKeys(app);
takeDropsAndPastes((given) => app.state.plays && openImport(given));

const { settings } = page;
await session.open(asked, setupRequest(settings, asked.game ?? settings.game));
speech.listen();
client.start(session.state.game.game);
followTheGame(session);
storage.tidy();
afterTheEngine(() =>
  attempt(app, afterTheEngine, async () => {
    const { afterEngine } = await load(() => import('./after-engine.js'));
    afterEngine(app, session, openImport);
  }),
);

/** Act once the engine has loaded or failed; the files for offline use wait for that. @param {() => void} act */
function afterTheEngine(act) {
  const look = () => {
    if (client.state.state === 'loading') return;
    client.removeEventListener('state', look);
    act();
  };
  client.addEventListener('state', look);
  look();
}

async function bringClocks() {
  const [{ gameClocks }] = await Promise.all([load(() => import('../game-view/clocks.js')), styled('later')]);
  app.clocks.now ??= gameClocks(app, { say: (sentence) => speech.say(sentence) });
}
