// @ts-check
// What the engine is doing, in every state it can be in: loading, ready, thinking. The room it takes does
// not change between ready and thinking, so that nothing jumps at every move.

/** @import { App } from './app.js' */

import { engineSide, setupOf, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { h, icon, say, set } from './dom.js';
import { lineTexts, notationState } from './notation.js';
import { levelText, scoreInWords, shortNumber } from './phrases.js';

/** Moves of the expected line; more find no room. */
const SHOWN = 8;

const STAGES = /** @type {const} */ (['python', 'engine', 'kernel']);

/** @param {App} app */
export function enginePanel(app) {
  const loading = loadingPart(app);
  const running = runningPart(app);
  const node = h('section', { class: 'engine' }, loading, running);
  app.watch(
    () => [app.state.engine.state],
    () => {
      const { state } = app.state.engine;
      set(node, 'aria-label', app.t('engine.name'));
      set(node, 'data-state', state);
      node.hidden = state === 'failed'; // a notice says so, with a reason and a button
      loading.hidden = state !== 'loading' && state !== 'off';
      running.hidden = !loading.hidden;
    },
  );
  return node;
}

/** @param {App} app */
function loadingPart(app) {
  const title = h('b');
  const percent = h('span', { class: 'small' });
  const bar = h('progress', { max: 100, value: 0 });
  const stages = STAGES.map(() => h('span'));
  const note = h('p', { class: 'small muted note' });
  app.watch(
    () => [app.state.engine],
    () => {
      const { stage, progress } = app.state.engine;
      const part = Math.round((progress ?? 0) * 100);
      say(title, app.t('engine.loading'));
      say(percent, `${part} %`);
      bar.value = part;
      set(bar, 'aria-label', app.t('engine.loading'));
      const reached = STAGES.indexOf(/** @type {any} */ (stage));
      stages.forEach((node, index) => {
        say(node, app.t(`engine.stage.${STAGES[index]}`));
        node.className = index < reached ? 'done' : index === reached ? 'now' : '';
      });
      say(note, app.t('engine.loading.note'));
    },
  );
  const head = h('div', { class: 'row between' }, title, percent);
  return h(
    'div',
    { class: 'loading' },
    head,
    bar,
    h('div', { class: 'stages', 'aria-hidden': 'true' }, ...stages),
    note,
  );
}

/** @param {App} app */
function runningPart(app) {
  const title = h('b');
  const badge = h('span', { class: 'badge' });
  const facts = h('p', { class: 'facts' });
  const line = h('p', { class: 'line ink' });
  app.watch(
    () => [app.state.engine, app.state.work?.kind],
    () => {
      const { execution } = app.state.engine;
      say(title, app.t(app.state.work ? 'engine.thinking' : 'engine.ready'));
      const compiled = execution === 'compiled';
      badge.className = compiled ? 'badge fast' : 'badge slow';
      badge.hidden = !execution;
      badge.replaceChildren(
        icon(compiled ? 'bolt' : 'code'),
        app.t(compiled ? 'engine.compiled' : 'engine.interpreted'),
      );
    },
  );
  app.watch(
    () => [app.state.work?.info, app.state.lastInfo, app.state.game.id, ...notationState(app)],
    () => {
      const { work, lastInfo, game } = app.state;
      const info = work?.info ?? lastInfo;
      if (!info) {
        facts.replaceChildren(aboutEngine(app));
        say(line, '');
        return;
      }
      // What was said last was about a move of the engine's own.
      const own = engineSide(game) ?? factsOf(game.game).sides[0];
      const turn = work ? turnAt(game, work.node) : own;
      facts.replaceChildren(
        fact(app.t('engine.depth'), app.words.number(info.depth)),
        fact('', scoreInWords(app.words, info.score, turn, game.game)),
        fact(app.t('engine.nodes'), shortNumber(app.words, info.nodes), true),
        fact(app.t('engine.speed'), shortNumber(app.words, info.nps), true),
      );
      say(line, lineTexts(app, work?.node ?? app.state.lastNode, info.pv.slice(0, SHOWN)).join(' '));
    },
  );
  return h('div', { class: 'running' }, h('div', { class: 'row between' }, title, badge), facts, line);
}

/** What there is to say before it has thought. @param {App} app */
function aboutEngine(app) {
  const { game, opponent, level } = setupOf(app.state.game);
  return opponent === 'person' ? app.t('engine.beside') : app.t(levelText(game, level));
}

/** A label and a number; some languages put the number first. @param {string} label @param {string} value */
function fact(label, value, valueFirst = false) {
  const number = h('b', { text: value });
  const parts = label ? (valueFirst ? [number, ' ', label] : [label, ' ', number]) : [number];
  return h('span', {}, ...parts);
}
