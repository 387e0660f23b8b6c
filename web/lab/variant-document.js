// The open variant: its name, its stored record, and whether somebody else has shared it. Every edit is saved
// at once; the original engine becomes a variant with its first edit.

/** @import { VariantRow } from '../storage/database.js' */
/** @import { Variants } from './kept-variants.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { RejectedHunk } from './patch.js' */
/** @import { SharedVariant } from './shared-variant.js' */
/** @import { VariantEngine } from './variant-engine.js' */

import { isGame } from '../game/games.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { SharedVariantError } from './shared-variant.js';

const KEEP_MS = 300;

/** @typedef {{ id: string | null, changedAt: number }} StoredRecord  changedAt: when it was read or written here */

export class VariantDocument {
  state = reactive({
    variants: /** @type {VariantRow[]} */ ([]),
    /** Null: the original engine. */
    id: /** @type {string | null} */ (null),
    name: '',
    /** Counts the variants that have been opened. */
    opened: 0,
    /** Whether the edits could be saved. */
    kept: true,
    /** The name of a shared variant that has not been accepted. */
    shared: /** @type {string | null} */ (null),
    rejects: /** @type {RejectedHunk[]} */ ([]),
    refused: /** @type {'link' | 'file' | null} */ (null),
  });
  #engine;
  #storage;
  #newName;
  /** The stored record of the open variant; its id is null until the first save. @type {StoredRecord} */
  #record = { id: null, changedAt: 0 };
  /** @type {any} */
  #timer = null;
  #loading = false;
  /** One write after the other. */
  #keeping = Promise.resolve();

  /** @param {VariantEngine} engine @param {Variants} storage @param {() => string} newName  of a variant without one */
  constructor(engine, storage, newName) {
    this.#engine = engine;
    this.#storage = storage;
    this.#newName = newName;
    storage.onChange(() => this.#follow());
    onChange(
      () => engine.state.texts,
      (texts) => this.#edited(texts),
    );
  }

  /**
   * Open a game with a stored variant, with a shared one, or else with the original engine.
   * @param {GameName} game
   * @param {{ id?: string | null, shared?: SharedVariant | null }} [options]
   */
  async open(game, { id = null, shared = null } = {}) {
    this.#leave();
    if (!(await this.#engine.open(game))) return;
    await this.#list();
    if (shared) this.show(shared, 'link');
    else this.choose(id);
  }

  /** @param {string | null} id  null or an unknown one: the original engine */
  choose(id) {
    this.#leave();
    const row = this.state.variants.find((each) => each.id === id);
    this.#record = { id: row?.id ?? null, changedAt: row?.changedAt ?? 0 };
    update(this.state, { id: this.#record.id, name: row?.name ?? '' });
    this.#load(row?.files ?? {}, true);
  }

  /** Show a shared variant, which does not run yet. @param {SharedVariant} shared @param {'link' | 'file'} from */
  show({ name, game, patch }, from) {
    this.#leave();
    try {
      if (game !== this.#engine.state.game) throw new SharedVariantError(game);
      const { texts, rejects } = this.#engine.patched(patch);
      update(this.state, { id: null, name, shared: name, rejects });
      this.#load(texts, false);
    } catch {
      this.choose(null);
      update(this.state, { refused: from });
    }
  }

  /** The person has seen the shared variant and wants to run it. */
  accept() {
    update(this.state, { shared: null });
    this.#engine.accept();
    this.#keep();
  }

  /** @param {string} name */
  rename(name) {
    update(this.state, { name });
    this.#keep(KEEP_MS);
  }

  /** Go on with a copy. */
  copy() {
    this.#record = { id: null, changedAt: 0 };
    update(this.state, { id: null, name: `${this.state.name} 2` });
    this.#keep();
  }

  /** Undo all changes of the variant, or of one file. @param {string} [path] */
  reset(path) {
    const { texts } = this.#engine.state;
    const rest = Object.entries(texts).filter(([each]) => path !== undefined && each !== path);
    this.#engine.load(Object.fromEntries(rest), { accepted: true });
  }

  async remove() {
    const { id } = this.state;
    this.choose(null);
    await this.#keeping;
    if (id !== null) await this.#storage.remove(id).catch(() => {});
    await this.#list();
  }

  /** Work on stored or shared files, which are not written again. @param {Record<string, string>} texts @param {boolean} accepted */
  #load(texts, accepted) {
    this.#loading = true;
    try {
      this.#engine.load(texts, { accepted });
    } finally {
      this.#loading = false;
    }
  }

  #leave() {
    if (this.#timer !== null) this.#keep();
    this.#record = { id: null, changedAt: 0 };
    const { opened } = this.state;
    update(this.state, { id: null, name: '', opened: opened + 1, shared: null, rejects: [], refused: null });
  }

  /** @param {Record<string, string>} texts */
  #edited(texts) {
    if (this.#loading || this.state.shared !== null || this.#engine.state.status === 'loading') return;
    if (this.state.id === null && Object.keys(texts).length === 0) return;
    if (!this.state.name) update(this.state, { name: this.#newName() });
    this.#keep(KEEP_MS);
  }

  /** @param {number} [wait] */
  #keep(wait = 0) {
    clearTimeout(this.#timer);
    const act = () => {
      this.#timer = null;
      const { texts: files, game } = this.#engine.state;
      const { name } = this.state;
      const record = this.#record;
      this.#keeping = this.#keeping.then(() => this.#write(record, { game, name, files }));
    };
    if (wait === 0) act();
    else this.#timer = setTimeout(act, wait);
  }

  /** @param {StoredRecord} record @param {{ game: GameName, name: string, files: Record<string, string> }} variant */
  async #write(record, variant) {
    try {
      const { id, changedAt } = await this.#storage.keep({ ...variant, id: record.id });
      Object.assign(record, { id, changedAt });
      update(this.state, { kept: true });
      if (record === this.#record) update(this.state, { id });
      await this.#list();
    } catch {
      update(this.state, { kept: false });
    }
  }

  /** Show what another tab has written, unless something is about to be written here. */
  async #follow() {
    await this.#list();
    const { id, changedAt } = this.#record;
    const row = this.state.variants.find((each) => each.id === id);
    if (row && row.changedAt > changedAt && this.#timer === null) this.choose(id);
  }

  async #list() {
    const { game } = this.#engine.state;
    const variants = await this.#storage.list(game).catch(() => []);
    if (game === this.#engine.state.game) update(this.state, { variants });
  }
}

/** @param {SharedVariant | null} shared @returns {GameName | null} */
export const gameOf = (shared) => (shared && isGame(shared.game) ? shared.game : null);
