// @ts-check
// The board editor: builds the parts, joins them, and lets go.

import '../storage/common.js';
import '../ui/common.js';
import { EngineClient } from '../engine/client.js';
import { addressOf, readAddress } from '../game/address.js';
import { EditorSession } from '../game/editor.js';
import { factsOf, USUAL } from '../game/games.js';
import { observe, update } from '../game/reactive.js';
import { startViews } from '../game/start-views.js';
import { chooseLanguage, Words } from '../i18n/index.js';
import { KeptSettings } from '../storage/settings.js';
import { siteDatabase } from '../storage/site.js';
import { App } from '../ui/app.js';
import { editorBoard } from '../ui/editor-board.js';
import { editorPanel, listenForUndo } from '../ui/editor-panel.js';
import { fillHeader } from '../ui/header.js';
import { lateDialog, lateParts, styled } from '../ui/late.js';
import { Speech } from '../ui/speech.js';
import { applyTheme } from '../ui/theme.js';
import { mount } from '../ui/view.js';
import { useWithoutNetwork } from '../ui/without-network.js';

const site = new URL('../', import.meta.url);
const asked = readAddress(location.search);
const settings = new KeptSettings(siteDatabase(), () => localStorage);
const loading = settings.load();

const client = new EngineClient({ base: site, execution: settings.now.execution });
const [words, views] = await Promise.all([
  Words.load(chooseLanguage([given(settings.now).lang, ...navigator.languages]), ['later', 'editor']),
  startViews(site),
  styled('dialogs'), // its fields
]);
const startFens = Object.fromEntries(Object.entries(views).map(([game, { fen }]) => [game, fen]));
const session = new EditorSession({ client, startFens });
const app = new App({
  session,
  client,
  settings: { ...settings.now, ...given(settings.now) },
  keep: (changes) => settings.change(changes),
  words,
  languages: navigator.languages,
});

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const speech = new Speech(app);
const settingsDialog = lateDialog(app, async () =>
  (await import('../ui/settings-dialog.js')).settingsDialog(app),
);
const shareDialog = lateDialog(app, async () => {
  const [{ exportDialog }] = await Promise.all([import('../ui/export-dialog.js'), styled('records')]);
  return exportDialog(app, { kinds: ['link', 'fen', 'picture', 'embed'], link: () => location.href });
});

session.open({
  game: asked.game ?? USUAL,
  fen:
    asked.moves.length > 0
      ? `${asked.fen ?? startFens[asked.game ?? USUAL]} moves ${asked.moves.join(' ')}`
      : asked.fen,
  below: asked.side === 'either' ? null : asked.side,
});
applyTheme(app, 'editor.title');
observe(() => {
  place('title').textContent = app.t('editor.name');
});
fillHeader(app, place('masthead'), () => settingsDialog((dialog) => dialog.open()));
place('foot').classList.add('below');
editorBoard(app, { board: place('board'), above: place('head'), below: place('foot') }, speech);
const later = lateParts(app, () => false);
mount(
  place('side'),
  editorPanel(app, {
    share: () => shareDialog((dialog) => dialog.openAt('link')),
    embed: () => shareDialog((dialog) => dialog.openAt('embed')),
  }),
  later.view(({ noticeList }) => noticeList(app)),
);
mount(document.body, speech.view);
listenForUndo(session);
addEventListener('error', ({ message }) => update(app.pageStatus, { fault: message }));
addEventListener('unhandledrejection', ({ reason }) => update(app.pageStatus, { fault: String(reason) }));
followThePosition();
update(app.settings, { ...(await loading), ...given(settings.now) });
client.start();
useWithoutNetwork(app, site, ['editor']);

/** What the address asks for, over what is kept. @param {import('../game/settings.js').Settings} kept */
function given(kept) {
  return { lang: asked.lang ?? kept.lang, theme: asked.theme ?? kept.theme };
}

/** The address names the position at hand, so that a reload shows it again, and a copy of it elsewhere. */
function followThePosition() {
  observe(() => {
    const { game, orientation } = app.state.game;
    const [first] = factsOf(game).sides;
    const side = orientation === first ? undefined : orientation;
    const { lang, theme } = asked;
    const url = new URL(addressOf(location.href, { game, fen: app.state.fen, side }));
    for (const [name, value] of Object.entries({ lang, theme })) if (value) url.searchParams.set(name, value);
    history.replaceState(null, '', url.href.replaceAll('%2F', '/'));
  });
}
