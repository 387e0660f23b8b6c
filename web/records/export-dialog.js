// The dialog that exports a game or a position: as a link, as text to copy or save, as a picture of the
// board, or through the system's share sheet.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */
/** @import { Line } from './animator.js' */
/** @import { Kind, Links } from './exporter.js' */

import { boardPicture, pictureAsPng } from '../board/picture.js';
import { headersOf } from '../game-view/game-headers.js';
import { notationName } from '../game-view/piece-words.js';
import { gameTitle } from '../game-view/record-words.js';
import { button, named, segments, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { makeDialog } from '../ui/dialog.js';
import { bytesOf, saveFile } from '../ui/files.js';
import { load } from '../ui/load.js';
import { update } from '../ui/reactive.js';
import { lazyView } from '../ui/unloaded.js';
import { html, nothing } from '../ui/view.js';
import { embedFields, embedGuide } from './export-embed.js';
import { Exporter } from './exporter.js';
import { printGames } from './printed-games.js';

const ENDINGS = { link: 'txt', pgn: 'pgn', dhtmlxq: 'txt', fen: 'fen', embed: 'html' };
const ROWS = { link: 3, pgn: 9, dhtmlxq: 9, fen: 2, embed: 6 };
/** Longer addresses are cut or refused by some programs and servers. */
const LONG_LINK = 2000;
/** Pixels of a cell in a PNG: sharp on a phone, small in a mail. */
const PNG_CELL = 120;

/**
 * @param {App} app
 * @param {{ kinds?: readonly Kind[], links?: () => Links, lines?: () => Line[] }} [options]  as in Exporter;
 *   lines: of the engine, which can be shared like the game
 */
export function exportDialog(app, { lines = () => [], ...options } = {}) {
  const exporter = new Exporter(app, options);
  let stopAnimation = () => {};
  const animated = lazyView(app, async () => {
    const { animation } = await load(() => import('./export-animation.js'));
    const share = (/** @type {File} */ file) => shareButton(app, exporter, () => ({ files: [file] }), file);
    const { view, stop } = animation(app, { lines, share });
    stopAnimation = stop;
    return view;
  });
  const body = () => form(app, exporter, animated);
  const dialog = makeDialog(app, { name: 'export', title: 'records.export.title', body });
  dialog.node.addEventListener('close', () => stopAnimation());
  exporter.follow(() => dialog.state.open);
  return {
    ...dialog,
    /** @param {Kind} kind */
    openAt: (kind) => {
      update(exporter.chosen, { kind });
      dialog.open();
    },
  };
}

/** @param {App} app @param {Exporter} exporter @param {View} animated */
function form(app, exporter, animated) {
  const { chosen, kind, kinds, embedding } = exporter;
  return html`<form class="form" method="dialog">
    ${segments({
      name: 'export-format',
      legend: app.t('records.export.format.label'),
      choices: named(kinds, (value) => app.t(`records.export.format.${value}`)),
      chosen: kind,
      choose: (value) => update(chosen, { kind: value }),
    })}
    ${kind === 'pgn' && exporter.notation ? notationField(app, exporter) : nothing}
    ${kind === 'link' && exporter.pages.length > 1 ? pageField(app, exporter) : nothing}
    ${kind === 'embed' ? embedFields(app, embedding) : nothing}
    ${kind === 'gif' ? animated() : kind === 'picture' ? picture(app, exporter) : kind === 'xqf' ? xqf(app, exporter) : text(app, exporter, kind)}
  </form>`;
}

/** Where the link leads. @param {App} app @param {Exporter} exporter */
const pageField = (app, { chosen, pages, page }) =>
  segments({
    name: 'export-page',
    legend: app.t('records.export.opens'),
    choices: named(pages, (value) => app.t(`shell.nav.${value}`)),
    chosen: page,
    choose: (value) => update(chosen, { page: value }),
  });

/** @param {App} app @param {Exporter} exporter */
const notationField = (app, { chosen, notations, notation = '' }) =>
  select({
    id: 'export-notation',
    label: app.t('records.export.notation'),
    choices: named(notations, (value) => notationName(app.words, app.state.game.game, value)),
    chosen: notation,
    choose: (value) => update(chosen, { notation: value }),
  });

/** @param {App} app @param {Exporter} exporter @param {keyof typeof ENDINGS} kind */
function text(app, exporter, kind) {
  const { text } = exporter.made;
  const save = () => saveFile(`cannonfish.${ENDINGS[kind]}`, new Blob([text ?? ''], { type: 'text/plain' }));
  return html`<textarea
      readonly
      rows=${ROWS[kind]}
      spellcheck="false"
      aria-label=${app.t('records.export.text')}
      placeholder=${app.t('records.export.waiting')}
      .value=${text ?? ''}
    ></textarea>
    ${kind === 'embed' ? embedGuide(app) : nothing}
    ${kind === 'link' && (text?.length ?? 0) > LONG_LINK ? html`<p class="small">${app.t('records.export.longLink')}</p>` : nothing}
    ${fault(exporter)}
    <div class="row buttons">
      ${copyButton(app, {
        name: 'export',
        symbol: 'copy',
        label: app.t('records.export.copy'),
        text: () => text ?? '',
        disabled: text === null,
      })}
      ${kind === 'link' ? nothing : button('import', app.t('records.export.download'), save, { disabled: text === null })}
      ${kind === 'pgn' ? button('print', app.t('records.print.button'), () => printShown(app)) : nothing}
      ${kind === 'embed' ? nothing : shareButton(app, exporter, () => (kind === 'link' ? { url: text ?? '' } : { text: text ?? '' }))}
    </div>`;
}

/** Print the game on the board. @param {App} app */
function printShown(app) {
  const { game } = app.state;
  const headers = headersOf(app, game);
  return printGames(app, gameTitle(app, headers) || app.t(`game-view.game.${game.game}`), [
    { game: { ...game, headers } },
  ]);
}

/** @param {App} app @param {Exporter} exporter */
function xqf(app, exporter) {
  const { text } = exporter.made;
  const bytes = text === null ? [] : [bytesOf(text)];
  const file = new File(bytes, 'cannonfish.xqf', { type: 'application/x-xqf' });
  return html`<p class="small">${app.t('records.export.xqf.kept')}</p>
    ${fault(exporter)}
    <div class="row buttons">
      ${button('import', app.t('records.export.download'), () => saveFile(file.name, file), { disabled: text === null })}
      ${text === null ? nothing : shareButton(app, exporter, () => ({ files: [file] }), file)}
    </div>`;
}

/** @param {App} app @param {Exporter} exporter */
function picture(app, exporter) {
  const { caption, made } = exporter;
  const canCopy = typeof ClipboardItem !== 'undefined';
  const savePng = async () => saveFile('cannonfish.png', await pngBlob());
  return html`${pictureView(app, caption)}${fault(exporter)}
    <div class="row buttons">
      ${canCopy ? button('copy', app.t(made.copied ? 'ui.copied' : 'records.export.copyPng'), () => exporter.copyPicture(pngBlob)) : nothing}
      ${button('import', app.t('records.export.png'), savePng)}
      ${button('import', app.t('records.export.svg'), () => saveFile('cannonfish.svg', svgBlob()))}
      ${shareButton(app, exporter, async () => ({ files: [pngFile(await pngBlob())], text: caption }), pngFile())}
    </div>`;
}

/** @param {App} app @param {string} caption */
function pictureView(app, caption) {
  try {
    const address = `data:image/svg+xml,${encodeURIComponent(svgText())}`;
    return html`<img class="picture" src=${address} alt=${caption} />`;
  } catch {
    return html`<p class="fault small" role="alert">${app.t('records.export.noPicture')}</p>`;
  }
}

/** @param {Exporter} exporter */
const fault = ({ made }) => html`<p class="fault small" role="alert">${made.fault}</p>`;

/**
 * A button that opens the system's share sheet.
 * @param {App} app
 * @param {Exporter} exporter
 * @param {() => ShareData | Promise<ShareData>} data
 * @param {File} [file]  a sample of the file to share; not every system takes files
 */
const shareButton = (app, exporter, data, file) =>
  !navigator.share || (file && !navigator.canShare?.({ files: [file] }))
    ? nothing
    : button('share', app.t('records.export.share'), () => exporter.share(data));

/** The board on the page, as a picture. */
const svgText = () => boardPicture(/** @type {HTMLElement} */ (document.querySelector('#board .board')));
const svgBlob = () => new Blob([svgText()], { type: 'image/svg+xml' });
const pngBlob = () => pictureAsPng(svgText(), PNG_CELL);
const pngFile = (/** @type {Blob[]} */ ...blobs) => new File(blobs, 'cannonfish.png', { type: 'image/png' });
