// @ts-check
// The variant at hand: its name, where it is kept, and what came from elsewhere. Every edit is kept at once; the
// original engine becomes a variant with its first edit.

/** @import { VariantRow } from '../storage/database.js' */
/** @import { Variants } from '../storage/variants.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Misfit } from './patch.js' */
/** @import { Parcel } from './share.js' */
/** @import { Workshop } from './workshop.js' */

import { isGame } from '../game/games.js';
import { onChange, reactive, update } from '../game/reactive.js';
import { ParcelError } from './share.js';

const KEEP_MS = 300;

export class Desk {
  state = reactive({
    variants: /** @type {VariantRow[]} */ ([]),
    /** Null: the original engine. */
    id: /** @type {string | null} */ (null),
    name: '',
    /** Another number whenever another variant is at hand. */
    sheet: 0,
    /** Whether what is edited is kept. */
    kept: true,
    /** What came from somebody else and has not been accepted. */
    shared: /** @type {string | null} */ (null),
    misfits: /** @type {Misfit[]} */ ([]),
    refused: /** @type {'link' | 'file' | null} */ (null),
  });
  #workshop;
  #storage;
  #newName;
  /** Stands for the variant at hand. The first write gives it its id. @type {{ id: string | null }} */
  #sheet = { id: null };
  /** @type {any} */
  #timer = null;
  /** One write after the other. */
  #keeping = Promise.resolve();

  /** @param {Workshop} workshop @param {Variants} storage @param {() => string} newName  of a variant without one */
  constructor(workshop, storage, newName) {
    this.#workshop = workshop;
    this.#storage = storage;
    this.#newName = newName;
    storage.onChange(() => this.#list());
    onChange(
      () => workshop.state.texts,
      (texts) => this.#edited(texts),
    );
  }

  /**
   * Open a game: with a variant of it, or what somebody has shared, or else with the original engine.
   * @param {GameName} game
   * @param {{ id?: string | null, parcel?: Parcel | null }} [options]
   */
  async open(game, { id = null, parcel = null } = {}) {
    this.#leave();
    await this.#workshop.open(game);
    await this.#list();
    if (parcel) this.show(parcel, 'link');
    else this.choose(id);
  }

  /** @param {string | null} id  null or an unknown one: the original engine */
  choose(id) {
    this.#leave();
    const row = this.state.variants.find((each) => each.id === id);
    this.#sheet = { id: row?.id ?? null };
    update(this.state, { id: this.#sheet.id, name: row?.name ?? '' });
    this.#workshop.take(row?.files ?? {}, { accepted: true });
  }

  /** Show what somebody else has made; it does not run. @param {Parcel} parcel @param {'link' | 'file'} from */
  show({ name, game, patch }, from) {
    this.#leave();
    try {
      if (game !== this.#workshop.state.game) throw new ParcelError(game);
      const { texts, misfits } = this.#workshop.patched(patch);
      update(this.state, { id: null, name, shared: name, misfits });
      this.#workshop.take(texts, { accepted: false });
    } catch {
      this.choose(null);
      update(this.state, { refused: from });
    }
  }

  /** The person has seen what came from somebody else, and wants to run it. */
  accept() {
    update(this.state, { shared: null });
    this.#workshop.accept();
    this.#keep();
  }

  /** @param {string} name */
  rename(name) {
    update(this.state, { name });
    this.#keep(KEEP_MS);
  }

  /** Go on with a copy. */
  copy() {
    this.#sheet = { id: null };
    update(this.state, { id: null, name: `${this.state.name} 2` });
    this.#keep();
  }

  /** Undo all changes of the variant, or of one file. @param {string} [path] */
  reset(path) {
    const { texts } = this.#workshop.state;
    const rest = Object.entries(texts).filter(([each]) => path !== undefined && each !== path);
    this.#workshop.take(Object.fromEntries(rest), { accepted: true });
  }

  async remove() {
    const { id } = this.state;
    this.choose(null);
    await this.#keeping;
    if (id !== null) await this.#storage.remove(id).catch(() => {});
    await this.#list();
  }

  #leave() {
    if (this.#timer !== null) this.#keep();
    this.#sheet = { id: null };
    const { sheet } = this.state;
    update(this.state, { id: null, name: '', sheet: sheet + 1, shared: null, misfits: [], refused: null });
  }

  /** @param {Record<string, string>} texts */
  #edited(texts) {
    if (this.state.shared !== null || this.#workshop.state.status === 'loading') return;
    if (this.state.id === null && Object.keys(texts).length === 0) return;
    if (!this.state.name) update(this.state, { name: this.#newName() });
    this.#keep(KEEP_MS);
  }

  /** @param {number} [wait] */
  #keep(wait = 0) {
    clearTimeout(this.#timer);
    const act = () => {
      this.#timer = null;
      const { texts: files, game } = this.#workshop.state;
      const { name } = this.state;
      const sheet = this.#sheet;
      this.#keeping = this.#keeping.then(() => this.#write(sheet, { game, name, files }));
    };
    if (wait === 0) act();
    else this.#timer = setTimeout(act, wait);
  }

  /** @param {{ id: string | null }} sheet @param {{ game: GameName, name: string, files: Record<string, string> }} variant */
  async #write(sheet, variant) {
    try {
      const { id } = await this.#storage.keep({ ...variant, id: sheet.id });
      sheet.id = id;
      update(this.state, { kept: true });
      if (sheet === this.#sheet) update(this.state, { id });
      await this.#list();
    } catch {
      update(this.state, { kept: false });
    }
  }

  async #list() {
    const { game } = this.#workshop.state;
    const variants = await this.#storage.list(game).catch(() => []);
    if (game === this.#workshop.state.game) update(this.state, { variants });
  }
}

/** @param {Parcel | null} parcel @returns {GameName | null} */
export const gameOf = (parcel) => (parcel && isGame(parcel.game) ? parcel.game : null);
