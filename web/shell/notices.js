// Everything that goes wrong, or has to be known, as a sentence, a reason and a button. Notices are computed
// from the state, so a notice goes when its cause does.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Remark } from '../engine/messages.js' */
/** @import { Notice } from '../game/types.js' */
/** @import { View } from '../ui/view.js' */

import { ref } from 'lit-html/directives/ref.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { movesTo, nodeOf, ROOT } from '../game/tree.js';
import {
  errorInWords,
  odditiesInWords,
  recordFaultInWords,
  remarkInWords,
} from '../game-view/fault-words.js';
import { linkTo } from '../game-view/game-link.js';
import { lawCard } from '../game-view/law-card.js';
import { scoreInWords } from '../game-view/piece-words.js';
import { button, iconButton } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { saveFile } from '../ui/files.js';
import { iconView } from '../ui/icon-view.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing, when } from '../ui/view.js';

/** @typedef {{ label: string, run?: () => unknown, copies?: () => string | Promise<string | null> }} Action  copies: the text that it copies */

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {'bad' | 'warn' | 'good'} tone
 * @property {string} icon
 * @property {string} title
 * @property {string[]} lines
 * @property {string} [code]  text from outside, shown as it is
 * @property {Action[]} [actions]  the first is the way out
 * @property {() => void} [dismiss]
 */

/** Characters shown of a text from outside. */
const MOST_CODE = 200;

/**
 * Cards over the page, which move nothing on it.
 * @param {App} app
 * @param {() => Card[]} [more]  what else the page has to say
 * @returns {View}
 */
export function noticeList(app, more = () => []) {
  const cards = () => [...more(), ...cardsOf(app)];
  /** The ids of closed cards; a card comes back when its cause does. */
  const state = reactive({ closed: /** @type {string[]} */ ([]) });
  onChange(
    () =>
      ` ${cards()
        .map(({ id }) => id)
        .join(' ')} `,
    (ids) => update(state, { closed: state.closed.filter((id) => ids.includes(` ${id} `)) }),
  );
  const close = (/** @type {string} */ id) => update(state, { closed: [...state.closed, id] });
  return () =>
    html`<section class="notices" ${ref(attach)}>${repeat(
      cards().filter(({ id }) => !state.closed.includes(id)),
      ({ id }) => id,
      (card) => cardView(app, card, card.dismiss ?? (() => close(card.id))),
    )}</section>`;
}

/** Leaves room to scroll the page's end clear of the cards. @param {Element | undefined} node */
function attach(node) {
  if (!node) return;
  const { style } = document.documentElement;
  const tell = () => {
    const height = `${node.clientHeight}px`;
    const told = style.getPropertyValue('--notices') || '0px';
    if (height !== told) style.setProperty('--notices', height); // all styles are computed again
  };
  new ResizeObserver(() => requestAnimationFrame(tell)).observe(node); // the list of moves is observed as well
}

/** The text is a live region, the buttons are not part of it. A card with the only way back to playing stays. @param {App} app @param {Card} card @param {() => void} close */
const cardView = (app, { id, tone, icon, title, lines, code, actions = [] }, close) => html`<div
  class="notice ${tone}"
  data-notice=${id}
>
  ${iconView(icon)}
  <div role=${tone === 'good' ? 'status' : 'alert'}>
    <h2>${title}</h2>
    ${lines.map((line) => html`<p>${line}</p>`)} ${code ? html`<p><code>${code}</code></p>` : nothing}
  </div>
  ${when(
    actions.length > 0,
    () => html`<div class="row">${actions.map((action, at) => actionButton(app, id, action, at))}</div>`,
  )}
  ${id === 'elsewhere' || id === 'taken' ? nothing : iconButton('close', app.t('shell.dismiss'), close)}
</div>`;

/** @param {App} app @param {string} card @param {Action} action @param {number} at */
function actionButton(app, card, { label, run, copies }, at) {
  const kind = at === 0 ? '' : 'plain';
  if (copies) return copyButton(app, { name: `${card} ${at}`, label, text: copies, kind });
  return button(null, label, () => run?.(), { kind });
}

/** @param {App} app @returns {Card[]} the worst first */
function cardsOf(app) {
  const { fault } = app.pageStatus;
  const cards = [faultCard(app, fault), ...engineCards(app), ...placeCards(app), lawCard(app), oddCard(app)];
  cards.push(...app.state.notices.map((notice) => noticeCard(app, notice)), updateCard(app));
  return cards.filter((card) => card !== null);
}

/** A remark on a start position that no game reaches, until play is under way. @param {App} app @returns {Card | null} */
function oddCard(app) {
  const { tree } = app.state.game;
  const status = nodeOf(tree, ROOT).view?.status;
  if (!status || tree.nodes.size > 2) return null;
  return {
    id: 'odd_position',
    tone: 'good',
    icon: 'info',
    title: app.t('shell.notice.odd_position.title'),
    lines: [...odditiesInWords(app.words, status), app.t('shell.notice.odd_position.text')],
  };
}

/** @param {App} app @returns {Array<Card | null>} */
function engineCards(app) {
  const { engine, game } = app.state;
  const count = nodeOf(game.tree).ply;
  const safe =
    count > 0 ? app.t('game-view.engine.safe.moves', { count }) : app.t('game-view.engine.safe.none');
  if (engine.state === 'failed') {
    const broke = ['crashed', 'out_of_memory', 'silent'].includes(engine.reason ?? '');
    const report = { label: app.t('game-view.engine.report'), copies: () => reportOf(app) };
    const reload = { label: app.t('ui.reload'), run: app.pageStatus.update ?? (() => location.reload()) };
    const retry = { label: app.t('game-view.engine.retry'), run: () => app.session.retry() };
    return [
      {
        id: 'engine_failed',
        tone: 'bad',
        icon: 'warn',
        title: app.t(broke ? 'game-view.engine.failed.title' : 'game-view.engine.failed.start'),
        lines: [reasonOf(app, engine.reason), safe],
        actions: engine.reason === 'outdated' ? [reload] : [retry, report],
      },
    ];
  }
  if (engine.restarted && engine.state === 'loading') {
    const title = app.t('game-view.engine.restarted.title');
    const lines = [app.t('game-view.engine.restarted.text'), safe];
    return [{ id: 'engine_restarted', tone: 'warn', icon: 'warn', title, lines }];
  }
  if (!engine.fallbackReason) return [];
  const again = { label: app.t('game-view.engine.fallback.retry'), run: () => tryCompiled(app) };
  return [
    {
      id: 'engine_fallback',
      tone: 'warn',
      icon: 'code',
      title: app.t('game-view.engine.fallback.title'),
      lines: [app.t('game-view.engine.fallback.text', { reason: engine.fallbackReason.replace(/\.$/, '') })],
      actions: [again],
    },
  ];
}

/** If compiling fails again, the same notice says so again. @param {App} app */
function tryCompiled(app) {
  app.client.setExecution('auto').catch(() => {});
}

/** @param {App} app @param {string | null} reason */
function reasonOf(app, reason) {
  const key = `game-view.engine.reason.${reason}`;
  return app.words.has(key) ? app.t(key) : app.t('game-view.engine.reason.other', { reason: reason ?? '?' });
}

/** A report for the developers, without personal data. @param {App} app */
function reportOf(app) {
  const { engine, game } = app.state;
  const position = { fen: game.tree.fen, moves: movesTo(game.tree), level: game.level };
  return JSON.stringify({ engine, position, browser: navigator.userAgent }, null, 1);
}

/** Cards on where the game is open and saved. @param {App} app @returns {Array<Card | null>} */
function placeCards(app) {
  const { plays, saving, game } = app.state;
  const link = { label: app.t('game-view.entry.copyLink'), copies: () => linkTo(app) };
  const here = { label: app.t('shell.notice.playHere'), run: () => app.session.playHere?.() };
  if (plays === false) return [simple(app, 'elsewhere', 'info', [here])];
  if (saving === 'taken') return [simple(app, 'taken', 'info', [here])];
  if (saving === 'full') return [simple(app, 'storage_full', 'warn', [link])];
  if (saving === 'outdated') return [simple(app, 'storage_outdated', 'warn', [link])];
  // Somebody who only looks at the start position has nothing to lose yet.
  if ((saving === 'refused' || saving === 'blocked') && game.tree.nodes.size > 1)
    return [simple(app, `storage_${saving}`, 'warn', [link])];
  return [];
}

/**
 * @param {App} app
 * @param {'elsewhere' | 'taken' | 'storage_full' | 'storage_refused' | 'storage_blocked' | 'storage_outdated' | 'previous_kept'} id
 * @param {string} symbol
 * @param {Card['actions']} actions
 * @returns {Card}
 */
function simple(app, id, symbol, actions) {
  const tone = id === 'previous_kept' ? 'good' : 'warn';
  return {
    id,
    tone,
    icon: symbol,
    title: app.t(`shell.notice.${id}.title`),
    lines: [app.t(`shell.notice.${id}.text`)],
    actions,
  };
}

/** @param {App} app @param {Notice} notice @returns {Card | null} */
function noticeCard(app, notice) {
  const { kind } = notice;
  const title = `shell.notice.${kind}.title`;
  if (!app.words.has(title)) return null;
  const dismiss = () => app.session.dismiss(kind);
  /** @type {Card} */
  const card = { id: kind, tone: 'warn', icon: 'info', title: app.t(title), lines: [], dismiss };
  const retry = { label: app.t('shell.notice.engine_refused.retry'), run: () => app.session.retry() };
  switch (kind) {
    case 'address_refused': {
      const lines = [
        errorInWords(app.words, notice.error, notice.setup.game),
        app.t('shell.notice.address_refused.kept'),
      ];
      return { ...card, tone: 'bad', icon: 'warn', lines, code: notice.asked.fen?.slice(0, MOST_CODE) };
    }
    case 'fen_read': {
      const game = app.state.game.game;
      /** @type {Remark[]} */
      const remarks = notice.remarks;
      return { ...card, tone: 'good', lines: remarks.map((each) => remarkInWords(app.words, each, game)) };
    }
    case 'record_fault': {
      const lines = [recordFaultInWords(app.words, notice.error), app.t('shell.notice.record_fault.kept')];
      return { ...card, icon: 'warn', lines };
    }
    case 'save_unreadable': {
      const actions = [{ label: app.t('shell.notice.save_unreadable.copy'), copies: () => notice.text }];
      return { ...card, lines: [app.t('shell.notice.save_unreadable.text')], actions };
    }
    case 'clock_note': {
      const { why } = /** @type {{ kind: string, why: 'back' | 'hidden' | 'slept' }} */ (notice);
      return { ...card, tone: 'good', lines: [app.t(`shell.notice.clock_note.${why}`)] };
    }
    case 'clock_paused':
      return {
        ...card,
        lines: [app.t('shell.notice.clock_paused.text')],
        actions: [{ label: app.t('shell.notice.clock_paused.resume'), run: dismiss }],
      };
    case 'previous_kept':
      return {
        ...simple(app, kind, 'done', [
          { label: app.t('shell.notice.previous_kept.back'), run: () => app.session.bringBack?.() },
        ]),
        dismiss,
      };
    case 'engine_refused':
      return {
        ...card,
        tone: 'bad',
        icon: 'warn',
        lines: [errorInWords(app.words, notice.error, app.state.game.game)],
        actions: [retry],
      };
    case 'move_refused':
      return { ...card, lines: [app.t('shell.notice.move_refused.text', { move: notice.move })] };
    case 'link_too_long': {
      const save = () =>
        saveFile('cannonfish.pgn', new Blob([notice.pgn], { type: 'application/x-chess-pgn' }));
      return {
        ...card,
        lines: [app.t('shell.notice.link_too_long.text', { count: notice.length })],
        actions: [{ label: app.t('shell.notice.link_too_long.save'), run: save }],
      };
    }
    case 'draw_early':
      return {
        ...card,
        lines: [app.t('shell.notice.draw_early.text', { number: notice.from })],
      };
    case 'draw_declined': {
      const score = scoreInWords(app.words, notice.info.score, notice.turn, app.state.game.game);
      return { ...card, lines: [app.t('shell.notice.draw_declined.text', { score })] };
    }
    default:
      return card;
  }
}

/** @param {App} app @returns {Card | null} */
function updateCard(app) {
  const { update, blocked } = app.pageStatus;
  if (!update) return null;
  const lines = [app.t(blocked ? 'shell.notice.update.blocked' : 'shell.notice.update.text')];
  const actions = [{ label: app.t('ui.reload'), run: update }];
  return {
    id: 'update',
    tone: 'good',
    icon: 'done',
    title: app.t('shell.notice.update.title'),
    lines,
    actions,
  };
}

/** @param {App} app @param {string | null} reason @returns {Card | null} */
function faultCard(app, reason) {
  if (!reason) return null;
  const actions = [{ label: app.t('ui.reload'), run: () => location.reload() }];
  const lines = [app.t('shell.notice.fault.text', { reason })];
  return { id: 'fault', tone: 'bad', icon: 'warn', title: app.t('shell.notice.fault.title'), lines, actions };
}
