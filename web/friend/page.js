// Play a friend: makes its parts and puts them into the document. What each part does is in its own file.

import { setupRequest } from '../game/settings.js';
import { startViews } from '../game/start-views.js';
import { boardView, gameRemarks } from '../game-view/board-view.js';
import { explanationPanel, explanationVeil } from '../game-view/explanation-panel.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { verdict } from '../game-view/outcome-card.js';
import { BoardPage, dressPage, open, SITE } from '../shell/board-page.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { GameStorage } from '../storage/games.js';
import { KeptValue } from '../storage/kept-value.js';
import { load } from '../ui/load.js';
import { observe, onChange, reactive } from '../ui/reactive.js';
import { prepareSound } from '../ui/sound.js';
import { attempt } from '../ui/unloaded.js';
import { byId, mount, slot } from '../ui/view.js';
import { KeptGames } from './kept-games.js';
import { keptSigner } from './keys.js';
import { hasCode, hasGame, linkOf } from './links.js';
import { Lobby, lobbyPanel } from './lobby.js';
import { gamePanel, playerStrip } from './panel.js';
import { FriendSession } from './session.js';
import { ShownLink } from './share.js';

const loadLive = () => load(() => import('./live/table.js'));
if (hasCode(location.hash)) loadLive().catch(() => {}); // while the texts are loaded; it is tried again below
const page = new BoardPage();
const { database, query } = page;
const client = page.engine();
const name = new KeptValue(database, 'player-name');
const [words, views] = await Promise.all([page.words(), startViews(SITE), name.load()]);
const games = new KeptGames(database);
/** @type {ReturnType<typeof keptSigner> | null} */
let keys = null;
const session = new FriendSession({
  client,
  storage: new GameStorage(database, navigator.locks),
  startViews: views,
  games,
  signer: () => {
    keys ??= keptSigner(database);
    return keys;
  },
});
const app = page.app({ session, client, words });
const lobby = new Lobby({
  session,
  games,
  name,
  game: page.asked.game ?? app.settings.game,
  receive: (text) => receive(text),
});
/** What live games need, once one is wanted. @type {import('./panel.js').Table} */
const table = reactive({ now: null });
const address = `${SITE.href}friend.html`;
const link = new ShownLink(() => session.message && linkOf(address, session.message));

const scanDialog = lazyDialog(app, async () => {
  const { scanDialog } = await load(() => import('./scan.js'));
  return scanDialog(app, {
    isWanted: (text) => hasGame(text) || hasCode(text),
    found: (text) => lobby.openLink(text),
  });
});
const canScan = 'BarcodeDetector' in window && 'mediaDevices' in navigator;

const speech = new Speech(app);
dressPage(app, { speech, title: 'friend.page' });
mount(byId('head'), playerStrip(app, 'above', table));
boardView(app, byId('board'), speech, { remarks: () => gameRemarks(app) });
mount(byId('foot'), explanationVeil(app), playerStrip(app, 'below', table));
mount(
  byId('side'),
  lobbyPanel(app, lobby, {
    scan: canScan ? () => scanDialog(open) : null,
    meet: () => live(({ meeting }) => meeting.invite()),
  }),
  gamePanel(app, link, lobby, table),
  moveList(app),
  jumpBar(app),
  noticeList(app),
  slot(verdict(app, { takesBack: false }), explanationPanel(app)),
);
listenForKeys(app);
observe(() => document.body.toggleAttribute('data-lobby', session.record === null));
games.onChange((id) => {
  session.reread(id);
  lobby.refresh();
});
onChange(
  () => `${session.outcome?.termination}`,
  () => session.finish(),
);
onChange(
  () => session.friend.kept,
  () => followTheGame(),
);
onChange(
  () => (session.record ? null : lobby.draft.pace),
  (pace) => {
    if (pace === 'live') live(({ meeting }) => meeting.prepare());
    if (pace === 'link') table.now?.meeting.unprepare();
  },
);
onChange(
  () => session.isLive || Boolean(session.friend.kept?.line),
  (isLive) => isLive && live(() => {}),
);
addEventListener('hashchange', () => isOurs(location.hash) && arrive());

session.showStart(setupRequest(app.settings, page.asked.game ?? app.settings.game));
if (isOurs(location.hash)) await arrive();
else await goOn();
lobby.refresh();
speech.listen();
client.start(session.state.game.game);
prepareSound(app);
useWithoutNetwork(app, SITE, ['friend']);

/** Whether an address has a game or a code in it. @param {string} text */
function isOurs(text) {
  return hasGame(text) || hasCode(text);
}

/** A link was opened. */
async function arrive() {
  await receive(location.href);
  followTheGame();
}

/** A link with a game, or a code of a live one. @param {string} text */
function receive(text) {
  if (hasGame(text) || !hasCode(text)) return session.receive(text);
  return live(({ meeting }) => meeting.receive(text));
}

/** Do something for a live game. @param {(table: import('./live/table.js').LiveTable) => unknown} act */
function live(act) {
  return attempt(app, act, async () => {
    const { liveTable } = await loadLive();
    table.now ??= liveTable(app, {
      page: address,
      lobby,
      say: (sentence) => speech.say(sentence),
    });
    await act(table.now);
  });
}

/** Turn to the game that the address names. */
async function goOn() {
  const id = query.get('id');
  if (!id || !(await session.turnToGame(id).catch(() => false))) followTheGame();
}

/** The address names the game at hand, so that a reload goes on with it; a link that is still to be judged, or whose game is not kept, stays. */
function followTheGame() {
  const { kept, seen, news } = session.friend;
  if (seen || news === 'waiting' || news === 'unchecked') return;
  const url = new URL(location.href);
  url.hash = '';
  if (kept) {
    url.searchParams.set('id', kept.id);
    url.searchParams.delete('game');
  } else url.searchParams.delete('id');
  history.replaceState(null, '', url);
}
