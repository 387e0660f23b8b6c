// A game or a line as an animated GIF: the options, and the rendering frame by frame, which can be stopped.

/** @import { Side } from '../game/types.js' */
/** @import { PositionApp as App } from '../game-view/app.js' */
/** @import { View } from '../ui/view.js' */

import { BoardPainter } from '../board/painter.js';
import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf } from '../game/games.js';
import { lineThrough, movesTo, ROOT } from '../game/tree.js';
import { errorInWords } from '../game-view/fault-words.js';
import { outcomeInWords } from '../game-view/law-words.js';
import { squaresOf } from '../game-view/piece-words.js';
import { button, named, numberInput, segments, select, toggle } from '../ui/controls.js';
import { dataUrl, saveFile } from '../ui/files.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { Gif } from './gif.js';

/** Pixels of the picture from left to right. */
const WIDTHS = { small: 320, medium: 480, large: 640 };
/** Milliseconds for a move. */
const SPEEDS = { fast: 500, normal: 1000, slow: 2000 };
const END_MS = 4000;
/** More moves than this make a file too large to send. */
const MOST_MOVES = 300;

/** A line of the engine that can be shown instead of the game: it is played from a node. @typedef {{ from: number, moves: string[], label: string }} Line */

/** A start position, the moves after it, and the FENs known so far. @typedef {{ fen: string | null, moves: string[], known: Array<string | null> }} Film */

/**
 * @param {App} app
 * @param {object} options
 * @param {() => Line[]} options.lines  of the engine
 * @param {() => Record<string, string>} options.headers  who plays
 * @param {(file: File) => unknown} options.share  the button that hands it to the system
 * @returns {{ view: View, stop: () => void }}
 */
export function animation(app, { lines, headers, share }) {
  const chosen = reactive({
    source: 'game',
    size: /** @type {keyof typeof WIDTHS} */ ('medium'),
    speed: /** @type {keyof typeof SPEEDS} */ ('normal'),
    coordinates: true,
    arrows: true,
    ending: true,
    from: 1,
    to: /** @type {number | null} the last one */ (null),
  });
  const now = reactive({
    running: /** @type {AbortController | null} */ (null),
    done: 0,
    total: 1,
    made: /** @type {{ blob: Blob, url: string, size: string } | null} */ (null),
    fault: '',
  });
  const stop = () => now.running?.abort();
  const clear = () => {
    stop();
    update(now, { made: null, fault: '' });
  };
  /** @param {Partial<typeof chosen>} change */
  const choose = (change) => {
    clear();
    update(chosen, change);
  };
  onChange(() => `${app.state.game.id} ${lineThrough(app.state.game.tree).at(-1)?.id}`, clear);

  const line = () => lines()[Number(chosen.source)] ?? null;

  /** 1 if the second side has the first move of the game, else 0. */
  const offset = () => (turnAt(app.state.game, ROOT) === factsOf(app.state.game.game).sides[0] ? 0 : 1);

  /** The chosen move numbers, limited to those of the game. */
  function range() {
    const plies = lineThrough(app.state.game.tree).length - 1;
    const last = Math.ceil((plies + offset()) / 2);
    const from = Math.min(chosen.from, last);
    return {
      from,
      to: Math.max(from, Math.min(chosen.to ?? last, last, from + MOST_MOVES - 1)),
      last,
      plies,
    };
  }

  /** The plies to show. The first is the position before the first move. */
  function plies() {
    const { from, to, plies } = range();
    return { first: Math.max(0, 2 * (from - 1) - offset()), last: Math.min(plies, 2 * to - offset()) };
  }

  /** @returns {Film} */
  function film() {
    const { game } = app.state;
    const engine = line();
    if (engine) {
      const before = movesTo(game.tree, engine.from);
      const known = [game.tree.nodes.get(engine.from)?.view?.fen ?? null, ...engine.moves.map(() => null)];
      return {
        fen: game.tree.fen,
        moves: [...before, ...engine.moves],
        known: [...before.map(() => null), ...known],
      };
    }
    const nodes = lineThrough(game.tree).slice(0, plies().last + 1);
    return {
      fen: game.tree.fen,
      moves: nodes.flatMap(({ move }) => move ?? []),
      known: nodes.map(({ view }) => view?.fen ?? null),
    };
  }

  /** The card at the end: who played, and how it ended. */
  function card() {
    const { game } = app.state;
    const nodes = lineThrough(game.tree);
    const { sides } = factsOf(game.game);
    const outcome = outcomeAt(game, nodes[nodes.length - 1].id);
    if (!chosen.ending || line() || plies().last < nodes.length - 1) return null;
    const names = headers();
    const name = (/** @type {Side} */ side) => names[`${side[0].toUpperCase()}${side.slice(1)}`] ?? '?';
    const rows = sides
      .filter((side) => name(side) !== '?')
      .map((side) =>
        app.t('records.export.gif.player', { side: app.t(`game-view.side.${side}`), name: name(side) }),
      );
    if (!outcome && rows.length === 0) return null;
    return { title: outcome ? outcomeInWords(app.words, outcome, game.game).sentence : '', rows };
  }

  async function make() {
    const running = new AbortController();
    update(now, { running, made: null, fault: '', done: 0, total: 1 });
    const { game } = app.state;
    const painter = new BoardPainter({
      game: game.game,
      flipped: game.orientation === 'black',
      pieces: app.pieces,
      coordinates: !chosen.coordinates ? 'none' : app.coordinates === 'none' ? 'files' : app.coordinates,
      ranksFromOne: app.boardStyle(game.game).ranksFromOne,
      arrows: chosen.arrows,
      width: WIDTHS[chosen.size],
    });
    try {
      const blob = await recorded(painter, running.signal);
      const { width, height } = painter.size;
      const size = app.t('records.export.gif.made', {
        width,
        height,
        size: app.words.number(blob.size / 1e6, 2),
      });
      // The content security policy allows data URLs for pictures, but no blob URLs.
      update(now, { made: { blob, url: await dataUrl(blob), size } });
    } catch (error) {
      if (!running.signal.aborted) update(now, { fault: inWords(/** @type {any} */ (error)) });
    } finally {
      painter.remove();
      if (now.running === running) update(now, { running: null });
    }
  }

  /** The rules name what is wrong; else it is the browser that cannot do it. @param {import('../game/types.js').Failure} error */
  const inWords = (error) =>
    error.code ? errorInWords(app.words, error) : app.t('records.export.gif.failed');

  /** @param {BoardPainter} painter @param {AbortSignal} signal */
  async function recorded(painter, signal) {
    const { fen, moves, known } = film();
    const first = line()?.from !== undefined ? moves.length - (line()?.moves.length ?? 0) : plies().first;
    const end = card();
    const delay = SPEEDS[chosen.speed];
    update(now, { total: moves.length - first + 1 });
    const position = async (/** @type {number} */ ply, /** @type {string} */ before) => ({
      fen:
        known[ply] ??
        (await fenAfter(before, ply > first ? moves[ply - 1] : null, { fen, moves: moves.slice(0, ply) })),
      ...(ply > 0 && { lastMove: squaresOf(moves[ply - 1]) }),
    });
    /** @type {Gif | null} */
    let gif = null;
    let next = position(first, '');
    for (let ply = first; ply <= moves.length; ply++) {
      const shown = await next;
      if (ply < moves.length) next = position(ply + 1, shown.fen); // while this one is painted
      next.catch(() => {}); // reported when its turn comes
      gif ??= await begun(painter, shown, end);
      gif.add((await painter.paint(shown)).data, ply === moves.length && !end ? END_MS : delay);
      update(now, { done: ply - first + 1 });
      await pause();
      signal.throwIfAborted();
    }
    if (end) gif?.add(painter.card(end).data, END_MS);
    return new Blob([gif?.finish() ?? ''], { type: 'image/gif' });
  }

  /** The FEN after a move in a position, or without a move at the end of a line. @param {string} fen @param {string | null} move @param {{ fen: string | null, moves: string[] }} whole */
  async function fenAfter(fen, move, whole) {
    const { game } = app.state.game;
    const asked = move ? { game, fen, moves: [move] } : { game, ...whole };
    return (await app.client.view(asked)).fen;
  }

  const view = () => {
    const { running, done, total, made, fault } = now;
    const engineLines = lines();
    const { from, to, last, plies } = range();
    const size = (/** @type {keyof typeof WIDTHS} */ value) => app.t(`records.export.gif.sizes.${value}`);
    const speed = (/** @type {keyof typeof SPEEDS} */ value) => app.t(`records.export.gif.speeds.${value}`);
    return html`<div class="animation">
      ${
        engineLines.length > 0
          ? select({
              id: 'gif-source',
              label: app.t('records.export.content'),
              choices: {
                game: app.t('records.export.gif.game'),
                ...named(
                  engineLines.map((_, at) => String(at)),
                  (at) => engineLines[Number(at)].label,
                ),
              },
              chosen: chosen.source,
              choose: (source) => choose({ source }),
            })
          : nothing
      }
      ${line() ? nothing : html`<div class="pair">${number('from', from, 1, last)}${number('to', to, from, last)}</div>`}
      ${segments({ name: 'gif-size', legend: app.t('records.export.gif.size'), choices: named(keysOf(WIDTHS), size), chosen: chosen.size, choose: (size) => choose({ size }) })}
      ${segments({ name: 'gif-speed', legend: app.t('records.export.gif.speed'), choices: named(keysOf(SPEEDS), speed), chosen: chosen.speed, choose: (speed) => choose({ speed }) })}
      <div>
      <div class="field inline">${toggle('gif-coordinates', app.t('shell.settings.coordinates.label'), chosen.coordinates, (coordinates) => choose({ coordinates }))}</div>
      <div class="field inline">${toggle('gif-arrows', app.t('records.export.gif.arrows'), chosen.arrows, (arrows) => choose({ arrows }))}</div>
      ${line() ? nothing : html`<div class="field inline">${toggle('gif-ending', app.t('records.export.gif.ending'), chosen.ending, (ending) => choose({ ending }))}</div>`}
      </div>
      ${running ? html`<progress max=${total} value=${done} aria-label=${app.t('records.export.gif.creating')}></progress>` : nothing}
      ${made ? html`<img class="picture" src=${made.url} alt=${app.t('records.export.gif.preview')} @load=${comeIntoView} />` : nothing}
      <p class="small muted" role="status">${running ? app.t('records.export.gif.creating') : (made?.size ?? '')}</p>
      <p class="fault small" role="alert">${fault}</p>
      <div class="row buttons">
        ${running ? button('close', app.t('records.export.gif.stop'), stop) : made ? finished(made.blob) : button(null, app.t('records.export.gif.create'), make, { kind: 'main', disabled: plies === 0 && !line() })}
      </div>
    </div>`;
  };

  /** @param {Blob} blob */
  const finished = (
    blob,
  ) => html`${button('import', app.t('records.export.download'), () => saveFile('cannonfish.gif', blob), { kind: 'main' })}
    ${share(new File([blob], 'cannonfish.gif', { type: 'image/gif' }))}`;

  /** @param {'from' | 'to'} name @param {number} value @param {number} min @param {number} max */
  const number = (name, value, min, max) => html`<div class="field">
    <label for="gif-${name}">${app.t(`records.export.gif.${name}`)}</label>
    ${numberInput({ id: `gif-${name}`, value, min, max, choose: (wish) => choose({ [name]: wish }) })}
  </div>`;

  return { view, stop };
}

/**
 * A GIF whose palette serves all frames: the colours of the first one, of an arrow and of the card.
 * @param {BoardPainter} painter
 * @param {{ fen: string }} first
 * @param {{ title: string, rows: string[] } | null} card
 */
async function begun(painter, first, card) {
  const samples = [(await painter.paint({ ...first, lastMove: ['a1', 'b2'] })).data];
  if (card) samples.push(painter.card(card).data);
  return new Gif(painter.size, samples);
}

/** Scroll to the buttons below the picture. @param {Event & { currentTarget: HTMLElement }} event */
const comeIntoView = ({ currentTarget }) =>
  currentTarget.parentElement?.querySelector('.buttons')?.scrollIntoView({ block: 'nearest' });

/** Lets the page render and handle events in between. In the background it is not throttled. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

/** @template {string} Key @param {Record<Key, unknown>} record */
const keysOf = (record) => /** @type {Key[]} */ (Object.keys(record));
