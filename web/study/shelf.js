// The studies of this browser: listed, opened, changed, removed with a way back, written and read as files. No DOM.

/** @import { App } from '../game-view/app.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { Chapter, Removed, Studies } from '../storage/studies.js' */
/** @import { OpeningTree } from '../records/opening-tree.js' */
/** @import { Checks } from './checks.js' */
/** @import { Loaded, Trainer } from './trainer.js' */
/** @import { ReadStudy } from './study-file.js' */
/** @import { StudySession } from './session.js' */

import { factsOf } from '../game/games.js';
import { goTo, ROOT } from '../game/tree.js';
import { recordFaultInWords } from '../game-view/fault-words.js';
import { gameTitle } from '../game-view/record-words.js';
import { StorageError } from '../storage/database.js';
import { load } from '../ui/load.js';
import { reactive, update } from '../ui/reactive.js';
import { readStudies, studyLink, written } from './study-file.js';

/** @typedef {'first' | 'second' | null} Side */

export class Shelf {
  state = reactive({
    studies: /** @type {readonly StudyRow[]} */ ([]),
    open: /** @type {string | null} */ (null),
    chapters: /** @type {readonly Chapter[]} */ ([]),
    /** The chapter on the board. */
    shown: /** @type {string | null} */ (null),
    /** The ids of what is being renamed or moved. */
    renaming: /** @type {string | null} */ (null),
    moving: /** @type {string | null} */ (null),
    loaded: /** @type {Loaded | null} */ (null),
    /** Repertoires with something to ask, by id of the study. */
    due: /** @type {Readonly<Record<string, number>>} */ ({}),
    removed: /** @type {{ text: string, removed: Removed } | null} */ (null),
    message: '',
    bad: false,
    /** Studies of a link or a file that are not kept yet. */
    offered: /** @type {{ studies: readonly ReadStudy[], side: Side, left: number } | null} */ (null),
  });
  #latest = {};

  /**
   * @param {App<StudySession>} app
   * @param {Studies} studies
   * @param {Trainer} trainer
   * @param {() => Promise<OpeningTree>} openings  of the games in the library
   */
  constructor(app, studies, trainer, openings) {
    this.openings = openings;
    this.app = app;
    this.studies = studies;
    this.trainer = trainer;
    studies.onChange(() => !trainer.isOn && this.refresh());
  }

  /** The open study. @returns {StudyRow | null} */
  get study() {
    const { studies, open } = this.state;
    return studies.find(({ id }) => id === open) ?? null;
  }

  /** List everything again, after an action that may have changed it. @param {() => unknown} [act] */
  async refresh(act = () => {}) {
    const mine = {};
    this.#latest = mine;
    try {
      await act();
      const studies = await this.studies.list();
      const study = studies.find(({ id }) => id === this.state.open);
      const chapters = study ? await this.studies.chapters(study) : [];
      if (this.#latest !== mine) return;
      update(this.state, { studies, chapters, ...(!study && { open: null, loaded: null, shown: null }) });
      await this.#weigh(mine);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Read the repertoires, to tell what is due. @param {object} mine */
  async #weigh(mine) {
    const { studies, open } = this.state;
    for (const study of studies.filter(({ side }) => side !== null)) {
      const loaded = await this.trainer.read(study);
      if (this.#latest !== mine) return;
      if (study.id === open) update(this.state, { loaded });
      const { due = 0, fresh = 0 } = loaded ? this.trainer.standings(loaded).all : {};
      update(this.state, { due: { ...this.state.due, [study.id]: due + fresh } });
    }
    if (this.study?.side === null) update(this.state, { loaded: null });
  }

  /** @param {string | null} id */
  open(id) {
    const clean = { renaming: null, moving: null, message: '', loaded: null, shown: null, chapters: [] };
    update(this.state, { open: id, ...clean });
    return this.refresh();
  }

  /** Put a chapter on the board. @param {string} id */
  async show(id) {
    const study = this.study;
    if (!study) return;
    const games = await this.studies.games({ ...study, chapters: [id] }).catch((error) => {
      this.fail(error);
      return [];
    });
    const [found] = games;
    if (!found) return;
    const { game } = found;
    const orientation = study.side
      ? factsOf(game.game).sides[study.side === 'first' ? 0 : 1]
      : game.orientation;
    update(this.state, { shown: id });
    await this.app.session.show({ ...game, orientation, tree: goTo(game.tree, ROOT) });
  }

  /** @param {string} title @param {Side} side */
  create(title, side) {
    return this.refresh(async () => {
      const { id } = await this.studies.create(title || this.app.t('study.untitled'), { side });
      update(this.state, { open: id });
    });
  }

  /** @param {Parameters<Studies['change']>[1]} changes */
  change(changes) {
    const { open } = this.state;
    update(this.state, { renaming: null });
    return this.refresh(() => open && this.studies.change(open, changes));
  }

  /** @param {string} id @param {string} title */
  renameChapter(id, title) {
    update(this.state, { renaming: null });
    return this.refresh(() => this.studies.renameChapter(id, title));
  }

  /** @param {string} id @param {-1 | 1} step */
  shift(id, step) {
    const { open } = this.state;
    return this.refresh(() => open && this.studies.shift(open, id, step));
  }

  /** @param {Chapter} chapter */
  duplicate({ id, title }) {
    const { open } = this.state;
    const name = this.app.t('study.chapter.copy', { title: title ?? '' });
    return this.refresh(() => open && this.studies.duplicate(open, id, name));
  }

  /** @param {string} id @param {string} study */
  move(id, study) {
    const { open } = this.state;
    update(this.state, { moving: null });
    return this.refresh(() => open && this.studies.moveChapter(open, id, study));
  }

  /** Remove the open study. */
  remove() {
    const study = this.study;
    if (!study) return;
    return this.refresh(async () => {
      this.#offerBack(study.title, await this.studies.remove(study.id));
      update(this.state, { open: null });
    });
  }

  /** @param {Chapter} chapter */
  removeChapter({ id, title }) {
    const { open } = this.state;
    return this.refresh(
      async () => open && this.#offerBack(title ?? '', await this.studies.removeChapter(open, id)),
    );
  }

  /** @param {string} title @param {Removed | null} removed */
  #offerBack(title, removed) {
    if (removed) update(this.state, { removed: { text: this.app.t('study.removed', { title }), removed } });
  }

  /** Put back what was removed last. */
  undo() {
    const { removed } = this.state;
    if (!removed) return;
    update(this.state, { removed: null });
    return this.refresh(async () => {
      await this.studies.restore(removed.removed);
      update(this.state, { open: removed.removed.study.id });
    });
  }

  /** Add what opponents played in the library. @param {Checks} checks @param {Loaded} loaded */
  async addOpponents(checks, loaded) {
    const { study, start, titles } = loaded;
    this.tell(this.app.t('study.checks.reading'));
    try {
      const tree = await this.openings();
      this.tell('');
      if (tree.size === 0) return this.tell(this.app.t('study.checks.noGames'));
      const count = await checks.opponents(loaded, tree, ({ chapter, moves }) =>
        this.studies.addLine(study.id, start[chapter], moves, titles[chapter]),
      );
      await this.refresh();
      this.tell(this.app.t('study.checks.added', { count }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** The open study as a text. @param {'pgn' | 'dhtmlxq'} format @returns {Promise<string | null>} */
  text(format) {
    return this.#made((study, games) =>
      written(this.app.client, study, games, { format, notation: this.app.notation }),
    );
  }

  /** Print the open study. */
  print() {
    return this.#made(async (study, games) => {
      const { printGames } = await load(() => import('../records/printed-games.js'));
      const chapters = games.map(({ game, row }) => ({ game, title: row.title ?? '' }));
      await printGames(this.app, study.title, chapters);
      return null;
    });
  }

  /** The link to the open study; null, and a message, where it would be too long. */
  link() {
    return this.#made(async (study, games) => {
      const link = await studyLink(this.app.client, location.href, study, games);
      if (!link) this.tell(this.app.t('study.tooLong'), true);
      return link;
    });
  }

  /** @param {(study: StudyRow, games: Removed['games']) => Promise<string | null>} make */
  async #made(make) {
    const study = this.study;
    if (!study) return null;
    try {
      return await make(study, await this.studies.games(study));
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** Read a text or a file, and offer what is in it. @param {{ text?: string, data?: string, name?: string }} source @param {Side} [side] */
  async read(source, side = null) {
    const app = this.app;
    this.tell(app.t('study.reading'));
    try {
      const { studies, left, faults } = await readStudies(app.client, source, {
        game: app.state.game.game,
        untitled: (number) => app.t('study.chapter.untitled', { number }),
        titleOf: (headers) => gameTitle(app, { ...headers, Result: '*' }),
      });
      update(this.state, { offered: studies.length > 0 ? { studies, side, left } : null });
      this.tell(faults > 0 ? app.t('study.faults', { count: faults }) : '', faults > 0);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Keep what was offered: in the open study, or as studies of their own. @param {boolean} here */
  accept(here) {
    const { offered, open } = this.state;
    if (!offered) return;
    update(this.state, { offered: null });
    return this.refresh(async () => {
      for (const { title, chapters } of offered.studies) {
        if (here && open) await this.studies.add(open, chapters);
        else {
          const name = title || chapters[0].title;
          const { id } = await this.studies.create(name, { side: offered.side, chapters });
          update(this.state, { open: id });
        }
      }
    });
  }

  decline() {
    update(this.state, { offered: null });
  }

  /** @param {string} message @param {boolean} [bad] */
  tell(message, bad = false) {
    update(this.state, { message, bad });
  }

  /** @param {any} error */
  fail(error) {
    const { words } = this.app;
    const told =
      error instanceof StorageError
        ? this.app.t(error.trouble === 'full' ? 'study.fault.full' : 'study.fault.storage')
        : recordFaultInWords(words, error);
    this.tell(told, true);
  }
}
