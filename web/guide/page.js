// "How the pieces move": a step of a lesson at a time, named by the address.

import { Refusal } from '../game-view/refusal.js';
import { skipToBoard } from '../shell/header.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { dressSitePage, SitePage, unread } from '../shell/text-page.js';
import { fetchJson } from '../ui/load.js';
import { reactive, update } from '../ui/reactive.js';
import { byId, html, mount } from '../ui/view.js';
import { lessonBoard } from './board.js';
import { Lessons } from './topics.js';
import { firstGameLink, lessonButtons, lessonNote, lessonText, pieceSwitch, topicNav } from './views.js';

const site = new URL('../', import.meta.url);
const page = await SitePage.open();
dressSitePage(page, 'guide.page');
await fetchJson(new URL('data/lessons.json', site)).then(
  (topics) => show(new Lessons(topics)),
  (error) => mount(byId('text'), unread(page, error)),
);
useWithoutNetwork(page, site, ['guide', 'about']);

/** @param {Lessons} lessons */
function show(lessons) {
  const asked = () => location.hash.slice(1);
  lessons.open(asked());
  const speech = reactive({ said: '' });
  const say = (/** @type {string} */ said) => update(speech, { said });
  const refusal = new Refusal(page);
  mount(byId('topics'), topicNav(page, lessons));
  mount(byId('text'), lessonText(page, lessons));
  const board = lessonBoard(page, lessons, byId('play-area'), say, refusal);
  mount(
    byId('said'),
    lessonNote(page, lessons, refusal),
    lessonButtons(page, lessons, board.watch),
    firstGameLink(page, lessons),
    pieceSwitch(page, lessons),
    () => html`<p class="sr" role="status">${speech.said}</p>`,
  );
  showTopic();
  skipToBoard();

  addEventListener('hashchange', () => {
    if (!lessons.has(asked())) return; // a place in the document
    lessons.open(asked());
    scrollTo({ top: 0 });
    document.getElementById('lesson')?.focus({ preventScroll: true });
    showTopic();
  });
}

/** Scroll the current topic into view. */
function showTopic() {
  document
    .querySelector('.topics [aria-current=step]')
    ?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
