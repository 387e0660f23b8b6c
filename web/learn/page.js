// The lessons about engines: their list, or the one in the address. `embed` omits the rest of the page.

import { element } from '../board/element.js';
import { Sandbox } from '../engine/sandbox.js';
import { useWithoutNetwork } from '../shell/offline.js';
import { dressSitePage, SitePage, unread } from '../shell/text-page.js';
import { Database } from '../storage/database.js';
import { KeptValue } from '../storage/kept-value.js';
import { fetchJson, LoadError } from '../ui/load.js';
import { observe, reactive } from '../ui/reactive.js';
import { byId, html, mount, nothing } from '../ui/view.js';
import { FALLBACK } from '../ui/words.js';
import { Lesson } from './lesson.js';
import { beside, contents, lessonNode, sharing } from './lesson-view.js';
import { LessonPython } from './python.js';

/** @import { LessonText, LessonTitle } from './lesson.js' */

const site = new URL('../', import.meta.url);
const query = new URLSearchParams(location.search);

const embedded = query.has('embed');
if (embedded) document.documentElement.dataset.embed = '';
const page = await SitePage.open();
const { language } = page.words;
const database = new Database();
/** @type {LessonTitle[]} */
let titles = [];
/** The language of the lessons. */
let taught = language;
const number = Number(query.get('lesson'));

dressSitePage(page, 'learn.page');
await show().catch(showUnread);
useWithoutNetwork(page, site, ['learn']);
// The texts were loaded in one language. Another one takes a reload.
let spoken = language;
observe(() => {
  if (page.words.language === spoken) return;
  spoken = page.words.language;
  const now = new URL(location.href);
  if (now.searchParams.has('lang')) now.searchParams.set('lang', spoken);
  setTimeout(() => location.replace(now.href));
});

async function show() {
  const lists = await read('index.json');
  if (!lists[taught]) taught = FALLBACK;
  titles = lists[taught];
  const asked = titles.find((title) => title.number === number);
  await (asked ? showLesson(asked) : showContents());
}

async function showContents() {
  const done = reactive({ ids: /** @type {ReadonlySet<string>} */ (new Set()) });
  byId('contents').hidden = false;
  mount(byId('list'), () => contents(page, titles, done.ids));
  const kept = titles.map(({ id }) => ({ id, value: progressOf(id) }));
  await Promise.all(kept.map(({ value }) => value.load()));
  done.ids = new Set(kept.filter(({ value }) => value.now?.done).map(({ id }) => id));
}

/** @param {LessonTitle} asked */
async function showLesson(asked) {
  const { id, title } = asked;
  const kept = progressOf(id);
  const article = byId('lesson');
  const loading = kept.load();
  /** @type {LessonText} */
  const text = await read(`${taught}/${number}.json`);
  await loading;
  const frame = /** @type {HTMLIFrameElement} */ (byId('sandbox'));
  const python = new LessonPython(new Sandbox({ base: site, frame }));
  const lesson = new Lesson(text, python, /** @type {any} */ (kept));
  document.title = `${title} – Cannonfish`;
  const heading = element('h1', {}, title);
  const lead = element('p', { class: 'lead' }, text.lead);
  const nodes = text.nodes.map((node) => lessonNode({ page, lesson, python }, node));
  const words = element('div', { class: 'words' }, heading, lead, ...nodes);
  article.append(above(), words);
  const around = [...query]
    .filter(([name]) => name !== 'lesson')
    .map(([name, value]) => `&${name}${value && `=${value}`}`);
  mount(
    article,
    () => beside(page, titles, number, around.join('')),
    () => (embedded ? nothing : sharing(page, asked, location.origin + location.pathname)),
  );
  article.hidden = false;
  performance.mark('lesson');
}

/** @param {unknown} error */
function showUnread(error) {
  if (!(error instanceof LoadError)) throw error;
  byId('lesson').hidden = false;
  mount(byId('lesson'), unread(page, error));
}

/** The line above a lesson. */
function above() {
  const line = element('p', { class: 'small muted above' });
  mount(
    line,
    () =>
      html`${
        embedded
          ? html`<a href="?lesson=${number}" target="_blank">Cannonfish</a>`
          : html`<a href="learn.html">${page.t('learn.title')}</a>`
      } · ${page.t('learn.number', { number, total: titles.length })}`,
  );
  return line;
}

/** @param {string} id */
function progressOf(id) {
  return /** @type {KeptValue<import('./lesson.js').LessonProgress>} */ (
    new KeptValue(database, `course.${id}`)
  );
}

/** @param {string} name of a file of the lessons @returns {Promise<any>} */
function read(name) {
  return fetchJson(new URL(`data/learn/${name}`, site));
}
