// A game with a friend: its record is the truth, and the game on the board follows it. By link, a move on the board is a
// draft until it is sent; live, it is sent at once. What arrives is judged before it counts.

/** @import { Game, GameStorage, Side, View } from '../game/types.js' */
/** @import { Meaning } from './arrivals.js' */
/** @import { KeptGame, KeptGames } from './kept-games.js' */
/** @import { Signer } from './keys.js' */
/** @import { Message } from './links.js' */
/** @import { Line } from './live/connection.js' */
/** @import { First, GameRecord, Guest, Invitation, Player, Standing } from './protocol.js' */

import { newGame, outcomeAt } from '../game/game.js';
import { factsOf, friendSlot } from '../game/games.js';
import { PlaySession } from '../game/session.js';
import { nodeOf, tipOf } from '../game/tree.js';
import { StorageError } from '../storage/database.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { meaningOf, playerWith, TAKEN_OVER } from './arrivals.js';
import { lineOf, withNotes } from './board-line.js';
import { commitmentOf, newId, newSecret } from './keys.js';
import { LinkError, readLink, signed } from './links.js';
import {
  controlIn,
  eventOf,
  LONGEST_NOTE,
  lastAuthor,
  moveEvent,
  recordFrom,
  standingOf,
  tidied,
  valuesOf,
} from './protocol.js';
import { checkedBy } from './rules.js';

/** What was made of the last link. @typedef {Meaning | LinkError['code'] | 'waiting' | 'unchecked' | 'no_storage' | 'no_game' | 'elsewhere'} News */

/**
 * @typedef {object} FriendState
 * @property {KeptGame | null} kept  the game at hand
 * @property {Message | null} seen  an invitation, or a game of others, which is not kept
 * @property {Player | null} me
 * @property {string | null} draft  the move on the board that is not sent yet
 * @property {boolean} offers  whether a draw is offered with the next move of a live game
 * @property {News | null} news
 * @property {boolean} unkept  the last change could not be saved
 * @property {string} key  of this browser; empty until it is asked for
 */

/** @typedef {import('../game-view/app.js').App<FriendSession>} FriendApp */

/** What can be done beside moving. @typedef {keyof typeof LETTERS} Act */
const LETTERS = /** @type {const} */ ({
  resign: 'r',
  draw: 'd',
  ask: 'b',
  grant: 'y',
  refuse: 'n',
  runOut: 't',
  claim: 'f',
});

/** The terms of a new game. @typedef {Pick<Invitation, 'game' | 'first' | 'takebacks' | 'days' | 'name'> & { clock?: string }} Terms */

export class FriendSession extends PlaySession {
  /** @type {FriendState} */
  friend = reactive(
    /** @type {FriendState} */ ({
      kept: null,
      seen: null,
      me: null,
      draft: null,
      offers: false,
      news: null,
      unkept: false,
      key: '',
    }),
  );
  #client;
  #startViews;
  #games;
  #signer;
  #now;
  /** The game whose board this player's side has turned. */
  #turned = '';
  /** What arrives and what is done here, one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * @param {object} parts
   * @param {import('../game/session.js').Client} parts.client
   * @param {GameStorage | null} parts.storage
   * @param {Partial<Record<import('../game/types.js').GameName, View>>} parts.startViews
   * @param {KeptGames} parts.games
   * @param {() => Promise<Signer>} parts.signer
   * @param {() => number} [parts.now]  milliseconds since 1970: a clock runs on while its page is closed
   */
  constructor({ client, storage, startViews, games, signer, now = Date.now }) {
    super({ client, storage, startViews });
    this.#now = now;
    this.#client = client;
    this.#startViews = startViews;
    this.#games = games;
    this.#signer = async () => {
      const found = await signer();
      update(this.friend, { key: found.key });
      return found;
    };
    // Whether the winner on time could have won is known with the view of the last position.
    onChange(
      () => this.standing?.outcome?.termination === 'time' && this.#tip?.view,
      () => this.#follow(),
    );
  }

  /** The record at hand. */
  get record() {
    return this.friend.kept?.record ?? this.friend.seen?.record ?? null;
  }

  /** @returns {Standing | null} */
  get standing() {
    return this.record && standingOf(this.record);
  }

  /** Whether moves are sent at once. */
  get isLive() {
    return this.friend.kept?.live === true;
  }

  /** The last position on the board. */
  get #tip() {
    return tipOf(this.state.game.tree);
  }

  /** How the rules say that the game stands, in a word that both browsers write alike; null: they were not asked yet. */
  get law() {
    const { view, ply } = this.#tip;
    const { standing } = this;
    if (!view || !standing || ply !== standing.moves.length) return null;
    if (!view.outcome) return '';
    const winner = /** @type {const} */ (['inviter', 'guest']).find(
      (player) => this.sideOf(player) === view.outcome?.winner,
    );
    return `${view.outcome.termination} ${winner ?? 'nobody'}`;
  }

  /**
   * What a player has left now, and of how much at the start of his turn, in milliseconds; null without clocks.
   * @param {Player} player
   * @param {number} [at]
   */
  timeOf(player, at = this.#now()) {
    const { standing } = this;
    if (!standing?.left) return null;
    const before = standing.left[player];
    const runs = this.clockRuns && standing.turn === player;
    const since = (runs && this.friend.kept?.turnAt) || at;
    return { before, left: Math.max(0, before - (at - since)) };
  }

  /** Whether the clock of the player to move runs: live, from the first move on. */
  get clockRuns() {
    const { standing } = this;
    const plays = standing?.phase === 'playing' && standing.left !== null && standing.moves.length > 0;
    return plays && this.isLive && !this.outcome;
  }

  /** How the game ended, if it has: by the players or by the rules. */
  get outcome() {
    const { game } = this.state;
    return this.friend.draft ? null : outcomeAt(game, tipOf(game.tree).id);
  }

  /** The side of a player, once that is known. @param {Player | null} player @returns {Side | null} */
  sideOf(player) {
    const { record, standing } = this;
    if (!record || !standing?.first || !player) return null;
    const [first, second] = factsOf(record.invitation.game).sides;
    return standing.first === player ? first : second;
  }

  // ---- beginning ----

  /** Show a board before there is a game. @param {import('../game/game.js').SetupRequest} request */
  showStart({ game }) {
    const [side] = factsOf(game).sides;
    const view = this.#startViews[game] ?? null;
    this.change(newGame({ id: '', game, opponent: 'person', side, level: 1, view }));
  }

  /** Leave the game at hand, which is kept. */
  leave() {
    update(this.friend, {
      kept: null,
      seen: null,
      me: null,
      draft: null,
      offers: false,
      news: null,
      unkept: false,
    });
    const { game, orientation } = this.state.game;
    this.showStart({ game, side: orientation, opponent: 'person', level: 1 });
  }

  /** Begin a game, and invite to it. @param {Terms} terms */
  async invite(terms) {
    await this.#begin(await this.newGame(terms));
  }

  /** A game with an invitation that is signed, but not kept. @param {Terms} terms @returns {Promise<KeptGame>} */
  async newGame({ clock = '', ...terms }) {
    const { key } = await this.#signer();
    const secret = terms.first === 'lot' ? newSecret() : '';
    const id = newId();
    const commitment = secret && (await commitmentOf(id, secret));
    return this.#signed(
      { invitation: { id, ...terms, clock, key, commitment }, guest: null, events: [] },
      secret,
    );
  }

  /** Show an invitation that came with a code. @param {Invitation} invitation */
  see(invitation) {
    const record = { invitation, guest: null, events: [] };
    update(this.friend, {
      kept: null,
      seen: { record, note: '', signature: '' },
      me: null,
      draft: null,
      news: null,
    });
    return this.#show();
  }

  /**
   * Accept the invitation at hand, or another one.
   * @param {string} name
   * @param {{ invitation?: Invitation, live?: boolean }} [how]
   */
  async accept(name, { invitation, live = false } = {}) {
    const seen = this.friend.seen?.record;
    invitation ??= seen?.guest ? undefined : seen?.invitation;
    if (!invitation) return;
    const { key } = await this.#signer();
    const lot = invitation.first === 'lot' ? newSecret() : '';
    const record = { invitation, guest: { name, key, lot }, events: [] };
    await this.#begin({ ...(await this.#signed(record, '')), live });
  }

  /** The guest has accepted by a code. Throws a ProtocolError where that cannot be. @param {Guest} guest @returns {Promise<boolean>} whether he is the one */
  async welcome(guest) {
    return this.#inTurn(async () => {
      const { kept } = this.friend;
      if (!kept || this.friend.me !== 'inviter') return false;
      if (kept.record.guest) return JSON.stringify(kept.record.guest) === JSON.stringify(guest);
      await this.#keep({ ...kept, record: recordFrom(valuesOf({ ...kept.record, guest })), live: true });
      this.#follow();
      return true;
    });
  }

  /** @param {GameRecord} record @param {string} secret @returns {Promise<KeptGame>} */
  async #signed(record, secret) {
    const { signature } = await signed(await this.#signer(), record);
    const last = { note: '', signature };
    return {
      id: record.invitation.id,
      record,
      secret,
      notes: {},
      last,
      over: false,
      savedAt: 0,
      revision: 0,
      live: false,
    };
  }

  /** @param {KeptGame} game */
  async #begin(game) {
    await this.#keep(game);
    update(this.friend, { news: null, draft: null, offers: false });
    await this.#show();
  }

  /** The game goes on live, or by link again. @param {boolean} live */
  setLive(live) {
    return this.#inTurn(async () => {
      const { kept } = this.friend;
      if (!kept || (this.isLive === live && (live || !kept.line))) return;
      await this.#keep({ ...kept, live, turnAt: this.#now(), ...(!live && { line: null }) });
      if (live) {
        update(this.friend, { draft: null });
        this.#follow();
      }
    });
  }

  /** Keep what finds the friend again after a reload. @param {string} id  of the game @param {Line | null} line */
  keepLine(id, line) {
    return this.#inTurn(async () => {
      const { kept } = this.friend;
      if (kept?.id === id && (line || kept.line)) await this.#keep({ ...kept, line });
    });
  }

  /** Go on with a game of this browser. @param {string} id @returns {Promise<boolean>} whether it is here */
  async turnToGame(id) {
    const kept = await this.#games.find(id);
    if (!kept) return false;
    const { key } = await this.#signer();
    update(this.friend, { kept, seen: null, me: playerWith(kept.record, key), draft: null, news: null });
    await this.#show();
    return true;
  }

  /** Another tab has changed a game. @param {string} id */
  async reread(id) {
    const { kept } = this.friend;
    if (kept?.id !== id) return;
    const found = await this.#games.find(id);
    if (!found || found.revision === kept.revision) return;
    update(this.friend, { kept: found, draft: null });
    await this.#show({ plays: false });
  }

  /** Ask for the key of this browser. */
  async learnKey() {
    await this.#signer().catch(() => {}); // without storage there are no games of its own either
  }

  // ---- what arrives ----

  /** Judge a link, and go on with its game. @param {string} text  a link, or a text around it */
  async receive(text) {
    update(this.friend, { news: 'waiting' });
    /** @type {News} */
    let news;
    try {
      news = await this.take(await readLink(text));
    } catch (error) {
      if (error instanceof LinkError) news = error.code;
      else news = error instanceof StorageError ? 'no_storage' : 'unchecked';
    }
    update(this.friend, { news });
  }

  /**
   * Judge a message, and go on with its game.
   * @param {Message} message
   * @param {{ live?: boolean, at?: number, proposal?: KeptGame | null }} [how]  live: it came over the channel, at that
   *   time; proposal: an own invitation that is not kept yet
   * @returns {Promise<Meaning>}
   */
  take(message, { live = false, at = this.#now(), proposal = null } = {}) {
    return this.#inTurn(() => this.#judge(message, { live, at, proposal }));
  }

  /** @param {Message} message @param {{ live: boolean, at: number, proposal: KeptGame | null }} how @returns {Promise<Meaning>} */
  async #judge(message, { live, at, proposal }) {
    const { record, note } = message;
    const { id } = record.invitation;
    const { key } = await this.#signer();
    const found = await this.#games.find(id);
    const kept = this.friend.kept?.id === id && this.friend.unkept ? this.friend.kept : (found ?? proposal);
    const own = kept?.record ?? null;
    const me = playerWith(own ?? record, key);
    if (found && this.friend.kept?.id !== id) {
      update(this.friend, { kept: found, seen: null, me, draft: null });
      await this.#show();
    }
    const meaning = await meaningOf(message, { own, key, check: checkedBy(this.#client, this.#startViews) });
    if (TAKEN_OVER.includes(meaning)) {
      const fresh = { id, secret: '', notes: {}, last: null, over: false, savedAt: 0, revision: 0 };
      const notes = { ...kept?.notes, ...(note && { [record.events.length]: note }) };
      await this.#keep({
        ...(kept ?? fresh),
        record,
        notes,
        over: false,
        live,
        ...(!live && { line: null }),
        turnAt: turnAt(kept, record, at),
      });
      if (live) update(this.friend, { draft: null, news: null });
    } else if (!kept && (meaning === 'invitation' || meaning === 'watch')) {
      update(this.friend, { kept: null, seen: message, me: null, draft: null });
    } else return meaning;
    if (live && this.state.game.id === friendSlot(id) && this.state.plays) this.#follow();
    else await this.#show();
    return meaning;
  }

  /** @template Result @param {() => Promise<Result>} act @returns {Promise<Result>} */
  #inTurn(act) {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => {});
    return done;
  }

  /** The game at hand is over: the list says so. */
  async finish() {
    const { kept } = this.friend;
    if (!kept || kept.over || !this.outcome) return;
    const next = await this.#games.keep({ ...kept, over: true, line: null }).catch(() => null);
    if (next && this.friend.kept === kept) update(this.friend, { kept: next });
  }

  // ---- what this player does ----

  /** @override @param {string} uci */
  move(uci) {
    const at = this.#now();
    const spent = this.#spent(at);
    if (spent === 'up') {
      this.act('runOut').catch(() => {}); // it is over in another way
      return 'over';
    }
    const result = super.move(uci);
    if (result !== 'played') return result;
    const { offers } = this.friend;
    if (this.isLive) this.#add(moveEvent(uci, { spent, offers }), '', at).catch(() => this.#follow());
    else update(this.friend, { draft: uci, news: null });
    return result;
  }

  /** What this player has spent on the move that he makes; null: no clock runs. @param {number} at */
  #spent(at) {
    const { me, kept } = this.friend;
    const time = me && this.clockRuns && this.standing?.turn === me ? this.timeOf(me, at) : null;
    if (!time || !kept) return null;
    const spent = time.before - time.left;
    const most = controlIn(kept.record)?.move || Number.POSITIVE_INFINITY;
    return time.left === 0 || spent > most ? 'up' : spent;
  }

  /** @override */
  cannotMoveReason() {
    return super.cannotMoveReason() ?? (this.#movesNow ? null : 'waiting');
  }

  /** @override */
  movableSide() {
    if (this.isLive && this.#plays) return this.sideOf(this.friend.me); // also for a move ahead
    return this.#movesNow ? super.movableSide() : null;
  }

  /** Whether the game goes on in this tab, at the position that is shown. */
  get #plays() {
    const { tree } = this.state.game;
    return (
      this.state.plays &&
      this.standing?.phase === 'playing' &&
      !this.outcome &&
      tipOf(tree).id === tree.current
    );
  }

  /** Whether this player is to move, and the position is the last one. */
  get #movesNow() {
    const { standing } = this;
    const { me, draft, kept } = this.friend;
    const { tree } = this.state.game;
    return (
      kept !== null &&
      draft === null &&
      standing?.phase === 'playing' &&
      standing.turn === me &&
      standing.asks !== me &&
      tipOf(tree).id === tree.current
    );
  }

  /** The move that is not sent yet goes back. @override */
  takeBack() {
    if (!this.friend.draft) return false;
    update(this.friend, { draft: null });
    this.#follow();
    return true;
  }

  /** Nobody helps in a game with a friend. @override */
  async hint() {}

  /** Send the move on the board. @param {{ note: string, offers: boolean }} with */
  async send({ note, offers }) {
    const { draft } = this.friend;
    if (draft) await this.#add(moveEvent(draft, { offers }), note);
  }

  /** @param {Act} act @param {string} [note] */
  async act(act, note = '') {
    const { me } = this.friend;
    if (me) await this.#add(eventOf(me, LETTERS[act]), note);
  }

  /** Show what was drawn, so that both know who begins. */
  async drawLot() {
    const { kept } = this.friend;
    if (kept) await this.#add(`l:${kept.secret}`, '');
  }

  /** @param {string} event @param {string} typed @param {number} [at] */
  #add(event, typed, at = this.#now()) {
    return this.#inTurn(async () => {
      const { kept } = this.friend;
      if (!kept) return;
      const record = { ...kept.record, events: [...kept.record.events, event] };
      standingOf(record); // throws where it must not be done
      const note = tidied(typed, LONGEST_NOTE);
      const { signature } = await signed(await this.#signer(), record, note);
      const notes = note ? { ...kept.notes, [record.events.length]: note } : kept.notes;
      await this.#keep({
        ...kept,
        record,
        notes,
        last: { note, signature },
        turnAt: turnAt(kept, record, at),
      });
      update(this.friend, { draft: null, offers: false, news: null });
      this.#follow();
    });
  }

  /** The message to be sent, or to be sent once more; null where it is the other's turn to send. @returns {Message | null} */
  get message() {
    const { kept, me } = this.friend;
    if (!kept?.last || lastAuthor(kept.record) !== me) return null;
    return { record: kept.record, ...kept.last };
  }

  // ---- the game on the board ----

  /** @param {KeptGame} game */
  async #keep(game) {
    const { key } = await this.#signer();
    const me = playerWith(game.record, key);
    const kept = await this.#games.keep(game).catch(() => game);
    // Another tab was faster: its state counts.
    const now = kept ?? (await this.#games.find(game.id));
    update(this.friend, { kept: now, seen: null, me, unkept: kept === game });
    if (!kept) update(this.friend, { draft: null });
  }

  /** Put the game at hand on the board. @param {{ plays: boolean }} [how]  plays: in this tab, whichever had it before */
  async #show({ plays } = { plays: true }) {
    const { record } = this;
    if (!record) return;
    const { id } = record.invitation;
    const { kept } = this.friend;
    if (kept) {
      await this.switchTo(friendSlot(id), () => this.#asGame(null));
      if (plays && !this.state.plays) await this.playHere();
    } else update(this.state, { game: this.#asGame(null), asked: null });
    this.#follow();
  }

  /** The board follows the record. */
  #follow() {
    if (!this.record) return;
    this.change(this.#asGame(this.state.game));
  }

  /** The game of the record at hand. @param {Game | null} shown  whose views are taken over @returns {Game} */
  #asGame(shown) {
    const record = /** @type {GameRecord} */ (this.record);
    const standing = standingOf(record);
    const { invitation, guest } = record;
    const { game, id } = invitation;
    const [first] = factsOf(game).sides;
    const fresh = newGame({
      id: friendSlot(id),
      game,
      opponent: 'person',
      side: first,
      level: 1,
      view: this.#startViews[game] ?? null,
    });
    const known = shown?.id === fresh.id ? shown : null;
    const names = [invitation.name, guest?.name ?? ''];
    if (standing.first === 'guest') names.reverse();
    const begun = standing.moves.length > 0; // only then it is listed in the library
    const headers = { [first === 'red' ? 'Red' : 'White']: names[0], Black: names[1] };
    const tree = withNotes(lineOf(standing, known ?? fresh), this.friend.kept);
    const mine = this.sideOf(this.friend.me);
    const turned = this.#turned === fresh.id;
    if (mine) this.#turned = fresh.id;
    return {
      ...fresh,
      orientation: turned && known ? known.orientation : (mine ?? first),
      tree,
      ...(begun && { headers }),
      ending: this.#ending(standing, tree),
    };
  }

  /** @param {Standing} standing @param {import('../game/types.js').Tree} tree @returns {Game['ending']} */
  #ending({ outcome }, tree) {
    if (!outcome) return null;
    const winner = this.sideOf(outcome.winner);
    const { view } = nodeOf(tree);
    const isDraw = outcome.termination === 'time' && winner && view?.cannotWin?.includes(winner);
    const ended = isDraw ? { winner: null, termination: 'time_insufficient' } : { ...outcome, winner };
    return { node: tree.current, outcome: ended };
  }
}

/** Since when the player to move thinks, after a record has changed. @param {KeptGame | null} kept @param {GameRecord} record @param {number} at */
function turnAt(kept, record, at) {
  const [before, after] = [kept && standingOf(kept.record), standingOf(record)];
  const same = before?.turn === after.turn && before.moves.length === after.moves.length;
  return same ? (kept?.turnAt ?? at) : at;
}
