// @ts-check
// The dialog that takes a game along: as text to copy or to save, or as a picture of the board.

/** @import { App } from './app.js' */
/** @import { Side } from '../game/types.js' */

import { boardPicture, pictureAsPng } from '../board/picture.js';
import { outcomeAt } from '../game/game.js';
import { recordOf, resultOf } from '../game/game-record.js';
import { factsOf } from '../game/games.js';
import { offerOf } from '../game/languages.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { copyText } from './clipboard.js';
import { makeDialog, segments } from './dialog.js';
import { h, icon, say, set } from './dom.js';
import { embedFields } from './export-embed.js';
import { errorInWords, notationName } from './phrases.js';

/** @typedef {'pgn' | 'dhtmlxq' | 'fen' | 'picture' | 'embed'} Kind */

const ENDINGS = { pgn: 'pgn', dhtmlxq: 'txt', fen: 'fen', embed: 'html' };
/** Pixels of a cell in a PNG: sharp on a phone, small in a mail. */
const PNG_CELL = 120;

/** @param {App} app */
export function exportDialog(app) {
  /** @type {Kind} */
  let kind = 'pgn';
  /** @type {string | null} of a PGN; null: as on the page */
  let notation = null;
  /** Stands for the text that is wanted. @type {object | null} */
  let token = null;

  const format = segments(app, {
    name: 'export-format',
    legend: () => 'export.format',
    choices: [
      { value: 'pgn', label: 'export.format.pgn' },
      { value: 'dhtmlxq', label: 'export.format.dhtmlxq' },
      { value: 'fen', label: 'export.format.fen' },
      { value: 'picture', label: 'export.format.picture' },
      { value: 'embed', label: 'export.format.embed' },
    ],
    chosen: () => kind,
    choose: (value) => {
      kind = value;
      show();
    },
  });
  const select = h('select', { id: 'export-notation' });
  const selectLabel = h('label', { for: 'export-notation' });
  const moves = h('div', { class: 'field' }, selectLabel, select);
  select.addEventListener('change', () => {
    notation = select.value;
    show();
  });
  const embed = embedFields(app, () => show());
  const text = h('textarea', { readonly: true, rows: 9, spellcheck: 'false' });
  const fault = h('p', { class: 'fault small', role: 'alert' });
  const picture = h('img', { class: 'picture', hidden: true });
  const copy = textButton('copy', (button) => copyText(app, text.value, button));
  const save = textButton('export', () =>
    download(new Blob([text.value], { type: 'text/plain' }), fileName()),
  );
  const svg = textButton('export', () => download(svgBlob(), 'cannonfish.svg'));
  const png = textButton('export', async () => download(await pngBlob(), 'cannonfish.png'));
  const copyPng = textButton('copy', copyPicture);
  const texts = [copy, save];
  const pictures = [copyPng, png, svg];
  const form = h(
    'form',
    { class: 'form', method: 'dialog' },
    format,
    moves,
    embed.node,
    text,
    embed.more,
    picture,
    fault,
    h('div', { class: 'row buttons' }, ...texts, ...pictures),
  );
  const dialog = makeDialog(app, { name: 'export', title: 'export.title', body: form });

  const fileName = () => `cannonfish.${ENDINGS[/** @type {keyof typeof ENDINGS} */ (kind)]}`;

  async function show() {
    const offer = offerOf(app.state.game.game);
    const isPicture = kind === 'picture';
    for (const input of format.querySelectorAll('input')) {
      /** @type {HTMLElement} */ (input.parentElement).hidden =
        input.value === 'dhtmlxq' && !offer.formats.includes('dhtmlxq');
    }
    const written = offer.notations.filter((name) => name !== 'uci');
    moves.hidden = kind !== 'pgn' || !offer.chinese;
    embed.node.hidden = embed.more.hidden = kind !== 'embed';
    select.replaceChildren(
      ...written.map((value) => h('option', { value, text: notationName(app.words, value) })),
    );
    select.value = chosenNotation();
    for (const button of texts) button.hidden = isPicture;
    for (const button of pictures) button.hidden = !isPicture;
    copyPng.hidden = !isPicture || typeof ClipboardItem === 'undefined';
    text.hidden = isPicture;
    picture.hidden = !isPicture;
    say(fault, '');
    if (isPicture) showPicture();
    else await showText();
  }

  function chosenNotation() {
    const { notations, chinese } = offerOf(app.state.game.game);
    const wish = notation ?? app.notation;
    const can = notations.filter((name) => name !== 'uci');
    return can.includes(wish) ? wish : (chinese ?? can[0] ?? '');
  }

  async function showText() {
    const mine = {};
    token = mine;
    for (const button of texts) button.disabled = true;
    text.value = '';
    set(text, 'placeholder', app.t('export.waiting'));
    set(text, 'rows', kind === 'fen' ? 2 : kind === 'embed' ? 6 : 9);
    try {
      const written = await writing[/** @type {keyof typeof writing} */ (kind)]();
      if (token !== mine) return;
      text.value = written;
      for (const button of texts) button.disabled = false;
    } catch (error) {
      if (token === mine) say(fault, errorInWords(app.words, /** @type {any} */ (error)));
    }
  }

  const writing = {
    pgn: () => record('pgn'),
    dhtmlxq: () => record('dhtmlxq'),
    fen: async () => nodeOf(app.state.game.tree).view?.fen ?? '',
    embed: async () => embed.snippet(),
  };

  /** @param {'pgn' | 'dhtmlxq'} format */
  function record(format) {
    const { game } = app.state;
    const chinese = offerOf(game.game).chinese !== undefined;
    const wanted = { format, record: recordOf(game, headersOf(app)) };
    return app.client.write(format === 'pgn' && chinese ? { ...wanted, notation: chosenNotation() } : wanted);
  }

  function showPicture() {
    try {
      picture.src = `data:image/svg+xml,${encodeURIComponent(boardPicture(boardElement()))}`;
      picture.alt = app.t('export.picture');
    } catch {
      say(fault, app.t('export.noPicture'));
    }
  }

  function svgBlob() {
    return new Blob([boardPicture(boardElement())], { type: 'image/svg+xml' });
  }

  function pngBlob() {
    return pictureAsPng(boardPicture(boardElement()), PNG_CELL);
  }

  async function copyPicture() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngBlob() })]);
      say(/** @type {Element} */ (copyPng.lastElementChild), app.t('entry.copied'));
    } catch {
      say(fault, app.t('export.noPicture'));
    }
  }

  app.watch(
    () => [],
    () => {
      say(selectLabel, app.t('export.notation'));
      set(text, 'aria-label', app.t('export.text'));
      for (const [button, key] of /** @type {const} */ ([
        [copy, 'export.copy'],
        [save, 'export.download'],
        [svg, 'export.svg'],
        [png, 'export.png'],
        [copyPng, 'export.copyPng'],
      ])) {
        say(/** @type {Element} */ (button.lastElementChild), app.t(key));
      }
    },
  );
  app.watch(
    () => [app.state.game.tree], // the game goes on behind the dialog
    () => dialog.node.open && show(),
  );
  return {
    ...dialog,
    open: () => {
      dialog.open();
      show();
    },
  };
}

/** @param {string} symbol @param {(button: HTMLButtonElement) => unknown} act */
function textButton(symbol, act) {
  const button = h('button', { class: 'btn', type: 'button' }, icon(symbol), h('span'));
  button.addEventListener('click', () => act(button));
  return button;
}

/** The board on the page. */
function boardElement() {
  return /** @type {HTMLElement} */ (document.querySelector('#board .board'));
}

/** What is known of the game: what an imported one said, else who plays. @param {App} app @returns {Record<string, string>} */
function headersOf(app) {
  const { game } = app.state;
  const { sides } = factsOf(game.game);
  const Result = resultOf(outcomeAt(game, tipOf(game.tree).id), sides);
  if (game.headers)
    return { ...game.headers, Result: Result === '*' ? (game.headers.Result ?? '*') : Result };
  const level = `${app.t('new.level')} ${game.level}`;
  const name = (/** @type {Side} */ side) =>
    game.players[side] === 'engine' ? `Cannonfish (${level})` : '?';
  const today = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const date = `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`;
  const first = sides[0] === 'red' ? 'Red' : 'White';
  return { Event: 'Cannonfish', Date: date, [first]: name(sides[0]), Black: name(sides[1]), Result };
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
