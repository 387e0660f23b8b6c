// Makes an animated GIF of a game or of a line: what is chosen for it, and the frames, one after the other, until it
// is stopped. No DOM.

/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { BoardPainter, Look } from '../board/painter.js' */
/** @import { Gif } from './gif.js' */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough, movesTo, pathTo, ROOT } from '../game/tree.js';
import { errorInWords } from '../game-view/fault-words.js';
import { headersOf } from '../game-view/game-headers.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { squaresOf } from '../game-view/piece-words.js';
import { playerNames } from '../game-view/record-words.js';
import { dataUrl } from '../ui/files.js';
import { onChange, reactive, update } from '../ui/reactive.js';

/** Pixels of the picture from left to right. */
const WIDTHS = { small: 320, medium: 480, large: 640 };
/** Milliseconds for a move. */
const SPEEDS = { fast: 500, normal: 1000, slow: 2000 };
const END_MS = 4000;
/** More moves than this make a file too large to send. */
const MOST_MOVES = 300;

/** A line of the engine that can be shown instead of the game: it is played from a node. @typedef {{ from: number, moves: string[], label: string }} Line */

/** @typedef {Pick<BoardPainter, 'paint' | 'card' | 'size' | 'remove'>} Painter */

export class Animator {
  /** `source`: the game, or the index of a line; `to`: null for the last move. */
  chosen = reactive({
    source: 'game',
    size: /** @type {keyof typeof WIDTHS} */ ('medium'),
    speed: /** @type {keyof typeof SPEEDS} */ ('normal'),
    coordinates: true,
    arrows: true,
    ending: true,
    from: 1,
    to: /** @type {number | null} */ (null),
  });
  now = reactive({
    running: /** @type {AbortController | null} */ (null),
    done: 0,
    total: 1,
    made: /** @type {{ blob: Blob, url: string, size: string } | null} */ (null),
    fault: '',
  });

  /**
   * @param {App} app
   * @param {object} options
   * @param {() => Line[]} options.lines  of the engine
   * @param {(look: Look) => Painter} options.createPainter
   * @param {(...given: ConstructorParameters<typeof Gif>) => Pick<Gif, 'add' | 'finish'>} options.createGif
   */
  constructor(app, { lines, createPainter, createGif }) {
    this.app = app;
    this.lines = lines;
    this.createPainter = createPainter;
    this.createGif = createGif;
    onChange(
      () => `${app.state.game.id} ${this.#nodes.at(-1)?.id}`,
      () => this.#clear(),
    );
  }

  /** @param {Partial<typeof this.chosen>} change */
  choose(change) {
    this.#clear();
    update(this.chosen, change);
  }

  stop() {
    this.now.running?.abort();
  }

  #clear() {
    this.stop();
    update(this.now, { made: null, fault: '' });
  }

  get #nodes() {
    return lineThrough(this.app.state.game.tree);
  }

  /** The chosen line of the engine. */
  get line() {
    return this.lines()[Number(this.chosen.source)] ?? null;
  }

  /** The chosen move numbers, limited to those of the game, and the plies that they stand for; before the first is a position, too. */
  get range() {
    const { game } = this.app.state;
    const plies = this.#nodes.length - 1;
    // 1 if the second side has the first move of the game.
    const offset = turnAt(game, ROOT) === factsOf(game.game).sides[0] ? 0 : 1;
    const last = Math.ceil((plies + offset) / 2);
    const from = Math.min(this.chosen.from, last);
    const to = Math.max(from, Math.min(this.chosen.to ?? last, last, from + MOST_MOVES - 1));
    return {
      from,
      to,
      last,
      firstPly: Math.max(0, 2 * (from - 1) - offset),
      lastPly: Math.min(plies, 2 * to - offset),
    };
  }

  /** The moves before the first position, and the positions with the moves that led there; FENs as far as they are known. */
  #film() {
    const { tree } = this.app.state.game;
    const { line, range } = this;
    const nodes = line ? pathTo(tree, line.from) : this.#nodes.slice(0, range.lastPly + 1);
    const shown = nodes.slice(line ? -1 : range.firstPly);
    return {
      before: movesTo(tree, shown[0].id),
      frames: [
        ...shown.map(({ move, view }) => ({ move, fen: view?.fen })),
        ...(line?.moves ?? []).map((move) => ({ move, fen: undefined })),
      ],
    };
  }

  /** The card at the end: who played, and how it ended. */
  #card() {
    const app = this.app;
    const { game } = app.state;
    const nodes = this.#nodes;
    const outcome = outcomeAt(game, nodes[nodes.length - 1].id);
    if (!this.chosen.ending || this.line || this.range.lastPly < nodes.length - 1) return null;
    const names = playerNames(headersOf(app, game));
    const rows = factsOf(game.game).sides.flatMap((side, at) => {
      const named = { side: app.t(`game-view.side.${side}`), name: names[at] };
      return names[at] ? app.t('records.export.gif.player', named) : [];
    });
    if (!outcome && rows.length === 0) return null;
    return { title: outcome ? outcomeInWords(app.words, outcome, game.game).sentence : '', rows };
  }

  async make() {
    const app = this.app;
    const { chosen, now } = this;
    const running = new AbortController();
    update(now, { running, made: null, fault: '', done: 0, total: 1 });
    const { game } = app.state;
    const painter = this.createPainter({
      game: game.game,
      flipped: game.orientation === 'black',
      pieces: app.pieces,
      coordinates: !chosen.coordinates ? 'none' : app.coordinates === 'none' ? 'files' : app.coordinates,
      ranksFromOne: app.boardStyle(game.game).ranksFromOne,
      arrows: chosen.arrows,
      width: WIDTHS[chosen.size],
    });
    try {
      const blob = await this.#recorded(painter, running.signal);
      const { width, height } = painter.size;
      const megabytes = app.words.number(blob.size / 1e6, 2);
      const size = app.t('records.export.gif.made', { width, height, size: megabytes });
      // The content security policy allows data URLs for pictures, but no blob URLs.
      update(now, { made: { blob, url: await dataUrl(blob), size } });
    } catch (/** @type {any} */ error) {
      const { code } = error; // of the rules; else it is the browser that cannot do it
      const fault = code ? errorInWords(app.words, error) : app.t('records.export.gif.failed');
      if (!running.signal.aborted) update(now, { fault });
    } finally {
      painter.remove();
      if (now.running === running) update(now, { running: null });
    }
  }

  /** @param {Painter} painter @param {AbortSignal} signal */
  async #recorded(painter, signal) {
    const { client, state } = this.app;
    const { game, tree } = state.game;
    const { before, frames } = this.#film();
    const card = this.#card();
    update(this.now, { total: frames.length });
    const fenOf = async (/** @type {number} */ at, fen = tree.fen, moves = [frames[at].move ?? '']) =>
      frames[at].fen ?? (await client.view({ game, fen, moves })).fen;
    // The palette serves all frames: the colours of the first one, of an arrow and of the card.
    let fen = await fenOf(0, tree.fen, before);
    const first = await painter.paint({ fen, lastMove: ['a1', 'b2'] });
    const samples = card ? [first, painter.card(card)] : [first];
    const gif = this.createGif(
      painter.size,
      samples.map(({ data }) => data),
    );
    for (const [at, { move }] of frames.entries()) {
      const isLast = at === frames.length - 1;
      const next = Promise.resolve(isLast ? fen : fenOf(at + 1, fen)); // while this one is painted
      next.catch(() => {}); // reported when its turn comes
      const shown = await painter.paint({ fen, ...(move && { lastMove: squaresOf(move) }) });
      gif.add(shown.data, isLast && !card ? END_MS : SPEEDS[this.chosen.speed]);
      update(this.now, { done: at + 1 });
      await pause();
      signal.throwIfAborted();
      fen = await next;
    }
    if (card) gif.add(painter.card(card).data, END_MS);
    return new Blob([gif.finish()], { type: 'image/gif' });
  }
}

/** Lets the page render and handle events in between. In the background it is not throttled. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });
