// Two browsers that play by link, with rules that are quick: a move is legal where its letters say so.

import { meaningOf, playerWith, TAKEN_OVER } from '../../../../web/friend/arrivals.js';
import { commitmentOf, newId, newKeys, newSecret, signerOf } from '../../../../web/friend/keys.js';
import { linkOf, readLink, signed } from '../../../../web/friend/links.js';
import { standingOf } from '../../../../web/friend/protocol.js';

export const PAGE = 'https://example.org/cannonfish/friend.html';

/** Moves of the toy game: those that begin in an even file. */
export const isLegal = (move) => 'acegi'.includes(move[0]);

export const check = async (_game, moves, known) => (moves.slice(known).every(isLegal) ? null : 'illegal');

export const newSigner = async () => signerOf(await newKeys());

export async function invitation(
  signer,
  {
    first = 'inviter',
    takebacks = true,
    game = 'xiangqi',
    name = 'Ann',
    clock = '',
    drawn = newSecret(),
  } = {},
) {
  const id = newId();
  const secret = first === 'lot' ? drawn : '';
  const commitment = secret && (await commitmentOf(id, secret));
  const head = { id, game, first, takebacks, days: 3, name, key: signer.key, commitment, clock };
  return { record: { invitation: head, guest: null, events: [] }, secret };
}

/** A browser with one game. */
export class Browser {
  record = null;
  secret = '';

  constructor(signer, name) {
    this.signer = signer;
    this.name = name;
  }

  get me() {
    return this.record && playerWith(this.record, this.signer.key);
  }

  async invite(options) {
    Object.assign(this, await invitation(this.signer, { ...options, name: this.name }));
    return this.link();
  }

  async accept(text) {
    const { record } = await readLink(text);
    const lot = record.invitation.first === 'lot' ? newSecret() : '';
    this.record = { ...record, guest: { name: this.name, key: this.signer.key, lot } };
    return this.link();
  }

  async add(event, note = '') {
    const record = { ...this.record, events: [...this.record.events, event] };
    standingOf(record);
    this.record = record;
    return this.link(note);
  }

  async link(note) {
    return linkOf(PAGE, await signed(this.signer, this.record, note));
  }

  async receive(text) {
    let message;
    try {
      message = await readLink(text);
    } catch (error) {
      return error.code ?? Promise.reject(error);
    }
    const same = message.record.invitation.id === this.record?.invitation.id;
    const own = same ? this.record : null;
    const meaning = await meaningOf(message, { own, key: this.signer.key, check });
    if (own && TAKEN_OVER.includes(meaning)) this.record = message.record;
    return meaning;
  }
}

export async function pair(options) {
  const [ann, bob] = [new Browser(await newSigner(), 'Ann'), new Browser(await newSigner(), 'Bob')];
  const first = await ann.invite(options);
  const second = await bob.accept(first);
  return { ann, bob, first, second };
}
