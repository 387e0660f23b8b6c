// Training a repertoire: a line is walked, the moves of the other side come, one's own are asked for. What was missed is
// shown, and comes again soon. No DOM.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { Failure, GameName } from '../game/types.js' */
/** @import { Studies } from '../storage/studies.js' */
/** @import { StudyRow } from '../storage/database.js' */
/** @import { KeptCards } from '../training/kept-cards.js' */
/** @import { ReadRepertoire } from '../training/read-repertoire.js' */
/** @import { Place } from '../training/repertoire.js' */
/** @import { StudySession } from './session.js' */

import { factsOf } from '../game/games.js';
import { failureOf, sleep } from '../game/session-base.js';
import { addLine, goTo, newTree, ROOT } from '../game/tree.js';
import { RepertoireReader } from '../training/read-repertoire.js';
import { NEW_AT_ONCE, Sitting, standingOf, wantedToday } from '../training/repertoire.js';
import { dayOf } from '../ui/dates.js';
import { reactive, update } from '../ui/reactive.js';

/** A repertoire with what is remembered of it. @typedef {ReadRepertoire & { cards: KeptCards }} Loaded */

/** off: no training; preparing: positions are being compared; walking: moves are played; asking; missed: the move is shown; done: nothing is left; stuck: see `fault`. @typedef {'off' | 'preparing' | 'walking' | 'asking' | 'missed' | 'done' | 'stuck'} Phase */

/** Moves that are played before the first question of a line. */
const LEAD = 4;
/** Between the moves of a line, and before the next line. */
const MOVE_MS = 450;
const LINE_MS = 1100;

export class Trainer {
  state = reactive({
    phase: /** @type {Phase} */ ('off'),
    study: /** @type {StudyRow | null} */ (null),
    chapter: '',
    left: 0,
    asked: 0,
    mistakes: 0,
    /** In phase `missed`: the move of the repertoire. */
    answer: /** @type {string | null} */ (null),
    /** Of the answer, or of the move just played. */
    comment: '',
    fault: /** @type {Failure | null} */ (null),
  });
  #session;
  #reader;
  #cardsOf;
  #wait;
  #now;
  /** @type {Loaded | null} */
  #loaded = null;
  /** @type {Sitting | null} */
  #sitting = null;
  /** @type {Place | null} */
  #place = null;
  /** Identifies the walk at hand. */
  #token = {};

  /**
   * @param {object} parts
   * @param {StudySession} parts.session
   * @param {Pick<EngineClient, 'positions'>} parts.client
   * @param {Pick<Studies, 'games'>} parts.studies
   * @param {(game: GameName, side: 'first' | 'second') => KeptCards} parts.cardsOf
   * @param {(ms: number) => Promise<void>} [parts.wait]
   * @param {() => Date} [parts.now]
   */
  constructor({ session, client, studies, cardsOf, wait = sleep, now = () => new Date() }) {
    this.#session = session;
    this.#reader = new RepertoireReader(client, studies);
    this.#cardsOf = cardsOf;
    this.#wait = wait;
    this.#now = now;
    session.judge = (uci) => this.#judged(uci);
  }

  get today() {
    return dayOf(this.#now());
  }

  /** Whether a repertoire is being trained. */
  get isOn() {
    return this.state.phase !== 'off';
  }

  /** Read a repertoire with its cards; null: no chapter has a move. Rejects where the engine or the storage fails. @param {StudyRow} study @returns {Promise<Loaded | null>} */
  async read(study) {
    const read = await this.#reader.read(study);
    if (!read) return null;
    const cards = this.#cardsOf(read.game, read.side);
    await cards.load();
    return { ...read, cards };
  }

  /** How well a repertoire is known, as a whole and by chapter. @param {Loaded} loaded */
  standings({ repertoire, cards }) {
    const of = (/** @type {number} */ chapter) =>
      standingOf(repertoire, cards.state.cards, this.today, chapter);
    return {
      all: standingOf(repertoire, cards.state.cards, this.today),
      chapters: repertoire.chapters.map((_, at) => of(at)),
    };
  }

  /** Ask for what is due, and for some that is new. @param {StudyRow} study @param {{ more?: boolean }} [options]  more: new ones, though enough were asked today */
  async begin(study, { more = false } = {}) {
    const token = this.#renew();
    const clean = { chapter: '', left: 0, asked: 0, mistakes: 0, answer: null, comment: '', fault: null };
    update(this.state, { study, phase: 'preparing', ...clean });
    try {
      const loaded = await this.read(study);
      if (this.#token !== token) return;
      this.#loaded = loaded;
      if (!loaded) return update(this.state, { phase: 'done' });
      const { cards } = loaded.cards.state;
      const most = more ? NEW_AT_ONCE : Math.max(0, NEW_AT_ONCE - this.#learnt(loaded.cards));
      this.#sitting = new Sitting(loaded.repertoire, wantedToday(loaded.repertoire, cards, this.today, most));
      await this.#line(token);
    } catch (error) {
      if (this.#token === token) update(this.state, { phase: 'stuck', fault: failureOf(error) });
    }
  }

  /** End the training. */
  leave() {
    this.#renew();
    update(this.#session.play, { asks: null });
    update(this.state, { phase: 'off', study: null });
  }

  /** Show the answer: the position counts as missed. */
  reveal() {
    if (this.state.phase === 'asking') this.#miss();
  }

  #renew() {
    this.#token = {};
    return this.#token;
  }

  /** How many positions were asked for the first time today. @param {KeptCards} cards */
  #learnt({ state }) {
    /** @type {Map<string, number>} */
    const first = new Map();
    for (const { id, at } of state.answers) if (!first.has(id)) first.set(id, at);
    return [...first.values()].filter((at) => dayOf(new Date(at)) === this.today).length;
  }

  /** Walk to the next position that is wanted. @param {object} token */
  async #line(token) {
    const { repertoire, titles, start } = /** @type {Loaded} */ (this.#loaded);
    const place = /** @type {Sitting} */ (this.#sitting).next();
    this.#count();
    if (!place) return update(this.state, { phase: 'done', comment: '' });
    const chapter = start[place.chapter];
    const moves = repertoire.movesTo(place);
    const shown = Math.max(0, moves.length - LEAD);
    const view = chapter.tree.nodes.get(ROOT)?.view ?? null;
    const { tree, id } = addLine(newTree({ fen: chapter.tree.fen, view }), ROOT, moves.slice(0, shown));
    update(this.state, { phase: 'walking', chapter: titles[place.chapter], comment: '' });
    await this.#session.show({
      ...chapter,
      id: `${chapter.id} ${place.node} ${/** @type {Sitting} */ (this.#sitting).asked}`,
      orientation: this.#own,
      tree: goTo(tree, id),
    });
    for (const move of moves.slice(shown)) {
      await this.#wait(MOVE_MS);
      if (this.#token !== token) return;
      this.#session.reply(move);
    }
    this.#ask(place);
  }

  /** The side of the person. */
  get #own() {
    const { game, side } = /** @type {Loaded} */ (this.#loaded);
    return factsOf(game).sides[side === 'first' ? 0 : 1];
  }

  /** @param {Place} place */
  #ask(place) {
    this.#place = place;
    update(this.state, { phase: 'asking', answer: null });
    this.#session.ask();
  }

  /** @param {string} uci @returns {boolean} */
  #judged(uci) {
    const place = this.#place;
    const { phase } = this.state;
    if (!place || !this.#loaded || (phase !== 'asking' && phase !== 'missed')) return false;
    const { answers } = this.#answersAt(place);
    if (!answers.includes(uci)) {
      if (phase === 'asking') this.#miss();
      return false;
    }
    if (phase === 'asking') this.#record(place, true);
    const { repertoire } = this.#loaded;
    const next = /** @type {{ chapter: number, node: number }} */ (repertoire.after(place, uci));
    const comment = repertoire.nodeAt(next.chapter, next.node).notes?.comment ?? '';
    update(this.state, { phase: 'walking', answer: null, comment });
    update(this.#session.state, { hint: null });
    const token = this.#renew();
    this.#goOn(next, token);
    return true;
  }

  #miss() {
    const place = /** @type {Place} */ (this.#place);
    const { repertoire } = /** @type {Loaded} */ (this.#loaded);
    const [answer] = this.#answersAt(place).answers;
    this.#record(place, false);
    const next = repertoire.after(place, answer);
    const comment = (next && repertoire.nodeAt(next.chapter, next.node).notes?.comment) ?? '';
    update(this.state, { phase: 'missed', answer, comment });
    const node = this.#session.state.game.tree.current;
    update(this.#session.state, { hint: { node, step: 2, move: answer, info: null } });
  }

  /** @param {Place} place */
  #answersAt({ key }) {
    const { repertoire } = /** @type {Loaded} */ (this.#loaded);
    return /** @type {import('../training/repertoire.js').Position} */ (repertoire.positions.get(key));
  }

  /** @param {Place} place @param {boolean} known */
  #record({ key }, known) {
    const sitting = /** @type {Sitting} */ (this.#sitting);
    // Only the first answer of a sitting tells whether it was remembered.
    if (!sitting.wasMissed(key)) /** @type {Loaded} */ (this.#loaded).cards.answer(key, known, this.#now());
    sitting.answered(key, known);
    this.#count();
  }

  #count() {
    const { left, asked, mistakes } = /** @type {Sitting} */ (this.#sitting);
    update(this.state, { left, asked, mistakes });
  }

  /** Play the moves to the next position of this line that is wanted, or begin another line. @param {{ chapter: number, node: number }} from  where the other side is to move @param {object} token */
  async #goOn(from, token) {
    const { repertoire } = /** @type {Loaded} */ (this.#loaded);
    const sitting = /** @type {Sitting} */ (this.#sitting);
    for (let at = sitting.reply(from); at; ) {
      await this.#wait(MOVE_MS);
      if (this.#token !== token) return;
      this.#session.reply(/** @type {string} */ (repertoire.nodeAt(at.chapter, at.node).move));
      const key = repertoire.keyAt(at.chapter, at.node);
      const place = { chapter: at.chapter, node: at.node, key, at: 0, end: 0 };
      if (sitting.isWanted(key)) return this.#ask(place);
      const here = at;
      const own = repertoire
        .nodeAt(here.chapter, here.node)
        .children.map((node) => ({ chapter: here.chapter, node }))
        .find((way) => sitting.reply(way));
      if (!own) break;
      await this.#wait(MOVE_MS);
      if (this.#token !== token) return;
      this.#session.reply(/** @type {string} */ (repertoire.nodeAt(own.chapter, own.node).move));
      at = sitting.reply(own);
    }
    await this.#wait(LINE_MS);
    if (this.#token === token) await this.#line(token);
  }
}
