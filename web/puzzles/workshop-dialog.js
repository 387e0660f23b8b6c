// Puzzles of the visitor's own: found by the engine in a position or a game, kept here, shared by a link.

/** @import { Game, GameName } from '../game/types.js' */
/** @import { Finding, Listener, Moment } from './workshop.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { PuzzleParts } from './panel.js' */

import { movesTo, tipOf } from '../game/tree.js';
import { button, fileButton, named, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { makeDialog } from '../ui/dialog.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { Task } from '../ui/task.js';
import { html, nothing } from '../ui/view.js';
import { puzzleAddress } from './address.js';
import { fileImport } from './file-import.js';
import { kindOfFile } from './lichess-csv.js';
import { ON_A_SHEET, printSheet } from './printed-sheet.js';
import { faultInWords, goalOf, proofInWords } from './words.js';
import { findInText, findMoments, findPuzzle, readOwnPuzzles } from './workshop.js';

/** Games in which puzzles are made; the third is solved. @type {readonly GameName[]} */
const GAMES = ['xiangqi', 'chess'];
const FILES = '.csv,.jsonl,.json,.txt,.zst';

/**
 * @param {PuzzleParts} parts
 * @param {{ own: StoredPuzzles, savedGame: (game: GameName) => Promise<Game | null> }} storage
 */
export function ownDialog(parts, { own, savedGame }) {
  const { app, trainer } = parts;
  const state = reactive({
    game: /** @type {GameName} */ ('xiangqi'),
    text: '',
    /** `ply`: of the game in which it was found. */
    found: /** @type {ReadonlyArray<{ puzzle: Puzzle, ply?: number }>} */ ([]),
  });
  const task = new Task(
    app,
    (error) => faultInWords(app, error),
    () => app.client.stop(),
  );
  const table = fileImport(parts, () => dialog.close());
  const dialog = makeDialog(app, { name: 'own-dialog', title: 'puzzles.own.title', body: form });

  function form() {
    const { found, game, text } = state;
    const { puzzles } = own.state;
    return html`<form class="form own" novalidate @submit=${submit}>
      ${select({
        id: 'own-game',
        label: app.t('game-view.game.label'),
        choices: named(GAMES, (name) => app.t(`game-view.game.${name}`)),
        chosen: game,
        choose: (name) => update(state, { game: name }),
      })}
      <div class="field">
        <label for="own-text">${app.t('puzzles.own.text')}</label>
        <textarea
          id="own-text"
          rows="3"
          spellcheck="false"
          maxlength="400000"
          .value=${text}
          @input=${(/** @type {any} */ { target }) => update(state, { text: target.value })}
        ></textarea>
      </div>
      <div class="row">
        <button class="btn main" type="submit">${app.t('puzzles.own.find')}</button>
        ${button('check', app.t('puzzles.own.here'), findHere)} ${button('graph', app.t('puzzles.own.mine'), findInGame)}
        ${fileButton('file', app.t('puzzles.own.file'), FILES, takeFile)}
      </div>
      ${task.bar(app.t('puzzles.own.working'))} ${task.news('told')}
      <ul class="made">${found.map(({ puzzle, ply }) => card(puzzle, saveButton(puzzle), ply))}</ul>
      ${table.view()} ${puzzles.length > 0 ? kept(puzzles) : nothing}
    </form>`;
  }

  /** @param {readonly Puzzle[]} puzzles */
  const kept = (puzzles) => html`
    <h3>${app.t('puzzles.own.kept', { count: puzzles.length })}</h3>
    <ul class="made">${puzzles.map((puzzle) => card(puzzle, deleteButton(puzzle)))}</ul>
    <div class="row">
      ${button('print', app.t('puzzles.sheet.print'), () => printSheet(app, puzzles.slice(-ON_A_SHEET)))}
    </div>`;

  /** @param {Puzzle} puzzle @param {unknown} action @param {number} [ply] */
  function card(puzzle, action, ply) {
    const at = ply === undefined ? '' : ` · ${app.t('puzzles.own.ply', { number: Math.floor(ply / 2) + 1 })}`;
    const solve = () => {
      dialog.close();
      trainer.openOwn(puzzle);
    };
    return html`<li>
      <b>${goalOf(app.words, puzzle)}${at}</b>
      <p class="small muted">${puzzle.fen}</p>
      <div class="row">
        ${button(null, app.t('puzzles.own.solve'), solve)}
        ${copyButton(app, {
          name: `own ${puzzle.id} ${ply}`,
          symbol: 'link',
          label: app.t('puzzles.copyLink'),
          text: () => puzzleAddress(location.href, puzzle),
        })}
        ${action}
      </div>
    </li>`;
  }

  /** @param {Puzzle} puzzle */
  const saveButton = (puzzle) =>
    button(null, app.t('puzzles.own.keep'), () => save([puzzle]), { disabled: own.has(puzzle.id) });

  /** @param {Puzzle} puzzle */
  const deleteButton = ({ id }) =>
    button(null, app.t('puzzles.own.drop'), async () => tellKept(await own.remove(id)));

  /** @param {Puzzle[]} puzzles @returns {number} how many of them there was room for */
  function save(puzzles) {
    own.add(puzzles).then(tellKept);
    const count = puzzles.filter(({ id }) => own.has(id)).length;
    if (count < puzzles.length) task.tell(app.t('puzzles.own.full', { count: own.most }), true);
    return count;
  }

  /** @param {boolean} isKept */
  function tellKept(isKept) {
    if (!isKept) task.tell(app.t('puzzles.own.notKept'), true);
  }

  /** Let the engine find puzzles. @param {(listener: Listener) => Promise<Finding | Moment[] | null>} find */
  function run(find) {
    state.found = [];
    const working = app.t('puzzles.own.working');
    return task.run(
      async ({ signal, onProgress }) => {
        const found = await find({ signal, onProgress: (share) => onProgress(share, working) });
        if (!found) task.tell(app.t('puzzles.own.nothing'), true);
        else if (Array.isArray(found)) task.tell(app.t('puzzles.own.moments', { count: found.length }));
        else tellFinding(found);
        state.found = found ? [found].flat() : [];
      },
      {
        start: app.state.engine.state === 'idle' ? working : app.t('puzzles.own.loading'),
        stopped: app.t('puzzles.own.stopped'),
      },
    );
  }

  /** @param {Finding} finding */
  function tellFinding({ unique, gap, puzzle }) {
    const how = proofInWords(app.words, puzzle);
    if (unique) task.tell(`${app.t('puzzles.own.unique')} ${how}`);
    else if (gap === null) task.tell(`${app.t('puzzles.own.several')} ${how}`);
    else task.tell(app.t('puzzles.own.close', { gap: app.words.number(gap / 100, 1) }), true);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const text = state.text.trim();
    if (!text) return task.tell(app.t('puzzles.own.nothing'), true);
    run((listener) => findInText(app.client, { game: state.game, text }, listener));
  }

  /** Find a puzzle in the current position of the play page. */
  async function findHere() {
    const saved = await savedGame(state.game);
    if (!saved) return task.tell(app.t('puzzles.own.noGame'), true);
    const { game, tree } = saved;
    run(async (listener) => {
      const { fen } = await app.client.view({ game, fen: tree.fen, moves: movesTo(tree) });
      state.text = fen;
      return findPuzzle(app.client, { game, fen }, listener);
    });
  }

  /** Find puzzles in the game of the play page. */
  async function findInGame() {
    const saved = await savedGame(state.game);
    const moves = saved ? movesTo(saved.tree, tipOf(saved.tree).id) : [];
    if (!saved || moves.length === 0) return task.tell(app.t('puzzles.own.noGame'), true);
    const { game, tree } = saved;
    run((listener) => findMoments(app.client, { game, fen: tree.fen, moves }, listener));
  }

  /** @param {File} file */
  async function takeFile(file) {
    task.tell('');
    try {
      if ((await kindOfFile(file)) === 'table') return table.choose(file);
      await own.loadFirst();
      const { puzzles, faults } = await readOwnPuzzles(file);
      const count = save(puzzles);
      const texts = [app.t('puzzles.own.fileRead', { count })];
      if (count < puzzles.length) texts.push(app.t('puzzles.own.full', { count: own.most }));
      if (faults.length > 0) {
        const [{ line, error }] = faults;
        const first = faultInWords(app, error);
        texts.push(app.t('puzzles.own.fileFaults', { count: faults.length, line: String(line), first }));
      }
      task.tell(texts.join(' '), faults.length > 0 || count < puzzles.length);
    } catch (error) {
      task.tell(faultInWords(app, /** @type {any} */ (error)), true);
    }
  }

  onChange(
    () => own.state.faults,
    ([fault, ...others]) => {
      if (!fault) return;
      const first = faultInWords(app, fault.error);
      task.tell(app.t('puzzles.own.unreadable', { count: others.length + 1, first }), true);
    },
  );
  onChange(
    () => dialog.state.open,
    () => {
      table.task.stop();
      task.stop();
    },
  );
  own.loadFirst();
  return {
    ...dialog,
    /** Take what was dropped, pasted or named by the address. @param {{ text?: string, file?: File, game?: GameName }} given */
    take: (given) => {
      dialog.open();
      if (given.file) takeFile(given.file);
      else update(state, { text: given.text ?? '', game: given.game ?? state.game });
    },
  };
}
