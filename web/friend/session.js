// A game with a friend: its record is the truth, and the game on the board follows it. A move on the board is a draft
// until it is sent; what arrives is judged before it counts.

/** @import { Game, GameStorage, Side, View } from '../game/types.js' */
/** @import { Meaning } from './arrivals.js' */
/** @import { KeptGame, KeptGames } from './kept-games.js' */
/** @import { Signer } from './keys.js' */
/** @import { Message } from './links.js' */
/** @import { First, GameRecord, Player, Standing } from './protocol.js' */

import { newGame, outcomeAt } from '../game/game.js';
import { factsOf, friendSlot } from '../game/games.js';
import { PlaySession } from '../game/session.js';
import { addMove, goTo, movesTo, newTree, nodeOf, ROOT, replaced, tipOf } from '../game/tree.js';
import { StorageError } from '../storage/database.js';
import { reactive, update } from '../ui/reactive.js';
import { meaningOf, playerWith, TAKEN_OVER } from './arrivals.js';
import { commitmentOf, newId, newSecret } from './keys.js';
import { LinkError, readLink, signed } from './links.js';
import { eventOf, LONGEST_NOTE, lastAuthor, standingOf, tidied } from './protocol.js';
import { checkedBy } from './rules.js';

/** What was made of the last link. @typedef {Meaning | LinkError['code'] | 'waiting' | 'unchecked' | 'no_storage'} News */

/**
 * @typedef {object} FriendState
 * @property {KeptGame | null} kept  the game at hand
 * @property {Message | null} seen  an invitation, or a game of others, which is not kept
 * @property {Player | null} me
 * @property {string | null} draft  the move on the board that is not sent yet
 * @property {News | null} news
 * @property {boolean} unkept  the last change could not be saved
 * @property {string} key  of this browser; empty until it is asked for
 */

/** @typedef {import('../game-view/app.js').App<FriendSession>} FriendApp */

/** What can be done beside moving. @typedef {'resign' | 'draw' | 'ask' | 'grant' | 'refuse'} Act */
const LETTERS = /** @type {const} */ ({ resign: 'r', draw: 'd', ask: 'b', grant: 'y', refuse: 'n' });

export class FriendSession extends PlaySession {
  /** @type {FriendState} */
  friend = reactive(
    /** @type {FriendState} */ ({
      kept: null,
      seen: null,
      me: null,
      draft: null,
      news: null,
      unkept: false,
      key: '',
    }),
  );
  #client;
  #startViews;
  #games;
  #signer;
  /** The game whose board this player's side has turned. */
  #turned = '';

  /**
   * @param {object} parts
   * @param {import('../game/session.js').Client} parts.client
   * @param {GameStorage | null} parts.storage
   * @param {Partial<Record<import('../game/types.js').GameName, View>>} parts.startViews
   * @param {KeptGames} parts.games
   * @param {() => Promise<Signer>} parts.signer
   */
  constructor({ client, storage, startViews, games, signer }) {
    super({ client, storage, startViews });
    this.#client = client;
    this.#startViews = startViews;
    this.#games = games;
    this.#signer = async () => {
      const found = await signer();
      update(this.friend, { key: found.key });
      return found;
    };
  }

  /** The record at hand. */
  get record() {
    return this.friend.kept?.record ?? this.friend.seen?.record ?? null;
  }

  /** @returns {Standing | null} */
  get standing() {
    return this.record && standingOf(this.record);
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
    update(this.friend, { kept: null, seen: null, me: null, draft: null, news: null, unkept: false });
    const { game, orientation } = this.state.game;
    this.showStart({ game, side: orientation, opponent: 'person', level: 1 });
  }

  /**
   * Begin a game, and invite to it.
   * @param {{ game: import('../game/types.js').GameName, first: First, takebacks: boolean, days: number, name: string }} choices
   */
  async invite(choices) {
    const { key } = await this.#signer();
    const secret = choices.first === 'lot' ? newSecret() : '';
    const id = newId();
    const commitment = secret && (await commitmentOf(id, secret));
    const invitation = { id, ...choices, key, commitment };
    await this.#begin({ invitation, guest: null, events: [] }, secret);
  }

  /** Accept the invitation at hand. @param {string} name */
  async accept(name) {
    const { seen } = this.friend;
    if (!seen || seen.record.guest) return;
    const { key } = await this.#signer();
    const lot = seen.record.invitation.first === 'lot' ? newSecret() : '';
    await this.#begin({ ...seen.record, guest: { name, key, lot } }, '');
  }

  /** @param {GameRecord} record @param {string} secret */
  async #begin(record, secret) {
    const { id } = record.invitation;
    const { signature } = await signed(await this.#signer(), record);
    const last = { note: '', signature };
    const kept = { id, record, secret, notes: {}, last, over: false, savedAt: 0, revision: 0 };
    await this.#keep(kept);
    update(this.friend, { news: null });
    await this.#show();
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
      news = await this.#judge(await readLink(text));
    } catch (error) {
      if (error instanceof LinkError) news = error.code;
      else news = error instanceof StorageError ? 'no_storage' : 'unchecked';
    }
    update(this.friend, { news });
  }

  /** @param {Message} message @returns {Promise<Meaning>} */
  async #judge(message) {
    const { record, note } = message;
    const { id } = record.invitation;
    const { key } = await this.#signer();
    const kept = await this.#games.find(id);
    const own = kept?.record ?? null;
    const me = playerWith(own ?? record, key);
    if (kept && this.friend.kept?.id !== id) {
      update(this.friend, { kept, seen: null, me, draft: null });
      await this.#show();
    }
    const meaning = await meaningOf(message, { own, key, check: checkedBy(this.#client) });
    if (TAKEN_OVER.includes(meaning)) {
      const fresh = { id, secret: '', notes: {}, last: null, over: false, savedAt: 0, revision: 0 };
      const notes = { ...kept?.notes, ...(note && { [record.events.length]: note }) };
      await this.#keep({ ...(kept ?? fresh), record, notes });
    } else if (!kept && (meaning === 'invitation' || meaning === 'watch')) {
      update(this.friend, { kept: null, seen: message, me: null, draft: null });
    } else return meaning;
    await this.#show();
    return meaning;
  }

  /** The game at hand is over: the list says so. */
  async finish() {
    const { kept } = this.friend;
    if (!kept || kept.over || !this.outcome) return;
    const next = await this.#games.keep({ ...kept, over: true }).catch(() => null);
    if (next && this.friend.kept === kept) update(this.friend, { kept: next });
  }

  // ---- what this player does ----

  /** @override @param {string} uci */
  move(uci) {
    const result = super.move(uci);
    if (result === 'played') update(this.friend, { draft: uci, news: null });
    return result;
  }

  /** @override */
  cannotMoveReason() {
    return super.cannotMoveReason() ?? (this.#movesNow ? null : 'waiting');
  }

  /** @override */
  movableSide() {
    return this.#movesNow ? super.movableSide() : null;
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
    if (draft) await this.#add(draft + (offers ? '=' : ''), note);
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

  /** @param {string} event @param {string} typed */
  async #add(event, typed) {
    const { kept } = this.friend;
    if (!kept) return;
    const record = { ...kept.record, events: [...kept.record.events, event] };
    standingOf(record); // throws where it must not be done
    const note = tidied(typed, LONGEST_NOTE);
    const { signature } = await signed(await this.#signer(), record, note);
    const notes = note ? { ...kept.notes, [record.events.length]: note } : kept.notes;
    await this.#keep({ ...kept, record, notes, last: { note, signature } });
    update(this.friend, { draft: null, news: null });
    this.#follow();
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
    const [first, second] = factsOf(game).sides;
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
    const tree = withNotes(lineOf(standing.moves, known ?? fresh), this.friend.kept);
    const mine = this.sideOf(this.friend.me);
    const turned = this.#turned === fresh.id;
    if (mine) this.#turned = fresh.id;
    const { outcome } = standing;
    return {
      ...fresh,
      orientation: turned && known ? known.orientation : (mine ?? first),
      tree,
      ...(begun && { headers }),
      ending: outcome && {
        node: tree.current,
        outcome: {
          ...outcome,
          winner: outcome.winner && (outcome.winner === standing.first ? first : second),
        },
      },
    };
  }
}

/** A tree of one line, with the views that are known. @param {readonly string[]} moves @param {Game} known */
function lineOf(moves, known) {
  let tree = newTree({ view: nodeOf(known.tree, ROOT).view });
  /** @type {number | undefined} */
  let old = ROOT;
  for (const move of moves) {
    old =
      old === undefined
        ? old
        : nodeOf(known.tree, old).children.find((id) => nodeOf(known.tree, id).move === move);
    const view = old === undefined ? null : nodeOf(known.tree, old).view;
    const added = addMove(tree, tree.current, move, view);
    tree = goTo(added.tree, added.id);
  }
  return tree;
}

/** With what was said at the moves. @param {import('../game/types.js').Tree} tree @param {KeptGame | null} kept */
function withNotes(tree, kept) {
  if (!kept || Object.keys(kept.notes).length === 0) return tree;
  const { record, notes } = kept;
  const changed = Object.entries(notes).flatMap(([count, comment]) => {
    const events = record.events.slice(0, Number(count));
    const { moves } = standingOf({ ...record, events });
    const node = [...tree.nodes.values()][moves.length];
    const isThere =
      moves.length > 0 && node && movesTo(tree, node.id).every((move, at) => move === moves[at]);
    return isThere ? [{ ...node, notes: { comment } }] : [];
  });
  return replaced(tree, changed);
}
