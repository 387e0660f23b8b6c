// The play page: makes its parts and puts them into the document. What each part does is in its own file.

/** @import { Side } from '../game/types.js' */

import { engineSide, turnAt } from '../game/game.js';
import { PlaySession } from '../game/session.js';
import { setupRequest } from '../game/settings.js';
import { startViews } from '../game/start-views.js';
import { tipOf } from '../game/tree.js';
import { boardView, gameRemarks } from '../game-view/board-view.js';
import { explanationPanel, explanationVeil } from '../game-view/explanation-panel.js';
import { hintPanel } from '../game-view/hint-panel.js';
import { listenForKeys, more, toolBar } from '../game-view/keys.js';
import { lazyClocks } from '../game-view/lazy-clocks.js';
import { Speech } from '../game-view/live-region.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { verdict } from '../game-view/outcome-card.js';
import { solvedPanel, solvedReviewMarks, solvedReviewPanel } from '../game-view/solved-panel.js';
import { BoardPage, dressPage, followTheGame, open, SITE } from '../shell/board-page.js';
import { carryToAnalysis } from '../shell/header.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { noticeList } from '../shell/notices.js';
import { GameStorage } from '../storage/games.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { load } from '../ui/load.js';
import { observe, onChange, reactive } from '../ui/reactive.js';
import { prepareSound } from '../ui/sound.js';
import { lazyView } from '../ui/unloaded.js';
import { byId, mount, nothing, slot } from '../ui/view.js';
import { engineDetails, enginePanel } from './engine-panel.js';
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
const { settings } = page;
await lazyClocks(
  app,
  { say: (sentence) => speech.say(sentence) },
  () => app.settings.clock ?? app.state.game.clock, // the saved game has those of the settings, as a rule
);
const opening = session.open(asked, setupRequest(settings, asked.game ?? settings.game)); // while the page is drawn
const newGameDialog = lazyDialog(app, async () =>
  (await load(() => import('./new-game.js'))).newGameDialog(app),
);
const endDialog = lazyDialog(app, async () => (await load(() => import('./end-dialog.js'))).endDialog(app));
const importDialog = lazyDialog(app, async () =>
  (await load(() => import('../records/import-dialog.js'))).importDialog(app),
);
const exportDialog = lazyDialog(app, async () =>
  (await load(() => import('../records/export-dialog.js'))).exportDialog(app),
);
const libraryDialog = lazyDialog(app, async () => {
  const { Library, libraryDialog } = await load(() => import('../records/library-dialog.js'));
  return libraryDialog(app, new Library(database));
});
/** @param {'embed'} [kind] */
const openExport = (kind) => exportDialog((dialog) => (kind ? dialog.openAt(kind) : dialog.open()));
/** @param {{ text?: string, file?: File }} [given] */
const openImport = (given) => importDialog((dialog) => dialog.open(given));

dressPage(app, { speech, openLibrary: () => libraryDialog(open) });
carryToAnalysis(app, byId('masthead'), { record: true });
mount(byId('head'), playerStrip(app, 'above'));
/** Whether the pieces are shown although the person plays blindfold. */
const peek = reactive({ now: false });
const blind = () => app.settings.blindfold && !peek.now;
const holdToPeek = lazyView(app, async () =>
  (await load(() => import('../game-view/blindfold.js'))).peekButton(app, peek),
);
observe(() => byId('board').toggleAttribute('data-blind', blind()));
observe(() =>
  document.body.toggleAttribute(
    'data-facing',
    app.settings.seats === 'facing' && !engineSide(app.state.game),
  ),
);
boardView(app, byId('board'), speech, { remarks: () => gameRemarks(app), blind });
mount(byId('foot'), explanationVeil(app), playerStrip(app, 'below'));
mount(
  byId('side'),
  welcome(app),
  moveList(app, { marks: () => solvedReviewMarks(app) }),
  jumpBar(app),
  toolBar(app, { resign: () => endDialog(open), newGame: () => newGameDialog(open) }),
  noticeList(app),
  slot(
    () => (app.settings.blindfold ? holdToPeek() : nothing),
    enginePanel(app, engineDetails(app)),
    hintPanel(app),
    verdict(app),
    explanationPanel(app),
  ),
  solvedReviewPanel(app),
  solvedPanel(app),
  more(
    app,
    lazyView(app, async () => {
      const { entryPanel } = await load(() => import('../game-view/move-field.js'));
      return entryPanel(app, { openImport: () => openImport(), openExport });
    }),
  ),
);
listenForKeys(app);
takeDropsAndPastes((given) => app.state.plays && openImport(given));

await opening;
speech.listen();
client.start(session.state.game.game);
followTheGame(session);
onChange(() => turnAt(session.state.game), turnTheBoard);
storage.tidy();
afterTheEngine(() => {
  prepareSound(app);
  const skip = () => {}; // what cannot be loaded now comes with the next visit
  load(() => import('../shell/threads.js')).then(({ useThreads }) => useThreads(app), skip);
  load(() => import('../shell/offline.js')).then(
    ({ useWithoutNetwork }) => useWithoutNetwork(app, SITE, ['guide', 'about']), // a lesson is one press away
    skip,
  );
  load(() => import('../tablebase/follow-tables.js')).then(
    ({ followKeptEndings }) => followKeptEndings(session, client),
    () => {}, // without tables the engine searches, as ever
  );
  takeWhatIsSent();
});

/** With two players at one device, the one to move is below, where they want that. @param {Side} turn */
function turnTheBoard(turn) {
  const { game } = session.state;
  const isLast = tipOf(game.tree).id === game.tree.current; // not while somebody looks back
  if (app.settings.seats === 'turns' && isLast && !engineSide(game) && game.orientation !== turn)
    session.flip();
}

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

/** Import a text shared with the installed page, or a file opened with it: see manifest.webmanifest. */
function takeWhatIsSent() {
  const query = new URLSearchParams(location.search);
  const text = query.get('text') || query.get('title'); // some programs share a text as its own title
  if (text) {
    history.replaceState(null, '', location.pathname); // a reload does not bring it again
    openImport({ text });
  }
  /** @type {any} */ (window).launchQueue?.setConsumer(async (/** @type {any} */ { files }) => {
    if (files.length > 0) openImport({ file: await files[0].getFile() });
  });
}
