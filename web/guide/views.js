// "How the pieces move": the topics, the text of a step, and what is said and offered below the board.

/** @import { SitePage } from '../shell/text-page.js' */
/** @import { Lessons, Topic } from './topics.js' */
/** @import { Refusal } from '../game-view/refusal.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */

import { geometryOf, readPlacement } from '../board/geometry.js';
import { factsOf, GAME_NAMES } from '../game/games.js';
import { moveAdvised } from '../game-view/piece-words.js';
import { setChoice } from '../game-view/set-choice.js';
import { iconView, pieceView } from '../ui/icon-view.js';
import { html, nothing, when } from '../ui/view.js';
import { firstGame } from './topics.js';

/** @type {{ go: Key, take: Key }} */
const ANSWER = { go: 'guide.answer.go', take: 'guide.answer.take' };

/** Topics that are not about one piece. @type {Record<string, string>} */
const DRAWINGS = {
  board: 'M4 4h16v16H4ZM4 10h16M4 14h16M9.3 4v6M14.7 4v6M9.3 14v6M14.7 14v6',
  facing:
    'M12 3v5M12 16v5M8.5 5.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M8.5 18.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0',
  check: 'M12 3v5M12 16v5M3 12h5M16 12h5M7 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0',
  stalemate: 'M5 5h14v14H5ZM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  repetition: 'M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1',
};

/** @param {SitePage} page @param {Lessons} lessons */
export const topicNav = (page, lessons) => () => {
  const { game } = lessons.topic;
  return html`<nav class="topics" aria-label=${page.t('guide.topics')}>
    <div class="games">
      ${GAME_NAMES.toSorted((a, b) => RANK[a] - RANK[b]).map((name) => gameLink(page, lessons, name, name === game))}
    </div>
    ${GAME_NAMES.toSorted((a, b) => RANK[a] - RANK[b]).map((name) => topicList(page, lessons, name))}
  </nav>`;
};

/** Xiangqi and Liuzichong come first: most visitors know chess. @type {Record<GameName, number>} */
const RANK = { xiangqi: 0, liuzichong: 1, chess: 2 };

/** @param {SitePage} page @param {Lessons} lessons @param {GameName} game @param {boolean} now */
const gameLink = (page, lessons, game, now) =>
  html`<a href="#${lessons.firstOf(game).id}" aria-current=${now ? 'true' : nothing}>${page.t(`game-view.game.${game}`)}</a>`;

/** @param {SitePage} page @param {Lessons} lessons @param {GameName} game */
const topicList = (page, lessons, game) => html`<div class="group" ?data-now=${game === lessons.topic.game}>
  <h2 class="small muted">${page.t(`game-view.game.${game}`)}</h2>
  <ul>
    ${lessons.topics.filter((topic) => topic.game === game).map((topic) => topicItem(page, lessons, topic))}
  </ul>
</div>`;

/** @param {SitePage} page @param {Lessons} lessons @param {Topic} topic */
function topicItem(page, lessons, topic) {
  const tasks = topic.steps.filter(({ goal }) => goal);
  const done = tasks.length > 0 && tasks.every(({ id }) => lessons.state.done.has(id));
  return html`<li>
    <a href="#${topic.steps[0].id}" aria-current=${topic === lessons.topic ? 'step' : nothing}
      >${topicIcon(page, topic)}<span>${topicName(page, topic)}</span>${when(
        done,
        () =>
          html`<span class="tick">${iconView('done')}<span class="sr">${page.t('guide.done')}</span></span>`,
      )}</a
    >
  </li>`;
}

/** @param {SitePage} page @param {Topic} topic */
function topicIcon(page, { id, game, icon }) {
  if (DRAWINGS[id])
    return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${DRAWINGS[id]} /></svg>`;
  return pieceView(factsOf(game).sides[0], icon, game, page.pieces);
}

/** @param {SitePage} page @param {Topic} topic */
const topicName = (page, { id }) => page.t(/** @type {Key} */ (`guide.topic.${id}`));

/** @param {SitePage} page @param {Lessons} lessons */
export const lessonText = (page, lessons) => () => {
  const { step } = lessons.state;
  return html`<header class="lesson-text">
    <p class="small muted">
      ${page.t('guide.step', { number: lessons.steps.indexOf(step) + 1, total: lessons.steps.length })}
    </p>
    <h2 id="lesson" tabindex="-1">${topicName(page, lessons.topic)}</h2>
    <p>${page.t(/** @type {Key} */ (`guide.${step.id}.text`))}</p>
  </header>`;
};

/**
 * The note on the current position, or on the move that was refused there.
 * @param {SitePage} page
 * @param {Lessons} lessons
 * @param {Refusal} refusal
 */
export const lessonNote = (page, lessons, refusal) => () => {
  const { step, phase } = lessons.state;
  const { sentence } = refusal;
  const tone = phase === 'solved' ? 'good' : phase === 'wrong' || sentence ? 'bad' : '';
  return html`<p class="lesson-note ${tone}" role="status">
    ${phase === 'solved' ? iconView('done') : nothing}<span>${sentence || noteText(page, lessons)}</span>${
      step.names ? moreLink(page, lessons) : nothing
    }
  </p>`;
};

/** @param {SitePage} page @param {Lessons} lessons @returns {string} */
function noteText(page, lessons) {
  const { step, phase, tried } = lessons.state;
  const t = (/** @type {string} */ key) => page.t(/** @type {Key} */ (`guide.${key}`));
  if (phase === 'solved') return t(`${step.id}.solved`);
  if (phase === 'wrong') {
    if (tried?.answer) return moveAdvised(page.words, tried.fen, tried.answer, ANSWER);
    return page.words.has(`guide.${step.id}.wrong`) ? t(`${step.id}.wrong`) : t('wrong');
  }
  const reasons = [...new Set(lessons.notes.map(({ why }) => why))];
  if (reasons.length > 0) return reasons.map((why) => t(`why.${why}`)).join(' ');
  const role = step.names ? selectedRole(lessons) : null;
  if (role) return t(`name.${lessons.topic.game}.${role}`);
  if (step.goal) return t('turn');
  return t(step.walk ? 'walk' : 'tap');
}

/** @param {Lessons} lessons @returns {string | null} */
function selectedRole({ state, topic, position }) {
  if (!state.selected) return null;
  return readPlacement(geometryOf(topic.game), position.fen).get(state.selected)?.role ?? null;
}

/** From a piece on the board to its own topic. @param {SitePage} page @param {Lessons} lessons */
function moreLink(page, lessons) {
  const role = selectedRole(lessons);
  const topic = lessons.topics.find(
    ({ game, icon, id }) => game === lessons.topic.game && icon === role && !DRAWINGS[id],
  );
  if (!topic || topic === lessons.topic) return nothing;
  return html` <a href="#${topic.steps[0].id}">${page.t('guide.more')}</a>`;
}

/** @param {SitePage} page @param {Lessons} lessons @param {() => void} watch */
export const lessonButtons = (page, lessons, watch) => () => {
  const { step, phase, at } = lessons.state;
  const [before, after] = [lessons.beside(-1), lessons.beside(1)];
  const ready = phase === 'solved' || !step.goal;
  const moved = at > 0 || phase !== 'open';
  return html`<div class="lesson-buttons">
    ${before ? html`<a class="btn plain" href="#${before.id}">${page.t('guide.back')}</a>` : nothing}
    ${when(
      moved && !step.walk && !step.lead,
      () =>
        html`<button class="btn plain" type="button" @click=${() => lessons.again()}>${page.t('guide.again')}</button>`,
    )}
    ${when(
      step.lead,
      () => html`<button class="btn plain" type="button" @click=${watch}>${page.t('guide.watch')}</button>`,
    )}
    ${when(
      after,
      () => html`<a class="btn next ${ready ? 'main' : ''}" href="#${after.id}">${page.t('guide.next')}</a>`,
    )}
  </div>`;
};

/** Where it all leads: a game against the weakest level. @param {SitePage} page @param {Lessons} lessons */
export const firstGameLink = (page, lessons) => () => {
  const { game, steps } = lessons.topic;
  const { step, phase } = lessons.state;
  const last = step === steps.at(-1) && phase === 'solved';
  return html`<p class="first-game">
    <a class="btn ${last ? 'main' : ''}" href=${firstGame(game)}>${page.t('guide.first')}</a>
    <span class="small muted">${page.t('guide.firstNote')}</span>
  </p>`;
};

/** Characters or symbols, for those who may not read the characters. @param {SitePage} page @param {Lessons} lessons */
export const pieceSwitch = (page, lessons) => () =>
  lessons.topic.game === 'xiangqi' ? setChoice(page) : nothing;
