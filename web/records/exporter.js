// What is exported of a game or a position: the kind of it, and the text or file, written anew when either changes.
// No DOM.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { Embedding } from './export-embed.js' */

import { untracked } from '@preact/signals-core';
import { turnAt } from '../game/game.js';
import { offerOf } from '../game/notations.js';
import { nodeOf } from '../game/tree.js';
import { errorInWords } from '../game-view/fault-words.js';
import { recordFor } from '../game-view/game-headers.js';
import { linkTo } from '../game-view/game-link.js';
import { fenAt } from '../game-view/piece-words.js';
import { observe, reactive, update } from '../ui/reactive.js';
import { snippetWriter } from './export-embed.js';

/** @typedef {Partial<Record<'analysis' | 'play' | 'editor', string>>} Links */
/** @typedef {(typeof KINDS)[number]} Kind */

const KINDS = /** @type {const} */ (['link', 'pgn', 'dhtmlxq', 'xqf', 'fen', 'picture', 'gif', 'embed']);
/** How long a button says that the picture has been copied. */
const SHOWN_MS = 1600;

export class Exporter {
  /** `page` that the link opens; `notation` of a PGN, null: as on the page. */
  chosen;
  embedding = reactive(/** @type {Embedding} */ ({ shown: 'replay', way: 'element' }));
  /** `text`, in base 64 where it is a file, is null while it is being written. */
  made = reactive({ text: /** @type {string | null} */ (null), fault: '', copied: false });
  #kinds;
  /** Identifies the latest text; earlier ones are dropped. @type {object | null} */
  #token = null;

  /**
   * @param {App} app
   * @param {object} [options]
   * @param {readonly Kind[]} [options.kinds]
   * @param {() => Links} [options.links]  addresses of what is shared, by the page that shows it, the usual one first
   */
  constructor(app, { kinds = KINDS, links = () => ({}) } = {}) {
    this.app = app;
    this.#kinds = kinds;
    this.links = links;
    this.chosen = reactive({
      kind: /** @type {Kind} */ (kinds.includes('pgn') ? 'pgn' : kinds[0]),
      page: /** @type {keyof Links | null} */ (null),
      notation: /** @type {string | null} */ (null),
    });
  }

  /** What this game can be exported as. */
  get kinds() {
    const { game } = this.app.state;
    return this.#kinds.filter((kind) => {
      if (kind === 'dhtmlxq' || kind === 'xqf') return this.#offer.formats.includes(kind);
      return kind !== 'embed' || this.#kinds.includes('pgn') || nodeOf(game.tree).view !== null;
    });
  }

  /** What is written: the chosen kind, unless this game lacks it. @returns {Kind} */
  get kind() {
    const { kind } = this.chosen;
    return this.kinds.includes(kind) ? kind : this.#kinds[0];
  }

  get pages() {
    return /** @type {Array<keyof Links>} */ (Object.keys(this.links()));
  }

  /** Where the link leads. */
  get page() {
    return this.pages.find((page) => page === this.chosen.page) ?? this.pages[0];
  }

  /** The notations of a PGN to choose from. */
  get notations() {
    const { chinese, notations } = this.#offer;
    return chinese ? notations.filter((name) => name !== 'uci') : [];
  }

  /** @returns {string | undefined} */
  get notation() {
    const wish = this.chosen.notation ?? this.app.notation;
    return this.notations.includes(wish) ? wish : this.#offer.chinese;
  }

  get #offer() {
    return offerOf(this.app.state.game.game);
  }

  /** What a picture does not show: who is to move. */
  get caption() {
    const app = this.app;
    return app.t('records.export.picture', { side: app.t(`game-view.side.${turnAt(app.state.game)}`) });
  }

  /** Write what is chosen, anew when the game goes on. @param {() => boolean} isOpen  reads signals */
  follow(isOpen) {
    return observe(() => {
      const { kind } = this;
      update(this.made, { text: null, fault: '', copied: false });
      if (!isOpen() || kind === 'picture' || kind === 'gif') return;
      const writer = this.#writerOf(kind);
      untracked(() => this.#write(writer));
    });
  }

  /** The function that writes the chosen text or file. @param {Exclude<Kind, 'picture' | 'gif'>} kind @returns {() => string | Promise<string | null>} */
  #writerOf(kind) {
    const app = this.app;
    const { game } = app.state;
    if (kind === 'link') {
      const link = this.links()[this.page];
      return () => link ?? linkTo(app);
    }
    if (kind === 'fen') return () => fenAt(game);
    const { notation } = this;
    if (kind === 'embed') return snippetWriter(app, this.embedding, notation);
    const wanted = { format: kind, record: recordFor(app, game) };
    return () => app.client.write(notation && kind === 'pgn' ? { ...wanted, notation } : wanted);
  }

  /** @param {() => string | Promise<string | null>} writer */
  async #write(writer) {
    const app = this.app;
    const mine = {};
    this.#token = mine;
    try {
      const text = await writer();
      if (this.#token !== mine) return;
      update(this.made, text === null ? { fault: app.t('records.export.tooLong') } : { text });
    } catch (error) {
      if (this.#token === mine)
        update(this.made, { fault: errorInWords(app.words, /** @type {any} */ (error)) });
    }
  }

  /** Open the system's share sheet. @param {() => ShareData | Promise<ShareData>} data */
  async share(data) {
    try {
      await navigator.share(await data());
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError')
        update(this.made, { fault: this.app.t('records.export.noShare') });
    }
  }

  /** Put a picture on the clipboard, and say so for a moment. @param {() => Promise<Blob>} png */
  async copyPicture(png) {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]);
      update(this.made, { copied: true, fault: '' });
      setTimeout(() => update(this.made, { copied: false }), SHOWN_MS);
    } catch {
      update(this.made, { fault: this.app.t('records.export.noPicture') });
    }
  }
}
