// The Lab: builds the parts, joins them, and lets go. The engine that visitors edit runs in a sandbox; the rules and
// everything else come from the site's own engine, as on other pages.

import '../storage/common.js';
import '../ui/common.js';
import { Analyser } from '../analysis/analyser.js';
import { EngineClient } from '../engine/client.js';
import { Sandbox } from '../engine/sandbox.js';
import { readAddress } from '../game/address.js';
import { factsOf, USUAL } from '../game/games.js';
import { observe, onChange, update } from '../game/reactive.js';
import { startViews } from '../game/start-views.js';
import { movesTo } from '../game/tree.js';
import { chooseLanguage, Words } from '../i18n/index.js';
import { LabClient, LabSession } from '../lab/session.js';
import { variantInLink } from '../lab/shared-variant.js';
import { gameOf, VariantDocument } from '../lab/variant-document.js';
import { VariantEngine } from '../lab/variant-engine.js';
import { KeptSettings } from '../storage/settings.js';
import { siteDatabase } from '../storage/site.js';
import { Variants } from '../storage/variants.js';
import { analysisEngine } from '../ui/analysis-engine.js';
import { App } from '../ui/app.js';
import { boardView } from '../ui/board-view.js';
import { fillHeader } from '../ui/header.js';
import { newPlay, playBar, sideAfter, VariantView } from '../ui/lab-play.js';
import { labTabs } from '../ui/lab-tabs.js';
import { lateDialog, lateParts, styled } from '../ui/late.js';
import { jumpBar, moveList } from '../ui/moves.js';
import { Speech } from '../ui/speech.js';
import { applyTheme } from '../ui/theme.js';
import { listenForKeys } from '../ui/tools.js';
import { mount } from '../ui/view.js';
import { useWithoutNetwork } from '../ui/without-network.js';

/** @import { GameName } from '../game/types.js' */

const site = new URL('../', import.meta.url);
const asked = readAddress(location.search);
const query = new URLSearchParams(location.search);
const database = siteDatabase();
const settings = new KeptSettings(database, () => localStorage);
const loading = settings.load();
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const play = newPlay();
const rules = new EngineClient({ base: site, execution: settings.now.execution });
const sandbox = new Sandbox({ base: site, frame: /** @type {HTMLIFrameElement} */ (place('sandbox')) });
const engine = new VariantEngine({
  base: site,
  createWorker: () => sandbox.createWorker(),
  position,
});
const shared = await variantInLink(location.hash).catch(() => ({ name: '', game: '', patch: '' }));
const firstGame = gameOf(shared) ?? asked.game ?? USUAL;
engine.client.start(firstGame);
const [words, views] = await Promise.all([
  Words.load(chooseLanguage([given(settings.now).lang, ...navigator.languages]), [
    'later',
    'analysis',
    'lab',
  ]),
  startViews(site),
  styled('dialogs'), // its switch
]);
const session = new LabSession({
  client: new LabClient(rules, engine, () => play.limit),
  startViews: views,
});
const app = new App({
  session,
  client: rules,
  settings: { ...settings.now, ...given(settings.now) },
  keep: (changes) => settings.change(changes),
  words,
  languages: navigator.languages,
});
const variant = new VariantDocument(engine, new Variants(database), () => app.t('lab.variant.unnamed'));
const analyser = new Analyser(engine.client);
const view = new VariantView(app, analyser, engine);

const speech = new Speech(app);
const settingsDialog = lateDialog(app, async () =>
  (await import('../ui/settings-dialog.js')).settingsDialog(app),
);
applyTheme(app, 'lab.title');
observe(() => {
  place('title').textContent = app.t('lab.name');
});
fillHeader(app, place('masthead'), () => settingsDialog((dialog) => dialog.open()));
const later = lateParts(app, () => false);
boardView(app, place('board'), speech, { shapes: () => view.shapes });
const createWorker = () => sandbox.createWorker();
const { openTab } = labTabs(app, place('workbench'), {
  engine,
  variant,
  createWorker,
  database,
  openGame,
  position,
});
/** @type {HTMLElement} */ (document.querySelector('.skip')).onclick = () => openTab('board');
mount(
  place('side'),
  playBar(app, engine, play, { begin }),
  analysisEngine(/** @type {any} */ (app), analyser, view),
  moveList(app),
  jumpBar(app),
  later.view(({ noticeList }) => noticeList(app)),
);
mount(document.body, speech.view);
listenForKeys(app);
addEventListener('error', ({ message }) => update(app.pageStatus, { fault: message }));
addEventListener('unhandledrejection', ({ reason }) => update(app.pageStatus, { fault: String(reason) }));
addEventListener('hashchange', async () => {
  const shared = await variantInLink(location.hash).catch(() => ({ name: '', game: '', patch: '' }));
  if (shared) await variant.open(gameOf(shared) ?? engine.state.game, { shared });
});

const kept = await loading;
update(app.settings, { ...kept, ...given(kept) });
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
  (built) => built > 0 && session.goOn(),
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
useWithoutNetwork(app, site, ['lab', 'analysis']);

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

/** Language and theme: the address's, else the kept ones. @param {import('../game/settings.js').Settings} kept */
function given(kept) {
  return { lang: asked.lang ?? kept.lang, theme: asked.theme ?? kept.theme };
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
