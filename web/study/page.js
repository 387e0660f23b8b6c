// The study page: makes its parts and puts them into the document. What each part does is in its own file.

/** @import { StudyParts } from './panel.js' */

import { startViews } from '../game/start-views.js';
import { peekButton } from '../game-view/blindfold.js';
import { boardView } from '../game-view/board-view.js';
import { listenForKeys } from '../game-view/keys.js';
import { Speech } from '../game-view/live-region.js';
import { typedMove } from '../game-view/move-field.js';
import { jumpBar, moveList } from '../game-view/move-list.js';
import { BoardPage, dressPage, SITE } from '../shell/board-page.js';
import { noticeList } from '../shell/notices.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { Studies } from '../storage/studies.js';
import { KeptCards } from '../training/kept-cards.js';
import { takeDropsAndPastes } from '../ui/drop-and-paste.js';
import { load } from '../ui/load.js';
import { observe, onChange, reactive } from '../ui/reactive.js';
import { prepareSound } from '../ui/sound.js';
import { byId, html, mount, nothing } from '../ui/view.js';
import { Checks } from './checks.js';
import { readFile, studyList, studyView } from './panel.js';
import { StudySession } from './session.js';
import { Shelf } from './shelf.js';
import { linkedStudy } from './study-file.js';
import { Trainer } from './trainer.js';
import { trainingPanel } from './training-panel.js';

const page = new BoardPage();
const { database, query } = page;
const client = page.engine();
const [words, views] = await Promise.all([page.words(), startViews(SITE)]);
const session = new StudySession({ client, startViews: views });
const app = page.app({ session, client, words });
const studies = new Studies(database);
/** By game and side. @type {Map<string, KeptCards>} */
const kept = new Map();
const trainer = new Trainer({
  session,
  client,
  studies,
  cardsOf: (game, side) => {
    const scope = `${game} ${side}`;
    const cards = kept.get(scope) ?? new KeptCards(database, game, side);
    kept.set(scope, cards);
    return cards;
  },
});
const shelf = new Shelf(app, studies, trainer, openings);
/** @type {StudyParts} */
const parts = {
  app,
  shelf,
  trainer,
  checks: new Checks(client),
  train: (study, options) => {
    parts.checks.stop();
    return trainer.begin(study, options);
  },
};

const speech = new Speech(app);
dressPage(app, { speech, title: 'study.title' });
const peek = reactive({ now: false });
const blind = () => trainer.isOn && app.settings.blindfold && !peek.now;
const holdToPeek = peekButton(app, peek);
observe(() => byId('board').toggleAttribute('data-blind', blind()));
boardView(app, byId('board'), speech, { blind });
const [list, open, training, typed] = [
  studyList(parts),
  studyView(parts),
  trainingPanel(parts),
  typedMove(app),
];
const [moves, jumps] = [moveList(app), jumpBar(app)];
mount(
  byId('side'),
  noticeList(app),
  () => (trainer.isOn ? training() : shelf.state.open ? open() : list()),
  () => (trainer.isOn || shelf.state.shown ? html`<div class="line-of">${moves()}${jumps()}</div>` : nothing),
  () => (trainer.isOn ? html`${app.settings.blindfold ? holdToPeek() : nothing}${typed()}` : nothing),
);
listenForKeys(app);
takeDropsAndPastes(({ file, text }) => (file ? readFile(shelf, file) : shelf.read({ text })));

client.start();
speech.listen();
prepareSound(app);
await shelf.open(query.get('study'));
await takeLink();
addEventListener('hashchange', takeLink);
if (query.has('train') && shelf.study?.side) trainer.begin(shelf.study);
observe(() => {
  const url = new URL(location.href);
  url.search = '';
  if (shelf.state.open) url.searchParams.set('study', shelf.state.open);
  if (url.search !== location.search) history.replaceState(null, '', url);
});
// What was trained is known better now.
onChange(
  () => trainer.isOn,
  (on) => {
    if (on) return;
    shelf.refresh();
    for (const cards of kept.values()) cards.tidy();
  },
);
useWithoutNetwork(app, SITE, ['study']);

/** The openings of the games in the library. */
async function openings() {
  const { openingsOf } = await load(() => import('../records/opening-index.js'));
  const index = openingsOf({ database, client, createClient: () => page.engine() });
  await index.refresh();
  if (index.state.fault) throw index.state.fault;
  return index.tree;
}

/** Offer the study that the address contains. */
async function takeLink() {
  try {
    const found = await linkedStudy(location.hash);
    if (!found) return;
    history.replaceState(null, '', location.pathname + location.search);
    await shelf.read({ text: found.text }, found.side);
  } catch {
    shelf.tell(app.t('study.badLink'), true);
  }
}
