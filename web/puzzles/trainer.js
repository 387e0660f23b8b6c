// Puzzle training: chooses the next puzzle, updates the rating, schedules repetitions and saves the progress.
// Puzzles come from three places: Xiangqi and chess of this site, and imported files, which are chess. Each
// place has a progress of its own: strength in one game says nothing of another, and puzzles in files were
// rated by others.

/** @import { PuzzleUrl } from './address.js' */
/** @import { TrainingFilter } from './next-puzzle.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Course } from './courses.js' */
/** @import { SitePuzzles, Row } from './site-puzzles.js' */
/** @import { RunResult } from '../storage/database.js' */
/** @import { Keeping, KeptProgress, Progress, Result, Scale } from '../training/progress.js' */
/** @import { Puzzle } from './puzzle.js' */
/** @import { StoredPuzzles } from './stored-puzzles.js' */
/** @import { PuzzleSession, Resumed } from './session.js' */

import { begun, PLACEMENTS, recorded, renamed, withRun, withVote } from '../training/progress.js';
import { dueOn } from '../training/schedule.js';
import { dayOf } from '../ui/dates.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { isOwn } from './address.js';
import { courseOf, solvedIds } from './courses.js';
import { ANY, hasPuzzle, NEAR, nextPuzzle, placeOfDay } from './next-puzzle.js';
import { isFromFile, PuzzleError } from './puzzle.js';

/**
 * train: one after the other; day: the puzzle of a day; again: due puzzles; one: a puzzle that was asked for;
 * blind: memorised, then solved without pieces; course: one of a course; run: one of a run.
 * @typedef {'train' | 'day' | 'again' | 'one' | 'blind' | 'course' | 'run'} Mode
 */

/** Where puzzles come from: Xiangqi or chess of this site, or a file of the visitor's. @typedef {'site' | 'chess' | 'file'} Place */

/** @type {Readonly<Record<Place, GameName>>} */
const GAMES = { site: 'xiangqi', chess: 'chess', file: 'chess' };

/** A value that is kept between visits; see shell/kept-settings.js. @typedef {{ now: any, load: () => Promise<void>, change: (value: any) => void }} KeptValue */

/**
 * @typedef {object} TrainerState
 * @property {Mode} mode
 * @property {string | null} day
 * @property {Place} place  of the puzzle at hand, or of the one that was asked for
 * @property {TrainingFilter & { place: Place, played?: GameName | null }} filter  played: the game that was played last when it was set
 * @property {Progress} progress  with the puzzles of that place
 * @property {Keeping} keeping
 * @property {Course | null} course
 * @property {'off' | 'read' | 'hidden'} blind  read: the pieces are to be memorised; hidden: they are gone
 * @property {Result | null} result  of the puzzle at hand
 * @property {number} gain  what its result did to the rating
 * @property {boolean} placed  whether it was the last placement puzzle
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
  /** Another object for each opening of a puzzle. */
  #wanted = {};
  /** Called with the result of a puzzle of a run; null: nobody could judge it. @type {(solved: boolean | null) => void} */
  onRunResult = () => {};

  /**
   * @param {object} parts
   * @param {{ site: SitePuzzles, chess: SitePuzzles, file: StoredPuzzles }} parts.places
   * @param {PuzzleSession} parts.session
   * @param {Readonly<Record<Scale, KeptProgress>>} parts.kept
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
        course: null,
        blind: 'off',
        ...this.#known(),
        result: null,
        gain: 0,
        placed: false,
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

  /** Read the stored values; until then nothing is known. */
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
    const { keeping } = this.#progressOf(place);
    return { place, progress: this.#progressWith(place), keeping };
  }

  /** @param {Place} place */
  #progressOf(place) {
    return this.#kept[place === 'site' ? 'xiangqi' : place];
  }

  /** What is known of the progress with the puzzles of a place. @param {Place} place */
  #progressWith(place) {
    return begun(this.#progressOf(place).read(), this.#places[place].rows);
  }

  /** The game that is trained. */
  get game() {
    return GAMES[this.state.filter.place];
  }

  /** The puzzles of a game on this site. @param {GameName} game */
  #placeOn(game) {
    return this.#places[siteOf(game)];
  }

  /** Every puzzle of a game on this site. @param {GameName} game @returns {readonly Row[]} */
  rowsOf(game) {
    return this.#placeOn(game).rows;
  }

  /** The puzzles of a game that need no network. @param {GameName} game */
  rowsHere(game) {
    return this.#placeOn(game).rowsHere();
  }

  /** Whether today's puzzle of the trained game is done. */
  get isDayDone() {
    return this.#progressOf(siteOf(this.game)).read().daily === this.today;
  }

  /** Whether the visitor is to move. */
  get isSolving() {
    return this.#session.state.phase === 'solving';
  }

  /** Whether the next puzzle is on its way. */
  get isOpening() {
    return this.#session.state.locked === 'opening';
  }

  /** The ids of the puzzles of a place that were met. @param {Place} place */
  metIn(place) {
    return new Set(
      this.#progressOf(place)
        .read()
        .attempts.map(({ id }) => id),
    );
  }

  /** The same of a game's puzzles on this site. @param {GameName} game */
  metOf(game) {
    return this.metIn(siteOf(game));
  }

  /** The runs of a game, the oldest first. @param {GameName} game */
  runsOf(game) {
    const { place, progress } = this.state; // a view of the runs follows these
    return (place === siteOf(game) ? progress : this.#progressOf(siteOf(game)).read()).runs;
  }

  /** Today's local date. */
  get today() {
    return dayOf(this.#now());
  }

  /** The stored progress that could not be read, and why. */
  get aside() {
    return this.#progressOf(this.state.place).aside;
  }

  /** The ids of existing puzzles that are due again. */
  get due() {
    return dueOn(this.#cards, this.today);
  }

  /** How many puzzles will come again. */
  get coming() {
    return Object.keys(this.#cards).length;
  }

  /** The day on which something is due next; null if there is nothing. @returns {string | null} */
  get nextDue() {
    const days = Object.values(this.#cards).map(({ due }) => due);
    return days.sort()[0] ?? null;
  }

  /** The cards of existing puzzles: others belong to retired ones, or to positions of endings. */
  get #cards() {
    const places = Object.values(this.#places);
    const cards = Object.entries(this.state.progress.cards);
    return Object.fromEntries(cards.filter(([id]) => places.some((place) => place.has(id))));
  }

  // ---- what comes ----

  /** Open what an address asks for. @param {PuzzleUrl} asked */
  async open(asked) {
    update(this.state, { fault: null });
    switch (asked.kind) {
      case 'id':
        return this.openId(asked.id);
      case 'day': {
        const { day, game } = asked;
        if (day === null || hasPuzzle(day, this.#now())) return this.openDay(day ?? this.today, game);
        this.#fault(new PuzzleError('no_day', day));
        return this.next();
      }
      case 'again':
        return this.openDue();
      case 'own': {
        // The address of a puzzle from a file contains the whole puzzle, for people without the file.
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

  /** Open the next puzzle to train. A fault that is shown stays above it. @param {'train' | 'blind'} [mode] @returns {Promise<void>} */
  async next(mode = this.state.blind === 'off' ? 'train' : 'blind') {
    const { filter } = this.state;
    const place = this.#places[filter.place];
    this.#session.lock('opening');
    const wanted = this.#want();
    await this.#first(place);
    if (wanted !== this.#wanted) return;
    // The imported puzzles have been deleted: go on with those of this site.
    if (filter.place === 'file' && place.count === 0) {
      this.setFilter({ ...ANY, place: 'site' });
      return this.next(mode);
    }
    const but = this.#session.state.puzzle?.id ?? null;
    const progress = this.#progressWith(filter.place);
    const choose = (/** @type {readonly Row[]} */ rows) =>
      nextPuzzle(rows, progress, filter, { random: this.#random, but });
    // The first puzzle of a visit comes from the loaded file if that has a good one.
    const near = but ? null : choose(place.state.puzzles);
    const known = new Set(progress.attempts.map(({ id }) => id));
    const isGood = near && !known.has(near.id) && Math.abs(near.rating - progress.rating.rating) <= NEAR;
    const found = isGood ? near : choose(place.rows);
    if (!found) return this.#faultOf(place);
    const puzzle = await this.#had(found.id, choose, wanted);
    if (wanted !== this.#wanted) return;
    if (puzzle) await this.#show(puzzle, mode);
    else this.#session.lock(null);
  }

  /** What is opened from now on; what was being opened before, and is loaded only later, is not shown. */
  #want() {
    this.#wanted = {};
    return this.#wanted;
  }

  /**
   * A puzzle of the trained place; if its file cannot be fetched, another one that is here.
   * @param {string} id @param {(rows: readonly Row[]) => Row | null} choose @param {object} wanted
   */
  async #had(id, choose, wanted) {
    const place = this.#places[this.state.filter.place];
    try {
      return await place.find(id);
    } catch {
      if (wanted !== this.#wanted) return null;
      const other = choose(place.state.puzzles);
      if (!other) this.#fault(new PuzzleError('no_file', id));
      return other && place.find(other.id);
    }
  }

  /** Why a place has no puzzle to open. @param {SitePuzzles | StoredPuzzles} place */
  #faultOf({ isOpen, count }) {
    this.#fault(new PuzzleError(!isOpen ? 'no_index' : count === 0 ? 'no_puzzles' : 'none_fit'));
  }

  /** Train blind, or no longer. @param {boolean} blind */
  setBlind(blind) {
    if (!blind) update(this.state, { blind: 'off' });
    return this.next(blind ? 'blind' : 'train');
  }

  /** Hide the pieces, which have been memorised. */
  hidePieces() {
    if (this.state.blind === 'read') update(this.state, { blind: 'hidden' });
  }

  /** The puzzles of a course, and which of them are solved. @param {Course} course */
  courseState(course) {
    const rows = courseOf(this.#places.site.rows, course);
    const solved = solvedIds(this.#kept.xiangqi.read().attempts);
    return { rows, solved: rows.filter(({ id }) => solved.has(id)).length };
  }

  /** Open the next unsolved puzzle of a course, or the next one if all are solved. @param {Course} course */
  async openCourse(course) {
    const current = this.state.mode === 'course' ? this.#session.state.puzzle?.id : undefined;
    update(this.state, { course, blind: 'off', fault: null });
    if (this.state.filter.place !== 'site') this.setFilter({ ...ANY, place: 'site' });
    const { rows } = this.courseState(course);
    const solved = solvedIds(this.#kept.xiangqi.read().attempts);
    const ids = inTurn(
      rows.map(({ id }) => id),
      current,
    );
    const next = ids.find((id) => !solved.has(id)) ?? ids[0];
    if (next) return this.openId(next, 'course');
    this.#fault(new PuzzleError('none_fit'));
  }

  /** Open a puzzle of similar rating that shares as many themes as possible. */
  async openSimilar() {
    const { puzzle } = this.#session.state;
    const rows = puzzle ? this.#places[placeOf(puzzle)].rows.filter(({ id }) => id !== puzzle.id) : [];
    const near = rows.filter(({ rating }) => puzzle && Math.abs(rating - puzzle.rating) <= 2 * NEAR);
    const met = this.metIn(this.state.place);
    const shared = (/** @type {Row} */ { themes, id }) =>
      themes.filter((theme) => puzzle?.themes.includes(theme)).length - (met.has(id) ? 1 : 0);
    const most = Math.max(...near.map(shared));
    const best = near.filter((row) => shared(row) === most);
    const found = best[Math.floor(this.#random() * best.length)];
    if (found) return this.openId(found.id, 'train');
    return this.next();
  }

  /**
   * Open a puzzle of a run: moves outside its solution are wrong.
   * @param {string} id
   * @param {GameName} game  of the run
   * @param {() => boolean} isWanted  whether the puzzle is still wanted once it is loaded
   * @returns {Promise<boolean>} false if it could not be opened
   */
  async openForRun(id, game, isWanted) {
    this.#want();
    const place = this.#placeOn(game);
    this.#session.lock('opening');
    const puzzle = await place.find(id).catch(() => null);
    if (!puzzle || !isWanted()) return false;
    update(this.state, { blind: 'off', fault: null });
    await this.#show(puzzle, 'run', null, { strict: true });
    return this.#session.state.fault === null;
  }

  /** Lock the current puzzle: its run has ended before it was solved. */
  endPuzzle() {
    this.#session.lock('over');
  }

  /** @param {GameName} game @param {(at: Date) => RunResult} result */
  recordRun(game, result) {
    this.#progressOf(siteOf(game)).change((progress) => withRun(progress, result(this.#now())));
    this.reread();
  }

  /** Vote on the puzzle at hand. @param {1 | -1} vote */
  vote(vote) {
    const { puzzle } = this.#session.state;
    if (!puzzle || isOwn(puzzle)) return;
    this.#progressOf(placeOf(puzzle)).change((progress) => withVote(progress, puzzle.id, vote));
    this.reread();
  }

  /** Votes on the puzzles of this site, of both games, by id. */
  get votes() {
    const { xiangqi, chess } = this.#kept;
    return { ...xiangqi.read().votes, ...chess.read().votes };
  }

  /** Train the puzzles of a place, any of them. @param {Place} place @returns {Promise<void>} */
  train(place) {
    this.setFilter({ ...ANY, place });
    return this.next();
  }

  /** Open a puzzle by its id. @param {string} id @param {Mode} [mode] @param {string | null} [day] */
  async openId(id, mode = 'one', day = null) {
    this.#session.lock('opening');
    const wanted = this.#want();
    try {
      const puzzle = await this.#places[this.#placeWith(id)].find(id);
      if (wanted !== this.#wanted) return;
      if (puzzle) return await this.#show(puzzle, mode, day);
      this.#fault(new PuzzleError('unknown_id', id));
    } catch (error) {
      if (wanted !== this.#wanted) return;
      this.#fault(error instanceof PuzzleError ? error : new PuzzleError('no_file', id));
    }
    if (!this.#session.state.puzzle) await this.next();
  }

  /** Open the puzzle of a day: the same for everybody, as long as the collection does not change. @param {string} [day] @param {GameName} [game] */
  async openDay(day = this.today, game = this.game) {
    update(this.state, { fault: null });
    const place = this.#placeOn(game);
    const { count } = place;
    const id = count > 0 ? place.idAt(placeOfDay(day, count)) : null;
    if (id) await this.openId(id, 'day', day);
    else this.#faultOf(place);
  }

  /** Open a puzzle that is due again, the longest waiting first; after one that is due, the next. */
  async openDue() {
    update(this.state, { fault: null });
    const [id] = inTurn(this.due, this.#session.state.puzzle?.id);
    if (id) return this.openId(id, 'again');
    if (!this.#session.state.puzzle) await this.next();
    this.#fault(new PuzzleError('nothing_due'));
  }

  /** Open a puzzle of the visitor's own. @param {Puzzle} puzzle */
  openOwn(puzzle) {
    return this.#show(puzzle, 'one');
  }

  /** Open the puzzle after the current one, in the same mode. */
  async onward() {
    update(this.state, { fault: null });
    const { mode, course } = this.state;
    if (mode === 'again' && this.due.length > 0) return this.openDue();
    if (mode === 'course' && course) return this.openCourse(course);
    return this.next();
  }

  dismissFault() {
    update(this.state, { fault: null });
  }

  /** The place of the puzzle with that id, current or former. @param {string} id @returns {Place} */
  #placeWith(id) {
    if (isFromFile({ id })) return 'file';
    return this.#places.chess.has(id) ? 'chess' : 'site';
  }

  /** @param {Puzzle} puzzle @param {Mode} mode @param {string | null} [day] @param {{ strict?: boolean }} [options] */
  async #show(puzzle, mode, day = null, options = {}) {
    this.#want();
    const resumed = resumedFrom(this.#values.resumed.now);
    // An attempt that is over is resumed only where the puzzle itself was asked for. A review is a new
    // attempt as soon as the old one has been counted.
    const isReview = mode === 'again' || mode === 'course';
    const isOver = resumed?.phase !== 'solving' || (isReview && resumed.attempt.reported);
    const before = resumed?.id === puzzle.id && isOver && mode !== 'one' && mode !== 'day';
    this.#lookAt(isOwn(puzzle) ? this.state.place : placeOf(puzzle));
    const blind = mode === 'blind' ? 'read' : 'off';
    update(this.state, { mode, day, blind, result: null, gain: 0, placed: false });
    const known = before || mode === 'run' ? null : resumed;
    await this.#session.open(puzzle, known, undefined, options);
  }

  /** Show the progress with the puzzles of a place. @param {Place} place */
  #lookAt(place) {
    update(this.state, this.#progressIn(place));
  }

  /** Load the first file if no puzzle is here yet. @param {SitePuzzles | StoredPuzzles} place */
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
    this.#session.lock(null);
    update(this.state, { fault: { code, text } });
  }

  /** @param {Partial<TrainerState['filter']>} filter */
  setFilter(filter) {
    update(this.state, { filter: { ...this.state.filter, ...filter }, fault: null });
    // The progress that is shown belongs to the puzzle at hand.
    if (!this.#session.state.puzzle) this.#lookAt(this.state.filter.place);
    this.#values.filter.change(this.state.filter);
  }

  /** Train the game that was played last, unless puzzles were chosen since. @param {GameName} played */
  followGame(played) {
    const { filter } = this.state;
    if (filter.played === played || !Object.values(GAMES).includes(played)) return;
    const moves = filter.played !== undefined && this.game !== played;
    this.setFilter({ ...(moves && { ...ANY, place: siteOf(played) }), played });
  }

  // ---- what it does ----

  /** @param {Puzzle} puzzle @param {Result} result */
  record(puzzle, result) {
    if (isOwn(puzzle)) return update(this.state, { result, gain: 0 });
    const place = placeOf(puzzle);
    const kept = this.#progressOf(place);
    const before = this.#progressWith(place);
    const { mode, day } = this.state;
    const daily = mode === 'day' ? day : null;
    const rated = mode !== 'run';
    const attempt = { id: puzzle.id, rating: puzzle.rating, result, at: this.#now(), daily, rated };
    const progress = kept.change((known) => recorded(begun(known, this.#places[place].rows), attempt));
    const gain = Math.round(progress.rating.rating) - Math.round(before.rating.rating);
    const placed = before.placed < PLACEMENTS && progress.placed === PLACEMENTS;
    update(this.state, { progress, keeping: kept.keeping, result, gain, placed });
    if (!rated) this.onRunResult(result === 'solved');
  }

  /** The engine cannot judge the last move. */
  recordUnjudged() {
    if (this.state.mode === 'run') this.onRunResult(null);
  }

  /** Replace former ids of puzzles by the current ones; the index has to be there. */
  renameFormer() {
    const { former } = this.#places.site;
    for (const kept of Object.values(this.#kept))
      if (renamed(kept.read(), former) !== kept.read()) kept.change((progress) => renamed(progress, former));
    this.reread();
  }

  /** Show the stored progress again; another tab may have changed it. */
  reread() {
    this.#lookAt(this.state.place);
  }

  /** Change the progress on a scale, for example by that of a file. @param {Scale} scale @param {(progress: Progress) => Progress} change */
  changeProgress(scale, change) {
    this.#kept[scale].change(change);
    this.renameFormer();
  }

  // ---- going on after a reload ----

  #keepPlace() {
    // A person who goes on has read that nothing is due.
    if (this.state.fault?.code === 'nothing_due') this.dismissFault();
    const place = this.#session.resumable();
    if (place) this.#values.resumed.change(place);
  }
}

/** @param {any} value @returns {TrainerState['filter']} */
function filterFrom(value) {
  const any = { ...ANY, place: /** @type {const} */ ('site'), played: null };
  const { theme, from, to, place, played } = value ?? any;
  const right = Number.isFinite(from) && Number.isFinite(to) && (theme === null || typeof theme === 'string');
  return right
    ? { theme, from, to, place: place === 'file' || place === 'chess' ? place : 'site', played }
    : any;
}

/** @param {any} value @returns {Resumed | null} */
function resumedFrom(value) {
  const { mistakes, doubts, helped, reported } = value?.attempt ?? {};
  const right =
    typeof value?.id === 'string' &&
    Number.isInteger(value.ply) &&
    typeof value.phase === 'string' &&
    Number.isInteger(mistakes) &&
    Number.isInteger(doubts);
  if (!right) return null;
  return { ...value, attempt: { mistakes, doubts, helped: Boolean(helped), reported: Boolean(reported) } };
}

/** The place of a game's puzzles on this site. @param {GameName} game */
const siteOf = (game) => (game === 'chess' ? 'chess' : 'site');

/** Where a puzzle comes from, unless it is the visitor's own. @param {Pick<Puzzle, 'id' | 'game'>} puzzle @returns {Place} */
const placeOf = (puzzle) => (isFromFile(puzzle) ? 'file' : siteOf(puzzle.game));

/**
 * Ids from the one after the current id round to the current id; as they are if it is none of them.
 * @param {readonly string[]} ids @param {string | undefined} current
 */
function inTurn(ids, current) {
  const next = ids.indexOf(current ?? '') + 1;
  return [...ids.slice(next), ...ids.slice(0, next)];
}
