// The Lab's search tree: a real search of the position on the board, node by node. It folds and unfolds, and
// replays the search in steps or as a film. Only the rows in view are in the page.

/** @import { Algorithm, Root, TracedAlgorithm } from '../experiments.js' */
/** @import { Ending, SearchTree } from './search-tree.js' */
/** @import { LabApp } from '../play-bar.js' */
/** @import { Lab } from '../tabs.js' */
/** @import { Key } from '../../ui/words.js' */
/** @import { Template, View } from '../../ui/view.js' */

import { repeat } from 'lit-html/directives/repeat.js';
import { movesTo } from '../../game/tree.js';
import { linePreview } from '../../game-view/line-preview.js';
import { button, chosenIn, iconButton, named, select, submits } from '../../ui/controls.js';
import { observe, onChange, reactive, update } from '../../ui/reactive.js';
import { html, mount, nothing, when } from '../../ui/view.js';
import { ALGORITHMS, Experiments, MAX_NODES } from '../experiments.js';
import { ENDINGS, NULL_MOVE } from './search-tree.js';

const TRACED = /** @type {const} */ (['engine', ...ALGORITHMS]);
const DEPTHS = /** @type {const} */ (['1', '2', '3', '4', '5', '6']);
/** Steps of the film per second. */
const SPEEDS = /** @type {const} */ (['1', '3', '10', '30']);
/** Rows kept in the page beyond each edge, so that a fast scroll shows no gap. */
const MARGIN = 12;
/** After this pause in scrolling, the moves are written in the chosen notation. */
const WRITE_MS = 120;

const newState = () =>
  reactive({
    algorithm: /** @type {TracedAlgorithm} */ ('engine'),
    depth: /** @type {typeof DEPTHS[number]} */ ('4'),
    of: /** @type {'variant' | 'original'} */ ('variant'),
    status: /** @type {'idle' | 'searching' | 'failed'} */ ('idle'),
    trouble: '',
    tree: /** @type {SearchTree | null} */ (null),
    root: /** @type {Root | null} */ (null),
    selected: 0,
    unfolded: /** @type {ReadonlySet<number>} */ (new Set()),
    /** In a film, the last record shown so far; else null. */
    now: /** @type {number | null} */ (null),
    playing: false,
    speed: /** @type {typeof SPEEDS[number]} */ ('3'),
    /** The search fields. */
    move: '',
    ending: /** @type {Ending | ''} */ (''),
    missing: false,
    /** The part of the rows that is in view. */
    top: 0,
    height: 20,
    /** FENs after a null move, by the position and the moves before it. */
    passed: /** @type {Readonly<Record<string, string>>} */ ({}),
  });

/** @param {LabApp} app @param {Lab} lab @returns {View} */
export function panel(app, { engine, createWorker }) {
  const state = newState();
  const experiments = new Experiments(createWorker, engine);
  const place = document.createElement('div');
  place.className = 'search-tree';
  const tree = new TreeView(app, state);
  const preview = linePreview(app, () => shownPosition(state, experiments));
  mount(
    place,
    () => html`<div class="tree-head">
      ${form(app, state, { engine, search: () => search(app, state, experiments) })}${result(app, state)}
    </div>`,
    () => (state.tree ? toolbar(app, state, tree) : nothing),
    () => (state.tree ? tree.view() : nothing), // by itself: it is rendered again at every scroll
    () => (state.tree ? detail(app, state, preview) : nothing),
  );
  onChange(
    () => engine.state.game,
    () => {
      experiments.end();
      update(state, { tree: null, root: null, status: 'idle' });
    },
  );
  playFilm(state, tree);
  return () => html`${place}`;
}

// --- The search ---

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {Experiments} experiments */
async function search(app, state, experiments) {
  const { algorithm, depth, of } = state;
  const root = rootOf(app);
  update(state, { status: 'searching', trouble: '' });
  try {
    const tree = await experiments.trace(root, {
      algorithm,
      depth: Number(depth),
      original: of === 'original',
    });
    const way = tree.principalVariation;
    update(state, {
      status: 'idle',
      tree,
      root,
      selected: way[1] ?? 0,
      unfolded: new Set(way.slice(0, 2)),
      now: null,
      playing: false,
      missing: false,
      top: 0,
    });
  } catch (error) {
    const { reason, message } = /** @type {any} */ (error);
    if (reason === 'ended') update(state, { status: 'idle' });
    else update(state, { status: 'failed', trouble: message });
  }
}

/** The position on the board. @param {LabApp} app @returns {Root} */
export function rootOf(app) {
  const { game, tree } = app.state.game;
  return { game, fen: tree.fen, moves: movesTo(tree, tree.current) };
}

/**
 * @param {LabApp} app
 * @param {ReturnType<typeof newState>} state
 * @param {{ engine: Lab['engine'], search: () => void }} acts
 */
function form(app, state, { engine, search }) {
  const ready = engine.state.status === 'ready';
  const searching = state.status === 'searching';
  return html`<form class="tree-form" @submit=${submits(() => ready && !searching && search())}>
    ${select({
      id: 'tree-algorithm',
      label: app.t('lab.tree.algorithm'),
      choices: named(TRACED, (name) => algorithmName(app, name)),
      ...chosenIn(state, 'algorithm'),
    })}
    ${select({
      id: 'tree-depth',
      label: app.t('lab.tree.depth'),
      choices: named(DEPTHS, (depth) => depth),
      ...chosenIn(state, 'depth'),
    })}
    ${engineChoice(app, engine, 'tree', state)}
    <button class="btn main" type="submit" ?disabled=${!ready || searching}>
      ${app.t(searching ? 'lab.tree.searching.title' : 'lab.tree.search')}
    </button>
  </form>`;
}

/**
 * The choice between the variant and the original; nothing while nothing has been edited.
 * @param {LabApp} app @param {Lab['engine']} engine @param {string} id @param {{ of: 'variant' | 'original' }} state
 */
export function engineChoice(app, engine, id, state) {
  if (Object.keys(engine.state.texts).length === 0) return nothing;
  return select({
    id: `${id}-engine`,
    label: app.t('lab.tree.engine'),
    choices: { variant: app.t('lab.yours'), original: app.t('lab.original') },
    ...chosenIn(state, 'of'),
  });
}

/** @param {LabApp} app @param {Algorithm | 'engine'} name */
export const algorithmName = (app, name) => app.t(`lab.algorithm.${name}`);

/** What was found, in a sentence. @param {LabApp} app @param {ReturnType<typeof newState>} state */
function result(app, state) {
  const { tree, status, trouble } = state;
  if (status === 'failed')
    return html`<p class="tree-result" role="alert">${app.t('lab.tree.failed', { trouble })}</p>`;
  if (!tree)
    return html`<p class="tree-result muted" role="status">${app.t(status === 'searching' ? 'lab.tree.searching.note' : 'lab.tree.intro')}</p>`;
  const { nodes, depth, score } = tree.data;
  const found = depth
    ? app.t('lab.tree.found.text', {
        nodes: app.words.number(nodes),
        depth,
        score: tree.score(score, decimalOf(app)),
      })
    : app.t('lab.tree.found.none', { nodes: app.words.number(nodes) });
  return html`<p class="tree-result" role="status">${found}
    ${nodes >= MAX_NODES ? app.t('lab.tree.limit', { nodes: app.words.number(MAX_NODES) }) : nothing}
    <span class="small muted">${app.t('lab.tree.signs')}</span></p>`;
}

// --- Ways through the tree ---

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {TreeView} view */
function toolbar(app, state, view) {
  const tree = /** @type {SearchTree} */ (state.tree);
  const { now, playing, selected } = state;
  const step = (/** @type {number} */ to) => () => {
    update(state, { playing: false });
    view.film(to);
  };
  const at = now ?? selected;
  const variation = tree.principalVariation;
  return html`<div class="tree-tools">
    <div class="row" role="group" aria-label=${app.t('lab.tree.steps')}>
      ${iconButton('first', app.t('lab.tree.first'), step(0), { ended: at === 0 })}
      ${iconButton('previous', app.t('lab.tree.back'), step(at - 1), { ended: at === 0 })}
      ${iconButton(playing ? 'stop' : 'play', app.t(playing ? 'lab.tree.stop' : 'lab.tree.film'), () => {
        if (!playing) view.film(at);
        update(state, { playing: !playing });
      })}
      ${iconButton('next', app.t('lab.tree.step'), step(at + 1), { ended: at === tree.length - 1 })}
      ${iconButton('skip', app.t('lab.tree.over'), step(Math.min(tree.end[at], tree.length - 1)), { ended: at === tree.length - 1 })}
      ${select({
        id: 'tree-speed',
        label: app.t('lab.tree.speed.label'),
        choices: named(SPEEDS, (speed) => app.t('lab.tree.speed.steps', { count: Number(speed) })),
        ...chosenIn(state, 'speed'),
      })}
      ${
        now === null
          ? html`${button(null, app.t('lab.tree.unfold'), () => view.foldAll(false))}${button(null, app.t('lab.tree.fold'), () => view.foldAll(true))}`
          : button(null, app.t('lab.tree.whole'), () => view.leaveFilm())
      }
    </div>
    <form class="row" role="search" aria-label=${app.t('lab.tree.find.label')} @submit=${submits(() => view.look(1))}>
      ${button(null, app.t('lab.tree.pv'), () => view.unfoldTo(variation), { disabled: variation.length < 2 })}
      <div class="field">
        <label for="tree-move">${app.t('lab.tree.move')}</label>
        <input
          id="tree-move"
          type="text"
          size="6"
          maxlength="5"
          autocomplete="off"
          spellcheck="false"
          placeholder="h2e2"
          .value=${state.move}
          @input=${(/** @type {any} */ { target }) => update(state, { move: target.value.trim().toLowerCase(), missing: false })}
        />
      </div>
      ${select({
        id: 'tree-ending',
        label: app.t('lab.tree.ending.label'),
        choices: Object.fromEntries([
          ['', app.t('lab.tree.ending.any')],
          ...countsOf(tree).map(([ending, count]) => [
            ending,
            app.t('lab.tree.ending.count', {
              ending: app.t(`lab.ending.${ending}.name`),
              count: app.words.number(count),
            }),
          ]),
        ]),
        chosen: /** @type {string} */ (state.ending),
        choose: (ending) => update(state, { ending: /** @type {Ending} */ (ending), missing: false }),
      })}
      ${iconButton('previous', app.t('lab.tree.find.previous'), () => view.look(-1))}
      ${iconButton('next', app.t('lab.tree.find.next'), () => view.look(1))}
      <span class="small" role="status">${state.missing ? app.t('lab.tree.find.none') : nothing}</span>
    </form>
  </div>`;
}

/** @type {WeakMap<SearchTree, Array<[Ending, number]>>} */
const counted = new WeakMap();

/** @param {SearchTree} tree */
function countsOf(tree) {
  const counts = counted.get(tree) ?? tree.endings;
  counted.set(tree, counts);
  return counts;
}

/** @param {ReturnType<typeof newState>} state @param {TreeView} view */
function playFilm(state, view) {
  /** @type {any} */
  let timer = null;
  observe(() => {
    clearInterval(timer);
    if (!state.playing) return;
    timer = setInterval(() => {
      const { tree, now, playing } = state;
      if (!tree || !playing || now === null || now >= tree.length - 1) update(state, { playing: false });
      else view.film(now + 1);
    }, 1000 / Number(state.speed));
  });
}

/** @typedef {{ of: SearchTree | null, unfolded: ReadonlySet<number>, now: number | null, rows: number[] }} Shown */

/** The tree's grid. Only the rows in view are in the page. */
class TreeView {
  #app;
  #state;
  /** @type {Shown} */
  #shown = { of: null, unfolded: new Set(), now: null, rows: [] };
  /** @type {any} */
  #timer = null;
  #frame = 0;

  /** @param {LabApp} app @param {ReturnType<typeof newState>} state */
  constructor(app, state) {
    this.#app = app;
    this.#state = state;
  }

  get #tree() {
    return /** @type {SearchTree} */ (this.#state.tree);
  }

  get #grid() {
    return /** @type {HTMLElement | null} */ (document.querySelector('.tree-grid'));
  }

  /** The records that are shown, in order. */
  get rows() {
    const { tree, unfolded, now } = this.#state;
    const shown = this.#shown;
    if (tree && (shown.of !== tree || shown.unfolded !== unfolded || shown.now !== now)) {
      const open = now === null ? unfolded : new Set(tree.path(now));
      this.#shown = { of: tree, unfolded, now, rows: tree.rows((at) => open.has(at), now ?? undefined) };
    }
    return this.#shown.rows;
  }

  /** Show the tree as it was when this record was opened. @param {number} to */
  film(to) {
    const now = Math.max(0, Math.min(to, this.#tree.length - 1));
    update(this.#state, { now, selected: now });
    this.#reveal();
  }

  leaveFilm() {
    const { selected } = this.#state;
    this.unfoldTo([...this.#tree.path(selected)]);
  }

  /** Unfold a path and select its end. @param {number[]} path */
  unfoldTo(path) {
    const last = path.at(-1);
    if (last === undefined) return;
    const { unfolded } = this.#state;
    const above = this.#tree.path(last).slice(0, -1);
    update(this.#state, {
      now: null,
      playing: false,
      unfolded: new Set([...unfolded, ...above]),
      selected: last,
    });
    this.#reveal();
  }

  /** Fold or unfold every record. @param {boolean} fold */
  foldAll(fold) {
    const { selected } = this.#state;
    const tree = this.#tree;
    const all = fold ? [] : Array.from({ length: tree.length }, (_, at) => at);
    update(this.#state, { unfolded: new Set(all), selected: fold ? tree.path(selected)[0] : selected });
    this.#reveal();
  }

  /** Go to the next or the previous match of the search fields. @param {1 | -1} way */
  look(way) {
    const { selected, move, ending } = this.#state;
    const tree = this.#tree;
    const found = tree.find(
      selected,
      way,
      (at) => (!move || tree.move(at) === move) && (!ending || tree.ending(at) === ending),
    );
    update(this.#state, { missing: found < 0 });
    if (found >= 0) this.unfoldTo([found]);
  }

  /** @param {number} at @param {boolean} [open] */
  #fold(at, open = !this.#state.unfolded.has(at)) {
    const { now, unfolded } = this.#state;
    const next = new Set(now === null ? unfolded : this.#tree.path(now));
    if (open) next.add(at);
    else next.delete(at);
    update(this.#state, { unfolded: next, now: null, playing: false });
  }

  /** @param {number} at */
  #select(at) {
    const { now } = this.#state;
    if (now !== null)
      update(this.#state, { unfolded: new Set(this.#tree.path(now)), now: null, playing: false });
    update(this.#state, { selected: at });
    this.#reveal();
  }

  /** Scroll to the selected row. */
  #reveal() {
    const grid = this.#grid;
    if (!grid) return;
    const row = rowHeight(grid);
    const y = this.rows.indexOf(this.#state.selected) * row;
    const room = grid.clientHeight - 2 * row; // a row for the headings
    if (y < grid.scrollTop) grid.scrollTop = y;
    else if (y > grid.scrollTop + room) {
      // The list may just have grown: its height is rendered first.
      queueMicrotask(() => {
        grid.scrollTop = y - room;
      });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const tree = this.#tree;
    const rows = this.rows;
    const { selected } = this.#state;
    const at = Math.max(0, rows.indexOf(selected));
    const isOpen = this.#isUnfolded(selected);
    const hasMore = tree.end[selected] > selected + 1;
    const page = Math.max(1, this.#state.height - 2);
    const go = (/** @type {number} */ row) => this.#select(rows[Math.min(rows.length - 1, Math.max(0, row))]);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      PageDown: () => go(at + page),
      PageUp: () => go(at - page),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => hasMore && (isOpen ? this.#select(selected + 1) : this.#fold(selected, true)),
      ArrowLeft: () =>
        isOpen && hasMore
          ? this.#fold(selected, false)
          : tree.parent[selected] >= 0 && this.#select(tree.parent[selected]),
      Enter: () => hasMore && this.#fold(selected),
      ' ': () => hasMore && this.#fold(selected),
    };
    const act = keys[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {number} at */
  #isUnfolded(at) {
    const { now, unfolded } = this.#state;
    return now === null ? unfolded.has(at) : this.#tree.path(now).includes(at);
  }

  /** @param {Event & { currentTarget: HTMLElement }} event */
  #scrolled({ currentTarget: grid }) {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const row = rowHeight(grid);
      update(this.#state, {
        top: Math.floor(grid.scrollTop / row),
        height: Math.ceil(grid.clientHeight / row),
      });
    });
  }

  /** @param {MouseEvent} event */
  #pressed({ target }) {
    const row = /** @type {HTMLElement} */ (target).closest('[data-at]');
    if (!(row instanceof HTMLElement)) return;
    const at = Number(row.dataset.at);
    const isTwisty = /** @type {HTMLElement} */ (target).closest('.twisty') !== null;
    if (isTwisty || at === this.#state.selected) this.#fold(at, !this.#isUnfolded(at));
    else this.#select(at);
  }

  view() {
    const { top, height, selected } = this.#state;
    const rows = this.rows;
    const app = this.#app;
    const first = Math.max(0, top - MARGIN);
    const inView = rows.slice(first, top + height + MARGIN);
    this.#write(inView);
    const heading = (/** @type {Key} */ key) => html`<span role="columnheader">${app.t(key)}</span>`;
    return html`<div
      class="tree-grid"
      role="treegrid"
      tabindex="0"
      aria-label=${app.t('lab.tree.title')}
      aria-rowcount=${rows.length + 1}
      aria-activedescendant=${inView.includes(selected) ? `tree-${selected}` : nothing}
      @keydown=${(/** @type {KeyboardEvent} */ event) => this.#key(event)}
      @scroll=${(/** @type {any} */ event) => this.#scrolled(event)}
      @click=${(/** @type {MouseEvent} */ event) => this.#pressed(event)}
    >
      <div class="tree-row head" role="row" aria-rowindex="1">
        ${heading('lab.tree.move')}${heading('lab.tree.depth')}${heading('lab.tree.window')}${heading('lab.tree.value')}${heading('lab.tree.ended')}${heading('lab.tree.below')}
      </div>
      <div class="tree-rows" role="rowgroup" .style=${`height: calc(${rows.length} * var(--row))`}>
        ${repeat(
          inView.map((at, place) => ({ at, place: first + place })),
          ({ at }) => at,
          ({ at, place }) => this.#row(at, place),
        )}
      </div>
    </div>`;
  }

  /** @param {number} at @param {number} place */
  #row(at, place) {
    const app = this.#app;
    const { selected, now } = this.#state;
    const tree = this.#tree;
    const more = tree.end[at] - at - 1;
    const isOpen = this.#isUnfolded(at);
    const isUnderWay = now !== null && tree.end[at] > now + 1;
    const isSkipped = tree.isSkipped(at);
    const ending = tree.ending(at);
    return html`<div
      class="tree-row"
      role="row"
      .style=${`top: calc(${place} * var(--row))`}
      id=${`tree-${at}`}
      data-at=${at}
      data-kind=${isSkipped ? 'skipped' : tree.isIteration(at) ? 'iteration' : tree.isQuiescence(at) ? 'quiescence' : 'node'}
      aria-level=${tree.level[at]}
      aria-rowindex=${place + 2}
      aria-selected=${at === selected}
      aria-expanded=${more > 0 ? isOpen : nothing}
    >
      <span role="gridcell" class="tree-move" .style=${`--level: ${tree.level[at] - 1}`}>
        <i class="twisty" aria-hidden="true" ?hidden=${more === 0}></i><b>${moveName(app, this.#state, at)}</b>${marks(app, tree, at)}
      </span>
      <span role="gridcell">${isSkipped ? '' : tree.depth[at]}</span>
      <span role="gridcell">${windowText(app, tree, at)}</span>
      <span role="gridcell">${isSkipped || ending === 'stopped' ? '' : isUnderWay ? '…' : tree.score(tree.value[at], decimalOf(app))}</span>
      <span role="gridcell">${ending && !isUnderWay ? html`<em class="ending" data-ending=${ending}>${endingName(app, tree, at)}</em>` : ''}</span>
      <span role="gridcell">${more && !isUnderWay ? app.words.number(more) : ''}</span>
    </div>`;
  }

  /** Ask for the notation of the moves in view. @param {number[]} inView */
  #write(inView) {
    const { root } = this.#state;
    const tree = this.#tree;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const at of inView) {
        const line = root && lineTo(root, tree, at);
        if (line && !this.#app.texts.of(line)) this.#app.texts.want(line);
      }
    }, WRITE_MS);
  }
}

/** @param {HTMLElement} grid */
const rowHeight = (grid) => /** @type {HTMLElement} */ (grid.firstElementChild).offsetHeight;

/** The line up to a record's move; null without one, or after a null move. @param {Root} root @param {SearchTree} tree @param {number} at */
function lineTo(root, tree, at) {
  if (!tree.move(at) || tree.isSkipped(at)) return null;
  const moves = tree.moves(at);
  return moves.includes(NULL_MOVE) ? null : { ...root, moves: [...root.moves, ...moves] };
}

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {number} at */
function moveName(app, { tree, root }, at) {
  if (!tree || !root) return '';
  if (tree.isIteration(at)) return app.t('lab.tree.iteration', { depth: tree.depth[at] });
  const move = tree.move(at);
  if (tree.level[at] === 2) return app.t('lab.tree.root');
  if (!move) return app.t('lab.tree.same');
  if (move === NULL_MOVE) return app.t('lab.tree.null');
  const line = lineTo(root, tree, at);
  return (line && app.texts.of(line)?.[/** @type {'uci'} */ (app.notation)]) || move;
}

/** What is special about a node, in short. @param {LabApp} app @param {SearchTree} tree @param {number} at */
function marks(app, tree, at) {
  if (tree.isSkipped(at) || tree.isIteration(at)) return nothing;
  const reduction = tree.reduction(at);
  /** @type {string[]} */
  const found = [];
  if (tree.isQuiescence(at)) found.push(app.t('lab.tree.mark.quiescence'));
  if (reduction > 0) found.push(app.t('lab.tree.mark.reduced', { plies: reduction }));
  if (reduction < 0) found.push(app.t('lab.tree.mark.extended', { plies: -reduction }));
  if (tree.isResearch(at)) found.push(app.t('lab.tree.mark.again'));
  return found.map((text) => html`<small class="mark">${text}</small>`);
}

/** Writes pawns. @param {LabApp} app @returns {(pawns: number) => string} */
const decimalOf = (app) => (pawns) => app.words.number(pawns, 2);

/** @param {LabApp} app @param {SearchTree} tree @param {number} at */
function windowText(app, tree, at) {
  if (tree.isSkipped(at) || tree.isIteration(at)) return '';
  return tree.window(at, decimalOf(app)).join(' … ');
}

/** A step added by the visitor is named after its heading in the source. @param {LabApp} app @param {SearchTree} tree @param {number} at @returns {string | Template} */
function endingName(app, tree, at) {
  const ending = tree.ending(at);
  if (ending === 'other')
    return html`<span lang="en">${tree.source(at)?.title || app.t('lab.ending.other.name')}</span>`;
  return ending ? app.t(`lab.ending.${ending}.name`) : '';
}

// --- One node ---

/** @param {LabApp} app @param {ReturnType<typeof newState>} state @param {View} preview */
function detail(app, state, preview) {
  const tree = /** @type {SearchTree} */ (state.tree);
  const { selected: at } = state;
  const ending = tree.ending(at);
  const source = tree.source(at);
  const path = tree.path(at).slice(2);
  const why =
    ending && ENDINGS.includes(ending) ? app.t(`lab.ending.${ending}.why`, numbersOf(app, tree, at)) : '';
  return html`<section class="tree-detail" aria-label=${app.t('lab.tree.node')}>
    ${preview()}
    <div>
      <p class="tree-line">${path.length > 0 ? path.map((each) => html`<b>${moveName(app, state, each)}</b> `) : moveName(app, state, at)}</p>
      ${why ? html`<p>${why}</p>` : nothing}
      ${when(
        source,
        ({ title, path, line }) =>
          html`<p class="small muted">${title ? html`<span lang="en">${title}</span> · ` : nothing}<code>${path}:${line}</code></p>`,
      )}
    </div>
  </section>`;
}

/** @param {LabApp} app @param {SearchTree} tree @param {number} at */
function numbersOf(app, tree, at) {
  const [alpha, beta] = tree.window(at, decimalOf(app));
  return { alpha, beta, value: tree.score(tree.value[at], decimalOf(app)) };
}

/** The position of the selected record. @param {ReturnType<typeof newState>} state @param {Experiments} experiments */
function shownPosition(state, experiments) {
  const { tree, root, selected, passed } = state;
  if (!tree || !root) return null;
  let shown = { ...root, moves: [...root.moves] };
  for (const move of tree.moves(selected)) {
    if (move !== NULL_MOVE) {
      shown.moves.push(move);
      continue;
    }
    const key = `${shown.fen} ${shown.moves.join(' ')}`;
    if (key in passed) shown = { ...shown, fen: passed[key], moves: [] };
    else
      experiments
        .passed({ ...shown, moves: [...shown.moves] })
        .then((fen) => update(state, { passed: { ...state.passed, [key]: fen } }))
        .catch(() => {}); // the board is then drawn without the rules
  }
  return shown;
}
