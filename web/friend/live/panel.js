// A live game beside the board: the code to be sent, how the connection stands, what can be done.

/** @import { Lobby } from '../lobby.js' */
/** @import { FriendApp } from '../session.js' */
/** @import { Live } from './live.js' */
/** @import { Meeting } from './meeting.js' */

import { button, submits, toggle } from '../../ui/controls.js';
import { onChange, reactive, update } from '../../ui/reactive.js';
import { html, nothing } from '../../ui/view.js';
import { linkField } from '../lobby.js';
import { newsLine } from '../news.js';
import { card, friendOf, invitationCard, rematchButton, takebackCard, tools } from '../panel.js';
import { ShownLink, shareButtons } from '../share.js';

/** @typedef {{ live: Live, meeting: Meeting, lobby: Lobby }} Parts */
/** The link that is to be sent, and the question about resigning. @typedef {{ link: ShownLink, asked: { resigns: boolean } }} Shown */

/** @param {FriendApp} app @param {Parts} parts */
export function livePanel(app, parts) {
  const { session } = app;
  const shown = { link: new ShownLink(() => parts.meeting.state.link), asked: reactive({ resigns: false }) };
  onChange(
    () => session.record?.events.length,
    () => update(shown.asked, { resigns: false }),
  );
  return () => html`<section class="friend live" data-phase=${parts.meeting.state.phase}
    ?data-connected=${parts.live.state.connected}
    ?data-spare=${parts.meeting.state.spare}>
    ${newsLine(app)} ${refusalLine(app, parts)} ${meets(app, parts, shown)}
  </section>`;
}

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function meets(app, parts, shown) {
  const { meeting, lobby } = parts;
  const { phase } = meeting.state;
  const name = friendOf(app);
  const link = button('link', app.t('friend.live.byLink'), () => meeting.byLink());
  const share = shareButtons(app, shown.link);
  switch (phase) {
    case 'invited':
      return invitationCard(app, lobby, {
        accept: () => meeting.accept(lobby.called(app.t('friend.name.default'))),
        privacy: 'friend.pace.privacy',
      });
    case 'making':
      return card(app.t('friend.live.making'), '');
    case 'inviting':
      return html`${card(app.t('friend.invited.title'), app.t('friend.live.inviting'), share)}
        ${pasteForm(app, lobby)}
        <div class="tools">${link}${button('games', app.t('friend.tools.new'), () => lobby.leave())}</div>`;
    case 'answering':
      return html`${card(app.t('friend.live.answer', { name }), app.t('friend.live.answering', { name }), share)}
        <div class="tools">${link}${button('games', app.t('friend.tools.new'), () => lobby.leave())}</div>`;
    case 'connecting':
      return card(
        app.t('friend.live.connecting'),
        '',
        html`<progress aria-label=${app.t('friend.live.connecting')}></progress>`,
      );
    default:
      return game(app, parts, shown);
  }
}

/** Where the answer is pasted, or whatever the friend sends. @param {FriendApp} app @param {Lobby} lobby */
const pasteForm = (app, lobby) =>
  html`<form class="task" @submit=${submits(() => lobby.openLink())}>${linkField(app, lobby)}</form>`;

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function game(app, parts, shown) {
  const { live, meeting, lobby } = parts;
  const { session } = app;
  const { standing, friend, outcome } = session;
  const name = friendOf(app);
  const { connected } = live.state;
  const me = friend.me;
  if (!standing || !me) return nothing;
  if (!connected && !outcome)
    return html`${card(
      app.t('friend.live.lost'),
      app.t('friend.live.lostText', { name }),
      html`${session.clockRuns ? html`<p>${app.t('friend.live.lostClocks')}</p>` : nothing}<div class="row">
        ${button('redo', app.t('friend.live.again'), () => meeting.invite(), { kind: 'main' })}
        ${button('link', app.t('friend.live.byLink'), () => meeting.byLink())}
      </div>`,
    )}
    ${pasteForm(app, lobby)}
    ${acts(app, parts, shown)}`;
  return html`${requests(app, parts)} ${acts(app, parts, shown)}`;
}

/** What is asked of this player, or told. @param {FriendApp} app @param {Parts} parts */
function requests(app, { live }) {
  const { session } = app;
  const { standing, friend, outcome } = session;
  const name = friendOf(app);
  if (!standing) return nothing;
  if (outcome)
    return live.state.rematch
      ? card(app.t('friend.live.rematch', { name }), '')
      : live.state.proposed
        ? card(app.t('friend.live.proposed'), '')
        : nothing;
  if (standing.asks && standing.asks !== friend.me) return takebackCard(app, name);
  if (standing.asks) return card(app.t('friend.asked'), '');
  if (live.state.canClaim)
    return card(
      app.t('friend.live.timeUp', { name }),
      '',
      html`<div class="row">${button('done', app.t('friend.live.claim'), () => session.act('claim'))}</div>`,
    );
  if (standing.offers && standing.offers !== friend.me)
    return card(
      app.t('friend.offers', { name }),
      '',
      html`<div class="row">${button('done', app.t('friend.accept'), () => session.act('draw'))}</div>`,
    );
  return nothing;
}

/** The buttons beside the board, the draw offer, and a word on fair play. @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function acts(app, { live, meeting, lobby }, { asked }) {
  const { standing, friend, outcome } = app.session;
  const { connected, rematch, proposed } = live.state;
  const plays = standing?.phase === 'playing' && !outcome;
  const offers = toggle('friend-live-offer', app.t('friend.live.offer'), friend.offers, (on) =>
    update(friend, { offers: on }),
  );
  const again = () => (connected ? live.rematch() : lobby.rematch());
  const label = rematch ? 'friend.live.acceptRematch' : 'friend.rematch';
  return html`${plays && standing.moves.length > 0 && !asked.resigns ? html`<div class="task"><div class="field inline">${offers}</div></div>` : nothing}
    ${tools(app, asked, {
      rematch: rematchButton(app, again, { label, disabled: proposed }),
      leave: outcome || !meeting.isHere ? () => lobby.leave() : null,
    })}
    ${plays ? html`<p class="task small muted">${app.t('friend.live.fair')}</p>` : nothing}`;
}

/** What was refused, and on what the two browsers do not agree. @param {FriendApp} app @param {Parts} parts */
function refusalLine(app, { live }) {
  const { refusal, disagrees } = live.state;
  const name = friendOf(app);
  if (!refusal && !disagrees) return nothing;
  return html`<div class="news" role="status" data-refusal=${refusal ?? ''}>
    ${refusal ? html`<p>${app.t(refusalKey(refusal), { name })}</p>` : nothing}
    ${refusal === 'late' ? html`<div class="row">${button(null, app.t('friend.live.trust'), () => live.trustClock())}</div>` : nothing}
    ${disagrees ? html`<p>${app.t('friend.live.disagrees')}</p>` : nothing}
  </div>`;
}

/** Those that have words of their own. */
const TOLD = /** @type {const} */ (['late', 'untimely', 'flood', 'newer', 'illegal']);

/** @param {import('./live.js').Refusal} refusal */
function refusalKey(refusal) {
  if (refusal === 'unchecked') return 'friend.news.unchecked';
  const told = TOLD.find((each) => each === refusal) ?? 'other';
  return /** @type {const} */ (`friend.live.refusal.${told}`);
}
