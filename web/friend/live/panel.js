// A live game beside the board: the code to be sent, how the connection stands, what can be done.

/** @import { Lobby } from '../lobby.js' */
/** @import { FriendApp } from '../session.js' */
/** @import { Live } from './live.js' */
/** @import { Meeting } from './meeting.js' */

import { button, submits, toggle } from '../../ui/controls.js';
import { copyButton } from '../../ui/copy-button.js';
import { load } from '../../ui/load.js';
import { onChange, reactive, update } from '../../ui/reactive.js';
import { attempt } from '../../ui/unloaded.js';
import { html, nothing } from '../../ui/view.js';
import { nameField, termsInWords } from '../lobby.js';
import { newsLine } from '../news.js';
import { card, takebackCard } from '../panel.js';
import { takenBack } from '../protocol.js';
import { codeView } from '../share.js';

/** @typedef {{ live: Live, meeting: Meeting, lobby: Lobby }} Parts */
/** The QR code, the question about resigning, the pasted answer. @typedef {{ code: any, resigns: boolean, pasted: string }} Shown */

/** @param {FriendApp} app @param {Parts} parts */
export function livePanel(app, parts) {
  const { session } = app;
  const shown = reactive(/** @type {Shown} */ ({ code: null, resigns: false, pasted: '' }));
  onChange(
    () => `${parts.meeting.state.link} ${session.record?.events.length}`,
    () => update(shown, { code: null, resigns: false }),
  );
  return () => html`<section class="friend live" data-phase=${parts.meeting.state.phase}
    ?data-connected=${parts.live.state.connected}
    ?data-spare=${parts.meeting.state.spare}>
    ${newsLine(app)} ${refusalLine(app, parts)} ${meets(app, parts, shown)}
  </section>`;
}

/** The other player's name. @param {FriendApp} app */
function friendName(app) {
  const { record, friend } = app.session;
  const name = friend.me === 'inviter' ? record?.guest?.name : record?.invitation.name;
  return name || app.t('friend.friend');
}

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function meets(app, parts, shown) {
  const { meeting, lobby } = parts;
  const { phase } = meeting.state;
  const name = friendName(app);
  const link = button('link', app.t('friend.live.byLink'), () => meeting.byLink());
  switch (phase) {
    case 'invited':
      return invitation(app, parts);
    case 'making':
      return card(app.t('friend.live.making'), '');
    case 'inviting':
      return html`${card(app.t('friend.invited.title'), app.t('friend.live.inviting'), share(app, parts, shown))}
        <form class="task" @submit=${submits(() => paste(parts, shown))}>${pasteField(app, parts, shown)}</form>
        <div class="tools">${link}${button('games', app.t('friend.tools.new'), () => lobby.leave())}</div>`;
    case 'answering':
      return html`${card(app.t('friend.live.answer', { name }), app.t('friend.live.answering', { name }), share(app, parts, shown))}
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

/** @param {FriendApp} app @param {Parts} parts */
function invitation(app, { meeting, lobby }) {
  const { record } = app.session;
  if (!record) return nothing;
  const accept = () => meeting.accept(lobby.called(app.t('friend.name.default')));
  return html`<form class="task" @submit=${submits(accept)}>
    <h2>${app.t('friend.invitation.title', { name: record.invitation.name })}</h2>
    <p>${termsInWords(app, record.invitation)}</p>
    ${nameField(app, lobby)}
    ${button('done', app.t('friend.invitation.accept'), accept, { kind: 'main' })}
    <p class="small muted">${app.t('friend.pace.privacy')}</p>
  </form>`;
}

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function share(app, { meeting }, shown) {
  const { link } = meeting.state;
  if (!link) return nothing;
  const send = () => navigator.share({ title: app.t('friend.title'), url: link }).catch(() => {}); // closed again
  const draw = () =>
    attempt(app, draw, async () => {
      const { codeOf } = await load(() => import('../qr.js'));
      update(shown, { code: shown.code ? null : codeOf(link) });
    });
  return html`<div class="row">
      ${'share' in navigator ? button('share', app.t('friend.share.share'), send, { kind: 'main' }) : nothing}
      ${copyButton(app, { name: 'live-link', symbol: 'copy', label: app.t('friend.share.copy'), text: () => link, kind: 'share' in navigator ? '' : 'main' })}
      ${button(null, app.t(shown.code ? 'friend.share.hide' : 'friend.share.qr'), draw, { expanded: shown.code !== null })}
    </div>
    ${codeView(app, shown.code)}`;
}

/** @param {Parts} parts @param {Shown} shown */
function paste({ meeting }, shown) {
  const { pasted } = shown;
  update(shown, { pasted: '' });
  return meeting.receive(pasted);
}

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
const pasteField = (app, parts, shown) => html`<div class="field">
  <label for="friend-answer">${app.t('friend.paste.label')}</label>
  <div class="row"><input
    id="friend-answer"
    class="grow"
    type="text"
    autocomplete="off"
    .value=${shown.pasted}
    @input=${(/** @type {any} */ { target }) => update(shown, { pasted: target.value })}
  />${button(null, app.t('friend.paste.open'), () => paste(parts, shown), { disabled: shown.pasted.trim() === '' })}</div>
</div>`;

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function game(app, parts, shown) {
  const { live, meeting } = parts;
  const { session } = app;
  const { standing, friend, outcome } = session;
  const name = friendName(app);
  const { connected } = live.state;
  const me = friend.me;
  if (!standing || !me) return nothing;
  if (!connected && !outcome)
    return html`${card(
      app.t('friend.live.lost'),
      app.t('friend.live.lostText', { name }),
      html`<div class="row">
        ${button('redo', app.t('friend.live.again'), () => meeting.invite(), { kind: 'main' })}
        ${button('link', app.t('friend.live.byLink'), () => meeting.byLink())}
      </div>`,
    )}
    <form class="task" @submit=${submits(() => paste(parts, shown))}>${pasteField(app, parts, shown)}</form>
    ${tools(app, parts, shown)}`;
  return html`${requests(app, parts)} ${tools(app, parts, shown)}`;
}

/** What is asked of this player, or told. @param {FriendApp} app @param {Parts} parts */
function requests(app, { live }) {
  const { session } = app;
  const { standing, friend, outcome } = session;
  const name = friendName(app);
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

/** @param {FriendApp} app @param {Parts} parts @param {Shown} shown */
function tools(app, { live, meeting, lobby }, shown) {
  const { session } = app;
  const { standing, friend, record, outcome } = session;
  const { me } = friend;
  if (!standing || !record || !me) return nothing;
  const plays = standing.phase === 'playing' && !outcome;
  const canAsk = record.invitation.takebacks && !standing.asks && takenBack(standing, me) > 0;
  if (shown.resigns && plays)
    return html`<div class="task"><p>${app.t('friend.tools.sure')}</p><div class="row">
      ${button('flag', app.t('friend.tools.yes'), () => session.act('resign'), { kind: 'danger' })}
      ${button(null, app.t('ui.cancel'), () => update(shown, { resigns: false }))}
    </div></div>`;
  const rematch = () => (live.state.connected ? live.rematch() : lobby.rematch());
  const label = live.state.rematch ? 'friend.live.acceptRematch' : 'friend.rematch';
  const offers = toggle('friend-live-offer', app.t('friend.live.offer'), friend.offers, (on) =>
    update(friend, { offers: on }),
  );
  return html`${plays && standing.moves.length > 0 ? html`<div class="task"><div class="field inline">${offers}</div></div>` : nothing}
    <div class="tools" role="group" aria-label=${app.t('game-view.tool.name')}>
      ${button('flip', app.t('game-view.tool.flip'), () => session.flip())}
      ${plays && record.invitation.takebacks ? button('back', app.t('friend.tools.back'), () => session.act('ask'), { disabled: !canAsk }) : nothing}
      ${plays ? button('flag', app.t('friend.tools.resign'), () => update(shown, { resigns: true })) : nothing}
      ${outcome ? button('redo', app.t(label), rematch, { kind: 'main', disabled: live.state.proposed }) : nothing}
      ${outcome || !meeting.isHere ? button('games', app.t('friend.tools.new'), () => lobby.leave()) : nothing}
    </div>
    ${plays ? html`<p class="task small muted">${app.t('friend.live.fair')}</p>` : nothing}`;
}

/** What was refused, and on what the two browsers do not agree. @param {FriendApp} app @param {Parts} parts */
function refusalLine(app, { live }) {
  const { refusal, disagrees } = live.state;
  const name = friendName(app);
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
