// The dialog that exports a game or a position: as a link, as text to copy or save, as a picture of the
// board, or through the system's share sheet.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Game } from '../game/types.js' */

import { untracked } from '@preact/signals-core';
import { boardPicture, pictureAsPng } from '../board/picture.js';
import { turnAt } from '../game/game.js';
import { offerOf } from '../game/notations.js';
import { nodeOf } from '../game/tree.js';
import { errorInWords } from '../game-view/fault-words.js';
import { headersOf, recordFor } from '../game-view/game-headers.js';
import { linkTo } from '../game-view/game-link.js';
import { fenAt, notationName } from '../game-view/piece-words.js';
import { button, named, segments, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { makeDialog } from '../ui/dialog.js';
import { bytesOf, saveFile } from '../ui/files.js';
import { load } from '../ui/load.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { lazyView } from '../ui/unloaded.js';
import { html, nothing } from '../ui/view.js';
import { embedFields, embedGuide, snippetWriter } from './export-embed.js';

/** @typedef {Partial<Record<'analysis' | 'play' | 'editor', string>>} Links */
/** @typedef {'link' | 'pgn' | 'dhtmlxq' | 'xqf' | 'fen' | 'picture' | 'gif' | 'embed'} Kind */

const KINDS = /** @type {const} */ (['link', 'pgn', 'dhtmlxq', 'xqf', 'fen', 'picture', 'gif', 'embed']);
const ENDINGS = { link: 'txt', pgn: 'pgn', dhtmlxq: 'txt', fen: 'fen', embed: 'html' };
const ROWS = { link: 3, pgn: 9, dhtmlxq: 9, fen: 2, embed: 6 };
/** Longer addresses are cut or refused by some programs and servers. */
const LONG_LINK = 2000;
/** Pixels of a cell in a PNG: sharp on a phone, small in a mail. */
const PNG_CELL = 120;
/** How long a button says that the picture has been copied. */
const SHOWN_MS = 1600;

/**
 * @param {App} app
 * @param {{ kinds?: readonly Kind[], links?: () => Links, lines?: () => import('./export-animation.js').Line[] }} [options]
 *   links: addresses of what is shared, by the page that shows it, the usual one first; lines: of the engine, which can
 *   be shared like the game
 */
export function exportDialog(app, { kinds = KINDS, links = () => ({}), lines = () => [] } = {}) {
  const chosen = reactive({
    kind: /** @type {Kind} */ (kinds.includes('pgn') ? 'pgn' : kinds[0]),
    page: /** @type {keyof Links | null} that the link opens */ (null),
    notation: /** @type {string | null} of a PGN; null: as on the page */ (null),
  });
  const embedding = reactive(
    /** @type {import('./export-embed.js').Embedding} */ ({ shown: 'replay', way: 'element' }),
  );
  /** `text`, in base 64 where it is a file, is null while it is being written. */
  const made = reactive({ text: /** @type {string | null} */ (null), fault: '', copied: false });
  let stopAnimation = () => {};
  const animated = lazyView(app, async () => {
    const { animation } = await load(() => import('./export-animation.js'));
    const share = (/** @type {File} */ file) => shareButton(() => ({ files: [file] }), file);
    const { view, stop } = animation(app, { lines, headers: () => headersOf(app, app.state.game), share });
    stopAnimation = stop;
    return view;
  });
  const dialog = makeDialog(app, { name: 'export', title: 'records.export.title', body: form });
  /** Identifies the latest text; earlier ones are dropped. @type {object | null} */
  let token = null;

  /** @param {Kind} kind */
  function isOffered(kind) {
    if (kind === 'dhtmlxq' || kind === 'xqf') return offerOf(app.state.game.game).formats.includes(kind);
    return kind !== 'embed' || kinds.includes('pgn') || nodeOf(app.state.game.tree).view !== null;
  }

  /** What is written: the chosen kind, unless this game lacks it. @returns {Kind} */
  const kindNow = () => (isOffered(chosen.kind) ? chosen.kind : kinds[0]);

  function form() {
    const kind = kindNow();
    const offer = offerOf(app.state.game.game);
    return html`<form class="form" method="dialog">
      ${segments({
        name: 'export-format',
        legend: app.t('records.export.format.label'),
        choices: named(kinds.filter(isOffered), (value) => app.t(`records.export.format.${value}`)),
        chosen: kind,
        choose: (value) => update(chosen, { kind: value }),
      })}
      ${kind === 'pgn' && offer.chinese ? notationField() : nothing}
      ${kind === 'link' && pages().length > 1 ? pageField() : nothing}
      ${kind === 'embed' ? embedFields(app, embedding) : nothing}
      ${content(kind)}
    </form>`;
  }

  const pages = () => /** @type {Array<keyof Links>} */ (Object.keys(links()));
  const pageNow = () => pages().find((page) => page === chosen.page) ?? pages()[0];

  /** Where the link leads. */
  const pageField = () =>
    segments({
      name: 'export-page',
      legend: app.t('records.export.opens'),
      choices: named(pages(), (page) => app.t(`shell.nav.${page}`)),
      chosen: pageNow(),
      choose: (page) => update(chosen, { page }),
    });

  /** @param {Kind} kind */
  function content(kind) {
    if (kind === 'picture') return picture();
    if (kind === 'gif') return animated();
    return kind === 'xqf' ? xqf() : text(kind);
  }

  const notationField = () =>
    select({
      id: 'export-notation',
      label: app.t('records.export.notation'),
      choices: named(writable(), (value) => notationName(app.words, app.state.game.game, value)),
      chosen: notationOfMoves(),
      choose: (notation) => update(chosen, { notation }),
    });

  /** The notations of a PGN. */
  const writable = () => offerOf(app.state.game.game).notations.filter((name) => name !== 'uci');

  function notationOfMoves() {
    const wish = chosen.notation ?? app.notation;
    return writable().includes(wish) ? wish : (offerOf(app.state.game.game).chinese ?? writable()[0] ?? '');
  }

  /** @param {keyof typeof ENDINGS} kind */
  function text(kind) {
    const { text } = made;
    const save = () =>
      saveFile(`cannonfish.${ENDINGS[kind]}`, new Blob([text ?? ''], { type: 'text/plain' }));
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
      ${fault()}
      <div class="row buttons">
        ${copyButton(app, {
          name: 'export',
          symbol: 'copy',
          label: app.t('records.export.copy'),
          text: () => text ?? '',
          disabled: text === null,
        })}
        ${kind === 'link' ? nothing : button('import', app.t('records.export.download'), save, { disabled: text === null })}
        ${kind === 'embed' ? nothing : shareButton(() => (kind === 'link' ? { url: text ?? '' } : { text: text ?? '' }))}
      </div>`;
  }

  function xqf() {
    const { text } = made;
    const file = new File(text === null ? [] : [bytesOf(text)], 'cannonfish.xqf', {
      type: 'application/x-xqf',
    });
    return html`<p class="small">${app.t('records.export.xqf.kept')}</p>
      ${fault()}
      <div class="row buttons">
        ${button('import', app.t('records.export.download'), () => saveFile(file.name, file), { disabled: text === null })}
        ${text === null ? nothing : shareButton(() => ({ files: [file] }), file)}
      </div>`;
  }

  function picture() {
    const canCopy = typeof ClipboardItem !== 'undefined';
    const savePng = async () => saveFile('cannonfish.png', await pngBlob());
    return html`${pictureView()}${fault()}
      <div class="row buttons">
        ${canCopy ? button('copy', app.t(made.copied ? 'ui.copied' : 'records.export.copyPng'), copyPicture) : nothing}
        ${button('import', app.t('records.export.png'), savePng)}
        ${button('import', app.t('records.export.svg'), () => saveFile('cannonfish.svg', svgBlob()))}
        ${shareButton(async () => ({ files: [pngFile(await pngBlob())], text: caption() }), pngFile())}
      </div>`;
  }

  /**
   * A button that opens the system's share sheet.
   * @param {() => ShareData | Promise<ShareData>} data
   * @param {File} [file]  a sample of the file to share; not every system takes files
   */
  function shareButton(data, file) {
    if (!navigator.share || (file && !navigator.canShare?.({ files: [file] }))) return nothing;
    const share = async () => {
      try {
        await navigator.share(await data());
      } catch (error) {
        if (/** @type {Error} */ (error).name !== 'AbortError')
          update(made, { fault: app.t('records.export.noShare') });
      }
    };
    return button('share', app.t('records.export.share'), share);
  }

  /** What the picture does not show: who is to move. */
  const caption = () =>
    app.t('records.export.picture', { side: app.t(`game-view.side.${turnAt(app.state.game)}`) });

  function pictureView() {
    try {
      const address = `data:image/svg+xml,${encodeURIComponent(svgText())}`;
      return html`<img class="picture" src=${address} alt=${caption()} />`;
    } catch {
      return html`<p class="fault small" role="alert">${app.t('records.export.noPicture')}</p>`;
    }
  }

  const fault = () => html`<p class="fault small" role="alert">${made.fault}</p>`;

  async function copyPicture() {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngBlob() })]);
      update(made, { copied: true, fault: '' });
      setTimeout(() => update(made, { copied: false }), SHOWN_MS);
    } catch {
      update(made, { fault: app.t('records.export.noPicture') });
    }
  }

  /** The function that writes the chosen text or file. @param {keyof typeof ENDINGS | 'xqf'} kind @returns {() => string | Promise<string | null>} */
  function writerOf(kind) {
    const { game } = app.state;
    if (kind === 'link') {
      const link = links()[pageNow()];
      return () => link ?? linkTo(app);
    }
    if (kind === 'fen') return () => fenAt(game);
    const notation = offerOf(game.game).chinese ? notationOfMoves() : undefined;
    if (kind === 'embed') return snippetWriter(app, embedding, notation);
    const wanted = { format: kind, record: recordFor(app, game) };
    return () => app.client.write(notation && kind === 'pgn' ? { ...wanted, notation } : wanted);
  }

  /** @param {() => string | Promise<string | null>} writer */
  async function write(writer) {
    const mine = {};
    token = mine;
    try {
      const text = await writer();
      if (token === mine) update(made, text === null ? { fault: app.t('records.export.tooLong') } : { text });
    } catch (error) {
      if (token === mine) update(made, { fault: errorInWords(app.words, /** @type {any} */ (error)) });
    }
  }

  dialog.node.addEventListener('close', () => stopAnimation());
  observe(() => {
    const kind = kindNow();
    update(made, { text: null, fault: '', copied: false });
    if (!dialog.state.open || kind === 'picture' || kind === 'gif') return;
    const writer = writerOf(kind); // anew when the game goes on behind the dialog
    untracked(() => write(writer));
  });
  return {
    ...dialog,
    /** @param {Kind} kind */
    openAt: (kind) => {
      update(chosen, { kind });
      dialog.open();
    },
  };
}

/** The board on the page, as a picture. */
const svgText = () => boardPicture(/** @type {HTMLElement} */ (document.querySelector('#board .board')));
const svgBlob = () => new Blob([svgText()], { type: 'image/svg+xml' });
const pngBlob = () => pictureAsPng(svgText(), PNG_CELL);
const pngFile = (/** @type {Blob[]} */ ...blobs) => new File(blobs, 'cannonfish.png', { type: 'image/png' });
