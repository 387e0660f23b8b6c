// Makes puzzles of the visitor's own from a position, a game or a file, and keeps them.

/** @import { App } from '../game-view/app.js' */
/** @import { Game, GameName } from '../game/types.js' */
/** @import { FileImport } from './file-import.js' */
/** @import { Key, Params } from '../ui/words.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { Finding, Listener, Moment } from './workshop.js' */

import { movesTo, tipOf } from '../game/tree.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { Task } from '../ui/task.js';
import { kindOfFile } from './lichess-csv.js';
import { faultInWords, proofInWords } from './words.js';
import { findInText, findMoments, findPuzzle, readOwnPuzzles } from './workshop.js';

export class WorkshopSession {
  state = reactive({
    game: /** @type {GameName} */ ('xiangqi'),
    text: '',
    /** `ply`: of the game in which it was found. */
    found: /** @type {ReadonlyArray<{ puzzle: Puzzle, ply?: number }>} */ ([]),
  });
  task;
  #app;
  #savedGame;

  /**
   * @param {App} app
   * @param {object} parts
   * @param {StoredPuzzles} parts.own
   * @param {FileImport} parts.table  takes what is no file of our own
   * @param {(game: GameName) => Promise<Game | null>} parts.savedGame  of the play page
   */
  constructor(app, { own, table, savedGame }) {
    this.own = own;
    this.table = table;
    this.#app = app;
    this.#savedGame = savedGame;
    this.task = new Task(
      app,
      (error) => faultInWords(app, error),
      () => app.client.stop(),
    );
    onChange(
      () => own.state.faults,
      ([fault, ...others]) => {
        if (!fault) return;
        const first = faultInWords(app, fault.error);
        this.#fail('puzzles.own.unreadable', { count: others.length + 1, first });
      },
    );
    own.loadFirst();
  }

  /** Find puzzles in the text. */
  find() {
    const { game } = this.state;
    const text = this.state.text.trim();
    if (!text) return this.#fail('puzzles.own.nothing');
    return this.#run((listener) => findInText(this.#app.client, { game, text }, listener));
  }

  /** Find a puzzle in the current position of the play page. */
  async findHere() {
    const saved = await this.#savedGame(this.state.game);
    if (!saved) return this.#fail('puzzles.own.noGame');
    const { game, tree } = saved;
    const { client } = this.#app;
    return this.#run(async (listener) => {
      const { fen } = await client.view({ game, fen: tree.fen, moves: movesTo(tree) });
      this.state.text = fen;
      return findPuzzle(client, { game, fen }, listener);
    });
  }

  /** Find puzzles in the game of the play page. */
  async findInGame() {
    const saved = await this.#savedGame(this.state.game);
    const moves = saved ? movesTo(saved.tree, tipOf(saved.tree).id) : [];
    if (!saved || moves.length === 0) return this.#fail('puzzles.own.noGame');
    const { game, tree } = saved;
    return this.#run((listener) => findMoments(this.#app.client, { game, fen: tree.fen, moves }, listener));
  }

  /** Let the engine find puzzles. @param {(listener: Listener) => Promise<Finding | Moment[] | null>} find */
  #run(find) {
    const [app, { state, task }] = [this.#app, this];
    state.found = [];
    const working = app.t('puzzles.own.working');
    return task.run(
      async ({ signal, onProgress }) => {
        const found = await find({ signal, onProgress: (share) => onProgress(share, working) });
        if (!found) this.#fail('puzzles.own.nothing');
        else if (Array.isArray(found)) task.tell(app.t('puzzles.own.moments', { count: found.length }));
        else this.#tellFinding(found);
        state.found = found ? [found].flat() : [];
      },
      {
        start: app.state.engine.state === 'idle' ? working : app.t('puzzles.own.loading'),
        stopped: app.t('puzzles.own.stopped'),
      },
    );
  }

  /** @param {Finding} finding */
  #tellFinding({ unique, gap, puzzle }) {
    const app = this.#app;
    const how = proofInWords(app.words, puzzle);
    if (unique) this.task.tell(`${app.t('puzzles.own.unique')} ${how}`);
    else if (gap === null) this.task.tell(`${app.t('puzzles.own.several')} ${how}`);
    else this.#fail('puzzles.own.close', { gap: app.words.number(gap / 100, 1) });
  }

  /** @param {Puzzle[]} puzzles @returns {number} how many of them there was room for */
  save(puzzles) {
    const { own } = this;
    own.add(puzzles).then((isKept) => this.#tellKept(isKept));
    const count = puzzles.filter(({ id }) => own.has(id)).length;
    if (count < puzzles.length) this.#fail('puzzles.own.full', { count: own.most });
    return count;
  }

  /** @param {Puzzle} puzzle */
  async remove({ id }) {
    this.#tellKept(await this.own.remove(id));
  }

  /** @param {boolean} isKept */
  #tellKept(isKept) {
    if (!isKept) this.#fail('puzzles.own.notKept');
  }

  /** @param {File} file */
  async readFile(file) {
    const [app, { own, task }] = [this.#app, this];
    task.tell('');
    try {
      if ((await kindOfFile(file)) === 'table') return this.table.choose(file);
      await own.loadFirst();
      const { puzzles, faults } = await readOwnPuzzles(file);
      const count = this.save(puzzles);
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

  /** Take what was dropped, pasted or named by the address. @param {{ text?: string, file?: File, game?: GameName }} given */
  read({ file, text = '', game = this.state.game }) {
    if (file) return this.readFile(file);
    update(this.state, { text, game });
  }

  stop() {
    this.table.task.stop();
    this.task.stop();
  }

  /** @param {Key} key @param {Params} [params] */
  #fail(key, params) {
    this.task.tell(this.#app.t(key, params), true);
  }
}
