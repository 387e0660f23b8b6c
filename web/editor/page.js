// The board editor: makes its parts and puts them into the document. What each part does is in its own file.

import { addressOf } from '../game/address.js';
import { factsOf } from '../game/games.js';
import { Speech } from '../game-view/live-region.js';
import { BoardPage, dressPage, SITE } from '../shell/board-page.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { load } from '../ui/load.js';
import { observe } from '../ui/reactive.js';
import { takeSharedFile } from '../ui/shared-file.js';
import { byId, mount } from '../ui/view.js';
import { editorBoard } from './board.js';
import { addressesOf, editorPanel, listenForUndo } from './panel.js';
import { EditorSession } from './session.js';

/** How long the position stays the same before the address follows a series of changes. */
const PAUSE_MS = 300;

const page = new BoardPage();
const { asked, query } = page;
const client = page.engine();
const words = await page.words();
const session = new EditorSession({ client });
const app = page.app({ session, client, words });

const speech = new Speech(app);
const shareDialog = lazyDialog(app, async () => {
  const { exportDialog } = await load(() => import('../records/export-dialog.js'));
  return exportDialog(app, { kinds: ['link', 'fen', 'picture', 'embed'], links });
});

const pictureDialog = lazyDialog(app, async () => {
  const { pictureDialog } = await load(() => import('../picture/dialog.js'));
  const use = (/** @type {string} */ fen) => session.take('xiangqi', fen);
  return pictureDialog(/** @type {any} */ (app), use, { inEditor: true });
});

const game = asked.game ?? page.settings.game;
session.open({
  game,
  fen:
    asked.moves.length > 0 ? `${asked.fen ?? factsOf(game).fen} moves ${asked.moves.join(' ')}` : asked.fen,
  below: asked.side === 'either' ? null : asked.side,
});
dressPage(app, { speech, title: 'editor.title' });
byId('foot').classList.add('below');
editorBoard(app, { board: byId('board'), above: byId('head'), below: byId('foot') }, speech);
mount(
  byId('side'),
  editorPanel(app, {
    share: () => shareDialog((dialog) => dialog.openAt('link')),
    embed: () => shareDialog((dialog) => dialog.openAt('embed')),
    picture: () => pictureDialog((dialog) => dialog.open()),
  }),
  noticeList(app),
);
listenForUndo(session);
takeDropsAndPastes(({ file, text }) =>
  file ? pictureDialog((dialog) => dialog.open(file)) : readText(text),
);
if (query.has('shared')) readShared();
followThePosition();
client.start();
useWithoutNetwork(app, SITE, ['editor']);

/** A picture shared with the installed page; a reload does not bring it again. */
async function readShared() {
  query.delete('shared');
  history.replaceState(null, '', location.pathname);
  const file = await takeSharedFile(SITE);
  if (file) pictureDialog((dialog) => dialog.open(file));
}

/** A FEN that was pasted or dropped. @param {string | undefined} text */
async function readText(text) {
  await session.type(text ?? '');
  session.endTyping();
}

/** The position is opened for analysis where it is legal, or set up further. */
function links() {
  return { ...addressesOf(app), editor: address() };
}

/** The address of the current position. */
function address() {
  const { game, orientation } = app.state.game;
  const [first] = factsOf(game).sides;
  const side = orientation === first ? undefined : orientation;
  const { lang, theme } = asked;
  const url = new URL(addressOf(location.href, { game, fen: app.state.fen, side }));
  for (const [name, value] of Object.entries({ lang, theme })) if (value) url.searchParams.set(name, value);
  return url.href.replaceAll('%2F', '/');
}

/**
 * The address follows the position, so that a reload or a copied link shows it again: a single change at once, a series
 * of them after a pause. Safari refuses more than 100 in a few seconds.
 */
function followThePosition() {
  let pause = 0;
  let wanted = '';
  const write = () => wanted !== location.href && history.replaceState(null, '', wanted);
  observe(() => {
    wanted = address();
    if (wanted === location.href) return;
    if (!pause) write();
    clearTimeout(pause);
    pause = window.setTimeout(() => {
      pause = 0;
      write();
    }, PAUSE_MS);
  });
  addEventListener('pagehide', write);
}
