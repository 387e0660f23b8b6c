// An ending on the board: the person moves both sides, or one in a drill. Best play can run as a film.

/** @import { EngineClient } from '../engine/client.js' */
/** @import { MoveValue } from '../engine/messages.js' */
/** @import { CannotMoveReason, Game, GameName, Session, Side } from '../game/types.js' */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf, USUAL } from '../game/games.js';
import { PlaySession } from '../game/session.js';
import { sleep } from '../game/session-base.js';
import { movesTo, nodeOf } from '../game/tree.js';
import { onChange, reactive, update } from '../ui/reactive.js';

/** @typedef {ConstructorParameters<typeof PlaySession>[0] & { client: Pick<EngineClient, 'solve'> }} Parts */

/** Between the moves of the film. */
const FILM_MS = 900;
/** A draw has no end: the film shows so many plies of it. */
const DRAWN_PLIES = 20;

/** @implements {Session} */
export class EndingSession extends PlaySession {
  /** `person`: the side that a drill gives to the person; null: both. */
  /** `front`: the only node at which the person may move; null: any. */
  play = reactive({
    person: /** @type {Side | null} */ (null),
    waits: false,
    film: false,
    front: /** @type {number | null} */ (null),
  });
  /** Called with every move of the person, and the position before it. @type {(uci: string, before: { game: Game, node: number }) => void} */
  onMove = () => {};
  #client;
  #pause;
  /** Identifies the film that is running. @type {object | null} */
  #film = null;

  /** @param {Parts} parts */
  constructor(parts) {
    super(parts);
    this.#client = parts.client;
    this.#pause = parts.wait ?? sleep;
    onChange(
      () => this.state.game.id,
      () => this.stopFilm(),
    );
  }

  /** Put a position on the board. @param {string} fen @param {{ person?: Side | null, below?: Side }} [how] */
  async show(fen, { person = null, below = factsOf(USUAL).sides[0] } = {}) {
    this.stopFilm();
    update(this.play, { person, waits: false, front: null });
    const asked = {
      game: USUAL,
      fen,
      moves: [],
      pgn: null,
      at: '',
      level: null,
      side: below,
      orientation: null,
      lang: null,
      theme: null,
      slot: null,
    };
    await this.open(asked, { game: USUAL, opponent: 'person', side: below, level: 1 });
  }

  /** @override @protected @param {GameName} game */
  shows(game) {
    return game === USUAL;
  }

  /** The person moves both sides. @override @protected @param {Game} game */
  prepared(game) {
    const [first, second] = factsOf(game.game).sides;
    return { ...game, players: { [first]: 'person', [second]: 'person' } };
  }

  /** @override @returns {CannotMoveReason | null} */
  cannotMoveReason() {
    return super.cannotMoveReason() ?? (this.#isMine() ? null : 'waiting');
  }

  /** @override */
  movableSide() {
    return this.#isMine() ? super.movableSide() : null;
  }

  #isMine() {
    const { person, waits, front } = this.play;
    const { game } = this.state;
    if (front !== null && front !== game.tree.current) return false;
    return person === null || (!waits && person === turnAt(game));
  }

  /** @override @param {string} uci */
  move(uci) {
    const { game } = this.state;
    const before = { game, node: game.tree.current };
    this.stopFilm();
    const played = super.move(uci);
    if (played === 'played') this.onMove(uci, before);
    return played;
  }

  /** A move that is not the person's. @param {string} uci */
  reply(uci) {
    this.commit(uci);
  }

  /** The exact values replace hints here. @override */
  async hint() {}

  /** What the moves of a position are worth, best first. @param {Game} game @param {number} [node] @returns {Promise<MoveValue[]>} */
  valuesAt(game, node) {
    return this.#client.solve({ game: game.game, fen: game.tree.fen, moves: movesTo(game.tree, node) });
  }

  /** Show best play from the position at hand, move by move. */
  async film() {
    const { id, tree } = this.state.game;
    const start = nodeOf(tree).ply;
    const film = {};
    this.#film = film;
    update(this.play, { film: true });
    try {
      while (this.#film === film && this.state.game.id === id) {
        const { game } = this.state;
        const node = game.tree.current;
        if (outcomeAt(game)) break;
        const [best] = await this.valuesAt(game, node);
        if (!best || (best.result === 'draw' && nodeOf(game.tree, node).ply - start >= DRAWN_PLIES)) break;
        await this.#pause(FILM_MS);
        const { current } = this.state.game.tree;
        if (this.#film !== film || this.state.game.id !== id || current !== node) break;
        this.commit(best.uci);
        await this.known();
      }
    } catch {
      // The engine's own state tells the failure.
    }
    if (this.#film === film) this.stopFilm();
  }

  stopFilm() {
    this.#film = null;
    if (this.play.film) update(this.play, { film: false });
  }

  /** Resolves when the view of a position is here. @param {number} [node]  the current one by default @returns {Promise<void>} */
  known(node) {
    const isKnown = () => Boolean(nodeOf(this.state.game.tree, node).view);
    if (isKnown()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = onChange(isKnown, () => {
        queueMicrotask(() => end());
        resolve();
      });
    });
  }

  /** @override @param {number} id */
  goTo(id) {
    this.stopFilm();
    super.goTo(id);
  }
}
