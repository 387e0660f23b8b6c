// Puzzles of the visitor's own: found by the engine in a position or a game, kept here, shared by a link.

/** @import { App } from '../game-view/app.js' */
/** @import { Game, GameName } from '../game/types.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { PuzzleParts } from './panel.js' */

import { button, chosenIn, fileButton, named, select } from '../ui/controls.js';
import { copyButton } from '../ui/copy-button.js';
import { makeDialog } from '../ui/dialog.js';
import { onChange, update } from '../ui/reactive.js';
import { byId, html, when } from '../ui/view.js';
import { puzzleAddress } from './address.js';
import { FileImport, fileImportView } from './file-import.js';
import { MOST_PRINTED, printPuzzles } from './printed-sheet.js';
import { goalOf } from './words.js';
import { WorkshopSession } from './workshop-session.js';

/** Games in which puzzles are made; the third is solved. @type {readonly GameName[]} */
const GAMES = ['xiangqi', 'chess'];
const FILES = '.csv,.jsonl,.json,.txt,.zst';

/**
 * @param {PuzzleParts} parts
 * @param {{ own: StoredPuzzles, savedGame: (game: GameName) => Promise<Game | null> }} storage
 */
export function ownDialog({ app, trainer, imported }, storage) {
  const table = new FileImport(app, imported, (id) => byId(id)?.focus());
  const session = new WorkshopSession(app, { ...storage, table });
  const dialog = makeDialog(app, { name: 'own-dialog', title: 'puzzles.own.title', body });
  onChange(
    () => dialog.state.open,
    () => session.stop(),
  );

  function body() {
    const { own } = storage;
    /** @param {Puzzle} puzzle */
    const solve = (puzzle) => {
      dialog.close();
      trainer.openOwn(puzzle);
    };
    /** @param {Puzzle} puzzle */
    const save = (puzzle) =>
      button(null, app.t('puzzles.own.keep'), () => session.save([puzzle]), { disabled: own.has(puzzle.id) });
    /** @param {Puzzle} puzzle */
    const remove = (puzzle) => button(null, app.t('puzzles.own.drop'), () => session.remove(puzzle));
    const train = () => {
      dialog.close();
      trainer.train('file');
    };
    const { puzzles } = own.state;
    return html`<form class="form own" novalidate @submit=${submit}>
      ${entry(app, session)}
      <ul class="made">${session.state.found.map(({ puzzle, ply }) => card(app, { puzzle, ply, solve, action: save }))}</ul>
      ${fileImportView(app, table, train)}
      ${when(
        puzzles.length > 0,
        () => html`<h3>${app.t('puzzles.own.kept', { count: puzzles.length })}</h3>
              <ul class="made">${puzzles.map((puzzle) => card(app, { puzzle, solve, action: remove }))}</ul>
              <div class="row">
                ${button('print', app.t('puzzles.sheet.print', { count: Math.min(puzzles.length, MOST_PRINTED) }), () => printPuzzles(app, puzzles.slice(-MOST_PRINTED)))}
              </div>`,
      )}
    </form>`;
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    session.find();
  }

  return {
    ...dialog,
    /** Open with what was dropped, pasted or named by the address. @param {{ text?: string, file?: File, game?: GameName }} given */
    openWith: (given) => {
      dialog.open();
      session.read(given);
    },
  };
}

/** The text in which puzzles are to be found, and how that goes. @param {App} app @param {WorkshopSession} session */
const entry = (app, session) => html`
  ${select({
    id: 'own-game',
    label: app.t('game-view.game.label'),
    choices: named(GAMES, (name) => app.t(`game-view.game.${name}`)),
    ...chosenIn(session.state, 'game'),
  })}
  <div class="field">
    <label for="own-text">${app.t('puzzles.own.text')}</label>
    <textarea
      id="own-text"
      rows="3"
      spellcheck="false"
      maxlength="400000"
      .value=${session.state.text}
      @input=${(/** @type {any} */ { target }) => update(session.state, { text: target.value })}
    ></textarea>
  </div>
  <div class="row">
    <button class="btn main" type="submit">${app.t('puzzles.own.find')}</button>
    ${button('check', app.t('puzzles.own.here'), () => session.findHere())}
    ${button('graph', app.t('puzzles.own.mine'), () => session.findInGame())}
    ${fileButton('file', app.t('puzzles.own.file'), FILES, (file) => session.readFile(file))}
  </div>
  ${session.task.bar(app.t('puzzles.own.working'))} ${session.task.news('told')}`;

/**
 * @param {App} app
 * @param {{ puzzle: Puzzle, ply?: number, solve: (puzzle: Puzzle) => void, action: (puzzle: Puzzle) => unknown }} made  action: a button
 */
function card(app, { puzzle, ply, solve, action }) {
  const at = ply === undefined ? '' : ` · ${app.t('puzzles.own.ply', { number: Math.floor(ply / 2) + 1 })}`;
  return html`<li>
    <b>${goalOf(app.words, puzzle)}${at}</b>
    <p class="small muted">${puzzle.fen}</p>
    <div class="row">
      ${button(null, app.t('puzzles.own.solve'), () => solve(puzzle))}
      ${copyButton(app, {
        name: `own ${puzzle.id} ${ply}`,
        symbol: 'link',
        label: app.t('puzzles.copyLink'),
        text: () => puzzleAddress(location.href, puzzle),
      })}
      ${action(puzzle)}
    </div>
  </li>`;
}
