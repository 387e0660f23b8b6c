// The puzzle page: builds the parts, joins them, and lets go. A puzzle opens without the engine, which is
// loaded for the first question that the puzzle's own data do not answer.

import '../storage/common.js';
import '../ui/common.js';
import { load } from '../engine/load.js';
import { mainSlot } from '../game/games.js';
import { observe, onChange, reactive, update } from '../game/reactive.js';
import { puzzleAddress, readPuzzleAddress } from '../puzzle/address.js';
import { SitePuzzles } from '../puzzle/library.js';
import { isDone } from '../puzzle/puzzle.js';
import { RunSession } from '../puzzle/runner.js';
import { PuzzleSession } from '../puzzle/session.js';
import { StoredPuzzles } from '../puzzle/stored-puzzles.js';
import { Trainer } from '../puzzle/trainer.js';
import { KeptProgress, KeptPuzzles } from '../storage/puzzles.js';
import { TabLock } from '../storage/tabs.js';
import { KeptValue } from '../storage/value.js';
import { BoardPage, dressPage, open, SITE } from '../ui/board-page.js';
import { boardView } from '../ui/board-view.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { carryToAnalysis } from '../ui/header.js';
import { lateDialog, lateParts } from '../ui/late.js';
import { jumpBar, moveList } from '../ui/moves.js';
import { prepareSound } from '../ui/prepare-sound.js';
import { typedEntry } from '../ui/puzzle-entry.js';
import { feedbackCard, goalCard, modeBar, puzzleCards, puzzleTools } from '../ui/puzzle-panel.js';
import { faultInWords, goalOf } from '../ui/puzzle-words.js';
import { sound } from '../ui/sound.js';
import { Speech } from '../ui/speech.js';
import { listenForKeys } from '../ui/tools.js';
import { attempt } from '../ui/unloaded.js';
import { mount, nothing, place } from '../ui/view.js';
import { useWithoutNetwork } from '../ui/without-network.js';

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
const progressDialog = lateDialog(app, async () =>
  (await load(() => import('../ui/puzzle-progress.js'))).progressDialog(parts),
);
const modesDialog = lateDialog(app, async () => (await modes()).modesDialog(parts));
/** The bar above a run, loaded with the first one. */
const late = reactive({ runBar: /** @type {import('../ui/view.js').View | null} */ (null) });
onChange(
  () => runner.isOn,
  (isOn) => {
    if (isOn && !late.runBar) attempt(app, bringRunBar, bringRunBar);
  },
);
const filterDialog = lateDialog(app, async () =>
  (await load(() => import('../ui/puzzle-filter.js'))).filterDialog(parts),
);
const ownDialog = lateDialog(app, async () => {
  const { ownDialog } = await load(() => import('../ui/puzzle-own.js'));
  const { GameStorage } = await load(() => import('../storage/games.js'));
  const games = new GameStorage(database);
  return ownDialog(parts, {
    own: new StoredPuzzles(new KeptPuzzles(database, 'own')),
    savedGame: (game) => games.peek(mainSlot(game)),
  });
});

dressPage(app, { speech, title: 'puzzles.title', heading: 'shell.nav.puzzles' });
carryToAnalysis(app, place('masthead'));
const blind = () => trainer.state.blind === 'hidden' && !isDone(session.state.phase);
boardView(app, place('board'), speech, { blind });
observe(() => place('board').toggleAttribute('data-blind', blind()));
const cards = puzzleCards(parts, {
  faultText: (fault) => faultInWords(app, fault),
  exportProgress: () => progressDialog((dialog) => dialog.exportFile()),
  again: async () => {
    await openLibraries();
    await openAddress();
  },
});
const later = lateParts(app, () => cards().length > 0);
mount(
  place('head'),
  modeBar(parts, {
    progress: () => progressDialog(open),
    modes: () => modesDialog(open),
    run: () => late.runBar?.() ?? nothing,
  }),
  goalCard(parts),
);
mount(
  place('side'),
  feedbackCard(parts),
  moveList(app),
  jumpBar(app),
  puzzleTools(parts, { filter: () => filterDialog(open), own: () => ownDialog(open) }),
  later.view(({ noticeList }) => noticeList(app, cards)),
  typedEntry(parts),
);
listenForKeys(app);
takeDropsAndPastes((given) => ownDialog((dialog) => dialog.take(given)));
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
  return load(() => import('../ui/puzzle-modes.js'));
}

async function bringRunBar() {
  const { runBar } = await modes();
  update(late, { runBar: runBar(parts) });
}

/** Open the puzzle that the address asks for, or the dialog that makes one from the address's position. */
async function openAddress() {
  const asked = readPuzzleAddress(location);
  if (asked.kind !== 'make') return trainer.open(asked);
  await trainer.open({ kind: 'train' });
  await ownDialog((dialog) => dialog.take({ text: asked.fen, game: asked.game }));
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
