// A game that is brought in: pasted, from a file, or dropped. The engine detects the format. The current game is
// replaced only when the person has seen the result and opens it. No DOM.

/** @import { App } from '../game-view/app.js' */
/** @import { PlaySession } from '../game/session.js' */
/** @import { EncodingReading, Failure, ReadResult } from '../engine/messages.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Source } from '../ui/drop-and-paste.js' */

import { computed } from '@preact/signals-core';
import { gameTitle } from '../game-view/record-words.js';
import { dataUrl } from '../ui/files.js';
import { reactive, update } from '../ui/reactive.js';

/** Typed text is read after a pause of this length. */
const PAUSE_MS = 350;
/** A game is read when the arrow keys have stayed on it for a moment. */
const PICK_MS = 150;
/** Longer texts are not put into the field: browsers take seconds to show megabytes. */
const LONGEST_SHOWN = 200_000;
const ROWS_SHOWN = 500;
/** The largest file that fits into a message as base64; see protocol/page/messages.json. */
const LARGEST_FILE = 24 << 20;

/** @typedef {NonNullable<ReadResult['game']>} ReadGame */

/**
 * `reading`: a message stands in place of the result; `share`: how much has been read, null if unknown; `encoding` of
 * the file: the one that was taken, or chosen; `encodings` that it may have, the likeliest first, none where there is
 * no doubt; `refused`: another tab played the game to be replaced; `list` of a file with several games; `active`: the
 * row of it that is selected, -1: none yet; `how` the game is opened on the analysis board.
 */
const nothingRead = () => ({
  typed: '',
  source: /** @type {Source | null} */ (null),
  reading: false,
  share: /** @type {number | null} */ (null),
  result: /** @type {ReadResult | null} */ (null),
  error: /** @type {Failure | null} */ (null),
  encoding: '',
  encodings: /** @type {EncodingReading[]} */ ([]),
  refused: false,
  list: /** @type {ReadResult | null} */ (null),
  search: '',
  active: -1,
  how: /** @type {'new' | 'merge'} */ ('new'),
});

export class Importer {
  state = reactive({
    ...nothingRead(),
    opponent: /** @type {'person' | 'engine'} */ ('person'),
    side: /** @type {'red' | 'black'} */ ('red'),
  });
  /** The games of a file, by their numbers. */
  #titles = computed(() =>
    (this.state.list?.games ?? []).map((headers, number) => {
      const untitled = () => this.app.t('records.import.untitled', { number: number + 1 });
      const title = gameTitle(this.app, headers) || untitled();
      return { number, title, found: title.toLowerCase() };
    }),
  );
  /** Identifies the latest reading; answers to earlier ones are dropped. @type {object | null} */
  #token = null;
  /** @type {any} */
  #pause = null;

  /**
   * @param {App<PlaySession>} app
   * @param {((record: ReadGame) => boolean) | null} [merge]  on the analysis board: adds a record to the analysis at hand;
   *   false where it starts from another position
   */
  constructor(app, merge = null) {
    this.app = app;
    this.merge = merge;
  }

  /** The game that can be opened, at least in part. */
  get ready() {
    const game = this.state.result?.game;
    return game && (game.moves.length > 0 || game.errors.length === 0) ? game : null;
  }

  /** Whether it can be added to the analysis at hand. */
  get mayMerge() {
    const { game, tree } = this.app.state.game;
    const { ready } = this;
    return Boolean(
      this.merge && ready && ready.game === game && ready.fen === tree.fen && tree.nodes.size > 1,
    );
  }

  /** @param {string} text  in the field, so far */
  type(text) {
    clearTimeout(this.#pause);
    update(this.state, { typed: text });
    this.#pause = setTimeout(() => (text.trim() ? this.read({ text }) : this.forget()), PAUSE_MS);
  }

  /** Take a text that is too long for the field; whether it is. @param {string} text */
  readLong(text) {
    if (text.length <= LONGEST_SHOWN) return false;
    const size = Math.round(text.length / 100_000) / 10;
    this.read({ text, name: this.app.t('records.import.pasted', { size }) });
    return true;
  }

  /** @param {File} file */
  async readFile(file) {
    const { name, size } = file;
    if (size > LARGEST_FILE) return this.#refuse(name, 'too_large');
    try {
      const [, data] = (await dataUrl(file)).split(',');
      this.read({ data, name });
    } catch {
      this.#refuse(name, 'unreadable');
    }
  }

  /** @param {Source} source */
  read(source) {
    this.forget();
    update(this.state, { source, typed: source.name ? '' : (source.text ?? '') });
    this.#read(null);
  }

  forget() {
    clearTimeout(this.#pause);
    this.#token = null;
    update(this.state, nothingRead());
  }

  /** @param {string} name @param {string} reason */
  #refuse(name, reason) {
    this.forget();
    update(this.state, { source: { name }, error: { code: 'invalid_record', reason, message: '' } });
  }

  /** @param {string} encoding */
  readAs(encoding) {
    update(this.state, { encoding, list: null, search: '', active: -1 });
    this.#read(null);
  }

  /** @param {number | null} number of the game that is wanted, where there are several */
  async #read(number) {
    const { state } = this;
    const app = this.app;
    if (!state.source) return;
    const mine = {};
    this.#token = mine;
    update(state, { reading: true, share: null, result: null, error: null });
    const { text, data } = state.source;
    const content = data === undefined ? { text } : { data, encoding: state.encoding || null };
    try {
      const result = await app.client.read(
        { game: app.state.game.game, ...content, pick: number },
        { onProgress: (share) => this.#token === mine && update(state, { share }) },
      );
      if (this.#token !== mine) return;
      const { encoding, encodings = [] } = result;
      update(state, { result, encoding: encoding ?? '', encodings });
      if (result.total > 1) update(state, { list: result });
    } catch (error) {
      if (this.#token !== mine) return;
      const failure = /** @type {Failure} */ (error);
      update(state, { error: failure, ...offeredBy(failure) });
    }
    update(state, { reading: false, share: null });
  }

  /** The games that match the search; `hidden`: how many more there are. */
  get rows() {
    const { search, list, active } = this.state;
    const wanted = search.trim().toLowerCase();
    const matching = this.#titles.value.filter(({ found }) => found.includes(wanted));
    const shown = matching.slice(0, ROWS_SHOWN);
    const hidden = (wanted ? matching.length : (list?.total ?? 0)) - shown.length;
    return { shown, hidden, active: Math.min(active, shown.length - 1) };
  }

  /** The row that a key selects. @param {string} key @returns {number | undefined} */
  rowFor(key) {
    const { shown, active } = this.rows;
    const last = shown.length - 1;
    /** @type {Record<string, number>} */
    const rows = {
      ArrowDown: Math.min(active + 1, last),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: last,
      ' ': active,
    };
    return rows[key];
  }

  /** Select a row. Its game is read after a pause: the arrow keys may go on. @param {number} row */
  choose(row) {
    const chosen = this.rows.shown[row];
    if (!chosen) return;
    update(this.state, { active: row });
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#read(chosen.number), PICK_MS);
  }

  /** Open the game; false where it cannot be. */
  async open() {
    const { ready: game, mayMerge, state } = this;
    const { session, settings } = this.app;
    if (!game) return false;
    const { opponent, side, how } = state;
    const format = state.result?.format;
    // A record opens at its start. A position, or a game that goes on against the engine, opens at its end.
    const isRecord = format !== 'fen' && format !== 'moves';
    const at = isRecord && (this.merge || opponent === 'person') ? 'start' : 'end';
    const level = settings.levels[/** @type {GameName} */ (game.game)];
    const request = { opponent: this.merge ? /** @type {const} */ ('person') : opponent, side, level };
    const merged = mayMerge && how === 'merge' && this.merge?.(game);
    if (!merged && !(await session.openRecord(game, request, at))) {
      update(state, { refused: true });
      return false;
    }
    const [fault] = game.errors;
    if (fault) session.notify({ kind: 'record_fault', error: fault });
    return true;
  }
}

/**
 * The encodings that the error of a file names.
 * @param {Failure} error
 * @returns {{ encoding?: string, encodings?: EncodingReading[] }}
 */
function offeredBy({ details = {} }) {
  const { encoding, encodings } = /** @type {Record<string, string>} */ (details);
  return encodings
    ? { encoding, encodings: encodings.split(' ').map((each) => ({ encoding: each, sample: '' })) }
    : {};
}
