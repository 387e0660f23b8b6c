// Studies: named collections of chapters, which are games of the library. A repertoire is a study for one side.
// A chapter is the game that the analysis board opens under its id, and is edited there in place.

/** @import { Game } from '../game/types.js' */
/** @import { Database, GameRow, StudyRow, Transaction } from './database.js' */

import { analysisIdOf, factsOf } from '../game/games.js';
import { addLine, goTo, nodeOf, ROOT } from '../game/tree.js';
import { randomId } from '../ui/random-id.js';
import { addGame, GAME_STORES, gameOf, gameRows, removeGame, replaceGame, toGameRow } from './games.js';
import { RecordError } from './set-aside.js';

const STORES = /** @type {const} */ (['studies', ...GAME_STORES]);
export const LONGEST_TITLE = 200;

/** A chapter in a list. @typedef {Pick<GameRow, 'id' | 'game' | 'title' | 'fen' | 'headers'> & { savedAt: number }} Chapter */

/** A game to become a chapter. @typedef {{ game: Game, title: string }} NewChapter */

/** What was removed, to be put back: a study, or a chapter of it. @typedef {{ study: StudyRow, games: Array<{ game: Game, row: GameRow, savedAt: number }> }} Removed */

export class Studies {
  #database;
  #now;

  /** @param {Database} database @param {() => number} [now] */
  constructor(database, now = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  /** @param {() => void} listener  called when another tab has changed a study or a game */
  onChange(listener) {
    return this.#database.onChange(({ store }) => (store === 'studies' || store === 'games') && listener());
  }

  /** All studies, the oldest first. @returns {Promise<StudyRow[]>} */
  async list() {
    const all = await this.#database.run(['studies'], 'readonly', (tx) => tx.objectStore('studies').getAll());
    return all.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** @param {string} id @returns {Promise<StudyRow | undefined>} */
  find(id) {
    return this.#database.run(['studies'], 'readonly', (tx) => tx.objectStore('studies').get(id));
  }

  /** The chapters of a study, in order. @param {StudyRow} study @returns {Promise<Chapter[]>} */
  async chapters({ chapters }) {
    const found = await this.#database.run(['games', 'cursors'], 'readonly', (tx) =>
      Promise.all(
        chapters.map(async (id) => {
          const [row, cursor] = await Promise.all([
            tx.objectStore('games').get(id),
            tx.objectStore('cursors').get(id),
          ]);
          return row && { ...row, savedAt: cursor?.savedAt ?? row.createdAt };
        }),
      ),
    );
    return found.filter((row) => row !== undefined);
  }

  /** The games of the chapters, in order; those that cannot be read are left out. @param {StudyRow} study @returns {Promise<Removed['games']>} */
  games(study) {
    return this.#database.run(GAME_STORES, 'readonly', (tx) => gamesOf(tx, study.chapters));
  }

  /**
   * A new study with these chapters.
   * @param {string} title
   * @param {{ side?: StudyRow['side'], chapters?: readonly NewChapter[], id?: string }} [options]
   * @returns {Promise<StudyRow>}
   */
  async create(title, { side = null, chapters = [], id = randomId() } = {}) {
    const study = await this.#database.run(STORES, 'readwrite', async (tx) => {
      const ids = await this.#addAll(tx, chapters);
      const row = { id, title: shortened(title), side, chapters: ids, createdAt: this.#now() };
      await tx.objectStore('studies').put(row);
      return row;
    });
    this.#tell();
    return study;
  }

  /** @param {string} id @param {Partial<Pick<StudyRow, 'title' | 'side'>>} changes */
  change(id, { title, ...changes }) {
    const named = title?.trim() ? { title: shortened(title) } : {};
    return this.#edit(id, (study) => ({ ...study, ...changes, ...named }));
  }

  /** Remove a study with its chapters. @param {string} id @returns {Promise<Removed | null>} for `restore` */
  remove(id) {
    return this.#removing(id, (study) => study.chapters);
  }

  /** @param {string} id  of the study @param {string} chapter @returns {Promise<Removed | null>} for `restore` */
  removeChapter(id, chapter) {
    return this.#removing(id, () => [chapter]);
  }

  /** Put back what was removed: each chapter in its place. @param {Removed} removed */
  async restore({ study, games }) {
    await this.#database.run(STORES, 'readwrite', async (tx) => {
      const studies = tx.objectStore('studies');
      const now = await studies.get(study.id);
      const here = new Set(now ? now.chapters : []);
      const back = new Set(games.map(({ game }) => game.id));
      const known = study.chapters.filter((each) => here.has(each) || back.has(each));
      const later = (now?.chapters ?? []).filter((each) => !known.includes(each));
      for (const { game, row, savedAt } of games) await addGame(tx, game, { ...row, slot: null }, savedAt);
      await studies.put({ ...study, ...now, chapters: [...known, ...later] });
    });
    this.#tell();
  }

  /**
   * @param {string} id
   * @param {readonly NewChapter[]} chapters
   * @returns {Promise<string[]>} their ids
   */
  async add(id, chapters) {
    const ids = await this.#database.run(STORES, 'readwrite', async (tx) => {
      const studies = tx.objectStore('studies');
      const study = await studies.get(id);
      if (!study) return [];
      const added = await this.#addAll(tx, chapters);
      await studies.put({ ...study, chapters: [...study.chapters, ...added] });
      return added;
    });
    this.#tell();
    return ids;
  }

  /** @param {string} chapter @param {string} title */
  async renameChapter(chapter, title) {
    await this.#database.run(['games'], 'readwrite', async (tx) => {
      const row = await tx.objectStore('games').get(chapter);
      if (row && title.trim()) await tx.objectStore('games').put({ ...row, title: shortened(title) });
    });
    this.#tell();
  }

  /** Move a chapter up or down. @param {string} id @param {string} chapter @param {-1 | 1} step */
  shift(id, chapter, step) {
    return this.#edit(id, (study) => {
      const chapters = [...study.chapters];
      const from = chapters.indexOf(chapter);
      const to = from + step;
      if (from < 0 || to < 0 || to >= chapters.length) return study;
      chapters.splice(to, 0, ...chapters.splice(from, 1));
      return { ...study, chapters };
    });
  }

  /** Copy a chapter to the place behind it. @param {string} id @param {string} chapter @param {string} title */
  async duplicate(id, chapter, title) {
    await this.#database.run(STORES, 'readwrite', async (tx) => {
      const studies = tx.objectStore('studies');
      const [study, [found]] = await Promise.all([studies.get(id), gamesOf(tx, [chapter])]);
      if (!study || !found) return;
      const [copy] = await this.#addAll(tx, [{ game: found.game, title }]);
      const chapters = study.chapters.flatMap((each) => (each === chapter ? [each, copy] : [each]));
      await studies.put({ ...study, chapters });
    });
    this.#tell();
  }

  /** Move a chapter to the end of another study. @param {string} from @param {string} chapter @param {string} to */
  async moveChapter(from, chapter, to) {
    await this.#database.run(['studies'], 'readwrite', async (tx) => {
      const studies = tx.objectStore('studies');
      const [left, entered] = await Promise.all([studies.get(from), studies.get(to)]);
      if (!left?.chapters.includes(chapter) || !entered || from === to) return;
      await studies.put({ ...left, chapters: left.chapters.filter((each) => each !== chapter) });
      await studies.put({ ...entered, chapters: [...entered.chapters, chapter] });
    });
    this.#tell();
  }

  /**
   * Put a line into a study: into the first chapter that begins in its position, or else into a new one.
   * @param {string} id
   * @param {Game} game  with the line
   * @param {readonly string[]} moves
   * @param {string} title  of a new chapter
   * @returns {Promise<{ added: number, chapter: string } | null>} how many of the moves were new; null: no such study
   */
  async addLine(id, game, moves, title) {
    const done = await this.#database.run(STORES, 'readwrite', async (tx) => {
      const study = await tx.objectStore('studies').get(id);
      if (!study) return null;
      for (const chapter of study.chapters) {
        const rows = await gameRows(tx, chapter);
        if (!rows || rows.row.game !== game.game || rows.row.fen !== game.tree.fen) continue;
        const stored = gameOf(rows);
        const { tree } = addLine(stored.game.tree, ROOT, moves);
        const added = tree.nodes.size - stored.game.tree.nodes.size;
        if (added > 0) await replaceGame(tx, stored, { ...stored.game, tree }, this.#now());
        return { added, chapter };
      }
      const root = { ...nodeOf(game.tree, ROOT), children: [] };
      const empty = { ...game.tree, nodes: new Map([[ROOT, root]]), current: ROOT, next: ROOT + 1 };
      const { tree } = addLine(empty, ROOT, moves);
      const [chapter] = await this.#addAll(tx, [{ game: { ...game, tree, headers: {} }, title }]);
      await tx.objectStore('studies').put({ ...study, chapters: [...study.chapters, chapter] });
      return { added: moves.length, chapter };
    });
    this.#tell();
    return done;
  }

  /** @param {Transaction} tx @param {readonly NewChapter[]} chapters @returns {Promise<string[]>} their ids */
  async #addAll(tx, chapters) {
    const ids = [];
    for (const { game, title } of chapters) {
      const chapter = asChapter(game);
      const now = this.#now();
      const row = { ...toGameRow(chapter), slot: null, title: shortened(title), createdAt: now };
      await addGame(tx, chapter, row, now);
      ids.push(chapter.id);
    }
    return ids;
  }

  /** @param {string} id @param {(study: StudyRow) => StudyRow} change */
  async #edit(id, change) {
    await this.#database.run(['studies'], 'readwrite', async (tx) => {
      const study = await tx.objectStore('studies').get(id);
      if (study) await tx.objectStore('studies').put(change(study));
    });
    this.#tell();
  }

  /** @param {string} id @param {(study: StudyRow) => readonly string[]} chosen  the chapters to go; with all of them, the study */
  async #removing(id, chosen) {
    const removed = await this.#database.run(STORES, 'readwrite', async (tx) => {
      const studies = tx.objectStore('studies');
      const study = await studies.get(id);
      if (!study) return null;
      const going = chosen(study);
      const games = await gamesOf(tx, going);
      await Promise.all(games.map(({ game }) => removeGame(tx, game.id)));
      if (going === study.chapters) await studies.delete(id);
      else await studies.put({ ...study, chapters: study.chapters.filter((each) => !going.includes(each)) });
      return { study, games };
    });
    this.#tell();
    return removed;
  }

  #tell() {
    this.#database.tell({ store: 'studies' });
  }
}

/** @param {Transaction} tx @param {readonly string[]} ids */
async function gamesOf(tx, ids) {
  const found = [];
  for (const rows of await Promise.all(ids.map((id) => gameRows(tx, id)))) {
    try {
      if (rows) found.push(gameOf(rows));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error; // one that cannot be read stays where it is
    }
  }
  return found.map(({ game, row, cursor }) => ({ game, row, savedAt: cursor.savedAt }));
}

/** A copy of a game for a study: of two persons, shown from its beginning. @param {Game} game @returns {Game} */
function asChapter({ clock: _, review: __, ...game }) {
  const [first, second] = factsOf(game.game).sides;
  return {
    ...game,
    id: analysisIdOf(randomId()),
    players: { [first]: 'person', [second]: 'person' },
    headers: game.headers ?? {},
    ending: null,
    tree: goTo(game.tree, ROOT),
  };
}

/** @param {string} title */
const shortened = (title) => title.trim().slice(0, LONGEST_TITLE);
