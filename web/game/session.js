// A game being played: it joins the move tree, the engine and the saved game. The page shows `state` and calls
// the methods. Everything the session still owes (a view, the engine's move) is worked out anew
// from the state in `settle` after each change, so that no order of events can lose a step: a reload, a
// restarted engine and a jump in the move list all continue the same way.

/** @import { GameClocks } from './game-clocks.js' */
/** @import { AddressRequest } from './address.js' */
/** @import { Setup, SetupRequest } from './game.js' */
/** @import { EngineClient } from '../engine/client.js' */
/** @import { GameRecord, Remark } from '../engine/messages.js' */
/** @import { BestMove, CannotMoveReason, Game, GameName, GameStorage, Info, Node, Outcome, ReadResult, SavedGame, Session, SessionState, Side, View, Work } from './types.js' */

import { randomId } from '../ui/random-id.js';
import { onChange, update } from '../ui/reactive.js';
import {
  clockAt,
  isLegal,
  newGame,
  outcomeAt,
  playerAt,
  redoTarget,
  seedOf,
  setupOf,
  takeBackTarget,
  turnAt,
} from './game.js';
import { factsOf, levelIn, mainSlot, other, sideIn, USUAL } from './games.js';
import { unpacked } from './packed.js';
import { recordedOutcome, treeOf } from './record.js';
import { failureOf, SessionBase, sleep } from './session-base.js';
import { isPlainFen, readPastedFen } from './setup.js';
import {
  addLine,
  addMove,
  goTo,
  movesTo,
  newTree,
  nodeAt,
  nodeOf,
  pathTo,
  promote,
  ROOT,
  removeNode,
  tipOf,
  withView,
} from './tree.js';

/** What a game asks of its clocks. @typedef {Pick<GameClocks, 'limits' | 'left'>} Clocks */

/**
 * The part of the engine's client that a game needs.
 * @typedef {Pick<EngineClient, 'state' | 'addEventListener' | 'view' | 'play' | 'read' | 'go' | 'stop' | 'retry'>} Client
 */

/** @typedef {Error & { code?: string, reason?: string, text?: string, details?: Record<string, any> }} Refusal */

/** @typedef {Required<SessionState>} PlayState */

/** A hint may take a moment, the same on every device. */
const HINT_LIMITS = { movetime: 1200 };
/** To judge a draw offer: long enough for a reliable score, short enough to wait for. */
const DRAW_LIMITS = { movetime: 800 };
/** The engine declines every draw offer before this move, unless the game began as an endgame. */
const DRAW_FROM_MOVE = 16;
/** Lets a person see his own move arrive before the answer starts. */
const PAUSE_MS = 280;

/**
 * @extends {SessionBase<PlayState>}
 * @implements {Session}
 */
export class PlaySession extends SessionBase {
  #client;
  #storage;
  /** The slot of the game at hand. @type {SavedGame | null} */
  #saved = null;
  #startViews;
  #clocks;
  #random;
  #wait;
  #newId;
  /** @type {object | null} stands for the search whose result is still wanted */
  #token = null;
  /** @type {Set<string>} nodes whose views are on their way */
  #asking = new Set();
  /** @type {Game | null} as it was read: it need not be written back */
  #fromSave = null;
  /** @type {Game | null} what "back to the previous game" brings back */
  #previous = null;
  /** The latest switch to a slot. @type {Promise<unknown> | null} */
  #switching = null;

  /**
   * @param {object} parts
   * @param {Client} parts.client
   * @param {GameStorage | null} [parts.storage]  null: games are not kept
   * @param {Partial<Record<GameName, View>>} [parts.startViews]  of the start positions, so that play begins without
   *   Python
   * @param {() => Clocks | null} [parts.clocks]
   * @param {() => number} [parts.random]  0 to 1
   * @param {(ms: number) => Promise<void>} [parts.wait]
   * @param {() => string} [parts.newId]
   */
  constructor({
    client,
    storage = null,
    startViews = {},
    clocks = () => null,
    random = Math.random,
    wait = sleep,
    newId = randomId,
  }) {
    const [side] = factsOf(USUAL).sides;
    const usual = {
      game: USUAL,
      opponent: /** @type {const} */ ('engine'),
      side,
      level: factsOf(USUAL).level,
    };
    super(client, {
      game: newGame({ ...usual, id: newId(), view: startViews[USUAL] ?? null }),
      asked: null,
      work: null,
      lastInfo: null,
      lastNode: 0,
      plays: true,
      saving: null,
    });
    this.#client = client;
    this.#storage = storage;
    this.#startViews = startViews;
    this.#clocks = clocks;
    this.#random = random;
    this.#wait = wait;
    this.#newId = newId;
    onChange(
      () => this.state.game,
      () => this.save(),
    );
  }

  // ---- beginning ----

  /**
   * Continue the saved game, or begin the one that the address asks for, or the usual one.
   * @param {AddressRequest} asked
   * @param {SetupRequest} usual  how a game begins when nothing else is said
   */
  async open(asked, usual) {
    const request = { ...usual, level: asked.level ?? usual.level, side: asked.side ?? usual.side };
    const setup = this.#decide(request);
    const position = asked.fen !== null || hasLine(asked);
    const main = this.slotOf(setup.game);
    update(this.state, { asked: { game: setup.game, fen: null, line: hasLine(asked) } }); // nobody moves before the saved game is there
    const begin = position ? null : () => this.#fresh(setup);
    if (!(await this.switchTo(asked.slot ?? main, begin)) && position) {
      await this.switchTo(main, () => this.#fresh(this.#decide(usual)));
      await this.#openAsked(asked, setup);
    } else {
      this.settle();
    }
  }

  /**
   * Switch to a slot and show the game that was saved there, or else another one. One switch waits for the other.
   * @protected
   * @param {string} slot
   * @param {(() => Game) | null} otherwise
   * @returns {Promise<boolean>} whether a game was saved there
   */
  switchTo(slot, otherwise) {
    const begin = () => this.#switch(slot, otherwise);
    const switching = this.#switching?.then(begin) ?? begin();
    this.#switching = switching.catch(() => {});
    return switching;
  }

  /** @param {string} slot @param {(() => Game) | null} otherwise */
  async #switch(slot, otherwise) {
    const last = this.#saved;
    const { saved, read } =
      last?.slot === slot ? { saved: last, read: await last.read() } : await this.#slot(slot);
    // Nothing is awaited from here to the end: a save in between would write the old game into the new slot.
    if (saved !== last) last?.release();
    this.#saved = saved;
    if (saved) update(this.state, { plays: saved.plays });
    if (read.status === 'read') {
      this.#fromSave = read.game; // it need not be written back
      this.#show(read.game);
    } else if (otherwise) this.#show(otherwise());
    if (read.status === 'unreadable') {
      this.notify({ kind: 'save_unreadable', reason: read.reason, text: read.text });
    } else if (read.status !== 'read' && read.status !== 'none') {
      update(this.state, { saving: read.status });
    }
    return read.status === 'read';
  }

  /** @param {string} slot @returns {Promise<{ saved: SavedGame | null, read: ReadResult }>} */
  async #slot(slot) {
    if (!this.#storage) return { saved: null, read: { status: 'none' } };
    return this.#storage.open(slot, {
      onPlays: (plays) => this.#saved?.slot === slot && this.setPlays(plays),
      onSavedElsewhere: () => this.#saved?.slot === slot && this.#follow(),
    });
  }

  /**
   * Shows a position from the address at once. It replaces the current game only after the rules accept it, and
   * unless the person has begun another game by then.
   * @param {Pick<AddressRequest, 'fen' | 'moves' | 'slot'> & Partial<AddressRequest>} asked
   * @param {Setup} setup
   */
  async #openAsked(asked, setup) {
    const { orientation } = asked;
    this.dismiss('address_refused');
    const shown = { game: setup.game ?? USUAL, fen: asked.fen, line: hasLine(asked) };
    update(this.state, { asked: shown });
    const isDropped = () => this.state.asked !== shown;
    try {
      const { game, remarks, ...content } = await (asked.pgn
        ? this.#unpacked(shown.game, asked.pgn, asked.at ?? '')
        : this.#understood({ ...shown, moves: asked.moves ?? [] }));
      if (isDropped()) return;
      const kind = { game, side: sideIn(game, setup.side), level: levelIn(game, setup.level) };
      const fresh = { ...this.#fresh({ ...setup, ...kind }), ...content };
      if (orientation) fresh.orientation = sideIn(game, orientation);
      await this.switchTo(asked.slot ?? this.slotOf(game), () => clockAt(fresh, fresh.tree.current));
      if (remarks.length > 0) this.notify({ kind: 'fen_read', remarks });
    } catch (error) {
      if (isDropped()) return;
      update(this.state, { asked: null });
      this.notify({ kind: 'address_refused', error: failureOf(error), asked, setup });
    }
    this.settle();
  }

  /**
   * The line that an address asks for: of a FEN that is not strict, what the engine understands it to mean. Only its
   * last view is known then; the earlier ones are asked for when they are shown.
   * @param {{ game: GameName, fen: string | null, moves: string[] }} asked
   */
  async #understood(asked) {
    const { game, fen, moves, remarks, view } = await this.#position(asked);
    const start = newTree({ fen, view: fen ? null : (this.#startViews[game] ?? null) });
    const { tree, id } = addLine(start, ROOT, moves);
    return { game, remarks, tree: withView(goTo(tree, id), id, view) };
  }

  /** @param {{ game: GameName, fen: string | null, moves: string[] }} asked */
  async #position(asked) {
    /** @type {Remark[]} */
    const remarks = [];
    try {
      return { ...asked, remarks, view: await this.#client.view(asked) };
    } catch (error) {
      const { code } = /** @type {Refusal} */ (error);
      if (asked.fen === null || code !== 'invalid_fen') throw error;
      const { game, fen } = asked;
      const { moves, ...read } = await readPastedFen(this.#client, { game, fen }, error);
      if (!this.shows(read.game)) throw error;
      const position = { ...read, moves: [...moves, ...asked.moves] };
      return { ...position, view: await this.#client.view(position) };
    }
  }

  /**
   * The whole game that an address contains, as far as the rules accept it.
   * @param {GameName} game  of a text that names none
   * @param {string} pgn  packed
   * @param {string} at  the place that is shown
   */
  async #unpacked(game, pgn, at) {
    const text = await unpacked(pgn).catch(() => {
      throw Object.assign(new Error('the address is damaged'), {
        code: 'invalid_record',
        reason: 'truncated',
      });
    });
    const { game: record } = await this.#client.read({ game, text });
    if (!record || !this.shows(/** @type {GameName} */ (record.game))) throw new Error('no game');
    const [fault] = record.errors;
    if (fault) throw fault;
    const content = this.#contentOf(record);
    return { ...content, remarks: record.remarks ?? [], tree: goTo(content.tree, nodeAt(content.tree, at)) };
  }

  /** The game of a record, its end as the current position. @param {GameRecord} record */
  #contentOf(record) {
    const { headers } = record;
    const game = /** @type {GameName} */ (record.game);
    const tree = treeOf(record, this.#startViews[game] ?? null);
    const outcome = recordedOutcome(headers.Result, factsOf(game).sides);
    const ending = outcome && tree.nodes.size > 1 ? { node: tree.current, outcome } : null;
    return { game, headers, tree, ending };
  }

  /** Whether games of a kind can be shown. @protected @param {GameName} _game */
  shows(_game) {
    return true;
  }

  /** Another tab has saved this game: show it. A person who has stepped elsewhere stays there. */
  async #follow() {
    const saved = this.#saved;
    if (this.state.plays || !saved) return;
    const read = await saved.read();
    if (saved !== this.#saved || this.state.plays || read.status !== 'read') return;
    const { game } = read;
    const { id, tree } = this.state.game;
    const last = this.#fromSave?.tree.current;
    const follows = game.tree.current !== last && [last, tipOf(tree).id].includes(tree.current);
    const stays = !follows && game.id === id && game.tree.nodes.has(tree.current);
    this.#fromSave = game;
    this.#show(stays ? { ...game, tree: goTo(game.tree, tree.current) } : game);
  }

  /** This tab gets or loses the right to play. @param {boolean} plays */
  async setPlays(plays) {
    if (plays === this.state.plays) return;
    const saved = this.#saved;
    if (!plays) this.#abandon();
    else if (saved) await this.#follow();
    if (saved !== this.#saved || (saved && saved.plays !== plays)) return; // left or lost in the meantime
    update(this.state, { plays });
    this.settle();
  }

  /** Play here, although another tab plays this game or has written to it; the person has decided. */
  async playHere() {
    await this.#saved?.takeOver();
    await this.setPlays(true);
    await this.save({ force: true });
  }

  // ---- playing ----

  /**
   * A move by the person at the board; nothing changes unless it is `played`.
   * @param {string} uci
   * @returns {'played' | 'illegal' | 'wrong' | CannotMoveReason}
   */
  move(uci) {
    const reason = this.cannotMoveReason();
    if (reason) return reason;
    const { view } = nodeOf(this.state.game.tree);
    if (!view || !isLegal(view, uci)) return 'illegal';
    this.commit(uci);
    this.dismiss('record_fault');
    if (this.state.saving === 'saved') this.dismiss('previous_kept'); // it stays in the library
    return 'played';
  }

  /** @returns {CannotMoveReason | null} null when the person can move */
  cannotMoveReason() {
    const { game, plays, asked } = this.state;
    if (!plays) return 'elsewhere';
    if (outcomeAt(game)) return 'over';
    const { view } = nodeOf(game.tree);
    const isOpening = this.#storage && !this.#saved; // the saved game would replace the move
    return !view || asked || isOpening || playerAt(game) !== 'person' ? 'waiting' : null;
  }

  /**
   * The side whose pieces the person may pick up: with two persons the side to move, against the engine his
   * own side, even before his turn. Null after the end, or at an earlier position with the engine to move.
   */
  movableSide() {
    const { game, plays, asked } = this.state;
    if (!plays || asked || outcomeAt(game)) return null;
    const turn = turnAt(game);
    if (game.players[turn] === 'person') return turn;
    if (tipOf(game.tree).id !== game.tree.current) return null;
    return factsOf(game.game).sides.find((side) => game.players[side] === 'person') ?? null;
  }

  /** @returns {boolean} whether there was something to take back */
  takeBack() {
    const { game, plays } = this.state;
    if (!plays) return false;
    if (game.ending?.node === game.tree.current) {
      this.change({ ...game, ending: null });
      return true;
    }
    const target = takeBackTarget(game);
    if (target === null) return false;
    this.#abandon();
    this.change(clockAt({ ...game, tree: goTo(game.tree, target) }, target));
    return true;
  }

  redo() {
    const target = redoTarget(this.state.game);
    if (target === null) return;
    this.goTo(target);
    const { game } = this.state;
    // The clocks come along after a takeback, which has set them to an earlier position, but not after a look.
    const before = pathTo(game.tree).slice(0, -1);
    if (before.some(({ id }) => id === game.clock?.node)) this.change(clockAt(game, target));
  }

  /** Show any position of the tree. The engine goes on searching for its next move. @param {number} id */
  goTo(id) {
    const { game } = this.state;
    if (id === game.tree.current) return;
    if (this.state.work && this.state.work.kind !== 'move') this.#abandon();
    this.change({ ...game, tree: goTo(game.tree, id) });
  }

  /**
   * Begin a game; the one that it replaces can be brought back. Each kind of game has its own slot, so games
   * of the other kinds stay as they are; so does the slot of an address, which names what it asked for.
   * @param {SetupRequest} request
   */
  async begin(request) {
    const { game = USUAL } = request;
    const left = this.#leaving(game);
    if (!left || !this.isHome) {
      const wasSaved = await this.turnTo(request);
      if (!this.state.plays || !(wasSaved || left)) return;
    }
    this.#replace(this.#fresh(this.#decide(request)), left);
  }

  /**
   * Replace the current game, which can be brought back, by one that was read.
   * @param {GameRecord} record
   * @param {Omit<SetupRequest, 'game'>} request  how it goes on
   * @param {'start' | 'end'} [at]  which position is shown
   * @returns {Promise<boolean>} false where another tab plays the game to be replaced
   */
  async openRecord(record, request, at = 'end') {
    const { game, ...content } = this.#contentOf(record);
    const left = this.#leaving(game);
    if (!left || !this.isHome) await this.turnTo({ ...request, game });
    if (!this.state.plays) return false;
    const tree = at === 'start' ? goTo(content.tree, ROOT) : content.tree;
    const fresh = this.#fresh(this.#decide({ ...request, game }));
    this.#replace(clockAt({ ...fresh, ...content, tree }, tree.current), left);
    return true;
  }

  /** The game on the board, if the next one is of its kind. @param {GameName} name */
  #leaving(name) {
    return name === this.state.game.game ? this.#timed() : null;
  }

  /** The slot in which the game is saved; null without storage. */
  get slot() {
    return this.#saved?.slot ?? null;
  }

  /** Whether the game is in the slot of its kind, and not in that of the address that asked for it. */
  get isHome() {
    return !this.#saved || this.#saved.slot === this.slotOf(this.state.game.game);
  }

  /** @param {Game} next @param {Game | null} [left]  what can be brought back, where that is not what is shown */
  #replace(next, left) {
    const game = left ?? this.#timed();
    this.#previous = game.tree.nodes.size > 1 && !outcomeAt(game, tipOf(game.tree).id) ? game : null;
    this.#show(next);
    this.dismiss('previous_kept', 'address_refused');
    if (this.#previous) this.notify({ kind: 'previous_kept' });
    this.settle();
  }

  /**
   * Switch to another kind of game: to its saved game, or else to a new one.
   * @param {SetupRequest} request  how it begins if there is none
   * @returns {Promise<boolean>} whether there was a saved one
   */
  async turnTo(request) {
    const setup = this.#decide(request);
    return this.#turnToSlot(this.slotOf(setup.game), () => this.#fresh(setup));
  }

  /** @param {string} slot @param {() => Game} otherwise */
  async #turnToSlot(slot, otherwise) {
    this.#abandon();
    update(this.state, { asked: null });
    this.#previous = null;
    this.dismiss('previous_kept', 'address_refused');
    const wasSaved = await this.switchTo(slot, otherwise);
    this.settle();
    return wasSaved;
  }

  /** The saved game of another kind, or null if no move was made in it. @param {GameName} name */
  async savedGame(name) {
    if (name === this.state.game.game) return null;
    const game = await this.#storage?.peek(this.slotOf(name));
    return game && game.tree.nodes.size > 1 ? game : null;
  }

  /**
   * Continue a library game in its slot, or else in place of the current game, which can be brought back.
   * @param {Game} game
   * @param {string | null} slot
   * @returns {Promise<boolean>} false where another tab plays the game to be replaced
   */
  async reopen(game, slot) {
    if (slot !== null) {
      await this.#turnToSlot(slot, () => game);
      return true;
    }
    if (game.game !== this.state.game.game) await this.turnTo(setupOf(game));
    if (!this.state.plays) return false;
    const start = this.#startViews[game.game];
    const known = game.tree.fen !== null || !start || nodeOf(game.tree, ROOT).view;
    this.#replace(known ? game : { ...game, tree: withView(game.tree, ROOT, start) });
    return true;
  }

  /** Bring back the game that was last replaced. */
  bringBack() {
    if (!this.#previous) return;
    this.#show(this.#previous);
    this.#previous = null;
    this.dismiss('previous_kept');
    this.settle();
  }

  /** The person resigns: for his side, or with two persons for the side to move at the end of the line. */
  resign() {
    const { game } = this.state;
    const turn = turnAt(game, tipOf(game.tree).id);
    const winner = game.players[turn] === 'person' ? other(game.game, turn) : turn;
    this.#end({ winner, termination: 'resignation' });
  }

  /** A side has used up its time. It loses, or draws if the other side has no way to win. @param {Side} side */
  timeOut(side) {
    const { game } = this.state;
    const node = game.clock?.node ?? tipOf(game.tree).id;
    const winner = other(game.game, side);
    const draw = nodeOf(game.tree, node).view?.cannotWin?.includes(winner);
    const outcome = draw
      ? { winner: null, termination: 'time_insufficient' }
      : { winner, termination: 'time' };
    this.#end(outcome, node);
  }

  /** Two persons agree to a draw. */
  agreeDraw() {
    this.#end({ winner: null, termination: 'agreement' });
  }

  /**
   * Offer the engine a draw. It judges the last position of the game, whichever one is shown. It accepts when
   * its own side is not better there, but never in the opening. A refusal is a notice.
   */
  async offerDraw() {
    const { game } = this.state;
    const node = tipOf(game.tree);
    if (inOpening(game, node.ply, DRAW_FROM_MOVE))
      return this.notify({ kind: 'draw_early', from: DRAW_FROM_MOVE });
    const reply = await this.#search('draw', node, DRAW_LIMITS);
    if (reply?.info) {
      const { score } = reply.info;
      const turn = turnAt(game, node.id);
      const value = 'mate' in score ? score.mate : score.cp;
      const personIsWorse = game.players[turn] === 'person' ? value < 0 : value > 0;
      if (personIsWorse) this.notify({ kind: 'draw_declined', info: reply.info, turn });
      else this.agreeDraw();
    }
    this.settle(); // the rules may have answered meanwhile, and it may be the engine's turn
  }

  // ---- the engine ----

  /** Ask for a hint, or for the next part of the one that is shown. */
  async hint() {
    const { game, hint, plays } = this.state;
    const node = nodeOf(game.tree);
    if (!plays || !node.view || outcomeAt(game) || playerAt(game) !== 'person') return;
    if (hint?.node === node.id) {
      if (hint.move) update(this.state, { hint: { ...hint, step: Math.min(3, hint.step + 1) } });
      return;
    }
    update(this.state, { hint: { node: node.id, step: 1, move: null, info: null } });
    const { perfect } = factsOf(game.game);
    const reply = await this.#search('hint', node, perfect ? { level: perfect } : HINT_LIMITS);
    if (this.state.hint?.node !== node.id) return;
    if (!reply?.bestmove) return update(this.state, { hint: null });
    const { bestmove, info, reasons = [] } = reply;
    update(this.state, { hint: { ...this.state.hint, move: bestmove, info, reasons } });
  }

  closeHint() {
    if (this.state.work?.kind === 'hint') this.#abandon();
    update(this.state, { hint: null });
  }

  /** The engine stops searching and plays its best move so far. */
  moveNow() {
    const { work } = this.state;
    if (!work) return;
    this.#setWork({ ...work, stopping: true });
    this.#client.stop();
  }

  /** After a failure: start the engine again, and continue where the game stands. @override */
  retry() {
    this.dismiss('engine_refused');
    super.retry();
    this.settle();
  }

  // ---- what follows from the state ----

  /** @protected */
  settle() {
    const { game, plays, asked, engine } = this.state;
    if (!plays || asked || engine.state === 'failed') return;
    const node = nodeOf(game.tree);
    if (!node.view) {
      this.#ask(node);
    } else if (node.children.length === 0 && playerAt(game) === 'engine' && !outcomeAt(game)) {
      if (!this.state.work && !this.#refused(node.id)) this.#think(node);
    }
  }

  /** Whether the engine has refused this position: asking again would only repeat that. @param {number} id */
  #refused(id) {
    return this.state.notices.some((notice) => notice.kind === 'engine_refused' && notice.node === id);
  }

  /** @param {Node} node */
  async #ask(node) {
    const { game } = this.state;
    const key = `${game.id} ${node.id}`;
    if (this.#asking.has(key) || this.#refused(node.id)) return;
    this.#asking.add(key);
    const position = { game: game.game, fen: game.tree.fen };
    try {
      const view =
        node.parent === null
          ? await this.#client.view({ ...position, moves: [] })
          : await this.#client.play({
              ...position,
              moves: movesTo(game.tree, node.parent),
              move: node.move ?? '',
            });
      this.#learn(game.id, node.id, view);
    } catch (error) {
      if (!(await this.#readStart(game, error)))
        this.#refusedView(game.id, node, /** @type {Refusal} */ (error));
    } finally {
      this.#asking.delete(key);
    }
    this.settle();
  }

  /**
   * Put what the engine understands in place of a start position that it has refused.
   * @param {Game} game
   * @param {unknown} error
   * @returns {Promise<boolean>} whether the game has another start position now
   */
  async #readStart({ id, game, tree }, error) {
    const { code } = /** @type {Refusal} */ (error);
    if (code !== 'invalid_fen' || tree.fen === null || isPlainFen(tree.fen)) return false;
    const read = await readPastedFen(this.#client, { game, fen: tree.fen }).catch(() => null);
    if (read?.game !== game || read.moves.length > 0) return false;
    if (this.state.game.id !== id) return true;
    update(this.state, { game: { ...this.state.game, tree: { ...this.state.game.tree, fen: read.fen } } });
    this.notify({ kind: 'fen_read', remarks: read.remarks });
    return true;
  }

  /** @param {string} gameId @param {number} id @param {View} view */
  #learn(gameId, id, view) {
    const { game } = this.state;
    if (game.id !== gameId || !game.tree.nodes.has(id)) return;
    update(this.state, { game: { ...game, tree: withView(game.tree, id, view) } });
  }

  /** @param {string} gameId @param {Node} node @param {Refusal} error */
  #refusedView(gameId, node, error) {
    const { game } = this.state;
    if (game.id !== gameId || !game.tree.nodes.has(node.id)) return;
    if (error.code === 'illegal_move' && node.parent !== null) {
      update(this.state, {
        game: clockAt({ ...game, tree: removeNode(game.tree, node.id) }, node.parent),
      });
      this.notify({ kind: 'move_refused', move: node.move, error: failureOf(error) });
    } else {
      this.#engineRefused(node.id, error);
    }
  }

  /** @param {number} node @param {Refusal} error */
  #engineRefused(node, error) {
    // The engine's state already shows a failure; a cancelled search is nothing to report.
    if (this.state.engine.state === 'failed' || error.code === 'cancelled') return;
    this.notify({ kind: 'engine_refused', node, error: failureOf(error) });
  }

  /** @param {Node} node */
  async #think(node) {
    const { id: gameId, game: name, level } = this.state.game;
    const { levels, perfect } = factsOf(name);
    const { book = false } = levels[level - 1];
    const time = this.#clocks()?.limits() ?? {};
    // With a clock, full strength has no other limit, so that several threads may search.
    const byClock = 'wtime' in time && level === levels.length && level !== perfect;
    const limits = { ...(!byClock && { level }), seed: seedOf(gameId), book, ...time };
    const { wtime = Number.POSITIVE_INFINITY, byoyomi = 0 } = time;
    const pause = Math.min(PAUSE_MS, (wtime + byoyomi) / 20);
    const reply = await this.#search('move', node, limits, this.#wait(pause));
    const { game } = this.state;
    if (!reply?.bestmove || game.id !== gameId || !game.tree.nodes.has(node.id)) return;
    const { tree, id } = addMove(game.tree, node.id, reply.bestmove, reply.view);
    const here = game.tree.current === node.id;
    update(this.state, { lastInfo: reply.info ?? null, lastNode: node.id });
    const moved = game.clock?.node === node.id ? clockAt({ ...game, tree }, id, node.id) : { ...game, tree };
    if (here) return this.change({ ...moved, tree: goTo(tree, id) });
    update(this.state, { game: moved });
    this.settle(); // it may be the engine's turn in the shown position, too
  }

  /**
   * One search. Resolves to null when its result is no longer wanted or when it failed (which is then shown).
   * @param {Work['kind']} kind
   * @param {Node} node
   * @param {object} limits
   * @param {Promise<void>} [notBefore]  the result is held back until then
   * @returns {Promise<BestMove | null>}
   */
  async #search(kind, node, limits, notBefore) {
    const { game } = this.state;
    const token = {};
    this.#token = token;
    this.#setWork({ kind, node: node.id, info: null, stopping: false });
    try {
      const position = { game: game.game, fen: game.tree.fen, moves: movesTo(game.tree, node.id) };
      const onInfo = (/** @type {Info} */ info) => {
        const { work } = this.state;
        if (work && this.#token === token) this.#setWork({ ...work, info });
      };
      const [reply] = await Promise.all([
        this.#client.go({ ...position, limits, reasons: kind === 'hint' }, { onInfo }).result,
        notBefore,
      ]);
      if (this.#token !== token) return null;
      const info = reply.info ?? this.state.work?.info ?? null;
      this.#setWork(null);
      return { ...reply, info };
    } catch (error) {
      if (this.#token !== token) return null;
      this.#setWork(null);
      this.#engineRefused(node.id, /** @type {Refusal} */ (error));
      return null;
    }
  }

  /** Forget the engine's present work: its result will not be used. */
  #abandon() {
    if (!this.state.work) return;
    this.#setWork(null);
    this.#client.stop();
  }

  /** @param {Work | null} work */
  #setWork(work) {
    if (!work) this.#token = null;
    update(this.state, { work });
  }

  /** @override @protected */
  runsAgain() {
    const refused = this.state.notices.find(({ kind }) => kind === 'address_refused');
    if (refused?.error.code === 'failed') this.#openAsked(refused.asked, refused.setup);
    this.settle();
  }

  // ---- changing the game ----

  /** @protected @param {string} uci a legal move of the current position */
  commit(uci) {
    const { game } = this.state;
    this.#abandon();
    const { tree, id } = addMove(game.tree, game.tree.current, uci);
    this.change(clockAt({ ...game, tree: promote(goTo(tree, id)) }, id, game.tree.current));
  }

  /** @param {Outcome} outcome @param {number} [id]  where; usually at the end of the line */
  #end(outcome, id = tipOf(this.state.game.tree).id) {
    const { game } = this.state;
    if (outcomeAt(game, id)) return;
    this.closeHint();
    this.#abandon();
    this.change({ ...game, tree: goTo(game.tree, id), ending: { node: id, outcome } });
  }

  /** Change the game; at another position, notices and hints about the old one go. @protected @param {Game} game */
  change(game) {
    const moved = game.tree.current !== this.state.game.tree.current;
    if (moved) this.dismiss('move_refused', 'draw_early', 'draw_declined', 'clock_note');
    update(this.state, moved ? { game, hint: null } : { game });
    this.settle();
  }

  /** Put another game on the board. @param {Game} game */
  #show(game) {
    this.#abandon();
    this.dismiss('engine_refused', 'fen_read', 'record_fault');
    update(this.state, { game: this.prepared(game), asked: null, hint: null, lastInfo: null });
  }

  /** A game as this session shows it. @protected @param {Game} game @returns {Game} */
  prepared(game) {
    return game;
  }

  /** The slot of the current game of a kind. @protected @param {GameName} name */
  slotOf(name) {
    return mainSlot(name);
  }

  /** @param {Setup} setup @returns {Game} */
  #fresh(setup) {
    return newGame({ ...setup, id: this.#newId(), view: this.#startViews[setup.game ?? USUAL] ?? null });
  }

  /** @param {SetupRequest} request @returns {Setup} */
  #decide(request) {
    const { game = USUAL } = request;
    const [first, second] = factsOf(game).sides;
    const side = request.side === 'either' ? (this.#random() < 0.5 ? first : second) : request.side;
    return { ...request, game, side };
  }

  /** The game, with what is left on its clocks now. */
  #timed() {
    const { game } = this.state;
    const left = this.#clocks()?.left();
    return game.clock && left ? { ...game, clock: { ...game.clock, left } } : game;
  }

  /** Write the game to its slot. */
  async save({ force = false } = {}) {
    const { game, plays } = this.state;
    const saved = this.#saved;
    if (!plays || !saved || (game === this.#fromSave && !force)) return;
    const saving = await saved.write(this.#timed(), { force });
    if (saved === this.#saved) update(this.state, { saving });
  }
}

/** Whether an address asks for more than a position. @param {Partial<AddressRequest>} asked */
const hasLine = ({ moves = [], pgn }) => moves.length > 0 || Boolean(pgn);

/** Whether a game that began with most of the men is before that move; a position counts its moves itself. @param {Game} game @param {number} ply @param {number} move */
export function inOpening({ game, tree }, ply, move) {
  const usual = factsOf(game).fen;
  const [placement, turn, , , , number] = (tree.fen ?? usual).split(' ');
  const men = (/** @type {string} */ fen) => fen.split(' ')[0].replace(/[^a-z]/gi, '').length;
  const before = 2 * Math.max(0, (Number(number) || 1) - 1) + (turn === 'b' ? 1 : 0);
  return men(placement) > 0.75 * men(usual) && before + ply < 2 * (move - 1);
}
