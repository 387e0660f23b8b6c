// Before a game: invite a friend, open a link, or go on with one of the games.

/** @import { KeptValue } from '../storage/kept-value.js' */
/** @import { GameName } from '../game/types.js' */
/** @import { Key } from '../ui/words.js' */
/** @import { KeptGame, KeptGames } from './kept-games.js' */
/** @import { First } from './protocol.js' */
/** @import { FriendApp, FriendSession } from './session.js' */

import { GAME_NAMES } from '../game/games.js';
import { clockField, controlInWords, isPossible } from '../game-view/clock-field.js';
import { StorageError } from '../storage/database.js';
import { button, chosenIn, iconButton, named, segments, select, submits, toggle } from '../ui/controls.js';
import { reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { playerWith } from './arrivals.js';
import { newsLine } from './news.js';
import { LONGEST_NAME, standingOf, tidied } from './protocol.js';

const DAYS = [0, 1, 2, 3, 5, 7, 14];

export class Lobby {
  #session;
  #games;
  #name;
  #receive;

  /**
   * @param {{ session: FriendSession, games: KeptGames, name: KeptValue<string>, game: GameName,
   *   receive: (text: string) => Promise<void> }} parts  name: what this player is called; game: what is offered first
   */
  constructor({ session, games, name, game, receive }) {
    this.#receive = receive;
    this.#session = session;
    this.#games = games;
    this.#name = name;
    this.draft = reactive({
      name: name.now ?? '',
      game,
      first: /** @type {First} */ ('lot'),
      takebacks: true,
      days: 0,
      pace: /** @type {'link' | 'live'} */ ('link'),
      clock: /** @type {string | null} */ ('15+10'),
      custom: false,
    });
    this.state = reactive({ games: /** @type {KeptGame[]} */ ([]), link: '' });
  }

  async refresh() {
    const games = await this.#games.list().catch(() => []);
    if (games.length > 0) await this.#session.learnKey(); // it tells whose turn it is
    update(this.state, { games });
  }

  /** The name that was typed, or else the usual one. @param {string} usual */
  called(usual) {
    const name = tidied(this.draft.name, LONGEST_NAME);
    if (name !== this.#name.now) this.#name.change(name);
    return name || usual;
  }

  /** @param {string} usual  the name of a player who gives none */
  invite(usual) {
    const { game, first, takebacks, days, pace, clock } = this.draft;
    const live = pace === 'live';
    const terms = { game, first, takebacks, days: live ? 0 : days, clock: (live && clock) || '' };
    return this.#try(() => this.#session.invite({ ...terms, name: this.called(usual) }));
  }

  /** The same terms again; the other one has the first move. */
  rematch() {
    const { record, standing } = this.#session;
    if (!record) return;
    const { game, takebacks, days, clock } = record.invitation;
    const { me } = this.#session.friend;
    const name = (me === 'guest' ? record.guest?.name : record.invitation.name) ?? '';
    const first = standing?.first === me ? 'guest' : 'inviter';
    return this.#try(() => this.#session.invite({ game, first, takebacks, days, clock, name }));
  }

  /** @param {string} usual */
  accept(usual) {
    return this.#try(() => this.#session.accept(this.called(usual)));
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      update(this.#session.friend, { news: 'no_storage' });
    }
    await this.refresh();
  }

  /** @param {string} [link]  otherwise the one that was pasted */
  async openLink(link = this.state.link) {
    update(this.state, { link: '' });
    await this.#receive(link);
    await this.refresh();
  }

  /** Leave the game at hand, which is kept. */
  leave() {
    this.#session.leave();
    return this.refresh();
  }

  /** @param {string} id */
  open(id) {
    return this.#session.turnToGame(id);
  }

  /** @param {string} id */
  async remove(id) {
    await this.#games.remove(id);
    await this.refresh();
  }
}

/**
 * @param {FriendApp} app
 * @param {Lobby} lobby
 * @param {{ scan: (() => unknown) | null, meet: () => unknown }} acts  scan: a QR code, where this browser can; meet: live,
 *   in the game that has just begun
 */
export const lobbyPanel =
  (app, lobby, { scan, meet }) =>
  () => {
    if (app.session.record) return nothing;
    if (app.session.friend.news === 'waiting') return newsLine(app);
    const { draft } = lobby;
    const live = draft.pace === 'live';
    const invite = async () => {
      await lobby.invite(app.t('friend.name.default'));
      if (live && app.session.friend.kept) await meet();
    };
    return html`<section class="lobby">
    <form class="form" @submit=${submits(invite)}>
      <h2>${app.t('friend.title')}</h2>
      <p>${app.t('friend.lead')}</p>
      ${newsLine(app)}
      ${segments({
        name: 'game',
        legend: app.t('game-view.game.label'),
        choices: named(GAME_NAMES, (value) => app.t(/** @type {Key} */ (`game-view.game.${value}`))),
        ...chosenIn(draft, 'game'),
      })}
      ${segments({
        name: 'pace',
        legend: app.t('friend.pace.label'),
        choices: named(/** @type {const} */ (['link', 'live']), (value) => app.t(`friend.pace.${value}`)),
        ...chosenIn(draft, 'pace'),
      })}
      ${live ? clockField(app, { game: draft.game, draft, choose: (change) => update(draft, change) }) : nothing}
      ${segments({
        name: 'first',
        legend: app.t('friend.first.label'),
        choices: named(/** @type {const} */ (['inviter', 'lot', 'guest']), (value) =>
          app.t(`friend.first.${value}`),
        ),
        ...chosenIn(draft, 'first'),
      })}
      <div class="pair">
        ${nameField(app, lobby)}
        ${
          live
            ? nothing
            : select({
                id: 'friend-days',
                label: app.t('friend.days.label'),
                choices: named(DAYS.map(String), (days) =>
                  days === '0'
                    ? app.t('friend.days.none')
                    : app.t('friend.days.count', { count: Number(days) }),
                ),
                chosen: String(draft.days),
                choose: (days) => update(draft, { days: Number(days) }),
              })
        }
      </div>
      <div class="field inline">${toggle('friend-takebacks', app.t('friend.takebacks'), draft.takebacks, (takebacks) => update(draft, { takebacks }))}</div>
      ${button('new', app.t('friend.invite'), invite, { kind: 'main', disabled: live && !isPossible(draft) })}
    </form>
    ${gameList(app, lobby)}
    <form class="form" @submit=${submits(() => lobby.openLink())}>
      ${linkField(app, lobby)}
      ${scan ? html`<div class="row">${button(null, app.t('friend.scan.title'), scan)}</div>` : nothing}
      <p class="small muted">${app.t('friend.privacy')}</p>
      ${live ? html`<p class="small muted">${app.t('friend.pace.privacy')}</p>` : nothing}
    </form>
  </section>`;
  };

/** What a game is played by. @param {FriendApp} app @param {import('./protocol.js').Invitation} invitation */
export function termsInWords(app, { name, game, first, takebacks, days, clock }) {
  const terms = [
    app.t(`game-view.game.${game}`),
    ...(clock ? [controlInWords(app, clock)] : []),
    app.t(`friend.invitation.by.${first}`, { name }),
    app.t(`friend.invitation.takebacks.${takebacks ? 'yes' : 'no'}`),
    ...(days > 0 ? [app.t('friend.turn.days', { count: days })] : []),
  ];
  const [stop, gap] = app.words.language.startsWith('zh') ? ['。', ''] : ['.', ' '];
  return terms.map((each) => each.replace(/([^.。])$/, `$1${stop}`)).join(gap);
}

/** @param {FriendApp} app @param {Lobby} lobby */
export const nameField = (app, { draft }) => html`<div class="field">
  <label for="friend-name">${app.t('friend.name.label')}</label>
  <input
    id="friend-name"
    type="text"
    autocomplete="nickname"
    maxlength=${LONGEST_NAME}
    placeholder=${app.t('friend.name.default')}
    .value=${draft.name}
    @input=${(/** @type {any} */ { target }) => update(draft, { name: target.value })}
  />
</div>`;

/** Where a friend's link is pasted. @param {FriendApp} app @param {Lobby} lobby */
export const linkField = (app, lobby) => html`<div class="field">
  <label for="friend-link">${app.t('friend.paste.label')}</label>
  <div class="row"><input
    id="friend-link"
    class="grow"
    type="text"
    autocomplete="off"
    .value=${lobby.state.link}
    @input=${(/** @type {any} */ { target }) => update(lobby.state, { link: target.value })}
  />${button(null, app.t('friend.paste.open'), () => lobby.openLink(), { disabled: lobby.state.link.trim() === '' })}</div>
</div>`;

/** @param {FriendApp} app @param {Lobby} lobby */
function gameList(app, lobby) {
  const { games } = lobby.state;
  if (games.length === 0) return nothing;
  return html`<section class="form">
    <h2>${app.t('friend.games')}</h2>
    <ul class="games">
      ${games.map((game) => {
        const { title, status } = inWords(app, game);
        return html`<li>
          <button class="open" type="button" @click=${() => lobby.open(game.id)}>
            <b>${title}</b><span class="small muted">${status}</span>
          </button>
          ${iconButton('bin', app.t('records.library.delete.of', { title }), () => lobby.remove(game.id))}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {FriendApp} app @param {KeptGame} game */
function inWords(app, { record, over }) {
  const { invitation, guest } = record;
  const standing = standingOf(record);
  const title = guest
    ? app.t('game-view.record.players', { first: invitation.name, second: guest.name })
    : app.t('friend.friend');
  const me = playerWith(record, app.session.friend.key);
  const mine = standing.acts === me;
  const how = over || standing.outcome ? 'over' : !guest ? 'invited' : mine ? 'mine' : 'theirs';
  return {
    title,
    status: `${app.t(/** @type {Key} */ (`game-view.game.${invitation.game}`))} · ${app.t(`friend.list.${how}`)}`,
  };
}
