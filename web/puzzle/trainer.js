// @ts-check
// The training around a puzzle: which one comes, what its result does to the rating, what comes back, what is kept.
// Puzzles come from two places, this site and the files that the visitor imported. Each has a progress of its own, since
// one is Xiangqi and the other chess.

/** @import { PuzzleUrl } from './address.js' */
/** @import { TrainingFilter } from './choose.js' */
/** @import { Library } from './library.js' */
/** @import { Keeping, KeptProgress, Progress, Result } from './progress.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { PuzzleSession, Resumed } from './session.js' */

import { onChange, reactive, update } from '../game/reactive.js';
import { isOwn } from './address.js';
import { ANY, dueIds, nextPuzzle, placeOfDay } from './choose.js';
import { merged, progressFrom, recorded } from './progress.js';
import { isFromFile, PuzzleError } from './puzzle.js';
import { dayOf } from './schedule.js';

/** train: one after the other; day: the puzzle of a day; again: what is due; one: a puzzle that was asked for. @typedef {'train' | 'day' | 'again' | 'one'} Mode */

/** Where puzzles come from: this site, or a file of the visitor's. @typedef {'site' | 'file'} Place */

/** A value that is kept between visits; see storage/settings.js. @typedef {{ now: any, load: () => Promise<void>, change: (value: any) => void }} KeptValue */

/**
 * @typedef {object} TrainerState
 * @property {Mode} mode
 * @property {string | null} day
 * @property {Place} place  of the puzzle at hand, or of the one that was asked for
 * @property {TrainingFilter & { place: Place }} filter
 * @property {Progress} progress  with the puzzles of that place
 * @property {Keeping} keeping
 * @property {Result | null} result  of the puzzle at hand
 * @property {number} gain  what its result did to the rating
 * @property {{ code: string, text: string } | null} fault  why there is no puzzle, or not the one that was asked for
 */

export class Trainer {
  /** @type {TrainerState} */
  state;
  #places;
  #session;
  #kept;
  #values;
  #now;
  #random;

  /**
   * @param {object} parts
   * @param {Record<Place, Library | StoredPuzzles>} parts.places
   * @param {PuzzleSession} parts.session
   * @param {Record<Place, KeptProgress>} parts.kept
   * @param {{ filter: KeptValue, resumed: KeptValue }} parts.values
   * @param {() => Date} [parts.now]
   * @param {() => number} [parts.random]
   */
  constructor({ places, session, kept, values, now = () => new Date(), random = Math.random }) {
    this.#places = places;
    this.#session = session;
    this.#kept = kept;
    this.#values = values;
    this.#now = now;
    this.#random = random;
    this.state = reactive(
      /** @type {TrainerState} */ ({
        mode: 'train',
        day: null,
        ...this.#known(),
        result: null,
        gain: 0,
        fault: null,
      }),
    );
    for (const each of Object.values(kept)) each.onChange = () => this.reread();
    onChange(
      () => {
        const { puzzle, phase, attempt, front } = session.state;
        return { puzzle, phase, attempt, front };
      },
      () => this.#keepPlace(),
    );
  }

  /** Read what is kept; until then nothing is known. */
  async load() {
    await Promise.all(
      [...Object.values(this.#kept), ...Object.values(this.#values)].map((each) => each.load()),
    );
    update(this.state, this.#known());
  }

  #known() {
    const filter = filterFrom(this.#values.filter.now);
    return { filter, ...this.#progressIn(filter.place) };
  }

  /** @param {Place} place */
  #progressIn(place) {
    const kept = this.#kept[place];
    return { place, progress: kept.read(), keeping: kept.keeping };
  }

  /** The day of today where the person is. */
  get today() {
    return dayOf(this.#now());
  }

  /** What could not be read of the progress, and why. */
  get aside() {
    return this.#kept[this.state.place].aside;
  }

  /** What is due again, of the puzzles that there are. */
  get due() {
    const known = new Set(this.#places[this.state.place].state.files.flatMap(({ ids }) => ids));
    return dueIds(this.state.progress, this.today).filter((id) => known.has(id));
  }

  /** The day on which something is due next; null if there is nothing. @returns {string | null} */
  get nextDue() {
    const days = Object.values(this.state.progress.cards).map(({ due }) => due);
    return days.sort()[0] ?? null;
  }

  // ---- what comes ----

  /** Open what an address asks for. @param {PuzzleUrl} asked */
  async open(asked) {
    update(this.state, { fault: null });
    switch (asked.kind) {
      case 'id':
        return this.openId(asked.id);
      case 'day':
        return this.openDay(asked.day ?? this.today);
      case 'again':
        return this.openDue();
      case 'own': {
        // One from a file is written out in its address, for those who have not got the file.
        const here = asked.id === null ? null : await this.#places.file.find(asked.id);
        return here ? this.#show(here, 'one') : this.openOwn(asked.puzzle);
      }
      case 'broken':
        this.#fault(asked.error);
        return this.next();
      default:
        return this.next();
    }
  }

  /** The next puzzle to train. A fault that was told stays, with another puzzle under it. */
  async next() {
    const { filter } = this.state;
    const place = this.#places[filter.place];
    await this.#first(place);
    // The imported puzzles have been deleted: go on with those of this site.
    if (filter.place === 'file' && place.count === 0) return this.train('site');
    const but = this.#session.state.puzzle?.id ?? null;
    const progress = this.#kept[filter.place].read();
    const found = nextPuzzle(place.state.puzzles, progress, filter, { random: this.#random, but });
    if (found) return this.#show(found, 'train');
    this.#fault(new PuzzleError(place.count === 0 ? 'no_puzzles' : 'none_fit'));
  }

  /** Train the puzzles of a place, any of them. @param {Place} place @returns {Promise<void>} */
  train(place) {
    this.setFilter({ ...ANY, place });
    return this.next();
  }

  /** Open a puzzle by its id. @param {string} id @param {Mode} [mode] @param {string | null} [day] */
  async openId(id, mode = 'one', day = null) {
    try {
      const puzzle = await this.#places[placeOf({ id })].find(id);
      if (puzzle) return await this.#show(puzzle, mode, day);
      this.#fault(new PuzzleError('unknown_id', id));
    } catch (error) {
      this.#fault(error instanceof PuzzleError ? error : new PuzzleError('no_file', id));
    }
    if (!this.#session.state.puzzle) await this.next();
  }

  /** The puzzle of a day: for everybody the same, as long as the puzzles are. @param {string} [day] */
  async openDay(day = this.today) {
    update(this.state, { fault: null });
    const site = /** @type {Library} */ (this.#places.site);
    const { count } = site;
    const id = count > 0 ? site.idAt(placeOfDay(day, count)) : null;
    if (id) await this.openId(id, 'day', day);
    else this.#fault(new PuzzleError('no_puzzles'));
  }

  /** What is due again, the longest waiting first. */
  async openDue() {
    update(this.state, { fault: null });
    const current = this.#session.state.puzzle?.id;
    const id = this.due.find((each) => each !== current) ?? this.due[0];
    if (id) return this.openId(id, 'again');
    this.#fault(new PuzzleError('nothing_due'));
    if (!this.#session.state.puzzle) await this.next();
  }

  /** A puzzle of the visitor's own. @param {Puzzle} puzzle */
  openOwn(puzzle) {
    return this.#show(puzzle, 'one');
  }

  /** What comes after the puzzle at hand, in the way it came. */
  async onward() {
    update(this.state, { fault: null });
    if (this.state.mode === 'again' && this.due.length > 0) return this.openDue();
    return this.next();
  }

  dismissFault() {
    update(this.state, { fault: null });
  }

  /** @param {Puzzle} puzzle @param {Mode} mode @param {string | null} [day] */
  async #show(puzzle, mode, day = null) {
    const resumed = resumedFrom(this.#values.resumed.now);
    const before =
      resumed?.id === puzzle.id && resumed.phase !== 'solving' && mode !== 'one' && mode !== 'day';
    this.#lookAt(isOwn(puzzle) ? this.state.place : placeOf(puzzle));
    update(this.state, { mode, day, result: null, gain: 0 });
    await this.#session.open(puzzle, before ? null : resumed);
  }

  /** Show the progress with the puzzles of a place. @param {Place} place */
  #lookAt(place) {
    if (place !== this.state.place) update(this.state, this.#progressIn(place));
  }

  /** The first file, if nothing is here yet. @param {Library | StoredPuzzles} place */
  async #first(place) {
    if (place.state.puzzles.length > 0) return;
    try {
      await place.loadFirst();
    } catch {
      this.#fault(new PuzzleError('no_file'));
    }
  }

  /** @param {PuzzleError} error */
  #fault({ code, text }) {
    update(this.state, { fault: { code, text } });
  }

  /** @param {Partial<TrainerState['filter']>} filter */
  setFilter(filter) {
    update(this.state, { filter: { ...this.state.filter, ...filter }, fault: null });
    this.#lookAt(this.state.filter.place);
    this.#values.filter.change(this.state.filter);
  }

  // ---- what it does ----

  /** @param {Puzzle} puzzle @param {Result} result */
  record(puzzle, result) {
    if (isOwn(puzzle)) return update(this.state, { result, gain: 0 });
    const kept = this.#kept[placeOf(puzzle)];
    const before = kept.read();
    const { mode, day } = this.state;
    const daily = mode === 'day' ? day : null;
    const attempt = { id: puzzle.id, rating: puzzle.rating, result, at: this.#now(), daily };
    const progress = kept.change((known) => recorded(known, attempt));
    const gain = Math.round(progress.rating.rating) - Math.round(before.rating.rating);
    update(this.state, { progress, keeping: kept.keeping, result, gain });
  }

  /** Another tab has changed what is kept. */
  reread() {
    update(this.state, this.#progressIn(this.state.place));
  }

  /** Add the progress of a file to that of this browser; throws where it is none. @param {string} text */
  importProgress(text) {
    const data = JSON.parse(text);
    const given = progressFrom(data);
    const kept = this.#kept[data.game === 'chess' ? 'file' : 'site'];
    kept.change((mine) => (mine.attempts.length === 0 ? given : merged(mine, given)));
    this.reread();
    return given.attempts.length;
  }

  // ---- going on after a reload ----

  #keepPlace() {
    const place = this.#session.resumable();
    if (place) this.#values.resumed.change(place);
  }
}

/** @param {any} value @returns {TrainerState['filter']} */
function filterFrom(value) {
  const any = { ...ANY, place: /** @type {const} */ ('site') };
  const { theme, from, to, place } = value ?? any;
  const right = Number.isFinite(from) && Number.isFinite(to) && (theme === null || typeof theme === 'string');
  return right ? { theme, from, to, place: place === 'file' ? 'file' : 'site' } : any;
}

/** @param {any} value @returns {Resumed | null} */
function resumedFrom(value) {
  const { mistakes, doubts, helped, told } = value?.attempt ?? {};
  const right =
    typeof value?.id === 'string' &&
    Number.isInteger(value.ply) &&
    typeof value.phase === 'string' &&
    Number.isInteger(mistakes) &&
    Number.isInteger(doubts);
  if (!right) return null;
  return { ...value, attempt: { mistakes, doubts, helped: Boolean(helped), told: Boolean(told) } };
}

/** Where a puzzle comes from, unless it is the visitor's own. @param {{ id: string }} puzzle @returns {Place} */
const placeOf = (puzzle) => (isFromFile(puzzle) ? 'file' : 'site');
