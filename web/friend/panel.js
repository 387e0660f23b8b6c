// A game with a friend beside the board: what has arrived, what is to be done, and the link to be sent.

/** @import { Lobby } from './lobby.js' */
/** @import { Player } from './protocol.js' */
/** @import { FriendApp } from './session.js' */
/** @import { ShownLink } from './share.js' */
/** What is loaded for live games. @typedef {{ now: import('./live/table.js').LiveTable | null }} Table */

import { outcomeAt, turnAt } from '../game/game.js';
import { factsOf, other } from '../game/games.js';
import { nodeOf } from '../game/tree.js';
import { button, submits, toggle } from '../ui/controls.js';
import { pieceView } from '../ui/icon-view.js';
import { onChange, reactive, update } from '../ui/reactive.js';
import { html, nothing } from '../ui/view.js';
import { nameField, termsInWords } from './lobby.js';
import { newsLine } from './news.js';
import { LONGEST_NOTE, otherPlayer, takenBack } from './protocol.js';
import { shareButtons } from './share.js';

/** What is typed for a move. @typedef {{ note: string, offers: boolean }} Typed */
/** Whether the question about resigning is open. @typedef {{ resigns: boolean }} Asked */

/** @param {FriendApp} app @param {ShownLink} link @param {Lobby} lobby @param {Table} table */
export function gamePanel(app, link, lobby, table) {
  const { session } = app;
  const typed = reactive(/** @type {Typed & Asked} */ ({ note: '', offers: false, resigns: false }));
  onChange(
    () => `${session.record?.invitation.id} ${session.record?.events.length} ${session.friend.draft}`,
    () => update(typed, { note: '', offers: false, resigns: false }),
  );
  return () => {
    const { record, friend, standing } = session;
    if (!record || !standing) return nothing;
    if (friend.news === 'waiting') return html`<section class="friend">${newsLine(app)}</section>`;
    if (table.now?.isShown()) return table.now.view();
    const failed = table.now?.meeting.isHere && table.now.meeting.state.phase === 'failed';
    return html`<section class="friend">
      ${failed ? html`<div class="news" role="status" data-news="failed"><p>${app.t('friend.live.failed')}</p></div>` : nothing}
      ${newsLine(app)} ${noteLine(app)}
      ${friend.draft ? draftForm(app, typed) : task(app, link, lobby)}
      ${friend.kept ? tools(app, typed, { rematch: rematchButton(app, () => lobby.rematch()), leave: () => lobby.leave() }) : nothing}
    </section>`;
  };
}

/** The name of a player. @param {FriendApp} app @param {Player} player */
function nameOf(app, player) {
  const { record } = app.session;
  const name = player === 'inviter' ? record?.invitation.name : record?.guest?.name;
  return name || app.t('friend.friend');
}

/** The other player's name. @param {FriendApp} app */
export const friendOf = (app) => nameOf(app, otherPlayer(app.session.friend.me ?? 'guest'));

/** What the friend said with his last event. @param {FriendApp} app */
function noteLine(app) {
  const { session } = app;
  const { kept, me } = session.friend;
  const { record, standing } = session;
  const text = record && kept?.notes[record.events.length];
  if (!text || standing?.authors.at(-1) === me) return nothing;
  return html`<p class="said">${app.t('friend.note', { name: friendOf(app), text })}</p>`;
}

/** The move on the board, before it is sent. @param {FriendApp} app @param {Typed} typed */
function draftForm(app, typed) {
  const { session } = app;
  const send = () => session.send({ note: typed.note, offers: typed.offers });
  return html`<form class="task" @submit=${submits(send)}>
    <h2>${app.t('friend.draft.title')}</h2>
    <div class="field">
      <label for="friend-note">${app.t('friend.draft.note')}</label>
      <input
        id="friend-note"
        type="text"
        autocomplete="off"
        maxlength=${LONGEST_NOTE}
        .value=${typed.note}
        @input=${(/** @type {any} */ { target }) => update(typed, { note: target.value })}
      />
    </div>
    <div class="field inline">${toggle('friend-offer', app.t('friend.draft.offer'), typed.offers, (offers) => update(typed, { offers }))}</div>
    <div class="row">
      ${button('next', app.t('friend.draft.send'), send, { kind: 'main' })}
      ${button('back', app.t('friend.draft.undo'), () => session.takeBack())}
    </div>
  </form>`;
}

/** What is to be done now. @param {FriendApp} app @param {ShownLink} link @param {Lobby} lobby */
function task(app, link, lobby) {
  const { session } = app;
  const { me, seen } = session.friend;
  const { record, standing, message, outcome } = session;
  if (!record || !standing) return nothing;
  if (seen) return record.guest ? watching(app) : invitationCard(app, lobby);
  const name = friendOf(app);
  if (standing.phase === 'invited')
    return card(app.t('friend.invited.title'), app.t('friend.invited.text'), shareButtons(app, link));
  if (outcome)
    return message
      ? card(app.t('friend.over'), app.t('friend.sent.over', { name }), shareButtons(app, link))
      : nothing;
  if (standing.phase === 'lot' && me === 'inviter')
    return card(
      app.t('friend.lot.title'),
      app.t('friend.lot.text'),
      button('play', app.t('friend.lot.draw'), () => session.drawLot(), { kind: 'main' }),
    );
  if (standing.asks && standing.asks !== me) return takebackCard(app, name);
  if (standing.acts === me && !standing.asks) {
    const first = standing.moves.length === 0 ? 'friend.sent.first.yes' : 'friend.sent.thenMove';
    return card(app.t('friend.turn.yours'), message ? app.t(first) : pace(app), offer(app));
  }
  if (!message) return card(app.t('friend.turn.theirs', { name }), '', nothing);
  return card(app.t('friend.sent.title', { name }), sentInWords(app, name), shareButtons(app, link));
}

/** A friend asks to take a move back. @param {FriendApp} app @param {string} name */
export const takebackCard = (app, name) =>
  card(
    app.t('friend.asks', { name }),
    '',
    html`<div class="row">
      ${button('done', app.t('friend.grant'), () => app.session.act('grant'), { kind: 'main' })}
      ${button('close', app.t('friend.refuse'), () => app.session.act('refuse'))}
    </div>`,
  );

/** What is in the link that is to be sent. @param {FriendApp} app @param {string} name */
function sentInWords(app, name) {
  const { record, standing } = app.session;
  const last = record?.events.at(-1);
  if (!last) return app.t('friend.sent.accepted', { name });
  if (standing?.asks) return app.t('friend.asked');
  if (last.startsWith('l:')) return app.t('friend.sent.first.no', { name });
  return app.t(last.length === 2 ? 'friend.sent.answer' : 'friend.sent.move');
}

/** @param {string} title @param {string} text @param {unknown} [actions] */
export const card = (title, text, actions = nothing) => html`<div class="task">
  <h2>${title}</h2>
  ${text ? html`<p>${text}</p>` : nothing} ${actions}
</div>`;

/** The draw that is offered, if one is. @param {FriendApp} app */
function offer(app) {
  const { session } = app;
  if (!session.standing?.offers) return nothing;
  return html`<p>${app.t('friend.offers', { name: friendOf(app) })}</p>
    <div class="row">${button('done', app.t('friend.accept'), () => session.act('draw'))}</div>`;
}

/** How soon a move is hoped for. @param {FriendApp} app */
function pace(app) {
  const count = app.session.record?.invitation.days ?? 0;
  return count > 0 ? app.t('friend.turn.days', { count }) : '';
}

/** @param {FriendApp} app */
const watching = (app) =>
  html`<div class="task"><p>${app.t('friend.watch', { first: nameOf(app, 'inviter'), second: nameOf(app, 'guest') })}</p></div>`;

/**
 * @param {FriendApp} app
 * @param {Lobby} lobby
 * @param {{ accept?: () => unknown, privacy?: 'friend.privacy' | 'friend.pace.privacy' }} [how]
 */
export function invitationCard(
  app,
  lobby,
  { accept = () => lobby.accept(app.t('friend.name.default')), privacy = 'friend.privacy' } = {},
) {
  const { record } = app.session;
  if (!record) return nothing;
  const { name } = record.invitation;
  return html`<form class="task" @submit=${submits(accept)}>
    <h2>${app.t('friend.invitation.title', { name })}</h2>
    <p>${termsInWords(app, record.invitation)}</p>
    ${nameField(app, lobby)}
    ${button('done', app.t('friend.invitation.accept'), accept, { kind: 'main' })}
    <p class="small muted">${app.t(privacy)}</p>
  </form>`;
}

/**
 * What can be done beside moving.
 * @param {FriendApp} app
 * @param {Asked} asked
 * @param {{ rematch: unknown, leave: (() => unknown) | null }} how  rematch: the button for it, once the game is over;
 *   leave: leaves the game; null: there is no button for it
 */
export function tools(app, asked, { rematch, leave }) {
  const { session } = app;
  const { standing, friend, record, outcome } = session;
  const { me, draft } = friend;
  if (!standing || !record || !me) return nothing;
  const plays = standing.phase === 'playing' && !outcome;
  const { takebacks } = record.invitation;
  const back = !standing.asks && takenBack(standing, me) > 0 && !draft;
  if (asked.resigns && plays)
    return html`<div class="task"><p>${app.t('friend.tools.sure')}</p><div class="row">
      ${button('flag', app.t('friend.tools.yes'), () => session.act('resign'), { kind: 'danger' })}
      ${button(null, app.t('ui.cancel'), () => update(asked, { resigns: false }))}
    </div></div>`;
  return html`<div class="tools" role="group" aria-label=${app.t('game-view.tool.name')}>
    ${button('flip', app.t('game-view.tool.flip'), () => session.flip())}
    ${plays && takebacks ? button('back', app.t('friend.tools.back'), () => session.act('ask'), { disabled: !back }) : nothing}
    ${plays ? button('flag', app.t('friend.tools.resign'), () => update(asked, { resigns: true })) : nothing}
    ${outcome ? rematch : nothing}
    ${leave ? button('games', app.t('friend.tools.new'), leave) : nothing}
  </div>`;
}

/** @param {FriendApp} app @param {() => unknown} act @param {{ label?: 'friend.rematch' | 'friend.live.acceptRematch', disabled?: boolean }} [how] */
export const rematchButton = (app, act, { label = 'friend.rematch', disabled = false } = {}) =>
  button('redo', app.t(label), act, { kind: 'main', disabled });

/**
 * One of the players, above or below the board.
 * @param {FriendApp} app
 * @param {'above' | 'below'} where
 * @param {Table} table
 */
export const playerStrip = (app, where, table) => () => {
  const { session } = app;
  const { game } = app.state;
  const side = where === 'below' ? game.orientation : other(game.game, game.orientation);
  const player = /** @type {const} */ (['inviter', 'guest']).find((each) => session.sideOf(each) === side);
  const name = player ? nameOf(app, player) : app.t(`game-view.side.${side}`);
  const outcome = outcomeAt(game);
  const turn = session.standing?.phase === 'playing' && !outcome && turnAt(game) === side;
  return html`<section class="player ${where} ${turn ? 'turn' : ''}" aria-label="${app.t(`game-view.side.${side}`)}: ${name}">
    <span class="stand">${pieceView(side, factsOf(game.game).king, game.game, app.pieces)}</span>
    <div class="who"><b>${name}</b><span class="small muted status">${presenceOf(app, side, table) ?? statusOf(app, side, turn)}</span></div>
    ${app.clocks.now?.face(side) ?? nothing}
  </section>`;
};

/** Whether the friend is there, in a live game. @param {FriendApp} app @param {'red' | 'white' | 'black'} side @param {Table} table */
function presenceOf(app, side, table) {
  const { session } = app;
  const theirs = session.sideOf(otherPlayer(session.friend.me ?? 'guest')) === side;
  if (!table.now || !session.isLive || !theirs || outcomeAt(app.state.game)) return null;
  const { connected, away } = table.now.live.state;
  if (!connected) return app.t('friend.live.gone');
  if (away) return app.t('friend.live.away');
  return turnAt(app.state.game) === side ? app.t('friend.live.thinking') : null;
}

/** @param {FriendApp} app @param {'red' | 'white' | 'black'} side @param {boolean} turn */
function statusOf(app, side, turn) {
  const { game } = app.state;
  const outcome = outcomeAt(game);
  if (outcome) {
    if (!outcome.winner) return app.t('game-view.player.drew');
    return app.t(outcome.winner === side ? 'game-view.player.won' : 'game-view.player.lost');
  }
  if (!turn) return app.session.sideOf(app.session.friend.me) === side ? app.t('friend.you') : '';
  const check = nodeOf(game.tree).view?.check ? ` · ${app.t('game-view.player.check')}` : '';
  return app.t('game-view.player.toMove') + check;
}
