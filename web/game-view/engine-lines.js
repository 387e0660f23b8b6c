// The engine on the analysis board: its switch, the score and facts of its search, and the best lines. Room
// for the chosen number of lines is reserved, so that nothing moves when they arrive. Pointing at a move of a
// line, or focusing it, previews it; a press plays the line up to it into the tree.

/** @import { Analyser, Evaluation, Target } from './analyser.js' */
/** @import { Info, Limits } from '../engine/messages.js' */
/** @import { AnalysisLimit } from '../game/choices.js' */
/** @import { Settings } from '../game/settings.js' */
/** @import { Shape } from '../board/board.js' */
/** @import { App } from './app.js' */
/** @import { Session } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { View } from '../ui/view.js' */

import { ANALYSIS_LIMITS } from '../game/choices.js';
import { outcomeAt } from '../game/game.js';
import { factsOf as gameFacts, other } from '../game/games.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { iconButton, named, select, toggle } from '../ui/controls.js';
import { load } from '../ui/load.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { lineTexts } from './move-words.js';
import { scoreInWords, scoreShort, squaresOf } from './piece-words.js';
import { facts } from './search-facts.js';

/** Moves shown of a line. */
const SHOWN = 12;

/** A page on which the lines can be played. @typedef {App<Session & { playLine: (from: number, moves: readonly string[]) => unknown }>} EngineApp */

/**
 * The analysed position: the shown one, or, to see a threat, the same with the other side to move.
 * @typedef {object} Subject
 * @property {Target} target
 * @property {number | null} node  where the lines start; null for a threat, whose lines cannot be played
 */

export class AnalysisView {
  /**
   * `threat`: whether to show what the opponent would do; `pointed`: the moves of a line up to the one that is previewed,
   * and where they begin; `marks`: what a panel shows on the board.
   */
  state = reactive({
    marks: /** @type {readonly Shape[]} */ ([]),
    threat: false,
    settings: false,
    pointed: /** @type {{ from: Target, moves: string[] } | null} */ (null),
  });
  #app;
  #analyser;

  /** @param {EngineApp} app @param {Analyser} analyser */
  constructor(app, analyser) {
    this.#app = app;
    this.#analyser = analyser;
  }

  /** The position to analyse, whether or not the engine runs; null until the rules have answered, and at the end of a game. @returns {Subject | null} */
  get subject() {
    const { game, asked } = this.#app.state;
    const node = nodeOf(game.tree);
    if (asked || !node.view || outcomeAt(game)) return null;
    if (!this.state.threat) {
      const position = { game: game.game, fen: game.tree.fen, moves: movesTo(game.tree) };
      return { target: { ...position, view: node.view }, node: node.id };
    }
    if (node.view.check) return null;
    const view = { ...node.view, turn: other(game.game, node.view.turn) };
    return { target: { game: game.game, fen: passed(node.view.fen), moves: [], view }, node: null };
  }

  /** The evaluation of that position so far. @returns {Evaluation | null} */
  get evaluation() {
    const { subject } = this;
    return subject && this.#analyser.of(subject.target);
  }

  /** The position after the moves that are pointed at; null where they belong to another position than the shown one. */
  get previewed() {
    const { pointed } = this.state;
    const { subject } = this;
    if (!pointed || !subject || !isSame(pointed.from, subject.target)) return null;
    return { ...subject.target, moves: [...subject.target.moves, ...pointed.moves] };
  }

  /** The lines that are shown, to be shared like games. @returns {{ from: number, moves: string[], label: string }[]} */
  get shareable() {
    const { subject, evaluation } = this;
    if (!subject || subject.node === null || !evaluation) return [];
    const { node: from } = subject;
    return evaluation.lines.slice(0, this.#app.settings.analysisLines).flatMap(({ pv }, at) => {
      const moves = pv.slice(0, SHOWN);
      const texts = lineTexts(this.#app, subject.target, moves.slice(0, 3)).join(' ');
      return moves.length > 0
        ? [{ from, moves, label: this.#app.t('game-view.lines.animate', { number: at + 1, moves: texts }) }]
        : [];
    });
  }

  /** What the engine is called. @returns {Key} */
  get speaker() {
    return 'game-view.engine.name';
  }

  /** The analysis that the engine should run; null for none. */
  get wanted() {
    const { settings, state } = this.#app;
    const { subject } = this;
    if (!settings.analysis || !subject || state.engine.state === 'failed' || state.plays === false)
      return null;
    return { target: subject.target, limits: limitsOf(settings) };
  }

  /** The first moves of the best lines, and the marks of a panel. @returns {Shape[]} */
  get shapes() {
    return [...this.#arrows, ...this.state.marks];
  }

  /** @returns {Shape[]} */
  get #arrows() {
    const { settings, state } = this.#app;
    const solved = settings.moveOutcomes && gameFacts(state.game.game).perfect !== null; // every move has its tag
    if (!settings.analysisArrows || !settings.analysis || solved) return [];
    const brushes = /** @type {const} */ (['first', 'second', 'third']);
    const lines = this.evaluation?.lines.slice(0, brushes.length) ?? [];
    return lines.flatMap(({ pv }, at) => {
      if (pv.length === 0) return [];
      const [orig, dest] = squaresOf(pv[0]);
      return [{ orig, dest, brush: this.state.threat ? 'threat' : brushes[at] }];
    });
  }
}

/** Whether two positions are reached by the same moves. @param {Target} one @param {Target} other */
const isSame = (one, other) =>
  one.game === other.game && one.fen === other.fen && one.moves.join() === other.moves.join();

/** The FEN of a position with the other side to move, as if a move had been passed. @param {string} fen */
function passed(fen) {
  const fields = fen.split(' ');
  fields[1] = fields[1] === 'b' ? 'w' : 'b';
  if (fields.length > 3) fields[3] = '-'; // no en passant
  return fields.join(' ');
}

/** @param {Pick<Settings, 'analysisLines' | 'analysisLimit'>} settings @returns {Limits} */
function limitsOf({ analysisLines: multipv, analysisLimit }) {
  const [kind, number] = analysisLimit.split(' ');
  if (kind === 'time') return { multipv, movetime: 1000 * Number(number) };
  return kind === 'infinite' ? { multipv, infinite: true } : { multipv, [kind]: Number(number) };
}

/** @param {EngineApp} app @param {Analyser} analyser @param {AnalysisView} view @returns {View} */
export function analysisEngine(app, analyser, view) {
  const previewed = () => view.previewed;
  const late = reactive({ preview: /** @type {View} */ (() => nothing) });
  const stop = onChange(
    () => view.state.pointed !== null,
    async () => {
      const { linePreview } = await load(() => import('./line-preview.js')).catch(() => ({
        linePreview: null,
      }));
      if (!linePreview) return; // the next line that is pointed at tries again
      stop();
      update(late, { preview: linePreview(app, previewed) });
    },
  );
  return () => {
    const { engine } = app.state;
    const on = app.settings.analysis;
    const { threat, settings } = view.state;
    const [threats, choices] = [app.t('game-view.lines.threat.show'), app.t('game-view.lines.settings')];
    return html`<section class="engine-lines" aria-label=${app.t('game-view.engine.name')} data-state=${analyser.state.running ? 'thinking' : engine.state}>
      <div class="row between head-line">
        ${toggle('analysis-on', app.t(view.speaker), on, (analysis) => app.change({ analysis }))}
        ${scoreView(app, view)}
        <p class="small chances">${on ? chances(app, view) : ''}</p>
        ${iconButton('target', threats, () => update(view.state, { threat: !threat, pointed: null }), { title: threats, pressed: threat })}
        ${iconButton('gear', choices, () => update(view.state, { settings: !settings }), { title: choices, expanded: settings })}
      </div>
      ${settings ? settingsFields(app) : nothing}
      ${on ? html`<p class="facts">${factsOf(app, view)}</p>` : nothing}
      ${on ? lineList(app, analyser, view) : nothing}
      ${late.preview()}
    </section>`;
  };
}

/** @param {EngineApp} app @param {AnalysisView} view */
function scoreView(app, view) {
  const { evaluation } = view;
  if (!evaluation) return html`<output class="score"></output>`;
  const { game } = app.state.game;
  const [best] = evaluation.lines;
  const words = scoreInWords(app.words, best.score, evaluation.turn, game);
  return html`<output class="score" title=${words}>${scoreShort(app.words, best.score, evaluation.turn, game)}</output>`;
}

/** The chances of each result, estimated from the engine's own games. @param {EngineApp} app @param {AnalysisView} view */
function chances(app, view) {
  const { evaluation } = view;
  const wdl = evaluation?.lines[0].wdl;
  if (!evaluation || !wdl) return '';
  const sides = gameFacts(app.state.game.game).sides;
  const [mine, , theirs] = wdl.map((permille) => Math.round(permille / 10));
  const draw = 100 - mine - theirs;
  const [win, loss] = evaluation.turn === sides[0] ? [mine, theirs] : [theirs, mine];
  const [first, second] = sides.map((side) => app.t(`game-view.side.${side}`));
  return app.t('game-view.lines.chances', { first, win, draw, second, loss });
}

/** @param {EngineApp} app @param {AnalysisView} view */
function factsOf(app, view) {
  const { engine } = app.state;
  const { evaluation } = view;
  if (engine.state === 'failed') return app.t('game-view.engine.failed.title');
  if (engine.state === 'loading' || engine.state === 'off') {
    return `${app.t('game-view.engine.loading.title')} · ${Math.round((engine.progress ?? 0) * 100)}%`;
  }
  if (!evaluation) return nothing;
  const [best] = evaluation.lines;
  const exact = best.exact ? html`<span><b>${app.t('game-view.lines.exact')}</b></span>` : nothing;
  if (best.exact && best.nodes === 0) return exact; // nothing was searched
  const execution =
    engine.execution === 'compiled' ? 'game-view.engine.compiled' : 'game-view.engine.interpreted';
  return html`${exact}${facts(app, best, { seldepth: true })}<span>${app.t(execution)}</span>`;
}

/** @param {EngineApp} app */
const settingsFields = (app) => html`<div class="engine-settings">
  ${select({
    id: 'analysis-lines',
    label: app.t('game-view.lines.lines'),
    choices: named(['1', '2', '3', '4', '5'], (value) => value),
    chosen: /** @type {'1'} */ (String(app.settings.analysisLines)),
    choose: (value) => app.change({ analysisLines: /** @type {1} */ (Number(value)) }),
  })}
  ${select({
    id: 'analysis-limit',
    label: app.t('game-view.lines.limit.label'),
    choices: named(ANALYSIS_LIMITS, (value) => limitName(app, value)),
    chosen: app.settings.analysisLimit,
    choose: (analysisLimit) => app.change({ analysisLimit }),
  })}
  <div class="field inline">
    ${toggle('analysis-arrows', app.t('game-view.lines.arrows'), app.settings.analysisArrows, (analysisArrows) => app.change({ analysisArrows }))}
  </div>
</div>`;

/** @param {EngineApp} app @param {AnalysisLimit} limit */
function limitName(app, limit) {
  const [kind, number] = /** @type {['infinite' | 'time' | 'depth' | 'nodes', string]} */ (limit.split(' '));
  return app.t(`game-view.lines.limit.${kind}`, { number: Number(number) });
}

/** @param {EngineApp} app @param {Analyser} analyser @param {AnalysisView} view */
function lineList(app, analyser, view) {
  const { subject, evaluation } = view;
  const wanted = app.settings.analysisLines;
  const lines = evaluation?.lines.slice(0, wanted) ?? [];
  const unpoint = () => update(view.state, { pointed: null });
  const rows = Array.from({ length: wanted }, (_, at) =>
    lines[at] && subject && evaluation
      ? lineRow(app, view, { info: lines[at], evaluation, subject })
      : html`<li></li>`,
  );
  return html`<div class="lines" @pointerleave=${unpoint} @focusout=${unpoint} @keydown=${step}>
    <ol aria-label=${app.t('game-view.lines.bestLines')}>${rows}</ol>
    <p class="small muted" role="status">${lines.length > 0 ? '' : sentence(app, analyser, view)}</p>
  </div>`;
}

/** Why there are no lines. @param {EngineApp} app @param {Analyser} analyser @param {AnalysisView} view */
function sentence(app, analyser, view) {
  const { game, engine } = app.state;
  const { view: position } = nodeOf(game.tree);
  if (engine.state === 'failed' || !position) return '';
  if (outcomeAt(game)) return app.t('game-view.lines.over');
  if (view.state.threat && position.check) return app.t('game-view.lines.threat.check');
  if (analyser.state.refused) return app.t('game-view.lines.refused');
  return '';
}

/**
 * @param {EngineApp} app
 * @param {AnalysisView} view
 * @param {{ info: Info, evaluation: Evaluation, subject: Subject }} line
 */
function lineRow(app, view, { info, evaluation, subject }) {
  const { session, state } = app;
  const { game } = state.game;
  const pv = info.pv.slice(0, SHOWN);
  const texts = lineTexts(app, subject.target, pv);
  const words = scoreInWords(app.words, info.score, evaluation.turn, game);
  const move = (/** @type {string} */ text, /** @type {number} */ ply) => {
    const moves = pv.slice(0, ply + 1);
    const point = () => update(view.state, { pointed: { from: subject.target, moves } });
    const play = (/** @type {MouseEvent & { currentTarget: Element }} */ { detail, currentTarget }) => {
      if (subject.node === null) return;
      session.playLine(subject.node, moves);
      const byKey = detail === 0;
      if (byKey) requestAnimationFrame(() => keepFocus(currentTarget));
    };
    return html`<button
      class="pv-move"
      type="button"
      tabindex=${ply === 0 ? 0 : -1}
      @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType === 'mouse' && point()}
      @focus=${(/** @type {FocusEvent & { target: Element }} */ { target }) => target.matches(':focus-visible') && point()}
      @click=${play}
    >${text}</button>`;
  };
  return html`<li>
    <span class="score" title=${words}>${scoreShort(app.words, info.score, evaluation.turn, game)}</span>
    <span class="pv">${texts.map(move)}</span>
  </li>`;
}

/** Give the focus of a button that is no longer there to the current move. @param {Element} button */
function keepFocus({ isConnected }) {
  const move = /** @type {HTMLElement | null} */ (document.querySelector('.moves [aria-current]'));
  if (!isConnected) move?.focus();
}

/** The arrow keys go from move to move, and from line to line. @param {KeyboardEvent & { target: Element }} event */
function step(event) {
  const { key, target } = event;
  const button = target.closest('.pv-move');
  const row = button?.closest('li');
  const to = {
    ArrowRight: button?.nextElementSibling,
    ArrowLeft: button?.previousElementSibling,
    ArrowDown: row?.nextElementSibling?.querySelector('.pv-move'),
    ArrowUp: row?.previousElementSibling?.querySelector('.pv-move'),
  }[key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (to instanceof HTMLElement) to.focus();
}
