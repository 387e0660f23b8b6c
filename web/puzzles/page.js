// The puzzle page: makes its parts and puts them into the document. A puzzle opens without the engine, which
// is loaded for the first question that the puzzle's own data do not answer.

import { mainSlot } from '../game/games.js';
import { boardView } from '../game-view/board-view.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { BoardPage, dressPage, open, SITE } from '../shell/board-page.js';
import { carryToAnalysis } from '../shell/header.js';
import { lazyDialog } from '../shell/lazy-dialog.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { KeptValue } from '../storage/kept-value.js';
import { TabLock } from '../storage/tab-lock.js';
import { KeptProgress } from '../training/kept-progress.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { load } from '../ui/load.js';
import { observe, onChange, reactive, update } from '../ui/reactive.js';
import { prepareSound, sound } from '../ui/sound.js';
import { attempt } from '../ui/unloaded.js';
import { byId, mount, nothing } from '../ui/view.js';
import { puzzleAddress, readPuzzleAddress } from './address.js';
import { KeptPuzzles } from './kept-puzzles.js';
import { typedEntry } from './move-field.js';
import { feedbackCard, goalCard, modeBar, puzzleCards, puzzleTools } from './panel.js';
import { isDone } from './puzzle.js';
import { RunSession } from './run-session.js';
import { PuzzleSession } from './session.js';
import { SitePuzzles } from './site-puzzles.js';
import { StoredPuzzles } from './stored-puzzles.js';
import { Trainer } from './trainer.js';
import { faultInWords, goalOf } from './words.js';

const page = new BoardPage();
const { database } = page;
const client = page.engine();
const library = new SitePuzzles({ base: new URL('puzzles/', SITE), caches: globalThis.caches });
const chess = new SitePuzzles({ base: new URL('puzzles/', SITE), game: 'chess', caches: globalThis.caches });
const imported = new StoredPuzzles(new KeptPuzzles(database, 'file'));
const session = new PuzzleSession({
  client,
  onResult: (puzzle, result) => trainer.record(puzzle, result),
  onUnjudged: () => trainer.recordUnjudged(),
});
const trainer = new Trainer({
  places: { site: library, chess, file: imported },
  session,
  kept: {
    xiangqi: new KeptProgress(database, 'xiangqi'),
    chess: new KeptProgress(database, 'chess'),
    file: new KeptProgress(database, 'file'),
  },
  values: {
    filter: new KeptValue(database, 'puzzle.filter'),
    resumed: new KeptValue(database, 'puzzle.resumed'),
  },
});
const runner = new RunSession({
  trainer,
  value: new KeptValue(database, 'puzzle.run'),
  newLock: () => new TabLock(navigator.locks, 'cannonfish puzzle run', () => {}),
});
const loading = trainer.load();
const words = await page.words();
const app = page.app({ session, client, words });

const parts = { app, session, trainer, runner, library, chess, imported };
const speech = new Speech(app, () => {
  const { puzzle } = session.state;
  return puzzle ? goalOf(app.words, puzzle) : '';
});
const progressDialog = lazyDialog(app, async () =>
  (await load(() => import('./progress-dialog.js'))).progressDialog(parts),
);
const modesDialog = lazyDialog(app, async () => (await modes()).modesDialog(parts));
/** The bar above a run, loaded with the first one. */
const late = reactive({ runBar: /** @type {import('../ui/view.js').View | null} */ (null) });
onChange(
  () => runner.isOn,
  (isOn) => {
    if (isOn && !late.runBar) attempt(app, loadRunBar, loadRunBar);
  },
);
const filterDialog = lazyDialog(app, async () =>
  (await load(() => import('./filter-dialog.js'))).filterDialog(parts),
);
const ownDialog = lazyDialog(app, async () => {
  const { ownDialog } = await load(() => import('./workshop-dialog.js'));
  const { GameStorage } = await load(() => import('../storage/games.js'));
  const games = new GameStorage(database);
  return ownDialog(parts, {
    own: new StoredPuzzles(new KeptPuzzles(database, 'own')),
    savedGame: (game) => games.peek(mainSlot(game)),
  });
});

dressPage(app, { speech, title: 'puzzles.title' });
carryToAnalysis(app, byId('masthead'));
const blind = () => trainer.state.blind === 'hidden' && !isDone(session.state.phase);
boardView(app, byId('board'), speech, { blind });
observe(() => byId('board').toggleAttribute('data-blind', blind()));
const cards = puzzleCards(parts, {
  faultText: (fault) => faultInWords(app, fault),
  exportProgress: () => progressDialog((dialog) => dialog.exportFile()),
  again: async () => {
    await openLibraries();
    await openAddress();
  },
});
mount(
  byId('head'),
  modeBar(parts, {
    progress: () => progressDialog(open),
    modes: () => modesDialog(open),
    run: () => late.runBar?.() ?? nothing,
  }),
  goalCard(parts),
);
mount(
  byId('side'),
  feedbackCard(parts),
  moveList(app),
  jumpBar(app),
  puzzleTools(parts, { filter: () => filterDialog(open), own: () => ownDialog(open) }),
  noticeList(app, cards),
  typedEntry(parts),
);
listenForKeys(app);
takeDropsAndPastes((given) => ownDialog((dialog) => dialog.openWith(given)));
addEventListener('hashchange', ({ oldURL }) => {
  const isPlace = document.getElementById(location.hash.slice(1)) !== null;
  if (isPlace)
    history.replaceState(null, '', oldURL); // which names the puzzle
  else openAddress();
});
addEventListener('pagehide', () => runner.leave());

await openLibraries();
await loading;
trainer.followGame(page.settings.game);
trainer.renameFormer();
if (readPuzzleAddress(location).kind !== 'train' || !(await runner.resume())) await openAddress();
speech.listen();
onChange(
  () => session.state.feedback?.kind === 'wrong',
  (wrong) => wrong && sound(app, 'wrong'),
);
onChange(
  () => session.state.phase === 'solved',
  (solved) => solved && sound(app, 'right'),
);
followThePuzzle();
await imported.loadFirst();
await library.keepAll();
await chess.keepAll();
useWithoutNetwork(app, SITE, ['puzzles']);
prepareSound(app);

/** Read the index of the puzzles, unless it is here. If it cannot be read, the trainer says so. */
async function openLibraries() {
  if (chess.isOpen) return;
  const index = library.index();
  await Promise.all([library.open(index), chess.open(index)]).catch(() => {});
}

/** The ways to train. */
function modes() {
  return load(() => import('./modes-dialog.js'));
}

async function loadRunBar() {
  const { runBar } = await modes();
  update(late, { runBar: runBar(parts) });
}

/** Open the puzzle that the address asks for, or the dialog that makes one from the address's position. */
async function openAddress() {
  const asked = readPuzzleAddress(location);
  if (asked.kind !== 'make') return trainer.open(asked);
  await trainer.open({ kind: 'train' });
  await ownDialog((dialog) => dialog.openWith({ text: asked.fen, game: asked.game }));
}

/** The address names the puzzle at hand, so that a reload shows it again. */
function followThePuzzle() {
  const follow = () => {
    const { puzzle } = session.state;
    if (!puzzle) return;
    const { mode, day } = trainer.state;
    const url = new URL(puzzleAddress(location.href, puzzle, { day: mode === 'day' ? day : null }));
    // A reload continues the run, not one of its puzzles.
    if (mode === 'run') url.searchParams.delete('id');
    const address = url.href;
    if (address !== location.href) history.replaceState(null, '', address);
  };
  follow();
  // The puzzle of a day may be open already, under its id.
  onChange(() => `${session.state.puzzle?.id} ${trainer.state.mode} ${trainer.state.day}`, follow);
}
