// @ts-check
// The play page: builds the parts, joins them, and lets go. What each part does is in its own file.

import { EngineClient } from '../engine/client.js';
import { addressFor, readAddress } from '../game/address.js';
import { onChange, update } from '../game/reactive.js';
import { PlaySession } from '../game/session.js';
import { wishOf } from '../game/settings.js';
import { Database } from '../storage/database.js';
import { GameStorage } from '../storage/games.js';
import { Library } from '../storage/library.js';
import { migrate } from '../storage/migration.js';
import { KeptSettings } from '../storage/settings.js';
import { App } from '../ui/app.js';
import { boardView } from '../ui/board-view.js';
import { BUILT } from '../ui/built.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { endDialog } from '../ui/end-dialog.js';
import { enginePanel } from '../ui/engine-panel.js';
import { entryPanel } from '../ui/entry.js';
import { explanationPanel } from '../ui/explanation.js';
import { fillHeader } from '../ui/header.js';
import { hintPanel } from '../ui/hint-panel.js';
import { libraryDialog } from '../ui/library-dialog.js';
import { jumpBar, moveList } from '../ui/moves.js';
import { newGameDialog } from '../ui/new-game.js';
import { noticeList } from '../ui/notices.js';
import { playerStrip } from '../ui/players.js';
import { settingsDialog } from '../ui/settings-dialog.js';
import { Speech } from '../ui/speech.js';
import { applyTheme } from '../ui/theme.js';
import { listenForKeys, toolBar } from '../ui/tools.js';
import { verdict } from '../ui/verdict.js';
import { mount } from '../ui/view.js';
import { welcome } from '../ui/welcome.js';
import { useWithoutNetwork } from '../ui/without-network.js';
import { reviewPanel, worthPanel } from '../ui/worth.js';

const site = new URL('../', import.meta.url);
const asked = readAddress(location.search);
const database = new Database({ prepare: (db) => migrate(db, () => localStorage) });
const storage = new GameStorage(database, navigator.locks);
const settings = new KeptSettings(database, () => localStorage);
const loading = settings.load(); // opens the database while the views are fetched

const client = new EngineClient({ base: site, execution: settings.now.execution });
const session = new PlaySession({ client, storage, startViews: await startViews() });
const app = new App({
  session,
  client,
  settings: { ...settings.now, ...given(settings.now) },
  keep: (changes) => settings.change(changes),
  languages: navigator.languages,
});

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const speech = new Speech(app);
const dialogs = {
  settings: settingsDialog(app),
  newGame: newGameDialog(app),
  end: endDialog(app),
  library: libraryDialog(app, new Library(database)),
};

applyTheme(app);
fillHeader(app, place('masthead'), dialogs.settings.open, dialogs.library.open);
boardView(app, place('board'), speech);
mount(
  place('side'),
  playerStrip(app, 'above'),
  enginePanel(app),
  noticeList(app),
  welcome(app),
  hintPanel(app),
  verdict(app, dialogs.newGame.open),
  explanationPanel(app),
  reviewPanel(app),
  worthPanel(app),
  moveList(app),
  jumpBar(app),
  toolBar(app, { resign: dialogs.end.open, newGame: dialogs.newGame.open }),
  entryPanel(app, { openImport: () => openImport(), openExport }),
  playerStrip(app, 'below'),
);
mount(document.body, speech.view, ...Object.values(dialogs).map(({ node }) => node));
listenForKeys(app);
takeDropsAndPastes((given) => app.state.plays && openImport(given));
addEventListener('error', ({ message }) => update(app.pageStatus, { fault: message }));
addEventListener('unhandledrejection', ({ reason }) => update(app.pageStatus, { fault: String(reason) }));

const kept = await loading;
update(app.settings, { ...kept, ...given(kept) });
await session.open(asked, wishOf(kept, asked.game ?? kept.game));
speech.listen();
client.start(session.state.game.game);
followTheGame();
storage.tidy();
useWithoutNetwork(app, site);
takeWhatIsSent();

/** What the address asks for, over what is kept. @param {import('../game/settings.js').Settings} kept */
function given(kept) {
  return { lang: asked.lang ?? kept.lang, theme: asked.theme ?? kept.theme };
}

/** The dialogs for files, fetched when one is wanted first. @type {Promise<import('./records.js').Dialogs | null> | null} */
let files = null;

function fileDialogs() {
  files ??= import('./records.js').then((found) =>
    found.BUILT === BUILT ? found.recordDialogs(app) : newer(),
  );
  files.catch(() => (files = null)); // the network may come back
  return files;
}

/** The site is of a newer version than this page, which cannot use what it brings. */
function newer() {
  update(app.pageStatus, { update: () => location.reload() });
  return null;
}

/** @param {{ text?: string, file?: File }} [given] */
async function openImport(given) {
  (await fileDialogs())?.bring.open(given);
}

async function openExport() {
  (await fileDialogs())?.take.open();
}

/** A text that was shared with the installed page, or a file that is opened with it: see manifest.webmanifest. */
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

/** The address names the game that is played, so that a reload shows it again. */
function followTheGame() {
  onChange(
    () => session.state.game.game,
    (game) => history.replaceState(null, '', addressFor(location.href, game)),
  );
}

/** The views of the start positions, made by the rules when the site was built; none if they cannot be had. */
async function startViews() {
  try {
    const reply = await fetch(new URL('data/views.json', site), { signal: AbortSignal.timeout(4000) });
    return reply.ok ? await reply.json() : {};
  } catch {
    return {}; // The engine is asked for them instead.
  }
}
