// The cards of a repertoire, one for each position, and the answers that were given. Each answer is applied to the card as
// the database has it, so that tabs do not undo each other's answers.

/** @import { Attempt, Card, Database } from '../storage/database.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Keeping } from './progress.js' */

import { rowsOf, StorageError } from '../storage/database.js';
import { dayOf } from '../ui/dates.js';
import { reactive, update } from '../ui/reactive.js';
import { cardFrom, reviewed } from './schedule.js';

/** Answers that are remembered one by one. */
const MOST_ANSWERS = 4000;

/** An answer. @typedef {{ key: string, known: boolean, at: Date }} Answer */

export class KeptCards {
  /** `cards` by key; `answers` given, the oldest first. */
  state = reactive({
    cards: /** @type {Readonly<Record<string, Card>>} */ ({}),
    answers: /** @type {readonly Attempt[]} */ ([]),
    keeping: /** @type {Keeping} */ ('kept'),
  });
  #database;
  #scope;
  /** Answers that are not in the database yet. @type {Answer[]} */
  #unsaved = [];
  #saving = false;

  /** @param {Database} database @param {GameName} game @param {'first' | 'second'} side */
  constructor(database, game, side) {
    this.#database = database;
    this.#scope = `repertoire ${game} ${side}`;
    database.onChange(({ store, of }) => {
      if (store === 'cards' && of === this.#scope) this.load();
    });
  }

  async load() {
    const scope = this.#scope;
    try {
      const [rows, answers] = await this.#database.run(['cards', 'attempts'], 'readonly', (tx) =>
        Promise.all([
          tx.objectStore('cards').getAll(rowsOf(scope)),
          tx.objectStore('attempts').getAll(rowsOf(scope)),
        ]),
      );
      if (this.#unsaved.length > 0) return;
      const read = rows.flatMap((row) => {
        const card = cardFrom(row);
        return card ? [[row.id, card]] : []; // what is none is asked anew
      });
      update(this.state, { cards: Object.fromEntries(read), answers, keeping: 'kept' });
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Takes effect at once, and is saved in the background. @param {string} key @param {boolean} known @param {Date} at */
  answer(key, known, at) {
    const { cards, answers } = this.state;
    const answer = { key, known, at };
    update(this.state, {
      cards: { ...cards, [key]: after(cards[key], answer) },
      answers: [...answers, attemptOf(answer)],
    });
    this.#unsaved.push(answer);
    return this.#save();
  }

  async #save() {
    if (this.#saving) return;
    this.#saving = true;
    try {
      while (this.#unsaved.length > 0) {
        const answers = [...this.#unsaved];
        await this.#database.run(['cards', 'attempts'], 'readwrite', async (tx) => {
          for (const answer of answers) {
            const kept = await tx.objectStore('cards').get([this.#scope, answer.key]);
            const card = after(cardFrom(kept), answer);
            await tx.objectStore('cards').put({ game: this.#scope, id: answer.key, ...card });
            await tx.objectStore('attempts').put({ game: this.#scope, ...attemptOf(answer) });
          }
        });
        this.#unsaved.splice(0, answers.length);
      }
      update(this.state, { keeping: 'kept' });
      this.#database.tell({ store: 'cards', of: this.#scope });
    } catch (error) {
      this.#failed(error); // the next answer tries to save these, too
    }
    this.#saving = false;
  }

  /** Forget the oldest answers. */
  async tidy() {
    const spare = this.state.answers.length - MOST_ANSWERS;
    if (spare <= 0) return;
    const old = this.state.answers.slice(0, spare);
    await this.#database
      .run(['attempts'], 'readwrite', (tx) =>
        Promise.all(old.map(({ at, id }) => tx.objectStore('attempts').delete([this.#scope, at, id]))),
      )
      .catch((error) => this.#failed(error));
  }

  /** @param {unknown} error */
  #failed(error) {
    const keeping = error instanceof StorageError && error.trouble === 'full' ? 'full' : 'refused';
    update(this.state, { keeping });
  }
}

/** @param {Card | null | undefined} card @param {Answer} answer */
const after = (card, { known, at }) => reviewed(card ?? null, { known, today: dayOf(at) });

/** @param {Answer} answer @returns {Attempt} */
const attemptOf = ({ key, known, at }) => ({
  id: key,
  at: at.getTime(),
  result: known ? 'solved' : 'failed',
  rating: 0,
});
