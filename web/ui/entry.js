// @ts-check
// A move typed instead of drawn, in any notation; and what can be taken along or brought in.

/** @import { App } from './app.js' */
/** @import { Texts as Meaning } from '../engine/messages.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { Failure } from '../game/types.js' */

import { EXAMPLES } from '../game/languages.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { copyText, linkTo } from './clipboard.js';
import { h, icon, say, set } from './dom.js';
import { errorInWords, moveInWords } from './phrases.js';

/**
 * @param {App<PlaySession>} app
 * @param {{ openImport: () => unknown, openExport: () => unknown }} dialogs
 */
export function entryPanel(app, dialogs) {
  return h('section', { class: 'entry' }, ...typedMove(app), copies(app, dialogs));
}

/** @param {App} app @returns {HTMLElement[]} */
export function typedMove(app) {
  const field = h('input', {
    type: 'text',
    id: 'typed-move',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
    maxlength: 40,
    'aria-describedby': 'typed-fault',
  });
  const label = h('label', { class: 'small', for: 'typed-move' });
  const play = h('button', { class: 'btn', type: 'submit' });
  const fault = h('p', { class: 'fault small', id: 'typed-fault', role: 'alert' });
  const choices = h('div', { class: 'meanings', role: 'group', hidden: true });
  const form = h(
    'form',
    { class: 'typed', novalidate: true },
    label,
    h('div', { class: 'row' }, field, play),
  );

  /** @param {string | null} said  what is wrong, or null */
  function tell(said) {
    say(fault, said ?? '');
    set(field, 'aria-invalid', said !== null);
  }
  function clear() {
    tell(null);
    choices.hidden = true;
    choices.replaceChildren();
  }
  /** @param {string} move @param {string} text as it was typed */
  function playMove(move, text) {
    clear();
    const result = app.session.move(move);
    if (result === 'played') field.value = '';
    else tell(app.t(`entry.${result}`, { text }));
  }
  /** Several moves are meant: one button for each. @param {Meaning[]} moves @param {string} text */
  function offer(moves, text) {
    say(fault, app.t('entry.ambiguous', { text, count: moves.length }));
    const { tree } = app.state.game;
    const fen = nodeOf(tree).view?.fen ?? '';
    choices.replaceChildren(
      ...moves.map((move) => {
        const written = move[app.notation] ?? move.uci;
        const words = h('span', { class: 'muted', text: moveInWords(app.words, fen, move.uci) });
        const button = h(
          'button',
          { class: 'btn', type: 'button' },
          h('b', { class: 'ink', text: written }),
          words,
        );
        button.addEventListener('click', () => {
          playMove(move.uci, written);
          field.focus();
        });
        return button;
      }),
    );
    choices.hidden = false;
    set(choices, 'aria-label', fault.textContent);
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clear();
    const text = field.value.trim();
    const found = await understand(app, text, () => say(fault, app.t('entry.loading')));
    if (found === null || field.value.trim() !== text) return;
    if (typeof found === 'string') tell(found);
    else if (found.length === 1) playMove(found[0].uci, text);
    else offer(found, text);
  });
  field.addEventListener('input', clear);
  app.watch(
    () => [app.state.game.id, app.state.game.tree.current],
    () => !choices.hidden && clear(),
  );
  app.watch(
    () => [app.notation],
    () => {
      say(label, app.t('entry.label'));
      set(field, 'placeholder', EXAMPLES[app.notation] ?? '');
      say(play, app.t('entry.play'));
    },
  );
  return [form, fault, choices];
}

/**
 * What a text means here: the moves, a sentence that says what is wrong, or null when the position is another one by now.
 * @param {App} app
 * @param {string} text
 * @param {() => void} onWait  called when the engine has to be waited for
 * @returns {Promise<Meaning[] | string | null>}
 */
async function understand(app, text, onWait) {
  const { game } = app.state;
  const { tree } = game;
  const reason = app.session.cannotMoveReason();
  if (reason) return app.t(`entry.${reason}`);
  const coordinates = plainMove(nodeOf(tree).view?.dests ?? {}, text);
  if (coordinates) return [{ uci: coordinates }];
  if (/^[a-z]\d[a-z]\d$/i.test(text)) return app.t('entry.illegal', { text });
  if (!text) return app.t('entry.malformed', { text, example: EXAMPLES[app.notation] ?? '' });
  if (app.state.engine.state !== 'idle' && app.state.engine.state !== 'thinking') onWait();
  try {
    const found = await app.client.parse({ game: game.game, fen: tree.fen, moves: movesTo(tree), text });
    const same = app.state.game.id === game.id && app.state.game.tree.current === tree.current;
    return same ? found : null;
  } catch (error) {
    const { code } = /** @type {Failure} */ (error);
    if (code === 'illegal_move') return app.t('entry.illegal', { text });
    if (code === 'invalid_move')
      return app.t('entry.malformed', { text, example: EXAMPLES[app.notation] ?? '' });
    return errorInWords(app.words, /** @type {Failure} */ (error));
  }
}

/**
 * A legal move in coordinates, however they are written (`h2e2`, `H2-E2`, `h2 e2`), or null: then the rules are asked.
 * @param {Record<string, string[]>} dests
 * @param {string} text
 * @returns {string | null}
 */
export function plainMove(dests, text) {
  const plain = text.toLowerCase().replace(/[\s–—-]+/g, '');
  const moves = Object.entries(dests).flatMap(([orig, each]) => each.map((dest) => orig + dest));
  return moves.find((move) => move === plain) ?? null;
}

/**
 * @param {App<PlaySession>} app
 * @param {{ openImport: () => unknown, openExport: () => unknown }} dialogs
 */
function copies(app, dialogs) {
  const fen = copyButton('copy', (button) =>
    copyText(app, nodeOf(app.state.game.tree).view?.fen ?? '', button),
  );
  const link = copyButton('link', (button) => copyText(app, linkTo(app), button));
  const bring = copyButton('import', dialogs.openImport);
  const take = copyButton('export', dialogs.openExport);
  app.watch(
    () => [nodeOf(app.state.game.tree).view, app.state.plays],
    () => {
      const { plays, game } = app.state;
      for (const [button, key] of /** @type {const} */ ([
        [fen, 'entry.copyFen'],
        [link, 'entry.copyLink'],
        [bring, 'entry.import'],
        [take, 'entry.export'],
      ])) {
        say(/** @type {Element} */ (button.lastElementChild), app.t(key));
      }
      fen.disabled = nodeOf(game.tree).view === null;
      bring.disabled = !plays;
    },
  );
  return h('div', { class: 'row copies' }, fen, link, bring, take);
}

/** @param {string} symbol @param {(button: HTMLButtonElement) => unknown} act */
function copyButton(symbol, act) {
  const button = h('button', { class: 'btn', type: 'button' }, icon(symbol), h('span'));
  button.addEventListener('click', () => act(button));
  return button;
}
