// What a link that arrives means for the games of this browser. Only a record that follows the own one, in the other
// player's name and by the rules, takes its place; anything else leaves the game as it is and says why.

/** @import { GameRecord, Player } from './protocol.js' */
/** @import { Message } from './links.js' */

import { commitmentOf, isSigned } from './keys.js';
import { keyOf, lastAuthor, signedText, standingOf, valuesOf } from './protocol.js';

/**
 * What a link is:
 * - `invitation`: to a game that is not here yet; `own_invitation`: written here, and not accepted so far
 * - `news`: the game goes on; `restored`: of this player, but the game was not here any more
 * - `same`: what it says is known; `own`: it was written here; `old`: the game has gone on since
 * - `crossed`: made before the other player knew what was done here, which counts
 * - `branch`: another course of the game; `taken`: somebody else has accepted the invitation
 * - `changed`: another invitation under the same name; `forged`: not signed by who is to have written it
 * - `illegal`: a move against the rules; `watch`: a game of two others
 * @typedef {'invitation' | 'own_invitation' | 'news' | 'restored' | 'same' | 'own' | 'old' | 'crossed' | 'branch'
 *   | 'taken' | 'changed' | 'forged' | 'illegal' | 'watch'} Meaning
 */

/**
 * What the rules say of a line: null, or why its last moves cannot be played.
 * @callback CheckMoves
 * @param {import('../game/types.js').GameName} game
 * @param {readonly string[]} moves
 * @param {number} known  how many of them are known to be legal
 * @returns {Promise<'illegal' | 'over' | null>}
 */

/** Meanings after which the record of the link is the game. */
export const TAKEN_OVER = /** @type {readonly Meaning[]} */ (['news', 'restored']);

/**
 * @param {Message} message
 * @param {{ own: GameRecord | null, key: string, check: CheckMoves }} here  own: what this browser has of the game;
 *   key: its public one
 * @returns {Promise<Meaning>}
 */
export async function meaningOf(message, { own, key, check }) {
  const { record, note, signature } = message;
  const { guest } = record;
  const author = lastAuthor(record);
  if (!(await isSigned(keyOf(record, author), signedText(record, note), signature))) return 'forged';
  if (!(await isLotTrue(record))) return 'forged';
  const me = playerWith(record, key);
  if (!own) {
    if (!guest) return me ? 'own_invitation' : 'invitation';
    if ((await illegalIn(record, [], check)) !== null) return 'illegal';
    return me ? 'restored' : 'watch';
  }
  const [theirs, ours] = [valuesOf(record), valuesOf(own)].map((values) =>
    values.map((each) => JSON.stringify(each)),
  );
  if (theirs[0] !== ours[0]) return 'changed';
  if (!guest) return own.guest ? 'old' : me ? 'own_invitation' : 'same';
  if (own.guest && theirs[1] !== ours[1]) return 'taken';
  if (!me) return own.guest ? 'watch' : 'taken'; // accepted by another than the one who looks on here
  return asTheGameGoesOn(record, own, me, check);
}

/** @param {GameRecord} record @param {GameRecord} own @param {Player} me @param {CheckMoves} check @returns {Promise<Meaning>} */
async function asTheGameGoesOn(record, own, me, check) {
  const { events } = record;
  const authors = standingOf(record).authors;
  const common = events.findIndex((event, at) => event !== own.events[at]);
  const shared = common < 0 ? events.length : common;
  const [news, mine] = [events.slice(shared), own.events.slice(shared)];
  if (news.length === 0) {
    const author = lastAuthor(record);
    if (mine.length > 0) return 'old';
    if (own.guest) return author === me ? 'own' : 'same';
    return author === me ? 'own' : 'news';
  }
  if (authors.slice(shared).some((author) => author === me)) return mine.length > 0 ? 'branch' : 'forged';
  if (mine.length > 0) {
    const alone = standingOf(own)
      .authors.slice(shared)
      .every((author) => author === me);
    if (!alone) return 'branch'; // he has gone on from what he takes back now
    const counts = rankOf(mine) - rankOf(news) || (me === 'inviter' ? -1 : 1);
    if (counts < 0) return 'crossed';
  }
  return (await illegalIn(record, own.guest ? standingOf(own).moves : [], check)) === null
    ? 'news'
    : 'illegal';
}

/**
 * Which of two players counts where they have done something at once: a resignation before anything else, a move before a
 * request or a claim. Of all that a player has done the strongest tells: who asks, and then resigns, has resigned. Of
 * equal ones it is the inviter's.
 * @param {readonly string[]} events
 */
const rankOf = (events) =>
  Math.min(...events.map((event) => RANKS.indexOf(event.length === 2 ? event[1] : '')));
const RANKS = ['r', 't', 'd', '', 'y', 'n', 'b', 'f'];

/** Whether the inviter shows what he had committed himself to. @param {GameRecord} record */
async function isLotTrue({ invitation, events }) {
  if (invitation.first !== 'lot' || events.length === 0) return true;
  return (await commitmentOf(invitation.id, events[0].slice(2))) === invitation.commitment;
}

/** @param {GameRecord} record @param {readonly string[]} known @param {CheckMoves} check */
function illegalIn(record, known, check) {
  const { moves } = standingOf(record);
  const differs = moves.findIndex((move, at) => move !== known[at]);
  return check(record.invitation.game, moves, differs < 0 ? moves.length : differs);
}

/** The player that a key belongs to. @param {GameRecord} record @param {string} key @returns {Player | null} */
export function playerWith(record, key) {
  if (record.invitation.key === key) return 'inviter';
  return record.guest?.key === key ? 'guest' : null;
}
